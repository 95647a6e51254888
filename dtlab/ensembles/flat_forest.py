"""Many flat trees as one: where every row ends in every tree."""

from dataclasses import fields
from functools import cached_property

import numpy as np

from ..engine.flat import Flat, branches

ITEMS = 1 << 15  # an item is a row in a tree; so many are on their way at once
ROWS = 1 << 13  # rows whose values stay in the processor's cache
STEPS = 3  # between two looks at who has arrived


class FlatForest:
    """The trees of an ensemble as one `Flat`; prediction walks through several trees at once."""

    def __init__(self, flats):
        self.n_trees = len(flats)
        parts = {f.name: [getattr(flat, f.name) for flat in flats] for f in fields(Flat)}
        self.roots = _starts(parts["feature"])  # [T] and the end, so T + 1
        self.branches = _starts(parts["branch"])
        for name, start in (("first", self.roots), ("branch_at", self.branches)):
            parts[name] = [_shifted(a, s) for a, s in zip(parts[name], start, strict=False)]
        self.joined = Flat(**{name: np.concatenate(arrays) for name, arrays in parts.items()})

    def __getstate__(self):
        stored = "n_trees", "roots", "branches", "joined"  # the rest follows from them
        return {name: self.__dict__[name] for name in stored}

    def tree(self, i):
        """The i-th tree by itself."""
        nodes = slice(self.roots[i], self.roots[i + 1])
        parts = {f.name: getattr(self.joined, f.name)[nodes] for f in fields(Flat)}
        parts["first"] = _shifted(parts["first"], -self.roots[i])
        parts["branch_at"] = _shifted(parts["branch_at"], -self.branches[i])
        parts["branch"] = self.joined.branch[self.branches[i] : self.branches[i + 1]]
        return Flat(**parts)

    @cached_property
    def shares(self):
        """[N, K] the class shares of every node."""
        stats = self.joined.stats
        return stats / stats.sum(axis=1, keepdims=True)

    @cached_property
    def votes(self):
        """[N, K] one for the class that a node predicts."""
        return np.eye(self.joined.stats.shape[1])[self.joined.prediction]

    @cached_property
    def steps(self):
        """Feature, threshold and first child of every node, and whether it asks; a leaf asks x > ∞
        and is its own child.
        """
        tree, inner = self.joined, self.joined.feature >= 0
        first = np.where(inner, tree.first, np.arange(tree.n_nodes)).astype(np.int32)
        threshold = np.where(inner, tree.threshold, np.inf)
        return np.where(inner, tree.feature, 0).astype(np.int32), threshold, first, inner

    def reached(self, X):
        """Blocks of rows (a slice), a tree, and the nodes of it that the rows reach; tree by tree.

        Nodes are numbered as in `joined`; X is encoded.
        """
        plain = not ((self.joined.branch_at >= 0).any() or np.isnan(X).any())
        walk = self._walk if plain else self._walk_by_any_branch
        X = np.ascontiguousarray(X)
        for start in range(0, len(X), ROWS):
            rows = slice(start, min(start + ROWS, len(X)))
            step = max(1, ITEMS // (rows.stop - start))
            for t in range(0, self.n_trees, step):
                roots = self.roots[t : min(t + step, self.n_trees)]
                for i, nodes in enumerate(walk(X[rows], roots).reshape(len(roots), -1)):
                    yield rows, t + i, nodes

    def _walk(self, X, roots):
        feature, threshold, first, inner = self.steps
        n, width = X.shape
        values, out = X.ravel(), np.repeat(roots, n)
        start = np.arange(0, n * width, max(width, 1), dtype=np.int32)
        item, node, start = np.arange(len(out)), out.astype(np.int32), np.tile(start, len(roots))
        while len(item):
            for _ in range(STEPS):  # those that have arrived stay where they are
                x = values.take(feature.take(node) + start)
                node = first.take(node) + (x > threshold.take(node))
            out[item] = node
            going = np.flatnonzero(inner.take(node))
            if len(going) < 0.8 * len(item):
                item, node, start = item[going], node[going], start[going]
        return out

    def _walk_by_any_branch(self, X, roots):
        tree = self.joined
        out = np.repeat(roots, len(X))
        item = np.flatnonzero(tree.feature[out] >= 0)
        while len(item):
            node = out[item]
            child = branches(tree, node, X[item % len(X), tree.feature[node]])
            item, child = item[child >= 0], child[child >= 0]
            out[item] = tree.first[out[item]] + child
            item = item[tree.feature[out[item]] >= 0]
        return out


def _starts(arrays):
    return np.cumsum([0, *map(len, arrays)])


def _shifted(numbers, by):
    """Node numbers moved along; −1 stays none."""
    return np.where(numbers >= 0, numbers + by, -1).astype(np.int32)
