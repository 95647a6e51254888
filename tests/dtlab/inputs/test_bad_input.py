"""Wrong tables and targets get one clear sentence, and stay as they were."""

from datetime import date

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import (
    NAN,
    PLAY,
    X,
    each_classifier,
    each_model,
    one_sentence,
    refused,
    target,
    with_column,
)

from dtlab import ID3, RegressionTree

# ------------------------------------------------------------------ the table


@each_model
def test_empty(Model):
    y = target(Model)
    refused(Model(), ["0 sample", "empty"], X[:0], y[:0])
    refused(Model(), ["0 feature", "empty"], X[[]], y)
    refused(Model(), ["0 sample"], np.empty((0, 2)), y[:0])
    one_sentence(["0 sample", "empty"], ValueError, Model().fit(X, y).predict, X[:0])


@each_model
def test_names(Model):
    y = target(Model)
    twice = pd.concat([X, X[["wind"]]], axis=1)
    refused(Model(), ["'wind'", "more than once", "rename"], twice, y)
    refused(Model(), [f"{y.name!r}", "also a column of X", "drop"], X.assign(**{y.name: y}), y)
    of_two_types = X.rename(columns={"wind": 1})
    refused(Model(), ["string"], of_two_types, y, error=TypeError)


@each_model
def test_shapes(Model):
    y = target(Model)
    refused(Model(), ["X has 6 rows", "y has 4"], X, y[:4])
    refused(Model(), ["2-dimensional", "DataFrame"], X["hour"], y)
    refused(Model(), ["Expected 2D", "reshape(-1, 1)"], [1, 2, 3, 4, 5, 6], y)
    refused(Model(), ["dim 3"], np.ones((6, 2, 2)), y)
    refused(Model(), ["y", "None"], X, None)
    refused(Model(), ["y", "1d", "(6, 2)"], X, np.ones((6, 2)))


@each_model
@pytest.mark.parametrize(
    "values, words",
    [
        ([1, "a", 2, 3, 3, 3], ["numbers", "'a'", "str"]),
        ([True, "a", "b", "b", False, "a"], ["bool", "str"]),
        (pd.Series([True, 2, 3, 3, False, 4], dtype=object), ["numbers", "bool"]),
        (pd.Categorical([1, "a", 2, 3, 3, 3]), ["int", "str"]),
    ],
)
def test_mixed_types(Model, values, words):
    refused(Model(), ["'extra'", "mixes", *words, "one type"], with_column(values), target(Model))


@each_model
@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_an_infinite_target(Model, infinite):
    X = with_column([1, 2, 2, 3, 3, 3])
    refused(Model(), ["y", "infinity"], X, np.array([1, infinite, 0, 1, 0, 1]))


@each_model
@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_infinity(Model, infinite):
    y, values = target(Model), [1, infinite, 2, 3, 3, 3]
    refused(Model(), ["'extra'", "infinity", "drop"], with_column(values), y)
    refused(Model(), ["infinity"], np.array(values)[:, None], y)
    if Model is not ID3:  # to ID3 a whole number is a category, and infinity one that it never saw
        model = Model().fit(X, y)
        one_sentence(["'hour'", "infinity"], ValueError, model.predict, X.assign(hour=values))


@pytest.mark.parametrize(
    "values, says",
    [
        (["a", None, "b", None, "a", "a"], "2 missing values"),
        ([1, NAN, 2, 3, 3, 3], "1 missing value"),
        (pd.array([1, None, 2, 3, 3, 3], dtype="Int64"), "1 missing value"),
        (pd.Categorical(["a", None, "b", "b", "a", "a"]), "1 missing value"),
    ],
)
def test_id3_refuses_missing_values(values, says):
    full = with_column(pd.Series(values).bfill())
    words = ["'extra'", says, "ID3", "fill or drop", "C45"]
    for numeric in ("category", "threshold"):
        refused(ID3(numeric=numeric), words, with_column(values), PLAY)
        model = ID3(numeric=numeric).fit(full, PLAY)
        one_sentence(words, ValueError, model.predict, with_column(values))


def test_id3_refuses_fractions():
    words = ["'extra'", "2.5", "whole numbers", 'numeric="threshold"', "C45"]
    refused(ID3(), words, with_column([1, 2, 2.5, 3, 4, 5]), PLAY)


@each_model
@pytest.mark.parametrize(
    "values",
    [
        pd.date_range("2020-01-01", periods=6),
        pd.date_range("2020-01-01", periods=6, tz="UTC"),
        pd.period_range("2020-01-01", periods=6, freq="D"),
        [date(2020, 1, day) for day in range(1, 7)],
        pd.Categorical(pd.date_range("2020-01-01", periods=6)),
    ],
    ids=["dates", "zoned", "periods", "objects", "categories"],
)
def test_dates(Model, values):
    refused(Model(), ["'extra'", "dates", "numbers or text"], with_column(values), target(Model))


