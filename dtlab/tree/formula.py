"""A piece of a formula in two notations at once: text for a terminal, LaTeX for a notebook.

Symbol by symbol the two belong together, so neither can say something that the other does not.
"""

import re
from dataclasses import dataclass

from ..inputs.values import show

LATEX = str.maketrans(
    {
        "−": "-", "×": r" \times ", "·": r" \cdot ", "Σ": r"\sum ", "²": "^2", "₂": "_2",
        "…": r"\dots ", "ε": r"\varepsilon ", "α": r"\alpha ", "Δ": r"\Delta ", "χ": r"\chi ",
        "←": r"\leftarrow ", "½": r"\tfrac{1}{2} ", "≥": r"\ge ", "≤": r"\le ", "≠": r"\ne ",
    }
)  # fmt: skip
# Outside \text{} the three readers (LaTeX, MathJax, KaTeX) agree on how these are written.
SPECIAL = {c: rf"\{c}" for c in "_#$%&{}"} | {"\\": r"\backslash ", "^": r"\wedge ", "~": r"\sim "}


@dataclass(frozen=True, slots=True)
class Formula:
    """A piece of a formula; `+` puts pieces side by side.

    >>> as_formula("1 − ") + name("p")
    Formula(text='1 − p', latex='1 - p')
    """

    text: str
    latex: str

    def __add__(self, other):
        other = as_formula(other)
        return Formula(self.text + other.text, self.latex + other.latex)

    def __radd__(self, other):
        return as_formula(other) + self


def as_formula(piece):
    """Text with the symbols of LATEX as a piece of a formula; a piece stays what it is."""
    return piece if isinstance(piece, Formula) else Formula(piece, piece.translate(LATEX))


def name(value, longest=28):
    """The name of a column or a label, shortened if it is very long: tables write it in full.

    >>> name("credit_rating").latex
    '\\\\text{credit}\\\\_\\\\text{rating}'
    """
    text = show(value)
    if len(text) == 1 and text.isascii() and text.isalpha():
        return Formula(text, text)  # t, d, x: a letter of the formula
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    pieces = re.split(r"([\\_#$%&{}^~])", text)
    return Formula(text, "".join(SPECIAL.get(p, rf"\text{{{p}}}") for p in pieces if p))
