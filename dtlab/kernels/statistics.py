"""What the entries add to a sum: their class, or numbers. Letters as in the folder's legend."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .squares import ClassGains, CutPlaces, NumberGains, WeightGains


class Statistics(Protocol):
    """What the entries [E] of a level add up to: S sums."""

    def payload(self) -> tuple[np.ndarray, int]:
        """The payload of each entry's sort key, and the number of possible payloads."""
        ...

    def columns(self) -> list | None:
        """[S] columns [E] to look up by the payload; None where the payload is the class."""
        ...

    def per_cell(
        self, cell: np.ndarray, n_cells: int, entry: np.ndarray | None = None
    ) -> np.ndarray:
        """[S + 1, cells] the statistics of the entries in each cell, and last how many they are.

        cell [E] says where each entry lies, [F, E] for several features; `entry` numbers the
        entries if they are only some.
        """
        ...

    def gains(
        self, places: CutPlaces, counts: np.ndarray, columns: list | None
    ) -> Callable[[np.ndarray], np.ndarray]:
        """A function that scores all places by squares, from the payloads of the sorted entries.

        counts [K, m] are the class counts of the nodes, which whole classes need; `columns` are
        the sorter's exact columns, which weighted classes need.
        """
        ...


@dataclass(slots=True)
class Labels:
    """Classes of the entries, as codes [E] below `n`, perhaps with weights: a statistic per class.

    Three entries of the classes 0, 1, 1 lie in the cells 0, 0, 1 of two:
    >>> Labels(np.array([0, 1, 1]), 2).per_cell(np.array([0, 0, 1]), 2)
    array([[1., 0.],
           [1., 1.],
           [2., 1.]])
    """

    codes: np.ndarray
    n: int
    weight: np.ndarray | None = None  # [E]; None: 1 each

    def payload(self):
        if self.weight is None:
            return self.codes, self.n
        return np.arange(len(self.codes)), len(self.codes)

    def columns(self):
        if self.weight is None:
            return None
        return [self.weight * (self.codes == k) for k in range(self.n)]

    def per_cell(self, cell, n_cells, entry=None):
        """As in `Statistics`; the sums lie class by class in memory."""
        weight = _spread(self.weight, cell, entry)
        at = ((self.codes if entry is None else self.codes[entry]) * n_cells + cell).ravel()
        sums = np.empty((self.n + 1, n_cells))
        sums[:-1] = np.bincount(at, weight, self.n * n_cells).reshape(self.n, n_cells)
        if weight is None:
            np.add.reduce(sums[:-1], out=sums[-1])
        else:
            sums[-1] = np.bincount(cell.ravel(), minlength=n_cells)
        return sums

    def gains(self, places, counts, columns):
        """Gini gains."""
        if self.weight is None:
            return ClassGains(counts, places)
        return WeightGains(columns, places)


@dataclass(slots=True)
class Sums:
    """Numbers of the entries: columns [E] to be added up; None stands for ones.

    >>> Sums([None, np.array([0.5, 1.5, 4.0])]).per_cell(np.array([0, 0, 1]), 2)
    array([[2., 1.],
           [2., 4.],
           [2., 1.]])
    """

    values: list

    def payload(self):
        n = len(next(column for column in self.values if column is not None))
        return np.arange(n), n

    def columns(self):
        return self.values

    def per_cell(self, cell, n_cells, entry=None):
        columns = [_spread(column, cell, entry) for column in self.values]
        flat = cell.ravel()
        rows = np.bincount(flat, minlength=n_cells)
        sums = [rows if c is None else np.bincount(flat, c, n_cells) for c in columns]
        return np.array([*sums, rows], float)

    def gains(self, places, counts, columns):
        """Variance gains of unweighted entries [None, z]."""
        return NumberGains(self.values[1], places)


def _spread(column, cell, entry):
    """The value of each entry, flat, in the order of `cell`; None stays None."""
    if column is None:
        return None
    return np.broadcast_to(column if entry is None else column[entry], cell.shape).ravel()
