"""The single-tree algorithms, each a short recipe: a measure, a kind of question, a rule for
stopping.
"""

from ..engine.grow import Recipe
from ..engine.table import whole_numbers_as_categories
from ..engine.target import SampleVarianceGain, VarianceGain
from ..measures.features import information_gain, twoing
from ..measures.impurity import entropy, gini, lift
from ..pruning.cost_complexity import prune_to
from ..pruning.limits import limit
from ..pruning.stopping import children_differ, decrease_of_at_least, gain_above
from ..questions.own_measure import OwnMeasure
from ..questions.search import Decrease, OneBranchPerValue, Thresholds, of_tables
from ..questions.two_groups import TwoGroups
from .base import TreeClassifier, TreeRegressor
from .c45 import C45
from .chaid_model import CHAID

__all__ = ["C45", "CART", "CHAID", "ID3", "RegressionTree"]


class ID3(TreeClassifier):
    """ID3 (Quinlan 1986): one branch per value, the feature with the highest information gain.

    Stops at one class, no features left, or no rows (a branch that no training row takes predicts
    its parent's majority). A category is asked once on a path. Lecture 000 §4.3, lecture 004 "ID3".

    measure: information_gain, gain_ratio, or your own function of two columns (x, y).
    numeric: "category" takes whole numbers as categories, "threshold" asks x ≤ t, perhaps again.
    stop_at_zero_gain: lecture 001 stops there, lectures 000 and 004 do not; they differ on XOR.
    significance: stop unless the children differ by a χ² test at this level (lecture 001).

    >>> from dtlab import load
    >>> veg = load("vegetation")
    >>> print(ID3().fit(veg.X, veg.y).tree_)
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

    takes_missing = False

    def __init__(
        self, measure=information_gain, numeric="category", stop_at_zero_gain=False,
        significance=None, max_depth=None, min_samples_split=2, categorical=None,
    ):  # fmt: skip
        self.measure = measure
        self.numeric = numeric
        self.stop_at_zero_gain = stop_at_zero_gain
        self.significance = significance
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.categorical = categorical

    def _prepared(self, table):
        table = super()._prepared(table)
        return whole_numbers_as_categories(table) if self.numeric == "category" else table

    def _recipe(self, table, target):
        criterion = of_tables(self.measure)
        numeric, categorical = Thresholds(criterion), OneBranchPerValue(criterion)
        if criterion is None:
            numeric = categorical = OwnMeasure(self.measure)
        accept = [gain_above(0.0)] if self.stop_at_zero_gain else []
        if self.significance is not None:
            accept.append(children_differ(self.significance, table, target))
        return Recipe(numeric, categorical, lift(entropy), self._limits(), tuple(accept), once=True)


class SizeLimits:
    """Limits on the size of a tree, in scikit-learn's words."""

    def _least_decrease(self, scale):
        least = self.min_impurity_decrease
        return (decrease_of_at_least(least, scale),) if least > 0 else ()

    def _prune(self):
        if self.max_leaf_nodes is not None:
            self._keep_node(limit(self.tree_, max_leaf_nodes=self.max_leaf_nodes))
        if self.ccp_alpha is not None:
            self._keep_node(prune_to(self.tree_, self.ccp_alpha, risk=self.risk))


class CART(SizeLimits, TreeClassifier):
    """CART (Breiman et al. 1984): two branches, the largest decrease of Gini impurity.

    A number is cut at a threshold, the values of a category form two groups; missing values follow
    the side that scores better. Lecture 004 "CART", lecture 001.

    impurity: gini, entropy, error, twoing, or your own function of one node's class counts.
    min_impurity_decrease: n_t/n × decrease must reach this, as in scikit-learn.
    ccp_alpha: cost-complexity pruning, None for none; risk "error" (Breiman) or "impurity" (as
    scikit-learn). 0 cuts the splits that lower the risk by nothing.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(CART(max_depth=1).fit(buys.X, buys.y).tree_)
    age?  [5 no, 9 yes]
    ├─ youth, senior: no [5 no, 5 yes]
    └─ middle_aged: yes (4)
    """

    def __init__(
        self, impurity=gini, max_depth=None, min_samples_split=2, min_samples_leaf=1,
        min_impurity_decrease=0.0, max_leaf_nodes=None, ccp_alpha=None, risk="error",
        categorical=None,
    ):  # fmt: skip
        self.impurity = impurity
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_impurity_decrease = min_impurity_decrease
        self.max_leaf_nodes = max_leaf_nodes
        self.ccp_alpha = ccp_alpha
        self.risk = risk
        self.categorical = categorical

    def _recipe(self, table, target):
        is_twoing = self.impurity is twoing
        criterion = twoing.of_tables if is_twoing else Decrease(self.impurity)
        impurity = lift(gini if is_twoing else self.impurity)
        searches = (search(criterion, self.min_samples_leaf) for search in (Thresholds, TwoGroups))
        accept = self._least_decrease(lambda level: level.stats.sum(axis=1) / self._total)
        return Recipe(*searches, impurity, self._limits(), accept)


class RegressionTree(SizeLimits, TreeRegressor):
    """A regression tree: leaves predict the mean, questions lower the variance.

    ddof 0 divides by n (lecture 001: MSE), ddof 1 by n − 1 (lecture 000 §4.4.3), where the gain may
    be negative and growth does not stop on it. multiway gives a category one branch per value, as
    lecture 000 does; otherwise its values form two groups.

    >>> from dtlab import load
    >>> bikes = load("bike_rentals")
    >>> RegressionTree(multiway=True, ddof=1).fit(bikes.X, bikes.y).tree_.question.feature
    'SEASON'
    """

    def __init__(
        self, multiway=False, ddof=0, max_depth=None, min_samples_split=2, min_samples_leaf=1,
        min_impurity_decrease=0.0, max_leaf_nodes=None, ccp_alpha=None, categorical=None,
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

    instead = "fill or drop them, or use multiway=False"

    @property
    def takes_missing(self):
        """Only two branches have a better side for missing values to follow."""
        return not self.multiway

    risk = "impurity"  # the training error of a regression tree is its variance

    def _recipe(self, table, target):
        criterion = SampleVarianceGain() if self.ddof else VarianceGain()
        grouping = OneBranchPerValue if self.multiway else TwoGroups
        searches = (search(criterion, self.min_samples_leaf) for search in (Thresholds, grouping))
        accept = self._least_decrease(
            lambda level: level.stats[:, 0] * level.stats[:, 2] / self._total
        )
        return Recipe(*searches, variance_of, self._limits(), accept, once=self.multiway)


def variance_of(stats):
    """The variance among (weight, mean, variance)."""
    return stats[:, 2]
