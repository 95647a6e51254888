"""Reduced-error pruning as lecture 000 draws it: from the leaves up, on validation rows."""

from __future__ import annotations

import pandas as pd

from ..inputs.frames import pick
from ..kernels import TIE
from ..tree import Node
from .rows import check_pair


def reduced_error(tree: Node, X: pd.DataFrame, y: pd.Series) -> Node:
    """The tree without the branches that make no fewer errors than a leaf on validation rows X, y.

    A node that no row reaches is pruned (0 ≤ 0). Errors are counted; if the tree predicts numbers,
    they are squared and added up.

    Parameters:
        tree: the tree to prune.
        X: a DataFrame of validation rows.
        y: their classes or numbers, a Series.

    Lecture 000 §4.4.4; `dtlab.reduced_error` also shows every step.

    >>> from dtlab import ask, load
    >>> gender = ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu")
    >>> stable = ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen")
    >>> tree = ask("CORE-TEMP", {"low": gender, "high": stable}, prediction="icu")
    >>> patients = load("postop_validation")
    >>> print(reduced_error(tree, patients.X, patients.y))
    CORE-TEMP?  [icu]
    ├─ low: icu
    └─ high: STABLE-TEMP?  [gen]
       ├─ True: gen
       └─ False: icu
    """
    check_pair(X, y)
    question = tree.question
    if question is None:  # a leaf
        return tree
    branch = question.route(pick(X, question.feature))
    children = []
    for j, child in enumerate(tree.children):
        D = branch == j
        children.append(reduced_error(child, X[D], y[D]))
    tree = tree.replace(children=children)
    if errors(tree.as_leaf(), X, y) <= errors(tree, X, y) * (1 + TIE):
        return tree.as_leaf()
    return tree


def errors(tree, X, y):
    """How many rows the tree gets wrong; if it predicts numbers, not classes, Σ (y − ŷ)²."""
    if tree.classes is None and isinstance(tree.prediction, float):
        return ((y - tree.predict(X)) ** 2).sum()
    return (y != tree.predict(X)).sum()
