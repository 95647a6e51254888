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
