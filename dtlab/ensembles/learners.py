"""What bagging and boosting train: the table is read once, and each learner gets its own weights.

dtlab's own trees share one table of codes and go straight to the engine; any other estimator is
fitted the usual way. Both kinds offer the same methods, so an ensemble need not care.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Protocol, TypeAlias

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.validation import has_fit_parameter

from ..algorithms.base import TableModel, TreeModel
from ..engine.table import Table
from ..inputs.parameters import check_parameters
from ..typing import Frame

Features: TypeAlias = np.ndarray | None


class Learners(Protocol):
    """The models of an ensemble: how they are fitted on shared rows, and what they answer.

    Rows are the training rows that count, [n]; `features` are the numbers of the columns that a
    model uses, None for all.
    """

    takes_weights: bool  # whether weights may be fractions; otherwise they are numbers of copies
    classes_: np.ndarray | None  # the labels that class codes stand for; None for numbers

    def fit(self, weight: np.ndarray, features: Features = None, seed: int | None = None) -> Any:
        """A fitted model for these weights [n]."""
        ...

    def grow(self, weight: np.ndarray, features: Features = None, seed: int | None = None) -> Any:
        """What a process sends back of a fitted model; `model_of` completes it."""
        ...

    def model_of(self, grown: Any, weight: np.ndarray, features: Features = None) -> Any:
        """The fitted model, from what `grow` returned for the same weights and features."""
        ...

    def forget(self) -> None:
        """Drop training data that prediction does not need."""
        ...

    def rows(self, X: Frame) -> Any:
        """Checked rows in the form that `answers` and `shares` take."""
        ...

    def answers(self, model: Any, rows: Any, features: Features = None) -> np.ndarray:
        """[n] class codes or numbers."""
        ...

    def shares(self, model: Any, rows: Any, features: Features = None) -> np.ndarray:
        """[n, K] class shares."""
        ...


class LearnerEnsemble(TableModel):
    """An ensemble of any `estimator`; a subclass says which one None stands for (`_default`)."""

    def _base(self):
        return self._default if self.estimator is None else self.estimator

    def _read_learners(self, X, y, weight, present) -> Learners:
        """`TreeLearners` for a dtlab tree, else `AnyLearners`."""
        base = self._base()
        if isinstance(base, TreeModel):
            return TreeLearners(self, base, X, y, weight, present)
        return AnyLearners(base, X, y)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._base()).input_tags
        tags.input_tags.sparse = False
        return tags


class TreeLearners:
    """dtlab's own trees, grown on one shared table."""

    takes_weights = True

    def __init__(self, ensemble, base, X, y, weight, present):
        check_parameters(base)
        self.model = clone(base)
        self.model._take_columns_of(ensemble)
        self.model._read(X, y, weight, present)
        self.classes_ = getattr(self.model, "classes_", None)

    def fit(self, weight, features=None, seed=None):
        """A tree for these weights [n], of all columns or only some."""
        return self.model_of(self.grow(weight, features, seed), weight, features)

    def grow(self, weight, features=None, seed=None):
        """Only the tree, which is small enough to travel between processes."""
        model = self._unfitted(weight, features)
        model._grow()
        return model._flat, model._node

    def model_of(self, grown, weight, features=None):
        """A fitted model with this tree, on the shared table."""
        model = self._unfitted(weight, features)
        model._flat, model._node = grown
        return model

    def _unfitted(self, weight, features):
        model = copy(self.model)
        model._weight = None if (weight == 1).all() else weight
        if features is None:
            return model
        table = model._table
        columns, numbers = ([part[f] for f in features] for part in (table.columns, table.numbers))
        model._table = Table(columns, table.codes[features], numbers)
        model.n_features_in_ = len(features)
        if hasattr(model, "feature_names_in_"):
            model.feature_names_in_ = model.feature_names_in_[features]
        return model

    def forget(self):
        """The table stays: it knows the columns, and every tree refers to it."""

    def rows(self, X):
        """[n, F] checked rows, encoded once for all trees."""
        return self.model._encode(X)

    def answers(self, model, rows, features=None):
        """[n] class codes or numbers."""
        return model._answers(_some_columns(rows, features))

    def shares(self, model, rows, features=None):
        """[n, K] class shares."""
        return model._class_shares(_some_columns(rows, features))


def _some_columns(rows, features):
    return rows if features is None else rows[:, features]


class AnyLearners:
    """Estimators from elsewhere: with `sample_weight` if they know it, else with repeated rows."""

    def __init__(self, base, X, y):
        self.base = base
        self.training = X, np.asarray(y)
        self.takes_weights = has_fit_parameter(base, "sample_weight")
        self.classes_ = np.unique(self.training[1]) if is_classifier(base) else None

    def fit(self, weight, features=None, seed=None):
        """A model for these weights [n]; whole numbers count copies if it knows no weights."""
        model = clone(self.base)
        X, y = self.training
        X = _safe_indexing(X, features, axis=1)
        seeds = [name for name in model.get_params() if name.split("__")[-1] == "random_state"]
        if seed is not None:
            model.set_params(**dict.fromkeys(seeds, seed))
        present = np.flatnonzero(weight > 0)
        if self.classes_ is not None and len(np.unique(y[present])) == 1:
            # many classifiers refuse to learn from a single class
            return DummyClassifier().fit(_safe_indexing(X, present), y[present])
        if self.takes_weights:
            return model.fit(X, y, sample_weight=weight)
        return model.fit(*repeat_rows(X, y, weight))

    grow = fit

    def model_of(self, grown, weight, features=None):
        """`grow` returns the whole model."""
        return grown

    def forget(self):
        """Prediction needs no training data."""
        del self.training

    def rows(self, X):
        """Rows that are checked already."""
        return X

    def answers(self, model, rows, features=None):
        """[n] class codes or numbers."""
        answers = model.predict(_safe_indexing(rows, features, axis=1))
        return answers if self.classes_ is None else np.searchsorted(self.classes_, answers)

    def shares(self, model, rows, features=None):
        """[n, K] class shares; a model without probabilities is sure of its answer."""
        assert self.classes_ is not None  # a classifier
        K = len(self.classes_)
        if not hasattr(model, "predict_proba"):
            return np.eye(K)[self.answers(model, rows, features)]
        shares = np.zeros((len(rows), K))
        known = np.searchsorted(self.classes_, model.classes_)
        shares[:, known] = model.predict_proba(_safe_indexing(rows, features, axis=1))
        return shares


def repeat_rows(X, y, weight):
    """The rows and their target, each as often as its whole weight says."""
    copies = np.repeat(np.arange(len(y)), weight.astype(int))
    return _safe_indexing(X, copies), y[copies]
