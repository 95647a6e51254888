"""The smallest tree there is, and the tree of a fixed order of questions: what greed competes with.

Finding the smallest tree is NP-hard (lecture 002), so `smallest_tree` is for a handful of features.
It solves every *subcube*: some features fixed to a value, the others free. With d Boolean features
there are 3ᵈ of them. Trees are as ID3 grows them: a feature has a branch for each value in the
table, and a branch without rows predicts what its parent does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from .._progress import progress
from ..inputs import frames
from ..inputs.errors import InputError
from ..inputs.labels import as_codes
from ..questions.question import Groups
from ..tree.node import Node, unpack
from ..typing import Frame, Values

MOST_COUNTS = 2 * 3**12  # 12 Boolean features and two classes: a second and some 100 MB
COSTS = {  # of a leaf, and of a node from its children's [..., child]
    "leaves": (1, lambda children: children.sum(axis=-1)),
    "depth": (0, lambda children: 1 + children.max(axis=-1)),
}


def smallest_tree(X: Frame | dict, y: Values, by: str = "leaves") -> Node:
    """The tree without errors that has the fewest leaves, or the least depth.

    cost(cube) = 1 if it is pure, else min over its free features f of Σᵥ cost(cube with f = v); a
    tie goes to the earlier column. Two rows that differ only in their class are refused.

    Parameters:
        X: a handful of features, read as categories (DataFrame, dictionary of columns or array).
        y: the classes, one per row (list, array or Series).
        by: what is as small as possible, "leaves" (default) or "depth".

    Lecture 002, Boolean functions and order: the multiplexer with two address bits needs 8 leaves,
    and ID3 takes 18.
    >>> from dtlab import load
    >>> bits = load("multiplexer")
    >>> tree = smallest_tree(bits.X, bits.y)
    >>> tree.question.feature, tree.n_leaves, tree.depth
    ('a1', 8, 3)
    """
    if by not in COSTS:
        raise InputError(f"by={by!r} is unknown: count the 'leaves' or the 'depth'")
    data = _read(X, y)
    varying = [f for f, levels in enumerate(data.levels) if len(levels) > 1]
    sizes = [len(data.levels[f]) for f in varying]
    n_counts = len(data.classes) * prod(size + 1 for size in sizes)
    if n_counts > MOST_COUNTS:
        raise InputError(
            f"an exact search of {len(sizes)} features with {sum(sizes)} values needs {n_counts} "
            f"counts, and {MOST_COUNTS} are allowed (12 Boolean features): leave features out"
        )
    counts = np.zeros((*sizes, len(data.classes)), np.intp)
    np.add.at(counts, (*data.codes[varying], data.y), 1)
    for axis in range(len(sizes)):  # one more place on every axis: this feature is free
        counts = np.concatenate((counts, counts.sum(axis=axis, keepdims=True)), axis=axis)
    choice = _solve(counts, COSTS[by])

    def choose(rows, fixed):
        cube = tuple(fixed.get(f, -1) for f in varying)  # the last place on an axis is "free"
        return varying[choice[cube]]

    return _build(data, choose)


def tree_in_order(X: Frame | dict, y: Values, order: str | Sequence[str]) -> Node:
    """The tree that asks the features in the given order, passing over those it can do without.

    A node can do without a feature if those after it tell the node's classes apart. Two rows that
    differ only in their class are refused.

    Parameters:
        X: the features, read as categories (DataFrame, dictionary of columns or array).
        y: the classes, one per row (list, array or Series).
        order: the names of the features to ask, each once.

    Lecture 002, Boolean functions and order: with k address bits the multiplexer takes 2ᵏ⁺¹ leaves
    if the address is asked first, far more if the data are.
    >>> from dtlab import load
    >>> bits = load("multiplexer")
    >>> orders = ["a1 a0 d0 d1 d2 d3", "d0 d1 d2 d3 a1 a0"]
    >>> [tree_in_order(bits.X, bits.y, order.split()).n_leaves for order in orders]
    [8, 42]
    """
    order = [order] if isinstance(order, str) else list(order)
    if len(set(order)) < len(order):
        raise InputError(f"a feature is named twice in the order {order}")
    data = _read(X, y, order)
    ids = [np.zeros(len(data.y), np.intp)]
    for codes, levels in zip(data.codes[::-1], data.levels[::-1], strict=True):
        ids.append(np.unique(ids[-1] * len(levels) + codes, return_inverse=True)[1])
    suffixes = ids[::-1]  # [F + 1][n] groups of rows that are equal in features f, f + 1, …

    def choose(rows, fixed):
        start = 1 + max(fixed, default=-1)  # what a parent did without, its children do too
        y = data.y[rows]
        for f, suffix in enumerate(suffixes[start + 1 :], start):
            key = suffix[rows]
            if len(np.unique(key)) < len(np.unique(key * (y.max() + 1) + y)):
                return f  # two rows that are equal after f differ in their class

    return _build(data, choose)


@dataclass(slots=True)
class _Data:
    names: list
    codes: np.ndarray  # [F, n]
    levels: list  # per feature
    y: np.ndarray  # [n] class codes
    classes: tuple


def _read(X, y, names=None):
    """Columns and classes as codes, checked: of equal length and without contradiction."""
    frame = frames.ColumnLookup.of(X)
    y, classes = as_codes(y, "y")
    names = list(frame.keys()) if names is None else names
    columns = [frame.codes(name) for name in names]
    for name, (codes, _) in zip(names, columns, strict=True):
        if len(codes) != len(y):
            raise InputError(f"column {name!r} has {len(codes)} rows and y has {len(y)}")
    codes = np.array([codes for codes, _ in columns], np.intp).reshape(len(names), len(y))
    labels = getattr(frame.columns, "index", range(len(y)))
    first: dict[tuple, int] = {}
    for row, values in enumerate(codes.T.tolist()):
        other = first.setdefault(tuple(values), row)
        if y[other] != y[row]:
            a, b = labels[other], labels[row]
            raise InputError(
                f"rows {a} and {b} differ in their class and in no column of X, so no tree "
                "is right on both: drop one of them, or add a feature that tells them apart"
            )
    return _Data([*map(str, names)], codes, [levels for _, levels in columns], y, classes)


def _build(data, choose):
    """The tree whose impure nodes ask for the feature `choose(rows, values fixed so far)`."""
    records = []
    waiting: list[tuple[np.ndarray, dict[int, int], Any]] = [(np.arange(len(data.y)), {}, None)]
    while waiting:
        rows, fixed, above = waiting.pop()
        stats = np.bincount(data.y[rows], minlength=len(data.classes))
        majority = data.classes[stats.argmax()] if len(rows) else above  # a tie: the first class
        question = None
        if np.count_nonzero(stats) > 1:
            f = choose(rows, fixed)
            question = Groups(data.names[f], {level: v for v, level in enumerate(data.levels[f])})
            codes = data.codes[f, rows]
            for v in reversed(range(question.n_children)):
                waiting.append((rows[codes == v], {**fixed, f: v}, majority))
        records.append((majority, question, len(rows), data.classes, stats, None, None))
    return unpack(records)


def _solve(counts, cost):
    """[subcubes] which axis to ask in every impure subcube, given the rows of each class [size + 1,
    ..., classes] in each; smaller cubes are solved first.
    """
    of_leaf, of_children = cost
    shape = counts.shape[:-1]
    free = np.indices(shape).reshape(len(shape), prod(shape)) == np.array(shape)[:, None] - 1
    mixed = ((counts > 0).sum(axis=-1) > 1).ravel()
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    cheapest = np.full(prod(shape), of_leaf)
    choice = np.full(prod(shape), -1)
    cheapest[mixed] = np.iinfo(cheapest.dtype).max
    n_free = free.sum(axis=0)
    for k in progress(range(1, len(shape) + 1), len(shape), "features left"):
        cubes = np.flatnonzero(mixed & (n_free == k))
        for axis, (size, stride) in enumerate(zip(shape, strides, strict=True)):
            cube = cubes[free[axis, cubes]]
            total = of_children(cheapest[cube[:, None] - stride * np.arange(1, size)])
            better = total < cheapest[cube]
            cheapest[cube[better]] = total[better]
            choice[cube[better]] = axis
    return choice.reshape(shape)
