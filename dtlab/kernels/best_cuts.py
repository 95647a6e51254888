"""The fastest part: cuts by Gini or variance where no value is missing.

A chunk of features needs one running sum per class and a few operations on whole arrays, see
squares.py. Letters as in sorting.py, where the general way is; the test compares the two.
"""

import numpy as np

from .sorting import TIE, Labels, Sorter
from .squares import ClassGains, Nodes, NumberGains, Places, WeightGains


class DenseSearch:
    """The best cut of every feature in every node of a level."""

    def __init__(self, level, stats, largest_code, min_samples_leaf):
        in_order = np.arange(level.m).repeat(level.n_entries)
        self.places = Places.right_of(Nodes.of(level.n_entries, in_order), min_samples_leaf)
        self.sorter = Sorter(level.node, level.n_entries, stats, largest_code)
        if isinstance(stats, Labels):
            self.gains = ClassGains(level.stats.T, self.places)
        elif level.weight is not None:
            self.gains = WeightGains(self.sorter.columns, self.places)
        else:
            self.gains = NumberGains(stats.columns[1], self.places)

    def best(self, codes, all_differ):
        """Features, nodes, scores, codes below and above the best cuts of features [F, E]."""
        block, payload = self.sorter.sorted(codes)
        score = self.gains(payload.reshape(codes.shape))
        if not all_differ:  # equal values cannot be told apart
            np.putmask(score.ravel()[:-1], block[1:] == block[:-1], -np.inf)
        score[:, self.places.closed] = -np.inf
        feature, place, top = self._first_best(score)
        at = feature * codes.shape[1] + place
        mask = (1 << self.sorter.code_bits) - 1
        return feature, self.places.node.take(place), top, block[at] & mask, block[at + 1] & mask

    def _first_best(self, score):
        """Feature, place and score of the first cut that ties with the best of its segment."""
        top = np.maximum.reduceat(score, self.places.first, axis=1)
        floor = top - TIE  # gains are at most 1
        tied = score >= floor.take(self.places.node, axis=1)
        feature, place = tied.nonzero()
        segment = feature * top.shape[1] + self.places.node.take(place)
        new = np.empty(len(segment), bool)
        new[:1] = True
        np.not_equal(segment[1:], segment[:-1], out=new[1:])
        top = top.ravel().take(segment)
        found = np.flatnonzero(new & (top > -np.inf))
        return feature.take(found), place.take(found), top.take(found)


class CountedSearch:
    """The same from contingency tables: for columns of few distinct values."""

    def __init__(self, node, n_entries, stats, counts, min_samples_leaf):
        self.node, self.n, self.m, self.stats = node, n_entries, len(n_entries), stats
        self.share = counts / n_entries if isinstance(stats, Labels) else None
        self.least = min_samples_leaf

    def gains(self, codes, V):
        """[V, F, m] entries at and below each value, and the gain of the cut above it."""
        n_left, squares = self._squares(codes, V)
        n_right = self.n - n_left
        squares /= np.maximum(n_left * n_right, 1)
        closed = np.minimum(n_left, n_right) < self.least
        closed[1:] |= n_left[1:] == n_left[:-1]  # the value does not occur in the node
        np.putmask(squares, closed, -np.inf)
        return n_left, squares

    def best(self, codes, V):
        """As `DenseSearch.best`, for features of at most V values."""
        n_left, squares = self.gains(codes, V)
        top = np.maximum.reduce(squares, axis=0)
        below = (squares >= top - TIE).argmax(axis=0)
        feature, node = (top > -np.inf).nonzero()
        below, top = below[feature, node], top[feature, node]
        rows = n_left[:, feature, node]
        above = (rows > rows[below, np.arange(len(below))]).argmax(axis=0)
        return feature, node, top, below, above

    def _squares(self, codes, V):
        F, m, stats = len(codes), self.m, self.stats
        cell = np.multiply(codes, F * m, dtype=np.int64)
        cell += self.node
        cell += np.arange(0, F * m, m)[:, None]
        if isinstance(stats, Labels):
            cell += stats.codes * (V * F * m)
            left = _summed(cell, None, (stats.n, V, F, m))
            n_left = np.add.reduce(left)
            excess = left[1:] - self.share[1:, None, None] * n_left
            rest = np.add.reduce(excess)
            return n_left, np.einsum("kvfm,kvfm->vfm", excess, excess) + rest * rest
        n_left = _summed(cell, None, (V, F, m))
        e = _summed(cell, np.broadcast_to(stats.columns[1], codes.shape), (V, F, m))
        return n_left, e * e


def _summed(cell, weight, shape):
    """Sums over the cells at and below each value; the values are the third axis from the end."""
    weight = None if weight is None else weight.ravel()
    tables = np.bincount(cell.ravel(), weight, minlength=int(np.prod(shape))).reshape(shape)
    return tables.cumsum(axis=-3, out=tables)
