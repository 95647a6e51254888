"""Rows counted at the nodes of a tree: what is drawn in the boxes instead of the training rows."""

from typing import Any, NamedTuple

import numpy as np

from ...inputs.errors import InputError
from ...inputs.labels import as_codes, as_numbers, same_length
from ...inputs.values import is_number
from ...tree.node import Node, unpack
from ..base.classes import labels_of


class CountedTree(NamedTuple):
    """A tree with rows counted at its nodes.

    `rows` is a list of index arrays in the order of `walk`; the target has a number for each row,
    of its class (a place in `classes`) or its own.
    """

    tree: Node
    rows: list
    target: np.ndarray
    X: Any
    to_the_end: bool = True  # questions whose branches are not drawn have a panel, too


def recount_rows(tree, data):
    """The rows of `data` = (X, y) counted at the nodes of a tree.

    >>> from dtlab import ask
    >>> data = {"rain": [True, False, False]}, ["stay", "go", "stay"]
    >>> tree, rows, target, *_ = recount_rows(ask("rain", {True: "stay", False: "go"}), data)
    >>> tree.counts, [leaf.counts for leaf in tree.leaves()]
    ({'go': 1.0, 'stay': 2.0}, [{'go': 0.0, 'stay': 1.0}, {'go': 1.0, 'stay': 1.0}])
    >>> [here.tolist() for here in rows], target.tolist()
    ([[0, 1, 2], [0], [1, 2]], [1, 0, 1])
    """
    if not isinstance(data, tuple) or len(data) != 2:
        raise InputError("data= must be a pair of features and target: data=(X, y)")
    X, y = data
    stops = tree.apply(X)
    same_length(stops, y)
    rows = _at_nodes(tree, stops)
    if tree.classes is None and all(is_number(leaf.prediction) for leaf in tree.leaves()):
        classes = None
        target = as_numbers(y, "y")
        values = [target[here] for here in rows]
        stats = [np.array([len(v), v.mean(), v.var()]) if len(v) else np.zeros(3) for v in values]
    else:
        codes, labels = as_codes(y, "y")
        # a tree written by hand may predict a class that none of these rows has
        classes = tuple(dict.fromkeys((*(tree.classes or ()), *labels, *labels_of(tree))))
        target = np.array([classes.index(label) for label in labels])[codes]
        stats = [np.bincount(target[here], minlength=len(classes)) for here in rows]
    nodes = zip(tree.walk(), rows, stats, strict=True)
    records = [(n.prediction, n.question, len(r), classes, s, None, None) for n, r, s in nodes]
    return CountedTree(unpack(records), rows, target, X)


def _at_nodes(tree, stops):
    """The rows that come to every node, from the node where each row stops."""
    order = np.argsort(stops, kind="stable")
    n_nodes = np.array([node.n_nodes for node in tree.walk()])
    first = np.arange(len(n_nodes))
    ends = np.searchsorted(stops[order], [first, first + n_nodes])
    return [order[low:high] for low, high in ends.T]
