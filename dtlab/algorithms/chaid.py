"""CHAID's idea: put categories together that do not differ, then ask how sure the difference is.

Kass (1980): merge the two categories whose class counts differ least while that difference is not
significant; take a merged group apart again if two parts of it differ significantly; multiply the
p-value of what remains by the number of ways in which it could have been formed (Bonferroni).

c categories in r groups; a table is [category, class], a row per category. `textbook/chaid.py` is
this as a recursion; here the engine does it for all nodes of a level at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, exp, factorial, lgamma, log
from typing import NamedTuple

import numpy as np

from ..engine.grow import Recipe
from ..engine.table import bin_numbers, with_order
from ..measures.gains import chi_square_statistic, table_chi_square
from ..measures.impurity import gini
from ..pruning.stopping import pure
from ..questions.best_questions import NO_CHILD, BestQuestions
from ..questions.own_parts import OwnQuestions
from ..typing import Columns
from .base import TreeClassifier
from .chaid_merging import Merging


@dataclass(eq=False, repr=False)
class CHAID(TreeClassifier):
    """CHAID: the question with the smallest p-value, corrected for the ways to merge its values.

    Values of a category are merged while the least different pair does not differ significantly; of
    an ordered one only neighbours are, and a number is binned first; missing values are a category
    of their own that may join any group. A question's score is −ln of its corrected p. Lecture 001
    names it.

    Parameters:
        alpha_merge: values are merged while p is above this; 0.05 by default.
        alpha_split: a node is split if the corrected p is at most this; 0.05 by default.
        bins: the most intervals of a number, 10 by default.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        ordinal: names or positions of the categories that are ordered; None (default) for those of
            an ordered pandas dtype.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        stop: your own function of one node, as in `ID3`; None (default) for none.
        questions: your own function of one column, as in `ID3`; nothing is merged or binned then,
            and p is not corrected. None (default) for CHAID's.

    >>> from dtlab import load
    >>> people = load("titanic")
    >>> print(CHAID(max_depth=1).fit(people.X[["class"]], people.y).tree_)
    class?  [1490 no, 711 yes]
    ├─ 1st: yes [122 no, 203 yes]
    ├─ 2nd: no [167 no, 118 yes]
    └─ 3rd, Crew: no [1201 no, 390 yes]
    """

    alpha_merge: float = 0.05
    alpha_split: float = 0.05
    bins: int = 10
    max_depth: int | None = None
    min_samples_split: int = 2
    ordinal: Columns = None
    categorical: Columns = None
    stop: Callable | None = None
    questions: Callable | None = None

    def _prepare(self, table):
        if self.ordinal is not None:
            table = with_order(table, self.ordinal)
        if self.questions is not None:
            return table
        return bin_numbers(table, lambda x: bin_edges(x, self.bins, self._weight))

    def _own_questions(self, ask, recipe):
        return OwnQuestions(ask, minus_log_p)

    def _recipe(self, table, target):
        merged = MergedGroups(self.alpha_merge)
        return Recipe(
            numeric=merged, categorical=merged, impurity=gini, stop=[pure, *self._limits()],
            accept=[self._is_significant],
        )  # fmt: skip

    def _is_significant(self, level, feature, options):
        return options.score[feature, np.arange(level.m)] >= -np.log(self.alpha_split)


def minus_log_p(tables):
    """−ln p [m] of the χ² test on each of some tables [m, child, class]."""
    return [-log_p_value(*test) for test in zip(*chi_square_statistic(tables), strict=True)]


@dataclass(slots=True)
class MergedGroups:
    """Node by node, the groups of values that differ significantly."""

    alpha_merge: float

    def search(self, level, table, target, features):
        shape = len(features), level.m
        score = np.full(shape, -np.inf)
        missing = np.full(shape, NO_CHILD)
        branch = [np.full((level.m, table.sizes[f]), NO_CHILD) for f in features]
        for k, f in enumerate(features):
            V = int(table.sizes[f])
            ordered = table.columns[f].ordered
            codes = table.codes[f][level.row]
            missing_row = V if (codes < 0).any() else None
            cell = level.node * (V + 1) + np.where(codes < 0, V, codes)
            tables = target.tables(level, cell, level.m * (V + 1)).reshape(level.m, V + 1, -1)
            for node in range(level.m):
                merged = merge_categories(tables[node], ordered, missing_row, self.alpha_merge)
                if len(merged.groups) < 2:
                    continue
                for child, group in enumerate(merged.groups):
                    branch[k][node, [v for v in group if v < V]] = child
                    if V in group:
                        missing[k, node] = child
                score[k, node] = 0.0 - merged.log_adjusted_p
        return BestQuestions.groups(score, branch, missing=missing)


class Merged(NamedTuple):
    """Groups of categories, the chi-square test between them, and Bonferroni's correction."""

    groups: tuple  # of tuples of category numbers
    statistic: float
    df: int
    p_value: float
    multiplier: int
    adjusted_p: float
    log_adjusted_p: float  # tells apart what is 0 in floats
    steps: tuple


