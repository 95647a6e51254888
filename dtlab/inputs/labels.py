"""The border of the measures: what users hand over becomes clean arrays, or a sentence.

Everything behind this file works on checked arrays and checks nothing again.
"""

from collections.abc import Mapping, Set

import numpy as np

from .errors import InputError
from .values import is_missing, listed, plain

COUNTED = ("count", "proportion")  # how pandas names what value_counts gives
LARGEST = 1e150  # of numbers whose squares are added up: the square is still finite

# ------------------------------------------------------------------ counts and weights


def as_counts(counts, name):
    """`counts` as a float array [..., class] of finite entries that are at least 0."""
    try:
        array = _floats_if_numbers(np.asarray(counts))
    except ValueError:  # NumPy's complaint about a ragged list
        raise InputError(f"{name} wants rows of equal length: the counts of each class") from None
    if array.size and (array.ndim == 0 or array.dtype.kind not in "iuf"):
        hint = "; count labels first, as in entropy(counts(y))" if array.ndim else ""
        raise InputError(f"{name} wants a list of counts or probabilities, one per class{hint}")
    if array.ndim == 0 or array.shape[-1] == 0:
        raise InputError(f"{name} wants one count or more: the counts are empty")
    array = np.asarray(array, float)
    # Two cheap passes find all bad entries: the minimum is negative or NaN, or the sum infinite.
    with np.errstate(over="ignore"):
        sound = not array.size or (array.min() >= 0 and array.sum() < np.inf)
    if not sound:
        raise InputError(f"{name} wants finite counts or probabilities of at least 0")
    return array


def as_tables(tables, name):
    """`tables` as a checked float array [..., child, class]."""
    array = as_counts(tables, name)
    if array.ndim < 2:
        raise InputError(f"{name} wants a table with one row per child and one column per class")
    return array


def as_weights(weights, n_rows):
    """One weight per row as floats; None stays None and means 1 each."""
    if weights is None:
        return None
    weights = as_numbers(weights, "weights")
    if len(weights) != n_rows:
        raise InputError(f"weights has {len(weights)} entries for {n_rows} rows: give one per row")
    if weights.min() < 0:
        raise InputError("weights must not be negative")
    if weights.max() == 0:
        raise InputError("weights are all 0: at least one row must count")
    return weights


# ------------------------------------------------------------------ columns


def as_numbers(values, name):
    """A column of finite numbers as a float array."""
    name = _title(values, name)
    refuse_all_but_one_column(values, name)
    array = as_array(values, name)
    if array.dtype.kind == "O":
        _refuse_missing(sum(map(is_missing, array)), name)
        array = _floats_if_numbers(array)
    if array.ndim != 1 or array.dtype.kind not in "biuf":
        raise InputError(f"{name} must hold numbers, not labels")
    array = array.astype(float)
    _refuse_missing(int(np.isnan(array).sum()), name)
    if np.isinf(array).any():
        raise InputError(f"{name} has infinite values: replace or drop them")
    return array


def named_numbers(given, name):
    """{name: float array} of a dictionary, a Series or a DataFrame; NaN is a number here."""
    if not hasattr(given, "items") or isinstance(given, type):
        kind = type(given).__name__
        raise InputError(f"{name} must be a dictionary or a Series, name to number, not a {kind}")
    return {key: as_floats(value, f"{key!r} of {name}") for key, value in given.items()}


def as_floats(values, name):
    """Real numbers, perhaps NaN, as a float array of any shape."""
    try:
        array = _floats_if_numbers(np.asarray(values))
        if array.dtype.kind in "biuf":
            return array.astype(float)
    except (TypeError, ValueError):
        pass
    raise InputError(f"{name} must be real numbers")


def refuse_large(values, name):
    """Refuse numbers whose squares are too large for a float."""
    if np.abs(values).max() > LARGEST:
        raise InputError(
            f"{name} has a value above {LARGEST:g}, whose square is too large: rescale {name}"
        )


