"""Gradient boosting: each tree is grown on what the trees before it left unexplained.

F₀ is a constant; then Fᵢ = Fᵢ₋₁ + η · treeᵢ, the tree grown by least squares on the residuals of
Fᵢ₋₁. Legend: F [K, n] with K trees per stage, one for numbers and two classes, else one per class.
Lecture 000 §4.4.5 (Table 9), lecture 004 "gradient boosting".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone, is_classifier
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from .._progress import progress
from ..algorithms.base import TableModel
from ..engine.flat import reached
from ..engine.grow import Recipe, grow
from ..engine.row_ids import warn_of_row_ids
from ..engine.table import read_table
from ..inputs.errors import InputError
from ..inputs.estimators import read_classes, read_numbers
from ..inputs.parameters import either, one_of, optional, whole
from ..pruning.stopping import constant, deeper_than, fewer_rows_than
from ..questions.criteria import VarianceGain
from ..questions.search import Thresholds, midpoints
from ..questions.two_groups import TwoGroups
from ..typing import Columns, Frame, Random
from .histograms import BinnedThresholds, Residuals, at_edges, bins_of_equal_counts
from .losses import Loss, absolute_error, log_loss, squared_error
from .stages import Boosted, EncodedRows, Stages, Watch, hold_out

BLOCK = 16384  # rows that are predicted together, so that they stay in the processor's cache


def one_of_losses(losses):
    """What `loss` may be: None, or a loss or its name."""
    names = sorted(loss.name for loss in losses)
    return lambda v: v is None or getattr(v, "name", v) in names, " or ".join(names)


def start_with(method):
    """What `init` may be: None, "zero", or an estimator with this method."""
    none = lambda v: v is None, ""
    model = lambda v: not isinstance(v, type) and hasattr(v, "fit") and hasattr(v, method), ""
    words = f"None, 'zero' or an estimator with fit and {method}"
    return either(none, one_of("zero"), model, words=words)


@dataclass(eq=False, repr=False)
class Boosting(TableModel):
    """What both have in common. After `fit`: `trees_`, stage by stage (with more than two classes
    one per class in each stage), `n_estimators_` stages, `history_`, `feature_importances_`.
    """

    _allowed = {
        "n_estimators": whole(0),
        "bins": optional(whole(2), "for exact thresholds"),
    }

    loss: Loss | str | None = None
    learning_rate: float = 0.1
    n_estimators: int = 100
    subsample: float = 1.0
    max_depth: int | None = 3
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    init: BaseEstimator | str | None = None
    bins: int | None = 256
    n_iter_no_change: int | None = None
    validation_fraction: float = 0.1
    tol: float = 1e-4
    categorical: Columns = None
    random_state: Random = None

    def _fit(self, X, labels, weight, present):
        y = self._read_target(labels)
        rng = np.random.default_rng(self.random_state)
        self._loss: Loss = self._chosen_loss()
        if self.n_iter_no_change is None:
            weight, start = self._start(X, labels, y, weight)
            self._boost(y, weight, start, None, rng)
            return
        rows, watched = hold_out(np.arange(len(labels)), y, self.validation_fraction, rng)
        seen = None if weight is None else weight[rows]
        seen, start = self._start(_safe_indexing(X, rows), labels[rows], y[:, rows], seen)
        X = _safe_indexing(X, watched)
        weight = None if weight is None else weight[watched]
        F = self._start_values(X, len(watched))
        encoded = EncodedRows(self._encode(X))
        watch = Watch(encoded, y[:, watched], weight, F, self.n_iter_no_change, self.tol)
        watch.has_stopped(self._loss, (), 0)  # the loss of the start
        self._boost(y[:, rows], seen, start, watch, rng)

    def _chosen_loss(self):
        if self.loss is None:
            return self.losses[0]
        by_name = {loss.name: loss for loss in self.losses}
        return by_name[self.loss] if isinstance(self.loss, str) else self.loss

    def _start(self, X, labels, y, weight):
        """Read the table and fit the start: the weights, and the predictions before any tree."""
        if weight is not None:
            weight = weight * (len(labels) / weight.sum())
        self._table = read_table(X, self.categorical)
        warn_of_row_ids(self._table, is_classifier(self))
        if self.bins is not None:
            self._is_binned = self._table.is_number & (self._table.sizes > self.bins)
            self._table = bins_of_equal_counts(self._table, self.bins)
        self.init_ = None
        if self.init is None:
            self._start_value = self._loss.start(y, weight)
        elif isinstance(self.init, str):
            self._start_value = np.zeros(len(y))
        elif weight is None:
            self.init_ = clone(self.init).fit(X, labels)
        elif has_fit_parameter(self.init, "sample_weight"):
            self.init_ = clone(self.init).fit(X, labels, sample_weight=weight)
        else:
            raise InputError(
                f"init = {type(self.init).__name__} takes no sample_weight: leave the weights out, "
                "or start from an estimator that takes them"
            )
        return weight, self._start_values(X, len(labels))

    def _boost(self, y, weight, start, watch, rng):
        """Grow tree after tree; with a validation set, keep those up to its lowest loss."""
        F = start.copy()
        K = len(y)
        recipe = self._recipe()
        rows = self._table.rows() if self.subsample < 1 else None
        self.trees_ = []
        n_rounds = self.n_estimators if K else 0
        for _ in progress(range(n_rounds), n_rounds, "rounds"):
            trees = self._stage(y, weight, F, recipe, rows, rng)
            self.trees_ += trees
            if watch is not None and watch.has_stopped(self._loss, trees, self.learning_rate):
                break
        if watch is not None:
            self.validation_score_ = np.array(watch.scores)
            del self.trees_[K * watch.best :]
        self.n_estimators_ = len(self.trees_) // max(K, 1)
        self.history_ = Stages(self, y, weight, start)

    def _stage(self, y, weight, F, recipe, rows, rng):
        """One tree for every row of F, which is moved along."""
        r = self._loss.residuals(y, F)
        inside: slice | np.ndarray = slice(None)
        trees = []
        if self.subsample < 1:
            n = F.shape[1]
            inside = np.sort(rng.permutation(n)[: max(1, int(self.subsample * n))])
            sampled = np.zeros(n)
            sampled[inside] = 1 if weight is None else weight[inside]
            weight = sampled
        for k in range(len(F)):
            target = Residuals(r[k])
            tree = grow(self._table, target, recipe, weight)
            place = target.place
            w = None if weight is None else weight[inside]
            tree.prediction = self._loss.leaf_values(
                tree, place[inside], y[k][inside], F[k][inside], r[k][inside], w, len(F)
            )
            if rows is not None:
                outside = np.flatnonzero(place < 0)
                place[outside] = reached(tree, rows[outside])
            F[k] += self.learning_rate * tree.prediction[place]
            trees.append(Boosted(tree, self._table.columns))
        return trees

    def _recipe(self):
        least = self.min_samples_leaf
        gain = VarianceGain()
        stop = constant, deeper_than(self.max_depth), fewer_rows_than(self.min_samples_split)
        search = Thresholds if self.bins is None else BinnedThresholds
        between = midpoints if self.bins is None else at_edges(self._is_binned)
        return Recipe(
            search(gain, least), TwoGroups(gain, least), lambda stats: stats[:, 2], stop,
            between=between,
        )  # fmt: skip

    def _start_values(self, X, n):
        """[K, n] the predictions before any tree."""
        if self.init_ is not None:
            return self._start_of(self.init_, X)
        return np.repeat(self._start_value[:, None], n, axis=1)

    def _stages(self, X):
        """F [K, n] after each stage; the same array, moved along."""
        rows = self._rows(X)
        F = self._start_values(X, len(rows))
        rows = EncodedRows(rows)
        for i in range(self.n_estimators_):
            for k, tree in enumerate(self._stage_trees(i)):
                F[k] += self.learning_rate * tree.values(rows)
            yield F

    def _stage_trees(self, i):
        K = len(self.trees_) // self.n_estimators_
        return self.trees_[K * i : K * (i + 1)]

    def _last(self, X):
        """F [K, n] after all stages."""
        rows = self._rows(X)
        F = self._start_values(X, len(rows))
        for start in range(0, len(rows), BLOCK):
            part = slice(start, start + BLOCK)
            block = EncodedRows(rows[part])
            for i, tree in enumerate(self.trees_):
                F[i % len(F), part] += self.learning_rate * tree.values(block)
        return F

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Share of each feature in all the decrease of squared residuals; sums to one, or zero
        without a split.
        """
        check_is_fitted(self)
        total = np.zeros(len(self._table.columns))
        for tree in (boosted.flat for boosted in self.trees_):
            inner = np.flatnonzero(tree.feature >= 0)
            gain = tree.stats[inner, 0] * tree.score[inner]
            total += np.bincount(tree.feature[inner], gain, minlength=len(total))
        return total / (total.sum() or 1.0)


