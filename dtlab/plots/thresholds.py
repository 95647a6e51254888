"""A number and its thresholds: instances on a number line, and the gain of every cut above them.

Lecture 000, 4.4.2: only where the class changes from one value to the next can a cut be the best
(Fayyad's boundary points), so these are marked.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..inputs.labels import as_codes, as_numbers, refuse_large, same_length
from ..inputs.values import show
from ..measures.features import information_gain
from ..typing import Axes, Measure, Values
from ..work.sets import title
from .base import points
from .base.lines import line_height
from .base.sizes import sizes
from .base.style import (
    COLOURS,
    FAINT,
    behind,
    canvas,
    dark_of,
    describe_as,
    ink,
    marked,
    name_ticks,
    note,
    short,
    write,
)
from .base.units import with_unit
from .base.writing import brief, digits
from .scored_thresholds import ScoredThresholds

MANY = 100  # marks in a row that are drawn smaller
ROW = 0.16  # height of a class's row, as a share of the highest score


# ------------------------------------------------------------------ the number line


def plot_number_line(
    x: Values, y: Values | None = None, cuts: Values = (), ax: Axes | None = None
) -> Axes:
    """The instances on a number line, a row and a marker per class, with dashed lines at the cuts.

    Parameters:
        x: a column of numbers.
        y: labels, one row of marks for each class; or numbers, which become the height of the
            marks, with the mean of each group as a line (classes that are numbers are given as
            text: y.astype(str)); None (default) draws x alone.
        cuts: thresholds, between which the groups are shaded; () (default) draws none.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import load
    >>> land = load("vegetation_continuous")
    >>> ax = plot_number_line(land.X["ELEVATION"], land.y, cuts=[4175])
    >>> ax.description
    '7 instances by ELEVATION, from 300 to 5000, in 2 groups: ≤ 4175: 5 (chaparral 3, riparian 2);
    > 4175: 2 (conifer 2).'
    """
    numbers = as_numbers(x, "x")
    cuts = np.unique(as_numbers(cuts, "cuts")) if np.size(cuts) else np.zeros(0)
    labels = as_codes(np.zeros(len(numbers), int) if y is None else y, "y")
    same_length(numbers, labels[0])
    group = np.searchsorted(cuts, numbers)
    if y is not None and np.asarray(y).dtype.kind in "iuf":
        heights = as_numbers(y, "y")
        refuse_large(heights, "y")
        ax = canvas(ax)
        said = _number_marks(ax, numbers, heights, group, cuts)
        ax.set_ylabel(short(with_unit(title(y, "y"), y)))
    else:
        found = points.kinds(*labels)
        ax = canvas(ax, needs=1.5 + 0.45 * len(found))
        said = _class_rows(ax, numbers, found, group, "" if y is None else None)
    low, high = ax.get_xlim()
    for left, right in list(pairwise([low, *cuts, high]))[1::2]:  # every second group grey
        ax.axvspan(left, right, color=FAINT, alpha=0.12, lw=0, zorder=0)
    ax.set_xlim(low, high)
    points.mark_cuts(ax, cuts)
    ax.set_xlabel(points.axis_title(with_unit(title(x, "x"), x), len(numbers)))
    low, high = show(numbers.min()), show(numbers.max())
    start = f"{len(numbers)} instances by {title(x, 'x')}, from {low} to {high}"
    return describe_as(ax, f"{start}{_group_words(cuts, said)}.")


def _number_marks(ax, x, y, group, cuts):
    """Marks at the height of the target, and the mean of each group; what each group holds."""
    rows = points.drawn_rows(len(x))
    ax.plot(x[rows], y[rows], **marked(ax, COLOURS[0]), zorder=3)
    ends = np.r_[x.min(), cuts, x.max()]
    said = []
    for g in range(len(cuts) + 1):
        inside = y[group == g]
        if len(inside):
            ax.hlines(inside.mean(), ends[g], ends[g + 1], color=dark_of(COLOURS[0], ax), lw=2.5)
            _write_mean(ax, x[rows], y[rows], inside.mean(), ends[g : g + 2])
            said.append(f"{len(inside)} (mean {show(round(inside.mean(), 3))})")
        else:
            said.append("0")
    return said


def _write_mean(ax, x, y, mean, ends):
    """A mean in words above or below its line, where the fewest marks are; none without room."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    letter = points.LETTER / sizes().share * (right - left)
    height = line_height(ax) * (high - low)
    number = show(round(mean, 1)) if 1e3 <= abs(mean) < 1e4 else digits(mean)
    found = []
    for text in (f"mean {number}", number):
        wide = len(text) * letter / 2
        if 2 * wide <= ends[1] - ends[0]:
            for x0 in (np.mean(ends), ends[0] + wide, ends[1] - wide):
                for y0 in (mean + 0.7 * height, mean - 0.7 * height):
                    near = (abs(x - x0) < wide + letter) & (abs(y - y0) < height)
                    found.append((near.sum(), x0, y0, text))
    if found:
        write(ax, *min(found, key=lambda place: place[0])[1:], ha="center", va="center")


