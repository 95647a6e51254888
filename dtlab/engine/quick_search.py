"""The best question of every node of a level, for the quick way to grow."""

from dataclasses import dataclass

import numpy as np

from ..kernels.sorting import TIE
from ..kernels.squares import Nodes, Places
from ..questions.search import FEW_VALUES
from .quick_counts import TwoValues, only_gain

CHUNK = 1 << 16  # numbers worked on at once
BLOCK = 1 << 14  # entries in a block of nodes; a larger node is a block of its own
LARGE = 1 << 10  # entries of a node from which on copying them beats looking each one up


@dataclass(slots=True)
class Found:
    """The winning questions of some nodes [m]; a score of −inf: there is none."""

    feature: np.ndarray
    score: np.ndarray
    below: np.ndarray  # code of the largest value on the left
    above: np.ndarray  # code of the smallest value on the right

    def only(self, keep):
        return Found(self.feature[keep], self.score[keep], self.below[keep], self.above[keep])


class Search:
    """Holds the codes of the entries, shifted to make room for a payload."""

    def __init__(self, table, sums, min_samples_leaf):
        self.sums, self.least = sums, min_samples_leaf
        self.payload_bits = sums.payload_bits
        self.code_bits = max(int(table.sizes.max()) - 1, 1).bit_length()
        self.shift = self.payload_bits + self.code_bits
        kind = np.int32 if self.shift <= 22 else np.int64
        self.most_nodes = 1 << ((31 if kind is np.int32 else 62) - self.shift)
        self.sizes, self.all_differ = table.sizes, table.sizes.min() == sums.n
        # where every place is a cut but the last of a node: that gains nothing and comes last
        self.every_cut = self.all_differ and self.least == 1
        self.with_two = np.flatnonzero(table.sizes <= 2)
        self.two_values = TwoValues(table.codes[self.with_two])
        self.codes = np.left_shift(table.codes, self.payload_bits, dtype=kind)
        self.chosen = None  # of the entries that `codes` has, if not all in this order
        self.right = None  # [E] whether the entry goes right, once the questions are chosen
        self.spare = np.empty(0, kind)  # room for the codes in their next order

    def keep(self, entries):
        """Take some entries, or all in another order; the codes follow when they are needed."""
        self.chosen = entries if self.chosen is None else self.chosen.take(entries)
        self.right = None if self.right is None else self.right.take(entries)

    def _follow(self):
        """Bring the codes into their new order, in room that is used again: new memory is slow."""
        if self.chosen is None:
            return
        F, E = len(self.codes), len(self.chosen)
        if self.spare.size < F * E:
            self.spare = np.empty(F * E, self.codes.dtype)
        codes = self.spare[: F * E].reshape(F, E)
        self.codes.take(self.chosen, axis=1, out=codes, mode="clip")  # to "raise" takes a copy
        self.codes, self.spare = codes, self.codes.reshape(-1)
        if len(self.with_two):
            self.two_values.keep(self.chosen)
        self.chosen = None

    def _asked(self, feature, n, entries):
        """[E] of the entries of a block the code in the feature that their node asks."""
        if len(n) * LARGE <= entries.stop - entries.start:
            ends = n.cumsum() + entries.start
            spans = zip(feature, ends - n, ends, strict=True)
            return np.concatenate([self.codes[f, a:b] for f, a, b in spans])
        at = (feature * self.codes.shape[1]).repeat(n)
        at += np.arange(entries.start, entries.stop)
        return self.codes.ravel().take(at)

    def best(self, level):
        """The winning question of every node; `right` is then known."""
        self._follow()
        n, m, E = level.n_entries, level.m, self.codes.shape[1]
        self.right = np.empty(E, bool)
        if E <= BLOCK and m <= self.most_nodes:
            return self._best_of_block(level.stats, slice(0, E), n, level.node)
        first = n.cumsum() - n
        block = first // BLOCK + np.arange(m) // self.most_nodes
        starts = np.flatnonzero(np.diff(block, prepend=-1))
        stops, ends = [*starts[1:], m], [*first[starts[1:]], E]
        spans = zip(starts, stops, first[starts], ends, strict=True)
        found = [
            self._best_of_block(level.stats[a:b], slice(s, e), n[a:b], level.node[s:e] - a)
            for a, b, s, e in spans
        ]
        parts = ((f.feature, f.score, f.below, f.above) for f in found)
        return Found(*map(np.concatenate, zip(*parts, strict=True)))

    def _best_of_block(self, stats, entries, n, node):
        """The winners of neighbouring nodes, from their statistics [m, S] and entries."""
        nodes = Nodes.of(n, node)
        if len(self.with_two) == len(self.sizes):  # a feature has one cut, and it is known
            top = self._by_two_values(nodes, stats, entries)
            feature, zeros = _first_feature(top), np.zeros(len(n), np.int64)
            self.right[entries] = self._asked(feature, n, entries)
            return Found(feature, top[feature, np.arange(len(n))], zeros, zeros + 1)
        places = Places.right_of(nodes, self.least)
        gains = self.sums.gains(places, stats, entries)
        base = places.node.astype(self.codes.dtype)
        base <<= self.shift
        base += self.sums.payload(entries)
        if len(self.codes) * len(base) <= CHUNK:
            return self._best_at_once(entries, base, places, gains)
        top = self._tops(base, places, gains, stats, entries)
        # the winners once more, in every node under a feature of its own
        feature = _first_feature(top)
        unsorted = self._asked(feature, n, entries) + base
        keys = unsorted[None].copy()
        score = self._scored(keys, places, gains)
        found, last = self._first_best(feature, score[0], keys[0], places)
        np.greater(unsorted, last, out=self.right[entries])
        return found

    def _best_at_once(self, entries, base, places, gains):
        """The winners of few entries, from the keys of all features."""
        codes, E = self.codes[:, entries], len(base)
        keys = codes + base
        score = self._scored(keys, places, gains)
        feature = _first_feature(np.maximum.reduceat(score, places.first, axis=1))
        at = (feature * E).repeat(places.n_entries)
        at += np.arange(E)
        winners = score.ravel().take(at), keys.ravel().take(at)
        found, last = self._first_best(feature, *winners, places)
        np.greater(codes.ravel().take(at) + base, last, out=self.right[entries])
        return found

    def _tops(self, base, places, gains, stats, entries):
        """[F, m] the best gain of every feature, those of few values by counting."""
        E, m = len(base), len(places.n_entries)
        top = np.empty((len(self.codes), m))
        counted = self.sizes <= max(2, min(FEW_VALUES, E / (2 * m)))
        for chunk in _chunks(np.flatnonzero(~counted), E):
            score = self._scored(self.codes[chunk, entries] + base, places, gains)
            top[chunk] = np.maximum.reduceat(score, places.first, axis=1)
        self._count(np.flatnonzero(counted), places, stats, entries, top)
        return top

    def _count(self, features, nodes, stats, entries, top):
        """Write the best gains of features with few values into `top`, from counts."""
        if len(self.with_two):
            top[self.with_two] = self._by_two_values(nodes, stats, entries)
        more = features[self.sizes[features] > 2]
        if len(more):
            counter = self.sums.counter(nodes, stats, entries, self.least)
            for chunk in _chunks(more, len(nodes.node)):
                codes = self.codes[chunk, entries] >> self.payload_bits
                _, gains = counter.gains(codes, int(self.sizes[chunk].max()))
                top[chunk] = np.maximum.reduce(gains)

    def _by_two_values(self, nodes, stats, entries):
        squares = self.sums.of_two_values(self.two_values, nodes, stats, entries)
        return only_gain(*squares, nodes.n_entries, self.least)

    def _scored(self, keys, places, gains):
        """Sort keys [F, E] and score the cut after each; −inf where there is none."""
        keys.sort(axis=1)
        score = gains(keys & ((1 << self.payload_bits) - 1))
        if not self.all_differ:  # equal values cannot be told apart
            flat = keys.ravel()
            np.putmask(
                score.ravel()[:-1], (flat[1:] ^ flat[:-1]) < (1 << self.payload_bits), -np.inf
            )
        if not self.every_cut:
            score[:, places.closed] = -np.inf
        return score

    def _first_best(self, feature, score, keys, places):
        """The first cut of each node that ties with its best, from scores [E] and sorted keys, and
        for every entry the largest key that goes left.
        """
        top = np.maximum.reduceat(score, places.first)
        tied = (score >= (top - TIE).repeat(places.n_entries)).nonzero()[0]
        place = tied.take(tied.searchsorted(places.first))
        below, above = keys.take(place), keys.take(place + 1)
        last = (below | ((1 << self.payload_bits) - 1)).repeat(places.n_entries)
        below >>= self.payload_bits
        above >>= self.payload_bits
        mask = (1 << self.code_bits) - 1
        return Found(feature, top, below & mask, above & mask), last


def _first_feature(top):
    """The first feature that ties with the best of a node, from gains [F, m]."""
    return (top >= np.maximum.reduce(top) - TIE).argmax(axis=0)


def _chunks(features, E):
    """Features that are worked on together; neighbours as a slice, which needs no copy."""
    step = max(1, CHUNK // E)
    for start in range(0, len(features), step):
        chunk = features[start : start + step]
        together = chunk[-1] - chunk[0] == len(chunk) - 1
        yield slice(chunk[0], chunk[-1] + 1) if together else chunk
