"""What all tree estimators share: fit, predict, and how they show their work."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.validation import check_is_fitted

from ..engine.flat import impurity_importances, reached
from ..engine.grow import grow
from ..engine.row_ids import warn_of_row_ids
from ..engine.table import encode, read_table
from ..engine.target import Classes, Numbers
from ..engine.to_node import from_node, to_node
from ..inputs.estimators import (
    check_features,
    read_classes,
    read_numbers,
    read_training,
    read_weights,
    refuse_missing,
)
from ..inputs.parameters import check_parameters, refuse_unknown
from ..pruning.cost_complexity import prune_to
from ..pruning.limits import limit
from ..pruning.stopping import EachNode, decrease_of_at_least, deeper_than, fewer_rows_than
from ..questions.own_parts import OwnQuestions
from ..tree.explain import Explanation
from ..tree.growth import Growth
from ..tree.node import Node
from ..typing import Frame, Row, Values
from .candidates import candidates

if TYPE_CHECKING:
    import pandas as pd


class TableModel(BaseEstimator):
    """Base class of all estimators here: `fit` checks, and calls `_fit` of the subclass.

    A subclass may set `takes_missing` to False; `instead` is then the advice to the user.
    """

    instead = "fill or drop them, or use C45"

    @property
    def takes_missing(self) -> bool:
        """Whether the algorithm can use missing values."""
        return True

    def __new__(cls, *values, **named):
        """A misspelt parameter gets a suggestion, which Python's own sentence would not have."""
        refuse_unknown(TypeError, cls, named)
        return super().__new__(cls)

    def set_params(self, **params: Any) -> Self:
        """Change parameters.

        Parameters:
            **params: the new values by name, those of a part as `estimator__max_depth`.
        """
        refuse_unknown(ValueError, type(self), [name.partition("__")[0] for name in params])
        return super().set_params(**params)

    def fit(self, X: Frame, y: Values, sample_weight: Values | None = None) -> Self:
        """Learn from a table, and return the model itself.

        Parameters:
            X: the features, a row per instance (DataFrame or 2-D array).
            y: the target, one class or number per row (list, array or Series).
            sample_weight: one number per row, rows of weight zero are dropped; None (default)
                counts every row once.
        """
        before = self.__dict__.copy()
        try:
            check_parameters(self)
            self._target_name = str(getattr(y, "name", None) or "y")
            self._fit(*self._training_rows(X, y, sample_weight))
        except BaseException:  # a fit that fails or is interrupted leaves the model as it was
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _fit(self, X, y, weight, present):
        """Learn from the rows whose weight is above zero.

        Parameters:
            X: the features of these rows, as the user gave them.
            y: their targets [n].
            weight: their weights [n]; None if the user gave none.
            present: a mask over all rows that the user gave: which ones these are.
        """
        raise NotImplementedError

    def __repr__(self, N_CHAR_MAX=700):
        """As scikit-learn's, but a student's own function is shown by its name."""
        return re.sub(r"<function (?:\S+\.)?(\S+) at 0x\w+>", r"\1", super().__repr__(N_CHAR_MAX))

    def _training_rows(self, X, y, sample_weight=None):
        """X, y and the weights (None: 1 each) of the rows that count, and which these are [n]."""
        X, y = read_training(self, X, y)
        weight = read_weights(sample_weight, y)
        if weight is None:
            return X, y, None, np.ones(len(y), bool)
        present = weight > 0
        return X[present], y[present], weight[present], present

    def _read(self, X, y, weight, present):
        """Keep the training data as `_table`, `_target`, `_weight` and `_index`."""
        self._target = self._read_target(y)
        self._weight = weight
        self._index = np.asarray(X.index) if hasattr(X, "iloc") else np.flatnonzero(present)
        self._table = self._prepare(read_table(X, self.categorical))
        warn_of_row_ids(self._table, self._target.has_classes)

    def _take_columns_of(self, other):
        """Expect the columns that another model was fitted on."""
        self.n_features_in_ = other.n_features_in_
        if hasattr(other, "feature_names_in_"):
            self.feature_names_in_ = other.feature_names_in_

    def _take_training_data_of(self, other):
        """Use the table and target that another model has read, instead of `_read`."""
        self._take_columns_of(other)
        self._table = other._table
        self._target = other._target
        self._index = other._index
        if hasattr(other, "classes_"):
            self.classes_ = other.classes_

    def _prepare(self, table):
        """The table as this algorithm reads it."""
        if not self.takes_missing:
            refuse_missing(self, table.columns, table.codes < 0)
        return table

    def _encode(self, X):
        """[n, F] rows that are checked, encoded as in training."""
        rows = encode(X, self._table.columns)
        if not self.takes_missing:
            refuse_missing(self, self._table.columns, np.isnan(rows).T)
        return rows

    def _rows(self, X):
        """[n, F] the rows to predict."""
        check_is_fitted(self)
        return self._encode(check_features(self, X, reset=False))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.takes_missing
        tags.input_tags.categorical = tags.input_tags.string = True
        return tags


