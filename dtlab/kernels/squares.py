"""Gains by Gini or variance from one running sum per class, where no value is missing.

Sorted by node and value, the entries of a node then stand at the same places under every feature;
only what lies left of a place differs. Let eₖ be how many more of class k lie there than the node's
share of k leads to expect (for a number, the sum of the centred target). Both gains are

    gain = Σₖ eₖ² / (n_left · n_right)

at every *place*; where rows have weights, n is their weight. Letters as in kernels.py.
"""

from dataclasses import dataclass

import numpy as np

from .sorting import TIE

running_sum = np.add.accumulate  # what cumsum does, in less time where arrays are small


@dataclass(slots=True)
class Nodes:
    """The nodes of a block, whose entries are ordered by node."""

    n_entries: np.ndarray  # [m]
    first: np.ndarray  # [m] where the entries of every node begin
    node: np.ndarray  # [E] from 0

    @classmethod
    def of(cls, n, node):
        return cls(n, running_sum(n) - n, node)


@dataclass(slots=True)
class Places(Nodes):
    """The places [E] right of each entry of a block, once its entries are sorted."""

    n_left: np.ndarray  # entries of the node at or before the place
    n_right: np.ndarray  # those after it; 1 at the end of the node, where no cut is
    closed: np.ndarray  # where no cut may lie: the node ends, or a side would be too small

    @classmethod
    def right_of(cls, nodes, min_samples_leaf):
        """The places of these nodes."""
        n, first, node = nodes.n_entries, nodes.first, nodes.node
        n_left = np.arange(1, len(node) + 1)
        n_left -= first.repeat(n)
        n_right = n.repeat(n)
        n_right -= n_left
        last = first + n
        last -= 1
        closed = last
        if min_samples_leaf > 1:
            closed = np.flatnonzero(np.minimum(n_left, n_right) < min_samples_leaf)
        n_right[last] = 1
        return cls(n, first, node, n_left, n_right, closed)

    def scale(self, factor):
        """[E] factor / (n_left · n_right)."""
        product = (self.n_left * self.n_right).astype(float)
        return np.divide(factor, product, out=product)


class ClassGains:
    """The gain at every place, from the classes of the sorted entries.

    n · eₖ is a whole number: n for every entry of class k at or before the place, minus the class's
    entries in the node for each. In a whole node this adds up to 0, so that one running sum serves
    all nodes, and a gain is the same to the last digit whatever nodes stand before.
    """

    def __init__(self, counts, places):
        n, E = places.n_entries, len(places.node)
        kind = np.int32 if E * E < 1 << 31 else np.int64
        self.K, self.n = len(counts), n.astype(kind).repeat(n)
        self.counts = counts[1:].astype(kind).repeat(n, axis=1)
        # the two of two classes have the same square
        self.scale = places.scale(((2.0 if self.K == 2 else 1.0) / (n * n)).repeat(n))

    def __call__(self, label):
        """label [F, E]; the classes' excesses add up to 0, so the first one needs no counting."""
        if self.K == 1:
            return np.zeros(label.shape)
        rest = self._excess(label, 1)
        squares = _square(rest)
        for k in range(2, self.K):
            excess = self._excess(label, k)
            rest += excess
            squares += _square(excess)
        if self.K > 2:
            squares += _square(rest)
        squares *= self.scale
        return squares

    def _excess(self, label, k):
        counted = label if self.K == 2 else label == k
        steps = counted.astype(self.n.dtype)
        steps *= self.n
        steps -= self.counts[k - 1]
        return running_sum(steps, axis=1, out=steps)


def _square(whole_numbers):
    x = whole_numbers.astype(float)
    x *= x
    return x


class NumberGains:
    """The gain at every place, from the entries' numbers, centred and scaled in their node.

    Whole numbers of 2^-bits add up exactly in any order: what lies before a node is the same under
    every feature, and equal partitions have equal gains.
    """

    def __init__(self, z, places):
        self.z, unit = in_units(z)
        self.places, self.scale = places, places.scale(unit * unit)

    def __call__(self, entry):
        squares = _square(_running(self.z, entry, self.places))
        squares *= self.scale
        return squares


def in_units(z):
    """Numbers that are centred and scaled as whole numbers of a unit, and this unit."""
    bits = 62 - len(z).bit_length()  # no sum within a node exceeds n / 2
    return np.rint(np.ldexp(z, bits)).astype(np.int64), 2.0**-bits


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
    running_sum(left, axis=1, out=left)
    if len(places.n_entries) > 1:
        before = left[0].take(places.first - 1)
        before[0] = 0
        left -= before.repeat(places.n_entries)
    return left
