"""What ensembles share: generators per tree, samples, and which features matter."""

from typing import NamedTuple

import numpy as np


def generators(random_state, n):
    """One generator per tree, all from one seed: trees may be grown anywhere, in any order.

    >>> [int(rng.integers(100)) for rng in generators(0, 3)] == [
    ...     int(rng.integers(100)) for rng in generators(0, 5)[:3]]
    True
    """
    return np.random.default_rng(random_state).spawn(n)


# ------------------------------------------------------------------ samples


def share_in_bag(n, size=None):
    """1 − (1 − 1/n)ˢ: the share of n rows that a bootstrap sample of s rows holds, on average.

    Lecture 000, Bagging: some rows are missing from every sample; of many, 1/e are.
    >>> round(share_in_bag(10), 4), round(share_in_bag(np.inf), 4)
    (0.6513, 0.6321)
    """
    if np.isinf(n):
        return float(1 - np.exp(-1.0))
    return float(1 - (1 - 1 / n) ** (n if size is None else size))


def out_of_bag(n, sample):
    """The rows among n that a sample of rows, perhaps repeated, leaves out.

    >>> out_of_bag(5, [0, 0, 3, 4, 4])
    array([1, 2])
    """
    return np.flatnonzero(np.bincount(sample, minlength=n) == 0)


# ------------------------------------------------------------------ which features matter


class Importances(NamedTuple):
    """How much a score falls when a column is shuffled: mean and standard deviation, every value
    [F, repeats], and the columns' names.
    """

    mean: np.ndarray
    std: np.ndarray
    values: np.ndarray
    names: tuple


def permutation_importances(model, X, y, n_repeats=5, random_state=None):
    """The score lost when one column of X is shuffled and its link to y so broken (Breiman 2001).

    It is scikit-learn's `permutation_importance` with the names of the columns.
    """
    from sklearn.inspection import permutation_importance

    found = permutation_importance(model, X, y, n_repeats=n_repeats, random_state=random_state)
    names = X.columns if hasattr(X, "columns") else [f"x{f}" for f in range(np.shape(X)[1])]
    return Importances(
        found.importances_mean, found.importances_std, found.importances, tuple(names)
    )
