"""What a branch of a question demands of a row, in a form that can be intersected.

`Between` is a set of number ranges, `Among` a set of values. Along a path the conditions on one
feature are intersected: a rule has one condition per feature (lecture 001, Rules).
"""

from dataclasses import dataclass

import numpy as np

from ..inputs.values import Interval, is_missing, is_number, join_intervals, listed, numbers, show


@dataclass(frozen=True, slots=True)
class Between:
    """The feature is a number in one of the intervals (or missing, if `missing` is true).

    >>> str(Between("age", [Interval(9.5)]).meet(Between("age", [Interval(high=60)])))
    '9.5 < age ≤ 60'
    """

    feature: str
    intervals: tuple = (Interval(),)
    missing: bool = False

    def __post_init__(self):
        object.__setattr__(self, "intervals", join_intervals(self.intervals))

    @property
    def is_empty(self):
        """No value can satisfy this."""
        return not self.intervals and not self.missing

    @property
    def is_vacuous(self):
        """Every value satisfies this."""
        return self.missing and self.intervals == (Interval(),)

    def covers(self, column):
        """Boolean array: which rows of the column satisfy the condition."""
        x = numbers(column, self.feature)
        covered = np.isnan(x) if self.missing else np.zeros(len(x), dtype=bool)
        for low, high in self.intervals:
            # −∞ itself belongs to the range that is open to the left
            covered |= ((x > low) | (low == -np.inf)) & (x <= high)
        return covered

    def meet(self, other):
        """The condition that demands both."""
        if isinstance(other, Among):
            return other.meet(self)
        both = tuple(a.meet(b) for a in self.intervals for b in other.intervals)
        return Between(self.feature, both, self.missing and other.missing)

    def __str__(self):
        texts = [self._range(interval) for interval in self.intervals]
        return _sentence(self, " or ".join(texts), several=len(texts) > 1)

    def _range(self, interval):
        low, high = (np.isfinite(end) for end in interval)
        if low and high:
            return f"{show(interval.low)} < {self.feature} ≤ {show(interval.high)}"
        return f"{self.feature} {interval}" if low or high else f"{self.feature} is known"


@dataclass(frozen=True, slots=True)
class Among:
    """The feature has one of the values (or is missing, if `missing` is true).

    >>> str(Among("Outlook", ["rainy", "overcast"]).meet(Among("Outlook", ["rainy", "sunny"])))
    'Outlook = rainy'
    """

    feature: str
    values: tuple = ()
    missing: bool = False

    def __post_init__(self):
        object.__setattr__(self, "values", tuple(dict.fromkeys(self.values)))

    @property
    def is_empty(self):
        """No value can satisfy this."""
        return not self.values and not self.missing

    @property
    def is_vacuous(self):
        """Always False: a value that was not seen in training may occur."""
        return False

    def covers(self, column):
        """Boolean array: which rows of the column satisfy the condition."""
        wanted = set(self.values)
        answers = [self.missing if is_missing(v) else v in wanted for v in listed(column)]
        return np.array(answers, dtype=bool)

    def meet(self, other):
        """The condition that demands both."""
        values = tuple(value for value in self.values if _allowed(value, other))
        return Among(self.feature, values, self.missing and other.missing)

    def __str__(self):
        names = [show(value) for value in self.values]
        if len(names) == 1:
            return _sentence(self, f"{self.feature} = {names[0]}")
        return _sentence(self, f"{self.feature} in {{{', '.join(names)}}}" if names else "")


def _allowed(value, condition):
    if isinstance(condition, Among):
        return value in condition.values
    in_range = isinstance(value, bool) or is_number(value)
    return in_range and bool(condition.covers([value])[0])


def _sentence(condition, text, several=False):
    """Add the missing values to the text of a condition, bracketed where an AND may follow."""
    if condition.is_empty:
        return f"{condition.feature} is impossible"
    if condition.missing:
        missing = f"{condition.feature} is missing"
        return f"({text} or {missing})" if text else missing
    return f"({text})" if several else text
