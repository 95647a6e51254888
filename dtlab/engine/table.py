"""From what a user has (a DataFrame, an array) to what the engine needs: one row of integer codes
per column.

A column is a *number* (int, float) or a *category* (text, bool, category). Its code is the rank of
its value: among the sorted distinct numbers of the training data, or among its levels. −1 stands
for a missing value.
"""

from dataclasses import dataclass, field

import numpy as np

from ..inputs.columns import (
    as_float,
    chosen_columns,
    factorize,
    is_category,
    names_of,
    read_levels,
    refuse_odd_kinds,
)
from ..inputs.errors import InputError
from ..inputs.values import Interval, plain
from ..kernels.ranks import MISSING, rank, rank_rows

UNSEEN = -2


@dataclass(slots=True)
class Column:
    """What training knew of a column: its name and its levels (None for a number)."""

    name: str
    levels: tuple | None = None
    ordered: bool = False
    edges: np.ndarray | None = None  # of a binned number, whose levels are intervals
    _code: dict = field(default_factory=dict, repr=False)

    @property
    def is_number(self):
        return self.levels is None

    def encode(self, series):
        """[n] floats: the number itself or the code of the level; NaN missing, −2 a level never
        seen.
        """
        if self.is_number:
            return as_float(series, self.name)
        refuse_odd_kinds(series, self.name)
        if self.edges is not None:
            x = as_float(series, self.name)
            return np.where(np.isnan(x), np.nan, np.searchsorted(self.edges, x))
        if not self._code:
            assert self.levels is not None  # a category
            self._code.update({level: code for code, level in enumerate(self.levels)})
        values, inverse = factorize(series, self.name)
        codes = [self._code.get(plain(value), UNSEEN) for value in values]
        return np.append(np.array(codes, float), np.nan)[inverse]


@dataclass(slots=True)
class Table:
    """The training columns as codes [F, n], with the sorted values that the codes stand for."""

    columns: list
    codes: np.ndarray
    numbers: list  # per column: its sorted distinct numbers, empty for a category
    sizes: np.ndarray = field(init=False)  # [F] how many distinct values or levels
    is_number: np.ndarray = field(init=False)  # [F]
    has_missing: np.ndarray = field(init=False)  # [F]
    _start: np.ndarray = field(init=False)  # [F] where a column's numbers stand in `_all_numbers`
    _all_numbers: np.ndarray = field(init=False)  # and a NaN after the last

    def __post_init__(self):
        pairs = zip(self.columns, self.numbers, strict=True)
        self.sizes = np.maximum([len(x if c.is_number else c.levels) for c, x in pairs], 1)
        self.is_number = np.array([column.is_number for column in self.columns], bool)
        self.has_missing = self.codes.min(axis=1) < 0
        self._start = np.cumsum([0, *map(len, self.numbers)])
        self._all_numbers = np.concatenate((*self.numbers, [np.nan]))
        spans = zip(self._start[:-1], self._start[1:], strict=True)
        self.numbers = [self._all_numbers[a:b] for a, b in spans]  # held in memory only once

    @property
    def names(self):
        return [column.name for column in self.columns]

    def value(self, feature, code):
        """The numbers that codes of the features stand for; NaN for a category."""
        return self._all_numbers[np.where(self.is_number[feature], self._start[feature] + code, -1)]

    def rows(self):
        """[n, F] the training rows as prediction reads them: numbers, codes of levels, NaN."""
        values = [
            x if c.is_number else np.arange(float(len(c.levels)))
            for c, x in zip(self.columns, self.numbers, strict=True)
        ]
        pairs = zip(values, self.codes, strict=True)
        return np.column_stack([np.append(v, np.nan)[codes] for v, codes in pairs])


def read_table(X, categorical=None):
    """The columns of a DataFrame or a 2-D array as a `Table`; `categorical` names or numbers some
    of them that are categories whatever they hold.
    """
    wanted = chosen_columns(categorical, names_of(X))
    if isinstance(X, np.ndarray) and X.dtype == float and not wanted:
        return _read_numbers(X)
    names, series = _split(X)
    codes = np.empty((len(names), len(X)), np.int32)
    columns, numbers = [], []
    for f, (name, column) in enumerate(zip(names, series, strict=True)):
        if name in wanted or is_category(column, name):
            levels, codes[f], ordered = read_levels(column, name)
            columns.append(Column(name, levels, ordered))
            numbers.append(np.zeros(0))
        else:
            distinct, codes[f] = rank(as_float(column, name))
            columns.append(Column(name))
            numbers.append(distinct)
    return Table(columns, codes, numbers)


def _read_numbers(X, chunk=1 << 16):
    """The same for an array of numbers, several columns at a time."""
    n, F = X.shape
    codes = np.empty((F, n), np.int32)
    numbers = []
    step = max(1, chunk // n)
    for start in range(0, F, step):
        some = slice(start, start + step)
        distinct, codes[some] = rank_rows(np.ascontiguousarray(X[:, some].T))
        numbers += distinct
    return Table([Column(f"x{f}") for f in range(F)], codes, numbers)


def whole_numbers_as_categories(table):
    """The table with its numeric columns read as categories; fractions are refused."""
    columns, numbers = list(table.columns), list(table.numbers)
    for f in np.flatnonzero(table.is_number):
        name = columns[f].name
        values = table.numbers[f]
        if (values % 1).any():
            odd = values[np.flatnonzero(values % 1)[0]]
            raise InputError(
                f"column {name!r} has fractions such as {odd:g}: ID3 takes only whole numbers as "
                'categories; use numeric="threshold", or another algorithm such as C45 or CART'
            )
        columns[f] = Column(name, tuple(map(int, values)), ordered=True)
        numbers[f] = np.zeros(0)
    return Table(columns, table.codes, numbers)


def with_order(table, ordinal):
    """The table with just these of its categories ordered."""
    chosen = chosen_columns(ordinal, table.names)
    columns = [
        c if c.is_number else Column(c.name, c.levels, c.name in chosen) for c in table.columns
    ]
    return Table(columns, table.codes, table.numbers)


def bin_numbers(table, edges_of):
    """The table with its numbers cut into intervals at `edges_of(x)`, as ordered categories
    (CHAID).
    """
    columns = list(table.columns)
    numbers = list(table.numbers)
    codes = table.codes.copy()
    for f in np.flatnonzero(table.is_number):
        x = np.append(table.numbers[f], np.nan)[codes[f]]
        edges = edges_of(x)
        ends = [-np.inf, *map(float, edges), np.inf]
        levels = tuple(map(Interval, ends[:-1], ends[1:]))
        codes[f] = np.where(codes[f] < 0, MISSING, np.searchsorted(edges, x))
        columns[f] = Column(columns[f].name, levels, True, edges)
        numbers[f] = np.zeros(0)
    return Table(columns, codes, numbers)


def encode(X, columns):
    """[n, F] floats for prediction: numbers as they are, categories as codes."""
    if not hasattr(X, "columns") and all(column.is_number for column in columns):
        return np.asarray(X, float)
    _, series = _split(X)
    return np.column_stack([c.encode(s) for c, s in zip(columns, series, strict=True)])


def _split(X):
    """Names and columns of a DataFrame or a 2-D array."""
    if hasattr(X, "columns"):
        return names_of(X), [column for _, column in X.items()]
    X = np.asarray(X)
    return names_of(X), list(np.ascontiguousarray(X.T))  # one column after the other in memory
