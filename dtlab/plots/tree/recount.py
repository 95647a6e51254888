"""A tree seen by other rows: how many of each class, or which numbers, come to every node."""

import numpy as np

from ...inputs.labels import as_codes, as_numbers, same_length
from ...inputs.values import is_number
from ...tree.node import unpack
from ..base.classes import labels_of


def predicts_numbers(tree):
    """Whether the leaves hold numbers and not classes."""
    predictions = [leaf.prediction for leaf in tree.leaves()]
    return tree.classes is None and all(is_number(value) for value in predictions)


def recount_rows(tree, data):
    """The tree with the rows of `data` = (X, y) counted at its nodes, and the numbers at each.

    The second value is a list with the target's values at every node in the order of `walk`, or
    None if the target is a class.
    >>> from dtlab import ask
    >>> tree, _ = recount_rows(ask("rain", {True: "stay", False: "go"}),
    ...                     ({"rain": [True, False, False]}, ["stay", "go", "stay"]))
    >>> tree.counts, [leaf.counts for leaf in tree.leaves()]
    ({'go': 1.0, 'stay': 2.0}, [{'go': 0.0, 'stay': 1.0}, {'go': 1.0, 'stay': 1.0}])
    """
    if not isinstance(data, tuple) or len(data) != 2:
        raise ValueError("data= must be a pair of features and target: data=(X, y)")
    X, y = data
    stops = tree.apply(X)
    same_length(stops, y)
    if predicts_numbers(tree):
        classes, values = None, _at_nodes(tree, stops, as_numbers(y, "y"))
        stats = [(len(v), v.mean() if len(v) else 0.0, v.var() if len(v) else 0.0) for v in values]
    else:
        codes, labels = as_codes(y, "y")
        # a tree written by hand may predict a class that none of these rows has
        classes = tuple(dict.fromkeys((*(tree.classes or ()), *labels, *labels_of(tree))))
        own = np.array([classes.index(label) for label in labels])[codes]
        values = _at_nodes(tree, stops, own)
        stats = [np.bincount(v, minlength=len(classes)) for v in values]
    nodes = zip(tree.walk(), values, stats, strict=True)
    records = [(n.prediction, n.question, len(v), classes, s, None, None) for n, v, s in nodes]
    return unpack(records), values if classes is None else None


def _at_nodes(tree, stops, values):
    """The values of the rows that come to every node, from the leaf where each row stops."""
    order = np.argsort(stops, kind="stable")
    stops, values = stops[order], values[order]
    sizes = np.array([node.n_nodes for node in tree.walk()])
    first = np.arange(len(sizes))
    ends = np.searchsorted(stops, [first, first + sizes])
    return [values[low:high] for low, high in ends.T]
