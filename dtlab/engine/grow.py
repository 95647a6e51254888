"""The engine: grow a tree one level at a time.

All nodes of a level are one batch. A row in a node is an *entry*; a row whose value is missing may
become several weighted entries (C4.5). Measures, questions and stopping rules are functions on
arrays with one row per node, so a recipe (ID3, C4.5, CART, CHAID, regression) only says which of
them to use. There are two ways to hold the entries of a level and to search it: general.py, and
quick.py for plain numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..questions.search import midpoints
from .builder import Builder
from .general import General
from .quick import Quick, is_quick


@dataclass(slots=True)
class Recipe:
    """What makes an algorithm: its questions, how it chooses among them, and when it stops."""

    numeric: object  # a search of `splits` for numbers
    categorical: object  # and one for categories
    impurity: Callable  # of node statistics [m, S]; recorded in the tree
    stop: tuple = ()  # level -> [m] bool, before any question is looked for
    accept: tuple = ()  # level, feature [m], options -> [m] bool, once it is chosen
    choose: Callable | None = None  # options, level -> feature [m]; default the best score
    once: bool = False  # a category is asked only once on a path (ID3)
    between: Callable = midpoints  # the number to ask about, given its neighbours below and above
    share_missing: bool = False  # missing values go down every branch with its share (C4.5)
    search: Callable | None = None  # level, table, target, recipe -> options; default all features


def grow(table, target, recipe, weight=None, roots=None):
    """Grow a tree on a table of codes; rows of weight zero do not take part.

    With `roots` a batch of trees is grown, and the first nodes are their roots.
    """
    if weight is None and roots is None and is_quick(table, target, recipe):
        way = Quick(table, target, recipe)
    else:
        way = General(table, target, recipe, weight, roots)
    tree, level = Builder(), way.root()
    while level is not None:
        level.ids = tree.add_level(level.n_entries, level.stats)
        level = _descended(level, way, target, recipe, tree)
    return _finished(tree, table, target, recipe)


def _descended(level, way, target, recipe, tree):
    """Write the questions of a level into the tree; the level below, None if no node asks."""
    done = np.zeros(level.m, bool)
    for rule in recipe.stop:
        done |= rule(level)
    n_done = np.count_nonzero(done)
    if n_done == level.m:
        return None
    if n_done:
        level = way.only(level, ~done)
    found = way.best(level)
    asks = found.score > -np.inf
    n_asking = np.count_nonzero(asks)
    if n_asking < level.m:
        if not n_asking:
            return None
        level, found = way.only(level, asks), found.only(asks)
    questions, below = way.split(level, found)
    questions.score = questions.score * target.unit(level)
    tree.add_questions(questions)
    return below


def _finished(tree, table, target, recipe):
    """The tree, with what could wait until it is complete, for all nodes at once."""
    asked = tree.asked()
    if asked.threshold is None and len(asked.ids):
        asked.threshold = _thresholds(asked, table, recipe)
    flat = tree.finished(asked)
    flat.impurity, flat.prediction = recipe.impurity(flat.stats), target.predictions(flat.stats)
    empty = np.flatnonzero(flat.n_rows == 0)
    if len(empty):  # an empty branch predicts what its parent does
        flat.prediction[empty] = flat.prediction[flat.parents()[empty]]
    return flat


def _thresholds(asked, table, recipe):
    """The number that every question is about; NaN for a category."""
    feature, last = asked.feature, table.sizes[asked.feature] - 1
    below = np.minimum(asked.below, last)
    ends = table.value(feature, below), table.value(feature, asked.above)
    # at or below the largest value of all: the question is whether the value is known
    threshold = np.where(below == last, np.inf, recipe.between(*ends, feature))
    if asked.branch_at is not None:
        threshold[asked.branch_at >= 0] = np.nan
    return threshold
