"""Trees that scikit-learn learned: a tree becomes a `Node`, an ensemble a list of them.

All plots, rules and explanations of dtlab then work on them. An ensemble predicts through the
original model, so only single trees have to be translated exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.columns import trained_names
from ..inputs.errors import InputError
from ..questions.question import Threshold
from ..tree.node import Node
from ..typing import Frame
from .imported import Imported

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

TREES = ("DecisionTree",)
VOTING = ("RandomForest", "ExtraTrees", "Bagging")
BOOSTING = ("AdaBoost", "GradientBoosting", "HistGradientBoosting")


def from_sklearn(model: BaseEstimator) -> Node | SklearnEnsemble:
    """A fitted scikit-learn tree as a `Node`; a forest or boosting model as an ensemble of trees.

    Names, class counts and predictions carry over. scikit-learn turns the features of its trees
    into 32-bit numbers before it compares; the thresholds are moved (by about one part in 10⁷) so
    that the answers are the same for 64-bit ones. Figures of what scikit-learn does not keep
    (samples, AdaBoost's weights, residuals and losses by stage) need dtlab's own ensembles.

    Parameters:
        model: a fitted decision tree, forest, extra trees, bagging or AdaBoost of trees, or
            gradient boosting (also HistGradientBoosting of numbers), with one target.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> print(from_sklearn(DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "b", "b"])))
    x0?  [1 a, 2 b]
    ├─ ≤ 1.5: a (1)
    └─ > 1.5: b (2)
    """
    from sklearn.utils.validation import check_is_fitted

    kind = type(model).__name__
    if not _is_any(model, TREES + VOTING + BOOSTING):
        raise InputError(
            f"from_sklearn cannot read a {kind}: it reads scikit-learn's decision trees, forests, "
            "extra trees, bagging and AdaBoost of trees, and gradient boosting"
        )
    check_is_fitted(model)
    first = np.ravel(getattr(model, "estimators_", model))[0]  # bagging does not say n_outputs_
    n_targets = getattr(model, "n_outputs_", getattr(first, "n_outputs_", 1))
    if n_targets > 1:
        raise InputError(
            f"this {kind} predicts {n_targets} targets at once: dtlab's trees have one; train a "
            "model for each"
        )
    if getattr(model, "is_categorical_", None) is not None:
        raise InputError(
            "a HistGradientBoosting model with categorical features cannot be imported: "
            "train it on numbers, or train dtlab's GradientBoosting on the table as it is"
        )
    if _is_any(model, TREES):
        return estimator_tree(model, trained_names(model), getattr(model, "classes_", None))
    if not hasattr(model, "_predictors") and not hasattr(first, "tree_"):
        raise InputError(
            f"this ensemble holds a {type(first).__name__}: from_sklearn reads ensembles of trees"
        )
    return SklearnEnsemble(
        kind,
        np.array(trained_names(model), object),
        getattr(model, "classes_", None),
        _weights(model),
        getattr(model, "feature_importances_", None),
        _is_any(model, BOOSTING),
        copy(model),  # which keeps what was learned if the original is trained again
    )


@dataclass(eq=False)
class SklearnEnsemble(Imported):
    """An ensemble of scikit-learn, which goes on to predict by itself."""

    model: BaseEstimator = field(repr=False)

    @cached_property
    def trees_(self) -> list[Node]:
        """The trees as a list of `Node`, built when they are first asked for."""
        model, names, classes = self.model, self.feature_names_in_, self.classes_
        if hasattr(model, "_predictors"):
            return [_histogram_tree(t.nodes, names) for stage in model._predictors for t in stage]
        if _is_any(model, ("GradientBoosting",)):
            return [estimator_tree(tree, names) for tree in model.estimators_.ravel()]
        every = [slice(None)] * len(model.estimators_)
        pairs = zip(model.estimators_, getattr(model, "estimators_features_", every), strict=True)
        coded = not self.adds_up  # forests and bagging number the classes before training
        return [estimator_tree(tree, names[chosen], classes, coded) for tree, chosen in pairs]

    def predict(self, X: Frame) -> NDArray[Any]:
        """The number, or the most probable class, of every row."""
        return self.model.predict(self._rows(X))

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] the probability of each class."""
        self.check_has("probabilities")
        return self.model.predict_proba(self._rows(X))

    def staged_predict(self, X: Frame) -> Iterator[NDArray[Any]]:
        """The predictions of boosting after every stage."""
        self.check_has("stages")
        return self.model.staged_predict(self._rows(X))

    def _rows(self, X):
        rows = self.read_rows(X)
        return rows if hasattr(self.model, "feature_names_in_") else rows.to_numpy()


