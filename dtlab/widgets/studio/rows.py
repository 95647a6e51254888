"""The rows of the chosen node along the feature that is asked about, and the cut between them."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...inputs.values import show
from ...plots.base.hatching import draw_areas
from ...plots.base.points import MOST_ROWS, drawn_rows, evenly, stack_heights
from ...plots.base.style import COLOURS, FAINT, blank, canvas, describe_as, ink, note, short, write
from ...plots.base.writing import brief, digits
from ...plots.tree.boxes import PATH
from ..base.touch import button_zone, line_zone, with_key
from .cards import (
    CENTRED,
    LETTER,
    SHADE,
    card_zones,
    draw_cards,
    has_cards,
    size_in_inches,
)
from .lesson import MOST_VALUES

NAMES = 0.34  # inches for the name of a value, and for its number above


def draw_rows(ax, studio):
    """The rows as points along a number, or by value: as columns, or as cards if they are many."""
    if studio.asks_number:
        return draw_strip(ax, studio)
    return draw_cards(ax, studio) if has_cards(studio) else draw_values(ax, studio)


def row_zones(ax, studio):
    """The cut can be dragged; a value moves to the other group."""
    if studio.asks_number:
        yield line_zone(ax, *cut_stops(studio), **about_cut(studio))
    elif studio.kind == "subset":
        yield from (card_zones if has_cards(studio) else value_zones)(ax, studio)


def cut_stops(studio):
    """The thresholds at which the cut stops, and the present one."""
    value = studio.question.value
    return sorted({*studio.spot.thresholds(studio.question.feature), value}), value


def about_cut(studio):
    """The id, name and words of the zone that drags the cut."""
    said = tuple(f"≤ {show(stop)}" for stop in cut_stops(studio)[0])
    name = f"cut of {studio.question.feature}"
    return {"id": "cut", "name": name, "says": said, "moves": ("cut",)}


# ------------------------------------------------------------------ along a number


def draw_strip(ax, studio):
    """A lane of points for each class, or the target as height."""
    question = studio.question
    rows = studio.spot.rows
    rows = rows[drawn_rows(len(rows))]
    x = studio.lesson.columns.column(question.feature, True)[rows]
    canvas(ax).spines["left"].set_visible(False)
    if studio.lesson.classes is None:
        y = np.asarray(studio.lesson.y, float)[rows]
        ax.plot(x, y, "o", color=FAINT, mec=ink(ax), ms=6)
    else:
        for lane, mark in enumerate(studio.lesson.marks):
            here = x[mark.rows[rows]]
            look = {"color": mark.colour, "mec": ink(ax), "ms": 7, "ls": ""}
            ax.plot(here, lane + 0.14 * stack_heights(here), mark.marker, **look)
        ax.set_ylim(-0.5, len(studio.lesson.marks) - 0.1)
    ax.set(xlim=ax.get_xlim(), ylim=ax.get_ylim(), yticks=())
    ax.xaxis.set_major_locator(MaxNLocator(4))
    ax.set_xlabel(short(question.feature))


def draw_cut(ax, studio):
    """The cut between the rows."""
    question = studio.question
    ax.axvspan(question.value, ax.get_xlim()[1], color=FAINT, alpha=0.18, lw=0, zorder=0)
    line = ax.axvline(question.value, color=PATH, lw=2.5)
    at_top = {"ha": "center", "xycoords": ax.get_xaxis_transform(), "annotation_clip": False}
    label = note(ax, f"≤ {brief(question.value)}", (question.value, 1), (0, 3), **at_top)
    with_key("cut", line, label)
    return describe_as(
        ax, f"The rows of the node along {question.feature}, cut at {show(question.value)}."
    )


# ------------------------------------------------------------------ by value


def values_shown(studio):
    """The values of the category that have a column, and how many have none."""
    values = studio.spot.values(studio.question.feature)
    return values[:MOST_VALUES], len(values[MOST_VALUES:])


def columns_of(ax, studio):
    """(left, width) of each column, in inches."""
    values, _ = values_shown(studio)
    each = ax.get_xlim()[1] / max(len(values), 3)
    return [(each * i, each) for i in range(len(values))]


def draw_values(ax, studio):
    """A column of rows for each value; of two groups the second is shaded."""
    lesson = studio.lesson
    question = studio.question
    values, more = values_shown(studio)
    width, high = size_in_inches(ax)
    blank(ax).set(xlim=(0, width), ylim=(high, 0))
    f, _, present = studio.spot.column(question.feature)
    codes = lesson.table.codes[f, studio.spot.rows]
    rows_of = [studio.spot.rows[codes == code] for code in present[:MOST_VALUES]]
    places = columns_of(ax, studio)
    base = high - NAMES
    if studio.kind == "subset":
        second = [(left, 0, each, high) for (left, each), value in zip(places, values, strict=True)
                  if value not in question.values(0)]  # fmt: skip
        draw_areas(ax, second, SHADE, "", "none")
    for (left, each), value in zip(places, values, strict=True):
        letters = max(int(each / LETTER), 3)
        write(ax, left + each / 2, base + NAMES / 2, short(value, letters), **CENTRED)
    draw_column = draw_targets if lesson.classes is None else draw_counts
    draw_column(ax, lesson, rows_of, places, base)
    if more:
        write(ax, width, 0.1, f"… {more} more values", ha="right", va="center", zorder=4)
    return describe_as(ax, f"The rows of the node by {question.feature}.")


def draw_counts(ax, lesson, rows_of, places, base):
    """The rows of each value by class, as a bar with their number above it."""
    scale = (base - NAMES) / max(len(rows) for rows in rows_of)
    for (left, each), rows in zip(places, rows_of, strict=True):
        top = base
        bar = min(0.5, 0.6 * each)
        for mark in lesson.marks:
            if tall := mark.rows[rows].sum() * scale:
                top -= tall
                piece = left + (each - bar) / 2, top, bar, tall
                draw_areas(ax, [piece], mark.colour, mark.hatch)
        write(ax, left + each / 2, top - NAMES / 2, str(len(rows)), **CENTRED)


def draw_targets(ax, lesson, rows_of, places, base):
    """The target of the rows of each value as height, a line at their mean, its number on top."""
    y = np.asarray(lesson.y, float)
    every = y[np.concatenate(rows_of)]
    low, high = every.min(), every.max()
    scale = (base - NAMES - 0.1) / (high - low or 1.0)
    for (left, each), rows in zip(places, rows_of, strict=True):
        middle = left + each / 2
        ends = [left + 0.2 * each, left + 0.8 * each]
        drawn = np.sort(y[rows])[evenly(len(rows), MOST_ROWS // len(rows_of))]
        at, mean = (base - 0.05 - (value - low) * scale for value in (drawn, y[rows].mean()))
        ax.plot(np.full(len(at), middle), at, "o", color=FAINT, mec=ink(ax), ms=6, zorder=3)
        ax.plot(ends, [mean] * 2, color=COLOURS[0], lw=3, zorder=4)
        write(ax, middle, NAMES / 2, digits(y[rows].mean()), **CENTRED)


def value_zones(ax, studio):
    """Each column is a button that moves its value to the other group."""
    values, _ = values_shown(studio)
    high = ax.get_ylim()[0]
    first = studio.question.values(0)
    for i, ((left, each), value) in enumerate(zip(columns_of(ax, studio), values, strict=True)):
        group = "first" if value in first else "second"
        about = {"name": f"{show(value)}: {group} group", "group": "values",
                 "tip": "click: to the other group"}  # fmt: skip
        yield button_zone(ax, left, high, left + each, 0, id=f"value {i}", **about)
