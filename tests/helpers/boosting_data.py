"""Tables for gradient boosting, and both of its models."""

import numpy as np
import pandas as pd
import pytest

from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier

MODELS = [GradientBoosting, GradientBoostingClassifier]

each_model = pytest.mark.parametrize("Model", MODELS)


def numbers(seed=0, n=300, F=4):
    """Features without ties, a number, and weights; scikit-learn keeps 32-bit features."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, F)).astype(np.float32).astype(float)
    y = X[:, 0] + np.where(X[:, 1] > 0, X[:, -1], -1) + rng.normal(size=n) * 0.5
    return X, y, rng.integers(512, 1536, n) / 1024


def classes(y, K):
    return np.array([f"c{k}" for k in np.digitize(y, np.quantile(y, np.arange(1, K) / K))])


def mixed(n=400, seed=0):
    """A table of every kind of column with gaps, a number and a class."""
    rng = np.random.default_rng(seed)
    number = rng.normal(size=n)
    X = pd.DataFrame(
        {
            "text": rng.choice(["a", "b", "c", "d"], n),
            "yes": rng.random(n) < 0.5,
            "number": np.where(rng.random(n) < 0.1, np.nan, number),
            "size": pd.Categorical(rng.choice(["S", "M", "L"], n), ["S", "M", "L"], ordered=True),
        }
    )
    y = number + X["yes"] + 2 * (X["text"] == "b") + rng.normal(scale=0.2, size=n)
    X.loc[rng.random(n) < 0.1, "text"] = None
    return X, y.to_numpy(), np.where(y > y.median(), "high", "low")


def target(Model, y):
    return y if Model is GradientBoosting else classes(y, 3)
