"""The rank of every value among the sorted distinct values of its column: what the engine sorts."""

import numpy as np

MISSING = -1


def rank_rows(X):
    """`rank` of every row of X."""
    F, n = X.shape
    order = X.argsort(axis=1)
    order += np.arange(0, F * n, n)[:, None]  # one flat index is faster than two
    ordered = X.ravel().take(order)
    if np.isnan(ordered[:, -1]).any():
        distinct, codes = zip(*map(rank, X), strict=True)
        return distinct, np.array(codes)
    new = np.ones(X.shape, bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    codes = np.empty(F * n, np.int32)
    if new.all():
        codes[order] = np.arange(n)
        return list(ordered), codes.reshape(F, n)
    codes[order] = new.cumsum(axis=1, dtype=np.int32) - 1
    return [x[is_new] for x, is_new in zip(ordered, new, strict=True)], codes.reshape(F, n)


def rank(x):
    """The sorted distinct values of x, and each entry's position among them (−1 for NaN)."""
    order = np.argsort(x)  # NaN sorts to the end
    n = len(x) - int(np.isnan(x[order[-1:]]).any() and np.isnan(x).sum())
    ordered = x[order[:n]]
    new = np.ones(n, bool)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    codes = np.full(len(x), MISSING, np.int32)
    codes[order[:n]] = np.cumsum(new) - 1
    return ordered[new], codes
