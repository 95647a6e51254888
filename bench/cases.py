"""What is measured: a table of cases. Each says what, the target, and how to set up the race."""

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

import numpy as np
import pandas as pd
from processes import named
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab import C45, CART, ID3, RegressionTree

SKLEARN, ON_CODES = "scikit-learn", "sklearn on codes"
GROWERS = {"ID3": ID3, "C45 growth": partial(C45, prune=False, collapse=False)}


@dataclass
class Case:
    """A thing that two sides can do: `set_up()` prepares data and gives (ours, the peer's)."""

    group: str  # the name that selects it
    what: str
    target: float | None  # the largest ratio that is good enough; None: only reported
    set_up: object
    peer: str = SKLEARN


def cases(quick=False):
    """Every race between two functions; `quick`: on few rows, where targets say nothing."""
    sizes = (300,) if quick else (1_000, 10_000, 100_000)
    most, depths, classes = sizes[-1], (8, None), (2, 5)
    wide, narrow = f"{most:,} x 20 numbers", f"{most:,} x 10 categories"
    for n, k, depth in product(sizes, classes, depths):
        what = f"CART fit, {n:,} x 20 numbers, {k} classes, {named(depth)}"
        limit = {1_000: 0.45, 10_000: 0.28, 100_000: 0.25}.get(n) if (k, depth) == (2, 8) else None
        if (n, k, depth) == (1_000, 5, None):
            limit = 0.9
        yield Case("cart", what, limit, partial(fit, CART, numbers, n, k, depth))
    for n, distinct, depth in product(sizes, (2, 10, 100), depths):
        what = f"CART fit, {n:,} x 20 numbers, {distinct} distinct, {named(depth)}"
        small, large = (1.7, 1.2) if distinct == 2 else (1.3, 0.8)
        limit = small if n <= 1_000 else large
        yield Case("few", what, limit, partial(fit, CART, few, n, distinct, depth))
    for n, depth in product(sizes, depths):
        what = f"RegressionTree fit, {n:,} x 20 numbers, {named(depth)}"
        limit = 0.6 if (n, depth) == (10_000, None) else None
        yield Case("regression", what, limit, partial(fit, RegressionTree, target, n, 0, depth))
    for k, (name, model) in product(classes, GROWERS.items()):
        what = f"{name} fit, {narrow}, {k} classes"
        yield Case("categories", what, 0.6, partial(fit_codes, model, most, k), ON_CODES)
    what = f"C45 fit with pruning, {narrow}, 2 classes"
    yield Case("pruning", what, None, partial(pruning, most), "C45 growth")
    for k, depth in product(classes, depths):
        what = f"CART predict, {wide}, {k} classes, {named(depth)}"
        yield Case("predict", what, 1.5, partial(predict, CART, numbers, most, k, depth))
    what = f"RegressionTree predict, {wide}, unlimited"
    yield Case("predict", what, 1.5, partial(predict, RegressionTree, target, most, 0, None))
    what = f"ID3 predict, {narrow}, 2 classes"
    yield Case("predict", what, 1.5, partial(predict_codes, most, 2), ON_CODES)


# ------------------------------------------------------------------ data


@lru_cache(maxsize=1)  # neighbouring cases share a table; more would only hold memory
def numbers(n, n_classes):
    """20 continuous features, five of which say something about the class."""
    X = np.random.default_rng(0).normal(size=(n, 20))
    return X, into_classes(score(X), n_classes)


@lru_cache(maxsize=1)
def few(n, distinct):
    """20 numeric features that take few values, and two classes."""
    X = np.random.default_rng(0).integers(distinct, size=(n, 20)).astype(float)
    return X, into_classes(score((X - X.mean(axis=0)) / X.std(axis=0)), 2)


@lru_cache(maxsize=1)
def target(n, _):
    """20 continuous features and a number to predict."""
    X = np.random.default_rng(0).normal(size=(n, 20))
    return X, score(X)


@lru_cache(maxsize=1)
def categories(n, n_classes):
    """10 features of 5 levels: category columns for us, the codes as numbers for the peer."""
    codes = np.random.default_rng(0).integers(5, size=(n, 10))
    levels = pd.CategoricalDtype(list("abcde"))
    frame = pd.DataFrame(
        {f"f{j}": pd.Categorical.from_codes(codes[:, j], dtype=levels) for j in range(10)}
    )
    return frame, codes.astype(float), into_classes(score(codes - 2.0), n_classes)


def score(X):
    noise = np.random.default_rng(1).normal(size=len(X))
    return X[:, 0] + X[:, 1] - X[:, 2] + X[:, 3] * X[:, 4] + noise


def into_classes(score, n_classes):
    """Classes of equal size."""
    return np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)


# ------------------------------------------------------------------ what races


def peer_of(model, depth):
    tree = DecisionTreeRegressor if model is RegressionTree else DecisionTreeClassifier
    return tree(max_depth=depth, random_state=0)


def fit(model, data, n, k, depth):
    X, y = data(n, k)
    return lambda: model(max_depth=depth).fit(X, y), lambda: peer_of(model, depth).fit(X, y)


def fit_codes(model, n, k):
    frame, codes, y = categories(n, k)
    return lambda: model().fit(frame, y), lambda: peer_of(model, None).fit(codes, y)


def pruning(n):
    frame, _, y = categories(n, 2)
    return lambda: C45().fit(frame, y), lambda: C45(prune=False).fit(frame, y)


def predict(model, data, n, k, depth):
    X, y = data(n, k)
    ours, peer = model(max_depth=depth).fit(X, y), peer_of(model, depth).fit(X, y)
    return lambda: ours.predict(X), lambda: peer.predict(X)


def predict_codes(n, k):
    frame, codes, y = categories(n, k)
    ours, peer = ID3().fit(frame, y), peer_of(ID3, None).fit(codes, y)
    return lambda: ours.predict(frame), lambda: peer.predict(codes)
