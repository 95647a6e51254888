"""The algorithms exactly as a lecture writes them: recursion over the rows of a DataFrame, a page
each. This is where to read how they work; the estimators do the same, faster.

In a notebook `textbook.id3??` shows the page. JupyterLab's debugger steps through it without any
setting: switch it on (the bug in the notebook's toolbar), set a breakpoint in a cell that calls
`textbook.id3(X, y)`, run the cell, then *Step In* and *Next*.
"""

from .adaboost import adaboost
from .bagging import bagging
from .c45 import c45
from .cart import cart
from .chaid import chaid
from .gradient_boosting import gradient_boosting
from .id3 import id3
from .random_forest import random_forest
from .reduced_error import reduced_error
from .regression_tree import regression_tree
from .rows import weighted_vote
from .weakest_link import weakest_link

__all__ = [
    "adaboost", "bagging", "c45", "cart", "chaid", "gradient_boosting", "id3", "random_forest",
    "reduced_error", "regression_tree", "weakest_link", "weighted_vote",
]  # fmt: skip
