"""A tree of your own: an estimator that grows from any recipe."""

from dataclasses import replace

from sklearn.utils import RegressorTags

from ..engine.grow import Recipe
from ..measures.impurity import lift
from ..questions.own_question import OwnQuestions
from .base import TreeClassifier, TreeRegressor
from .regression import variance_of


class Tree(TreeClassifier):
    """A tree that grows from a `Recipe`: its kinds of question, its impurity, when it stops.

    ID3, C45, CART, CHAID and RegressionTree are recipes with a name; this is any other. A value
    without a branch stops at its node. Lecture 000 §4.3 has the three parts.

    recipe: the parts by keyword; its `impurity` is a function of one node's class counts.
    stop, questions: your own function of one node, and of one column.
    regression: the target is a number, and nodes show its variance whatever the impurity.

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

    def __init__(self, recipe, stop=None, questions=None, regression=False, categorical=None):
        self.recipe = recipe
        self.stop = stop
        self.questions = questions
        self.regression = regression
        self.categorical = categorical

    def _recipe(self, table, target):
        if not isinstance(self.recipe, Recipe):
            raise ValueError(f"Tree grows from a Recipe(numeric=..., ...), not {self.recipe!r}")
        impurity = variance_of if self.regression else lift(self.recipe.impurity)
        return replace(self.recipe, impurity=impurity)

    def _own_questions(self, recipe):
        criterion = getattr(recipe.categorical, "criterion", None)
        if criterion is None:
            kind = type(recipe.categorical).__name__
            raise ValueError(
                f"{kind} has no criterion that could score your own questions: give the recipe "
                "TwoGroups or OneBranchPerValue, or write C45(questions=...) for C4.5"
            )
        return OwnQuestions(self.questions, criterion, share_missing=recipe.share_missing)

    def _read_target(self, y):
        return (TreeRegressor if self.regression else TreeClassifier)._read_target(self, y)

    def predict(self, X):
        """The class of every row, or the mean of its leaf."""
        return (TreeRegressor if self.regression else TreeClassifier).predict(self, X)

    def score(self, X, y, sample_weight=None):
        """Accuracy, or R² if the target is a number."""
        kind = TreeRegressor if self.regression else TreeClassifier
        return kind.score(self, X, y, sample_weight)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if self.regression:
            tags.estimator_type, tags.regressor_tags = "regressor", RegressorTags()
        return tags
