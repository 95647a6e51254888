"""Gains by Gini or variance from one running sum per class, where no value is missing.

Sorted by node and value, the entries of a node stand at the same places under every feature; only
what lies left of a place differs. Let eₖ be the number of entries of class k there, minus the
number expected from the node's share of k (for a number, the sum of the centred target). Both gains
are

    gain = Σₖ eₖ² / (n_left · n_right)

at every *place*, right of each entry; where rows have weights, n is their weight. Letters as in the
folder's legend.
"""

from dataclasses import dataclass

import numpy as np

from . import TIE

running_sum = np.add.accumulate  # what cumsum does, in less time where arrays are small


@dataclass(slots=True)
class CutPlaces:
    """The places [E] right of each entry, once the entries are sorted.

    >>> places = CutPlaces.of(np.array([3, 2]))
    >>> places.n_left.tolist(), places.n_right.tolist(), places.closed.tolist()
    ([1, 2, 3, 1, 2], [2, 1, 1, 1, 1], [2, 4])
    """

    n_entries: np.ndarray  # [m]
    first: np.ndarray  # [m] where the entries of every node begin
    n_left: np.ndarray  # entries of the node at or before the place
    n_right: np.ndarray  # those after it; 1 at the end of the node, where no cut is
    closed: np.ndarray  # where no cut may lie: the node ends, or a side would be too small

    @classmethod
    def of(cls, n, min_samples_leaf=1):
        """The places of nodes with these numbers of entries [m]."""
        first = running_sum(n) - n
        n_left = np.arange(1, int(n.sum()) + 1)
        n_left -= first.repeat(n)
        n_right = n.repeat(n)
        n_right -= n_left
        closed = last = first + n - 1
        if min_samples_leaf > 1:
            closed = np.flatnonzero(np.minimum(n_left, n_right) < min_samples_leaf)
        n_right[last] = 1
        return cls(n, first, n_left, n_right, closed)

    def scale(self, factor):
        """[E] factor / (n_left · n_right)."""
        product = (self.n_left * self.n_right).astype(float)
        return np.divide(factor, product, out=product)


class ClassGains:
    """The gain at every place, from the classes of the sorted entries [F, E].

    n · eₖ is a whole number: each entry at or before the place adds n if its class is k, and
    subtracts the node's count of class k. Over a whole node these steps add up to 0, so that one
    running sum serves all nodes, and a gain is the same to the last digit whatever nodes stand
    before. Two nodes, of the classes a b b and b a:

        n            3   3   3 | 2   2
        class b?     0   1   1 | 1   0
        steps       −2  +1  +1 |+1  −1      n · (is it b?) − (how many are b)
        n · e       −2  −1   0 |+1   0      the running sum is 0 where a node ends

    The cut after the first a has e = −2/3, so Σ e² = 2 · 4/9 and a gain of 8/9 / (1 · 2):
    >>> gains = ClassGains(np.array([[1, 1], [2, 1]]), CutPlaces.of(np.array([3, 2])))
    >>> gains(np.array([[0, 1, 1, 1, 0]])).round(3).tolist()
    [[0.444, 0.111, 0.0, 0.5, 0.0]]
    """

    def __init__(self, counts, places):
        n = places.n_entries
        E = len(places.n_left)
        kind = np.int32 if E * E < 1 << 31 else np.int64
        self.K = len(counts)
        self.n = n.astype(kind).repeat(n)
        self.counts = counts[1:].astype(kind).repeat(n, axis=1)
        # the two of two classes have the same square
        self.scale = places.scale(((2.0 if self.K == 2 else 1.0) / (n * n)).repeat(n))

    def __call__(self, label):
        """The classes' excesses add up to 0, so the first one needs no counting."""
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
        is_k = label if self.K == 2 else label == k
        steps = is_k.astype(self.n.dtype)
        steps *= self.n
        steps -= self.counts[k - 1]
        return running_sum(steps, axis=1, out=steps)


def _square(whole_numbers):
    x = whole_numbers.astype(float)
    x *= x
    return x


class NumberGains:
    """The gain at every place, from the numbers of the entries, centred and scaled in their node.

    Whole numbers of 2^-bits add up exactly in any order, so that equal partitions have equal gains.
    The numbers −1, −1 and 2 of one node: the cut before the 2 explains (−2)² / (2 · 1).
    >>> gains = NumberGains(np.array([-1.0, 2.0, -1.0]), CutPlaces.of(np.array([3])))
    >>> gains(np.array([[0, 2, 1]])).tolist()  # the entries in the order of their values
    [[0.5, 2.0, 0.0]]
    """

    def __init__(self, z, places):
        bits = 62 - len(z).bit_length()  # no sum within a node exceeds n / 2
        self.z = np.rint(np.ldexp(z, bits)).astype(np.int64)
        self.places = places
        self.scale = places.scale(4.0**-bits)

    def __call__(self, entry):
        squares = _square(_running(self.z, entry, self.places))
        squares *= self.scale
        return squares


class WeightGains:
    """The gain at every place, from the weights that the entries add to each class.

    They are whole numbers, in a unit [m] of every node, see `sorting.fixed_point`. An entry of
    weight 3 in one class and two of weight 1 in the other, which the first cut tells apart:
    >>> columns = [(np.array([3, 0, 0]), np.ones(1)), (np.array([0, 1, 1]), np.ones(1))]
    >>> WeightGains(columns, CutPlaces.of(np.array([3])))(np.array([[0, 1, 2]])).round(2).tolist()
    [[0.48, 0.18, -inf]]
    """

    def __init__(self, columns, places):
        n = places.n_entries
        self.columns = [(values, unit.repeat(n)) for values, unit in columns]
        self.places = places
        self.ends = places.first + n - 1

    def __call__(self, entry):
        left = [_running(values, entry, self.places) * unit for values, unit in self.columns]
        weight = np.add.reduce(left)
        n = self.places.n_entries
        whole = weight[0].take(self.ends)
        gain = 0.0
        for column in left:
            e = weight * (column[0].take(self.ends) / whole).repeat(n)
            e -= column
            e *= e
            gain += e
        rest = whole.repeat(n) - weight
        rest[rest < TIE * whole.repeat(n)] = 0.0  # what is left is a rounding error
        weight *= rest
        with np.errstate(divide="ignore", invalid="ignore"):  # a side whose weight is 0
            gain /= weight
        return np.where(weight > 0, gain, -np.inf)


def _running(whole_numbers, entry, places):
    """Sums over the entries of a node up to each place, for sorted entries [F, E]."""
    left = whole_numbers.take(entry)
    running_sum(left, axis=1, out=left)
    if len(places.n_entries) > 1:
        before = left[0].take(places.first - 1)  # the same under every feature
        before[0] = 0
        left -= before.repeat(places.n_entries)
    return left
