"""The best cut of every feature in every node, by Gini or variance, where no value is missing.

A few operations on whole arrays (see squares.py) instead of a list of all cuts. Letters as in the
folder's legend; the tests compare the two ways.
"""

import numpy as np

from . import TIE
from .sorting import Sorter
from .squares import CutPlaces

NARROW = 128  # features × nodes; NumPy adds up more of them faster one value at a time


class SortedSearch:
    """For columns of many values; what the features of a level have in common is prepared once.

    One node, two features: the first separates the classes a a b, the second does not.
    >>> from dtlab.kernels.statistics import Labels
    >>> labels, n = Labels(np.array([0, 0, 1]), 2), np.array([3])
    >>> search = SortedSearch(np.zeros(3, int), n, labels, np.array([[2], [1]]), 2)
    >>> feature, node, gain, below, above = search.best(np.array([[0, 1, 2], [0, 2, 1]]))
    >>> feature.tolist(), gain.round(3).tolist(), below.tolist(), above.tolist()
    ([0, 1], [0.444, 0.111], [1, 0], [2, 1])
    """

    def __init__(self, node, n_entries, stats, counts, largest_code, min_samples_leaf=1):
        self.node = node
        self.places = CutPlaces.of(n_entries, min_samples_leaf)
        self.sorter = Sorter(node, n_entries, stats, largest_code)
        self.gains = stats.gains(self.places, counts, self.sorter.columns)

    def best(self, codes, all_differ=False):
        """Features, nodes, scores, codes below and above the best cuts of features [F, E]."""
        keys = self.sorter.sorted_keys(codes)
        places = self.places
        score = self.gains(self.sorter.payload(keys).reshape(codes.shape))
        if not all_differ:  # no cut between equal values: their keys differ in the payload only
            equal = (keys[1:] ^ keys[:-1]) >> self.sorter.payload_bits == 0
            np.putmask(score.ravel()[:-1], equal, -np.inf)
        score[:, places.closed] = -np.inf
        top = np.maximum.reduceat(score, places.first, axis=1)
        feature, place = (score >= (top - TIE).repeat(places.n_entries, axis=1)).nonzero()
        segment = feature * len(places.first) + self.node.take(place)
        is_first = np.ones(len(segment), bool)  # of the tied ones in its segment
        np.not_equal(segment[1:], segment[:-1], out=is_first[1:])
        top = top.ravel().take(segment)
        found = np.flatnonzero(is_first & (top > -np.inf))
        feature, place = feature.take(found), place.take(found)
        at = feature * codes.shape[1] + place
        below = self.sorter.code(keys.take(at))
        above = self.sorter.code(keys.take(at + 1))
        return feature, self.node.take(place), top.take(found), below, above


def counted_best(codes, V, node, n_entries, stats, min_samples_leaf=1):
    """The same from contingency tables, for features [F, E] of at most V values.

    One feature in one node, the classes a a b; the values 0 and 2 occur, 1 does not:
    >>> from dtlab.kernels.statistics import Labels
    >>> labels, node = Labels(np.array([0, 0, 1]), 2), np.zeros(3, int)
    >>> found = counted_best(np.array([[0, 0, 2]]), 3, node, np.array([3]), labels)
    >>> [x.round(3).tolist() for x in found]
    [[0], [0], [0.444], [0], [2]]
    """
    F = len(codes)
    m = len(n_entries)
    V = max(V, 2)
    cell = np.multiply(codes, F * m, dtype=np.int64)
    cell += node
    cell += np.arange(0, F * m, m)[:, None]
    upto = stats.per_cell(cell, V * F * m).reshape(-1, V, F, m)
    if F * m < NARROW:  # sums at and below each value
        np.add.accumulate(upto, axis=1, out=upto)
    else:
        for v in range(1, V):
            upto[:, v] += upto[:, v - 1]
    n_left = upto[-1, :-1]  # [V − 1, F, m]; above the last value there is no cut
    n_right = n_entries - n_left
    share = upto[:-1, -1:] / n_entries
    excess = upto[:-1, :-1]
    excess -= share * n_left
    excess *= excess
    score = np.add.reduce(excess)
    score /= np.maximum(n_left * n_right, 1)
    closed = np.minimum(n_left, n_right) < min_samples_leaf
    np.putmask(score, closed, -np.inf)
    top = np.maximum.reduce(score)
    # a value that does not occur in the node scores as the one below it, which comes first
    below = (score >= top - TIE).argmax(axis=0)
    feature, node = (top > -np.inf).nonzero()
    below, top = below[feature, node], top[feature, node]
    rows = upto[-1, :, feature, node]  # [found, V]
    above = (rows > n_left[below, feature, node][:, None]).argmax(axis=1)
    return feature, node, top, below, above