def bonferroni(c, r, ordered=False, missing=False):
    """In how many ways c categories can form r groups: the factor on the p-value.

    Nominal Σᵢ (−1)ⁱ (r−i)ᶜ / (i! (r−i)!); ordered C(c−1, r−1), as groups are neighbours; ordered
    with a missing category that may join any group C(c−2, r−2) + r C(c−2, r−1). Lecture 001,
    Others: CHAID. Three ages in two groups:
    >>> bonferroni(3, 2), bonferroni(3, 2, ordered=True), bonferroni(3, 2, True, missing=True)
    (3, 2, 3)
    """
    if ordered and missing and c > 1:
        return (comb(c - 2, r - 2) if r > 1 else 0) + r * comb(c - 2, r - 1)
    if ordered:
        return comb(c - 1, r - 1)
    return sum((-1) ** i * comb(r, i) * (r - i) ** c for i in range(r)) // factorial(r)


def merge_categories(table, ordered=False, missing=None, alpha_merge=0.05):
    """Merge categories while p > alpha_merge, splitting groups of three or more where p ≤ it.

    Two groups stay two, however alike: their p-value says whether the split is worth anything.
    `missing` is the row of the missing category, which in an ordered predictor may join any group;
    rows without cases belong to no group. Lecture 001, Others: CHAID. On the Titanic the third
    class and the crew do not differ (p = 0.56):
    >>> merged = merge_categories([[122, 203], [167, 118], [528, 178], [673, 212]])
    >>> merged.groups, round(merged.steps[0].p_value, 2), merged.multiplier
    (((0,), (1,), (2, 3)), 0.56, 6)
    """
    merging = Merging(np.asarray(table, float), ordered, missing)
    seen = set()
    while True:
        merging.merge_all(alpha_merge)
        state = frozenset(merging.groups)
        if state in seen or not merging.split_one(alpha_merge):
            return _test_groups(merging)
        seen.add(state)  # a state that comes back would come back for ever


def _test_groups(merging):
    """Test the groups against each other, and correct for having chosen them."""
    c = sum(map(len, merging.groups))
    r = max(len(merging.groups), 1)
    factor = bonferroni(c, r, merging.ordered, merging.floating is not None) if c else 1
    statistic, df, p = table_chi_square([*merging.counts, np.zeros(merging.table.shape[1])])
    logarithm = min(log_p_value(statistic, df) + log(factor), 0.0)
    groups = tuple(sorted(merging.groups))
    steps = tuple(merging.steps)
    return Merged(groups, statistic, df, p, factor, exp(logarithm), logarithm, steps)


def log_p_value(statistic, df):
    """ln P(χ² > statistic), also where the p-value is too small for a float.

    There the upper incomplete gamma function is a continued fraction, Γ(a, x) = e⁻ˣ xᵃ / (x + 1 − a
    − 1 (1−a) / (x + 3 − a − …)) with a = df/2, x = statistic/2. Lecture 001, Others: CHAID.
    >>> round(log_p_value(456.87, 1), 2), round(log_p_value(5000, 1), 1)
    (-231.73, -2504.5)
    """
    from scipy.special import chdtrc

    p = float(chdtrc(df, statistic)) if df else 1.0
    if p > 1e-290:
        return log(p)
    a, x = df / 2, statistic / 2
    fraction = 0.0
    for i in range(200, 0, -1):
        fraction = i * (i - a) / (x + 2 * i + 1 - a - fraction)
    return -x + a * log(x) - lgamma(a) - log(x + 1 - a - fraction)


def bin_edges(x, n_bins=10, weights=None):
    """Upper ends of at most n_bins intervals of about equal weight; the last interval is open.

    A number becomes an ordered category by `np.searchsorted(edges, x)`: edge i−1 < x ≤ edge i.
    Equal values stay together. Lecture 001, Others: CHAID.
    >>> bin_edges([1, 2, 3, 4, 5, 6, 7, 8], n_bins=4).tolist()
    [2.0, 4.0, 6.0]
    """
    x = np.asarray(x, float)
    weights = np.ones(len(x)) if weights is None else np.asarray(weights, float)
    known = ~np.isnan(x) & (weights > 0)
    values, at = np.unique(x[known], return_inverse=True)
    if len(values) <= n_bins:
        return values[:-1]
    weight = np.bincount(at, weights[known])
    middle = (np.cumsum(weight) - weight / 2) / weight.sum()
    return values[:-1][np.diff((middle * n_bins).astype(int)) > 0]
