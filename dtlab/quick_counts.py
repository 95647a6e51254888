"""Columns of two values, for the quick way to grow: counted several at a time.

A word holds the codes of several columns, 0 or 1, so far apart that their sums do not meet: to add
up words is to count in all these columns at once.
"""

import numpy as np


class TwoValues:
    """The words [W, E] of the entries, for columns whose codes are 0 and 1."""

    def __init__(self, codes):
        self.F, n = codes.shape
        self.bits = n.bit_length()
        self.lanes = 63 // self.bits
        self.words = np.zeros((-(-self.F // self.lanes), n), np.int64)
        for f, column in enumerate(codes):
            self.words[f // self.lanes] |= column.astype(np.int64) << self._shift(f)

    def _shift(self, f):
        return self.bits * (f % self.lanes)

    def keep(self, entries):
        """Take some entries, or all in another order."""
        self.words = self.words.take(entries, axis=1)

    def ones(self, entries, starts, order=None):
        """[F, segments] how often the larger value occurs in segments of a block's entries."""
        words = self.words[:, entries]
        words = words if order is None else words.take(order, axis=1)
        sums, mask = np.add.reduceat(words, starts, axis=1), (1 << self.bits) - 1
        return np.array([sums[f // self.lanes] >> self._shift(f) & mask for f in range(self.F)])

    def of_classes(self, entries, places, label, counts):
        """[F, m] entries with the larger value, and Σ eₖ² of classes that are counted in [K, m]."""
        K, m = counts.shape
        segment = label * m
        segment += places.node
        small = segment.astype(np.uint16) if K * m <= 1 << 16 else segment
        sizes = counts.ravel()
        filled = sizes.nonzero()[0]
        starts = (sizes.cumsum() - sizes).take(filled)
        right = np.zeros((self.F, K * m))
        right[:, filled] = self.ones(entries, starts, small.argsort(kind="stable"))
        right = right.reshape(self.F, K, m)
        n_right = np.add.reduce(right, axis=1)
        right -= (counts / places.n_entries) * n_right[:, None]
        right *= right
        return n_right, np.add.reduce(right, axis=1)

    def of_numbers(self, entries, places, gains):
        """The same with e², from the centred numbers that `NumberGains` holds."""
        e = np.empty((self.F, len(places.n_entries)))
        for f in range(self.F):
            is_one = self.words[f // self.lanes, entries] >> self._shift(f) & 1
            is_one *= gains.z
            np.multiply(np.add.reduceat(is_one, places.first), gains.unit, out=e[f])
        e *= e
        return self.ones(entries, places.first), e


def only_gain(n_right, squares, n, least):
    """The gain of the only cut, squares / (n_left · n_right); −inf where a side is too small."""
    n_left = n - n_right
    closed = np.minimum(n_left, n_right) < least
    return np.where(closed, -np.inf, squares / np.maximum(n_left * n_right, 1))
