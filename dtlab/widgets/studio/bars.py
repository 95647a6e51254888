"""The bars of a Split Studio: a feature each, as long as the question tried about it is worth."""

from typing import NamedTuple

from ...plots.base.hatching import draw_areas
from ...plots.base.style import FAINT, SIZE, describe_as, grey, mix, short, write
from ...plots.tree.nodes import text_width
from ..base.measures import three
from ..base.touch import button_zone
from . import engine

EM = SIZE / 72  # inches of a letter's height
HEAD, ROW, THICK = 1.85 * EM, 1.75 * EM, EM  # of the words above, of a bar with its room, of a bar
CHOICE = 0.45  # how dark the bar of the algorithm's choice is
ONE_VALUE = "one value"  # of a feature that splits nothing
ERRORS = "rows that go wrong (of {:,})"


class Form(NamedTuple):
    """How much room the bars have; lengths in inches, names at the left."""

    width: float
    start: float  # of the bars
    long: float  # a bar at most
    most: int  # features with a bar; the others are in a list


LOW = Form(14.9 * EM, 7.45 * EM, 3.6 * EM, 6)
APART = 0.1  # inches between a name, its bar and its number
NUMBER = 3.9 * EM  # inches after a bar
NAMES = 0.55  # share of the width for names, at most
FEWEST = 4  # bars


def form_of(lesson, width, high):
    """The form in a place of this size, with room for the longest name."""
    names = lesson.table.names
    longest = max(text_width(name, bold=True) for name in names) + APART
    start = min(longest, NAMES * width)
    return Form(width, start, width - start - NUMBER, max(int((high - HEAD) / ROW), FEWEST))


def features_shown(studio, most):
    """The features that have a bar: all; of many those tried, and the best once they are shown."""
    names = studio.lesson.table.names
    scores = engine.best_scores(studio.spot, studio.rival) if studio.best else {}
    by_worth = sorted(names, key=lambda name: -scores.get(name, 0.0))
    tried = [question.feature for question in reversed(studio.tried)]
    shown = list(dict.fromkeys([*tried, *by_worth]))[:most]
    return [name for name in names if name in shown]


def name_in(name, width):
    """A name, cut only if it is wider than its place."""
    wide = text_width(name, bold=True)
    return name if wide <= width else short(name, max(int(len(name) * width / wide), 2))


def height(studio, form):
    """Inches of all bars."""
    return HEAD + ROW * min(len(studio.lesson.table.names), form.most)


def draw_bars(ax, studio, form):
    """Draw a bar for each feature on a track that ends where nothing is left to gain."""
    names = features_shown(studio, form.most)
    measure = studio.measure
    ax.set(xlim=(0, form.width), ylim=(height(studio, form), 0))
    if not studio.gain:
        most = engine.errors(studio.tree.as_leaf())
    else:
        most = measure.impurity(studio.leaf.stats) if measure.impurity else 1.0
    scale = form.long / most if most else 0.0
    start = form.start
    wrong = ERRORS.format(len(studio.lesson.y))
    head = f"{measure.name} (of {measure.with_unit(most)})" if studio.gain else wrong
    if form is LOW and studio.gain:
        head = measure.name
    write(ax, 0, HEAD / 2, head, va="center")
    tried = studio.worths if studio.gain else studio.mistakes
    number = three if studio.gain else "{:,}".format
    best = engine.best_scores(studio.spot, studio.rival) if studio.best and studio.question else {}
    tops = [HEAD + ROW * i + (ROW - THICK) / 2 for i in range(len(names))]
    tracks = [(start, top, form.long, THICK) for name, top in zip(names, tops, strict=True)
              if name in studio.spot.features]  # fmt: skip
    draw_areas(ax, tracks, "none", "", FAINT)
    said = []
    for name, top in zip(names, tops, strict=True):
        middle = top + THICK / 2
        splits = studio.question is not None and name in studio.spot.features
        look = {"color": grey(ax)} if not splits else {}
        if splits and name == studio.question.feature:
            look["weight"] = "bold"
        write(ax, 0, middle, name_in(name, start - APART), va="center", **look)
        if name in best:
            is_choice = studio.rank.advice and studio.rank.advice.feature == name
            colour = mix(FAINT, ax.get_facecolor(), CHOICE if is_choice else 0.0)
            draw_areas(ax, [(start, top, best[name] * scale, THICK)], colour)
        if name in tried:
            inset = 0.05 if name in best else 0.0  # the best is seen around it
            bar = (start, top + inset, tried[name] * scale, THICK - 2 * inset)
            draw_areas(ax, [bar], grey(ax))  # no colour of a class
        at = start + form.long + APART
        text = "?" if splits else "–"
        if name in best:
            text = three(best[name])
        elif name in tried:
            text = number(tried[name])
        elif name not in studio.spot.features:  # why it cannot be asked, in place of its track
            at = start
            text = ONE_VALUE
        write(ax, at, middle, text, va="center", **look)
        said.append(f"{name}: {text}")
    what = measure.name if studio.gain else wrong
    return describe_as(ax, f"{what}, by feature: {'; '.join(said)}.")


def bar_zones(ax, studio, form):
    """Each bar is a button that asks about its feature."""
    if studio.question is None:
        return
    for i, name in enumerate(features_shown(studio, form.most)):
        if name in studio.spot.features:
            y = HEAD + ROW * i
            about = {"name": f"ask about {name}", "group": "features"}
            yield button_zone(ax, 0, y + ROW, form.width, y, id=f"ask {name}", **about)
