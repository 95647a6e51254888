"""Many trees on one table: numbers cut into bins once, and node tables by subtraction.

Gradient boosting grows hundreds of small trees on the same columns with another target each time.
Few bins make every column a matter of counting, and of two siblings only the smaller is counted:
the other is the parent − the sibling. This is a search for `grow`, not another grower.
"""

from dataclasses import dataclass, field

import numpy as np

from ..engine.table import Table
from ..engine.target import Numbers
from ..kernels import TIE
from ..questions.best_questions import NO_CHILD, BestQuestions
from ..questions.search import Thresholds, midpoints


def bins_of_equal_counts(table, bins):
    """The table with every number of more than `bins` values cut into bins of about equal counts.

    The number that stands for a bin is its upper edge, half-way to the next value above it.
    """
    codes = table.codes.copy()
    numbers = list(table.numbers)
    for f in np.flatnonzero(table.is_number & (table.sizes > bins)):
        known = codes[f] >= 0
        rows = np.bincount(codes[f][known])
        middle = rows.cumsum() - rows / 2
        number = (middle * bins / rows.sum()).astype(np.intp)
        last = np.flatnonzero(np.diff(number, append=bins))  # the largest value of each bin
        number = np.append(np.searchsorted(last, np.arange(len(rows))), -1)
        x = table.numbers[f]
        codes[f] = number[codes[f]]
        numbers[f] = np.append(midpoints(x[last[:-1]], x[last[:-1] + 1]), x[-1])
    return Table(table.columns, codes, numbers)


def at_edges(is_binned):
    """The number to ask about: the edge of a bin, half-way between plain values."""
    return lambda below, above, feature: np.where(
        is_binned[feature], below, midpoints(below, above)
    )


CANCELLED = 1e-6  # a variance below this share of the mean square is computed again, exactly


@dataclass(slots=True)
class Residuals(Numbers):
    """A numeric target that notes where every row stands while the tree grows."""

    place: np.ndarray = field(init=False)  # [n] the node of each row; −1: not in the sample
    parent: np.ndarray = field(default_factory=lambda: np.zeros(0, np.intp))  # of every node so far

    squares: np.ndarray = field(init=False)

    def __post_init__(self):
        self.place = np.full(len(self.y), -1)
        self.squares = self.y * self.y

    def summary(self, row, node, m, weight):
        one_row = row.take(np.searchsorted(node, np.arange(m)), mode="clip")  # of each node
        n_nodes = len(self.parent)
        self.parent = np.concatenate((self.parent, self.place[one_row]))
        self.place[row] = n_nodes + node
        is_whole = m == 1 and len(row) == len(self.y)  # the root: rows in their own order
        r, rr = (self.y, self.squares) if is_whole else (self.y[row], self.squares[row])
        if weight is not None:
            r, rr = r * weight, rr * weight
        w, s, q = (_per_node(node, x, m) for x in (weight, r, rr))
        n = np.where(w > 0, w, 1.0)  # an empty branch has sums of 0
        mean, square = s / n, q / n
        variance = square - mean * mean
        if (variance < CANCELLED * square).any():  # too little is left of the digits: two passes
            return Numbers.summary(self, row, node, m, weight)
        return np.column_stack((w, mean, variance))


def _per_node(node, x, m):
    """[m] the sum of x (None: ones) over the entries of each node."""
    if m == 1:
        return np.array([len(node) if x is None else x.sum()], float)
    return np.bincount(node, x, minlength=m)


