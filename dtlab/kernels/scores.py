"""Scores of many cuts at once: of the known values, and of where the missing ones might go.

Letters as in the folder's legend. One node: five entries with the values 0 0 1 1 and one missing,
of the classes a a b b b. The cut between 0 and 1 is best, with the missing value on the right side:

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> from dtlab.kernels.counting import counted_cuts
    >>> from dtlab.kernels.statistics import Labels
    >>> from dtlab.measures import gini
    >>> from dtlab.questions.criteria import Decrease
    >>> node, labels = np.zeros(5, int), Labels(np.array([0, 0, 1, 1, 1]), 2)
    >>> level = SimpleNamespace(m=1, node=node, n_entries=np.array([5]))
    >>> cuts = counted_cuts(np.array([[0, 0, 1, 1, -1]]), node, 1, labels, [2])
    >>> cut, segment, score, side = winners(cuts, level, labels, Decrease(gini))
    >>> cuts.below(cut).tolist(), score.round(2).tolist(), side.tolist()
    ([0], [0.48], [1])

To ask only whether the value is known gains less:

    >>> missing_apart(cuts, level, labels, Decrease(gini)).round(2).tolist()
    [0.08]
"""

import numpy as np

from . import TIE
from .sorting import best_cut


def winners(cuts, level, stats, criterion, min_samples_leaf=1):
    """The best cut of every segment that has one.

    Its index, its segment, the score of every segment (−inf: none), and the child that missing
    values follow (−1: nothing is missing).
    """
    n = cuts.spread(_of_segments(cuts, level, level.n_entries))
    if cuts.n_known.sum() == level.n_entries.sum() * (len(cuts.n_known) // level.m):
        score = _score(cuts.left, cuts.total, cuts.per_segment, criterion)
        score = _large_enough(score, cuts.n_left, n, min_samples_leaf)
        side = np.full(len(score), -1)
    else:
        score, side = _with_missing(cuts, level, stats, criterion, n, min_samples_leaf)
    index, top = best_cut(score, cuts.per_segment)
    found = np.flatnonzero(index >= 0)
    return index[found], found, top, side[index[found]]


def missing_apart(cuts, level, stats, criterion, min_samples_leaf=1):
    """[segments] score of asking whether a value is known; −inf where all are or none is."""
    n = _of_segments(cuts, level, level.n_entries)
    if (cuts.n_known == n).all():
        return np.full(len(n), -np.inf)
    known = np.where(cuts.n_known == n, 0.0, cuts.total)
    whole = _of_segments(cuts, level, _totals(level, stats))
    score = _score(known, whole, np.ones(len(n), int), criterion)
    smaller = np.minimum(cuts.n_known, n - cuts.n_known)
    return np.where(smaller >= max(min_samples_leaf, 1), score, -np.inf)


def _with_missing(cuts, level, stats, criterion, n, min_samples_leaf):
    """The score of the better side for missing values; on a tie they follow the larger child."""
    whole = _of_segments(cuts, level, _totals(level, stats))
    n_missing = n - cuts.spread(cuts.n_known)
    left = cuts.left + cuts.spread(_left_over(whole, cuts.total))
    go_left = _score(left, whole, cuts.per_segment, criterion)
    go_left = _large_enough(go_left, cuts.n_left + n_missing, n, min_samples_leaf)
    go_right = _score(cuts.left, whole, cuts.per_segment, criterion)
    go_right = _large_enough(go_right, cuts.n_left, n, min_samples_leaf)
    with np.errstate(invalid="ignore"):  # neither side is allowed: −inf − −inf
        tied = np.abs(go_left - go_right) <= TIE
    goes_right = np.where(tied, 2 * cuts.n_left < n - n_missing, go_right > go_left)
    return np.maximum(go_left, go_right), np.where(n_missing > 0, goes_right, -1)


def _totals(level, stats):
    """[S, m] the statistics of all entries of each node."""
    return stats.per_cell(level.node, level.m)[:-1]


def _of_segments(cuts, level, per_node):
    """What is known per node, for every segment."""
    return np.tile(per_node, len(cuts.n_known) // level.m)


def _left_over(whole, part):
    """whole − part; a rounding error counts as 0, so that no count becomes negative."""
    rest = whole - part
    rest[np.abs(rest) < TIE * np.abs(whole)] = 0.0
    return rest


def _large_enough(score, n_left, n, least):
    """−inf where a side has fewer entries than this; every cut has one on each side."""
    if least <= 1:
        return score
    return np.where(np.minimum(n_left, n - n_left) >= least, score, -np.inf)


def _score(left, total, per_segment, criterion, block=1 << 13):
    """Score cuts a block at a time, so that the work stays in the processor's cache."""
    score = np.empty(left.shape[1])
    if criterion.by_mass:
        n = np.repeat(criterion.weight(total), per_segment)
        parent = np.repeat(criterion.parent(total), per_segment)
    total = np.repeat(total, per_segment, axis=1)
    for start in range(0, len(score), block):
        cuts = slice(start, start + block)
        first = left[:, cuts]
        second = _left_over(total[:, cuts], first)
        if not criterion.by_mass:
            score[cuts] = criterion(np.stack((first, second)).transpose(2, 0, 1))
            continue
        with np.errstate(divide="ignore", invalid="ignore"):  # a side whose weight is 0
            mass = criterion.mass(first)
            mass += criterion.mass(second)
            mass /= n[cuts]
            np.subtract(parent[cuts], mass, out=score[cuts])
    return np.where(np.isfinite(score), score, -np.inf)
