"""The table that the lectures draw at every node: each feature's partitions, their impurity, and
the gain.
"""

from typing import NamedTuple

import numpy as np

from ..engine.grow import search
from ..engine.level import Level
from ..inputs.values import show
from ..measures.impurity import entropy
from ..questions.criteria import Decrease
from ..questions.own_measure import OwnMeasure
from ..questions.question import Threshold
from ..questions.routing import route_entries
from ..questions.search import Thresholds

COLUMNS = ["feature", "level", "partition", "instances", "impurity", "remainder", "gain", "score"]
SHOWN = 30  # instances named in a cell; a larger partition only says how many it has


class Split(NamedTuple):
    """One way to split the node: where each entry goes, how the branches are called, what it
    scores.
    """

    feature: str
    child: np.ndarray
    labels: list
    score: float


def candidates(model, answers, every_threshold=False):
    """A DataFrame with one row per feature and branch at the node that the answers lead to."""
    import pandas as pd

    for answer in answers:
        if np.ndim(answer):  # not isinstance: a list of answers as well as a table
            kind = type(answer).__name__
            raise ValueError(f"candidates takes the answers that lead to a node, not a {kind}")
    recipe = model._recipe_with_own_parts()
    level = _level_at(model, recipe, answers)
    rows = []
    for split in _splits(model, level, recipe, every_threshold):
        rows.extend(_described(model, level, recipe, split, len(rows)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _splits(model, level, recipe, every_threshold):
    """Each feature's best question, a number's at every threshold if asked."""
    table = model.table_
    options = search(level, table, model.target_, recipe)
    for f in range(len(table.columns)):
        column = table.columns[f]
        if every_threshold and column.is_number and model.questions is None:
            yield from _thresholds(model, level, recipe, f)
        elif options.gain[f, 0] > -np.inf and level.allowed[0, f] and column.levels != ():
            branch, at, child = route_entries(level, np.array([f]), options, table)
            if at[0] >= 0:
                labels = _labels(column, branch, int(child.max(initial=0)))
            else:
                codes = options.below[f], options.above[f]
                value = recipe.between(*(table.numbers[f][code] for code in codes), f)[0]
                if options.threshold is not None:
                    value = options.threshold[f, 0]
                elif codes[0][0] == table.sizes[f] - 1:  # known or missing
                    value = np.inf
                labels = [Threshold(column.name, float(value)).label(i) for i in (0, 1)]
            score = float(options.score[f, 0])
            if score == -np.inf:  # not to be chosen: a single value, or what C4.5 does not admit
                score = 0.0 if child.min() == child.max() else np.nan
            yield Split(column.name, child, labels, score)


def _thresholds(model, level, recipe, f):
    codes = model.table_.codes[f][level.row]
    seen = np.unique(codes[codes >= 0])
    values = model.table_.numbers[f]
    for below, above in zip(seen[:-1], seen[1:], strict=True):
        value = float(recipe.between(values[below : below + 1], values[above : above + 1], f)[0])
        # what is missing counts as its algorithm counts it: not at all, or on the better side
        sides = (-1,) if recipe.share_missing else (0, 1)[: 1 + (codes < 0).any()]
        children = [np.where(codes < 0, side, codes > below) for side in sides]
        scores = [_score(model, level, recipe, child) for child in children]
        best = int(np.argmax(scores))
        name = model.table_.columns[f].name
        labels = [Threshold(name, value).label(i) for i in (0, 1)]
        yield Split(name, children[best], labels, scores[best])


def _score(model, level, recipe, child):
    """What the algorithm's criterion says of a threshold; the gain where it has none of its own."""
    known = np.flatnonzero(child >= 0)
    numeric = recipe.numeric
    if isinstance(numeric, OwnMeasure):
        y = model.target_.labels[model.target_.codes[level.row[known]]]
        return float(numeric.measure(child[known] == 0, y))
    criterion = numeric.criterion if isinstance(numeric, Thresholds) else Decrease(entropy)
    return float(criterion(model.target_.tables(level, child[known], 2, known)[None])[0])


def _labels(column, branch, last):
    """The values of each child, in the order of the children."""
    children = range(max(int(branch.max(initial=-1)), last) + 1)
    values = [
        [show(v) for v, c in zip(column.levels, branch, strict=True) if c == k] for k in children
    ]
    return [", ".join(group) or "missing" for group in values]


def _described(model, level, recipe, split, n_before):
    """The rows of the lecture's table for one split."""
    weight = np.ones(len(level.row)) if level.weight is None else level.weight
    impurities, weights, rows = [], [], []
    for k, label in enumerate(split.labels):
        inside = np.flatnonzero(split.child == k)
        row = level.row[inside]
        stats = model.target_.summary(row, np.zeros(len(row), int), 1, weight[inside])
        impurities.append(float(recipe.impurity(stats)[0]))
        weights.append(float(weight[inside].sum()))
        named = ", ".join(str(model.index_[i]) for i in np.unique(row))
        named = named if len(row) <= SHOWN else f"{len(row)} rows"
        rows.append([split.feature, label, f"D{n_before + k + 1}", named])
    total = sum(weights) or 1.0
    remainder = sum(w * i for w, i in zip(weights, impurities, strict=True)) / total
    known = np.flatnonzero(split.child >= 0)  # C4.5 counts only what is known, times its share
    stats = model.target_.summary(level.row[known], np.zeros(len(known), int), 1, weight[known])
    gain = (float(recipe.impurity(stats)[0]) - remainder) * (total / (weight.sum() or 1.0))
    score = split.score * float(model.target_.unit(level)[0])
    return [[*row, i, remainder, gain, score] for row, i in zip(rows, impurities, strict=True)]


def _level_at(model, recipe, answers):
    """The one-node level that the answers lead to, with the training rows that took that way."""
    table, node = model.table_, model.tree_
    row = np.arange(table.codes.shape[1])
    weight = np.ones(len(row)) if model.weight_ is None else model.weight_
    row, weight = row[weight > 0], weight[weight > 0]  # a tree of a forest has not seen all rows
    allowed = np.ones((1, len(table.columns)), bool)
    for answer in answers:
        k = _child(node, answer)
        question, f = node.question, table.names.index(node.question.feature)
        codes = table.codes[f][row]
        if table.is_number[f]:
            child = (table.numbers[f][codes] > question.value).astype(int)
        else:
            branch = [question.branch.get(level, -1) for level in table.columns[f].levels]
            child = np.array(branch)[codes]
        child = np.where(codes < 0, -1 if question.missing is None else question.missing, child)
        shared = (child < 0) & recipe.share_missing
        share = weight[child == k].sum() / max(weight[child >= 0].sum(), 1e-300)
        inside = np.flatnonzero((child == k) | shared)
        weight = np.where(shared, weight * share, weight)[inside]
        row, node = row[inside], node.children[k]
        if recipe.once and not table.is_number[f]:
            allowed[0, f] = False
    weight = None if (weight == 1).all() else weight
    zeros = np.zeros(len(row), np.int64)
    return Level.of_rows(model.target_, row, zeros, allowed, weight, depth=len(answers))


def _child(node, answer):
    """Which branch an answer takes: a value, or the label of a branch."""
    if node.is_leaf:
        raise ValueError(f"the node before the answer {answer!r} is a leaf: it asks nothing")
    question = node.question
    labels = [question.label(i) for i in range(question.n_children)]
    if answer in labels:
        return labels.index(answer)
    try:
        child = int(question.route([answer])[0])
    except (TypeError, ValueError):
        child = -1
    if child < 0:
        raise ValueError(
            f"{question.feature!r} has no branch {answer!r}; its branches are {labels}"
        )
    return child
