"""Arithmetic as the slide writes it: formula, this data's fractions in it, each term, the result.

Every function here has the name of the measure whose work it shows, takes the same columns, and
returns a `Work` (shown.py): formulas and tables in a notebook, aligned text in a terminal, rows by
`to_frame()`, numbers by `value`, `exact` and `terms`. Symbols are those of lecture 000: t is the
target, d a feature, D1, D2, … the parts of the data, d376 the instance 376.
"""

from .._lazy import lazy

_PLACES = {
    "adaboost_rounds": ("adaboost", "adaboost_update"),
    "all_splits": ("gains", "subset", "subsets", "variances"),
    "boosting_steps": ("boosting_step", "gradient_boosting"),
    "chi_square_test": ("chi_square",),
    "one_set": ("entropy", "error", "gini", "prediction", "variance"),
    "one_split": ("conditional_entropy", "gain", "gain_ratio", "remainder", "split_information"),
    "shown": ("Work",),
    "threshold_table": ("thresholds",),
}
__getattr__, __dir__, __all__ = lazy(__name__, _PLACES)
