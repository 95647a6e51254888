"""The quick way to grow against the general one: the same tree, bit for bit where it matters."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlab.engine.grow
from dtlab import CART, RegressionTree
from dtlab.engine import quick_search as search

EXACT = ("feature", "threshold", "first", "n_children", "missing", "n_rows", "stats", "prediction")


@st.composite
def problems(draw):
    """A table of numbers, classes or a numeric target, and limits on the tree."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, F = draw(st.integers(1, 70)), draw(st.integers(1, 4))
    V = draw(st.sampled_from([1, 2, 3, 6, None]))  # None: all values differ
    X = rng.normal(size=(n, F)) if V is None else rng.integers(V, size=(n, F)).astype(float)
    if draw(st.booleans()):  # a column of two values beside the others
        X[:, -1] = rng.integers(2, size=n)
    K = draw(st.integers(0, 4))
    y = rng.integers(-3, 4, n) / 2.0 if K == 0 else rng.integers(K, size=n)
    limits = {
        "max_depth": draw(st.sampled_from([None, None, 2])),
        "min_samples_leaf": draw(st.sampled_from([1, 1, 3])),
        "min_samples_split": draw(st.sampled_from([2, 9])),
    }
    return X, y, (RegressionTree if K == 0 else CART)(**limits)


def generally(model, X, y):
    """The tree that the general engine grows."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dtlab.engine.grow, "is_quick", lambda *_: False)
        return model.fit(X, y).flat_


def assert_same(quick, general):
    for name in (field.name for field in fields(quick)):
        one, two = getattr(quick, name), getattr(general, name)
        if name in EXACT:
            np.testing.assert_array_equal(one, two, err_msg=name)
        else:
            np.testing.assert_allclose(one, two, rtol=1e-9, atol=1e-12, err_msg=name)


@given(problems())
def test_the_same_tree(problem):
    X, y, model = problem
    assert_same(model.fit(X, y).flat_, generally(model, X, y))


@given(problems(), st.integers(1, 40), st.integers(1, 90))
def test_blocks_and_chunks_change_nothing(problem, block, chunk):
    """Blocks of few nodes and chunks of few features lead to the same tree."""
    X, y, model = problem
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "BLOCK", block)
        patch.setattr(search, "CHUNK", chunk)
        quick = model.fit(X, y).flat_
    assert_same(quick, generally(model, X, y))


@pytest.mark.parametrize("classes", [0, 2, 5])
@pytest.mark.parametrize("distinct", [None, 2, 40])
def test_the_same_large_tree(classes, distinct):
    """Keys of 32 and of 64 bits, several blocks, more levels than a small table has."""
    rng = np.random.default_rng(classes)
    n = 6000
    X = rng.normal(size=(n, 6)) if distinct is None else rng.integers(distinct, size=(n, 6)) * 1.0
    X[:, 3] = rng.integers(2, size=n)
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)
    if classes:
        y = np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)
    model = CART() if classes else RegressionTree()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "BLOCK", 1000)
        quick = model.fit(X, y).flat_
    assert_same(quick, generally(model, X, y))


def test_what_the_quick_way_leaves_to_the_general_one():
    """Missing values, weights, categories, another impurity or a least decrease."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 3)), rng.integers(2, size=50)
    holes = np.where(rng.random(X.shape) < 0.2, np.nan, X)
    weight = rng.integers(1, 3, 50)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dtlab.engine.grow, "Quick", lambda *_: pytest.fail("was quick"))
        CART().fit(holes, y)
        CART().fit(X, y, sample_weight=weight)
        CART(categorical=[0]).fit(np.round(X), y)
        CART(impurity=dtlab.entropy).fit(X, y)
        CART(min_impurity_decrease=0.01).fit(X, y)
        with pytest.raises(pytest.fail.Exception):
            CART().fit(X, y)
