"""What a Split Studio is about: the data, what may be asked, and the algorithms to compare with.

A `Lesson` never changes; the states of one Studio share it, and with it what has been computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...algorithms.c45 import C45
from ...algorithms.cart import CART
from ...algorithms.id3 import ID3
from ...algorithms.regression import RegressionTree
from ...inputs.errors import InputError
from ...inputs.frames import ColumnLookup
from ...inputs.labels import as_codes
from ...inputs.parameters import unknown
from ...plots.base import points
from ..base.measures import CLASS_MEASURES, NUMBER_MEASURES
from ..base.samples import MANY, features_and_target, is_numeric
from .engine import Spot

if TYPE_CHECKING:
    from pandas import DataFrame, Series

    from ...engine.table import Table
    from ...engine.target import Target

KINDS = ("multiway", "subset", "threshold")
SHOWN = ("gain", "errors")
ROOM, PILE = 0.06, 0.16  # beside the rows of a plane, as shares of their span; more for a pile
MOST_VALUES = 8  # columns of a category
# The algorithm's name, the measure it goes by, and how it is made.
CLASSIFIERS = {"ID3": ("entropy", ID3), "C4.5": ("gain ratio", C45), "CART": ("gini", CART)}
REGRESSORS = {"regression tree": ("variance", RegressionTree)}
ALGORITHMS = CLASSIFIERS | REGRESSORS


@dataclass(frozen=True, eq=False)
class Lesson:
    """The training data as the engine reads it, the rows held back, and the rules of the game."""

    X: DataFrame
    y: Series
    validation: tuple | None  # (X, y)
    measures: tuple
    kinds: tuple
    show: tuple  # "gain", "errors"
    models: dict  # name -> estimator that has read the data, but has not grown
    table: Table  # the columns as codes
    target: Target  # as the engine adds it up

    @property
    def classes(self):
        """The labels of the classes; None for a target of numbers."""
        return getattr(self.target, "labels", None)

    @cached_property
    def columns(self):
        """The columns by name, each turned into an array once."""
        return ColumnLookup(self.X)

    @cached_property
    def marks(self):
        """The classes with their colours and markers, and which training rows they have."""
        return points.kinds(*as_codes(self.y, "y"))

    @cached_property
    def numbers(self):
        """The target of each row: the number of its class, or its own."""
        if self.classes is None:
            return np.asarray(self.y, float)
        codes, labels = as_codes(self.y, "y")
        return np.array([list(self.classes).index(label) for label in labels])[codes]

    @property
    def has_many_values(self):
        """Whether some category may be asked in two groups and has too many values for columns."""
        sizes = self.table.sizes[~self.table.is_number]
        return "subset" in self.kinds and bool((sizes > MOST_VALUES).any())

    @property
    def is_plane(self):
        """Whether the rows lie in a plane: two features, both numbers, and classes."""
        return len(self.table.names) == 2 and all(self.table.is_number) and self.classes is not None

    @cached_property
    def spans(self):
        """(low, high) of both numbers of a plane, with a little room around the rows."""
        values = [self.columns.column(name, True) for name in self.table.names]
        ends = [(np.nanmin(column), np.nanmax(column)) for column in values]
        spans = []
        for column, (low, high) in zip(values, ends, strict=True):
            piles = [np.mean(column == end) for end in (low, high)]
            below, above = ((ROOM + PILE * pile) * (high - low or 1.0) for pile in piles)
            spans.append((low - below, high + above))
        return spans

    @cached_property
    def root(self):
        """The spot of all training rows."""
        return Spot(self, np.arange(len(self.y)))


def lesson(
    data="vegetation", target=None, *, columns=None, show=("gain",), measures=None, kinds=None,
    algorithms=None, validation=None, unlock=None, random_state=0,
):  # fmt: skip
    """Read the data and the rules; a ValueError says what does not fit.

    The arguments are those of `explore_splits`.
    """
    if unlock not in (None, "all"):
        raise InputError(f'unlock is None or "all", not {unlock!r}')
    X, y = features_and_target(data, target)
    if columns is not None:
        X = X[names_chosen(columns, X, y.name)]
    refuse_empty(X)
    numbers = all(name in REGRESSORS for name in algorithms) if algorithms else is_numeric(y)
    known = NUMBER_MEASURES if numbers else CLASS_MEASURES
    rivals = REGRESSORS if numbers else CLASSIFIERS
    if unlock:
        measures = tuple(known)
        kinds = KINDS
        algorithms = tuple(rivals)
    if kinds is None:
        kinds = KINDS[::2] if any(is_measured(X[name]) for name in X) else KINDS[:1]
    algorithms = algorithms or tuple(rivals)[:1]
    _check_names("algorithm", algorithms, rivals)
    measures = measures or tuple(ALGORITHMS[name][0] for name in algorithms)
    _check_names("measure", measures, known)
    _check_names("kind", kinds, KINDS)
    if isinstance(show, str) or not show or not set(show) <= set(SHOWN):
        raise InputError(f"show is a tuple of names from {SHOWN}, not {show!r}")
    if numbers and "errors" in show:
        raise InputError(
            f'show=("errors",) counts wrong classes, but the target {y.name!r} is a number: '
            "leave it out"
        )
    (X, y), held_back = hold_back(X, y, validation, target, random_state)
    models = read_models(X, y, kinds, algorithms)
    reader = models[algorithms[0]]
    return Lesson(
        X, y, held_back, tuple(measures), tuple(kinds), tuple(show), models, reader._table,
        reader._target,
    )  # fmt: skip


def names_chosen(columns, X, target):
    """The names of the columns to ask about, each of which the data must have."""
    if isinstance(columns, str) or not hasattr(columns, "__iter__"):
        raise InputError(f"columns is a list of names, such as [{columns!r}], not {columns!r}")
    names = [str(name) for name in columns]
    if not names:
        raise InputError("columns is empty: name at least one column to ask about")
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"columns has {name!r} more than once: name each column once")
        if name == target:
            raise InputError(f"columns has the target {name!r}, which is to be predicted: drop it")
        if name not in X:
            said = f"columns: the data has no column {name!r}"
            raise InputError(unknown(said, name, list(X), "choose from"))
    return names


def refuse_empty(X):
    """Every column must have a value."""
    for name, column in X.items():
        if column.isna().all():
            raise InputError(f"column {name!r} has no values: leave it out, or choose others")


def is_measured(column):
    """Whether a column is better cut than asked value by value: fractions, or many numbers."""
    if column.dtype.kind not in "iuf":
        return False
    known = column.dropna()
    return known.nunique() > MANY or bool((known % 1).any())


def hold_back(X, y, validation, target, random_state):
    """((X, y) to grow on, (X, y) held back or None)."""
    if validation is None or isinstance(validation, tuple):
        return (X, y), validation
    if not isinstance(validation, float):
        return (X, y), features_and_target(validation, target or y.name)
    n = round(validation * len(X))
    if not 0 < n < len(X):
        raise InputError(
            f"validation={validation} would hold back {n} of {len(X)} rows: "
            "give a share such as 0.3, or the rows themselves"
        )
    order = np.random.default_rng(random_state).permutation(len(X))
    kept = np.sort(order[n:])
    held_back = np.sort(order[:n])
    return (X.iloc[kept], y.iloc[kept]), (X.iloc[held_back], y.iloc[held_back])


def read_models(X, y, kinds, algorithms):
    """The algorithms by name; the first reads the data, and all share what it read."""
    if "threshold" not in kinds:
        for name, column in X.items():
            if column.dtype.kind == "f" and (column.dropna() % 1).any():
                raise InputError(
                    f"column {name!r} holds numbers with fractions, which need thresholds: "
                    'use kinds=("multiway", "threshold"), or unlock="all"'
                )
    models = {name: new_model(name, kinds) for name in algorithms}
    first, *others = models.values()
    first._read(*first._training_rows(X, y))
    for model in others:
        for name in ("_table", "_target", "_index", "_weight"):
            setattr(model, name, getattr(first, name))
    return models


def new_model(name, kinds):
    """An algorithm that asks what the learner may ask."""
    _, algorithm = ALGORITHMS[name]
    if algorithm is ID3:
        return ID3(numeric="threshold" if "threshold" in kinds else "category")
    if algorithm is RegressionTree:
        return RegressionTree(multiway="multiway" in kinds)
    return algorithm()


def _check_names(what, given, known):
    if isinstance(given, str) or not given or not set(given) <= set(known):
        raise InputError(f"{what}s is a tuple of names from {tuple(known)}, not {given!r}")
