"""The nodes of a tree that are worked on together: one level, of one tree or of several."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

LARGE = 1 << 18  # entries of a level; the codes of fewer fit into the processor's cache


@dataclass
class Level:
    """The nodes [m] that are still open at one depth, and the entries [E] that lie in them.

    An entry is a row in a node. Entries stand in the order of their nodes, so that what is known
    per node reaches the entries by `repeat(n_entries)`.
    """

    depth: int
    ids: np.ndarray  # [m] their numbers in the whole tree, once it has them
    row: np.ndarray  # [E] which row of the table
    weight: np.ndarray | None  # [E]; None: 1 each
    stats: np.ndarray  # [m, S] what the target adds up
    n_entries: np.ndarray  # [m] rows, not weight
    allowed: np.ndarray  # [m, F] features that may still be asked
    tree: np.ndarray | None = None  # [m] to which tree of a batch they belong; None: only one
    by_node: CodesByNode | None = None  # the codes where they are found quickly; None: the table's
    m: int = field(init=False)  # the number of nodes

    def __post_init__(self):
        self.m = len(self.n_entries)

    @classmethod
    def of_rows(cls, target, row, node, allowed, weight=None, depth=0, tree=None):
        """The level of these rows, which lie in these nodes, in any order.

        Rows 0 to 3, the second of which lies in node 1:
        >>> from dtlab.engine.target import Classes
        >>> target, allowed = Classes(np.array([0, 1, 1, 0]), np.array(["a", "b"])), np.ones((2, 1))
        >>> level = Level.of_rows(target, np.arange(4), np.array([0, 1, 0, 0]), allowed)
        >>> level.row.tolist(), level.n_entries.tolist(), level.stats.tolist()
        ([0, 2, 3, 1], [3, 1], [[2.0, 1.0], [0.0, 1.0]])
        """
        m = len(allowed)
        n_entries = np.bincount(node, minlength=m)
        if m > 1:
            small = node.astype(np.uint16) if m <= 1 << 16 else node  # NumPy sorts it by radix
            order = small.argsort(kind="stable")
            row = row.take(order)
            node = np.arange(m).repeat(n_entries)
            weight = None if weight is None else weight.take(order)
        stats = target.summary(row, node, m, weight)
        return cls(depth, np.arange(m), row, weight, stats, n_entries, allowed, tree)

    @cached_property
    def node(self):
        """[E] the node of every entry."""
        return np.arange(self.m).repeat(self.n_entries)

    def only(self, nodes):
        """The level with some of its nodes, given as a mask or a slice."""
        if isinstance(nodes, slice):
            ends = self.n_entries.cumsum()
            start = ends[nodes.start] - self.n_entries[nodes.start]
            stop = ends[nodes.stop - 1]
            inside = slice(start, stop)
        else:
            inside = nodes.repeat(self.n_entries).nonzero()[0]
            nodes = nodes.nonzero()[0]
        return replace(
            self, ids=self.ids[nodes], row=self.row[inside],
            weight=None if self.weight is None else self.weight[inside],
            stats=self.stats.T[:, nodes].T,  # the statistics stay side by side in memory
            n_entries=self.n_entries[nodes], allowed=self.allowed[nodes],
            tree=None if self.tree is None else self.tree[nodes],
        )  # fmt: skip

    def codes(self, table, features):
        """[F, E] the codes of the entries."""
        first = features[0]
        last = features[-1] + 1
        every = len(features) == last - first  # neighbours need no copy
        codes = (self.by_node or table).codes[slice(first, last) if every else features]
        as_they_are = self.depth == 0 and self.tree is None and len(self.row) == codes.shape[1]
        return codes if as_they_are else codes.take(self._place, axis=1)

    @cached_property
    def _place(self):
        """[E] where the codes of the entries stand."""
        return self.row if self.by_node is None else self.by_node.place.take(self.row)

    def tables(self, table, stats, f, most=1 << 22):
        """Blocks of nodes with their contingency tables [nodes, V, S] under feature f; `stats` is
        what the entries add up.
        """
        V = int(table.sizes[f])
        codes = table.codes[f].take(self.row)
        ends = self.n_entries.cumsum()
        step = max(1, most // V)
        for start in range(0, self.m, step):
            stop = min(start + step, self.m)
            n = stop - start
            node = self.node
            entry = None
            if n < self.m or table.has_missing[f]:
                entry = np.arange(ends[start] - self.n_entries[start], ends[stop - 1])
                entry = entry[codes[entry] >= 0]
                node = node[entry] - start
            # the nodes lie side by side in memory: NumPy adds up values and classes node by node
            cell = np.multiply(codes if entry is None else codes[entry], n, dtype=np.int64)
            cell += node
            tables = stats.per_cell(cell, V * n, entry)[:-1].T.reshape(V, n, -1)
            yield slice(start, stop), tables.transpose(1, 0, 2)


@dataclass(slots=True)
class CodesByNode:
    """The codes of a large table once more, with the rows of a node side by side.

    The rows of a small node are scattered over the table, so that each of its codes would be
    fetched from main memory by itself. Here they are neighbours, which the processor's cache holds
    together, and so are those of the nodes below it.
    """

    codes: np.ndarray  # [F, E] of the entries of a level
    place: np.ndarray  # [n] where each row of the table stands among them
    m: int  # the number of nodes of that level

    @classmethod
    def of(cls, level, table, last):
        """Such codes for this level; `last` are those of a level above, or None.

        They are copied where a large level has eight times as many nodes as when they were copied
        last: every third level, if all questions have two answers.
        """
        few_nodes = level.m < 8 * (last.m if last else 1)
        if few_nodes or level.tree is not None or len(level.row) <= LARGE:
            return last
        place = np.zeros(table.codes.shape[1], np.int32)
        place[level.row] = np.arange(len(level.row))
        codes = replace(level, by_node=last).codes(table, np.arange(len(table.columns)))
        return cls(codes, place, level.m)


@dataclass(slots=True)
class Roots:
    """Where the trees of a batch start; nodes of one tree stay side by side in every level."""

    row: np.ndarray  # [E] rows of the table, perhaps repeated
    tree: np.ndarray  # [E] to which tree they go, 0 … T−1
    allowed: np.ndarray  # [T, F] features that each tree may ask
