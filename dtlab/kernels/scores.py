"""Scores of many cuts at once: of the known values, and of where the missing ones might go."""

import numpy as np

from .sorting import TIE, best_cut


def winners(cuts, level, stats, criterion, min_samples_leaf=1):
    """The best cut of every segment that has one.

    Its index, its segment, the score of every segment (−inf: none), and the child that missing
    values follow (−1: nothing is missing).
    """
    n = cuts.spread(_everything(cuts, level, level.n_entries))
    if cuts.n_known.sum() == len(level.row) * (len(cuts.n_known) // level.m):
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
    n = _everything(cuts, level, level.n_entries)
    if (cuts.n_known == n).all():
        return np.full(len(n), -np.inf)
    everything, one_each = _everything(cuts, level, level.sums(stats)), np.ones(len(n), int)
    known = np.where(cuts.n_known == n, 0.0, cuts.total)
    score = _score(known, everything, one_each, criterion)
    smaller = np.minimum(cuts.n_known, n - cuts.n_known)
    return np.where(smaller >= max(min_samples_leaf, 1), score, -np.inf)


def _with_missing(cuts, level, stats, criterion, n, min_samples_leaf):
    """The score of the better side for missing values; on a tie they follow the larger child."""
    everything = _everything(cuts, level, level.sums(stats))
    n_missing = n - cuts.spread(cuts.n_known)
    left = cuts.left + cuts.spread(_left_over(everything, cuts.total))
    go_left = _score(left, everything, cuts.per_segment, criterion)
    go_left = _large_enough(go_left, cuts.n_left + n_missing, n, min_samples_leaf)
    go_right = _score(cuts.left, everything, cuts.per_segment, criterion)
    go_right = _large_enough(go_right, cuts.n_left, n, min_samples_leaf)
    with np.errstate(invalid="ignore"):  # neither side is allowed: −inf − −inf
        tied = np.abs(go_left - go_right) <= TIE
    goes_right = np.where(tied, 2 * cuts.n_left < n - n_missing, go_right > go_left)
    return np.maximum(go_left, go_right), np.where(n_missing > 0, goes_right, -1)


def _everything(cuts, level, per_node):
    """What is known per node, for every segment of a chunk of features."""
    return np.tile(per_node, len(cuts.n_known) // level.m)


def _left_over(whole, part):
    """whole − part, and nothing by mere rounding: counts do not become negative."""
    rest = whole - part
    rest[np.abs(rest) < TIE * np.abs(whole)] = 0.0
    return rest


def _large_enough(score, n_left, n, least):
    if least <= 1:
        return score
    return np.where(np.minimum(n_left, n - n_left) >= least, score, -np.inf)


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
        second = _left_over(total[:, part], first)
        if not by_mass:
            score[part] = criterion(np.stack((first, second)).transpose(2, 0, 1))
            continue
        with np.errstate(divide="ignore", invalid="ignore"):  # a side whose weight is 0
            mass = criterion.mass(first)
            mass += criterion.mass(second)
            mass /= n[part]
            np.subtract(parent[part], mass, out=score[part])
    return np.where(np.isfinite(score), score, -np.inf)
