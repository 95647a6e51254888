"""The measures of a question that widgets show: each a public function of dtlab."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ...measures.features import gain_ratio, information_gain, twoing
from ...measures.gains import table_chi_square, table_gain, table_gain_ratio, table_twoing
from ...measures.impurity import entropy, error, gini, variance

Function: TypeAlias = Callable[..., Any]


class QuestionMeasure(NamedTuple):
    """A measure of a question, and the impurity it is made of, if any."""

    name: str
    unit: str
    of_columns: Function | None  # (child of each row, target) -> number; None: the table is enough
    of_table: Function  # statistics of all children -> number; for classes, a contingency table
    impurity: Function | None = None  # statistics of one child -> number
    symbol: str = ""  # of the impurity

    def of(self, node):
        """The value of a node's question; None where it needs two children."""
        table = [child.stats for child in node.children]
        if self.of_table is table_twoing and len(table) != 2:
            return None
        return float(self.of_table(table))

    def with_unit(self, value):
        """The value to three digits, with its unit."""
        return f"{three(value)} {self.unit}".rstrip()


def three(value):
    """A number with three decimals, a large one with none.

    >>> three(0.86312), three(121342.2)
    ('0.863', '121342')
    """
    return f"{value:.3f}" if abs(value) < 1000 else f"{value:.0f}"


def _gain(name, unit, impurity, symbol):
    of_columns = partial(information_gain, impurity=impurity)
    of_table = partial(table_gain, impurity=impurity)
    return QuestionMeasure(name, unit, of_columns, of_table, impurity, symbol)


def variance_gain(children):
    """The variance of the children's means: what knowing the child takes off the total variance.

    A child of numbers has the statistics weight, mean and variance.
    >>> float(variance_gain([(2, 1.0, 0.0), (2, 5.0, 1.0)]))
    4.0
    """
    weights, means, _ = np.transpose(children)
    mean = np.average(means, weights=weights)
    return np.average((means - mean) ** 2, weights=weights)


CLASS_MEASURES = {
    "entropy": _gain("information gain", "bits", entropy, "entropy")._replace(
        of_columns=information_gain
    ),
    "gain ratio": QuestionMeasure("gain ratio", "", gain_ratio, table_gain_ratio),
    "gini": _gain("Gini gain", "", gini, "Gini"),
    "error": _gain("error gain", "", error, "error"),
    "twoing": QuestionMeasure("twoing", "", twoing, table_twoing),
    "chi-square": QuestionMeasure(
        "chi-square p-value", "", None, lambda table: table_chi_square(table).p_value
    ),
}
NUMBER_MEASURES = {
    "variance": _gain("variance gain", "", variance, "variance")._replace(
        of_table=variance_gain, impurity=lambda stats: stats[2]
    )
}
MEASURES = {**CLASS_MEASURES, **NUMBER_MEASURES}
