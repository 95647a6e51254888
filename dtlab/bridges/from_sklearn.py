"""Trees that were learned elsewhere: scikit-learn's become a `Node`, its ensembles lists of them.

Every picture, rule and explanation of dtlab then works on them too.
"""

import numpy as np

from ..engine.flat import Flat
from ..engine.table import Column
from ..engine.to_node import to_node
from ..inputs.columns import trained_names
from .imported import (
    Constant,
    Estimated,
    Imported,
    Summed,
    as_it_is,
    averaged,
    exponential,
    median,
    samme,
    shares,
    shares_of_half_odds,
)


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


def classes_tree(tree, present, n_classes, features=None):
    """A fitted classification tree; `present` are the class codes its columns stand for."""
    shares = tree.value[:, 0, :]
    weight = tree.weighted_n_node_samples[:, None]
    stats = np.zeros((len(shares), n_classes))
    stats[:, present] = shares / shares.sum(axis=1, keepdims=True) * weight  # counts before 1.3
    return _flat_tree(tree, stats, stats.argmax(axis=1), features)


def numbers_tree(tree, is_variance, features=None):
    """A fitted regression tree; its impurity is the variance unless it was grown otherwise."""
    mean, weight = tree.value[:, 0, 0], tree.weighted_n_node_samples
    variance = tree.impurity if is_variance else np.full(len(mean), np.nan)
    return _flat_tree(tree, np.column_stack((weight, mean, variance)), mean, features)


def _flat_tree(tree, stats, prediction, features):
    left, right, weight = tree.children_left, tree.children_right, tree.weighted_n_node_samples
    inner = left >= 0
    below = np.where(inner, weight[left] * tree.impurity[left], 0.0)
    below += np.where(inner, weight[right] * tree.impurity[right], 0.0)
    feature = tree.feature if features is None else np.asarray(features)[tree.feature]
    to_left = getattr(tree, "missing_go_to_left", np.ones(len(left)))
    return ordered(
        left, right, inner, np.where(inner, feature, -1), float32_threshold(tree.threshold),
        1 - to_left.astype(int), tree.impurity - below / weight, tree.n_node_samples, stats,
        tree.impurity, prediction,
    )  # fmt: skip


def histogram_tree(nodes):
    """A tree of HistGradientBoosting, whose thresholds are compared with 64-bit numbers."""
    inner, unknown = nodes["is_leaf"] == 0, np.full(len(nodes), np.nan)
    stats = np.column_stack((nodes["count"], nodes["value"], unknown))
    return ordered(
        nodes["left"].astype(int), nodes["right"].astype(int), inner,
        np.where(inner, nodes["feature_idx"], -1), nodes["num_threshold"],
        1 - nodes["missing_go_to_left"].astype(int), nodes["gain"], nodes["count"].astype(int),
        stats, unknown, nodes["value"],
    )  # fmt: skip


def ordered(
    left, right, inner, feature, threshold, missing, score, n_rows, stats, impurity, prediction
):
    """The same tree, numbered level by level with the children of a node side by side."""
    levels = [np.zeros(1, int)]
    while len(levels[-1]):
        asked = levels[-1][inner[levels[-1]]]
        levels.append(np.column_stack((left[asked], right[asked])).ravel().astype(int))
    order = np.concatenate(levels)
    inner = inner[order]
    first = np.where(inner, 2 * np.cumsum(inner) - 1, -1)
    return Flat(
        feature[order].astype(int), np.where(inner, threshold[order], np.nan),
        np.full(len(order), -1), first, 2 * inner, np.where(inner, missing[order], -1),
        np.where(inner, score[order], np.nan), n_rows[order], stats[order], impurity[order],
        prediction[order], np.zeros(0, np.int32),
    )  # fmt: skip


VARIANCES = ("squared_error", "friedman_mse")


def from_sklearn(model):
    """A fitted scikit-learn tree as a `Node`; a forest or boosting model as an ensemble of trees.

    Names, class counts and predictions carry over. scikit-learn turns the features of its trees
    into 32-bit numbers before it compares; the thresholds are moved (by about one part in 10⁷) so
    that the answers are the same for 64-bit ones. Pictures of what scikit-learn does not keep
    (samples, AdaBoost's weights, residuals and losses by stage) need dtlab's own ensembles.
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> print(from_sklearn(DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "b", "b"])))
    x0?  [1 a, 2 b]
    ├─ ≤ 1.5: a (1)
    └─ > 1.5: b (2)
    """
    from sklearn.utils.validation import check_is_fitted

    reader = _reader(model)
    check_is_fitted(model)
    n_targets = _n_targets(model)
    if n_targets > 1:
        raise ValueError(
            f"this {type(model).__name__} predicts {n_targets} targets at once: "
            "dtlab's trees have one; train a model for each"
        )
    return reader(model)


