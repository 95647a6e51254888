"""Gradient boosting: properties, tables as they are, scikit-learn's ways, wrong input."""

import numpy as np
import pandas as pd
import pytest
from helpers.boosting_data import classes, each_model, mixed, numbers, target
from helpers.refusals import refused
from sklearn.base import clone
from sklearn.datasets import make_friedman1
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsRegressor
from sklearn.utils.estimator_checks import check_estimator

from dtlab import CART
from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier
from dtlab.ensembles.stages import Stage

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
    table = model._table
    assert (table.sizes == bins).all()
    counts = [np.bincount(codes) for codes in table.codes]
    assert max(map(max, counts)) <= 2000 / bins + 1
    for f in range(4):  # an edge separates the rows of its bin from those of the next
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
