"""Shown work about one set: its impurity, its variance, and what a leaf predicts for it."""

from fractions import Fraction

from .. import measures
from ..inputs.labels import COUNTED, as_numbers, has_index, target_of
from ..inputs.values import show
from .formula import (
    Formula,
    factor,
    few,
    fraction,
    function,
    joined,
    name,
    number,
    over,
    squared,
    words,
)
from .impurities import Error
from .sets import Counted, exact, mean_of, names_of, read_counts, title
from .shown import Block, Term, Work, outcome
from .table import Names, Table

MOST_EXACT = 500  # rows; beyond, the terms (not the result) are floats only, to save time


def counts_work(kind, y, digits):
    """The impurity of class counts."""
    counted = read_counts(y)
    value = kind.value(counted.counts)  # first of all: the measure refuses bad counts
    terms = kind.terms(counted.labels, counted.counts)
    lines = kind.lines(counted.counts, terms, digits)
    rows = _class_rows(terms, counted.names)
    block = Block(kind.left(counted.title), lines)
    return Work((block,), value, kind.exact(counted.counts), terms, rows=rows)


def variance_work(kind, y, digits):
    """The variance of a column of numbers."""
    value = measures.variance(y, ddof=kind.ddof)
    values, names, target = tuple(map(exact, y)), names_of(y), title(y, "t")
    mean = mean_of(values)
    number_type = float if len(values) > MOST_EXACT else Fraction
    squares = [(number_type(v) - number_type(mean)) ** 2 for v in values]
    pairs = list(zip(names, map(float, values), squares, strict=True))
    terms = tuple(
        Term(d, None, None, float(s), None if isinstance(s, float) else s) for d, _, s in pairs
    )
    lines = _variance_lines(kind, values, mean, squares, digits)
    blocks = (mean_block(target, values, digits), Block(kind.left(target), lines))
    rows = tuple((d, v, float(s)) for d, v, s in pairs)
    table = Table(("instance", target, "squared deviation"), rows)
    return Work(blocks, value, kind.exact(values), terms, rows=table)


def _variance_lines(kind, values, mean, squares, digits):
    if len(values) <= kind.ddof:
        return ("=", kind.formula()), ("=", words("one row has no spread: ") + number(0))
    below = kind.divisor(len(values))
    deviations = [number(v, digits) + " − " + factor(mean, digits) for v in few(values)]
    filled = over(joined(map(squared, deviations), most=4), below)
    worked = over(joined(number(s, digits) for s in few(squares)), below)
    result = outcome(kind.value(values), kind.exact(values), digits=digits)
    return ("=", kind.formula()), ("=", filled), ("=", worked), *result


def prediction_work(y, digits):
    """The prediction of a leaf that holds y, or of a node."""
    if hasattr(y, "stats") and hasattr(y, "prediction"):
        return _of_node(y, digits)
    y = target_of(y)
    if has_index(y) and y.dtype.kind in "iuf" and y.name not in COUNTED:
        return _mean_work(y, digits)
    counted = read_counts(y)
    measures.error(list(map(float, counted.counts)))  # refuses what are not counts
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
        raise ValueError(
            f"this node holds no counts: it predicts {show(node.prediction)} as it was written"
        )
    if node.classes is None:
        weight, mean, spread = node.stats
        line = over(number(weight * mean, digits), number(weight)) + " = " + number(mean, digits)
        block = Block(function("mean", "t"), (("=", line),))
        rows = Table(("rows", "mean", "variance"), ((weight, mean, spread),))
        return Work((block,), mean, rows=rows, result=node.prediction)
    counts = tuple(map(exact, node.stats))
    return _majority(Counted("t", node.classes, counts, None), node.prediction, digits)


def _mean_work(y, digits):
    values = tuple(map(exact, as_numbers(y, "y")))
    mean = mean_of(values)
    names, target, n = names_of(y), title(y, "t"), len(values)
    shares = zip(names, values, strict=True)
    terms = tuple(Term(d, 1, n, float(v / n), Fraction(v) / n) for d, v in shares)
    table = Table(("instance", target), tuple(zip(names, map(float, values), strict=True)))
    block = mean_block(target, values, digits)
    return Work((block,), float(mean), mean, terms, rows=table, result=float(mean))


def _majority(counted, label, digits):
    terms = Error().terms(counted.labels, counted.counts)
    shown = dict(zip(counted.labels, terms, strict=True)).get(label, terms[0])
    rows, answer = _class_rows(terms, counted.names), name(label)
    answer = Formula(answer.text, rf"\mathbf{{{answer.latex.replace('text{', 'textbf{')}}}")
    if sum(counted.counts):
        space = Formula(" ", r"\ ")
        seen = [number(t.count) + space + name(t.label) for t in terms if t.count]
        share = fraction(shown.count, shown.total) + " = " + number(shown.value, digits)
        lines = (
            ("=", words("most frequent of ") + joined(seen, ", ")),
            ("=", answer + words(", with ") + share),
        )
    else:
        lines = (("=", answer + words(", its parent's: no training row came here")),)
    tied = [t.label for t in terms if t.count == max(counted.counts)]
    note = f"{' and '.join(map(show, tied))} are equally frequent: the first one is taken."
    block = Block(function("prediction", counted.title), lines)
    note = note if len(tied) > 1 and sum(counted.counts) else ""
    return Work((block,), shown.value, shown.exact, terms, rows=rows, result=label, note=note)


def _class_rows(terms, names):
    names = names or (Names(()),) * len(terms)
    rows = [
        (t.label, members, float(t.count), float(t.fraction), t.value)
        for t, members in zip(terms, names, strict=True)
    ]
    return Table(("class", "instances", "count", "share", "term"), tuple(rows))
