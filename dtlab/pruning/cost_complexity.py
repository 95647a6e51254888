"""Cost-complexity pruning: the subtrees that minimise R(T) + α · leaves, for every α at once.

R(t)  risk of node t as a leaf     R(T)  sum over the leaves of T     α  price of a leaf
Breiman cuts the weakest link, the node with the smallest g = (R(t) − R(Tₜ)) / (leaves − 1), again
and again. The same sequence comes from the leaves up: the least cost of a branch is a concave line
in α with a kink wherever something is cut, and a node is cut where its own line R(t) + α meets the
sum of its branches'. Each kink is made once and dropped at most once: n log² n, at any depth.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .._lazy import LazySequence
from ..inputs.errors import InputError
from ..inputs.values import briefly, check_number
from ..kernels import TIE
from ..measures.impurity import gini, lift
from ..tree.node import Node
from ..tree.subtrees import as_tree, cut, cut_in_turn
from ..typing import Impurity, TreeOrModel

if TYPE_CHECKING:
    import pandas as pd


def node_risks(tree, risk="error"):
    """R(t) · n of every node in the order of `walk`: its weight times its impurity as a leaf.

    "error": training errors, as Breiman has it. "impurity": the impurity the tree was grown with
    (Gini where none is recorded), as in scikit-learn. A function of counts such as `entropy` does
    as well. For numbers all of these are the sum of squares Σ (y − mean)².
    """
    if not callable(risk) and not (isinstance(risk, str) and risk in ("error", "impurity")):
        raise InputError(
            f"risk={briefly(risk)} is not known: use 'error', 'impurity' or a function"
        )
    nodes = list(tree.walk())
    if any(node.stats is None for node in nodes):
        raise InputError(
            "this tree has no training counts, the weights of its nodes: grow the tree, or give "
            "its leaves counts; reduced_error does not need them"
        )
    if tree.classes is None:
        return _sums_of_squares(tree)
    counts = np.array([node.stats for node in nodes])
    weights = counts.sum(axis=1)
    if risk == "error":
        right = [node.counts.get(node.prediction, 0.0) for node in nodes]
        return weights - right
    if callable(risk):
        return weights * lift(risk)(counts)
    known = [np.nan if node.impurity is None else node.impurity for node in nodes]
    return weights * np.where(np.isnan(known), gini(counts), known)


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
        raise InputError(
            "the leaves of this tree have no variances, because it was trained elsewhere with "
            "another criterion: cost-complexity needs them; reduced_error does not"
        )
    return np.array(found[::-1])  # fold visits `walk` backwards


class Pruned(NamedTuple):
    """A subtree, and the smallest α for which it is the best one."""

    alpha: float
    tree: Node


class CostComplexityPath(LazySequence):
    """The (alpha, subtree) pairs from the largest tree to the root; subtrees are built when read.

    `alphas`, `n_leaves` and `risks` (per training row) are arrays with one entry per subtree,
    `cut_at` has the α at which each node (in the order of `walk`) becomes a leaf, ∞ for the others.
    """

    def __init__(self, tree, risk="error"):
        self.tree = tree = as_tree(tree, "cost_complexity_path")
        R = node_risks(tree, risk)
        total = tree.weight or 1.0
        kinks = sorted(_kinks(tree, R.tolist()))
        self._margin = TIE * float(R[0]) / total
        g, gained, lost, numbers = np.array(kinks).reshape(-1, 4).T
        g = _snap(g / total, self._margin)
        self.cut_at = np.full(tree.n_nodes, np.inf)
        self.cut_at[numbers.astype(int)] = g
        self.alphas = np.unique(np.append(g, 0.0))
        upto = np.searchsorted(g, self.alphas, side="right")
        leaf_risk = sum(r for r, node in zip(R.tolist(), tree.walk(), strict=True) if node.is_leaf)
        self.risks = (leaf_risk + np.append(0.0, np.cumsum(gained))[upto]) / total
        self.n_leaves = tree.n_leaves - np.append(0.0, np.cumsum(lost))[upto].astype(int)
        super().__init__(len(self.alphas), self._at, "subtrees")

    def subtree(self, alpha: float) -> Node:
        """The smallest subtree that minimises R(T) + α · leaves."""
        check_number(alpha, "alpha")
        if not alpha >= 0:
            raise InputError(f"alpha={alpha!r} is the price of a leaf: give a number from 0 up")
        return cut(self.tree, np.flatnonzero(self.cut_at <= alpha + self._margin).tolist())

    def _at(self, i):
        alpha = float(self.alphas[i])
        return Pruned(alpha, self.subtree(alpha))

    def __iter__(self):
        order = np.argsort(self.cut_at, kind="stable")
        ends = np.searchsorted(self.cut_at[order], self.alphas, side="right")
        groups = [part.tolist() for part in np.split(order, ends)[:-1]]
        return map(Pruned, self.alphas.tolist(), cut_in_turn(self.tree, groups))

    def to_frame(self) -> pd.DataFrame:
        """alpha, leaves and risk of every subtree as a DataFrame."""
        import pandas as pd

        return pd.DataFrame({"alpha": self.alphas, "leaves": self.n_leaves, "risk": self.risks})

    def __repr__(self):
        first = self.n_leaves[0]
        last = self.n_leaves[-1]
        return f"<cost-complexity path: {len(self)} trees from {first} to {last} leaves>"


def cost_complexity_path(tree: TreeOrModel, risk: str | Impurity = "error") -> CostComplexityPath:
    """Subtrees that minimise R(T) + α · leaves, as a sequence of (alpha, subtree) by rising α.

    α is per training row. The first pair has α = 0 and the smallest tree that risks no more than
    the one given.

    Parameters:
        tree: a tree (Node) with training counts, or a fitted model that has one.
        risk: "error" (default) counts training errors (Breiman), "impurity" takes the leaves'
            impurity as scikit-learn does, or a function of class counts such as entropy; a numeric
            target has its mean squared error whatever you say.

    Lecture 001, CART.
    >>> from dtlab.tree import ask, leaf
    >>> windy = {True: leaf("no", {"no": 2, "yes": 1}), False: leaf("yes", {"no": 0, "yes": 3})}
    >>> [(round(a, 3), tree.n_leaves) for a, tree in cost_complexity_path(ask("windy", windy))]
    [(0.0, 2), (0.167, 1)]
    """
    return CostComplexityPath(tree, risk)


def prune_to(tree: TreeOrModel, alpha: float, risk: str | Impurity = "error") -> Node:
    """The smallest subtree that minimises R(T) + α · leaves. Lecture 001, CART.

    Parameters:
        tree: a tree (Node) with training counts, or a fitted model that has one.
        alpha: the price of a leaf, from 0 up; 0 already cuts the splits that save no risk.
        risk: "error" (default), "impurity" or a function, as in `cost_complexity_path`.

    >>> from dtlab.tree import ask, leaf
    >>> windy = {True: leaf("no", {"no": 2, "yes": 1}), False: leaf("yes", {"no": 0, "yes": 3})}
    >>> prune_to(ask("windy", windy), alpha=0.2)
    <leaf yes>
    """
    return CostComplexityPath(as_tree(tree, "prune_to"), risk).subtree(alpha)


def _kinks(tree, R):
    """(g, risk gained, leaves lost, number) of every node that is cut before those above it."""
    number = len(R)

    def combine(node, below):
        nonlocal number
        number -= 1  # fold visits `walk` backwards
        if not below:
            return [], R[number], 1
        kinks = max((kinks for kinks, _, _ in below), key=len)
        for smaller, _, _ in below:  # pour the smaller heaps into the largest
            for kink in smaller if smaller is not kinks else ():
                heappush(kinks, kink)
        risk, leaves = (sum(column) for column in list(zip(*below, strict=True))[1:])
        # From α = ∞, where all branches are leaves, down to where R + α meets their cost.
        g = _meeting(R[number], risk, leaves)
        while kinks and -kinks[0][0] >= g:
            _, gained, lost, _ = heappop(kinks)
            risk = risk - gained
            leaves = leaves + lost
            g = _meeting(R[number], risk, leaves)
        if g == np.inf:
            return kinks, risk, leaves
        heappush(kinks, (-max(g, 0.0), R[number] - risk, leaves - 1, number))
        return kinks, R[number], 1

    return [(-negative, *rest) for negative, *rest in tree.fold(combine)[0]]


def _meeting(R, risk, leaves):
    """The α with R + α = risk + α · leaves; a single branch has none: it is worth it or not."""
    if leaves > 1:
        return (R - risk) / (leaves - 1)
    return np.inf if risk < R else -np.inf


def _snap(g, margin):
    """Sorted values with those that differ only by rounding made equal, those near 0 made 0."""
    if not len(g):
        return g
    new = np.diff(g, prepend=0.0) > margin
    group = np.cumsum(new)
    last = np.flatnonzero(np.append(np.diff(group) > 0, True))
    return np.where(group == 0, 0.0, g[last][group - group[0]])
