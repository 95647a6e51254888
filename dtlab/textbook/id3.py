"""ID3 as lecture 000 tells it: ask the best question, divide the rows, do the same in each part."""

from ..measures import best, information_gain
from ..tree import ask, leaf
from .rows import categories


def id3(X, y, default=None):
    """ID3 (Quinlan 1986): one branch per value, the feature with the highest information gain.

    X is a DataFrame of categories (whole numbers count as such), y a Series of classes; `default`,
    the majority one node above, is for the recursion. Lecture 000 §4.3; the estimator
    `dtlab.ID3` grows the same tree.

    >>> from dtlab import load
    >>> veg = load("vegetation")
    >>> print(id3(veg.X, veg.y))
    ELEVATION?  [3 chaparral, 2 conifer, 2 riparian]
    ├─ low: riparian (1)
    ├─ medium: STREAM?  [1 chaparral, 1 riparian]
    │  ├─ False: chaparral (1)
    │  └─ True: riparian (1)
    ├─ high: SLOPE?  [2 chaparral, 1 conifer]
    │  ├─ flat: conifer (1)
    │  ├─ moderate: chaparral (0)
    │  └─ steep: chaparral (2)
    └─ highest: conifer (1)
    """
    if default is None:  # at the root: from now on, each column knows all of its values
        X = categories(X, y)
    if len(y) == 0:  # stop 3: no rows, so the parent's majority
        return leaf(default, {})
    counts = y.value_counts()
    majority = y.mode()[0]
    useful = [A for A in X if X[A].nunique() > 1]
    if y.nunique() == 1 or not useful:  # stops 1 and 2: one class, or no question divides the rows
        return leaf(majority, counts)

    at, _ = best([information_gain(X[A], y) for A in useful])
    A = useful[at]
    branches = {}
    for value in X[A].cat.categories:
        D = X[A] == value
        branches[value] = id3(X[D].drop(columns=A), y[D], majority)
    return ask(A, branches, prediction=majority)