class GradientBoosting(RegressorMixin, Boosting):
    """Gradient boosting for numbers. Lecture 000 §4.4.5 (Table 9), lecture 004.

    Parameters:
        loss: "squared_error" (None, default), or "absolute_error", whose leaves take medians.
        learning_rate: η, a factor above 0 that shrinks every step; 0.1 by default.
        n_estimators: the number of stages; 100 by default.
        subsample: the share of the rows that is drawn for each stage; 1.0 (default) for all.
        max_depth: the most questions on a path; 3 by default, None for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        init: where to start: None (default) at the mean (or median), "zero" at 0, an
            estimator at its predictions.
        bins: a column with more distinct numbers is cut into this many bins, once; 256 by default,
            None tries every threshold.
        n_iter_no_change: stop if the loss on a validation set has not fallen by more than `tol` for
            this many stages, and keep the trees up to its lowest; None (default) grows all trees.
        validation_fraction: the share of the rows in that validation set; 0.1 by default.
        tol: see `n_iter_no_change`; 1e-4 by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_rentals")
    >>> model = GradientBoosting(n_estimators=3, max_depth=1, learning_rate=1.0)
    >>> [tree.tree_.question.value for tree in model.fit(bikes.X, bikes.y).trees_]
    [9.5, 30.0, 15.0]
    """

    losses = (squared_error, absolute_error)
    _allowed = Boosting._allowed | {"loss": one_of_losses(losses), "init": start_with("predict")}

    def _read_target(self, y):
        return read_numbers(y)[None]

    @staticmethod
    def _start_of(init, X):
        return np.asarray(init.predict(X), float)[None]

    def predict(self, X: Frame) -> NDArray[np.float64]:
        """The sum of the start and all steps for every row.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._last(X)[0]

    def staged_predict(self, X: Frame) -> Iterator[NDArray[np.float64]]:
        """The predictions after every stage.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        for F in self._stages(X):
            yield F[0].copy()


