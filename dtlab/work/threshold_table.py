"""The table of thresholds of a number: where it may be split, and what each threshold gains."""

from __future__ import annotations

import numpy as np

from .. import measures
from ..inputs.errors import InputError
from ..inputs.labels import as_codes, as_numbers, same_length
from ..questions.column_thresholds import thresholds_of
from ..questions.question import Threshold
from ..typing import Impurity, Values
from .all_splits import best_split, gain_term, split_rows
from .formula import decimals, number
from .impurities import kind_of
from .one_split import impurity_block
from .sets import Parts, exact_numbers, indexed, names_of, target_of, title
from .shown import Work, with_unit
from .table import Mark, Names, WorkTable

MOST_EXACT = 500  # rows; exact fractions of more would take too long


def thresholds(
    x: Values,
    y: Values,
    impurity: Impurity = measures.entropy,
    every: bool = False,
    digits: int = 4,
) -> Work:
    """The table of thresholds x ≤ t: half-way between neighbours of different class.

    Only these can be the best ones for entropy, gini and error (Fayyad). `result` is the threshold
    with the highest gain, `value` its gain.

    Parameters:
        x, y: a feature of numbers and the target, one value per row.
        impurity: entropy (default), gini, error, variance, or your own function of counts.
        every: True shows all midpoints and marks the boundaries; False (default) shows boundaries.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, 4.4.2: ELEVATION in feet.
    >>> from dtlab import load
    >>> land = load("vegetation_continuous")
    >>> thresholds(land.X["ELEVATION"], land.y)
    H(VEGETATION) = −(3/7 × log₂(3/7) + 2/7 × log₂(2/7) + 2/7 × log₂(2/7))
                  = 1.5567 bits
    <BLANKLINE>
    threshold  level   partition  instances               entropy  remainder    gain
    ─────────  ──────  ─────────  ──────────────────────  ───────  ─────────  ──────
          750  ≤ 750   D1         d2                       0.0000     1.2507  0.3060
               > 750   D2         d4, d3, d7, d1, d5, d6   1.4591
         1350  ≤ 1350  D3         d2, d4                   1.0000     1.3728  0.1839
               > 1350  D4         d3, d7, d1, d5, d6       1.5219
         2250  ≤ 2250  D5         d2, d4, d3               0.9183     0.9650  0.5917
               > 2250  D6         d7, d1, d5, d6           1.0000
         4175  ≤ 4175  D7         d2, d4, d3, d7, d1       0.9710     0.6935  0.8631
               > 4175  D8         d5, d6                   0.0000
    <BLANKLINE>
    Highest gain: ELEVATION ≤ 4175, 0.8631 bits. 2 more midpoints lie within one class.
    """
    kind, y = kind_of(impurity), target_of(y)
    found, splits = _splits(x, y, kind)
    shown = range(len(splits)) if every else np.flatnonzero(found.boundary).tolist()
    if not len(shown):
        raise InputError(f"{title(x, 'd')!r} has no threshold: all values or all classes are equal")
    chosen = [splits[i] for i in shown]
    boundary = dict(zip(found.values.tolist(), found.boundary.tolist(), strict=True))
    small = len(found.order) <= MOST_EXACT
    terms = [gain_term(kind, value, parts, small) for value, parts in chosen]
    at, _ = measures.best([term.value for term in terms])
    rows = split_rows(
        kind, chosen, lambda t, p: (kind.remainder(p), kind.gain(p), Mark(boundary[t]))
    )
    columns = ("threshold", "level", "partition", "instances", kind.column, "remainder", "gain")
    once = ("threshold", "remainder", "gain", "boundary")
    hidden = () if every else ("boundary",)
    table = WorkTable((*columns, "boundary"), rows, once, terms[at].label, digits, hidden)
    gain = with_unit(decimals(terms[at].value, digits), kind.unit)
    left_out = len(splits) - len(chosen)
    where = f"{chosen[0][1].feature} ≤ {number(terms[at].label, 6).text}"
    more = "1 more midpoint lies" if left_out == 1 else f"{left_out} more midpoints lie"
    note = f"Highest gain: {where}, {gain}." + (f" {more} within one class." if left_out else "")
    return best_split((impurity_block(kind, chosen[0][1], digits),), terms, at, table, note)


def _splits(x, y, kind):
    """The thresholds of x, and for each (value, its two sides)."""
    numbers, feature = as_numbers(x, "x"), title(x, "d")
    if kind.of_numbers:
        exact_y = exact_numbers(y)
        found = thresholds_of(numbers)
        classes = None
        same_length(numbers, exact_y)
        y_sorted = exact_y[found.order]
        data = [tuple(map(tuple, np.split(y_sorted, [at]))) for at in found.start]
        whole = tuple(y_sorted)
    else:
        codes, classes = as_codes(y, "y")
        same_length(numbers, codes)
        found = thresholds_of(numbers, codes, len(classes))
        data = [tuple(map(tuple, table)) for table in found.tables.tolist()]
        whole = tuple(np.bincount(codes, minlength=len(classes)).tolist())
    n = len(numbers)
    names = tuple(np.array(names_of(indexed(y, x)), dtype=object)[found.order])
    splits = []
    for value, at, sides in zip(found.values.tolist(), found.start.tolist(), data, strict=True):
        levels = tuple(Threshold(feature, value).label(j) for j in (0, 1))
        instances = Names(names, 0, at), Names(names, at, n)
        titles = feature, title(y, "t"), levels, instances
        splits.append((value, Parts(*titles, (at, n - at), sides, whole, classes)))
    return found, splits
