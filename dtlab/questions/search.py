"""Idea 2, which question splits best: a threshold, one branch per value, or two groups of values.

Each search looks at all nodes of a level at once and writes its best question per feature and node
into `Options`. Scores come from a criterion: a function of contingency tables [..., child,
statistic]. Lecture 000 §4.3 and §4.4.2, lecture 004 "partitioning scenarios".
"""

from dataclasses import dataclass, field

import numpy as np

from ..kernels.best_cuts import CountedSearch, DenseSearch
from ..kernels.counting import counted_cuts
from ..kernels.scores import missing_apart, winners
from ..kernels.sorting import TIE, Sorter
from ..measures.features import information_gain
from ..measures.gains import table_gain
from ..measures.impurity import CONCAVE, entropy, gini, lift

CHUNK = (
    1 << 16
)  # entries × features handled at once: large enough for NumPy, small enough for the cache
FEW_VALUES = 256  # columns with at most so many distinct values are counted, not sorted


class Decrease:
    """Lift an impurity to a criterion: that of the parent − that of the children, weighted."""

    def __init__(self, impurity):
        self.of_node = impurity
        self.impurity = lift(impurity)
        # Fayyad's boundary points need a strictly concave impurity, one ordering of categories a
        # concave one
        self.strictly_concave = impurity in (entropy, gini)
        self.concave = impurity in CONCAVE
        self.by_squares = impurity is gini

    def __call__(self, tables):
        return table_gain(tables, self.of_node)

    def weight(self, total):
        """Weight of the nodes, from their statistics [S, nodes]."""
        return total.sum(axis=0)

    def parent(self, total):
        """Impurity of the nodes, from their statistics [S, nodes]."""
        return self.impurity(total.T)

    def mass(self, counts):
        """n · impurity, from counts [S, C] that lie class by class in memory."""
        n = counts.sum(axis=0)
        if self.of_node is not gini:
            return n * self.impurity(counts.T)
        squares = counts[0] * counts[0]
        for row in counts[1:]:
            squares += row * row
        return n - squares / n  # n G = n − Σ c² / n


@dataclass(slots=True)
class Options:
    """The best question of every feature [F] at every node [m] of a level."""

    score: np.ndarray  # [F, m] what is compared; −inf where there is no question
    gain: np.ndarray  # [F, m] what the stopping rules look at
    below: np.ndarray  # [F, m] numbers: codes up to this one go left
    above: np.ndarray  # [F, m] numbers: the code of the next larger value in the node
    missing: np.ndarray  # [F, m] child that missing values follow; −1: none
    branch: dict = field(
        default_factory=dict
    )  # categories: feature -> [m, V] child of each level; −1: none
    threshold: np.ndarray | None = None  # [F, m] numbers to ask about, if drawn at random

    @classmethod
    def empty(cls, F, m):
        nothing = np.full((F, m), -np.inf)
        return cls(
            nothing, nothing.copy(), np.zeros((F, m), np.int64), np.zeros((F, m), np.int64),
            np.full((F, m), -1),
        )  # fmt: skip

    def only(self, keep):
        """The options of some of the nodes."""
        if keep.all():
            return self
        arrays = (self.score, self.gain, self.below, self.above, self.missing)
        branch = {f: rows[keep] for f, rows in self.branch.items()}
        threshold = None if self.threshold is None else self.threshold[:, keep]
        return Options(*(array[:, keep] for array in arrays), branch, threshold)


def midpoints(below, above, feature=None):
    """Half-way between two neighbours, but never at the upper one, however close they are."""
    middle = below / 2 + above / 2
    return np.where(middle < above, middle, below)