def as_codes(column, name):
    """A column of labels as (codes, levels): row i holds levels[codes[i]].

    Levels are the values that occur, sorted; an ordered pandas Categorical keeps its own order.
    """
    name = _title(column, name)
    refuse_all_but_one_column(column, name)
    categorical = getattr(column, "cat", column)
    if hasattr(categorical, "categories"):
        codes = np.asarray(categorical.codes)
        categories = list(categorical.categories)
        _refuse_missing(int((codes < 0).sum()), name)
        present = [categories[i] for i in np.unique(codes)]
        levels = present if categorical.ordered else in_order(present)
        position = {level: i for i, level in enumerate(levels)}
        recode = np.array([position.get(level, -1) for level in categories])
        return recode[codes], tuple(levels)
    if hasattr(column, "dtype"):
        array = np.asarray(column)
        if array.dtype.kind != "O":
            _refuse_missing(int((array != array).sum()), name)  # only NaN and NaT differ
            levels, codes = np.unique(array, return_inverse=True)
            return codes, tuple(levels.tolist())
        column = array.tolist()
    # A list stays a list: NumPy would turn ["a", nan] into text and hide the missing value.
    try:
        levels = set(column)
    except TypeError:
        raise InputError(f"{name} must be one column, with one label per row") from None
    if any(map(is_missing, levels)):
        _refuse_missing(sum(map(is_missing, column)), name)
    levels = in_order(levels)
    code = {level: i for i, level in enumerate(levels)}
    codes = np.fromiter(map(code.__getitem__, column), np.intp, len(column))
    return codes, tuple(map(plain, levels))


def same_length(x, y):
    """Refuse columns whose rows cannot be paired."""
    if len(x) != len(y):
        raise InputError(f"x has {len(x)} rows and y has {len(y)}: they must belong together")


def refuse_all_but_one_column(column, name):
    """Refuse text, tables, dictionaries and what has no length."""
    odd = isinstance(column, str | bytes | Mapping | Set | type)
    if odd or getattr(column, "ndim", 1) != 1 or not hasattr(column, "__len__"):
        raise InputError(f"{name} must be one column, with one label per row")
    if len(column) == 0:
        raise InputError(f"{name} is empty")


def as_array(values, name):
    """A column as NumPy has it; lists of different lengths are refused."""
    try:
        return np.asarray(values)
    except ValueError:  # NumPy's complaint about lists of different lengths
        raise InputError(f"{name} must be one column, with one value per row") from None


def _floats_if_numbers(array):
    """Fractions, decimals and big integers as floats; labels stay what they are."""
    if array.dtype.kind == "O" and all(hasattr(value, "__float__") for value in array.flat):
        try:
            return array.astype(float)
        except OverflowError:  # a whole number of more than 308 digits
            return np.full(array.shape, np.inf)
        except (TypeError, ValueError):  # arrays have __float__, too
            return array
    return array


def in_order(levels):
    """Labels sorted, those of several types by type and then by text."""
    levels = list(levels)
    try:
        return sorted(levels)
    except TypeError:
        return sorted(levels, key=lambda level: (type(level).__name__, str(level)))


def _refuse_missing(how_many, name):
    if how_many:
        raise InputError(
            f"{name} has {how_many} missing value{'s' if how_many > 1 else ''}: "
            "drop these rows or fill the gaps first"
        )


def _title(column, name):
    own = getattr(column, "name", None)
    return f"column {own!r}" if isinstance(own, str) else name


# ------------------------------------------------------------------ labels or counts


def target_of(data):
    """The target of a data set; anything else is taken as it is."""
    return data.y if hasattr(data, "X") and hasattr(data, "y") else data


def labels_and_counts(y):
    """Labels, how often each occurs, and the code of every row; no codes where y holds counts."""
    if isinstance(y, Mapping) or (has_index(y) and getattr(y, "name", None) in COUNTED):
        if not len(y):
            raise InputError("y is empty: there are no counts")
        return *zip(*y.items(), strict=True), None
    if _holds_counts(y):
        return tuple(range(1, len(y) + 1)), tuple(listed(y)), None
    codes, labels = as_codes(y, "y")
    return labels, tuple(np.bincount(codes).tolist()), codes


def _holds_counts(y):
    """Numbers count the classes, unless they are a named column of a table."""
    if has_index(y):
        return False
    if isinstance(y, str) or hasattr(y, "categories") or not hasattr(y, "__len__"):
        return False
    if as_array(y, "y").ndim != 1 or not len(y):
        return False
    return all(hasattr(v, "__float__") and not isinstance(v, bool | np.bool) for v in y)


def has_index(column):
    """Whether it is a Series, whose rows have names; a list's index is a method."""
    return not callable(getattr(column, "index", callable))
