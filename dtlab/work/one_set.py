"""Shown work about one set: its impurity, its variance, and what a leaf predicts for it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .. import measures
from ..inputs.errors import InputError
from ..inputs.labels import COUNTED, has_index, target_of
from ..inputs.values import show
from ..tree.formula import Formula, name
from ..typing import LabelsOrCounts, Values
from .formula import factor, few, fraction, function, joined, number, over, squared, words
from .impurities import Entropy, Error, Gini, Variance
from .sets import ClassCounts, exact, exact_numbers, mean_of, names_of, read_counts, title
from .shown import Block, SumTerm, Work, outcome
from .table import Names, WorkTable

if TYPE_CHECKING:
    from ..data import Dataset
    from ..tree.node import Node

MOST_EXACT = 500  # rows; beyond, the terms (not the result) are floats only, to save time


def entropy(y: LabelsOrCounts, base: float = 2, digits: int = 4) -> Work:
    """Entropy H = −Σ P(t = l) × log P(t = l) of labels, of counts, or of a data set's target.

    Parameters:
        y: labels (a Series, or a list of text), counts (a list of numbers, a dictionary or
            value_counts()), or a data set.
        base: of the logarithm: 2 (default) gives bits, math.e nats, 10 hartleys.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, the spam table:
    >>> from dtlab import load
    >>> entropy(load("spam"))
    H(CLASS) = −Σ P(t = l) × log₂(P(t = l))
             = −(3/6 × log₂(3/6) + 3/6 × log₂(3/6))
             = 0.5 + 0.5
             = 1 bit
    """
    return _counts_work(Entropy(base), y, digits)


def gini(y: LabelsOrCounts, digits: int = 4) -> Work:
    """Gini impurity 1 − Σ P(t = l)² of labels, of counts, or of a data set's target.

    Parameters:
        y: labels (a Series, or a list of text), counts (a list of numbers, a dictionary or
            value_counts()), or a data set.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, 4.4.1: the vegetation table.
    >>> from dtlab import load
    >>> gini(load("vegetation"))
    Gini(VEGETATION) = 1 − Σ P(t = l)²
                     = 1 − ((3/7)² + (2/7)² + (2/7)²)
                     = 1 − (9/49 + 4/49 + 4/49)
                     = 32/49 = 0.6531
    """
    return _counts_work(Gini(), y, digits)


def error(y: LabelsOrCounts, digits: int = 4) -> Work:
    """Misclassification error 1 − max P(t = l) of labels, of counts, or of a data set's target.

    Parameters:
        y: labels (a Series, or a list of text), counts (a list of numbers, a dictionary or
            value_counts()), or a data set.
        digits: the most decimals that are shown, 4 by default.

    Lecture 001, the toy example: 40 of 120 in the root.
    >>> error([40, 80])
    error(t) = 1 − max P(t = l)
             = 1 − max(40/120, 80/120)
             = 1 − 80/120
             = 1/3 = 0.3333
    """
    return _counts_work(Error(), y, digits)


def _counts_work(kind, y, digits):
    counted = read_counts(y)
    value = kind.value(counted.counts)  # first of all: the measure refuses bad counts
    terms = kind.terms(counted.labels, counted.counts)
    lines = kind.lines(counted.counts, terms, digits)
    rows = _class_rows(terms, counted.names)
    block = Block(kind.left(counted.title), lines)
    return Work((block,), value, kind.exact(counted.counts), terms, rows=rows)


def variance(y: Values | Dataset, ddof: int = 0, digits: int = 4) -> Work:
    """Variance Σ (tᵢ − t̄)² / n of a column of numbers, or / (n − 1) with ddof=1.

    Parameters:
        y: numbers, or a data set whose target is a number.
        ddof: the sum is divided by n − ddof: 0 (default) or 1.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, 4.4.3: the rentals in autumn.
    >>> variance([2910, 2880, 2820], ddof=1)
    mean(t) = (2910 + 2880 + 2820) / 3 = 2870
    <BLANKLINE>
    var(t) = Σ (tᵢ − t̄)² / (n − 1)
           = ((2910 − 2870)² + (2880 − 2870)² + (2820 − 2870)²) / (3 − 1)
           = (1600 + 100 + 2500) / (3 − 1)
           = 2100
    """
    kind, y = Variance(ddof), target_of(y)
    values = exact_numbers(y)
    names = names_of(y)
    target = title(y, "t")
    mean = mean_of(values)
    rounded = values.astype(float)
    squares = (rounded - float(mean)) ** 2 if len(values) > MOST_EXACT else (values - mean) ** 2
    terms = []
    for d, s in zip(names, squares, strict=True):
        terms.append(SumTerm(d, None, None, float(s), None if isinstance(s, float) else s))
    lines = _variance_lines(kind, values, mean, squares, digits)
    blocks = (mean_block(target, values, digits), Block(kind.left(target), lines))
    rows = zip(names, rounded.tolist(), map(float, squares), strict=True)
    table = WorkTable(("instance", target, "squared deviation"), tuple(rows))
    return Work(blocks, kind.value(values), kind.exact(values), tuple(terms), rows=table)


def _variance_lines(kind, values, mean, squares, digits):
    if len(values) <= kind.ddof:
        return ("=", kind.formula()), ("=", words("one row has no spread: ") + number(0))
    below = kind.divisor(len(values))
    deviations = [number(v, digits) + " − " + factor(mean, digits) for v in few(values)]
    filled = over(joined(map(squared, deviations), most=4), below)
    worked = over(joined(number(s, digits) for s in few(squares)), below)
    result = outcome(kind.value(values), kind.exact(values), digits=digits)
    return ("=", kind.formula()), ("=", filled), ("=", worked), *result


def prediction(y: LabelsOrCounts | Node, digits: int = 4) -> Work:
    """What a leaf predicts: the majority class of its labels or counts, the mean of its numbers.

    Equal counts go to the first label. `result` is the prediction, `value` its share or the mean.

    Parameters:
        y: labels, counts (a dictionary or a list of numbers), a Series of numbers, a data set, or
            a Node of a tree.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, Figure 6: the rentals in autumn, on a working day or not.
    >>> prediction({"no": 5, "yes": 9})
    prediction(t) = most frequent of 5 no, 9 yes
                  = yes, with 9/14 = 0.6429
    >>> import pandas as pd
    >>> prediction(pd.Series([2910, 2880], name="RENTALS"))
    mean(RENTALS) = (2910 + 2880) / 2 = 2895
    """
    if hasattr(y, "stats") and hasattr(y, "prediction"):
        return _of_node(y, digits)
    y = target_of(y)
    if has_index(y) and y.ndim == 1 and y.dtype.kind in "iuf" and y.name not in COUNTED:
        return _mean_work(y, digits)
    counted = read_counts(y)
    measures.error(counted.counts)  # refuses what are not counts
    label = counted.labels[counted.counts.index(max(counted.counts))]
    return _majority(counted, label, digits)


def mean_block(target, values, digits):
    """mean(t) = (2910 + 2880 + 2820) / 3 = 2870."""
    added = joined(number(v, digits) for v in few(values))
    line = over(added, number(len(values))) + " = " + number(mean_of(values), digits)
    return Block(function("mean", target), (("=", line),))


# ------------------------------------------------------------------ predictions


def _of_node(node, digits):
    if node.stats is None:
        raise InputError(
            f"this node holds no counts: it was written to predict {show(node.prediction)}"
        )
    if node.classes is None:
        weight, mean, spread = node.stats
        line = over(number(weight * mean, digits), number(weight)) + " = " + number(mean, digits)
        block = Block(function("mean", "t"), (("=", line),))
        rows = WorkTable(("rows", "mean", "variance"), ((weight, mean, spread),))
        return Work((block,), mean, rows=rows, result=node.prediction)
    counts = tuple(map(exact, node.stats))
    return _majority(ClassCounts("t", node.classes, counts, None), node.prediction, digits)


def _mean_work(y, digits):
    values = tuple(exact_numbers(y))
    mean = mean_of(values)
    names = names_of(y)
    target = title(y, "t")
    n = len(values)
    shares = zip(names, values, strict=True)
    terms = tuple(SumTerm(d, 1, n, float(v / n), Fraction(v) / n) for d, v in shares)
    table = WorkTable(("instance", target), tuple(zip(names, map(float, values), strict=True)))
    block = mean_block(target, values, digits)
    return Work((block,), float(mean), mean, terms, rows=table, result=float(mean))


def _majority(counted, label, digits):
    terms = Error().terms(counted.labels, counted.counts)
    shown = dict(zip(counted.labels, terms, strict=True)).get(label, terms[0])
    rows = _class_rows(terms, counted.names)
    answer = name(label)
    answer = Formula(answer.text, rf"\mathbf{{{answer.latex.replace('text{', 'textbf{')}}}")
    if sum(counted.counts):
        space = Formula(" ", r"\ ")
        seen = [number(t.count) + space + name(t.label) for t in terms if t.count]
        share = fraction(shown.count, shown.total) + " = " + number(shown.value, digits)
        pieces = [
            words("most frequent of ") + joined(seen, ", "),
            answer + words(", with ") + share,
        ]
    else:
        pieces = [answer + words(", its parent's: no training row came here")]
    tied = [t.label for t in terms if t.count == max(counted.counts)]
    note = f"{' and '.join(map(show, tied))} are equally frequent: the first one is taken."
    lines = tuple(("=", piece) for piece in pieces)
    block = Block(function("prediction", counted.title), lines)
    note = note if len(tied) > 1 and sum(counted.counts) else ""
    return Work((block,), shown.value, shown.exact, terms, rows=rows, result=label, note=note)


def _class_rows(terms, names):
    names = names or (Names(()),) * len(terms)
    rows = [
        (t.label, members, float(t.count), float(t.fraction), t.value)
        for t, members in zip(terms, names, strict=True)
    ]
    return WorkTable(("class", "instances", "count", "share", "term"), tuple(rows))


# Where an impurity is asked for, the shown function stands for its measure.
for stand_in in (entropy, gini, error, variance):
    vars(stand_in)["measure"] = getattr(measures, stand_in.__name__)
