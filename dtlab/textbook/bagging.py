"""Bagging (bootstrap aggregating): a tree for each bootstrap sample, and then a vote."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..tree import Node
from ..typing import Samples
from .cart import cart
from .rows import check


def bagging(
    X: pd.DataFrame,
    y: pd.Series,
    n_trees: int = 10,
    samples: Samples | None = None,
    seed: int | None = None,
) -> list[Node]:
    """A list of CART trees, each grown on a bootstrap sample: as many rows, drawn with replacement.

    `weighted_vote(trees, X)` is the answer of all of them.

    Parameters:
        X: a DataFrame.
        y: a Series of classes.
        n_trees: the number of trees, 10 by default.
        samples: for each tree the copies of every row; None (default) draws them.
        seed: a whole number makes the draws repeatable; None by default.

    Lecture 000 §4.4.5; the estimator `dtlab.Bagging` has its draws in `samples_`, and on these the
    trees are the same.

    >>> from dtlab import load
    >>> golf = load("play_golf")
    >>> copies = [0, 2, 1, 1, 1, 2, 1, 0, 1, 1, 1, 1, 1, 1]
    >>> print(bagging(golf.X, golf.y, samples=[copies])[0])
    windy?  [5 no, 9 yes]
    ├─ False: yes (6)
    └─ True: outlook?  [5 no, 3 yes]
       ├─ overcast: yes (2)
       └─ rain, sunny: temperature?  [5 no, 1 yes]
          ├─ cool, hot: no (4)
          └─ mild: outlook?  [1 no, 1 yes]
             ├─ rain: no (1)
             └─ sunny: yes (1)
    """
    check(X, y)
    n = len(y)
    rng = np.random.default_rng(seed)
    if samples is None:
        samples = []
        for _ in range(n_trees):
            drawn = rng.choice(n, size=n, replace=True)
            samples.append(np.bincount(drawn, minlength=n))
    trees = []
    for copies in samples:
        tree = cart(X, y, weights=copies)
        trees.append(tree)
    return trees
