"""What is a split worth?  Functions of contingency tables [..., child, class], any number at once.

Empty children add nothing, and an all-zero table scores 0.
"""

from typing import NamedTuple

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_codes, as_tables, as_weights, same_length
from .impurity import CONCAVE, _entropy, entropy, in_blocks, lift, scalar


class ChiSquare(NamedTuple):
    """Result of a chi-square test; arrays for a batch of tables."""

    statistic: float
    df: int
    p_value: float


def cross_table(x, y, weights=None):
    """The contingency table of two columns: (table[level, class], levels, classes).

    Lecture 004, ID3 5/8: among the middle-aged all four buy.
    >>> table, levels, classes = cross_table(["youth", "youth", "senior"], ["no", "yes", "yes"])
    >>> table.tolist(), levels, classes
    ([[0.0, 1.0], [1.0, 1.0]], ('senior', 'youth'), ('no', 'yes'))
    """
    i, levels = as_codes(x, "x")
    k, classes = as_codes(y, "y")
    same_length(i, k)
    shape = len(levels), len(classes)
    cells = np.bincount(i * shape[1] + k, as_weights(weights, len(i)), shape[0] * shape[1])
    return cells.reshape(shape).astype(float), levels, classes


def table_remainder(tables, impurity=entropy):
    """Remainder Σⱼ nⱼ/n · I(child j): the impurity that is left after the split.

    Lecture 004, ID3 5/8: age.
    >>> round(table_remainder([[2, 3], [4, 0], [3, 2]]), 3)
    0.694
    """
    return scalar(_remainder(as_tables(tables, "table_remainder"), lift(impurity)))


def table_gain(tables, impurity=entropy):
    """Gain I(parent) − Σⱼ nⱼ/n · I(child j): how much impurity the split takes away.

    Lecture 001, Why growing decision trees via entropy: the error sees no progress in this split.
    >>> round(table_gain([[28, 42], [12, 38]]), 4)
    0.0206
    >>> from dtlab.measures.impurity import error
    >>> round(table_gain([[28, 42], [12, 38]], error), 12)
    0.0
    """
    return scalar(gain_of_tables(as_tables(tables, "table_gain"), impurity))


def table_split_information(tables):
    """Split information −Σⱼ nⱼ/n log₂ nⱼ/n: the entropy of the children's sizes.

    Lecture 004, C4.5: income.
    >>> round(table_split_information([[2, 2], [4, 2], [3, 1]]), 3)
    1.557
    """
    return scalar(_entropy(as_tables(tables, "table_split_information").sum(-1)))


def table_gain_ratio(tables):
    """Gain ratio Gain / SplitInfo, and 0 for a split that puts everything into one child.

    Lecture 004, C4.5: income.
    >>> round(table_gain_ratio([[2, 2], [4, 2], [3, 1]]), 3)
    0.019
    """
    return scalar(gain_ratio_of_tables(as_tables(tables, "table_gain_ratio")))


def table_twoing(tables):
    """Twoing p_L p_R / 4 · (Σₖ |p(k|L) − p(k|R)|)² of two children.

    Lecture 001, CART. Half the rows on each side, all classes apart: ¼ · ¼ · 2².
    >>> table_twoing([[7, 0], [0, 7]])
    0.25
    """
    tables = as_tables(tables, "table_twoing")
    if tables.shape[-2] > 2:
        raise InputError(
            f"twoing compares two children, not {tables.shape[-2]}: group the values of x into two"
        )
    return scalar(twoing_of_tables(tables))


def table_chi_square(tables):
    """Pearson's χ² = Σⱼₖ (oⱼₖ − eⱼₖ)² / eⱼₖ with eⱼₖ = nⱼ nₖ / n, its df and its p-value.

    No Yates correction; empty rows and columns do not count for df; with df 0 there is nothing to
    test, and p is 1. Lecture 001, Others: CHAID. Age on buys_computer, youth and senior merged:
    >>> round(table_chi_square([[5, 5], [4, 0]]).p_value, 3)
    0.078
    """
    from scipy.special import chdtrc

    statistic, df = chi_square_statistic(tables)
    # df 0 is asked as df 1: the statistic is 0 there, and the p-value of 0 is 1.
    p = chdtrc(np.maximum(df, 1), statistic)
    return ChiSquare(scalar(statistic), scalar(df), scalar(p))


def chi_square_statistic(tables):
    """(statistic, df) of `table_chi_square` as arrays, without loading SciPy for the p-value."""
    o = as_tables(tables, "chi_square")
    rows, columns = o.sum(-1), o.sum(-2)
    n = rows.sum(-1)
    df = np.maximum((rows > 0).sum(-1) - 1, 0) * np.maximum((columns > 0).sum(-1) - 1, 0)
    e = rows[..., :, None] * (columns / _or_one(n)[..., None])[..., None, :]
    statistic = ((o - e) ** 2 / _or_one(e)).sum((-2, -1))
    return np.where(df > 0, statistic, 0.0), df


# ------------------------------------------------------------------ unchecked kernels


def gain_of_tables(tables, impurity=entropy):
    """`table_gain` of arrays, which must be tables of counts."""
    f = lift(impurity)
    gain = f(tables.sum(-2)) - _remainder(tables, f)
    return np.maximum(gain, 0.0) if impurity in CONCAVE else gain  # negative only by rounding


def gain_ratio_of_tables(tables):
    """`table_gain_ratio` of arrays."""
    gain = gain_of_tables(tables)
    split = _entropy(tables.sum(-1))
    return np.divide(gain, split, out=np.zeros_like(gain), where=split > 0)


def twoing_of_tables(tables):
    """`table_twoing` of arrays with one or two children."""
    if tables.shape[-2] == 1:
        return np.zeros(tables.shape[:-2])
    return in_blocks(_twoing, tables, 2)


def _or_one(n):
    return n + (n == 0)


def _remainder(t, f):
    sizes = t.sum(-1)
    return (sizes * f(t)).sum(-1) / _or_one(sizes.sum(-1))


def _twoing(t):
    sizes = t.sum(-1)
    shares = t / _or_one(sizes)[..., None]
    apart = np.abs(shares[..., 0, :] - shares[..., 1, :]).sum(-1)
    return sizes.prod(-1) / _or_one(sizes.sum(-1) ** 2) / 4 * apart**2
