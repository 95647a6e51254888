"""Gradient boosting: Table 9, lecture 004's three trees, scikit-learn stage by stage."""

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import one_sentence, refused
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import make_friedman1
from sklearn.ensemble import GradientBoostingClassifier as PeerClassifier
from sklearn.ensemble import GradientBoostingRegressor as Peer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.utils.estimator_checks import check_estimator

from dtlab import CART, RegressionTree, load
from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier
from dtlab.ensembles.losses import absolute_error, log_loss, squared_error
from dtlab.ensembles.stages import Stage

MODELS = [GradientBoosting, GradientBoostingClassifier]
each_model = pytest.mark.parametrize("Model", MODELS)


def bikes(feature):
    """Table 9; its stumps split on the target, here openly a feature of another name."""
    frame = load("bike_temp_rentals").frame
    return pd.DataFrame({"RENTED": frame["RENTALS"], "TEMP": frame["TEMP"]})[[feature]], frame[
        "RENTALS"
    ]


def stumps(feature, **options):
    settings = {"n_estimators": 3, "max_depth": 1, "learning_rate": 1.0, **options}
    return GradientBoosting(**settings).fit(*bikes(feature))


def numbers(seed=0, n=300, F=4):
    """Features without ties, a number, and weights; scikit-learn keeps 32-bit features."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, F)).astype(np.float32).astype(float)
    y = X[:, 0] + np.where(X[:, 1] > 0, X[:, -1], -1) + rng.normal(size=n) * 0.5
    return X, y, rng.integers(512, 1536, n) / 1024


def classes(y, K):
    return np.array([f"c{k}" for k in np.digitize(y, np.quantile(y, np.arange(1, K) / K))])


def mixed(n=400, seed=0):
    """A table of every kind of column with gaps, a number and a class."""
    rng = np.random.default_rng(seed)
    number = rng.normal(size=n)
    X = pd.DataFrame(
        {
            "text": rng.choice(["a", "b", "c", "d"], n),
            "yes": rng.random(n) < 0.5,
            "number": np.where(rng.random(n) < 0.1, np.nan, number),
            "size": pd.Categorical(rng.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True),
        }
    )
    y = number + X["yes"] + 2 * (X["text"] == "b") + rng.normal(scale=0.2, size=n)
    X.loc[rng.random(n) < 0.1, "text"] = None
    return X, y.to_numpy(), np.where(y > y.median(), "high", "low")


def target(Model, y):
    return y if Model is GradientBoosting else classes(y, 3)


# ------------------------------------------------------------------ the lectures


def test_table_9_as_printed():
    """Lecture 000: columns M0, t − M0, the steps, M1, M2, M3."""
    stages = stumps("RENTED").history_
    t = bikes("RENTED")[1].to_numpy()
    assert len(stages) == 4
    np.testing.assert_allclose(stages[0].prediction, 1287.1)
    steps = [
        [-460.9] * 4 + [691.4] * 4 + [-460.9] * 2,
        [-167.2] * 2 + [71.6] * 7 + [-167.2],
        [-34.1] * 5 + [136.4] * 2 + [-34.1] * 3,
    ]
    for i, step in enumerate(steps, 1):
        np.testing.assert_allclose(stages[i].step, step, atol=0.05)
        np.testing.assert_allclose(stages[i].residuals, t - stages[i - 1].prediction)
        np.testing.assert_allclose(stages[i].prediction, stages[i - 1].prediction + stages[i].step)
    last = [624.9, 624.9, 863.7, 863.7, 2016.1, 2186.5, 2186.5, 2016.1, 863.7, 624.9]
    np.testing.assert_allclose(stages[3].prediction, last, atol=0.05)
    squares = [10 * stage.loss for stage in stages]
    expected = [3639888.9, 452995.8333333333, 333232.85714285716, 286749.681122449]
    np.testing.assert_allclose(squares, expected)


@pytest.mark.parametrize("bins", [256, None])
def test_honest_stumps_of_erratum_2(bins):
    model = stumps("TEMP", bins=bins)
    trees = [tree.tree_ for tree in model.trees_]
    found = [[t.question.value, *(child.prediction for child in t.children)] for t in trees]
    expected = [
        [9.5, -532.1, 228.04285714285714],
        [30.0, 195.91071428571428, -783.6428571428571],
        [15.0, -267.44642857142856, 178.29761904761904],
    ]
    np.testing.assert_allclose(found, expected)
    leaf_values = [stage.leaf_values[0] for stage in model.history_[1:]]
    np.testing.assert_allclose(leaf_values, np.array(expected)[:, 1:])


def test_shrinkage():
    """F-K163: the squared error after 20 stumps on TEMP."""
    X, y = bikes("TEMP")
    for rate, expected in ((0.1, 1257968.4469143506), (1.0, 23137.54180790079)):
        model = stumps("TEMP", n_estimators=20, learning_rate=rate)
        np.testing.assert_allclose(np.sum((y - model.predict(X)) ** 2), expected)


@pytest.mark.parametrize(
    "start", [{"init": "zero", "n_estimators": 3}, {"n_estimators": 3},
              {"init": RegressionTree(max_depth=2), "n_estimators": 2}], ids=str
)  # fmt: skip
def test_three_trees_of_lecture_4(start):
    """F-S035: at rate 1 it does not matter whether the start is a tree on y, the mean or zero."""
    data = load("gbrt_geron")
    model = GradientBoosting(max_depth=2, learning_rate=1.0, **start).fit(data.X, data.y)
    np.testing.assert_allclose(model.predict(pd.DataFrame({"x": [0.8]})), 0.750267810685574)
    squares = [100 * stage.loss for stage in model.history_]
    expected = [1.3303033484734628, 0.6143093718386408, 0.5038058938993282]
    np.testing.assert_allclose(squares[-3:], expected)


def test_with_shrinkage_the_start_matters():
    data = load("gbrt_geron")
    fits = [
        GradientBoosting(max_depth=2, n_estimators=3, init=init).fit(data.X, data.y).predict(data.X)
        for init in (None, "zero", RegressionTree(max_depth=2))
    ]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(fits[a] - fits[b]).max() > 0.01


# ------------------------------------------------------------------ scikit-learn, stage by stage


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "settings", [{}, {"max_depth": 1, "learning_rate": 1.0}, {"min_samples_leaf": 9}], ids=str
)
@pytest.mark.parametrize("bins", [None, 300])
def test_squared_error_as_scikit_learn(settings, weighted, bins):
    X, y, weight = numbers()
    weight = weight if weighted else None
    peer = Peer(n_estimators=15, random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoosting(n_estimators=15, bins=bins, **settings).fit(X, y, sample_weight=weight)
    stages = zip(ours.staged_predict(X), peer.staged_predict(X), strict=True)
    for mine, theirs in stages:
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)
    np.testing.assert_allclose(ours.predict(X), mine)
    if settings:  # in leaves of one row two features may cut the same rows off
        np.testing.assert_allclose(ours.feature_importances_, peer.feature_importances_, atol=1e-9)


class Start(ClassifierMixin, BaseEstimator):
    """Shares that differ from row to row."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        share = np.exp(0.3 * np.asarray(X, float)[:, : len(self.classes_)])
        return share / share.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("K", [2, 3])
