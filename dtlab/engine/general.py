"""The general way to hold a level and to search it: entries in any order.

It knows weights, missing values, categories, any recipe, and batches of trees. What `grow` asks of
a way: its `root`, a level with `only` some of its nodes, the `best` question of every node, and how
these `split` the level. The other way is quick.py.
"""

from dataclasses import dataclass

import numpy as np

from ..kernels.sorting import TIE
from ..questions.routing import routed, shared, without_gaps
from ..questions.search import Options
from .builder import Questions
from .level import Level, Roots


def best_score(options, level):
    """The feature with the highest score at each node; a tie goes to the earlier column."""
    top = np.fmax.reduce(options.score, axis=0)  # the rule of `measures.best`, a third of its time
    return (options.score >= top - TIE * np.maximum(1.0, np.abs(top))).argmax(axis=0)


def search(level, table, target, recipe):
    """The best question of every feature at every node of the level."""
    options = Options.empty(len(table.columns), level.m)
    usable = level.allowed.any(axis=0)  # [F]
    for searcher, features in (
        (recipe.numeric, np.flatnonzero(table.is_number & usable)),
        (recipe.categorical, np.flatnonzero(~table.is_number & usable)),
    ):
        if len(features):
            searcher.search(level, table, target, features, options)
    if recipe.once:
        options.score[~level.allowed.T] = -np.inf
    return options


@dataclass(slots=True)
class Chosen:
    """The feature that every node [m] asks, among its options; a score of −inf: it asks none."""

    feature: np.ndarray
    score: np.ndarray
    options: Options

    def only(self, keep):
        return Chosen(self.feature[keep], self.score[keep], self.options.only(keep))


@dataclass(slots=True)
class General:
    """Rows of weight zero do not take part; with `roots` the first level has those of a batch."""

    table: object
    target: object
    recipe: object
    weight: np.ndarray | None = None  # [n]
    roots: Roots | None = None

    def root(self):
        start = self.roots or self._one_root()
        weight = None if self.weight is None else self.weight[start.row]
        level = self._opened(0, start.row, start.tree, weight, start.allowed)
        level.tree = None if self.roots is None else np.arange(level.m)
        return level

    def _one_root(self):
        table, weight = self.table, self.weight
        row = np.arange(table.codes.shape[1]) if weight is None else np.flatnonzero(weight > 0)
        return Roots(row, np.zeros(len(row), np.int64), np.ones((1, len(table.columns)), bool))

    def _opened(self, depth, row, node, weight, allowed):
        """A new level of nodes, in each of which the target is added up."""
        m = len(allowed)
        stats, n_entries = self.target.summary(row, node, m, weight), np.bincount(node, minlength=m)
        return Level(depth, None, row, node, weight, stats, n_entries, allowed)

    def only(self, level, keep):
        return level.only(keep)

    def best(self, level):
        """Choose a question for every node, and refuse those that a rule does not accept."""
        recipe = self.recipe
        options = (recipe.search or search)(level, self.table, self.target, recipe)
        feature = (recipe.choose or best_score)(options, level)
        score = options.score[feature, np.arange(level.m)]
        for accept in recipe.accept:
            score = np.where(accept(level, feature, options), score, -np.inf)
        return Chosen(feature, score, options)

    def split(self, level, chosen):
        """The questions of the nodes, and the level of their children."""
        options, at = chosen.options, (chosen.feature, np.arange(level.m))
        branch, branch_at, child = routed(level, chosen.feature, options, self.table)
        child, n_children, branch, missing = without_gaps(
            level, child, branch, branch_at, options.missing[at]
        )
        threshold = None if options.threshold is None else options.threshold[at]
        questions = Questions(
            level.ids, chosen.feature, chosen.score, options.below[at], options.above[at],
            threshold, missing, n_children, branch_at, branch,
        )  # fmt: skip
        return questions, self._below(level, questions, child)

    def _below(self, level, questions, child):
        """Send the entries down to their children."""
        n_children = questions.n_children
        first = n_children.cumsum() - n_children
        row, node, weight = level.row, first.take(level.node) + child, level.weight
        if self.recipe.share_missing and (child < 0).any():
            row, node, weight = shared(level, child, first, n_children)
        allowed = level.allowed
        if self.recipe.once:
            grouped = questions.branch_at >= 0
            allowed = allowed.copy()
            allowed[grouped, questions.feature[grouped]] = False
        allowed = allowed.repeat(n_children, axis=0)
        opened = self._opened(level.depth + 1, row, node, weight, allowed)
        opened.tree = None if level.tree is None else level.tree.repeat(n_children)
        return opened
