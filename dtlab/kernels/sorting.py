"""The fast part: every cut of every numeric feature, for all nodes of a level at once.

Legend: F features, E entries (a row in a node), m nodes, S statistics per entry, C cuts. A
*segment* is one feature in one node, segment = feature · m + node. A *cut* lies between two
neighbouring values of a segment; `left` holds the sums of the statistics at and below it. Two ways
lead to the same `Cuts`: sorting packed keys (many distinct values), counting (few, counting.py).
`tests/kernels/test_sorting.py` has the slow, obvious twin of every routine here.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

TIE = 1e-12  # scores closer than this (relative) are tied, as in `dtlab.measures.best`


@dataclass(slots=True)
class Labels:
    """Statistics of unweighted rows: one-hot classes, given as codes [E] below `n`."""

    codes: np.ndarray
    n: int


@dataclass(slots=True)
class Sums:
    """Statistics of weighted rows or numbers: columns [E] to be added up; None stands for ones."""

    columns: list


@dataclass(slots=True)
class Cuts:
    """All cuts of a chunk of features, ordered by segment and value."""

    per_segment: np.ndarray  # [F·m] how many cuts each segment has
    left: np.ndarray  # [S, C] sums of the statistics left of the cut
    n_left: np.ndarray  # [C] entries left of the cut
    total: np.ndarray  # [S, F·m] sums over the entries of the segment whose value is known
    n_known: np.ndarray  # [F·m] how many those are
    block: (
        np.ndarray
    )  # [E] or more: codes of the values in order, with the node above the bits of `mask`
    at: np.ndarray  # [C] where in `block` the last value left of the cut stands
    mask: int

    def below(self, cut):
        """The code of the largest value left of some cuts."""
        return self.block[self.at[cut]] & self.mask

    def above(self, cut):
        """The code of the smallest value right of them."""
        return self.block[self.at[cut] + 1] & self.mask

    def spread(self, per_segment):
        """Repeat a value per segment for each of its cuts."""
        return np.repeat(per_segment, self.per_segment, axis=-1)


class Sorter:
    """Finds cuts by one sort per feature of packed keys `node | value | payload`.

    The payload of a key is the class, or the entry whose statistics are looked up after sorting.
    What the features of a level have in common is prepared once.
    """

    def __init__(self, node, n_entries, stats, largest_code, bits=63):
        self.n_entries, self.stats = n_entries, stats
        payload = stats.codes if isinstance(stats, Labels) else np.arange(len(node))
        size = stats.n if isinstance(stats, Labels) else len(node)
        self.payload_bits = max(size - 1, 1).bit_length()
        self.code_bits = max(int(largest_code), 1).bit_length()
        needed = self.payload_bits + self.code_bits + len(n_entries).bit_length()
        self.is_packed = needed <= bits  # up to some two million rows
        # 32-bit keys sort twice as fast as 64-bit ones
        self.kind = np.int32 if needed <= 31 else np.int64
        self.node, self.payload = node.astype(self.kind), payload.astype(self.kind)
        if isinstance(stats, Sums):
            m = len(n_entries)
            self.columns = [c if c is None else fixed_point(c, node, m) for c in stats.columns]
        if self.is_packed:
            self.base = (self.node << (self.code_bits + self.payload_bits)) + self.payload

    def cuts(self, codes, only_boundaries=False):
        """All cuts of features given by their codes [F, E], ranks of the values (−1 missing).

        only_boundaries leaves out cuts between two blocks that are pure in the same class: for a
        strictly concave impurity they cannot win (Fayyad and Irani 1992), unless a minimum leaf
        size forbids the winner.
        """
        F, E = codes.shape
        missing = codes < 0 if codes.min() < 0 else None
        n_known = self._known(F, missing)
        block, payload = self.sorted(codes, missing)
        ends = n_known.cumsum(axis=1) + np.arange(0, F * E, E)[:, None]
        last = (ends.ravel() - 1)[n_known.ravel() > 0]
        is_cut = np.empty(F * E, bool)
        np.not_equal(block[1:], block[:-1], out=is_cut[:-1])
        is_cut[last] = True  # the end of a segment ends its last block, but is no cut
        if only_boundaries and isinstance(self.stats, Labels):
            is_cut = _boundaries(is_cut, payload)
        is_cut[last] = False
        if missing is not None:  # missing values sort to the end of their feature
            for f in range(F):
                is_cut[ends[f, -1] : (f + 1) * E] = False
        at = np.flatnonzero(is_cut)
        starts = (ends - n_known).ravel()
        per_segment = np.diff(np.searchsorted(at, ends.ravel()), prepend=0)
        n_left = at + 1 - np.repeat(starts, per_segment)
        n_known = n_known.ravel()
        left, total = _prefix_sums(self, payload, at, starts, n_left, n_known, per_segment)
        mask = (1 << self.code_bits) - 1
        return Cuts(per_segment, left, n_left, total, n_known, block, at, mask)

    def _known(self, F, missing):
        """[F, m] entries per feature and node whose value is known."""
        known = np.tile(self.n_entries, (F, 1))
        if missing is not None:
            for f in range(F):
                known[f] -= np.bincount(self.node[missing[f]], minlength=known.shape[1])
        return known

    def sorted(self, codes, missing=None):
        """The sorted blocks `node | value` and their payloads, flat over the features."""
        m = len(self.n_entries)
        if not self.is_packed:
            return self._sorted_by_argsort(codes, m)
        keys = codes.astype(self.kind)
        keys <<= self.payload_bits
        keys += self.base
        if missing is not None:
            keys[missing] = m << (self.code_bits + self.payload_bits)
        keys.sort(axis=-1)
        keys = keys.ravel()
        return keys >> self.payload_bits, keys & ((1 << self.payload_bits) - 1)

    def _sorted_by_argsort(self, codes, m):
        block = (self.node.astype(np.int64) << self.code_bits) + codes
        block = np.where(codes < 0, m << self.code_bits, block)
        order = np.array([np.lexsort((self.payload, row)) for row in block])
        return np.take_along_axis(block, order, axis=1).ravel(), self.payload[order].ravel()


def _boundaries(is_end, label):
    """Keep a block's end unless the block and its right neighbour are pure in one and the same
    class.
    """
    change = np.empty(len(label), bool)
    np.not_equal(label[1:], label[:-1], out=change[:-1])
    change[-1] = True
    if is_end.all():  # all values differ: every block is one row
        return change
    end = np.flatnonzero(is_end)
    lowest = label[np.concatenate(([0], end[:-1] + 1))]  # payloads are sorted within a block
    highest = label[end]
    pure = lowest == highest
    same = pure[:-1] & pure[1:] & (highest[:-1] == lowest[1:])
    kept = np.zeros(len(label), bool)
    kept[end[:-1][~same]] = True
    return kept


def fixed_point(column, node, m):
    """A column as whole numbers, and per node the unit they stand for: sums of these are exact.

    The unit is a power of two, so small that a node's sum has some 60 − log₂ m bits. Small weights
    are then not lost beside the large ones of another node, and equal columns have equal sums.
    """
    largest = np.bincount(node, np.abs(column), minlength=m)
    exponent = np.frexp(np.where(largest > 0, largest, 1.0))[1] - (61 - m.bit_length())
    return np.rint(np.ldexp(column, -exponent[node])).astype(np.int64), np.ldexp(1.0, exponent)


def _prefix_sums(sorter, payload, at, starts, n_left, n_known, per_segment):
    """[S, C] sums left of every cut and [S, segments] totals, from running sums over entries."""
    is_labels, E = isinstance(sorter.stats, Labels), len(sorter.node)
    columns = range(sorter.stats.n) if is_labels else sorter.columns
    left, total = np.empty((len(columns), len(at))), np.empty((len(columns), len(starts)))
    ends, before = starts + n_known - 1, starts - 1
    for k, column in enumerate(columns):
        if column is None or (is_labels and k == 0):
            left[k], total[k] = n_left, n_known
            continue
        running, unit = _running(column, payload.reshape(-1, E), is_labels, len(starts))
        base = np.where(starts % E > 0, running.take(before, mode="wrap"), 0)
        inside = running.take(at) - np.repeat(base, per_segment)
        np.multiply(inside, np.repeat(unit, per_segment), out=left[k])
        total[k] = np.where(n_known > 0, running.take(ends, mode="wrap") - base, 0) * unit
    if is_labels:  # the first class is what the others leave over
        left[0] -= left[1:].sum(axis=0)
        total[0] -= total[1:].sum(axis=0)
    return left, total


def _running(column, payload, is_labels, n_segments):
    """A running sum for every feature [F, E], flat, and per segment the unit that it counts in."""
    if is_labels:
        return (payload == column).cumsum(axis=1, dtype=np.int32).ravel(), np.ones(n_segments)
    values, unit = column
    return values.take(payload).cumsum(axis=1).ravel(), np.tile(unit, len(payload))


@cache
def keep_freed_memory():
    """Let the C library reuse freed arrays instead of returning their pages: saves 40% of a fit.

    glibc returns large blocks to the system at once and pays for every page again; once it has seen
    one of 32 MB freed, it keeps smaller ones. The block is never touched, so this costs nothing.
    """
    np.empty((1 << 25) - 8192, np.uint8)


def best_cut(score, per_segment):
    """The first cut of each segment whose score ties with the segment's best: its index (−1: none)
    and score.
    """
    filled = np.flatnonzero(per_segment)
    index = np.full(len(per_segment), -1)
    top = np.full(len(per_segment), -np.inf)
    if len(filled) == 0:
        return index, top
    first = (np.cumsum(per_segment) - per_segment)[filled]
    top[filled] = np.maximum.reduceat(score, first)
    floor = top - TIE * np.maximum(1.0, np.abs(top))
    tied = np.flatnonzero(score >= np.repeat(floor, per_segment))
    winner = tied[np.searchsorted(tied, first)]
    index[filled] = winner
    index[top == -np.inf] = -1
    return index, top
