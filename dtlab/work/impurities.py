"""How each impurity is written: its formula, the formula with the data's fractions, its terms.

The numbers come from measures.py; here is only how a slide writes them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import e
from typing import Any

from .. import measures
from ..measures.impurity import bits
from .formula import Formula, bracket, fraction, function, joined, log, number, over, squared
from .sets import whole_numbers
from .shown import SumTerm, outcome

SHARE = Formula("P(t = l)", "P(t = l)")
OVER_LEVELS = Formula("Σ ", r"\sum_{l\,\in\,\text{levels}(t)} ")
UNITS = {2: "bits", e: "nats", 10: "hartleys"}


class WrittenImpurity:
    """An impurity as a slide writes it. The defaults are those of measures of class counts.

    Subclasses name `symbol`, `column` and `measure`. Those whose steps are shown also give
    `formula` and `worked`, and `sign` and `pieces` unless they write `filled` themselves.
    """

    sign = ""  # before the sum of the terms
    of_numbers = False
    power = 1  # of the share in a term
    measure: Callable[..., Any]  # the function of counts or numbers

    @property
    def symbol(self) -> str:
        """The letter or word before the brackets: H."""
        raise NotImplementedError

    @property
    def column(self) -> str:
        """The heading of a column of values."""
        raise NotImplementedError

    @property
    def unit(self) -> str:
        """What follows the value, if anything."""
        return ""

    @property
    def bits(self) -> float:
        """Bits in one unit."""
        return 1

    def formula(self) -> Formula:
        """The definition."""
        raise NotImplementedError

    def pieces(self, counts) -> list[Formula]:
        """One piece per class, to be joined."""
        raise NotImplementedError

    def worked(self, terms, digits) -> Formula:
        """The line with the value of each term."""
        raise NotImplementedError

    def left(self, target):
        """What the result is called: H(CLASS)."""
        return function(self.symbol, target)

    def value(self, counts):
        """The impurity as a float."""
        return self.measure(counts) / self.bits

    def exact(self, counts) -> Fraction | None:
        """The impurity as a fraction; None where it may not be rational."""
        return None

    def remainder(self, parts):
        """The weighted mean impurity of the parts."""
        return measures.table_remainder(parts.data, self.measure) / self.bits

    def gain(self, parts):
        """The impurity of the whole minus the remainder."""
        return measures.table_gain(parts.data, self.measure) / self.bits

    def exact_remainder(self, parts):
        """The remainder as a fraction; None where logarithms stand in it."""
        total = Fraction(0)
        for size, data in zip(parts.sizes, parts.data, strict=True):
            inside = self.exact(data)
            if inside is None:
                return None
            total += Fraction(size, parts.n_rows) * inside
        return total

    def exact_gain(self, parts):
        """The gain as a fraction; None where logarithms stand in it."""
        whole = self.exact(parts.whole)
        left = self.exact_remainder(parts)
        return None if whole is None or left is None else whole - left

    def filled(self, counts):
        """The formula with the fractions of this data."""
        return self.sign + bracket(joined(self.pieces(counts)))

    def as_factor(self, counts):
        """The same as a factor of a product."""
        return bracket(self.sign + joined(self.pieces(counts), " − "))

    def term(self, count, n):
        """(value, exact value) of the term of a class."""
        rational = (Fraction(count) / (n or 1)) ** self.power
        return float(rational), rational

    def terms(self, labels, counts):
        """One SumTerm per class."""
        n = sum(counts)
        rows = zip(labels, counts, strict=True)
        return tuple(SumTerm(label, c, n, *self.term(c, n)) for label, c in rows)

    def lines(self, counts, terms, digits):
        """Formula, fractions, terms and result."""
        if not sum(counts):
            return (("=", self.formula()), ("=", Formula("no rows: 0", r"\text{no rows: }0")))
        steps = self.formula(), self.filled(counts), self.worked(terms, digits)
        result = outcome(self.value(counts), self.exact(counts), self.unit, digits)
        return (*(("=", step) for step in steps), *result)


@dataclass(frozen=True)
class Entropy(WrittenImpurity):
    """−Σ P × log P."""

    base: float = 2
    symbol = "H"
    sign = "−"
    column = "entropy"
    measure = staticmethod(measures.entropy)

    @property
    def unit(self):
        return UNITS.get(self.base, "")

    @property
    def bits(self):
        return float(bits(self.base))

    def term(self, count, n):
        p = count / n if n else 0.0
        return (float(p * measures.information(float(p), self.base)) if p else 0.0), None

    def formula(self):
        return "−" + OVER_LEVELS + SHARE + " × " + log(self.base, SHARE)

    def worked(self, terms, digits):
        return joined(number(term.value, digits) for term in terms)

    def pieces(self, counts):
        shares = [fraction(c, sum(counts)) for c in counts]
        return [share + " × " + log(self.base, share) for share in shares]


class Gini(WrittenImpurity):
    """1 − Σ P²."""

    symbol = "Gini"
    sign = "1 − "
    power = 2
    column = "gini"
    measure = staticmethod(measures.gini)

    def exact(self, counts):
        n = Fraction(sum(counts))
        return 1 - sum(Fraction(c) ** 2 for c in counts) / n**2 if n else n

    def formula(self):
        return "1 − " + OVER_LEVELS + SHARE + "²"

    def pieces(self, counts):
        return [squared(fraction(c, sum(counts))) for c in counts]

    def worked(self, terms, digits):
        squares = [(term.count**2, term.total**2) for term in terms]
        return "1 − " + bracket(joined(fraction(a, b) for a, b in squares))


class Error(WrittenImpurity):
    """1 − max P."""

    symbol = "error"
    column = "error"
    measure = staticmethod(measures.error)

    def exact(self, counts):
        n = Fraction(sum(counts))
        return 1 - max(counts) / n if n else n

    def formula(self):
        return Formula("1 − max P(t = l)", r"1 - \max_{l\,\in\,\text{levels}(t)} P(t = l)")

    def filled(self, counts):
        shares = joined((fraction(c, sum(counts)) for c in counts), ", ")
        return Formula("1 − max", r"1 - \max ") + bracket(shares)

    def as_factor(self, counts):
        return bracket(self.filled(counts))

    def worked(self, terms, digits):
        top = max(terms, key=lambda term: term.count)
        return "1 − " + fraction(top.count, top.total)


@dataclass(frozen=True)
class Own(WrittenImpurity):
    """A student's own function of counts: shown by its name."""

    measure: Callable[..., Any]

    @property
    def symbol(self):
        return getattr(self.measure, "__name__", "impurity").replace("<lambda>", "impurity")

    column = symbol

    def value(self, counts):
        return measures.table_remainder([counts], self.measure)  # of one part: its impurity

    def filled(self, counts):
        return function(self.symbol, *(number(c) for c in counts))

    as_factor = filled


