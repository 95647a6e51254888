"""Idea 2, which question splits best: a threshold, one branch per value, or two groups of values.

Each search looks at all nodes of a level at once and returns the `BestQuestions` of its features. A
`Criterion` says what a split is worth. Lecture 000 §4.3 and §4.4.2, lecture 004
"partitioning scenarios". Letters as in the legend of `kernels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from ..kernels import TIE
from ..kernels.best_cuts import SortedSearch, counted_best
from ..kernels.counting import counted_cuts
from ..kernels.scores import missing_apart, winners
from ..kernels.sorting import Sorter
from ..measures.impurity import NamedFunction
from .best_questions import EVERY_NODE, BestQuestions, Piece, combine
from .criteria import Criterion

# NumPy is fast on arrays that are large, but small enough for the processor's cache:
CHUNK = 1 << 16  # entries × features handled at once
BLOCK = 1 << 14  # entries of neighbouring nodes handled at once; a larger node is on its own
FEW_VALUES = 256  # columns with at most this many distinct values may be counted, not sorted


def search_in_blocks(level, k, search: Callable[..., BestQuestions]) -> BestQuestions:
    """The best questions about k features, searched in blocks of neighbouring nodes.

    `search(part)` is called for each block, which is a smaller level.
    """
    pieces = [Piece(np.arange(k), nodes, search(part)) for nodes, part in blocks_of_nodes(level)]
    return combine(k, level.m, pieces)


def blocks_of_nodes(level) -> Iterator:
    """Blocks of neighbouring nodes: which nodes these are, and a level of them alone."""
    if len(level.row) <= BLOCK:
        yield EVERY_NODE, level
        return
    first = level.n_entries.cumsum() - level.n_entries
    starts = np.flatnonzero(np.diff(first // BLOCK, prepend=-1))
    for start, stop in zip(starts, [*starts[1:], level.m], strict=True):
        nodes = slice(start, stop)
        yield nodes, level.only(nodes)


@NamedFunction
def midpoints(below, above, feature=None):
    """Half-way between two neighbours, but never at the upper one, however close they are.

    `feature` is what `Recipe.between` passes to every such function; here it does not matter.
    """
    middle = below / 2 + above / 2
    return np.where(middle < above, middle, below)


@dataclass(slots=True)
class Thresholds:
    """x ≤ t: for each number the cut with the highest score; a tie goes to the smaller value.

    Gini and variance without missing values and weights are scored in kernels/best_cuts.py: by
    counting if a column has few values, else by running sums (squares.py). With weights, only the
    classes in a column of many values are. All other cases: kernels/scores.py.
    """

    criterion: Criterion
    min_samples_leaf: int = 1

    def search(self, level, table, target, features):
        by_squares = np.zeros(len(features), bool)
        if self.criterion.by_squares and level.n_entries.all():
            by_squares = ~table.has_missing[features]
            if level.weight is not None:  # only sums of whole numbers and of classes are exact
                by_squares &= target.has_classes & (table.sizes[features] > FEW_VALUES)

        def search_block(part):
            stats = target.per_entry(part)
            pieces: list[Piece] = []
            if by_squares.any():
                pieces += self._by_squares(part, table, stats, features, by_squares)
            if not by_squares.all():
                pieces += self._by_cuts(part, table, stats, features, ~by_squares)
            return combine(len(features), part.m, pieces)

        return search_in_blocks(level, len(features), search_block)

    def _by_squares(self, level, table, stats, features, chosen):
        """Search the chosen ones [k] of the features by sums of squares, in chunks."""
        sorting = None
        least = self.min_samples_leaf
        nodes = (level.node, level.n_entries)
        largest = table.sizes[features[chosen]].max(initial=1) - 1
        for at, by_counting in chunks(features, chosen, table.sizes, level):
            codes = level.codes(table, features[at])
            sizes = table.sizes[features[at]]
            if by_counting:
                found = counted_best(codes, int(sizes.max()), *nodes, stats, least)
            else:
                counts = level.stats.T
                sorting = sorting or SortedSearch(*nodes, stats, counts, largest, least)
                # in a bootstrap sample rows are repeated
                all_differ = level.tree is None and sizes.min() == table.codes.shape[1]
                found = sorting.best(codes, all_differ)
            row, node, score, below, above = found
            shape = len(at), level.m
            questions = BestQuestions.thresholds(shape, (row, node), score, below, above)
            yield Piece(at, EVERY_NODE, questions)

    def _by_cuts(self, level, table, stats, features, chosen):
        """Search the chosen ones [k] of the features by listing all cuts, in chunks."""
        boundaries = self.min_samples_leaf == 1 and self.criterion.strictly_concave
        scored_by = level, stats, self.criterion, self.min_samples_leaf
        for at, cuts in chunked_cuts(level, table, stats, features, chosen, boundaries):
            cut, segment, score, missing = winners(cuts, *scored_by)
            shape = len(at), level.m
            place = segment // level.m, segment % level.m
            below = cuts.below(cut)
            above = cuts.above(cut)
            found = BestQuestions.thresholds(
                shape, place, score[segment], below, above, missing=missing
            )
            apart = missing_apart(cuts, *scored_by).reshape(shape)
            is_better = apart > found.score + TIE
            if is_better.any():
                found = found.or_is_known(is_better, apart)
            yield Piece(at, EVERY_NODE, found)


@dataclass(slots=True)
class OneBranchPerValue:
    """A branch for every level of the training data (ID3), scored by tables [m, V, S]."""

    criterion: Criterion
    min_samples_leaf: int = 1

    def search(self, level, table, target, features):
        stats = target.per_entry(level)
        gain = np.empty((len(features), level.m))
        score = np.empty((len(features), level.m))
        branch = []
        for k, f in enumerate(features):
            V = table.sizes[f]
            for nodes, tables in level.tables(table, stats, f):
                gain[k, nodes] = self.criterion(tables)
                one_value = (target.weights(tables) > 0).sum(axis=1) < 2  # is no question
                score[k, nodes] = np.where(one_value, -np.inf, gain[k, nodes])
            if self.min_samples_leaf > 1:
                score[k, self._has_small_child(level, table, f, V)] = -np.inf
            branch.append(np.broadcast_to(np.arange(V), (level.m, V)))
        return BestQuestions.groups(score, branch, gain)

    def _has_small_child(self, level, table, f, V):
        codes = table.codes[f][level.row]
        cell, rows = np.unique((level.node * V + codes)[codes >= 0], return_counts=True)
        return np.bincount(cell // V, rows < self.min_samples_leaf, minlength=level.m) > 0


def chunked_cuts(level, table, stats, features, chosen, only_boundaries=False):
    """Chunks of the chosen features with all their cuts, for a level or a block of one."""
    sorter = None
    largest = table.sizes[features[chosen]].max(initial=1) - 1
    for at, by_counting in chunks(features, chosen, table.sizes, level):
        codes = level.codes(table, features[at])
        if by_counting:
            sizes = table.sizes[features[at]]
            yield at, counted_cuts(codes, level.node, level.m, stats, sizes)
        else:
            sorter = sorter or Sorter(level.node, level.n_entries, stats, largest)
            # a missing value may join either side of a cut, which then is no boundary of its own
            yield at, sorter.cuts(codes, only_boundaries and codes.min() >= 0)


def chunks(features, chosen, sizes, level):
    """Positions of those `chosen` [k] among the features that are searched together, and whether
    by counting (few distinct values) or sorting.
    """
    n_entries = len(level.row)
    # counting fills a table [node, value], which must not be much larger than the entries
    few = sizes[features] <= min(FEW_VALUES, (n_entries / 2 + 256) / level.m)
    step = max(1, CHUNK // max(n_entries, 1))
    for by_counting in (True, False):
        positions = np.flatnonzero(chosen & (few == by_counting))
        for start in range(0, len(positions), step):
            yield positions[start : start + step], by_counting
