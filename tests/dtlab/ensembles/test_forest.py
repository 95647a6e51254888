"""RandomForest and RegressionForest: against scikit-learn, one tree, and their own trees."""

import pickle

import numpy as np
import pandas as pd
import pytest
from helpers.forest_data import mixed, numbers, same_flats
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import r2_score, roc_auc_score
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from dtlab import CART, RegressionTree, entropy, gini
from dtlab.ensembles import forest_batch as batch
from dtlab.ensembles.forest import RandomForest, RegressionForest

WEIGHTS = "a weight changes the chance of a row to be drawn, and so the draws that follow"
EXPECTED = {"check_sample_weight_equivalence_on_dense_data": WEIGHTS}  # scikit-learn's own, too

both = pytest.mark.parametrize("Model", [RandomForest, RegressionForest])


def target_of(Model, y, classes):
    return classes if Model is RandomForest else y


@parametrize_with_checks(
    [RandomForest(n_estimators=5), RegressionForest(n_estimators=5)],
    expected_failed_checks=lambda _: EXPECTED,
)
def test_follows_scikit_learn(estimator, check):
    check(estimator)


# ------------------------------------------------------------------ against others


@pytest.mark.parametrize("read", [numbers, mixed])
@pytest.mark.parametrize("limits", [{}, {"max_depth": 3}, {"min_samples_leaf": 7}], ids=str)
def test_one_tree_of_all_rows_and_features_is_cart(read, limits):
    X, y, classes = read(1)
    options = {"n_estimators": 1, "bootstrap": False, "max_features": "all", **limits}
    assert RandomForest(**options).fit(X, classes).trees_[0].tree_ == (
        CART(**limits).fit(X, classes).tree_
    )
    ours, alone = RegressionForest(**options).fit(X, y), RegressionTree(**limits).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), alone.predict(X))
    assert ours.trees_[0].tree_.n_nodes == alone.tree_.n_nodes


@pytest.mark.parametrize("impurity", [gini, entropy])
def test_auc_is_that_of_scikit_learn(impurity):
    """Over five seeds the mean AUC lies within 0.01."""
    X, _, y = numbers(0, n=1200)
    new, _, truth = numbers(99, n=3000)
    name = impurity.__name__
    theirs = [RandomForestClassifier(60, criterion=name, random_state=s) for s in range(5)]
    ours = [RandomForest(60, impurity=impurity, random_state=s) for s in range(5)]
    scores = [
        [roc_auc_score(truth == "yes", m.fit(X, y).predict_proba(new)[:, 1]) for m in models]
        for models in (ours, theirs)
    ]
    assert np.mean(scores[0]) == pytest.approx(np.mean(scores[1]), abs=0.01)
    assert min(scores[0]) > 0.8


def test_r2_is_that_of_scikit_learn():
    """Over four seeds the mean R² lies within 0.02."""
    X, y, _ = numbers(0, n=1000)
    new, truth, _ = numbers(99, n=3000)
    theirs = [RandomForestRegressor(50, max_features=2, random_state=s) for s in range(4)]
    ours = [RegressionForest(50, random_state=s) for s in range(4)]
    scores = [[m.fit(X, y).score(new, truth) for m in models] for models in (ours, theirs)]
    assert np.mean(scores[0]) == pytest.approx(np.mean(scores[1]), abs=0.02)


# ------------------------------------------------------------------ from its own trees


@pytest.mark.parametrize("read", [numbers, mixed])
def test_votes_are_those_of_the_trees(read):
    X, y, classes = read(2)
    new = read(3)[0]
    average = RandomForest(12, random_state=0).fit(X, classes)
    each = np.array([tree.predict_proba(new) for tree in average.trees_])
    np.testing.assert_allclose(average.predict_proba(new), each.mean(axis=0))
    majority = RandomForest(12, vote="majority", random_state=0).fit(X, classes)
    votes = np.array([tree.predict(new) for tree in majority.trees_])
    shares = np.column_stack([(votes == c).mean(axis=0) for c in majority.classes_])
    np.testing.assert_allclose(majority.predict_proba(new), shares)
    assert (majority.predict(new) == majority.classes_[shares.argmax(axis=1)]).all()
    mean = RegressionForest(12, random_state=0).fit(X, y)
    each = np.array([tree.predict(new) for tree in mean.trees_])
    np.testing.assert_allclose(mean.predict(new), each.mean(axis=0))


def test_the_node_of_a_tree_predicts_as_its_arrays():
    X, _, classes = mixed(4)
    forest = RandomForest(3, random_state=0).fit(X, classes)
    for tree in forest.trees_:
        assert (tree.tree_.predict(X) == tree.predict(X)).all()
        assert tree.tree_.n_rows == len(X)
        assert "gain" in tree.candidates()


@both
def test_out_of_bag_by_hand(Model):
    X, y, classes = mixed(5, n=60)
    y = target_of(Model, y, classes)
    forest = Model(8, random_state=0).fit(X, y)
    answers = [[] for _ in range(len(X))]
    for step in forest.history_:
        assert not set(step.rows) & set(step.out_of_bag)
        assert set(step.rows) | set(step.out_of_bag) == set(range(len(X)))
        ask = step.model.predict if Model is RegressionForest else step.model.predict_proba
        for row, answer in zip(step.out_of_bag, ask(X.iloc[step.out_of_bag]), strict=True):
            answers[row].append(answer)
    known = [i for i, said in enumerate(answers) if said]
    by_hand = np.array([np.mean(answers[i], axis=0) for i in known])
    if Model is RegressionForest:
        np.testing.assert_allclose(forest.oob_prediction_[known], by_hand)
        assert forest.oob_score_ == pytest.approx(r2_score(y[known], by_hand))
    else:
        np.testing.assert_allclose(forest.oob_decision_function_[known], by_hand)
        right = forest.classes_[by_hand.argmax(axis=1)] == y[known]
        assert forest.oob_score_ == pytest.approx(right.mean())


