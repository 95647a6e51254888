"""Gradient boosting, shown: residuals, corrections, new predictions (lecture 000, Table 9).

Functions of plain columns: they need the models' answers, not the models.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..inputs.labels import same_length
from ..typing import NamedColumns, Values
from .formula import Formula, factor, joined, name, number, squared, words
from .sets import beside, exact, exact_numbers, mean_of, named_columns, names_of, title
from .shown import Block, SumTerm, Work, outcome
from .table import WorkTable


def boosting_step(
    y: Values,
    prediction: Values,
    correction: Values,
    learning_rate: float = 1,
    digits: int = 4,
) -> Work:
    """One step of gradient boosting: the new prediction is M(d) + η × MΔ(d).

    `value` is the squared error that is left, `result` the new prediction.

    Parameters:
        y: the number to predict of each row.
        prediction: what was predicted so far, M(d): a column, or one number for all rows.
        correction: the answers MΔ(d) of the new model, which is grown on the residuals t − M(d).
        learning_rate: η (α in lecture 000), 1 by default.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, Table 9: the first days.
    >>> boosting_step([602, 750, 913], 1287.1, [-460.9, -460.9, -460.9])
    new M(d1) = M(d1) + η × MΔ(d1)
              = 1287.1 + 1 × (−460.9)
              = 826.2
    <BLANKLINE>
    squared error = (−685.1)² + (−537.1)² + (−374.1)²
                  = 897789.23
    <BLANKLINE>
    new squared error = (−224.2)² + (−76.2)² + 86.8²
                      = 63606.32
    <BLANKLINE>
    d     t       M   t − M      MΔ  new M  new t − M
    ──  ───  ──────  ──────  ──────  ─────  ─────────
    d1  602  1287.1  −685.1  −460.9  826.2     −224.2
    d2  750  1287.1  −537.1  −460.9  826.2      −76.2
    d3  913  1287.1  −374.1  −460.9  826.2       86.8
    """
    t, names, rate = exact_numbers(y), names_of(y), exact(learning_rate)
    if np.ndim(prediction) == 0:
        prediction = [prediction] * len(t)
    old, change = exact_numbers(prediction, "prediction"), exact_numbers(correction, "correction")
    same_length(old, t)
    same_length(change, t)
    new = old + rate * change
    before, after = t - old, t - new
    blocks = (
        _step_block(names[0], old[0], rate, change[0], new[0], digits),
        _error_block("squared error", before, digits),
        _error_block("new squared error", after, digits),
    )
    titles = ("d", title(y, "t"), "M", "t − M", "MΔ", "new M", "new t − M")
    columns = (column.astype(float).tolist() for column in (t, old, before, change, new, after))
    table = WorkTable(titles, tuple(zip(names, *columns, strict=True)), digits=digits)
    squares = after**2
    terms = tuple(SumTerm(d, None, None, float(s), s) for d, s in zip(names, squares, strict=True))
    error = Fraction(squares.sum())
    result = tuple(map(float, new))
    return Work(blocks, float(error), error, terms, table, result=result)


def gradient_boosting(
    y: Values,
    corrections: NamedColumns,
    x: NamedColumns | None = None,
    start: float | None = None,
    learning_rate: float = 1,
    digits: int = 4,
) -> Work:
    """The table of gradient boosting's stages as in lecture 000, Table 9.

    `value` is the squared error at the end, `result` the last prediction.

    Parameters:
        y: the number to predict of each row.
        corrections: a column per stage, the answers of its model (DataFrame, dictionary or list of
            columns).
        x: columns that are shown beside them; None (default) shows none.
        start: the first prediction; None (default) takes the mean of y.
        learning_rate: η (α in lecture 000), 1 by default.
        digits: the most decimals that are shown, 4 by default.

    >>> from dtlab import load
    >>> days = load("bike_temp_rentals").frame
    >>> first = [-460.9] * 4 + [691.4] * 4 + [-460.9] * 2
    >>> stages = gradient_boosting(days["RENTALS"], [first], days[["TEMP"]], digits=1)
    >>> list(stages.to_frame().columns)
    ['d', 'TEMP', 'RENTALS', 'M0', 't − M0', 'MΔ1', 'M1']
    """
    t, rate = exact_numbers(y), exact(learning_rate)
    m = np.full(len(t), mean_of(t) if start is None else exact(start), dtype=object)
    columns = [("M0", m), ("t − M0", t - m)]
    for i, (_, correction) in enumerate(named_columns(corrections), start=1):
        change = exact_numbers(correction, "correction")
        same_length(change, t)
        m = m + rate * change
        columns += [(f"MΔ{i}", change), (f"M{i}", m), (f"t − M{i}", t - m)]
    errors = [Fraction((c**2).sum()) for label, c in columns if label[0] == "t"]
    columns.pop()  # Table 9 ends with the last prediction
    terms = tuple(SumTerm(f"M{i}", None, None, float(e), e) for i, e in enumerate(errors))
    table = beside(y, x, [(label, c.astype(float)) for label, c in columns], digits)
    blocks = []
    for i, error in enumerate(errors):
        left = Formula(f"Σ (t − M{i})²", rf"\sum (t - \mathbb{{M}}_{{{i}}})^2")
        blocks.append(Block(left, outcome(error, digits=digits)))
    result = tuple(map(float, m))
    return Work(tuple(blocks), terms[-1].value, errors[-1], terms, table, result=result)


def _step_block(d, old, rate, change, new, digits):
    model, delta = r"\mathbb{M}", r"\mathbb{M}_{\Delta}"
    at = f"({name(d).latex})"
    left = Formula(f"new M({d})", rf"\text{{new }} {model}{at}")
    formula = Formula(f"M({d}) + η × MΔ({d})", rf"{model}{at} + \eta \times {delta}{at}")
    numbers = number(old, digits) + " + " + number(rate) + " × " + factor(change, digits)
    return Block(left, (("=", formula), ("=", numbers), *outcome(new, digits=digits)))


def _error_block(what, residuals, digits):
    numbers = [number(r, digits) for r in residuals]
    squares = [squared(n) if r < 0 else n + "²" for r, n in zip(residuals, numbers, strict=True)]
    lines = ("=", joined(squares)), *outcome((residuals**2).sum(), digits=digits)
    return Block(words(what), lines)
