"""The trees of gradient boosting, and its stages retold: residuals, trees, step, prediction."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ..engine.flat import Flat, reached
from ..engine.table import encode
from ..engine.to_node import to_node


class Rows:
    """Encoded rows [n, F], and the same column by column."""

    def __init__(self, rows):
        self.rows, self.columns = rows, np.ascontiguousarray(rows.T)
        self.is_complete = not np.isnan(rows).any()


@dataclass(slots=True, eq=False)
class Boosted:
    """One tree of a stage: `tree_` is its Node, whose predictions are the leaf values."""

    flat: Flat
    columns: list
    _node: object = field(default=None, repr=False)

    @property
    def tree_(self):
        """The tree as an immutable `Node`, built when it is first asked for."""
        if self._node is None:
            self._node = to_node(self.flat, self.columns)
        return self._node

    def predict(self, X):
        """The leaf value of every row, before it is multiplied by the learning rate."""
        return self.values(Rows(encode(X, self.columns)))

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


class Stages(Sequence):
    """The stages of a fitted model; they are worked out again when they are asked for.

    `stages[i].prediction` is the lecture's column Mᵢ, `stages[i].residuals` its t − Mᵢ₋₁.
    """

    def __init__(self, model, training):
        self._model, self._training = model, training

    def __len__(self):
        return self._model.n_estimators_ + 1

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if not -len(self) <= i < len(self):
            raise IndexError(f"the model has {len(self)} stages with its start: there is no {i}")
        return next(self._from(i % len(self)))

    def __iter__(self):
        return self._from(0)

    def _from(self, first):
        """Stage after stage, beginning with this one."""
        model, data = self._model, self._training
        rows, F, step, r = Rows(data.rows()), data.start.copy(), None, None
        for i in range(len(self)):
            trees = model._stage_trees(i - 1) if i else ()
            if i:
                r = model.loss_.residuals(data.y, F) if i >= first else None
                step = np.array([model.learning_rate * tree.values(rows) for tree in trees])
                F = F + step.reshape(F.shape)
            if i >= first:
                loss = model.loss_.loss(data.y, F, data.weight) if len(F) else 0.0
                values = tuple(tuple(leaf.prediction for leaf in t.tree_.leaves()) for t in trees)
                yield Stage(_shown(r), tuple(trees), values, _shown(step), _shown(F), loss)


@dataclass(slots=True)
class Training:
    """What boosting learns from, and what its stages are retold with."""

    table: object
    y: np.ndarray  # [K, n] the target, or one row per class of zeros and ones
    weight: np.ndarray | None
    start: np.ndarray  # [K, n] the predictions before any tree

    def rows(self):
        """[n, F] the training rows as prediction sees them, read back from the table."""
        columns = []
        for column, codes, numbers in zip(
            self.table.columns, self.table.codes, self.table.numbers, strict=True
        ):
            values = numbers if column.is_number else np.arange(len(column.levels))
            columns.append(np.append(values, np.nan)[codes])
        return np.column_stack(columns)


def _shown(array):
    """[n] for one tree per stage, [n, K] for more."""
    if array is None:
        return None
    return array[0] if len(array) == 1 else array.T
