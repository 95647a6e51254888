"""Subtrees: cut nodes of a tree into leaves, and tell whether one tree is cut from another.

Nodes are named by their number in the order of `walk`: a branch is then a range of numbers, and
trees before and after a cut share every branch that did not change.
"""

from __future__ import annotations

from itertools import accumulate

from ..inputs.errors import InputError
from ..typing import TreeOrModel
from .rules import meet_all


def as_tree(thing, caller):
    """The tree of a fitted model, or the tree itself; anything else gets a sentence of the function
    `caller`.
    """
    tree = getattr(thing, "tree_", thing)
    if hasattr(tree, "question"):
        return tree
    kind = getattr(thing, "kind", None)  # what an imported model was
    kind = kind if isinstance(kind, str) else type(thing).__name__
    if hasattr(thing, "trees_"):
        raise InputError(f"{caller}: a {kind} has many trees; take one of them, model.trees_[0]")
    if hasattr(thing, "get_params"):
        raise InputError(
            f"{caller}: this {kind} has no tree yet: fit it first, or convert a scikit-learn model "
            "with dtlab.from_sklearn(model)"
        )
    raise InputError(f"{caller} takes a tree or a fitted model, not {kind}")


def cut(tree, numbers):
    """The tree with the nodes of these numbers (in the order of `walk`) turned into leaves.

    >>> from dtlab.tree import ask
    >>> rain = ask("Rain", {True: "stay", False: "go"}, prediction="go")
    >>> print(cut(ask("Work", {True: "stay", False: rain}), [2]))
    Work?
    ├─ True: stay
    └─ False: go
    """
    return next(cut_in_turn(tree, [numbers]))


def cut_in_turn(tree, groups):
    """The tree after each group of numbers is cut, each built from the one before it."""
    order = {number: (node, below) for number, node, below in bottom_up(tree)}
    above = {child: number for number, (_, below) in order.items() for child in below}
    now = {number: node for number, (node, _) in order.items()}
    for group in groups:
        changed = set()
        for number in group:
            if now[number].children:
                now[number] = now[number].as_leaf()
            while number in above and above[number] not in changed:
                number = above[number]
                changed.add(number)
        for number in sorted(changed.difference(group), reverse=True):  # children first
            if now[number].children:
                node, below = order[number]
                now[number] = with_children(node, [now[child] for child in below])
        yield now[0]


def with_children(node, children):
    """The node itself if no child changed, so that trees before and after share their branches."""
    if all(new is old for new, old in zip(children, node.children, strict=True)):
        return node
    return node.replace(children=children)


def child_numbers(node, number):
    """The numbers of a node's children, given its own."""
    sizes = [child.n_nodes for child in node.children]  # a branch of n nodes takes n numbers
    return list(accumulate(sizes[:-1], initial=number + 1)) if sizes else []


def bottom_up(tree):
    """List of (number, node, numbers of its children), from left to right, children first."""
    order = []
    waiting = [(0, tree)]
    while waiting:
        number, node = waiting.pop()
        below = child_numbers(node, number)
        order.append((number, node, below))
        waiting.extend(zip(below, node.children, strict=True))
    return order[::-1]


def answers_to(tree, number):
    """Yields (question, child) from the root to the node of this number."""
    node, at = tree, 0
    while at != number:
        below = child_numbers(node, at)
        i = max(i for i, first in enumerate(below) if first <= number)
        yield node.question, i
        node = node.children[i]
        at = below[i]


def path_to(tree, number):
    """What leads from the root to the node of this number: one condition per feature."""
    return meet_all(question.condition(i) for question, i in answers_to(tree, number))


def is_subtree(pruned: TreeOrModel, original: TreeOrModel) -> bool:
    """Whether `pruned` is `original` with some branches cut off at nodes that became leaves.

    Parameters:
        pruned, original: trees (Node), or fitted models that have one.

    Lecture 000, 4.4.4 Pruning.
    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> is_subtree(tree.as_leaf(), tree), is_subtree(tree, tree.as_leaf())
    (True, False)
    """
    pairs = [(as_tree(pruned, "is_subtree"), as_tree(original, "is_subtree"))]
    while pairs:
        a, b = pairs.pop()
        if a is b:
            continue
        if a.as_leaf() != b.as_leaf():
            return False
        if not a.is_leaf:
            if a.question != b.question:
                return False
            pairs.extend(zip(a.children, b.children, strict=True))
    return True
