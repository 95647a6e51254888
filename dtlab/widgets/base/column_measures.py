"""The measures that `explore_threshold` compares: of two columns, with what each says in words."""

from functools import partial

from ...measures.features import chi_square, information_gain, twoing
from ...measures.impurity import variance
from . import measures
from .samples import is_numeric

# What each measure says of a split, in a few words.
MEANINGS = {
    "information gain": "the bits of entropy that the split saves",
    "gain ratio": "the information gain for each bit that the split itself has",
    "Gini gain": "how much the Gini impurity falls",
    "error gain": "how much the share of errors falls if each side answers its majority",
    "twoing": "how differently the classes are mixed on the two sides, more for sides of one size, "
    "p(left) p(right) / 4 · (Σ |p(k | left) − p(k | right)|)²",
    "chi-square": "how far the counts are from those of sides with equal mixtures, "
    "Σ (observed − expected)² / expected",
    "variance gain": "how much the variance falls",
    "gain with n − 1": "how much the variance falls if it is divided by n − 1 rows, not by n",
}


def chi_square_statistic(x, y):
    """Pearson's χ² of two columns, without its p-value."""
    return chi_square(x, y).statistic


def _by_name(known):
    return {m.name: m.of_columns for m in known.values() if m.of_columns is not None}


CLASS_MEASURES = {**_by_name(measures.CLASS_MEASURES), "chi-square": chi_square_statistic}
NUMBER_MEASURES = {
    **_by_name(measures.NUMBER_MEASURES),
    "gain with n − 1": partial(information_gain, impurity=partial(variance, ddof=1)),
}


def measures_of(source, lines=1):
    """The measures that suit the target, classes or numbers, and the number of lines."""
    known = NUMBER_MEASURES if is_numeric(source.y) else CLASS_MEASURES
    return {name: f for name, f in known.items() if lines == 1 or f is not twoing}  # of two sides
