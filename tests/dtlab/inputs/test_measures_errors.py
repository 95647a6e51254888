"""What the measures say about wrong input, and what they do with a student's own impurity."""

import re
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest

from dtlab.measures import (
    chi_square,
    conditional_entropy,
    counts,
    cross_table,
    entropy,
    error,
    gain_ratio,
    gini,
    information,
    information_gain,
    lift,
    remainder,
    split_information,
    table_gain,
    table_remainder,
    table_twoing,
    twoing,
    variance,
)

# ------------------------------------------------------------------ wrong input

X, Y = ["a", "b", "b"], ["p", "q", "q"]
NAN = float("nan")


def complaint(function, *arguments, **options):
    with pytest.raises(ValueError) as caught:
        function(*arguments, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("impurity", [entropy, gini, error])
@pytest.mark.parametrize(
    "wrong, says",
    [
        (["yes", "no"], r"\(counts\(y\)\)"),
        (pd.Series(["yes", "no"]), r"\(counts\(y\)\)"),
        ([True, False], r"\(counts\(y\)\)"),
        ([3, None], r"\(counts\(y\)\)"),
        (14, "list of counts"),
        ([], "empty"),
        (np.zeros((3, 0)), "empty"),
        ([3, -1], "at least 0"),
        ([3, NAN], "finite"),
        ([3, np.inf], "finite"),
        ([[1, 2], [3]], "equal length"),
    ],
)
def test_wrong_counts(impurity, wrong, says):
    message = complaint(impurity, wrong)
    assert message.startswith(impurity.__name__)
    assert re.search(says, message)


@pytest.mark.parametrize("wrong", [1.5, -0.1, NAN, [0.5, 2], "a", []])
def test_wrong_probability(wrong):
    assert complaint(information, wrong).startswith("information wants")


@pytest.mark.parametrize("base", [1, 0, -2, 0.5, NAN])
def test_wrong_base(base):
    for call in (
        partial(entropy, [1, 2]),
        partial(information, 0.5),
        partial(split_information, X),
    ):
        assert "base must be above 1" in complaint(call, base=base)
    assert "base must be above 1" in complaint(conditional_entropy, X, Y, base)


OF_COLUMNS = [conditional_entropy, remainder, information_gain, gain_ratio, twoing, chi_square]


@pytest.mark.parametrize("function", [*OF_COLUMNS, cross_table])
def test_wrong_columns(function):
    assert "x has 3 rows and y has 2" in complaint(function, X, Y[:2])
    assert complaint(function, [], []) == "x is empty"
    assert complaint(function, np.array([]), Y) == "x is empty"
    assert complaint(function, X, pd.Series([], dtype="category", name="target")) == (
        "column 'target' is empty"
    )
    for column in ("abb", np.eye(3), pd.DataFrame({"a": X}), [["a"], ["b"], ["b"]], 3, iter(X)):
        assert "x must be one column" in complaint(function, column, Y)


@pytest.mark.parametrize(
    "column",
    [
        ["a", None, "b"],
        ["a", NAN, "b"],
        [1.0, NAN, 2.0],
        np.array([1.0, NAN, 2.0]),
        np.array(["2020-01-01", "NaT", "2020-01-02"], "datetime64[D]"),
        pd.Series(["a", None, "b"]),
        pd.Series([1, pd.NA, 2], dtype="Int64"),
        pd.Series(["a", None, "b"], dtype="category"),
    ],
)
def test_missing_values(column):
    says = "x has 1 missing value: drop these rows or fill the gaps first"
    assert complaint(information_gain, column, Y) == says
    assert complaint(information_gain, X, column) == says.replace("x", "y", 1)
    assert complaint(counts, column).startswith("y has 1 missing")
    named = pd.Series(column, name="wind") if not isinstance(column, pd.Series) else column
    assert "column 'wind' has 1 missing" in complaint(chi_square, named.rename("wind"), Y)


@pytest.mark.parametrize(
    "function", [*OF_COLUMNS, cross_table, lambda x, y, weights: counts(x, weights)]
)
@pytest.mark.parametrize(
    "weights, says",
    [
        ([1, 2], "weights has 2 entries for 3 rows"),
        ([1, -1, 1], "negative"),
        ([0, 0, 0], "all 0"),
        ([1, NAN, 1], "weights has 1 missing value"),
        ([1, np.inf, 1], "infinite"),
        (["a", "b", "c"], "must hold numbers"),
        (2, "one column"),
    ],
)
def test_wrong_weights(function, weights, says):
    assert says in complaint(function, X, Y, weights=weights)
    assert says in complaint(counts, X, weights=weights)


@pytest.mark.parametrize(
    "wrong, says",
    [
        (["a", "b"], "y must hold numbers"),
        (pd.Series(["1", "2"], name="hours"), "column 'hours' must hold numbers"),
        ([1, None], "y has 1 missing value"),
        (pd.Series([1, pd.NA], dtype="Float64"), "y has 1 missing value"),
        ([1, np.inf], "infinite"),
        ([], "y is empty"),
        (np.eye(2), "one column"),
        ([[1, 2], [3, 4]], "y must hold numbers"),
    ],
)
def test_wrong_numbers(wrong, says):
    assert says in complaint(variance, wrong)
    assert says in complaint(information_gain, ["a", "b"], wrong, variance)


def test_wrong_tables():
    assert "one row per child" in complaint(table_gain, [3, 4])
    assert "two children, not 3" in complaint(table_twoing, [[1, 2]] * 3)
    assert "two children, not 3" in complaint(twoing, list("abc"), Y)
    assert "at least 0" in complaint(table_remainder, [[1, -2], [3, 4]])


# ------------------------------------------------------------------ a student's own impurity


def my_gini(c):
    """Plain Python, one node at a time."""
    n = sum(c)
    return 1 - sum((k / n) ** 2 for k in c)


def my_batch_gini(c):
    return 1 - ((c / c.sum(axis=-1, keepdims=True)) ** 2).sum(axis=-1)


def my_rude_gini(c):
    c /= c.sum()
    return 1 - (c**2).sum()


def my_careful_gini(c):
    if np.ndim(c) != 1:
        raise TypeError("one node at a time")
    return np.array([my_gini(c)])


@pytest.mark.parametrize("mine", [my_gini, my_batch_gini, my_rude_gini, my_careful_gini])
@pytest.mark.parametrize("n_nodes", [1, 3, 30, 5000])
def test_own_impurity(mine, n_nodes):
    for n_classes in (3, 30):
        tables = np.random.default_rng(1).integers(0, 3, (n_nodes, 2, n_classes))
        before = tables.copy()
        assert lift(mine)(tables) == pytest.approx(gini(tables))
        assert table_gain(tables, mine) == pytest.approx(table_gain(tables, gini))
        assert np.array_equal(tables, before)
    assert lift(mine)(np.array([9.0, 5.0])) == pytest.approx(gini([9, 5]))


@pytest.mark.parametrize("n_classes", [2, 8, 9, 30])
def test_own_sum_over_the_wrong_axis(n_classes):
    same = np.ones((40, n_classes))
    mixed = np.random.default_rng(2).integers(1, 9, (n_classes, n_classes))
    for nodes in (same, mixed):
        assert lift(my_gini)(nodes) == pytest.approx(gini(nodes))


def test_own_impurity_may_write_into_its_counts():
    def laplace(c):
        c += 1
        c /= c.sum()
        return 1 - c.max()

    nodes = np.random.default_rng(3).integers(1, 9, (40, 3)).astype(float)
    assert lift(laplace)(nodes) == pytest.approx(error(nodes + 1))


def test_own_plain_python_never_sees_a_long_batch():
    longest = 0

    def spy(c):
        nonlocal longest
        longest = max(longest, len(c))
        return my_gini(c)

    lift(spy)(np.ones((1000, 3)))
    assert longest < 10


def test_own_impurity_is_called_node_by_node():
    shapes = []

    def spy(c):
        shapes.append(c.shape)
        return my_batch_gini(c)

    lift(spy)(np.ones((1000, 3)))
    assert shapes == [(3,)] * 1000


def test_own_impurity_never_sees_an_empty_child():
    assert lift(my_gini)(np.array([[0, 0], [2, 2]])).tolist() == [0, 0.5]
    assert remainder(X, Y, my_gini, weights=[1, 0, 0]) == 0


def test_own_impurity_on_columns():
    assert information_gain(X, Y, my_gini) == pytest.approx(information_gain(X, Y, gini))
    in_nats = partial(entropy, base=np.e)
    assert remainder(X, Y, in_nats) == pytest.approx(conditional_entropy(X, Y, base=np.e))


@pytest.mark.parametrize(
    "bad, gave",
    [
        (lambda c: c, r"\[2.0, 4.0\]"),
        (lambda c: np.log2(0 * c).sum() * 0, "nan"),
        (lambda c: None, "None"),
        (lambda c: "high", "'high'"),
        (lambda c: 1j, "1j"),
    ],
)
@pytest.mark.parametrize("n_nodes", [1, 50])
def test_own_impurity_gone_wrong(bad, gave, n_nodes):
    message = complaint(table_gain, [[[1, 2], [1, 2]]] * n_nodes, bad)
    assert re.search(rf"impurity <lambda> must give one finite number.*it gave {gave}", message)


def test_own_impurity_with_one_bad_node():
    nodes = np.ones((100, 2))
    nodes[70] = [3, 0]
    own = lambda c: -(c / c.sum(-1, keepdims=True) * np.log2(c)).sum(-1)  # noqa: E731
    assert "for the counts [3.0, 0.0] it gave nan" in complaint(lift(own), nodes)


def test_own_mistakes_surface_as_they_are():
    with pytest.raises(ZeroDivisionError):
        lift(lambda c: 1 / 0)(np.ones((20, 2)))


def test_what_lift_refuses():
    assert "function of counts such as gini, not 'gini'" in complaint(lift, "gini")
    assert "variance measures numbers" in complaint(lift, variance)
    assert "variance measures numbers" in complaint(table_gain, [[1, 2]], partial(variance, ddof=1))


# ------------------------------------------------------------------ lightness


def test_import_needs_numpy_alone():
    code = "import sys, dtlab.measures; print({'pandas', 'scipy', 'sklearn'} & {*sys.modules})"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "set()"
