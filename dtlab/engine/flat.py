"""A tree as arrays, one entry per node: what the engine writes and prediction reads.

Nodes are numbered level by level; the children of a node have consecutive numbers. `to_node`
turns the arrays into the immutable `Node` that people read, and back.
"""

from dataclasses import dataclass

import numpy as np

from .table import UNSEEN

SMALL = 63  # nodes of a tree; beyond, following each row down is faster


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

    def inherited_stats(self):
        """[N, S] statistics; an empty branch shows those of its nearest ancestor with rows."""
        stats = self.stats.copy()
        parent = self.parents()
        for node in np.flatnonzero(self.n_rows == 0):  # parents come before their children
            if parent[node] >= 0:
                stats[node] = stats[parent[node]]
        return stats


def reached(tree, X, complete=None, columns=None):
    """The node at which every row of the encoded X [n, F] ends: a leaf, or where no branch fits.

    complete: whether X is known to have no missing value (None: look). columns: perhaps the same
    column by column, X.T in memory, by which a small tree of thresholds is faster.
    """
    if complete is None:
        with np.errstate(all="ignore"):
            complete = not np.isnan(X.sum())  # cheaper than to look at each value
    inner = tree.feature >= 0
    by_codes = tree.branch_at[inner] >= 0
    if not complete or by_codes.any():
        codes = X[:, np.unique(tree.feature[inner])]
        if not complete or not by_codes.all() or min(codes.min(), tree.branch.min()) < 0:
            return _walk_in_blocks(tree, X, lambda X, out: _descend_any(tree, X, out))
        # every value has its branch; a leaf looks itself up among zeros, by the root's feature
        branch = np.concatenate((tree.branch, np.zeros(int(codes.max()) + 1, tree.branch.dtype)))
        with np.errstate(invalid="ignore"):  # a large number, which no question is about
            codes = X.astype(np.int64)
        return _reached_alike(tree, codes, tree.branch_at, len(tree.branch), branch)
    if columns is not None and tree.n_nodes <= SMALL:
        return _reached_by_columns(tree, columns)
    # a leaf asks x > ∞
    return _reached_alike(tree, np.ascontiguousarray(X), tree.threshold, np.inf)


def _reached_alike(tree, X, asked, in_a_leaf, branch=None):
    """The node that each row reaches where all questions are of one kind.

    A leaf is its own first child, so that every row may take the same number of steps.
    """
    inner = tree.feature >= 0
    steps = (
        inner,
        np.where(inner, tree.feature, tree.feature[0]),
        np.where(inner, asked, in_a_leaf),
        np.where(inner, tree.first, np.arange(tree.n_nodes)),
    )
    return _walk_in_blocks(tree, X, lambda X, out: _descend(steps, X, out, branch))


def _walk_in_blocks(tree, X, descend, block=1 << 13):
    """Let blocks of rows, small enough for the cache, write where they end."""
    out = np.zeros(len(X), np.int64)
    if tree.feature[0] >= 0:
        for start in range(0, len(X), block):
            descend(X[start : start + block], out[start : start + block])
    return out


def _descend(steps, X, out, branch=None):
    """Step down until all rows are in leaves: by thresholds, or by a branch for every code."""
    inner, feature, asked, first = steps
    flat = X.ravel()
    row = np.arange(len(X))
    node = out
    start = row * X.shape[1]
    while len(row):
        x = flat.take(start + feature.take(node))
        at = asked.take(node)
        node = first.take(node) + ((x > at) if branch is None else branch.take(at + x))
        going = inner.take(node)
        if np.count_nonzero(going) < 0.7 * len(row):  # drop the rows that have arrived
            out[row] = node
            keep = going.nonzero()[0]
            row, node, start = row.take(keep), node.take(keep), start.take(keep)


def _reached_by_columns(tree, columns):
    """The same for a small tree of thresholds, from the leaves up: whole columns, no node numbers.

    >>> nothing = [None] * 6
    >>> stump = Flat(np.array([1, -1, -1]), np.array([0.5, 0, 0]), None, np.array([1, -1, -1]),
    ...              None, *nothing, None)
    >>> _reached_by_columns(stump, np.array([[7, 7, 7], [0.2, 0.9, 0.5]])).tolist()
    [1, 2, 1]
    """
    node = list(np.arange(tree.n_nodes, dtype=np.uint8))  # where the rows of each node end
    lists = (a.tolist() for a in (tree.feature, tree.threshold, tree.first))
    asked = list(enumerate(zip(*lists, strict=True)))
    for i, (feature, threshold, first) in reversed(asked):
        if feature >= 0:
            goes_right = (columns[feature] > threshold).view(np.uint8)
            left = node[first]
            right = node[first + 1]
            node[i] = left ^ ((left ^ right) * goes_right)  # `where`, but three times as fast
    return np.broadcast_to(node[0], columns.shape[1])


def _descend_any(tree, X, out):
    """Step down by questions of any kind; a row without a branch stays where it is."""
    row = np.arange(len(X))
    node = out
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


def leaf_shares(tree, X):
    """Rows, nodes and shares where rows end if a value without a branch goes down all of them
    (C4.5).
    """
    row = np.arange(len(X))
    node = np.zeros(len(X), np.int64)
    share = np.ones(len(X))
    weight = tree.stats.sum(axis=1)
    below_each = np.bincount(tree.parents()[1:], weight[1:], minlength=tree.n_nodes)
    ended = []
    while len(row):
        leaf = tree.feature[node] < 0
        ended.append((row[leaf], node[leaf], share[leaf]))
        row, node, share = row[~leaf], node[~leaf], share[~leaf]
        child = branches(tree, node, X[row, tree.feature[node]])
        n = np.where(child >= 0, 1, tree.n_children[node])
        parent, taken = node.repeat(n), child.repeat(n)
        every = np.arange(n.sum()) - (n.cumsum() - n).repeat(n)  # the children of a node in turn
        below = tree.first[parent] + np.where(taken >= 0, taken, every)
        share = share.repeat(n) * np.where(taken >= 0, 1.0, weight[below] / below_each[parent])
        row = np.repeat(row, n)
        node = below
        row, node, share = row[share > 0], node[share > 0], share[share > 0]
    return [np.concatenate(parts) for parts in zip(*ended, strict=True)]


def impurity_importances(flats, n_features):
    """[F] the decrease of n · impurity at the nodes that ask a feature, a share of each tree's
    total, averaged over the trees and scaled to sum to one. Zeros if no tree asks anything.
    """
    total = np.zeros(n_features)
    for flat in flats:
        # the statistics of a number are (weight, mean, variance), those of a class its counts
        is_class = flat.prediction.dtype.kind in "iu"
        weight = flat.stats.sum(axis=1) if is_class else flat.stats[:, 0]
        mass = weight * flat.impurity
        parent = flat.parents()
        below = np.bincount(parent[1:], mass[1:], minlength=flat.n_nodes)
        inner = flat.feature >= 0
        decrease = np.maximum((mass - below)[inner], 0.0)
        decreases = np.bincount(flat.feature[inner], decrease, minlength=n_features)
        total += decreases / (decreases.sum() or 1.0)
    return total / (total.sum() or 1.0)
