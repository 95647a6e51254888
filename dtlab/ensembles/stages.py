"""Helpers of gradient boosting: its trees, the validation set for early stopping, and its stages
(residuals, trees, step, prediction).
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from .._lazy import LazySequence
from ..engine.flat import Flat, reached
from ..engine.table import encode
from ..engine.to_node import to_node
from ..inputs.errors import InputError


class EncodedRows:
    """Encoded rows [n, F], and the same column by column."""

    def __init__(self, rows):
        self.rows = rows
        self.columns = np.ascontiguousarray(rows.T)
        self.is_complete = not np.isnan(rows).any()


@dataclass(eq=False)
class Boosted:
    """One tree of a stage: `tree_` is its Node, whose predictions are the leaf values."""

    flat: Flat
    columns: list

    @cached_property
    def tree_(self):
        """The tree as an immutable `Node`, built when it is first used."""
        return to_node(self.flat, self.columns)

    def predict(self, X):
        """The leaf value of every row, before it is multiplied by the learning rate."""
        return self.values(EncodedRows(encode(X, self.columns)))

    def values(self, rows):
        """The same for encoded rows."""
        node = reached(self.flat, rows.rows, rows.is_complete, rows.columns)
        return self.flat.prediction.take(node)

    def explain(self, row):
        """The path of one row, question by question."""
        return self.tree_.explain(row)


class Stage(NamedTuple):
    """Step i of boosting; step 0 is the start. Arrays have a row per training row, and for more
    than two classes a column per class.
    """

    residuals: np.ndarray | None  # of the model before: what the trees were grown on
    trees: tuple  # one, or one per class
    leaf_values: tuple  # of each tree, from left to right
    step: np.ndarray | None  # learning rate × leaf value of every row
    prediction: np.ndarray  # of the model now (for classes: before it becomes a probability)
    loss: float  # on the training rows

    def __repr__(self):
        return f"<{len(self.trees)} trees, loss {self.loss:.6g}>"


class Stages(LazySequence):
    """The stages of a fitted model; they are worked out again when they are asked for.

    `stages[i].prediction` is the lecture's column Mᵢ, `stages[i].residuals` its t − Mᵢ₋₁.
    """

    def __init__(self, model, y, weight, start):
        super().__init__(model.n_estimators_ + 1, self._stage, "stages with its start")
        self._model = model
        self._y = y
        self._weight = weight
        self._start = start

    def _stage(self, i):
        return next(self._from(i))

    def __iter__(self):
        return self._from(0)

    def _from(self, first):
        """Stage after stage, beginning with this one."""
        model = self._model
        y = self._y
        step = None
        r = None
        rows = EncodedRows(model._table.rows())
        F = self._start.copy()
        for i in range(len(self)):
            trees = model._stage_trees(i - 1) if i else ()
            if i:
                r = model._loss.residuals(y, F) if i >= first else None
                step = np.array([model.learning_rate * tree.values(rows) for tree in trees])
                F = F + step.reshape(F.shape)
            if i >= first:
                loss = model._loss.loss(y, F, self._weight) if len(F) else 0.0
                values = tuple(tuple(leaf.prediction for leaf in t.tree_.leaves()) for t in trees)
                yield Stage(_by_row(r), tuple(trees), values, _by_row(step), _by_row(F), loss)


def hold_out(rows, y, fraction, rng):
    """Rows to learn from and rows to watch the loss on; every class is split in proportion."""
    n = max(1, round(fraction * len(rows)))
    if n >= len(rows):
        raise InputError(
            f"{len(rows)} rows are too few to hold out a validation set: "
            "set n_iter_no_change=None or give more rows"
        )
    order = rng.permutation(rows)
    if len(y) > 1 or set(np.unique(y[:, rows])) <= {0.0, 1.0}:
        order = order[np.lexsort(y[:, order])]
    watched = (np.arange(n) + 0.5) * len(rows) // n
    rest = order[watched.astype(int)]
    return np.setdiff1d(rows, rest), np.sort(rest)


@dataclass(slots=True)
class Watch:
    """The validation set: its loss after every stage, and when there was no gain for too long."""

    rows: object  # encoded
    y: np.ndarray
    weight: np.ndarray | None
    F: np.ndarray  # [K, n] the predictions so far
    patience: int
    tol: float
    scores: list = field(default_factory=list)
    best: int = 0  # the stage after which the loss was lowest

    def has_stopped(self, loss, trees, rate):
        """Add the trees of a stage; True if the last `patience` stages brought nothing."""
        for k, tree in enumerate(trees):
            self.F[k] += rate * tree.values(self.rows)
        self.scores.append(loss.loss(self.y, self.F, self.weight))
        if self.scores[-1] < self.scores[self.best] - self.tol:
            self.best = len(self.scores) - 1
        return len(self.scores) - 1 - self.best >= self.patience


def _by_row(array):
    """[n] for one tree per stage, [n, K] for more."""
    if array is None:
        return None
    return array[0] if len(array) == 1 else array.T
