"""Idea 2, which question splits best: a threshold, one branch per value, or two groups of values.

Each search looks at all nodes of a level at once and writes its best question per feature and node into
`Options`. Scores come from a criterion: a function of contingency tables [..., child, statistic].
Lecture 000 §4.3 and §4.4.2, lecture 004 "partitioning scenarios".
"""

from dataclasses import dataclass, field

import numpy as np

from .kernels import TIE, Cuts, Sorter, best_cut, counted_cuts, counted_tables
from .measures import CONCAVE, best, entropy, gini, information_gain, lift, table_gain

CHUNK = (
    1 << 16
)  # entries × features handled at once: large enough for NumPy, small enough for the cache
FEW_VALUES = 256  # columns with at most so many distinct values are counted, not sorted
EXHAUSTIVE = 10  # up to so many categories every way to form two groups is tried


class Decrease:
    """Lift an impurity to a criterion: impurity of the parent − weighted impurity of the children."""

    def __init__(self, impurity):
        self.of_node = impurity
        self.impurity = lift(impurity)
        # Fayyad's boundary points need a strictly concave impurity, one ordering of categories a concave one
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


def midpoints(below, above, values=None):
    """Half-way between two neighbouring values, and never at the upper one, however close they are."""
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
    """A branch for every level of the training data (ID3); the criterion scores tables [m, V, S]."""

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


@dataclass(slots=True)
class OwnMeasure:
    """A student's own measure of two columns, called for every feature and node with its x and y."""

    measure: object

    def search(self, level, table, target, features, options):
        order = np.argsort(level.node, kind="stable")
        rows = np.split(level.row[order], np.cumsum(level.n_entries)[:-1])
        for f in features:
            if not table.is_number[f]:
                V = table.sizes[f]
                options.branch[f] = np.broadcast_to(np.arange(V), (level.m, V))
            for node, row in enumerate(rows):
                self._record(
                    f, node, table.codes[f][row], table, target.labels[target.codes[row]], options
                )

    def _record(self, f, node, codes, table, y, options):
        if not table.is_number[f]:
            x = np.array(table.columns[f].levels, dtype=object)[codes]
            options.score[f, node] = options.gain[f, node] = self._score(x, y, table.names[f])
            return
        seen = np.unique(codes)
        scores = [self._score(codes <= below, y, table.names[f]) for below in seen[:-1]]
        if scores:
            i, top = best(scores)
            options.score[f, node] = options.gain[f, node] = top
            options.below[f, node], options.above[f, node] = seen[i], seen[i + 1]

    def _score(self, x, y, name):
        score = np.asarray(self.measure(x, y))
        if score.size != 1 or score.dtype.kind not in "biuf" or not np.isfinite(score).all():
            measure = getattr(self.measure, "__name__", repr(self.measure))
            raise ValueError(
                f"measure {measure} must give one finite number for two columns: "
                f"for {name!r} it gave {score.tolist()!r}"
            )
        return float(score.item())


def of_tables(measure):
    """The batch version of a measure on columns, or None for a student's own."""
    if measure is information_gain:
        return Decrease(entropy)
    return getattr(measure, "of_tables", None)


@dataclass(slots=True)
class TwoGroups:
    """A in S or not: the two groups of values with the highest score (CART, lecture 004, CART 4/8).

    Two classes or a number and a concave impurity: order the values by class share or mean and cut once
    (Breiman). Otherwise every grouping of up to 10 values; beyond that the best cut of the orders by each
    class's share, which may miss the optimum.
    """

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, table, target, features, options):
        stats = target.per_entry(level)
        for f in features:
            codes = level.codes(table, np.array([f]))[0]
            V = int(table.sizes[f])
            one_order = getattr(self.criterion, "concave", False) and target.n_shares == 1
            if not one_order and V <= EXHAUSTIVE:
                self._record(*_all_groupings(codes, level, V, stats), level, stats, f, V, options)
                continue
            for k in range(target.n_shares):
                cuts, position = _one_order(codes, level, V, stats, target, k)
                self._record(cuts, position, level, stats, f, V, options)

    def _record(self, cuts, side_of, level, stats, f, V, options):
        at, node, score, missing = winners(
            cuts, level, stats, self.criterion, self.min_samples_leaf
        )
        if f not in options.branch:
            options.branch[f] = np.full((level.m, V), -1, np.int32)
        better = score[node] > options.score[f, node] + TIE
        at, node, missing = at[better], node[better], missing[better]
        branch = side_of(node, cuts.below(at))
        # the group of the first value that occurs comes first, so that equal splits look equal
        first = np.take_along_axis(branch, np.argmax(branch >= 0, axis=1)[:, None], axis=1)
        options.branch[f][node] = np.where(branch < 0, -1, branch ^ first)
        options.missing[f, node] = np.where(missing < 0, -1, missing ^ first[:, 0])
        options.score[f, node] = options.gain[f, node] = score[node]


def _one_order(codes, level, V, stats, target, k):
    """Cuts of the values that occur in each node, ordered by their k-th share; and how to read a cut."""
    known = codes >= 0
    cell = level.node * V + codes
    present, inverse = np.unique(cell[known], return_inverse=True)
    node = present // V
    share = target.share(level, known, inverse, len(present), k)
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
    n_left, n_known = grouped[-1, both].astype(int), total[-1].astype(int)
    at = np.arange(len(index))
    cuts = Cuts(per_node, grouped[:-1, both], n_left, total[:-1], n_known, index, at, -1)
    return cuts, lambda nodes, below: np.where(present[nodes], masks[below], -1)


def winners(cuts, level, stats, criterion, min_samples_leaf):
    """The best cut of every segment that has one: its index, its segment, all scores, and where missing go."""
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
    """Score of every cut, the child that missing values follow (None: nothing missing), entries left."""
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
    """Score cuts a block at a time, so that the intermediate arrays stay in the processor's cache."""
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
    """Features that are searched together, and whether by counting (few distinct values) or sorting."""
    few = (sizes[features] <= FEW_VALUES) & (sizes[features] * m <= 2 * n_entries + 1024)
    step = max(1, CHUNK // max(n_entries, 1))
    for by_counting in (True, False):
        chosen = features[few == by_counting]
        for start in range(0, len(chosen), step):
            yield chosen[start : start + step], by_counting
