"""Columns and rows looked up by the name of a feature: what trees predict and are judged by."""

import numpy as np

from .errors import InputError
from .labels import as_codes
from .values import numbers


class ColumnLookup:
    """The columns of a DataFrame, a dictionary or a 2-D array (x0, x1, …), each looked up once."""

    def __init__(self, columns):
        if isinstance(columns, np.ndarray) and columns.ndim == 2:
            columns = {f"x{f}": column for f, column in enumerate(columns.T)}
        is_column = getattr(columns, "ndim", 2) != 2  # a Series has keys, too
        if is_column or not hasattr(columns, "keys") or isinstance(columns, type):
            kind = type(columns).__name__
            raise InputError(
                f"X must be a DataFrame, a dictionary of columns or a 2-D array, not a {kind}"
            )
        self.columns = columns
        self._found = {}

    @classmethod
    def of(cls, columns, y=None):
        """The lookup for these columns; a ColumnLookup is returned as it is, to share its cache.

        With a target y, only if there are rows and one label for each.
        """
        frame = columns if isinstance(columns, cls) else cls(columns)
        if y is None:
            return frame
        if not hasattr(y, "__len__") or isinstance(y, str):
            raise InputError("y must be one column, with one label per row")
        n = frame.n_rows
        if len(y) == 0 or n == 0:
            raise InputError("there are no rows to judge the tree by: X and y are empty")
        if len(y) != n:
            raise InputError(f"X has {n} rows and y has {len(y)}: they must belong together")
        return frame

    def keys(self):
        """The names of the columns."""
        return self.columns.keys()

    @property
    def n_rows(self):
        """Number of rows."""
        if not isinstance(self.columns, dict):
            return len(self.columns)
        columns = self.columns.values()
        if any(isinstance(column, str) or not hasattr(column, "__len__") for column in columns):
            raise InputError("a dictionary of columns holds lists or arrays, not single values")
        lengths = {len(column) for column in columns}
        if len(lengths) > 1:
            raise InputError(f"the columns have different lengths: {sorted(lengths)}")
        return max(lengths, default=0)

    def column(self, feature, as_numbers=False):
        """The column as an array (floats if as_numbers), ready to be indexed by rows."""
        if (feature, as_numbers) not in self._found:
            column = pick(self.columns, feature)
            column = numbers(column, feature) if as_numbers else _array(column)
            self._found[feature, as_numbers] = column
        return self._found[feature, as_numbers]

    def codes(self, feature):
        """(codes, levels) of the column as labels."""
        return as_codes(pick(self.columns, feature), f"column {feature!r}")


def _array(column):
    if hasattr(column, "dtype"):
        return np.asarray(column)
    array = np.empty(len(column), dtype=object)  # np.array would turn [1, "a"] into text
    array[:] = list(column)
    return array


def pick(source, feature):
    """The feature's entry of a row or a frame, or a sentence about what is there instead."""
    if not hasattr(source, "keys"):
        kind = type(source).__name__
        raise InputError(f"a row must be a dictionary or a Series with names, not a {kind}")
    try:
        return source[feature]
    except (KeyError, IndexError):
        for name in list(source.keys()):  # a column called 1 is the feature "1"
            if str(name) == feature:
                return source[name]
        names = ", ".join(map(str, source.keys())) or "nothing"
        raise InputError(f"there is no {feature!r} in the data; it has: {names}") from None


def chosen_labels(labels, index):
    """labels[index] as an array: numbers and booleans by dtype, anything else as Python objects.

    A None (a node without a prediction) matters only where it is chosen.
    >>> chosen_labels([1.5, None, 2], [0, 2]), chosen_labels(["a", 1], [1, 0])
    (array([1.5, 2. ]), array([1, 'a'], dtype=object))
    """
    array = _array(labels)
    known = [label for label in labels if label is not None]
    kinds = {type(label) for label in known}
    unknown = np.array([label is None for label in labels])
    if (kinds == {bool} or kinds <= {int, float}) and not unknown[index].any():
        return array[index].astype(np.array(known).dtype)
    return array[index]
