"""AdaBoost: Table 8 of lecture 000, both lectures' rules, scikit-learn stage by stage."""

import pickle

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import HOURS, PLAY, X, one_sentence, refused
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

from dtlab import C45, CART, CHAID, ID3, RegressionTree, entropy, load
from dtlab.ensembles.adaboost import AdaBoost, geron, geron_as_printed, kelleher

BIKES = load("bike_temp_classes")
FREQUENCIES = BIKES.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
STUMP = CART(entropy, max_depth=1)

# ------------------------------------------------------------------ the lectures


@pytest.mark.parametrize("update", ["kelleher", "geron"])
@pytest.mark.parametrize(
    "base", [STUMP, DecisionTreeClassifier(max_depth=1)], ids=["dtlab", "scikit-learn"]
)
def test_table_8(update, base):
    model = AdaBoost(base, samples=FREQUENCIES, update=update).fit(BIKES.X, BIKES.y)
    weights = [
        [1 / 10] * 10,
        [1 / 16] * 8 + [1 / 4] * 2,
        [1 / 6] * 3 + [1 / 26] * 5 + [2 / 13] * 2,
    ]
    np.testing.assert_allclose([step.weight for step in model.history_], weights, atol=1e-15)
    np.testing.assert_array_equal([step.sample for step in model.history_], FREQUENCIES)
    for m, tree in enumerate(model.trees_):
        assert (tree.predict(BIKES.X) == BIKES.frame[f"M{m}"]).all()
    np.testing.assert_allclose(model.errors_, [1 / 5, 3 / 16, 5 / 26])
    alphas = np.array([0.6931471805599453, 0.7331685343967135, 0.7175422626446614])
    np.testing.assert_allclose(model.alphas_, alphas * (1 if update == "kelleher" else 2))
    assert (model.predict(BIKES.X) == BIKES.y).all()


def test_table_8_without_drawing():
    model = AdaBoost(STUMP, n_estimators=3).fit(BIKES.X, BIKES.y)
    drawn = AdaBoost(STUMP, samples=FREQUENCIES).fit(BIKES.X, BIKES.y)
    np.testing.assert_allclose(model.alphas_, drawn.alphas_)
    assert [tree.tree_.question.value for tree in model.trees_] == [9.5, 30.0, 9.5]


@given(
    st.lists(st.integers(1, 100), min_size=2, max_size=30),
    st.data(),
    st.sampled_from([0.3, 1.0, 2.0]),
    st.integers(2, 5),
)
def test_both_rules_give_the_same_weights(sizes, data, rate, n_classes):
    weight = np.array(sizes) / sum(sizes)
    n_wrong = data.draw(st.integers(1, len(sizes) - 1))
    wrong = np.arange(len(sizes)) < n_wrong
    error = weight[wrong].sum()
    a, one = kelleher(weight, wrong, error, rate, n_classes)
    b, other = geron(weight, wrong, error, rate, n_classes)
    assert b == pytest.approx(2 * a)
    np.testing.assert_allclose(one, other / other.sum(), atol=1e-12)
    if rate == 1 and n_classes == 2:  # equations 5 and 6 of lecture 000
        np.testing.assert_allclose(one, weight / np.where(wrong, 2 * error, 2 * (1 - error)))


def test_the_rule_as_printed_is_another():
    weight, wrong = np.full(10, 0.1), np.arange(10) >= 8
    alpha, new = geron_as_printed(weight, wrong, 0.2)
    assert alpha == pytest.approx(4) and new[9] == pytest.approx(5.459815003314424)
    assert new[9] / new.sum() == pytest.approx(0.46586922967928573)
    assert geron_as_printed(weight, wrong, 0.5)[0] == 1 and geron(weight, wrong, 0.5)[0] == 0


# ------------------------------------------------------------------ scikit-learn


def numbers(seed, K, n=400):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 5)).astype(np.float32).astype(float)
    s = X[:, 0] + X[:, 1] * X[:, 2] + 0.5 * rng.normal(size=n)
    y = np.array([f"c{k}" for k in np.digitize(s, np.quantile(s, np.arange(1, K) / K))])
    return X, y, rng.integers(512, 1536, n) / 1024


