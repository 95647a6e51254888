"""C5.0's additions: boosting, rule sets, costs, winnowing, each against what it is made of."""

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import PLAY, X, refused
from sklearn.utils.estimator_checks import check_estimator

from dtlab import C45, Bagging, load, prune_rules
from dtlab.ensembles.adaboost import AdaBoost
from dtlab.ensembles.c50 import C50, C45Rules, cost_matrix

SHIP, GOLF = load("titanic"), load("play_golf")


def noisy(n=300, seed=0, copies=0):
    """Two columns that matter, three that do not, and copies of the first."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(n, 5)), columns=["a", "b", "u", "v", "w"])
    for i in range(copies):
        frame[f"copy{i}"] = frame["a"]
    y = np.where((frame["a"] > 0) ^ (frame["b"] > 0.5), "yes", "no")
    y[rng.random(n) < 0.05] = "no"
    return frame, y


@pytest.mark.parametrize(
    "model", [C50(), C50(trials=3), C50(winnow=True), C50(rules=True)], ids=repr
)
def test_check_estimator(model):
    check_estimator(model, on_skip=None)


def test_one_trial_is_c45():
    X, y = noisy()
    ours, tree = C50().fit(X, y), C45().fit(X, y)
    assert ours.trees_[0].tree_ == tree.tree_ and ours.features_ == list(X.columns)
    np.testing.assert_array_equal(ours.predict_proba(X), tree.predict_proba(X))
    assert (ours.predict(X) == tree.predict(X)).all()


def test_trials_are_boosting():
    X, y = noisy()
    ours, boosted = C50(trials=5).fit(X, y), AdaBoost(C45(), 5).fit(X, y)
    assert [t.tree_ for t in ours.trees_] == [t.tree_ for t in boosted.trees_]
    assert (ours.predict(X) == boosted.predict(X)).all()
    np.testing.assert_allclose(ours.predict_proba(X), boosted.votes(X) / boosted.alphas_.sum())
    assert ours.score(X, y) >= C50().fit(X, y).score(X, y)


@pytest.mark.parametrize("data", [SHIP, GOLF], ids=["titanic", "golf"])
def test_rules(data):
    ours, tree = C50(rules=True).fit(data.X, data.y), C45().fit(data.X, data.y).tree_
    rules = prune_rules(tree, data.X, data.y)
    assert ours.trees_[0].rules_ == rules
    assert (ours.predict(data.X) == rules.predict(data.X)).all()
    first, codes = rules.first(data.X), np.searchsorted(ours.classes_, data.y)
    for i in np.unique(first):
        counts = np.bincount(codes[first == i], minlength=2)
        np.testing.assert_allclose(
            ours.predict_proba(data.X)[first == i], [counts / counts.sum()] * sum(first == i)
        )


def test_rules_of_weights_are_rules_of_copies():
    copies = np.random.default_rng(0).integers(0, 4, len(GOLF.y))
    X, y = (part.loc[part.index.repeat(copies)] for part in (GOLF.X, GOLF.y))
    weighted = C50(rules=True).fit(GOLF.X, GOLF.y, sample_weight=copies)
    assert str(weighted.model_.rules_) == str(C50(rules=True).fit(X, y).model_.rules_)
    refused(C50(rules=True), ["rules count rows"], GOLF.X, GOLF.y, sample_weight=copies + 0.5)
    for many in (Bagging(C50(rules=True), 5), AdaBoost(C50(rules=True), 5, method="resample")):
        assert many.set_params(random_state=0).fit(GOLF.X, GOLF.y).score(GOLF.X, GOLF.y) > 0.7


@pytest.mark.parametrize("options", [{}, {"rules": True}, {"rules": True, "trials": 2}], ids=str)
def test_classes_that_are_fractions(options):
    X, y = noisy()
    y = y == "yes"
    answers = C50(**options, random_state=0).fit(X, y).predict(X)
    floats = C50(**options, random_state=0).fit(X, y.astype(float)).predict(X)
    assert floats.dtype == float and (floats == answers).all()


@pytest.mark.parametrize("model", [C50(), C50(rules=True), C50(winnow=True), C45Rules()], ids=repr)
def test_arrays_after_a_frame(model):
    X, y = noisy(copies=1)
    model.fit(X, y)
    with pytest.warns(UserWarning, match="valid feature names"):
        assert (model.predict(X.to_numpy()) == model.predict(X)).all()


def test_boosted_rules():
    X, y = noisy()
    model = C50(trials=4, rules=True, random_state=1).fit(X.to_numpy(), y)
    assert all(isinstance(tree, C45Rules) for tree in model.trees_) and len(model.trees_) > 1
    assert model.score(X.to_numpy(), y) > 0.85
    again = C50(trials=4, rules=True, random_state=1).fit(X.to_numpy(), y)
    assert [t.rules_ for t in again.trees_] == [t.rules_ for t in model.trees_]


@pytest.mark.parametrize("trials, rules", [(1, False), (1, True), (3, False)])
def test_costs(trials, rules):
    options = {"trials": trials, "rules": rules}
    plain = C50(**options).fit(SHIP.X, SHIP.y)
    for dear in (1, 3, 20):
        model = C50(costs={("yes", "no"): dear}, **options).fit(SHIP.X, SHIP.y)
        no, yes = model.predict_proba(SHIP.X).T
        np.testing.assert_array_equal(model.predict(SHIP.X), np.where(yes * dear > no, "yes", "no"))
        if dear > 1:
            assert (model.predict(SHIP.X) == "yes").sum() >= (plain.predict(SHIP.X) == "yes").sum()


def test_cost_matrix():
    assert cost_matrix(None, [1, 2, 3]).tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert cost_matrix({(2, 1): 0.5}, np.array([1, 2])).tolist() == [[0, 1], [0.5, 0]]


@pytest.mark.parametrize("seed", range(3))
def test_winnowing(seed):
    X, y = noisy(seed=seed, copies=2)
    model = C50(winnow=True, random_state=seed).fit(X, y)
    kept = model.features_
    assert "b" in kept and len({"a", "copy0", "copy1"} & set(kept)) == 1  # copies: one is enough
    assert len(kept) < 5
    assert (model.predict(X) == C45().fit(X[kept], y).predict(X[kept])).all()
    noise = np.random.default_rng(seed).permutation(y)
    assert len(C50(winnow=True, random_state=seed).fit(X, noise).features_) >= 1


def test_winnowing_keeps_to_categories():
    codes = SHIP.X.assign(n=np.arange(len(SHIP.y)) % 3)
    model = C50(winnow=True, categorical=["n"], random_state=0).fit(codes, SHIP.y)
    assert "sex" in model.features_
    refused(C50(winnow=True, categorical=["foo"]), ["'foo'", "not a column"], codes, SHIP.y)
    assert C50(winnow=True).fit(X[:1], PLAY[:1]).predict(X[:1]).tolist() == ["no"]


def test_a_class_without_weight():
    model = C50(costs={("no", "yes"): 2}).fit(X, PLAY, sample_weight=[1, 1, 1, 1, 0, 0])
    assert model.predict(X).shape == (6,)
    only = C50(trials=2).fit(X, PLAY, sample_weight=[1, 1, 0, 0, 0, 0])
    assert (only.predict(X) == "no").all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"trials": 0}, {"trials": "x"}, {"min_cases": -1}, {"confidence": 2}, {"costs": [[0, 1]]},
        {"costs": {("no", "yes"): -1}}, {"costs": {("no", "no"): 1}}, {"random_state": "x"},
        {"costs": {("no", "yes"): "dear"}},
    ],
    ids=repr,
)  # fmt: skip
def test_parameters(wrong):
    message = refused(C50(**wrong), [*wrong, "must"], X, PLAY)
    assert "\n" not in message


def test_unknown_class_in_costs():
    for pair in [("no", "maybe"), "no", ("no",)]:
        refused(C50(costs={pair: 3}), ["costs", "not a pair of classes", "'yes'"], X, PLAY)


def test_a_fit_that_fails_changes_nothing():
    model = C50().fit(X, PLAY)
    before = dict(vars(model))
    refused(model, ["zero"], X[["hour"]], PLAY, sample_weight=[0] * 6)
    assert vars(model) == before and len(model.predict(X)) == 6
