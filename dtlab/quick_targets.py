"""What the quick way adds up of the target, for entries that are ordered by node.

Both kinds hold what the entries of the current level contribute; `keep` takes some of them, or all
in another order.
"""

import numpy as np

from .dense import CountedSearch
from .kernels import Labels, Sums
from .squares import ClassGains, NumberGains


class ClassSums:
    """Class counts; the payload of a key is the class."""

    def __init__(self, target):
        self.codes, self.K = target.codes, len(target.labels)
        self.n = len(self.codes)
        self.payload_bits = max(self.K - 1, 1).bit_length()

    def keep(self, entries, nodes=None):
        self.codes = self.codes.take(entries)
        if nodes is not None:
            self.counts = self.counts[:, nodes]

    def of_nodes(self, level):
        """[m, K] the counts of the nodes of a new level."""
        m = level.m
        cell = self.codes * m
        cell += level.node
        self.counts = np.bincount(cell, minlength=self.K * m).reshape(self.K, m)
        return self.counts.T.astype(float)

    def pure(self):
        return np.maximum.reduce(self.counts) == np.add.reduce(self.counts)

    def unit(self):
        return 1.0

    def payload(self, entries):
        return self.codes[entries]

    def gains(self, places, nodes, entries):
        return ClassGains(self.counts[:, nodes], places)

    def counter(self, places, nodes, entries, least):
        """A search by counting in a block of nodes."""
        stats = Labels(self.codes[entries], self.K)
        return CountedSearch(places.node, places.n_entries, stats, self.counts[:, nodes], least)

    def of_two_values(self, columns, places, nodes, entries):
        """For columns of two values: [F, m] entries with the larger one, and Σ eₖ² without them."""
        return columns.of_classes(entries, places, self.codes[entries], self.counts[:, nodes])


class NumberSums:
    """Mean and variance; the payload of a key is the entry within its block."""

    def __init__(self, target):
        self.y, self.n = target.y, len(target.y)
        self.payload_bits = max(self.n - 1, 1).bit_length()

    def keep(self, entries, nodes=None):
        self.y = self.y.take(entries)
        if nodes is not None:
            self.centred = self.centred.take(entries)
            self.stats = self.stats[nodes]

    def of_nodes(self, level):
        """[m, 3] weight, mean and variance of the nodes of a new level, as `Numbers` has them."""
        n, y, node, m = level.n_entries, self.y, level.node, level.m
        value = y.take(n.cumsum() - n)  # of the node: means of constants come out exactly
        mean = value + np.bincount(node, y - value.repeat(n), minlength=m) / n
        self.centred = y - mean.repeat(n)
        variance = np.bincount(node, self.centred * self.centred, minlength=m) / n
        self.stats = np.array((n, mean, variance)).T
        return self.stats

    def pure(self):
        return self.stats[:, 2] <= 0

    def unit(self):
        return self.stats[:, 2]

    def payload(self, entries):
        return np.arange(entries.stop - entries.start)

    def gains(self, places, nodes, entries):
        return NumberGains(self._standard(places, nodes, entries), places)

    def _standard(self, places, nodes, entries):
        n = places.n_entries
        z = self.centred[entries] / np.sqrt(self.stats[nodes, 2]).repeat(n)
        z -= (np.bincount(places.node, z) / n).repeat(n)  # of a mean that was rounded
        return z

    def counter(self, places, nodes, entries, least):
        stats = Sums([None, self._standard(places, nodes, entries)])
        return CountedSearch(places.node, places.n_entries, stats, None, least)

    def of_two_values(self, columns, places, nodes, entries):
        return columns.of_numbers(entries, places, self.gains(places, nodes, entries))
