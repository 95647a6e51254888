"""Several trees at once: draw their samples, grow them as one batch, and take the batch apart.

One tree of a forest is too small to keep NumPy busy; five or so are worked on as fast as one.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from ..engine.flat import Flat
from ..engine.grow import grow
from ..engine.level import Roots
from ..kernels.scores import winners
from ..questions.best_questions import EVERY_NODE, BestQuestions, Piece, combine
from ..questions.criteria import Criterion
from ..questions.search import chunked_cuts, search_in_blocks
from .subspace import Subspace


@dataclass(slots=True)
class RandomThresholds:
    """x ≤ τ for the best of a few τ per node and feature; the level brings their random numbers."""

    criterion: Criterion
    min_samples_leaf: int = 1

    def search(self, level, slots, target, features):
        def search_block(part):
            stats = target.per_entry(part)
            pieces = list(self._search(part, slots, stats, features))
            return combine(len(features), part.m, pieces)

        return search_in_blocks(level, len(features), search_block)

    def _search(self, level, slots, stats, features):
        scored_by = level, stats, self.criterion, self.min_samples_leaf
        every = np.ones(len(features), bool)
        for chunk, cuts in chunked_cuts(level, slots, stats, features, every):
            threshold, cuts = _draw_thresholds(level, slots.table, chunk, cuts)
            at, segment, score, missing = winners(cuts, *scored_by)
            shape = len(chunk), level.m
            place = segment // level.m, segment % level.m
            below = cuts.below(at)
            above = cuts.above(at)
            found = BestQuestions.thresholds(
                shape, place, score[segment], below, above,
                missing=missing, threshold=threshold[at],
            )  # fmt: skip
            yield Piece(chunk, EVERY_NODE, found)


def _draw_thresholds(level, table, chunk, cuts):
    """Thresholds between the extremes of every segment that has a cut, in order, and their cuts."""
    filled = np.flatnonzero(cuts.per_segment)
    last = np.cumsum(cuts.per_segment)[filled] - 1
    feature = level.asked[chunk].ravel()[filled]
    low = table.value(feature, cuts.below(last + 1 - cuts.per_segment[filled]))[:, None]
    high = table.value(feature, cuts.above(last))[:, None]
    u = np.sort(level.draws[chunk].reshape(-1, level.draws.shape[2])[filled], axis=1)
    threshold = low * (1 - u) + high * u  # the difference of two numbers may be infinite
    threshold = np.where(threshold < high, np.maximum(threshold, low), low)
    code = np.empty(threshold.shape, np.int64)  # of the largest number up to the threshold
    for f in np.unique(feature):
        here = feature == f
        code[here] = np.searchsorted(table.numbers[f], threshold[here], side="right") - 1
    at = _cut_at(cuts, filled, code)
    per_segment = np.where(cuts.per_segment > 0, u.shape[1], 0)
    picked = replace(
        cuts, per_segment=per_segment, left=cuts.left[:, at], n_left=cuts.n_left[at], at=cuts.at[at]
    )
    return threshold.ravel(), picked


def _cut_at(cuts, filled, code):
    """The cut of each filled segment that sends codes up to `code` [segments, d] to the left."""
    below = cuts.below(slice(None)).astype(np.int64)
    width = max(int(below.max()), int(code.max())) + 1 if len(below) else 1
    key = np.repeat(np.arange(len(cuts.per_segment)), cuts.per_segment) * width + below
    return np.searchsorted(key, (filled[:, None] * width + code).ravel(), side="right") - 1


ENTRIES = 100_000  # rows of all trees of a batch
MOST = 50  # trees in a batch


@dataclass(slots=True)
class SamplingPlan:
    """What a forest draws at random."""

    n_rows: int
    sample_size: int
    replacement: bool
    chances: np.ndarray | None  # [n] how likely each row is drawn; None: all alike
    n_features: int
    max_features: int
    per_node: bool
    n_thresholds: int  # 0: every threshold is tried

    def rows(self, rng):
        """The rows of one sample, in the order of the table."""
        if self.sample_size == self.n_rows and not self.replacement:
            return np.arange(self.n_rows)
        return np.sort(rng.choice(self.n_rows, self.sample_size, self.replacement, self.chances))

    def features(self, rng):
        """[F] bool: the features that a tree may ask about."""
        allowed = np.ones(self.n_features, bool)
        if not self.per_node and self.max_features < self.n_features:
            allowed[rng.permutation(self.n_features)[self.max_features :]] = False
        return allowed

    def batches(self, trees):
        """The trees in groups that are grown together; their size depends on the data alone."""
        step = int(np.clip(ENTRIES // max(self.sample_size, 1), 1, MOST))
        return [trees[start : start + step] for start in range(0, len(trees), step)]


def grow_batch(table, target, recipe, weight, plan, streams):
    """Grow one tree per generator; a tree is its rows, its features and its `Flat`."""
    rows = [plan.rows(rng) for rng in streams]
    allowed = np.array([plan.features(rng) for rng in streams])
    tree = np.repeat(np.arange(len(rows)), [len(r) for r in rows])
    if plan.n_thresholds:
        exact = recipe.numeric
        numeric = RandomThresholds(exact.criterion, exact.min_samples_leaf)
        recipe = replace(recipe, numeric=numeric)
    if plan.max_features < plan.n_features or plan.n_thresholds:
        search = Subspace(plan.max_features, plan.per_node, streams, plan.n_thresholds)
        recipe = replace(recipe, search=search)
    flat = grow(table, target, recipe, weight, Roots(np.concatenate(rows), tree, allowed))
    flats = split_trees(flat, len(rows), table.sizes)
    return list(zip([r.astype(np.int32) for r in rows], allowed, flats, strict=True))


def split_trees(flat, n_trees, sizes):
    """The trees of a batch, each with its own numbering, in small integers."""
    owner = np.arange(flat.n_nodes)  # the tree of every node: children follow in parents' order
    start, stop = 0, n_trees
    while start < stop:
        inner = np.arange(start, stop)[flat.feature[start:stop] >= 0]
        n = flat.n_children[inner]
        start = stop
        stop = stop + int(n.sum())
        owner[start:stop] = np.repeat(owner[inner], n)
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=n_trees)
    starts = np.cumsum(counts) - counts
    number = np.empty(flat.n_nodes, np.int64)  # of a node in its own tree
    number[order] = np.arange(flat.n_nodes) - np.repeat(starts, counts)
    first = np.where(flat.first >= 0, number[flat.first], -1)
    pieces = np.split(order, starts[1:])
    return [_own_arrays(flat, nodes, first, sizes) for nodes in pieces]


def _own_arrays(flat, nodes, first, sizes):
    at, feature = flat.branch_at[nodes], flat.feature[nodes]
    grouped = at >= 0
    lengths = sizes[feature[grouped]]
    place = np.cumsum(lengths) - lengths
    branch = flat.branch[np.repeat(at[grouped] - place, lengths) + np.arange(lengths.sum())]
    at[grouped] = place
    own = {"first": first[nodes], "branch_at": at, "branch": branch}
    names = [field.name for field in fields(Flat) if field.name not in own]
    parts = own | {name: getattr(flat, name)[nodes] for name in names}
    whole = (name for name, array in parts.items() if array.dtype.kind == "i")
    return Flat(**parts | {name: parts[name].astype(np.int32) for name in whole})
