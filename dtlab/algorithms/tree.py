"""A tree of your own: an estimator that grows from any recipe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray
from sklearn.utils import RegressorTags

from ..engine.grow import Recipe
from ..inputs.errors import InputError
from ..measures.impurity import lift
from ..questions.own_parts import OwnQuestions
from ..typing import Columns, Frame, Values
from .base import TreeClassifier, TreeRegressor
from .regression import variance_of


@dataclass(eq=False, repr=False)
class Tree(TreeClassifier):
    """A tree that grows from a `Recipe`: its kinds of question, its impurity, when it stops.

    ID3, C45, CART, CHAID and RegressionTree are recipes with a name; this is any other. A value
    without a branch stops at its node. Lecture 000 §4.3 has the three parts.

    Parameters:
        recipe: a `Recipe`; its `impurity` is a function of one node's class counts.
        stop, questions: your own functions of one node and of one column, as in `ID3`; None
            (default) for the recipe's.
        regression: True if the target is a number; nodes then show its variance whatever the
            impurity. False by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.

    ID3 with two branches, as CART has them:
    >>> from dtlab import Recipe, entropy, load
    >>> from dtlab.pruning import pure
    >>> from dtlab.questions import Decrease, Thresholds, TwoGroups
    >>> gain = Decrease(entropy)
    >>> recipe = Recipe(
    ...     numeric=Thresholds(gain), categorical=TwoGroups(gain), impurity=entropy, stop=[pure]
    ... )
    >>> veg = load("vegetation")
    >>> print(Tree(recipe).fit(veg.X, veg.y).tree_)
    ELEVATION?  [3 chaparral, 2 conifer, 2 riparian]
    ├─ low, medium: STREAM?  [1 chaparral, 2 riparian]
    │  ├─ False: chaparral (1)
    │  └─ True: riparian (2)
    └─ high, highest: SLOPE?  [2 chaparral, 2 conifer]
       ├─ flat: conifer (1)
       └─ steep: ELEVATION?  [2 chaparral, 1 conifer]
          ├─ high: chaparral (2)
          └─ highest: conifer (1)
    """

    ddof = 0  # of the variance

    recipe: Recipe
    stop: Callable | None = None
    questions: Callable | None = None
    regression: bool = False
    categorical: Columns = None

    def _recipe(self, table, target):
        if not isinstance(self.recipe, Recipe):
            raise InputError(f"Tree grows from a Recipe(numeric=..., ...), not {self.recipe!r}")
        impurity = variance_of if self.regression else lift(self.recipe.impurity)
        return replace(self.recipe, impurity=impurity)

    def _own_questions(self, ask, recipe):
        criterion = getattr(recipe.categorical, "criterion", None)
        if criterion is None:
            kind = type(recipe.categorical).__name__
            raise InputError(
                f"{kind} has no criterion that could score your own questions: give the recipe "
                "TwoGroups or OneBranchPerValue, or write C45(questions=...) for C4.5"
            )
        return OwnQuestions(ask, criterion, share_missing=recipe.share_missing)

    def _read_target(self, y):
        return (TreeRegressor if self.regression else TreeClassifier)._read_target(self, y)

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class of every row, or the mean of its leaf.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return (TreeRegressor if self.regression else TreeClassifier).predict(self, X)

    def score(self, X: Frame, y: Values, sample_weight: Values | None = None) -> float:
        """Accuracy, or R² if the target is a number.

        Parameters:
            X: rows with the columns of the training data (DataFrame or 2-D array).
            y: their targets (list, array or Series).
            sample_weight: one number per row; None (default) counts every row once.
        """
        kind = TreeRegressor if self.regression else TreeClassifier
        return kind.score(self, X, y, sample_weight)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if self.regression:
            tags.estimator_type = "regressor"
            tags.regressor_tags = RegressorTags()
        return tags
