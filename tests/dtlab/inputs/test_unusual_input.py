"""Unusual but legitimate input: tiny, constant, missing, never seen, wide, long, of every type."""

import time

import numpy as np
import pandas as pd
import pytest

from dtlab import C45, CART, CHAID, ID3, RegressionTree

CLASSIFIERS = [ID3, C45, CART, CHAID]
MODELS = [*CLASSIFIERS, RegressionTree]

each_model = pytest.mark.parametrize("Model", MODELS)


def classes_or_numbers(Model, classes):
    """The classes themselves, or for a regression tree their numbers."""
    return pd.factorize(np.asarray(classes), sort=True)[0] if Model is RegressionTree else classes


# ------------------------------------------------------------------ one leaf


@each_model
@pytest.mark.parametrize(
    "X, classes",
    [
        (pd.DataFrame({"a": ["x"], "b": [1], "c": [True]}), ["p"]),
        (pd.DataFrame({"a": list("xyxy"), "b": [1, 2, 3, 4]}), list("pppp")),
        (pd.DataFrame({"a": list("xxxx"), "b": [1] * 4, "c": [True] * 4}), list("ppqp")),
        (np.ones((4, 2)), list("ppqp")),
    ],
    ids=["one row", "one class", "constant columns", "constant array"],
)
def test_one_leaf(Model, X, classes):
    y = classes_or_numbers(Model, classes)
    options = {"stop_at_zero_gain": True} if Model is ID3 else {}  # a constant column gains nothing
    model = Model(**options).fit(X, y)
    assert model.tree_.is_leaf
    assert model.tree_.n_rows == len(y)
    expected = np.mean(y) if Model is RegressionTree else "p"
    assert (model.predict(X) == expected).all()
    assert len(model.history_) == 0
    assert model.explain(pd.DataFrame(X).iloc[0]).prediction == expected
    if Model is not RegressionTree:
        shares = model.predict_proba(X)
        assert shares.shape == (len(y), len(set(classes)))
        np.testing.assert_allclose(shares[:, 0], np.mean(np.array(classes) == "p"))


@each_model
def test_zero_weights_leave_one_class(Model):
    X, y = pd.DataFrame({"a": list("xyxy")}), classes_or_numbers(Model, list("pqpq"))
    model = Model().fit(X, y, sample_weight=[1, 0, 2, 0])
    assert model.tree_.is_leaf
    assert (model.predict(X) == y[0]).all()


# ------------------------------------------------------------------ missing and unseen values


@pytest.mark.parametrize("Model", [C45, CART, CHAID, RegressionTree])
def test_a_column_without_a_value(Model):
    X = pd.DataFrame(
        {
            "text": pd.Series([None] * 40, dtype=object),
            "number": [np.nan] * 40,
            "useful": [1, 2, 3, 4] * 10,
        }
    )
    y = classes_or_numbers(Model, list("ppqq") * 10)
    model = Model().fit(X, y)
    assert {node.question.feature for node in model.tree_.walk() if node.question} == {"useful"}
    assert (model.predict(X) == y).all()
    assert set(model.candidates()["feature"]) == {"useful"}
    assert Model().fit(X[["text", "number"]], y).tree_.is_leaf


@pytest.mark.parametrize("Model", [C45, CART, CHAID])
def test_missing_values_may_be_what_matters(Model):
    X = pd.DataFrame({"t": ["a"] * 60 + ["b"] * 60 + [None] * 60})
    y = np.repeat(["p", "q", "r"], 60)
    model = Model().fit(X, y)
    if Model is CHAID:  # the missing values are a category of their own
        assert model.tree_.n_leaves == 3
        assert (model.predict(X) == y).all()
        assert (model.tree_.predict(X) == y).all()
        assert len(model.candidates()) == 3
    else:
        assert (model.predict(X)[:120] == y[:120]).all()


@pytest.mark.parametrize("Model", [ID3, CART, CHAID])
def test_a_value_never_seen_stops_where_it_is_asked(Model):
    X = pd.DataFrame({"a": ["x"] * 60 + ["y"] * 40, "b": ["s", "t"] * 50})
    y = np.array(["p"] * 60 + ["q", "r"] * 20)
    model = Model().fit(X, y)
    assert model.tree_.question.feature == "a"
    rows = pd.DataFrame({"a": ["new", "y"], "b": ["s", "new"]})
    inner = model.tree_.children[model.tree_.question.branch["y"]]
    assert inner.question.feature == "b"
    stops = [model.tree_, inner]
    shares = [[node.probabilities.get(label, 0) for label in "pqr"] for node in stops]
    assert model.predict(rows).tolist() == [node.prediction for node in stops]
    assert model.tree_.predict(rows).tolist() == [node.prediction for node in stops]
    np.testing.assert_allclose(model.predict_proba(rows), shares)
    assert "no branch" in str(model.explain(rows.iloc[0]))


