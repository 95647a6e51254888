"""A learner's question, counted by the engine that also grows ID3, C4.5 and CART.

A *spot* is a node of the learner's tree with the training rows that come to it. The engine is asked
three things there: what a given question does, what an algorithm would ask, and how the algorithm
would go on.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...algorithms.c45 import C45
from ...algorithms.regression import variance_of
from ...engine.grow import Recipe, grow, root_level, search
from ...engine.level import Roots
from ...engine.to_node import to_node
from ...inputs.errors import InputError
from ...measures.impurity import entropy, lift
from ...plots.base.points import evenly
from ...pruning.stopping import deeper_than
from ...questions.best_questions import Piece, combine
from ...questions.column_thresholds import thresholds_of
from ...questions.own_parts import encode_question
from ...questions.question import Groups, Threshold

if TYPE_CHECKING:
    from .lesson import Lesson

MOST_THRESHOLDS = 200  # offered for one number


@dataclass(frozen=True, eq=False)
class Spot:
    """The rows of a lesson that come to a node, and the questions asked on the way."""

    lesson: Lesson
    rows: np.ndarray
    asked: tuple = ()

    @cached_property
    def features(self):
        """The names of the features that have two known values here, so that asking them splits."""
        names = self.lesson.table.names
        return tuple(name for name in names if len(self.column(name)[2]) > 1)

    def column(self, feature):
        """The engine's number of a feature, its column, and the codes that occur here."""
        table = self.lesson.table
        f = table.names.index(feature)
        codes = np.unique(table.codes[f, self.rows])
        return f, table.columns[f], codes[codes >= 0]

    def values(self, feature):
        """The levels of a category that occur here, in their order."""
        _, column, codes = self.column(feature)
        return tuple(column.levels[code] for code in codes)

    def thresholds(self, feature):
        """Half-way points between the numbers that occur here; of many, some evenly chosen."""
        f, _, codes = self.column(feature)
        cuts = thresholds_of(self.lesson.table.numbers[f][codes]).values
        return tuple(cuts[evenly(len(cuts), MOST_THRESHOLDS)].tolist())

    def route(self, question):
        """The child to which each row goes."""
        column = self.lesson.columns.column(question.feature, isinstance(question, Threshold))
        return question.route(column[self.rows])

    def same(self, a, b):
        """Whether two questions split the rows in the same way."""
        if a.feature != b.feature:
            return False
        routes = (self.route(with_missing(self, question)).tolist() for question in (a, b))
        pairs = set(zip(*routes, strict=True))
        return len(pairs) == len({x for x, _ in pairs}) == len({y for _, y in pairs})

    @property
    def roots(self):
        """The spot as the root of a tree; what was asked value by value is not asked again."""
        names = self.lesson.table.names
        done = {q.feature for q in self.asked if is_multiway(q)}
        allowed = np.array([[name not in done for name in names]])
        return Roots(self.rows, np.zeros(len(self.rows), np.int64), allowed)

    def grown(self, recipe):
        """The tree that a recipe grows here."""
        lesson = self.lesson
        flat = grow(lesson.table, lesson.target, recipe, roots=self.roots)
        return to_node(flat, lesson.table.columns, lesson.classes)


@lru_cache(maxsize=1024)
def spot_below(spot, question, child):
    """The spot that one answer leads to."""
    rows = spot.rows[spot.route(question) == child]
    return Spot(spot.lesson, rows, (*spot.asked, question))


def rows_at_nodes(spot, node):
    """The rows that come to a node and to all below it, in the order of `walk`."""
    waiting = [(spot, node)]
    while waiting:
        spot, node = waiting.pop()
        yield spot.rows
        below = [(spot_below(spot, node.question, i), c) for i, c in enumerate(node.children)]
        waiting += reversed(below)


@lru_cache(maxsize=256)
def node_asking(spot, question):
    """The node that a question makes of a spot, with its children, as the engine counts them.

    A row is in one child only; C4.5 would divide those without a value among the children.
    """
    return spot.grown(only(spot.lesson, with_missing(spot, question)))


def errors(node):
    """How many rows are not of the class that their leaf predicts."""
    return sum(round(leaf.weight - max(leaf.stats)) for leaf in node.leaves() if leaf.weight)


def is_multiway(question):
    """Whether every branch of a question belongs to one value."""
    if isinstance(question, Threshold):
        return False
    return all(len(question.values(child)) < 2 for child in range(question.n_children))


def subset(spot, feature, first):
    """Two groups of the values that occur here: those of `first`, and the others."""
    values = spot.values(feature)
    left = [value for value in values if value in set(first)]
    if not 0 < len(left) < len(values):
        raise InputError(f"choose some values of {feature}, not all: each group needs at least one")
    return Groups(feature, {v: int(v not in left) for v in values})


def with_missing(spot, question):
    """Missing values follow the branch that most rows take."""
    child = spot.route(question)
    if (child >= 0).all():
        return question
    return replace(question, missing=int(np.bincount(child[child >= 0]).argmax()))


def only(lesson, question):
    """A recipe that asks just this question, whatever it is worth."""

    def asked(level, table, target, recipe):
        f = table.names.index(question.feature)
        found = encode_question(question, table, f)
        pieces = [Piece(np.array([f]), np.array([node]), found) for node in range(level.m)]
        return combine(len(table.columns), level.m, pieces)

    return replace(nothing(lesson), stop=[deeper_than(1)], search=asked)


def nothing(lesson):
    """A recipe that asks nothing, and counts with the impurity that all nodes of a Studio show."""
    impurity = variance_of if lesson.classes is None else lift(entropy)
    return Recipe(None, None, impurity, stop=(deeper_than(0),))


# ------------------------------------------------------------------ what an algorithm would do


def recipe_of(lesson, name):
    """An algorithm's recipe on the lesson's data."""
    recipe = lesson.models[name]._recipe(lesson.table, lesson.target)
    return replace(recipe, impurity=nothing(lesson).impurity)


@lru_cache(maxsize=256)
def choice(spot, name):
    """The node with the question that an algorithm asks at a spot; a leaf if it stops there."""
    recipe = recipe_of(spot.lesson, name)
    return spot.grown(replace(recipe, stop=(*recipe.stop, deeper_than(1))))


@lru_cache(maxsize=256)
def best_scores(spot, name):
    """What the best question of each feature is worth by the algorithm's measure."""
    lesson = spot.lesson
    model = spot.lesson.models[name]
    if isinstance(model, C45):  # its measure as the lectures know it
        model = copy(model).set_params(numeric_correction=False)
    level = root_level(lesson.table, lesson.target, roots=spot.roots)
    options = search(level, lesson.table, lesson.target, model._recipe(lesson.table, lesson.target))
    scores = options.score[:, 0] * lesson.target.unit(level)[0]
    return {n: float(s) for n, s in zip(lesson.table.names, scores, strict=True) if s > -np.inf}