@pytest.mark.parametrize("K", [2, 3, 4])
@pytest.mark.parametrize("rate", [1.0, 0.3])
@pytest.mark.parametrize("depth", [1, 2])
def test_stage_by_stage(K, rate, depth):
    X, y, weight = numbers(K, K)
    ours = AdaBoost(CART(max_depth=depth), 30, rate, update="geron").fit(X, y, weight)
    theirs = AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=depth), n_estimators=30, learning_rate=rate
    ).fit(X, y, weight)
    assert len(ours.trees_) == 30
    np.testing.assert_allclose(ours.errors_, theirs.estimator_errors_, atol=1e-9)
    np.testing.assert_allclose(ours.alphas_, theirs.estimator_weights_, atol=1e-9)
    new = numbers(99, K)[0]
    pairs = zip(
        ours.staged_decision_function(new), theirs.staged_decision_function(new), strict=True
    )
    for mine, other in pairs:
        np.testing.assert_allclose(mine, other, atol=1e-9)
    for mine, other in zip(ours.staged_predict(new), theirs.staged_predict(new), strict=True):
        assert (mine == other).all()
    np.testing.assert_allclose(ours.predict_proba(new), theirs.predict_proba(new), atol=1e-9)
    assert (ours.predict(new) == theirs.predict(new)).all()


@pytest.mark.parametrize(
    "model",
    [AdaBoost(n_estimators=5), AdaBoost(C45(), 3), AdaBoost(LogisticRegression(), 3)],
    ids=repr,
)
def test_check_estimator(model):
    check_estimator(model, on_skip=None)


def test_check_estimator_of_drawn_rows():
    expected = {
        "check_sample_weight_equivalence_on_dense_data": "rows are drawn, by weight; scikit-learn "
        "declares the same of its AdaBoostClassifier"
    }
    check_estimator(
        AdaBoost(n_estimators=5, method="resample"), expected_failed_checks=expected, on_skip=None
    )


# ------------------------------------------------------------------ properties


@pytest.mark.parametrize("method", ["reweight", "resample"])
@pytest.mark.parametrize(
    "base", [CART(max_depth=1), C45(), CHAID(), ID3(numeric="threshold", max_depth=1)], ids=repr
)
def test_rounds(method, base):
    X, y, _ = numbers(1, 3, n=150)
    model = AdaBoost(base, 6, method=method, random_state=3).fit(X, y)
    codes = np.searchsorted(model.classes_, y)
    for step, after in zip(model.history_, model.history_[1:], strict=False):
        assert step.weight.sum() == pytest.approx(1) and (step.weight >= 0).all()
        wrong = np.searchsorted(model.classes_, step.learner.predict(X)) != codes
        assert step.error == pytest.approx(step.weight[wrong].sum())  # on all rows
        assert after.weight[wrong].sum() == pytest.approx(2 / 3)  # SAMME: chance for this learner
        if method == "resample":
            assert step.sample.sum() == len(y)
        else:
            total = len(y) if step.learner._weight is None else step.learner._weight.sum()
            assert total == pytest.approx(len(y))
    votes = sum(
        a * (t.predict(X)[:, None] == model.classes_)
        for a, t in zip(model.alphas_, model.trees_, strict=True)
    )
    np.testing.assert_allclose(model.votes(X), votes)


class Recorder(DecisionTreeClassifier):
    """Remembers how much weight it was given."""

    def fit(self, X, y, sample_weight=None):
        self.given_ = np.sum(sample_weight)
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize("weights", [None, [2.0] * 10, list(range(1, 11))])
def test_weights_handed_on_sum_to_the_rows(weights):
    model = AdaBoost(Recorder(max_depth=1), 4).fit(BIKES.X, BIKES.y, weights)
    assert [t.given_ for t in model.trees_] == pytest.approx([np.sum(weights or [1] * 10)] * 4)


def test_weights_are_copies_of_rows():
    X, y, _ = numbers(5, 3, n=80)
    copies = np.random.default_rng(0).integers(0, 3, 80)
    weighted = AdaBoost(C45(), 4).fit(X, y, copies)
    repeated = AdaBoost(C45(), 4).fit(np.repeat(X, copies, axis=0), np.repeat(y, copies))
    np.testing.assert_allclose(weighted.alphas_, repeated.alphas_)
    assert (weighted.predict(X) == repeated.predict(X)).all()


def test_same_seed_same_model():
    X, y, _ = numbers(2, 2)
    a, b = (AdaBoost(method="resample", random_state=7).fit(X, y) for _ in range(2))
    c = AdaBoost(method="resample", random_state=8).fit(X, y)
    assert (a.alphas_ == b.alphas_).all() and not np.array_equal(a.alphas_, c.alphas_)
    assert (pickle.loads(pickle.dumps(a)).predict(X) == a.predict(X)).all()


def test_tables_as_they_are():
    ship = load("titanic")
    model = AdaBoost(n_estimators=8).fit(ship.X, ship.y)
    assert {t.tree_.question.feature for t in model.trees_} <= set(ship.X.columns)
    assert model.score(ship.X, ship.y) >= model.trees_[0].score(ship.X, ship.y)
    gaps = pd.DataFrame({"x": [1.0, None, 3, 4], "c": ["a", "b", None, "b"]})
    assert len(AdaBoost(C45(), 2).fit(gaps, list("nyyn")).predict(gaps)) == 4


