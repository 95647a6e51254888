"""CHAID: merge the values that do not differ, then ask how sure the remaining difference is."""

from __future__ import annotations

from itertools import combinations
from math import comb, factorial, inf, log

import pandas as pd

from ..inputs.errors import InputError
from ..measures import best, cross_table, table_chi_square
from ..questions import Groups
from ..tree import Node, ask
from .rows import MOST, check, is_number, majority_leaf, two_groups


def chaid(
    X: pd.DataFrame, y: pd.Series, alpha_merge: float = 0.05, alpha_split: float = 0.05
) -> Node:
    """CHAID (Kass 1980): the question with the smallest p-value, corrected for the ways to merge.

    Parameters:
        X: a DataFrame of nominal columns.
        y: a Series of classes.
        alpha_merge: values are merged while p is above this; 0.05 by default.
        alpha_split: a node is split if the corrected p is at most this; 0.05 by default.

    Lecture 001, Others; the estimator `dtlab.CHAID` grows the same tree. Of the women on the
    Titanic, 2nd class and crew do not differ (p = 0.92), so their branches are merged:

    >>> from dtlab import load
    >>> people = load("titanic")
    >>> print(chaid(people.X[["class", "sex"]], people.y))
    sex?  [1490 no, 711 yes]
    ├─ female: class?  [126 no, 344 yes]
    │  ├─ 1st: yes [4 no, 141 yes]
    │  ├─ 2nd, Crew: yes [16 no, 113 yes]
    │  └─ 3rd: no [106 no, 90 yes]
    └─ male: class?  [1364 no, 367 yes]
       ├─ 1st: no [118 no, 62 yes]
       ├─ 2nd, 3rd: no [576 no, 113 yes]
       └─ Crew: no [670 no, 192 yes]
    """
    X, y, w = check(X, y)
    node = majority_leaf(y, w)
    if y.nunique() == 1:
        return node
    tests = []  # (−ln of the corrected p-value, question)
    for A in X:
        refuse_all_but_nominal(X[A])
        table, levels, _ = cross_table(X[A], y)  # [value, class]
        groups = merged_groups(table, alpha_merge)
        child = {levels[i]: j for j, group in enumerate(groups) for i in group}
        tests.append((-log(corrected_p_value(table, groups)), Groups(A, child)))

    at, score = best([score if question.n_children > 1 else -inf for score, question in tests])
    if score < -log(alpha_split):
        return node
    question = tests[at][1]
    branch = question.route(X[question.feature])
    parts = [branch == j for j in range(question.n_children)]
    children = [chaid(X[D], y[D], alpha_merge, alpha_split) for D in parts]
    return ask(question, *children, prediction=node.prediction)


def merged_groups(table, alpha):
    """Groups of rows of the table: merge the two most alike while p > alpha, then split a group of
    three or more again if two parts of it differ after all (p ≤ alpha).
    """
    groups = [(i,) for i in range(len(table))]
    seen = []
    while True:
        while len(groups) > 2:
            pairs = list(combinations(groups, 2))
            at, p = best([p_value(table, pair) for pair in pairs])
            if p <= alpha:
                break
            groups = sorted({*groups, tuple(sorted(sum(pairs[at], ())))} - set(pairs[at]))
        halves = [pair for group in groups if len(group) > 2 for pair in two_groups(group)]
        at, minus_p = best([-p_value(table, pair) for pair in halves])
        if -minus_p > alpha or groups in seen:  # a state that comes back would come back for ever
            return groups
        seen.append(groups)
        groups = sorted({*groups, *halves[at]} - {tuple(sorted(sum(halves[at], ())))})


def p_value(table, groups):
    """Pearson's χ² test: how probable so large a difference between the groups is by chance."""
    return table_chi_square([table[list(group)].sum(axis=0) for group in groups]).p_value


def corrected_p_value(table, groups):
    """p × the number of ways in which c values form r groups (Bonferroni), at most 1."""
    c, r = len(table), len(groups)
    ways = sum((-1) ** i * comb(r, i) * (r - i) ** c for i in range(r)) // factorial(r)
    return min(max(p_value(table, groups), 1e-300) * ways, 1.0)


def refuse_all_but_nominal(x):
    """Numbers and ordered values may only be merged with their neighbours: use the estimator."""
    ordered = getattr(x.dtype, "ordered", False) and x.nunique() > 2
    if is_number(x) or ordered or x.nunique() > MOST:
        raise InputError(
            f"column {x.name!r} must be nominal with at most {MOST} values: "
            "use dtlab.CHAID for numbers, for ordered categories and for more values"
        )
