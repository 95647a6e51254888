"""Points that would hide each other, moved apart by a rule: never at random, never across a cut."""

import numpy as np

GOLDEN = (0.7548776662466927, 0.5698402909980532)  # steps that fill a square evenly
REACH = 0.49  # of the gap to the next number: a threshold lies half-way
ALONE = 0.045  # inches by which a point is moved, times the square root of those at its place
MOST = 0.5  # inches


def stacked(x, width):
    """How many of the numbers before each one, from the lowest, lie in the same interval.

    >>> stacked(np.array([0.0, 5, 0, 0.1, 9]), 1.0)
    array([0, 0, 1, 2, 0])
    """
    interval = np.floor((x - x.min()) / width) if len(x) else x
    order = np.lexsort((x, interval))
    first = np.r_[True, np.diff(interval[order]) != 0]
    start = np.flatnonzero(first)[np.cumsum(first) - 1]
    rank = np.empty(len(x), int)
    rank[order] = np.arange(len(x)) - start
    return rank


def spread(x, y, spans, size):
    """The places (x, y) at which to draw points, so that those at one place are all seen.

    Parameters:
        x: the numbers of the rows along the axes.
        y: the numbers up the axes.
        spans: (low, high) of both axes, with room around the numbers.
        size: (width, height) of the axes in inches.

    Nobody crosses half of the gap to the next number, so every cut has the rows on its right side:
    >>> x, y = spread(np.zeros(50), np.arange(50) % 2, [(-1, 9), (-1, 2)], (4, 3))
    >>> bool((np.abs(y - np.arange(50) % 2) < 0.5).all()), len({*zip(x, y)})
    (True, 50)
    """
    values = [np.asarray(x, float), np.asarray(y, float)]
    units = [(high - low) / inches for (low, high), inches in zip(spans, size, strict=True)]
    cells = [np.floor(v / (0.06 * unit)) for v, unit in zip(values, units, strict=True)]
    _, cell, count = np.unique(np.c_[tuple(cells)], axis=0, return_inverse=True, return_counts=True)
    cell = cell.ravel()
    order = np.argsort(cell, kind="stable")
    rank = np.empty(len(cell), int)
    rank[order] = np.arange(len(cell)) - np.searchsorted(cell[order], cell[order])
    reach = np.where(count > 1, np.minimum(ALONE * np.sqrt(count), MOST), 0.0)[cell]
    moved = []
    for value, unit, span, step in zip(values, units, spans, GOLDEN, strict=True):
        below, above = gaps(value, span)
        low, high = np.minimum(reach * unit, below), np.minimum(reach * unit, above)
        moved.append(value - low + (low + high) * ((0.5 + rank * step) % 1))
    return moved


def gaps(values, span):
    """How far each number may be moved down and up: not half-way to the next one."""
    found = np.unique(values)
    below = np.r_[2 * (found[:1] - span[0]), np.diff(found)] * REACH
    above = np.r_[np.diff(found), 2 * (span[1] - found[-1:])] * REACH
    at = np.searchsorted(found, values)
    return below[at], above[at]
