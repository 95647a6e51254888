"""One search of MARS: at which knot of a column, under which parent term, does the residual sum of
squares drop most?

For a parent term b and a column x, the pair b·max(0, x − t), b·max(0, t − x) spans, together with
b, the same functions as c = b·x and h(t) = b·max(0, x − t). So one number per knot is enough:

    drop(t) = (c·r)²/c·c + (h·r − c·h c·r/c·c)² / (h·h − (c·h)²/c·c)

where c and h mean what the model so far (orthonormal vectors q) leaves of them, and r its residual.
All these products lose one term with each new q, and q·h(t) for *all* knots is two running sums
from the largest x down: if the knot moves down by Δ, every row above it gains Δ. A step [x > t]
has no c, and one running sum is enough.

Legend: b parent, c linear candidate, h hinge, q orthonormal vector, r residual, t knot, x column.
"""

from bisect import bisect_left
from math import floor, log, log2
from typing import NamedTuple

import numpy as np

from .terms import Hinge, Is, Linear, StepFactor

ALPHA = 0.05  # Friedman's chance that a run of noise carries a knot
SAME = 1e-9  # drops that differ by this share are a tie, and the earliest wins
DEPENDENT = 1e-9  # a candidate of which less than this share is new adds nothing


class Candidate(NamedTuple):
    """A column that terms are made of."""

    factor: Linear | Is  # the column without a knot
    x: np.ndarray  # [n] scaled to −½ … ½
    order: np.ndarray  # rows from the largest x down
    takes_knots: bool


def read_candidates(columns, table, step):
    """The columns of an encoded table: a number is one, a category one indicator per level.

    Of two levels only the second gets an indicator, for the first is what is left.
    """
    factors: list[Linear | Is] = []
    for f, column in enumerate(columns):
        if column.is_number:
            factors.append(Linear(column.name, f))
            continue
        levels = list(enumerate(column.levels))
        wanted = levels[1:] if len(levels) == 2 else levels
        factors += [Is(column.name, f, level, code) for code, level in wanted]
    values = [factor.values(table[:, factor.column]) for factor in factors]
    return [
        Candidate(factor, _scaled(x), np.argsort(-x, kind="stable"), step or type(factor) is Linear)
        for factor, x in zip(factors, values, strict=True)
        if x.max() > x.min()
    ]


def _scaled(x):
    low, high = x.min() / 2, x.max() / 2  # halves, so that the width cannot overflow
    return (x / 2 - low) / (high - low) - 0.5


def spans(rows, n_columns, minspan=None, endspan=None):
    """Friedman's minimum span between knots and end span before the first and after the last.

    L = −log₂(−ln(1 − α)/(pN))/2.5 and Lₑ = 3 − log₂(α/p), for α = 0.05, p columns and N rows in
    which the parent is not zero; an automatic end span leaves at least a knot in the middle.

    >>> spans(1000, 10)
    (7, 10)
    """
    if minspan is None:
        minspan = max(1, floor(-log2(-log(1 - ALPHA) / (n_columns * rows)) / 2.5))
    if endspan is None:
        endspan = max(1, min(floor(3 - log2(ALPHA / n_columns)), floor(rows / 2) - 1))
    return minspan, endspan


def knots(x, weight, minspan, endspan, step=False):
    """Places in x, which falls, where a knot may be; rows count by weight, those of weight 0 not.

    A hinge needs `endspan` rows on either side of its knot, a step in either part.

    >>> knots(np.array([9, 8, 7, 7, 6, 5]), np.ones(6), minspan=1, endspan=1)
    array([1, 2, 4])
    """
    rows = np.flatnonzero(weight)
    new = rows[np.append(True, np.diff(x[rows]) != 0)]  # the first of equal values
    above = (np.cumsum(weight) - weight)[new]
    total = weight.sum()
    below = total - (above if step else np.append(above[1:], total))
    fits = np.minimum(above, below) > endspan - 1e-9
    new = new[fits]
    above = above[fits].tolist()
    chosen = []
    i = 0
    while i < len(above):
        chosen.append(i)
        i = bisect_left(above, above[i] + minspan - 1e-9, i + 1)
    return new[chosen]


def earliest(drops):
    """The place of the largest drop; of a tie, the first."""
    return int(np.argmax(drops >= drops.max() * (1 - SAME)))


class Search:
    """All knots `at` places of one column under one parent, kept up to date as the model grows."""

    def __init__(self, parent, b, candidate, at, step):
        self.parent = parent
        self.b = b
        self.candidate = candidate
        self.at = at
        self.step = step
        self._gaps = -np.diff(candidate.x[candidate.order])
        self._cc, self._ch = self._products(b * b * candidate.x)
        if step:
            self._cc = 0.0
            self._ch = np.zeros(len(at))
        self._hh = self._squares()
        self._whole = self._cc, self._hh  # before the model explained anything

    def _products(self, bv):
        """c·v, and h(t)·v for every knot t."""
        sums = np.cumsum(bv[self.candidate.order])[:-1]
        h = sums if self.step else np.cumsum(self._gaps * sums)
        return bv @ self.candidate.x, np.append(0.0, h)[self.at]

    def _squares(self):
        """h(t)·h(t) for every knot t."""
        sums = np.cumsum((self.b * self.b)[self.candidate.order])[:-1]
        if self.step:
            return np.append(0.0, sums)[self.at]
        slopes = np.append(0.0, np.cumsum(self._gaps * sums))  # half of −d/dt of the squares
        return np.append(0.0, np.cumsum(self._gaps * (slopes[:-1] + slopes[1:])))[self.at]

    def start(self, y):
        """The residual of a model that explains nothing."""
        self._cr, self._hr = self._products(self.b * y)

    def explain(self, q, qy):
        """Take from every product the part that the new vector q of the model explains."""
        qc, qh = self._products(self.b * q)
        qc = 0.0 if self.step else qc
        self._cc = self._cc - qc**2
        self._ch = self._ch - qc * qh
        self._hh = self._hh - qh**2
        self._cr, self._hr = self._cr - qc * qy, self._hr - qh * qy

    def drops(self):
        """[1 + knots] what the column without a knot, and the pair of each knot, would gain."""
        cc_whole, hh_whole = self._whole
        slope = linear = 0.0
        if self._cc > DEPENDENT * cc_whole:
            slope = self._ch / self._cc
            linear = self._cr**2 / self._cc
        rest = self._hh - slope * self._ch
        is_new = rest > DEPENDENT * hh_whole
        squares = (self._hr - slope * self._cr) ** 2
        gains = np.where(is_new, squares, 0.0) / np.where(is_new, rest, 1.0)
        return np.append(linear, linear + gains)

    def best(self):
        """The largest drop and its place in `drops`."""
        drops = self.drops()
        i = earliest(drops)
        return drops[i], i

    def terms(self, i, table):
        """The terms that entry i of `drops` adds to the model."""
        factor = self.candidate.factor
        if i == 0:
            return (self.parent.times(factor),)
        knot = float(table[self.candidate.order[self.at[i - 1]], factor.column])
        return tuple(map(self.parent.times, factor.pair(StepFactor if self.step else Hinge, knot)))
