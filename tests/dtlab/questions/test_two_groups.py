"""Two groups of categories: the ordering shortcut against every grouping there is."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twins.naive_trees import Data, best_splits, gain
from twins.naive_trees import entropy as slow_entropy
from twins.naive_trees import error as slow_error
from twins.naive_trees import gini as slow_gini
from twins.naive_trees import sample_variance as slow_sample_variance
from twins.naive_trees import variance as slow_variance

from dtlab import CART, RegressionTree, entropy, error, gini, twoing

few = settings(max_examples=40)
SLOW = {gini: slow_gini, entropy: slow_entropy, error: slow_error}
FAST = tuple(SLOW)


def column(seed, levels, n, K):
    """A column of text, a target of K classes (0: a number) and weights, all with ties."""
    rng = np.random.default_rng(seed)
    x = [f"v{k:02}" for k in rng.integers(0, levels, n)]
    y = rng.integers(-3, 4, n).astype(float) if K == 0 else rng.integers(0, K, n)
    w = rng.integers(1, 4, n) / 2
    return x, y.tolist(), w.tolist()


def stump(model, x, y, w):
    """The first question of a tree on one column."""
    return model.set_params(max_depth=1).fit(pd.DataFrame({"x": x}), y, sample_weight=w).tree_


def best_score(x, y, w, impurity):
    data = Data({"x": x}, y, w)
    splits = best_splits(data, range(len(y)), "x", impurity, {})
    return splits[0].score if splits else None


def score_of_question(node, x, y, w, impurity):
    """What the question of a stump is worth, counted anew from the rows."""
    data, side = Data({"x": x}, y, w), node.question.route(x)
    parts = [[i for i in range(len(y)) if side[i] == child] for child in (0, 1)]
    return gain(data, range(len(y)), parts, impurity)


def assert_best(tree, x, y, w, impurity):
    top = best_score(x, y, w, impurity)
    if tree.is_leaf:
        assert top is None or tree.impurity == 0
    else:
        assert tree.score == pytest.approx(top, abs=1e-12)
        assert score_of_question(tree, x, y, w, impurity) == pytest.approx(top, abs=1e-12)


@pytest.mark.parametrize("impurity", FAST)
@few
@given(seed=st.integers(0, 10**6), levels=st.integers(2, 8), n=st.integers(2, 30))
def test_two_classes(impurity, seed, levels, n):
    x, y, w = column(seed, levels, n, 2)
    assert_best(stump(CART(impurity), x, y, w), x, y, w, SLOW[impurity])


@pytest.mark.parametrize("impurity", FAST)
@few
@given(seed=st.integers(0, 10**6), levels=st.integers(2, 6), n=st.integers(2, 30))
def test_more_classes(impurity, seed, levels, n):
    x, y, w = column(seed, levels, n, 4)
    assert_best(stump(CART(impurity), x, y, w), x, y, w, SLOW[impurity])


@pytest.mark.parametrize("ddof", [0, 1])
@few
@given(seed=st.integers(0, 10**6), levels=st.integers(2, 8), n=st.integers(2, 30))
def test_numeric_target(ddof, seed, levels, n):
    """With n − 1 there is no shortcut: every grouping is tried."""
    x, y, w = column(seed, levels, n, 0)
    slow = slow_sample_variance if ddof else slow_variance
    assert_best(stump(RegressionTree(ddof=ddof), x, y, w), x, y, w, slow)


@pytest.mark.parametrize("K", [2, 3])
@few
@given(seed=st.integers(0, 10**6), levels=st.integers(2, 6))
def test_twoing(K, seed, levels):
    """Twoing is a criterion of two children, so it is tried on every grouping too."""
    x, y, w = column(seed, levels, 20, K)
    tree = stump(CART(twoing), x, y, w)
    if tree.is_leaf:
        return
    values, scores = sorted(set(x)), []
    for mask in range(1, 2 ** (len(values) - 1)):
        side = [mask >> values.index(v) & 1 for v in x]
        scores.append(twoing(side, y, weights=w))
    assert tree.score == pytest.approx(max(scores), abs=1e-12)


def own_gini(counts):
    """A student's Gini impurity: one list of counts, no arrays."""
    n = sum(counts)
    return 1 - sum((c / n) ** 2 for c in counts)


def own_entropy(counts):
    """One that takes a batch."""
    p = counts / np.sum(counts, axis=-1, keepdims=True)
    return -np.sum(p * np.log2(np.where(p > 0, p, 1)), axis=-1)


@pytest.mark.parametrize("own, built_in", [(own_gini, gini), (own_entropy, entropy)])
@few
@given(seed=st.integers(0, 10**6), K=st.integers(2, 4))
def test_a_students_impurity_is_the_built_in_one(own, built_in, seed, K):
    """Same scores and impurities; which of two equally good groupings is taken may differ."""
    x, y, w = column(seed, 6, 40, K)
    X = pd.DataFrame({"x": x, "number": np.arange(40) % 11})
    for limits in ({"max_depth": 1}, {"max_depth": 1, "min_samples_leaf": 3}):
        a = CART(own, **limits).fit(X, y, sample_weight=w).tree_
        b = CART(built_in, **limits).fit(X, y, sample_weight=w).tree_
        assert a.score == pytest.approx(b.score, abs=1e-12)
        assert a.impurity == pytest.approx(b.impurity)
        risks = [sum(v.weight * v.impurity for v in tree.leaves()) for tree in (a, b)]
        assert risks[0] == pytest.approx(risks[1])


@few
@given(seed=st.integers(0, 10**6), levels=st.integers(11, 13), K=st.integers(3, 4))
def test_the_heuristic_for_many_levels(seed, levels, K):
    """Above 10 levels and two classes: a valid grouping, not better than the best there is."""
    x, y, w = column(seed, levels, 40, K)
    tree = stump(CART(), x, y, w)
    found = score_of_question(tree, x, y, w, slow_gini)
    assert tree.score == pytest.approx(found, abs=1e-12)
    assert 0 <= found <= best_of_all_masks(x, y, w) + 1e-12
    assert set(tree.question.branch) == set(x)
    assert {child.n_rows for child in tree.children} == set(np.bincount(tree.question.route(x)))


def best_of_all_masks(x, y, w):
    """The highest Gini decrease of any grouping, all groupings in one product."""
    values, classes = sorted(set(x)), sorted(set(y))
    table = np.zeros((len(values), len(classes)))
    np.add.at(table, ([values.index(v) for v in x], [classes.index(c) for c in y]), w)
    masks = np.arange(1, 2 ** (len(values) - 1))[:, None] >> np.arange(len(values)) & 1
    left = masks @ table
    right = table.sum(axis=0) - left
    rest = left.sum(axis=1) * gini(left) + right.sum(axis=1) * gini(right)
    return gini(table.sum(axis=0)) - rest.min() / table.sum()


@pytest.mark.parametrize("impurity", [*FAST, twoing])
def test_many_levels_and_two_classes(impurity):
    """300 levels: the shortcut still is one sort, and each group is on one side of a share."""
    x, y, w = column(1, 300, 900, 2)
    tree = stump(CART(impurity), x, y, w)
    table = pd.DataFrame({"x": x, "y": y, "w": w})
    share = table[table.y == 1].groupby("x").w.sum() / table.groupby("x").w.sum()
    side = pd.Series(tree.question.branch)
    share = share.fillna(0).reindex(side.index)
    shares = sorted(
        [share[side == 0].agg(["min", "max"]), share[side == 1].agg(["min", "max"])], key=max
    )
    assert shares[0]["max"] <= shares[1]["min"]
