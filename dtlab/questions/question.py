"""The two questions a node can ask, and where each answer leads.

`Threshold` compares a number with a value, `Groups` sends every value of a feature to a child.
Both route whole columns: the child index of each row, −1 where the row stops at the node because
its value is unknown to the question, or missing with nowhere to go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isinf, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.errors import InputError
from ..inputs.values import (
    Interval,
    is_missing,
    is_number,
    join_intervals,
    listed,
    numbers,
    plain,
    show,
)
from ..typing import Values
from .conditions import Among, Between


@dataclass(frozen=True, slots=True)
class Threshold:
    """Ask whether x ≤ value: yes leads to child 0, no (x > value) to child 1.

    Parameters:
        feature: the name of a column of numbers.
        value: the number to compare with; ∞ asks whether the value is known.
        missing: the child that missing values follow, 0 or 1; None (default) stops them at the
            node.

    Lecture 000, continuous features (the threshold 4175 of the vegetation table).
    >>> question = Threshold("ELEVATION", 4175)
    >>> question.route([3900, 4450, None]), question.label(0), str(question)
    (array([ 0,  1, -1]), '≤ 4175', 'ELEVATION ≤ 4175?')
    """

    feature: str
    value: float
    missing: int | None = None

    def __post_init__(self):
        _check_feature(self, "a Threshold starts with the feature's name: Threshold('age', 9.5)")
        value = plain(self.value)
        if not is_number(value) or isnan(value):
            raise InputError(f"the threshold of {self.feature!r} must be a number, not {value!r}")
        object.__setattr__(self, "value", float(value))
        _check_missing(self, 1)

    @property
    def n_children(self) -> int:
        """Number of branches: two."""
        return 2

    def route(self, column: Values) -> NDArray[np.intp]:
        """Integer array: the child of each row, −1 for a missing value that has nowhere to go.

        Parameters:
            column: the feature's values, one per row (list, array or Series).
        """
        x = numbers(column, self.feature)
        children = (x > self.value).astype(np.intp)
        children[np.isnan(x)] = -1 if self.missing is None else self.missing
        return children

    def label(self, child: int) -> str:
        """The text on a branch: "≤ 4175" or "> 4175"; all numbers lie below infinity.

        Parameters:
            child: the number of the branch, from 0.
        """
        if isinf(self.value):
            return "known" if child == 0 else "missing"
        return f"{'≤' if child == 0 else '>'} {show(self.value)}"

    def condition(self, child: int) -> Between:
        """What the branch demands, as a range of numbers.

        Parameters:
            child: the number of the branch, from 0.
        """
        interval = Interval(high=self.value) if child == 0 else Interval(low=self.value)
        return Between(self.feature, (interval,), self.missing == child)

    def __str__(self):
        if isinf(self.value):
            return f"{self.feature} known?"
        return f"{self.feature} ≤ {show(self.value)}?"


class Branches(Mapping):
    """A mapping value → child that cannot change, so that questions can be hashed and shared."""

    __slots__ = ("_children",)

    def __init__(self, children):
        self._children = dict(children)

    def __getitem__(self, value):
        return self._children[value]

    def __iter__(self):
        return iter(self._children)

    def __len__(self):
        return len(self._children)

    def __hash__(self):
        return hash(frozenset(self._children.items()))

    def __repr__(self):
        return repr(self._children)

    def __reduce__(self):
        return Branches, (self._children,)


@dataclass(frozen=True, slots=True)
class Groups:
    """Ask for the value of a feature: branch[value] is the child it leads to.

    Parameters:
        feature: the name of a column.
        branch: a dictionary value → child, numbered from 0 without gaps; values are text, booleans,
            numbers, or Intervals of numbers. Other values stop at the node.
        missing: the child that missing values follow; None (default) stops them at the node.

    Lecture 001, the Outlook question.
    >>> question = Groups("Outlook", {"sunny": 0, "rainy": 1, "overcast": 1})
    >>> question.route(["rainy", "sunny", "hail", None]), question.label(1)
    (array([ 1,  0, -1, -1]), 'rainy, overcast')
    """

    feature: str
    branch: Mapping[Any, int]
    missing: int | None = None
    _values: tuple = field(init=False, repr=False, compare=False)  # of each child

    def __post_init__(self):
        _check_feature(self, "Groups starts with the feature's name: Groups('Outlook', {...})")
        if not isinstance(self.branch, Mapping):
            raise InputError(f"Groups({self.feature!r}, ...) needs a dictionary: value to child")
        branch = Branches((plain(value), plain(child)) for value, child in self.branch.items())
        object.__setattr__(self, "branch", branch)
        _check_values(self.feature, branch)
        if not all(type(child) is int and child >= 0 for child in branch.values()):
            raise InputError(f"the children of {self.feature!r} must be numbered 0, 1, 2, ...")
        # Missing values may have a branch of their own (CHAID's floating category).
        _check_missing(self, max(branch.values(), default=-1) + 1)
        if len({*branch.values(), self.missing} - {None}) < self.n_children:
            raise InputError(f"the children of {self.feature!r} must be numbered without gaps")
        values: list[list[Any]] = [[] for _ in range(self.n_children)]
        for value, child in branch.items():
            values[child].append(value)
        object.__setattr__(self, "_values", tuple(map(tuple, values)))

    @property
    def n_children(self) -> int:
        """Number of branches."""
        last = max(self.branch.values(), default=-1)
        return 1 + (last if self.missing is None else max(last, self.missing))

    @property
    def on_intervals(self) -> bool:
        """Whether the values are intervals of numbers."""
        return isinstance(next(iter(self.branch), None), Interval)

    def values(self, child: int) -> tuple[Any, ...]:
        """The values that lead to a child, in the order of the levels.

        Parameters:
            child: the number of the branch, from 0.
        """
        return self._values[child]

    def route(self, column: Values) -> NDArray[np.intp]:
        """Integer array: the child of each row, −1 for a value (or a gap) that has no branch.

        Parameters:
            column: the feature's values, one per row (list, array or Series).
        """
        stop = -1 if self.missing is None else self.missing
        if self.on_intervals:
            return self._route_numbers(numbers(column, self.feature), stop)
        values = listed(column)
        child = {v: stop if is_missing(v) else self.branch.get(v, -1) for v in set(values)}
        return np.array([child[value] for value in values], dtype=np.intp)

    def _route_numbers(self, x, stop):
        children = np.where(np.isnan(x), stop, -1)
        for interval, child in self.branch.items():
            children[Between(self.feature, (interval,)).covers(x)] = child
        return children

    def label(self, child: int) -> str:
        """The text on a branch: "low, medium" or "(9, 20]".

        Parameters:
            child: the number of the branch, from 0.
        """
        values = self.values(child)
        if self.on_intervals:
            values = join_intervals(values)
        return ", ".join(map(show, values)) or "missing"

    def condition(self, child: int) -> Among | Between:
        """What the branch demands, as a set of values or of ranges.

        Parameters:
            child: the number of the branch, from 0.
        """
        condition = Between if self.on_intervals else Among
        return condition(self.feature, self.values(child), self.missing == child)

    def __str__(self):
        labels = " | ".join(self.label(child) for child in range(self.n_children))
        return f"{self.feature}? {labels}"


def _check_feature(question, advice):
    if not isinstance(question.feature, str):
        raise InputError(f"{question.feature!r} is not the name of a feature; {advice}")
    object.__setattr__(question, "feature", str(question.feature))


def _check_missing(question, last):
    missing = plain(question.missing)
    if missing is not None and (type(missing) is not int or missing not in range(last + 1)):
        raise InputError(f"missing={missing!r} of {question.feature!r} is not one of its children")
    object.__setattr__(question, "missing", missing)


def _check_values(feature, branch):
    """Refuse values that could not be told apart: missing ones, groups, overlapping intervals."""
    if not branch:
        raise InputError(f"the question {feature!r} names no value: give at least one")
    for value in branch:
        if is_missing(value):
            raise InputError(f"{feature!r} has no branch called {value!r}: use missing=child")
        if isinstance(value, tuple) and not isinstance(value, Interval):
            raise InputError(f"{value!r} is not one value of {feature!r}: name each on its own")
    intervals = sorted(value for value in branch if isinstance(value, Interval))
    if intervals and len(intervals) < len(branch):
        raise InputError(f"{feature!r} mixes intervals with plain values: use one or the other")
    for interval in intervals:
        if not (all(map(is_number, interval)) and interval.low < interval.high):
            low, high = interval
            raise InputError(f"{feature!r}: no number lies between {low!r} and {high!r}")
    for left, right in zip(intervals, intervals[1:], strict=False):
        if right.low < left.high:
            raise InputError(f"the intervals {left} and {right} of {feature!r} overlap")
