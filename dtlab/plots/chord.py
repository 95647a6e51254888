"""A split of two classes on the curve of an impurity: the gain is a gap between curve and chord.

Lecture 001, impurity measures; lecture 002, plots of H.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_counts
from ..inputs.values import show
from ..measures.gains import table_gain, table_remainder
from ..measures.impurity import entropy, lift
from ..typing import Axes, Counts, Impurity
from .base.style import (
    COLOURS,
    FAINT,
    SIZE,
    TITLE,
    aside,
    blank,
    canvas,
    cut,
    dark_of,
    describe_as,
    ink,
    write,
)

# Shares of the axes: the curve's width, and width and height of the magnified gap.
WIDE, SLIM, LOW = 0.62, 0.27, 0.46
# In heights of the curve: that of the axes with all labels, and where these begin.
TOP, ABOVE = 1.34, 1.1
ENDS = -0.12, 1.12  # how far to the left and right the labels may reach, in widths of the curve
FILLED = 0.88  # of a page's width, by the axes of a figure
LETTER, GAP = 0.62, 0.02  # the width of a letter in sizes of it, the gap between two labels
SMALLEST, LARGEST = 6, 18  # points across, of the mark of no rows and of all rows
STEEPEST = 40  # times, of the magnified gap
NARROW = 5.0  # inches; a figure whose labels are names only, and its only number the gain


@dataclass(frozen=True)
class Split:
    """Two groups of rows: their names, and how many rows of each are of the class, and are not."""

    names: tuple
    counts: tuple
    impurity: Impurity
    share: str  # the name of the horizontal axis

    @property
    def table(self):
        """[3, 2] the counts of both groups and of all rows."""
        table = np.array(self.counts, float)
        return np.vstack((table, table.sum(axis=0)))

    @property
    def shares(self):
        """Of the class, in both groups and in all rows."""
        return (self.table[:, 0] / self.table.sum(axis=1)).tolist()

    @property
    def heights(self):
        """The impurity of both groups and of all rows."""
        return lift(self.impurity)(self.table).tolist()

    @property
    def after(self):
        """The weighted mean of both groups: on the chord, straight below all rows."""
        return float(table_remainder(self.table[:2], self.impurity))

    @property
    def gain(self):
        """The gap between them."""
        return float(table_gain(self.table[:2], self.impurity))

    @property
    def unit(self):
        """What follows a number of this impurity."""
        return " bits" if self.impurity is entropy else ""


def plot_concavity(
    left: Counts, right: Counts, impurity: Impurity = entropy, ax: Axes | None = None
) -> Axes:
    """The impurity's curve with two groups on it; the gain is the gap between curve and chord.

    The weighted mean of the groups lies on the chord between them, straight below all rows.

    Parameters:
        left, right: the groups' counts of two classes.
        impurity: entropy (default), gini, error, or your own function of counts.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 001's toy tree, where the error gains nothing (E07: the curve is concave):
    >>> from dtlab import error
    >>> plot_concavity([28, 42], [12, 38]).description[-46:]
    '0.8977, 0.0206 below it: that gap is the gain.'
    >>> plot_concavity([28, 42], [12, 38], impurity=error).description[-41:]
    '0.3333, 0 below it: that gap is the gain.'
    """
    sides = [as_counts(left, "left"), as_counts(right, "right")]
    if any(side.shape != (2,) for side in sides):
        raise InputError("plot_concavity needs two classes: give two counts for left and right")
    if not all(side.sum() for side in sides):
        raise InputError("each side needs at least one row: give left and right a count above 0")
    counts = tuple(tuple(side.tolist()) for side in sides)
    split = Split(("left", "right"), counts, impurity, "share of the first class")
    ax = draw_curve(ax, split)
    draw_split(ax, split)
    return ax


def number(value):
    """An impurity or a gain as it is said: in three decimals, a small one in four.

    >>> number(0.918296), number(0.02059), number(1e-17)
    ('0.918', '0.0206', '0')
    """
    if abs(value) < 5e-5:
        return "0"
    return f"{value:.3f}" if value >= 0.0995 else f"{value:.4f}"


def percent(share):
    """A share in whole percent.

    >>> percent(0.526)
    '53 %'
    """
    return f"{share:.0%}".replace("%", " %")


# ------------------------------------------------------------------ what is drawn


def draw_curve(ax, split):
    """What is the same for all groups: the curve, and an empty panel beside it."""
    ax = blank(ax, 4.2)
    whole = canvas(ax.inset_axes((0, 0, WIDE, 1), facecolor=ax.get_facecolor()))
    near = canvas(ax.inset_axes((1 - SLIM, 0, SLIM, LOW), facecolor=ax.get_facecolor()))
    p, curve = _curve(split.impurity)
    top = _top(curve)
    whole.plot(p, curve, color=FAINT, linewidth=2.5, zorder=1)
    whole.set(xlim=(0, 1), ylim=(0, TOP * top))
    whole.set_xticks((0, 0.5, 1), ("0", "50 %", "100 %"))
    whole.set_yticks((top / 2, top), (f"{top / 2:.3g}", f"{top:.3g}"))
    whole.spines["left"].set_bounds(0, top)
    whole.set_xlabel(cut(split.share, 40), parse_math=False)
    whole.set_ylabel(_name(split.impurity) + (", in bits" if split.unit else ""))
    whole.yaxis.set_label_coords(-0.52 / _wide(ax), 0.5 / TOP)
    near.set(xlim=(-1, 1), ylim=(-1, 1), xticks=(), yticks=())
    near.spines[:].set_visible(True)
    near.spines[:].set_color(FAINT)
    return ax


def draw_split(ax, split):
    """The groups on the curve, the chord and the gap; the artists of both groups' marks."""
    whole, near = ax.child_axes
    p, curve = _curve(split.impurity)
    top, gain = _top(curve), split.gain
    shares, heights, after = split.shares, split.heights, split.after
    times = float(np.clip(top / (3 * gain), 0.8, STEEPEST)) if gain > 1e-9 else 10.0
    x, y = shares[2], (heights[2] + after) / 2

    def zoom(shares, heights):
        return 2 * times * (np.array(shares) - x), 2 * times * (np.array(heights) - y) / top

    near.plot(*zoom(p, curve), color=FAINT, linewidth=2.5, zorder=1)
    _draw_marks(near, split, *zoom(shares, heights), *zoom(x, after))
    look = {"transform": near.transAxes, "ha": "center", "va": "bottom"}
    large = f", × {times:.0f}" if is_narrow(ax) else f", {times:.0f} times as large"
    aside(near, 0.5, 1.04, "the gap" + (large if times >= 1.5 else ""), **look)
    marks = _draw_marks(whole, split, shares, heights, x, after)
    _draw_labels(whole, split, top)
    _write_gain(ax, split)
    rows = zip((*split.names, "all"), split.table.tolist(), shares, heights, strict=True)
    listed = [
        f"{name} ({' and '.join(map(show, row))}) at {percent(share)} with {number(height)}"
        for name, row, share, height in rows
    ]
    describe_as(
        ax,
        f"The curve of the {_name(split.impurity)} over the {split.share}. On it lie "
        f"{listed[0]}, {listed[1]}, and {listed[2]}. The weighted mean of both groups lies on the "
        f"straight line between them, straight below all, at {after:.4f}, {number(gain)} below it: "
        "that gap is the gain.",
    )
    return marks


