"""Arithmetic as the slide writes it: formula, this data's fractions in it, each term, the result.

Every function here has the name of the measure whose work it shows, takes the same columns, and
returns a `Work` (shown.py): formulas and tables in a notebook, aligned text in a terminal, rows by
`to_frame()`, numbers by `value`, `exact` and `terms`. Letters are those of lecture 000: t is the
target, d a feature, D1, D2, … the parts of the data, d376 the instance 376.
"""

from .. import measures
from .adaboost_rounds import adaboost, adaboost_update
from .all_splits import gains, subset, subsets, variances
from .boosting_steps import boosting_step, gradient_boosting
from .chi_square_test import chi_square
from .formula import Formula, name
from .impurities import Entropy, Error, Gini, Variance, kind_of
from .one_set import counts_work, prediction_work, variance_work
from .one_split import gain_work, ratio_work, remainder_work, split_information_work
from .sets import split, target_of
from .shown import Work
from .threshold_table import thresholds

__all__ = [
    "Work",
    "adaboost",
    "adaboost_update",
    "boosting_step",
    "chi_square",
    "conditional_entropy",
    "entropy",
    "error",
    "gain",
    "gain_ratio",
    "gains",
    "gini",
    "gradient_boosting",
    "prediction",
    "remainder",
    "split_information",
    "subset",
    "subsets",
    "thresholds",
    "variance",
    "variances",
]


def entropy(y, base=2, digits=4):
    """Entropy H = −Σ P(t = l) × log P(t = l) of labels, of counts, or of a data set's target.

    A Series or a list of text holds labels; a list of numbers, a dictionary or value_counts()
    holds counts. Lecture 000, the spam table:
    >>> from dtlab import load
    >>> entropy(load("spam"))
    H(CLASS) = −Σ P(t = l) × log₂(P(t = l))
             = −(3/6 × log₂(3/6) + 3/6 × log₂(3/6))
             = 0.5 + 0.5
             = 1 bit
    """
    return counts_work(Entropy(base), y, digits)


def gini(y, digits=4):
    """Gini impurity 1 − Σ P(t = l)² of labels, of counts, or of a data set's target.

    Lecture 000, 4.4.1: the vegetation table.
    >>> from dtlab import load
    >>> gini(load("vegetation"))
    Gini(VEGETATION) = 1 − Σ P(t = l)²
                     = 1 − ((3/7)² + (2/7)² + (2/7)²)
                     = 1 − (9/49 + 4/49 + 4/49)
                     = 32/49 = 0.6531
    """
    return counts_work(Gini(), y, digits)


def error(y, digits=4):
    """Misclassification error 1 − max P(t = l) of labels, of counts, or of a data set's target.

    Lecture 001, the toy example: 40 of 120 in the root.
    >>> error([40, 80])
    error(t) = 1 − max P(t = l)
             = 1 − max(40/120, 80/120)
             = 1 − 80/120
             = 1/3 = 0.3333
    """
    return counts_work(Error(), y, digits)


def variance(y, ddof=0, digits=4):
    """Variance Σ (tᵢ − t̄)² / n of a column of numbers, or / (n − 1) with ddof=1.

    Lecture 000, 4.4.3: the rentals in autumn.
    >>> variance([2910, 2880, 2820], ddof=1)
    mean(t) = (2910 + 2880 + 2820) / 3 = 2870
    <BLANKLINE>
    var(t) = Σ (tᵢ − t̄)² / (n − 1)
           = ((2910 − 2870)² + (2880 − 2870)² + (2820 − 2870)²) / (3 − 1)
           = (1600 + 100 + 2500) / (3 − 1)
           = 2100
    """
    return variance_work(Variance(ddof), target_of(y), digits)


