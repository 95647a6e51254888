"""Contingency tables, one or many at a time, and the choice among their scores."""

import math
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlab.measures import (
    CONCAVE,
    best,
    chi_square_statistic,
    cross_table,
    entropy,
    gain_ratio,
    gini,
    information_gain,
    table_chi_square,
    table_gain,
    table_gain_ratio,
    table_remainder,
    table_split_information,
    table_twoing,
    twoing,
)
from dtlab.questions.criteria import of_tables

close = partial(pytest.approx, rel=1e-12, abs=1e-12)

tables = st.integers(1, 4).flatmap(
    lambda n_classes: st.lists(
        st.lists(st.integers(0, 9), min_size=n_classes, max_size=n_classes), min_size=1, max_size=4
    )
)
OF_TABLES = [table_remainder, table_gain, table_split_information, table_gain_ratio]


@pytest.mark.parametrize("function", OF_TABLES)
@given(table=tables)
def test_batches_and_empty_children(function, table):
    alone = function(table)
    batch = np.array([[table, table]] * 3)
    assert isinstance(alone, float)
    assert function(batch) == close(np.full((3, 2), alone))
    assert function([*table, [0] * len(table[0])]) == close(alone)
    assert function(np.zeros((2, 3, 2))).tolist() == [0, 0]


def test_long_batches_are_the_short_ones():
    batch = np.random.default_rng(0).integers(0, 4, (2, 3, 50_000)).transpose(2, 0, 1)
    for function in [*OF_TABLES, table_twoing, lambda t: table_gain(t, gini)]:
        pieces = [function(piece) for piece in np.array_split(batch, 100)]
        assert np.array_equal(function(batch), np.concatenate(pieces))


@given(tables)
def test_chi_square_drops_empty_rows_and_columns(table):
    wide = [[*row, 0] for row in table] + [[0] * (len(table[0]) + 1)]
    assert table_chi_square(wide) == close(table_chi_square(table))
    statistic, df = chi_square_statistic([wide, wide])
    assert statistic == close(np.full(2, table_chi_square(table).statistic))
    assert df.tolist() == [table_chi_square(table).df] * 2


@pytest.mark.parametrize("table", [[[0, 0], [0, 0]], [[3, 4]], [[3], [4]], [[0.1, 0.7], [0, 0]]])
def test_nothing_to_test(table):
    assert table_chi_square(table) == (0, 0, 1)


@pytest.mark.parametrize("impurity", CONCAVE)
def test_equal_shares_gain_nothing_and_never_less(impurity):
    # in plain floats a tenth of these come out at −1e-16
    grid = np.stack(np.meshgrid(range(1, 8), range(1, 8), range(1, 8)), -1).reshape(-1, 3)
    tables = np.array([[[a, b], [a * m, b * m]] for a, b, m in grid])
    gain = table_gain(tables, impurity)
    assert gain.min() == 0
    assert gain.max() < 1e-12


def test_gain_ratio_of_a_lopsided_split():
    table = [[1, 0], [9, 90]]
    gain, split = entropy([10, 90]) - 0.99 * entropy([9, 90]), entropy([1, 99])
    assert split < 0.1
    assert table_gain_ratio(table) == close(gain / split)


def test_twoing_of_a_constant_feature_is_zero():
    assert twoing(["a", "a"], ["p", "q"]) == 0


def test_the_engine_finds_the_table_version():
    pairs = {information_gain: table_gain, gain_ratio: table_gain_ratio, twoing: table_twoing}
    tables = np.array([[[2.0, 3.0], [4.0, 0.0]], [[1.0, 1.0], [0.0, 0.0]]])
    for measure, table_measure in pairs.items():
        assert of_tables(measure)(tables).tolist() == table_measure(tables).tolist()
    assert of_tables(lambda x, y: 0.0) is None


COLUMNS = {
    "list": ["b", "a", "b"],
    "array": np.array(["b", "a", "b"]),
    "object": np.array(["b", "a", "b"], object),
    "Series": pd.Series(["b", "a", "b"], index=[7, 7, 9]),
    "category": pd.Series(["b", "a", "b"], dtype=pd.CategoricalDtype(["x", "b", "a"])),
    "Categorical": pd.Categorical(["b", "a", "b"]),
    "Index": pd.Index(["b", "a", "b"]),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_kinds_of_columns(kind):
    table, levels, classes = cross_table(COLUMNS[kind], [1, 0, 0])
    assert table.tolist() == [[1, 0], [1, 1]]
    assert levels == ("a", "b")
    assert classes == (0, 1)


def test_levels():
    order = pd.CategoricalDtype(["low", "unused", "high"], ordered=True)
    assert cross_table(pd.Series(["high", "low"], dtype=order), ["p", "q"])[1] == (
        "low",
        "high",
    )
    levels = cross_table([2, "a", 1.5, (1, 2)], list("pqrs"))[1]
    assert set(levels) == {2, "a", 1.5, (1, 2)}
    levels = cross_table(np.array([True, False]), pd.Series([3, 4], dtype="Int64"))[1:]
    assert levels == ((False, True), (3, 4))
    assert all(type(v) in (bool, int) for pair in levels for v in pair)


# ------------------------------------------------------------------ ties


def naive_best(scores):
    usable = [s for s in scores if s > -math.inf]
    if not usable:
        return -1, -math.inf
    edge = max(usable) - 1e-12 * max(1, abs(max(usable)))
    index, score = next((i, s) for i, s in enumerate(scores) if s >= edge)
    return index, 0.0 if abs(score) <= 1e-12 else score


score = st.one_of(
    st.sampled_from([math.nan, -math.inf, 0.0, 1e-13, -1e-13, 0.3, 0.1 + 0.2, 1e6, 1e6 + 1e-7]),
    st.floats(-5, 5),
)


@given(st.lists(score, max_size=6))
def test_best_is_its_twin(scores):
    assert best(scores) == naive_best(scores)
    index, top = best(np.array([scores, scores[::-1]]).T, axis=0)
    assert list(zip(index, top, strict=True)) == [naive_best(scores), naive_best(scores[::-1])]


def test_best_types_and_infinity():
    assert tuple(map(type, best([1, 2]))) == (int, float)
    assert best([1, math.inf, math.inf]) == (1, math.inf)
    assert best([0.1 + 0.2, 0.3]) == (0, 0.1 + 0.2)
    assert best([0.3, 0.1 + 0.2]) == (0, 0.3)
    assert best(np.zeros((2, 0)))[0].tolist() == [-1, -1]
