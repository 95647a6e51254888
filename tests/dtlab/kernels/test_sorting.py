"""Every routine of sorting.py and counting.py against its slow, obvious twin."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dtlab.kernels import TIE
from dtlab.kernels.counting import counted_cuts, counted_tables
from dtlab.kernels.sorting import Sorter, best_cut
from dtlab.kernels.statistics import Labels, Sums


@st.composite
def entries(draw, kinds=("labels", "weights", "numbers")):
    """Codes [F, E] with missing ones, the node of every entry, how many nodes, statistics."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    F, E, m = draw(st.integers(1, 3)), draw(st.integers(1, 24)), draw(st.integers(1, 4))
    V, K = draw(st.sampled_from([1, 2, 3, 6, 40])), draw(st.integers(1, 4))
    codes = rng.integers(0, V, (F, E)).astype(np.int32)
    codes[rng.random((F, E)) < draw(st.sampled_from([0, 0.2, 1]))] = -1
    node = rng.integers(0, draw(st.integers(1, m)), E)  # the last nodes may have no entries
    labels = rng.integers(0, K, E)
    weight = rng.integers(1, 5, E) / 4.0  # sums of quarters are exact
    stats = {
        "labels": Labels(labels, K),
        "weights": Labels(labels, K, weight),
        "numbers": Sums([None, rng.integers(-3, 4, E) / 2.0]),
    }[draw(st.sampled_from(kinds))]
    return codes, node, m, V, stats


def sorted_cuts(codes, node, m, stats, only_boundaries=False):
    sorter = Sorter(node, np.bincount(node, minlength=m), stats, codes.max())
    return sorter.cuts(codes, only_boundaries)


def rows_of(stats, E):
    """[E, S] the statistics of every entry, written out."""
    if isinstance(stats, Labels):
        weight = np.ones(E) if stats.weight is None else stats.weight
        return np.eye(stats.n)[stats.codes] * weight[:, None]
    return np.column_stack([np.ones(E) if c is None else c for c in stats.values])


def naive_cuts(codes, node, m, stats, only_boundaries=False):
    """Segment by segment, value by value."""
    S = rows_of(stats, len(node))
    per_segment, total, n_known, cuts = [], [], [], []
    for x in codes:
        for k in range(m):
            known = (node == k) & (x >= 0)
            values = sorted(set(x[known].tolist()))
            found = []
            for below, above in zip(values, values[1:], strict=False):
                left = known & (x <= below)
                if not (only_boundaries and same_pure_class(stats, known, x, below, above)):
                    found.append((S[left].sum(axis=0), left.sum(), below, above))
            cuts += found
            per_segment.append(len(found))
            total.append(S[known].sum(axis=0))
            n_known.append(known.sum())
    left = np.array([cut[0] for cut in cuts]).reshape(len(cuts), S.shape[1]).T
    n_left, below, above = (np.array([cut[i] for cut in cuts], int) for i in (1, 2, 3))
    return per_segment, left, n_left, np.array(total).T, n_known, below, above


NAMES = ("per_segment", "left", "n_left", "total", "n_known", "below", "above")


def written_out(cuts):
    """The cuts as the twin gives them."""
    every = np.arange(len(cuts.n_left))
    values = cuts.below(every), cuts.above(every)
    return (*(getattr(cuts, name) for name in NAMES[:5]), *values)


def same_pure_class(stats, known, x, below, above):
    """Fayyad: the two neighbouring blocks hold one and the same class only."""
    if not isinstance(stats, Labels) or stats.weight is not None:
        return False
    return len(set(stats.codes[known & ((x == below) | (x == above))].tolist())) == 1


def assert_same_cuts(a, b):
    for name, one, two in zip(NAMES, a, b, strict=True):
        assert np.shape(one) == np.shape(two), name
        np.testing.assert_allclose(one, two, rtol=0, atol=1e-12, err_msg=name)