def _is_any(model, names):
    """Whether a model is a classifier or regressor of one of these families."""
    from sklearn import ensemble, tree

    kinds = [name + kind for name in names for kind in ("Classifier", "Regressor")]
    return isinstance(model, tuple(getattr(tree, k, None) or getattr(ensemble, k) for k in kinds))


def _weights(model):
    """[T] what each tree counts; the leaves of HistGradientBoosting include the learning rate."""
    if hasattr(model, "_predictors"):
        return np.ones(sum(map(len, model._predictors)))
    n_trees = np.size(model.estimators_)
    if hasattr(model, "estimator_weights_"):
        return model.estimator_weights_[:n_trees]
    return np.full(n_trees, float(getattr(model, "learning_rate", 1)))


def estimator_tree(estimator, names, classes=None, coded=False):
    """The `Node` of a fitted tree: of numbers, or of an ensemble that knows these classes.

    coded: the tree learned class codes 0, 1, … in place of the labels.
    """
    tree = estimator.tree_
    weight = tree.weighted_n_node_samples
    value = tree.value[:, 0]
    if classes is None:  # weight, mean, variance
        prediction = value[:, 0].tolist()
        by_variance = estimator.criterion in ("squared_error", "friedman_mse")
        variance = tree.impurity if by_variance else np.full(len(weight), np.nan)
        stats = np.column_stack((weight, value[:, 0], variance))
    else:  # the sample of a tree may lack some classes
        known = np.arange(len(classes)) if coded else classes
        stats = np.zeros((len(weight), len(classes)))
        shares = value / value.sum(axis=1, keepdims=True)  # counts before scikit-learn 1.3
        stats[:, np.searchsorted(known, estimator.classes_)] = shares * weight[:, None]
        prediction = classes[stats.argmax(axis=1)].tolist()
        classes = tuple(classes.tolist())
    left, right = tree.children_left, tree.children_right
    below = weight[left] * tree.impurity[left] + weight[right] * tree.impurity[right]
    return _node(
        left, right, left >= 0, names, tree.feature, float32_threshold(tree.threshold),
        getattr(tree, "missing_go_to_left", np.ones(len(left))), tree.impurity - below / weight,
        tree.n_node_samples, stats, tree.impurity, prediction, classes,
    )  # fmt: skip


def _histogram_tree(nodes, names):
    """A tree of HistGradientBoosting, whose thresholds are compared with 64-bit numbers."""
    unknown = np.full(len(nodes), np.nan)
    return _node(
        nodes["left"], nodes["right"], nodes["is_leaf"] == 0, names, nodes["feature_idx"],
        nodes["num_threshold"], nodes["missing_go_to_left"], nodes["gain"], nodes["count"],
        np.column_stack((nodes["count"], nodes["value"], unknown)), unknown,
        nodes["value"].tolist(), None,
    )  # fmt: skip


def _node(
    left, right, inner, names, feature, threshold, missing_left, score, n_rows, stats, impurity,
    prediction, classes,
):  # fmt: skip
    """The root, from arrays over the nodes, in which children come after their parents."""
    arrays = (left, right, inner, feature, threshold, missing_left, score, n_rows, stats, impurity)
    lists = [array.tolist() for array in arrays]  # quicker to read one by one
    nodes: dict[int, Node] = {}
    for i, row in reversed(list(enumerate(zip(*lists, prediction, strict=True)))):
        left, right, is_inner, feature, threshold, missing_left, score, n, stats, impurity, y = row
        if is_inner:
            question = Threshold(names[feature], threshold, 0 if missing_left else 1)
            children = (nodes[left], nodes[right])
            nodes[i] = Node(y, question, children, n, classes, stats, impurity, score)
        else:
            nodes[i] = Node(y, None, (), n, classes, stats, impurity)
    return nodes[0]


def float32_threshold(t):
    """The t′ for which x ≤ t′ says the same as float32(x) ≤ t, which is what scikit-learn asks.

    With f the largest 32-bit number up to t, those x round to f or lower that lie below the middle
    between f and its successor; the middle itself rounds to the even one of the two.
    >>> x, t = 0.1 + 2e-9, float(np.float32(0.1))  # x is larger, yet rounds to t
    >>> bool(x <= t), bool(np.float32(x) <= t), bool(x <= float32_threshold(t))
    (False, True, True)
    """
    t = np.asarray(t, float)
    f = t.astype(np.float32)
    f = np.where(f.astype(float) > t, np.nextafter(f, np.float32(-np.inf)), f).astype(np.float32)
    middle = f.astype(float) / 2 + np.nextafter(f, np.float32(np.inf)).astype(float) / 2
    is_even = (f.view(np.int32) & 1) == 0
    return np.where(is_even, middle, np.nextafter(middle, -np.inf))
