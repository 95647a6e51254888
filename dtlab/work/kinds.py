"""Which impurity is meant, and how the others are written: the variance, a student's own function.

The impurities of class counts are in work_impurity.py.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from .. import measures
from .formula import Ink, function, ink, number, over
from .impurities import Counts, Entropy, Error, Gini, floats
from .sets import whole_numbers


@dataclass(frozen=True)
class Own(Counts):
    """A student's own function of counts: shown by its name."""

    measure: object

    @property
    def symbol(self):
        return getattr(self.measure, "__name__", "impurity").replace("<lambda>", "impurity")

    column = symbol

    def value(self, counts):
        return float(measures.lift(self.measure)(np.array([floats(counts)]))[0])

    def exact(self, counts):
        return None

    def filled(self, counts):
        return function(self.symbol, *(number(c) for c in counts))

    as_factor = filled


@dataclass(frozen=True)
class Variance:
    """Σ (t − mean)² / n or / (n − 1)."""

    ddof: int = 0
    symbol = "var"
    column = "variance"
    measure = staticmethod(measures.variance)
    unit = ""
    of_numbers = True

    def left(self, target):
        return function("var", target)

    def value(self, values):
        return measures.variance(floats(values), ddof=self.ddof)

    def exact(self, values):
        n = len(values)
        if n <= self.ddof:
            return Fraction(0)
        whole, scale = whole_numbers(values)
        spread = n * sum(v * v for v in whole) - sum(whole) ** 2
        return Fraction(spread, n * (n - self.ddof) * scale**2)

    def divisor(self, n):
        return ink(f"{n} − {self.ddof}" if self.ddof else str(n))

    def formula(self):
        above = Ink("Σ (tᵢ − t̄)²", r"\sum_{i=1}^{n} (t_i - \bar t)^2")
        return over(above, ink(f"n − {self.ddof}" if self.ddof else "n"))

    def short(self, values):
        return None

    as_factor = short  # the numbers of a part would not fit on a line

    def remainder(self, parts):
        weighted = (n * self.value(d) for n, d in zip(parts.sizes, parts.data, strict=True))
        return sum(weighted) / parts.n_rows

    def gain(self, parts):
        return self.value(parts.whole) - self.remainder(parts)


def kind_of(impurity):
    """How to write an impurity: one of measures.py, its shown twin, or a student's own."""
    impurity = getattr(impurity, "measure", impurity)  # work.gini stands for gini
    if isinstance(impurity, partial) and impurity.func in (measures.variance, measures.entropy):
        return (Variance if impurity.func is measures.variance else Entropy)(**impurity.keywords)
    for kind in (Entropy(), Gini(), Error(), Variance()):
        if impurity is kind.measure:
            return kind
    measures.lift(impurity)  # refuses what is not a function
    return Own(impurity)
