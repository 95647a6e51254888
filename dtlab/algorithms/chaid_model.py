"""CHAID (Kass 1980): a χ² test chooses the question, after values that do not differ have been
merged.
"""

from dataclasses import dataclass

import numpy as np

from ..engine.grow import Recipe
from ..engine.table import bin_numbers, with_order
from ..measures.impurity import gini, lift
from .base import TreeClassifier
from .chaid import bin_edges, merge_categories


class CHAID(TreeClassifier):
    """CHAID: the question with the smallest p-value, corrected for the ways to merge its values.

    Values of a category are merged while the least different pair has p > alpha_merge; of an
    ordered one only neighbours are, and a number is binned into at most `bins` intervals first;
    missing values are a category of their own that may join any group. A node is split if the
    corrected p is at most alpha_split. A question's score is −ln of that p. Lecture 001 names it.

    ordinal: which categories are ordered; None: those of an ordered pandas dtype.

    >>> from dtlab import load
    >>> people = load("titanic")
    >>> print(CHAID(max_depth=1).fit(people.X[["class"]], people.y).tree_)
    class?  [1490 no, 711 yes]
    ├─ 1st: yes [122 no, 203 yes]
    ├─ 2nd: no [167 no, 118 yes]
    └─ 3rd, Crew: no [1201 no, 390 yes]
    """

    def __init__(
        self, alpha_merge=0.05, alpha_split=0.05, bins=10, max_depth=None, min_samples_split=2,
        ordinal=None, categorical=None,
    ):  # fmt: skip
        self.alpha_merge = alpha_merge
        self.alpha_split = alpha_split
        self.bins = bins
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.ordinal = ordinal
        self.categorical = categorical

    def _prepared(self, table):
        if self.ordinal is not None:
            table = with_order(table, self.ordinal)
        return bin_numbers(table, lambda x: bin_edges(x, self.bins, self.weight_))

    def _recipe(self, table, target):
        merged = MergedGroups(self.alpha_merge)
        return Recipe(merged, merged, lift(gini), self._limits(), (self._is_significant,))

    def _is_significant(self, level, feature, options):
        return options.score[feature, np.arange(level.m)] >= -np.log(self.alpha_split)


@dataclass(slots=True)
class MergedGroups:
    """Node by node, the groups of values that differ significantly."""

    alpha_merge: float

    def search(self, level, table, target, features, options):
        for f in features:
            V, ordered = int(table.sizes[f]), table.columns[f].ordered
            codes = table.codes[f][level.row]
            missing = V if (codes < 0).any() else None
            cell = level.node * (V + 1) + np.where(codes < 0, V, codes)
            tables = target.tables(level, cell, level.m * (V + 1)).reshape(level.m, V + 1, -1)
            options.branch[f] = np.full((level.m, V), -1)
            for node in range(level.m):
                merged = merge_categories(tables[node], ordered, missing, self.alpha_merge)
                if len(merged.groups) > 1:
                    self._record(merged, f, node, V, options)

    def _record(self, merged, f, node, V, options):
        for child, group in enumerate(merged.groups):
            values = [v for v in group if v < V]
            options.branch[f][node, values] = child
            if V in group:
                options.missing[f, node] = child
        options.score[f, node] = options.gain[f, node] = 0.0 - merged.log_adjusted_p
