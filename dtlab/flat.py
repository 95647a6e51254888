"""A tree as arrays, one entry per node: what the engine writes and prediction reads.

Nodes are numbered level by level; the children of a node have consecutive numbers. `translate`
turns the arrays into the immutable `Node` that people read, and back.
"""

from dataclasses import dataclass, field

import numpy as np


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
        """[N, S] statistics; an empty branch shows those of its nearest ancestor with rows."""
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
        first = self.n_nodes + n_children.cumsum() - n_children
        at = np.where(branch_at >= 0, branch_at + self.n_branches, -1) if len(branch) else -1
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


def reached(tree, X, block=1 << 13):
    """The node at which every row of the encoded X [n, F] ends: a leaf, or where no branch fits."""
    with np.errstate(all="ignore"):
        has_missing = np.isnan(X.sum())  # cheaper than to look at each value
    if has_missing or (tree.branch_at >= 0).any():
        return _reached_by_any_branch(tree, X)
    inner = tree.feature >= 0
    # a leaf is its own first child and asks x > ∞: every row may take the same number of steps
    steps = (
        inner,
        np.where(inner, tree.feature, 0),
        np.where(inner, tree.threshold, np.inf),
        np.where(inner, tree.first, np.arange(tree.n_nodes)),
    )
    out = np.zeros(len(X), np.int64)
    if inner[0]:
        X = np.ascontiguousarray(X)
        for start in range(0, len(X), block):  # what a block needs stays in the cache
            _descended(steps, X[start : start + block], out[start : start + block])
    return out


def _descended(steps, X, out):
    inner, feature, threshold, first = steps
    flat, row = X.ravel(), np.arange(len(X))
    node, start = out, row * X.shape[1]
    while len(row):
        x = flat.take(start + feature.take(node))
        node = first.take(node) + (x > threshold.take(node))
        going = inner.take(node)
        if np.count_nonzero(going) < 0.7 * len(row):  # drop the rows that have arrived
            out[row] = node
            keep = going.nonzero()[0]
            row, node, start = row.take(keep), node.take(keep), start.take(keep)


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
    """The child to which the value x leads at each node; −1 where no branch fits."""
    child = (x > tree.threshold[node]).astype(np.int64)
    grouped = np.flatnonzero(tree.branch_at[node] >= 0)
    code = np.nan_to_num(x[grouped], nan=-2.0).astype(np.int64)
    looked_up = tree.branch[tree.branch_at[node[grouped]] + np.maximum(code, 0)]
    child[grouped] = np.where(code >= 0, looked_up, -1)
    unknown = np.isnan(x)
    child[unknown] = tree.missing[node[unknown]]
    return child


def shared(tree, X):
    """Rows, nodes and shares where rows end if a value without a branch goes down all of them
    (C4.5).
    """
    row, node, share = np.arange(len(X)), np.zeros(len(X), np.int64), np.ones(len(X))
    weight = tree.stats.sum(axis=1)
    below_each = _children_weight(tree, weight)
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
        fraction = weight[below] / np.repeat(below_each[node], n)
        share = np.repeat(share, n) * np.where(np.repeat(child, n) >= 0, 1.0, fraction)
        row, node = np.repeat(row, n), below
        row, node, share = row[share > 0], node[share > 0], share[share > 0]
    return [np.concatenate(parts) for parts in zip(*ended, strict=True)]


def _children_weight(tree, weight):
    parent = tree.parents()
    return np.bincount(parent[1:], weight[1:], minlength=tree.n_nodes)
