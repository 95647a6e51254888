"""What a node adds up of the target: class counts, or weight, mean and variance of a number.

Growing needs only *additive statistics per row*. A class target adds one-hot rows; a numeric target
is centred and scaled within each node first, so that sums of squares do not cancel and a gain of
1e-12 means the same for targets of any size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..kernels import TIE
from ..kernels.statistics import Labels, Sums
from ..questions.criteria import ratio

if TYPE_CHECKING:
    from ..kernels.statistics import Statistics
    from .level import Level

ONE = np.ones(1)


class Target(Protocol):
    """The target of all training rows, by which questions are scored and nodes predict.

    S is the number of statistics of a node: one per class, or weight, mean and variance.
    """

    has_classes: bool  # whether the target is a class; otherwise it is a number

    @property
    def n_shares(self) -> int:
        """The number of orders in which the values of a category may be cut into two groups."""
        ...

    def values(self, row: np.ndarray) -> np.ndarray:
        """Labels or numbers of some rows."""
        ...

    def summary(
        self, row: np.ndarray, node: np.ndarray, m: int, weight: np.ndarray | None
    ) -> np.ndarray:
        """[m, S] the statistics of m nodes; row, node and weight [E] describe the entries."""
        ...

    def per_entry(self, level: Level) -> Statistics:
        """What each entry of a level adds to a contingency table."""
        ...

    def weights(self, tables: np.ndarray) -> np.ndarray:
        """The weight of every cell of tables [..., S]."""
        ...

    def share(self, sums: np.ndarray, k: int) -> np.ndarray:
        """[cells] by what the k-th order sorts the cells, from the sums of `per_cell`."""
        ...

    def unit(self, level: Level) -> np.ndarray:
        """[m] or [1] the factor from a score to the unit of the impurity."""
        ...

    def predictions(self, stats: np.ndarray) -> np.ndarray:
        """[m] what nodes with these statistics [m, S] predict: class codes or means."""
        ...

    def tables(self, level, cell, n_cells, entry=None):
        """[cells, S] contingency table of the entries, or of some, over the cells they lie in."""
        return self.per_entry(level).per_cell(cell, n_cells, entry)[:-1].T


@dataclass(slots=True)
class Classes(Target):
    """A target of class codes [n] and the labels they stand for."""

    codes: np.ndarray
    labels: np.ndarray

    has_classes = True

    def values(self, row):
        """The labels of some rows."""
        return self.labels[self.codes[row]]

    def summary(self, row, node, m, weight):
        """[m, K] weighted class counts of every node; they lie class by class in memory."""
        return Labels(self.codes.take(row), len(self.labels), weight).per_cell(node, m)[:-1].T

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
        return Labels(self.codes.take(level.row), len(self.labels), level.weight)

    @property
    def n_shares(self):
        """How many orders of the categories there are: one for two classes, else one per class."""
        return 1 if len(self.labels) <= 2 else len(self.labels)

    def share(self, sums, k):
        """[cells] share of a class among the entries of a cell, from `per_cell` sums."""
        return ratio(sums[-2 - k], sums[:-1].sum(axis=0))


@dataclass(slots=True)
class Numbers(Target):
    """A numeric target [n]; `ddof` 1 divides by n − 1 (lecture 000), 0 by n (lecture 001,
    libraries).
    """

    y: np.ndarray
    ddof: int = 0

    has_classes = False
    n_shares = 1

    def values(self, row):
        return self.y[row]

    def summary(self, row, node, m, weight):
        """[m, 3] weight, mean and variance of every node; the variance in two passes."""
        y = self.y[row]
        each = 1.0 if weight is None else weight
        w = np.bincount(node, weight, minlength=m).astype(float)
        first = np.zeros(m)
        first[node[::-1]] = y[::-1]  # a value of the node: means of constants come out exactly
        mean = first + ratio(np.bincount(node, (y - first[node]) * each, minlength=m), w)
        squares = np.bincount(node, (y - mean[node]) ** 2 * each, minlength=m)
        variance = ratio(squares, w - self.ddof)
        return np.array((w, mean, np.where(w > self.ddof, variance, 0.0))).T

    def weights(self, tables):
        return tables[..., 0]

    def unit(self, level):
        return level.stats[:, 2]

    def predictions(self, stats):
        return stats[:, 1]

    def per_entry(self, level):
        """weight and Σz, z being the target centred and scaled in its node; for n − 1 also Σz²."""
        n, w = level.n_entries, level.weight
        sd = np.sqrt(level.stats[:, 2])
        z = self.y.take(level.row) - level.stats[:, 1].repeat(n)
        z /= np.where(sd > 0, sd, 1.0).repeat(n)
        sums = np.bincount(level.node, z if w is None else z * w, minlength=level.m)
        z -= ratio(sums, level.stats[:, 0]).repeat(n)  # the rounding error of the mean
        columns = [w, z if w is None else w * z]
        if self.ddof:
            columns.append(columns[1] * z)
        return Sums(columns)

    def share(self, sums, k):
        """[cells] the mean of the entries of a cell."""
        return ratio(sums[1], sums[0])
