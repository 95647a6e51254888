"""scikit-learn's models as dtlab trees: the same predictions, names and counts."""

import pickle

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers.refusals import one_sentence
from sklearn import ensemble, linear_model, tree
from sklearn.exceptions import NotFittedError

from dtlab import cost_complexity_path, plot_bootstrap, plot_stages, plot_votes, plot_weights
from dtlab.bridges.from_sklearn import float32_threshold, from_sklearn
from dtlab.tree.node import Node


def data(K=None, n=300, gap=0.0, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(2)  # 64-bit numbers that are not 32-bit ones
    y = X[:, 0] + np.where(X[:, 1] > 0, X[:, 3], -1) + rng.normal(size=n) * 0.5
    X[rng.random(X.shape) < gap] = np.nan
    if K is not None:
        y = np.array(["p", "q", "r"])[np.digitize(y, np.quantile(y, np.arange(1, K) / K))]
    return X, y, rng.integers(1, 5, n)


def new_rows(gap=0.0):
    X = np.random.default_rng(1).normal(size=(500, 4)).round(2)
    X[np.random.default_rng(2).random(X.shape) < gap] = np.nan
    return X


def assert_same(ours, theirs, X):
    if hasattr(theirs, "predict_proba"):
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-9)
        assert (ours.predict(X) == theirs.predict(X)).all()
    else:
        np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9, atol=1e-9)


# ------------------------------------------------------------------ single trees


@pytest.mark.parametrize("gap", [0.0, 0.2])
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("Tree", [tree.DecisionTreeClassifier, tree.ExtraTreeClassifier])
def test_a_classification_tree(Tree, K, gap):
    X, y, weight = data(K, gap=gap)
    model = Tree(max_depth=6, random_state=0).fit(X, y, sample_weight=weight)
    node = from_sklearn(model)
    assert isinstance(node, Node)
    assert node.n_leaves == model.get_n_leaves()
    assert node.depth == model.get_depth()
    assert node.n_rows == 300
    assert node.counts == pytest.approx({label: weight[y == label].sum() for label in set(y)})
    assert node.impurity == pytest.approx(model.tree_.impurity[0])
    inner = [v for v in node.walk() if not v.is_leaf]
    importance = sum(v.weight * v.score for v in inner) / node.weight
    expected = model.tree_.compute_feature_importances(normalize=False).sum()
    assert importance == pytest.approx(expected)
    for rows in (X, new_rows(gap)):
        frame = pd.DataFrame(rows, columns=["x0", "x1", "x2", "x3"])
        assert (node.predict(frame) == model.predict(rows)).all()
        ends = [node.path(row)[-1][0].probabilities for row in frame.iloc]
        shares = [[end[label] for label in model.classes_] for end in ends]
        np.testing.assert_allclose(shares, model.predict_proba(rows), atol=1e-9)
        assert np.array_equal(node.predict_proba(frame), shares)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error"])
def test_a_regression_tree(criterion):
    X, y, _ = data()
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    model = tree.DecisionTreeRegressor(criterion=criterion, max_depth=5, random_state=0)
    node = from_sklearn(model.fit(frame, y))
    assert {v.question.feature for v in node.walk() if v.question} <= {"a", "b", "c", "d"}
    rows = pd.DataFrame(new_rows(), columns=frame.columns)
    np.testing.assert_allclose(node.predict(rows).astype(float), model.predict(rows), atol=1e-9)
    if criterion == "squared_error":
        assert node.stats == pytest.approx((300, y.mean(), y.var()))
    else:
        assert np.isnan(node.stats[2])  # its impurity is no variance
    assert "≤" in str(node)
    assert node.rules()
    # without a variance too, what is stored equals the original
    assert Node.from_json(node.to_json()) == node == pickle.loads(pickle.dumps(node))
    assert str(node.explain(rows.iloc[0]))


def test_cost_complexity_of_a_tree_without_variances():
    X, y, _ = data()
    model = tree.DecisionTreeRegressor(criterion="absolute_error", max_depth=3).fit(X, y)
    with pytest.raises(ValueError, match="have no variances"):
        cost_complexity_path(from_sklearn(model))


def test_a_tree_of_one_leaf():
    model = tree.DecisionTreeClassifier().fit([[1], [2]], ["a", "a"])
    node = from_sklearn(model)
    assert node.is_leaf
    assert node.counts == {"a": 2}


