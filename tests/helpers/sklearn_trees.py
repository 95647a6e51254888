"""Trees of scikit-learn as Nodes, and tables whose best split does not tie."""

import numpy as np
from sklearn.base import BaseEstimator

from dtlab.questions import Threshold
from dtlab.tree import Node


def as_node(model):
    """A fitted tree of scikit-learn as a Node."""
    t = model.tree_
    classes = tuple(model.classes_.tolist()) if hasattr(model, "classes_") else None
    nodes = {}
    for i in reversed(range(t.node_count)):  # children have higher numbers than their parent
        n, value = t.weighted_n_node_samples[i], t.value[i][0]
        stats = (n, value[0], t.impurity[i]) if classes is None else tuple(value * n)
        prediction = value[0] if classes is None else classes[int(np.argmax(value))]
        question, children = None, ()
        if t.children_left[i] >= 0:
            question = Threshold(f"x{t.feature[i]}", t.threshold[i])
            children = nodes[t.children_left[i]], nodes[t.children_right[i]]
        known = t.n_node_samples[i], classes, stats, t.impurity[i]
        nodes[i] = Node(prediction, question, children, *known)
    return nodes[0]


class Grown(BaseEstimator):
    """An estimator whose `tree_` is a Node, grown by dtlab or elsewhere."""

    def __init__(self, grower=None, ccp_alpha=None):
        self.grower = grower
        self.ccp_alpha = ccp_alpha

    def fit(self, X, y):
        assert self.ccp_alpha is None  # choose_alpha must not judge a tree that is pruned already
        self.tree_ = as_node(self.grower.fit(np.asarray(X), np.asarray(y)))
        return self


def continuous(loader, n=None):
    """A data set without ties: a little noise makes every value different."""
    X, y = loader(return_X_y=True)
    X = X[:n] + np.random.default_rng(0).normal(0, 1e-3, X[:n].shape) * X[:n].std(axis=0)
    return X, y[:n]