def is_narrow(ax):
    """Whether there is little room for words."""
    return ax.get_figure(root=True).get_figwidth() <= NARROW


def _wide(ax):
    """About how many inches wide the curve is: the same before and after the layout."""
    return ax.get_figure(root=True).get_figwidth() * FILLED * WIDE


def _curve(impurity):
    """Shares, and the impurity of each."""
    p = np.linspace(0, 1, 401)
    return p, lift(impurity)(np.column_stack((p, 1 - p)))


def _top(curve):
    return float(max(curve.max(), 1e-9))


def _name(impurity):
    return getattr(impurity, "__name__", "impurity").replace("<lambda>", "impurity")


def _draw_marks(ax, split, shares, heights, x, after):
    """The chord, the gap on it, and a mark for each group and for all rows."""
    blue = COLOURS[0]
    ax.plot(shares[:2], heights[:2], color=blue, linewidth=1.6, zorder=2)
    gap = {"color": COLOURS[1], "linewidth": 6, "solid_capstyle": "butt", "zorder": 3}
    ax.plot([x, x], [after, heights[2]], **gap)
    rows = split.table.sum(axis=1)
    sizes = [SMALLEST + (LARGEST - SMALLEST) * sqrt(n / rows[2]) for n in rows[:2]]
    look = {"mfc": ax.get_facecolor(), "mec": ink(ax), "mew": 2, "ms": 10, "zorder": 5}
    ax.plot(x, heights[2], "o", clip_on=False, **look)
    look = {"color": blue, "mec": ax.get_facecolor(), "mew": 1, "zorder": 4, "clip_on": False}
    inside = [abs(side) <= 1 for side in shares]  # of the magnified panel
    return [ax.plot(shares[i], heights[i], "o", ms=sizes[i], visible=inside[i], **look)[0]
            for i in (0, 1)]  # fmt: skip


