"""Widgets to tweak: `explore_x(...)` shows a state object (tested without a browser) in a notebook.

The only part of dtlab that imports ipywidgets.
"""

from importlib import import_module

_PLACES = {
    "questions": ("explore_questions",),  # notebook 01
    "bag": ("explore_entropy",),  # 02
    "gain": ("explore_gain",),  # 03
    "studio": ("explore_splits",),  # 04: Split Studio
    "order": ("explore_order",),  # 05
    "id_column": ("explore_id_column",),  # 06
    "concave": ("explore_concavity",),  # 07
    "subsets": ("explore_subsets",),  # 07
    "threshold": ("explore_threshold",),  # 08
    "depth": ("explore_depth",),  # 09
    "alpha": ("explore_alpha",),  # 10
    "reduced_error": ("explore_pruning",),  # 10
    "forest": ("explore_forest",),  # 11
    "adaboost": ("explore_adaboost",),  # 12
    "gradient_boosting": ("explore_gradient_boosting",),  # 13
    "comparison": ("explore_comparison",),  # 14
}
_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_PLACE_OF)


def __getattr__(name):
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'dtlab.widgets' has no attribute {name!r}")
    value = getattr(import_module(f".{_PLACE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
