"""The quick way to grow: numbers only, none missing, every row counts once, Gini or variance.

It gives the tree of `grow` in a third of the calls of NumPy and keeps to the processor's cache:
the entries of a level are ordered by node, and searched in *blocks* of neighbouring nodes. What can
wait until the tree is complete (thresholds, impurities, predictions) is computed for all nodes at
once. Letters as in kernels.py; `tests/test_quick.py` compares the two ways.
"""

from dataclasses import dataclass, field

import numpy as np

from .flat import Flat
from .quick_search import Search
from .quick_targets import ClassSums, NumberSums
from .splits import Thresholds, midpoints
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


def grow_quickly(table, target, recipe):
    """Grow one tree on all rows of a table for which `is_quick` holds."""
    sums = ClassSums(target) if isinstance(target, Classes) else NumberSums(target)
    search = Search(table, sums, recipe.numeric.min_samples_leaf)
    tree, level = Record(), Level(0, 0, np.zeros(sums.n, np.int64), np.array([sums.n]))
    while level is not None:
        tree.add_level(level.n_entries, sums.of_nodes(level))
        level = _asking(level, recipe, search, sums)
        level = level and _descended(level, search, sums, tree)
    return tree.finished(table, target, recipe)


@dataclass(slots=True)
class Level:
    """The nodes [m] at one depth, and for every entry [E], in their order, its node."""

    depth: int
    first_id: int  # number of its first node in the whole tree
    node: np.ndarray
    n_entries: np.ndarray
    ids: np.ndarray | None = None  # [m] once some nodes have left

    @property
    def m(self):
        return len(self.n_entries)

    @property
    def numbers(self):
        """[m] the numbers of the nodes in the whole tree."""
        ids = self.ids
        return np.arange(self.first_id, self.first_id + self.m) if ids is None else ids

    def only(self, keep):
        """The level with some of its nodes, and the entries that stay."""
        kept, stays = keep.nonzero()[0], keep.take(self.node).nonzero()[0]
        n = self.n_entries.take(kept)
        node = np.arange(len(kept)).repeat(n)
        return Level(self.depth, self.first_id, node, n, self.numbers.take(kept)), stays


def _asking(level, recipe, search, sums):
    """The level without the nodes that are done; None if all are."""
    done = sums.pure()
    for rule in recipe.stop:
        done |= rule(level)
    return _kept(level, ~done, search, sums)


def _kept(level, keep, search, sums):
    if keep.all():
        return level
    if not keep.any():
        return None
    level, stays = level.only(keep)
    search.keep(stays)
    sums.keep(stays, keep)
    return level


def _descended(level, search, sums, tree):
    """Ask the best questions, send the entries down: the next level, None if there is none."""
    found = search.best(level)
    asks = found.score > -np.inf
    if not asks.all():
        level = _kept(level, asks, search, sums)
        if level is None:
            return None
        found = found.only(asks)
    unit = sums.unit()
    tree.questions.append(
        (level.numbers, found.feature, found.score * unit, found.below, found.above)
    )
    child = search.sides(found, level)
    below = 2 * level.node
    below += child
    n = np.bincount(below, minlength=2 * level.m)
    small = below.astype(np.uint16) if len(n) <= 1 << 16 else below  # which NumPy sorts by radix
    order = small.argsort(kind="stable")
    search.keep(order)
    sums.keep(order)
    node = np.arange(len(n)).repeat(n)
    return Level(level.depth + 1, tree.n_nodes, node, n)


@dataclass(slots=True)
class Record:
    """What is known of the nodes, level by level, and of the questions."""

    levels: list = field(default_factory=list)
    questions: list = field(default_factory=list)
    n_nodes: int = 0

    def add_level(self, n_rows, stats):
        self.levels.append((n_rows, stats))
        self.n_nodes += len(n_rows)

    def finished(self, table, target, recipe):
        n_rows, stats = (np.concatenate(parts) for parts in zip(*self.levels, strict=True))
        N = len(n_rows)
        feature, first, n_children = np.full(N, -1), np.full(N, -1), np.zeros(N, np.int64)
        threshold, score, none = np.full(N, np.nan), np.full(N, np.nan), np.full(N, -1)
        if self.questions:
            parts = (np.concatenate(parts) for parts in zip(*self.questions, strict=True))
            ids, asked, gain, below, above = parts
            feature[ids], score[ids], n_children[ids] = asked, gain, 2
            first[ids] = np.arange(1, 2 * len(ids), 2)
            threshold[ids] = midpoints(table.value(asked, below), table.value(asked, above))
        return Flat(
            feature, threshold, none, first, n_children, none.copy(), score, n_rows, stats,
            recipe.impurity(stats), target.predictions(stats), np.zeros(0, np.int64),
        )  # fmt: skip
