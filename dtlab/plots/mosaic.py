"""Questions as a mosaic: how many rows give each answer, and what share of them is of one class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.patches import Rectangle

from ..inputs.errors import InputError
from ..inputs.labels import as_codes
from ..inputs.values import show
from ..typing import Axes, Values
from .base.classes import signs
from .base.sizes import sizes
from .base.style import blank, dark_of, describe_as, headline, ink, pale_of, short, write
from .base.words import many
from .tree.nodes import text_width
from .tree.plot_tree import inches

if TYPE_CHECKING:
    import pandas as pd

MOST_QUESTIONS = 12
MOST_ANSWERS = 8
ROW = 0.8  # inches of a question
ANSWERS = {False: "no", True: "yes"}
BOX = 0.72  # of a row
NARROW = 0.05  # inches between two boxes


def plot_mosaic(X: pd.DataFrame, y: Values, target: Any = None, ax: Axes | None = None) -> Axes:
    """A row for each question: the wider a box, the more rows; the fuller, the more of one class.

    The answers stand in their order, so *no* (False) is left and *yes* (True) right, as in a tree.

    Parameters:
        X: a column for each question, with few different answers.
        y: the class of each row.
        target: the class that fills the boxes; None (default) is the last one in order.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import load
    >>> spam = load("spam")
    >>> plot_mosaic(spam.X[["SUSPICIOUS WORDS"]], spam.y).description
    '6 rows, divided by each question. SUSPICIOUS WORDS: no: 3 rows, 0 % spam; yes: 3 rows, 100 %
    spam.'
    """
    if not hasattr(X, "columns") or not 1 <= len(X.columns) <= MOST_QUESTIONS:
        raise InputError(
            f"X must be a DataFrame of 1 to {MOST_QUESTIONS} columns, one for each question"
        )
    codes, levels = as_codes(y, "y")
    names = [show(level) for level in levels]
    wanted = names[-1] if target is None else show(target)
    if wanted not in names:
        raise InputError(f"target={target!r} is not a class of y: use {', '.join(names)}")
    if len(X) != len(codes):
        raise InputError(f"y has {len(codes)} entries for {len(X)} rows: give one per row")
    is_wanted = codes == names.index(wanted)
    colour = signs(levels)[levels[names.index(wanted)]].colour
    across = sizes().width if ax is None else inches(ax)[0]
    ax = blank(ax, needs=ROW * len(X.columns) + 0.5)
    headline(ax, f"The wider, the more rows; the fuller, the more {short(wanted)}")
    widest = max(text_width(short(name)) for name in X.columns) + 0.15
    room = across - widest - 0.2  # inches of all rows
    said = [
        _draw_question(ax, place, name, X[name], is_wanted, short(wanted), colour, room)
        for place, name in enumerate(X.columns)
    ]
    ax.set(xlim=(-widest / room, 1), ylim=(len(X.columns) - 0.5, -0.5))
    rows = many(len(codes), "row")
    return describe_as(ax, f"{rows}, divided by each question. {' '.join(said)}")


def _draw_question(ax, place, name, column, is_wanted, wanted, colour, room):
    """Draw the boxes of one question; return them in words."""
    answers, levels = as_codes(column, show(name))
    if len(levels) > MOST_ANSWERS:
        raise InputError(
            f"{show(name)} has {len(levels)} different answers, at most {MOST_ANSWERS} can be "
            "drawn: ask a question about it, such as X > 0"
        )
    write(ax, -0.1 / room, place, short(name), ha="right", va="center", weight="bold")
    bottom = place + BOX / 2
    left = 0.0
    said = []
    for k, level in enumerate(levels):
        here = answers == k
        n = int(here.sum())
        width = n / len(here)
        share = float(is_wanted[here].mean())
        box = max(width - NARROW / room, 0.002)
        ax.add_patch(Rectangle((left, bottom), box, -BOX, facecolor=pale_of(colour, ax), lw=0))
        ax.add_patch(Rectangle((left, bottom), box, -BOX * share, facecolor=colour, lw=0))
        percent = f"{100 * share:.0f} %"
        answer = ANSWERS.get(level, short(level))
        long = f"{answer}: {percent} {wanted}"
        for text in (long, f"{percent} {wanted}", percent):
            if text_width(text) < box * room - 0.1:
                _label(ax, left + 0.05 / room, bottom, share, text, colour)
                break
        said.append(f"{answer}: {many(n, 'row')}, {percent} {wanted}")
        left += width
    return f"{show(name)}: {'; '.join(said)}."


def _label(ax, x, bottom, share, text, colour):
    """Write a share just above the filled part of its box, or inside where it is nearly full."""
    inside = share > 0.55
    edge = bottom - BOX * share
    write(
        ax,
        x,
        edge + 0.05 if inside else edge - 0.04,
        text,
        va="top" if inside else "bottom",
        color=ink(ax) if inside else dark_of(colour, ax),
    )