def test_thresholds_are_those_of_32_bit_numbers():
    rng = np.random.default_rng(0)
    t = np.concatenate((rng.normal(size=2000), rng.normal(size=2000).astype(np.float32), [0.0]))
    moved = float32_threshold(t)
    x = t * (1 + rng.normal(size=len(t)) * 1e-7)
    assert ((x <= t) != (x.astype(np.float32) <= t)).sum() > 100  # it does matter
    for value in (x, t, moved, np.nextafter(moved, np.inf), np.nextafter(moved, -np.inf)):
        np.testing.assert_array_equal(value <= moved, value.astype(np.float32) <= t)
    assert np.abs(moved - t).max() < 1e-6


# ------------------------------------------------------------------ ensembles

SMALL = {"n_estimators": 12, "random_state": 0}
STUMP = tree.DecisionTreeClassifier(max_depth=1)
CLASSIFIERS = [
    ensemble.RandomForestClassifier(**SMALL),
    ensemble.ExtraTreesClassifier(max_depth=5, **SMALL),
    ensemble.BaggingClassifier(**SMALL),
    ensemble.BaggingClassifier(max_features=2, max_samples=4, **SMALL),  # samples lack classes
    ensemble.AdaBoostClassifier(**SMALL),
    ensemble.AdaBoostClassifier(tree.DecisionTreeClassifier(max_depth=3), **SMALL),
    ensemble.GradientBoostingClassifier(**SMALL),
    ensemble.GradientBoostingClassifier(init="zero", subsample=0.5, **SMALL),
    ensemble.GradientBoostingClassifier(init=STUMP, **SMALL),
    ensemble.HistGradientBoostingClassifier(max_iter=12),
]
REGRESSORS = [
    ensemble.RandomForestRegressor(**SMALL),
    ensemble.ExtraTreesRegressor(**SMALL),
    ensemble.BaggingRegressor(**SMALL),
    ensemble.BaggingRegressor(max_features=2, **SMALL),
    ensemble.AdaBoostRegressor(**SMALL),
    ensemble.GradientBoostingRegressor(**SMALL),
    ensemble.GradientBoostingRegressor(loss="huber", **SMALL),
    ensemble.GradientBoostingRegressor(init="zero", loss="absolute_error", **SMALL),
    ensemble.GradientBoostingRegressor(init=linear_model.LinearRegression(), **SMALL),
    ensemble.HistGradientBoostingRegressor(max_iter=12),
]


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("model", CLASSIFIERS, ids=repr)
def test_classifiers(model, K):
    X, y, weight = data(K)
    ours = from_sklearn(model.fit(X, y, sample_weight=weight))
    assert_same(ours, model, X)
    assert_same(ours, model, new_rows())
    assert ours.kind == type(model).__name__
    assert len(ours.trees_) == len(ours.weights_)
    assert all(isinstance(node, Node) for node in ours.trees_)
    boosted = "Gradient" in ours.kind
    assert ours.trees_[0].classes == (None if boosted else tuple(ours.classes_))
    assert_same(pickle.loads(pickle.dumps(ours)), model, new_rows())


@pytest.mark.parametrize("model", REGRESSORS, ids=repr)
def test_regressors(model):
    X, y, weight = data()
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    rows = pd.DataFrame(new_rows(), columns=frame.columns)
    ours = from_sklearn(model.fit(frame, y, sample_weight=weight))
    assert_same(ours, model, frame)
    assert_same(ours, model, rows)
    np.testing.assert_array_equal(ours.predict(rows[["d", "b", "a", "c"]]), ours.predict(rows))
    asked = {v.question.feature for node in ours.trees_ for v in node.walk() if v.question}
    assert asked <= {"a", "b", "c", "d"}
    with pytest.raises(AttributeError, match="predicts numbers"):
        ours.predict_proba(rows)


def test_exponential_loss():
    X, y, _ = data(2)
    model = ensemble.GradientBoostingClassifier(loss="exponential", **SMALL).fit(X, y)
    assert_same(from_sklearn(model), model, new_rows())


@pytest.mark.parametrize("loss", ["poisson", "gamma", "absolute_error"])
def test_links_of_hist_gradient_boosting(loss):
    X, y, _ = data()
    model = ensemble.HistGradientBoostingRegressor(loss=loss, max_iter=8).fit(X, np.exp(y))
    assert_same(from_sklearn(model), model, new_rows())


