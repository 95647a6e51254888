"""The plane of two numbers beside the tree: each leaf is a region, the proposed cut can be dragged.

A leaf lights its region, and a point its way through the tree: both are known by the path.
"""

from typing import Any

import numpy as np
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from ...plots.base.classes import labels_of, signs
from ...plots.base.points import drawn_rows, evenly
from ...plots.base.style import canvas, describe_as, ink, pale_of, short
from ...plots.base.words import many
from ...plots.tree.boxes import PATH
from ..base.touch import HAND, Zone, places, with_key
from . import engine
from .paths import at, nodes, path_text
from .rows import about_cut, cut_stops

MOST_POINTS = 150  # that answer to a hand


def draw_points(ax, studio):
    """The rows in the plane."""
    lesson = studio.lesson
    names = studio.lesson.table.names
    canvas(ax).set(xlim=lesson.spans[0], ylim=lesson.spans[1])
    ax.set(xlabel=short(names[0]), ylabel=short(names[1], 15))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(4))
    rows = drawn_rows(len(lesson.y))
    x, y = points_of(studio)
    for mark in lesson.marks:
        here = rows[mark.rows[rows]]
        ax.plot(x[here], y[here], mark.marker, color=mark.colour, mec=ink(ax), ms=7, zorder=3)
    describe_as(ax, f"The rows in the plane of {names[0]} and {names[1]}, with the tree's regions.")


def draw_regions(ax, studio):
    """The regions of the tree with the proposed question, and the cut."""
    sign_of = signs(labels_of(studio.preview))
    for path, leaf in nodes(studio.preview):
        if leaf.is_leaf:
            (left, right), (low, high) = region(studio, studio.preview, path)
            box = (left, low), right - left, high - low
            colour, hatch, _ = sign_of[leaf.prediction]
            tint = pale_of(colour, ax)
            ax.add_artist(Rectangle(*box, fc=tint, ec=colour, hatch=hatch[:1], lw=0, zorder=0))
            frame = ax.add_artist(Rectangle(*box, fill=False, ec=ink(ax), lw=1.2, zorder=1))
            with_key(f"region {path_text(path)}", frame)
    if studio.asks_number:
        with_key(
            "cut",
            *ax.plot(*_cut_ends(studio, [studio.question.value])[0], color=PATH, lw=3, zorder=4),
        )


def points_of(studio):
    """Both numbers of every row."""
    columns = studio.lesson.columns
    names = studio.lesson.table.names
    return [columns.column(name, True) for name in names]


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
    x, y = points_of(studio)
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
