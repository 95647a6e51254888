"""A forest grows: its decision boundary beside its error out of bag. Notebook 11."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np
import pandas as pd

from ..engine.table import encode
from ..ensembles.forest import RandomForest
from ..measures.features import best
from ..plots.base.words import many
from ..plots.evaluation import plot_curves
from ..plots.regions import plot_regions
from ..typing import Values
from .base.samples import Sample, options, samples, two_irises, two_moons
from .base.view import Explorer

N_TREES = 50
FEATURES = {"one feature": 1, "square root": "sqrt", "all features": "all"}


class Grown(NamedTuple):
    """A forest of 50 trees, and the errors of its first 1, 2, … 50 trees."""

    forest: RandomForest
    training: np.ndarray  # of all rows
    out_of_bag: np.ndarray  # of the rows that some of the trees have not seen
    judged: np.ndarray  # how many rows that is


@lru_cache(maxsize=32)
def grown(data, max_features, seed):
    """The forest of a setting: grown once, however many of its trees are shown."""
    forest = RandomForest(N_TREES, max_features, random_state=seed)
    forest.fit(data.X, data.y)
    rows = encode(data.X, forest._table.columns)
    shares = _shares(forest, rows)
    drawn = [np.bincount(sample, minlength=len(rows)) for sample in forest.samples_]
    unseen = (np.array(drawn) == 0)[:, :, None]
    codes = forest._target.codes
    training, _ = _errors(shares, np.ones_like(unseen), codes)
    return Grown(forest, training, *_errors(shares, unseen, codes))


def _shares(forest, rows):
    """[T, n, K] the shares of the leaves that encoded rows reach in every tree."""
    shares = np.empty((N_TREES, len(rows), len(forest.classes_)))
    for block, tree, node in forest._flats.reached(rows):
        shares[tree, block] = forest._flats.shares[tree][node]
    return shares


def _errors(shares, asked, codes):
    """[T] the error of the first trees that are asked, and how many rows have one to ask."""
    total = np.cumsum(shares * asked, axis=0)
    known = np.cumsum(asked[:, :, 0], axis=0) > 0
    wrong = (best(total)[0] != codes) & known
    judged = known.sum(axis=1)
    unknown = np.full(len(total), np.nan)
    return np.divide(wrong.sum(axis=1), judged, where=judged > 0, out=unknown), judged


class FirstTrees:
    """The forest as it predicts by the first k of its trees."""

    kind = "RandomForest"  # what a description calls it

    def __init__(self, forest, k):
        self.forest, self.k, self.classes_ = forest, k, forest.classes_

    def predict(self, X):
        """What the first 1, 2, … 50 trees say of these rows is worked out once, for all k."""
        rows = encode(X, self.forest._table.columns)
        return self.classes_[_answers(self.forest, rows.tobytes(), rows.shape)[self.k - 1]]


@lru_cache(maxsize=32)
def _answers(forest, rows, shape):
    """[T, n] the class that the first trees choose for encoded rows, which come as bytes."""
    shares = _shares(forest, np.frombuffer(rows).reshape(shape))
    return best(shares.cumsum(axis=0))[0].astype(np.uint8)


@dataclass(frozen=True)
class ForestState:
    """A data set, and a forest's number of trees, features at each question, and seed."""

    data: Sample
    n_trees: int = 10
    max_features: object = "sqrt"
    seed: int = 0

    @property
    def grown(self):
        """The whole forest and its errors."""
        return grown(self.data, self.max_features, self.seed)

    def draw(self, figure):
        """The boundary of the first trees on the left, the errors by number of trees right."""
        left, right = figure.subplots(1, 2, width_ratios=(1.2, 1))
        found = self.grown
        plot_regions(FirstTrees(found.forest, self.n_trees), self.data.X, self.data.y, ax=left)
        errors = {"training": found.training, "out of bag": found.out_of_bag}
        mark = (self.n_trees, f"{self.n_trees} trees")
        plot_curves(np.arange(1, N_TREES + 1), errors, "trees", "error", mark=mark, ax=right)
        for ax in (left, right):
            ax.locator_params(nbins=3)  # ticks are most of what a redraw costs

    @property
    def words(self):
        """The errors in numbers."""
        k, found = self.n_trees, self.grown
        return (
            f"{many(k, 'tree')}, seed {self.seed}: error {found.out_of_bag[k - 1]:.3f} out of bag "
            f"({found.judged[k - 1]} of {len(self.data.y)} rows), "
            f"{found.training[k - 1]:.3f} on the training rows."
        )


def explore_forest(X: pd.DataFrame | None = None, y: Values | None = None) -> Explorer:
    """Change a forest's trees, features and seed; see its boundary and its out-of-bag error.

    Without arguments two overlapping crescents and two kinds of iris; your own data are added to
    them.

    Parameters:
        X: your own features, a DataFrame with at least two numbers, of which the first two are
            drawn; None by default.
        y: their classes, one per row; None by default.

    >>> forest = explore_forest()
    >>> forest.set(n_trees=1)
    >>> forest.state.words.split(", 0")[0]
    '1 tree, seed 0: error 0.202 out of bag (114 of 300 rows)'
    """
    found = samples(X, y, [two_moons(300, 0.35), two_irises()])
    controls = {
        "data": ipw.Dropdown(options=options(found), value=found[0], description="data"),
        "n_trees": ipw.IntSlider(10, 1, N_TREES, description="trees"),
        "max_features": ipw.Dropdown(
            options=FEATURES.items(), description="features at each question"
        ),
        "seed": ipw.IntSlider(0, 0, 9, description="seed"),
    }
    return Explorer(ForestState(found[0]), controls, size=(8.0, 4.2))
