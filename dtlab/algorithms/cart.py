"""CART (Breiman et al. 1984): two branches, the largest decrease of an impurity.

`textbook/cart.py` is this as a recursion; here the engine does it for all nodes of a level at once.
"""

from ..engine.grow import Recipe
from ..measures.features import twoing
from ..measures.impurity import gini, lift
from ..pruning.stopping import pure
from ..questions.criteria import Decrease, of_tables
from ..questions.search import Thresholds
from ..questions.two_groups import TwoGroups
from .base import SizeLimits, TreeClassifier


class CART(SizeLimits, TreeClassifier):
    """CART (Breiman et al. 1984): two branches, the largest decrease of Gini impurity.

    A number is cut at a threshold, the values of a category form two groups; missing values follow
    the side that scores better. Lecture 004 "CART", lecture 001.

    impurity: gini, entropy, error, twoing, or your own function of one node's class counts.
    min_impurity_decrease: n_t/n × decrease must reach this, as in scikit-learn.
    ccp_alpha: cost-complexity pruning, None for none; risk "error" (Breiman) or "impurity" (as
    scikit-learn). 0 cuts the splits that lower the risk by nothing.
    stop, questions: your own function of one node, and of one column, as in ID3.

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
        categorical=None, stop=None, questions=None,
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
        self.stop = stop
        self.questions = questions

    def _recipe(self, table, target):
        is_twoing = self.impurity is twoing
        criterion = of_tables(twoing) if is_twoing else Decrease(self.impurity)
        return Recipe(
            numeric=Thresholds(criterion, self.min_samples_leaf),
            categorical=TwoGroups(criterion, self.min_samples_leaf),
            impurity=lift(gini if is_twoing else self.impurity),
            stop=[pure, *self._limits()],
            accept=self._least_decrease(target),
        )
