"""Which rows of a data set come to which node, and what each node would lose there as a leaf.

The nodes of a branch are a range of numbers in the order of `walk`. So once the rows are sorted by
the number of the node where they stop, the rows that come to any node lie side by side.
"""

import numpy as np

from ..inputs.errors import InputError
from ..inputs.frames import ColumnLookup
from ..inputs.labels import as_codes, as_numbers
from ..inputs.values import is_missing, is_number, show
from ..questions.question import Threshold


class Arrivals:
    """The rows of X in a tree, and their losses: 0 or 1 for a class, (y − ŷ)² for a number."""

    def __init__(self, tree, X, y):
        table = ColumnLookup.of(X, y)
        for question in {node.question for node in tree.walk() if not node.is_leaf}:
            table.column(question.feature, isinstance(question, Threshold))
        stops = tree.apply(table)
        order = np.argsort(stops, kind="stable")
        nodes = list(tree.walk())
        self.of_numbers = predicts_numbers(tree)
        if self.of_numbers:
            y = as_numbers(y, "y")
            self.predictions = [float(node.prediction) for node in nodes]
        else:
            y, labels = as_codes(y, "y")
            code = {label: i for i, label in enumerate(labels)}
            self.predictions = [code.get(node.prediction, -1) for node in nodes]
        self.y = y[order]
        first = np.arange(len(nodes))
        last = first + [node.n_nodes for node in nodes]
        starts = (np.searchsorted(stops[order], at) for at in (first, first + 1, last))
        self.start, self.after_stops, self.end = (s.tolist() for s in starts)

    def n_rows(self, number):
        """How many rows come to the node."""
        return self.end[number] - self.start[number]

    def as_leaf(self, number):
        """Loss of each row that comes to the node, if the node were a leaf."""
        return self._losses(number, self.start[number], self.end[number])

    def stopped(self, number):
        """Loss of each row that stops at the node itself: all of them in a leaf."""
        return self._losses(number, self.start[number], self.after_stops[number])

    def passed(self, number):
        """Loss of each row that goes on to a child, if it stopped at the node instead."""
        return self._losses(number, self.after_stops[number], self.end[number])

    def _losses(self, number, start, end):
        y = self.y[start:end]
        prediction = self.predictions[number]
        return (y - prediction) ** 2 if self.of_numbers else y != prediction

    def total(self, losses):
        """The sum of some losses: a whole number for classes."""
        return float(losses.sum()) if self.of_numbers else int(np.count_nonzero(losses))


def predicts_numbers(tree):
    """Whether a tree predicts numbers: it has no classes, and every prediction is a number."""
    return tree.classes is None and all(is_number(node.prediction) for node in tree.walk())


def check_predictions(tree):
    """Refuse a tree with an inner node that could not become a leaf."""
    for node in tree.walk():
        if is_missing(node.prediction):
            name = "a leaf" if node.is_leaf else f"the node that asks {str(node.question)!r}"
            raise InputError(
                f"{name} has no prediction of its own, so it cannot become a leaf: "
                "write ask(..., prediction=...)"
            )


def check_labels(tree, y):
    """Refuse labels that the tree does not know."""
    known = {*(tree.classes or ()), *(node.prediction for node in tree.walk())}
    unknown = [label for label in as_codes(y, "y")[1] if label not in known]
    if unknown:
        raise InputError(
            f"y holds {unknown[0]!r}, a class this tree does not know "
            f"(it knows {', '.join(sorted(map(show, known)))}): rename it, or drop these rows; "
            "they count as errors in every pruned tree"
        )
