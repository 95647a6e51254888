"""A tree as arrays, one entry per node: what the engine writes and prediction reads.

Nodes are numbered level by level; the children of a node have consecutive numbers. `translate`
turns the arrays into the immutable `Node` that people read, and back.
"""

from dataclasses import dataclass

import numpy as np

from .table import UNSEEN


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


def reached(tree, X, block=1 << 13):
    """The node at which every row of the encoded X [n, F] ends: a leaf, or where no branch fits."""
    with np.errstate(all="ignore"):
        has_missing = np.isnan(X.sum())  # cheaper than to look at each value
    inner = tree.feature >= 0
    by_codes = tree.branch_at[inner] >= 0
    if by_codes.any() or has_missing:
        codes = X[:, np.unique(tree.feature[inner])]
        if has_missing or not by_codes.all() or min(codes.min(), tree.branch.min()) < 0:
            return _reached_by_any_branch(tree, X)
        return _reached_by_codes(tree, X, int(codes.max()))
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


def _descended(steps, X, out, branch=None):
    """Step down until all rows are in leaves: by thresholds, or by a branch for every code."""
    inner, feature, asked, first = steps
    flat, row = X.ravel(), np.arange(len(X))
    node, start = out, row * X.shape[1]
    while len(row):
        x = flat.take(start + feature.take(node))
        at = asked.take(node)
        node = first.take(node) + ((x > at) if branch is None else branch.take(at + x))
        going = inner.take(node)
        if np.count_nonzero(going) < 0.7 * len(row):  # drop the rows that have arrived
            out[row] = node
            keep = going.nonzero()[0]
            row, node, start = row.take(keep), node.take(keep), start.take(keep)


def _reached_by_codes(tree, X, largest, block=1 << 13):
    """The same where every question is about categories, and every value has its branch."""
    inner = tree.feature >= 0
    # a leaf looks itself up among zeros, as its own first child, by a code of the root's feature
    branch = np.concatenate((tree.branch, np.zeros(largest + 1, tree.branch.dtype)))
    steps = (
        inner,
        np.where(inner, tree.feature, tree.feature[0]),
        np.where(inner, tree.branch_at, len(tree.branch)),
        np.where(inner, tree.first, np.arange(tree.n_nodes)),
    )
    out = np.zeros(len(X), np.int64)
    with np.errstate(invalid="ignore"):  # a large number, which no question is about
        codes = X.astype(np.int64)
    for start in range(0, len(X), block):
        _descended(steps, codes[start : start + block], out[start : start + block], branch)
    return out


def _reached_by_any_branch(tree, X, block=1 << 13):
    out = np.zeros(len(X), np.int64)
    if tree.feature[0] >= 0:
        for start in range(0, len(X), block):
            _descended_by_any(tree, X[start : start + block], out[start : start + block])
    return out


def _descended_by_any(tree, X, out):
    row, node = np.arange(len(X)), out
    while len(row):
        child = branches(tree, node, X[row, tree.feature.take(node)])
        stays = np.flatnonzero(child < 0)
        node = tree.first.take(node) + child
        if len(stays):
            node[stays] = out[row[stays]]
        out[row] = node
        going = tree.feature.take(node) >= 0
        going[stays] = False
        going = going.nonzero()[0]
        row, node = row.take(going), node.take(going)


def branches(tree, node, x):
    """The child to which the value x leads at each node; −1 where no branch fits."""
    child = (x > tree.threshold.take(node)).astype(np.int64)
    at = tree.branch_at.take(node)
    grouped = np.flatnonzero(at >= 0)
    code = np.nan_to_num(x.take(grouped), nan=UNSEEN).astype(np.int64)
    looked_up = tree.branch.take(at.take(grouped) + np.maximum(code, 0))
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