class TreeModel(TableModel):
    """A subclass says how to grow (`_recipe`), and perhaps how to read columns and how to prune.

    After `fit`: `tree_` the Node, `_flat` the same as arrays, `_table`, `_target`, `_weight` and
    `_index` the training data, which `candidates` goes back to. Ensembles encode rows once and call
    `_answers` or `_class_shares` of every tree.
    """

    _node: Node | None

    def _fit(self, X, y, weight, present):
        self._read(X, y, weight, present)
        self._grow()

    def _grow(self):
        recipe = self._recipe_with_own_parts()
        self._keep(grow(self._table, self._target, recipe, self._weight))
        self._prune()

    @property
    def tree_(self) -> Node:
        """The tree as an immutable `Node`, built when it is first asked for."""
        check_is_fitted(self)
        if self._node is None:
            self._node = to_node(self._flat, self._table.columns, getattr(self, "classes_", None))
        return self._node

    @property
    def history_(self) -> Growth:
        """Every step of growth in the lecture's depth-first order."""
        return Growth(self.tree_)

    @property
    def feature_importances_(self):
        """[F] the share of each feature in the decrease of n · impurity, as in scikit-learn."""
        check_is_fitted(self)
        return impurity_importances([self._flat], len(self._table.columns))

    def explain(self, row: Row) -> Explanation:
        """The path of one row, question by question, with the counts at each node.

        Parameters:
            row: the values of one instance by feature (dictionary or Series).
        """
        return self.tree_.explain(row)

    def candidates(self, *answers: Any, every_threshold: bool = False) -> pd.DataFrame:
        """The lecture's table at a node: each feature's question, partitions, impurity, remainder,
        gain.

        Parameters:
            *answers: what leads from the root to the node, values or labels of branches:
                candidates("high") after that answer; none (default) is the root.
            every_threshold: ask a number at every threshold; False (default) at its best.
        """
        check_is_fitted(self)
        return candidates(self, answers, every_threshold)

    def get_depth(self) -> int:
        """The longest path, in questions."""
        return self.tree_.depth

    def get_n_leaves(self) -> int:
        """The number of leaves."""
        return self.tree_.n_leaves

    def _recipe_with_own_parts(self):
        """The algorithm's recipe, with a student's own questions and stopping rule in it."""
        recipe = self._recipe(self._table, self._target)
        if self.questions is not None:
            own = self._own_questions(self.questions, recipe)
            recipe = replace(recipe, numeric=own, categorical=own, once=False)
        if self.stop is not None:
            rule = EachNode(self.stop, recipe.impurity, getattr(self, "classes_", None))
            recipe = replace(recipe, stop=[*recipe.stop, rule])
        return recipe

    def _keep(self, flat):
        self._flat, self._node = flat, None

    def _keep_node(self, node):
        classes = getattr(self, "classes_", None)
        self._flat = from_node(node, self._table.columns, classes)
        self._node = node

    @property
    def _total(self):
        return len(self._index) if self._weight is None else self._weight.sum()

    def _prune(self):
        pass

    def _limits(self):
        """The stopping rules that every tree understands."""
        rules = [] if self.max_depth is None else [deeper_than(self.max_depth)]
        if self.min_samples_split > 2:  # a node of one row is pure: no rule needs to say so
            rules.append(fewer_rows_than(self.min_samples_split))
        return rules

    def _answers(self, rows):
        """[n] class codes or numbers for encoded rows [n, F]."""
        return self._flat.prediction.take(reached(self._flat, rows))


class SizeLimits(TreeModel):
    """Limits on the size of a tree, in scikit-learn's words."""

    def _own_questions(self, ask, recipe):
        return OwnQuestions(ask, recipe.categorical.criterion, self.min_samples_leaf)

    def _least_decrease(self, target):
        least = self.min_impurity_decrease
        return [decrease_of_at_least(least, target, self._total)] if least > 0 else []

    def _prune(self):
        if self.max_leaf_nodes is not None:
            self._keep_node(limit(self.tree_, max_leaf_nodes=self.max_leaf_nodes))
        if self.ccp_alpha is not None:
            self._keep_node(prune_to(self.tree_, self.ccp_alpha, risk=self.risk))


class TreeClassifier(ClassifierMixin, TreeModel):
    """A tree whose target is a class."""

    def _read_target(self, y):
        codes, self.classes_ = read_classes(y)
        return Classes(codes, self.classes_)

    def predict(self, X: Frame) -> NDArray[Any]:
        """The class of every row.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        codes = self._answers(self._rows(X))
        return self.classes_[codes]

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] the class shares of the training rows where each row ends.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._class_shares(self._rows(X))

    def _class_shares(self, rows):
        """[n, classes] class shares for encoded rows [n, F]."""
        return self._node_shares()[reached(self._flat, rows)]

    def _node_shares(self):
        stats = self._flat.inherited_stats()
        return stats / stats.sum(axis=1, keepdims=True)


class TreeRegressor(RegressorMixin, TreeModel):
    """A tree whose target is a number."""

    ddof = 0

    def _read_target(self, y):
        return Numbers(read_numbers(y), self.ddof)

    def predict(self, X: Frame) -> NDArray[np.float64]:
        """The mean of the training rows where each row ends.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._answers(self._rows(X))
