"""Shown work about one split: the remainder, the gain, the split information, the gain ratio."""

from __future__ import annotations

from fractions import Fraction

from .. import measures
from ..typing import Impurity, Values
from .formula import Formula, elided, fraction, function, joined, log, name, number, over, words
from .impurities import Entropy, kind_of
from .sets import split
from .shown import Block, SumTerm, Work, outcome
from .table import Share, WorkTable

MOST_PARTS = 6  # lines of fractions, one per part
WEIGHT = Formula("|D_l|/|D|", r"\frac{|\mathcal{D}_{d=l}|}{|\mathcal{D}|}")
OVER_LEVELS = Formula("Σ ", r"\sum_{l\,\in\,\text{levels}(d)} ")


def remainder(x: Values, y: Values, impurity: Impurity = measures.entropy, digits: int = 4) -> Work:
    """Remainder Σ |D_l|/|D| × H(D_l): the impurity that is left in y once x is known.

    Parameters:
        x, y: the feature and the target, one value per row.
        impurity: entropy (default), gini, error, variance, or your own function of counts.
        digits: the most decimals that are shown, 4 by default.

    Lecture 000, the spam table:
    >>> from dtlab import load
    >>> spam = load("spam")
    >>> remainder(spam.X["UNKNOWN SENDER"], spam.y)
    rem(UNKNOWN SENDER) = Σ |D_l|/|D| × H(D_l)
                        = 3/6 × (−2/3 × log₂(2/3) − 1/3 × log₂(1/3))
                          + 3/6 × (−1/3 × log₂(1/3) − 2/3 × log₂(2/3))
                        = 3/6 × 0.9183 + 3/6 × 0.9183
                        = 0.9183 bits
    <BLANKLINE>
    level  partition  instances         classes        share  entropy    term
    ─────  ─────────  ────────────────  ─────────────  ─────  ───────  ──────
    False  D1         d376, d782, d976  2 ham, 1 spam  3/6     0.9183  0.4591
    True   D2         d489, d541, d693  1 ham, 2 spam  3/6     0.9183  0.4591
    """
    kind = kind_of(impurity)
    return remainder_work(kind, split(x, y, kind.of_numbers), digits)


def conditional_entropy(x: Values, y: Values, base: float = 2, digits: int = 4) -> Work:
    """Conditional entropy H(Y | X) = Σ P(X = l) × H(Y | X = l): the remainder, as 002 writes it.

    Parameters:
        x, y: the feature and the target, one value per row.
        base: of the logarithm: 2 (default) gives bits, math.e nats, 10 hartleys.
        digits: the most decimals that are shown, 4 by default.

    Lecture 002, rain and clouds on 100 days.
    >>> from dtlab import load
    >>> days = load("rain_cloud").frame
    >>> print(str(conditional_entropy(days["rain"], days["cloudy"])).split("\\n\\n")[0])
    H(cloudy | rain) = Σ P(d = l) × H(t | d = l)
                     = 75/100 × (−50/75 × log₂(50/75) − 25/75 × log₂(25/75))
                       + 25/100 × (−1/25 × log₂(1/25) − 24/25 × log₂(24/25))
                     = 75/100 × 0.9183 + 25/100 × 0.2423
                     = 0.7493 bits
    """
    parts = split(x, y)
    left = "H(" + name(parts.target) + Formula(" | ", r" \mid ") + name(parts.feature) + ")"
    mean = Formula("P(d = l) × H(t | d = l)", r"P(d = l) \times H(t \mid d = l)")
    return remainder_work(Entropy(base), parts, digits, left, OVER_LEVELS + mean)


def remainder_work(kind, parts, digits, left=None, formula=None):
    """Σ |D_l|/|D| × impurity of D_l."""
    inside = function(kind.symbol, Formula("D_l", r"\mathcal{D}_{d=l}"))
    formula = formula or OVER_LEVELS + WEIGHT + " × " + inside
    lines = (("=", formula), *_remainder_lines(kind, parts, digits))
    block = Block(left or function("rem", parts.feature), lines)
    terms, table = _terms_and_table(kind, parts, digits)
    return Work((block,), kind.remainder(parts), kind.exact_remainder(parts), terms, table)


def gain(x: Values, y: Values, impurity: Impurity = measures.entropy, digits: int = 4) -> Work:
    """Information gain IG(d) = H(t) − rem(d): the impurity that asking about x takes away.

    Parameters:
        x, y: the feature and the target, one value per row.
        impurity: entropy (default), gini, error, variance, or your own function of counts.
        digits: the most decimals that are shown, 4 by default.

    Lecture 004, ID3: age on buys_computer.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(str(gain(buys.X["age"], buys.y)).split("\\n\\n")[2])
    IG(age) = H(buys_computer) − rem(age)
            = 0.9403 − 0.6935
            = 0.2467 bits
    """
    kind = kind_of(impurity)
    parts = split(x, y, kind.of_numbers)
    left = kind.left(parts.target).text
    rem = function("rem", parts.feature)
    whole = parts.whole
    exact_whole = kind.exact(parts.whole)
    exact_gain = kind.exact_gain(parts)
    blocks = (
        impurity_block(kind, parts, digits),
        Block(rem, _remainder_lines(kind, parts, digits)),
        _gain_block(kind, parts, exact_gain, digits),
    )
    taken = None if exact_gain is None else exact_gain - exact_whole
    terms = (
        SumTerm(left, None, None, kind.value(whole), exact_whole),
        SumTerm(rem.text, None, None, -kind.remainder(parts), taken),
    )
    _, table = _terms_and_table(kind, parts, digits)
    return Work(blocks, kind.gain(parts), exact_gain, terms, table)


