"""The border: what a user hands to an estimator is checked here, once, each fault with one clear
sentence.

scikit-learn's wording is kept where its `check_estimator` asks for it.
"""

from collections.abc import Mapping
from numbers import Real

import numpy as np
from sklearn.utils import check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, validate_data

from .columns import TIMES, refuse_twice
from .errors import InputError
from .labels import LARGEST, refuse_large


def read_training(model, X, y):
    """X as a DataFrame or a float array and y as a 1-D array; sets `n_features_in_` and
    `feature_names_in_`.
    """
    name = type(model).__name__
    if y is None:
        raise InputError(f"This {name} estimator requires y to be passed, but the target y is None")
    X = check_features(model, X, reset=True)
    if _is_a_column(y, X):
        raise InputError(
            f"the target {y.name!r} is also a column of X: drop it there, "
            "or the tree will only ask for the answer"
        )
    if not (isinstance(y, np.ndarray) and y.ndim == 1 and y.dtype.kind in "biufUS"):
        _refuse_complex(y, "the target y")
        try:
            y = column_or_1d(_as_objects(y), warn=True)
        except ValueError as fault:
            raise InputError(f"y is not a target: {str(fault).splitlines()[0]}") from None
    if len(X) != len(y):
        raise InputError(f"X has {len(X)} rows and y has {len(y)}: they must belong together")
    return X, y


def _is_a_column(y, X):
    """Whether a Series y has the name and the values of a column of X."""
    if not (hasattr(X, "columns") and hasattr(y, "name") and y.name in list(X.columns)):
        return False
    column = X.iloc[:, list(X.columns).index(y.name)]
    values = (type(column)(np.asarray(x, dtype=object)) for x in (column, y))
    return next(values).equals(next(values))  # where both are missing they are equal


def refuse_missing(model, columns, is_missing):
    """For algorithms that have no rule for missing values [F, n]."""
    for column, missing in zip(columns, is_missing, strict=True):
        n = int(missing.sum())
        if n:
            values = "1 missing value" if n == 1 else f"{n} missing values"
            raise InputError(
                f"column {column.name!r} has {values} (NaN): "
                f"{type(model).__name__} cannot use them; {model.instead}"
            )


def read_classes(y):
    """Class codes [n] and the sorted labels."""
    _refuse_missing_target(y)
    try:
        labels = np.unique(y)
        codes = labels.searchsorted(y)  # quicker than unique's own inverse
    except TypeError:
        raise InputError("the classes in y are of different types: make them one type") from None
    except ValueError:
        raise InputError("y must hold one class per row, text or a number, not arrays") from None
    if y.dtype == object and not isinstance(labels[0], str):  # scikit-learn's scores refuse them
        kind = type(labels[0]).__name__
        raise InputError(
            f"Unknown label type: y holds classes of type {kind} as Python objects: "
            "give them a type of their own, as in y.astype(int) or y.astype(str)"
        )
    if y.dtype.kind == "f" and np.isinf(labels[[0, -1]]).any():
        raise InputError("Input y contains infinity, which is no class: replace it or drop the row")
    if y.dtype.kind not in "biuUS":  # whole numbers, bools and text are classes
        try:
            with np.errstate(all="ignore"):  # classes such as 1e300
                check_classification_targets(y)
        except ValueError:
            raise InputError(
                f"Unknown label type: y is continuous ({labels[0]} is not a class): make classes "
                "of it, or use a model for regression such as RegressionTree"
            ) from None
    return codes, labels


def _refuse_missing_target(y):
    import pandas as pd

    n = 0 if y.dtype.kind in "biu" else int(pd.isna(y).sum())
    if n:
        rows = "1 row has" if n == 1 else f"{n} rows have"
        raise InputError(f"Input y contains NaN: {rows} no target; drop them")


def read_numbers(y):
    """A numeric target as floats."""
    _refuse_missing_target(y)
    odd = [v for v in y.tolist() if not isinstance(v, Real)] if y.dtype.kind in "OUSmM" else []
    if odd:
        raise InputError(
            f"y must hold numbers, and {odd[0]!r} is none (could not convert string to float): "
            "turn it into numbers, or use a classifier such as CART"
        )
    with np.errstate(all="ignore"):  # scikit-learn adds up, and 1e308 twice is too large
        try:
            y = check_array(y, ensure_2d=False, dtype=float, input_name="y", copy=True)
        except OverflowError:  # a whole number of more than 308 digits
            y = np.array([LARGEST * 2])
    refuse_large(y, "y")
    return y