@dataclass(slots=True)
class Thresholds:
    """x ≤ t: for each number the cut with the highest score; a tie goes to the smaller value."""

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        stats = target.per_entry(level)
        if getattr(self.criterion, "by_squares", False) and level.n_entries.all():
            dense = ~table.has_missing[features]
            if level.weight is not None:  # of classes, and sorted, not counted
                dense &= isinstance(self.criterion, Decrease) & (table.sizes[features] > FEW_VALUES)
            self._search_dense(level, table, stats, features[dense], options)
            features = features[~dense]
            if not len(features):
                return
        boundaries = self.min_samples_leaf == 1 and getattr(
            self.criterion, "strictly_concave", False
        )
        for chunk, cuts in chunked_cuts(level, table, stats, features, boundaries):
            self._record(cuts, level, stats, chunk, options, table.sizes[chunk] - 1)

    def _search_dense(self, level, table, stats, features, options):
        counted = sorting = None
        n = level.n_entries
        for chunk, by_counting in _chunks(features, table.sizes, len(level.row), level.m):
            codes, sizes = level.codes(table, chunk), table.sizes[chunk]
            if by_counting:
                counted = counted or CountedSearch(
                    level.node, n, stats, level.stats.T, self.min_samples_leaf
                )
                found = counted.best(codes, int(sizes.max()))
            else:
                largest = table.sizes[features].max() - 1
                sorting = sorting or DenseSearch(level, stats, largest, self.min_samples_leaf)
                # in a bootstrap sample rows are repeated
                all_differ = level.tree is None and sizes.min() == table.codes.shape[1]
                found = sorting.best(codes, all_differ)
            f, node, score, below, above = found
            f = chunk[f]
            options.score[f, node] = options.gain[f, node] = score
            options.below[f, node], options.above[f, node] = below, above

    def _record(self, cuts, level, stats, chunk, options, last):
        at, found, score, missing = winners(
            cuts, level, stats, self.criterion, self.min_samples_leaf
        )
        options.score[chunk] = options.gain[chunk] = score.reshape(len(chunk), level.m)
        f, node = chunk[found // level.m], found % level.m
        options.below[f, node], options.above[f, node] = cuts.below(at), cuts.above(at)
        options.missing[f, node] = missing
        self._ask_what_is_missing(cuts, level, stats, chunk, options, last)

    def _ask_what_is_missing(self, cuts, level, stats, chunk, options, last):
        """Where it scores better: known values, at or below the largest, left, missing right."""
        score = missing_apart(cuts, level, stats, self.criterion, self.min_samples_leaf)
        found = np.flatnonzero(score > options.score[chunk].ravel() + TIE)
        f, node = chunk[found // level.m], found % level.m
        options.score[f, node] = options.gain[f, node] = score[found]
        options.below[f, node], options.missing[f, node] = last[found // level.m], 1


@dataclass(slots=True)
class OneBranchPerValue:
    """A branch for every level of the training data (ID3), scored by tables [m, V, S]."""

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        for f in features:
            V = table.sizes[f]
            for nodes, tables in level.tables(table, target, f):
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


def of_tables(measure):
    """The batch version of a measure on columns, or None for a student's own."""
    if measure is information_gain:
        return Decrease(entropy)
    return getattr(measure, "of_tables", None)


def chunked_cuts(level, table, stats, features, only_boundaries=False):
    """Chunks of features with all their cuts."""
    sorter = None
    for chunk, by_counting in _chunks(features, table.sizes, len(level.row), level.m):
        codes = level.codes(table, chunk)
        if by_counting:
            yield chunk, counted_cuts(codes, level.node, level.m, stats, table.sizes[chunk])
        else:
            sorter = sorter or Sorter(
                level.node, level.n_entries, stats, table.sizes[features].max() - 1
            )
            # a missing value may join either side of a cut, which then is no boundary of its own
            yield chunk, sorter.cuts(codes, only_boundaries and codes.min() >= 0)


def _chunks(features, sizes, n_entries, m):
    """Features that are searched together, and whether by counting (few distinct values) or
    sorting.
    """
    few = sizes[features] <= min(FEW_VALUES, (2 * n_entries + 1024) / m)
    step = max(1, CHUNK // max(n_entries, 1))
    for by_counting in (True, False):
        chosen = features[few == by_counting]
        for start in range(0, len(chosen), step):
            yield chosen[start : start + step], by_counting