@dataclass(slots=True)
class BinnedThresholds(Thresholds):
    """x ≤ t on binned numbers; one search serves all the trees that are grown on a table.

    Legend: tables [S, m, F, 1 + V] hold the rows, perhaps the weight, and Σ w r of every value of
    every feature in every node; missing values stand first.
    """

    cells: np.ndarray = field(init=False)  # [n, F] where a value stands in a node's tables
    ones: np.ndarray = field(init=False)  # [n · F]
    tables: np.ndarray = field(init=False)  # of the last level
    number: dict = field(default_factory=dict)  # where a node of the last level stands there
    of_all_rows: np.ndarray | None = None  # the part of the root's tables that no residual changes

    def __post_init__(self):
        self.cells = np.zeros((0, 0), np.int32)  # filled when the table is known

    def search(self, level, table, target, features):
        V = 1 + int(table.sizes[features].max())
        if not self.cells.size:
            start = np.arange(1, len(features) * V, V, dtype=np.int32)
            self.cells = np.ascontiguousarray((table.codes[features] + start[:, None]).T)
            self.ones = np.ones(self.cells.size)
        self._count(level, target, V)
        self.number = {node: i for i, node in enumerate(level.ids.tolist())}
        return self._best_cuts(level)

    def _count(self, level, target, V):
        """Set the tables of this level, from those of the level above where that is less work."""
        row = level.row
        is_whole = level.depth == 0 and len(row) == len(target.y)
        r = target.y if is_whole else target.y.take(row)
        columns = [r] if level.weight is None else [level.weight, level.weight * r]
        columns.insert(0, self.ones[: len(row)])
        if level.depth == 0 and len(row) < len(self.cells):
            self.tables = self._add_up(row, columns, V)
            return
        if level.depth == 0:
            if self.of_all_rows is None:
                self.of_all_rows = self._add_up(row, columns[:-1], V)
            sums = self._add_up(row, columns[-1:], V)
            self.tables = np.concatenate((self.of_all_rows, sums))
            return
        parent = target.parent[level.ids]
        first = np.flatnonzero(parent[1:] == parent[:-1])
        above = [self.number[p] for p in parent[first].tolist()]
        swap = level.n_entries[first] > level.n_entries[first + 1]
        # of two siblings, the larger is derived
        small = first + swap
        large = first + ~swap
        counted = np.delete(np.arange(level.m), large)
        tables = np.empty((len(columns), level.m, *self.tables.shape[2:]))
        slot = np.full(level.m, -1, np.int32)
        slot[counted] = np.arange(len(counted))
        slot = slot.repeat(level.n_entries)
        inside = np.flatnonzero(slot >= 0)
        part = [column.take(inside) for column in columns]
        tables[:, counted] = self._add_up(row[inside], part, V, slot[inside], len(counted))
        tables[:, large] = self.tables[:, above] - tables[:, small]
        self.tables = tables

    def _add_up(self, row, columns, V, slot=None, m=1):
        """[columns, m, F, V] sums of the columns over the rows, which lie in the nodes `slot`.

        A row is a column of a sparse matrix with a 1 in each of its cells: one product adds up all
        features, and reads the cells of a row where they lie together in memory.
        """
        from scipy.sparse import csc_array

        F = self.cells.shape[1]
        is_whole = m == 1 and len(row) == len(self.cells)  # the root: rows in their own order
        cells = self.cells if is_whole else self.cells.take(row, axis=0)
        if m > 1:
            cells = cells + (slot * np.int32(F * V))[:, None]
        start = np.arange(0, cells.size + 1, F, dtype=np.int32)
        ones = self.ones[: cells.size]
        matrix = csc_array((ones, cells.ravel(), start), shape=(m * F * V, len(row)))
        return np.array([matrix @ column for column in columns]).reshape(-1, m, F, V)

    def _best_cuts(self, level):
        """The best cut of every feature at every node."""
        known = self.tables[..., 1:]
        gaps = self.tables[..., :1]
        variance = level.stats[:, 2, None]
        upto = known.cumsum(axis=-1)
        filled = known[0] > 0
        is_cut = filled & (upto[0] < upto[0, ..., -1:])
        side = None
        score = self._explained_by(upto, level)
        if gaps[0].any():
            score, side = self._with_gaps(score, upto, gaps, level)
        np.copyto(score, -np.inf, where=~is_cut)
        top = score.max(axis=-1)
        below = (score >= (top - TIE * variance)[..., None]).argmax(axis=-1)
        above = _next(filled, below)
        missing = np.full(top.shape, NO_CHILD)
        if side is not None:
            at_best = np.take_along_axis(side, below[..., None], axis=-1)
            missing = np.where(gaps[0] > 0, at_best, NO_CHILD)[..., 0]
        share = (top / variance).T
        found = BestQuestions(share, share, missing.T, below.T, above.T)
        if side is None:
            return found
        # perhaps better: ask whether the value is known
        fewer = np.minimum(upto[0, ..., -1:], gaps[0])
        allowed = fewer >= self.min_samples_leaf
        apart = np.where(allowed, _explained(upto[..., -1:], level), -np.inf)[..., 0]
        is_better = apart > top + TIE * variance
        return found.or_is_known(is_better.T, (apart / variance).T)

    def _explained_by(self, left, level):
        """What every cut explains; −inf where a side would be too small."""
        score = _explained(left, level)
        if self.min_samples_leaf > 1:
            smaller = np.minimum(left[0], level.n_entries[:, None, None] - left[0])
            np.copyto(score, -np.inf, where=smaller < self.min_samples_leaf)
        return score

    def _with_gaps(self, score, upto, gaps, level):
        """The better side for missing values at every cut; a tie sends them where more rows go."""
        left = self._explained_by(upto + gaps, level)
        with np.errstate(invalid="ignore"):  # neither side is allowed: −inf − −inf
            tied = np.abs(left - score) <= TIE * level.stats[:, 2, None, None]
        right = np.where(tied, 2 * upto[0] < upto[0, ..., -1:], score > left)
        return np.maximum(score, left), right


def _next(filled, code):
    """[...] the next code after `code` that has rows (filled [..., V]); there is one at a cut."""
    V = filled.shape[-1]
    place = np.flatnonzero(filled)
    if not len(place):  # all columns are missing here: there is no cut
        return code
    at = np.arange(0, filled.size, V).reshape(code.shape) + code
    return place.take(np.searchsorted(place, at) + 1, mode="clip") % V


def _explained(left, level):
    """Between-node variance of every cut, from [rows, perhaps weight, Σ w r] left of it.

    With the node's mean μ taken off, both sides of a cut add up to 0: what it explains of the
    variance is (Σ w r − μ w)² / (w · (W − w)), W the weight of the node.
    """
    weight = left[-2]
    centred = left[-1] - weight * level.stats[:, 1, None, None]
    centred *= centred
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 / 0 where there is no cut
        centred /= weight * (level.stats[:, 0, None, None] - weight)
    return centred
