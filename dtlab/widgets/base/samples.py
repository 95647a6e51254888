"""The tables that widgets choose from: data sets of the course, of scikit-learn, and the user's."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from ...data import Dataset, load
from ...inputs.columns import read_levels, refuse_twice
from ...inputs.errors import InputError
from ...inputs.estimators import read_classes
from ...plots.base.points import evenly
from ...plots.boosting import four

MOST_ROWS = 500  # of the user's data, so that a change is drawn at once
MANY = 10  # whole numbers with more distinct values than this are numbers, not classes


@dataclass(frozen=True, eq=False)
class Sample:
    """A named table with its target; compared by identity, so that models of it can be cached."""

    name: str
    X: pd.DataFrame
    y: pd.Series

    @classmethod
    def of(cls, data, target=None):
        """From the name of a data set, a Dataset, or a DataFrame with the name of its target."""
        X, y = features_and_target(data, target)
        return cls(data if isinstance(data, str) else getattr(data, "name", "your data"), X, y)

    @property
    def features(self):
        return list(self.X.columns)


def features_and_target(data, target=None):
    """X and y of a data set's name, a Dataset, or a DataFrame with the name of its target."""
    data = load(data) if isinstance(data, str) else data
    if not (target is None or isinstance(target, Hashable)):
        raise InputError(f"target must be the name of a column, not a {type(target).__name__}")
    if isinstance(data, Dataset):
        if target in (None, data.target):
            return data.X, data.y
        data = data.frame
    if not hasattr(data, "columns") or isinstance(data, type):
        kind = type(data).__name__
        raise InputError(f"data must be the name of a data set or a DataFrame, not a {kind}")
    data = data.set_axis([str(name) for name in data.columns], axis=1)
    refuse_twice(data)
    target = None if target is None else str(target)
    if target not in data.columns:
        names = ", ".join(map(str, data.columns))
        raise InputError(f"target must name a column of the data ({names}), not {target!r}")
    if len(data.columns) < 2 or not len(data):
        raise InputError("the data needs at least one row, and a feature besides the target")
    return data.drop(columns=[target]), data[target]


def is_numeric(y):
    """Whether a target is a number to predict, not a class.

    Ten rentals on ten days are numbers, and so are fractions; a few 0s and 1s are classes:
    >>> import pandas as pd
    >>> [is_numeric(pd.Series(y)) for y in ([602, 750, 913], [0.5, 0.5, 2], [0, 1, 1])]
    [True, True, False]
    """
    if y.dtype.kind not in "iuf":
        return False
    return y.is_unique or y.nunique() > MANY or bool((y.dropna() % 1).any())


def categories(sample):
    """The features with few values, so that each can be a branch; fractions are none.

    >>> import pandas as pd
    >>> cars = pd.DataFrame({"size": ["s", "m"], "doors": [3, 5], "price": [1.5, 2], "buy": [1, 0]})
    >>> categories(Sample.of(cars, "buy"))
    ['size', 'doors']
    """
    few = [f for f in sample.features if len(read_levels(sample.X[f], f)[0]) <= MANY]
    return [f for f in few if sample.X[f].dtype.kind != "f" or not (sample.X[f] % 1).any()]


# ------------------------------------------------------------------ data sets


@cache
def lecture(name):
    """A data set of the course."""
    return Sample.of(name)


@cache
def bundled(name):
    """A data set that is bundled with scikit-learn, its classes by name."""
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name}")(as_frame=True)
    y = bunch.target.map(dict(enumerate(bunch.target_names)))
    return Sample(name.replace("_", " "), bunch.data, y)


@cache
def two_moons(n_rows=120, seed=4):
    """Two crescents that overlap, from scikit-learn: no single threshold separates them."""
    from sklearn.datasets import make_moons

    X, codes = make_moons(n_rows, noise=0.3, random_state=seed)
    X = pd.DataFrame(X, columns=["east", "north"])
    names = np.array(["left moon", "right moon"])
    return Sample("two moons", X, pd.Series(names[codes], name="side"))


@cache
def two_irises():
    """The two kinds of iris that are hard to tell apart, by petals and sepals (Fisher 1936)."""
    iris = bundled("iris")
    hard = iris.y != "setosa"
    X = iris.X[hard].rename(columns=lambda name: name.removesuffix(" (cm)"))
    X = X[["petal length", "petal width", "sepal length", "sepal width"]]
    return Sample("iris, two kinds", X, iris.y[hard].rename("kind"))


def noisy_labels(y, share):
    """The labels, a share of them replaced by another class; a larger share keeps those replaced.

    >>> import pandas as pd
    >>> y = pd.Series(["a", "b"] * 50)
    >>> int((noisy_labels(y, 0.2) != y).sum()), int((noisy_labels(y, 0.0) != y).sum())
    (19, 0)
    """
    rng = np.random.default_rng(0)
    codes, classes = read_classes(y.to_numpy())
    replaced = rng.random(len(y)) < share
    others = rng.integers(1, max(len(classes), 2), len(y))
    y = y.copy()
    y[:] = classes[(codes + replaced * others) % len(classes)]
    return y


# ------------------------------------------------------------------ what a control offers


def samples(X, y, defaults):
    """The samples to choose from: the user's own first if there is one, then the defaults."""
    if (X is None) != (y is None):
        raise InputError("give X, a DataFrame, and y, its target, together, or neither")
    if X is None:
        return defaults
    if not hasattr(X, "iloc"):
        raise InputError(f"X must be a DataFrame, not a {type(X).__name__}: pandas.DataFrame(X)")
    n = len(X)
    name = "your data"
    if not n or n != len(y):
        raise InputError(f"X has {n} rows and y {len(y)}: one target for each row is needed")
    y = y if hasattr(y, "iloc") else pd.Series(list(y), index=X.index, name="target")
    if n > MOST_ROWS:
        name = f"your data, {MOST_ROWS} of {n:,} rows"
        rows = evenly(n, MOST_ROWS)
        X, y = X.iloc[rows], y.iloc[rows]
    return [Sample(name, X, y), *defaults]


def options(found):
    """Samples, or other things with a name, as a control offers them: (name, sample)."""
    return [(sample.name, sample) for sample in found]


def shipped_options(first, names):
    """A sample as the first option, then the course's data sets of these names."""
    return options([first, *(lecture(name) for name in names if name != first.name)])


def in_words(question):
    """What a node asks, a threshold with four digits.

    >>> from dtlab import Threshold
    >>> in_words(Threshold("x2", -0.2055862)), in_words(None)
    ('x2 ≤ −0.2056', 'nothing')
    """
    if question is None:
        return "nothing"
    value = getattr(question, "value", None)
    return str(question) if value is None else f"{question.feature} ≤ {four(value)}"
