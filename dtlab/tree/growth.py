"""How a tree came to be: the nodes in the order in which the lecture splits them, depth first."""

from typing import NamedTuple

from .._lazy import LazySequence


class Step(NamedTuple):
    """One split: the answers that lead to the node, the node with its question, and the tree so
    far.
    """

    path: tuple
    node: object
    tree: object

    def __repr__(self):
        where = " → ".join(self.path) or "root"
        return f"<{where}: {self.node.question}>"


class Growth(LazySequence):
    """The steps of growth; the tree of a step is built when the step is asked for.

    Step i has asked the first i + 1 questions; the nodes that are not split yet are leaves.
    """

    def __init__(self, tree):
        self._tree = tree
        self._inner = [node for node in tree.walk() if not node.is_leaf]
        self._paths = _paths(tree)
        super().__init__(len(self._inner), self._step, "steps of growth")

    def _step(self, i):
        """The tree in which only the first i + 1 questions have been asked."""
        place = len(self._inner)  # the leaves-up fold meets the inner nodes in reverse order

        def cut(node, children):
            nonlocal place
            if node.is_leaf:
                return node
            place -= 1
            return node.replace(children=children) if place <= i else node.as_leaf()

        return Step(self._paths[i], self._inner[i], self._tree.fold(cut))


def _paths(tree):
    """The answers on the way to every inner node, in the order of `walk`."""
    paths, stack = [], [(tree, ())]
    while stack:
        node, path = stack.pop()
        if node.is_leaf:
            continue
        paths.append(path)
        for i, child in reversed(list(enumerate(node.children))):
            answer = f"{node.question.feature} {node.question.label(i)}"
            stack.append((child, (*path, answer)))
    return paths
