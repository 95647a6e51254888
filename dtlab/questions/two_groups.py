"""Two groups of values: the question that CART asks of a category. Lecture 004, CART 4/8."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..kernels import TIE
from ..kernels.counting import counted_cuts, counted_tables
from ..kernels.scores import missing_apart, winners
from ..kernels.sorting import Cuts, Sorter
from .best_questions import KNOWN, NO_CHILD, UNKNOWN, BestQuestions
from .criteria import Criterion
from .search import search_in_blocks

EXHAUSTIVE = 10  # up to so many categories every way to form two groups is tried


@dataclass(slots=True)
class TwoGroups:
    """A in S or not: the two groups of values with the highest score (CART, lecture 004, CART 4/8).

    Two classes or a number and a concave impurity: order the values by class share or mean and cut
    once (Breiman). Otherwise every grouping of up to 10 values; beyond that the best cut of the
    orders by each class's share, which may miss the optimum.
    """

    criterion: Criterion
    min_samples_leaf: int = 1

    def search(self, level, table, target, features):
        def search_block(part):
            stats = target.per_entry(part)
            found = [self._search(part, table, target, stats, f) for f in features]
            score, missing, branch = zip(*found, strict=True)
            return BestQuestions.groups(np.array(score), branch, missing=np.array(missing))

        return search_in_blocks(level, len(features), search_block)

    def _search(self, level, table, target, stats, f):
        """Score and child of missing values [m], and groups [m, V], for one feature."""
        codes = level.codes(table, np.array([f]))[0]
        V = int(table.sizes[f])
        scored_by = level, stats, self.criterion, self.min_samples_leaf
        score = np.full(level.m, -np.inf)
        missing = np.full(level.m, NO_CHILD)
        branch = np.full((level.m, V), NO_CHILD, np.int32)
        for cuts, side_of in self._ways(codes, level, V, stats, target):
            cut, node, scores, side = winners(cuts, *scored_by)
            better = scores[node] > score[node] + TIE
            cut, node, side = cut[better], node[better], side[better]
            group = side_of(node, cuts.below(cut))
            # the group of the first value that occurs comes first, so that equal splits look equal
            first = np.take_along_axis(group, np.argmax(group >= 0, axis=1)[:, None], axis=1)
            branch[node] = np.where(group < 0, NO_CHILD, group ^ first)
            missing[node] = np.where(side < 0, NO_CHILD, side ^ first[:, 0])
            score[node] = scores[node]
        if table.has_missing[f]:
            # perhaps better: all known values in one group, missing values in the other
            apart = missing_apart(cuts, *scored_by)
            node = np.flatnonzero(apart > score + TIE)
            occurs = np.zeros((level.m, V), bool)
            occurs[level.node[codes >= 0], codes[codes >= 0]] = True
            branch[node] = np.where(occurs[node], KNOWN, NO_CHILD)
            missing[node] = UNKNOWN
            score[node] = apart[node]
        return score, missing, branch

    def _ways(self, codes, level, V, stats, target) -> Iterator:
        """Lists of groupings to try: their cuts, and a function that reads the groups of a cut."""
        # a minimum leaf size may forbid the best cut of the order, but not every good grouping
        one_order = self.criterion.concave and target.n_shares == 1 and self.min_samples_leaf == 1
        if one_order or V > EXHAUSTIVE:
            for k in range(target.n_shares):
                yield _one_order(codes, level, V, stats, target, k)
        else:
            yield _all_groupings(codes, level, V, stats)


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
