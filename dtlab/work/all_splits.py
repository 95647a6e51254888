"""The lecture's tables of splits: all features, all subsets of a category.

Each is a `Work` whose `terms` are the compared splits, `result` the best one, `value` its score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from .. import measures
from ..inputs.errors import InputError
from ..inputs.labels import as_codes, refuse_all_but_one_column
from ..inputs.values import show
from ..kernels import TIE
from ..typing import Impurity, Values
from .formula import decimals
from .impurities import Variance, kind_of
from .one_split import impurity_block, remainder_work
from .sets import split, title
from .shown import SumTerm, Work, with_unit
from .table import Share, WorkTable, clipped

if TYPE_CHECKING:
    import pandas as pd

    from ..data import Dataset

MOST_VALUES = 10  # of a category whose subsets are listed: 511 splits


def gains(
    data: Dataset | pd.DataFrame | Mapping[str, Values],
    y: Values | None = None,
    impurity: Impurity = measures.entropy,
    digits: int = 4,
) -> Work:
    """The table of partitions, impurity, remainder and gain: one row per feature and level.

    `result` is the feature with the highest gain, `value` its gain.

    Parameters:
        data: a data set from `load`; or the features, a DataFrame or a dictionary of columns.
        y: the target of these features; None (default) takes the data set's.
        impurity: entropy (default), gini, error, variance, or your own function of counts.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, the vegetation table:
    >>> from dtlab import load
    >>> gains(load("vegetation"))
    H(VEGETATION) = −(3/7 × log₂(3/7) + 2/7 × log₂(2/7) + 2/7 × log₂(2/7))
                  = 1.5567 bits
    <BLANKLINE>
    feature    level     partition  instances           entropy  remainder    gain
    ─────────  ────────  ─────────  ──────────────────  ───────  ─────────  ──────
    STREAM     False     D1         d1, d4, d5           0.9183     1.2507  0.3060
               True      D2         d2, d3, d6, d7       1.5000
    SLOPE      flat      D3         d5                   0.0000     0.9793  0.5774
               moderate  D4         d2                   0.0000
               steep     D5         d1, d3, d4, d6, d7   1.3710
    ELEVATION  low       D6         d2                   0.0000     0.6793  0.8774
               medium    D7         d3, d4               1.0000
               high      D8         d1, d5, d7           0.9183
               highest   D9         d6                   0.0000
    <BLANKLINE>
    Highest gain: ELEVATION, 0.8774 bits.
    """
    kind = kind_of(impurity)
    splits = _by_feature(data, y, kind)
    terms = [gain_term(kind, key, parts) for key, parts in splits]
    at, gain = measures.best([term.value for term in terms])
    winner, note = None, "No feature gains anything."
    if gain > 0:  # where nothing is gained, nothing stands out
        winner = terms[at].label
        note = _note("Highest gain", terms, at, kind.unit, digits)
    return _compared(kind, "feature", splits, terms, at, winner, note, digits)


def variances(
    data: Dataset | pd.DataFrame | Mapping[str, Values],
    y: Values | None = None,
    ddof: int = 0,
    digits: int = 4,
) -> Work:
    """The table of partitions and weighted variance Σ |D_l|/|D| × var(D_l); the smallest is best.

    `result` is the feature with the smallest, `value` its weighted variance.

    Parameters:
        data: a data set from `load`; or the features, a DataFrame or a dictionary of columns.
        y: the numbers to predict; None (default) takes the data set's target.
        ddof: the variance divides by n − ddof: 0 (default) or 1.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, Table 6 (which divides by n − 1): SEASON.
    >>> from dtlab import load
    >>> bikes = variances(load("bike_rentals"), ddof=1)
    >>> bikes.result, round(bikes.value, 2), bikes.exact
    ('SEASON', 1379331.33, Fraction(4137994, 3))
    """
    kind = Variance(ddof)
    splits = _by_feature(data, y, kind)
    terms = [_remainder_term(kind, key, parts) for key, parts in splits]
    shares = [Share(n, parts.n_rows) for _, parts in splits for n in parts.sizes]
    rows = split_rows(kind, splits, lambda _, parts: (kind.remainder(parts),))
    rows = tuple((*r[:4], share, *r[4:]) for r, share in zip(rows, shares, strict=True))
    columns = ("feature", "level", "partition", "instances", "share", "variance")
    at, _ = measures.best([-term.value for term in terms])
    weighted = "weighted variance"
    table = WorkTable((*columns, weighted), rows, ("feature", weighted), terms[at].label, digits)
    return best_split((), terms, at, table, _note(f"Smallest {weighted}", terms, at, "", digits))


def subset(
    x: Values,
    y: Values,
    values: str | float | Iterable[object],
    impurity: Impurity = measures.gini,
    digits: int = 4,
) -> Work:
    """The impurity that is left after asking whether x is one of `values`: a split of CART.

    Parameters:
        x, y: the feature and the target, one value per row.
        values: the values of x that answer yes: some of them, or a single one.
        impurity: gini (default), entropy, error, variance, or your own function of counts.
        digits: the most decimals that are shown, 4 by default.

    Lecture 004, CART 5/8: income is low or medium.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(str(subset(buys.X["income"], buys.y, ["low", "medium"])).split("\\n\\n")[0])
    rem(income: low, medium) = Σ |D_l|/|D| × Gini(D_l)
                             = 10/14 × (1 − (3/10)² − (7/10)²)
                               + 4/14 × (1 − (2/4)² − (2/4)²)
                             = 10/14 × 0.42 + 4/14 × 0.5
                             = 31/70 = 0.4429
    """
    kind = kind_of(impurity)
    codes, levels = as_codes(x, "x")
    values = [values] if isinstance(values, str) or not hasattr(values, "__iter__") else values
    refuse_all_but_one_column(values := list(values), "values")
    chosen = [level for level in levels if level in as_codes(values, "values")[1]]
    strange = [value for value in values if value not in set(levels)]
    known = f"of the values of {title(x, 'x')!r}, which are {', '.join(map(show, levels))}"
    if strange:
        raise InputError(f"{show(strange[0])} is not one {known}")
    if not 0 < len(chosen) < len(levels):
        raise InputError(f"give some, but not all, {known}")
    return remainder_work(kind, _two_groups(kind, codes, levels, chosen, x, y), digits)


def subsets(x: Values, y: Values, impurity: Impurity = measures.gini, digits: int = 4) -> Work:
    """Every split of the values of x into two groups, with what is left of the impurity.

    `result` names the best group, `value` is the remainder of its split.

    Parameters:
        x, y: the feature, of 2 to 10 values, and the target, one value per row.
        impurity: gini (default), entropy, error, variance, or your own function of counts.
        digits: the most decimals that are shown, 4 by default.

    Lecture 004, CART 5/8: income on buys_computer, 0.443, 0.458 and 0.450.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> income = subsets(buys.X["income"], buys.y)
    >>> [(term.label, round(term.value, 3)) for term in income.terms]
    [('{low, medium}', 0.443), ('{low, high}', 0.458), ('{medium, high}', 0.45)]
    """
    kind = kind_of(impurity)
    codes, levels = as_codes(x, "x")
    groups = _halves(levels, title(x, "x"))
    halves = [_two_groups(kind, codes, levels, group, x, y) for group in groups]
    splits = [(f"{{{parts.levels[0]}}}", parts) for parts in halves]
    terms = [_remainder_term(kind, key, parts) for key, parts in splits]
    at, _ = measures.best([-term.value for term in terms])
    note = _note("Smallest remainder", terms, at, kind.unit, digits)
    return _compared(kind, "subset", splits, terms, at, terms[at].label, note, digits)


# ------------------------------------------------------------------ what they share


def _compared(kind, first, splits, terms, at, winner, note, digits):
    """The table of splits, their names in the column `first`, under the whole set's impurity."""
    rows = split_rows(kind, splits, lambda _, parts: (kind.remainder(parts), kind.gain(parts)))
    columns = (first, "level", "partition", "instances", kind.column, "remainder", "gain")
    table = WorkTable(columns, rows, (first, "remainder", "gain"), winner, digits)
    return best_split((impurity_block(kind, splits[0][1], digits),), terms, at, table, note)


