"""An ensemble that was trained elsewhere: its trees, and how they come to one answer.

How they do is a function of the ensemble and the encoded rows [n, F], and gives numbers [n] or
class shares [n, classes].
"""

from collections import deque
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from ..engine.flat import reached
from ..engine.table import encode
from ..engine.to_node import to_node
from ..ensembles.losses import log_loss


@dataclass(eq=False)
class Imported:
    """`trees_` are its trees, `weights_` [T] what each counts, `classes_` the labels or None,
    `feature_importances_` what it said itself of its features, or None.
    """

    kind: str  # the name of the class it comes from
    columns: list
    flats: list = field(repr=False)
    weights_: np.ndarray = field(repr=False)
    combine: object = field(repr=False)
    classes_: np.ndarray | None = None
    has_numbers: bool = False  # whether the leaves of a classifier hold numbers (boosting)
    feature_importances_: np.ndarray | None = field(default=None, repr=False)
    _nodes: list = field(default=None, repr=False)

    @property
    def trees_(self):
        """The trees as a list of `Node`, built when they are first asked for."""
        if self._nodes is None:
            labels = None if self.has_numbers else self.classes_
            self._nodes = [to_node(flat, self.columns, labels) for flat in self.flats]
        return self._nodes

    @property
    def feature_names_in_(self):
        """The names of the columns; those of an array are x0, x1, …"""
        return np.array([column.name for column in self.columns], object)

    @property
    def n_features_in_(self):
        """How many columns the trees may ask."""
        return len(self.columns)

    @property
    def vote(self):
        """How the trees of a forest or of bagging come to one answer, as dtlab's own say it."""
        if self.combine is not averaged:
            raise AttributeError(f"the trees of this {self.kind} do not vote: they add up")
        return "mean" if self.classes_ is None else "average"

    def score(self, X, y):
        """Accuracy for classes, R² for numbers."""
        from sklearn.metrics import accuracy_score, r2_score

        return (r2_score if self.classes_ is None else accuracy_score)(y, self.predict(X))

    def predict(self, X):
        """The number, or the most probable class, of every row."""
        return self._said(self.combine(self, _rows(X, self.columns)))

    def staged_predict(self, X):
        """The predictions of gradient boosting after every stage."""
        if not isinstance(self.combine, Summed):
            raise AttributeError(f"this {self.kind} has no stages: only gradient boosting adds up")
        for F in islice(self.combine.stages(self, _rows(X, self.columns)), 1, None):
            yield self._said(self.combine.link(F.copy()))

    def _said(self, answer):
        return answer if self.classes_ is None else self.classes_[answer.argmax(axis=1)]

    def predict_proba(self, X):
        """[n, classes] the probability of each class."""
        if self.classes_ is None:
            raise AttributeError(f"this {self.kind} predicts numbers: it has no predict_proba")
        return self.combine(self, _rows(X, self.columns))


def _rows(X, columns):
    names = [column.name for column in columns]
    if hasattr(X, "columns") and set(names) <= set(X.columns):
        X = X[names]
    rows = encode(X, columns)
    if rows.ndim != 2 or rows.shape[1] != len(columns):
        raise ValueError(f"X must have the {len(columns)} columns of training: {names}")
    return rows


def _numbers(ensemble, rows):
    """What each tree predicts [n]: a number or a class code."""
    return (flat.prediction[reached(flat, rows)] for flat in ensemble.flats)


def averaged(ensemble, rows):
    """Forests and bagging: the mean of the trees' numbers or class shares."""
    if ensemble.classes_ is None:
        return sum(_numbers(ensemble, rows)) / len(ensemble.flats)
    total = np.zeros((len(rows), len(ensemble.classes_)))
    for flat in ensemble.flats:
        shares = flat.stats / flat.stats.sum(axis=1, keepdims=True)
        total += shares[reached(flat, rows)]
    return total / len(ensemble.flats)


def samme(ensemble, rows):
    """AdaBoost: shares exp(v / (K − 1)) / Σ of weighted votes v; other classes get −1/(K − 1)."""
    K = len(ensemble.classes_)
    if K == 1:
        return np.ones((len(rows), 1))
    votes = np.zeros((len(rows), K))
    for code, weight in zip(_numbers(ensemble, rows), ensemble.weights_, strict=True):
        votes += weight * np.where(code[:, None] == np.arange(K), 1.0, -1 / (K - 1))
    return log_loss.probabilities(votes.T / ensemble.weights_.sum() / (K - 1)).T


def median(ensemble, rows):
    """AdaBoost for numbers: the lowest prediction that half of the weight does not exceed."""
    said = np.array(list(_numbers(ensemble, rows)))
    order = np.argsort(said, axis=0)
    upto = ensemble.weights_[order].cumsum(axis=0)
    first = (upto >= 0.5 * upto[-1]).argmax(axis=0)
    return np.take_along_axis(said, np.take_along_axis(order, first[None], axis=0), axis=0)[0]


@dataclass
class Summed:
    """Gradient boosting: the start plus the weighted sum of K trees per stage, through a link."""

    start: object  # rows -> [K, n]
    link: object  # F [K, n] -> numbers or shares

    def __call__(self, ensemble, rows):
        return self.link(deque(self.stages(ensemble, rows), maxlen=1).pop())

    def stages(self, ensemble, rows):
        """The start, and F after every stage: one array, to which is added."""
        F = self.start(rows)
        yield F
        for i, said in enumerate(_numbers(ensemble, rows), start=1):
            F[(i - 1) % len(F)] += ensemble.weights_[i - 1] * said
            if i % len(F) == 0:
                yield F


@dataclass
class Constant:
    """A start that is the same for every row: one number per tree of a stage."""

    values: np.ndarray

    def __call__(self, rows):
        return np.repeat(np.asarray(self.values, float)[:, None], len(rows), axis=1)


@dataclass
class Estimated:
    """A start that scikit-learn's own estimator predicts from 32-bit numbers; classes as scale ×
    log-odds.
    """

    model: object
    is_class: bool
    scale: float = 1.0

    def __call__(self, rows):
        X = rows.astype(np.float32)
        if not self.is_class:
            return np.array(self.model.predict(X), float).reshape(1, -1)
        shares = self.model.predict_proba(X).T
        return self.scale * log_loss.link(shares[1:] if len(shares) == 2 else shares)


def as_it_is(F):
    """Numbers."""
    return F[0]


def exponential(F):
    """Counts and durations, whose logarithm is boosted."""
    return np.exp(F[0])


def shares(F):
    """[n, classes] from log-odds, or from one score per class."""
    p = log_loss.probabilities(F)
    return np.column_stack((1 - p[0], p[0])) if len(p) == 1 else p.T


def shares_of_half_odds(F):
    """The exponential loss boosts half of the log-odds."""
    return shares(2 * F)