# ------------------------------------------------------------------ the ends of boosting


@pytest.mark.parametrize("method", ["reweight", "resample"])
def test_perfect_learner(method):
    easy = pd.DataFrame({"x": np.arange(20)})
    y = np.where(easy["x"] < 10, "a", "b")
    model = AdaBoost(method=method, random_state=0, n_estimators=40).fit(easy, y)
    assert model.errors_[-1] == 0 and "no error" in model.ended_
    assert np.isfinite(model.alphas_).all() and (model.predict(easy) == y).all()


def test_no_better_than_chance():
    X = np.zeros((10, 1))
    model = AdaBoost().fit(X, [0, 1] * 5)
    assert model.alphas_.tolist() == [1.0] and model.errors_ == pytest.approx([0.5])
    assert "chance" in model.ended_
    assert (model.predict(X) == 0).all()
    always_high = [[0] * 3 + [2] * 5 + [0] * 2]  # wrong on half of the days
    model = AdaBoost(samples=[FREQUENCIES[0], always_high[0]]).fit(BIKES.X, BIKES.y)
    assert len(model.trees_) == 1 and "chance" in model.ended_


def test_one_class():
    model = AdaBoost().fit(X, ["yes"] * 6)
    assert len(model.trees_) == 1
    assert (model.predict(X) == "yes").all() and (model.predict_proba(X) == 1).all()


def test_learner_without_weights():
    X, y, _ = numbers(4, 2, n=100)
    refused(AdaBoost(KNeighborsClassifier()), ["KNeighbors", "sample_weight", "resample"], X, y)
    model = AdaBoost(KNeighborsClassifier(), 5, method="resample", random_state=0).fit(X, y)
    assert model.score(X, y) > 0.8
    single = AdaBoost(KNeighborsClassifier(1), samples=[[1] + [0] * 99]).fit(X, y)
    assert set(single.predict(X)) == {y[0]}


# ------------------------------------------------------------------ wrong input


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_estimators": 0}, {"n_estimators": -1}, {"n_estimators": 2.5}, {"learning_rate": 0},
        {"learning_rate": -1}, {"learning_rate": float("nan")}, {"learning_rate": "x"},
        {"method": "foo"}, {"update": "foo"}, {"update": 3}, {"random_state": "x"},
        {"random_state": -1}, {"estimator": 3}, {"estimator": CART}, {"samples": [[1, 2]]},
        {"samples": []}, {"samples": [[1, -1, 1, 1, 1, 1]]}, {"samples": [[0.5] * 6]},
    ],
    ids=repr,
)  # fmt: skip
def test_parameters(wrong):
    message = refused(AdaBoost(**wrong), [*wrong, "must"], X, PLAY)
    assert "\n" not in message


def test_other_faults():
    refused(AdaBoost(RegressionTree()), ["classifier", "RegressionTree"], X, PLAY)
    refused(AdaBoost(CART(max_depth=-1)), ["max_depth of CART"], X, PLAY)
    refused(AdaBoost(samples=[[0] * 6]), ["no rows"], X, PLAY)
    refused(AdaBoost(), ["y", "continuous"], X, HOURS + 0.5)
    refused(AdaBoost(), ["zero"], X, PLAY, sample_weight=[0] * 6)
    refused(AdaBoost(), ["empty"], X[:0], PLAY[:0])
    refused(AdaBoost(ID3()), ["ID3", "missing"], X.assign(e=[None, *"aabbc"]), PLAY)
    model = AdaBoost(ID3()).fit(X, PLAY)
    one_sentence(
        ["ID3", "missing"], ValueError, model.predict, X.assign(wind=[None, *["weak"] * 5])
    )


def no_weights(weight, wrong, error, learning_rate, n_classes):
    return 1.0, weight * 0


def no_alpha(weight, wrong, error, learning_rate, n_classes):
    return np.inf, weight


@pytest.mark.parametrize("own", [no_weights, no_alpha])
def test_own_update_that_goes_wrong(own):
    refused(AdaBoost(update=own), [own.__name__, "6 weights"], X, PLAY)


def test_own_update():
    own = AdaBoost(STUMP, 1, update=geron_as_printed).fit(BIKES.X, BIKES.y)
    assert own.alphas_[0] == pytest.approx(4)


def test_a_fit_that_fails_changes_nothing():
    model = AdaBoost().fit(X, PLAY)
    before = dict(vars(model))
    refused(model, ["zero"], X[["hour"]], PLAY, sample_weight=[0] * 6)
    assert vars(model) == before and len(model.predict(X)) == 6
