"""C4.5's growth: the best gain ratio among the questions whose gain is at least average."""

from __future__ import annotations

from math import inf, log2

import numpy as np
import pandas as pd

from ..kernels import TIE
from ..measures import best, information_gain, split_information
from ..questions import Groups, Threshold
from ..tree import Node, ask, leaf
from .rows import check, is_number, majority_leaf, two_way_questions, values


def c45(
    X: pd.DataFrame,
    y: pd.Series,
    min_cases: float = 2,
    default: object = None,
    whole: tuple | None = None,
) -> Node:
    """C4.5 (Quinlan 1993, release 8) without pruning: one branch per value, or x ≤ t for a number.

    Parameters:
        X: a DataFrame.
        y: a Series of classes.
        min_cases: a question is admissible if two branches have so many rows; 2 by default.
        default: the majority class of the parent; leave it out when you call `c45`.
        whole: the whole training table; leave it out, too.

    Lecture 004, C4.5; the estimator `C45(prune=False, collapse=False)` grows the same tree.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(c45(buys.X, buys.y))
    age?  [5 no, 9 yes]
    ├─ youth: student?  [3 no, 2 yes]
    │  ├─ no: no (3)
    │  └─ yes: yes (2)
    ├─ middle_aged: yes (4)
    └─ senior: credit_rating?  [2 no, 3 yes]
       ├─ fair: yes (3)
       └─ excellent: no (2)
    """
    X0, y0, _ = whole = whole or check(X, y)
    n = len(y)
    if n == 0:
        return leaf(default, {})
    node = majority_leaf(y, np.ones(n))
    if n < 2 * min_cases or y.nunique() == 1:
        return node

    tests = []  # (gain, split information, question) of every admissible question
    for A in X:
        if is_number(X[A]):
            least = max(min(0.1 * n / y0.nunique(), 25), min_cases)
            tests += best_threshold(X[A], y, X0[A], least)
        elif (X[A].value_counts() >= min_cases).sum() >= 2:
            question = Groups(A, {value: j for j, value in enumerate(values(X0[A]))})
            tests.append((information_gain(X[A], y), split_information(X[A]), question))

    # A column with nearly as many values as rows must not raise the average.
    few = [A for A in X0 if is_number(X0[A]) or X0[A].nunique() < 0.3 * len(y0)] or list(X0)
    gains = [gain for gain, _, question in tests if question.feature in few]
    average = sum(gains) / len(gains) if gains else inf
    at, ratio = best([g / s if g >= average - 1e-3 else -inf for g, s, _ in tests])
    if ratio <= 0:
        return node
    question = tests[at][2]
    branch = question.route(X[question.feature])
    parts = [branch == j for j in range(question.n_children)]
    children = [c45(X[D], y[D], min_cases, node.prediction, whole) for D in parts]
    return ask(question, *children, prediction=node.prediction)


def best_threshold(x, y, x0, least):
    """[(gain, split information, x ≤ t)] of the best cut with `least` rows on both sides, or [].

    Release 8 lowers the gain by log₂(cuts)/n, because the best of many cuts looks good by chance; t
    is the largest value of the whole training table x0 below the cut.
    """
    cuts = [q.value for q in two_way_questions(x)]
    cuts = [t for t in cuts if min(sum(x <= t), sum(x > t)) >= least - TIE]
    at, gain = best([information_gain(x <= t, y) for t in cuts])
    if cuts and gain - log2(len(cuts)) / len(y) > TIE:
        gain -= log2(len(cuts)) / len(y)
        t = x0[x0 <= cuts[at]].max()
        return [(gain, split_information(x <= t), Threshold(x.name, t))]
    return []
