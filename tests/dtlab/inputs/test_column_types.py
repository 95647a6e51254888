"""Every way to write the same table gives the same tree."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from dtlab import C45, CART, CHAID, ID3, RegressionTree

MODELS = [ID3, C45, CART, CHAID, RegressionTree]
WIND = ["weak", "strong", "weak", "strong", "weak", "calm"] * 10
HOUR = [1, 2, 3, 4, 5, 6] * 10
DRY = [True, False, True, True, False, False] * 10
X = pd.DataFrame({"wind": WIND, "hour": HOUR, "dry": DRY})

each_model = pytest.mark.parametrize("Model", MODELS)


def fitted(Model, X, **options):
    y = np.array([0, 1, 1, 0, 1, 0] * 10)
    return Model(**options).fit(X, y if Model is RegressionTree else np.where(y, "yes", "no"))


def same_tree(Model, X, other, **options):
    """Both tables give this tree, the predictions agree; returned for more questions."""
    model, twin = fitted(Model, X, **options), fitted(Model, other, **options)
    assert twin.tree_ == model.tree_
    assert str(twin.tree_) == str(model.tree_)
    np.testing.assert_array_equal(twin.predict(other), model.predict(X))
    if hasattr(other, "columns"):
        np.testing.assert_array_equal(twin.tree_.predict(other), model.tree_.predict(X))
    return twin


@each_model
@pytest.mark.parametrize(
    "values",
    [
        pd.Series(WIND, dtype=object),
        pd.Series(WIND, dtype="string"),
        pd.Series(WIND, dtype="category"),
        pd.Categorical(WIND, ["hurricane", "weak", "strong", "calm", "gale"]),
        np.array(WIND),
        np.array(WIND, dtype=object),
    ],
    ids=["object", "string", "category", "unused levels", "array", "array of objects"],
)
def test_text(Model, values):
    same_tree(Model, X, X.assign(wind=values))


@each_model
@pytest.mark.parametrize("kind", [Decimal, Fraction])
def test_exact_numbers(Model, kind):
    same_tree(Model, X, X.assign(hour=[kind(hour) for hour in HOUR]))


@each_model
@pytest.mark.parametrize(
    "dtype",
    ["int8", "uint16", "float32", "float64", "longdouble", "Int64", "Float64", object],
)
def test_numbers(Model, dtype):
    same_tree(Model, X, X.assign(hour=pd.Series(HOUR, dtype=dtype)))


@each_model
@pytest.mark.parametrize("dtype", ["boolean", "category", object])
def test_booleans(Model, dtype):
    twin = same_tree(Model, X, X.assign(dry=pd.Series(DRY, dtype=dtype)))
    only = fitted(Model, X.assign(dry=pd.Series(DRY, dtype=dtype))[["dry"]])
    assert all(
        value is True or value is False
        for node in only.tree_.walk()
        if node.question
        for value in node.question.branch
    )
    assert twin.tree_.depth > 0 or Model in (C45, CHAID)


@pytest.mark.parametrize("Model", [C45, CART, CHAID, RegressionTree])
@pytest.mark.parametrize(
    "gaps, nullable",
    [
        ([1.0, 2, None, 4, 5, 6] * 10, "Int64"),
        ([True, False, None, True, False, False] * 10, "boolean"),
        (["weak", "strong", None, "strong", "weak", "calm"] * 10, "string"),
    ],
)
def test_nullable_types_with_gaps(Model, gaps, nullable):
    plain = pd.Series(gaps, dtype="float64" if nullable == "Int64" else object)
    same_tree(Model, X.assign(gaps=plain), X.assign(gaps=pd.Series(gaps, dtype=nullable)))


@each_model
def test_arrays_and_lists(Model):
    numbers = pd.DataFrame({"x0": HOUR, "x1": HOUR[::-1]})
    array = numbers.to_numpy()
    for other in (array, array.astype(float), array.tolist(), np.asfortranarray(array)):
        same_tree(Model, numbers, other)
    text = pd.DataFrame({"x0": WIND, "x1": WIND[::-1]})
    for other in (text.to_numpy(dtype=str), text.to_numpy(dtype=object), text.to_numpy().tolist()):
        same_tree(Model, text, other)


@each_model
def test_a_list_of_mixed_rows(Model):
    named = X.set_axis(["x0", "x1", "x2"], axis=1)
    same_tree(Model, named, named.to_numpy(dtype=object))
    same_tree(Model, named, named.to_numpy(dtype=object).tolist())


@each_model
def test_column_names_that_are_numbers(Model):
    numbered = X.set_axis([0, 1, 2], axis=1)
    model = same_tree(Model, X.set_axis(["0", "1", "2"], axis=1), numbered)
    explanation = model.explain(numbered.iloc[0])
    assert explanation.prediction == model.predict(numbered)[0]
    np.testing.assert_array_equal(model.tree_.predict(numbered), model.predict(numbered))


@each_model
@pytest.mark.parametrize(
    "categorical",
    [
        ["hour"],
        [1],
        ("hour",),
        [np.int64(1)],
        "hour",
        1,
        np.array([1]),
        np.array(["hour"]),
        pd.Index(["hour"]),
    ],
    ids=repr,
)
def test_categorical(Model, categorical):
    as_text = X.assign(hour=pd.Categorical(HOUR))
    same_tree(Model, as_text, as_text, categorical=categorical)
    model = fitted(Model, X, categorical=categorical)
    assert model.tree_ == fitted(Model, as_text).tree_


@pytest.mark.parametrize("ordinal", [["size"], "size", [1], np.array([1]), pd.Index(["size"])])
def test_ordinal(ordinal):
    """Only neighbours are merged: 1 and 3 are alike, but 2 lies between them."""
    sizes = [1, 2, 3] * 40
    frame = pd.DataFrame({"s": ["a", "b"] * 60, "size": pd.Categorical(sizes)})
    y = np.where(np.array(sizes) == 2, "p", "q")
    assert CHAID().fit(frame, y).tree_.n_leaves == 2
    model = CHAID(ordinal=ordinal).fit(frame, y)
    assert model.tree_.n_leaves == 3
    ordered = frame.assign(size=pd.Categorical(sizes, ordered=True))
    assert CHAID().fit(ordered, y).tree_ == model.tree_
    assert CHAID(ordinal=[]).fit(ordered, y).tree_.n_leaves == 2
    assert [column.ordered for column in model._table.columns] == [False, True]


@each_model
def test_rows_are_known_by_position_not_by_index(Model):
    renamed = X.set_axis([7] * len(X), axis=0)
    assert fitted(Model, renamed).tree_ == fitted(Model, X).tree_


@pytest.mark.parametrize("Model", MODELS[:-1])
@pytest.mark.parametrize(
    "y",
    [
        np.array([0, 1, 1, 0, 1, 0] * 10),
        np.array([False, True, True, False, True, False] * 10),
        pd.Series([0, 1, 1, 0, 1, 0] * 10, dtype="Int64"),
        pd.Series([False, True, True, False, True, False] * 10, dtype="boolean"),
        pd.Series(["no", "yes", "yes", "no", "yes", "no"] * 10, dtype="string"),
        pd.Categorical(["no", "yes", "yes", "no", "yes", "no"] * 10, ["yes", "no", "maybe"]),
        ["no", "yes", "yes", "no", "yes", "no"] * 10,
    ],
    ids=["int", "bool", "Int64", "boolean", "string", "category", "list"],
)
def test_kinds_of_classes(Model, y):
    model = Model(categorical=["hour"]).fit(X, y)
    assert model.score(X, np.asarray(y)) == 1
    assert list(model.classes_) == sorted(set(np.asarray(y).tolist()))
    assert model.tree_.classes == tuple(sorted(set(np.asarray(y).tolist())))
    assert type(model.tree_.prediction) is type(np.asarray(y).tolist()[0])
    assert model.predict(X).dtype == model.classes_.dtype
