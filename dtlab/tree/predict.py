"""Where rows go in a tree: predictions, path lengths, and the path of one row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.errors import InputError
from ..inputs.frames import ColumnLookup, chosen_labels, pick
from ..questions.question import Groups, Threshold
from ..typing import FrameOrDict, Row
from .subtrees import child_numbers

if TYPE_CHECKING:
    from .node import Node


def predict(tree: Node, frame: FrameOrDict) -> NDArray[Any]:
    """Predict each row; one whose answer has no branch gets the prediction of the node it stops at.

    Parameters:
        tree: the tree; as `tree.predict(frame)` it is given by the call.
        frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).

    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> tree.predict({"CORE-TEMP": ["high", "low", None]})
    array(['gen', 'icu', 'icu'], dtype=object)
    """
    return chosen_labels([node.prediction for node in tree.walk()], apply(tree, frame))


def predict_proba(tree: Node, frame: FrameOrDict) -> NDArray[np.float64]:
    """[n, classes] the class shares of the node where each row stops, in the order of `classes`.

    Parameters:
        tree: the tree; as `tree.predict_proba(frame)` it is given by the call.
        frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).

    >>> from dtlab import CART, load
    >>> golf = load("play_golf")
    >>> CART(max_depth=1).fit(golf.X, golf.y).tree_.predict_proba(golf.X[:2])
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    shares = [node.probabilities for node in tree.walk()]
    if None in shares:
        raise InputError("some nodes of this tree have no class counts, so it has no probabilities")
    rows = [list(share.values()) for share in shares if share is not None]
    return np.array(rows)[apply(tree, frame)]


def apply(tree: Node, frame: FrameOrDict) -> NDArray[np.intp]:
    """For each row, the number (in the order of `walk`) of the node where it stops.

    Parameters:
        tree: the tree; as `tree.apply(frame)` it is given by the call.
        frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).

    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> tree.apply({"CORE-TEMP": ["high", "low", None]})
    array([2, 1, 0])
    """
    return _stops(tree, frame)[0]


def questions(tree: Node, frame: FrameOrDict) -> NDArray[np.intp]:
    """For each row, how many questions lead to its prediction (lecture 000, Guess-Who).

    Parameters:
        tree: the tree; as `tree.questions(frame)` it is given by the call.
        frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).

    >>> from dtlab.tree import ask
    >>> tree = ask("Man", {True: ask("Glasses", {True: "Brian", False: "John"}), False: "Aoife"})
    >>> tree.questions({"Man": [True, False], "Glasses": [True, False]})
    array([2, 1])
    """
    return _stops(tree, frame)[1]


def path(tree: Node, row: Row) -> list[tuple[Node, Threshold | Groups | None, int | None]]:
    """List of (node, question, child index) from the root to where the row stops.

    The last entry is the leaf (leaf, None, None), or an inner node without a branch for the row
    (node, question, None).

    Parameters:
        tree: the tree; as `tree.path(row)` it is given by the call.
        row: the values of one instance by feature (dictionary or Series).

    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> [(str(node.prediction), child) for node, _, child in tree.path({"CORE-TEMP": "high"})]
    [('icu', 1), ('gen', None)]
    """
    steps: list[Any] = []
    node = tree
    while node.question is not None:
        answer = pick(row, node.question.feature)
        if hasattr(answer, "__len__") and not isinstance(answer, str | bytes):
            raise InputError("a path belongs to one row: give a dictionary or frame.iloc[i]")
        child = int(node.question.route([answer])[0])
        if child < 0:
            return [*steps, (node, node.question, None)]
        steps.append((node, node.question, child))
        node = node.children[child]
    return [*steps, (node, None, None)]


def _stops(tree, frame):
    """For each row, the number (in the order of `walk`) and the level of the node it stops at."""
    table = ColumnLookup.of(frame)
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
