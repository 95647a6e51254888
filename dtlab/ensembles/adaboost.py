"""AdaBoost: every new learner attends to the rows that the ones before it got wrong.

Legend: w weights of the rows (they sum to one), ε weight of the wrong rows, α confidence of a
learner, η learning rate, K number of classes. Lecture 000 §4.4.5, lecture 004 "AdaBoost".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, is_classifier
from sklearn.utils.validation import check_is_fitted

from .._progress import progress
from ..algorithms.cart import CART
from ..inputs.errors import InputError
from ..inputs.estimators import check_features, read_classes
from ..kernels import TIE
from ..measures.features import best
from ..typing import Frame, Random
from .learners import LearnerEnsemble, Learners


def confidence(error, n_classes=2):
    """ln((1 − ε)/ε) + ln(K − 1): 0 for a learner no better than chance (SAMME, Zhu et al. 2009).

    >>> round(confidence(0.2), 4)
    1.3863
    """
    return float(np.log((1 - error) / error) + np.log(max(n_classes, 2) - 1))


def kelleher(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 000: α = ½ ln((1−ε)/ε); wrong rows w/(2ε), right rows w/(2(1−ε)).

    Both factors are e^±α over their sum, which also holds for a learning rate and more classes.
    >>> alpha, w = kelleher(np.full(10, 0.1), np.arange(10) >= 8, 0.2)
    >>> round(alpha, 4), [round(float(x), 4) for x in w[7:9]]
    (0.6931, [0.0625, 0.25])
    """
    alpha = learning_rate * confidence(error, n_classes) / 2
    weight = weight * np.exp(np.where(wrong, alpha, -alpha))
    return alpha, weight / weight.sum()


