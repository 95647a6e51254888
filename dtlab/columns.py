"""From what a user has (a DataFrame, an array) to what the engine needs: one row of integer codes
per column.

A column is a *number* (int, float) or a *category* (text, bool, category). Its code is the rank of
its value: among the sorted distinct numbers of the training data, or among its levels. −1 stands
for a missing value.
"""

from dataclasses import dataclass, field
from datetime import date
from numbers import Integral

import numpy as np

from .ranks import MISSING, rank, rank_rows
from .values import Interval

UNSEEN = -2
DATES = "column {!r} holds dates: turn them into numbers or text first"


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
            return _as_float(series, self.name)
        _refuse_dates(series, self.name)
        if self.edges is not None:
            x = _as_float(series, self.name)
            return np.where(np.isnan(x), np.nan, np.searchsorted(self.edges, x))
        if not self._code:
            self._code.update({level: code for code, level in enumerate(self.levels)})
        values, inverse = _factorize(series, self.name)
        codes = [self._code.get(_plain(value), UNSEEN) for value in values]
        return np.append(np.array(codes, float), np.nan)[inverse]


@dataclass(slots=True)
class Table:
    """The training columns as codes [F, n], with the sorted values that the codes stand for."""

    columns: list
    codes: np.ndarray
    numbers: list  # per column: its sorted distinct numbers, empty for a category
    sizes: np.ndarray = None  # [F] how many distinct values or levels
    is_number: np.ndarray = None  # [F]
    has_missing: np.ndarray = None  # [F]
    _start: np.ndarray = None  # [F] where a column's numbers stand in `_all_numbers`
    _all_numbers: np.ndarray = None

    def __post_init__(self):
        pairs = zip(self.columns, self.numbers, strict=True)
        self.sizes = np.maximum([len(x if c.is_number else c.levels) for c, x in pairs], 1)
        self.is_number = np.array([column.is_number for column in self.columns], bool)
        self.has_missing = self.codes.min(axis=1) < 0
        self._start = np.cumsum([0, *map(len, self.numbers)])
        self._all_numbers = np.concatenate((*self.numbers, [np.nan]))

    @property
    def names(self):
        return [column.name for column in self.columns]

    def value(self, feature, code):
        """The numbers that codes of the features stand for; NaN for a category."""
        return self._all_numbers[np.where(self.is_number[feature], self._start[feature] + code, -1)]


def read_table(X, categorical=None):
    """The columns of a DataFrame or a 2-D array as a `Table`."""
    if isinstance(X, np.ndarray) and X.dtype == float and not categorical:
        return _read_numbers(X)
    names, series = _split(X)
    wanted = _categorical_names(categorical, names)
    codes = np.empty((len(names), len(X)), np.int32)
    columns, numbers = [], []
    for f, (name, column) in enumerate(zip(names, series, strict=True)):
        if name in wanted or _is_category(column, name):
            levels, codes[f], ordered = _read_levels(column, name)
            columns.append(Column(name, levels, ordered))
            numbers.append(np.zeros(0))
        else:
            distinct, codes[f] = rank(_as_float(column, name))
            columns.append(Column(name))
            numbers.append(distinct)
    return Table(columns, codes, numbers)