def _by_feature(data, y, kind):
    """[(name, parts)] of a Dataset, or of a DataFrame or dictionary with its target."""
    if y is None:
        if not (hasattr(data, "X") and hasattr(data, "y")):
            raise InputError("give a data set from load(), or the features X and the target y")
        data, y = data.X, data.y
    if not hasattr(data, "items") or getattr(data, "ndim", 2) != 2:
        given = type(data).__name__
        raise InputError(f"X must be a DataFrame or a dictionary of columns, not a {given}")
    splits = [(str(key), split(column, y, kind.of_numbers)) for key, column in data.items()]
    if not splits:
        raise InputError("X has no columns: there is nothing to compare")
    return [(key, parts._replace(feature=key)) for key, parts in splits]


def _two_groups(kind, codes, levels, chosen, x, y):
    rest = [level for level in levels if level not in chosen]
    outside = np.array([level not in chosen for level in levels]).astype(int)
    both = tuple(", ".join(map(show, group)) for group in (chosen, rest))
    parts = split(x, y, kind.of_numbers, groups=(outside[codes], both))
    return parts._replace(feature=f"{parts.feature}: {both[0]}")


def _halves(levels, feature):
    """Each split of the levels in two, once: by the larger group, or the one with the first."""
    n = len(levels)
    if n < 2:
        raise InputError(f"{feature!r} has one value only: there is nothing to split")
    if n > MOST_VALUES:
        raise InputError(
            f"{feature!r} has {n} values, which form two groups in {2 ** (n - 1) - 1} ways: "
            f"subsets lists them for up to {MOST_VALUES} values; CART finds the best one"
        )
    sizes = range(n - 1, (n - 1) // 2, -1)
    groups = [group for size in sizes for group in combinations(levels, size)]
    return [group for group in groups if 2 * len(group) > n or levels[0] in group]


def split_rows(kind, splits, tail):
    """One row per side of each (key, parts), numbered throughout, ending in tail(key, parts)."""
    rows: list[tuple] = []
    for key, parts in splits:
        last = tail(key, parts)
        for level, names, data in zip(parts.levels, parts.names, parts.data, strict=True):
            rows.append((key, level, f"D{len(rows) + 1}", names, kind.value(data), *last))
    return tuple(rows)


def gain_term(kind, key, parts, exact=True):
    """The gain of a split as a SumTerm; as a fraction, too, if it has one and `exact` is set."""
    return SumTerm(key, None, None, kind.gain(parts), kind.exact_gain(parts) if exact else None)


def _remainder_term(kind, key, parts):
    return SumTerm(key, None, None, kind.remainder(parts), kind.exact_remainder(parts))


def _note(what, terms, at, unit, digits):
    best = terms[at]
    near = TIE * max(1.0, abs(best.value))
    tied = [t.label for i, t in enumerate(terms) if i != at and abs(t.value - best.value) <= near]
    tie = f" (tied with {', '.join(map(clipped, tied[:3]))}: the first one wins)" if tied else ""
    figure = with_unit(decimals(best.value, digits), unit)
    return f"{what}: {clipped(best.label)}, {figure}{tie}."


def best_split(blocks, terms, at, table, note):
    """The Work of a comparison that term number `at` wins."""
    best = terms[at]
    return Work(blocks, best.value, best.exact, tuple(terms), table, result=best.label, note=note)
