"""The boosting loop, whatever the target: residuals, a tree on them, a step, and again.

F₀ is a constant; then Fᵢ = Fᵢ₋₁ + η · treeᵢ, the tree grown by least squares on the residuals of
Fᵢ₋₁. Legend: F [K, n] with K trees per stage, one for numbers and two classes, else one per class.
"""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ..algorithms.base import all_or_nothing, read_rows
from ..engine.flat import reached
from ..engine.grow import Recipe, grow
from ..engine.table import encode, read_table
from ..inputs.boosting_checks import Watch, check_boosting, fitted_start, held_out
from ..inputs.estimators import read_training, read_weights
from ..pruning.stopping import constant, deeper_than, fewer_rows_than
from ..questions.criteria import VarianceGain
from ..questions.search import Thresholds, midpoints
from ..questions.two_groups import TwoGroups
from .histograms import BinnedThresholds, Residuals, at_edges, binned
from .learners import generator
from .stages import Boosted, Rows, Stages, Training
from .votes import progress

BLOCK = 16384  # rows that are predicted together, so that they stay in the processor's cache


class Boosting(BaseEstimator):
    """What both have in common. After `fit`: `trees_`, stage by stage (with more than two classes
    one per class in each stage), `n_estimators_` stages, `history_`, `feature_importances_`.
    """

    takes_missing = True

    def __init__(
        self, loss=None, learning_rate=0.1, n_estimators=100, subsample=1.0, max_depth=3,
        min_samples_split=2, min_samples_leaf=1, init=None, bins=256, n_iter_no_change=None,
        validation_fraction=0.1, tol=1e-4, categorical=None, random_state=None, verbose=0,
    ):  # fmt: skip
        self.loss = loss
        self.learning_rate = learning_rate
        self.n_estimators = n_estimators
        self.subsample = subsample
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.init = init
        self.bins = bins
        self.n_iter_no_change = n_iter_no_change
        self.validation_fraction = validation_fraction
        self.tol = tol
        self.categorical = categorical
        self.random_state = random_state
        self.verbose = verbose

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Add up trees for X, a DataFrame or a 2-D array, and y, one target per row."""
        check_boosting(self)
        X, labels = read_training(self, X, y)
        weight, y = read_weights(sample_weight, labels), self._read_target(labels)
        by_name = {None: self.losses[0], **{loss.name: loss for loss in self.losses}}
        self.loss_ = by_name.get(self.loss, self.loss)
        rng = generator(self.random_state)
        rows = np.arange(y.shape[1]) if weight is None else np.flatnonzero(weight)
        watched = None
        if self.n_iter_no_change is not None:
            rows, watched = held_out(rows, y, self.validation_fraction, rng)
        training = self._training(X, labels, y, weight, rows)
        self._boost(training, self._watch(X, y, weight, watched), rng)
        self.history_ = Stages(self, training)
        return self

    def _training(self, X, labels, y, weight, rows):
        """The rows to learn from, as a table of codes with what is known of each row."""
        X, y = _some(X, rows), y[:, rows]
        if weight is not None:
            weight = weight[rows] * (len(rows) / weight[rows].sum())
        self.table_ = read_table(X, self.categorical)
        if self.bins is not None:
            self._is_binned = self.table_.is_number & (self.table_.sizes > self.bins)
            self.table_ = binned(self.table_, self.bins)
        self.init_ = None
        if self.init is None:
            self.start_ = self.loss_.start(y, weight)
        elif isinstance(self.init, str):
            self.start_ = np.zeros(len(y))
        else:
            self.init_ = fitted_start(self.init, X, labels[rows], weight)
        return Training(self.table_, y, weight, self._started(X, len(rows)))

    def _watch(self, X, y, weight, rows):
        if rows is None:
            return None
        X, y = _some(X, rows), y[:, rows]
        weight = None if weight is None else weight[rows]
        F = self._started(X, len(rows))
        encoded = Rows(encode(X, self.table_.columns))
        watch = Watch(encoded, y, weight, F, self.n_iter_no_change, self.tol)
        watch.has_stopped(self.loss_, (), 0)  # the loss of the start
        return watch

    def _boost(self, training, watch, rng):
        """Grow tree after tree; with a validation part, keep those up to its lowest loss."""
        F, K, recipe = training.start.copy(), len(training.y), self._recipe()
        rows = training.rows() if self.subsample < 1 else None
        self.trees_ = []
        n_stages = self.n_estimators if K else 0
        for _ in progress(range(n_stages), n_stages, self.verbose, "boosting"):
            trees = self._stage(training, F, recipe, rows, rng)
            self.trees_ += trees
            if watch is not None and watch.has_stopped(self.loss_, trees, self.learning_rate):
                break
        if watch is not None:
            self.validation_score_ = np.array(watch.scores)
            del self.trees_[K * watch.best :]
        self.n_estimators_ = len(self.trees_) // max(K, 1)

    def _stage(self, training, F, recipe, rows, rng):
        """One tree for every row of F, which is moved along."""
        r, weight = self.loss_.residuals(training.y, F), training.weight
        inside, trees = slice(None), []
        if self.subsample < 1:
            n = F.shape[1]
            inside = np.sort(rng.permutation(n)[: max(1, int(self.subsample * n))])
            sampled = np.zeros(n)
            sampled[inside] = 1 if weight is None else weight[inside]
            weight = sampled
        for k in range(len(F)):
            target = Residuals(r[k])
            tree, place = grow(self.table_, target, recipe, weight), target.place
            w = None if weight is None else weight[inside]
            known = (place, training.y[k], F[k], r[k])
            tree.prediction = self.loss_.leaf_values(tree, *(x[inside] for x in known), w, len(F))
            if rows is not None:
                outside = np.flatnonzero(place < 0)
                place[outside] = reached(tree, rows[outside])
            F[k] += self.learning_rate * tree.prediction[place]
            trees.append(Boosted(tree, self.table_.columns))
        return trees

    def _recipe(self):
        least, gain = self.min_samples_leaf, VarianceGain()
        stop = constant, deeper_than(self.max_depth), fewer_rows_than(self.min_samples_split)
        search = Thresholds if self.bins is None else BinnedThresholds
        between = midpoints if self.bins is None else at_edges(self._is_binned)
        return Recipe(
            search(gain, least), TwoGroups(gain, least), lambda stats: stats[:, 2], stop,
            between=between,
        )  # fmt: skip

    def _started(self, X, n):
        """[K, n] the predictions before any tree."""
        if self.init_ is not None:
            return self._start_of(self.init_, X)
        return np.repeat(self.start_[:, None], n, axis=1)

    def _stages(self, X):
        """F [K, n] after each stage; the same array, moved along."""
        check_is_fitted(self)
        rows = read_rows(self, X)
        F, rows = self._started(X, len(rows)), Rows(rows)
        for i in range(self.n_estimators_):
            for k, tree in enumerate(self._stage_trees(i)):
                F[k] += self.learning_rate * tree.values(rows)
            yield F

    def _stage_trees(self, i):
        K = len(self.trees_) // self.n_estimators_
        return self.trees_[K * i : K * (i + 1)]

    def _last(self, X):
        """F [K, n] after all stages."""
        check_is_fitted(self)
        rows = read_rows(self, X)
        F = self._started(X, len(rows))
        for start in range(0, len(rows), BLOCK):
            part = slice(start, start + BLOCK)
            block = Rows(rows[part])
            for i, tree in enumerate(self.trees_):
                F[i % len(F), part] += self.learning_rate * tree.values(block)
        return F

    @property
    def feature_importances_(self):
        """Share of each feature in all the decrease of squared residuals; sums to one, or zero
        without a split.
        """
        check_is_fitted(self)
        total = np.zeros(len(self.table_.columns))
        for tree in (boosted.flat for boosted in self.trees_):
            inner = np.flatnonzero(tree.feature >= 0)
            gain = tree.stats[inner, 0] * tree.score[inner]
            total += np.bincount(tree.feature[inner], gain, minlength=len(total))
        return total / (total.sum() or 1.0)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.categorical = tags.input_tags.string = True
        return tags


def _some(X, rows):
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]
