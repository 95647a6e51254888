# The public names and their modules: for _lazy.py, editors and mypy.
from .adaboost import AdaBoost as AdaBoost
from .bagging import Bagging as Bagging
from .c50 import C50 as C50
from .forest import RandomForest as RandomForest
from .forest import RegressionForest as RegressionForest
from .gradient_boosting import GradientBoosting as GradientBoosting
from .gradient_boosting import GradientBoostingClassifier as GradientBoostingClassifier
