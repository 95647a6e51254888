"""The rows of the chosen node along the feature that is asked about, and the cut between them."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...inputs.values import show
from ...plots.base.hatching import draw_areas
from ...plots.base.points import MOST_ROWS, drawn_note, drawn_rows, evenly
from ...plots.base.style import (
    COLOURS,
    FAINT,
    SIZE,
    blank,
    canvas,
    describe_as,
    ink,
    note,
    short,
    write,
)
from ...plots.base.writing import brief, digits
from ...plots.tree.boxes import PATH
from ..base.touch import button_zone, line_zone, with_key
from .bars import name_in
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
from .newcomer import draw_star
from .spread import stacked

NAMES = 1.75 * SIZE / 72  # inches for the name of a value, and for its number above
LANE = 1.3 * SIZE / 72  # inches for the name of a class above its rows
FEW = 100  # rows with large dots
DOTS = 0.1, 0.065  # inches across, of few rows and of many


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
    """A lane of dots for each class, or the target as height."""
    feature = studio.question.feature
    every = studio.lesson.columns.column(feature, True)
    rows = studio.spot.rows[np.isfinite(every[studio.spot.rows])]
    low, high = every[rows].min(), every[rows].max()
    room = 0.04 * (high - low or 1.0)
    wide, _ = size_in_inches(ax)
    canvas(ax).spines["left"].set_visible(False)
    ax.set(xlim=(low - room, high + room), yticks=())
    if studio.lesson.classes is None:
        shown = rows[drawn_rows(len(rows))]
        y = np.asarray(studio.lesson.y, float)[shown]
        ax.plot(every[shown], y, "o", color=FAINT, mec=ax.get_facecolor(), ms=6)
    else:
        draw_lanes(ax, studio, every, rows)
    ax.set(ylim=ax.get_ylim())
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.set_xlabel(axis_name(feature, len(rows), wide))


def axis_name(feature, n, wide):
    """The name of an axis of so many inches, and how many of n rows are drawn if not all."""
    drawn = f" ({drawn_note(n)})" if n > MOST_ROWS else ""
    return name_in(feature, wide - LETTER * len(drawn)) + drawn


def draw_lanes(ax, studio, every, rows):
    """The rows of each class in a lane: a dot each, those with nearly one number above each other.

    All lanes have one scale, in inches. Only a pile of equal rows that would leave no room for the
    others is squeezed, and its number is written.
    """
    wide, high = size_in_inches(ax)
    shown = rows[drawn_rows(len(rows))]
    low, right = ax.get_xlim()
    dot = DOTS[len(shown) > FEW]
    marks = [mark for mark in studio.lesson.marks if mark.rows[rows].any()]
    each = high / len(marks)
    is_named = each > 2 * LANE
    room = each - LANE * is_named - dot
    most = max(room / dot, 1)  # dots above each other
    lanes = []
    for mark in marks:
        x = every[shown[mark.rows[shown]]]
        values, counts = np.unique(every[rows[mark.rows[rows]]], return_counts=True)
        pile = values[counts.argmax()] if counts.max() > most else np.nan
        level = stacked(x, dot * (right - low) / wide)
        level[x == pile] = np.arange((x == pile).sum())
        lanes.append((x, level, pile, counts.max(), counts.sum()))
    tallest = max(level[x != pile].max(initial=1) for x, level, pile, *_ in lanes)
    step = min(dot, room / tallest)
    for i, (mark, (x, level, pile, n, total)) in enumerate(zip(marks, lanes, strict=True)):
        floor = each * (len(marks) - 1 - i)
        ax.axhline(floor, color=FAINT, lw=0.8, zorder=1)
        squeezed = np.where(
            x == pile, min(step, room / max(level[x == pile].max(initial=1), 1)), step
        )
        edge = {"mec": ax.get_facecolor(), "mew": 0.5 if step == dot else 0}
        look = {"color": mark.colour, "ms": 72 * dot, "ls": "", **edge}
        ax.plot(x, floor + 0.6 * dot + squeezed * level, mark.marker, **look)
        said = mark.name if np.isnan(pile) else f"{mark.name}: {n:,} of {total:,} at {show(pile)}"
        if is_named:
            write(ax, right, floor + each, said, ha="right", va="top", zorder=4)
    ax.set_ylim(0, high)


def draw_cut(ax, studio):
    """The cut between the rows."""
    question = studio.question
    ax.axvspan(question.value, ax.get_xlim()[1], color=FAINT, alpha=0.18, lw=0, zorder=0)
    line = ax.axvline(question.value, color=PATH, lw=3, zorder=5)
    at_top = {"ha": "center", "xycoords": ax.get_xaxis_transform(), "annotation_clip": False}
    label = note(ax, f"≤ {brief(question.value)}", (question.value, 1), (0, 3), **at_top)
    with_key("cut", line, label)
    if studio.newcomer is not None:
        value = studio.newcomer.row[question.feature]
        draw_star(ax, value, 0.5, transform=ax.get_xaxis_transform())
    dots = "" if studio.lesson.classes is None else (
        " A dot is a row; rows with nearly one number stand above each other, by class."
    )  # fmt: skip
    return describe_as(
        ax, f"The rows of the node along {question.feature}, cut at {show(question.value)}.{dots}"
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
