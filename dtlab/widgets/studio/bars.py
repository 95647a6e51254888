"""The bars of a Split Studio: a feature each, as long as the question tried about it is worth."""

from ...plots.base.hatching import draw_areas
from ...plots.base.style import COLOURS, FAINT, HATCHES, blank, describe_as, pale, short, write
from ..base.measures import three
from ..base.touch import button_zone
from . import engine

MOST = 8  # features with a bar; the others are in a list
# Inches from the upper left corner of the axes.
WIDTH, HEAD, ROW = 3.9, 0.36, 0.34
START, LONG, THICK = 1.9, 1.1, 0.2  # of the bars
LETTERS = 14  # of a name


def features_shown(studio):
    """The features that have a bar: all; of many those tried, and the best once they are shown."""
    names = studio.lesson.table.names
    scores = engine.best_scores(studio.spot, studio.rival) if studio.best else {}
    by_worth = sorted(names, key=lambda name: -scores.get(name, 0.0))
    tried = [question.feature for question in reversed(studio.tried)]
    shown = list(dict.fromkeys([*tried, *by_worth]))[:MOST]
    return [name for name in names if name in shown]


def height(studio):
    """Inches of all bars."""
    return HEAD + ROW * min(len(studio.lesson.table.names), MOST)


def draw_bars(ax, studio):
    """Draw a bar for each feature on a track that ends where nothing is left to gain."""
    names, measure = features_shown(studio), studio.measure
    blank(ax).set(xlim=(0, WIDTH), ylim=(height(studio), 0))
    most = measure.impurity(studio.leaf.stats) if measure.impurity else 1.0
    scale = LONG / most if most else 0.0
    write(ax, 0.05, HEAD / 2, f"{measure.name} (of {measure.with_unit(most)})", va="center")
    tried = tried_scores(studio)
    best = engine.best_scores(studio.spot, studio.rival) if studio.best and studio.question else {}
    said = []
    for i, name in enumerate(names):
        y = HEAD + ROW * i
        top, middle = y + (ROW - THICK) / 2, y + ROW / 2
        splits = studio.question is not None and name in studio.spot.features
        look = {"color": pale(ax)} if not splits else {}
        if splits and name == studio.question.feature:
            look["weight"] = "bold"
        write(ax, START - 0.1, middle, short(name, LETTERS), ha="right", va="center", **look)
        draw_areas(ax, [(START, top, LONG, THICK)], "none", "", FAINT)
        if name in best:
            is_choice = studio.rank.advice and studio.rank.advice.feature == name
            hatch = HATCHES[1] if is_choice else ""
            colour = COLOURS[1] if is_choice else ax.get_facecolor()
            draw_areas(ax, [(START, top, best[name] * scale, THICK)], colour, hatch)
        if name in tried:
            inset = 0.05 if name in best else 0.0  # the best is seen around it
            bar = (START, top + inset, tried[name] * scale, THICK - 2 * inset)
            draw_areas(ax, [bar], COLOURS[0])
        text = three(tried[name]) if name in tried else "?" if splits else "–"
        if name in best:
            text = three(best[name])
        write(ax, START + LONG + 0.1, middle, text, va="center", **look)
        said.append(f"{name}: {text}")
    return describe_as(ax, f"{measure.name}, by feature: {'; '.join(said)}.")


def tried_scores(studio):
    """Feature → what the question last tried about it is worth here."""
    return {q.feature: studio.measure.of(engine.node_asking(studio.spot, q)) for q in studio.tried}


def bar_zones(ax, studio):
    """Each bar is a button that asks about its feature."""
    if studio.question is None:
        return
    for i, name in enumerate(features_shown(studio)):
        if name in studio.spot.features:
            y = HEAD + ROW * i
            tip = name if len(name) > LETTERS else ""  # it is cut in the figure
            about = {"name": f"ask about {name}", "tip": tip, "group": "features"}
            yield button_zone(ax, 0, y + ROW, WIDTH, y, id=f"ask {name}", **about)
