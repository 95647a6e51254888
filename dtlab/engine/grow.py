"""The engine: grow a tree one level at a time.

All nodes of a level are one batch. A row in a node is an *entry*; a row whose value is missing may
become several weighted entries (C4.5). Measures, questions and stopping rules are functions on
arrays with one row per node, so a recipe (ID3, C4.5, CART, CHAID, regression) only says which of
them to use. `textbook` has the same algorithms as recursions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..kernels import TIE
from ..questions.best_questions import (
    EVERY_NODE,
    BestQuestions,
    Piece,
    Searcher,
    combine,
    numbers_asked,
)
from ..questions.routing import route_entries, share_missing_values, without_gaps
from ..questions.search import midpoints
from ..typing import Impurity
from .builder import Builder, Questions
from .flat import Flat
from .level import CodesByNode, Level, Roots
from .table import Table
from .target import Target


@dataclass(slots=True)
class Recipe:
    """What makes an algorithm: its questions, how it chooses among them, and when it stops.

    `Tree(recipe)` grows from one. Below, [m] is an array with one entry per node of a level.

    Parameters:
        numeric: how numbers are asked for: `Thresholds(criterion)` of `dtlab.questions`; None for
            no question about them.
        categorical: how categories are asked for: `OneBranchPerValue(criterion)`, or
            `TwoGroups(criterion)`; None for no question about them.
        impurity: gini, entropy, error, or your own function of one node's class counts; it is
            recorded in the tree.
        stop: rules (level) → [m] bool that make leaves, such as `pure` of `dtlab.pruning`; ()
            (default) for none.
        accept: rules (level, feature [m], options) → [m] bool on the chosen question; () (default)
            accepts all.
        choose: a function (options) → feature [m], −1 where none is asked; None (default) takes the
            best score.
        once: whether a category is asked only once on a path, as in ID3; False by default.
        between: the threshold between two neighbouring values, a function (below, above, feature);
            half-way by default.
        share_missing: whether missing values go down every branch with its share, as in C4.5; False
            by default.
        search: a function (level, table, target, recipe) → options; None (default) asks for all
            features.

    CART asks a category with two branches; this tree has one per value:
    >>> from dtlab import Tree, gini, load
    >>> from dtlab.pruning import pure
    >>> from dtlab.questions import Decrease, OneBranchPerValue, Thresholds
    >>> decrease = Decrease(gini)
    >>> recipe = Recipe(Thresholds(decrease), OneBranchPerValue(decrease), gini, stop=[pure])
    >>> golf = load("play_golf")
    >>> print(Tree(recipe).fit(golf.X, golf.y).tree_)
    outlook?  [5 no, 9 yes]
    ├─ overcast: yes (4)
    ├─ rain: windy?  [2 no, 3 yes]
    │  ├─ False: yes (3)
    │  └─ True: no (2)
    └─ sunny: humidity?  [3 no, 2 yes]
       ├─ normal: yes (2)
       └─ high: no (3)
    """

    numeric: Searcher | None
    categorical: Searcher | None
    impurity: Impurity
    stop: Sequence[Callable] = ()
    accept: Sequence[Callable] = ()
    choose: Callable | None = None
    once: bool = False
    between: Callable = midpoints
    share_missing: bool = False
    search: Callable | None = None


def grow(
    table: Table,
    target: Target,
    recipe: Recipe,
    weight: np.ndarray | None = None,
    roots: Roots | None = None,
) -> Flat:
    """Grow a tree on a table of codes: stop, search, choose, split, and again with the children.

    Rows of weight zero are left out. With `roots`, several trees are grown together; nodes
    0 … T−1 are their roots.
    """
    level = root_level(table, target, weight, roots)
    tree = Builder()
    by_node = None
    while level.m:
        level.ids = tree.add_level(level.n_entries, level.stats)
        level = only(level, ~is_done(level, recipe.stop))
        if level.m:
            by_node = level.by_node = CodesByNode.of(level, table, by_node)
            options = (recipe.search or search)(level, table, target, recipe)
            feature, score = choose(options, level, recipe)
            asks = score > -np.inf
            level = split(
                only(level, asks), feature[asks], score[asks], only(options, asks),
                table, target, recipe, tree,
            )  # fmt: skip
    return finish(tree, table, target, recipe)


def root_level(table, target, weight=None, roots=None):
    """The level of the root, or of the roots of a batch."""
    tree = None if roots is None else np.arange(len(roots.allowed))
    if roots is None:
        row = np.arange(table.codes.shape[1]) if weight is None else np.flatnonzero(weight > 0)
        roots = Roots(row, np.zeros(len(row), np.int64), np.ones((1, len(table.columns)), bool))
    weight = None if weight is None else weight[roots.row]
    return Level.of_rows(target, roots.row, roots.tree, roots.allowed, weight, tree=tree)


def only(level_or_options, nodes):
    """What concerns some of the nodes, given as a mask."""
    return level_or_options if nodes.all() else level_or_options.only(nodes)


def is_done(level, rules):
    """[m] whether a rule stops a node."""
    done = np.zeros(level.m, bool)
    for rule in rules:
        done |= rule(level)
    return done


def search(level: Level, table: Table, target: Target, recipe: Recipe) -> BestQuestions:
    """The best question about every feature at every node of the level."""
    F = len(table.columns)
    usable = level.allowed.any(axis=0)  # [F]
    pieces = []
    for searcher, features in (
        (recipe.numeric, np.flatnonzero(table.is_number & usable)),
        (recipe.categorical, np.flatnonzero(~table.is_number & usable)),
    ):
        if searcher is not None and len(features):
            found = searcher.search(level, table, target, features)
            pieces.append(Piece(features, EVERY_NODE, found))
    options = combine(F, level.m, pieces)
    if recipe.once:  # a category that was asked above a node may not be asked again
        options = options.where(level.allowed.T)
    return options


def choose(options, level, recipe):
    """The feature that every node [m] asks, and its score; −inf where it asks none."""
    chosen = (recipe.choose or best_score)(options)
    feature = np.maximum(chosen, 0)
    score = np.where(chosen >= 0, options.score[feature, np.arange(level.m)], -np.inf)
    for accept in recipe.accept:
        score = np.where(accept(level, feature, options), score, -np.inf)
    return feature, score


def best_score(options):
    """The feature with the highest score at each node; a tie goes to the earlier column."""
    top = np.fmax.reduce(options.score, axis=0)  # the tie rule of `measures.best`, but quicker
    return (options.score >= top - TIE * np.maximum(1.0, np.abs(top))).argmax(axis=0)


def split(level, feature, score, options, table, target, recipe, tree):
    """Record the question of every node of a level, and assign the entries to the children."""
    at = feature, np.arange(level.m)
    branch, branch_at, child = route_entries(level, feature, options, table)
    child, n_children, branch, missing = without_gaps(
        level, child, branch, branch_at, options.missing[at]
    )
    tree.add_questions(
        Questions(
            level.ids, feature, score * target.unit(level),  # numeric targets are scaled per node
            missing, n_children, branch_at, branch,
            np.full(level.m, np.nan) if options.threshold is None else options.threshold[at],
            options.below[at], options.above[at],
        )
    )  # fmt: skip
    first = n_children.cumsum() - n_children  # children are numbered consecutively across the level
    row = level.row
    node = first.repeat(level.n_entries) + child
    weight = level.weight
    if recipe.share_missing and (child < 0).any():
        row, node, weight = share_missing_values(level, child, first, n_children)
    allowed = level.allowed
    if recipe.once:
        categorical = branch_at >= 0
        allowed = allowed.copy()
        allowed[categorical, feature[categorical]] = False
    tree_of_child = None if level.tree is None else level.tree.repeat(n_children)
    allowed = allowed.repeat(n_children, axis=0)
    return Level.of_rows(target, row, node, allowed, weight, level.depth + 1, tree_of_child)


def finish(tree, table, target, recipe):
    """Compute thresholds, impurities and predictions once the tree is complete."""
    asked = Questions.concatenate(tree.questions)
    is_open = np.flatnonzero((asked.branch_at < 0) & np.isnan(asked.threshold))
    if len(is_open):
        places = [array[is_open] for array in (asked.feature, asked.below, asked.above)]
        asked.threshold[is_open] = numbers_asked(table, recipe.between, *places)
    flat = tree.to_flat(asked)
    flat.impurity = recipe.impurity(flat.stats)
    flat.prediction = target.predictions(flat.stats)
    empty = np.flatnonzero(flat.n_rows == 0)
    if len(empty):  # an empty branch predicts what its parent does
        flat.prediction[empty] = flat.prediction[flat.parents()[empty]]
    return flat
