"""Errors by depth: what a deeper tree gets wrong, among its own rows and among new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_floats
from ..inputs.values import listed
from ..typing import Axes, Values
from .base.style import COLOURS, aside, canvas, dark_of, describe_as, note, pale_of
from .base.writing import digits

MOST_NAMES = 12
DEEPEST = 10_000
APART = 0.12  # of the axis, between the last depth and the tree without a limit
OWN = (COLOURS[5], COLOURS[2], COLOURS[3])  # none of them is a colour of the first two classes


def plot_depths(
    depths: Sequence[int | None],
    wrong: Mapping[str, Values],
    ylabel: str = "rows wrong",
    deals: Sequence[Values] = (),
    ax: Axes | None = None,
) -> Axes:
    """How many rows trees of growing depth get wrong, such as their own rows and new ones.

    Parameters:
        depths: the depths, in rising order; a None at the end is a tree without a limit.
        wrong: name → how many rows are wrong at each depth.
        ylabel: what is counted.
        deals: the same counts for other deals of the rows, a list for each deal, drawn as thin
            lines behind; () by default.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, 4.4.4 (overfitting):
    >>> wrong = {"its own": [30, 20, 9, 0], "new": [32, 25, 24, 29]}
    >>> plot_depths([1, 2, 3, None], wrong).description
    'rows wrong by depth. its own: 30 at 1, 20 at 2, 9 at 3, 0 without a limit. new: 32 at 1, 25 at
    2, 24 at 3, 29 without a limit.'
    """
    if not hasattr(depths, "__len__"):
        raise InputError("depths must be a list of whole numbers")
    depths = listed(depths)
    x, ticks = _places(depths)
    lines = {str(name): _counts(values, f"wrong[{name!r}]", x) for name, values in wrong.items()}
    if not lines:
        raise InputError("wrong is empty: give a name and a count for each depth")
    others = [_counts(deal, "each of deals", x) for deal in deals]
    ax = canvas(ax)
    limit = depths[-1] is None and len(x) > 1
    for values in others:
        _draw_line(ax, x, values, limit, color=pale_of(OWN[0], ax), lw=0.8, zorder=1)
    for (name, values), colour in zip(lines.items(), OWN * len(lines), strict=False):
        _draw_line(ax, x, values, limit, color=colour, lw=2.2, marker="o", ms=5, mec="white")
        _name_line(ax, x, values, name, dark_of(colour, ax))
    shown = _named(depths)
    ax.set_xticks([x[i] for i in shown], [ticks[i] for i in shown])
    ax.set(xlabel="depth: the most questions in a row", ylabel=ylabel)
    ax.set_ylim(0 if not others else None)
    words = [f"{ylabel} by depth."]
    words += [f"{name}: {_told(values, depths)}." for name, values in lines.items()]
    if others:
        mean = np.mean(others, axis=0)
        text = f"thin lines: {len(others)} deals"
        aside(ax, 0.99, 0.97, text, transform=ax.transAxes, ha="right", va="top")
        words.append(f"{len(others)} other deals, on average: {_told(mean, depths)}.")
    return describe_as(ax, " ".join(words))


def _places(depths):
    """Where each depth stands on the axis, and how it is called."""
    has_limit = not depths or depths[-1] is not None
    known = depths if has_limit else depths[:-1]
    if not known or not all(isinstance(depth, int) and 0 <= depth <= DEEPEST for depth in known):
        raise InputError("depths must be whole numbers, at the end perhaps None for no limit")
    if any(low >= high for low, high in zip(known, known[1:], strict=False)):
        raise InputError("depths must rise: each larger than the one before")
    names = list(map(str, known))
    if has_limit:
        return list(map(float, known)), names
    gap = APART * (known[-1] - known[0] + 1) + 1
    return [*map(float, known), known[-1] + gap], [*names, "no limit"]


def _counts(values, name, x):
    """As many finite counts as there are depths."""
    values = as_floats(values, name)
    if values.shape != (len(x),) or not np.isfinite(values).all():
        raise InputError(f"{name} must have a finite number for each of the {len(x)} depths")
    return values


def _draw_line(ax, x, values, limit, **look):
    """A line over the depths; the tree without a limit stands apart, behind a dotted line."""
    if not limit:
        ax.plot(x, values, **look)
        return
    ax.plot(x[:-1], values[:-1], **look)
    ax.plot(x[-2:], values[-2:], **{**look, "ls": (0, (1, 2)), "marker": ""})
    ax.plot(x[-1:], values[-1:], **look)


def _name_line(ax, x, values, name, colour):
    """The name at the middle of a line, and its last number."""
    middle = len(x) // 2
    look = {"color": colour, "weight": "bold"}
    note(ax, name, (x[middle], values[middle]), (0, 8), **look)
    note(ax, digits(values[-1]), (x[-1], values[-1]), (0, 9), ha="center", **look)


def _named(depths):
    """The places of the depths that are named: of many the first two, every fifth, and the last."""
    return [
        i
        for i, depth in enumerate(depths)
        if len(depths) <= MOST_NAMES or i in (0, 1, len(depths) - 1) or depth % 5 == 0
    ]


def _told(values, depths):
    """Counts in words: all of a few, else the first, the lowest and the last."""
    places = list(range(len(values)))
    if len(values) > 8:
        places = sorted({0, int(np.argmin(values)), len(values) - 2, len(values) - 1})
    at = ["without a limit" if depths[i] is None else f"at {depths[i]}" for i in places]
    return ", ".join(f"{digits(values[i])} {where}" for i, where in zip(places, at, strict=True))
