"""AdaBoost as lecture 000 tells it: each new stump attends to the rows that were wrong before.

w  weights of the rows, which sum to 1     ε  total weight of the errors     α  confidence of a tree
"""

from math import log

import numpy as np

from ..kernels import TIE
from .cart import cart
from .rows import check

SURE = 2**-52  # ε of a tree without errors, so that its α is finite


def adaboost(X, y, n_trees=50, samples=None, max_depth=1):
    """(trees, alphas) of AdaBoost for two classes; `weighted_vote(trees, X, alphas)` is its answer.

    A tree is grown on the weighted rows, or on `samples`, the copies of each row in each round, as
    Table 8 draws them. It ends with a tree that makes no errors, and before one that is no better
    than a coin. Lecture 000 §4.4.5; the estimator `dtlab.AdaBoost` grows the same trees.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_classes")
    >>> frequencies = bikes.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
    >>> trees, alphas = adaboost(bikes.X, bikes.y, samples=frequencies)
    >>> [round(α, 4) for α in alphas]
    [0.6931, 0.7332, 0.7175]
    """
    check(X, y)
    if y.nunique() > 2:
        raise ValueError(f"y must have two classes, not {y.nunique()}: use dtlab.AdaBoost")
    n, trees, alphas = len(y), [], []
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
