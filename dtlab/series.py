"""One column as a user has it, a Series or an array: of which kind it is, and its values."""

from datetime import date

import numpy as np

from .ranks import MISSING

DATES = "column {!r} holds dates: turn them into numbers or text first"


def is_category(series, name):
    """Text, bool and category are categories; numbers are numbers; a column of both is refused."""
    kind = getattr(series.dtype, "kind", "O")
    if kind in "iuf":
        return False
    if kind == "c":
        raise ValueError(f"Complex data not supported: column {name!r} holds complex numbers")
    refuse_dates(series, name)
    if kind != "O" or hasattr(series.dtype, "categories"):
        return True
    values, _ = factorize(series, name)
    if any(isinstance(v, date) for v in values):
        raise ValueError(DATES.format(name))
    numbers = [isinstance(v, (int, float, np.number)) and not _is_bool(v) for v in values]
    if any(numbers) and not all(numbers):
        odd = next(v for v, number in zip(values, numbers, strict=True) if not number)
        raise ValueError(
            f"column {name!r} mixes numbers with {odd!r}, a {type(odd).__name__}: make it one type"
        )
    return not all(numbers) or not numbers


def refuse_dates(series, name):
    """Dates are neither numbers nor categories."""
    if series.dtype.kind in "mM" or str(series.dtype).startswith("period"):
        raise ValueError(DATES.format(name))


def _is_bool(value):
    return isinstance(value, (bool, np.bool_))


def read_levels(series, name):
    """Sorted levels, codes and whether the order means something (an ordered pandas category)."""
    values, codes = factorize(series, name)
    ordered = bool(getattr(series.dtype, "ordered", False))
    seen = np.bincount(codes[codes >= 0], minlength=len(values)) > 0
    order = [i for i in range(len(values)) if seen[i]]
    if not ordered:
        order = _sorted_order(values, order, name)
    position = np.full(len(values) + 1, MISSING, np.int32)
    position[order] = np.arange(len(order))
    return tuple(plain(values[i]) for i in order), position[codes], ordered


def _sorted_order(values, order, name):
    try:
        return sorted(order, key=lambda i: values[i])
    except TypeError:
        kinds = sorted({type(values[i]).__name__ for i in order})
        raise ValueError(
            f"column {name!r} mixes values of types {', '.join(kinds)}: make it one type"
        ) from None


def factorize(series, name):
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


def plain(value):
    """A NumPy scalar as the Python value it stands for."""
    return value.item() if isinstance(value, np.generic) else value


def as_float(series, name):
    """[n] the numbers of a column, NaN where one is missing; infinity is refused."""
    refuse_dates(series, name)
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