@pytest.mark.parametrize(
    "model",
    [
        ensemble.RandomForestClassifier(**SMALL),
        ensemble.HistGradientBoostingClassifier(max_iter=12),
    ],
    ids=repr,
)
def test_missing_values_take_the_same_way(model):
    X, y, _ = data(3, gap=0.2)
    ours = from_sklearn(model.fit(X, y))
    assert_same(ours, model, X)
    assert_same(ours, model, new_rows(0.3))


@pytest.mark.parametrize("K", [None, 2, 3])
@pytest.mark.parametrize("kind", ["GradientBoosting", "HistGradientBoosting"])
def test_stages_of_boosting(kind, K):
    X, y, _ = data(K)
    model = getattr(ensemble, kind + ("Regressor" if K is None else "Classifier"))()
    model.set_params(**{"max_iter" if "max_iter" in model.get_params() else "n_estimators": 7})
    said = list(from_sklearn(model.fit(X, y)).staged_predict(X))
    assert len(said) == 7
    for ours, theirs in zip(said, model.staged_predict(X), strict=True):
        same = np.allclose(ours, theirs, atol=1e-9) if K is None else (ours == theirs).all()
        assert same


def test_only_boosting_has_stages():
    X, y, _ = data(2)
    forest = from_sklearn(ensemble.RandomForestClassifier(3).fit(X, y))
    with pytest.raises(AttributeError, match="has no stages"):
        next(forest.staged_predict(X))


def test_importances_carry_over():
    X, y, _ = data(2)
    for model in (ensemble.RandomForestClassifier(5), ensemble.GradientBoostingClassifier()):
        ours = from_sklearn(model.fit(X, y)).feature_importances_
        assert np.array_equal(ours, model.feature_importances_)
    assert from_sklearn(ensemble.BaggingClassifier().fit(X, y)).feature_importances_ is None


def test_the_trees_of_a_forest_say_what_they_said():
    X, y, _ = data(3)
    model = ensemble.RandomForestClassifier(**SMALL).fit(X, y)
    frame = pd.DataFrame(new_rows(), columns=["x0", "x1", "x2", "x3"])
    for node, peer in zip(from_sklearn(model).trees_, model.estimators_, strict=True):
        codes = peer.predict(frame.to_numpy()).astype(int)
        assert (node.predict(frame) == model.classes_[codes]).all()


VOTING = [m for m in (*CLASSIFIERS, *REGRESSORS) if "Boost" not in type(m).__name__]
ADDING = [m for m in (*CLASSIFIERS, *REGRESSORS) if "Gradient" in type(m).__name__]


@pytest.mark.parametrize("model", VOTING, ids=repr)
def test_the_mean_of_the_trees_is_what_the_model_says(model):
    how = "predict_proba" if hasattr(model, "predict_proba") else "predict"
    X, y, weight = data(3 if how == "predict_proba" else None)
    trees = from_sklearn(model.fit(X, y, sample_weight=weight)).trees_
    frame = pd.DataFrame(new_rows(), columns=["x0", "x1", "x2", "x3"])
    answers = np.array([getattr(tree, how)(frame) for tree in trees], float)
    expected = getattr(model, how)(frame.to_numpy())
    np.testing.assert_allclose(answers.mean(axis=0), expected, atol=1e-9)


@pytest.mark.parametrize("model", ADDING, ids=repr)
def test_the_weighted_sum_of_the_trees_is_what_boosting_adds_to_its_start(model):
    how = "decision_function" if hasattr(model, "predict_proba") else "predict"
    X, y, weight = data(3 if how == "decision_function" else None)
    ours = from_sklearn(model.fit(X, y, sample_weight=weight))
    frame = pd.DataFrame(new_rows(), columns=["x0", "x1", "x2", "x3"])
    answers = np.array([tree.predict(frame) for tree in ours.trees_], float)
    said = getattr(model, how)(frame.to_numpy()).reshape(500, -1).T  # [K, n]
    added = (ours.weights_[:, None] * answers).reshape(-1, *said.shape).sum(axis=0)
    start = said - added
    if isinstance(getattr(model, "init_", None), linear_model.LinearRegression):
        start -= model.init_.predict(frame.to_numpy().astype(np.float32))
    if not isinstance(getattr(model, "init_", None), tree.DecisionTreeClassifier):
        np.testing.assert_allclose(start, start[:, :1].repeat(500, axis=1), atol=1e-6)
    else:  # the start is a stump's answer: at most two different ones
        assert len(np.unique(start.round(6), axis=1).T) == 2


