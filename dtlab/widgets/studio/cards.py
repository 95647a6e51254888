"""The values of a category as cards in two groups, where they are too many for columns."""

from itertools import pairwise

import numpy as np

from ...inputs.values import show
from ...plots.base.hatching import draw_areas
from ...plots.base.style import PAPER, SIZE, blank, describe_as, ink, short, write
from ...plots.base.writing import digits
from ..base.touch import button_zone
from .lesson import MOST_VALUES

# inches of a card with the room around it; between two
CARD = (1.27, 0.37)
GAP = 0.05
BAR = 0.07  # height of its classes
LETTER = 0.64 * SIZE / 72  # width of a letter
SHADE = "#e8e8e8"  # behind the second group
CENTRED = {"ha": "center", "va": "center", "zorder": 4}


def has_cards(studio):
    """Whether the values of the proposed question are cards: two groups of many values."""
    if studio.question is None or studio.asks_number or studio.kind != "subset":
        return False
    return len(studio.spot.values(studio.question.feature)) > MOST_VALUES


def cards_shown(ax, studio):
    """(number, value, left, top, width, height) of the cards on this page, how many values are not
    on it, and the upper left corner of the last place, which is then for turning the pages.
    """
    values = studio.spot.values(studio.question.feature)
    (wide, high) = size_in_inches(ax)
    columns, lines = max(int(wide / CARD[0]), 1), max(int(high / CARD[1]), 1)
    each = wide / columns
    most = columns * lines
    if len(values) > most:
        most -= 1
    first = studio.page % -(-len(values) // most) * most
    found = [
        (i, value, (i - first) % columns * each, (i - first) // columns * CARD[1], each - GAP,
         CARD[1] - GAP)
        for i, value in enumerate(values[first : first + most], first)
    ]  # fmt: skip
    return found, len(values) - len(found), ((columns - 1) * each, (lines - 1) * CARD[1])


def draw_cards(ax, studio):
    """A card for each value with its rows by class below the name; the second group is shaded."""
    lesson = studio.lesson
    question = studio.question
    wide, high = size_in_inches(ax)
    blank(ax).set(xlim=(0, wide), ylim=(high, 0))
    cards, more, corner = cards_shown(ax, studio)
    places = {value: place for _, value, *place in cards}
    second = [place for value, place in places.items() if value not in question.values(0)]
    draw_areas(ax, [place for place in places.values() if place not in second], PAPER, "", ink(ax))
    draw_areas(ax, second, SHADE, "", "none")
    marks = () if lesson.classes is None else lesson.marks
    pieces: dict[str, list[tuple]] = {mark.label: [] for mark in marks}
    for value, (left, top, width, height) in places.items():
        letters = int((width - GAP) / LETTER)
        middle = top + (height - BAR if pieces else height) / 2
        write(ax, left + width / 2, middle, short(value, letters), **CENTRED)
        if pieces:
            rows = rows_of(studio, value)
            counts = [mark.rows[rows].sum() for mark in marks]
            ends = left + width * np.cumsum([0, *counts]) / len(rows)
            for mark, (a, b) in zip(marks, pairwise(ends), strict=True):
                if b > a:
                    pieces[mark.label].append((a, top + height - BAR, b - a, BAR))
    for mark in marks:
        draw_areas(ax, pieces[mark.label], mark.colour)
    if more:
        left, top = corner
        write(ax, left + CARD[0] / 2, top + CARD[1] / 2, f"{more} more ▸", weight="bold", **CENTRED)
    return describe_as(ax, f"The values of {question.feature} in two groups, {len(cards)} shown.")


def rows_of(studio, value):
    """The rows of the chosen node that have a value."""
    f, column, _ = studio.spot.column(studio.question.feature)
    code = list(column.levels).index(value)
    rows = studio.spot.rows
    return rows[studio.lesson.table.codes[f, rows] == code]


def card_zones(ax, studio):
    """Each card is a button that moves its value to the other group; another one turns the page."""
    cards, more, (x, y) = cards_shown(ax, studio)
    first = studio.question.values(0)
    for i, value, left, top, width, height in cards:
        group = "first" if value in first else "second"
        tip = f"{show(value)}: {said_of(studio, value)}\nclick: to the other group"
        about = {"name": f"{show(value)}: {group} group", "group": "values", "tip": tip}
        yield button_zone(ax, left, top + height, left + width, top, id=f"value {i}", **about)
    if more:
        about = {"id": "more", "name": f"{more} more values", "group": "values"}
        yield button_zone(ax, x, y + CARD[1], x + CARD[0], y, **about)


def said_of(studio, value):
    """The rows of a value in words."""
    rows = rows_of(studio, value)
    lesson = studio.lesson
    if lesson.classes is None:
        return f"{len(rows)} rows, mean {digits(lesson.numbers[rows].mean())}"
    counts = [(mark.name, mark.rows[rows].sum()) for mark in lesson.marks]
    return f"{len(rows)} rows: " + ", ".join(f"{n} {name}" for name, n in counts if n)


def size_in_inches(ax):
    """Width and height of axes that are placed by hand."""
    width, height = ax.figure.get_size_inches()
    box = ax.get_position()
    return box.width * width, box.height * height
