"""Which columns a user means: each by its name or by its position, in any kind of list."""

from numbers import Integral

import numpy as np


def chosen_columns(given, names):
    """The columns as names; positions count from 0, as in scikit-learn.

    >>> chosen_columns(["age", 1], ["age", "income"]), chosen_columns(None, ["age"])
    (['age', 'income'], [])
    """
    if given is None:
        return []
    given = [given] if isinstance(given, str | Integral) else list(given)
    return [_name(column, names) for column in given]


def _name(column, names):
    is_mask = isinstance(column, bool | np.bool_)  # True is not the second column
    if isinstance(column, Integral) and not is_mask and column in range(len(names)):
        return names[column]
    if is_mask or str(column) not in names:
        raise ValueError(f"{column!r} is no column of the table; its columns are {names}")
    return str(column)


def trained_names(model):
    """What the columns were called in training; those of an array x0, x1, …"""
    default = [f"x{f}" for f in range(model.n_features_in_)]
    return [str(name) for name in getattr(model, "feature_names_in_", default)]


def names_of(X):
    """What the columns of a checked table are called; those of an array are x0, x1, …"""
    if hasattr(X, "columns"):
        return [str(name) for name in X.columns]
    return [f"x{f}" for f in range(X.shape[1])]
