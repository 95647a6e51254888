"""What bagging and boosting train: the table is read once, and each learner gets its own weights.

dtlab's own trees share one table of codes and go straight to the engine; any other estimator is
fitted the usual way. Both kinds offer the same methods, so an ensemble need not care.
"""

from copy import copy

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.validation import has_fit_parameter

from ..algorithms.base import TableModel, TreeModel
from ..engine.table import Table
from ..inputs.parameters import check_parameters


class LearnerEnsemble(TableModel):
    """An ensemble of any `estimator`; a subclass says which one None stands for (`_default`)."""

    def _base(self):
        return self._default if self.estimator is None else self.estimator

    def _read_learners(self, X, y, weight, present):
        """`TreeLearners` for a dtlab tree, else `AnyLearners`."""
        kind = TreeLearners if isinstance(self._base(), TreeModel) else AnyLearners
        return kind(self, self._base(), X, y, weight, present)

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
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(ensemble, name):
                setattr(self.model, name, getattr(ensemble, name))
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

    def model_of(self, tree, weight, features=None):
        """A fitted model with this tree, on the shared table."""
        model = self._unfitted(weight, features)
        model._flat, model._node = tree
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
        return self._on(model, rows, features).predict(None)

    def shares(self, model, rows, features=None):
        """[n, K] class shares."""
        return self._on(model, rows, features).predict_proba(None)

    def _on(self, model, rows, features):
        """A copy of the tree that takes these encoded rows for X and answers with class codes."""
        tree = copy(model)
        rows = rows if features is None else rows[:, features]
        tree._rows = lambda X: rows
        if self.classes_ is not None:
            tree.classes_ = np.arange(len(self.classes_))
        return tree


class AnyLearners:
    """Estimators from elsewhere: with `sample_weight` if they know it, else with repeated rows."""

    def __init__(self, ensemble, base, X, y, weight, present):
        self.base = base
        self.X = X
        self.y = np.asarray(y)
        self.takes_weights = has_fit_parameter(base, "sample_weight")
        self.classes_ = np.unique(self.y) if is_classifier(base) else None

    def fit(self, weight, features=None, seed=None):
        """A model for these weights [n]; whole numbers count copies if it knows no weights."""
        model = clone(self.base)
        X = _safe_indexing(self.X, features, axis=1)
        y = self.y
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

    def model_of(self, model, weight, features=None):
        """The model itself."""
        return model

    def forget(self):
        """Prediction needs no training data."""
        self.X = self.y = None

    def rows(self, X):
        """Rows that are checked already."""
        return X

    def answers(self, model, rows, features=None):
        """[n] class codes or numbers."""
        answers = model.predict(_safe_indexing(rows, features, axis=1))
        return answers if self.classes_ is None else np.searchsorted(self.classes_, answers)

    def shares(self, model, rows, features=None):
        """[n, K] class shares; a model without probabilities is sure of its answer."""
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
