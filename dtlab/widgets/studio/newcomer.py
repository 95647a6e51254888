"""A row that is dropped in at the root and walks down the tree, question by question."""

from __future__ import annotations

from dataclasses import dataclass
from sys import maxsize
from typing import Any

import numpy as np
from matplotlib.collections import PathCollection
from pandas import isna

from ...plots.base.style import ink, short
from ...plots.base.writing import brief, digits
from ...plots.tree.nodes import branch
from ..base.touch import with_key

FEATURES = 3  # that are told of a row at the root
ARRIVED = maxsize  # questions answered, however many there are
SIGN, ASIDE = 17, 0.08  # points across; inches from the box to its middle


@dataclass(frozen=True, eq=False)
class Newcomer:
    """A row in a tree: its values, its label, and how far it has walked."""

    row: dict[str, Any]
    label: Any
    is_held_back: bool
    steps: list  # (node, question, child) of the questions on its way
    end: Any  # the node where it stops
    walked: int  # questions that it has answered; ARRIVED at the end

    @property
    def path(self):
        """The branches that it has taken so far."""
        return tuple(child for _, _, child in self.steps[: self.walked])

    @property
    def has_arrived(self):
        """Whether no question is left."""
        return self.walked == ARRIVED

    @property
    def is_right(self):
        """Whether the tree predicts its class."""
        return self.end.prediction == self.label

    @property
    def sign(self):
        """What stands on it in the figure."""
        if not self.has_arrived or self.end.classes is None:
            return "?"
        return "✓" if self.is_right else "✗"


def newcomer_of(lesson, tree, number, walked):
    """The row of this number in a tree, or None if none was dropped in."""
    if walked is None:
        return None
    X, y = lesson.validation or (lesson.X, lesson.y)
    at = np.random.default_rng(0).permutation(len(y))[(number - 1) % len(y)]
    row = {name: X[name].iloc[at] for name in lesson.table.names}
    *steps, (end, _, _) = tree.path(row)
    return Newcomer(row, np.asarray(y)[at], lesson.validation is not None, steps, end, walked)


def newcomer_words(newcomer):
    """Where a row has come from, its answers, and what the tree says of it."""
    who = "A row that was held back" if newcomer.is_held_back else "A row"
    taken = newcomer.steps[: len(newcomer.path)]
    if not taken:
        values = [(name, _value(value)) for name, value in newcomer.row.items()][:FEATURES]
        said = f"{who} drops in: {', '.join(f'{short(name)} {value}' for name, value in values)}"
    else:
        answers = [
            _answer(question, child, newcomer.row[question.feature]) for _, question, child in taken
        ]
        said = f"{who} walks down: {'; '.join(answers)}"
    return f"{said}.{_verdict(newcomer) if newcomer.has_arrived else ''}"


def _verdict(newcomer):
    end = newcomer.end
    if end.classes is None:
        return f" The tree says {digits(end.prediction)}; it is {digits(newcomer.label)}."
    predicted, label = short(end.prediction), short(newcomer.label)
    if newcomer.is_right:
        return f" The tree says {predicted}, and that is right."
    return f" The tree says {predicted}, but it is {label}."


def _answer(question, child, value):
    """What a row answers, and the branch that it takes if that is not the same."""
    said = f"{short(question.feature)} is {_value(value)}"
    label = short(branch(question, child))
    return said if label == _value(value) else f"{said}, so {label}"


def _value(value):
    """A value in a sentence."""
    if isna(value):
        return "not known"
    return brief(value) if isinstance(value, float) else short(value)


def draw_newcomer(ax, newcomer, boxes, branches, is_sideways, start=()):
    """Thick lines along the way so far, and a disc on the last box that is drawn of it.

    Parameters:
        ax: the axes of the tree.
        newcomer: the row.
        boxes: (path, node, box) of the nodes that are drawn.
        branches: the curves that lead to them; None at the first.
        is_sideways: whether the branches go to the right.
        start: the path of the first node, if that is not the root.
    """
    walked = newcomer.path
    if walked[: len(start)] != start:  # its way is not drawn
        return
    on_way = [
        (box, branch)
        for (path, _, box), branch in zip(boxes, branches, strict=True)
        if path == walked[: len(path)]
    ]
    lines = [branch for _, branch in on_way if branch is not None]
    way = PathCollection(lines, facecolors="none", edgecolors=ink(ax), linewidths=5, zorder=2.5)
    ax.add_collection(way, autolim=False)
    last, _ = on_way[-1]
    x = last.right + ASIDE if is_sideways else last.left - ASIDE  # where no branch arrives
    look = {"color": ink(ax), "mec": ax.get_facecolor(), "mew": 1.5, "clip_on": False}
    disc = ax.plot([x], [last.y], "o", ms=SIGN, zorder=7, **look)
    look = {"weight": "bold", "color": ax.get_facecolor(), "ha": "center", "va": "center"}
    sign = ax.text(x, last.y, newcomer.sign, fontsize=0.7 * SIGN, zorder=8, **look)
    with_key("newcomer", *disc, sign)


def draw_star(ax, x, y, **look):
    """A star where the row lies among the others."""
    look = {"ms": 17, "color": ink(ax), "mec": ax.get_facecolor(), "mew": 1.2, "zorder": 6, **look}
    with_key("star", *ax.plot([x], [y], "*", **look))
