"""The trees of a forest one by one: as models of their own, and as steps of a history."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .votes import out_of_bag


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
