"""Where rows go in a tree: predictions, path lengths, and the path of one row."""

import numpy as np

from ..inputs.frames import Frame, chosen_labels, pick
from ..questions.question import Threshold
from .subtrees import child_numbers


def predict(tree, frame):
    """Predict each row of a DataFrame or dictionary of columns.

    A row whose answer has no branch stops there and gets that node's prediction.
    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> tree.predict({"CORE-TEMP": ["high", "low", None]})
    array(['gen', 'icu', 'icu'], dtype=object)
    """
    return chosen_labels([node.prediction for node in tree.walk()], apply(tree, frame))


def predict_proba(tree, frame):
    """[n, classes] the class shares of the node where each row stops, in the order of `classes`.

    >>> from dtlab import CART, load
    >>> golf = load("play_golf")
    >>> CART(max_depth=1).fit(golf.X, golf.y).tree_.predict_proba(golf.X[:2])
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    nodes = list(tree.walk())
    if any(node.counts is None for node in nodes):
        raise ValueError("some nodes of this tree have no class counts, so it has no probabilities")
    shares = [[node.probabilities[label] for label in tree.classes] for node in nodes]
    return np.array(shares)[apply(tree, frame)]


def apply(tree, frame):
    """For each row, the number (in the order of `walk`) of the node where it stops."""
    return _stops(tree, frame)[0]


def questions(tree, frame):
    """For each row, how many questions lead to its prediction (lecture 000, Guess-Who).

    >>> from dtlab.tree import ask
    >>> tree = ask("Man", {True: ask("Glasses", {True: "Brian", False: "John"}), False: "Aoife"})
    >>> tree.questions({"Man": [True, False], "Glasses": [True, False]})
    array([2, 1])
    """
    return _stops(tree, frame)[1]


def path(tree, row):
    """List of (node, question, child index) from the root to where the row stops.

    The last entry is the leaf (leaf, None, None), or an inner node without a branch for the row
    (node, question, None).
    """
    steps, node = [], tree
    while node.question is not None:
        answer = pick(row, node.question.feature)
        if hasattr(answer, "__len__") and not isinstance(answer, str | bytes):
            raise ValueError("a path belongs to one row: give a dictionary or frame.iloc[i]")
        child = int(node.question.route([answer])[0])
        if child < 0:
            return [*steps, (node, node.question, None)]
        steps.append((node, node.question, child))
        node = node.children[child]
    return [*steps, (node, None, None)]


def _stops(tree, frame):
    """For each row, the number (in the order of `walk`) and the level of the node it stops at."""
    table = Frame.of(frame)
    numbers, levels = np.zeros((2, table.n_rows), np.intp)
    waiting = [(tree, 0, 0, np.arange(table.n_rows))]
    while waiting:
        node, number, level, rows = waiting.pop()
        numbers[rows], levels[rows] = number, level  # those that go on are noted again below
        if node.is_leaf:
            continue
        column = table.column(node.question.feature, isinstance(node.question, Threshold))
        answers = node.question.route(column[rows])
        for i, below in enumerate(child_numbers(node, number)):
            arriving = rows[answers == i]
            if len(arriving):
                waiting.append((node.children[i], below, level + 1, arriving))
    return numbers, levels
