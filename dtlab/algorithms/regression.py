"""Regression trees: leaves predict the mean, questions lower the variance.

`textbook/regression_tree.py` is this as a recursion; here the engine does it for all nodes of a
level at once.
"""

from ..engine.grow import Recipe
from ..pruning.stopping import constant
from ..questions.criteria import SampleVarianceGain, VarianceGain
from ..questions.search import OneBranchPerValue, Thresholds
from ..questions.two_groups import TwoGroups
from .base import SizeLimits, TreeRegressor


class RegressionTree(SizeLimits, TreeRegressor):
    """A regression tree: leaves predict the mean, questions lower the variance.

    ddof 0 divides by n (lecture 001: MSE), ddof 1 by n − 1 (lecture 000 §4.4.3), where the gain may
    be negative and growth does not stop on it. multiway gives a category one branch per value, as
    lecture 000 does; otherwise its values form two groups.
    stop, questions: your own function of one node, and of one column, as in ID3.

    >>> from dtlab import load
    >>> bikes = load("bike_rentals")
    >>> RegressionTree(multiway=True, ddof=1).fit(bikes.X, bikes.y).tree_.question.feature
    'SEASON'
    """

    def __init__(
        self, multiway=False, ddof=0, max_depth=None, min_samples_split=2, min_samples_leaf=1,
        min_impurity_decrease=0.0, max_leaf_nodes=None, ccp_alpha=None, categorical=None,
        stop=None, questions=None,
    ):  # fmt: skip
        self.multiway = multiway
        self.ddof = ddof
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_leaf_nodes = max_leaf_nodes
        self.ccp_alpha = ccp_alpha
        self.categorical = categorical
        self.stop = stop
        self.questions = questions

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
