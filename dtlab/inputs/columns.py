"""One column as a user has it, a Series or an array: of which kind it is, and its values."""

from datetime import date, timedelta
from numbers import Integral, Number

import numpy as np

from ..kernels.ranks import MISSING
from .errors import InputError, InputTypeError
from .values import plain


def chosen_columns(given, names):
    """The columns as names; positions count from 0, as in scikit-learn.

    >>> chosen_columns(["age", 1], ["age", "income"]), chosen_columns(None, ["age"])
    (['age', 'income'], [])
    """
    if given is None:
        return []
    chosen = []
    for column in [given] if isinstance(given, str | Integral) else given:
        is_mask = isinstance(column, bool | np.bool_)  # True is not the second column
        if isinstance(column, Integral) and not is_mask and column in range(len(names)):
            chosen.append(names[column])
        elif is_mask or str(column) not in names:
            raise InputError(f"{column!r} is not a column of the table; its columns are {names}")
        else:
            chosen.append(str(column))
    return chosen


def trained_names(model):
    """What the columns were called in training; those of an array x0, x1, …"""
    default = [f"x{f}" for f in range(model.n_features_in_)]
    return [str(name) for name in getattr(model, "feature_names_in_", default)]


def refuse_twice(X):
    """Refuse a DataFrame with two columns of one name."""
    twice = X.columns[X.columns.duplicated()]
    if len(twice):
        raise InputError(f"the column name {twice[0]!r} occurs more than once: rename one of them")


def names_of(X):
    """What the columns of a checked table are called; those of an array are x0, x1, …"""
    if hasattr(X, "columns"):
        return [str(name) for name in X.columns]
    return [f"x{f}" for f in range(X.shape[1])]


TIMES = {  # by the kind of the dtype
    "M": "{} holds dates: turn them into numbers or text first",
    "m": "{} holds durations: turn them into numbers first, such as days",
}
COMPLEX = "Complex data not supported: column {!r} holds complex numbers"


def is_category(series, name):
    """Text, bool and category are categories; numbers are numbers; a column of both is refused."""
    kind = getattr(series.dtype, "kind", "O")
    if kind in "iuf":
        return False
    refuse_odd_kinds(series, name)
    if kind != "O" or hasattr(series.dtype, "categories"):
        return True
    values, _ = factorize(series, name)
    for value in values:
        _refuse_odd_level(value, name)
    others = [v for v in values if not isinstance(v, Number) or isinstance(v, bool | np.bool_)]
    if 0 < len(others) < len(values):
        odd = others[0]
        raise InputError(
            f"column {name!r} mixes numbers with {odd!r}, a {type(odd).__name__}: make it one type"
        )
    return bool(others) or not values


def refuse_odd_kinds(series, name):
    """Dates and complex numbers are neither numbers nor categories."""
    dtype = getattr(getattr(series.dtype, "categories", None), "dtype", series.dtype)
    if dtype.kind == "c":
        raise InputError(COMPLEX.format(name))
    if dtype.kind in "mM" or str(dtype).startswith("period"):
        raise InputError(TIMES["m" if dtype.kind == "m" else "M"].format(f"column {name!r}"))


def read_levels(series, name):
    """Sorted levels, codes and whether the order means something (an ordered pandas category)."""
    values, codes = factorize(series, name)
    for value in values:
        _refuse_odd_level(value, name)
    ordered = bool(getattr(series.dtype, "ordered", False))
    seen = np.bincount(codes[codes >= 0], minlength=len(values)) > 0
    order = np.flatnonzero(seen).tolist()
    if not ordered:
        try:
            order.sort(key=lambda i: values[i])
        except TypeError:
            kinds = sorted({type(values[i]).__name__ for i in order})
            raise InputError(
                f"column {name!r} mixes values of types {', '.join(kinds)}: make it one type"
            ) from None
    position = np.full(len(values) + 1, MISSING, np.int32)
    position[order] = np.arange(len(order))
    return tuple(map(plain, [values[i] for i in order])), position[codes], ordered


def _refuse_odd_level(value, name):
    if isinstance(value, date | np.datetime64 | timedelta | np.timedelta64):
        kind = "m" if isinstance(value, timedelta | np.timedelta64) else "M"
        raise InputError(TIMES[kind].format(f"column {name!r}"))
    if isinstance(value, complex):
        raise InputError(COMPLEX.format(name))
    if type(value) in (tuple, frozenset):
        kind = type(value).__name__
        raise InputError(f"column {name!r} holds a {kind}: turn its values into text or numbers")


def factorize(series, name):
    """The values of a column, and each entry's position among them (−1 missing)."""
    import pandas as pd

    if hasattr(series.dtype, "categories"):
        return list(series.dtype.categories), np.array(series.cat.codes)

    try:
        codes, values = pd.factorize(series)
    except TypeError:
        bad = next(v for v in series if getattr(v, "__hash__", None) is None)
        raise InputTypeError(
            f"column {name!r} holds a {type(bad).__name__}; "
            "argument must be a string, a number or a boolean"
        ) from None
    return list(values), codes


def as_float(series, name):
    """[n] the numbers of a column, NaN where one is missing; infinity is refused."""
    refuse_odd_kinds(series, name)
    try:
        if hasattr(series, "to_numpy"):
            x = series.to_numpy(dtype=float, na_value=np.nan)
        else:
            x = series.astype(float)  # None becomes NaN
    except OverflowError:  # a whole number with more than 308 digits
        x = np.array([np.inf])
    except (TypeError, ValueError):
        raise InputError(f"column {name!r} was numeric in training; now it holds text") from None
    if np.isinf(x).any():
        raise InputError(
            f"column {name!r} contains infinity or a value too large: "
            "replace it by a large number or drop the row"
        )
    return x
