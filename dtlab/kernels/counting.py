"""Cuts of columns with few distinct values: counted in contingency tables, not sorted.

Letters as in the folder's legend; the slow twins are in `tests/dtlab/kernels/test_sorting.py`.
"""

import numpy as np

from .sorting import Cuts


def counted_cuts(codes, node, m, stats, sizes):
    """Cuts from contingency tables: for columns of few distinct values.

    Five entries in one node, the classes a and b:

        value    2   0   2   0   0         value     0   2         a cut lies between them,
        class    b   a   a   a   b    →    a, b    2 1   1 1       with 2 a and 1 b on its left
    >>> from dtlab.kernels.statistics import Labels
    >>> labels, node = Labels(np.array([1, 0, 0, 0, 1]), 2), np.zeros(5, int)
    >>> cuts = counted_cuts(np.array([[2, 0, 2, 0, 0]]), node, 1, labels, [3])
    >>> cuts.left.tolist(), cuts.below([0]).tolist(), cuts.above([0]).tolist()
    ([[2.0], [1.0]], [0], [2])
    """
    F = len(codes)
    V = int(max(sizes))
    segment = np.arange(0, F * m, m)[:, None] + node
    tables = counted_tables(codes, segment, F * m, V, stats)
    upto = tables.cumsum(axis=2).reshape(len(tables), -1)
    seen = np.flatnonzero(tables[-1])
    at = np.flatnonzero(seen[1:] // V == seen[:-1] // V)  # not after the last value of a segment
    cell = seen[at]
    per_segment = np.bincount(cell // V, minlength=F * m)
    last = upto[:, V - 1 :: V]
    n_left = upto[-1, cell].astype(int)
    n_known = last[-1].astype(int)
    return Cuts(per_segment, upto[:-1, cell], n_left, last[:-1], n_known, seen % V, at, -1)


def counted_tables(codes, segment, n_segments, V, stats):
    """[S + 1, segments, V] sums of every statistic, and last the number of entries, per segment
    and value, for codes [E] or [F, E]; a missing value counts nowhere.

    >>> from dtlab.kernels.statistics import Sums
    >>> codes, segment = np.array([0, 1, -1, 1]), np.array([0, 0, 0, 1])
    >>> counted_tables(codes, segment, 2, 2, Sums([np.array([5.0, 7.0, 8.0, 9.0])])).tolist()
    [[[5.0, 7.0], [0.0, 9.0]], [[1.0, 1.0], [0.0, 1.0]]]
    """
    cell = segment * V + codes
    entry = None
    if codes.min(initial=0) < 0:
        known = (codes >= 0).nonzero()
        cell = cell[known]
        entry = known[-1]
    return stats.per_cell(cell, n_segments * V, entry).reshape(-1, n_segments, V)