@pytest.mark.parametrize("K", [2, 3])
def test_the_weighted_votes_of_the_trees_are_adaboosts(K):
    X, y, weight = data(K)
    model = ensemble.AdaBoostClassifier(**SMALL).fit(X, y, sample_weight=weight)
    ours = from_sklearn(model)
    frame = pd.DataFrame(new_rows(), columns=["x0", "x1", "x2", "x3"])
    answers = np.array([node.predict(frame) for node in ours.trees_])
    votes = [ours.weights_ @ (answers == label) for label in ours.classes_]
    assert (ours.classes_[np.argmax(votes, axis=0)] == model.predict(frame.to_numpy())).all()


def test_training_the_original_again_changes_nothing():
    X, y, _ = data(2)
    model = ensemble.RandomForestClassifier(**SMALL).fit(X, y)
    ours, before = from_sklearn(model), model.predict(X)
    model.fit(X, y[::-1])
    assert (ours.predict(X) == before).all()
    assert len(ours.trees_) == 12


@pytest.mark.parametrize("names", [list("abcd"), None])
@pytest.mark.parametrize("model", VOTING, ids=repr)
def test_a_vote_is_drawn(model, names):
    X, y, _ = data(3 if hasattr(model, "predict_proba") else None)
    X = X if names is None else pd.DataFrame(X, columns=names)
    row = X[0] if names is None else X.iloc[0]
    ours = from_sklearn(model.fit(X, y))
    ax = plot_votes(ours, row)
    assert "How 12 trees answer" in ax.description
    answer = model.predict(X[:1])[0]
    assert (f"{answer} " if isinstance(answer, str) else f"mean {answer:.4g}") in ax.description
    assert ours.score(X, y) == pytest.approx(model.score(X, y))
    plt.close("all")


def test_pictures_of_what_was_not_kept():
    X, y, _ = data(2)
    boosted = from_sklearn(ensemble.GradientBoostingClassifier(**SMALL).fit(X, y))
    ada = from_sklearn(ensemble.AdaBoostClassifier(**SMALL).fit(X, y))
    forest = ensemble.RandomForestClassifier(**SMALL).fit(X, y)
    one_sentence(["GradientBoostingClassifier", "does not keep"], ValueError, plot_stages, boosted)
    one_sentence(["AdaBoostClassifier"], ValueError, plot_weights, ada)
    one_sentence(["AdaBoostClassifier"], ValueError, plot_votes, ada, X[0])
    one_sentence(["estimators_samples_"], ValueError, plot_bootstrap, from_sklearn(forest))
    assert "12 trees" in plot_bootstrap(forest.estimators_samples_).description
    plt.close("all")


# ------------------------------------------------------------------ what cannot be read


def test_other_models_are_refused():
    one_sentence(["cannot read a LogisticRegression", "decision trees"], ValueError,
                 from_sklearn, linear_model.LogisticRegression())  # fmt: skip
    one_sentence(["cannot read a str"], ValueError, from_sklearn, "tree")


def test_an_unfitted_model():
    one_sentence(["not fitted"], NotFittedError, from_sklearn, tree.DecisionTreeClassifier())


def test_several_targets():
    X, y, _ = data()
    model = tree.DecisionTreeRegressor(max_depth=2).fit(X, np.column_stack((y, y)))
    one_sentence(["2 targets"], ValueError, from_sklearn, model)
    bagging = ensemble.BaggingRegressor(n_estimators=2).fit(X, np.column_stack((y, y)))
    one_sentence(["BaggingRegressor", "2 targets"], ValueError, from_sklearn, bagging)


def test_an_ensemble_of_something_else():
    X, y, _ = data(2)
    model = ensemble.BaggingClassifier(linear_model.LogisticRegression(), n_estimators=2)
    one_sentence(["holds a LogisticRegression"], ValueError, from_sklearn, model.fit(X, y))


def test_categories_of_hist_gradient_boosting():
    X, y, _ = data()
    X[:, 0] = np.abs(X[:, 0]).round()
    model = ensemble.HistGradientBoostingRegressor(categorical_features=[0], max_iter=2)
    one_sentence(["categorical features"], ValueError, from_sklearn, model.fit(X, y))


def test_the_wrong_columns():
    X, y, _ = data()
    ours = from_sklearn(ensemble.RandomForestRegressor(n_estimators=2).fit(X, y))
    one_sentence(["4 columns", "x0"], ValueError, ours.predict, X[:, :3])
