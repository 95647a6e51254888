"""Notebook 07: choose which values of a feature go left, as CART does; see how the choice ranks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as ipw

from ..inputs.columns import read_levels
from ..inputs.labels import as_codes
from ..inputs.values import show
from ..measures.impurity import counts, gini
from ..plots import plot_partitions, plot_scores
from ..questions.question import Groups
from ..typing import Data
from ..work.all_splits import MOST_VALUES, subsets
from .base.samples import Sample
from .base.view import Explorer


@lru_cache(maxsize=64)
def gini_of_subsets(sample, feature):
    """Gini index of every split of the feature's values into two groups."""
    terms = subsets(sample.X[feature], sample.y, gini).terms
    return {term.label: term.value for term in terms}


@dataclass(frozen=True)
class SubsetState:
    """A table, a feature, and the values that go left; another feature starts with its first."""

    source: Sample
    feature: str
    left: tuple = ()

    def __post_init__(self):
        if not self.left or not set(self.left) <= set(self.levels):
            object.__setattr__(self, "left", self.levels[:1])

    @property
    def levels(self):
        return as_codes(self.source.X[self.feature], self.feature)[1]

    @property
    def options(self):
        return {"left": [(show(level), level) for level in self.levels]}

    @property
    def groups(self):
        """The values on the left and on the right, as text in the order of the levels."""
        sides = [[show(level) for level in self.levels if (level in self.left) is here]
                 for here in (True, False)]  # fmt: skip
        if not sides[1]:
            raise ValueError("all values go left: leave at least one for the right")
        return [", ".join(side) for side in sides]

    @property
    def name(self):
        """The split as the table of all splits calls it: by one of its two groups."""
        return next(name for name in map("{{{}}}".format, self.groups) if name in self.every)

    @property
    def every(self):
        """Gini index of every split of this feature."""
        return gini_of_subsets(self.source, self.feature)

    @property
    def rank(self):
        """1 for the lowest Gini index; equal ones share a rank."""
        mine = self.every[self.name]
        return 1 + sum(value < mine - 1e-12 for value in self.every.values())

    def draw(self, figure):
        branch = {level: int(level not in self.left) for level in self.levels}
        name, n_rows = self.name, min(len(self.every), 16)
        above, below = figure.subplots(2, height_ratios=(5, 1.5 + n_rows / 2))
        question = Groups(self.feature, branch)
        plot_partitions((self.source.X, self.source.y), question, gini, ax=above)
        before = gini(counts(self.source.y))
        drops = {split: before - left for split, left in self.every.items()}  # these tell apart
        plot_scores(drops, "reduction of the Gini index", chosen=name, ax=below)

    @property
    def words(self):
        left, right = self.groups
        return (
            f"{left} against {right} leaves a Gini index of {self.every[self.name]:.4f}: number "
            f"{self.rank} of the {len(self.every)} ways to split {self.feature} into two groups."
        )


def explore_subsets(
    data: Data = "buys_computer", feature: str = "income", target: str | None = None
) -> Explorer:
    """Choose which values go left; see the Gini index of the split, and its rank among all splits.

    Hold Ctrl (or Cmd) to choose several values.

    Parameters:
        data: the name of a data set of the course ("buys_computer" by default), a Dataset, or your
            own DataFrame.
        feature: the feature to start with, "income" by default; all with two to ten values are
            offered.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.

    Lecture 004, CART: income on buys_computer, 0.443, 0.458 and 0.450.
    >>> income = explore_subsets("buys_computer", "income")
    >>> income.set(left=("low", "medium"))
    >>> income.state.words.split(": ")[0]
    'low, medium against high leaves a Gini index of 0.4429'
    """
    source = Sample.of(data, target)
    n_values = {name: len(read_levels(source.X[name], name)[0]) for name in source.features}
    offered = [name for name, n in n_values.items() if 2 <= n <= MOST_VALUES]
    if feature not in offered:
        raise ValueError(
            f"{feature!r} is not a feature of {source.name} with two to {MOST_VALUES} values; "
            f"choose one of: {', '.join(map(str, offered)) or '(there is none)'}"
        )
    controls = {
        "feature": ipw.Dropdown(options=offered, description="feature"),
        "left": ipw.SelectMultiple(rows=4, description="go left"),
    }
    return Explorer(SubsetState(source, feature), controls, (8.0, 6.6))