def remainder(x, y, impurity=measures.entropy, digits=4):
    """Remainder Σ |D_l|/|D| × H(D_l): the impurity that is left in y once x is known.

    Lecture 000, the spam table:
    >>> from dtlab import load
    >>> spam = load("spam")
    >>> remainder(spam.X["UNKNOWN SENDER"], spam.y)
    rem(UNKNOWN SENDER) = Σ |D_l|/|D| × H(D_l)
                        = 3/6 × (−2/3 × log₂(2/3) − 1/3 × log₂(1/3))
                          + 3/6 × (−1/3 × log₂(1/3) − 2/3 × log₂(2/3))
                        = 3/6 × 0.9183 + 3/6 × 0.9183
                        = 0.9183 bits
    <BLANKLINE>
    level  partition  instances         classes        share  entropy    term
    ─────  ─────────  ────────────────  ─────────────  ─────  ───────  ──────
    False  D1         d376, d782, d976  2 ham, 1 spam  3/6     0.9183  0.4591
    True   D2         d489, d541, d693  1 ham, 2 spam  3/6     0.9183  0.4591
    """
    kind = kind_of(impurity)
    return remainder_work(kind, split(x, y, kind.of_numbers), digits)


def conditional_entropy(x, y, base=2, digits=4):
    """Conditional entropy H(Y | X) = Σ P(X = l) × H(Y | X = l): the remainder, as 002 writes it.

    Lecture 002, rain and clouds on 100 days.
    >>> from dtlab import load
    >>> days = load("rain_cloud").frame
    >>> print(str(conditional_entropy(days["rain"], days["cloudy"])).split("\\n\\n")[0])
    H(cloudy | rain) = Σ P(d = l) × H(t | d = l)
                     = 75/100 × (−50/75 × log₂(50/75) − 25/75 × log₂(25/75))
                       + 25/100 × (−1/25 × log₂(1/25) − 24/25 × log₂(24/25))
                     = 75/100 × 0.9183 + 25/100 × 0.2423
                     = 0.7493 bits
    """
    parts = split(x, y)
    left = "H(" + name(parts.target) + Formula(" | ", r" \mid ") + name(parts.feature) + ")"
    formula = Formula(
        "Σ P(d = l) × H(t | d = l)",
        r"\sum_{l\,\in\,\text{levels}(d)} P(d = l) \times H(t \mid d = l)",
    )
    return remainder_work(Entropy(base), parts, digits, left, formula)


def gain(x, y, impurity=measures.entropy, digits=4):
    """Information gain IG(d) = H(t) − rem(d): the impurity that asking for x takes away.

    Lecture 004, ID3: age on buys_computer.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(str(gain(buys.X["age"], buys.y)).split("\\n\\n")[2])
    IG(age) = H(buys_computer) − rem(age)
            = 0.9403 − 0.6935
            = 0.2467 bits
    """
    kind = kind_of(impurity)
    return gain_work(kind, split(x, y, kind.of_numbers), digits)


def split_information(x, base=2, digits=4):
    """Split information −Σ |D_l|/|D| × log |D_l|/|D|: the entropy of the feature itself.

    Lecture 004, C4.5: income on buys_computer.
    >>> from dtlab import load
    >>> print(str(split_information(load("buys_computer").X["income"])).split("\\n\\n")[0])
    SplitInfo(income) = −Σ |D_l|/|D| × log₂(|D_l|/|D|)
                      = −(4/14 × log₂(4/14) + 6/14 × log₂(6/14) + 4/14 × log₂(4/14))
                      = 0.5164 + 0.5239 + 0.5164
                      = 1.5567 bits
    """
    return split_information_work(Entropy(base), split(x), digits)


def gain_ratio(x, y, digits=4):
    """Gain ratio GR(d) = IG(d) / SplitInfo(d).

    Lecture 004, C4.5: income on buys_computer.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> round(gain_ratio(buys.X["income"], buys.y).value, 4)
    0.0188
    """
    return ratio_work(Entropy(), split(x, y), digits)


def prediction(y, digits=4):
    """What a leaf predicts: the majority class of its labels or counts, the mean of its numbers.

    y is a Node of a tree, labels, counts (a dictionary) or a Series of numbers. Equal counts go to
    the first label. Lecture 000, Figure 6: the rentals in autumn, on a working day or not.
    >>> prediction({"no": 5, "yes": 9})
    prediction(t) = most frequent of 5 no, 9 yes
                  = yes, with 9/14 = 0.6429
    >>> import pandas as pd
    >>> prediction(pd.Series([2910, 2880], name="RENTALS"))
    mean(RENTALS) = (2910 + 2880) / 2 = 2895
    """
    return prediction_work(y, digits)


# Where an impurity is asked for, the shown function stands for its measure.
entropy.measure, gini.measure, error.measure = measures.entropy, measures.gini, measures.error
variance.measure = measures.variance
