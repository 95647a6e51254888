"""A tree as arrays, one entry per node, level by level: what the engine writes and prediction reads.

`to_node` and `from_node` translate to the immutable `Node` that people read. Children of a node have consecutive
numbers. Branches that no training row took share one empty child here; the `Node` shows each of them.
"""

from dataclasses import dataclass, field

import numpy as np

from .questions import Groups, Threshold
from .tree import Node


@dataclass(slots=True)
class Flat:
    """Arrays over the nodes [N]; −1 stands for none."""

    feature: np.ndarray  # column asked about; −1 in a leaf
    threshold: np.ndarray  # numbers: x ≤ threshold goes to the first child
    branch_at: np.ndarray  # categories: the child of code c is branch[branch_at + c]
    first: np.ndarray  # number of the first child
    n_children: np.ndarray
    missing: np.ndarray  # child that a missing value follows
    score: np.ndarray  # of the question
    n_rows: np.ndarray
    stats: np.ndarray  # [N, S]
    impurity: np.ndarray
    prediction: np.ndarray  # class code or mean
    branch: np.ndarray  # child of every code, all categorical nodes one after the other

    @property
    def n_nodes(self):
        return len(self.feature)

    def parents(self):
        """[N] the parent of every node; −1 for the root."""
        parent = np.full(self.n_nodes, -1)
        inner = np.flatnonzero(self.feature >= 0)
        counts = self.n_children[inner]
        start = np.cumsum(counts) - counts
        child = np.repeat(self.first[inner] - start, counts) + np.arange(counts.sum())
        parent[child] = np.repeat(inner, counts)
        return parent

    def filled(self):
        """[N, S] statistics, an empty branch showing those of its nearest ancestor that has rows."""
        stats, parent = self.stats.copy(), self.parents()
        for node in np.flatnonzero(self.n_rows == 0):  # parents come before their children
            if parent[node] >= 0:
                stats[node] = stats[parent[node]]
        return stats


@dataclass(slots=True)
class Builder:
    """Collects levels and questions while the tree grows."""

    levels: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    n_nodes: int = 0
    n_branches: int = 0

    def add_level(self, n_rows, stats, impurity, prediction):
        self.levels.append((n_rows, stats, impurity, prediction))
        self.n_nodes += len(n_rows)

    def add_questions(self, ids, feature, threshold, missing, score, n_children, branch_at, branch):
        """Questions of the nodes `ids`, whose children are the next nodes to come."""
        first = self.n_nodes + np.cumsum(n_children) - n_children
        at = np.where(branch_at >= 0, branch_at + self.n_branches, -1)
        self.questions.append(
            (ids, feature, threshold, at, first, n_children, missing, score, branch)
        )
        self.n_branches += len(branch)

    def finished(self):
        N = self.n_nodes
        described = [np.concatenate(parts) for parts in zip(*self.levels, strict=True)]
        empty = (-1, np.nan, -1, -1, 0, -1, np.nan)
        arrays = [np.full(N, value) for value in empty]
        for ids, *parts, _ in self.questions:
            for array, part in zip(arrays, parts, strict=True):
                array[ids] = part
        branches = [np.zeros(0, np.int32), *(parts[-1] for parts in self.questions)]
        return Flat(*arrays, *described, np.concatenate(branches))


def reached(tree, X):
    """The node at which every row of the encoded X [n, F] ends: a leaf, or where no branch fits."""
    if (tree.branch_at >= 0).any() or np.isnan(X).any():
        return _reached_by_any_branch(tree, X)
    inner = tree.feature >= 0
    # a leaf is its own first child and asks x > ∞: every row may take the same number of steps
    feature = np.where(inner, tree.feature, 0)
    threshold = np.where(inner, tree.threshold, np.inf)
    first = np.where(inner, tree.first, np.arange(tree.n_nodes)).astype(np.int32)
    flat, width = np.ascontiguousarray(X).ravel(), X.shape[1]
    out = np.zeros(len(X), np.int32)
    row, node, start = np.arange(len(X)), out, np.arange(0, len(X) * width, max(width, 1))
    while inner[0] and len(row):
        x = flat.take(start + feature.take(node))
        node = first.take(node) + (x > threshold.take(node))
        out[row] = node
        going = inner.take(node)
        if np.count_nonzero(going) < 0.7 * len(row):  # drop the rows that have arrived
            keep = np.flatnonzero(going)
            row, node, start = row[keep], node[keep], start[keep]
    return out


