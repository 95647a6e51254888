"""How each impurity is written: its formula, the formula with the data's fractions, its terms.

The numbers come from measures.py; here is only how a slide writes them.
"""

from dataclasses import dataclass
from fractions import Fraction

from .. import measures
from ..measures.impurity import bits
from .formula import Ink, bracket, fraction, function, joined, log, number, squared, words
from .shown import Term, outcome

SHARE = Ink("P(t = l)", "P(t = l)")
OVER_LEVELS = Ink("Σ ", r"\sum_{l\,\in\,\text{levels}(t)} ")
UNITS = {2: "bits", 10: "hartleys"}


class Counts:
    """What the impurities of class counts share."""

    unit = ""
    of_numbers = False

    def left(self, target):
        """What the result is called: H(CLASS)."""
        return function(self.symbol, target)

    def remainder(self, parts):
        """The weighted mean impurity of the parts."""
        return measures.table_remainder(parts.data, self.measure)

    def gain(self, parts):
        """The impurity of the whole minus the remainder."""
        return measures.table_gain(parts.data, self.measure)

    def short(self, counts):
        """The fractions alone, for a quantity that is only a step."""
        return self.filled(counts)

    def terms(self, labels, counts):
        """One Term per class."""
        n = sum(counts)
        rows = zip(labels, counts, strict=True)
        return tuple(Term(label, c, n, *self.term(c, n)) for label, c in rows)

    def lines(self, counts, terms, digits):
        """Formula, fractions, terms and result."""
        if not sum(counts):
            return (("=", self.formula()), ("=", words("no rows: ") + number(0)))
        value, rational = self.value(counts), self.exact(counts)
        middle = (self.filled(counts), self.worked(terms, digits))
        steps = [("=", piece) for piece in (self.formula(), *middle)]
        return (*steps, *outcome(value, rational, self.unit, digits))


@dataclass(frozen=True)
class Entropy(Counts):
    """−Σ P × log P."""

    base: float = 2
    symbol = "H"
    column = "entropy"
    measure = staticmethod(measures.entropy)

    @property
    def unit(self):
        return UNITS.get(self.base, "nats" if abs(self.base - 2.718281828459045) < 1e-12 else "")

    def value(self, counts):
        return measures.entropy(floats(counts), self.base)

    def remainder(self, parts):
        return super().remainder(parts) / float(bits(self.base))

    def gain(self, parts):
        return super().gain(parts) / float(bits(self.base))

    def exact(self, counts):
        return None  # logarithms are not rational

    def term(self, count, n):
        p = count / n if n else 0.0
        return (float(p * measures.information(float(p), self.base)) if p else 0.0), None

    def formula(self):
        return "−" + OVER_LEVELS + SHARE + " × " + log(self.base, SHARE)

    def filled(self, counts):
        return "−" + bracket(joined(self._products(counts)))

    def as_factor(self, counts):
        """The same as a factor of a product."""
        return bracket("−" + joined(self._products(counts), " − "))

    def worked(self, terms, digits):
        return joined(number(term.value, digits) for term in terms)

    def _products(self, counts):
        shares = [fraction(c, sum(counts)) for c in counts]
        return [share + " × " + log(self.base, share) for share in shares]


class Gini(Counts):
    """1 − Σ P²."""

    symbol = "Gini"
    column = "gini"
    measure = staticmethod(measures.gini)

    def value(self, counts):
        return measures.gini(floats(counts))

    def exact(self, counts):
        n = sum(counts)
        return 1 - sum(Fraction(c) ** 2 for c in counts) / Fraction(n) ** 2 if n else Fraction(0)

    def term(self, count, n):
        square = Fraction(count) ** 2 / Fraction(n) ** 2 if n else Fraction(0)
        return float(square), square

    def formula(self):
        return "1 − " + OVER_LEVELS + SHARE + "²"

    def filled(self, counts):
        return "1 − " + bracket(joined(squared(fraction(c, sum(counts))) for c in counts))

    def as_factor(self, counts):
        squares = (squared(fraction(c, sum(counts))) for c in counts)
        return bracket("1 − " + joined(squares, " − "))

    def worked(self, terms, digits):
        squares = [(term.count**2, term.total**2) for term in terms]
        return "1 − " + bracket(joined(fraction(a, b) for a, b in squares))


class Error(Counts):
    """1 − max P."""

    symbol = "error"
    column = "error"
    measure = staticmethod(measures.error)

    def value(self, counts):
        return measures.error(floats(counts))

    def exact(self, counts):
        n = sum(counts)
        return 1 - Fraction(max(counts)) / Fraction(n) if n else Fraction(0)

    def term(self, count, n):
        share = Fraction(count) / Fraction(n) if n else Fraction(0)
        return float(share), share

    def formula(self):
        return Ink("1 − max P(t = l)", r"1 - \max_{l\,\in\,\text{levels}(t)} P(t = l)")

    def filled(self, counts):
        shares = joined((fraction(c, sum(counts)) for c in counts), ", ")
        return Ink("1 − max", r"1 - \max ") + bracket(shares)

    def as_factor(self, counts):
        return bracket(self.filled(counts))

    def worked(self, terms, digits):
        top = max(terms, key=lambda term: term.count)
        return "1 − " + fraction(top.count, top.total)


def floats(values):
    """Whole numbers and fractions as the floats that the measures take."""
    return [float(v) for v in values]
