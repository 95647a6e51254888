"""What the widgets on ensembles share: data to choose from, and a question in words."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...data import load
from ...plots.boosting import four

MOST_ROWS = 500  # of the learner's data, so that a change is drawn at once


@dataclass(frozen=True, eq=False)
class Sample:
    """A named table with its target; compared by identity, so that models of it can be kept."""

    name: str
    X: object  # DataFrame
    y: object  # Series

    def __len__(self):
        return len(self.X)


@cache
def lecture(name):
    """A data set of the course."""
    data = load(name)
    return Sample(name, data.X, data.y)


@cache
def two_moons(n_rows=120, noise=0.3):
    """Two crescents that overlap, from scikit-learn's generator: no single cut parts them."""
    import pandas as pd
    from sklearn.datasets import make_moons

    X, codes = make_moons(n_rows, noise=noise, random_state=4)
    labels = np.array(["upper", "lower"])[codes]
    return Sample(
        "two moons", pd.DataFrame(X, columns=["x1", "x2"]), pd.Series(labels, name="moon")
    )


@cache
def two_irises():
    """The two kinds of iris that are hard to tell apart, by petals and sepals (Fisher 1936)."""
    from sklearn.datasets import load_iris

    iris = load_iris(as_frame=True)
    hard = iris.target > 0
    X = iris.data[hard].rename(columns=lambda name: name.removesuffix(" (cm)"))
    X = X[["petal length", "petal width", "sepal length", "sepal width"]]
    labels = iris.target[hard].map(dict(enumerate(iris.target_names)))
    return Sample("iris, two kinds", X, labels.rename("kind"))


def samples(X, y, defaults):
    """The samples to choose from: the learner's own first if there is one, then the defaults."""
    if (X is None) != (y is None):
        raise ValueError("give X, a DataFrame, and y, its target, together or neither")
    if X is None:
        return defaults
    if not hasattr(X, "iloc"):
        raise ValueError(f"X must be a DataFrame, not a {type(X).__name__}: pandas.DataFrame(X)")
    if not len(X) or len(X) != len(y):
        raise ValueError(f"X has {len(X)} rows and y {len(y)}: one target for each row is needed")
    return [_own(X, y), *defaults]


def _own(X, y):
    """The learner's data, or rows spread evenly over them; then its name says so."""
    import pandas as pd

    n, y = len(X), y if hasattr(y, "iloc") else pd.Series(list(y), index=X.index, name="target")
    if n <= MOST_ROWS:
        return Sample("your data", X, y)
    rows = np.linspace(0, n - 1, MOST_ROWS).astype(int)
    return Sample(f"your data, {MOST_ROWS} of {n:,} rows", X.iloc[rows], y.iloc[rows])


def asked(question):
    """What a tree asks first, a threshold with four digits.

    >>> from dtlab import Threshold
    >>> asked(Threshold("x2", -0.2055862)), asked(None)
    ('asks x2 ≤ -0.2056', 'asks nothing')
    """
    if question is None:
        return "asks nothing"
    value = getattr(question, "value", None)
    return f"asks {question}" if value is None else f"asks {question.feature} ≤ {four(value)}"


def options(found):
    """The samples as a control offers them: name and sample."""
    return [(sample.name, sample) for sample in found]
