"""Every threshold of one column of numbers, with the class counts on both sides of it.

For plots, widgets and `work`; the engine searches all nodes at once, see search.py.
"""

from typing import NamedTuple

import numpy as np

from .search import midpoints


class ColumnThresholds(NamedTuple):
    """The thresholds t of a column in rising order: rows with x ≤ t are below, the others above."""

    order: np.ndarray  # [n] the rows in the order of x
    start: np.ndarray  # [T] how many rows are below each threshold
    values: np.ndarray  # [T] half-way between two neighbouring values
    boundary: np.ndarray  # [T] whether the classes change there (Fayyad's boundary points)
    tables: np.ndarray | None  # [T, 2, K] class counts below and above


def thresholds_of(x, codes=None, n_classes=0):
    """All thresholds of the numbers x; `codes` are the classes of the rows, None for other targets.

    Lecture 000, 4.4.2: ELEVATION in feet; chaparral 0, conifer 1, riparian 2.
    >>> feet = np.array([3900, 300, 1500, 1200, 4450, 5000, 3000])
    >>> found = thresholds_of(feet, np.array([0, 2, 2, 0, 1, 1, 0]), 3)
    >>> found.values[found.boundary].tolist()
    [750.0, 1350.0, 2250.0, 4175.0]
    >>> found.tables[-2].tolist()
    [[3, 0, 2], [0, 2, 0]]
    """
    order = np.argsort(x, kind="stable")
    x = x[order]
    start = np.flatnonzero(np.diff(x) > 0) + 1
    values = midpoints(x[start - 1], x[start])
    if codes is None:
        return ColumnThresholds(order, start, values, np.ones(len(start), bool), None)
    counts = np.eye(n_classes, dtype=int)[codes[order]].cumsum(axis=0)
    below = counts[start - 1]
    # Between two groups of equal x that are pure in the same class no threshold can be best.
    groups = np.diff(np.vstack([below, counts[-1:]]), axis=0, prepend=0)
    pure = np.where((groups > 0).sum(axis=1) == 1, groups.argmax(axis=1), -1)
    boundary = (pure[:-1] != pure[1:]) | (pure[:-1] < 0)
    return ColumnThresholds(
        order, start, values, boundary, np.stack([below, counts[-1] - below], axis=1)
    )
