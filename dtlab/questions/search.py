"""Idea 2, which question splits best: a threshold, one branch per value, or two groups of values.

Each search looks at all nodes of a level at once and writes its best question per feature and node
into `Options`. What a split is worth, a `Criterion` says. Lecture 000 §4.3 and §4.4.2, lecture 004
"partitioning scenarios". Letters as in the legend of `kernels`.
"""

from dataclasses import dataclass, field

import numpy as np

from ..kernels import TIE
from ..kernels.best_cuts import SortedSearch, counted_best
from ..kernels.counting import counted_cuts
from ..kernels.scores import missing_apart, winners
from ..kernels.sorting import Sorter
from ..measures.impurity import NamedFunction

# NumPy is fast on arrays that are large, but small enough for the processor's cache:
CHUNK = 1 << 16  # entries × features handled at once
BLOCK = 1 << 14  # entries of neighbouring nodes handled at once; a larger node is on its own
FEW_VALUES = 256  # columns with at most this many distinct values are counted, not sorted


@dataclass(slots=True)
class Options:
    """The best question of every feature [F] at every node [m] of a level."""

    score: np.ndarray  # [F, m] what is compared; −inf where there is no question
    gain: np.ndarray  # [F, m] what the stopping rules look at
    below: np.ndarray  # [F, m] numbers: codes up to this one go left
    above: np.ndarray  # [F, m] numbers: the code of the next larger value in the node
    missing: np.ndarray  # [F, m] child that missing values follow; −1: none
    branch: dict = field(default_factory=dict)  # categories: feature -> [m, V] child; −1: none
    threshold: np.ndarray | None = None  # [F, m] numbers to ask about, if drawn at random

    @classmethod
    def empty(cls, F, m):
        score, gain = np.full((2, F, m), -np.inf)
        below, above = np.zeros((2, F, m), np.int64)
        return cls(score, gain, below, above, np.full((F, m), -1))

    def only(self, nodes):
        """The options of some of the nodes; for a slice a view, written through."""
        arrays = (self.score, self.gain, self.below, self.above, self.missing)
        branch = {f: rows[nodes] for f, rows in self.branch.items()}
        threshold = None if self.threshold is None else self.threshold[:, nodes]
        return Options(*(array[:, nodes] for array in arrays), branch, threshold)


