"""The χ² test on the splits of a grown tree, and limits on its depth and its leaves."""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from ..inputs.errors import InputError
from ..inputs.values import briefly, check_number
from ..measures.gains import table_chi_square
from ..tree.node import Node
from ..tree.subtrees import as_tree, bottom_up, cut, with_children
from ..typing import TreeOrModel
from .cost_complexity import node_risks
from .pessimistic import check_counted


def significance(tree: TreeOrModel, alpha: float = 0.05) -> Node:
    """Cut, from the bottom up, splits into leaves whose classes do not differ: χ² test, p > alpha.

    A split above one that is kept stays, whatever its own p. Lecture 000, 4.4.4 and lecture 001,
    Post-Pruning.

    Parameters:
        tree: a tree (Node) with class counts, or a fitted model that has one.
        alpha: the level of significance, from 0 to 1; 0.05 by default.

    Of age on buys_computer, youth and senior merged, p is 0.078:
    >>> from dtlab.tree import ask, leaf
    >>> tree = ask("age", {("youth", "senior"): leaf("no", {"no": 5, "yes": 5}),
    ...                    "middle_aged": leaf("yes", {"no": 0, "yes": 4})})
    >>> significance(tree), significance(tree, alpha=0.1)
    (<leaf yes>, <tree on age: depth 1, 2 leaves>)
    """
    check_number(alpha, "alpha")
    if not 0 <= alpha <= 1:
        raise InputError(f"alpha={alpha!r} is a level of significance: give a number from 0 to 1")
    tree = as_tree(tree, "significance")
    check_counted(tree, "the χ² test compares")

    def step(node, children):
        is_last = children and all(child.is_leaf for child in children)
        if is_last and table_chi_square([child.stats for child in children]).p_value > alpha:
            return node.as_leaf()
        return with_children(node, children)

    return tree.fold(step)


def limit(
    tree: TreeOrModel, max_depth: int | None = None, max_leaf_nodes: int | None = None
) -> Node:
    """The top of a tree: at most max_depth questions on a path, at most max_leaf_nodes leaves.

    Leaves are spent best first: the next question asked is the one with the largest decrease
    R(t) − Σ R(children) of weight × impurity, of equal ones the first in the order of `walk`; a
    question with more branches than leaves are left is passed over.

    Parameters:
        tree: a tree (Node), or a fitted model that has one; limiting its leaves needs the counts of
            training.
        max_depth: the most questions on a path; None (default) for no limit.
        max_leaf_nodes: the most leaves; None (default) for no limit.

    Lecture 001, Pre-Pruning.
    >>> from dtlab.tree import ask
    >>> tree = ask("Work", {True: "stay", False: ask("Rain", {True: "stay", False: "go"},
    ...                                              prediction="go")})
    >>> print(limit(tree, max_depth=1))
    Work?
    ├─ True: stay
    └─ False: go
    """
    for name, value, least in (("max_depth", max_depth, 0), ("max_leaf_nodes", max_leaf_nodes, 1)):
        if value is not None and (not isinstance(value, int | np.integer) or value < least):
            raise InputError(
                f"{name}={briefly(value)} must be a whole number from {least} up, or None"
            )
    tree = as_tree(tree, "limit")
    if max_depth is not None:
        depth = {0: 0}
        for number, _, below in reversed(bottom_up(tree)):  # parents first
            depth.update(dict.fromkeys(below, depth[number] + 1))
        tree = cut(tree, [number for number, d in depth.items() if d == max_depth])
    if max_leaf_nodes is not None and tree.n_leaves > max_leaf_nodes:
        tree = cut(tree, _beyond(tree, max_leaf_nodes))
    return tree


def _beyond(tree, max_leaf_nodes):
    """Numbers of the nodes whose question is not asked any more when the leaves are used up."""
    R = node_risks(tree, "impurity")
    scale = R[0] or 1.0
    inner = {v: below for v, _, below in bottom_up(tree) if below}
    left = max_leaf_nodes - 1
    heap: list[tuple[float, int]] = []
    passed: list[int] = []
    waiting = [0]
    while waiting or heap:
        for v in waiting:  # rounded, so that ties do not depend on the last bits
            heappush(heap, (-round((R[v] - R[inner[v]].sum()) / scale, 12), v))
        _, v = heappop(heap)
        waiting = []
        if len(inner[v]) - 1 <= left:
            left -= len(inner[v]) - 1
            waiting = [u for u in inner[v] if u in inner]
        else:
            passed.append(v)
    return passed
