"""Models used in the wrong order or on the wrong columns; and a failed fit leaves no trace."""

import json

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import HOURS, MODELS, NAN, PLAY, X, each_model, one_sentence, target
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from dtlab import CART, ID3, Node, RegressionTree


@each_model
def test_predict_before_fit(Model):
    model, y = Model(), target(Model)
    says = [Model.__name__, "not fitted yet", "Call 'fit'"]
    one_sentence(says, NotFittedError, model.predict, X)
    one_sentence(says, NotFittedError, model.score, X, y)
    one_sentence(says, NotFittedError, model.explain, X.iloc[0])
    for method in (model.candidates, model.get_depth, model.get_n_leaves):
        one_sentence(says, NotFittedError, method)
    for name in ("tree_", "history_"):
        one_sentence(says, NotFittedError, getattr, model, name)
    if Model is not RegressionTree:
        one_sentence(says, NotFittedError, model.predict_proba, X)


@each_model
def test_other_columns_when_predicting(Model):
    predict = Model().fit(X, target(Model)).predict
    says = "feature names should match"
    one_sentence([says, "missing", "dry"], ValueError, predict, X[["wind", "hour"]])
    one_sentence([says, "unseen", "rain"], ValueError, predict, X.assign(rain=1))
    one_sentence([says, "same order"], ValueError, predict, X[["hour", "dry", "wind"]])
    one_sentence([says, "Hour", "hour"], ValueError, predict, X.rename(columns={"hour": "Hour"}))
    one_sentence(["2-dimensional", "DataFrame"], ValueError, predict, X.iloc[0])
    numbers = np.array([[1, 2], [2, 1], [3, 3], [4, 4], [5, 0], [6, 0]])
    predict = Model().fit(numbers, target(Model)).predict
    one_sentence(["3 features", "expecting 2"], ValueError, predict, np.ones((2, 3)))


@pytest.mark.parametrize("Model", [Model for Model in MODELS if Model is not ID3])
def test_text_where_numbers_were(Model):
    predict = Model().fit(X, target(Model)).predict
    later = X.assign(hour=[1, "noon", 2, 3, 4, 5])
    one_sentence(["'hour'", "numeric in training", "text"], ValueError, predict, later)


# ------------------------------------------------------------------ a failed fit


def bad_fits(Model):
    """Arguments that `fit` refuses at different points on its way."""
    y = target(Model)
    return {
        "length": (X, y[:4]),
        "target": (X.assign(**{y.name: y}), y),
        "mixed": (X.assign(wind=[1, "a", 2, 3, 3, 3]), y),
        "missing class": (X, y.where(X.index > 0)),
        "weights": (X, y, [0] * 6),
        "other columns": (pd.DataFrame({"sun": [1, 2, 3, 4, 5, np.inf]}), y),
    }


@each_model
@pytest.mark.parametrize("fault", bad_fits(CART))
def test_a_failed_fit_leaves_no_trace(Model, fault):
    model = Model()
    with pytest.raises(ValueError):
        model.fit(*bad_fits(Model)[fault])
    assert vars(model) == vars(clone(model))
    one_sentence(["not fitted yet"], NotFittedError, model.predict, X)


@each_model
@pytest.mark.parametrize(
    "fault",
    [
        "length",
        "mixed",
        "missing class",
        "weights",
        pytest.param("target"),
        pytest.param("other columns"),
    ],
)
def test_a_failed_fit_leaves_the_earlier_one(Model, fault):
    model = Model().fit(X, target(Model))
    tree, expected = model.tree_, model.predict(X)
    with pytest.raises(ValueError):
        model.fit(*bad_fits(Model)[fault])
    assert model.tree_ == tree
    assert list(model.feature_names_in_) == list(X.columns)
    np.testing.assert_array_equal(model.predict(X), expected)


def test_an_interrupted_fit_leaves_the_earlier_one():
    def interrupts(counts):
        raise KeyboardInterrupt

    model = CART().fit(X, PLAY)
    expected = vars(model).copy()
    with pytest.raises(KeyboardInterrupt):
        model.set_params(impurity=interrupts).fit(X.assign(extra=1), PLAY)
    assert vars(model) == expected | {"impurity": interrupts}


def test_a_failing_impurity_leaves_the_earlier_fit():
    def gives_up(counts):
        return NAN

    model = CART().fit(X, PLAY)
    expected = model.predict(X)
    model.set_params(impurity=gives_up)
    with pytest.raises(ValueError, match="gives_up"):
        model.fit(X[["dry"]], PLAY)
    np.testing.assert_array_equal(model.predict(X), expected)


@each_model
def test_the_users_objects_stay_as_they_were(Model):
    y, weight = target(Model).copy(), np.array([1.0, 2, 1, 0, 1, 3])
    frame, categorical = X.copy(), ["hour"]
    model = Model(categorical=categorical).fit(frame, y, sample_weight=weight)
    model.predict(frame)
    model.candidates()
    pd.testing.assert_frame_equal(frame, X)
    pd.testing.assert_series_equal(y, target(Model))
    assert weight.tolist() == [1, 2, 1, 0, 1, 3]
    assert model.categorical is categorical
    assert categorical == ["hour"]


@pytest.mark.parametrize(
    "Model",
    [
        *MODELS[:-1],
        pytest.param(RegressionTree),
    ],
)
def test_training_data_changed_later_changes_nothing(Model):
    x, y = np.array(X[["hour"]], float), np.array(target(Model))
    model = Model().fit(x, y)
    expected, table = model.predict(x), model.candidates()
    fresh = x.copy()
    x[:], y[:] = 0, y[0]
    np.testing.assert_array_equal(model.predict(fresh), expected)
    pd.testing.assert_frame_equal(model.candidates(), table)


# ------------------------------------------------------------------ answers and stored trees


def test_wrong_answers_to_candidates():
    model = ID3().fit(X[["wind", "dry"]], PLAY)
    feature = model.tree_.question.feature
    labels = [model.tree_.question.label(i) for i in range(2)]
    one_sentence([repr(feature), "'gale'", *labels], ValueError, model.candidates, "gale")
    stump = CART(max_depth=0).fit(X, PLAY)
    one_sentence(["leaf", "'weak'"], ValueError, stump.candidates, "weak")


@pytest.mark.parametrize("Model, y", [(CART, PLAY), (RegressionTree, HOURS)])
def test_damaged_json(Model, y):
    text = Model().fit(X, y).tree_.to_json()
    one_sentence(["not a tree in JSON"], ValueError, Node.from_json, text[: len(text) // 2])
    one_sentence(["not a tree in JSON"], ValueError, Node.from_json, text.replace(":", ";"))
    data = json.loads(text)
    for record, key in ((data, "format"), (data, "nodes"), (data["nodes"][0], "prediction")):
        kept = record.pop(key)
        one_sentence(["tree", key], ValueError, Node.from_json, json.dumps(data))
        record[key] = kept
    data["nodes"].pop()
    one_sentence(["node", "child"], ValueError, Node.from_json, json.dumps(data))
