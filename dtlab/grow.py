"""The engine: grow a tree one level at a time.

All nodes of a level are one batch. A row in a node is an *entry*; a row whose value is missing may
become several weighted entries (C4.5). Measures, questions and stopping rules are functions on
arrays with one row per node, so a recipe (ID3, C4.5, CART, CHAID, regression) only says which of
them to use.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .flat import Builder
from .kernels import TIE
from .level import Level, Roots
from .quick import grow_quickly, is_quick
from .splits import Options, midpoints


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


def best_score(options, level):
    """The feature with the highest score at each node; a tie goes to the earlier column."""
    top = np.fmax.reduce(options.score, axis=0)  # the rule of `measures.best`, a third of its time
    return (options.score >= top - TIE * np.maximum(1.0, np.abs(top))).argmax(axis=0)


def grow(table, target, recipe, weight=None, roots=None):
    """Grow a tree on a table of codes; rows of weight zero do not take part.

    With `roots` a batch of trees is grown, and the first nodes are their roots.
    """
    if weight is None and roots is None and is_quick(table, target, recipe):
        return grow_quickly(table, target, recipe)
    start = roots or _one_root(table, weight)
    weight = None if weight is None else weight[start.row]
    tree = Builder()
    level = _opened(tree, 0, start.row, start.tree, weight, start.allowed, target, recipe)
    level.tree = None if roots is None else level.ids
    while level.m:
        done = target.pure(level)
        for rule in recipe.stop:
            done |= rule(level)
        level = level.only(~done)
        if level.m:
            level, feature, options = _ask(level, table, target, recipe)
        if level.m:
            level = _descend(level, feature, options, table, target, recipe, tree)
    return tree.finished()


def _one_root(table, weight):
    row = np.arange(table.codes.shape[1]) if weight is None else np.flatnonzero(weight > 0)
    return Roots(row, np.zeros(len(row), np.int64), np.ones((1, len(table.columns)), bool))


def _opened(tree, depth, row, node, weight, allowed, target, recipe, parent=None):
    """A new level of nodes: add up the target in each, and write them into the tree."""
    m = len(allowed)
    stats, n_entries = target.summary(row, node, m, weight), np.bincount(node, minlength=m)
    prediction = target.predictions(stats)
    if parent is not None:  # an empty branch predicts what its parent does
        empty = np.flatnonzero(n_entries == 0)
        prediction[empty] = target.predictions(parent[empty])
    ids = np.arange(tree.n_nodes, tree.n_nodes + m)
    tree.add_level(n_entries, stats, recipe.impurity(stats), prediction)
    return Level(depth, ids, row, node, weight, stats, n_entries, allowed)


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


def _ask(level, table, target, recipe):
    """Choose a question for every node; nodes without an acceptable one leave the level."""
    options = (recipe.search or search)(level, table, target, recipe)
    feature = (recipe.choose or best_score)(options, level)
    keep = options.score[feature, np.arange(level.m)] > -np.inf
    for accept in recipe.accept:
        keep &= accept(level, feature, options)
    return level.only(keep), feature[keep], options.only(keep)


def _descend(level, feature, options, table, target, recipe, tree):
    """Write the chosen questions into the tree, send the entries down, open the next level."""
    nodes = np.arange(level.m)
    branch, branch_at, child = routed(level, feature, options, table)
    missing = options.missing[feature, nodes]
    child, n_children, branch, missing = _without_gaps(level, child, branch, branch_at, missing)
    threshold = _thresholds(feature, options, table, recipe)
    threshold[branch_at >= 0] = np.nan
    tree.add_questions(
        level.ids, feature, threshold, missing,
        options.score[feature, nodes] * target.unit(level), n_children, branch_at, branch,
    )  # fmt: skip
    first = n_children.cumsum() - n_children
    row, below, weight = level.row, first.take(level.node) + child, level.weight
    if recipe.share_missing and (child < 0).any():
        row, below, weight = _shared(level, child, first, n_children)
    allowed = level.allowed
    if recipe.once:
        allowed = allowed.copy()
        allowed[branch_at >= 0, feature[branch_at >= 0]] = False
    parent = level.stats.repeat(n_children, axis=0) if len(branch) else None
    allowed = allowed.repeat(n_children, axis=0)
    opened = _opened(tree, level.depth + 1, row, below, weight, allowed, target, recipe, parent)
    opened.tree = None if level.tree is None else level.tree.repeat(n_children)
    return opened


def _thresholds(feature, options, table, recipe):
    """[m] the number that every node asks about."""
    nodes = np.arange(len(feature))
    if options.threshold is not None:  # drawn, not between two neighbours
        return options.threshold[feature, nodes]
    below = np.minimum(options.below[feature, nodes], table.sizes[feature] - 1)
    above = options.above[feature, nodes]
    values = recipe.between(table.value(feature, below), table.value(feature, above), feature)
    # at or below the largest value of all: the question is whether the value is known
    return np.where(below == table.sizes[feature] - 1, np.inf, values)


def routed(level, feature, options, table):
    """Where entries go: the child of each level at the categorical nodes, and the child of each
    entry.
    """
    nodes, code = np.arange(level.m), table.codes[feature.take(level.node), level.row]
    child = (code > options.below[feature, nodes].take(level.node)).astype(np.int64)
    branch_at = np.full(level.m, -1)
    rows, at = [np.zeros(0, np.int64)], 0
    for f in options.branch:
        here = np.flatnonzero(feature == f)
        if len(here):
            branch_at[here] = at + table.sizes[f] * np.arange(len(here))
            rows.append(options.branch[f][here].ravel())
            at += len(rows[-1])
    branch = np.concatenate(rows)
    if len(branch):
        grouped = np.flatnonzero((branch_at[level.node] >= 0) & (code >= 0))
        child[grouped] = branch[branch_at[level.node[grouped]] + code[grouped]]
    if table.has_missing.any():
        unknown = np.flatnonzero(code < 0)
        child[unknown] = options.missing[feature, nodes][level.node[unknown]]
    return branch, branch_at, child


def _without_gaps(level, child, branch, branch_at, missing):
    """Number the children that have entries 0, 1, …; branches without any share one empty child."""
    n_raw = np.full(level.m, 2)
    if not len(branch):  # a cut has rows on both sides
        return child, n_raw, branch, missing
    owner = np.zeros(len(branch), np.int64)  # the node of every entry of `branch`
    order = np.argsort(branch_at[branch_at >= 0], kind="stable")
    grouped = np.flatnonzero(branch_at >= 0)[order]
    if len(grouped):
        lengths = np.diff(branch_at[grouped], append=len(branch))
        owner = np.repeat(grouped, lengths)
        highest = np.maximum.reduceat(branch, branch_at[grouped])
        n_raw[grouped] = np.maximum(highest, missing[grouped]) + 1  # missing: maybe by themselves
    first = np.cumsum(n_raw) - n_raw
    slot = first[level.node] + child
    filled = np.bincount(slot[child >= 0], minlength=n_raw.sum()) > 0
    before = np.concatenate(([0], np.cumsum(filled)))
    n_filled = before[first + n_raw] - before[first]
    number = np.where(
        filled, before[:-1] - np.repeat(before[first], n_raw), np.repeat(n_filled, n_raw)
    )
    branch = np.where(branch >= 0, number[first[owner] + branch], -1)
    child = np.where(child >= 0, number[slot * (child >= 0)], -1)
    missing = np.where(missing >= 0, number[first + np.maximum(missing, 0)], -1)
    return child, n_filled + (n_filled < n_raw), branch, missing


def _shared(level, child, first, n_children):
    """Entries with a missing value go down every branch with its share (C4.5)."""
    known, unknown = np.flatnonzero(child >= 0), np.flatnonzero(child < 0)
    weight = np.ones(len(child)) if level.weight is None else level.weight
    slot = first[level.node[known]] + child[known]
    inside = np.bincount(slot, weight[known], minlength=n_children.sum())
    total = np.add.reduceat(inside, first)
    copies = n_children[level.node[unknown]]
    node = np.repeat(level.node[unknown], copies)
    below = first[node] + np.arange(len(node)) - np.repeat(np.cumsum(copies) - copies, copies)
    share = inside[below] / total[node] * np.repeat(weight[unknown], copies)
    copied = np.repeat(level.row[unknown], copies)[share > 0]
    row = np.concatenate((level.row[known], copied))
    weight = np.concatenate((weight[known], share[share > 0]))
    return row, np.concatenate((slot, below[share > 0])), weight
