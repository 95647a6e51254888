"""What a model answers everywhere: decision regions in two dimensions, step functions in one.

Lecture 001 (axis-parallel splits) and lecture 000 (the models of bagging and boosting).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from typing import Any, Protocol

import numpy as np
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from ..inputs.errors import InputError
from ..inputs.estimators import read_classes
from ..inputs.labels import as_array, as_codes, as_numbers, refuse_all_but_one_column, same_length
from ..inputs.values import show
from ..typing import Axes, Columns, Frame, Values
from ..work.sets import title
from .base.points import LINES, STRONG, class_counts, drawn_note, drawn_rows, key, kinds, mark_cuts
from .base.style import (
    FAINT,
    SIZE,
    area,
    canvas,
    dark_of,
    describe_as,
    marked,
    pale_of,
    short,
    write,
)
from .base.units import with_unit
from .base.words import model_name
from .base.writing import digits
from .region_grid import MOST_TRIED, Curve, VariedRows, borders, middle_of_room, rectangles
from .tree.nodes import text_width
from .tree.plot_tree import inches

GRID = 150  # cells along each side
ROOM = 0.16  # inches that a name keeps from marks and borders, both sides together
MOST_SAID = 8  # steps in a description


class Predictor(Protocol):
    """A fitted model or a tree: what can predict."""

    def predict(self, X: Any, /) -> Any: ...


# ------------------------------------------------------------------ two dimensions


def plot_regions(
    model: Predictor,
    X: Frame,
    y: Values | None = None,
    features: Columns = None,
    ax: Axes | None = None,
) -> Axes:
    """The class that a fitted model gives everywhere in the plane of two numbers, and the rows.

    Features that are not varied are held at their median or most frequent value, and the label of
    the axis says so.

    Parameters:
        model: anything with predict: a tree, a forest, boosting, a Node, scikit-learn.
        X: a DataFrame or 2-D array like the training data.
        y: the classes of its rows, drawn as marks; None (default) draws no rows.
        features: the two numbers to vary; None (default) takes the first two.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import CART, load
    >>> golf = load("play_golf_numeric")
    >>> model = CART(max_depth=2).fit(golf.X[["temperature", "humidity"]], golf.y)
    >>> ax = plot_regions(model, golf.X[["temperature", "humidity"]], golf.y)
    >>> ax.description
    'What CART answers over temperature (62.95 to 86.05) and humidity (63.45 to 97.55), in shares of
    the area: no 19%, yes 81%. Marked rows: no 5, yes 9.'
    """
    rows = VariedRows(X, features, 2)
    edges = [np.linspace(low, high, GRID + 1) for low, high in rows.spans()]
    centres = [(side[:-1] + side[1:]) / 2 for side in edges]
    answers = model.predict(rows.at(*(c.ravel() for c in np.meshgrid(*centres))))
    codes, classes = _coded(model, np.asarray(answers), y, rows)
    found = kinds(codes, classes)
    ax = canvas(ax, 5.5)
    answered = np.argmax([kind.rows[: GRID**2] for kind in found], axis=0)
    paint(ax, edges, found, answered.reshape(GRID, GRID))
    signs: list[Any] = [Patch(**area(ax, kind.colour)) for kind in found]
    if y is not None:  # the rows as marks of their class
        shown = drawn_rows(len(rows.numbers[0]))
        for i, kind in enumerate(found):
            at = [column[shown][kind.rows[GRID**2 :][shown]] for column in rows.numbers]
            signs[i] = signs[i], *ax.plot(*at, zorder=3, **marked(ax, kind.colour, kind.marker))
    drawn = drawn_note(len(codes) - GRID**2)
    ax.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]])
    ax.set_xlabel(_axis_label(rows, drawn))
    ax.set_ylabel(short(with_unit(rows.titles[1], rows.frame)))
    marks = [] if y is None else [column[shown] for column in rows.numbers]
    if not _name_regions(ax, edges, found, answered.reshape(GRID, GRID), marks) or y is not None:
        key(ax, signs, [kind.label for kind in found])
    return describe_as(ax, _region_words(model, rows, found, drawn))


def _axis_label(rows, drawn):
    """The varied feature; below it what the others are held at, and how many rows are drawn."""
    held = short(rows.held, 64) if rows.held else ""
    name = short(with_unit(rows.titles[0], rows.frame))
    return "\n".join(filter(None, (name, held, drawn)))


def _coded(model, answers, y, rows):
    """Codes of the answers [G²], then of the rows' classes, and the labels of both."""
    known = getattr(model, "classes_", None)
    if answers.dtype.kind == "f" and known is None:
        sentence = "plot_regions draws classes, but this model answers with numbers"
        raise InputError(f"{sentence}: use plot_steps")
    codes, classes = as_codes(answers, "the answers")
    own = np.zeros(0, int)
    seen = ()
    if y is not None:
        same_length(rows.frame, y)
        own, seen = as_codes(np.asarray(y)[rows.known], "y")
    every = [*classes, *seen, *(() if known is None else known)]  # also one that is never answered
    place, every = as_codes(every, "the classes")
    return np.r_[place[codes], place[len(classes) + own]], every


