"""A random forest as lecture 000 tells it: bagging, and some of the features for each tree."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

import numpy as np
import pandas as pd

from ..tree import Node
from ..typing import Samples
from .cart import cart
from .rows import check


def random_forest(
    X: pd.DataFrame,
    y: pd.Series,
    n_trees: int = 100,
    samples: Samples | None = None,
    features: Sequence[Sequence[str]] | None = None,
    seed: int | None = None,
) -> list[Node]:
    """A list of CART trees, each grown on a bootstrap sample of the rows and some of the features.

    `weighted_vote(trees, X)` is the answer of the forest.

    Parameters:
        X: a DataFrame.
        y: a Series of classes.
        n_trees: the number of trees, 100 by default.
        samples: for each tree the positions of its rows; None (default) draws as many as there are,
            with replacement.
        features: for each tree the names of its columns; None (default) draws √m of the m features.
        seed: a whole number makes the draws repeatable; None by default.

    Lecture 000 §4.4.5, subspace sampling; on the `samples_` and `features_` of the estimator
    `dtlab.RandomForest(subspace="tree")` the trees are the same.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> rows, columns = [0, 0, 2, 3, 4, 5, 5, 7, 8, 9, 10, 11, 13, 13], ["age", "student"]
    >>> print(random_forest(buys.X, buys.y, samples=[rows], features=[columns])[0])
    age?  [7 no, 7 yes]
    ├─ youth, senior: student?  [7 no, 5 yes]
    │  ├─ no: age?  [5 no, 1 yes]
    │  │  ├─ youth: no (3)
    │  │  └─ senior: no [2 no, 1 yes]
    │  └─ yes: age?  [2 no, 4 yes]
    │     ├─ youth: yes (2)
    │     └─ senior: no [2 no, 2 yes]
    └─ middle_aged: yes (2)
    """
    check(X, y)
    n, m = X.shape
    rng = np.random.default_rng(seed)
    if samples is None:
        samples = [rng.choice(n, size=n, replace=True) for _ in range(n_trees)]
    if features is None:
        drawn = [rng.choice(m, size=isqrt(m), replace=False) for _ in samples]
        features = [X.columns[sorted(chosen)] for chosen in drawn]
    trees = []
    for rows, chosen in zip(samples, features, strict=True):
        tree = cart(X[list(chosen)].iloc[rows], y.iloc[rows])
        trees.append(tree)
    return trees