def _draw_labels(ax, split, top):
    """Both groups and all rows in a row above the curve, each tied to its mark."""
    slim = is_narrow(ax)
    counts = zip(split.table.sum(axis=1), split.shares, strict=True)
    details = ["" if slim else f"{n:,.6g} rows, {percent(share)}" for n, share in counts]
    names = [cut(name, 10 if slim else 20) for name in (*split.names, "all")]
    letter = LETTER * SIZE / 72 / _wide(ax)
    widths = [letter * max(map(len, pair)) for pair in zip(names, details, strict=True)]
    blue, black = dark_of(COLOURS[0], ax), ink(ax)
    low, high = np.argsort(split.shares[:2], kind="stable").tolist()
    for i, at in zip((low, 2, high), _side_by_side(split, widths, low, high), strict=True):
        share, height = split.shares[i], split.heights[i]
        tie = [at, share, share], [(ABOVE - 0.02) * top, (ABOVE - 0.06) * top, height]
        ax.plot(*tie, color=FAINT, linewidth=0.8, zorder=0.5, clip_on=False)
        look = {"ha": "center", "va": "bottom", "parse_math": False}
        up = 0.0 if slim else 0.105
        colour, weight = (black, "normal") if i == 2 else (blue, "bold")
        write(ax, at, (ABOVE + up) * top, names[i], color=colour, weight=weight, **look)
        aside(ax, at, ABOVE * top, details[i], **look)


def _side_by_side(split, widths, low, high):
    """The middles of three labels: each as near to its mark as the others let it be."""
    first, last = ENDS
    wide = [widths[low], widths[2], widths[high]]
    least = first + wide[0] + GAP + wide[1] / 2
    most = last - wide[2] - GAP - wide[1] / 2
    middle = min(max(split.shares[2], least), max(most, least))
    left = min(split.shares[low], middle - (wide[0] + wide[1]) / 2 - GAP)
    right = max(split.shares[high], middle + (wide[1] + wide[2]) / 2 + GAP)
    return [max(left, first + wide[0] / 2), middle, min(right, max(last - wide[2] / 2, right))]


def _write_gain(ax, split):
    """What the gap is: before, after, and their difference."""
    values = {"before": split.heights[2], "− after": split.after, "= gain": split.gain}
    look = {"transform": ax.transAxes, "va": "center"}
    if is_narrow(ax):
        look |= {"weight": "bold", "color": dark_of(COLOURS[1], ax)}
        write(ax, 1 - SLIM, 0.95, "gain", **look)
        write(ax, 1 - SLIM, 0.85, number(split.gain), **look)
        return
    for row, (word, value) in enumerate(values.items()):
        if row == 2:
            look |= {"weight": "bold", "color": dark_of(COLOURS[1], ax), "fontsize": TITLE}
        y = 0.95 - 0.1 * row
        write(ax, 1 - SLIM, y, word, **look)
        write(ax, 1, y, number(value) + split.unit, ha="right", **look)
