"""Single values: intervals, what is missing, what is a number, how they print.

Everything here works on lists, NumPy arrays and pandas objects alike, and never imports pandas.
"""

from decimal import Decimal
from math import inf, isinf
from numbers import Number, Real
from typing import NamedTuple

import numpy as np

from .errors import InputError


class Interval(NamedTuple):
    """The numbers with low < x ≤ high; an infinite end leaves that side open.

    Parameters:
        low: the lower end, not included; −∞ by default.
        high: the upper end, included; ∞ by default.

    Lecture 000, continuous features.
    >>> str(Interval(9, 20)), str(Interval(float("-inf"), 9)), str(Interval(20, float("inf")))
    ('(9, 20]', '≤ 9', '> 20')
    """

    low: float = -inf
    high: float = inf

    def __str__(self):
        if isinf(self.low):
            return "any number" if isinf(self.high) else f"≤ {show(self.high)}"
        if isinf(self.high):
            return f"> {show(self.low)}"
        return f"({show(self.low)}, {show(self.high)}]"

    def meet(self, other: "Interval") -> "Interval":
        """The numbers that lie in both intervals; empty if low ≥ high.

        Parameters:
            other: another interval.

        >>> Interval(0, 5).meet(Interval(3, 9))
        Interval(low=3, high=5)
        """
        return Interval(max(self.low, other.low), min(self.high, other.high))


def join_intervals(intervals):
    """Sort the intervals and glue those that touch; empty ones disappear.

    >>> join_intervals([Interval(5, 9), Interval(1, 5)])
    (Interval(low=1, high=9),)
    """
    joined: list[Interval] = []
    for interval in sorted(i for i in intervals if i.low < i.high):
        if joined and interval.low <= joined[-1].high:
            joined[-1] = Interval(joined[-1].low, max(joined[-1].high, interval.high))
        else:
            joined.append(interval)
    return tuple(joined)


def plain(value):
    """Turn a NumPy scalar into the Python value it holds; anything else is returned as it is."""
    if isinstance(value, Interval):
        return Interval(*map(plain, value))
    return value.item() if isinstance(value, np.generic) else value


def is_missing(value):
    """Say whether a value is None, NaN, pandas.NA or NaT.

    >>> [is_missing(v) for v in (None, float("nan"), 0, "", False)]
    [True, True, False, False, False]
    """
    # Only a present value equals itself; pandas.NA answers NA, which is not True either.
    return value is None or plain(plain(value) == plain(value)) is not True


def is_number(value):
    """Say whether a value is an ordinary number (True and False are not)."""
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def check_number(value, name):
    """Refuse a parameter that is no real number, before it is compared with one."""
    if not isinstance(value, Real) or isinstance(value, bool | np.bool_):
        raise InputError(f"{name} must be a number, not {briefly(value)}")


def briefly(value):
    """A single value as Python writes it, of anything larger only its kind."""
    is_single = value is None or isinstance(value, str | Number)
    return repr(value) if is_single else f"a {type(value).__name__}"


def show(value):
    """Write a value shortly: 4175.0 as 4175, a third as 0.333333, text as it is unless unclear.

    >>> show(4175.0), show(1 / 3), show("low"), show(" low"), show(True)
    ('4175', '0.333333', 'low', "' low'", 'True')
    """
    value = plain(value)
    if isinstance(value, float):
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return f"{value:.1f}" if 1e5 <= abs(value) < 1e15 else f"{value:.6g}"
    if isinstance(value, str) and (not value.isprintable() or value != value.strip() or not value):
        return repr(value)
    return str(value)


def numbers(column, feature="the column"):
    """The column as floats, missing values as NaN; text is an error even if it looks like a number.

    >>> numbers([3, None, True])
    array([ 3., nan,  1.])
    """
    array = np.asarray(column)
    if array.dtype.kind in "biuf":
        return array.astype(float)
    if array.dtype.kind in "mM":
        kind = "dates" if array.dtype.kind == "M" else "durations"
        raise InputError(f"{feature!r} holds {kind}: turn them into numbers before comparing them")
    return np.array([_number(plain(value), feature) for value in listed(column)], dtype=float)


def _number(value, feature):
    if is_missing(value):
        return np.nan
    if isinstance(value, Real | Decimal):
        return float(value)
    raise InputError(f"{feature!r} holds {value!r}, but it is compared with numbers here")


def listed(column):
    """The column as a list; arrays and Series give Python values."""
    return column.tolist() if hasattr(column, "tolist") else list(column)
