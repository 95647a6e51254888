"""How informative is a feature?  The lectures' measures on two columns, x (feature) and y (target).

Most functions read the columns into a table (`cross_table`) and call the function of tables in
gains.py; the engine calls the same for all nodes at once (C4.5 has its own gain ratio, in
algorithms/c45.py). The impurities are in impurity.py.
Columns are lists, arrays or Series of labels; `weights` are one number per row, 1 each if None.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..inputs.errors import InputError
from ..inputs.labels import as_codes, as_numbers, as_weights, same_length
from ..kernels import TIE
from ..typing import Impurity, Values
from .gains import (
    ChiSquare,
    cross_table,
    table_chi_square,
    table_gain,
    table_gain_ratio,
    table_remainder,
    table_twoing,
)
from .impurity import NamedFunction, bits, counts, entropy, measures_values


def conditional_entropy(
    x: Values, y: Values, base: float = 2, weights: Values | None = None
) -> float:
    """Conditional entropy H(Y|X) = Σₓ p(x) H(Y|X = x): what is left to learn about y, knowing x.

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        base: base of the logarithm; 2 (default) gives bits.
        weights: one number per row; None (default) counts every row once.

    Lecture 002, Conditional entropy: rain (x) and clouds (y) on 100 days.
    >>> rain = ["rain"] * 25 + ["dry"] * 75
    >>> cloud = ["cloudy"] * 24 + ["clear"] + ["cloudy"] * 25 + ["clear"] * 50
    >>> round(conditional_entropy(rain, cloud), 4)
    0.7493
    """
    return float(remainder(x, y, weights=weights) / bits(base))


def remainder(
    x: Values, y: Values, impurity: Impurity = entropy, weights: Values | None = None
) -> float:
    """Remainder rem(x) = Σⱼ nⱼ/n · I(yⱼ): the mean impurity of y within the values of x.

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        impurity: entropy (default), gini, error, your own function of a list of class counts, or,
            where y holds numbers, variance or partial(variance, ddof=1).
        weights: one number per row; None (default) counts every row once.

    Lecture 000, worked example: ELEVATION in the vegetation table.
    >>> elevation = "high low medium medium high highest high".split()
    >>> plants = "chaparral riparian riparian chaparral conifer conifer chaparral".split()
    >>> round(remainder(elevation, plants), 4)
    0.6793
    """
    if measures_values(impurity):
        return _remainder_of_numbers(x, y, impurity, weights)
    return table_remainder(cross_table(x, y, weights)[0], impurity)


@NamedFunction
def information_gain(
    x: Values, y: Values, impurity: Impurity = entropy, weights: Values | None = None
) -> float:
    """Information gain IG(x) = I(y) − rem(x): the impurity of y that asking for x takes away.

    With entropy it is the mutual information of x and y. Never negative for entropy, gini and
    error, nor for variance with n.

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        impurity: entropy in bits (default), partial(entropy, base=10), gini, error, your own
            function of a list of class counts, or, where y holds numbers, variance.
        weights: one number per row; None (default) counts every row once.

    Lecture 000, worked example: ELEVATION in the vegetation table.
    >>> elevation = "high low medium medium high highest high".split()
    >>> plants = "chaparral riparian riparian chaparral conifer conifer chaparral".split()
    >>> round(information_gain(elevation, plants), 4)
    0.8774
    """
    if measures_values(impurity):
        return impurity(y, weights=weights) - remainder(x, y, impurity, weights)
    return table_gain(cross_table(x, y, weights)[0], impurity)


mutual_information = information_gain


def split_information(x: Values, base: float = 2, weights: Values | None = None) -> float:
    """Split information −Σⱼ nⱼ/n log nⱼ/n: the entropy of the feature itself.

    Parameters:
        x: the feature, one label per row (list, array or Series).
        base: base of the logarithm; 2 (default) gives bits.
        weights: one number per row; None (default) counts every row once.

    Lecture 004, C4.5: the row number has log₂ 14 bits.
    >>> round(split_information(range(14)), 4)
    3.8074
    """
    return float(entropy(counts(x, weights), base))


@NamedFunction
def gain_ratio(x: Values, y: Values, weights: Values | None = None) -> float:
    """Gain ratio GR(x) = IG(x) / SplitInfo(x), 0 for a feature with one value.

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        weights: one number per row; None (default) counts every row once.

    Lecture 004, C4.5: income on buys_computer.
    >>> income = ["low"] * 4 + ["medium"] * 6 + ["high"] * 4
    >>> buys = ["no"] + ["yes"] * 3 + ["no"] * 2 + ["yes"] * 4 + ["no"] * 2 + ["yes"] * 2
    >>> round(gain_ratio(income, buys), 3)
    0.019
    """
    return table_gain_ratio(cross_table(x, y, weights)[0])


@NamedFunction
def twoing(x: Values, y: Values, weights: Values | None = None) -> float:
    """Twoing p_L p_R / 4 · (Σₖ |p(k|L) − p(k|R)|)² of a feature with two values.

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        weights: one number per row; None (default) counts every row once.

    Lecture 001, CART. For two classes it is half the Gini gain: student on buys_computer.
    >>> from dtlab import gini
    >>> student = ["yes"] * 7 + ["no"] * 7
    >>> buys = ["yes"] * 6 + ["no"] + ["yes"] * 3 + ["no"] * 4
    >>> round(2 * twoing(student, buys), 3), round(information_gain(student, buys, gini), 3)
    (0.092, 0.092)
    """
    return table_twoing(cross_table(x, y, weights)[0])


def chi_square(x: Values, y: Values, weights: Values | None = None) -> ChiSquare:
    """Pearson's χ² = Σ (observed − expected)² / expected of x against y: (statistic, df, p_value).

    Parameters:
        x, y: the feature and the target, one label per row (list, array or Series).
        weights: one number per row; None (default) counts every row once.

    Lecture 001, Others: CHAID. Age on buys_computer:
    >>> age = ["youth"] * 5 + ["middle_aged"] * 4 + ["senior"] * 5
    >>> buys = ["no"] * 3 + ["yes"] * 2 + ["yes"] * 4 + ["no"] * 2 + ["yes"] * 3
    >>> statistic, df, p = chi_square(age, buys)
    >>> round(statistic, 3), df, round(p, 3)
    (3.547, 2, 0.17)
    """
    return table_chi_square(cross_table(x, y, weights)[0])


def best(scores: ArrayLike, axis: int = -1) -> tuple[Any, Any]:
    """(index, score) of the highest score; tied scores go to the earliest, tiny ones are 0.

    Scores within 1e-12 · max(1, |highest|) of the highest are tied. If none is available, the index
    is −1 and the score −∞.

    Parameters:
        scores: numbers, as a list or an array; NaN and −∞ mean "not available".
        axis: the axis to compare along, by default the last; more axes give arrays of results.

    Lecture 004, ID3: the gains of age, income, student, credit_rating.
    >>> best([0.2467, 0.0292, 0.1518, 0.0481])
    (0, 0.2467)
    """
    try:
        array = np.asarray(scores, None if np.iscomplexobj(scores) else float)
    except (TypeError, ValueError, OverflowError):
        array = np.empty((), complex)
    if not array.ndim or array.dtype.kind == "c":
        raise InputError("scores must be real numbers, in a list or an array")
    if array.shape[axis] == 0:
        array = np.full_like(array.sum(axis, keepdims=True), -np.inf)
    top = np.fmax.reduce(array, axis, keepdims=True, initial=-np.inf)  # NaN loses to any number
    finite = np.where(np.isinf(top), 0.0, top)
    close = array >= top - TIE * np.maximum(1.0, np.abs(finite))
    index = np.where(top == -np.inf, -1, close.argmax(axis, keepdims=True))
    score = np.where(np.abs(top) <= TIE, 0.0, np.take_along_axis(array, index, axis))
    score = np.where(index < 0, -np.inf, score)
    index, score = index.squeeze(axis), score.squeeze(axis)
    return (index, score) if score.ndim else (index.item(), score.item())


def _remainder_of_numbers(x, y, impurity, weights):
    codes, _ = as_codes(x, "x")
    y = as_numbers(y, "y")
    same_length(codes, y)
    w = as_weights(weights, len(y))
    w = np.ones(len(y)) if w is None else w
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes))[:-1]
    groups = zip(np.split(y[order], ends), np.split(w[order], ends), strict=True)
    left = sum(v.sum() * impurity(g, weights=v) for g, v in groups if v.any())
    return float(left / w.sum())
