"""Columns of two values, for the quick way to grow: counted several at a time.

A word holds the codes of several columns, 0 or 1, so far apart that their sums do not meet: to add
up words is to count in all these columns at once.
"""

import numpy as np

from ..kernels.squares import in_units


class TwoValues:
    """The words [W, E] of the entries, for columns whose codes are 0 and 1."""

    def __init__(self, codes):
        self.F, n = codes.shape
        bits = n.bit_length()
        lanes = 63 // bits
        self.word, self.shift = np.divmod(np.arange(self.F), lanes)  # [F] where a column is found
        self.shift, self.mask = self.shift[:, None] * bits, (1 << bits) - 1
        self.words = np.zeros((-(-self.F // lanes), n), np.int64)
        for f, column in enumerate(codes):
            self.words[self.word[f]] |= column.astype(np.int64) << self.shift[f]

    def keep(self, entries):
        """Take some entries, or all in another order."""
        self.words = self.words.take(entries, axis=1)

    def of_classes(self, entries, nodes, label, counts):
        """[F, m] entries with the larger value, and Σ eₖ² of classes that are counted in [K, m]."""
        words, share = self.words[:, entries], counts / nodes.n_entries
        n_right = self._ones(words, nodes)
        rest = squares = 0.0
        for k in range(1, len(counts)):
            e = self._ones(words * (label == k), nodes) - share[k] * n_right
            rest = rest + e  # the classes' excesses add up to 0
            e *= e
            squares = squares + e
        return n_right, squares + rest * rest

    def of_numbers(self, entries, nodes, z):
        """The same with e², from numbers that are centred and scaled."""
        z, unit = in_units(z)
        e = np.empty((self.F, len(nodes.n_entries)))
        for f in range(self.F):
            is_one = self.words[self.word[f], entries] >> self.shift[f] & 1
            is_one *= z
            np.multiply(np.add.reduceat(is_one, nodes.first), unit, out=e[f])
        e *= e
        return self._ones(self.words[:, entries], nodes), e

    def _ones(self, words, nodes):
        """[F, m] how often the larger value occurs in the nodes."""
        ones = np.add.reduceat(words, nodes.first, axis=1).take(self.word, axis=0)
        ones >>= self.shift
        ones &= self.mask
        return ones


def only_gain(n_right, squares, n, least):
    """The gain of the only cut, squares / (n_left · n_right); −inf where a side is too small."""
    n_left = n - n_right
    is_cut = np.minimum(n_left, n_right) >= least
    gain = np.full(squares.shape, -np.inf)
    return np.divide(squares, n_left * n_right, out=gain, where=is_cut)
