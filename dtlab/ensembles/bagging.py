"""Bagging (bootstrap aggregating): the same learner on many samples of the rows, then a vote.

A sample is the number of copies of every row. Lecture 000 §4.4.5, lecture 003, lecture 004.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, is_classifier
from sklearn.metrics import accuracy_score, r2_score
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from .._progress import progress
from ..algorithms.cart import CART
from ..inputs.columns import trained_names
from ..inputs.errors import InputError
from ..inputs.estimators import check_features, read_classes, read_numbers
from ..measures.features import best
from ..typing import Frame, Random, Values
from .learners import LearnerEnsemble, Learners


class BaggingStep(NamedTuple):
    """One step: the copies of each row, the columns (None: all) and the model they gave."""

    sample: np.ndarray
    features: np.ndarray | None
    learner: object


@dataclass(eq=False, repr=False)
class Bagging(LearnerEnsemble):
    """Bagging of any estimator: a classifier or a regressor as its base is. Lecture 000 §4.4.5.

    Each model gets a sample of the rows and of the columns; numbers are averaged, classes voted on.
    The copies of a row reach the learner as its weight; one that knows no weights gets repeated
    rows. Rows of weight zero are dropped; the other weights multiply the copies.

    After `fit`: `samples_` [models, rows] the copies, `features_` the columns' names per model.

    Parameters:
        estimator: any classifier or regressor; None (default) is CART().
        n_estimators: the number of models; 10 by default.
        max_samples: how many rows each model gets, a whole number or a share; 1.0 (default) as many
            as there are.
        max_features: how many columns each model gets, drawn without replacement, a whole number
            or a share; 1.0 (default) for all.
        bootstrap: draw rows with replacement; True by default.
        vote: for classes, "average" (default) of the class shares, or "majority" of the models.
        oob_score: whether every row is judged by the models that have not seen it:
            `oob_prediction_` (class shares or numbers, NaN if all saw it) and `oob_score_`; False
            by default.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.
        n_jobs: the number of processes, −1 for one per core; None (default) for one.

    >>> from dtlab import load
    >>> golf = load("play_golf")
    >>> model = Bagging(n_estimators=25, oob_score=True, random_state=0).fit(golf.X, golf.y)
    >>> model.samples_.sum(axis=1).tolist() == [14] * 25
    True
    """

    _default = CART()

    estimator: BaseEstimator | None = None
    n_estimators: int = 10
    max_samples: int | float = 1.0
    max_features: int | float = 1.0
    bootstrap: bool = True
    vote: str = "average"
    oob_score: bool = False
    random_state: Random = None
    n_jobs: int | None = None

    def _fit(self, X, y, weight, present):
        """Draw the samples, then fit a model on each; `weight` multiplies the copies."""
        base = self._base()
        if is_classifier(base):
            self.classes_ = read_classes(y)[1]
        else:
            y = read_numbers(y)
        self._learners: Learners = self._read_learners(X, y, weight, present)
        if weight is not None and not self._learners.takes_weights:
            raise InputError(f"{type(base).__name__} takes no sample_weight: leave it out")
        weight = np.ones(len(y)) if weight is None else weight
        seeds = self._draw(present)
        copies = self.samples_[:, present]
        tasks = list(zip(copies * weight, self._columns, seeds, strict=True))
        jobs = (delayed(self._learners.grow)(*task) for task in tasks)
        grown = Parallel(n_jobs=self.n_jobs, return_as="generator")(jobs)
        trees = list(progress(grown, len(tasks), "models"))
        self.trees_ = [
            self._learners.model_of(tree, w, columns)
            for tree, (w, columns, _) in zip(trees, tasks, strict=True)
        ]
        if self.oob_score:
            self._judge_out_of_bag(X, y, weight, copies == 0)
        self._learners.forget()

    def _draw(self, present):
        """Draw rows, columns and seeds of all models beforehand: nothing depends on n_jobs then."""
        rng = np.random.default_rng(self.random_state)
        rows = np.flatnonzero(present)
        F = self.n_features_in_
        n = _size(self.max_samples, len(rows), "max_samples", not self.bootstrap)
        f = _size(self.max_features, F, "max_features", True)
        self.samples_ = np.zeros((self.n_estimators, len(present)), np.int32)
        self._columns = []
        for sample in self.samples_:
            np.add.at(sample, rng.choice(rows, n, replace=self.bootstrap), 1)
            self._columns.append(None if f == F else np.sort(rng.choice(F, f, replace=False)))
        return rng.integers(2**31, size=self.n_estimators).tolist()

    @property
    def features_(self) -> list[list[str]]:
        """The names of the columns that each model was given."""
        check_is_fitted(self)
        names = np.array(trained_names(self), object)
        return [(names if f is None else names[f]).tolist() for f in self._columns]

    @property
    def history_(self) -> list[BaggingStep]:
        """What was drawn and fitted, model by model."""
        check_is_fitted(self)
        steps = zip(self.samples_, self._columns, self.trees_, strict=True)
        return [BaggingStep(*step) for step in steps]

    def _opinions(self, X):
        """Yields what each model says of all rows: class shares [n, K] or numbers [n, 1]."""
        rows = self._learners.rows(X)
        for tree, columns in zip(self.trees_, self._columns, strict=True):
            if self._learners.classes_ is None:
                yield self._learners.answers(tree, rows, columns)[:, None]
            elif self.vote == "average":
                yield self._learners.shares(tree, rows, columns)
            else:
                codes = self._learners.answers(tree, rows, columns)
                yield np.eye(len(self.classes_))[codes]

    def _mean(self, X):
        check_is_fitted(self)
        X = check_features(self, X, reset=False)
        return sum(self._opinions(X)) / len(self.trees_)

    def _judge_out_of_bag(self, X, y, weight, out):
        judged = out.any(axis=0)
        if not judged.any():
            raise InputError(
                "oob_score: every row is in the sample of every model, so none can be judged; "
                "use bootstrap=True with more models, or a smaller max_samples"
            )
        total = sum(o[:, None] * opinion for o, opinion in zip(out, self._opinions(X), strict=True))
        with np.errstate(invalid="ignore"):  # 0 / 0 is NaN: every model has seen the row
            mean = total / out.sum(axis=0)[:, None]
        self.oob_prediction_ = mean if is_classifier(self) else mean[:, 0]
        answers = self._answers(mean[judged])
        self.oob_score_ = self._agreement()(y[judged], answers, sample_weight=weight[judged])

    def _answers(self, mean):
        if self._learners.classes_ is None:
            return mean[:, 0]
        return self.classes_[best(mean, axis=1)[0]]

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class with the largest mean share or most votes, or the mean number.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._answers(self._mean(X))

    @available_if(lambda self: is_classifier(self))
    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, K] the mean of the class shares, or the share of the votes.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._mean(X)

    def score(self, X: Frame, y: Values, sample_weight: Values | None = None) -> float:
        """Accuracy for classes, R² for numbers.

        Parameters:
            X: rows with the columns of the training data (DataFrame or 2-D array).
            y: their targets (list, array or Series).
            sample_weight: one number per row; None (default) counts every row once.
        """
        return self._agreement()(y, self.predict(X), sample_weight=sample_weight)

    def _agreement(self):
        return accuracy_score if is_classifier(self) else r2_score

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        base = get_tags(self._base())
        tags.estimator_type = base.estimator_type
        tags.classifier_tags = base.classifier_tags
        tags.regressor_tags = base.regressor_tags
        tags.target_tags.required = True
        return tags


def _size(part, most, name, limited):
    """How many a share or a number means; more than there are cannot be drawn without
    replacement.
    """
    if not isinstance(part, Integral):
        return max(1, round(part * most))
    if limited and part > most:
        raise InputError(f"{name} = {part}, but only {most} can be drawn without replacement")
    return int(part)
