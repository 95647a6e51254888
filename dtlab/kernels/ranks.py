"""The rank of every value among the sorted distinct values of its column: what the engine sorts."""

import numpy as np

MISSING = -1
HEAD = 16  # numbers of a column that show, as a rule, that it has more than two values


def rank_rows(X):
    """`rank` of every row of X."""
    if np.isnan(X).any():
        distinct, codes = zip(*map(rank, X), strict=True)
        return distinct, np.array(codes)
    low, high = (limit(X[:, :HEAD], axis=1, keepdims=True) for limit in (np.min, np.max))
    if _all_are(X[:, :HEAD], low, high) and _all_are(X, low, high):
        distinct = [x if x[0] < x[1] else x[:1] for x in np.column_stack((low, high))]
        return distinct, np.greater(X, low).astype(np.int32)
    order, ordered = _sorted_rows(X)
    new = np.ones(X.shape, bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
    codes = np.empty(X.size, np.int32)
    if new.all():
        codes[order] = np.arange(X.shape[1], dtype=np.int32)
        return list(ordered), codes.reshape(X.shape)
    codes[order] = new.cumsum(axis=1, dtype=np.int32) - 1
    return [x[is_new] for x, is_new in zip(ordered, new, strict=True)], codes.reshape(X.shape)


def _all_are(X, low, high):
    """Whether no row of X has more than these two values."""
    return (np.equal(X, low) | np.equal(X, high)).all()


def _sorted_rows(X):
    """Where the numbers of every sorted row stand in X.ravel(), and the sorted rows.

    NumPy sorts whole numbers faster than it argsorts any: they are the bits of the numbers, whose
    last bits make room for the position in the row.
    """
    F, n = X.shape
    last_bits = (1 << max(n - 1, 1).bit_length()) - 1
    keys = (X + 0.0).view(np.int64)  # −0 becomes 0
    turn = keys >> 63
    turn &= np.iinfo(np.int64).max  # of negative numbers: the larger, the nearer to 0
    keys ^= turn
    keys &= ~last_bits
    keys |= np.arange(n)
    keys.sort(axis=1)
    keys &= last_bits
    keys += np.arange(0, F * n, n)[:, None]
    ordered = X.ravel().take(keys)
    for f in np.flatnonzero((ordered[:, 1:] < ordered[:, :-1]).any(axis=1)):
        near = _alike(ordered[f], ~last_bits)
        again = near.take(ordered[f].take(near).argsort(kind="stable"))
        keys[f, near], ordered[f, near] = keys[f, again], ordered[f, again]
    return keys, ordered


def _alike(x, first_bits):
    """Where numbers stand that agree with a neighbour in these bits."""
    bits = (x + 0.0).view(np.int64)
    bits &= first_bits
    same = bits[1:] == bits[:-1]
    return np.flatnonzero(np.append(same, False) | np.append(False, same))


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
