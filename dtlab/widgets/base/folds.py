"""Boosting judged by cross-validation in one go: the models of all folds grow together.

A widget that fits a model for each fold has to read the data and to go through the engine's levels
once for each of them; here the rows are repeated, once for each fold, and every stage is one batch.
"""

import numpy as np

from ...engine.flat import branches
from ...engine.grow import grow
from ...engine.level import Roots
from ...engine.table import Table, read_table
from ...engine.target import Numbers


def said_of_new_rows(model, X, y, fold):
    """[stages, n] what boosting says of each row if its fold is left out, from the start on.

    `model` is a GradientBoosting, fitted or not, `fold` [n] numbers from 0 up. Columns that
    are no plain numbers, or too many for their bins, are learned fold by fold.
    """
    table = read_table(X, model.categorical)
    plain = table.is_number.all() and (table.codes >= 0).all()
    if not plain or (model.bins is not None and table.sizes.max() > model.bins):
        return _one_by_one(model, X, y, fold)
    T = 1 + fold.max()
    n = len(y)
    copy = np.arange(T).repeat(n)  # the model to which each row belongs
    seen = np.flatnonzero(np.tile(fold, T) != copy)
    roots = Roots(seen, copy[seen], np.ones((T, len(table.columns)), bool))
    rows = np.tile(table.rows(), (T, 1))
    target = np.tile(y, T)
    many = Table(table.columns, np.tile(table.codes, T), table.numbers)
    recipe = type(model)(**{**model.get_params(), "bins": None})._recipe()
    F = np.array([y[fold != t].mean() for t in range(T)])[copy]
    new = fold * n + np.arange(n)
    stages = [F]
    for _ in range(model.n_estimators):
        tree = grow(many, Numbers(target - F), recipe, roots=roots)
        F = F + model.learning_rate * tree.prediction[_ends(tree, copy, rows)]
        stages.append(F)
    return np.array(stages)[:, new]


def _ends(tree, root, X):
    """The leaf of each row of X [n, F] that starts at a root of its own."""
    node = root.copy()
    while len(row := np.flatnonzero(tree.feature.take(node) >= 0)):
        at = node[row]
        node[row] = tree.first[at] + branches(tree, at, X[row, tree.feature[at]])
    return node


def _one_by_one(model, X, y, fold):
    said = np.empty((1 + model.n_estimators, len(y)))
    for i in range(1 + fold.max()):
        inside = fold != i
        outside = fold == i
        fitted = type(model)(**model.get_params()).fit(X[inside], y[inside])
        start = np.full(outside.sum(), y[inside].mean())
        said[:, outside] = [start, *fitted.staged_predict(X[outside])]
    return said
