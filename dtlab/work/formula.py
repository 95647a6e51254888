"""The arithmetic of a slide, as text for a terminal and as LaTeX for a notebook.

`tree/formula.py` has the class `Formula`; here is what the slides write with it.
"""

import re
from math import e

from ..tree.formula import Formula, as_formula, name

MOST_TERMS = 5  # a longer sum is cut in the middle: the first three, …, the last
ROOM = 46  # characters that fit side by side in a notebook beside its file browser


def words(text):
    """Plain words within a formula."""
    return Formula(text, rf"\text{{{text}}}")


def function(symbol, *arguments):
    """symbol(argument, …); a symbol of several letters stands upright.

    >>> function("rem", "WORDS").text
    'rem(WORDS)'
    """
    inside = joined([a if isinstance(a, Formula) else name(a) for a in arguments], ", ")
    return name(symbol) + "(" + inside + ")"


def fraction(count, total):
    """count/total as it was counted, 3/6 and not 1/2; a probability (total 1) is written alone.

    >>> fraction(3, 6).text, fraction(0.25, 1).text
    ('3/6', '0.25')
    """
    above, below = number(count, 6), number(total, 6)
    if total == 1 and count not in (0, 1):
        return above
    return Formula(f"{above.text}/{below.text}", rf"\frac{{{above.latex}}}{{{below.latex}}}")


def over(above, below):
    """A quotient of two longer pieces."""
    text = f"{_closed(above).text} / {_closed(below).text}"
    return Formula(text, rf"\frac{{{above.latex}}}{{{below.latex}}}")


def _closed(piece):
    outside = re.sub(r"\([^()]*\)", "", piece.text)  # what brackets hold already needs no more
    return bracket(piece) if re.search(r"[−+×] ", outside) else piece


def number(value, digits=4):
    """A number; in LaTeX its thousands stand apart.

    >>> number(2472533 + 1 / 3).text, number(2472533 + 1 / 3).latex
    ('2472533.3333', '2\\\\,472\\\\,533.3333')
    """
    text = decimals(value, digits)
    return Formula(text, group_thousands(text, r"\,").replace("−", "-"))


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


def group_thousands(text, space="\u202f"):
    """A number of five digits or more with a space between its thousands."""
    whole, dot, rest = text.partition(".")
    if len(whole.lstrip("−")) > 4:
        whole = re.sub(r"(?<=\d)(?=(\d{3})+$)", lambda _: space, whole)
    return whole + dot + rest


def log(base, of):
    """log_base(of)."""
    known = {2: ("log₂", r"\log_2 "), 10: ("log₁₀", r"\log_{10} "), e: ("ln", r"\ln ")}
    other = f"log_{decimals(base)}", rf"\log_{{{decimals(base)}}} "
    text, latex = known.get(base, other)
    # LaTeX sets a fraction apart by itself; in a line of text it needs brackets.
    return Formula(f"{text}({of.text})", latex + of.latex)


def bracket(piece):
    """The piece in round brackets."""
    return Formula(f"({piece.text})", rf"\left({piece.latex}\right)")


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
        first, *others = map(as_formula, elided(pieces, most, "…"))
        total = first
        for piece in others:
            total = total + between + piece
        if most == 3 or len(pieces) <= 3 or reach(total.latex) <= ROOM:
            return total
        most = min(most, len(pieces)) - 1


def reach(latex):
    """About how many characters wide a formula is in print.

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
