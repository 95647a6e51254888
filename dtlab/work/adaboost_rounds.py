"""AdaBoost, shown: how the weights of the rows change, round by round (lecture 000, Table 8).

Functions of plain columns: they need the models' answers, not the models.
"""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import NamedTuple

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_weights, refuse_all_but_one_column, same_length
from ..inputs.values import listed, plain
from ..typing import NamedColumns, Values
from .formula import Formula, as_formula, joined, name, number, over
from .sets import beside, exact_numbers, indexed, named_columns, names_of
from .shown import Block, SumTerm, Work, outcome
from .table import Mark, WorkTable


class Update(NamedTuple):
    """What one round gives: the model's error ε, its confidence α, the new weights."""

    error: Fraction
    alpha: float
    weights: tuple


def adaboost_update(weights: Values | Work, correct: Values, digits: int = 4) -> Work:
    """One update: w ← w / (2ε) where the model is wrong, w ← w / (2 (1 − ε)) where it is right.

    `value` is ε, `result` has error, alpha and weights.

    Parameters:
        weights: one number per row, which sum to 1; or the update before this one.
        correct: for each row, True where the model is right: prediction == target.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, Table 8:
    >>> adaboost_update([0.25] * 4, [True, True, True, False])
    ε = Σ w[i] over the wrong rows
      = 0.25
      = 1/4 = 0.25
    <BLANKLINE>
    w[d4] ← 0.25 / (2 × 0.25)
          = 1/2 = 0.5
    <BLANKLINE>
    w[d1] ← 0.25 / (2 × (1 − 0.25))
          = 1/6 = 0.1667
    <BLANKLINE>
    α = ½ × ln((1 − 0.25) / 0.25)
      = 0.5493
    <BLANKLINE>
    instance  weight  correct  factor  new weight
    ────────  ──────  ───────  ──────  ──────────
    d1          0.25  yes      0.6667      0.1667
    d2          0.25  yes      0.6667      0.1667
    d3          0.25  yes      0.6667      0.1667
    d4          0.25  no       2.0000      0.5000
    """
    refuse_all_but_one_column(correct, "correct")
    old = _weights(weights)
    right = [plain(r) for r in listed(correct)]
    if not all(isinstance(r, bool) for r in right):
        raise InputError("correct must hold True or False for each row: prediction == target")
    same_length(old, right)
    names = names_of(indexed(correct, weights), len(old))
    error = Fraction(old[~np.array(right)].sum())
    if error in (0, 1):
        which = "no" if error else "every"
        raise InputError(f"the model gets {which} row right: with ε = {error} nothing is updated")
    alpha = log((1 - error) / error) / 2
    factors = np.array([1 / (2 * ((1 - error) if r else error)) for r in right])
    new = tuple(old * factors)
    terms = tuple(SumTerm(d, None, None, float(w), w) for d, w in zip(names, new, strict=True))
    columns = ("instance", "weight", "correct", "factor", "new weight")
    weight, factor, after = (list(map(float, column)) for column in (old, factors, new))
    answers = [Mark(r, "no") for r in right]
    rows = tuple(zip(names, weight, answers, factor, after, strict=True))
    blocks = _update_blocks(names, old, right, Update(error, alpha, new), digits)
    table = WorkTable(columns, rows, digits=digits)
    return Work(blocks, float(error), error, terms, table, result=Update(error, alpha, new))


def adaboost(
    y: Values,
    predictions: NamedColumns,
    x: NamedColumns | None = None,
    frequencies: NamedColumns | None = None,
    digits: int = 4,
) -> Work:
    """The table of AdaBoost's rounds as in lecture 000, Table 8: distribution, sample, prediction.

    `value` is the last model's ε, `result` the updates.

    Parameters:
        y: the class of each row.
        predictions: a column per model, its answers (DataFrame, dictionary or list of columns).
        x: columns that are shown beside them; None (default) shows none.
        frequencies: a column per model, how often each row was drawn for it; None (default) shows
            none.
        digits: the most decimals that are shown, 4 by default.

    >>> from dtlab import load
    >>> days = load("bike_temp_classes").frame
    >>> rounds = adaboost(days["RENTALS"], days[["M0", "M1", "M2"]], days[["TEMP"]])
    >>> [round(term.value, 4) for term in rounds.terms]
    [0.2, 0.1875, 0.1923]
    """
    drawn = dict(enumerate(column for _, column in named_columns(frequencies)))
    refuse_all_but_one_column(y, "y")
    truth = listed(y)
    weights = [Fraction(1, len(truth))] * len(truth)
    updates = []
    columns = []
    for i, (_, answers) in enumerate(named_columns(predictions)):
        refuse_all_but_one_column(answers, "predictions")
        same_length(truth, answers)
        correct = [plain(a) == b for a, b in zip(listed(answers), truth, strict=True)]
        columns.append((f"dist. {i}", list(map(float, weights))))
        if i in drawn:
            columns.append((f"freq. {i}", listed(drawn[i])))
        columns.append((f"M{i}", listed(answers)))
        updates.append(adaboost_update(weights, correct).result)
        weights = updates[-1].weights
    if not updates:
        raise InputError("predictions has no columns: give the answers of at least one model")
    table = beside(y, x, columns, digits)
    blocks = tuple(block for i, u in enumerate(updates) for block in _round_blocks(i, u, digits))
    terms = tuple(
        SumTerm(f"M{i}", None, None, float(u.error), u.error) for i, u in enumerate(updates)
    )
    last = updates[-1].error
    return Work(blocks, float(last), last, terms, table, result=tuple(updates))


# ------------------------------------------------------------------ reading and writing


def _weights(weights):
    """Weights as fractions that sum to one."""
    if isinstance(weights, Work):
        return np.array(weights.result.weights)
    fractions = exact_numbers(weights, "weights")
    as_weights(weights, len(fractions))
    if abs(fractions.sum() - 1) > 1e-9:
        raise InputError("the weights must sum to 1: divide them by their sum first")
    return fractions / Fraction(fractions.sum())


def _update_blocks(names, old, right, update, digits):
    error, alpha, new = update
    e = number(error, digits)
    rest = Formula("(1 − ", "(1 - ") + number(error, digits) + ")"
    added = joined(number(w, digits) for w in old[~np.array(right)])
    over_wrong = Formula("Σ w[i] over the wrong rows", r"\sum_{i\ \text{wrong}} w[i]")
    changes = []
    for row, divisor in ((right.index(False), "2 × " + e), (right.index(True), "2 × " + rest)):
        line = ("←", over(number(old[row], digits), divisor))
        lines = line, *outcome(new[row], new[row], digits=digits)
        changes.append(Block("w[" + name(names[row]) + "]", lines))
    confidence = (("=", _half_log(e)), *outcome(alpha, digits=digits))
    first = (("=", over_wrong), ("=", added), *outcome(error, error, digits=digits))
    return (Block(as_formula("ε"), first), *changes, Block(as_formula("α"), confidence))


def _round_blocks(i, update, digits):
    e = number(update.error, digits)
    error, alpha = (Formula(f"{s}{i}", rf"{as_formula(s).latex}_{{{i}}}") for s in "εα")
    yield Block(error, outcome(update.error, update.error, digits=digits))
    line = _half_log(e) + " = " + number(update.alpha, digits)
    yield Block(alpha, (("=", line),))


def _half_log(e):
    quotient = over("1 − " + e, e)
    return "½ × " + Formula(f"ln({quotient.text})", rf"\ln {quotient.latex}")