@dataclass(frozen=True)
class Variance(WrittenImpurity):
    """Σ (t − mean)² / n or / (n − 1)."""

    ddof: int = 0
    symbol = "var"
    column = "variance"
    measure = staticmethod(measures.variance)
    of_numbers = True

    def value(self, values):
        return measures.variance(values, ddof=self.ddof)

    def exact(self, values):
        n = len(values)
        if n <= self.ddof:
            return Fraction(0)
        whole, scale = whole_numbers(values)
        spread = n * sum(v * v for v in whole) - sum(whole) ** 2
        return Fraction(spread, n * (n - self.ddof) * scale**2)

    def divisor(self, n="n"):
        return Formula(f"{n}", f"{n}") + (f" − {self.ddof}" if self.ddof else "")

    def formula(self):
        above = Formula("Σ (tᵢ − t̄)²", r"\sum_{i=1}^{n} (t_i - \bar t)^2")
        return over(above, self.divisor())

    def filled(self, values):
        return None  # the numbers would not fit on a line

    as_factor = filled

    def remainder(self, parts):
        weighted = (n * self.value(d) for n, d in zip(parts.sizes, parts.data, strict=True))
        return sum(weighted) / parts.n_rows

    def gain(self, parts):
        return self.value(parts.whole) - self.remainder(parts)


def kind_of(impurity):
    """How to write an impurity: one of measures.py, its shown twin, or a student's own."""
    impurity = getattr(impurity, "measure", impurity)  # work.gini stands for gini
    measure = getattr(impurity, "func", impurity)  # of partial(entropy, base=10)
    for kind in (Entropy, Gini, Error, Variance):
        if measure is kind.measure:
            return kind(**getattr(impurity, "keywords", {}))
    measures.lift(impurity)  # refuses what is not a function
    return Own(impurity)
