"""The terms of MARS and how they read: a term is a product of factors, a factor looks at one
column.

An encoded table is [n, F] floats: numbers as they are, a category as the code of its level.
"""

from dataclasses import dataclass, field, replace
from math import inf

import numpy as np

from ...tree.formula import Formula, as_formula, name

MAX = Formula("max", r"\max")


@dataclass(frozen=True, slots=True)
class Factor:
    """What every factor knows: the name and the place of its column."""

    feature: str
    column: int = field(repr=False)

    def values(self, x):
        """[n] the factor at the numbers or codes x."""
        raise NotImplementedError

    def formula(self, digits=4):
        """How the factor reads, as text and as LaTeX."""
        raise NotImplementedError

    def __str__(self):
        return self.formula().text


@dataclass(frozen=True, slots=True)
class Linear(Factor):
    """The number itself."""

    def values(self, x):
        return x

    def pair(self, kind, knot):
        """The two factors of a knot: a hinge or a step upwards and one downwards."""
        place = self.feature, self.column, knot
        return kind(*place, above=True), kind(*place, above=False)

    def formula(self, digits=4):
        return name(self.feature, inf)


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

    def formula(self, digits=4):
        x = name(self.feature, inf)
        if not self.above:
            return MAX + "(0, " + number(self.knot, digits) + " − " + x + ")"
        sign = " − " if self.knot >= 0 else " + "
        return MAX + "(0, " + x + sign + number(abs(self.knot), digits) + ")"


@dataclass(frozen=True, slots=True)
class StepFactor(Factor):
    """1 where x > knot if `above`, otherwise 1 where x ≤ knot; 0 elsewhere."""

    knot: float
    above: bool = True

    def values(self, x):
        return ((x > self.knot) == self.above).astype(float)

    def formula(self, digits=4):
        sign = " > " if self.above else " ≤ "
        return "[" + name(self.feature, inf) + sign + number(self.knot, digits) + "]"


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

    def formula(self, digits=4):
        sign = " = " if self.equal else " ≠ "
        return "[" + name(self.feature, inf) + sign + name(str(self.level), inf) + "]"


@dataclass(frozen=True, slots=True)
class MarsTerm:
    """A product of factors; the intercept has none.

    >>> print(MarsTerm((Hinge("TEMP", 0, 12.0), Is("SEASON", 1, "winter", 3))))
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
        return MarsTerm((*self.factors, factor))

    def values(self, table):
        """[n] the term on the rows of an encoded table."""
        product = np.ones(len(table))
        for factor in self.factors:
            product *= factor.values(table[:, factor.column])
        return product

    def formula(self, digits=4):
        if not self.factors:
            return as_formula("1")
        first, *others = (factor.formula(digits) for factor in self.factors)
        return sum(("·" + other for other in others), start=first)

    def __str__(self):
        return self.formula().text


def design(terms, table):
    """[n, M] one column per term."""
    return np.column_stack([term.values(table) for term in terms])


def number(value, digits=4):
    """A number with so many digits; LaTeX writes a power of ten where Python does."""
    mantissa, e, power = f"{value:.{digits}g}".partition("e")
    latex = rf"{mantissa} \cdot 10^{{{int(power)}}}" if e else mantissa
    return Formula(f"{mantissa}{e}{power}".replace("-", "−"), latex)


def formula(target, terms, coefficients, digits=4):
    """The model as a formula: target = coefficient·term + …

    >>> formula("y", [MarsTerm(), MarsTerm((Hinge("x", 0, 12.0),))], [3.0, -2.5]).text
    'y = 3 − 2.5·max(0, x − 12)'
    """
    right = as_formula("")
    for term, value in zip(terms, coefficients, strict=True):
        if not value and not term.degree:
            continue  # an intercept of 0 is left out
        if right.text:
            right += " − " if value < 0 else " + "
        elif value < 0:
            right += "−"
        right += number(abs(value), digits)
        right += "·" + term.formula(digits) if term.degree else ""
    return name(target, inf) + " = " + (right if right.text else number(0))
