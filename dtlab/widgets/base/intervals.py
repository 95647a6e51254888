"""Beside the thresholds of `explore_threshold`: what lies in each interval, and every measure."""

from itertools import pairwise

import numpy as np

from ...plots.base.hatching import draw_areas
from ...plots.base.sizes import sizes
from ...plots.base.style import aside, pale_of, write
from ...plots.base.writing import brief, digits

# Positions in the axes, in inches from their upper left corner.
NAMES = 1.05  # room for names left of the axes
WIDE, HIGH = 1.95, 4.1
ASIDE = 0.1  # from a name to its bar
BAR = 1.9  # length of the longest bar
TOP, BARS, GAP = 0.1, 1.15, 1.4  # of the first bar, of all; from bar to bar in heights of one
TABLE, STEP = 1.35, 0.17  # where the measures begin; from one to the next
COLUMNS = -NAMES, 0.22, 0.8  # of their table
DIGIT = 0.09  # width of one


def interval_names(cuts, write):
    """What lies between the cuts, with `write` for a number.

    >>> from dtlab.inputs.values import show
    >>> interval_names([9.5, 20.0, 21.0], show)
    ['≤ 9.5', '9.5 < x ≤ 20', '20 < x ≤ 21', '> 21']
    """
    middle = [f"{write(low)} < x ≤ {write(high)}" for low, high in pairwise(cuts)]
    return [f"≤ {write(cuts[0])}", *middle, f"> {write(cuts[-1])}"]


def draw_sides(ax, state):
    """The class counts of all rows and of each interval, as bars."""
    names = ["all", *interval_names(state.limits, brief)]
    rows = [slice(None), *(state.interval == i for i in range(len(names) - 1))]
    step = BARS / (state.lines + 2)
    tops = TOP + step * np.arange(len(names))
    tall = step / GAP
    left = 0.0
    if state.lines > 1:  # names are longer; room for the longest, or bars would jump in a drag
        names = [name.replace(" < x ≤ ", "<x≤") for name in names]
        letters = 3 + 2 * max(len(brief(stop)) for stop in state.stops)
        left = max(0.0, DIGIT * letters + 2 * ASIDE - NAMES)
    scale = (BAR - left) / len(state.cuts.x)
    ends = np.full(len(names), left)
    for kind in state.cuts.classes:
        counts = np.array([kind.rows[side].sum() for side in rows])
        starts = ends
        ends = ends + counts * scale
        filled = [(starts[i], tops[i], counts[i] * scale, tall) for i in np.flatnonzero(counts)]
        draw_areas(ax, filled, pale_of(kind.colour, ax), kind.hatch, kind.colour)
        for start, top, width, _ in filled:
            number = str(round(width / scale))
            if width > DIGIT * (len(number) + 0.5):
                look = {"ha": "center", "va": "center"}
                write(ax, start + width / 2, top + tall / 2, number, zorder=4, **look)
    for top, name in zip(tops, names, strict=True):
        write(ax, left - ASIDE, top + tall / 2, name, ha="right", va="center", zorder=4)


def write_sides(ax, state):
    """The mean of each interval, and the variance where there is room."""
    high = TABLE / (state.lines + 1)
    for i, side in enumerate(state.sides):
        name, rest = side.split(": ", 1)
        what = rest.replace(", v", "\nv") if state.lines == 1 else rest.split(", v")[0]
        at = -NAMES, (i + 0.4) * high
        write(ax, *at, f"{name}\n{what}", ha="left", va="center", zorder=4)


def write_measures(ax, state):
    """A table of every measure: here, and once it is asked for at its best threshold."""
    rows = [("measure", "here")] + [(name, _aligned(here)) for name, here in state.scores]
    columns = list(zip(*rows, strict=True))
    if state.best:
        best = [f"{_aligned(score)} at {brief(at)}" for at, score in state.bests]
        columns.append(("best" if state.lines == 1 else "best single cut", *best))
    for x, column in zip(COLUMNS, columns, strict=False):
        look = {"va": "baseline", "linespacing": 72 * STEP / (1.2 * sizes().small)}
        aside(ax, x, TABLE + STEP * (len(column) - 0.5), "\n".join(column), **look)


def _aligned(score):
    """A score in four decimals, so that columns are narrow; a large one as it is written elsewhere.

    >>> _aligned(0.591672), _aligned(0.0068386), _aligned(183.7132)
    ('0.5917', '0.0068', '183.7')
    """
    return f"{score:.4f}" if abs(score) < 10 else digits(score)
