"""The searches by squares against the general way: score every cut, keep the first best one."""

from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dtlab.engine.level import Level
from dtlab.kernels.best_cuts import SortedSearch, counted_best
from dtlab.kernels.ranks import rank, rank_rows
from dtlab.kernels.scores import winners
from dtlab.kernels.sorting import Sorter
from dtlab.kernels.statistics import Labels, Sums
from dtlab.measures import gini
from dtlab.questions.criteria import Decrease, VarianceGain


@st.composite
def levels(draw, kinds=("classes", "numbers")):
    """A level whose nodes all have entries, codes [F, E] without missing ones, statistics."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    F, m, K = draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.integers(1, 4))
    n_entries = rng.integers(1, 9, m)
    node = np.arange(m).repeat(n_entries)
    E = len(node)
    if draw(st.booleans()):
        codes = np.array([rng.permutation(E) for _ in range(F)], np.int32)
    else:
        codes = rng.integers(0, draw(st.integers(1, 5)), (F, E)).astype(np.int32)
    labels = rng.integers(0, K, E)
    stats, criterion = Labels(labels, K), Decrease(gini)
    sums = np.array([np.bincount(node, labels == k, minlength=m) for k in range(K)]).T
    kind, weight = draw(st.sampled_from(kinds)), None
    if kind == "numbers":
        z = rng.integers(-3, 4, E).astype(float)
        z -= (np.bincount(node, z) / n_entries)[node]
        stats, criterion = Sums([None, z]), VarianceGain()
    elif kind == "weights":
        weight = rng.choice([0.25, 1.0, 3.0, 1e-9], E)
        stats = Labels(labels, K, weight)
    allowed = np.ones((m, F), bool)
    level = Level(0, np.arange(m), np.arange(E), weight, sums, n_entries, allowed)
    return level, codes, stats, criterion


def general(level, codes, stats, criterion, least):
    cuts = Sorter(level.node, level.n_entries, stats, codes.max()).cuts(codes)
    at, found, score, _ = winners(cuts, level, stats, criterion, least)
    below, above = cuts.below(at), cuts.above(at)
    return found // level.m, found % level.m, score[found], below, above


def assert_same(one, two):
    for a, b in zip(one, two, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-11)


@given(levels(("classes", "numbers", "weights")), st.integers(1, 3))
def test_sorted_search(data, least):
    level, codes, stats, _ = data
    all_differ = all(len(set(row)) == len(row) for row in codes.tolist())
    nodes = level.node, level.n_entries
    search = SortedSearch(*nodes, stats, level.stats.T, codes.max(), least)
    assert_same(search.best(codes, all_differ), general(*data, least))


@given(levels(), st.integers(1, 3), st.sampled_from([0, 128]))
def test_counted_best(data, least, narrow):
    level, codes, stats, _ = data
    nodes = level.node, level.n_entries
    with patch("dtlab.kernels.best_cuts.NARROW", narrow):  # both ways to add up
        found = counted_best(codes, int(codes.max()) + 1, *nodes, stats, least)
    assert_same(found, general(*data, least))


@given(st.integers(0, 10**6), st.booleans())
def test_rank_rows(seed, with_missing):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, rng.integers(1, 7), (3, rng.integers(5, 40))).astype(float)
    if with_missing:
        X[1, 4] = np.nan
    distinct, codes = rank_rows(X)
    for x, values, code in zip(X, distinct, codes, strict=True):
        assert values.tolist() == rank(x)[0].tolist()
        assert code.tolist() == rank(x)[1].tolist()


@given(st.integers(0, 10**6), st.integers(1, 40))
def test_rank_rows_of_numbers_that_differ_in_their_last_bits(seed, n):
    rng = np.random.default_rng(seed)
    signs, near = rng.choice([-1.0, 1.0], (4, n)), 1 + rng.integers(0, 9, (4, n)) * 2.0**-52
    X = signs * near * np.array([[1.0], [1e-310], [1e300], [0.0]])  # the last: 0 and −0
    X = np.vstack((X, rng.choice([0.0, -0.0, 5e-324, -5e-324, 1e-320], n)))
    for x, values, code in zip(X, *rank_rows(X), strict=True):
        assert values.tolist() == rank(x)[0].tolist()
        assert code.tolist() == rank(x)[1].tolist()
