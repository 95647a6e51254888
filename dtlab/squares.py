"""Gains by Gini or variance from one running sum per class, where no value is missing.

Sorted by node and value, the entries of a node then stand at the same places under every feature;
only what lies left of a place differs. Let eₖ be how many more of class k lie there than the node's
share of k leads to expect (for a number, the sum of the centred target). Both gains are

    gain = Σₖ eₖ² / (n_left · n_right)

at every *place*; where rows have weights, n is their weight. Letters as in kernels.py.
"""

from dataclasses import dataclass

import numpy as np

from .kernels import TIE


@dataclass(slots=True)
class Places:
    """The places [E] right of each entry of a block, once the entries are sorted by node."""

    n_entries: np.ndarray  # [m]
    first: np.ndarray  # [m] the first place of every node
    node: np.ndarray
    n_left: np.ndarray  # entries of the node at or before the place
    inverse: np.ndarray  # 1 / (n_left · n_right)
    closed: np.ndarray  # where no cut may lie: the node ends, or a side would be too small

    @classmethod
    def of(cls, n, node, min_samples_leaf):
        """The places of nodes with n entries each; `node` is that of every entry, from 0."""
        ends = n.cumsum()
        first = ends - n
        n_left = np.arange(1, len(node) + 1)
        n_left -= first.repeat(n)
        n_right = n.repeat(n)
        n_right -= n_left
        if min_samples_leaf == 1:
            closed = ends - 1
        else:
            closed = np.flatnonzero(np.minimum(n_left, n_right) < min_samples_leaf)
        n_right[ends - 1] = 1
        n_right *= n_left
        return cls(n, first, node, n_left, 1.0 / n_right, closed)


class ClassGains:
    """The gain at every place, from the classes of the sorted entries."""

    def __init__(self, counts, places):
        self.K, n = len(counts), places.n_entries
        counts, self.inverse = counts[1:], places.inverse
        # [K − 1, E] of every class what the nodes before hold, and what its share leads to expect;
        # apart, so that a gain is the same to the last digit whatever nodes stand before
        self.before = (counts.cumsum(axis=1) - counts).astype(np.int32).repeat(n, axis=1)
        self.expected = (counts / n).repeat(n, axis=1)
        self.expected *= places.n_left

    def __call__(self, label):
        """label [F, E]; the classes' excesses add up to 0, so the first one needs no counting."""
        if self.K == 2:
            rest = self._excess(label, 1)
            squares = 2 * rest
            squares *= rest
        else:
            rest = self._excess(label, 1) if self.K > 1 else np.zeros(label.shape)
            squares, e = rest * rest, np.empty(label.shape)
            for k in range(2, self.K):
                self._excess(label, k, out=e)
                rest += e
                e *= e
                squares += e
            rest *= rest
            squares += rest
        squares *= self.inverse
        return squares

    def _excess(self, label, k, out=None):
        counted = label if self.K == 2 else label == k
        left = counted.cumsum(axis=1, dtype=np.int32)
        left -= self.before[k - 1]
        return np.subtract(left, self.expected[k - 1], out=out)


class NumberGains:
    """The gain at every place, from the entries' numbers, centred and scaled in their node.

    Whole numbers of 2^-bits add up exactly in any order: what lies before a node is the same under
    every feature, and equal partitions have equal gains.
    """

    def __init__(self, z, places):
        bits = 62 - len(z).bit_length()  # no sum within a node exceeds n / 2
        self.z = np.rint(np.ldexp(z, bits)).astype(np.int64)
        self.places, self.unit = places, 2.0**-bits

    def __call__(self, entry):
        e = _running(self.z, entry, self.places) * self.unit
        e *= e
        e *= self.places.inverse
        return e


class WeightGains:
    """The gain at every place, from the weights that the entries add to each class.

    They are whole numbers, in a unit [m] of every node, see `kernels.fixed_point`.
    """

    def __init__(self, columns, places):
        n = places.n_entries
        self.columns = [(values, unit.repeat(n)) for values, unit in columns]
        self.places, self.ends = places, places.first + n - 1

    def __call__(self, entry):
        left = [_running(values, entry, self.places) * unit for values, unit in self.columns]
        weight = np.add.reduce(left)
        n, whole = self.places.n_entries, weight[0].take(self.ends)
        gain = 0.0
        for column in left:
            e = weight * (column[0].take(self.ends) / whole).repeat(n)
            e -= column
            e *= e
            gain += e
        rest = whole.repeat(n) - weight
        rest[rest < TIE * whole.repeat(n)] = 0.0  # nothing by mere rounding
        weight *= rest
        with np.errstate(divide="ignore", invalid="ignore"):  # a side whose weight is 0
            gain /= weight
        return np.where(weight > 0, gain, -np.inf)


def _running(whole_numbers, entry, places):
    """Sums over the entries of a node up to each place, for sorted entries [F, E]."""
    left = whole_numbers.take(entry)
    left.cumsum(axis=1, out=left)
    if len(places.n_entries) > 1:
        before = left[0].take(places.first - 1)
        before[0] = 0
        left -= before.repeat(places.n_entries)
    return left
