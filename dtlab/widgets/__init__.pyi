# The public names and their modules: for _lazy.py, editors and mypy.
from .adaboost import explore_adaboost as explore_adaboost
from .alpha import explore_alpha as explore_alpha
from .depth import explore_depth as explore_depth
from .entropy import explore_entropy as explore_entropy
from .forest import explore_forest as explore_forest
from .gain import explore_gain as explore_gain
from .gradient_boosting import explore_gradient_boosting as explore_gradient_boosting
from .order import explore_order as explore_order
from .studio.view import explore_splits as explore_splits
from .threshold import explore_threshold as explore_threshold