def _reader(model):
    from sklearn import ensemble, tree

    for name, reader in READERS.items():
        for kind in ("Classifier", "Regressor"):
            known = getattr(tree, name + kind, None) or getattr(ensemble, name + kind)
            if isinstance(model, known):
                return reader
    raise ValueError(
        f"from_sklearn cannot read a {type(model).__name__}: it reads scikit-learn's decision "
        "trees, forests, extra trees, bagging and AdaBoost of trees, and gradient boosting"
    )


def _n_targets(model):
    """Bagging does not say how many targets it has, but its trees do."""
    first = np.ravel(getattr(model, "estimators_", model))[0]
    return getattr(model, "n_outputs_", getattr(first, "n_outputs_", 1))


def _columns(model):
    return [Column(name) for name in trained_names(model)]


def _labels(model):
    return getattr(model, "classes_", None)


def _read_tree(model):
    return to_node(_flat(model, _labels(model)), _columns(model), _labels(model))


def _flat(tree, classes, features=None):
    """One tree, of an ensemble that knows these classes."""
    if not hasattr(tree, "tree_"):
        raise ValueError(
            f"this ensemble holds a {type(tree).__name__}: from_sklearn reads ensembles of trees"
        )
    if classes is None:
        return numbers_tree(tree.tree_, tree.criterion in VARIANCES, features)
    present = np.searchsorted(classes, tree.classes_)  # a sample may lack some
    return classes_tree(tree.tree_, present, len(classes), features)


def _imported(model, flats, combine, weights=None, **options):
    name, weights = type(model).__name__, np.ones(len(flats)) if weights is None else weights
    options["feature_importances_"] = getattr(model, "feature_importances_", None)
    return Imported(name, _columns(model), flats, weights, combine, _labels(model), **options)


def _read_average(model):
    """Forests and bagging: the mean of what the trees say."""
    features = getattr(model, "estimators_features_", [None] * len(model.estimators_))
    pairs = zip(model.estimators_, features, strict=True)
    flats = [_flat(tree, _codes(model), chosen) for tree, chosen in pairs]
    return _imported(model, flats, averaged)


def _codes(model):
    """Forests and bagging number the classes before they train their trees."""
    return None if _labels(model) is None else np.arange(len(model.classes_))


def _read_adaboost(model):
    flats = [_flat(tree, _labels(model)) for tree in model.estimators_]
    combine = median if _labels(model) is None else samme
    return _imported(model, flats, combine, model.estimator_weights_[: len(flats)])


def _read_gradient(model):
    flats = [_flat(tree, None) for tree in model.estimators_.ravel()]
    weights = np.full(len(flats), float(model.learning_rate))
    is_class, is_half = _labels(model) is not None, model.loss == "exponential"
    link = (shares_of_half_odds if is_half else shares) if is_class else as_it_is
    if isinstance(model.init_, str):  # "zero"
        start = Constant(np.zeros(model.estimators_.shape[1]))
    else:
        start = Estimated(model.init_, is_class, 0.5 if is_half else 1.0)
    return _imported(model, flats, Summed(start, link), weights, has_numbers=True)


def _read_histogram(model):
    """HistGradientBoosting: its leaf values include the learning rate."""
    if getattr(model, "is_categorical_", None) is not None:
        raise ValueError(
            "a HistGradientBoosting model with categorical features cannot be brought over: "
            "train it on numbers, or train dtlab's GradientBoosting on the table as it is"
        )
    flats = [histogram_tree(tree.nodes) for stage in model._predictors for tree in stage]
    link = exponential if model.loss in ("poisson", "gamma") else as_it_is
    link = link if _labels(model) is None else shares
    start = Constant(np.ravel(model._baseline_prediction))
    return _imported(model, flats, Summed(start, link), has_numbers=True)


READERS = {
    "DecisionTree": _read_tree,
    "RandomForest": _read_average,
    "ExtraTrees": _read_average,
    "Bagging": _read_average,
    "AdaBoost": _read_adaboost,
    "GradientBoosting": _read_gradient,
    "HistGradientBoosting": _read_histogram,
}
