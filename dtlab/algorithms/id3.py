"""ID3 (Quinlan 1986): one branch per value, the feature with the highest information gain.

`textbook/id3.py` is this as a recursion; here the engine does it for all nodes of a level at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.grow import Recipe
from ..engine.table import whole_numbers_as_categories
from ..measures.features import information_gain
from ..measures.impurity import entropy
from ..pruning.stopping import children_differ, gain_above, no_features_left, pure
from ..questions.criteria import of_tables
from ..questions.own_parts import OwnMeasure, OwnQuestions
from ..questions.search import OneBranchPerValue, Thresholds
from ..typing import Columns, Measure
from .base import TreeClassifier


@dataclass(eq=False, repr=False)
class ID3(TreeClassifier):
    """ID3 (Quinlan 1986): one branch per value, the feature with the highest information gain.

    Stops at one class, no features left, or no rows (a branch that no training row takes predicts
    its parent's majority). A category is asked once on a path. Lecture 000 §4.3, lecture 004 "ID3".

    Parameters:
        measure: information_gain (default), gain_ratio, or your own function of two columns (x, y).
        numeric: "category" (default) takes whole numbers as categories, "threshold" asks x ≤ t,
            perhaps again.
        stop_at_zero_gain: True as in lecture 001, False (default) as in lectures 000 and 004; they
            differ on XOR.
        significance: stop unless the children differ by a χ² test at this level (lecture 001); None
            (default) for no test.
        max_depth: the most questions on a path; None (default) for no limit.
        min_samples_split: a node with fewer rows is a leaf; 2 by default.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.
        stop: your own rule, a function of one node (`dtlab.pruning.OpenNode`), True stops there;
            None (default) for none.
        questions: your own kind of question, a function of one column and the target that yields
            Thresholds for a number or Groups for a category; None (default) for ID3's.

    >>> from dtlab import load
    >>> veg = load("vegetation")
    >>> print(ID3().fit(veg.X, veg.y).tree_)
    ELEVATION?  [3 chaparral, 2 conifer, 2 riparian]
    ├─ low: riparian (1)
    ├─ medium: STREAM?  [1 chaparral, 1 riparian]
    │  ├─ False: chaparral (1)
    │  └─ True: riparian (1)
    ├─ high: SLOPE?  [2 chaparral, 1 conifer]
    │  ├─ flat: conifer (1)
    │  ├─ moderate: chaparral (0)
    │  └─ steep: chaparral (2)
    └─ highest: conifer (1)
    """

    takes_missing = False

    measure: Measure = information_gain
    numeric: str = "category"
    stop_at_zero_gain: bool = False
    significance: float | None = None
    max_depth: int | None = None
    min_samples_split: int = 2
    categorical: Columns = None
    stop: Callable | None = None
    questions: Callable | None = None

    def _prepare(self, table):
        table = super()._prepare(table)
        by_category = self.numeric == "category" and self.questions is None
        return whole_numbers_as_categories(table) if by_category else table

    def _own_questions(self, ask, recipe):
        return OwnQuestions(ask, of_tables(self.measure) or OwnMeasure(self.measure))

    def _recipe(self, table, target):
        gain = of_tables(self.measure)
        own = OwnMeasure(self.measure) if gain is None else None
        accept = [gain_above(0.0)] if self.stop_at_zero_gain else []
        if self.significance is not None:
            accept.append(children_differ(self.significance, table, target))
        return Recipe(
            numeric=own or Thresholds(gain), categorical=own or OneBranchPerValue(gain),
            impurity=entropy, stop=[pure, no_features_left, *self._limits()], accept=accept,
            once=True,
        )  # fmt: skip
