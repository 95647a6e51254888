"""Many flat trees as one: where every row ends in every tree."""

from dataclasses import fields
from functools import cached_property

import numpy as np

from ..engine.flat import Flat, reached

ROWS = 1 << 13  # rows whose values stay in the processor's cache


class FlatForest:
    """The trees of an ensemble as one `Flat`, and each by itself."""

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
    def trees(self):
        """Every tree by itself."""
        return [self.tree(i) for i in range(self.n_trees)]

    @cached_property
    def shares(self):
        """[N, K] the class shares of every node."""
        stats = self.joined.stats
        return stats / stats.sum(axis=1, keepdims=True)

    @cached_property
    def votes(self):
        """[N, K] one for the class that a node predicts."""
        return np.eye(self.joined.stats.shape[1])[self.joined.prediction]

    def reached(self, X):
        """Blocks of rows (a slice), a tree, and the nodes of it that the rows reach.

        Nodes are numbered as in `joined`; X is encoded.
        """
        X = np.ascontiguousarray(X)
        for start in range(0, len(X), ROWS):
            rows = slice(start, min(start + ROWS, len(X)))
            complete = not np.isnan(X[rows]).any()
            for i, tree in enumerate(self.trees):
                yield rows, i, self.roots[i] + reached(tree, X[rows], complete)


def _starts(arrays):
    return np.cumsum([0, *map(len, arrays)])


def _shifted(numbers, by):
    """Node numbers moved along; −1 stays none."""
    return np.where(numbers >= 0, numbers + by, -1).astype(np.int32)
