"""Questions and the rows that they divide: which panel each box has, drawn in few artists."""

from __future__ import annotations

from math import isinf

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ...inputs.frames import ColumnLookup
from ...inputs.values import is_missing, listed, show
from ...questions.question import Threshold
from ..base.hatching import draw_areas
from ..base.style import COLOURS, FAINT, ink
from ..base.words import feature, many
from .boxes import bar_place, write
from .panels import MOST_DOTS, Along, ByValue, NodeRows, Strokes

TOLD = 8  # questions whose rows are described


def panel(question, column, target, n_classes, scale):
    """What to draw for a question and its rows: `Along` or `ByValue`, and how many rows it lacks.

    >>> import numpy as np
    >>> found, missing = panel(Threshold("ELEVATION", 4175), np.array([3900, 4450, np.nan]),
    ...                        np.array([0, 1, 1]), 2, ())
    >>> found.words(), missing
    ('3900 to 4450, cut at 4175', 1)
    """
    children = question.route(column)
    along = isinstance(question, Threshold) and not isinf(question.value)
    if along:
        places = column
        there = np.isfinite(column)
    else:
        names, groups, places = _values(question, column, children)
        there = places >= 0
    rows = NodeRows(places[there], children[there], target[there], n_classes, scale)
    found = Along(rows, question.value) if along else ByValue(rows, names, groups)
    return found, int((~there).sum())


def _values(question, column, children):
    """Names of the values, the child of each, and which of them each row has (−1: none)."""
    if isinstance(question, Threshold) or question.on_intervals:  # a line for each branch
        numbers = tuple(range(question.n_children))
        return tuple(map(question.label, numbers)), numbers, children
    has_gaps = any(map(is_missing, listed(column)))
    values = []
    for child in range(question.n_children):
        values += [(value, child) for value in question.values(child)]
        if has_gaps and question.missing == child:
            values.append((None, child))
    names = tuple("missing" if value is None else show(value) for value, _ in values)
    place = {value: i for i, (value, _) in enumerate(values)}
    places = [place.get(None if is_missing(value) else value, -1) for value in listed(column)]
    return names, tuple(child for _, child in values), np.array(places, np.intp)


def add_panels(items, X, rows, target):
    """Give every question that is drawn, and not faded, the picture of its rows."""
    frame = ColumnLookup.of(X)
    classes = items[0].node.classes
    scale = (0, 1) if classes else (target.min(), target.max())
    for item in items:
        if item.is_leaf or item.lost:
            continue
        question = item.node.question
        here = rows[item.number]
        column = frame.column(question.feature, isinstance(question, Threshold))[here]
        item.panel, without = panel(question, column, target[here], len(classes or ()), scale)
        item.bar = item.panel.height
        item.lines += (f"{without} without a value",) if without else ()


def draw_panels(ax, items, boxes, signs, size):
    """Draw the panels of those items that have one."""
    strokes = Strokes([[] for _ in signs])
    dark = ink(ax)
    for item, box in zip(items, boxes, strict=True):
        if item.panel is not None:
            item.panel.draw(strokes, *bar_place(item, box))
    for rectangles, sign in zip(strokes.areas, signs, strict=True):
        draw_areas(ax, rectangles, sign.colour, sign.hatch)
    if strokes.dots:
        points = [(x + dx, y) for x, y in strokes.dots for dx in (0, 0.001)]  # as in `hatching`
        path = Path(points, [Path.MOVETO, Path.LINETO] * len(strokes.dots))
        path.should_simplify = False  # nor snap to pixels: both would leave out dots
        look = {"edgecolor": COLOURS[0], "linewidth": 4.5, "capstyle": "round", "snap": False}
        ax.add_patch(PathPatch(path, fill=False, zorder=5, **look))
    looks = [(strokes.axes, FAINT, 1, "-"), (strokes.cuts, dark, 1.5, "--")]
    looks += [(strokes.means, dark, 3, "-")]
    for lines, colour, width, style in looks:
        look = {"colors": colour, "linewidths": width, "linestyles": style}
        ax.add_collection(LineCollection(lines, zorder=4, **look))
    ax.add_collection(PolyCollection(strokes.marks, facecolors=dark, zorder=4))
    for x, y, text, side in strokes.texts:
        write(ax, x, y, text, size, ha=side, color=dark)


def in_words(items):
    """The rows of the first few questions, as a list of sentences."""
    shown = [item for item in items if item.panel is not None]
    parts = [f"{feature(item.node)}: {item.panel.words()}." for item in shown[:TOLD]]
    hidden = len(shown) - len(parts)
    if not parts:
        return []
    if hidden:
        parts.append(f"{many(hidden, 'more question')}.")
    if any(_is_sampled(item.panel.rows) for item in shown):
        parts.append(f"Of more than {MOST_DOTS} rows in a box, {MOST_DOTS} are drawn.")
    return ["In the boxes, the rows.", *parts]


def _is_sampled(rows):
    """Whether a panel draws only some of its rows: numbers are drawn as dots."""
    return not rows.n_classes and len(rows.places) > MOST_DOTS
