"""Which features a node may ask about: chosen at random per tree (lecture 000) or node (003, 004).

Only the chosen features are searched. The j-th choices of all nodes are searched as if they were
one column, a *slot*, whose codes come from another feature in each node: the work grows with the
number of choices, not with that of the features.

Every tree of a batch has its own generator: what it draws does not depend on its neighbours.
"""

from dataclasses import dataclass, field, fields, replace

import numpy as np

from ..engine.grow import only
from ..engine.level import Level
from ..questions.best_questions import EVERY_NODE, Piece, combine
from ..questions.search import FEW_VALUES


@dataclass(slots=True)
class Slots:
    """What a search sees in place of a `Table`: columns that mean another feature in each node."""

    table: object
    sizes: np.ndarray  # [k] the most distinct values that a slot may have
    has_missing: np.ndarray  # [k]


@dataclass
class SlotLevel(Level):
    """A level of nodes that each ask features of their own."""

    asked: np.ndarray = field(kw_only=True)  # [k, m] the feature of each slot
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
        F = len(table.columns)
        if self.per_node and self.k < F:
            order = np.argsort(self._random(level, F), axis=1)
        else:
            order = np.argsort(~level.allowed, axis=1, kind="stable")
        found = self._search(level, order[:, : self.k].T, table, target, recipe)
        is_bare = (found.score == -np.inf).all(axis=0)
        if not is_bare.any() or self.k == F or not self.per_node:
            return found
        bare = np.flatnonzero(is_bare)
        asked = order[bare, self.k :].T
        more = self._search(level.only(is_bare), asked, table, target, recipe)
        more = more.where(_first_found(more.score, asked))
        every = np.arange(F)
        return combine(F, level.m, [Piece(every, EVERY_NODE, found), Piece(every, bare, more)])

    def _random(self, level, *shape):
        """[m, …] random numbers, those of a node from the generator of its tree."""
        counts = np.bincount(level.tree, minlength=len(self.streams))
        pairs = zip(self.streams, counts.tolist(), strict=True)
        return np.concatenate([rng.random((n, *shape)) for rng, n in pairs if n])

    def _search(self, level, asked, table, target, recipe):
        """The best questions about all features; each node is asked only about `asked` [k, m]."""
        draws = None
        if self.n_thresholds:
            draws = self._random(level, len(asked), self.n_thresholds).swapaxes(0, 1)
        few = table.sizes <= FEW_VALUES
        gaps = table.has_missing
        pieces = []
        for alike in (few & ~gaps, few & gaps, ~few & ~gaps, ~few & gaps):
            group = table.is_number & alike  # numbers that are searched in the same way
            if not group.any():
                continue
            inside = group[asked]  # [k, m]
            parts = [(slice(j, j + 1), here) for j, here in enumerate(inside) if here.any()]
            if inside.all():
                parts = [(slice(None), np.ones(level.m, bool))]
            for slots, here in parts:
                drawn = None if draws is None else draws[slots][:, here]
                features = asked[slots][:, here]
                found = _search_slots(
                    only(level, here), features, drawn, group, table, target, recipe
                )
                pieces.append(Piece(features, np.flatnonzero(here), found))
        for f in np.flatnonzero(~table.is_number):
            here = (asked == f).any(axis=0)
            if here.any():
                feature = np.array([f])
                found = recipe.categorical.search(level.only(here), table, target, feature)
                pieces.append(Piece(feature, np.flatnonzero(here), found))
        return combine(len(table.columns), level.m, pieces)


def _first_found(score, asked):
    """[F, m] the first of the features asked [k, m] at every node that has a question."""
    node = np.arange(score.shape[1])
    found = score[asked, node] > -np.inf
    is_first = np.zeros(score.shape, bool)
    is_first[asked, node] = found & (found.cumsum(axis=0) == 1)
    return is_first


def _search_slots(level, asked, draws, group, table, target, recipe):
    """The best questions about the numbers asked [k, m], a row for each slot."""
    values = {field.name: getattr(level, field.name) for field in fields(Level) if field.init}
    level = SlotLevel(**values, asked=asked, draws=draws)
    sizes = np.full(len(asked), table.sizes[group].max())
    has_missing = np.full(len(asked), table.has_missing[group].any())
    slots = Slots(table, sizes, has_missing)
    return recipe.numeric.search(level, slots, target, np.arange(len(asked)))