def test_log_loss_as_scikit_learn(K, weighted):
    """Without weights residuals take few values at first, and two cuts may be as good: there both
    start from a model whose residuals all differ.
    """
    X, y, weight = numbers(1)
    y, weight = classes(y, K), weight if weighted else None
    init = None if weighted else Start()
    settings = {"n_estimators": 15, "min_samples_leaf": 5, "init": init}
    peer = PeerClassifier(random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoostingClassifier(bins=None, **settings).fit(X, y, sample_weight=weight)
    pairs = zip(ours.staged_predict_proba(X), peer.staged_predict_proba(X), strict=True)
    for mine, theirs in pairs:
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)
    assert (ours.predict(X) == peer.predict(X)).all()
    assert (list(ours.staged_predict(X))[-1] == peer.predict(X)).all()
    if K == 2:
        np.testing.assert_allclose(ours.decision_function(X), peer.decision_function(X), atol=1e-9)
    assert len(ours.trees_) == 15 * (1 if K == 2 else K)


def test_absolute_error_as_scikit_learn():
    """With such weights no leaf is cut exactly in half, where scikit-learn takes the lower value.

    Signs tie often: two cuts may explain the same, so only stumps are compared.
    """
    X, y, weight = numbers(2)
    settings = {"n_estimators": 12, "max_depth": 1, "loss": "absolute_error"}
    peer = Peer(random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoosting(bins=None, **settings).fit(X, y, sample_weight=weight)
    for mine, theirs in zip(ours.staged_predict(X), peer.staged_predict(X), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)


def test_leaves_of_absolute_error_are_medians():
    X, y, _ = numbers(3)
    model = GradientBoosting(loss=absolute_error, n_estimators=1, learning_rate=1.0).fit(X, y)
    values = model.trees_[0].predict(X)
    for value in np.unique(values):
        rest = (y - np.median(y))[values == value]
        np.testing.assert_allclose(value, np.median(rest))


def test_as_good_as_scikit_learn_on_new_rows():
    X, y, _ = numbers(4, n=4000, F=8)
    y = classes(y, 2)
    new, old = slice(0, 2000), slice(2000, 4000)
    areas = [
        roc_auc_score(y[new], model.fit(X[old], y[old]).predict_proba(X[new])[:, 1])
        for model in (GradientBoostingClassifier(), PeerClassifier(random_state=0))
    ]
    assert abs(areas[0] - areas[1]) < 0.005


# ------------------------------------------------------------------ properties


@each_model
def test_no_stages_is_the_constant_model(Model):
    X, y, weight = numbers()
    y = target(Model, y)
    model = Model(n_estimators=0).fit(X, y, sample_weight=weight)
    assert model.trees_ == []
    assert len(model.history_) == 1
    assert (model.feature_importances_ == 0).all()
    if Model is GradientBoosting:
        np.testing.assert_allclose(model.predict(X), np.average(y, weights=weight))
    else:
        shares = [weight[y == label].sum() / weight.sum() for label in model.classes_]
        np.testing.assert_allclose(model.predict_proba(X), np.tile(shares, (len(y), 1)))


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
def test_constant_target(loss):
    X, y, _ = numbers()
    model = GradientBoosting(loss=loss, n_estimators=5).fit(X, np.full(len(y), 0.1))
    assert all(tree.tree_.is_leaf for tree in model.trees_)
    assert (model.predict(X) == 0.1).all()  # a mean of tenths need not be a tenth


def test_one_class():
    X, _, _ = numbers()
    model = GradientBoostingClassifier().fit(X, ["p"] * len(X))
    assert (model.predict(X) == "p").all()
    assert (model.predict_proba(X) == 1).all()
    assert model.n_estimators_ == 0


@each_model
def test_whole_weights_are_repeated_rows(Model):
    X, y, _ = numbers(5)
    y, times = target(Model, y), np.random.default_rng(0).integers(0, 4, len(y))
    model = Model(n_estimators=5)
    weighted = clone(model).fit(X, y, sample_weight=times)
    repeated = clone(model).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    name = "predict" if Model is GradientBoosting else "predict_proba"
    np.testing.assert_allclose(getattr(weighted, name)(X), getattr(repeated, name)(X), atol=1e-9)


@each_model
def test_scaled_weights_change_nothing(Model):
    X, y, weight = numbers(6)
    y = target(Model, y)
    a = Model(n_estimators=5).fit(X, y, sample_weight=weight)
    b = Model(n_estimators=5).fit(X, y, sample_weight=1000 * weight)
    scores = (m.predict(X) if Model is GradientBoosting else m.predict_proba(X) for m in (a, b))
    np.testing.assert_allclose(*scores, atol=1e-9)
    assert a.trees_[0].flat.stats[0, 0] == pytest.approx(len(y))


@each_model
def test_importances_sum_to_one(Model):
    X, y, _ = numbers()
    model = Model(n_estimators=5).fit(X, target(Model, y))
    assert model.feature_importances_.sum() == pytest.approx(1)


@each_model
def test_the_training_loss_falls(Model):
    X, y, _ = numbers()
    losses = [stage.loss for stage in Model(n_estimators=20).fit(X, target(Model, y)).history_]
    assert (np.diff(losses) < 0).all()


@each_model
def test_history_agrees_with_the_model(Model):
    X, y, _ = mixed()
    y = target(Model, y)
    model = Model(n_estimators=4, subsample=0.7, random_state=0).fit(X, y)
    stages = list(model.history_)
    assert len(stages) == 5
    K = 1 if Model is GradientBoosting else 3
    assert [len(stage.trees) for stage in stages] == [0, K, K, K, K]
    last = model.history_[-1]
    assert isinstance(last, Stage)
    np.testing.assert_allclose(last.prediction, stages[-1].prediction)
    expected = model.predict(X) if K == 1 else model.decision_function(X)
    np.testing.assert_allclose(last.prediction, expected)
    assert [s.loss for s in model.history_[2:4]] == [stages[2].loss, stages[3].loss]
    with pytest.raises(IndexError, match="no 5"):
        model.history_[5]


# ------------------------------------------------------------------ subsampling, early stopping


def test_subsample_is_drawn_without_replacement():
    X, y, _ = numbers()
    model = GradientBoosting(n_estimators=6, subsample=0.5, random_state=1).fit(X, y)
    for tree in model.trees_:
        assert tree.tree_.n_rows == 150
        assert tree.tree_.weight == 150  # nobody counts twice
    roots = {tree.tree_.stats for tree in model.trees_}
    assert len(roots) == 6


@each_model
def test_random_state(Model):
    X, y, _ = numbers()
    y = target(Model, y)
    fits = [Model(n_estimators=5, subsample=0.5, random_state=s).fit(X, y) for s in (3, 3, 4)]
    first, same, other = (next(iter(m.history_[-1:])).prediction for m in fits)
    assert (first == same).all()
    assert (first != other).any()


@each_model
@pytest.mark.parametrize("subsample", [1.0, 0.6])
def test_early_stopping_stops_and_restores(Model, subsample):
    X, y, _ = numbers(7, n=400)
    y = y + np.random.default_rng(1).normal(size=400) * 2
    y = target(Model, y)
    model = Model(
        learning_rate=0.5, n_estimators=200, n_iter_no_change=5, subsample=subsample,
        validation_fraction=0.25, random_state=0,
    ).fit(X, y)  # fmt: skip
    scores = model.validation_score_
    assert len(scores) < 201  # the start and the stages that were grown
    assert model.n_estimators_ == len(scores) - 1 - 5
    assert scores[model.n_estimators_] == scores.min()
    K = 1 if Model is GradientBoosting else 3
    assert len(model.trees_) == K * model.n_estimators_
    assert model.trees_[0].tree_.n_rows == 300 * subsample


def test_early_stopping_splits_every_class():
    X, y, _ = numbers(8, n=200)
    y = np.where(y > np.quantile(y, 0.9), "rare", "common")
    model = GradientBoostingClassifier(n_iter_no_change=2, n_estimators=3, random_state=0)
    training = model.fit(X, y).history_._training
    assert training.y.shape == (1, 180)
    assert training.y.sum() == 18


def test_too_few_rows_to_hold_out():
    model = GradientBoosting(n_iter_no_change=3)
    one_sentence(["1 rows", "n_iter_no_change=None"], ValueError, model.fit, [[1.0]], [1.0])


# ------------------------------------------------------------------ tables as they are


@each_model
@pytest.mark.parametrize("bins", [None, 256, 16])
def test_mixed_columns(Model, bins):
    X, y, label = mixed()
    y = y if Model is GradientBoosting else label
    model = Model(n_estimators=60, bins=bins).fit(X, y)
    assert model.score(X, y) > 0.88
    asked = {n.question.feature for t in model.trees_ for n in t.tree_.walk() if n.question}
    assert {"text", "yes", "number"} <= asked
    rows = X.iloc[:3].assign(text=["new", None, "a"], number=[np.nan, 1, 2])
    assert len(model.predict(rows)) == 3
    for boosted in model.trees_[:5]:
        np.testing.assert_allclose(boosted.predict(X), boosted.tree_.predict(X).astype(float))
        assert str(boosted.explain(X.iloc[0]))


@pytest.mark.parametrize("min_samples_leaf", [1, 7])
@pytest.mark.parametrize("gap", [0.0, 0.2])
def test_bins_give_the_same_as_every_threshold(gap, min_samples_leaf):
    """As long as there are enough bins: the search by tables and the engine's own are twins."""
    X, y, weight = numbers(9, n=250)
    X = X.round(1)
    X[np.random.default_rng(0).random(X.shape) < gap] = np.nan
    settings = {"n_estimators": 8, "max_depth": 4, "min_samples_leaf": min_samples_leaf}
    for w in (None, weight):
        exact, fast = (
            GradientBoosting(bins=bins, **settings).fit(X, y, sample_weight=w)
            for bins in (None, 256)
        )
        for a, b in zip(exact.trees_, fast.trees_, strict=True):
            assert [n.question for n in a.tree_.walk()] == [n.question for n in b.tree_.walk()]
        np.testing.assert_allclose(exact.predict(X), fast.predict(X), atol=1e-9)


@pytest.mark.parametrize("bins", [2, 10, 64])
def test_few_bins(bins):
    X, y, _ = numbers(10, n=2000)
    model = GradientBoosting(bins=bins, n_estimators=5, max_depth=5).fit(X, y)
    table = model.table_
    assert (table.sizes == bins).all()
    counts = [np.bincount(codes) for codes in table.codes]
    assert max(map(max, counts)) <= 2000 / bins + 1
    for f in range(4):  # an edge parts the rows of its bin from those of the next
        np.testing.assert_array_equal(table.codes[f], np.searchsorted(table.numbers[f], X[:, f]))
    asked = [n.question for t in model.trees_ for n in t.tree_.walk() if n.question]
    assert all(q.value in table.numbers[int(q.feature[1:])] for q in asked)


# ------------------------------------------------------------------ scikit-learn's ways


@each_model
def test_check_estimator(Model):
    check_estimator(Model(n_estimators=10), on_skip=None)


def test_grid_search():
    X, y = make_friedman1(200, random_state=0)
    grid = {"learning_rate": [0.1, 0.5], "max_depth": [1, 2]}
    search = GridSearchCV(GradientBoosting(n_estimators=20), grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.5


def test_a_classifier_to_start_from():
    X, y, _ = numbers(11)
    y = classes(y, 3)
    start = CART(max_depth=2)
    model = GradientBoostingClassifier(init=start, n_estimators=0).fit(X, y)
    np.testing.assert_allclose(
        model.predict_proba(X), clone(start).fit(X, y).predict_proba(X), atol=1e-9
    )
    assert model.set_params(n_estimators=20).fit(X, y).score(X, y) > start.fit(X, y).score(X, y)


# ------------------------------------------------------------------ wrong input


@each_model
@pytest.mark.parametrize(
    "name, value, says",
    [
        ("learning_rate", 0, "above 0"),
        ("learning_rate", -0.1, "above 0"),
        ("n_estimators", -1, "from 0 up"),
        ("n_estimators", 2.5, "whole number"),
        ("subsample", 0, "at most 1"),
        ("subsample", 1.5, "at most 1"),
        ("max_depth", -1, "from 0 up"),
        ("bins", 1, "from 2 up"),
        ("n_iter_no_change", 0, "from 1 up"),
        ("validation_fraction", 1.0, "between 0 and 1"),
        ("tol", -1, "from 0 up"),
        ("loss", "hinge", "must be"),
        ("loss", ["log_loss"], "must be"),
        ("init", 3, "estimator with fit"),
        ("init", CART, "estimator with fit"),
        ("random_state", "x", "whole number"),
        ("random_state", -1, "whole number"),
    ],
)
def test_bad_parameters(Model, name, value, says):
    X, y, _ = numbers(n=20)
    refused(Model(**{name: value}), [name, says, repr(value)], X, target(Model, y))


@each_model
def test_a_fit_that_fails_changes_nothing(Model):
    X, y, _ = numbers(n=20)
    X, y = pd.DataFrame(X).add_prefix("x"), target(Model, y)
    wrong = X.assign(more="text", other=[*"a" * 19, 1])
    refused(Model(), ["'other'", "mixes"], wrong, y)
    refused(Model(n_estimators=2).fit(X, y), ["'other'", "mixes"], wrong, y)


@pytest.mark.parametrize("weight", [None, np.arange(20)])
def test_a_start_without_weights(weight):
    X, y, _ = numbers(n=20)
    model = GradientBoosting(init=KNeighborsRegressor(), n_estimators=2)
    if weight is None:
        assert model.fit(X, y).score(X, y) > 0
    else:
        refused(model, ["init", "KNeighborsRegressor", "sample_weight"], X, y, sample_weight=weight)


def test_losses_by_name():
    X, y, _ = numbers(n=60)
    pairs = [(squared_error, "squared_error"), (absolute_error, "absolute_error")]
    for function, name in pairs:
        a, b = (GradientBoosting(loss=x, n_estimators=3).fit(X, y) for x in (function, name))
        assert (a.predict(X) == b.predict(X)).all()
    one_sentence(["absolute_error or squared_error"], ValueError,
                 GradientBoosting(loss=log_loss).fit, X, y)  # fmt: skip