def read_weights(sample_weight, y):
    """Weights as floats; None if every row counts once."""
    if sample_weight is None:
        return None
    weight = _check_sample_weight(sample_weight, y, dtype=float, ensure_non_negative=True)
    if not weight.any():
        raise InputError("all sample weights are zero: at least one row must count")
    return None if (weight == 1).all() else weight


def check_features(model, X, reset):
    """X as a DataFrame or a float array, with the names and the number of its columns checked."""
    if hasattr(X, "columns") and hasattr(X, "iloc"):
        if 0 in X.shape:
            what = "0 sample(s)" if X.shape[0] == 0 else "0 feature(s)"
            raise InputError(
                f"Found array with {what} (shape={X.shape}) while a minimum of 1 is required: "
                "the table X is empty"
            )
        refuse_twice(X)
        return validate_data(model, X, reset=reset, skip_check_array=True)
    _refuse_rows(X)
    try:
        return _check_array(model, X, reset)
    except (TypeError, ValueError) as fault:
        first = str(fault).splitlines()[0].rstrip(":")
        raise (fault if "X" in first else ValueError(f"X is not a table: {first}")) from None


def _check_array(model, X, reset):
    if isinstance(X, np.ndarray) and X.dtype.kind in "iuf":
        return _checked_numbers(model, X, reset)
    _refuse_complex(X, "the features X")
    array = check_array(X, dtype=None, ensure_all_finite=False, estimator=model, input_name="X")
    if array.dtype.kind in "US" and isinstance(X, list | tuple):
        array = np.array(X, dtype=object)  # NumPy would silently turn [1, "a"] into text
    if array.dtype.kind in "mM":
        raise InputError(TIMES[array.dtype.kind].format("X"))
    if array.dtype.kind in "OUSb":
        import pandas as pd

        validate_data(model, array, reset=reset, skip_check_array=True)
        return pd.DataFrame(array).add_prefix("x").infer_objects()
    return _checked_numbers(model, array, reset)


def _refuse_rows(X):
    """What is often handed over in place of a table; scikit-learn would print all of it."""
    first = X[0] if isinstance(X, list | tuple) and len(X) else None
    kind = type(X).__name__ if first is None else f"list of {type(first).__name__}"
    is_dict = isinstance(X, Mapping) and not hasattr(X, "shape")  # one kind of sparse matrix is
    if is_dict or isinstance(first, Mapping) or hasattr(first, "iloc"):
        plural = "" if first is None or kind.endswith("s") else "s"
        raise InputError(f"X is a {kind}{plural}, not a table: pass pd.DataFrame(X)")
    if hasattr(X, "iloc"):
        raise InputError(
            "X must be 2-dimensional, a DataFrame or an array, and is a Series: "
            "double brackets keep one column or one row a table"
        )
    if getattr(X, "ndim", 2) == 1 or np.isscalar(first):
        raise InputError(
            "Expected 2D array, got 1D array instead: X is not a table. Reshape your data either "
            "using X.reshape(-1, 1) if it has a single feature or X.reshape(1, -1) if it contains "
            "a single sample."
        )


def _checked_numbers(model, X, reset):
    with np.errstate(all="ignore"):
        finite = X.dtype == float and X.ndim == 2 and X.size and np.isfinite(X.sum())
    if finite:  # there is no fault to find
        if not reset:
            return validate_data(model, X, reset=False, skip_check_array=True)
        model.n_features_in_ = X.shape[1]  # as scikit-learn would, in less time
        vars(model).pop("feature_names_in_", None)
        return X
    with np.errstate(all="ignore"):  # scikit-learn adds up to look for infinity
        return validate_data(model, X, reset=reset, dtype=float, ensure_all_finite="allow-nan")


def _refuse_complex(data, what):
    if getattr(getattr(data, "dtype", None), "kind", None) == "c":  # or all of it is printed
        raise InputError(f"Complex data not supported: {what} must be real numbers or categories")


def _as_objects(y):
    """A list that mixes types as objects: NumPy would silently turn [1, "a"] into text."""
    nullable = getattr(getattr(y, "dtype", None), "numpy_dtype", None)
    if nullable is not None:  # of pandas: scikit-learn would turn True and 1 into 1.0
        return y.to_numpy(dtype=object if y.isna().any() else nullable)
    if isinstance(y, list | tuple) and len({type(v) for v in y}) > 1:
        array = np.empty(len(y), dtype=object)
        array[:] = y
        return array if any(isinstance(v, str) for v in y) else y
    return y
