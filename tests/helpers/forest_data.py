"""Tables for the tests of forests."""

import numpy as np
import pandas as pd


def numbers(seed, n=300, F=8):
    """Continuous features, a numeric target, and two classes made of it."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, F))
    y = X[:, 0] + X[:, 1] - X[:, 2] * X[:, 3] + rng.normal(size=n)
    return X, y, np.where(y > 0, "yes", "no")


def mixed(seed, n=200, gap=0.1):
    """Numbers, text, bool and an ordered category, with missing values; a target and classes."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "size": rng.normal(size=n),
            "count": rng.integers(0, 6, n).astype(float),
            "colour": rng.choice(["red", "green", "blue", "grey"], n),
            "dry": rng.random(n) < 0.5,
            "grade": pd.Categorical(
                rng.choice(list("abc"), n), categories=list("abc"), ordered=True
            ),
        }
    )
    y = frame["size"] + (frame["colour"] == "red") * 2 + frame["dry"] + rng.normal(size=n) / 2
    frame.loc[rng.random(n) < gap, "size"] = np.nan
    frame.loc[rng.random(n) < gap, "colour"] = None
    return frame, y.to_numpy(), np.digitize(y, [0.5, 2.0])


def same_flats(a, b):
    """Whether two forests hold the same arrays."""
    names = ("feature", "threshold", "first", "branch_at", "branch", "missing", "n_rows", "stats")
    trees = zip(a._flats.trees, b._flats.trees, strict=True)
    pairs = [(getattr(s, name), getattr(t, name)) for s, t in trees for name in names]
    return all(np.array_equal(x, y, equal_nan=x.dtype.kind == "f") for x, y in pairs)
