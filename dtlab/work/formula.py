"""Formulas written twice at once: as text for a terminal and as LaTeX for a notebook.

Sign by sign the two belong together, so neither can say something that the other does not.
"""

import re
from dataclasses import dataclass

from ..inputs.values import show

SIGNS = str.maketrans(
    {
        "−": "-", "×": r" \times ", "Σ": r"\sum ", "²": "^2", "₂": "_2", "…": r"\dots ",
        "ε": r"\varepsilon ", "α": r"\alpha ", "Δ": r"\Delta ", "χ": r"\chi ", "←": r"\leftarrow ",
        "½": r"\tfrac{1}{2} ", "≥": r"\ge ",
    }
)  # fmt: skip
# Outside \text{} the three readers (LaTeX, MathJax, KaTeX) agree on how these are written.
SPECIAL = {c: rf"\{c}" for c in "_#$%&{}"} | {"\\": r"\backslash ", "^": r"\wedge ", "~": r"\sim "}
LONGEST_NAME = 28  # letters of a name in a formula; the tables write it in full
MOST_TERMS = 5  # a longer sum is cut in the middle: the first three, …, the last
ROOM = 46  # letters that stand side by side in a notebook beside its file browser


@dataclass(frozen=True, slots=True)
class Ink:
    """A piece of a formula in both writings; `+` puts pieces side by side.

    >>> ink("1 − ") + fraction(3, 7)
    Ink(text='1 − 3/7', latex='1 - \\\\frac{3}{7}')
    """

    text: str
    latex: str

    def __add__(self, other):
        other = ink(other)
        return Ink(self.text + other.text, self.latex + other.latex)

    def __radd__(self, other):
        return ink(other) + self


def ink(piece):
    """Text with the signs of SIGNS as a piece of a formula; a piece stays what it is."""
    return piece if isinstance(piece, Ink) else Ink(piece, piece.translate(SIGNS))


def name(value, longest=LONGEST_NAME):
    """The name of a column or a label, cut if it is very long.

    >>> name("credit_rating").latex
    '\\\\text{credit}\\\\_\\\\text{rating}'
    """
    text = show(value)
    if len(text) == 1 and text.isascii() and text.isalpha():
        return Ink(text, text)  # t, d, x: a letter of the formula
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    pieces = re.split(r"([\\_#$%&{}^~])", text)
    return Ink(text, "".join(SPECIAL.get(p, rf"\text{{{p}}}") for p in pieces if p))


def words(text):
    """Plain words within a formula."""
    return Ink(text, rf"\text{{{text}}}")


def function(symbol, *arguments):
    """symbol(argument, …); a symbol of several letters stands upright.

    >>> function("rem", "WORDS").text
    'rem(WORDS)'
    """
    inside = joined([a if isinstance(a, Ink) else name(a) for a in arguments], ", ")
    return name(symbol) + "(" + inside + ")"


def fraction(count, total):
    """count/total as it was counted, 3/6 and not 1/2; a probability (total 1) is written alone.

    >>> fraction(3, 6).text, fraction(0.25, 1).text
    ('3/6', '0.25')
    """
    above, below = number(count, 6), number(total, 6)
    if total == 1 and count not in (0, 1):
        return above
    return Ink(f"{above.text}/{below.text}", rf"\frac{{{above.latex}}}{{{below.latex}}}")


def over(above, below):
    """A quotient of two longer pieces."""
    text = f"{_closed(above).text} / {_closed(below).text}"
    return Ink(text, rf"\frac{{{above.latex}}}{{{below.latex}}}")


def _closed(piece):
    outside = re.sub(r"\([^()]*\)", "", piece.text)  # what brackets hold already needs no more
    return bracket(piece) if re.search(r"[−+×] ", outside) else piece


def number(value, digits=4):
    """A number; in LaTeX its thousands stand apart.

    >>> number(2472533 + 1 / 3).text, number(2472533 + 1 / 3).latex
    ('2472533.3333', '2\\\\,472\\\\,533.3333')
    """
    text = decimals(value, digits)
    return Ink(text, apart(text, r"\,").replace("−", "-"))


def factor(value, digits=4):
    """A number that follows another sign: a negative one is put into brackets."""
    return number(value, digits) if value >= 0 else bracket(number(value, digits))


def decimals(value, digits=4, at_least=0):
    """A number as text: rounded ones keep all digits, exact ones lose their zeros.

    >>> decimals(0.971, 4), decimals(0.97096, 4), decimals(-1.0), decimals(0.0)
    ('0.971', '0.9710', '−1', '0')
    """
    value = float(value)
    text = f"{value:.{max(digits, at_least)}f}"
    if abs(float(text) - value) <= 1e-12 * max(1.0, abs(value)):
        whole, _, rest = text.partition(".")
        rest = rest.rstrip("0").ljust(at_least, "0")
        text = f"{whole}.{rest}" if rest else whole
    if not text.strip("-0."):
        text = text.lstrip("-")
    return text.replace("-", "−")


def apart(text, space="\u202f"):
    """Thousands set apart in a number of five digits or more."""
    whole, dot, rest = text.partition(".")
    if len(whole.lstrip("−")) > 4:
        whole = re.sub(r"(?<=\d)(?=(\d{3})+$)", lambda _: space, whole)
    return whole + dot + rest


def log(base, of):
    """log_base(of)."""
    sign = {2: Ink("log₂", r"\log_2 "), 10: Ink("log₁₀", r"\log_{10} ")}.get(base)
    if sign is None:
        natural = abs(base - 2.718281828459045) < 1e-12
        plain = decimals(base)
        sign = Ink("ln", r"\ln ") if natural else Ink(f"log_{plain}", rf"\log_{{{plain}}} ")
    # LaTeX sets a fraction apart by itself; in a line of text it needs brackets.
    return Ink(f"{sign.text}({of.text})", sign.latex + of.latex)


def bracket(piece):
    """The piece in round brackets."""
    return Ink(f"({piece.text})", rf"\left({piece.latex}\right)")


def squared(piece):
    """(piece)²."""
    return bracket(piece) + "²"


def joined(pieces, between=" + ", most=MOST_TERMS):
    """The pieces with a sign between them, cut in the middle if there are many.

    >>> joined([number(i) for i in range(1, 9)]).text
    '1 + 2 + 3 + … + 8'
    """
    pieces = list(pieces)
    while True:
        first, *others = map(ink, elided(pieces, most, "…"))
        total = first
        for piece in others:
            total = total + between + piece
        if most == 3 or len(pieces) <= 3 or reach(total.latex) <= ROOM:
            return total
        most = min(most, len(pieces)) - 1


def reach(latex):
    """About how many letters wide a formula is in print.

    >>> reach(r"\\frac{13}{52} \\times \\log_2 \\frac{13}{52}")
    9
    """
    latex = re.sub(r"\\(?:left|right|text|mathrm|mathbf)|\\,", "", latex)
    latex = re.sub(r"\\frac{([^{}]*)}{([^{}]*)}", lambda m: max(m[1], m[2], key=len), latex)
    latex = re.sub(r"\\(log|ln|max)", r"\1", latex)
    return len(re.sub(r"[{}^_\s]", "", re.sub(r"\\[a-zA-Z]+", "×", latex)))


def few(items):
    """The items of a long sum that `joined` can show: writing the others would take time only."""
    return items if len(items) <= MOST_TERMS else [*items[:MOST_TERMS], items[-1]]


def elided(items, most, gap):
    """At most `most` items: the first ones, a gap, the last one."""
    return items if len(items) <= most else [*items[: most - 2], gap, items[-1]]
