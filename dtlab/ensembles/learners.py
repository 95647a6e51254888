"""What bagging and boosting train: the table is read once, and every learner weighs its rows anew.

dtlab's own trees share one table of codes and go straight to the engine; any other estimator is
fitted the usual way. Both sorts offer the same methods, so an ensemble need not care.
"""

from copy import copy
from numbers import Integral, Real

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier
from sklearn.utils.validation import has_fit_parameter

from ..algorithms.base import TreeModel
from ..engine.grow import grow
from ..engine.table import Table, encode, read_table
from ..inputs.estimators import check_parameters, refuse_missing


def learners(ensemble, base, X, y, weight):
    """The learners of an ensemble: `TreeLearners` for a dtlab tree, else `AnyLearners`."""
    kind = TreeLearners if isinstance(base, TreeModel) else AnyLearners
    return kind(ensemble, base, X, y, weight)


class TreeLearners:
    """dtlab's own trees, grown on one shared table."""

    takes_weights = True

    def __init__(self, ensemble, base, X, y, weight):
        check_parameters(base)
        model = clone(base)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(ensemble, name):
                setattr(model, name, getattr(ensemble, name))
        model.target_ = model._read_target(y)
        model.index_ = np.asarray(X.index if hasattr(X, "iloc") else range(len(y)))
        model.weight_ = weight
        model.table_ = model._prepared(read_table(X, model.categorical))
        self.model, self.classes_ = model, getattr(model, "classes_", None)

    def fit(self, weight, features=None, seed=None):
        """A tree for these weights [n], of all columns or only some."""
        return self.dressed(self.grown(weight, features, seed), weight, features)

    def grown(self, weight, features=None, seed=None):
        """Only the tree, which is small enough to travel between processes."""
        model = self._bare(weight, features)
        recipe = model._recipe_with_own_parts()
        model._keep(grow(model.table_, model.target_, recipe, model.weight_))
        model._prune()
        return model.flat_, model._node

    def dressed(self, tree, weight, features=None):
        """A fitted model with this tree, on the shared table."""
        model = self._bare(weight, features)
        model.flat_, model._node = tree
        return model

    def _bare(self, weight, features):
        model = copy(self.model)
        if features is not None:
            self._narrow(model, features)
        model.weight_ = None if (weight == 1).all() else weight
        return model

    def _narrow(self, model, features):
        table = model.table_
        columns, numbers = ([part[f] for f in features] for part in (table.columns, table.numbers))
        model.table_ = Table(columns, table.codes[features], numbers)
        model.n_features_in_ = len(features)
        if hasattr(model, "feature_names_in_"):
            model.feature_names_in_ = model.feature_names_in_[features]

    def forget(self):
        """The table stays: it knows the columns, and every tree refers to it."""

    def rows(self, X):
        """[n, F] checked rows as the trees read them, encoded once for all trees."""
        columns = self.model.table_.columns
        rows = encode(X, columns)
        if not self.model.takes_missing:
            refuse_missing(self.model, columns, np.isnan(rows).T)
        return rows

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

    def __init__(self, ensemble, base, X, y, weight):
        self.base, self.X, self.y = base, X, np.asarray(y)
        self.takes_weights = has_fit_parameter(base, "sample_weight")
        self.classes_ = np.unique(self.y) if is_classifier(base) else None

    def fit(self, weight, features=None, seed=None):
        """A model for these weights [n]; whole numbers count copies if it knows no weights."""
        model, X, y = clone(self.base), _columns(self.X, features), self.y
        seeds = [name for name in model.get_params() if name.split("__")[-1] == "random_state"]
        if seed is not None:
            model.set_params(**dict.fromkeys(seeds, seed))
        present = np.flatnonzero(weight > 0)
        if self.classes_ is not None and len(np.unique(y[present])) == 1:
            # many classifiers refuse to learn from a single class
            return DummyClassifier().fit(_rows(X, present), y[present])
        if self.takes_weights:
            return model.fit(X, y, sample_weight=weight)
        return model.fit(*repeated(X, y, weight))

    grown = fit

    def dressed(self, model, weight, features=None):
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
        answers = model.predict(_columns(rows, features))
        return answers if self.classes_ is None else np.searchsorted(self.classes_, answers)

    def shares(self, model, rows, features=None):
        """[n, K] class shares; a model without probabilities is sure of its answer."""
        K = len(self.classes_)
        if not hasattr(model, "predict_proba"):
            return np.eye(K)[self.answers(model, rows, features)]
        shares = np.zeros((len(rows), K))
        known = np.searchsorted(self.classes_, model.classes_)
        shares[:, known] = model.predict_proba(_columns(rows, features))
        return shares


def repeated(X, y, weight):
    """The rows and their target, each as often as its whole weight says."""
    copies = np.repeat(np.arange(len(y)), weight.astype(int))
    return _rows(X, copies), y[copies]


def _rows(X, chosen):
    return X.iloc[chosen] if hasattr(X, "iloc") else X[chosen]


def _columns(X, features):
    if features is None:
        return X
    return X.iloc[:, features] if hasattr(X, "iloc") else X[:, features]


def whole(value, least=1):
    """Whether this is a whole number from `least` up."""
    return isinstance(value, Integral) and not isinstance(value, bool) and value >= least


def positive(value):
    """Whether this is a finite number above 0."""
    return isinstance(value, Real) and not isinstance(value, bool) and 0 < value < np.inf


def check_settings(model, settings):
    """Refuse a parameter of an ensemble that makes no sense; settings: name -> (test, words)."""
    for name, (fits, wanted) in settings.items():
        value = getattr(model, name)
        if not fits(value):
            raise ValueError(f"{name} of {type(model).__name__} must be {wanted}, not {value!r}")


def is_estimator(value):
    """Whether this can be fitted; None stands for the default."""
    return value is None or (hasattr(value, "fit") and not isinstance(value, type))


def generator(random_state):
    """The random numbers of a fit, from a whole number, a Generator or None."""
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError):
        raise ValueError(
            f"random_state must be a whole number from 0 up, a Generator or None, "
            f"not {random_state!r}"
        ) from None
