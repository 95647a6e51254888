"""The terms of MARS and how they read: a term is a product of factors, a factor looks at one
column.

An encoded table is [n, F] floats: numbers as they are, a category as the code of its level.
"""

from dataclasses import dataclass, field, replace

import numpy as np


@dataclass(frozen=True, slots=True)
class Factor:
    """What every factor knows: the name and the place of its column."""

    feature: str
    column: int = field(repr=False)

    def __str__(self):
        return self.written(PLAIN)


@dataclass(frozen=True, slots=True)
class Linear(Factor):
    """The number itself."""

    def values(self, x):
        return x

    def pair(self, kind, knot):
        """The two factors of a knot: a hinge or a step upwards and one downwards."""
        place = self.feature, self.column, knot
        return kind(*place, above=True), kind(*place, above=False)

    def written(self, style):
        return style.name(self.feature)


@dataclass(frozen=True, slots=True)
class Hinge(Factor):
    """max(0, x − knot) if `above`, otherwise max(0, knot − x).

    >>> print(Hinge("TEMP", 0, 12.0), Hinge("TEMP", 0, -3.0), Hinge("TEMP", 0, 12.0, above=False))
    max(0, TEMP − 12) max(0, TEMP + 3) max(0, 12 − TEMP)
    """

    knot: float
    above: bool = True

    def values(self, x):
        return np.maximum(0.0, x - self.knot if self.above else self.knot - x)

    def written(self, style):
        x = style.name(self.feature)
        if not self.above:
            return f"{style.max}(0, {style.number(self.knot)} {style.minus} {x})"
        sign = style.minus if self.knot >= 0 else "+"
        return f"{style.max}(0, {x} {sign} {style.number(abs(self.knot))})"


@dataclass(frozen=True, slots=True)
class Step(Factor):
    """1 where x > knot if `above`, otherwise 1 where x ≤ knot; 0 elsewhere."""

    knot: float
    above: bool = True

    def values(self, x):
        return ((x > self.knot) == self.above).astype(float)

    def written(self, style):
        sign = ">" if self.above else style.at_most
        return f"[{style.name(self.feature)} {sign} {style.number(self.knot)}]"


@dataclass(frozen=True, slots=True)
class Is(Factor):
    """1 where a category has this level, 0 elsewhere; the reverse if not `equal`."""

    level: object
    code: int = field(repr=False)
    equal: bool = True

    def values(self, x):
        return ((x == self.code) == self.equal).astype(float)

    def pair(self, kind, knot):
        """The level and all the others."""
        return self, replace(self, equal=False)

    def written(self, style):
        sign = "=" if self.equal else style.unequal
        return f"[{style.name(self.feature)} {sign} {style.name(str(self.level))}]"


@dataclass(frozen=True, slots=True)
class Term:
    """A product of factors; the intercept has none.

    >>> print(Term((Hinge("TEMP", 0, 12.0), Is("SEASON", 1, "winter", 3))))
    max(0, TEMP − 12)·[SEASON = winter]
    """

    factors: tuple = ()

    @property
    def degree(self):
        return len(self.factors)

    @property
    def features(self):
        """The names of the columns in the product, in its order."""
        return tuple(factor.feature for factor in self.factors)

    def times(self, factor):
        return Term((*self.factors, factor))

    def values(self, table):
        """[n] the term on the rows of an encoded table."""
        product = np.ones(len(table))
        for factor in self.factors:
            product *= factor.values(table[:, factor.column])
        return product

    def written(self, style):
        return style.times.join(factor.written(style) for factor in self.factors) or "1"

    def __str__(self):
        return self.written(PLAIN)


def design(terms, table):
    """[n, M] one column per term."""
    return np.column_stack([term.values(table) for term in terms])


@dataclass(frozen=True, slots=True)
class Plain:
    """A formula as a line of text."""

    digits: int = 4
    max, times, minus, at_most, unequal = "max", "·", "−", "≤", "≠"

    def name(self, text):
        return text

    def number(self, value):
        return f"{value:.{self.digits}g}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Latex:
    """A formula in LaTeX's mathematics."""

    digits: int = 4
    max, times, minus, at_most, unequal = r"\max", r" \cdot ", "-", r"\le", r"\ne"

    def name(self, text):
        for mark in "_%&#$":
            text = text.replace(mark, "\\" + mark)
        return rf"\mathrm{{{text.replace(' ', '~')}}}"

    def number(self, value):
        mantissa, e, power = f"{value:.{self.digits}g}".partition("e")
        return rf"{mantissa} \cdot 10^{{{int(power)}}}" if e else mantissa


PLAIN = Plain()


def formula(name, terms, coefficients, style=PLAIN):
    """The model as text: name = coefficient·term + …

    >>> formula("y", [Term(), Term((Hinge("x", 0, 12.0),))], [3.0, -2.5])
    'y = 3 − 2.5·max(0, x − 12)'
    """
    text = ""
    for term, value in zip(terms, coefficients, strict=True):
        if not value and not term.degree:
            continue  # an intercept of 0 goes without saying
        sign = style.minus if value < 0 else "+"
        text += f" {sign} " if text else sign.replace("+", "")
        text += style.number(abs(value))
        text += style.times + term.written(style) if term.degree else ""
    return f"{style.name(name)} = {text or style.number(0)}"
