"""How impure is a set?  Functions of class counts (or probabilities) on the last axis.

p, pₖ  share of class k       c, n  counts of the classes, and their sum
H      entropy                G     Gini impurity        E  error of the majority vote
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, update_wrapper
from numbers import Real
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..inputs.errors import InputError
from ..inputs.labels import as_codes, as_counts, as_numbers, as_weights, refuse_large
from ..inputs.values import briefly
from ..typing import Counts, FloatOrArray, Values

TINY = np.finfo(float).tiny  # stands in for p = 0, so that p log p is 0 without a warning
BLOCK = 1 << 16  # numbers worked on at a time: temporaries stay in the cache (3 times faster)

P = ParamSpec("P")
R = TypeVar("R")


class NamedFunction(Generic[P, R]):  # noqa: D101
    # Prints as its name, so that a model or a signature reads impurity=gini. No docstring: IPython
    # would show it under that of the function.

    __name__: str
    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R]) -> None:
        update_wrapper(self, function)

    def __call__(self, *arguments: P.args, **options: P.kwargs) -> R:
        return self.__wrapped__(*arguments, **options)

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__  # a copy, or what a pickle brings back, is the function itself


def information(p: ArrayLike, base: float = 2) -> FloatOrArray:
    """Information I(p) = log(1/p): the surprise of an event of probability p.

    Parameters:
        p: probability from 0 to 1, or an array of them.
        base: base of the logarithm; 2 (default) gives bits.

    Lecture 002, Properties of H and I. An impossible event has infinite information.
    >>> information(0.5), information(1)
    (1.0, 0.0)
    """
    shares = as_counts(p if hasattr(p, "__len__") else [p], "information").reshape(np.shape(p))
    if (shares > 1).any():
        raise InputError("information wants probabilities, which are at most 1: divide by the sum")
    with np.errstate(divide="ignore"):
        return scalar((0.0 - np.log2(shares)) / bits(base))


@NamedFunction
def entropy(counts: Counts, base: float = 2) -> FloatOrArray:
    """Entropy H = −Σₖ pₖ log pₖ: the mean information of a label drawn from the set.

    Parameters:
        counts: how often each class occurs, or its probability; a list or an array [..., class].
        base: base of the logarithm; 2 (default) gives bits.

    Lecture 004, ID3 3/8: nine buyers among fourteen.
    >>> round(entropy([9, 5]), 4)
    0.9403
    """
    return scalar(_entropy(as_counts(counts, "entropy")) / bits(base))


@NamedFunction
def gini(counts: Counts) -> FloatOrArray:
    """Gini impurity G = 1 − Σₖ pₖ²: how often a label drawn from the set would be wrong.

    Parameters:
        counts: how often each class occurs, or its probability; a list or an array [..., class].

    Lecture 004, CART 3/8.
    >>> round(gini([9, 5]), 3)
    0.459
    """
    return scalar(_gini(as_counts(counts, "gini")))


@NamedFunction
def error(counts: Counts) -> FloatOrArray:
    """Misclassification error E = 1 − maxₖ pₖ: how often the majority class is wrong.

    Parameters:
        counts: how often each class occurs, or its probability; a list or an array [..., class].

    Lecture 001, Why growing decision trees via entropy: 40 of 120 in the root.
    >>> round(error([40, 80]), 4)
    0.3333
    """
    return scalar(_error(as_counts(counts, "error")))


@NamedFunction
def variance(y: Values, weights: Values | None = None, ddof: float = 0) -> float:
    """Variance Σᵢ wᵢ (yᵢ − ȳ)² / (Σᵢ wᵢ − ddof): the impurity of a set of numbers.

    Parameters:
        y: numbers, one per row (list, array or Series).
        weights: one number per row, which counts as repeated rows; None (default) is 1 each.
        ddof: 0 (default) divides by n, 1 by n − 1; the result is 0 if no more than ddof rows count.

    Lecture 000, 4.4.3: the rentals in autumn, with n − 1.
    >>> variance([2910, 2880, 2820], ddof=1)
    2100.0
    """
    y = as_numbers(y, "y")
    refuse_large(y, "y")
    w = as_weights(weights, len(y))
    w = np.ones(len(y)) if w is None else w
    if w.sum() <= ddof:
        return 0.0
    d = y - y[0]  # any shift gives the same variance, this one makes a constant exactly 0
    d -= w @ d / w.sum()
    return float(w @ (d * d) / (w.sum() - ddof))


def counts(y: Values, weights: Values | None = None) -> NDArray[Any]:
    """Class counts cₖ = Σᵢ wᵢ [yᵢ = k] of a column of labels, in the order of the sorted labels.

    Parameters:
        y: labels, one per row (list, array or Series); an ordered Categorical keeps its own order.
        weights: one number per row; None (default) counts every row once.

    Lecture 004, ID3 3/8.
    >>> counts(["yes"] * 9 + ["no"] * 5)
    array([5, 9])
    """
    codes, _ = as_codes(y, "y")
    return np.bincount(codes, as_weights(weights, len(codes)))


# Gain ≥ 0 and the ordering shortcut for two groups hold for these.
CONCAVE = (entropy, gini, error)


def lift(impurity):
    """`impurity` as an unchecked function of arrays [..., class], 0 for all-zero rows.

    The three above become their fast kernels; any other function of one list of counts is called
    row by row.
    >>> smallest = lift(lambda c: min(c) / sum(c))
    >>> smallest(np.array([[9, 5], [4, 0], [0, 0]])).round(3)
    array([0.357, 0.   , 0.   ])
    """
    for known, kernel in _KERNELS:
        if impurity is known:
            return kernel
    if not callable(impurity):
        raise InputError(f"impurity must be a function of counts such as gini, not {impurity!r}")
    if measures_values(impurity):
        raise InputError("variance measures numbers, not class counts: use entropy, gini or error")
    return partial(_lifted, impurity)


def measures_values(impurity):
    """Whether `impurity` is variance, also as partial(variance, ddof=1): it needs y, not counts."""
    return getattr(impurity, "func", impurity) is variance


def bits(base):
    """Bits in one unit of information to this base: log₂ base."""
    if not (isinstance(base, Real) and float(base) > 1):
        raise InputError(f"base must be above 1, not {briefly(base)}")
    return np.log2(float(base))


def scalar(result):
    """A Python float for a single result, the array for a batch."""
    return result.item() if np.ndim(result) == 0 else result


def in_blocks(function, array, inner=1):
    """`function(array)`, which uses up the last `inner` axes, on blocks of the first axis."""
    step = max(1, BLOCK // max(1, array[:1].size))
    if array.ndim == inner or len(array) <= step:
        return function(array)
    result = np.empty_like(array[(..., *[0] * inner)], float)  # in the memory order of the input
    for start in range(0, len(array), step):
        result[start : start + step] = function(array[start : start + step])
    return result


# ------------------------------------------------------------------ unchecked kernels
# They never reorder memory: for the engine's class-first views NumPy walks whole class rows.


def _shares(c):
    n = c.sum(-1)
    return c / (n + (n == 0))[..., None]  # an all-zero row has shares 0, not NaN


def _entropy_block(c):
    p = _shares(c)
    terms = np.maximum(p, TINY)
    np.log2(terms, out=terms)
    terms *= p
    return 0.0 - terms.sum(-1)  # unlike a minus sign, never −0.0


def _gini_block(c):
    p = _shares(c)
    p -= p * p  # Σ p − p² is 1 − Σ p², and exactly 0 for a pure or an empty row
    return p.sum(-1)


def _entropy(c):
    return in_blocks(_entropy_block, c)


def _gini(c):
    return in_blocks(_gini_block, c)


def _error(c):
    n = c.sum(-1)
    return (n - c.max(-1)) / (n + (n == 0))


_KERNELS = ((entropy, _entropy), (gini, _gini), (error, _error))


# ------------------------------------------------------------------ a student's own impurity


def _lifted(impurity, c):
    rows = np.asarray(c, float).reshape(-1, c.shape[-1])
    filled = rows.sum(-1) > 0  # an empty child adds 0; dividing by its n is not the student's worry
    result = np.zeros(len(rows))
    with np.errstate(all="ignore"):  # what is not finite is reported below
        result[filled] = [_of_row(impurity, row) for row in rows[filled]]
    return result.reshape(c.shape[:-1])


def _of_row(impurity, row):
    value = np.asarray(impurity(row.copy()))  # a copy, for those who normalise in place
    if value.size != 1 or value.dtype.kind not in "biuf" or not np.isfinite(value).all():
        name = getattr(impurity, "__name__", repr(impurity))
        raise InputError(
            f"impurity {name} must give one finite number per node: "
            f"for the counts {row.tolist()} it gave {value.tolist()!r}"
        )
    return value.item()
