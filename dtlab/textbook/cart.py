"""CART as lecture 004 tells it: the question with two answers that makes the purest parts."""

from __future__ import annotations

from math import inf

import pandas as pd

from ..measures import best, gini, information_gain
from ..tree import Node, ask
from ..typing import Values
from .rows import check, majority_leaf, two_way_questions


def cart(
    X: pd.DataFrame, y: pd.Series, weights: Values | None = None, max_depth: float = inf
) -> Node:
    """CART (Breiman et al. 1984): two branches, the largest decrease of Gini impurity.

    The splitting subset with the smallest Gini(A, D) has the largest decrease Gini(D) − Gini(A, D).

    Parameters:
        X: a DataFrame.
        y: a Series of classes.
        weights: one number per row; None (default) counts every row once.
        max_depth: the most questions on a path; no limit by default.

    Lecture 004, CART; the estimator `dtlab.CART` grows the same tree.

    >>> from dtlab import load
    >>> buys = load("buys_computer")
    >>> print(cart(buys.X, buys.y, max_depth=2))
    age?  [5 no, 9 yes]
    ├─ youth, senior: student?  [5 no, 5 yes]
    │  ├─ no: no [4 no, 1 yes]
    │  └─ yes: yes [1 no, 4 yes]
    └─ middle_aged: yes (4)
    """
    X, y, w = check(X, y, weights)
    node = majority_leaf(y, w)
    questions = [question for A in X for question in two_way_questions(X[A])]
    if y.nunique() == 1 or max_depth == 0 or not questions:
        return node

    decrease = [information_gain(q.route(X[q.feature]), y, gini, w) for q in questions]
    at, _ = best(decrease)
    question = questions[at]
    branch = question.route(X[question.feature])
    D = [branch == 0, branch == 1]
    children = [cart(X[Dj], y[Dj], w[Dj], max_depth - 1) for Dj in D]
    return ask(question, *children, prediction=node.prediction)
