"""What the quick way adds up of the target, for entries that are ordered by node.

Both kinds hold what the entries of the current level contribute; `keep` takes some of them, or all
in another order.
"""

import numpy as np

from ..kernels.best_cuts import CountedSearch
from ..kernels.sorting import Labels, Sums
from ..kernels.squares import ClassGains, NumberGains, running_sum


class ClassSums:
    """Class counts; the payload of a key is the class."""

    def __init__(self, target):
        self.codes, self.K = target.codes, len(target.labels)
        self.n = len(self.codes)
        self.payload_bits = max(self.K - 1, 1).bit_length()

    def keep(self, entries):
        self.codes = self.codes.take(entries)

    def of_nodes(self, node, n):
        """[m, K] the counts of nodes with n entries each."""
        m = len(n)
        cell = self.codes * m
        cell += node
        return np.bincount(cell, minlength=self.K * m).reshape(self.K, m).astype(float).T

    def payload(self, entries):
        return self.codes[entries]

    def gains(self, places, stats, entries):
        """The gains in a block: its places, the statistics of its nodes, a slice of the entries."""
        return ClassGains(stats.T, places)

    def counter(self, nodes, stats, entries, least):
        """A search by counting in a block."""
        labels = Labels(self.codes[entries], self.K)
        return CountedSearch(nodes.node, nodes.n_entries, labels, stats.T, least)

    def of_two_values(self, columns, nodes, stats, entries):
        """For columns of two values: [F, m] entries with the larger one, and Σ eₖ² without them."""
        return columns.of_classes(entries, nodes, self.codes[entries], stats.T)


class NumberSums:
    """Mean and variance; the payload of a key is the entry within its block."""

    def __init__(self, target):
        self.y, self.n = target.y, len(target.y)
        self.payload_bits = max(self.n - 1, 1).bit_length()

    def keep(self, entries):
        self.y = self.y.take(entries)

    def of_nodes(self, node, n):
        """[m, 3] weight, mean and variance of nodes with n entries each, as `Numbers` has them."""
        y, m = self.y, len(n)
        value = y.take(running_sum(n) - n)  # of the node: means of constants come out exactly
        mean = value + np.bincount(node, y - value.repeat(n), minlength=m) / n
        centred = y - mean.repeat(n)
        centred *= centred
        return np.array((n, mean, np.bincount(node, centred, minlength=m) / n)).T

    def payload(self, entries):
        return np.arange(entries.stop - entries.start)

    def gains(self, places, stats, entries):
        return NumberGains(self._standard(places, stats, entries), places)

    def _standard(self, nodes, stats, entries):
        """The target of a block's entries, centred and scaled in their node."""
        n = nodes.n_entries
        z = self.y[entries] - stats[:, 1].repeat(n)
        z /= np.sqrt(stats[:, 2]).repeat(n)
        z -= (np.bincount(nodes.node, z) / n).repeat(n)  # of a mean that was rounded
        return z

    def counter(self, nodes, stats, entries, least):
        sums = Sums([None, self._standard(nodes, stats, entries)])
        return CountedSearch(nodes.node, nodes.n_entries, sums, None, least)

    def of_two_values(self, columns, nodes, stats, entries):
        return columns.of_numbers(entries, nodes, self._standard(nodes, stats, entries))
