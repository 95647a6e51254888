"""MARS on functions that it must find exactly, what must not change it, and odd tables."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlab.algorithms.mars.model import MARS, gcv
from dtlab.algorithms.mars.terms import MarsTerm

EXACT = {"minspan": 1, "endspan": 1, "thresh": 0}


def up(x, t):
    return np.maximum(0, x - t)


def named(model):
    """{term: coefficient}"""
    pairs = zip(model.terms_, model.coefficients_, strict=True)
    return {str(term): round(float(value), 8) for term, value in pairs}


def grid(*sides):
    return np.stack([axis.ravel() for axis in np.meshgrid(*sides, indexing="ij")], axis=1)


# ------------------------------------------------------------------ known functions


def test_one_knot():
    x = np.arange(20.0)
    y = 3 + 2 * up(x, 12) - 1.5 * up(12, x)
    model = MARS(**EXACT).fit(x[:, None], y)
    expected = {"1": 3, "max(0, x0 − 12)": 2, "max(0, 12 − x0)": -1.5}
    assert named(model) == expected
    assert model.rsq_ == 1
    assert model.gcv_ == 0
    assert str(model) == "y = 3 + 2·max(0, x0 − 12) − 1.5·max(0, 12 − x0)"


def test_a_line_needs_no_knot():
    x = np.arange(-5.0, 6)
    model = MARS(**EXACT).fit(x[:, None], 4 - 3 * x)
    assert named(model) == {"1": 4, "x0": -3}
    np.testing.assert_allclose(model.predict([[100]]), -296)


@pytest.mark.parametrize("t, u", [(5, 12), (3, 16), (9, 10)])
def test_two_knots_in_one_column(t, u):
    x = np.linspace(0, 20, 41)
    y = 1 + 2 * x - 5 * up(x, t) + 4 * up(x, u)
    model = MARS(**EXACT).fit(x[:, None], y)
    np.testing.assert_allclose(model.predict(x[:, None]), y, atol=1e-8)
    kinks = {}  # how much the slope changes at each knot: both hinges of a pair turn upwards
    for term, value in zip(model.terms_[1:], model.coefficients_[1:], strict=True):
        knot = term.factors[0].knot
        kinks[knot] = kinks.get(knot, 0) + round(float(value), 8)
    assert {knot: kink for knot, kink in kinks.items() if kink} == {t: -5, u: 4}


def test_two_columns():
    X = grid(np.arange(9.0), np.arange(7.0), np.arange(3.0))
    y = 7 + 2 * up(X[:, 0], 3) - up(4, X[:, 1])
    model = MARS(**EXACT).fit(X, y)
    assert named(model) == {"1": 7, "max(0, x0 − 3)": 2, "max(0, 4 − x1)": -1}


def test_interaction():
    X = grid(np.arange(9.0), np.arange(9.0))
    y = 2 * up(X[:, 0], 3) + 4 * up(X[:, 0], 3) * up(X[:, 1], 5)
    model = MARS(degree=2, **EXACT).fit(X, y)
    expected = {"max(0, x0 − 3)": 2, "max(0, x0 − 3)·max(0, x1 − 5)": 4}
    assert {term: value for term, value in named(model).items() if value} == expected
    assert MARS(degree=1, **EXACT).fit(X, y).rsq_ < 0.95


def test_a_slope_per_level():
    X = pd.DataFrame({"t": np.tile(np.arange(10.0), 3), "kind": np.repeat(["a", "b", "c"], 10)})
    y = pd.Series(5 + X["t"] + (X["kind"] == "c") * (10 + 3 * X["t"]), name="cost")
    model = MARS(degree=2, **EXACT).fit(X, y)
    assert named(model) == {"1": 5, "t": 1, "[kind = c]": 10, "[kind = c]·t": 3}
    new = pd.DataFrame({"t": [4.0, 4.0], "kind": ["c", "never seen"]})
    np.testing.assert_allclose(model.predict(new), [31, 9])


def test_a_column_is_only_once_in_a_product():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"x": rng.random(80), "z": rng.random(80), "k": rng.choice(list("abc"), 80)})
    y = X["x"] ** 3 * X["z"] ** 2 * (1 + (X["k"] == "a")) + rng.normal(0, 0.01, 80)
    model = MARS(degree=None, thresh=0, minspan=1, endspan=1, max_terms=31).fit(X, y)
    terms = [term for step in model.history_ for term in step.terms]
    assert max(term.degree for term in terms) == 3
    assert all(len(set(term.features)) == term.degree for term in terms)


# ------------------------------------------------------------------ properties


def smooth(seed=0, n=80):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-2, 2, size=(n, 3))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + rng.normal(0, 0.1, n)


@pytest.mark.parametrize("degree", [1, 2])
def test_continuous(degree):
    X, y = smooth()
    model = MARS(degree=degree).fit(X, y)
    steep = np.abs(model.coefficients_).sum() * 4**degree
    for term in model.terms_:
        for factor in term.factors:
            left, right = X.copy(), X.copy()
            left[:, factor.column] = factor.knot - 1e-7
            right[:, factor.column] = factor.knot + 1e-7
            assert np.abs(model.predict(left) - model.predict(right)).max() < 2e-7 * steep


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_row_order_does_not_matter(seed):
    X, y = smooth(seed % 7, 40)
    X = X.round(1)
    order = np.random.default_rng(seed).permutation(len(y))
    one = MARS(degree=2, max_terms=9).fit(X, y)
    two = MARS(degree=2, max_terms=9).fit(X[order], y[order])
    assert one.terms_ == two.terms_
    np.testing.assert_allclose(one.coefficients_, two.coefficients_, rtol=1e-8)


@pytest.mark.parametrize("shift, scale", [(1000, 1), (0, 1e-9), (-3, 1e12), (5e6, -2)])
def test_shifted_and_scaled_target(shift, scale):
    X, y = smooth()
    one, two = MARS(degree=2).fit(X, y), MARS(degree=2).fit(X, shift + scale * y)
    assert one.terms_ == two.terms_
    np.testing.assert_allclose(two.predict(X), shift + scale * one.predict(X), rtol=1e-7)
    assert two.gcv_ == pytest.approx(scale**2 * one.gcv_)


def test_scaled_columns():
    X, y = smooth()
    one, two = MARS(degree=2).fit(X, y), MARS(degree=2).fit(X * [1e-150, 1e150, 3] - 7, y)
    np.testing.assert_allclose(one.rsq_, MARS(degree=2).fit(X * [1e-80, 1e80, 3], y).rsq_)
    assert two.rsq_ <= one.rsq_  # beside 7, the first column's values are all the same


def test_weights_are_repeated_rows():
    X, y = smooth()
    weight = np.random.default_rng(1).integers(0, 4, len(y))
    one = MARS(degree=2).fit(X, y, sample_weight=weight)
    two = MARS(degree=2).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert one.terms_ == two.terms_
    assert one.gcv_ == pytest.approx(two.gcv_)
    np.testing.assert_allclose(one.predict(X), two.predict(X))


def test_duplicated_columns_change_nothing():
    X, y = smooth()
    once = MARS(degree=2, minspan=3, endspan=5).fit(X, y)
    twice = MARS(degree=2, minspan=3, endspan=5).fit(np.hstack([X, X]), y)
    assert once.rsq_ <= twice.rsq_ + 1e-12  # x·x is now a product of two columns
    additive = MARS(minspan=3, endspan=5).fit(np.hstack([X, X]), y)
    assert additive.terms_ == MARS(minspan=3, endspan=5).fit(X, y).terms_


# ------------------------------------------------------------------ small and odd tables


@pytest.mark.parametrize("basis", ["hinge", "step"])
@pytest.mark.parametrize("value", [0.0, 0.1, -7e9])
def test_constant_target(basis, value):
    model = MARS(basis=basis).fit(np.arange(12.0)[:, None], [value] * 12)
    assert model.terms_ == (MarsTerm(),)
    assert (model.predict([[3], [99]]) == value).all()
    assert (model.rsq_, model.gcv_) == (1, 0)


@pytest.mark.parametrize("basis", ["hinge", "step"])
def test_one_row_and_constant_columns(basis):
    assert MARS(basis=basis).fit([[1.0, 2.0]], [5.0]).predict([[3, 4]]) == 5
    model = MARS(basis=basis).fit(np.ones((9, 2)), np.arange(9.0))
    np.testing.assert_allclose(model.predict([[1, 1]]), 4)
    assert model.rsq_ == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("n", range(2, 8))
def test_more_terms_than_rows(n):
    X, y = smooth(n=n)
    model = MARS(degree=3, max_terms=50, **EXACT).fit(X, y)
    longest = max(len(step.terms) for step in model.history_)
    assert 1 < longest <= n
    assert np.isfinite(model.predict(X)).all()
    assert np.isfinite(model.gcv_)


def test_max_terms_thresh_and_penalty():
    X, y = smooth()
    for limit in (1, 2, 5, 8):
        steps = MARS(max_terms=limit, thresh=0).fit(X, y).history_
        assert max(len(step.terms) for step in steps) in (limit, limit - 1)
    gains = -np.diff([s.rss for s in MARS(thresh=0.05).fit(X, y).history_ if s.phase == "forward"])
    assert (gains > 0.05 * ((y - y.mean()) ** 2).sum()).all()
    sizes = [len(MARS(penalty=penalty).fit(X, y).terms_) for penalty in (0, 3, 1000)]
    assert sizes[0] > sizes[1] > sizes[2] == 1


def test_gcv_by_hand():
    assert gcv(10, 10, 1, 2) == pytest.approx(1 / 0.81)
    assert gcv(10, 10, 3, 3) == pytest.approx(1 / 0.16)  # C = 3 + 3·1
    assert gcv(1, 5, 3, 2) == np.inf  # C = 5 = n
