"""A tree of scikit-learn as the arrays of `flat`: children side by side, level after level."""

import numpy as np

from ..engine.flat import Flat


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
    return _flat(tree, stats, stats.argmax(axis=1), features)


def numbers_tree(tree, is_variance, features=None):
    """A fitted regression tree; its impurity is the variance unless it was grown otherwise."""
    mean, weight = tree.value[:, 0, 0], tree.weighted_n_node_samples
    variance = tree.impurity if is_variance else np.full(len(mean), np.nan)
    return _flat(tree, np.column_stack((weight, mean, variance)), mean, features)


def _flat(tree, stats, prediction, features):
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
