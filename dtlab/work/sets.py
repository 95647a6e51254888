"""What users hand to shown work, as named sets: instances, classes, how often each occurs.

Columns are checked by the measures' own functions, so bad input gets the same sentences.
"""

from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational
from typing import NamedTuple

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import (
    as_codes,
    as_numbers,
    has_index,
    labels_and_counts,
    refuse_large,
    same_length,
    target_of,
)
from ..inputs.values import listed, plain, show
from ..measures.gains import cross_table
from .table import Names, WorkTable


class ClassCounts(NamedTuple):
    """The classes of one set: how the column is called, its labels, their counts, who has them."""

    title: str
    labels: tuple
    counts: tuple
    names: tuple | None  # Names of the instances with each label; None if only counts were given


class Parts(NamedTuple):
    """A data set split by a feature. `data` is what the impurity reads of a part: its class counts,
    or its numbers; `whole` the same of the data set.
    """

    feature: str
    target: str
    levels: tuple
    names: tuple
    sizes: tuple
    data: tuple
    whole: tuple
    classes: tuple | None

    @property
    def n_rows(self):
        return sum(self.sizes)

    def tally(self, j):
        """The classes of part j in words: 2 ham, 1 spam."""
        assert self.classes is not None  # numbers are not tallied
        pairs = zip(self.classes, self.data[j], strict=True)
        seen = [f"{show(count)} {show(label)}" for label, count in pairs if count]
        return ", ".join(seen if len(seen) <= 5 else [*seen[:4], "…"])


def read_counts(y):
    """Labels (a Series, or a list of text), counts (numbers, a dictionary, value_counts) or a data
    set.
    """
    y = target_of(y)
    labels, counts, codes = labels_and_counts(y)
    try:
        counts = tuple(map(exact, counts))
    except (TypeError, ValueError, OverflowError) as fault:
        raise InputError(f"y must hold labels, or a count for each class: {fault}") from None
    if codes is None:
        return ClassCounts("t", labels, counts, None)
    return ClassCounts(title(y, "t"), labels, counts, grouped_names(y, codes, len(labels)))


def split(x, y=None, of_numbers=False, groups=None):
    """The parts of y by the values of x; `of_numbers` if the impurity reads numbers.

    `groups` are (codes, levels) to use in place of x's own: row i belongs to levels[codes[i]].
    """
    y = target_of(y)
    (codes, levels) = groups or as_codes(x, "x")
    sizes = tuple(np.bincount(codes, minlength=len(levels)).tolist())
    data: tuple[tuple, ...]
    classes: tuple | None = None
    if y is None:
        y = x
        data = tuple((size,) for size in sizes)
        whole = sizes
    elif of_numbers:
        values = exact_numbers(y)
        same_length(codes, values)
        data = tuple(tuple(values[codes == j]) for j in range(len(levels)))
        whole = tuple(values)
    else:
        counts, _, classes = cross_table(codes, y)
        data = tuple(tuple(map(int, row)) for row in counts)
        whole = tuple(map(int, counts.sum(0)))
    names = grouped_names(indexed(y, x), codes, len(levels))
    return Parts(title(x, "d"), title(y, "t"), levels, names, sizes, data, whole, classes)


def names_of(column, n_rows=None):
    """The instances' names: d and the index, or d1, d2, … where there is none."""
    if not has_index(column):
        return tuple(f"d{i}" for i in range(1, (n_rows or len(column)) + 1))
    return tuple(v if isinstance(v, str) else f"d{show(v)}" for v in column.index.tolist())


def named_columns(columns):
    """[(name, column)] of a DataFrame, a dictionary, one Series, a list of columns, or None."""
    if columns is None:
        return []
    if hasattr(columns, "name"):
        return [(str(columns.name), columns)]
    if hasattr(columns, "items"):
        return [(str(key), column) for key, column in columns.items()]
    if isinstance(columns, str) or not hasattr(columns, "__len__"):
        raise InputError("predictions and corrections have a column per model: give a list of them")
    return [(title(column, f"column {i}"), column) for i, column in enumerate(columns, start=1)]


def beside(y, x, columns, digits):
    """A table of the instances: what x says of them, their target, then the columns."""
    every = [*named_columns(x), (title(y, "t"), y), *columns]
    rows = zip(names_of(y), *(map(plain, listed(column)) for _, column in every), strict=True)
    return WorkTable(("d", *(label for label, _ in every)), tuple(rows), digits=digits)


def grouped_names(column, codes, n_groups):
    """Names of the instances of each group, in the order of the rows."""
    names = np.array(names_of(column), dtype=object)
    return tuple(Names(tuple(names[codes == j])) for j in range(n_groups))


def title(column, default):
    """The name of a Series, or the slide's symbol: t for the target, d for a feature."""
    own = getattr(column, "name", None)
    return default if own is None else str(own)


def exact(value):
    """A number as a whole number or a fraction; a float as the decimal that it prints as.

    >>> exact(0.1), exact(3.0)
    (Fraction(1, 10), 3)
    """
    value = plain(value)
    if isinstance(value, Rational | Decimal):
        value = Fraction(value)
    elif isinstance(value, float) and not isfinite(value):
        return value  # for the measures to refuse
    elif isinstance(value, str) or not hasattr(value, "__float__"):
        raise InputError(f"{value!r} is not a number")
    else:
        value = Fraction(repr(float(value)))
    return int(value) if value.denominator == 1 else value


def exact_numbers(column, role="y"):
    """A column of finite numbers as an array of exact ones."""
    refuse_large(as_numbers(column, role), role)
    return np.array(list(map(exact, listed(column))), dtype=object)


def whole_numbers(values):
    """Whole numbers and the scale to divide them by: adding up fractions one by one is slow.

    >>> whole_numbers([Fraction(1, 2), 3])
    ([1, 6], 2)
    """
    scale = lcm(*{v.denominator for v in values})
    return [v.numerator * (scale // v.denominator) for v in values], scale


def mean_of(values):
    """The mean as a fraction."""
    whole, scale = whole_numbers(values)
    return Fraction(sum(whole), scale * len(whole))


def indexed(y, x):
    """The column that names the instances."""
    return y if has_index(y) else x
