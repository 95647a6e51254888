"""The trees of explore_forest: grown again for every place of a dragged row, as fit would."""

from copy import copy
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..engine.flat import reached
from ..ensembles.forest import RandomForest
from ..measures.features import best
from .forest_plane import GRID, plane

N_TREES, FEW = 50, 10  # as long as few trees are shown, no others are grown


@lru_cache(maxsize=128)
def alone(data, moved=None):
    """[rows, columns] what one tree answers: position in `kinds` of the class of each cell."""
    where = plane(data)
    tree = with_moved_row(where.cart, where, moved)._flat
    codes = tree.prediction[reached(tree, where.columns.T, None, where.columns)]
    return where.signs[1][codes].reshape(GRID, GRID)


class Grown(NamedTuple):
    """A forest's errors, of its first 1, 2, … trees, and what each of its trees says."""

    training: np.ndarray  # error on all rows
    out_of_bag: np.ndarray  # error on the rows that some of the trees have not seen
    judged: np.ndarray  # how many rows that is
    shares: np.ndarray  # [T, cells, K] of the classes in the leaf of each cell


@lru_cache(maxsize=16)  # of 50 trees and two classes each takes 2 MB
def grown(data, max_features, seed, moved=None, n_trees=N_TREES):
    """The forest of a setting: grown once, however many of its trees are shown."""
    where = plane(data)
    at_home = forest_at_home(data, max_features, seed, n_trees)
    forest = with_moved_row(at_home, where, moved)
    n = len(data.y)
    columns = np.hstack((forest._table.rows().T, where.columns))
    pairs = zip(forest._flats.trees, forest._flats.shares, strict=True)
    found = [said.take(reached(tree, columns.T, None, columns), axis=0) for tree, said in pairs]
    shares, cells = np.split(np.array(found), [n], axis=1)
    drawn = [np.bincount(sample, minlength=n) for sample in forest.samples_]
    codes = forest._target.codes
    unseen = (np.array(drawn) == 0)[:, :, None]
    training, _ = _errors(shares, np.ones_like(unseen), codes)
    out_of_bag, judged = _errors(shares, unseen, codes)
    return Grown(training, out_of_bag, judged, cells)


@lru_cache(maxsize=128)
def together(k, data, *setting):
    """[rows, columns] what the first k trees of a setting answer, as `alone` does."""
    codes, _ = best(grown(data, *setting).shares[:k].sum(axis=0))
    return plane(data).signs[1][codes].reshape(GRID, GRID)


@lru_cache(maxsize=32)
def forest_at_home(data, max_features, seed, n_trees):
    """A forest of the rows where they are."""
    return RandomForest(n_trees, max_features, random_state=seed).fit(data.X, data.y)


def with_moved_row(model, where, moved):
    """A fitted model grown again with a row of its table in another place; its draws stay."""
    if moved is None:
        return model
    model = copy(model)
    model._table = where.table(moved)
    model._grow()
    return model


def _errors(shares, asked, codes):
    """[T] the error of the first trees that are asked, and how many rows have one to ask."""
    total = np.cumsum(shares * asked, axis=0)
    known = np.cumsum(asked[:, :, 0], axis=0) > 0
    wrong = (best(total)[0] != codes) & known
    judged = known.sum(axis=1)
    unknown = np.full(len(total), np.nan)
    return np.divide(wrong.sum(axis=1), judged, where=judged > 0, out=unknown), judged