def split_information(x: Values, base: float = 2, digits: int = 4) -> Work:
    """Split information −Σ |D_l|/|D| × log |D_l|/|D|: the entropy of the feature itself.

    Parameters:
        x: the feature, one value per row.
        base: of the logarithm: 2 (default) gives bits, math.e nats, 10 hartleys.
        digits: the most decimals that are shown, 4 by default.

    Lecture 004, C4.5: income on buys_computer.
    >>> from dtlab import load
    >>> print(str(split_information(load("buys_computer").X["income"])).split("\\n\\n")[0])
    SplitInfo(income) = −Σ |D_l|/|D| × log₂(|D_l|/|D|)
                      = −(4/14 × log₂(4/14) + 6/14 × log₂(6/14) + 4/14 × log₂(4/14))
                      = 0.5164 + 0.5239 + 0.5164
                      = 1.5567 bits
    """
    kind, parts = Entropy(base), split(x)
    formula = "−" + OVER_LEVELS + WEIGHT + " × " + log(kind.base, WEIGHT)
    terms = kind.terms(parts.levels, parts.sizes)
    first, *others = kind.lines(parts.sizes, terms, digits)
    block = Block(function("SplitInfo", parts.feature), ((first[0], formula), *others))
    rows = [
        (t.label, f"D{j + 1}", parts.names[j], Share(t.count, t.total), t.value)
        for j, t in enumerate(terms)
    ]
    table = WorkTable(
        ("level", "partition", "instances", "share", "term"), tuple(rows), digits=digits
    )
    return Work((block,), kind.value(parts.sizes), None, terms, table)


def gain_ratio(x: Values, y: Values, digits: int = 4) -> Work:
    """Gain ratio GR(d) = IG(d) / SplitInfo(d).

    Parameters:
        x, y: the feature and the target, one value per row.
        digits: the most decimals that are shown, 4 by default.

    Lecture 004, C4.5: income on buys_computer.
    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> round(gain_ratio(buys.X["income"], buys.y).value, 4)
    0.0188
    """
    kind = Entropy()
    parts = split(x, y)
    size = measures.table_split_information(parts.data)
    gain = kind.gain(parts)
    value = measures.table_gain_ratio(parts.data)
    above, below = (function(symbol, parts.feature) for symbol in ("IG", "SplitInfo"))
    steps = (("=", over(above, below)), ("=", over(number(gain, digits), number(size, digits))))
    if not size:
        steps = (steps[0], ("=", words("not defined for one value: taken as 0")))
    blocks = (
        _gain_block(kind, parts, None, digits),
        Block(below, (("=", kind.filled(parts.sizes)), *outcome(size, unit="bits", digits=digits))),
        Block(function("GR", parts.feature), (*steps, *outcome(value, digits=digits))),
    )
    terms = (SumTerm(above.text, None, None, gain), SumTerm(below.text, None, None, size))
    return Work(blocks, value, None, terms, _terms_and_table(kind, parts, digits)[1])


# ------------------------------------------------------------------ pieces of them


def impurity_block(kind, parts, digits):
    """The impurity of the whole set as one step of a longer work: its fractions and its value."""
    filled = kind.filled(parts.whole)
    result = outcome(kind.value(parts.whole), kind.exact(parts.whole), kind.unit, digits)
    return Block(kind.left(parts.target), result if filled is None else (("=", filled), *result))


def _terms_and_table(kind, parts, digits):
    """A term and a row for each part: its level, instances, classes, share and impurity."""
    terms, rows, n = [], [], parts.n_rows
    for j, (level, size) in enumerate(zip(parts.levels, parts.sizes, strict=True)):
        value, inside = kind.value(parts.data[j]), kind.exact(parts.data[j])
        rational = None if inside is None else Fraction(size, n) * inside
        terms.append(SumTerm(level, size, n, size * value / n, rational))
        classes = [parts.tally(j)] if parts.classes else []
        row = level, f"D{j + 1}", parts.names[j], *classes, Share(size, n), value, terms[j].value
        rows.append(row)
    classes = ["classes"] if parts.classes else []
    columns = "level", "partition", "instances", *classes, "share", kind.column, "term"
    return tuple(terms), WorkTable(columns, tuple(rows), digits=digits)


def _remainder_lines(kind, parts, digits):
    shares = [fraction(size, parts.n_rows) + " × " for size in parts.sizes]
    factors = [kind.as_factor(data) for data in parts.data]
    if None in factors:
        names = [Formula(f"D{j}", rf"\mathcal{{D}}_{{{j}}}") for j in range(1, len(shares) + 1)]
        in_full = [s + function(kind.symbol, d) for s, d in zip(shares, names, strict=True)]
        lines = [("=", joined(in_full))]
    else:
        in_full = [s + f for s, f in zip(shares, factors, strict=True)]
        gap = Formula("…", r"\dots ")
        lines = [
            ("+" if j else "=", line) for j, line in enumerate(elided(in_full, MOST_PARTS, gap))
        ]
    numbers = [s + number(kind.value(d), digits) for s, d in zip(shares, parts.data, strict=True)]
    result = outcome(kind.remainder(parts), kind.exact_remainder(parts), kind.unit, digits)
    return (*lines, ("=", joined(numbers)), *result)


def _gain_block(kind, parts, exact_gain, digits):
    symbol = "IG" if kind.symbol == "H" else "gain"
    formula = kind.left(parts.target) + " − " + function("rem", parts.feature)
    whole = kind.value(parts.whole)
    remainder = kind.remainder(parts)
    numbers = number(whole, digits) + " − " + number(remainder, digits)
    result = outcome(kind.gain(parts), exact_gain, kind.unit, digits)
    return Block(function(symbol, parts.feature), (("=", formula), ("=", numbers), *result))
