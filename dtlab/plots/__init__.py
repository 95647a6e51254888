"""Pictures: `plot_x(thing, ..., ax=None)` draws on `ax`, or on a new figure, and returns the axes.

Names load when they are first used. `describe` says in words what a picture or a tree shows; that
text is the figure's alternative text in a notebook.
"""

from importlib import import_module

_PLACES = {
    "accuracies": ("plot_comparison",),
    "alphas": ("plot_alphas",),
    "bootstrap": ("plot_bootstrap", "plot_votes"),
    "boosting": ("plot_residuals", "plot_stages", "plot_weights"),
    "bags": ("plot_bag", "plot_code"),
    "comparison": ("plot_algorithms",),
    "concave": ("plot_concavity",),
    "evaluation": ("plot_confusion", "plot_curves", "plot_importances"),
    "impurities": ("plot_impurities", "plot_information"),
    "leaves": ("plot_gaussians", "plot_groupings"),
    "partitions": ("plot_partitions", "plot_scores"),
    "prunings": ("plot_reduced_error",),
    "regions": ("plot_regions", "plot_steps"),
    "thresholds": ("plot_number_line", "plot_thresholds"),
    "trees": ("plot_tree",),
    "words": ("describe",),
}
_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_PLACE_OF)


def __getattr__(name):
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'dtlab.plots' has no attribute {name!r}")
    value = getattr(import_module(f".{_PLACE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
