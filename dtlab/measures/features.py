"""How informative is a feature?  The lectures' measures on two columns, x (feature) and y (target).

Most functions read the columns into a table (`cross_table`) and call the function of tables in
gains.py; the engine calls the same for all nodes at once. The impurities are in impurity.py.
Columns are lists, arrays or Series of labels; `weights` are one number per row, 1 each if None.
"""

import numpy as np

from ..inputs.labels import as_codes, as_numbers, as_weights, same_length
from ..kernels import TIE
from .gains import (
    cross_table,
    table_chi_square,
    table_gain,
    table_gain_ratio,
    table_remainder,
    table_twoing,
)
from .impurity import bits, counts, entropy, measures_values


def conditional_entropy(x, y, base=2, weights=None):
    """Conditional entropy H(Y|X) = Σₓ p(x) H(Y|X = x): what is left to learn about y, knowing x.

    Lecture 002, Conditional entropy: rain (x) and clouds (y) on 100 days.
    >>> rain = ["rain"] * 25 + ["dry"] * 75
    >>> cloud = ["cloudy"] * 24 + ["clear"] + ["cloudy"] * 25 + ["clear"] * 50
    >>> round(conditional_entropy(rain, cloud), 4)
    0.7493
    """
    return float(remainder(x, y, weights=weights) / bits(base))


def remainder(x, y, impurity=entropy, weights=None):
    """Remainder rem(x) = Σⱼ nⱼ/n · I(yⱼ): the mean impurity of y within the values of x.

    With `impurity=variance` (or partial(variance, ddof=1)) y is a column of numbers.
    Lecture 000, worked example: ELEVATION in the vegetation table.
    >>> elevation = "high low medium medium high highest high".split()
    >>> plants = "chaparral riparian riparian chaparral conifer conifer chaparral".split()
    >>> round(remainder(elevation, plants), 4)
    0.6793
    """
    if measures_values(impurity):
        return _remainder_of_numbers(x, y, impurity, weights)
    return table_remainder(cross_table(x, y, weights)[0], impurity)


def information_gain(x, y, impurity=entropy, weights=None):
    """Information gain IG(x) = I(y) − rem(x): the impurity of y that asking for x takes away.

    With entropy it is the mutual information of x and y, in bits; partial(entropy, base=10) takes
    another base. Never negative for entropy, gini and error, nor for variance with n.
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


def split_information(x, base=2, weights=None):
    """Split information −Σⱼ nⱼ/n log nⱼ/n: the entropy of the feature itself.

    Lecture 004, C4.5: the row number has log₂ 14 bits.
    >>> round(split_information(range(14)), 4)
    3.8074
    """
    return entropy(counts(x, weights), base)


def gain_ratio(x, y, weights=None):
    """Gain ratio GR(x) = IG(x) / SplitInfo(x), 0 for a feature with one value.

    Lecture 004, C4.5: income on buys_computer.
    >>> income = ["low"] * 4 + ["medium"] * 6 + ["high"] * 4
    >>> buys = ["no"] + ["yes"] * 3 + ["no"] * 2 + ["yes"] * 4 + ["no"] * 2 + ["yes"] * 2
    >>> round(gain_ratio(income, buys), 3)
    0.019
    """
    return table_gain_ratio(cross_table(x, y, weights)[0])


def twoing(x, y, weights=None):
    """Twoing p_L p_R / 4 · (Σₖ |p(k|L) − p(k|R)|)² of a feature with two values.

    Lecture 001, CART. For two classes it is half the Gini gain: student on buys_computer.
    >>> from dtlab import gini
    >>> student = ["yes"] * 7 + ["no"] * 7
    >>> buys = ["yes"] * 6 + ["no"] + ["yes"] * 3 + ["no"] * 4
    >>> round(2 * twoing(student, buys), 3), round(information_gain(student, buys, gini), 3)
    (0.092, 0.092)
    """
    return table_twoing(cross_table(x, y, weights)[0])


def chi_square(x, y, weights=None):
    """Pearson's χ² = Σ (observed − expected)² / expected of x against y: (statistic, df, p_value).

    Lecture 001, Others: CHAID. Age on buys_computer:
    >>> age = ["youth"] * 5 + ["middle_aged"] * 4 + ["senior"] * 5
    >>> buys = ["no"] * 3 + ["yes"] * 2 + ["yes"] * 4 + ["no"] * 2 + ["yes"] * 3
    >>> statistic, df, p = chi_square(age, buys)
    >>> round(statistic, 3), df, round(p, 3)
    (3.547, 2, 0.17)
    """
    return table_chi_square(cross_table(x, y, weights)[0])


def best(scores, axis=-1):
    """(index, score) of the highest score; tied scores go to the earliest, tiny ones are 0.

    Scores within 1e-12 · max(1, |highest|) of the highest are tied. NaN and −∞ mean "not
    available"; if nothing is, the index is −1 and the score −∞. Lecture 004, ID3: the gains of age,
    income, student, credit_rating.
    >>> best([0.2467, 0.0292, 0.1518, 0.0481])
    (0, 0.2467)
    """
    try:
        scores = np.asarray(scores, None if np.iscomplexobj(scores) else float)
    except (TypeError, ValueError, OverflowError):
        scores = np.empty((), complex)
    if not scores.ndim or scores.dtype.kind == "c":
        raise ValueError("scores must be real numbers, in a list or an array")
    if scores.shape[axis] == 0:
        scores = np.full_like(scores.sum(axis, keepdims=True), -np.inf)
    top = np.fmax.reduce(scores, axis, keepdims=True, initial=-np.inf)  # NaN loses to any number
    finite = np.where(np.isinf(top), 0.0, top)
    close = scores >= top - TIE * np.maximum(1.0, np.abs(finite))
    index = np.where(top == -np.inf, -1, close.argmax(axis, keepdims=True))
    score = np.where(np.abs(top) <= TIE, 0.0, np.take_along_axis(scores, index, axis))
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
