"""Errors that one can count: each row as a square, and a ladder of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import Any

import numpy as np
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from ..inputs.errors import InputError
from ..inputs.labels import as_codes, named_numbers
from ..inputs.values import show
from ..typing import Axes, Values
from .base.classes import signs
from .base.sizes import sizes
from .base.style import (
    COLOURS,
    aside,
    blank,
    dark_of,
    describe_as,
    grey,
    headline,
    ink,
    pale_of,
    short,
    write,
)
from .base.words import many
from .tree.nodes import text_width
from .tree.plot_tree import inches

MOST_ROWS = 5_000
SIDE = 0.8  # of a square, in places of the grid
GAP = 2.5  # places between two classes


def standard_error(wrong: float, of: float) -> float:
    """How far a count of errors typically lies from its long-run average.

    Parameters:
        wrong: how many rows are wrong.
        of: how many rows there are.

    >>> round(standard_error(158, 1000), 1)
    11.5
    """
    return sqrt(wrong * (of - wrong) / of)


# ------------------------------------------------------------------ squares


def plot_outcomes(
    actual: Values,
    predicted: Values | str,
    mistakes: Mapping[Any, str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Each row as a square, in a block for its class: pale if the prediction is right, else dark.

    The title counts the wrong ones, with one standard error: how far such a count typically lies
    from its long-run average.

    Parameters:
        actual: the true class of each row.
        predicted: what a model says of each, such as `model.predict(X)`, or one class for all rows.
        mistakes: class → what an error means for its rows, such as {"ham": "thrown away"}; None
            (default) calls all of them wrong.
        ax: axes to draw on; None (default) makes a new figure.

    >>> plot_outcomes(["ham", "ham", "spam", "spam"], ["ham", "spam", "spam", "spam"]).description
    '4 rows as squares, 1 wrong (± 1). 2 ham: 1 wrong. 2 spam: 0 wrong.'
    """
    codes, levels = as_codes(actual, "actual")
    if len(codes) > MOST_ROWS:
        raise InputError(
            f"plot_outcomes draws at most {MOST_ROWS:,} rows, and here are {len(codes):,}: "
            "take a sample of them"
        )
    wrong, is_constant = _wrong(codes, levels, predicted)
    words = {show(name): str(word) for name, word in (mistakes or {}).items()}
    unknown = [name for name in words if name not in map(show, levels)]
    if unknown:
        raise InputError(f"mistakes names {unknown[0]!r}, which is not a class of actual")
    high = max(5, round(sqrt(0.4 * len(codes))))
    blocks = [np.sort(wrong[codes == k])[::-1] for k in range(len(levels))]
    wide = sum(ceil(len(block) / high) for block in blocks) + GAP * (len(blocks) - 1)
    place = sizes().width / max(wide, 2 * high)  # inches of a square
    ax = blank(ax, needs=high * place + 1.5)
    left = 0.0
    said = []
    for name, look, block in zip(levels, signs(levels).values(), blocks, strict=True):
        bad = int(block.sum())
        word = words.get(show(name), "wrong")
        _draw_squares(ax, left, high, np.flatnonzero(~block), pale_of(look.colour, ax))
        _draw_squares(ax, left, high, np.flatnonzero(block), dark_of(look.colour, ax))
        write(ax, left, high + 0.5, f"{len(block):,} {short(name)}")
        below = {"color": dark_of(look.colour, ax), "weight": "bold", "va": "top"}
        write(ax, left, -0.7, f"{bad:,} {word}", **below)
        said.append(f"{len(block):,} {show(name)}: {bad:,} {word}.")
        left += ceil(len(block) / high) + GAP
    total = int(wrong.sum())
    luck = "" if is_constant else f" (± {standard_error(total, len(wrong)):.0f})"
    headline(ax, f"{total:,} of {len(wrong):,} wrong{luck}")
    ax.set(xlim=(0, max(wide, 2 * high)), ylim=(-2.6, high + 2), aspect="equal", anchor="W")
    rows = many(len(wrong), "row")
    return describe_as(ax, f"{rows} as squares, {total:,} wrong{luck}. {' '.join(said)}")


def _wrong(codes, levels, predicted):
    """Whether each prediction is wrong, and whether all predictions are the same."""
    if isinstance(predicted, str):
        predicted = [predicted] * len(codes)
    answers, said = as_codes(predicted, "predicted")
    if len(answers) != len(codes):
        raise InputError(
            f"predicted has {len(answers)} entries for {len(codes)} rows: give one per row"
        )
    place = {show(level): k for k, level in enumerate(levels)}
    said_places = np.array([place.get(show(level), -1) for level in said])
    return said_places[answers] != codes, len(said) == 1


