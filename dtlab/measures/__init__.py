"""Idea 1: how impure is a set, and what is a split worth?

impurity.py  functions of counts: entropy, gini, error, variance
gains.py     functions of a contingency table, for all nodes at once
features.py  functions of two columns, x (feature) and y (target)
huffman.py   codes whose mean length approaches the entropy
"""

from .._lazy import lazy

_PLACES = {
    "impurity": (
        "CONCAVE", "counts", "entropy", "error", "gini", "information", "lift", "variance",
    ),
    "gains": (
        "ChiSquare", "chi_square_statistic", "cross_table", "table_chi_square", "table_gain",
        "table_gain_ratio", "table_remainder", "table_split_information", "table_twoing",
    ),
    "features": (
        "best", "chi_square", "conditional_entropy", "gain_ratio", "information_gain",
        "mutual_information", "remainder", "split_information", "twoing",
    ),
}  # fmt: skip
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
