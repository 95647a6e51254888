"""A data set split by a question, as counts and names that a picture can show.

The question is a feature's name, a Threshold or Groups: lecture 004, the partitioning cases.
"""

from typing import NamedTuple

import numpy as np

from ..inputs.labels import as_codes, same_length
from ..inputs.values import Table
from ..measures.gains import cross_table
from ..questions.question import Groups, Threshold
from ..work.sets import names_of, title

MOST_PARTS = 16  # drawn in a line of their own; of more, the largest
MOST_DOTS = 40  # rows drawn one by one; more become bars


class Parts(NamedTuple):
    """A split: counts [part, class], the parts' and classes' names, and rows if they are few."""

    feature: str
    target: str
    table: np.ndarray
    labels: tuple
    classes: tuple
    names: tuple  # of the instances of each part, sorted by class; () if there are many

    @property
    def n_rows(self):
        return int(self.table.sum())


def split_parts(data, question=None):
    """The parts of the data under a question, ready to be drawn."""
    x, y, feature = _columns(data, question)
    if isinstance(question, Threshold | Groups):
        codes = question.route(x)
        if (codes < 0).any():
            raise ValueError(
                f"{int((codes < 0).sum())} rows have no branch in {question}: "
                "drop them, or name their value in the question"
            )
        table, seen, classes = cross_table(codes, y)
        labels = tuple(question.label(j) for j in seen)
        codes = np.searchsorted(seen, codes)
    else:
        codes, labels = as_codes(x, feature)
        table, _, classes = cross_table(codes, y)
    names = _names(codes, y, len(labels)) if len(codes) <= MOST_DOTS else ()
    return Parts(feature, title(y, "target"), table, labels, classes, names)


def _columns(data, question):
    """(x, y, feature's name) of whatever form the data has."""
    if hasattr(data, "X") and hasattr(data, "y"):
        X, y = data.X, data.y
    elif isinstance(data, tuple | list) and len(data) == 2:
        X, y = data
    else:
        raise ValueError("data must be a data set from load(), or a pair (X, y) or (x, y)")
    feature = getattr(question, "feature", question)
    if hasattr(X, "keys") and not hasattr(X, "name"):
        if feature is None:
            raise ValueError(f"name the feature to split by: {', '.join(map(str, X.keys()))}")
        x = X[feature] if feature in X else Table(X).column(feature)
    else:
        x, feature = X, feature or title(X, "feature")
    if not len(y) or not len(x):
        raise ValueError("the data has no rows: there is nothing to split")
    same_length(x, y)
    return x, y, str(feature)


def _names(codes, y, n_parts):
    """Names of the instances of each part, sorted by class as their dots are."""
    order = np.argsort(as_codes(y, "y")[0], kind="stable")
    every = names_of(y, len(codes))
    return tuple(tuple(every[i] for i in order if codes[i] == j) for j in range(n_parts))


def largest(table):
    """(indices of the parts that are drawn, indices of the others)."""
    if len(table) <= MOST_PARTS:
        return list(range(len(table))), []
    order = np.argsort(-table.sum(axis=1), kind="stable")
    return sorted(order[: MOST_PARTS - 1].tolist()), sorted(order[MOST_PARTS - 1 :].tolist())
