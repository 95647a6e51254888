"""What the parameters of a forest may be, and what its words mean in numbers."""

from numbers import Integral, Real

import numpy as np

from .estimators import PARAMETERS, check_parameters

WORDS = {
    "all": lambda F: F,
    "sqrt": lambda F: int(np.sqrt(F)),
    "log2": lambda F: int(np.log2(F)),
    "onethird": lambda F: F // 3,
}


def _is_whole(value, least):
    return isinstance(value, Integral) and not isinstance(value, bool | np.bool_) and value >= least


def _is_share(value):
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_) and 0 < value <= 1


def _is_choice(value):
    word = isinstance(value, str) and value in ("auto", *WORDS)
    fraction = isinstance(value, Real) and not isinstance(value, Integral) and 0 < value <= 1
    return value is None or word or fraction or _is_whole(value, 1)


def _is_seed(value):
    return value is None or _is_whole(value, 0) or isinstance(value, np.random.Generator)


FOREST = PARAMETERS | {
    "n_estimators": (lambda v: _is_whole(v, 1), "a whole number of trees from 1 up"),
    "max_features": (
        _is_choice,
        '"auto", "all", "sqrt", "log2", "onethird", a number of features or a fraction of them',
    ),
    "subspace": (
        lambda v: v in ("node", "tree"),
        '"node" (features drawn at each node) or "tree" (once for each tree)',
    ),
    "bootstrap": (lambda v: isinstance(v, bool | np.bool_), "True or False"),
    "subsampling_rate": (_is_share, "a share of the rows above 0 and at most 1"),
    "thresholds": (
        lambda v: v == "exact" or _is_whole(v, 1),
        '"exact" or a number of thresholds to draw at each node',
    ),
    "vote": (
        lambda v: v in ("average", "majority"),
        '"average" (of the posteriors) or "majority" (of the trees)',
    ),
    "random_state": (_is_seed, "a whole number from 0 up, a numpy Generator, or None"),
    "n_jobs": (
        lambda v: v is None or (_is_whole(abs(v), 1) if _is_whole(v, -(10**6)) else False),
        "a number of processes, -1 for all, or None for one",
    ),
}
NUMBERS = FOREST | {
    "vote": (
        lambda v: v in ("mean", "mode"),
        '"mean" (of the leaves\' means) or "mode" (of the sum of their Gaussians)',
    ),
    "min_samples_split": (
        lambda v: v == "auto" or _is_whole(v, 2),
        'a whole number from 2 up, or "auto": 20 for vote="mode", else 2',
    ),
    "variance_floor": (_is_share, "a share of the root's variance above 0 and at most 1"),
}


def check_forest(forest, numbers=False):
    """Refuse a parameter value that makes no sense, in one sentence."""
    check_parameters(forest, NUMBERS if numbers else FOREST)


def n_candidates(max_features, F, auto):
    """How many of F features a node or tree may ask; words are rounded down, to at least one.

    >>> [n_candidates(word, 20, "sqrt") for word in ("auto", "log2", "onethird", 0.25, 7, None)]
    [4, 4, 6, 5, 7, 20]
    """
    if max_features is None:
        return F
    if isinstance(max_features, str):
        return max(1, WORDS[auto if max_features == "auto" else max_features](F))
    if isinstance(max_features, Integral):
        if max_features > F:
            raise ValueError(
                f"max_features is {max_features}, but the table has only {F} columns: "
                'ask for fewer, or say "all"'
            )
        return int(max_features)
    return max(1, int(max_features * F))
