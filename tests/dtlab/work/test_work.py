"""Shown work against the measures and exact arithmetic, on the lectures' tables and random ones."""

from collections import Counter
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlab as dt
from dtlab import work

close = partial(pytest.approx, rel=1e-12, abs=1e-12)

labels = st.sampled_from(["u", "v", "w", "x"])
columns = st.integers(1, 25).flatmap(
    lambda n: st.tuples(*[st.lists(labels, min_size=n, max_size=n)] * 2)
)
tables = columns.map(lambda xy: (pd.Series(xy[0], name="feature"), pd.Series(xy[1], name="target")))
many_numbers = st.lists(st.integers(-50, 50), min_size=1, max_size=20)
IMPURITIES = [dt.entropy, dt.gini, dt.error]


def exact_gini(y):
    n = len(y)
    return 1 - sum(Fraction(c, n) ** 2 for c in Counter(y).values())


def exact_error(y):
    return 1 - Fraction(max(Counter(y).values()), len(y))


def exact_remainder(x, y, impurity):
    parts = {level: [b for a, b in zip(x, y, strict=True) if a == level] for level in set(x)}
    return sum(Fraction(len(part), len(y)) * impurity(part) for part in parts.values())


def exact_variance(y, ddof):
    mean = Fraction(sum(y), len(y))
    return sum((v - mean) ** 2 for v in y) / (len(y) - ddof) if len(y) > ddof else 0


# ------------------------------------------------------------------ values are the measures' values


@given(tables)
def test_one_set(xy):
    y = xy[1]
    n, seen = len(y), dt.counts(y)
    shown = {dt.entropy: work.entropy(y), dt.gini: work.gini(y), dt.error: work.error(y)}
    for measure, w in shown.items():
        assert w.value == close(measure(seen))
        assert [t.fraction for t in w.terms] == [Fraction(int(c), n) for c in seen]
        for c in seen:
            assert f"{c}/{n}" in str(w)
            assert rf"\frac{{{c}}}{{{n}}}" in w._repr_markdown_()
    assert shown[dt.gini].exact == exact_gini(y)
    assert shown[dt.error].exact == exact_error(y)
    assert shown[dt.entropy].exact is None
    assert sum(t.value for t in shown[dt.entropy].terms) == close(shown[dt.entropy].value)


@given(tables)
def test_splits(xy):
    x, y = xy
    for impurity in IMPURITIES:
        remainder, gain = work.remainder(x, y, impurity), work.gain(x, y, impurity)
        assert remainder.value == close(dt.remainder(x, y, impurity))
        assert gain.value == close(dt.information_gain(x, y, impurity))
        assert sum(t.value for t in remainder.terms) == close(remainder.value)
        for term in remainder.terms:
            assert f"{term.count}/{len(y)} × " in str(remainder)
    for impurity, twin in ((dt.gini, exact_gini), (dt.error, exact_error)):
        assert work.remainder(x, y, impurity).exact == exact_remainder(x, y, twin)
        assert work.gain(x, y, impurity).exact == twin(y) - exact_remainder(x, y, twin)
    assert work.conditional_entropy(x, y).value == close(dt.conditional_entropy(x, y))
    assert work.split_information(x).value == close(dt.split_information(x))
    assert work.gain_ratio(x, y).value == close(dt.gain_ratio(x, y))


@given(tables)
def test_chi_square(xy):
    x, y = xy
    shown, measured = work.chi_square(x, y), dt.chi_square(x, y)
    assert shown.result == measured
    assert float(shown.exact) == close(measured.statistic)
    frame = shown.to_frame()
    assert frame["term"].sum() == pytest.approx(measured.statistic, abs=1e-9)
    assert frame["observed"].sum() == len(y) == pytest.approx(frame["expected"].sum())


@given(many_numbers, st.sampled_from([0, 1]))
def test_variance(y, ddof):
    shown = work.variance(y, ddof)
    assert shown.value == close(dt.variance(y, ddof=ddof))
    assert shown.exact == exact_variance(y, ddof)
    assert work.prediction(pd.Series(y)).exact == Fraction(sum(y), len(y))


@given(tables, st.sampled_from([0, 1]), st.data())
def test_weighted_variance(xy, ddof, data):
    x = xy[0]
    y = data.draw(st.lists(st.integers(-9, 9), min_size=len(x), max_size=len(x)))
    impurity = partial(dt.variance, ddof=ddof)
    shown = work.variances({"a": x, "b": ["one"] * len(x)}, y, ddof)
    expected = [dt.remainder(column, y, impurity) for column in (x, ["one"] * len(x))]
    assert [t.value for t in shown.terms] == close(expected)
    assert shown.value == close(min(expected))
    assert shown.terms[0].exact == exact_remainder(x, y, partial(exact_variance, ddof=ddof))
    assert work.gain(x, y, impurity).value == close(dt.information_gain(x, y, impurity))


@given(tables)
def test_subsets_are_all_ways_to_part_the_values(xy):
    x, y = xy
    k = x.nunique()
    if k == 1:
        with pytest.raises(ValueError, match="one value only"):
            work.subsets(x, y)
        return
    shown = work.subsets(x, y)
    assert len(shown.terms) == 2 ** (k - 1) - 1
    for term in shown.terms:
        inside = x.isin(term.label[1:-1].split(", "))
        assert term.value == close(dt.remainder(inside, y, dt.gini))
        assert term.exact == exact_remainder(inside, y, exact_gini)
    assert shown.value == close(min(t.value for t in shown.terms))


@given(st.integers(2, 25).flatmap(lambda n: st.tuples(
    st.lists(st.integers(0, 9), min_size=n, max_size=n),
    st.lists(labels, min_size=n, max_size=n))), st.sampled_from(IMPURITIES))  # fmt: skip
def test_thresholds_are_every_midpoint_and_the_best_is_a_boundary(xy, impurity):
    x, y = np.array(xy[0]), xy[1]
    values = np.unique(x)
    if len(values) == 1:
        with pytest.raises(ValueError, match="no threshold"):
            work.thresholds(x, y, impurity, every=True)
        return
    every = work.thresholds(x, y, impurity, every=True)
    assert [t.label for t in every.terms] == ((values[:-1] + values[1:]) / 2).tolist()
    for term in every.terms:
        assert term.value == close(dt.information_gain(x <= term.label, y, impurity))
    frame = every.to_frame()
    marked = frame[frame["boundary"]]["threshold"].unique().tolist()
    if len(set(y)) > 1:
        shown = work.thresholds(x, y, impurity)
        assert [t.label for t in shown.terms] == marked
        assert shown.value == close(every.value)  # Fayyad: the best cut is a boundary
    frame["n"] = frame["instances"].str.count("d")
    assert (frame.groupby("threshold")["n"].sum() == len(y)).all()
