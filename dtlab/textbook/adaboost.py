"""AdaBoost as lecture 000 tells it: each new stump attends to the rows that were wrong before.

w  weights of the rows, which sum to 1     ε  total weight of the errors     α  confidence of a tree
"""

from __future__ import annotations

from math import log

import numpy as np
import pandas as pd

from ..inputs.errors import InputError
from ..kernels import TIE
from ..tree import Node
from ..typing import Samples
from .cart import cart
from .rows import check

SURE = 2**-52  # ε of a tree without errors, so that its α is finite


def adaboost(
    X: pd.DataFrame,
    y: pd.Series,
    n_trees: int = 50,
    samples: Samples | None = None,
    max_depth: float = 1,
) -> tuple[list[Node], list[float]]:
    """(trees, alphas) of AdaBoost for two classes; `weighted_vote(trees, X, alphas)` is its answer.

    It ends with a tree that makes no errors, and before one that is no better than a coin.

    Parameters:
        X: a DataFrame.
        y: a Series of two classes.
        n_trees: the most trees, 50 by default.
        samples: for each round the copies of every row, as Table 8 draws them; None (default) grows
            every tree on the weighted rows.
        max_depth: the most questions on a path; 1 (default) grows stumps.

    Lecture 000 §4.4.5; the estimator `dtlab.AdaBoost` grows the same trees.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_classes")
    >>> frequencies = bikes.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
    >>> trees, alphas = adaboost(bikes.X, bikes.y, samples=frequencies)
    >>> [round(α, 4) for α in alphas]
    [0.6931, 0.7332, 0.7175]
    """
    check(X, y)
    if y.nunique() > 2:
        raise InputError(f"y must have two classes, not {y.nunique()}: use dtlab.AdaBoost")
    n = len(y)
    trees: list[Node] = []
    alphas: list[float] = []
    w = np.full(n, 1 / n)
    for i in range(n_trees if samples is None else len(samples)):
        tree = cart(X, y, n * w if samples is None else samples[i], max_depth)
        wrong = tree.predict(X) != y.to_numpy()
        ε = w[wrong].sum()
        if ε >= 1 / 2 - TIE:  # no better than a coin: a first tree is still the best there is
            return (trees, alphas) if trees else ([tree], [1.0])
        trees.append(tree)
        alphas.append(1 / 2 * log((1 - ε) / ε) if ε > 0 else 1 / 2 * log(1 / SURE))
        if ε == 0:
            break
        w = np.where(wrong, w / (2 * ε), w / (2 * (1 - ε)))
    return trees, alphas
