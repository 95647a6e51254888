"""Random forests: many trees, each on a sample of the rows and of the features, asked together.

Lecture 000 "Bagging" draws the features once for each tree, lectures 003 and 004 at each node;
lecture 003 also draws thresholds at random, and for numbers adds up the leaves' Gaussians.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from ..algorithms.cart import CART
from ..algorithms.regression import RegressionTree
from ..engine.target import Classes, Numbers
from ..inputs.estimators import read_classes, read_numbers
from ..inputs.parameters import either, one_of, whole
from ..measures.impurity import gini
from .forest_base import Forest
from .gaussians import mode_of_gaussians
from .votes import winners

LECTURE_SIZE = 20  # lecture 003 stops at nodes with fewer rows, so that a leaf has a variance


@dataclass(eq=False, repr=False)
class RandomForest(ClassifierMixin, Forest):
    """A random forest of classes (Breiman 2001): CART trees on bootstrap samples that vote.

    max_features: how many features a node or tree may ask about: "auto" (sqrt), "all", "sqrt",
    "log2", "onethird", a number or a fraction.
    subspace: features are drawn at each "node" or once for each "tree".
    thresholds: "exact" tries all; a number is how many each node draws at random (lecture 003).
    vote: "average" of the leaves' class shares, or "majority" of the trees.
    bootstrap: rows drawn with replacement, as many as subsampling_rate × rows.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> forest = RandomForest(n_estimators=25, random_state=0).fit(buys.X, buys.y)
    >>> len(forest.trees_), len(forest.samples_[0]), forest.feature_importances_.sum().round(9) == 1
    (25, 14, np.True_)
    """

    _auto = "sqrt"
    _allowed = Forest._allowed | {
        "vote": one_of(
            "average", "majority",
            words='"average" (of the posteriors) or "majority" (of the trees)',
        ),
    }  # fmt: skip

    impurity: Callable = gini

    def _read_target(self, y):
        codes, self.classes_ = read_classes(y)
        return Classes(codes, self.classes_)

    def _single_tree(self):
        return CART(
            self.impurity, self.max_depth, self.min_samples_split, self.min_samples_leaf,
            self.min_impurity_decrease, categorical=self.categorical,
        )  # fmt: skip

    def predict(self, X):
        """The class with the largest share of the posterior or of the votes; a tie goes to the
        first.
        """
        codes = winners(self.predict_proba(X))
        return self.classes_[codes]

    def predict_proba(self, X):
        """[n, classes] the average posterior, or the shares of the votes."""
        return self._posterior(self._rows(X))

    def _posterior(self, rows, counts=None):
        """[n, K] of encoded rows; counts [T, n] leaves trees out."""
        said = self.flats_.votes if self.vote == "majority" else self.flats_.shares
        return self.flats_.mean(said, rows, counts)

    @property
    def oob_decision_function_(self):
        """[n, K] the posterior of every training row by the trees that have not seen it; NaN if
        all have.
        """
        unseen = self._out_of_bag()
        return self._posterior(self.table_.rows(), unseen)

    @property
    def oob_score_(self):
        """The share of training rows that the trees that have not seen them classify rightly."""
        posterior = self.oob_decision_function_
        known = ~np.isnan(posterior[:, 0])
        return float(np.mean(winners(posterior[known]) == self.target_.codes[known]))


@dataclass(eq=False, repr=False)
class RegressionForest(RegressorMixin, Forest):
    """A random forest of numbers: regression trees on bootstrap samples, their answers averaged.

    Parameters as in `RandomForest`; max_features "auto" is "onethird" here.
    vote: "mean" of the leaves' means, or "mode": each leaf is a Gaussian with the mean and the
    variance (n) of its rows, and the forest answers with the highest point of their sum (lecture
    003). Then a variance is at least variance_floor × that of the tree's root, or else a one-row
    leaf would be infinitely sure; and min_samples_split "auto" is 20, as in the lecture, not 2.

    >>> from dtlab import load
    >>> bikes = load("bike_rentals")
    >>> forest = RegressionForest(n_estimators=25, random_state=0).fit(bikes.X, bikes.y)
    >>> bool(bikes.y.min() <= forest.predict(bikes.X).min())
    True
    """

    _auto = "onethird"
    _allowed = Forest._allowed | {
        "vote": one_of(
            "mean", "mode",
            words='"mean" (of the leaves\' means) or "mode" (of the sum of their Gaussians)',
        ),
        "min_samples_split": either(
            one_of("auto"), whole(2),
            words='a whole number from 2 up, or "auto": 20 for vote="mode", else 2',
        ),
    }  # fmt: skip

    vote: str = "mean"
    min_samples_split: int | str = "auto"
    variance_floor: float = 0.01

    def _read_target(self, y):
        return Numbers(read_numbers(y))

    def _single_tree(self):
        least = self.min_samples_split
        if least == "auto":
            least = LECTURE_SIZE if self.vote == "mode" else 2
        return RegressionTree(
            max_depth=self.max_depth, min_samples_split=least,
            min_samples_leaf=self.min_samples_leaf,
            min_impurity_decrease=self.min_impurity_decrease, categorical=self.categorical,
        )  # fmt: skip

    def predict(self, X):
        """The mean of the trees' answers, or the mode of the sum of their Gaussians."""
        return self._answers(self._rows(X))

    def leaves(self, X):
        """[n, T] mean and variance of the leaf that each row reaches in each tree; variances are
        floored.
        """
        return self._gaussians(self._rows(X))

    def _answers(self, rows, counts=None):
        """[n] the forest's answers for encoded rows; counts [T, n] leaves trees out."""
        if self.vote == "mean":
            return self.flats_.mean([tree.prediction for tree in self.flats_.trees], rows, counts)
        mean, variance = self._gaussians(rows)
        if counts is not None:
            variance = np.where(counts.T, variance, np.inf)
        return mode_of_gaussians(mean, variance)

    def _gaussians(self, rows):
        shape = len(rows), self.n_estimators
        mean, variance = np.empty(shape), np.empty(shape)
        for block, tree, node in self.flats_.reached(rows):
            stats = self.flats_.trees[tree].stats
            floor = self.variance_floor * stats[0, 2]
            mean[block, tree] = stats[node, 1]
            variance[block, tree] = np.maximum(stats[node, 2], floor)
        # a constant target has no variance at all: then any number above 0 gives the constant
        return mean, np.where(variance > 0, variance, 1.0)

    @property
    def oob_prediction_(self):
        """[n] the answer for every training row by the trees that have not seen it; NaN if all
        have.
        """
        unseen = self._out_of_bag()
        return self._answers(self.table_.rows(), unseen)

    @property
    def oob_score_(self):
        """R² of the training rows by the trees that have not seen them."""
        from sklearn.metrics import r2_score

        answer = self.oob_prediction_
        known = ~np.isnan(answer)
        return float(r2_score(self.target_.y[known], answer[known]))
