"""Two groups of values: the question that CART asks of a category. Lecture 004, CART 4/8."""

from dataclasses import dataclass

import numpy as np

from ..kernels import TIE
from ..kernels.counting import counted_cuts, counted_tables
from ..kernels.scores import missing_apart, winners
from ..kernels.sorting import Cuts, Sorter
from .search import blocks_of_nodes

EXHAUSTIVE = 10  # up to so many categories every way to form two groups is tried


@dataclass(slots=True)
class TwoGroups:
    """A in S or not: the two groups of values with the highest score (CART, lecture 004, CART 4/8).

    Two classes or a number and a concave impurity: order the values by class share or mean and cut
    once (Breiman). Otherwise every grouping of up to 10 values; beyond that the best cut of the
    orders by each class's share, which may miss the optimum.
    """

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        for f in features:
            options.branch[f] = np.full((level.m, table.sizes[f]), -1, np.int32)
        for part, found in blocks_of_nodes(level, options):
            stats = target.per_entry(part)
            for f in features:
                self._search(part, table, target, stats, f, found)

    def _search(self, level, table, target, stats, f, options):
        codes = level.codes(table, np.array([f]))[0]
        V = int(table.sizes[f])
        # a minimum leaf size may forbid the best cut of the order, but not every good grouping
        one_order = self.criterion.concave and target.n_shares == 1 and self.min_samples_leaf == 1
        if one_order or V > EXHAUSTIVE:
            ways = (_one_order(codes, level, V, stats, target, k) for k in range(target.n_shares))
        else:
            ways = [_all_groupings(codes, level, V, stats)]
        for cuts, side_of in ways:
            self._record(cuts, side_of, level, stats, f, options)
        if table.has_missing[f]:
            self._ask_what_is_missing(cuts, level, stats, codes, f, options)

    def _record(self, cuts, side_of, level, stats, f, options):
        at, node, score, missing = winners(
            cuts, level, stats, self.criterion, self.min_samples_leaf
        )
        better = score[node] > options.score[f, node] + TIE
        at, node, missing = at[better], node[better], missing[better]
        branch = side_of(node, cuts.below(at))
        # the group of the first value that occurs comes first, so that equal splits look equal
        first = np.take_along_axis(branch, np.argmax(branch >= 0, axis=1)[:, None], axis=1)
        options.branch[f][node] = np.where(branch < 0, -1, branch ^ first)
        options.missing[f, node] = np.where(missing < 0, -1, missing ^ first[:, 0])
        options.score[f, node] = options.gain[f, node] = score[node]

    def _ask_what_is_missing(self, cuts, level, stats, codes, f, options):
        """Where it scores better: all known values in one group, missing ones in the other."""
        score = missing_apart(cuts, level, stats, self.criterion, self.min_samples_leaf)
        node = np.flatnonzero(score > options.score[f] + TIE)
        occurs = np.zeros(options.branch[f].shape, bool)
        occurs[level.node[codes >= 0], codes[codes >= 0]] = True
        options.branch[f][node] = np.where(occurs[node], 0, -1)
        options.score[f, node] = options.gain[f, node] = score[node]
        options.missing[f, node] = 1


def _one_order(codes, level, V, stats, target, k):
    """Cuts of the values that occur in each node, ordered by their k-th share; and how to read a
    cut.
    """
    known = np.flatnonzero(codes >= 0)
    cell = level.node[known] * V + codes[known]
    present, inverse = _distinct(cell, level.m * V)
    node = present // V
    share = target.share(stats.per_cell(inverse, len(present), known), k)
    order = np.lexsort((present, share, node))
    n_values = np.bincount(node, minlength=level.m)
    position = np.empty(len(present), np.int64)
    position[order] = np.arange(len(present)) - (n_values.cumsum() - n_values)[node[order]]
    recoded = np.full((1, len(codes)), -1)
    recoded[0, known] = position[inverse]
    most = max(int(n_values.max(initial=1)), 1)
    if most * level.m <= 2 * len(codes) + 1024:
        cuts = counted_cuts(recoded, level.node, level.m, stats, [most])
    else:
        cuts = Sorter(level.node, level.n_entries, stats, most - 1).cuts(recoded)

    def side_of(nodes, below):
        side = np.full((level.m, V), -1)
        limit = np.zeros(level.m, np.int64)
        limit[nodes] = below
        side[node, present % V] = position > limit[node]
        return side[nodes]

    return cuts, side_of


def _distinct(cell, n_cells):
    """`np.unique(cell, return_inverse=True)`, without sorting where the cells are few."""
    if n_cells > 2 * len(cell) + 1024:
        return np.unique(cell, return_inverse=True)
    occurs = np.zeros(n_cells, bool)
    occurs[cell] = True
    return np.flatnonzero(occurs), (occurs.cumsum() - 1)[cell]


def _all_groupings(codes, level, V, stats):
    """Every way to form two groups of V values as cuts of a node; and how to read a cut."""
    masks = (np.arange(1, 2 ** (V - 1))[:, None] >> np.arange(V - 1)) & 1
    masks = np.column_stack((np.zeros(len(masks), int), masks))  # [P, V] 1: second group
    values = counted_tables(codes, level.node, level.m, V, stats)  # [S + 1, m, V], rows last
    grouped = values @ (1 - masks).T  # [S + 1, m, P]
    present = values[-1] > 0
    both = ((present @ (1 - masks).T) > 0) & ((present @ masks.T) > 0)  # [m, P]
    per_node = both.sum(axis=1)
    index = np.broadcast_to(np.arange(len(masks)), both.shape)[both]
    total = values.sum(axis=2)
    empty = np.abs(total[:, :, None] - grouped) < TIE * np.abs(grouped)
    grouped = np.where(empty, total[:, :, None], grouped)  # no class is left over by rounding
    n_left = grouped[-1, both].astype(int)
    n_known = total[-1].astype(int)
    at = np.arange(len(index))
    cuts = Cuts(per_node, grouped[:-1, both], n_left, total[:-1], n_known, index, at, -1)
    return cuts, lambda nodes, below: np.where(present[nodes], masks[below], -1)
