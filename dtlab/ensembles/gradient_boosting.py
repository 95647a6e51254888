"""Gradient boosting: each tree is grown on what the trees before it left unexplained.

Lecture 000 §4.4.5 (Table 9), lecture 004 "gradient boosting". The loop itself is in `boosting`.
"""

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from ..inputs.estimators import read_classes, read_numbers
from .boosting_loop import Boosting
from .losses import absolute_error, log_loss, squared_error

__all__ = ["GradientBoosting", "GradientBoostingClassifier"]


class GradientBoosting(RegressorMixin, Boosting):
    """Gradient boosting for numbers. Lecture 000 §4.4.5 (Table 9), lecture 004.

    loss: squared_error (None), or absolute_error (leaves take medians).
    learning_rate η shrinks every step; subsample: share of the rows, drawn for each tree.
    init: None starts at the mean (or median), "zero" at 0, an estimator at its predictions.
    bins: numbers are cut into so many bins once; None tries every threshold at every node.
    n_iter_no_change: stop if the loss on a validation part (validation_fraction of the rows) has
    not fallen by more than tol for so many stages, and keep the trees up to its lowest.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_rentals")
    >>> model = GradientBoosting(n_estimators=3, max_depth=1, learning_rate=1.0)
    >>> [tree.tree_.question.value for tree in model.fit(bikes.X, bikes.y).trees_]
    [9.5, 30.0, 15.0]
    """

    losses = (squared_error, absolute_error)

    def _read_target(self, y):
        return read_numbers(y)[None]

    @staticmethod
    def _start_of(init, X):
        return np.asarray(init.predict(X), float)[None]

    def predict(self, X):
        """The sum of the start and all steps for every row."""
        return self._last(X)[0]

    def staged_predict(self, X):
        """The predictions after every stage."""
        for F in self._stages(X):
            yield F[0].copy()


class GradientBoostingClassifier(ClassifierMixin, Boosting):
    """Gradient boosting for classes, by log-loss: the trees add up to log-odds, with more than two
    classes to one score per class. Parameters as in `GradientBoosting`; init starts at the log-odds
    (log-shares), "zero" at equal shares. Lecture 004.

    >>> from dtlab import load
    >>> golf = load("play_golf")
    >>> model = GradientBoostingClassifier(n_estimators=20).fit(golf.X, golf.y)
    >>> model.score(golf.X, golf.y)
    1.0
    """

    losses = (log_loss,)

    def _read_target(self, y):
        """[K, n] zeros and ones: of the second class of two, else of each; none of a single one."""
        codes, self.classes_ = read_classes(y)
        K = len(self.classes_)
        return (codes == np.arange(K)[K == 2 :, None]).astype(float)[K == 1 :]

    @staticmethod
    def _start_of(init, X):
        shares = init.predict_proba(X).T
        return log_loss.link(shares[1:] if len(shares) == 2 else shares)[len(shares) == 1 :]

    def _shares(self, F):
        """[n, classes] probabilities."""
        if len(F) == 0:
            return np.ones((F.shape[1], 1))
        p = log_loss.probabilities(F)
        return np.column_stack((1 - p[0], p[0])) if len(p) == 1 else p.T

    def decision_function(self, X):
        """[n] log-odds of the second class, or [n, classes] scores."""
        F = self._last(X)
        return F[0] if len(F) == 1 else F.T

    def predict_proba(self, X):
        """[n, classes] probability of each class."""
        return self._shares(self._last(X))

    def predict(self, X):
        """The most probable class."""
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]

    def staged_predict_proba(self, X):
        """The probabilities after every stage."""
        for F in self._stages(X):
            yield self._shares(F)

    def staged_predict(self, X):
        """The classes after every stage."""
        for shares in self.staged_predict_proba(X):
            yield self.classes_[shares.argmax(axis=1)]
