"""Widgets to tweak: `explore_x(...)` shows a state object (tested without a browser) in a notebook.

The only part of dtlab that imports ipywidgets.
"""

from .._lazy import lazy

_PLACES = {
    "questions": ("explore_questions",),  # notebook 01
    "entropy": ("explore_entropy",),  # 02
    "gain": ("explore_gain",),  # 03
    "studio.view": ("explore_splits",),  # 04 and 14: Split Studio
    "order": ("explore_order",),  # 05
    "id_column": ("explore_id_column",),  # 06
    "concavity": ("explore_concavity",),  # 07
    "subsets": ("explore_subsets",),  # 07
    "threshold": ("explore_threshold",),  # 08
    "depth": ("explore_depth",),  # 09
    "alpha": ("explore_alpha",),  # 10
    "pruning": ("explore_pruning",),  # 10
    "forest": ("explore_forest",),  # 11
    "adaboost": ("explore_adaboost",),  # 12
    "gradient_boosting": ("explore_gradient_boosting",),  # 13
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
