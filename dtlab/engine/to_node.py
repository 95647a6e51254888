"""Between the arrays that the engine grows and the `Node` that people read.

Branches that no training row took share one empty child in the arrays; the `Node` shows each.
"""

import numpy as np

from ..inputs.values import plain
from ..questions.question import Groups, Threshold
from ..tree.node import Node
from .builder import Builder, Questions


def to_node(tree, columns, classes=None):
    """The `Node` of a flat tree; classes are the labels, None for a numeric target."""
    nodes: dict[int, Node] = {}
    labels = None if classes is None else tuple(map(plain, classes))
    prediction = (
        [labels[c] for c in tree.prediction.astype(int)] if labels else tree.prediction.tolist()
    )
    stats = [tuple(s) for s in tree.stats.tolist()]
    names = ("feature", "first", "n_children", "n_rows", "impurity", "score")
    lists = [getattr(tree, name).tolist() for name in names]
    for i in range(tree.n_nodes - 1, -1, -1):
        feature, first, n, n_rows, impurity, score = (column[i] for column in lists)
        question = None
        children: list[Node] = []
        if feature >= 0:
            children = [nodes[child] for child in range(first, first + n)]
            question, children = _question(tree, i, columns[feature], children)
        nodes[i] = Node(
            prediction[i], question, tuple(children), n_rows=n_rows, classes=labels, stats=stats[i],
            impurity=impurity, score=score if feature >= 0 else None,
        )  # fmt: skip
    return nodes[0]


def _question(tree, i, column, children):
    missing = None if tree.missing[i] < 0 else int(tree.missing[i])
    if tree.branch_at[i] < 0:
        return Threshold(column.name, float(tree.threshold[i]), missing), children
    at = tree.branch_at[i]
    branch = {}
    shown: list[Node] = []
    number: dict[int, int] = {}  # of a child among those shown
    child_of = tree.branch[at : at + len(column.levels)].tolist()
    for level, child in zip(column.levels, child_of, strict=True):
        if child < 0:
            continue
        # each empty branch is shown by itself
        if child not in number or children[child].n_rows == 0:
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
    nodes = [node]
    tree = Builder()
    every = []
    while nodes:
        every += nodes
        n_rows = np.array([n.n_rows for n in nodes])
        stats = [n.stats for n in nodes]
        ids = tree.add_level(n_rows, np.array(stats, float))
        inner = [i for i, n in enumerate(nodes) if not n.is_leaf]
        if inner:
            tree.add_questions(_questions(ids[inner], [nodes[i] for i in inner], columns, place))
        nodes = [child for i in inner for child in nodes[i].children]
    flat = tree.to_flat(Questions.concatenate(tree.questions))
    flat.impurity = np.array([np.nan if n.impurity is None else n.impurity for n in every], float)
    flat.prediction = np.array([n.prediction for n in every])
    if classes is not None:
        number = {plain(label): k for k, label in enumerate(classes)}
        flat.prediction = np.array([number[n.prediction] for n in every])
    return flat


def _questions(ids, nodes, columns, place):
    """The questions of inner nodes that have these numbers."""
    asked = [n.question for n in nodes]
    branch = [
        [] if isinstance(q, Threshold)
        else [q.branch.get(level, -1) for level in columns[place[q.feature]].levels]
        for q in asked
    ]  # fmt: skip
    lengths = np.array([len(b) for b in branch])
    return Questions(
        ids, np.array([place[q.feature] for q in asked]),
        score=np.array([np.nan if n.score is None else n.score for n in nodes]),
        missing=np.array([-1 if q.missing is None else q.missing for q in asked]),
        n_children=np.array([len(n.children) for n in nodes]),
        branch_at=np.where(lengths > 0, np.cumsum(lengths) - lengths, -1),
        branch=np.concatenate(branch).astype(np.int64),
        threshold=np.array([q.value if isinstance(q, Threshold) else np.nan for q in asked]),
    )  # fmt: skip