def _read_numbers(X, chunk=1 << 16):
    """The same for an array of finite numbers, several columns at a time."""
    n, F = X.shape
    codes, columns = np.empty((F, n), np.int32), np.empty((F, n))
    for start in range(0, n, 1 << 10):  # all columns of some rows: the cache holds them
        columns[:, start : start + (1 << 10)] = X[start : start + (1 << 10)].T
    numbers = []
    for start in range(0, F, max(1, chunk // n)):
        part = slice(start, start + max(1, chunk // n))
        distinct, codes[part] = rank_rows(columns[part])
        numbers += distinct
    return Table([Column(f"x{f}") for f in range(F)], codes, numbers)


def whole_numbers_as_categories(table):
    """The table with its numeric columns read as categories; fractions are refused."""
    columns, numbers = list(table.columns), list(table.numbers)
    for f in np.flatnonzero(table.is_number):
        name, values = columns[f].name, table.numbers[f]
        if (values % 1).any():
            odd = values[np.flatnonzero(values % 1)[0]]
            raise ValueError(
                f"column {name!r} has fractions such as {odd:g}: ID3 takes only whole numbers as "
                'categories; use numeric="threshold", or another algorithm such as C45 or CART'
            )
        columns[f], numbers[f] = Column(name, tuple(map(int, values)), ordered=True), np.zeros(0)
    return Table(columns, table.codes, numbers)


def with_order(table, ordinal):
    """The table with just these of its categories ordered."""
    _categorical_names(ordinal, table.names)
    columns = [
        c if c.is_number else Column(c.name, c.levels, c.name in ordinal) for c in table.columns
    ]
    return Table(columns, table.codes, table.numbers)


def bin_numbers(table, edges_of):
    """The table with its numbers cut into intervals at `edges_of(x)`, as ordered categories
    (CHAID).
    """
    columns, numbers, codes = list(table.columns), list(table.numbers), table.codes.copy()
    for f in np.flatnonzero(table.is_number):
        x = np.append(table.numbers[f], np.nan)[codes[f]]
        edges = edges_of(x)
        ends = [-np.inf, *map(float, edges), np.inf]
        levels = tuple(map(Interval, ends[:-1], ends[1:]))
        codes[f] = np.where(codes[f] < 0, MISSING, np.searchsorted(edges, x))
        columns[f], numbers[f] = Column(columns[f].name, levels, True, edges), np.zeros(0)
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
        names = [str(name) for name in X.columns]
        return names, [X.iloc[:, f] for f in range(len(names))]
    X = np.ascontiguousarray(np.asarray(X).T)  # one column after the other in memory
    return [f"x{f}" for f in range(len(X))], list(X)


def _categorical_names(categorical, names):
    places = range(len(names))
    wanted = {names[c] if isinstance(c, Integral) and c in places else c for c in categorical or ()}
    unknown = [c for c in wanted if c not in names]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no column of the table; its columns are {names}")
    return wanted


def _is_category(series, name):
    """Text, bool and category are categories; numbers are numbers; a column of both is refused."""
    kind = getattr(series.dtype, "kind", "O")
    if kind in "iuf":
        return False
    if kind == "c":
        raise ValueError(f"Complex data not supported: column {name!r} holds complex numbers")
    _refuse_dates(series, name)
    if kind != "O" or hasattr(series.dtype, "categories"):
        return True
    values, _ = _factorize(series, name)
    if any(isinstance(v, date) for v in values):
        raise ValueError(DATES.format(name))
    numbers = [isinstance(v, (int, float, np.number)) and not _is_bool(v) for v in values]
    if any(numbers) and not all(numbers):
        odd = next(v for v, number in zip(values, numbers, strict=True) if not number)
        raise ValueError(
            f"column {name!r} mixes numbers with {odd!r}, a {type(odd).__name__}: make it one type"
        )
    return not all(numbers) or not numbers


def _refuse_dates(series, name):
    if series.dtype.kind in "mM" or str(series.dtype).startswith("period"):
        raise ValueError(DATES.format(name))


def _is_bool(value):
    return isinstance(value, (bool, np.bool_))


def _read_levels(series, name):
    """Sorted levels, codes and whether the order means something (an ordered pandas category)."""
    values, codes = _factorize(series, name)
    ordered = bool(getattr(series.dtype, "ordered", False))
    seen = np.bincount(codes[codes >= 0], minlength=len(values)) > 0
    order = [i for i in range(len(values)) if seen[i]]
    if not ordered:
        order = _sorted_order(values, order, name)
    position = np.full(len(values) + 1, MISSING, np.int32)
    position[order] = np.arange(len(order))
    return tuple(_plain(values[i]) for i in order), position[codes], ordered


def _sorted_order(values, order, name):
    try:
        return sorted(order, key=lambda i: values[i])
    except TypeError:
        kinds = sorted({type(values[i]).__name__ for i in order})
        raise ValueError(
            f"column {name!r} mixes values of types {', '.join(kinds)}: make it one type"
        ) from None


def _factorize(series, name):
    """The values of a column, and each entry's position among them (−1 missing)."""
    import pandas as pd

    if hasattr(series.dtype, "categories"):
        return list(series.dtype.categories), np.array(series.cat.codes)

    try:
        codes, values = pd.factorize(series)
    except TypeError:
        bad = next(v for v in series if getattr(v, "__hash__", None) is None)
        raise TypeError(
            f"column {name!r} holds a {type(bad).__name__}; "
            "argument must be a string, a number or a boolean"
        ) from None
    return list(values), codes


def _plain(value):
    """A NumPy scalar as the Python value it stands for."""
    return value.item() if isinstance(value, np.generic) else value


def _as_float(series, name):
    _refuse_dates(series, name)
    try:
        if hasattr(series, "to_numpy"):
            x = series.to_numpy(dtype=float, na_value=np.nan)
        else:
            x = np.array(
                [np.nan if v is None else v for v in series] if series.dtype == object else series,
                float,
            )
    except (TypeError, ValueError):
        raise ValueError(f"column {name!r} was numeric in training; now it holds text") from None
    if np.isinf(x).any():
        raise ValueError(
            f"column {name!r} contains infinity or a value too large: "
            "replace it by a large number or drop the row"
        )
    return x
