"""Figures: `plot_x(thing, ..., ax=None)` draws on `ax`, or on a new figure, and returns the axes.

Names load when they are first used. `describe` says in words what a figure or a tree shows; that
text is the figure's alternative text in a notebook.
"""

from .._lazy import lazy

_PLACES = {
    "base.words": ("describe",),
    "boosting": ("plot_residuals", "plot_stages", "plot_weights"),
    "codes": ("plot_bag", "plot_code"),
    "evaluation": ("plot_confusion", "plot_curves", "plot_importances"),
    "forests": ("plot_bootstrap", "plot_votes"),
    "impurity": ("plot_concavity", "plot_impurities", "plot_information"),
    "partitions": ("plot_partitions", "plot_scores"),
    "pruning": ("plot_alphas", "plot_reduced_error"),
    "regions": ("plot_regions", "plot_steps"),
    "regression": ("plot_gaussians", "plot_groupings"),
    "thresholds": ("plot_number_line", "plot_thresholds"),
    "tree.plot_tree": ("plot_tree",),
    "tree.side_by_side": ("plot_algorithms",),
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
