"""What the constructor parameters may be: one table by name, one check that every `fit` makes once.

An entry is a pair: a test of the value, and words that complete "… must be …". A class whose
parameter means something else overrides the entry in its dictionary `_allowed`.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from inspect import signature
from numbers import Integral, Real
from typing import Any

import numpy as np

from .errors import InputError


def check_parameters(model):
    """Refuse a parameter value that makes no sense, in one sentence."""
    kind: Any = type(model)
    for name, (fits, wanted) in _entries(kind).items():
        value = getattr(model, name)
        if not fits(value):
            raise InputError(f"{name} of {kind.__name__} must be {wanted}, not {value!r}")


@cache
def _entries(kind: Any) -> dict[str, tuple[Callable[[Any], bool], str]]:
    """The entries for a class of models; scikit-learn would inspect its signature in every fit."""
    table = PARAMETERS | getattr(kind, "_allowed", {})
    return {name: table[name] for name in kind._get_param_names() if name in table}


def unknown(sentence, name, known, choose):
    """The sentence about a name that is not known, with the nearest one that is, or all of them.

    >>> unknown("there is no 'colour'", "colour", ["color", "size"], "choose one of")
    "there is no 'colour': did you mean 'color'?"
    >>> unknown("there is no 'x'", "x", ["color", "size"], "choose one of")
    "there is no 'x'; choose one of color, size"
    """
    close = get_close_matches(str(name), known, n=1)
    end = f": did you mean {close[0]!r}?" if close else f"; {choose} {', '.join(known)}"
    return sentence + end


def refuse_unknown(error, kind, names):
    """Raise the error if a class of models does not have a parameter of one of these names."""
    known, hands_on = _parameters(kind)
    for name in names:
        if name not in known and not hands_on:
            raise error(
                unknown(f"{kind.__name__} has no parameter {name!r}", name, known, "it has")
            )


@cache
def _parameters(kind):
    """A model's parameters, and whether it hands on others, as an own subclass may."""
    parameters = signature(kind.__init__).parameters
    hands_on = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    return [name for name in parameters if name != "self"], hands_on


# ------------------------------------------------------------------ kinds of entries


def whole(least, words="a whole number from {} up"):
    """A whole number; True and False are none."""
    return lambda v: _is_a(Integral, v) and v >= least, words.format(least)


def number(fits, words):
    """A real number that passes a test; NaN passes none."""
    return lambda v: _is_a(Real, v) and bool(fits(v)), words


def share(of, words="a share of {} above 0 and at most 1"):
    """A number above 0 and at most 1."""
    return number(lambda v: 0 < v <= 1, words.format(of))


def one_of(*names, words=None):
    """One of some words."""
    return lambda v: isinstance(v, str) and v in names, words or " or ".join(
        map('"{}"'.format, names)
    )


def either(*entries, words):
    """What one of several entries allows."""
    return lambda v: any(fits(v) for fits, _ in entries), words


def optional(entry, meaning):
    """The same, or None, which has a meaning of its own."""
    fits, words = entry
    return lambda v: v is None or fits(v), f"{words}, or None {meaning}"


def _is_a(kind, value):
    return isinstance(value, kind) and not isinstance(value, bool | np.bool_)


# ------------------------------------------------------------------ the table

LEVEL = number(lambda v: 0 < v <= 1, "a level between 0 and 1")
FROM_0 = number(lambda v: v >= 0, "a number from 0 up")
ABOVE_0 = number(lambda v: 0 < v < np.inf, "a number above 0")
FINITE = number(lambda v: 0 <= v < np.inf, "a number from 0 up")
FRACTION = number(lambda v: not isinstance(v, Integral) and 0 < v <= 1, "")
PART = either(
    whole(1), FRACTION, words="a whole number from 1 up, or a share above 0 and at most 1.0"
)
PARAMETERS = {
    # the size of a tree
    "max_depth": optional(whole(0), "for no limit"),
    "max_leaf_nodes": optional(whole(1), "for no limit"),
    "min_samples_split": whole(2),
    "min_samples_leaf": whole(1),
    "min_impurity_decrease": FROM_0,
    "min_cases": ABOVE_0,
    # pruning
    "ccp_alpha": optional(FROM_0, "for no pruning"),
    "risk": one_of("error", "impurity"),
    "confidence": number(lambda v: 0 < v <= 0.5, "a number above 0 and at most 0.5"),
    "significance": optional(LEVEL, "for no test"),
    "alpha_merge": LEVEL,
    "alpha_split": LEVEL,
    # numbers
    "bins": whole(2),
    "ddof": (lambda v: v in (0, 1), "0 (divide by n) or 1 (divide by n − 1)"),
    "numeric": one_of("category", "threshold"),
    "threshold": one_of("value", "midpoint"),
    # MARS
    "degree": optional(whole(1), "for no limit"),
    "max_terms": optional(whole(1), "for the automatic limit"),
    "thresh": FINITE,
    "penalty": optional(FINITE, "for 2 (degree 1) or 3"),
    "minspan": optional(whole(1), "for Friedman's"),
    "endspan": optional(whole(1), "for Friedman's"),
    "basis": one_of("hinge", "step"),
    # ensembles
    "estimator": (
        lambda v: v is None or (hasattr(v, "fit") and not isinstance(v, type)),
        "an estimator such as CART()",
    ),
    "n_estimators": whole(1),
    "trials": whole(1),
    "bootstrap": (lambda v: isinstance(v, bool | np.bool_), "True or False"),
    "max_samples": PART,
    "max_features": PART,
    "vote": one_of("average", "majority"),
    "random_state": (
        lambda v: (
            v is None or isinstance(v, np.random.Generator) or (_is_a(Integral, v) and v >= 0)
        ),
        "a whole number from 0 up, a numpy Generator, or None",
    ),
    "n_jobs": optional(
        (lambda v: _is_a(Integral, v) and v != 0, "a number of processes, -1 for all"), "for one"
    ),
    # boosting
    "learning_rate": ABOVE_0,
    "method": one_of("reweight", "resample"),
    "subsample": share("the rows"),
    "n_iter_no_change": optional(whole(1), "to grow all trees"),
    "validation_fraction": number(lambda v: 0 < v < 1, "a share of the rows between 0 and 1"),
    "tol": FROM_0,
    # random forests
    "subspace": one_of(
        "node", "tree", words='"node" (features drawn at each node) or "tree" (once for each tree)'
    ),
    "subsampling_rate": share("the rows"),
    "thresholds": either(
        one_of("exact"), whole(1), words='"exact" or a number of thresholds to draw at each node'
    ),
    "variance_floor": share("the root's variance"),
}