def geron(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 004 with its logarithm restored: α = η ln((1−ε)/ε); wrong rows w e^α, right rows w.

    >>> alpha, w = geron(np.full(10, 0.1), np.arange(10) >= 8, 0.2)
    >>> round(alpha, 4), [round(float(x), 4) for x in w[7:9]]
    (1.3863, [0.1, 0.4])
    >>> [round(float(x), 4) for x in w[7:9] / w.sum()]
    [0.0625, 0.25]
    """
    alpha = learning_rate * confidence(error, n_classes)
    return alpha, weight * np.exp(alpha * wrong)


def geron_as_printed(weight, wrong, error, learning_rate=1.0, n_classes=2):
    """Lecture 004 as printed, α = η (1−ε)/ε: an erratum to look at, for a coin gets α = 1, not 0.

    >>> geron_as_printed(np.full(10, 0.1), np.arange(10) >= 8, 0.2)[0]
    4.0
    """
    alpha = learning_rate * (1 - error) / error
    return alpha, weight * np.exp(alpha * wrong)


UPDATES = {"kelleher": kelleher, "geron": geron}


SURE = np.finfo(float).eps  # a perfect learner's ε in the formulas, so that its α stays finite


class Round(NamedTuple):
    """One round: weights [n] that sum to one, copies of each row drawn (None: all rows, weighted),
    the learner, the weight of its errors and its confidence.
    """

    weight: np.ndarray
    sample: np.ndarray | None
    learner: object
    error: float
    alpha: float


@dataclass(eq=False, repr=False)
class AdaBoost(ClassifierMixin, LearnerEnsemble):
    """AdaBoost: learners vote with confidence α; wrong rows gain weight for the next learner.

    ε counts all rows, never the sample. More than two classes: SAMME. Lecture 000 §4.4.5, lecture
    004 "AdaBoost".

    Boosting ends early with a perfect learner (ε = 0; its α is taken at ε = 2⁻⁵²) and before a
    learner that is no better than chance (ε ≥ 1 − 1/K), after ten draws if rows are drawn. If that
    happens in the first round, that learner is the model, with α = 1. `ended_` says so.

    Parameters:
        estimator: any classifier; None (default) is the stump CART(max_depth=1).
        n_estimators: the most learners; 50 by default.
        learning_rate: a factor above 0 on every α; 1.0 by default.
        method: "reweight" (default) hands the learner all rows with weights that sum to the number
            of rows; "resample" (lecture 000) draws as many rows as there are, by weight.
        update: "kelleher" (default, lecture 000) or "geron" (lecture 004), or your own function
            (weight, wrong, error, learning_rate, n_classes) → (alpha, weight).
        samples: the copies of each row, one list per round, in place of drawing, which then sets
            the number of learners; None (default) for the method.
        random_state: seed of the draws, a whole number or a numpy Generator; None (default) draws
            differently every time.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_classes")
    >>> frequencies = bikes.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
    >>> model = AdaBoost(samples=frequencies).fit(bikes.X, bikes.y)
    >>> model.alphas_.round(4).tolist(), model.score(bikes.X, bikes.y)
    ([0.6931, 0.7332, 0.7175], 1.0)
    """

    _default = CART(max_depth=1)
    _allowed = {
        "update": (
            lambda v: callable(v) or (isinstance(v, str) and v in UPDATES),
            '"kelleher", "geron" or a function of (weight, wrong, error, learning_rate, n_classes) '
            "that gives (alpha, weight)",
        ),
    }

    estimator: BaseEstimator | None = None
    n_estimators: int = 50
    learning_rate: float = 1.0
    method: str = "reweight"
    update: str | Callable = "kelleher"
    samples: ArrayLike | None = None
    random_state: Random = None

    def _fit(self, X, y, weight, present):
        """Boost; `weight` is where the weights start, in place of 1/n."""
        base = self._base()
        if not is_classifier(base):
            raise InputError(f"AdaBoost needs a classifier, not {type(base).__name__}")
        codes, self.classes_ = read_classes(y)
        self._learners: Learners = self._read_learners(X, y, weight, present)
        weighs = self.method == "reweight" and self.samples is None
        if weighs and not self._learners.takes_weights:
            raise InputError(
                f"{type(base).__name__} takes no sample_weight, so rows cannot be weighted: "
                'use method="resample", which draws them'
            )
        self.history_: list[Round] = []
        self.ended_: str | None = None
        start = np.ones(len(y)) if weight is None else weight
        self._boost(start, codes, self._learners.rows(X), present)
        self._learners.forget()
        self.trees_ = [step.learner for step in self.history_]
        self.alphas_ = np.array([step.alpha for step in self.history_])
        self.errors_ = np.array([step.error for step in self.history_])

    def _boost(self, start, codes, rows, present):
        """Fit learner after learner; drawn samples get ten chances to beat chance."""
        total = start.sum()
        K = max(len(self.classes_), 2)
        weight = start / total
        draws = 1
        n_rounds = self.n_estimators
        if self.samples is not None:
            given = read_samples(self.samples, present)
            n_rounds = len(given)
        elif self.method == "resample":
            rng = np.random.default_rng(self.random_state)
            draws = 10
        for i in progress(range(n_rounds), n_rounds, "rounds"):
            for _ in range(draws):
                copies = None
                if self.samples is not None:
                    copies = given[i]
                elif self.method == "resample":
                    copies = rng.multinomial(len(weight), weight)
                learner = self._learners.fit(weight * total if copies is None else copies)
                wrong = self._learners.answers(learner, rows) != codes
                error = float(weight[wrong].sum())
                if error < 1 - 1 / K - TIE:
                    break
            else:
                self.ended_ = f"a learner was no better than chance: ε = {error:.4g}"
                if not self.history_:
                    self.history_.append(Round(weight, copies, learner, error, 1.0))
                return
            alpha, new = self._update_weights(weight, wrong, error, K)
            self.history_.append(Round(weight, copies, learner, error, alpha))
            weight = new
            if error == 0:
                self.ended_ = "a learner made no error"
                return

    def _update_weights(self, weight, wrong, error, n_classes):
        """α and the next weights, which sum to one whatever the rule says."""
        rule = UPDATES[self.update] if isinstance(self.update, str) else self.update
        alpha, new = rule(weight, wrong, max(error, SURE), self.learning_rate, n_classes)
        new = np.asarray(new, float)
        fits = new.shape == weight.shape and np.isfinite(alpha) and np.isfinite(new).all()
        if not fits or (new < 0).any() or not new.any():
            name = getattr(rule, "__name__", repr(rule))
            raise InputError(
                f"update {name} must give one finite number and {len(weight)} weights from 0 up, "
                f"not all 0; at ε = {error:.4g} it gave alpha = {alpha!r}"
            )
        return float(alpha), new / new.sum()

    def _running_votes(self, X):
        """Yields [n, K] the sum of α that each class has; the same array, one learner further."""
        check_is_fitted(self)
        rows = self._learners.rows(check_features(self, X, reset=False))
        votes = np.zeros((len(self.classes_), len(rows)))
        for tree, alpha in zip(self.trees_, self.alphas_, strict=True):
            answers = self._learners.answers(tree, rows)
            for k, column in enumerate(votes):
                column += alpha * (answers == k)
            yield votes.T

    def votes(self, X: Frame) -> NDArray[np.float64]:
        """[n, K] the sum of α of the learners that vote for each class.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        [votes] = deque(self._running_votes(X), maxlen=1)
        return votes

    def staged_predict(self, X: Frame) -> Iterator[NDArray[Any]]:
        """Yields the classes of all rows after every learner.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        for votes in self._running_votes(X):
            yield self.classes_[best(votes, axis=1)[0]]

    def staged_decision_function(self, X: Frame) -> Iterator[NDArray[np.float64]]:
        """Yields the decision after every learner.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        for m, votes in enumerate(self._running_votes(X)):
            yield _decision(votes, self.alphas_[: m + 1].sum())

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class with the largest sum of α; a tie goes to the first label.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        votes = self.votes(X)
        return self.classes_[best(votes, axis=1)[0]]

    def decision_function(self, X: Frame) -> NDArray[np.float64]:
        """[n, K] Σ α of a class − Σ α of the others / (K−1), over Σ α; two classes: [n] twice the
        margin of the second, as scikit-learn has it.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        votes = self.votes(X)
        return _decision(votes, self.alphas_.sum())

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, K] softmax of the decision / (K−1): an order of trust rather than true shares.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        decision = self.decision_function(X)
        if decision.ndim == 1:
            decision = np.column_stack((-decision, decision)) / 2
        power = np.exp(decision / max(len(self.classes_) - 1, 1))
        return power / power.sum(axis=1, keepdims=True)


def _decision(votes, total):
    K = votes.shape[1]
    if K == 1:
        return np.zeros((len(votes), 1))
    decision = (votes - (total - votes) / (K - 1)) / total
    return 2 * decision[:, 1] if K == 2 else decision


def read_samples(samples, present):
    """[rounds, n] given copies of each row that is present, checked."""
    counts = np.asarray(samples)
    n = len(present)
    numbers = counts.dtype.kind in "iuf" and (counts >= 0).all() and not (counts % 1).any()
    if counts.ndim != 2 or counts.shape[1:] != (n,) or not len(counts) or not numbers:
        raise InputError(
            f"samples must give one list per round with {n} whole numbers from 0 up, the copies of "
            f"each row; it has the shape {counts.shape}"
        )
    counts = counts[:, present].astype(float)
    if not counts.any(axis=1).all():
        raise InputError("a sample in samples has no rows: every round needs at least one")
    return counts