def blocks_of_nodes(level, options):
    """The level in blocks of neighbouring nodes, each with its part of the options."""
    if len(level.row) <= BLOCK:
        yield level, options
        return
    first = level.n_entries.cumsum() - level.n_entries
    starts = np.flatnonzero(np.diff(first // BLOCK, prepend=-1))
    for start, stop in zip(starts, [*starts[1:], level.m], strict=True):
        nodes = slice(start, stop)
        yield level.only(nodes), options.only(nodes)


@NamedFunction
def midpoints(below, above, feature=None):
    """Half-way between two neighbours, but never at the upper one, however close they are."""
    middle = below / 2 + above / 2
    return np.where(middle < above, middle, below)


@dataclass(slots=True)
class Thresholds:
    """x ≤ t: for each number the cut with the highest score; a tie goes to the smaller value.

    Gini and variance without missing values are scored in kernels/best_cuts.py: by counting if a
    column has few values, else by running sums (squares.py). All other cases: kernels/scores.py.
    """

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        by_squares = np.zeros(len(features), bool)
        if self.criterion.by_squares and level.n_entries.all():
            by_squares = ~table.has_missing[features]
            if level.weight is not None:  # only sums of whole numbers and of classes are exact
                by_squares &= target.has_classes & (table.sizes[features] > FEW_VALUES)
        for part, found in blocks_of_nodes(level, options):
            stats = target.per_entry(part)
            if by_squares.any():
                self._search_by_squares(part, table, stats, features[by_squares], found)
            if not by_squares.all():
                self._search_cuts(part, table, stats, features[~by_squares], found)

    def _search_by_squares(self, level, table, stats, features, options):
        sorting, least = None, self.min_samples_leaf
        nodes = (level.node, level.n_entries)
        largest = table.sizes[features].max(initial=1) - 1
        for chunk, by_counting in chunks(features, table.sizes, level):
            codes = level.codes(table, chunk)
            sizes = table.sizes[chunk]
            if by_counting:
                found = counted_best(codes, int(sizes.max()), *nodes, stats, least)
            else:
                counts = level.stats.T
                sorting = sorting or SortedSearch(*nodes, stats, counts, largest, least)
                # in a bootstrap sample rows are repeated
                all_differ = level.tree is None and sizes.min() == table.codes.shape[1]
                found = sorting.best(codes, all_differ)
            f, node, score, below, above = found
            f = chunk[f]
            options.score[f, node] = options.gain[f, node] = score
            options.below[f, node], options.above[f, node] = below, above

    def _search_cuts(self, level, table, stats, features, options):
        boundaries = self.min_samples_leaf == 1 and self.criterion.strictly_concave
        scored_by = level, stats, self.criterion, self.min_samples_leaf
        for chunk, cuts in chunked_cuts(level, table, stats, features, boundaries):
            at, found, score, missing = winners(cuts, *scored_by)
            options.score[chunk] = options.gain[chunk] = score.reshape(len(chunk), level.m)
            f = chunk[found // level.m]
            node = found % level.m
            options.below[f, node], options.above[f, node] = cuts.below(at), cuts.above(at)
            options.missing[f, node] = missing
            # perhaps better: all known values, at or below the largest, left, missing ones right
            score = missing_apart(cuts, *scored_by)
            found = np.flatnonzero(score > options.score[chunk].ravel() + TIE)
            f = chunk[found // level.m]
            node = found % level.m
            options.score[f, node] = options.gain[f, node] = score[found]
            options.below[f, node], options.missing[f, node] = table.sizes[f] - 1, 1


@dataclass(slots=True)
class OneBranchPerValue:
    """A branch for every level of the training data (ID3), scored by tables [m, V, S]."""

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        stats = target.per_entry(level)
        for f in features:
            V = table.sizes[f]
            for nodes, tables in level.tables(table, stats, f):
                score = self.criterion(tables)
                one_value = (target.weights(tables) > 0).sum(axis=1) < 2  # is no question
                options.gain[f, nodes] = score
                options.score[f, nodes] = np.where(one_value, -np.inf, score)
            if self.min_samples_leaf > 1:
                options.score[f, self._has_small_child(level, table, f, V)] = -np.inf
            options.branch[f] = np.broadcast_to(np.arange(V), (level.m, V))

    def _has_small_child(self, level, table, f, V):
        codes = table.codes[f][level.row]
        cell, rows = np.unique((level.node * V + codes)[codes >= 0], return_counts=True)
        return np.bincount(cell // V, rows < self.min_samples_leaf, minlength=level.m) > 0


def chunked_cuts(level, table, stats, features, only_boundaries=False):
    """Chunks of features with all their cuts, for a level or a block of one."""
    sorter = None
    largest = table.sizes[features].max(initial=1) - 1
    for chunk, by_counting in chunks(features, table.sizes, level):
        codes = level.codes(table, chunk)
        if by_counting:
            yield chunk, counted_cuts(codes, level.node, level.m, stats, table.sizes[chunk])
        else:
            sorter = sorter or Sorter(level.node, level.n_entries, stats, largest)
            # a missing value may join either side of a cut, which then is no boundary of its own
            yield chunk, sorter.cuts(codes, only_boundaries and codes.min() >= 0)


def chunks(features, sizes, level):
    """Features that are searched together, and whether by counting (few distinct values) or
    sorting.
    """
    n_entries = len(level.row)
    few = sizes[features] <= min(FEW_VALUES, (n_entries / 2 + 256) / level.m)
    step = max(1, CHUNK // max(n_entries, 1))
    for by_counting in (True, False):
        chosen = features[few == by_counting]
        for start in range(0, len(chosen), step):
            yield chosen[start : start + step], by_counting
