"""Idea 2, which question splits best: a threshold, one branch per value, or two groups of values.

Each search looks at all nodes of a level at once and writes its best question per feature and node
into `Options`. Scores come from a criterion: a function of contingency tables [..., child,
statistic]. Lecture 000 §4.3 and §4.4.2, lecture 004 "partitioning scenarios".
"""

from dataclasses import dataclass, field

import numpy as np

from .kernels import TIE, Sorter, best_cut, counted_cuts
from .measures import CONCAVE, entropy, gini, information_gain, lift, table_gain

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
        return Options(*(array[:, keep] for array in arrays), branch)


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
        boundaries = self.min_samples_leaf == 1 and getattr(
            self.criterion, "strictly_concave", False
        )
        for chunk, cuts in chunked_cuts(level, table, stats, features, boundaries):
            self._record(cuts, level, stats, chunk, options)

    def _record(self, cuts, level, stats, chunk, options):
        at, found, score, missing = winners(
            cuts, level, stats, self.criterion, self.min_samples_leaf
        )
        options.score[chunk] = options.gain[chunk] = score.reshape(len(chunk), level.m)
        f, node = chunk[found // level.m], found % level.m
        options.below[f, node], options.above[f, node] = cuts.below(at), cuts.above(at)
        options.missing[f, node] = missing


@dataclass(slots=True)
class OneBranchPerValue:
    """A branch for every level of the training data (ID3), scored by tables [m, V, S]."""

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        for f in features:
            V = table.sizes[f]
            for nodes, tables in level.tables(table, target, f):
                options.score[f, nodes] = options.gain[f, nodes] = self.criterion(tables)
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


def winners(cuts, level, stats, criterion, min_samples_leaf):
    """The best cut of every segment that has one: its index, its segment, all scores, and where
    missing go.
    """
    score, side, n_left = score_cuts(cuts, level, stats, criterion)
    n = np.tile(level.n_entries, len(cuts.n_known) // level.m)
    if min_samples_leaf > 1:
        smaller = np.minimum(n_left, cuts.spread(n) - n_left)
        score = np.where(smaller >= min_samples_leaf, score, -np.inf)
    index, top = best_cut(score, cuts.per_segment)
    found = np.flatnonzero(index >= 0)
    at = index[found]
    missing = np.full(len(at), -1) if side is None else side[at]
    return at, found, top, missing


def score_cuts(cuts, level, stats, criterion):
    """Score of every cut, the child that missing values follow (None: nothing missing), entries
    left.
    """
    n = np.tile(level.n_entries, len(cuts.n_known) // level.m)
    if (cuts.n_known == n).all():
        return _score(cuts.left, cuts.total, cuts.per_segment, criterion), None, cuts.n_left
    everything = np.tile(level.sums(stats), len(cuts.n_known) // level.m)
    with_missing = cuts.left + cuts.spread(everything - cuts.total)
    go_left = _score(with_missing, everything, cuts.per_segment, criterion)
    go_right = _score(cuts.left, everything, cuts.per_segment, criterion)
    tied = np.abs(go_left - go_right) <= TIE
    goes_right = np.where(tied, 2 * cuts.n_left < cuts.spread(cuts.n_known), go_right > go_left)
    n_missing = cuts.spread(n - cuts.n_known)
    side = np.where(n_missing > 0, goes_right, -1)
    n_left = cuts.n_left + np.where(goes_right, 0, n_missing)
    return np.maximum(go_left, go_right), side, n_left


def _score(left, total, per_segment, criterion, block=1 << 13):
    """Score cuts a block at a time, so that the work stays in the processor's cache."""
    score = np.empty(left.shape[1])
    by_mass = hasattr(criterion, "mass")
    if by_mass:  # parent − Σ children's n · impurity / n, without building tables
        n = np.repeat(criterion.weight(total), per_segment)
        parent = np.repeat(criterion.parent(total), per_segment)
    total = np.repeat(total, per_segment, axis=1)
    for start in range(0, len(score), block):
        part = slice(start, start + block)
        first = left[:, part]
        second = total[:, part] - first
        if by_mass:
            mass = criterion.mass(first)
            mass += criterion.mass(second)
            mass /= n[part]
            np.subtract(parent[part], mass, out=score[part])
        else:
            score[part] = criterion(np.stack((first, second)).transpose(2, 0, 1))
    return score


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
            yield chunk, sorter.cuts(codes, only_boundaries)


def _chunks(features, sizes, n_entries, m):
    """Features that are searched together, and whether by counting (few distinct values) or
    sorting.
    """
    few = (sizes[features] <= FEW_VALUES) & (sizes[features] * m <= 2 * n_entries + 1024)
    step = max(1, CHUNK // max(n_entries, 1))
    for by_counting in (True, False):
        chosen = features[few == by_counting]
        for start in range(0, len(chosen), step):
            yield chosen[start : start + step], by_counting