class GradientBoostingClassifier(ClassifierMixin, Boosting):
    """Gradient boosting for classes, by log-loss: the trees add up to log-odds, with more than two
    classes to one score per class. Lecture 004.

    Parameters:
        loss: "log_loss" (None, default).
        learning_rate: η, a factor above 0 that shrinks every step; 0.1 by default.
        n_estimators: the number of stages; 100 by default.
        subsample: the share of the rows that is drawn for each stage; 1.0 (default) for all.
        max_depth: the most questions on a path; 3 by default, None for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        init: where to start: None (default) at the log-odds (log-shares), "zero" at equal
            shares, an estimator at its probabilities.
        bins: a column with more distinct numbers is cut into this many bins, once; 256 by default,
            None tries every threshold.
        n_iter_no_change: stop if the loss on a validation set has not fallen by more than `tol` for
            this many stages, and keep the trees up to its lowest; None (default) grows all trees.
        validation_fraction: the share of the rows in that validation set; 0.1 by default.
        tol: see `n_iter_no_change`; 1e-4 by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.

    >>> from dtlab import load
    >>> golf = load("play_golf")
    >>> model = GradientBoostingClassifier(n_estimators=20).fit(golf.X, golf.y)
    >>> model.score(golf.X, golf.y)
    1.0
    """

    losses = (log_loss,)
    _allowed = Boosting._allowed | {
        "loss": one_of_losses(losses), "init": start_with("predict_proba"),
    }  # fmt: skip

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

    def decision_function(self, X: Frame) -> NDArray[np.float64]:
        """[n] log-odds of the second class, or [n, classes] scores.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        F = self._last(X)
        return F[0] if len(F) == 1 else F.T

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] probability of each class.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._shares(self._last(X))

    def predict(self, X: Frame) -> NDArray[Any]:
        """The most probable class.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        shares = self.predict_proba(X)
        return self.classes_[shares.argmax(axis=1)]

    def staged_predict_proba(self, X: Frame) -> Iterator[NDArray[np.float64]]:
        """The probabilities after every stage.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        for F in self._stages(X):
            yield self._shares(F)

    def staged_predict(self, X: Frame) -> Iterator[NDArray[Any]]:
        """The classes after every stage.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        for shares in self.staged_predict_proba(X):
            yield self.classes_[shares.argmax(axis=1)]
