"""dtlab: decision trees that show their work. Public names load when they are first used."""

from importlib import import_module

__version__ = "0.1.0"

_PLACES = {
    "bridges": ("from_sklearn", "from_spark"),
    "codes": ("block_counts", "huffman", "mean_code_length"),
    "comparison": ("Comparison", "compare"),
    "data": ("Dataset", "datasets", "load"),
    "ensembles": (
        "AdaBoost", "Bagging", "C50", "GradientBoosting", "GradientBoostingClassifier",
        "RandomForest", "RegressionForest",
    ),
    "environment": ("check_environment",),
    "mars": ("MARS",),
    "measures": (
        "best", "chi_square", "conditional_entropy", "counts", "entropy", "error", "gain_ratio",
        "gini", "information", "information_gain", "mutual_information", "remainder",
        "split_information", "twoing", "variance",
    ),
    "notebook": ("load_ipython_extension",),
    "models": ("C45", "CART", "CHAID", "ID3", "RegressionTree"),
    "pessimistic": ("extra_errors",),
    "plots": (
        "describe", "plot_algorithms", "plot_alphas", "plot_bag", "plot_bootstrap", "plot_code",
        "plot_comparison", "plot_concavity", "plot_confusion", "plot_curves", "plot_gaussians",
        "plot_groupings", "plot_importances", "plot_impurities", "plot_information",
        "plot_number_line", "plot_partitions", "plot_reduced_error", "plot_regions",
        "plot_residuals", "plot_scores", "plot_stages", "plot_steps", "plot_thresholds",
        "plot_tree", "plot_votes", "plot_weights",
    ),
    "pruning": (
        "choose_alpha", "cost_complexity_path", "is_subtree", "limit", "prune_pessimistic",
        "prune_rules", "prune_to", "reduced_error", "significance",
    ),
    "questions": ("Groups", "Interval", "Threshold"),
    "rules": ("Rule", "RuleSet"),
    "search": ("smallest_tree", "tree_in_order"),
    "tree": ("Node", "ask", "leaf"),
}  # fmt: skip
_PLACE_OF = {name: module for module, names in _PLACES.items() for name in names}
__all__ = sorted(_PLACE_OF)


def __getattr__(name):
    if name in ("spark", "work"):  # modules of their own, such as work.entropy, the arithmetic
        return import_module(f".{name}", __name__)
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'dtlab' has no attribute {name!r}")
    value = getattr(import_module(f".{_PLACE_OF[name]}", __name__), name)
    globals()[name] = value  # so that the next access is direct
    return value


def __dir__():
    return [*globals(), *__all__]
