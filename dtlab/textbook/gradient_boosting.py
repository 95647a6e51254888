"""Gradient boosting as lecture 000 tells it: each tree learns what the ones before it left over.

M₀ the mean, Mᵢ = Mᵢ₋₁ + α × tree i, which is grown on the residuals t − Mᵢ₋₁
"""

from __future__ import annotations

import pandas as pd

from ..inputs.errors import InputError
from ..tree import Node
from .regression_tree import regression_tree
from .rows import check, is_number


def gradient_boosting(
    X: pd.DataFrame,
    y: pd.Series,
    n_trees: int = 100,
    learning_rate: float = 0.1,
    max_depth: float = 3,
) -> tuple[float, list[Node]]:
    """(M₀, trees) of gradient boosting for squared error; the model is M₀ + α × Σ tree.predict(X).

    Parameters:
        X: a DataFrame.
        y: a Series of numbers.
        n_trees: the number of trees, 100 by default.
        learning_rate: the lecture's α, 0.1 by default.
        max_depth: the most questions on a path, 3 by default.

    Lecture 000 §4.4.5, Table 9; the estimator `dtlab.GradientBoosting(bins=None)` grows the same
    trees.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_rentals")
    >>> start, trees = gradient_boosting(bikes.X, bikes.y, 3, learning_rate=1.0, max_depth=1)
    >>> round(start, 1), [str(tree.question) for tree in trees]
    (1287.1, ['TEMP ≤ 9.5?', 'TEMP ≤ 30?', 'TEMP ≤ 15?'])
    """
    check(X, y)
    if not is_number(y):
        raise InputError("y needs squared error, for numbers: use dtlab.GradientBoostingClassifier")
    t = y
    α = learning_rate
    M0 = float(t.mean())
    M = t * 0 + M0
    trees = []
    for _ in range(n_trees):
        residuals = t - M
        tree = regression_tree(X, residuals, max_depth=max_depth)
        trees.append(tree)
        M = M + α * tree.predict(X)
    return M0, trees
