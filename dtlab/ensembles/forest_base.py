"""What both forests share: drawing samples, growing, and what can be read off the trees."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from numbers import Integral
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from .._lazy import LazySequence
from .._progress import progress
from ..algorithms.base import TableModel, TreeModel
from ..engine.flat import impurity_importances, reached
from ..inputs.errors import InputError
from ..inputs.parameters import FRACTION, either, one_of, whole
from ..pruning.stopping import fewer_rows_than
from ..tree.node import Node
from ..typing import Columns, Frame, Random, Values
from .forest_batch import SamplingPlan, grow_batch
from .votes import Importances, generators, out_of_bag, permutation_importances

ROWS = 1 << 13  # rows whose values stay in the processor's cache, predicted together
WORDS = {
    "all": lambda F: F,
    "sqrt": lambda F: int(np.sqrt(F)),
    "log2": lambda F: int(np.log2(F)),
    "onethird": lambda F: F // 3,
}


def n_candidates(max_features, F, auto):
    """How many of F features a node or tree may ask about; words are rounded down, to at least one.

    >>> [n_candidates(word, 20, "sqrt") for word in ("auto", "log2", "onethird", 0.25, 7, None)]
    [4, 4, 6, 5, 7, 20]
    """
    if max_features is None:
        return F
    if isinstance(max_features, str):
        return max(1, WORDS[auto if max_features == "auto" else max_features](F))
    if isinstance(max_features, Integral):
        if max_features > F:
            raise InputError(
                f"max_features is {max_features}, but the table has only {F} columns: "
                'ask for fewer, or say "all"'
            )
        return int(max_features)
    return max(1, int(max_features * F))


class ForestStep(NamedTuple):
    """One step of a forest: the rows drawn (repeated as often as drawn), those left out, the
    features that the tree may ask about, and the tree itself.
    """

    number: int
    rows: np.ndarray
    out_of_bag: np.ndarray
    features: tuple
    model: TreeModel

    @property
    def tree(self) -> Node:
        """The tree as a `Node`."""
        return self.model.tree_

    def __repr__(self):
        drawn = f"{len(self.rows)} rows drawn, {len(self.out_of_bag)} out of bag"
        return f"<tree {self.number}: {drawn}, {len(self.features)} features>"


@dataclass(eq=False, repr=False)
class Forest(TableModel):
    """A subclass says what a single tree is, how to read the target, and how the trees vote.

    After `fit`: `trees_` the trees as models, `samples_` the rows of each (positions among the
    training rows, repeated as often as drawn), `features_` the names that each may ask about,
    `history_` all of it step by step, `_flats` the trees as arrays. Rows of weight zero are left
    out; other weights are the chances to be drawn, or without `bootstrap` the weights of the rows.
    """

    _allowed = {
        "n_estimators": whole(1, "a whole number of trees from {} up"),
        "max_features": either(
            (lambda v: v is None, ""), one_of("auto", *WORDS), FRACTION, whole(1),
            words='"auto", "all", "sqrt", "log2", "onethird", a number of features or a fraction '
            "of them",
        ),
    }  # fmt: skip

    n_estimators: int = 100
    max_features: str | int | float | None = "auto"
    subspace: str = "node"
    thresholds: str | int = "exact"
    vote: str = "average"
    bootstrap: bool = True
    subsampling_rate: float = 1.0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    min_impurity_decrease: float = 0.0
    categorical: Columns = None
    random_state: Random = None
    n_jobs: int | None = None

    def _fit(self, X, y, weight, present):
        self._read(X, y, weight, present)
        self._grow()

    def _grow(self):
        n = len(self._index)
        F = len(self._table.columns)
        weight = self._weight
        size = max(1, round(self.subsampling_rate * n))
        chances = weight / weight.sum() if self.bootstrap and weight is not None else None
        weight = None if self.bootstrap else weight
        plan = SamplingPlan(
            n_rows=n, sample_size=size, replacement=self.bootstrap, chances=chances,
            n_features=F, max_features=n_candidates(self.max_features, F, self._auto),
            per_node=self.subspace == "node",
            n_thresholds=0 if isinstance(self.thresholds, str) else self.thresholds,
        )  # fmt: skip
        model = self._single_tree()
        model._index = range(size)
        model._weight = None if weight is None else weight * self.subsampling_rate
        recipe = model._recipe(self._table, self._target)
        # a node that cannot have two children large enough need not be searched
        recipe.stop = (*recipe.stop, fewer_rows_than(2 * self.min_samples_leaf))
        shared = self._table, self._target, recipe, weight, plan
        streams = plan.batches(generators(self.random_state, self.n_estimators))
        jobs = (delayed(grow_batch)(*shared, batch) for batch in streams)
        batches = Parallel(n_jobs=self.n_jobs, return_as="generator")(jobs)
        trees = chain.from_iterable(progress(batches, len(streams), "batches of trees"))
        samples, allowed, flats = zip(*trees, strict=True)
        self.samples_ = list(samples)
        self._flats = FlatForest(list(flats))
        names = np.array(self._table.names)
        self.features_ = [tuple(names[a].tolist()) for a in allowed]
        self.trees_ = LazySequence(self.n_estimators, self._model_of, "trees")
        self.history_ = LazySequence(self.n_estimators, self._step, "trees")

    def _model_of(self, i):
        """The i-th tree as the model that would have grown it, with its sample as row weights."""
        model = self._single_tree()
        weight = np.bincount(self.samples_[i], minlength=len(self._index)).astype(float)
        if not self.bootstrap and self._weight is not None:
            weight *= self._weight
        model._weight = None if (weight == 1).all() else weight
        model._take_training_data_of(self)
        model._keep(self._flats.trees[i])
        return model

    def _step(self, i):
        rows = self.samples_[i]
        left_out = out_of_bag(len(self._index), rows)
        return ForestStep(i, rows, left_out, self.features_[i], self.trees_[i])

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """[F] the decrease of impurity that each feature brought; sums to one if there is a
        split.
        """
        check_is_fitted(self)
        return impurity_importances(self._flats.trees, len(self._table.columns))

    def permutation_importances(
        self, X: Frame, y: Values, n_repeats: int = 5, random_state: int | None = None
    ) -> Importances:
        """How much the score falls when a column is shuffled: (mean, std, values, names).

        Parameters:
            X: rows with the columns of the training data (DataFrame or 2-D array), best unseen.
            y: their targets (list, array or Series).
            n_repeats: how often each column is shuffled; 5 by default.
            random_state: seed of the shuffling, a whole number; None (default) shuffles
                differently every time.
        """
        return permutation_importances(self, X, y, n_repeats, random_state)

    def _out_of_bag(self):
        """[T, n] whether a tree has not seen a row."""
        check_is_fitted(self)
        n = len(self._index)
        unseen = np.array([np.bincount(rows, minlength=n) == 0 for rows in self.samples_])
        if not unseen.any():
            raise InputError(
                f"every sample contains all {n} rows, so no row is out of bag: "
                "use bootstrap=True, a smaller subsampling_rate, or more rows"
            )
        return unseen


@dataclass
class FlatForest:
    """The trees of an ensemble, each a `Flat`: where every row ends in every tree."""

    trees: list

    @cached_property
    def shares(self):
        """For each tree, [N, K] the class shares of every node."""
        return [tree.stats / tree.stats.sum(axis=1, keepdims=True) for tree in self.trees]

    @cached_property
    def votes(self):
        """For each tree, [N, K] one for the class that a node predicts."""
        return [np.eye(tree.stats.shape[1])[tree.prediction] for tree in self.trees]

    def reached(self, X):
        """Blocks of rows (a slice), the number of a tree, and its nodes that the rows reach.

        X is encoded.
        """
        X = np.ascontiguousarray(X)
        for start in range(0, len(X), ROWS):
            rows = slice(start, min(start + ROWS, len(X)))
            complete = not np.isnan(X[rows]).any()
            for i, tree in enumerate(self.trees):
                yield rows, i, reached(tree, X[rows], complete)

    def mean(self, values, rows, counts=None):
        """[n, …] the mean over the trees of the values [N, …] of the nodes that rows reach.

        counts [T, n] says which trees count for a row; NaN where none does.
        """
        total = np.zeros((len(rows), *values[0].shape[1:]))
        for block, i, node in self.reached(rows):
            said = values[i].take(node, axis=0)
            total[block] += said if counts is None else (said.T * counts[i, block]).T
        with np.errstate(invalid="ignore"):  # 0 / 0
            return (total.T / (len(self.trees) if counts is None else counts.sum(axis=0))).T
