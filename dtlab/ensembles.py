"""Many trees, one answer: bagging, random forests, AdaBoost, gradient boosting, C5.0's additions.

Each is a short recipe on the same engine, in a file of its own. Lecture 000 §4.4.5, 003 and 004.
"""

from .adaboost import AdaBoost
from .bagging import Bagging
from .c50 import C50
from .forest import RandomForest, RegressionForest
from .gradient_boosting import GradientBoosting, GradientBoostingClassifier

__all__ = [
    "C50",
    "AdaBoost",
    "Bagging",
    "GradientBoosting",
    "GradientBoostingClassifier",
    "RandomForest",
    "RegressionForest",
]