def _class_rows(ax, x, found, group, name=None):
    """A row of marks per class; what each group holds."""
    heights = np.arange(len(found))[::-1]
    _strip(ax, x, found, heights, 0.8)
    name_ticks(ax, "y", heights, [kind.name if name is None else name for kind in found])
    ax.set_ylim(-0.6, len(found) - 0.2)
    ax.spines["left"].set_visible(False)
    return [
        f"{(group == g).sum()}"
        + (f" ({points.class_counts(found, group == g)})" if name is None else "")
        for g in range(group.max() + 1)
    ]


def _strip(ax, x, found, heights, room):
    """The instances of each kind at its height; equal ones rise within the room of their row."""
    shown = np.zeros(len(x), bool)
    shown[np.argsort(x, kind="stable")[points.drawn_rows(len(x))]] = True
    ax.hlines(heights, x.min(), x.max(), color=FAINT, lw=0.8, zorder=1)
    size = 8 if max((kind.rows & shown).sum() for kind in found) < MANY else 5  # of all classes
    for kind, height in zip(found, heights, strict=True):
        values = np.sort(x[kind.rows & shown])
        lift = points.stack_heights(values) * room / points.STACK
        look = marked(ax, kind.colour, kind.marker, size)
        ax.plot(values, height + lift, clip_on=False, zorder=3, **look)


def _group_words(cuts, said):
    if not len(cuts):
        return f": {said[0]}" if "(" in said[0] else ""
    names = [f"≤ {show(cuts[0])}"]
    names += [f"{show(a)} to {show(b)}" for a, b in pairwise(cuts)]
    names.append(f"> {show(cuts[-1])}")
    said = [*said, *["0"] * (len(names) - len(said))]
    parts = "; ".join(f"{name}: {what}" for name, what in zip(names, said, strict=True))
    return f", in {len(names)} groups: {parts}"


# ------------------------------------------------------------------ the gain of every threshold


