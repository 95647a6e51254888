"""CART (Breiman et al. 1984): two branches, the largest decrease of an impurity.

`textbook/cart.py` is this as a recursion; here the engine does it for all nodes of a level at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.grow import Recipe
from ..measures.features import twoing
from ..measures.impurity import gini, lift
from ..pruning.stopping import pure
from ..questions.criteria import Decrease, of_tables
from ..questions.search import Thresholds
from ..questions.two_groups import TwoGroups
from ..typing import Columns, Impurity
from .base import SizeLimits, TreeClassifier


@dataclass(eq=False, repr=False)
class CART(SizeLimits, TreeClassifier):
    """CART (Breiman et al. 1984): two branches, the largest decrease of Gini impurity.

    A number is cut at a threshold, the values of a category form two groups; missing values follow
    the side that scores better. Lecture 004 "CART", lecture 001.

    Parameters:
        impurity: gini (default), entropy, error, twoing, or your own function of one node's class
            counts.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        min_impurity_decrease: n_t/n × decrease must reach this, as in scikit-learn; 0 by default.
        max_leaf_nodes: the most leaves, the best questions first; None (default) for no limit.
        ccp_alpha: the price of a leaf in cost-complexity pruning; None (default) does not prune, 0
            cuts the splits that lower the risk by nothing.
        risk: what this pruning counts, "error" (default, Breiman's) or "impurity" (scikit-learn's).
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        stop, questions: your own functions of one node and of one column, as in `ID3`; None
            (default) for the algorithm's.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(CART(max_depth=1).fit(buys.X, buys.y).tree_)
    age?  [5 no, 9 yes]
    ├─ youth, senior: no [5 no, 5 yes]
    └─ middle_aged: yes (4)
    """

    impurity: Impurity = gini
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    min_impurity_decrease: float = 0.0
    max_leaf_nodes: int | None = None
    ccp_alpha: float | None = None
    risk: str = "error"
    categorical: Columns = None
    stop: Callable | None = None
    questions: Callable | None = None

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
