"""What a split is worth, for many splits at once: a criterion of contingency tables.

Tables are [..., child, statistic]; a statistic is the weight of a class, or for a numeric target
the weight and Σz, z being the target centred and scaled in its node. The attributes of a criterion
say which shorter ways a search may take.
"""

import numpy as np

from ..measures.features import gain_ratio, information_gain, twoing
from ..measures.gains import gain_of_tables, gain_ratio_of_tables, twoing_of_tables
from ..measures.impurity import CONCAVE, entropy, gini, lift


class Criterion:
    """A score of tables; a subclass says how, and what is known about it."""

    strictly_concave = False  # no cut within a run of one class can win (Fayyad and Irani 1992)
    concave = (
        False  # two classes, or a number: the best two groups are a cut of one order (Breiman)
    )
    by_squares = False  # the score is Σ eₖ² / (n_left · n_right), see kernels/squares.py
    by_mass = False  # the score is parent(total) − Σ mass(child) / weight(total)

    def __call__(self, tables):
        """[...] the score of every table [..., child, statistic]."""

    def weight(self, total):
        """by_mass: the weight of nodes, from their statistics [S, nodes]."""

    def parent(self, total):
        """by_mass: the impurity of nodes, from their statistics [S, nodes]."""

    def mass(self, sums):
        """by_mass: weight · impurity of children, from their statistics [S, C]."""


class TableMeasure(Criterion):
    """A measure with no known shortcut.

    Lecture 001, CART: twoing of two pure children.
    >>> TableMeasure(twoing_of_tables)(np.array([[[7.0, 0.0], [0.0, 7.0]]])).tolist()
    [0.25]
    """

    def __init__(self, measure):
        self.measure = measure

    def __call__(self, tables):
        return self.measure(tables)


class Decrease(Criterion):
    """The impurity of the parent − that of the children, weighted.

    Lecture 004, ID3 5/8: age on buys_computer, by entropy.
    >>> Decrease(entropy)(np.array([[[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]])).round(3).tolist()
    [0.247]
    """

    by_mass = True

    def __init__(self, impurity):
        self.of_node = impurity
        self.impurity = lift(impurity)
        self.strictly_concave = impurity in (entropy, gini)
        self.concave = impurity in CONCAVE
        self.by_squares = impurity is gini

    def __call__(self, tables):
        return gain_of_tables(tables, self.of_node)

    def weight(self, total):
        return total.sum(axis=0)

    def parent(self, total):
        return self.impurity(total.T)

    def mass(self, sums):
        n = sums.sum(axis=0)
        if self.of_node is gini:
            return n - np.einsum("sc,sc->c", sums, sums) / n  # n G = n − Σ c² / n
        return n * self.impurity(sums.T)


class VarianceGain(Criterion):
    """Share of the node's variance that a split explains, from (weight, Σz): variance with n.

    Two rows of z = 1 and two of z = −1, told apart:
    >>> VarianceGain()(np.array([[[2.0, 2.0], [2.0, -2.0]]])).tolist()
    [1.0]
    """

    concave = by_squares = by_mass = True

    def __call__(self, tables):
        w, z = tables[..., 0], tables[..., 1]
        total = w.sum(axis=-1)
        between = ratio(z * z, w).sum(axis=-1) - ratio(z.sum(axis=-1) ** 2, total)
        return ratio(between, total)

    def weight(self, total):
        return total[0]

    def parent(self, total):
        return -ratio(total[1] ** 2, total[0] ** 2)

    def mass(self, sums):
        """−(Σz)² / weight: the unexplained variation of a child, up to a constant."""
        square = sums[1] * sums[1]
        square /= sums[0]
        return np.negative(square, out=square)


class SampleVarianceGain(Criterion):
    """The same with n − 1, from (weight, Σz, Σz²): a one-row child counts 0, and the gain may be
    negative (lecture 000).

    >>> SampleVarianceGain()(np.array([[[2.0, 2.0, 2.0], [2.0, -2.0, 2.0]]])).round(3).tolist()
    [1.333]
    """

    def __call__(self, tables):
        weight = tables[..., 0]
        left_over = (weight * _sample_variance(tables)).sum(axis=-1)
        return _sample_variance(tables.sum(axis=-2)) - ratio(left_over, weight.sum(axis=-1))


def _sample_variance(stats):
    w, z, zz = stats[..., 0], stats[..., 1], stats[..., 2]
    return np.where(w > 1, ratio(zz - ratio(z * z, w), w - 1), 0.0)


def ratio(a, b):
    """a / b, and 0 where b is 0."""
    return np.divide(a, b, out=np.zeros(np.broadcast(a, b).shape), where=b != 0)


def of_tables(measure):
    """The criterion of a measure on columns, or None for a student's own."""
    known = (
        (information_gain, Decrease(entropy)),
        (gain_ratio, TableMeasure(gain_ratio_of_tables)),
        (twoing, TableMeasure(twoing_of_tables)),
    )
    return next((criterion for name, criterion in known if measure is name), None)
