"""Notebook 07: drag a split along the concave curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import ipywidgets as ipw

from ..inputs.errors import InputError
from ..inputs.labels import as_counts
from ..measures.gains import table_gain
from ..measures.impurity import entropy, error, gini
from ..plots.impurity import draw_concave_curve, draw_concave_split
from ..typing import Impurity
from .base.touch import point_zone, with_key
from .base.view import Explorer

MEASURES: dict[str, Impurity] = {"entropy": entropy, "gini": gini, "error": error}
SIDES = "left", "right"


@dataclass(frozen=True)
class ConcaveState:
    """A parent of two classes, how many of each go left, and the measure that judges it."""

    parent: tuple = (40, 80)
    first: int = 28  # of class A, to the left
    second: int = 42  # of class B
    measure: str = "entropy"
    moving_fields = ("first", "second")
    smallest = (5.0, 2.9)

    @property
    def children(self):
        left = (self.first, self.second)
        return [left, tuple(n - k for n, k in zip(self.parent, left, strict=True))]

    def draw(self, figure):
        """The curve with the parent, both children, and the gain as a gap."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """The curve."""
        draw_concave_curve(figure.subplots(), MEASURES[self.measure])

    def draw_moving(self, figure):
        """The points on the curve, and what is said of them."""
        points = draw_concave_split(figure.axes[0], self.children, MEASURES[self.measure])
        for side in SIDES:
            with_key(side, points[side])

    def zones(self, figure):
        """The children can be dragged; their sizes stay, so that one goes down as the other rises.

        Their shares of class A are on both sides of the parent's, as on a seesaw.
        """
        curve = figure.axes[0].child_axes[0]
        impurity = MEASURES[self.measure]
        for side, (k, other) in zip(SIDES, self.children, strict=True):
            n = k + other
            stops = range(max(0, n - self.parent[1]), min(self.parent[0], n) + 1)
            points = [(stop / n, impurity((stop, n - stop))) for stop in stops]
            says = tuple(f"{stop} of A and {n - stop} of B" for stop in stops)
            about = {"id": side, "name": f"{side} child", "says": says, "moves": (side,)}
            yield point_zone(curve, stops, k, points, **about)

    def touched(self, zone, value):
        """One child has so many rows of class A, and as many rows as before."""
        n = self.first + self.second
        first = value if zone == "left" else self.parent[0] - value
        return replace(self, first=first, second=n - first)

    @property
    def words(self):
        gains = {name: table_gain(self.children, f) for name, f in MEASURES.items()}
        seen = ", ".join(f"{name} {gain:.4f}" for name, gain in gains.items())
        (a, b), (c, d) = self.children
        return f"Left {a} : {b}, right {c} : {d}. What the split gains by each measure: {seen}."


def explore_concavity(parent: Sequence[int] = (40, 80)) -> Explorer:
    """Drag the children along the curve; see their mean on the chord, and the gain above it.

    Both children keep their sizes while one is dragged. The sliders say how many rows of each class
    go left, and so how large the children are.

    Parameters:
        parent: the number of rows of the two classes; by default those of the toy tree of lecture
            001, whose split 28/42 and 12/38 gains by entropy and not by error.

    >>> explore_concavity().state.words.split(": ")[-1]
    'entropy 0.0206, gini 0.0124, error 0.0000.'
    """
    counts = as_counts(parent, "parent")
    if counts.shape != (2,) or min(counts) < 1 or sum(counts) < 3:
        raise InputError("the parent needs rows of both classes, and three in all: parent=(40, 80)")
    a, b = map(int, counts)
    state = ConcaveState((a, b), round(0.7 * a), round(0.525 * b))
    controls = {
        "first": ipw.IntSlider(state.first, 0, a, description="class A to the left"),
        "second": ipw.IntSlider(state.second, 0, b, description="class B to the left"),
        "measure": ipw.ToggleButtons(options=list(MEASURES), description="measure"),
    }
    return Explorer(state, controls, (8.0, 4.6))
