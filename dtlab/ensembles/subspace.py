"""Which features a node may ask: a random choice per tree (lecture 000) or per node (003, 004).

Only the chosen features are searched. The j-th choices of all nodes are searched as if they were
one column, a *slot*, whose codes come from another feature in each node: the work grows with the
number of choices, not with that of the features.

Every tree of a batch has its own generator: what it draws does not depend on its neighbours.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from ..engine.level import Level
from ..questions.search import FEW_VALUES, Options


@dataclass(slots=True)
class Slots:
    """What a search sees in place of a `Table`: columns that mean another feature in each node."""

    table: object
    sizes: np.ndarray  # [k] the most distinct values that a slot may have
    has_missing: np.ndarray  # [k]


@dataclass
class SlotLevel(Level):
    """A level of nodes that each ask features of their own."""

    asked: np.ndarray = None  # [k, m] the feature of each slot
    draws: np.ndarray | None = None  # [k, m, d] in [0, 1), for random thresholds

    def only(self, nodes):
        """As `Level.only`."""
        draws = None if self.draws is None else self.draws[:, nodes]
        return replace(Level.only(self, nodes), asked=self.asked[:, nodes], draws=draws)

    def codes(self, slots, chosen):
        """[slots, E] the codes of the entries."""
        codes = slots.table.codes
        start = self.asked[chosen] * codes.shape[1]
        return np.array([codes.ravel().take(s.repeat(self.n_entries) + self.row) for s in start])


@dataclass(slots=True)
class Subspace:
    """Search `k` features at every node: drawn again, or the ones that its tree is allowed.

    If none of those drawn offers a question (all are constant in the node), the others are tried in
    random order, as scikit-learn does.
    """

    k: int
    per_node: bool
    streams: list  # one generator per tree
    n_thresholds: int = 0  # random thresholds to draw per node and feature

    def __call__(self, level, table, target, recipe):
        F, m = len(table.columns), level.m
        options = Options.empty(F, m)
        if self.n_thresholds:
            options.threshold = np.full((F, m), np.nan)
        if self.per_node and self.k < F:
            order = np.argsort(self._drawn(level, F), axis=1)
        else:
            order = np.argsort(~level.allowed, axis=1, kind="stable")
        self._search(level, np.arange(m), order[:, : self.k].T, table, target, recipe, options)
        bare = np.flatnonzero((options.score == -np.inf).all(axis=0))
        if len(bare) and self.k < F and self.per_node:
            self._search_on(level, bare, order[bare, self.k :].T, table, target, recipe, options)
        return options

    def _search_on(self, level, bare, asked, table, target, recipe, options):
        """Let nodes without a question ask the first feature that has one."""
        keep = np.zeros(level.m, bool)
        keep[bare] = True
        self._search(level.only(keep), bare, asked, table, target, recipe, options)
        found = options.score[asked, bare] > -np.inf
        later = found & (found.cumsum(axis=0) > 1)
        slot, node = np.nonzero(later)
        options.score[asked[slot, node], bare[node]] = -np.inf

    def _drawn(self, level, *shape):
        """[m, …] random numbers, those of a node from the generator of its tree."""
        counts = np.bincount(level.tree, minlength=len(self.streams))
        pairs = zip(self.streams, counts.tolist(), strict=True)
        return np.concatenate([rng.random((n, *shape)) for rng, n in pairs if n])

    def _search(self, level, nodes, asked, table, target, recipe, options):
        """Search the features asked [k, m] at the nodes of a level; `nodes` are their columns in
        the options.
        """
        draws = None
        if self.n_thresholds:
            draws = self._drawn(level, len(asked), self.n_thresholds).swapaxes(0, 1)
        for group in _groups(table):
            if group.any():
                search = _Numbers(level, nodes, asked, draws, table, target, options)
                search.run(recipe.numeric, group)
        for f in np.flatnonzero(~table.is_number):
            here = (asked == f).any(axis=0)
            if here.any():
                _search_category(level.only(here), nodes[here], f, table, target, recipe, options)


@dataclass(slots=True)
class _Numbers:
    """The search of a group of numeric features, slot by slot."""

    level: Level
    nodes: np.ndarray
    asked: np.ndarray
    draws: np.ndarray | None
    table: object
    target: object
    options: Options

    def run(self, searcher, group):
        inside = group[self.asked]  # [k, m]
        if inside.all():
            self._search(searcher, np.ones(self.level.m, bool), slice(None), group)
            return
        for j in range(len(self.asked)):
            if inside[j].any():
                self._search(searcher, inside[j], slice(j, j + 1), group)

    def _search(self, searcher, here, slots, group):
        """Search some slots at some nodes; what is found goes to the row of its feature."""
        asked = self.asked[slots][:, here]
        draws = None if self.draws is None else self.draws[slots][:, here]
        part = self.level.only(here)
        values = [getattr(part, field.name) for field in fields(Level)]
        level = SlotLevel(*values, asked, draws)
        sizes = np.full(len(asked), self.table.sizes[group].max())
        has_missing = np.full(len(asked), self.table.has_missing[group].any())
        found = Options.empty(*asked.shape)
        slots = Slots(self.table, sizes, has_missing)
        searcher.search(level, slots, self.target, np.arange(len(asked)), found)
        at = asked, self.nodes[here]
        for name in ("score", "gain", "below", "above", "missing"):
            getattr(self.options, name)[at] = getattr(found, name)
        if found.threshold is not None:
            self.options.threshold[at] = found.threshold


def _groups(table):
    """Numbers that are searched in the same way, as masks [F]."""
    few, gaps = table.sizes <= FEW_VALUES, table.has_missing
    masks = (few & ~gaps, few & gaps, ~few & ~gaps, ~few & gaps)
    return [table.is_number & mask for mask in masks]


def _search_category(level, nodes, f, table, target, recipe, options):
    found = Options.empty(*options.score.shape[:1], level.m)
    recipe.categorical.search(level, table, target, np.array([f]), found)
    for name in ("score", "gain", "missing"):
        getattr(options, name)[f, nodes] = getattr(found, name)[f]
    if f not in options.branch:
        options.branch[f] = np.full((options.score.shape[1], table.sizes[f]), -1, np.int32)
    options.branch[f][nodes] = found.branch[f]