def test_history_and_samples():
    X, _, classes = mixed(6)
    forest = RandomForest(4, subspace="tree", max_features=2, random_state=0).fit(X, classes)
    assert len(forest.history_) == len(forest.trees_) == 4
    step = forest.history_[-1]
    assert step.number == 3 and len(step.rows) == len(X) and len(step.features) == 2
    assert step.tree == forest.trees_[3].tree_
    assert repr(step).startswith("<tree 3: 200 rows drawn")
    with pytest.raises(IndexError, match="has 4 trees"):
        forest.trees_[4]


# ------------------------------------------------------------------ chance


@both
def test_same_seed_same_forest_whatever_the_processes(Model):
    X, y, classes = mixed(7)
    y = target_of(Model, y, classes)
    one, two = (Model(70, random_state=3, n_jobs=n).fit(X, y) for n in (1, 2))
    assert same_flats(one, two)
    assert not same_flats(one, Model(70, random_state=4).fit(X, y))
    rng, other = np.random.default_rng(3), np.random.default_rng(3)
    assert same_flats(Model(5, random_state=rng).fit(X, y), Model(5, random_state=other).fit(X, y))


@pytest.mark.parametrize("options", [{}, {"thresholds": 3}, {"subspace": "tree"}], ids=str)
@pytest.mark.parametrize("read", [numbers, mixed])
def test_same_forest_whatever_the_batches(monkeypatch, options, read):
    X, _, classes = read(8, n=150)
    forests = []
    for entries in (150, 450, 10**6):
        monkeypatch.setattr(batch, "ENTRIES", entries)
        forests.append(RandomForest(7, random_state=1, **options).fit(X, classes))
    assert same_flats(forests[0], forests[1]) and same_flats(forests[0], forests[2])


def test_regression_in_batches(monkeypatch):
    """Sums of other trees' rows change the last digits of a score, not the trees."""
    X, y, _ = mixed(8)
    one = RegressionForest(7, random_state=1).fit(X, y).predict(X)
    monkeypatch.setattr(batch, "ENTRIES", 1)
    np.testing.assert_allclose(RegressionForest(7, random_state=1).fit(X, y).predict(X), one)


def test_more_trees_keep_the_first():
    X, _, classes = numbers(9)
    few, many = (RandomForest(n, random_state=0).fit(X, classes) for n in (3, 9))
    assert [t.tree_ for t in few.trees_] == [t.tree_ for t in many.trees_[:3]]


def test_features_of_a_tree():
    X, _, classes = mixed(10)
    forest = RandomForest(20, subspace="tree", max_features=2, random_state=0).fit(X, classes)
    for tree, allowed in zip(forest.trees_, forest.features_, strict=True):
        asked = {node.question.feature for node in tree.tree_.walk() if not node.is_leaf}
        assert asked <= set(allowed) and len(allowed) == 2
    assert len(set(forest.features_)) > 3
    per_node = RandomForest(3, max_features=2, random_state=0).fit(X, classes)
    asked = {v.question.feature for v in per_node.trees_[0].tree_.walk() if not v.is_leaf}
    assert len(asked) > 2 and per_node.features_[0] == tuple(X.columns)


@pytest.mark.parametrize("bootstrap", [True, False])
def test_subsampling(bootstrap):
    X, _, classes = numbers(11, n=100)
    forest = RandomForest(5, bootstrap=bootstrap, subsampling_rate=0.4, random_state=0)
    forest.fit(X, classes)
    for rows in forest.samples_:
        assert len(rows) == 40
        assert (len(set(rows)) == 40) == (not bootstrap)
    assert forest.trees_[0].tree_.n_rows == 40
    assert 0 < forest.oob_score_ <= 1


@both
def test_weights(Model):
    X, y, classes = numbers(12)
    y = target_of(Model, y, classes)
    rng = np.random.default_rng(0)
    weight = rng.integers(0, 3, len(y)).astype(float)
    weight[7] = 60.0
    forest = Model(30, random_state=0).fit(X, y, sample_weight=weight)
    counts = sum(pd.Series(forest._index[rows]).value_counts() for rows in forest.samples_[:1])
    assert not set(counts.index) & set(np.flatnonzero(weight == 0))
    assert counts.idxmax() == 7
    options = {"n_estimators": 1, "bootstrap": False, "max_features": None}
    alone = (CART if Model is RandomForest else RegressionTree)().fit(X, y, sample_weight=weight)
    forest = Model(**options).fit(X, y, sample_weight=weight)
    assert forest.trees_[0].tree_.n_nodes == alone.tree_.n_nodes
    assert (forest.predict(X) == alone.predict(X)).all()


# ------------------------------------------------------------------ as an estimator


@both
def test_pickle_clone_and_cross_validation(Model):
    X, y, classes = mixed(13)
    y = target_of(Model, y, classes)
    forest = Model(6, random_state=0).fit(X, y)
    forest.trees_[0].tree_.text()
    copy = pickle.loads(pickle.dumps(forest))
    assert (copy.predict(X) == forest.predict(X)).all()
    assert copy.trees_[5].tree_ == forest.trees_[5].tree_
    assert clone(forest).get_params() == forest.get_params()
    assert cross_val_score(forest, X, y, cv=3).mean() > 0.3


def test_values_never_seen():
    X, _, classes = mixed(14)
    forest = RandomForest(10, random_state=0).fit(X, classes)
    new = X.head(4).assign(colour="pink", size=np.nan)
    shares = forest.predict_proba(new)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
