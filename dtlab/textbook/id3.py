"""ID3 as lecture 000 tells it: ask the best question, divide the rows, do the same in each part."""

from __future__ import annotations

import pandas as pd

from ..measures import best, information_gain
from ..tree import Node, ask, leaf
from .rows import categories


def id3(X: pd.DataFrame, y: pd.Series, default: object = None) -> Node:
    """ID3 (Quinlan 1986): one branch per value, the feature with the highest information gain.

    Parameters:
        X: a DataFrame of categories; whole numbers are treated as categories.
        y: a Series of classes.
        default: the majority class of the parent; leave it out when you call `id3`.

    Lecture 000 §4.3; the estimator `dtlab.ID3` grows the same tree.

    >>> from dtlab import load
    >>> veg = load("vegetation")
    >>> print(id3(veg.X, veg.y))
    ELEVATION?  [3 chaparral, 2 conifer, 2 riparian]
    ├─ low: riparian (1)
    ├─ medium: STREAM?  [1 chaparral, 1 riparian]
    │  ├─ False: chaparral (1)
    │  └─ True: riparian (1)
    ├─ high: SLOPE?  [2 chaparral, 1 conifer]
    │  ├─ flat: conifer (1)
    │  ├─ moderate: chaparral (0)
    │  └─ steep: chaparral (2)
    └─ highest: conifer (1)
    """
    if default is None:  # at the root: make columns that list their values, also those without rows
        X = categories(X, y)
    if len(y) == 0:  # stop: no rows, so the majority class of the parent
        return leaf(default, {})
    counts = y.value_counts()
    majority = y.mode()[0]
    useful = [A for A in X if X[A].nunique() > 1]
    if y.nunique() == 1 or not useful:  # stop: one class, or nothing to ask
        return leaf(majority, counts)

    at, _ = best([information_gain(X[A], y) for A in useful])
    A = useful[at]
    branches = {}
    for value in X[A].cat.categories:
        D = X[A] == value  # the rows of this branch
        branches[value] = id3(X[D].drop(columns=A), y[D], majority)
    return ask(A, branches, prediction=majority)
