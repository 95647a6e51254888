"""Notebook 06: a column that names every row, and the measures that fall for it.

Information gain always does. The gain ratio does on a small table (E20) but not on a large one,
because its denominator grows with log₂ n. C4.5 is saved by another rule: a question needs two
branches with two rows each.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as ipw
import numpy as np

from ..algorithms.c45 import C45
from ..data import load
from ..inputs.values import briefly
from ..measures.features import gain_ratio, information_gain
from ..plots import plot_scores
from .base.view import Explorer

ID = "row id"
TABLES = ("buys_computer", "titanic")
SIZES = (14, 28, 56, 70, 84, 112, 224, 448, 896, 1792, 2201)


@lru_cache(maxsize=64)
def table(data, n_rows):
    """(X, y) with n rows: spread evenly over the data set, or the data set again and again."""
    shipped = load(data)
    n = len(shipped.y)
    rows = np.arange(n_rows) % n if n_rows > n else (2 * np.arange(n_rows) + 1) * n // (2 * n_rows)
    X = shipped.X.iloc[rows].reset_index(drop=True)
    X.insert(0, ID, np.arange(1, n_rows + 1))
    return X, shipped.y.iloc[rows].reset_index(drop=True)


@lru_cache(maxsize=64)
def scores(data, n_rows):
    """(information gains, gain ratios) of the id and of every feature."""
    X, y = table(data, n_rows)
    return tuple({f: measure(X[f], y) for f in X} for measure in (information_gain, gain_ratio))


@lru_cache(maxsize=128)
def first_question(data, n_rows, two_branches):
    """The feature at the root of C4.5's tree, None if it asks nothing."""
    X, y = table(data, n_rows)
    model = C45(two_branches=two_branches, max_depth=1, prune=False, collapse=False,
                categorical=[ID])  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it is an id is the subject here
        return getattr(model.fit(X, y).tree_.question, "feature", None)


@dataclass(frozen=True)
class IdState:
    """A data set, how many rows of it, and whether C4.5 keeps its two-branches rule."""

    data: str = "buys_computer"
    n_rows: int = 14
    two_branches: bool = True

    @property
    def winners(self):
        """What information gain, gain ratio and C4.5 ask for."""
        best = [max(values, key=values.get) for values in scores(self.data, self.n_rows)]
        return (*best, first_question(self.data, self.n_rows, self.two_branches))

    def draw(self, figure):
        gains, ratios = scores(self.data, self.n_rows)
        above, below = figure.subplots(2)
        plot_scores(gains, f"information gain, {self.n_rows} rows", ax=above)
        plot_scores(ratios, "gain ratio (chosen: by C4.5)", chosen=self.winners[2], ax=below)

    @property
    def words(self):
        gain, ratio, c45 = self.winners
        rule = "with" if self.two_branches else "without"
        trap = "falls for the id" if ratio == ID else "does not fall for the id"
        return (
            f"{self.n_rows} rows: information gain asks for {gain}. The gain ratio asks for "
            f"{ratio}: it {trap}. C4.5 {rule} its two-branches rule asks for {c45 or 'nothing'}."
        )


def explore_id_column(data: str = "buys_computer") -> Explorer:
    """See which measures fall for a column that names every row, from 14 rows to 2201.

    Parameters:
        data: "buys_computer" (default; beyond 14 rows its customers are repeated) or "titanic"
            (fewer rows are spread evenly over the list).

    >>> people = explore_id_column("titanic")
    >>> people.set(n_rows=2201)
    >>> people.state.words.split(". ")[1]
    'The gain ratio asks for sex: it does not fall for the id'
    """
    if not isinstance(data, str) or data not in TABLES:
        raise ValueError(
            f"explore_id_column knows {' and '.join(TABLES)} as data, not {briefly(data)}"
        )
    controls = {
        "data": ipw.Dropdown(options=TABLES, value=data, description="data set"),
        "n_rows": ipw.SelectionSlider(options=SIZES, description="rows"),
        "two_branches": ipw.Checkbox(value=True, description="C4.5: two branches with two rows"),
    }
    return Explorer(IdState(data), controls, (8.0, 5.6))
