"""dtlab: decision trees that show their work. Public names load when they are first used."""

from ._lazy import lazy

__version__ = "0.2.0"

_PLACES = {
    "algorithms": ("C45", "CART", "CHAID", "ID3", "MARS", "RegressionTree", "Tree"),
    "algorithms.smallest_tree": ("smallest_tree", "tree_in_order"),
    "bridges.from_sklearn": ("from_sklearn",),
    "bridges.from_spark": ("from_spark",),
    "course.environment": ("check_environment",),
    "course.extension": ("load_ipython_extension", "unload_ipython_extension"),
    "engine.grow": ("Recipe",),
    "data": ("Dataset", "datasets", "load"),
    "ensembles": (
        "AdaBoost", "Bagging", "C50", "GradientBoosting", "GradientBoostingClassifier",
        "RandomForest", "RegressionForest",
    ),
    "measures": (
        "best", "chi_square", "conditional_entropy", "counts", "entropy", "error", "gain_ratio",
        "gini", "information", "information_gain", "mutual_information", "remainder",
        "split_information", "twoing", "variance",
    ),
    "measures.huffman": ("block_counts", "huffman", "mean_code_length"),
    "plots": (
        "describe", "plot_algorithms", "plot_alphas", "plot_bag", "plot_bootstrap", "plot_code",
        "plot_concavity", "plot_confusion", "plot_curves", "plot_gaussians", "plot_groupings",
        "plot_importances", "plot_impurities", "plot_information", "plot_number_line",
        "plot_partitions", "plot_reduced_error", "plot_regions", "plot_residuals", "plot_scores",
        "plot_stages", "plot_steps", "plot_thresholds", "plot_tree", "plot_votes", "plot_weights",
    ),
    "pruning": (
        "choose_alpha", "cost_complexity_path", "extra_errors", "is_subtree", "limit",
        "prune_pessimistic", "prune_rules", "prune_to", "reduced_error", "significance",
    ),
    "questions": ("Groups", "Interval", "Threshold"),
    "tree": ("Node", "ask", "leaf"),
    "tree.rules": ("Rule", "RuleSet"),
}  # fmt: skip
_MODULES = ("spark", "textbook", "work")
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES, _MODULES)
