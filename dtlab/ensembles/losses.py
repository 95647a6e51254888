"""What gradient boosting lowers: a loss, its residuals, and the value that suits a leaf best.

Legend: K trees per stage (one for numbers and for two classes, else one per class), y and F [K, n]
targets and predictions so far, r = −∂loss/∂F the residuals. A tree is grown on r by least squares,
then each leaf gets the value that its loss asks for. Lecture 000 §4.4.5, lecture 004 "gradient
boosting"; Friedman (2001).
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ..engine.flat import Flat
from ..kernels import TIE

TINY = 1e-150  # treat smaller curvatures as zero


class Loss(Protocol):
    """A loss, and what gradient boosting needs to know about it.

    In `leaf_values`, place, y, F, r and weight [n] are those of one of the K trees of a stage and
    of the rows that it was grown on; `weight` is None if all rows count alike.
    """

    name: str  # the value of the parameter `loss`

    def start(self, y: np.ndarray, weight: np.ndarray | None) -> np.ndarray:
        """[K] the constant with the smallest loss."""
        ...

    def residuals(self, y: np.ndarray, F: np.ndarray) -> np.ndarray:
        """[K, n] what is left to explain: −∂loss/∂F."""
        ...

    def leaf_values(
        self,
        tree: Flat,
        place: np.ndarray,
        y: np.ndarray,
        F: np.ndarray,
        r: np.ndarray,
        weight: np.ndarray | None,
        K: int,
    ) -> np.ndarray:
        """[nodes] the value of every node of a tree that was grown on the residuals r; `place` is
        the leaf of each row.
        """
        ...

    def loss(self, y: np.ndarray, F: np.ndarray, weight: np.ndarray | None) -> float:
        """The mean loss of the rows."""
        ...


class SquaredError:
    """½ (y − F)²: the residuals are y − F, and a leaf takes their mean."""

    name = "squared_error"

    def start(self, y, weight):
        """[K] the constant with the smallest loss: the mean."""
        return _means(y, weight)

    def residuals(self, y, F):
        """[K, n] what is left to explain."""
        return y - F

    def leaf_values(self, tree, place, y, F, r, weight, K):
        """[nodes] the mean residual, which is what the tree has grown."""
        return tree.prediction

    def loss(self, y, F, weight):
        """The mean of (y − F)²."""
        return float(np.average(np.square(y - F)[0], weights=weight))


class AbsoluteError:
    """|y − F|: the residuals are signs, and a leaf takes the median of y − F."""

    name = "absolute_error"

    def start(self, y, weight):
        """[K] the median."""
        return np.array([medians(np.zeros(len(row), int), row, weight, 1)[0] for row in y])

    def residuals(self, y, F):
        return np.sign(y - F)

    def leaf_values(self, tree, place, y, F, r, weight, K):
        """[nodes] the median in a leaf; above the leaves the mean of the medians below."""
        w = np.bincount(place, weight, minlength=tree.n_nodes).astype(float)
        total = w * medians(place, y - F, weight, tree.n_nodes)
        return _ratio(*climb(tree, total, w))

    def loss(self, y, F, weight):
        """The mean of |y − F|."""
        return float(np.average(np.abs(y - F)[0], weights=weight))


class LogLoss:
    """−ln p of the right class: the residuals are y − p, and a leaf takes one Newton step.

    Two classes: Σr / Σp(1−p). K classes: (K−1)/K · Σr / Σ|r|(1−|r|); p(1−p) = |r|(1−|r|).
    """

    name = "log_loss"

    def start(self, y, weight):
        """[K] the log-odds of the second class, or the logarithms of all shares."""
        return self.link(_means(y, weight))

    @staticmethod
    def link(p):
        """From shares [K, ...] to F: the inverse of `probabilities`."""
        eps = np.finfo(float).eps
        p = np.clip(p, eps, 1 - eps)
        return np.log(p) if len(p) > 1 else np.log(p / (1 - p))

    @staticmethod
    def probabilities(F):
        """[K, n] p = 1 / (1 + exp(−F)); with K > 1 classes exp(F) / Σ exp(F)."""
        if len(F) == 1:
            with np.errstate(over="ignore"):  # exp(800) is infinite, and p then 0
                return 1 / (1 + np.exp(-F))
        e = np.exp(F - F.max(axis=0, initial=-np.inf))
        return e / e.sum(axis=0)

    def residuals(self, y, F):
        return y - self.probabilities(F)

    def leaf_values(self, tree, place, y, F, r, weight, K):
        """[nodes] the Newton step."""
        size = np.abs(r)
        curvature = size * (1 - size)
        if weight is not None:
            r, curvature = r * weight, curvature * weight
        sums = (np.bincount(place, x, minlength=tree.n_nodes) for x in (r, curvature))
        factor = (K - 1) / K if K > 1 else 1.0
        return factor * _ratio(*climb(tree, *sums))

    def loss(self, y, F, weight):
        """The mean of −ln p."""
        if len(F) == 1:
            each = np.logaddexp(0, F[0]) - y[0] * F[0]
        else:
            top = F.max(axis=0)
            each = top + np.log(np.exp(F - top).sum(axis=0)) - (y * F).sum(axis=0)
        return float(np.average(each, weights=weight))


squared_error = SquaredError()
absolute_error = AbsoluteError()
log_loss = LogLoss()


def climb(tree, *sums):
    """Sums [nodes] known in the leaves, added up for the nodes above them."""
    parent = tree.parents()
    for node in range(tree.n_nodes - 1, 0, -1):  # children come after their parents
        for array in sums:
            array[parent[node]] += array[node]
    return sums


def medians(group, x, weight, n_groups):
    """[groups] weighted medians of x; half of the weight exactly: the mean of the two neighbours.

    >>> medians(np.array([0, 0, 1, 1, 1]), np.array([1.0, 2, 9, 3, 5]), None, 2)
    array([1.5, 5. ])
    """
    order = np.lexsort((x, group))
    group, x = group[order], x[order]
    weight = np.ones(len(x)) if weight is None else weight[order]
    total, n = (np.bincount(group, w, minlength=n_groups) for w in (weight, None))
    upto = np.cumsum(weight) - (np.cumsum(total) - total)[group]
    half = total[group] / 2
    start = np.cumsum(n) - n
    below = np.bincount(group, upto < half * (1 - TIE), minlength=n_groups)
    upto_half = np.bincount(group, upto <= half * (1 + TIE), minlength=n_groups)
    last = np.maximum(start + n - 1, 0)
    low, high = (np.minimum(start + k.astype(int), last) for k in (below, upto_half))
    return np.where(n > 0, (x[low] + x[high]) / 2, 0.0)


def _means(y, weight):
    mean = y.mean(axis=1) if weight is None else y @ weight / weight.sum()
    # clip, so that rounding cannot push the mean of a constant off it
    return np.clip(mean, y.min(axis=1), y.max(axis=1))


def _ratio(a, b):
    return np.divide(a, b, out=np.zeros(len(a)), where=np.abs(b) > TINY)
