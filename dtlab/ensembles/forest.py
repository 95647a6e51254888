"""Random forests: many trees, each on a sample of the rows and of the features, asked together.

Lecture 000 "Bagging" draws the features once for each tree, lectures 003 and 004 at each node;
lecture 003 also draws thresholds at random, and for numbers adds up the leaves' Gaussians.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, RegressorMixin

from ..algorithms.base import TreeClassifier
from ..algorithms.cart import CART
from ..algorithms.regression import RegressionTree
from ..engine.target import Numbers
from ..inputs.estimators import read_numbers
from ..inputs.parameters import either, one_of, whole
from ..measures.features import best
from ..measures.impurity import gini
from ..typing import Frame, Impurity
from .forest_base import Forest
from .gaussians import mode_of_gaussians

LECTURE_SIZE = 20  # lecture 003 stops at nodes with fewer rows, so that a leaf has a variance


@dataclass(eq=False, repr=False)
class RandomForest(ClassifierMixin, Forest):
    """A random forest of classes (Breiman 2001): CART trees on bootstrap samples that vote.

    After `fit`: `trees_` the trees as models, `samples_` the rows that each has seen, `oob_score_`
    their accuracy on the rows that they have not. Lectures 000, 003 and 004.

    Parameters:
        n_estimators: the number of trees; 100 by default.
        max_features: how many features a node or tree may ask about: "auto" (default, here "sqrt"),
            "all" (or None), "sqrt", "log2", "onethird", a whole number or a share.
        subspace: whether features are drawn at each "node" (default) or once for each "tree".
        thresholds: "exact" (default) tries all; a number is how many each node draws at random
            (lecture 003).
        vote: "average" (default) of the leaves' class shares, or "majority" of the trees.
        bootstrap: draw rows with replacement; True by default.
        subsampling_rate: the size of each sample as a share of the rows; 1.0 by default.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        min_impurity_decrease: n_t/n × decrease must reach this, as in scikit-learn; 0 by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.
        n_jobs: the number of processes, −1 for one per core; None (default) for one.
        impurity: gini (default), entropy, error, twoing, or your own function of one node's class
            counts.

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

    impurity: Impurity = gini

    _read_target = TreeClassifier._read_target

    def _single_tree(self):
        return CART(
            self.impurity, self.max_depth, self.min_samples_split, self.min_samples_leaf,
            self.min_impurity_decrease, categorical=self.categorical,
        )  # fmt: skip

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class with the largest share of the posterior or of the votes; a tie goes to the
        first.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        shares = self.predict_proba(X)
        return self.classes_[best(shares, axis=1)[0]]

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] the average posterior, or the shares of the votes.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._posterior(self._rows(X))

    def _posterior(self, rows, counts=None):
        """[n, K] of encoded rows; counts [T, n] leaves trees out."""
        said = self._flats.votes if self.vote == "majority" else self._flats.shares
        return self._flats.mean(said, rows, counts)

    @property
    def oob_decision_function_(self) -> NDArray[np.float64]:
        """[n, K] the posterior of every training row by the trees that have not seen it; NaN if
        all have.
        """
        unseen = self._out_of_bag()
        return self._posterior(self._table.rows(), unseen)

    @property
    def oob_score_(self) -> float:
        """The share of training rows that the trees that have not seen them classify rightly."""
        posterior = self.oob_decision_function_
        known = ~np.isnan(posterior[:, 0])
        return float(np.mean(best(posterior[known], axis=1)[0] == self._target.codes[known]))


@dataclass(eq=False, repr=False)
class RegressionForest(RegressorMixin, Forest):
    """A random forest of numbers: regression trees on bootstrap samples, their answers averaged.

    After `fit`: `trees_` the trees as models, `samples_` the rows that each has seen, `oob_score_`
    their R² on the rows that they have not. Lecture 003.

    Parameters:
        n_estimators: the number of trees; 100 by default.
        max_features: how many features a node or tree may ask about: "auto" (default, here
            "onethird"), "all" (or None), "sqrt", "log2", "onethird", a whole number or a share.
        subspace: whether features are drawn at each "node" (default) or once for each "tree".
        thresholds: "exact" (default) tries all; a number is how many each node draws at random
            (lecture 003).
        vote: "mean" (default) of the leaves' means, or "mode": each leaf is a Gaussian with the
            mean and the variance (n) of its rows, and the forest answers with the highest point of
            their sum (lecture 003).
        bootstrap: draw rows with replacement; True by default.
        subsampling_rate: the size of each sample as a share of the rows; 1.0 by default.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; "auto" (default) is 20 for vote="mode",
            as in the lecture, else 2.
        min_samples_leaf: the fewest rows in a branch; 1 by default.
        min_impurity_decrease: n_t/n × decrease must reach this, as in scikit-learn; 0 by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.
        n_jobs: the number of processes, −1 for one per core; None (default) for one.
        variance_floor: for vote="mode", the least variance of a leaf as a share of that of the
            tree's root, or else a one-row leaf would be infinitely sure; 0.01 by default.

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
    min_samples_split: int | str = "auto"  # type: ignore[assignment]  # wider than in Forest
    variance_floor: float = 0.01

    def _read_target(self, y):
        return Numbers(read_numbers(y))

    def _single_tree(self):
        least = self.min_samples_split
        if isinstance(least, str):  # "auto"
            least = LECTURE_SIZE if self.vote == "mode" else 2
        return RegressionTree(
            max_depth=self.max_depth, min_samples_split=least,
            min_samples_leaf=self.min_samples_leaf,
            min_impurity_decrease=self.min_impurity_decrease, categorical=self.categorical,
        )  # fmt: skip

    def predict(self, X: Frame) -> NDArray[np.float64]:
        """The mean of the trees' answers, or the mode of the sum of their Gaussians.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._answers(self._rows(X))

    def leaves(self, X: Frame) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[n, T] mean and variance of the leaf that each row reaches in each tree; variances are
        floored.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._gaussians(self._rows(X))

    def _answers(self, rows, counts=None):
        """[n] the forest's answers for encoded rows; counts [T, n] leaves trees out."""
        if self.vote == "mean":
            return self._flats.mean([tree.prediction for tree in self._flats.trees], rows, counts)
        mean, variance = self._gaussians(rows)
        if counts is not None:
            variance = np.where(counts.T, variance, np.inf)
        return mode_of_gaussians(mean, variance)

    def _gaussians(self, rows):
        shape = len(rows), self.n_estimators
        mean, variance = np.empty(shape), np.empty(shape)
        for block, tree, node in self._flats.reached(rows):
            stats = self._flats.trees[tree].stats
            floor = self.variance_floor * stats[0, 2]
            mean[block, tree] = stats[node, 1]
            variance[block, tree] = np.maximum(stats[node, 2], floor)
        # a constant target has no variance at all: then any number above 0 gives the constant
        return mean, np.where(variance > 0, variance, 1.0)

    @property
    def oob_prediction_(self) -> NDArray[np.float64]:
        """[n] the answer for every training row by the trees that have not seen it; NaN if all
        have.
        """
        unseen = self._out_of_bag()
        return self._answers(self._table.rows(), unseen)

    @property
    def oob_score_(self) -> float:
        """R² of the training rows by the trees that have not seen them."""
        from sklearn.metrics import r2_score

        answer = self.oob_prediction_
        known = ~np.isnan(answer)
        return float(r2_score(self._target.y[known], answer[known]))