def _draw_squares(ax, left, high, places, colour):
    """Squares from the top of a column to its bottom, all of them one path: a thousand are many."""
    if not len(places):
        return
    corner = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE), (0, 0)])
    at = np.column_stack((left + places // high, high - 1 - places % high))
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(at)
    squares = Path((at[:, None] + corner).reshape(-1, 2), codes)
    ax.add_patch(PathPatch(squares, facecolor=colour, edgecolor="none"))


# ------------------------------------------------------------------ the ladder

LADDER = COLOURS[2]  # no class of two has this colour
NUMBERS = 1.1  # inches right of the bars
LONGEST = 30  # characters of a name


def plot_ladder(
    wrong: Mapping[str, float],
    of: int,
    coming: Sequence[str] = (),
    marks: Mapping[str, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """A ladder of models, the first rung at the bottom: how many rows each of them gets wrong.

    The last rung that is reached is dark; rungs to come have a name and no bar. The whiskers reach
    one standard error to either side, as in `plot_outcomes`. The first rung has none: it is the
    baseline, which says the same of all rows.

    Parameters:
        wrong: rung → how many rows are wrong, from the lowest rung up.
        of: how many rows are judged.
        coming: the names of the rungs that are still to come.
        marks: name → number of wrong rows, drawn as a line above the rungs that are reached; None
            (default) draws none.
        ax: axes to draw on; None (default) makes a new figure.

    >>> plot_ladder({"always ham": 399, "one question": 248}, 1000, ["a tree"]).description
    'A ladder of 3 rungs, from the bottom up. always ham: 399 of 1,000 wrong; one question: 248 of
    1,000 wrong, ± 14. Still to come: a tree.'
    """
    reached = {str(name): float(n) for name, n in named_numbers(wrong, "wrong").items()}
    beside = {str(name): float(n) for name, n in named_numbers(marks or {}, "marks").items()}
    for name, number in (reached | beside).items():
        if not 0 <= number <= of:
            raise InputError(f"{name!r} has {show(number)} wrong rows, but there are {of:,} in all")
    names = [*reached, *map(str, coming)]
    if not names:
        raise InputError("wrong and coming are empty: there is no rung to draw")
    across = sizes().width if ax is None else inches(ax)[0]
    ax = blank(ax, needs=0.42 * (len(names) + len(beside)) + 1.2)
    top = max([*reached.values(), *beside.values(), 1])
    widest = 0.2 + max(text_width(short(name, LONGEST)) for name in names)
    inch = top / (across - widest - NUMBERS)  # in rows
    said = [
        _rung(ax, place, name, number, of, inch, place == len(reached) - 1)
        for place, (name, number) in enumerate(reached.items())
    ]
    for place, name in enumerate(names[len(reached) :], start=len(reached)):
        write(ax, -0.1 * inch, place, short(name, LONGEST), ha="right", va="center", color=grey(ax))
    height = len(names) - 0.5
    for name, number in sorted(beside.items(), key=lambda mark: -mark[1]):
        ax.plot(
            [number, number],
            [len(reached) - 0.5, height + 0.35],
            color=grey(ax),
            lw=1.2,
            ls=(0, (3, 3)),
        )
        aside(ax, number + 0.06 * inch, height + 0.35, f"{name}: {show(number)}", va="center")
        height += 0.8
    aside(ax, 0, -0.95, f"wrong, of {of:,}")
    ax.set(xlim=(-widest * inch, top + NUMBERS * inch), ylim=(-1.3, height + 0.2))
    words = [f"A ladder of {many(len(names), 'rung')}, from the bottom up. {'; '.join(said)}."]
    words += [f"Marked: {name}, {show(number)}." for name, number in beside.items()]
    words += [f"Still to come: {', '.join(map(str, coming))}."] if coming else []
    return describe_as(ax, " ".join(words))


def _rung(ax, place, name, number, of, inch, is_last):
    """Draw a rung that is reached; return it in words."""
    weight = "bold" if is_last else "normal"
    write(ax, -0.1 * inch, place, short(name, LONGEST), ha="right", va="center", weight=weight)
    colour = LADDER if is_last else pale_of(LADDER, ax)
    ax.add_patch(Rectangle((0, place - 0.28), number, 0.56, facecolor=colour, edgecolor="none"))
    luck = standard_error(number, of) if place else 0.0
    if luck:
        ax.plot([number - luck, number + luck], [place, place], color=ink(ax), lw=1.2)
    text = f"{show(number)} ± {luck:.0f}" if luck else show(number)
    write(ax, number + luck + 0.08 * inch, place, text, va="center", weight=weight)
    return f"{name}: {show(number)} of {of:,} wrong" + (f", ± {luck:.0f}" if luck else "")
