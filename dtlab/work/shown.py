"""Shown work: one object for every calculation, with its formula, its terms and its result.

A notebook shows it as Markdown with LaTeX formulas, a terminal as aligned text; `to_frame()` gives
its rows as a DataFrame. `value` is the float of dtlab's measures, `exact` the fraction if there is
one. There is no text/latex for the notebook: some programs would prefer it to the Markdown, and
lose the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from .formula import Formula, as_formula, fraction, number
from .table import WorkTable, escaped, markdown_table, text_table

if TYPE_CHECKING:
    import pandas as pd

NEW_LINE = "=←"  # signs that begin a line; others continue the one above
LINE_END, BLOCK_END = r" \\[0.4ex]", r" \\[1.4ex]"  # room between lines, and between quantities


class SumTerm(NamedTuple):
    """One term of a sum: the share count/total it is about, and its value."""

    label: object
    count: Any  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    total: Any
    value: float
    exact: Fraction | None = None

    @property
    def fraction(self):
        """The share count/total exactly; None where the term is not about a share."""
        return None if self.total is None else Fraction(self.count) / (Fraction(self.total) or 1)


class Block(NamedTuple):
    """One quantity: what it is called, and the lines that lead to its value.

    A line is (sign, piece): "=" or "←" begins a new one, any other sign continues the one above.
    """

    left: Formula
    lines: tuple


@dataclass(frozen=True, repr=False)
class Work:
    """A calculation with all its steps. Compare two of them with == or, by value, with <.

    Parameters:
        blocks: the quantities in the order of the calculation, each with the lines that lead to it.
        value: the result as a float.
        exact: the result as a fraction; None (default) where there is none.
        terms: the terms of the sum, or the compared splits; each has label, count, total, value,
            exact and fraction.
        table: what is printed below the formulas; None by default.
        rows: what `to_frame` gives; None (default) takes the printed table.
        result: what the calculation decides, where that is not its value; None by default.
        note: a sentence below the table, empty by default.

    >>> from dtlab import work
    >>> nine = work.entropy({"no": 5, "yes": 9})
    >>> print(nine)
    H(t) = −Σ P(t = l) × log₂(P(t = l))
         = −(5/14 × log₂(5/14) + 9/14 × log₂(9/14))
         = 0.5305 + 0.4098
         = 0.9403 bits
    >>> [(term.label, term.fraction) for term in nine.terms]
    [('no', Fraction(5, 14)), ('yes', Fraction(9, 14))]
    """

    blocks: tuple[Block, ...]
    value: float
    exact: Fraction | None = None
    terms: tuple[SumTerm, ...] = ()
    table: WorkTable | None = None
    rows: WorkTable | None = None
    result: Any = None
    note: str = ""

    def __float__(self):
        return self.value

    def __lt__(self, other):
        return self.value < float(other)

    def to_frame(self) -> pd.DataFrame:
        """The rows as a DataFrame: nothing left out, nothing rounded."""
        return (self.rows or self.table or WorkTable((), ())).to_frame()

    def __str__(self):
        parts = ["\n".join(_text_lines(block)) for block in self.blocks]
        # Short quantities of one or two lines stand together, longer ones apart.
        apart = "\n\n" if any(len(block.lines) > 2 for block in self.blocks) else "\n"
        parts = [apart.join(parts)] if parts else []
        if self.table:
            parts.append(text_table(self.table))
        if self.note:
            parts.append(self.note)
        return "\n\n".join(parts)

    __repr__ = __str__

    def _repr_markdown_(self):
        # Inline mathematics is set at the left edge, where the tables are; $$ would centre it.
        parts = [rf"$\displaystyle {_aligned(self.blocks)}$"] if self.blocks else []
        if self.table:
            parts.append(markdown_table(self.table))
        if self.note:
            parts.append(escaped(self.note))
        return "\n\n".join(parts)


def _text_lines(block):
    margin = " " * len(block.left.text)
    for i, (sign, piece) in enumerate(block.lines):
        left = margin if i else block.left.text
        yield f"{left} {'' if sign in NEW_LINE else '  '}{sign} {piece.text}"


def _aligned(blocks):
    rows = []
    for block in blocks:
        for i, (sign, piece) in enumerate(block.lines):
            left = "" if i else block.left.latex
            # The empty group makes a plus that begins a line the plus of a sum.
            sign = ("&" if sign in NEW_LINE else r"&\quad {} ") + as_formula(sign).latex
            rows.append(f"{left} {sign} {piece.latex}")
        rows[-1] += BLOCK_END
    body = " ".join(row if row.endswith(BLOCK_END) else row + LINE_END for row in rows)
    return rf"\begin{{aligned}} {body.removesuffix(BLOCK_END)} \end{{aligned}}"


def outcome(value, exact=None, unit="", digits=4):
    """The lines of a result: as a fraction if it is a short one, then as a number, in bold.

    >>> [piece.text for _, piece in outcome(0.75, Fraction(3, 4))]
    ['3/4 = 0.75']
    """
    figure = number(value, digits)
    words = with_unit(figure.text, unit)[len(figure.text) :]
    bold = Formula(figure.text, rf"\mathbf{{{figure.latex}}}")
    bold = bold + Formula(words, rf"\ \text{{{words.strip()}}}" if words else "")
    if exact is not None and 1 < exact.denominator <= 9999 and abs(exact.numerator) < 10**8:
        sign = "−" if exact < 0 else ""
        bold = sign + fraction(abs(exact.numerator), exact.denominator) + " = " + bold
    return (("=", bold),)


def with_unit(figure, unit):
    """`1 bit`, `0.9183 bits`."""
    if not unit:
        return figure
    return f"{figure} {unit[:-1] if figure == '1' else unit}"
