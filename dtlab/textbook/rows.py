"""What the algorithms of this room share: the values of a column, the vote of some rows, questions.

A   a feature (a column of X)     x   its values       D   the rows of a node, X and y
w   one weight per row            y   the target
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np
import pandas as pd

from ..inputs.columns import is_category, read_levels, refuse_twice
from ..inputs.errors import InputError
from ..measures import best
from ..questions import Groups, Threshold
from ..tree import Node, leaf
from ..typing import Values

MOST = 10  # values of a category whose groupings are all tried: 511 ways to form two groups


def is_number(x):
    """Whether a column holds numbers; text, booleans and pandas categories are categories."""
    return x.dtype.kind in "iuf"


def values(x):
    """The values that occur in a column: in the order of an ordered category, or sorted."""
    found = set(x)
    if getattr(x.dtype, "ordered", False):
        return [value for value in x.cat.categories if value in found]
    return sorted(found)


def check_pair(X, y):
    """Refuse what is no DataFrame X with a Series y of its own rows."""
    if getattr(X, "ndim", 0) != 2 or not hasattr(X, "iloc") or not hasattr(y, "iloc"):
        raise InputError("the textbook functions take X as a DataFrame and y as a Series")
    if y.ndim != 1 or not X.index.equals(y.index):
        raise InputError("X and y must be of the same rows: their index differs")


def check(X, y, weights=None):
    """X, y and one weight per row (1 if none is given); rows of weight 0 are dropped."""
    check_pair(X, y)
    if 0 in X.shape:
        raise InputError("X is empty: it needs rows and columns")
    refuse_twice(X)
    for A in X:
        if not isinstance(A, str):
            raise InputError(f"the column name {A!r} is not text: use X.rename(columns=str)")
    for column, name in (*((X[A], A) for A in X), (y, "y")):
        if is_category(column, name):  # which refuses dates and the like
            read_levels(column, name)  # and this values of different types
    for column in (*(X[A] for A in X), y):
        if column.isna().any():
            raise InputError(
                f"column {column.name!r} has missing values, which this page does not support: "
                "fill or drop them, or use the estimators of dtlab, such as C45 or CART"
            )
    w = np.ones(len(y)) if weights is None else np.asarray(weights, float)
    return X[w > 0], y[w > 0], w[w > 0]


def categories(X, y):
    """X with pandas categories as columns: a part of the rows then still knows all values."""
    check(X, y)
    for A in X:
        if is_number(X[A]) and (X[A] % 1 != 0).any():
            raise InputError(
                f"column {A!r} holds numbers with fractions, and id3 asks for categories: "
                "use c45 or cart, which ask for thresholds"
            )
    return X.assign(**{A: X[A].astype("category").cat.set_categories(values(X[A])) for A in X})


def majority_leaf(y, w):
    """A leaf for these rows: the class with the most weight, the first of equal ones."""
    counts = {label: w[y == label].sum() for label in values(y)}
    at, _ = best(list(counts.values()))
    return leaf(list(counts)[at], counts)


def two_way_questions(x):
    """All questions with two answers: thresholds half-way between numbers, or two groups of values.

    Lecture 004, CART 2/8: income in {low, medium}? With v values there are 2ᵛ⁻¹ − 1 of them.
    >>> from dtlab import load
    >>> [str(question) for question in two_way_questions(load("buys_computer").X["income"])]
    ['income? low, high | medium', 'income? low, medium | high', 'income? low | medium, high']
    """
    A = x.name
    found = values(x)
    if is_number(x):
        for low, high in pairwise(found):
            middle = low / 2 + high / 2
            yield Threshold(A, middle if middle < high else low)
        return
    if len(found) > MOST:
        raise InputError(
            f"column {A!r} has {len(found)} values, too many to try all ways to form two groups: "
            f"at most {MOST}, or use the estimators of dtlab, such as CART"
        )
    for _, second in two_groups(found):
        yield Groups(A, {value: int(value in second) for value in found})


def two_groups(items):
    """All ways to form two groups of these items; the first item is in the first group.

    >>> list(two_groups("abc"))
    [(('a', 'c'), ('b',)), (('a', 'b'), ('c',)), (('a',), ('b', 'c'))]
    """
    for size in range(1, len(items)):
        for second in combinations(items[1:], size):
            yield tuple(item for item in items if item not in second), second


def weighted_vote(
    trees: Sequence[Node], X: pd.DataFrame | dict, alphas: Values | None = None
) -> list:
    """What the trees of an ensemble say together: for each row the class with the largest Σ α.

    Parameters:
        trees: a list of trees.
        X: a DataFrame, or a dictionary of columns.
        alphas: one number per tree; None (default) gives every tree one vote.

    A tie goes to the first label. Lecture 000 §4.4.5.
    >>> from dtlab import ask
    >>> trees = [ask("windy", {True: "no", False: "yes"}), leaf("yes")]
    >>> weighted_vote(trees, {"windy": [True, False]}, alphas=[0.7, 0.4])
    ['no', 'yes']
    """
    alphas = np.ones(len(trees)) if alphas is None else np.asarray(alphas)
    answers = np.array([tree.predict(X) for tree in trees])
    labels = sorted(set(answers.flat))
    at, _ = best([alphas @ (answers == label) for label in labels], axis=0)
    return [labels[k] for k in at]
