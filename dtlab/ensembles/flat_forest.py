"""The trees of a forest as arrays: where every row ends in every tree."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..engine.flat import reached

ROWS = 1 << 13  # rows whose values stay in the processor's cache


@dataclass
class FlatForest:
    """The trees of an ensemble, each a `Flat`."""

    trees: list

    @cached_property
    def shares(self):
        """For each tree, [N, K] the class shares of every node."""
        return [tree.stats / tree.stats.sum(axis=1, keepdims=True) for tree in self.trees]

    @cached_property
    def votes(self):
        """For each tree, [N, K] one for the class that a node predicts."""
        return [np.eye(tree.stats.shape[1])[tree.prediction] for tree in self.trees]

    def reached(self, X):
        """Blocks of rows (a slice), the number of a tree, and its nodes that the rows reach.

        X is encoded.
        """
        X = np.ascontiguousarray(X)
        for start in range(0, len(X), ROWS):
            rows = slice(start, min(start + ROWS, len(X)))
            complete = not np.isnan(X[rows]).any()
            for i, tree in enumerate(self.trees):
                yield rows, i, reached(tree, X[rows], complete)

    def mean(self, values, rows, counts=None):
        """[n, …] the mean over the trees of the values [N, …] of the nodes that rows reach.

        counts [T, n] says which trees count for a row; NaN where none does.
        """
        total = np.zeros((len(rows), *values[0].shape[1:]))
        for block, i, node in self.reached(rows):
            said = values[i].take(node, axis=0)
            total[block] += said if counts is None else (said.T * counts[i, block]).T
        with np.errstate(invalid="ignore"):  # 0 / 0
            return (total.T / (len(self.trees) if counts is None else counts.sum(axis=0))).T
