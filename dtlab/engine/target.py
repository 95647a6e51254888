"""What a node adds up of the target: class counts, or weight, mean and variance of a number.

Growing needs only *additive statistics per row*. A class target adds one-hot rows; a numeric target
is centred and scaled within each node first, so that sums of squares do not cancel and a gain of
1e-12 means the same for targets of any size.
"""

from dataclasses import dataclass

import numpy as np

from ..kernels.sorting import TIE, Labels, Sums

ONE = np.ones(1)


@dataclass(slots=True)
class Classes:
    """A target of class codes [n] and the labels they stand for."""

    codes: np.ndarray
    labels: np.ndarray

    def rows(self, chosen):
        """The same target, some of its rows."""
        return Classes(self.codes[chosen], self.labels)

    def values(self, row):
        """The labels of some rows."""
        return self.labels[self.codes[row]]

    def summary(self, row, node, m, weight):
        """[m, K] weighted class counts of every node; they lie class by class in memory."""
        K = len(self.labels)
        cell = self.codes.take(row) * m
        cell += node
        return np.bincount(cell, weight, minlength=K * m).reshape(K, m).astype(float).T

    def weights(self, tables):
        """The weight of every cell of tables [..., S]."""
        return tables.sum(axis=-1)

    def unit(self, level):
        """[m] what a score of 1 means in the impurity's own unit; one number for all: [1]."""
        return ONE

    def predictions(self, stats):
        """The code of the most frequent class; a tie goes to the first label."""
        return (stats >= stats.max(axis=1, keepdims=True) * (1 - TIE)).argmax(axis=1)

    def per_entry(self, level):
        """The statistics that a contingency table adds up."""
        codes = self.codes[level.row]
        if level.weight is None:
            return Labels(codes, len(self.labels))
        return Sums([level.weight * (codes == k) for k in range(len(self.labels))])

    def tables(self, level, cell, n_cells, part=slice(None)):
        """[cells, K] contingency table of the entries over the cells they fall in."""
        weight = None if level.weight is None else level.weight[part]
        return self.summary(level.row[part], cell, n_cells, weight)

    @property
    def n_shares(self):
        """How many orders of the categories there are: one for two classes, else one per class."""
        return 1 if len(self.labels) <= 2 else len(self.labels)

    def share(self, level, part, cell, n_cells, k):
        """[cells] share of a class among the entries of a cell."""
        tables = self.tables(level, cell, n_cells, part)
        return _ratio(tables[:, -1 - k], tables.sum(axis=1))


@dataclass(slots=True)
class Numbers:
    """A numeric target [n]; `ddof` 1 divides by n − 1 (lecture 000), 0 by n (lecture 001,
    libraries).
    """

    y: np.ndarray
    ddof: int = 0

    def rows(self, chosen):
        return Numbers(self.y[chosen], self.ddof)

    def values(self, row):
        return self.y[row]

    def summary(self, row, node, m, weight):
        """[m, 3] weight, mean and variance of every node; the variance in two passes."""
        y, w = self.y[row], np.bincount(node, weight, minlength=m).astype(float)
        first = np.zeros(m)
        first[node[::-1]] = y[::-1]  # a value of the node: means of constants come out exactly
        offset = y - first[node]
        offset = offset if weight is None else offset * weight
        mean = first + _ratio(np.bincount(node, offset, minlength=m), w)
        square = (y - mean[node]) ** 2
        square = square if weight is None else square * weight
        variance = _ratio(np.bincount(node, square, minlength=m), w - self.ddof)
        return np.column_stack((w, mean, np.where(w > self.ddof, variance, 0.0)))

    def weights(self, tables):
        return tables[..., 0]

    def unit(self, level):
        return level.stats[:, 2]

    def predictions(self, stats):
        return stats[:, 1]

    def per_entry(self, level):
        """weight and Σz, z being the target centred and scaled in its node; for n − 1 also Σz²."""
        z = self._standard(level)
        w = level.weight
        columns = [w, z if w is None else w * z]
        if self.ddof:
            columns.append(columns[1] * z)
        return Sums(columns)

    def tables(self, level, cell, n_cells, part=slice(None)):
        columns = [None if c is None else c[part] for c in self.per_entry(level).columns]
        return np.column_stack([np.bincount(cell, c, minlength=n_cells) for c in columns]).astype(
            float
        )

    n_shares = 1

    def share(self, level, part, cell, n_cells, k):
        tables = self.tables(level, cell, n_cells, part)
        return _ratio(tables[:, 1], tables[:, 0])

    def _standard(self, level):
        sd = np.sqrt(level.stats[:, 2])
        scale = np.where(sd > 0, sd, 1.0)
        z = (self.y.take(level.row) - level.stats[:, 1].take(level.node)) / scale.take(level.node)
        weighted = z if level.weight is None else z * level.weight
        left_over = np.bincount(
            level.node, weighted, minlength=level.m
        )  # of a mean that was rounded
        return z - _ratio(left_over, level.stats[:, 0]).take(level.node)


class VarianceGain:
    """Share of the node's variance that a split explains, from (weight, Σz): variance with n."""

    concave = by_squares = True

    def __call__(self, tables):
        w, z = tables[..., 0], tables[..., 1]
        total = w.sum(axis=-1)
        between = _ratio(z * z, w).sum(axis=-1) - _ratio(z.sum(axis=-1) ** 2, total)
        return _ratio(between, total)

    def weight(self, total):
        return total[0]

    def parent(self, total):
        return -_ratio(total[1] ** 2, total[0] ** 2)

    def mass(self, sums):
        """−(Σz)² / weight: what a child leaves unexplained, but for a constant."""
        square = sums[1] * sums[1]
        square /= sums[0]
        return np.negative(square, out=square)


class SampleVarianceGain:
    """The same with n − 1: a one-row child counts 0, and the gain may be negative (lecture 000)."""

    def __call__(self, tables):
        weight = tables[..., 0]
        left_over = (weight * _sample_variance(tables)).sum(axis=-1)
        return _sample_variance(tables.sum(axis=-2)) - _ratio(left_over, weight.sum(axis=-1))


def _sample_variance(stats):
    w, z, zz = stats[..., 0], stats[..., 1], stats[..., 2]
    return np.where(w > 1, _ratio(zz - _ratio(z * z, w), w - 1), 0.0)


def _ratio(a, b):
    """a / b, and 0 where b is 0."""
    return np.divide(a, b, out=np.zeros(np.broadcast(a, b).shape), where=b != 0)
