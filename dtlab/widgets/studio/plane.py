"""The plane of two numbers beside the tree: each leaf is a region, the proposed cut can be dragged.

A leaf lights its region, and a point its way through the tree: both are known by the path.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from ...plots.base.classes import labels_of, signs
from ...plots.base.points import drawn_rows, evenly
from ...plots.base.style import FAINT, canvas, describe_as, pale_of, short
from ...plots.base.words import many
from ...plots.tree.boxes import PATH
from ..base.touch import HAND, Zone, places, with_key
from . import engine
from .bars import name_in
from .cards import size_in_inches
from .newcomer import draw_star
from .paths import at, nodes, path_text
from .rows import FEW, about_cut, axis_name, cut_stops
from .spread import spread

MOST_POINTS = 150  # that answer to a hand


def draw_points(ax, studio):
    """The rows in the plane."""
    lesson = studio.lesson
    names = studio.lesson.table.names
    canvas(ax).set(xlim=lesson.spans[0], ylim=lesson.spans[1])
    wide, high = size_in_inches(ax)
    n = len(lesson.y)
    ax.set(xlabel=axis_name(names[0], n, wide), ylabel=name_in(names[1], high))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(4))
    rows = drawn_rows(n)
    x, y = places_of(lesson, size_in_inches(ax))
    for mark in lesson.marks:
        here = rows[mark.rows[rows]]
        look = {"color": mark.colour, "mec": ax.get_facecolor(), "mew": 0.6, "zorder": 3}
        ax.plot(x[here], y[here], mark.marker, ls="", ms=7 if n <= FEW else 5, **look)
    said = f"The rows in the plane of {names[0]} and {names[1]}, with the tree's regions."
    describe_as(
        ax, f"{said} Rows at one place are drawn beside each other, on their side of a cut."
    )


def draw_regions(ax, studio):
    """The regions of the tree with the proposed question, and the cut."""
    sign_of = signs(labels_of(studio.preview))
    for path, leaf in nodes(studio.preview):
        if leaf.is_leaf:
            (left, right), (low, high) = region(studio, studio.preview, path)
            box = (left, low), right - left, high - low
            colour, _, _ = sign_of[leaf.prediction]
            ax.add_artist(Rectangle(*box, fc=pale_of(colour, ax), lw=0, zorder=0))
            frame = ax.add_artist(Rectangle(*box, fill=False, ec=FAINT, lw=1, zorder=1))
            with_key(f"region {path_text(path)}", frame)
    if studio.newcomer is not None:
        draw_star(ax, *(studio.newcomer.row[name] for name in studio.lesson.table.names))
    if studio.asks_number:
        with_key(
            "cut",
            *ax.plot(*_cut_ends(studio, [studio.question.value])[0], color=PATH, lw=3, zorder=4),
        )


@lru_cache(maxsize=8)
def places_of(lesson, size):
    """Where every row is drawn on axes of this size in inches; nowhere if a number is missing."""
    values = np.array([lesson.columns.column(name, True) for name in lesson.table.names])
    known = np.isfinite(values).all(axis=0)
    values[:, ~known] = np.nan
    x, y = values[:, known]
    values[:, known] = spread(x, y, lesson.spans, size)
    return values


def region(studio, tree, path):
    """((left, right), (low, high)) of the rows that come to a node."""
    sides = [list(span) for span in studio.lesson.spans]
    for i, child in enumerate(path):
        question = at(tree, path[:i]).question
        f = studio.lesson.table.names.index(question.feature)
        sides[f][1 - child] = np.clip(question.value, *sides[f])
    return sides


def _cut_ends(studio, values):
    """The cuts at these values across the region of the chosen node: [cut, x or y, end]."""
    across = studio.lesson.table.names.index(studio.question.feature)
    ends = np.tile(region(studio, studio.tree, studio.path), (len(values), 1, 1))
    ends[:, across] = np.array(values)[:, None]
    return ends


def plane_zones(ax, studio):
    """Points light their way and open their leaf; the cut is dragged."""
    x, y = places_of(studio.lesson, size_in_inches(ax))
    rows = drawn_rows(len(x))
    rows = [row for row in rows[evenly(len(rows), MOST_POINTS)] if np.isfinite(x[row] + y[row])]
    about: dict[int, dict[str, Any]] = {}  # each row: what it shares with the rows of its leaf
    found = engine.rows_at_nodes(studio.lesson.root, studio.preview)
    for (path, node), here in zip(nodes(studio.preview), found, strict=True):
        if node.is_leaf:
            way = [f"node {path_text(path[:i])}" for i in range(len(path) + 1)]
            lights = (*way, f"region {path_text(path)}")
            tip = f"{short(node.prediction)}, {many(node.n_rows, 'row')}"
            about |= dict.fromkeys(here.tolist(), {"lights": lights, "tip": tip})
    for row, point in zip(rows, places(ax, np.c_[x[rows], y[rows]]), strict=True):
        name = f"row {row}: open its leaf"
        yield Zone(id=f"row {row}", name=name, box=(*point, HAND, HAND), group="points",
                   **about[row])  # fmt: skip
    if studio.asks_number:
        yield cut_zone(ax, studio)


def cut_zone(ax, studio):
    """The slider on the cut, which is upright or level."""
    stops, value = cut_stops(studio)
    ends = _cut_ends(studio, stops)
    first, last = (np.array(places(ax, ends[:, :, end])) for end in (0, 1))
    middles = tuple(map(tuple, ((first + last) / 2).round(1).tolist()))
    now = stops.index(value)
    wide, high = np.maximum(np.abs(last - first)[now], HAND).tolist()
    box = (*middles[now], wide, high)
    return Zone(box=box, stops=tuple(stops), places=middles, at=now, **about_cut(studio))
