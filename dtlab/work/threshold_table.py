"""The table of thresholds of a number: where it may be cut, and what each cut gains."""

import numpy as np

from .. import measures
from ..inputs.labels import as_codes, as_numbers, same_length
from ..inputs.values import listed
from ..questions.question import Threshold
from ..questions.search import midpoints
from .formula import decimals, number
from .impurities import kind_of
from .one_split import exact_remainder, impurity_block
from .sets import Parts, exact, indexed, names_of, target_of, title
from .shown import Term, Work, with_unit
from .table import Mark, Names, Table

MOST_EXACT = 500  # rows; fractions of more would take longer than anyone looks


def thresholds(x, y, impurity=measures.entropy, every=False, digits=4):
    """The table of thresholds x ≤ t: half-way between neighbours of different class.

    Only these can be the best ones for entropy, gini and error (Fayyad). `every=True` shows all
    midpoints and marks the boundaries. Lecture 000, 4.4.2: ELEVATION in feet.
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
    cuts = Cuts(x, y, kind)
    shown = [i for i in range(len(cuts.values)) if every or cuts.boundary[i]]
    if not shown:
        raise ValueError(f"{cuts.feature!r} has no threshold: every row has one value or one class")
    splits = [cuts.parts(i) for i in shown]
    terms = [_term(kind, cuts.values[i], parts) for i, parts in zip(shown, splits, strict=True)]
    at, best = measures.best([term.value for term in terms])
    rows = [
        row for i, parts in zip(shown, splits, strict=True) for row in cuts.rows(i, parts, kind)
    ]
    columns = ("threshold", "level", "partition", "instances", kind.column, "remainder", "gain")
    rows = [(*row[:2], f"D{i}", *row[2:]) for i, row in enumerate(rows, start=1)]
    once = ("threshold", "remainder", "gain", "boundary")
    hidden = () if every else ("boundary",)
    table = Table((*columns, "boundary"), tuple(rows), once, terms[at].label, digits, hidden)
    note = cuts.note(terms[at], len(shown), kind.unit, digits)
    block = impurity_block(kind, title(y, "t"), splits[0].whole, digits)
    value, rational, result = terms[at].value, terms[at].exact, terms[at].label
    return Work((block,), value, rational, tuple(terms), table, result=result, note=note)


class Cuts:
    """The rows in the order of x, and every place between two different values of it."""

    def __init__(self, x, y, kind):
        numbers = as_numbers(x, "x")
        self.kind, self.feature, self.target = kind, title(x, "d"), title(y, "t")
        if kind.of_numbers:
            same_length(numbers, as_numbers(y, "y"))
            codes, self.classes = np.array(list(map(exact, listed(y))), dtype=object), None
        else:
            codes, self.classes = as_codes(y, "y")
            same_length(numbers, codes)
        order = np.argsort(numbers, kind="stable")
        numbers, self.target_values = numbers[order], codes[order]
        self.names = tuple(np.array(names_of(indexed(y, x)), dtype=object)[order])
        self.at = np.flatnonzero(np.diff(numbers) > 0) + 1  # first row above each cut
        self.values = midpoints(numbers[self.at - 1], numbers[self.at]).tolist()
        self.boundary = self._boundaries()
        if self.classes is not None:
            seen = np.eye(len(self.classes), dtype=int)[self.target_values].cumsum(0)
            self.below, self.whole = seen[self.at - 1], seen[-1]

    def _boundaries(self):
        """A cut between two blocks of equal x that are pure in one and the same class is none."""
        if self.classes is None:
            return [True] * len(self.at)
        blocks = np.split(self.target_values, self.at)
        pure = [block[0] if (block == block[0]).all() else -1 for block in blocks]
        return [a != b or a == -1 for a, b in zip(pure[:-1], pure[1:], strict=True)]

    def parts(self, i):
        """The two sides of cut i."""
        at, labels = self.at[i], [Threshold(self.feature, self.values[i]).label(j) for j in (0, 1)]
        if self.classes is None:
            sides, whole = np.split(self.target_values, [at]), self.target_values
        else:
            sides, whole = (self.below[i], self.whole - self.below[i]), self.whole
        data, whole = tuple(tuple(side.tolist()) for side in sides), tuple(whole.tolist())
        names = Names(self.names, 0, int(at)), Names(self.names, int(at), len(self.names))
        sizes = int(at), len(self.names) - int(at)
        titles = self.feature, self.target
        return Parts(*titles, tuple(labels), names, sizes, data, whole, self.classes)

    def rows(self, i, parts, kind):
        """The two rows of cut i, without the number of the part."""
        last = kind.remainder(parts), kind.gain(parts), Mark(self.boundary[i])
        for level, names, data in zip(parts.levels, parts.names, parts.data, strict=True):
            yield self.values[i], level, names, kind.value(data), *last

    def note(self, best, n_shown, unit, digits):
        question = f"{self.feature} ≤ {number(best.label, 6).text}"
        hidden = len(self.values) - n_shown
        more = "1 more midpoint lies" if hidden == 1 else f"{hidden} more midpoints lie"
        gain = with_unit(decimals(best.value, digits), unit)
        return f"Highest gain: {question}, {gain}." + (
            f" {more} within one class." if hidden else ""
        )


def _term(kind, value, parts):
    left = exact_remainder(kind, parts) if parts.n_rows <= MOST_EXACT else None
    rational = None if left is None else kind.exact(parts.whole) - left
    return Term(value, None, None, kind.gain(parts), rational)
