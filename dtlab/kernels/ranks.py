"""The rank of every value among the sorted distinct values of its column: what the engine sorts."""

import numpy as np

MISSING = -1


def rank(x):
    """The sorted distinct values of x, and each entry's position among them (−1 for NaN).

    >>> values, codes = rank(np.array([30.0, 10.0, np.nan, 30.0]))
    >>> values.tolist(), codes.tolist()
    ([10.0, 30.0], [1, 0, -1, 1])
    """
    order = np.argsort(x)  # NaN sorts to the end
    n = len(x) - np.count_nonzero(np.isnan(x))
    ordered = x[order[:n]]
    new = np.ones(n, bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    codes = np.full(len(x), MISSING, np.int32)
    codes[order[:n]] = np.cumsum(new) - 1
    return ordered[new], codes


def rank_rows(X):
    """`rank` of every row of X, all rows at once.

    >>> values, codes = rank_rows(np.array([[7.0, 5.0, 7.0], [1.0, 3.0, 2.0]]))
    >>> [x.tolist() for x in values], codes.tolist()
    ([[5.0, 7.0], [1.0, 2.0, 3.0]], [[1, 0, 1], [0, 2, 1]])
    """
    if np.isnan(X).any():
        ranked = [rank(x) for x in X]
        return [values for values, _ in ranked], np.array([codes for _, codes in ranked])
    order = X.argsort(axis=1)
    order += np.arange(0, X.size, X.shape[1])[:, None]  # where the values stand in X.ravel()
    ordered = X.ravel().take(order)
    new = np.ones(X.shape, bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    codes = np.empty(X.size, np.int32)
    codes[order] = new.cumsum(axis=1, dtype=np.int32) - 1
    return [x[is_new] for x, is_new in zip(ordered, new, strict=True)], codes.reshape(X.shape)