def class_kinds(rows, y):
    """The classes with their signs, and [K] the position of each class among them.

    After the drawn rows each class has an entry of its own.
    """
    codes, classes = read_classes(np.asarray(y))
    found = kinds(np.r_[codes[rows.known], np.arange(len(classes))], classes)
    return found, np.argmax([kind.rows[len(rows.numbers[0]) :] for kind in found], axis=0)


def paint(ax, edges, found, answered):
    """Each region as one path of rectangles, pale, and lines between them.

    `answered` [rows, columns] has the position in `found` of the kind in every cell of a grid.
    """
    for i, kind in enumerate(found):
        # opaque, so that no seam shows between neighbouring rectangles
        look = {"fc": pale_of(kind.colour, ax), "lw": 0, "zorder": 0}
        patch = PathPatch(path_of(answered == i, edges), **look)
        ax.add_artist(patch)  # as add_patch, but does not look for limits: they are known
    ends = borders(answered, *edges).reshape(-1, 2)  # one path: a collection would write each line
    lines = Path(ends, np.resize([Path.MOVETO, Path.LINETO], len(ends)))
    ax.add_artist(PathPatch(lines, fc="none", ec=FAINT, lw=1.0, zorder=1))


def _name_regions(ax, edges, found, answered, marks):
    """Write each class where its region has most room beside the marks; has every one a name?"""
    taken = np.zeros((GRID, GRID))
    if marks:
        taken = np.histogram2d(marks[1], marks[0], bins=[edges[1], edges[0]])[0]
    cell = np.array(inches(ax)) / GRID
    every = True
    for i, kind in enumerate(found):
        inside = answered == i
        size = np.ceil((text_width(kind.name, True) + ROOM, 1.3 * SIZE / 72 + ROOM) / cell)
        place = middle_of_room(inside & (taken == 0), *size.astype(int))
        if place:
            look = {"ha": "center", "va": "center", "weight": "bold"}
            at = edges[0][0] + (edges[0][1] - edges[0][0]) * place[0]
            up = edges[1][0] + (edges[1][1] - edges[1][0]) * place[1]
            write(ax, at, up, kind.name, color=dark_of(kind.colour, ax), **look)
        every = every and (place is not None or not inside.any())
    return every


def path_of(mask, edges):
    """The cells of a mask [rows, columns] as one path of rectangles."""
    x, y = edges
    left, right, low, high = rectangles(mask)
    sides = (x[left], y[low]), (x[right], y[low]), (x[right], y[high]), (x[left], y[high])
    return Path.make_compound_path_from_polys(np.array(sides).transpose(2, 0, 1))


def _region_words(model, rows, found, drawn):
    """The regions' shares of the plane, what is held still, and the rows."""
    shares = [(kind.label, kind.rows[: GRID**2].mean()) for kind in found]
    areas = ", ".join(f"{label} {share:.0%}" for label, share in shares if share)
    spans = " and ".join(
        f"{name} ({digits(low)} to {digits(high)})"
        for name, (low, high) in zip(rows.titles, rows.spans(), strict=True)
    )
    said = [f"What {model_name(model)} answers over {spans}, in shares of the area: {areas}."]
    if rows.held:
        said.append(f"Held still: {rows.held}.")
    rest = slice(GRID**2, None)
    if found[0].rows[rest].size:
        said.append(f"Marked rows: {class_counts(found, rest)}.")
    if drawn:
        said.append(f"{drawn}.")
    return " ".join(said)