@each_model
def test_complex_numbers(Model):
    y = target(Model)
    says = ["Complex data not supported", "real numbers"]
    for what, arguments in {
        "X": (X[["hour"]].to_numpy() + 1j, y),
        "y": (X, np.arange(6) + 1j),
    }.items():
        assert "\n" not in refused(Model(), [*says, what], *arguments)
    for column in (np.arange(6) + 1j, [1j, *range(5)], pd.Categorical([1j, 2j] * 3)):
        refused(Model(), ["Complex data not supported", "'extra'"], with_column(column), y)


@each_model
def test_values_that_are_collections(Model):
    says = ["'extra'", "holds a tuple", "text or numbers"]
    refused(Model(), says, with_column([(1, 2), (3,)] * 3), target(Model))


@each_model
def test_dates_in_an_array_and_when_predicting(Model):
    y, dates = target(Model), pd.date_range("2020-01-01", periods=6)
    refused(Model(), ["dates"], dates.to_numpy()[:, None], y)
    model = Model(categorical=None).fit(X[["hour"]], y)
    one_sentence(["'hour'"], ValueError, model.predict, pd.DataFrame({"hour": dates}))


@each_model
@pytest.mark.parametrize("value", [[1], {"a": 1}, {1}])
def test_unhashable_values(Model, value):
    y, kind = target(Model), type(value).__name__
    refused(Model(), ["'extra'", kind, "string"], with_column([value] * 6), y, error=TypeError)
    model = Model().fit(X, y)
    one_sentence(["'wind'", kind], TypeError, model.predict, X.assign(wind=[value] * 6))


@each_model
@pytest.mark.parametrize(
    "categorical",
    [
        ["wnd"],
        "wnd",
        [None],
        [7],
        ["wnd", None],
        [True, False, False],
        np.array([True, False, False]),
    ],
    ids=str,
)
def test_unknown_name_in_categorical(Model, categorical):
    refused(Model(categorical=categorical), ["not a column", "wind"], X, target(Model))


# ------------------------------------------------------------------ the target


@each_classifier
@pytest.mark.parametrize("missing", [None, NAN, pd.NA])
@pytest.mark.parametrize("kind", [pd.Series, pd.Categorical])
def test_a_class_is_missing(Model, missing, kind):
    refused(Model(), ["y", "NaN", "drop"], X, kind(["no", missing, "yes", "yes", "no", "yes"]))


@each_classifier
@pytest.mark.parametrize(
    "missing",
    [
        None,
        NAN,
        pd.NA,
    ],
)
def test_a_class_is_missing_in_a_list(Model, missing):
    refused(Model(), ["y", "NaN", "drop"], X, ["no", missing, "yes", "yes", "no", "yes"])


@pytest.mark.parametrize("missing", [None, NAN])
def test_a_number_is_missing(missing):
    refused(RegressionTree(), ["y", "NaN"], X, [1.0, missing, 3, 4, 5, 6])
    refused(RegressionTree(), ["y", "NaN"], X, pd.array([1, missing, 3, 4, 5, 6], dtype="Int64"))
    refused(RegressionTree(), ["y", "infinity"], X, [1.0, np.inf, 3, 4, 5, 6])


@each_classifier
@pytest.mark.parametrize("kind", [lambda y: pd.Series(y, dtype=object), list])
def test_classes_of_two_types(Model, kind):
    says = ["y", "different types", "one type"]
    refused(Model(), says, X, kind([1, "a", 2, "a", 1, "a"]))


@each_classifier
@pytest.mark.parametrize("y", [[0, 1, 1, 0, 1, 0], [(1, 2)] * 6, [date(2020, 1, 1)] * 6], ids=str)
def test_classes_as_objects(Model, y):
    kind = type(y[0]).__name__
    refused(Model(), ["Unknown label type", kind, "astype"], X, pd.Series(y, dtype=object))


@each_classifier
def test_numbers_as_classes(Model):
    refused(Model(), ["continuous", "regression"], X, [0.5, 0.25, 1.5, 2.5, 3.1, 4.2])


@pytest.mark.parametrize("kind", [list, pd.Series, lambda y: pd.Series(y, dtype="category")])
def test_text_as_a_numeric_target(kind):
    refused(RegressionTree(), ["y", "numbers", "CART"], X, kind(PLAY.tolist()))
