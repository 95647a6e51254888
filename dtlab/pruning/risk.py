"""What a node would risk as a leaf: the quantity that cost-complexity and size limits weigh."""

import numpy as np

from ..measures.impurity import gini, lift


def node_risks(tree, risk="error"):
    """R(t) · n of every node in the order of `walk`: its weight times its impurity as a leaf.

    "error": training errors, as Breiman has it. "impurity": the impurity the tree was grown with
    (Gini where none is recorded), as in scikit-learn. A function of counts such as `entropy` does
    as well. For numbers all of these are the sum of squares Σ (y − mean)².
    """
    if not callable(risk) and risk not in ("error", "impurity"):
        raise ValueError(f"risk={risk!r} is not known: use 'error', 'impurity' or a function")
    nodes = list(tree.walk())
    for node in nodes:
        if node.stats is None:
            raise ValueError(
                "this tree has no training counts, which weigh its nodes: grow it, or give its "
                "leaves counts; reduced_error needs none"
            )
    if tree.classes is None:
        return _sums_of_squares(tree)
    counts = np.array([node.stats for node in nodes])
    weights = counts.sum(axis=1)
    if risk == "error":
        return weights - _of_own_class(nodes, counts)
    if callable(risk):
        return weights * lift(risk)(counts)
    known = [np.nan if node.impurity is None else node.impurity for node in nodes]
    return weights * np.where(np.isnan(known), gini(counts), known)


def _of_own_class(nodes, counts):
    """Weight of the class that each node predicts."""
    code = {label: k for k, label in enumerate(nodes[0].classes)}
    own = np.array([code.get(node.prediction, -1) for node in nodes])
    return np.where(own >= 0, counts[np.arange(len(nodes)), own], 0.0)


def _sums_of_squares(tree):
    """Σ (y − mean)² of every node: that of its children, and what their means differ.

    Built from the means, so that cost-complexity counts with n also where the tree's variances
    divide by n − 1.
    """
    found = []

    def add(node, below):
        weight, mean, variance = node.stats
        between = sum(child.stats[0] * (child.stats[1] - mean) ** 2 for child in node.children)
        found.append(sum(below) + between if below else weight * variance)
        return found[-1]

    tree.fold(add)
    if np.isnan(found).any():
        raise ValueError(
            "the leaves of this tree have no variances, as it was trained elsewhere to another "
            "criterion: cost-complexity needs them; reduced_error does not"
        )
    return np.array(found[::-1])  # fold visits `walk` backwards
