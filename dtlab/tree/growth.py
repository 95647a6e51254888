"""How a tree came to be: the nodes in the order in which the lecture splits them, depth first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .._lazy import LazySequence
from .subtrees import answers_to, cut

if TYPE_CHECKING:
    from .node import Node


class GrowthStep(NamedTuple):
    """One split: the answers that lead to the node, the node with its question, and the tree so
    far.
    """

    path: tuple[str, ...]
    node: Node
    tree: Node

    def __repr__(self):
        where = " → ".join(self.path) or "root"
        return f"<{where}: {self.node.question}>"


class Growth(LazySequence):
    """The steps of growth; the tree of a step is built when the step is asked for.

    Step i has asked the first i + 1 questions; the nodes that are not split yet are leaves.
    """

    def __init__(self, tree):
        self._tree = tree
        self._inner = [(v, node) for v, node in enumerate(tree.walk()) if not node.is_leaf]
        super().__init__(len(self._inner), self._step, "steps of growth")

    def _step(self, i):
        number, node = self._inner[i]
        answers = [f"{q.feature} {q.label(child)}" for q, child in answers_to(self._tree, number)]
        tree = cut(self._tree, [later for later, _ in self._inner[i + 1 :]])
        return GrowthStep(tuple(answers), node, tree)
