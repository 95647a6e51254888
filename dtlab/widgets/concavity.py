"""Notebook 07: move a split along the concave curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import ipywidgets as ipw

from ..inputs.labels import as_counts
from ..measures.gains import table_gain
from ..measures.impurity import entropy, error, gini
from ..plots import plot_concavity
from .base.view import Explorer

MEASURES = {"entropy": entropy, "gini": gini, "error": error}


@dataclass(frozen=True)
class ConcaveState:
    """A parent of two classes, how many of each go left, and the measure that judges it."""

    parent: tuple = (40, 80)
    first: int = 28  # of class A, to the left
    second: int = 42  # of class B
    measure: str = "entropy"

    @property
    def children(self):
        left = (self.first, self.second)
        return [left, tuple(n - k for n, k in zip(self.parent, left, strict=True))]

    def draw(self, figure):
        plot_concavity(*self.children, MEASURES[self.measure], ax=figure.subplots())

    @property
    def words(self):
        gains = {name: table_gain(self.children, f) for name, f in MEASURES.items()}
        seen = ", ".join(f"{name} {gain:.4f}" for name, gain in gains.items())
        (a, b), (c, d) = self.children
        return f"Left {a} : {b}, right {c} : {d}. What the split gains by each measure: {seen}."


def explore_concavity(parent: Sequence[int] = (40, 80)) -> Explorer:
    """Choose how many of each class go left; see the children's mean on the chord, and the gain.

    Parameters:
        parent: the number of rows of the two classes; by default those of the toy tree of lecture
            001, whose split 28/42 and 12/38 gains by entropy and not by error.

    >>> explore_concavity().state.words.split(": ")[-1]
    'entropy 0.0206, gini 0.0124, error 0.0000.'
    """
    counts = as_counts(parent, "parent")
    if counts.shape != (2,) or min(counts) < 1 or sum(counts) < 3:
        raise ValueError("the parent needs rows of both classes, and three in all: parent=(40, 80)")
    a, b = map(int, counts)
    state = ConcaveState((a, b), round(0.7 * a), round(0.525 * b))
    controls = {
        "first": ipw.IntSlider(state.first, 0, a, description="class A to the left"),
        "second": ipw.IntSlider(state.second, 0, b, description="class B to the left"),
        "measure": ipw.ToggleButtons(options=list(MEASURES), description="measure"),
    }
    return Explorer(state, controls, (8.0, 4.6))
