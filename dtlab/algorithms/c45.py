"""C4.5 (Quinlan 1993, release 8): gain ratio, thresholds, missing values by fractions, pessimistic
pruning.

`textbook/c45.py` is its growth as a recursion; here the engine does it for all nodes of a level at
once. J48 of Weka follows the same rules; `tests/dtlab/algorithms/test_c45_oracle.py` has its trees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.flat import leaf_shares
from ..engine.grow import Recipe
from ..inputs.frames import pick
from ..kernels import TIE
from ..kernels.sorting import best_cut
from ..measures.features import best
from ..measures.impurity import entropy
from ..pruning.pessimistic import collapse, prune_pessimistic
from ..pruning.raising import prune_raising
from ..pruning.stopping import lighter_than, pure
from ..questions.best_questions import EVERY_NODE, BestQuestions, Piece, combine
from ..questions.own_parts import OwnQuestions
from ..questions.search import chunked_cuts, midpoints, search_in_blocks
from ..tree.explain import Explanation
from ..typing import Columns, Frame, Row
from .base import TreeClassifier


@dataclass(eq=False, repr=False)
class C45(TreeClassifier):
    """C4.5: the best gain ratio among the questions of at least average gain.

    A category has one branch per value, a number is cut where the gain is highest. Rows with a
    missing value go down every branch with its share. The tree is then pruned. Lecture 001, lecture
    004 "C4.5".

    Parameters:
        min_cases: the weight that two branches must have, and both sides of a threshold; 2 by
            default.
        confidence: of the pessimistic error, above 0 and at most 0.5; smaller prunes more. 0.25 by
            default.
        prune: prune by the pessimistic error; True by default.
        raising: pruning may put a node's largest branch in its place; True by default.
        collapse: first cut the subtrees that make no fewer training errors than a leaf; True by
            default.
        two_branches: a category needs two branches of `min_cases`; True by default, False asks for
            two that are not empty.
        numeric_correction: lower the gain of a threshold by log₂(cuts)/n; True by default.
        threshold: "value" (default) asks for the training value below the cut, "midpoint" half-way.
        max_depth: the most questions on a path; None (default) for no limit.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        stop, questions: your own functions of one node and of one column, as in `ID3`; None
            (default) for the algorithm's.

    >>> from dtlab import load
    >>> buys = load("buys_computer", id_as_feature=True)
    >>> C45(categorical=["RID"]).fit(buys.X, buys.y).tree_.question.feature
    'age'
    """

    min_cases: float = 2
    confidence: float = 0.25
    prune: bool = True
    raising: bool = True
    collapse: bool = True
    two_branches: bool = True
    numeric_correction: bool = True
    threshold: str = "value"
    max_depth: int | None = None
    categorical: Columns = None
    stop: Callable | None = None
    questions: Callable | None = None

    min_samples_split = 2

    def _recipe(self, table, target):
        return Recipe(
            numeric=NumericTests(self, len(target.labels)),
            categorical=BranchTests(self),
            impurity=entropy,
            stop=[pure, *self._limits(), lighter_than(2 * self.min_cases)],
            choose=partial(best_of_average_gain, table, self._total),
            between=partial(value_below, table) if self.threshold == "value" else midpoints,
            share_missing=True,
        )

    def _own_questions(self, ask, recipe):
        return OwnTests(ask, recipe.categorical, share_missing=True)

    def _prune(self):
        if self.collapse:
            self._keep_node(collapse(self.tree_))
        if self.prune and self.raising:
            y = self.classes_[self._target.codes]
            self._keep_node(
                prune_raising(self.tree_, self._table, y, self._weight, self.confidence)
            )
        elif self.prune:
            self._keep_node(prune_pessimistic(self.tree_, self.confidence))

    def predict(self, X: Frame) -> NDArray[Any]:
        """The most probable class of every row; the first of equally probable ones.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        codes = self._answers(self._rows(X))
        return self.classes_[codes]

    def predict_proba(self, X: Frame) -> NDArray[np.float64]:
        """[n, classes] class shares where each row ends; a value without a branch goes down all of
        them.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        return self._class_shares(self._rows(X))

    def explain(self, row: Row) -> Explanation:
        """The path of one row; at an answer without a branch, what all branches together say.

        Parameters:
            row: the values of one instance by feature (dictionary or Series).
        """
        import pandas as pd

        path = self.tree_.explain(row)
        if path.node.is_leaf:
            return path
        # what the tree never asks may be left out of the row
        asked = {node.question.feature for node in self.tree_.walk() if node.question}
        values = [pick(row, name) if name in asked else None for name in self._table.names]
        pairs = zip(self._table.columns, values, strict=True)
        X = np.column_stack([column.encode(pd.Series([value])) for column, value in pairs])
        shares = self._class_shares(X)[0]
        label = self.classes_[best(shares)[0]]
        end = path.node.as_leaf().replace(prediction=label, stats=shares, impurity=None)
        return Explanation(path.steps, end)

    def _answers(self, rows):
        shares = self._class_shares(rows)
        return best(shares, axis=1)[0]

    def _class_shares(self, rows):
        """[n, classes] the class shares of all leaves that a row comes to, by its share in each."""
        row, node, share = leaf_shares(self._flat, rows)
        shares = np.zeros((len(rows), len(self.classes_)))
        np.add.at(shares, row, share[:, None] * self._node_shares()[node])
        return shares


@dataclass(slots=True)
class BranchTests:
    """One branch per value: gain × known fraction; missing values count as one more branch."""

    model: C45

    def search(self, level, table, target, features):
        total = level.stats.sum(axis=1)
        stats = target.per_entry(level)
        gain = np.empty((len(features), level.m))
        ratio = np.empty((len(features), level.m))
        branch = []
        for k, f in enumerate(features):
            V = table.sizes[f]
            for nodes, tables in level.tables(table, stats, f):
                gain[k, nodes], ratio[k, nodes] = self(tables, total[nodes])
            branch.append(np.broadcast_to(np.arange(V), (level.m, V)))
        return BestQuestions.groups(ratio, branch, gain)

    def __call__(self, tables, total):
        """Gain and gain ratio of tables [m, V, K] in nodes of this total weight [m]."""
        least = self.model.min_cases - TIE if self.model.two_branches else TIE
        weight = tables.sum(axis=-1)
        gain = (_bits(tables.sum(axis=1)) - _bits(tables).sum(axis=1)) / total
        unknown = np.maximum(total - weight.sum(axis=1), 0)
        split = _bits(np.column_stack((weight, unknown))) / total
        return gain, _ratio(gain, split, (weight >= least).sum(axis=1) >= 2)


class OwnTests(OwnQuestions):
    """A student's own questions; the criterion is `BranchTests`."""

    @staticmethod
    def judge(criterion, tables, stats):
        gain, ratio = criterion(tables, stats.sum(keepdims=True))
        return float(gain[0]), float(ratio[0])


