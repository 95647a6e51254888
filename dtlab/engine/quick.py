"""The quick way to hold a level and to search it: numbers only, none missing, every row counts
once, Gini or variance.

It leads to the tree of general.py in a third of the calls of NumPy and keeps to the processor's
cache: the entries of a level are ordered by node, and searched in *blocks* of neighbouring nodes.
Letters as in kernels.py; `tests/engine/test_quick.py` compares the two ways.
"""

from dataclasses import dataclass

import numpy as np

from ..questions.search import Thresholds, midpoints
from .builder import Questions
from .quick_search import Search
from .quick_targets import ClassSums, NumberSums
from .target import Classes, Numbers

MOST_ROWS = 1 << 24  # a key has room for node, value and row


def is_quick(table, target, recipe):
    """Whether the quick way knows all that a recipe asks of unweighted rows."""
    return (
        type(recipe.numeric) is Thresholds
        and getattr(recipe.numeric.criterion, "by_squares", False)
        and type(target) in (Classes, Numbers)
        and recipe.search is recipe.choose is None
        and recipe.between is midpoints
        and not recipe.accept
        and table.codes.shape[1] < MOST_ROWS
        and table.is_number.all()
        and not table.has_missing.any()
    )


@dataclass(slots=True)
class QuickLevel:
    """The nodes [m] at one depth, and for every entry [E], in their order, its node."""

    depth: int
    node: np.ndarray
    n_entries: np.ndarray
    stats: np.ndarray  # [m, S]; they lie statistic by statistic in memory
    ids: np.ndarray | None = None  # [m] their numbers in the whole tree

    @property
    def m(self):
        return len(self.n_entries)


class Quick:
    """All rows of a table for which `is_quick` holds.

    What the entries hold, their codes and targets, is kept in the order of the current level.
    """

    def __init__(self, table, target, recipe):
        self.sums = ClassSums(target) if isinstance(target, Classes) else NumberSums(target)
        self.search = Search(table, self.sums, recipe.numeric.min_samples_leaf)

    def root(self):
        return self._opened(0, np.array([self.sums.n]))

    def _opened(self, depth, n):
        node = np.arange(len(n)).repeat(n)
        return QuickLevel(depth, node, n, self.sums.of_nodes(node, n))

    def _keep(self, entries):
        """Take some entries, or all in another order."""
        self.search.keep(entries)
        self.sums.keep(entries)

    def only(self, level, keep):
        """The level without the nodes that are done."""
        kept = keep.nonzero()[0]
        self._keep(keep.take(level.node).nonzero()[0])
        n = level.n_entries.take(kept)
        node, stats = np.arange(len(n)).repeat(n), level.stats.T.take(kept, axis=1).T
        return QuickLevel(level.depth, node, n, stats, level.ids.take(kept))

    def best(self, level):
        """The winning question of every node."""
        return self.search.best(level)

    def split(self, level, found):
        """The questions of the nodes, and the level of their children."""
        below = 2 * level.node
        below += self.search.right
        self.search.right = None
        n = np.bincount(below, minlength=2 * level.m)
        small = below.astype(np.uint16) if len(n) <= 1 << 16 else below  # NumPy sorts it by radix
        self._keep(small.argsort(kind="stable"))
        questions = Questions(level.ids, found.feature, found.score, found.below, found.above)
        return questions, self._opened(level.depth + 1, n)
