"""Cost-complexity pruning as Breiman tells it: cut the weakest link, again and again."""

from __future__ import annotations

from ..inputs.errors import InputError
from ..kernels import TIE
from ..tree import Node


def weakest_link(tree: Node) -> list[tuple[float, Node]]:
    """[(α, subtree), …] from the whole tree to its root: what minimises R(T) + α · leaves.

    R(t) are the training errors of node t as a leaf (of numbers, Σ (y − mean)²) per training row,
    R(Tₜ) those of the leaves below it. The weakest link is the node with the smallest
    g(t) = (R(t) − R(Tₜ)) / (leaves − 1).

    Parameters:
        tree: a tree with its training counts, as `textbook.cart` grows it.

    Lecture 001, CART; `dtlab.cost_complexity_path` finds the same subtrees.

    >>> from dtlab import load, textbook
    >>> golf = load("play_golf")
    >>> [(round(α, 3), T.n_leaves) for α, T in weakest_link(textbook.cart(golf.X, golf.y))]
    [(0.0, 7), (0.036, 3), (0.107, 1)]
    """

    def R(t):
        if t.stats is None:
            raise InputError("this tree has no training counts: grow it, or give leaves counts")
        wrong = t.stats[0] * t.stats[2] if t.classes is None else t.weight - t.counts[t.prediction]
        return wrong / tree.weight

    def g(t):
        return (R(t) - sum(R(leaf) for leaf in t.leaves())) / (t.n_leaves - 1)

    def cut(t, α):
        if t.is_leaf or g(t) <= α:
            return t.as_leaf()
        return t.replace(children=[cut(child, α) for child in t.children])

    path = [(0.0, tree)]
    margin = TIE * R(tree)
    while not path[-1][1].is_leaf:
        α, T = path[-1]
        weakest = min(g(t) for t in T.walk() if not t.is_leaf)
        T = cut(T, weakest + margin)
        if weakest <= α + margin:  # the same price: one step
            path[-1] = α, T
        else:
            path.append((weakest, T))
    return path
