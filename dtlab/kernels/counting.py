"""Cuts of columns with few distinct values: counted in contingency tables, not sorted.

Letters as in kernels.py; the slow twins are in `tests/kernels/test_sorting.py`.
"""

import numpy as np

from .sorting import Cuts, Labels


def counted_cuts(codes, node, m, stats, sizes):
    """Cuts from contingency tables, one `bincount` per statistic: for columns of few distinct
    values.
    """
    F, E = codes.shape
    V = int(max(sizes))
    segment = (np.arange(0, F * m, m)[:, None] + node).ravel()
    tables = counted_tables(codes.ravel(), segment, F * m, V, stats, np.tile(np.arange(E), F))
    upto = tables.cumsum(axis=2).reshape(len(tables), -1)
    seen = np.flatnonzero(tables[-1])
    at = np.flatnonzero(seen[1:] // V == seen[:-1] // V)
    cell = seen[at]
    per_segment = np.bincount(cell // V, minlength=F * m)
    last = upto[:, V - 1 :: V]
    n_left, n_known = upto[-1, cell].astype(int), last[-1].astype(int)
    return Cuts(per_segment, upto[:-1, cell], n_left, last[:-1], n_known, seen % V, at, -1)


def counted_tables(codes, segment, n_segments, V, stats, entry=None):
    """[S + 1, segments, V] sums of every statistic, and the number of entries, per segment and
    value.
    """
    if codes.min(initial=0) < 0:
        known = codes >= 0
        entry = np.flatnonzero(known) if entry is None else entry[known]
        codes, segment = codes[known], segment[known]
    cell, n_cells = segment * V + codes, n_segments * V
    pick = (lambda column: column) if entry is None else (lambda column: column.take(entry))
    if isinstance(stats, Labels):
        K = stats.n
        cells = np.bincount(cell * K + pick(stats.codes), minlength=n_cells * K).reshape(-1, K).T
        sums = [*cells, cells.sum(axis=0)]
    else:
        rows = np.bincount(cell, minlength=n_cells)
        sums = [
            rows if c is None else np.bincount(cell, pick(c), minlength=n_cells)
            for c in stats.columns
        ]
        sums.append(rows)
    return np.array(sums, float).reshape(len(sums), n_segments, V)
