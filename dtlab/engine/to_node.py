"""Between the arrays that the engine grows and the `Node` that people read.

Branches that no training row took share one empty child in the arrays; the `Node` shows each.
"""

import numpy as np

from ..questions.question import Groups, Threshold
from ..tree.node import Node
from .builder import Builder, Questions


def to_node(tree, columns, classes=None):
    """The `Node` of a flat tree; classes are the labels, None for a numeric target."""
    nodes = [None] * tree.n_nodes
    labels = None if classes is None else tuple(map(_plain, classes))
    prediction = (
        [labels[c] for c in tree.prediction.astype(int)] if labels else tree.prediction.tolist()
    )
    stats = [tuple(s) for s in tree.stats.tolist()]
    lists = [
        a.tolist()
        for a in (tree.feature, tree.first, tree.n_children, tree.n_rows, tree.impurity, tree.score)
    ]
    for i in range(tree.n_nodes - 1, -1, -1):
        feature, first, n, n_rows, impurity, score = (column[i] for column in lists)
        question, children = None, ()
        if feature >= 0:
            children = nodes[first : first + n]
            question, children = _question(tree, i, columns[feature], children)
        nodes[i] = Node(
            prediction[i], question, tuple(children), n_rows=n_rows, classes=labels, stats=stats[i],
            impurity=impurity, score=score if feature >= 0 else None,
        )  # fmt: skip
    return nodes[0]


def _question(tree, i, column, children):
    missing = int(tree.missing[i])
    missing = None if missing < 0 else missing
    if tree.branch_at[i] < 0:
        return Threshold(column.name, float(tree.threshold[i]), missing), children
    at = tree.branch_at[i]
    branch, shown = {}, []
    number = {}
    for level, child in zip(
        column.levels, tree.branch[at : at + len(column.levels)].tolist(), strict=True
    ):
        if child < 0:
            continue
        if (
            child not in number or children[child].n_rows == 0
        ):  # each empty branch is shown by itself
            number[child] = len(shown)
            shown.append(children[child])
        branch[level] = number[child]
    if missing is not None and missing not in number:  # missing values have a branch of their own
        number[missing] = len(shown)
        shown.append(children[missing])
    return Groups(column.name, branch, None if missing is None else number[missing]), shown


def from_node(node, columns, classes=None):
    """The flat tree of a `Node` whose features are these columns."""
    place = {column.name: f for f, column in enumerate(columns)}
    nodes, tree, every = [node], Builder(), []
    while nodes:
        every += nodes
        n_rows, stats = np.array([n.n_rows for n in nodes]), [n.stats for n in nodes]
        ids = tree.add_level(n_rows, np.array(stats, float))
        inner = [i for i, n in enumerate(nodes) if not n.is_leaf]
        if inner:
            tree.add_questions(_questions(ids[inner], [nodes[i] for i in inner], columns, place))
        nodes = [child for i in inner for child in nodes[i].children]
    flat = tree.finished(tree.asked())
    flat.impurity = np.array([np.nan if n.impurity is None else n.impurity for n in every], float)
    flat.prediction = _predictions(every, classes)
    return flat


def _predictions(nodes, classes):
    """Means, or the codes of the classes."""
    if classes is None:
        return np.array([n.prediction for n in nodes])
    number = {_plain(label): k for k, label in enumerate(classes)}
    return np.array([number[n.prediction] for n in nodes])


def _questions(ids, nodes, columns, place):
    """The questions of inner nodes that have these numbers."""
    feature, threshold, branch = zip(*(_arrays(n, columns, place) for n in nodes), strict=True)
    lengths = np.array([len(b) for b in branch])
    missing = [-1 if n.question.missing is None else n.question.missing for n in nodes]
    return Questions(
        ids, np.array(feature), np.array([np.nan if n.score is None else n.score for n in nodes]),
        missing=np.array(missing), threshold=np.array(threshold),
        n_children=np.array([len(n.children) for n in nodes]),
        branch_at=np.where(lengths > 0, np.cumsum(lengths) - lengths, -1),
        branch=np.concatenate(branch).astype(np.int64),
    )  # fmt: skip


def _arrays(node, columns, place):
    """Feature, threshold and the child of each level: how a question reads in arrays."""
    question = node.question
    column = columns[place[question.feature]]
    if isinstance(question, Threshold):
        return place[question.feature], question.value, []
    branch = [question.branch.get(level, -1) for level in column.levels]
    return place[question.feature], np.nan, branch


def _plain(label):
    return label.item() if hasattr(label, "item") else label
