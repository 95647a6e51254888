"""Thresholds drawn at random between the smallest and the largest value of a node, the best kept.

Lecture 003, Random Forest (cont.): sample τ in (min w, max w), keep the one of highest gain.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..kernels.scores import winners
from ..questions.search import chunked_cuts


@dataclass(slots=True)
class RandomThresholds:
    """x ≤ τ for the best of a few τ per node and feature; the level brings their random numbers."""

    criterion: object
    min_samples_leaf: int = 1

    def search(self, level, slots, target, features, options):
        stats = target.per_entry(level)
        options.threshold = np.full(options.score.shape, np.nan)
        for chunk, cuts in chunked_cuts(level, slots, stats, features):
            threshold, cuts = _drawn(level, slots.table, chunk, cuts)
            at, found, score, missing = winners(
                cuts, level, stats, self.criterion, self.min_samples_leaf
            )
            options.score[chunk] = options.gain[chunk] = score.reshape(len(chunk), level.m)
            at_node = chunk[found // level.m], found % level.m
            options.below[at_node], options.above[at_node] = cuts.below(at), cuts.above(at)
            options.missing[at_node], options.threshold[at_node] = missing, threshold[at]


def _drawn(level, table, chunk, cuts):
    """Thresholds between the extremes of every segment that has a cut, in order, and their cuts."""
    filled = np.flatnonzero(cuts.per_segment)
    last = np.cumsum(cuts.per_segment)[filled] - 1
    feature = level.asked[chunk].ravel()[filled]
    low = table.value(feature, cuts.below(last + 1 - cuts.per_segment[filled]))[:, None]
    high = table.value(feature, cuts.above(last))[:, None]
    u = np.sort(level.draws[chunk].reshape(-1, level.draws.shape[2])[filled], axis=1)
    threshold = low * (1 - u) + high * u  # the difference of two numbers may be infinite
    threshold = np.where(threshold < high, np.maximum(threshold, low), low)
    at = _cut_at(cuts, filled, _codes(table, feature, threshold))
    per_segment = np.where(cuts.per_segment > 0, u.shape[1], 0)
    picked = replace(
        cuts, per_segment=per_segment, left=cuts.left[:, at], n_left=cuts.n_left[at], at=cuts.at[at]
    )
    return threshold.ravel(), picked


def _codes(table, feature, threshold):
    """The code of the largest number of the table that is at most the threshold."""
    code = np.empty(threshold.shape, np.int64)
    for f in np.unique(feature):
        here = feature == f
        code[here] = np.searchsorted(table.numbers[f], threshold[here], side="right") - 1
    return code


def _cut_at(cuts, filled, code):
    """The cut of each filled segment that sends codes up to `code` [segments, d] to the left."""
    below = cuts.below(slice(None)).astype(np.int64)
    width = max(int(below.max()), int(code.max())) + 1 if len(below) else 1
    key = np.repeat(np.arange(len(cuts.per_segment)), cuts.per_segment) * width + below
    return np.searchsorted(key, (filled[:, None] * width + code).ravel(), side="right") - 1
