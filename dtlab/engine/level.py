"""The nodes of a tree that are worked on together: one level, of one tree or of several."""

from dataclasses import dataclass

import numpy as np


@dataclass(slots=True)
class Level:
    """The nodes [m] that are still open at one depth, and the entries [E] that lie in them."""

    depth: int
    ids: np.ndarray | None  # [m] their numbers in the whole tree, once it has them
    row: np.ndarray  # [E] which row of the table
    node: np.ndarray  # [E] in which node of this level, 0 … m−1
    weight: np.ndarray | None  # [E]; None: 1 each
    stats: np.ndarray  # [m, S] what the target adds up
    n_entries: np.ndarray  # [m] rows, not weight
    allowed: np.ndarray  # [m, F] features that may still be asked
    tree: np.ndarray | None = None  # [m] to which tree of a batch they belong; None: only one

    @property
    def m(self):
        return len(self.n_entries)

    def codes(self, table, features):
        """[F, E] the codes of the entries."""
        first, last = features[0], features[-1] + 1
        every = len(features) == last - first  # neighbours need no copy
        codes = table.codes[first:last] if every else table.codes[features]
        as_they_are = self.depth == 0 and self.tree is None and len(self.row) == codes.shape[1]
        return codes if as_they_are else codes.take(self.row, axis=1)

    def tables(self, table, target, f, most=1 << 22):
        """Blocks of nodes with their contingency tables [nodes, V, S] under feature f."""
        codes, V = table.codes[f].take(self.row), int(table.sizes[f])
        step = max(1, most // V)
        for start in range(0, self.m, step):
            stop = min(start + step, self.m)
            n, part = stop - start, slice(None)
            if table.has_missing[f] or n < self.m:
                inside = (self.node >= start) & (self.node < stop)
                part = np.flatnonzero(inside & (codes >= 0))
            cell = np.multiply(codes[part], n, dtype=np.int64)
            cell += self.node[part] - start if start else self.node[part]
            # the nodes lie side by side in memory: NumPy adds up values and classes node by node
            tables = target.tables(self, cell, V * n, part).reshape(V, n, -1)
            yield slice(start, stop), tables.transpose(1, 0, 2)

    def sums(self, stats):
        """[S, m] the statistics of the entries, added up per node."""
        if hasattr(stats, "columns"):
            return np.array([np.bincount(self.node, c, minlength=self.m) for c in stats.columns])
        return self.stats.T

    def only(self, keep):
        """The level without the nodes that are done."""
        if keep.all():
            return self
        number, kept = keep.cumsum() - 1, keep.nonzero()[0]
        inside = keep.take(self.node).nonzero()[0]
        weight = None if self.weight is None else self.weight.take(inside)
        return Level(
            self.depth, self.ids.take(kept), self.row.take(inside),
            number.take(self.node.take(inside)), weight, self.stats.take(kept, axis=0),
            self.n_entries.take(kept), self.allowed.take(kept, axis=0),
            None if self.tree is None else self.tree.take(kept),
        )  # fmt: skip


@dataclass(slots=True)
class Roots:
    """Where the trees of a batch start; nodes of one tree stay side by side in every level."""

    row: np.ndarray  # [E] rows of the table, perhaps repeated
    tree: np.ndarray  # [E] to which tree they go, 0 … T−1
    allowed: np.ndarray  # [T, F] features that each tree may ask