# ------------------------------------------------------------------ one dimension


def plot_steps(
    model: Predictor | Mapping[str, Predictor],
    x: Frame | Values,
    y: Values | None = None,
    feature: str | int | None = None,
    truth: Callable[..., Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """What a regression model answers along one number: a step function for a tree.

    Parameters:
        model: anything with predict (tree, forest, boosting, MARS, scikit-learn), or a dictionary
            name → model.
        x: the column, or a table like the training data, whose other features are held at their
            median or most frequent value.
        y: the target of the rows, drawn as marks; None (default) draws no rows.
        feature: the feature to vary; None (default) takes the first number.
        truth: the function of x that the data come from; without it (None, default) a single tree's
            thresholds are marked.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import RegressionTree, load
    >>> bikes = load("bike_temp_rentals")
    >>> ax = plot_steps(RegressionTree(max_depth=1).fit(bikes.X, bikes.y), bikes.X, bikes.y)
    >>> ax.description
    'RegressionTree along TEMP (2.45 to 36.55), a step function of 2 values: up to 9.5: 755; then
    1515. Marked rows: 10.'
    """
    rows = VariedRows(x, None if feature is None else [feature], 1)
    models = model if isinstance(model, dict) else {model_name(model): model}
    ax = canvas(ax)
    drawn = _scatter(ax, rows, y)
    curves = {name: Curve(each, rows) for name, each in models.items()}
    for curve, colour, style in zip(curves.values(), cycle(STRONG), cycle(LINES), strict=False):
        ax.plot(curve.x, curve.y, color=colour, ls=style, lw=2)
    if truth is not None:
        low, high = next(rows.spans())
        at = np.linspace(low, high, MOST_TRIED)
        ax.plot(at, truth(at), color=FAINT, lw=2, ls=":")
    if len(curves) == 1 and truth is None:  # else names stand where the cuts' values would
        mark_cuts(ax, next(iter(curves.values())).jumps)
    names = list(curves)
    if truth is not None:
        names.append("true curve")
    if len(names) > 1:
        key(ax, ax.lines[-len(names) :], names)
    ax.set_xlabel(_axis_label(rows, drawn))
    return describe_as(ax, _step_words(rows, curves, y, truth, drawn))


def _scatter(ax, rows, y):
    """The rows as grey dots, if their target is given; what to say about them."""
    if y is None:
        return ""
    refuse_all_but_one_column(y, "y")
    same_length(rows.frame, y)
    name = title(y, "y")
    ax.set_ylabel(short(with_unit(name, y)))
    y = as_numbers(as_array(y, name)[rows.known], name)
    drawn = drawn_rows(len(y))
    ax.plot(rows.numbers[0][drawn], y[drawn], **marked(ax, FAINT))
    return drawn_note(len(y))


def _step_words(rows, curves, y, truth, drawn):
    low, high = next(rows.spans())
    where = f"along {rows.titles[0]} ({digits(low)} to {digits(high)})"
    said = [f"{name} {where}, {_curve_words(curve)}." for name, curve in curves.items()]
    if truth is not None:
        said.append("The true curve is dotted.")
    if rows.held:
        said.append(f"Held still: {rows.held}.")
    if y is not None:
        said.append(f"Marked rows: {len(rows.numbers[0])}" + (f", {drawn}." if drawn else "."))
    return " ".join(said)


def _curve_words(curve):
    if not 0 < len(curve.jumps) <= MOST_SAID:
        return f"from {digits(curve.y.min())} to {digits(curve.y.max())}"
    parts = [f"up to {show(cut)}: {digits(step)}"
             for cut, step in zip(curve.jumps, curve.steps, strict=False)]  # fmt: skip
    steps = f"a step function of {len(curve.steps)} values: {'; '.join(parts)}"
    return f"{steps}; then {digits(curve.steps[-1])}"