def _reached_by_any_branch(tree, X):
    out = np.zeros(len(X), np.int64)
    row = np.arange(len(X)) if tree.feature[0] >= 0 else np.zeros(0, np.int64)
    while len(row):
        child = branches(tree, out[row], X[row, tree.feature[out[row]]])
        row, child = row[child >= 0], child[child >= 0]
        out[row] = tree.first[out[row]] + child
        row = row[tree.feature[out[row]] >= 0]
    return out


def branches(tree, node, x):
    """The child that the value x of the column asked takes at each node; −1 where no branch fits."""
    child = (x > tree.threshold[node]).astype(np.int64)
    grouped = np.flatnonzero(tree.branch_at[node] >= 0)
    code = np.nan_to_num(x[grouped], nan=-2.0).astype(np.int64)
    looked_up = tree.branch[tree.branch_at[node[grouped]] + np.maximum(code, 0)]
    child[grouped] = np.where(code >= 0, looked_up, -1)
    unknown = np.isnan(x)
    child[unknown] = tree.missing[node[unknown]]
    return child


def shared(tree, X):
    """Rows, nodes and shares where rows end if a value without a branch goes down all of them (C4.5)."""
    row, node, share = np.arange(len(X)), np.zeros(len(X), np.int64), np.ones(len(X))
    weight = tree.stats.sum(axis=1)
    ended = []
    while len(row):
        leaf = tree.feature[node] < 0
        ended.append((row[leaf], node[leaf], share[leaf]))
        row, node, share = row[~leaf], node[~leaf], share[~leaf]
        child = branches(tree, node, X[row, tree.feature[node]])
        n = np.where(child >= 0, 1, tree.n_children[node])
        below = tree.first[np.repeat(node, n)] + np.where(
            np.repeat(child, n) >= 0,
            np.repeat(child, n),
            np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n),
        )
        fraction = weight[below] / np.repeat(_children_weight(tree, weight)[node], n)
        share = np.repeat(share, n) * np.where(np.repeat(child, n) >= 0, 1.0, fraction)
        row, node = np.repeat(row, n), below
        row, node, share = row[share > 0], node[share > 0], share[share > 0]
    return [np.concatenate(parts) for parts in zip(*ended, strict=True)]


def _children_weight(tree, weight):
    parent = tree.parents()
    return np.bincount(parent[1:], weight[1:], minlength=tree.n_nodes)


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
    return Groups(column.name, branch, None if missing is None else number[missing]), shown


def from_node(node, columns, classes=None):
    """The flat tree of a `Node` whose features are these columns."""
    place = {column.name: f for f, column in enumerate(columns)}
    nodes = [node]
    tree = Builder()
    number = None if classes is None else {_plain(label): k for k, label in enumerate(classes)}
    while nodes:
        _add_level(tree, nodes, number)
        inner = [i for i, n in enumerate(nodes) if not n.is_leaf]
        first = tree.n_nodes - len(nodes)
        if inner:
            asked = [_arrays(nodes[i], columns, place) for i in inner]
            _add_questions(tree, first + np.array(inner), [nodes[i] for i in inner], asked)
        nodes = [child for i in inner for child in nodes[i].children]
    return tree.finished()


def _add_level(tree, nodes, number):
    predictions = [n.prediction if number is None else number[n.prediction] for n in nodes]
    impurity = [np.nan if n.impurity is None else n.impurity for n in nodes]
    stats = np.array([n.stats for n in nodes], float)
    n_rows = np.array([n.n_rows for n in nodes])
    tree.add_level(n_rows, stats, np.array(impurity, float), np.array(predictions))


def _add_questions(tree, ids, nodes, asked):
    feature, threshold, branch = zip(*asked, strict=True)
    lengths = np.array([len(b) for b in branch])
    branch_at = np.where(lengths > 0, np.cumsum(lengths) - lengths, -1)
    missing = [-1 if n.question.missing is None else n.question.missing for n in nodes]
    score = [np.nan if n.score is None else n.score for n in nodes]
    n_children = np.array([len(n.children) for n in nodes])
    tree.add_questions(
        ids, np.array(feature), np.array(threshold), np.array(missing), np.array(score, float),
        n_children, branch_at, np.concatenate(branch).astype(np.int64),
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
