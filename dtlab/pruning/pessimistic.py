"""Quinlan's pessimistic pruning: distrust the training errors of small leaves, then cut back.

A leaf of n cases that makes e errors is charged n·U(e, n), an upper confidence limit on its errors.
A branch whose leaves are charged more than the node would be as a leaf is not worth its questions.
Raising a branch, the other half of C4.5's pruning, needs the training data: see raising.py.
"""

from __future__ import annotations

from functools import partial
from math import sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from ..inputs.errors import InputError
from ..inputs.labels import as_floats
from ..inputs.values import check_number
from ..kernels import TIE
from ..measures.impurity import scalar
from ..tree.node import Node
from ..tree.subtrees import as_tree, with_children
from ..typing import FloatOrArray, TreeOrModel

# J48 and C4.5 spare a branch only if it saves more than this many errors,
MARGIN = 0.1
# and only if it makes fewer training errors than a leaf by more than this.
SAME_ERRORS = 1e-3


def extra_errors(n: ArrayLike, e: ArrayLike, confidence: float = 0.25) -> FloatOrArray:
    """Errors a leaf of n cases and e errors is charged beyond e: n·U(e, n) − e (Quinlan's AddErrs).

    No errors: n (1 − CF^(1/n)). One or more: the normal approximation of the binomial limit with
    the half correction. In between, a straight line.

    Parameters:
        n: the cases of the leaf, or an array of them for many leaves.
        e: the training errors among them.
        confidence: CF, above 0 and at most 0.5; smaller charges more. 0.25 by default.

    Lecture 001, post-pruning (C4.5).
    >>> [round((e + extra_errors(n, e)) / n, 3) for n, e in [(6, 0), (9, 0), (16, 1)]]
    [0.206, 0.143, 0.155]
    """
    extra = extra_errors_at(confidence)
    cases = as_floats(n, "n")
    errors = as_floats(e, "e")
    both = np.append(cases, errors)
    if not np.isfinite(both).all() or (both < 0).any():
        raise InputError("n and e must be finite numbers from 0 up")
    if cases.ndim and errors.ndim and cases.shape != errors.shape:
        shapes = f"n has the shape {cases.shape} and e has {errors.shape}"
        raise InputError(f"{shapes}: give as many of each")
    return scalar(np.vectorize(extra, otypes=[float])(cases, errors))


def extra_errors_at(confidence):
    """`extra_errors` of two numbers at one confidence: what pruning calls for every node."""
    check_number(confidence, "confidence")
    if not 0 < confidence <= 0.5:
        raise InputError(
            f"confidence={confidence!r} must lie above 0 and at or below 0.5: "
            "the smaller it is, the more is pruned"
        )
    return partial(_extra_errors, confidence, NormalDist().inv_cdf(1 - confidence))


def _extra_errors(confidence, z, n, e):
    if n <= TIE:
        return 0.0
    if e < 1:
        none = n * (1 - confidence ** (1 / n))
        return none + (e * (_extra_errors(confidence, z, n, 1) - none) if e > TIE else 0.0)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    f = (e + 0.5) / n
    spread = z * sqrt(f / n - f * f / n + z * z / (4 * n * n))
    return n * (f + z * z / (2 * n) + spread) / (1 + z * z / n) - e


def charged_errors(counts, extra):
    """Errors of a leaf with these class counts, plus what it is charged for being small."""
    n = sum(counts)
    e = n - max(counts)
    return e + extra(n, e)


def collapse(tree):
    """Turn every branch into a leaf that makes no fewer training errors than the leaf would.

    C4.5 does so at the end of growing, before any pruning. Lecture 001, post-pruning (C4.5).
    >>> from dtlab.tree import ask, leaf
    >>> collapse(ask("windy", {True: leaf("yes", {"yes": 3, "no": 1}),
    ...                        False: leaf("yes", {"yes": 2, "no": 0})}))
    <leaf yes>
    """

    def step(node, below):
        e = sum(node.stats) - max(node.stats)
        errors = sum(errors for _, errors in below) if below else e
        if not below or errors >= e - SAME_ERRORS:
            return node.as_leaf() if below else node, errors
        return with_children(node, [child for child, _ in below]), errors

    check_counted(tree)
    return tree.fold(step)[0]


def prune_pessimistic(tree: TreeOrModel, confidence: float = 0.25) -> Node:
    """Replace branches by leaves, from the bottom up, where charged(leaf) ≤ charged(branch) + 0.1.

    The result is a subtree.

    Parameters:
        tree: a tree (Node) with class counts, or a fitted model that has one.
        confidence: of the error estimate, above 0 and at most 0.5; smaller prunes more. 0.25 by
            default.

    Lecture 001, post-pruning (C4.5). Quinlan's example: three pure leaves
    of 6, 9 and 1 cases are charged 1.24 + 1.28 + 0.75 = 3.27 errors; one leaf with a single error
    among 16, 2.48.
    >>> from dtlab.tree import ask, leaf
    >>> votes = {"n": leaf("d", {"d": 6, "r": 0}), "y": leaf("d", {"d": 9, "r": 0}),
    ...          "u": leaf("r", {"d": 0, "r": 1})}
    >>> prune_pessimistic(ask("education spending", votes))
    <leaf d>
    """
    extra = extra_errors_at(confidence)

    def step(node, below):
        as_leaf = charged_errors(node.stats, extra)
        branch = sum(charged for _, charged in below)
        if not below or as_leaf <= branch + MARGIN + TIE:
            return node.as_leaf() if below else node, as_leaf
        return with_children(node, [child for child, _ in below]), branch

    tree = as_tree(tree, "prune_pessimistic")
    check_counted(tree)
    return tree.fold(step)[0]


def check_counted(tree, what="pessimistic pruning estimates errors from"):
    """Refuse a tree without class counts, saying what needs them."""
    if tree.classes is None or any(node.stats is None for node in tree.walk()):
        raise InputError(
            f"{what} class counts, which this tree lacks: grow a classification tree, or give its "
            "leaves counts"
        )
