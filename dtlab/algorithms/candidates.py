"""The table that the lectures draw at every node: each feature's partitions, their impurity, and
the gain.
"""

from collections.abc import Iterable

import numpy as np

from ..engine.grow import search
from ..engine.level import Level
from ..inputs.errors import InputError
from ..inputs.values import show
from ..measures.impurity import entropy
from ..questions.best_questions import numbers_asked
from ..questions.criteria import Decrease
from ..questions.own_parts import OwnMeasure
from ..questions.question import Threshold
from ..questions.routing import route_entries
from ..questions.search import Thresholds

COLUMNS = ["feature", "level", "partition", "instances", "impurity", "remainder", "gain", "score"]
SHOWN = 30  # instances named in a cell; a larger partition only says how many it has


def candidates(model, answers, every_threshold=False):
    """A DataFrame with one row per feature and branch at the node that the answers lead to."""
    import pandas as pd

    for answer in answers:
        if np.ndim(answer):
            kind = type(answer).__name__
            raise InputError(f"candidates takes the answers that lead to a node, not a {kind}")
    recipe = model._recipe_with_own_parts()
    table = model._table
    level = _level_at(model, recipe, answers)
    options = search(level, table, model._target, recipe)
    rows: list[list] = []
    for f, column in enumerate(table.columns):
        splits: Iterable = ()
        if every_threshold and column.is_number and model.questions is None:
            splits = _every_threshold(model, level, recipe, f)
        elif options.gain[f, 0] > -np.inf and level.allowed[0, f] and column.levels != ():
            splits = [_best_split(table, level, recipe, f, options)]
        for labels, child, score in splits:
            split = labels, child, score, len(rows)
            rows += _partitions(model, level, recipe, column.name, *split)
    return pd.DataFrame(rows, columns=COLUMNS)


def _best_split(table, level, recipe, f, options):
    """A feature's best question: labels of its branches, the branch of every entry, its score."""
    branch, _, child = route_entries(level, np.array([f]), options, table)
    column = table.columns[f]
    if column.is_number:
        value = np.nan if options.threshold is None else options.threshold[f, 0]
        if np.isnan(value):
            feature = np.array([f])
            [value] = numbers_asked(
                table, recipe.between, feature, options.below[f], options.above[f]
            )
        labels = _threshold_labels(column.name, value)
    else:
        last = max(branch.max(initial=-1), child.max(initial=0))
        groups: list[list[str]] = [[] for _ in range(1 + last)]
        for value, k in zip(column.levels, branch, strict=True):
            if k >= 0:
                groups[k].append(show(value))
        labels = [", ".join(group) or "missing" for group in groups]
    score = float(options.score[f, 0])
    if score == -np.inf:  # not to be chosen: a single value, or what C4.5 does not admit
        score = 0.0 if child.min() == child.max() else np.nan
    return labels, child, score


def _every_threshold(model, level, recipe, f):
    """The same for each threshold between two neighbouring values in the node."""
    codes = model._table.codes[f][level.row]
    seen = np.unique(codes[codes >= 0])
    ends = (model._table.numbers[f][part] for part in (seen[:-1], seen[1:]))
    # missing values count as the algorithm counts them: not at all, or on the better side
    sides = (-1,) if recipe.share_missing else (0, 1)[: 1 + (codes < 0).any()]
    for below, value in zip(seen[:-1], recipe.between(*ends, f), strict=True):
        children = [np.where(codes < 0, side, codes > below) for side in sides]
        scores = [_score(model, level, recipe, child) for child in children]
        best = int(np.argmax(scores))
        yield _threshold_labels(model._table.columns[f].name, value), children[best], scores[best]


def _threshold_labels(feature, value):
    return [Threshold(feature, float(value)).label(child) for child in (0, 1)]


def _score(model, level, recipe, child):
    """What the algorithm's criterion says of a threshold; the gain where it has none of its own."""
    known = np.flatnonzero(child >= 0)
    numeric = recipe.numeric
    if isinstance(numeric, OwnMeasure):
        y = model._target.labels[model._target.codes[level.row[known]]]
        return float(numeric.measure(child[known] == 0, y))
    criterion = numeric.criterion if isinstance(numeric, Thresholds) else Decrease(entropy)
    return float(criterion(model._target.tables(level, child[known], 2, known)[None])[0])


def _partitions(model, level, recipe, feature, labels, child, score, n_before):
    """The rows of the lecture's table for one split."""
    known = child >= 0  # C4.5 counts only what is known, times its share
    weight = np.ones(len(child)) if level.weight is None else level.weight
    row = level.row[known]
    at = child[known]
    known_weight = weight[known]
    below = Level.of_rows(model._target, row, at, np.ones((len(labels), 1)), known_weight)
    impurities = recipe.impurity(below.stats).tolist()
    total = known_weight.sum() or 1.0
    remainder = float(np.bincount(at, known_weight, len(labels)) @ impurities / total)
    stats = model._target.summary(row, np.zeros(len(row), int), 1, known_weight)
    gain = (float(recipe.impurity(stats)[0]) - remainder) * (total / (weight.sum() or 1.0))
    score = score * float(model._target.unit(level)[0])
    rows = []
    for k, inside in enumerate(np.split(below.row, below.n_entries.cumsum()[:-1])):
        named = ", ".join(str(model._index[i]) for i in np.unique(inside))
        named = named if len(inside) <= SHOWN else f"{len(inside)} rows"
        partition = [feature, labels[k], f"D{n_before + k + 1}", named]
        rows.append([*partition, impurities[k], remainder, gain, score])
    return rows


def _level_at(model, recipe, answers):
    """The one-node level that the answers lead to, with the training rows that took that way."""
    table = model._table
    node = model.tree_
    row = np.arange(table.codes.shape[1])
    weight = np.ones(len(row)) if model._weight is None else model._weight
    row, weight = row[weight > 0], weight[weight > 0]  # a tree of a forest has not seen all rows
    allowed = np.ones((1, len(table.columns)), bool)
    for answer in answers:
        k = _child(node, answer)
        question = node.question
        f = table.names.index(node.question.feature)
        if table.is_number[f]:
            child_of = question.route(table.numbers[f])
        else:
            child_of = [question.branch.get(level, -1) for level in table.columns[f].levels]
        missing = -1 if question.missing is None else question.missing
        child = np.append(child_of, missing)[table.codes[f][row]]  # the code of a gap is −1
        shared = (child < 0) & recipe.share_missing
        share = weight[child == k].sum() / max(weight[child >= 0].sum(), 1e-300)
        inside = np.flatnonzero((child == k) | shared)
        weight = np.where(shared, weight * share, weight)[inside]
        row = row[inside]
        node = node.children[k]
        if recipe.once and not table.is_number[f]:
            allowed[0, f] = False
    weight = None if (weight == 1).all() else weight
    zeros = np.zeros(len(row), np.int64)
    return Level.of_rows(model._target, row, zeros, allowed, weight, depth=len(answers))


def _child(node, answer):
    """Which branch an answer takes: a value, or the label of a branch."""
    if node.is_leaf:
        raise InputError(f"the node before the answer {answer!r} is a leaf, which has no question")
    question = node.question
    labels = [question.label(i) for i in range(question.n_children)]
    if answer in labels:
        return labels.index(answer)
    try:
        child = int(question.route([answer])[0])
    except (TypeError, ValueError):
        child = -1
    if child < 0:
        raise InputError(
            f"{question.feature!r} has no branch {answer!r}; its branches are {labels}"
        )
    return child
