"""Pearson's chi-square test, shown: what was observed, what was to be expected, how far apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from .. import measures
from ..inputs.values import show
from ..typing import Values
from .formula import Formula, as_formula, bracket, decimals, joined, name, number, over, squared
from .sets import split
from .shown import Block, SumTerm, Work, outcome
from .table import WorkTable

CHI = Formula("χ²", r"\chi^2")


def chi_square(x: Values, y: Values, digits: int = 4) -> Work:
    """Pearson's χ² = Σ (o − e)² / e, its degrees of freedom and p-value (in `result`).

    The table has observed (expected) counts.

    Parameters:
        x, y: the feature and the target, one value per row.
        digits: the most decimals that are shown, 4 by default.

    Lecture 001, CHAID: age on buys_computer.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> chi_square(buys.X["age"], buys.y, digits=3)
    χ²(age, buys_computer) = Σ (o − e)² / e
                           = (3 − 1.786)² / 1.786 + (2 − 3.214)² / 3.214 + … + (3 − 3.214)² / 3.214
                           = 0.826 + 0.459 + 1.429 + … + 0.014
                           = 3.547
    <BLANKLINE>
    df = (3 − 1) × (2 − 1) = 2
    <BLANKLINE>
    p = P(χ² ≥ 3.547) = 0.170
    <BLANKLINE>
    age          no         yes        sum
    ───────────  ─────────  ─────────  ───
    youth        3 (1.786)  2 (3.214)  5
    middle_aged  0 (1.429)  4 (2.571)  4
    senior       2 (1.786)  3 (3.214)  5
    sum          5          9          14
    """
    parts = split(x, y)
    result = measures.chi_square(x, y)
    cells = []
    for level, size, row in zip(parts.levels, parts.sizes, parts.data, strict=True):
        for label, o, column in zip(parts.classes, row, parts.whole, strict=True):
            e = Fraction(size * column, parts.n_rows)
            cells.append(_Cell(level, label, o, e, (o - e) ** 2 / e))
    rational = sum((cell.exact for cell in cells), Fraction(0))
    blocks = (_statistic(parts, cells, result.statistic, digits), *_test(parts, result, digits))
    terms = tuple(SumTerm(c[:2], c.observed, parts.n_rows, float(c.exact), c.exact) for c in cells)
    rows = tuple((*c[:3], float(c.expected), float(c.exact)) for c in cells)
    long = WorkTable(("level", "class", "observed", "expected", "term"), rows)
    table = _observed_and_expected(parts, cells, digits)
    return Work(blocks, result.statistic, rational, terms, table, long, result)


class _Cell(NamedTuple):
    level: object
    label: object
    observed: int
    expected: Fraction
    exact: Fraction


def _statistic(parts, cells, value, digits):
    left = CHI + "(" + name(parts.feature) + ", " + name(parts.target) + ")"
    formula = Formula("Σ (o − e)² / e", r"\sum \frac{(o - e)^2}{e}")
    filled = []
    for cell in cells:
        expected = number(cell.expected, digits)
        filled.append(over(squared(number(cell.observed) + " − " + expected), expected))
    terms = (number(cell.exact, digits) for cell in cells)
    steps = (formula, joined(filled, most=4), joined(terms))
    return Block(left, (*(("=", step) for step in steps), *outcome(value, digits=digits)))


def _test(parts, result, digits):
    sizes = len(parts.levels), len(parts.classes)
    df = as_formula(f"({sizes[0]} − 1) × ({sizes[1]} − 1) = {result.df}")
    tail = Formula("P", "P") + bracket(CHI + " ≥ " + number(result.statistic, digits))
    p = result.p_value
    if p >= 10**-digits or p == 0:
        figure = number(p, digits)
    else:
        mantissa, power = f"{p:.1e}".split("e")
        figure = Formula(f"{p:.1e}", rf"{mantissa} \times 10^{{{int(power)}}}")
    tail += " = " + figure
    return Block(as_formula("df"), (("=", df),)), Block(as_formula("p"), (("=", tail),))


def _observed_and_expected(parts, cells, digits):
    """One row per level and one column per class: 3 (1.7857), with the sums."""
    written = iter([f"{c.observed} ({decimals(c.expected, digits)})" for c in cells])
    rows = [
        (show(level), *islice(written, len(parts.classes)), str(size))
        for level, size in zip(parts.levels, parts.sizes, strict=True)
    ]
    rows.append(("sum", *map(str, parts.whole), str(parts.n_rows)))
    return WorkTable((parts.feature, *map(show, parts.classes), "sum"), tuple(rows), digits=digits)