@dataclass(slots=True)
class NumericTests:
    """x ≤ t at the cut of highest gain; both sides need a tenth of the average class, within
    limits.
    """

    model: C45
    n_classes: int

    def search(self, level, table, target, features):
        def search_block(part):
            pieces = list(self._search(part, table, target, features))
            return combine(len(features), part.m, pieces)

        return search_in_blocks(level, len(features), search_block)

    def _search(self, level, table, target, features):
        total = level.stats.sum(axis=1)
        stats = target.per_entry(level)
        every = np.ones(len(features), bool)
        for chunk, cuts in chunked_cuts(level, table, stats, features, every):
            n = np.tile(total, len(chunk))
            known = cuts.total.sum(axis=0)
            least = np.clip(0.1 * known / self.n_classes, None, 25)
            least = np.maximum(least, self.model.min_cases) - TIE
            left = cuts.left.sum(axis=0)
            wide = np.minimum(left, cuts.spread(known) - left) >= cuts.spread(least)
            right = cuts.spread(cuts.total) - cuts.left
            gain = cuts.spread(_bits(cuts.total.T) / n)
            gain = gain - (_bits(cuts.left.T) + _bits(right.T)) / cuts.spread(n)
            index, top = best_cut(np.where(wide, gain, -np.inf), cuts.per_segment)
            found = np.flatnonzero(index >= 0)
            at, gain = index[found], top[found]
            if self.model.numeric_correction:
                segment = cuts.spread(np.arange(len(n)))
                tried = np.bincount(segment[wide], minlength=len(n))
                gain = gain - np.log2(tried[found]) / n[found]
            n, known = n[found], known[found]
            sides = np.column_stack((left[at], known - left[at], np.maximum(n - known, 0)))
            ratio = _ratio(gain, _bits(sides) / n, gain > TIE)
            shape = len(chunk), level.m
            place = found // level.m, found % level.m
            below = cuts.below(at)
            above = cuts.above(at)
            questions = BestQuestions.thresholds(shape, place, ratio, below, above, gain)
            yield Piece(chunk, EVERY_NODE, questions)


def best_of_average_gain(table, n, options):
    """Choose the best gain ratio among the questions whose gain reaches the average.

    A category with 0.3 n values or more, such as an id, does not count in the average.
    """
    few = table.is_number | (table.sizes < 0.3 * n)
    admissible = options.score > -np.inf
    in_mean = admissible & (few | ~few.any())[:, None]
    total = np.where(in_mean, options.gain, 0.0).sum(axis=0)
    mean = total / np.maximum(in_mean.sum(axis=0), 1)
    chosen = admissible & (options.gain >= mean - 1e-3) & (options.score > TIE)
    score = np.where(chosen & in_mean.any(axis=0), options.score, -np.inf)
    return best(score, axis=0)[0]


def value_below(table, below, above, feature):
    """Quinlan's threshold: the largest value of the whole training set at or below the midpoint."""
    middle = midpoints(below, above)
    feature = np.broadcast_to(feature, np.shape(middle))
    for f in np.unique(feature[np.isfinite(middle)]):
        here = (feature == f) & np.isfinite(middle)
        numbers = table.numbers[f]
        middle[here] = numbers[np.searchsorted(numbers, middle[here], side="right") - 1]
    return middle


def _ratio(gain, split, admissible):
    """Gain / split information, 0 for no split; −inf where the question may not be asked."""
    ratio = np.divide(gain, split, out=np.zeros_like(gain), where=split > TIE)
    return np.where(admissible, ratio, -np.inf)


def _bits(counts):
    """n · H of counts on the last axis, n log₂ n − Σ c log₂ c: what adding up children needs."""
    return _xlogx(counts.sum(axis=-1)) - _xlogx(counts).sum(axis=-1)


def _xlogx(x):
    return x * np.log2(np.where(x > TIE, x, 1.0))
