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
        return _with_numbers(tree, stops, as_numbers(y, "y"))
    return _with_classes(tree, stops, *as_codes(y, "y")), None


def _with_numbers(tree, stops, y):
    order = np.argsort(stops, kind="stable")
    y = y[order]
    values = [y[low:high] for low, high in _ranges(tree, stops[order])]
    stats = [(len(v), v.mean() if len(v) else 0.0, v.var() if len(v) else 0.0) for v in values]
    return _rebuilt(tree, [len(v) for v in values], None, stats), values


def _with_classes(tree, stops, codes, labels):
    # a tree written by hand may predict a class that none of these rows has
    classes = tuple(dict.fromkeys((*(tree.classes or ()), *labels, *labels_of(tree))))
    own = np.array([classes.index(label) for label in labels])[codes]
    order = np.argsort(stops, kind="stable")
    own = own[order]
    counts = [
        np.bincount(own[low:high], minlength=len(classes))
        for low, high in _ranges(tree, stops[order])
    ]
    return _rebuilt(tree, [int(c.sum()) for c in counts], classes, counts)


def _ranges(tree, stops):
    """Of every node, where its rows begin and end among those sorted by where they stop."""
    sizes = np.array([node.n_nodes for node in tree.walk()])
    first = np.arange(len(sizes))
    ends = np.searchsorted(stops, [first, first + sizes])
    return ends.T


def _rebuilt(tree, n_rows, classes, stats):
    nodes = zip(tree.walk(), n_rows, stats, strict=True)
    return unpack([(node.prediction, node.question, n, classes, s, None, None)
                   for node, n, s in nodes])  # fmt: skip
