"""What both forests share: drawing samples, growing, and what can be read off the trees."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..algorithms.base import TableModel
from ..inputs.forest_parameters import check_forest, n_candidates
from ..pruning.stopping import fewer_rows_than
from .flat_forest import FlatForest
from .forest_batch import Plan, grow_batch
from .votes import (
    generators,
    impurity_importances,
    in_parallel,
    out_of_bag,
    permutation_importances,
)


class Lazy(Sequence):
    """A sequence whose entries are made when they are first asked for."""

    def __init__(self, n, make):
        self._made, self._make = [None] * n, make

    def __getstate__(self):
        return {"_made": [None] * len(self._made), "_make": self._make}

    def __len__(self):
        return len(self._made)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(f"the forest has {len(self)} trees, so there is no number {i}")
        i %= len(self)
        if self._made[i] is None:
            self._made[i] = self._make(i)
        return self._made[i]

    def __repr__(self):
        return f"<{len(self)} trees>"


class Drawn(NamedTuple):
    """One step of a forest: the rows drawn (repeated as often as drawn), those left out, the
    features that the tree may ask, and the tree itself.
    """

    number: int
    rows: np.ndarray
    out_of_bag: np.ndarray
    features: tuple
    model: object

    @property
    def tree(self):
        """The tree as a `Node`."""
        return self.model.tree_

    def __repr__(self):
        drawn = f"{len(self.rows)} rows drawn, {len(self.out_of_bag)} out of bag"
        return f"<tree {self.number}: {drawn}, {len(self.features)} features>"


def member(forest, i):
    """The i-th tree as the model that would have grown it, with its sample as row weights."""
    model = forest._base()
    rows, n = forest.samples_[i], len(forest.index_)
    weight = np.bincount(rows, minlength=n).astype(float)
    if not forest.bootstrap and forest.weight_ is not None:
        weight *= forest.weight_
    model.weight_ = None if (weight == 1).all() else weight
    for name in ("table_", "target_", "index_", "n_features_in_", "classes_", "feature_names_in_"):
        if hasattr(forest, name):
            setattr(model, name, getattr(forest, name))
    model._keep(forest.flats_.tree(i))
    return model


def drawn(forest, i):
    """The i-th step of the forest's history."""
    rows = forest.samples_[i]
    left_out = out_of_bag(len(forest.index_), rows)
    return Drawn(i, rows, left_out, forest.features_[i], forest.trees_[i])


class Forest(TableModel):
    """A subclass says what a single tree is, how to read the target, and how the trees vote.

    After `fit`: `trees_` the trees as models, `samples_` the rows of each (positions in `index_`,
    repeated as often as drawn), `features_` the names that each may ask, `history_` all of it step
    by step, `flats_` the trees as arrays. Rows of weight zero are left out; other weights are the
    chances to be drawn, or without `bootstrap` the weights of the rows.
    """

    def _fit(self, X, y, sample_weight):
        check_forest(self, self._is_of_numbers)
        self._read(X, y, sample_weight)
        plan, recipe = self._plan(), self._recipe()
        weight = None if self.bootstrap else self.weight_
        shared = self.table_, self.target_, recipe, weight, plan
        streams = plan.batches(generators(self.random_state, self.n_estimators))
        jobs, n = [(*shared, batch) for batch in streams], self.n_estimators
        batches = in_parallel(grow_batch, jobs, self.n_jobs, self.verbose, n, len)
        self._keep([tree for batch in batches for tree in batch])
        return self

    def _keep(self, trees):
        names, n = self.table_.names, len(trees)
        self.samples_ = [rows for rows, _, _ in trees]
        self.features_ = [tuple(names[f] for f in np.flatnonzero(a)) for _, a, _ in trees]
        self.flats_ = FlatForest([flat for _, _, flat in trees])
        self.trees_ = Lazy(n, partial(member, self))
        self.history_ = Lazy(n, partial(drawn, self))

    def _plan(self):
        """What is left to chance."""
        F = len(self.table_.columns)
        chances = None
        if self.bootstrap and self.weight_ is not None:
            chances = self.weight_ / self.weight_.sum()
        return Plan(
            n_rows=len(self.index_), sample_size=self._sample_size(), replacement=self.bootstrap,
            chances=chances, n_features=F,
            max_features=n_candidates(self.max_features, F, self._auto),
            per_node=self.subspace == "node",
            n_thresholds=0 if self.thresholds == "exact" else self.thresholds,
        )  # fmt: skip

    def _sample_size(self):
        return max(1, round(self.subsampling_rate * len(self.index_)))

    def _base(self):
        """The model of one tree, not grown yet."""
        model = self._single_tree()
        model.index_, model.weight_ = range(self._sample_size()), None
        if not self.bootstrap and self.weight_ is not None:
            model.weight_ = self.weight_ * self.subsampling_rate
        return model

    def _recipe(self):
        recipe = self._base()._recipe(self.table_, self.target_)
        # a node that cannot have two children large enough need not be searched
        recipe.stop = (*recipe.stop, fewer_rows_than(2 * self.min_samples_leaf))
        return recipe

    @property
    def feature_importances_(self):
        """[F] the decrease of impurity that each feature brought; sums to one if there is a
        split.
        """
        check_is_fitted(self)
        flats = [self.flats_.tree(i) for i in range(self.flats_.n_trees)]
        return impurity_importances(flats, len(self.table_.columns))

    def permutation_importances(self, X, y, n_repeats=5, random_state=None):
        """How much the score on X and y falls when a column is shuffled."""
        return permutation_importances(self, X, y, n_repeats, random_state)

    def _training_rows(self):
        """[n, F] the training rows as prediction reads them."""
        check_is_fitted(self)
        table = self.table_
        values = [
            numbers if column.is_number else np.arange(float(len(column.levels)))
            for column, numbers in zip(table.columns, table.numbers, strict=True)
        ]
        pairs = zip(values, table.codes, strict=True)
        return np.column_stack([np.append(v, np.nan)[codes] for v, codes in pairs])

    def _out_of_bag(self):
        """[T, n] whether a tree has not seen a row."""
        check_is_fitted(self)
        n = len(self.index_)
        unseen = np.array([np.bincount(rows, minlength=n) == 0 for rows in self.samples_])
        if not unseen.any():
            raise ValueError(
                f"every one of the {n} rows is in every sample: nothing is out of bag; "
                "use bootstrap=True, a smaller subsampling_rate, or more rows"
            )
        return unseen
