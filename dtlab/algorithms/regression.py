"""Regression trees: leaves predict the mean, questions lower the variance.

`textbook/regression_tree.py` is this as a recursion; here the engine does it for all nodes of a
level at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.grow import Recipe
from ..pruning.stopping import constant
from ..questions.criteria import SampleVarianceGain, VarianceGain
from ..questions.search import OneBranchPerValue, Thresholds
from ..questions.two_groups import TwoGroups
from ..typing import Columns
from .base import SizeLimits, TreeRegressor


@dataclass(eq=False, repr=False)
class RegressionTree(SizeLimits, TreeRegressor):
    """A regression tree: leaves predict the mean, questions lower the variance.

    Parameters:
        multiway: True gives a category one branch per value, as lecture 000 does; False (default)
            two groups of values.
        ddof: 0 (default) divides by n (lecture 001: MSE), 1 by n − 1 (lecture 000 §4.4.3), where
            the gain may be negative and growth does not stop on it.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        min_impurity_decrease: n_t/n × decrease of the variance must reach this; 0 by default.
        max_leaf_nodes: the most leaves, the best questions first; None (default) for no limit.
        ccp_alpha: the price of a leaf in cost-complexity pruning, in units of the variance; None
            (default) does not prune.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        stop, questions: your own functions of one node and of one column, as in `ID3`; None
            (default) for the algorithm's.

    >>> from dtlab import load
    >>> bikes = load("bike_rentals")
    >>> RegressionTree(multiway=True, ddof=1).fit(bikes.X, bikes.y).tree_.question.feature
    'SEASON'
    """

    multiway: bool = False
    ddof: int = 0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    min_impurity_decrease: float = 0.0
    max_leaf_nodes: int | None = None
    ccp_alpha: float | None = None
    categorical: Columns = None
    stop: Callable | None = None
    questions: Callable | None = None

    instead = "fill or drop them, or use multiway=False"

    @property
    def takes_missing(self):
        """Only two branches have a better side for missing values to follow."""
        return not self.multiway

    risk = "impurity"  # the training error of a regression tree is its variance

    def _recipe(self, table, target):
        criterion = SampleVarianceGain() if self.ddof else VarianceGain()
        branches = OneBranchPerValue if self.multiway else TwoGroups
        return Recipe(
            numeric=Thresholds(criterion, self.min_samples_leaf),
            categorical=branches(criterion, self.min_samples_leaf),
            impurity=variance_of,
            stop=[constant, *self._limits()],
            accept=self._least_decrease(target),
            once=self.multiway,
        )


def variance_of(stats):
    """The variance among (weight, mean, variance)."""
    return stats[:, 2]