def test_a_value_never_seen_goes_down_every_branch_of_c45():
    X = pd.DataFrame({"a": ["x"] * 60 + ["y"] * 40, "b": ["s", "t"] * 50})
    y = np.array(["p"] * 60 + ["q", "r"] * 20)
    model = C45().fit(X, y)
    assert model.tree_.n_leaves == 3
    rows = pd.DataFrame({"a": ["new", "y", None, "new"], "b": ["s", "new", None, None]})
    expected = [[0.6, 0.4, 0], [0, 0.5, 0.5], [0.6, 0.2, 0.2], [0.6, 0.2, 0.2]]
    np.testing.assert_allclose(model.predict_proba(rows), expected)
    assert model.predict(rows).tolist() == ["p", "q", "p", "p"]


def test_c45_explains_what_it_predicts_where_answers_are_unknown():
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"a": rng.choice(list("xyz"), 200), "n": rng.normal(size=200)})
    X["b"] = rng.choice(list("stu"), 200)
    y = np.where((X["a"] == "x") & (X["n"] > 0) | (X["b"] == "s") & (X["n"] < 0.5), "p", "q")
    model = C45().fit(X, y)
    X.loc[::2, "a"], X.loc[::3, "n"], X.loc[::5, "b"] = None, np.nan, "new"
    predicted, shares = model.predict(X), model.predict_proba(X)
    assert (predicted != model.tree_.predict(X)).any()
    for i in range(len(X)):
        explanation = model.explain(X.iloc[i])
        assert explanation.prediction == predicted[i]
        assert list(explanation.node.probabilities.values()) == pytest.approx(shares[i])
    short = {"b": "new", "a": "x", "n": 1.0, "unused": 3}
    assert model.explain(short).prediction == model.predict(pd.DataFrame([short])[X.columns])[0]


def test_a_value_never_seen_gets_the_mean_of_its_node():
    X = pd.DataFrame({"a": list("xxyyzz")})
    model = RegressionTree().fit(X, [1, 1, 2, 2, 6, 6])
    assert model.predict(pd.DataFrame({"a": ["new"]})) == [3]


@each_model
@pytest.mark.filterwarnings("error", "ignore:column 'large' is almost a row id")  # for ID3 it is
def test_large_numbers_beside_categories(Model):
    X = pd.DataFrame({"text": list("ab") * 20, "large": [1e25 + 1e20 * i for i in range(40)]})
    y = classes_or_numbers(Model, list("pq") * 20)
    assert (Model().fit(X, y).predict(X) == y).all()


# ------------------------------------------------------------------ many levels, many rows


@pytest.mark.parametrize("Model", [pytest.param(ID3), *MODELS[1:]])
def test_ten_thousand_levels(Model):
    rng = np.random.default_rng(0)
    id_number, group = rng.permutation(np.arange(12_000) % 10_000), rng.choice(list("abc"), 12_000)
    X = pd.DataFrame({"id": [f"v{i:05d}" for i in id_number], "group": group})
    y = classes_or_numbers(Model, np.where((id_number < 5_000) ^ (group == "a"), "p", "q"))
    started = time.process_time()
    model = Model(max_depth=4).fit(X, y)
    assert np.isfinite(np.mean(model.predict(X) == y))
    text = str(model.tree_)
    assert time.process_time() - started < 10
    assert len(text) < 1_000_000
    if Model is ID3:
        assert model.tree_.question.feature == "id"
        assert len(model.tree_.children) == 10_000
        assert model.score(X, y) == 1


def mixed(n, rng):
    """A table of every kind of column, with gaps, and a target that depends on three of them."""
    number = rng.normal(size=n)
    X = pd.DataFrame(
        {
            "text": rng.choice(["a", "b", "c", "d"], n),
            "yes": rng.random(n) < 0.5,
            "whole": rng.integers(0, 20, n),
            "number": np.where(rng.random(n) < 0.05, np.nan, number),
            "size": pd.Categorical(rng.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True),
        }
    )
    signal = number + X["yes"] + (X["text"] == "b")
    X.loc[rng.random(n) < 0.05, "text"] = None
    return X, signal + rng.normal(scale=0.3, size=n)


@pytest.mark.parametrize("Model", [ID3, C45, CART, CHAID, RegressionTree])
def test_a_hundred_thousand_rows(Model):
    X, signal = mixed(100_000, np.random.default_rng(1))
    if Model is ID3:
        X = X.drop(columns="number").dropna()
    y = signal if Model is RegressionTree else np.where(signal > 1, "yes", "no")
    y = y[X.index]
    started = time.process_time()
    model = Model(max_depth=5).fit(X, y)
    assert model.score(X, y) > (0.65 if Model is ID3 else 0.75)
    assert time.process_time() - started < 10
    assert model.tree_.depth <= 5
    assert model.tree_.n_rows == len(X)
