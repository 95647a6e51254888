"""Nodes of a tree named by their path: the number of the branch taken at each question."""

from ...inputs.errors import InputError
from ...tree.node import Node


def path_of(text):
    """The path that is written as "2/0"; nothing is the root.

    >>> path_of("2/0"), path_of("")
    ((2, 0), ())
    """
    return tuple(map(int, text.split("/"))) if text else ()


def path_text(path):
    """A path as `path_of` reads it."""
    return "/".join(map(str, path))


def at(tree, path):
    """The node at the end of a path."""
    for child in path:
        if child >= len(tree.children):
            raise InputError(f"the tree has no node at {path}: choose one of its nodes")
        tree = tree.children[child]
    return tree


def nodes(tree):
    """(path, node) of all nodes, from left to right."""
    waiting: list[tuple[tuple[int, ...], Node]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += [((*path, i), child) for i, child in enumerate(node.children)][::-1]


def replace_node(tree, path, node):
    """The tree with another node at the end of a path; all other branches are shared."""
    above = [at(tree, path[:i]) for i in range(len(path))]
    for parent, child in zip(reversed(above), reversed(path), strict=True):
        children = list(parent.children)
        children[child] = node
        node = parent.replace(children=children)
    return node
