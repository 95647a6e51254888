"""Every measure that a Split Studio shows for a question: each a public function of dtlab."""

from functools import partial
from typing import NamedTuple

from ...measures.features import information_gain
from ...measures.gains import table_chi_square, table_gain, table_gain_ratio, table_twoing
from ...measures.impurity import entropy, error, gini, variance


class Measure(NamedTuple):
    """A measure of a question: its name, unit, value, and the impurity it is made of, if any."""

    name: str
    unit: str
    of: object  # Proposal -> number
    impurity: object = None  # statistics of one child -> number
    symbol: str = ""  # of the impurity

    def with_unit(self, value):
        """The value to three digits, with its unit."""
        number = f"{value:.3f}" if abs(value) < 1000 else f"{value:.0f}"
        return f"{number} {self.unit}".rstrip()


def of_counts(function):
    """A function of a contingency table [child, class] as a function of a proposal."""
    return lambda proposal: float(function([child.stats for child in proposal.node.children]))


def variance_gain(proposal):
    """The variance of the target less that within the children."""
    return information_gain(proposal.child, proposal.y, variance)


def p_value(table):
    """The p-value of the χ² test: small if the children differ by more than chance."""
    return table_chi_square(table).p_value


def two_way(function):
    """A measure of two children; it says nothing of more."""
    return lambda proposal: function(proposal) if len(proposal.node.children) == 2 else None


def _gain(name, unit, impurity, symbol):
    return Measure(name, unit, of_counts(partial(table_gain, impurity=impurity)), impurity, symbol)


CLASS_MEASURES = {
    "entropy": _gain("information gain", "bits", entropy, "entropy"),
    "gain ratio": Measure("gain ratio", "", of_counts(table_gain_ratio)),
    "gini": _gain("Gini gain", "", gini, "Gini"),
    "error": _gain("error gain", "", error, "error"),
    "twoing": Measure("twoing", "", two_way(of_counts(table_twoing))),
    "chi-square": Measure("χ² p-value", "", of_counts(p_value)),
}
# A child of numbers has the statistics weight, mean and variance.
NUMBER_MEASURES = {
    "variance": Measure("variance gain", "", variance_gain, lambda stats: stats[2], "variance")
}
MEASURES = {**CLASS_MEASURES, **NUMBER_MEASURES}