def plot_thresholds(
    x: Values,
    y: Values,
    measure: Measure = information_gain,
    chosen: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """What every threshold x ≤ t scores, the instances under it; boundary points are marked.

    Parameters:
        x: a column of numbers.
        y: the classes, or numbers for a measure of variance.
        measure: a function of two columns: information_gain (default), gain_ratio, twoing, or
            functools.partial(information_gain, impurity=gini).
        chosen: a threshold to point at, beside the best; None (default) points at the best only.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, 4.4.2: ELEVATION in feet.
    >>> from dtlab import load
    >>> land = load("vegetation_continuous")
    >>> ax = plot_thresholds(land.X["ELEVATION"], land.y)
    >>> ax.description
    'Information gain of the 6 thresholds of ELEVATION on 7 instances (chaparral 3, conifer 2,
    riparian 2). 4 are boundary points: 750 scores 0.306, 1350 scores 0.1839, 2250 scores 0.5917,
    4175 scores 0.8631. The highest is at ≤ 4175 with 0.8631.'
    """
    ax, scored = canvas(ax, 5.0), ScoredThresholds(x, y, measure)
    low, top = min(scored.scores.min(), 0.0), max(scored.scores.max(), 1e-9)
    draw_scores(ax, scored)
    places = [tick for tick in MaxNLocator(4).tick_values(low, top) if low <= tick <= 1.05 * top]
    ticks = [(place, digits(place)) for place in places]
    ticks += _draw_instances(ax, scored, low, top, ROW * (top - low))
    ax.set_yticks(*zip(*ticks, strict=True))
    ax.set_ylabel(scored.unit, loc="top")
    ax.set_xlabel(points.axis_title(scored.axis, len(scored.x)))
    point_at(ax, scored.best, scored.score, "best: ")
    if chosen not in (None, scored.best):
        point_at(ax, chosen, scored.at(chosen), "", "-")
    return describe_as(ax, scored.words(chosen))


def draw_scores(ax, scored, size=7):
    """The scores as a line, boundary points as diamonds, the others as rings."""
    shown = scored.indices_to_draw()
    t, score, boundary = scored.values[shown], scored.scores[shown], scored.boundary[shown]
    ax.axhline(0, color=FAINT, lw=0.8)
    ax.plot(t, score, color=FAINT, lw=1.5)
    if len(shown) < len(scored.scores):
        return
    # on top where they crowd, and in no colour of a class
    marks = [(boundary, "D", ink(ax), "boundary point", 5.1)]
    if not boundary.all():
        marks.append((~boundary, "o", ax.get_facecolor(), "within one class", 5.0))
    for chosen, marker, face, label, order in marks:
        ax.plot(t[chosen], score[chosen], marker, color=face, markeredgecolor=ink(ax), ms=size,
                label=label, ls="", zorder=order)  # fmt: skip
    if not scored.of_numbers:
        points.key(ax, ax.lines[2:], [line.get_label() for line in ax.lines[2:]])


def _draw_instances(ax, scored, low, top, row):
    """The instances below the scores: rows of classes, or heights of numbers; their ticks."""
    if scored.of_numbers:
        foot = low - 3.5 * row
        head = low - row
        y = as_numbers(scored.y, "y")
        rows = points.drawn_rows(len(y))
        height = foot + (head - foot) * (y[rows] - y.min()) / (np.ptp(y) or 1.0)
        ax.plot(scored.x[rows], height, **marked(ax, COLOURS[0]))
        name = short(title(scored.y, "y"), 12)
        ticks = [(foot, f"{name} {digits(y.min())}"), (head, f"{name} {digits(y.max())}")]
    else:
        heights = low - row * (1 + np.arange(len(scored.classes)))
        _strip(ax, scored.x, scored.classes, heights, row)
        ticks = [(h, kind.name) for h, kind in zip(heights, scored.classes, strict=True)]
    ax.set_ylim(min(tick for tick, _ in ticks) - 0.6 * row, top + 1.2 * row)
    return ticks


def point_at(ax, threshold, score, word, style="--"):
    """A line at a threshold, with its score written beside the top of the point; both artists."""
    line = ax.axvline(threshold, color=ink(ax), ls=style, lw=1.2, zorder=2)
    low, high = ax.get_xlim()
    left = threshold > (low + high) / 2
    text = f"{word}≤ {brief(threshold)}: {digits(score)}"
    over = 4 if word else 6  # the learner's choice is written over the marks
    look = {"ha": "right" if left else "left", "bbox": behind(ax) | {"alpha": 0.8}, "zorder": over}
    return line, note(ax, text, (threshold, score), (-10 if left else 10, 8), **look)
