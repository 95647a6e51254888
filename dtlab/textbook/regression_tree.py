"""The regression tree: leaves predict the mean, and the best question leaves the least variance."""

from __future__ import annotations

from math import inf

import numpy as np
import pandas as pd

from ..measures import best, information_gain, variance
from ..tree import Node
from ..typing import Values
from .rows import check, two_way_questions


def regression_tree(
    X: pd.DataFrame, y: pd.Series, weights: Values | None = None, max_depth: float = inf
) -> Node:
    """A regression tree: CART with the variance in place of the Gini impurity.

    A question is scored by the share of the variance that it explains.

    Parameters:
        X: a DataFrame.
        y: a Series of numbers.
        weights: one number per row; None (default) counts every row once.
        max_depth: the most questions on a path; no limit by default.

    Lecture 001 (MSE), lecture 000 §4.4.3; the estimator `dtlab.RegressionTree` grows the same tree.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_rentals")
    >>> print(regression_tree(bikes.X, bikes.y, max_depth=2))
    TEMP?  [10 rows, mean 1287.1]
    ├─ ≤ 9.5: TEMP?  [3 rows, mean 755]
    │  ├─ ≤ 6: 676 (2)
    │  └─ > 6: 913 (1)
    └─ > 9.5: TEMP?  [7 rows, mean 1515.14]
       ├─ ≤ 30: 1828.6 (5)
       └─ > 30: 731.5 (2)
    """
    X, y, w = check(X, y, weights)
    spread = variance(y, w)
    mean = np.average(y, weights=w)
    stats = w.sum(), mean, spread
    questions = [question for A in X for question in two_way_questions(X[A])]
    if spread == 0 or max_depth == 0 or not questions:
        return Node(mean, n_rows=len(y), stats=stats)

    parts = [q.route(X[q.feature]) for q in questions]
    explained = [information_gain(part, y, variance, w) / spread for part in parts]
    at, _ = best(explained)
    D = [parts[at] == 0, parts[at] == 1]
    children = [regression_tree(X[Dj], y[Dj], w[Dj], max_depth - 1) for Dj in D]
    return Node(mean, questions[at], tuple(children), n_rows=len(y), stats=stats)
