"""Every cut of every numeric feature, for all nodes of a level at once, by sorting.

Columns of few distinct values are counted instead, see counting.py; both lead to the same `Cuts`.
Letters as in the folder's legend; the slow twins are in `tests/dtlab/kernels/test_sorting.py`.
"""

from dataclasses import dataclass

import numpy as np

from . import TIE


@dataclass(slots=True)
class Cuts:
    """All cuts of some features, ordered by segment and value."""

    per_segment: np.ndarray  # [F·m] how many cuts each segment has
    left: np.ndarray  # [S, C] sums of the statistics left of the cut
    n_left: np.ndarray  # [C] entries left of the cut
    total: np.ndarray  # [S, F·m] sums over the entries of the segment whose value is known
    n_known: np.ndarray  # [F·m] how many those are
    block: np.ndarray  # the codes of the values in order, with the node above the bits of `mask`
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

    The payload is the class of an entry, or the entry's number, by which its statistics are looked
    up after sorting. Five entries in two nodes, the classes a and b; the key of the first is made
    of its node 0, its value 2 and its class b:

        node     0   0   0 | 1   1        node     0   0   0 | 1   1
        value    2   0   1 | 1   0   →    value    0   1   2 | 0   1
        class    b   a   b | a   a        class    a   b   b | a   a

    >>> from dtlab.kernels.statistics import Labels
    >>> labels = Labels(np.array([1, 0, 1, 0, 0]), 2)
    >>> sorter = Sorter(np.array([0, 0, 0, 1, 1]), np.array([3, 2]), labels, 2)
    >>> codes = np.array([[2, 0, 1, 1, 0]])
    >>> [f"{key:04b}" for key in sorter.sorted_keys(codes).tolist()]  # a bit, two bits, a bit
    ['0000', '0011', '0101', '1000', '1010']

    Cuts lie after the first and the second entry of node 0, and after the first of node 1. The
    classes left of them are running sums, less what ran up before the node began:
    >>> cuts = sorter.cuts(codes)
    >>> cuts.per_segment.tolist(), cuts.left.tolist(), cuts.below(slice(None)).tolist()
    ([2, 1], [[1.0, 1.0, 1.0], [0.0, 1.0, 0.0]], [0, 1, 0])
    """

    def __init__(self, node, n_entries, stats, largest_code):
        self.node, self.n_entries, self.stats = node, n_entries, stats
        payload, size = stats.payload()
        self.payload_bits = max(size - 1, 1).bit_length()
        self.code_bits = max(int(largest_code), 1).bit_length()
        self.node_at = self.payload_bits + self.code_bits
        # 32-bit keys sort twice as fast as 64-bit ones
        self.kind = np.int32 if self.node_at + len(n_entries).bit_length() <= 31 else np.int64
        self.base = (node.astype(self.kind) << self.node_at) + payload.astype(self.kind)
        columns = stats.columns()
        m = len(n_entries)
        self.columns = columns and [c if c is None else fixed_point(c, node, m) for c in columns]

    def sorted_keys(self, codes, missing=None):
        """The sorted keys of features [F, E], flat; missing values come last of their feature."""
        keys = codes.astype(self.kind)
        keys <<= self.payload_bits
        keys += self.base
        if missing is not None:
            keys[missing] = len(self.n_entries) << self.node_at
        keys.sort(axis=-1)
        return keys.ravel()

    def payload(self, keys):
        """The payloads of some keys."""
        return keys & ((1 << self.payload_bits) - 1)

    def code(self, keys):
        """The codes of some keys."""
        return (keys >> self.payload_bits) & ((1 << self.code_bits) - 1)

    def cuts(self, codes, only_boundaries=False):
        """All cuts of features given by their codes [F, E].

        only_boundaries leaves out cuts between two blocks that are pure in the same class: for a
        strictly concave impurity they cannot win (Fayyad and Irani 1992), unless a minimum leaf
        size forbids the winner.
        """
        F, E = codes.shape
        m = len(self.n_entries)
        missing = codes < 0 if codes.min() < 0 else None
        n_known = np.tile(self.n_entries, (F, 1))
        if missing is not None:
            segment = np.arange(0, F * m, m)[:, None] + self.node
            n_known -= np.bincount(segment[missing], minlength=F * m).reshape(F, m)
        keys = self.sorted_keys(codes, missing)
        block = keys >> self.payload_bits
        payload = self.payload(keys)
        ends = n_known.cumsum(axis=1) + np.arange(0, F * E, E)[:, None]
        last = (ends.ravel() - 1)[n_known.ravel() > 0]
        is_cut = np.empty(F * E, bool)
        np.not_equal(block[1:], block[:-1], out=is_cut[:-1])
        is_cut[last] = True  # the end of a segment ends its last block, but is no cut
        if only_boundaries and self.columns is None:
            is_cut = _boundaries(is_cut, payload)
        is_cut[last] = is_cut[E - 1 :: E] = False  # nor is the end of the missing values
        at = np.flatnonzero(is_cut)
        ends, n_known = ends.ravel(), n_known.ravel()
        per_segment = np.diff(np.searchsorted(at, ends), prepend=0)
        n_left = at + 1 - np.repeat(ends - n_known, per_segment)
        left, total = self._sums(
            payload.reshape(F, E), ends - n_known, n_left, n_known, per_segment
        )
        mask = (1 << self.code_bits) - 1
        return Cuts(per_segment, left, n_left, total, n_known, block, at, mask)

    def _sums(self, payload, starts, n_left, n_known, per_segment):
        """Sums left of every cut, and those of every segment."""
        F, E = payload.shape
        columns = self.columns or [None, *range(1, self.stats.n)]
        left = np.empty((len(columns), len(n_left)))
        total = np.empty((len(columns), len(starts)))
        starts = starts + np.arange(F).repeat(len(starts) // F)  # each feature's sums begin with 0
        for k, column in enumerate(columns):
            if column is None:
                left[k], total[k] = n_left, n_known
                continue
            if self.columns is None:
                steps = payload == k
                unit = np.ones(len(starts))
            else:
                steps = column[0].take(payload)
                unit = np.tile(column[1], F)
            sums = np.zeros((F, 1 + E), np.int64)
            np.cumsum(steps, axis=1, out=sums[:, 1:])
            sums = sums.ravel()
            before = sums.take(starts)
            total[k] = (sums.take(starts + n_known) - before) * unit
            inside = sums.take(starts.repeat(per_segment) + n_left) - before.repeat(per_segment)
            np.multiply(inside, unit.repeat(per_segment), out=left[k])
        if self.columns is None:  # the first class is what the others leave over
            left[0] -= left[1:].sum(axis=0)
            total[0] -= total[1:].sum(axis=0)
        return left, total


def _boundaries(is_end, label):
    """Keep a block's end unless the block and its right neighbour are pure in one and the same
    class.

        value    0   1   1 | 2 | 3     the blocks 2 and 3 are pure in b: no cut between them
        class    a   a   b | b | b
    >>> _boundaries(np.array([True, False, True, True, True]), np.array([0, 0, 1, 1, 1])).tolist()
    [True, False, True, False, False]
    """
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

    The unit is a power of two, so small that a node's sum has some 60 − log₂ m bits. Sums do not
    depend on the order of the entries then, so that equal columns have equal gains; and the small
    weights of one node are not lost in a running sum beside the large ones of another:
    >>> whole, unit = fixed_point(np.array([0.75, 0.5, 3e-20]), np.array([0, 0, 1]), 2)
    >>> (whole / 2.0**50).round(1).tolist(), np.log2(unit).tolist()
    ([192.0, 128.0, 283.3], [-58.0, -123.0])
    >>> [float(whole[:2].sum() * unit[0]), float(whole[2] * unit[1])]
    [1.25, 3e-20]
    """
    largest = np.bincount(node, np.abs(column), minlength=m)
    exponent = np.frexp(np.where(largest > 0, largest, 1.0))[1] - (61 - m.bit_length())
    return np.rint(np.ldexp(column, -exponent[node])).astype(np.int64), np.ldexp(1.0, exponent)


def best_cut(score, per_segment):
    """The first cut of each segment whose score ties with the segment's best: its index (−1: none)
    and score.

    Two segments, of three cuts and of none:
    >>> index, top = best_cut(np.array([0.1, 0.7, 0.7 + 1e-15]), np.array([3, 0]))
    >>> index.tolist(), top.round(3).tolist()
    ([1, -1], [0.7, -inf])
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
    index[filled] = tied[np.searchsorted(tied, first)]
    index[top == -np.inf] = -1
    return index, top