@given(entries())
def test_sorted_cuts(data):
    codes, node, m, _, stats = data
    assert_same_cuts(
        written_out(sorted_cuts(codes, node, m, stats)), naive_cuts(codes, node, m, stats)
    )


@given(entries())
def test_sorted_cuts_at_boundaries(data):
    codes, node, m, _, stats = data
    fast = sorted_cuts(codes, node, m, stats, only_boundaries=True)
    assert_same_cuts(written_out(fast), naive_cuts(codes, node, m, stats, only_boundaries=True))


def test_wide_keys_give_the_same_cuts():
    """Two classes and few values fit 32 bits, many values need 64: both are packed differently."""
    rng = np.random.default_rng(0)
    codes, node = rng.integers(-1, 12, (2, 60)), rng.integers(0, 5, 60)
    stats = Labels(rng.integers(0, 2, 60), 2)
    narrow = written_out(sorted_cuts(codes, node, 5, stats))
    far = 1 << 33
    *wide, below, above = written_out(
        sorted_cuts(np.where(codes < 0, -1, codes + far), node, 5, stats)
    )
    assert_same_cuts(narrow, (*wide, below - far, above - far))


@given(entries())
def test_counted_cuts(data):
    codes, node, m, V, stats = data
    counted = counted_cuts(codes, node, m, stats, [V] * len(codes))
    assert_same_cuts(written_out(counted), naive_cuts(codes, node, m, stats))


def test_counted_cuts_of_columns_with_different_sizes():
    codes = np.array([[0, 1, 2, 2], [0, 0, 1, -1]])
    stats, node = Labels(np.array([0, 1, 1, 0]), 2), np.zeros(4, int)
    counted = counted_cuts(codes, node, 1, stats, [3, 2])
    assert_same_cuts(written_out(counted), naive_cuts(codes, node, 1, stats))


@given(entries())
def test_counted_tables(data):
    codes, node, m, V, stats = data
    tables = counted_tables(codes[0], node, m, V, stats)
    S = np.column_stack((rows_of(stats, len(node)), np.ones(len(node))))
    expected = np.zeros((S.shape[1], m, V))
    for x, k, row in zip(codes[0], node, S, strict=True):
        if x >= 0:
            expected[:, k, x] += row
    np.testing.assert_allclose(tables, expected, atol=1e-12)


@given(st.lists(st.lists(st.sampled_from([-np.inf, -1, 0, 0.5, 0.5 + 1e-14, 1, 9, 9 + 1e-12]))))
def test_best_cut(segments):
    """The first within 1e-12 (relative) of a segment's highest score; none if all are −∞."""
    score = np.array([s for segment in segments for s in segment], float)
    index, top = best_cut(score, np.array([len(s) for s in segments], int))
    at = 0
    for scores, found, high in zip(segments, index, top, strict=True):
        highest = max(scores, default=-np.inf)
        assert high == highest
        if highest == -np.inf:
            assert found == -1
        else:
            margin = TIE * max(1, abs(highest))
            assert found - at == next(i for i, s in enumerate(scores) if s >= highest - margin)
        at += len(scores)


def test_cuts_repeat_what_belongs_to_a_segment():
    cuts = sorted_cuts(
        np.array([[0, 1, 2, 0]]), np.array([0, 0, 0, 1]), 2, Labels(np.zeros(4, int), 1)
    )
    assert cuts.spread(np.array([7, 8])).tolist() == [7, 7]


def test_small_weights_are_not_lost_beside_large_ones():
    """Boosting makes weights of 1 and 1e-20; a node of small ones must keep its shares."""
    codes, node = np.array([[0, 1, 0, 1]]), np.array([0, 0, 1, 1])
    weight = np.array([1.0, 1.0, 1e-20, 3e-20])
    cuts = sorted_cuts(codes, node, 2, Sums([weight]))
    np.testing.assert_allclose(cuts.left, [[1.0, 1e-20]], rtol=1e-9)
    np.testing.assert_allclose(cuts.total, [[2.0, 4e-20]], rtol=1e-9)
