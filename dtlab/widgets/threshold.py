"""Notebook 08: drag up to three thresholds along a number; intervals and measures follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from ..inputs.errors import InputError
from ..inputs.values import show
from ..kernels import TIE
from ..measures.impurity import variance
from ..plots.base.points import class_counts, evenly
from ..plots.base.style import (
    COLOURS,
    FAINT,
    area,
    blank,
    canvas,
    dark_of,
    describe_as,
    ink,
    legend,
    marked,
    note,
    short,
)
from ..plots.base.words import many
from ..plots.base.writing import digits
from ..plots.scored_thresholds import ScoredThresholds
from ..plots.thresholds import draw_scores
from ..questions.own_parts import OwnMeasure
from ..typing import Data
from .base.column_measures import MEANINGS, measures_of
from .base.intervals import (
    HIGH,
    NAMES,
    WIDE,
    draw_sides,
    interval_names,
    write_measures,
    write_sides,
)
from .base.samples import Sample, shipped_options
from .base.touch import line_zone, with_key
from .base.view import Explorer

MOST_STOPS = 120  # of a line
LINES = {"threshold": "", "second": "second ", "third": "third "}  # fields, and their names
BINS = 30  # of the histogram
FEW = 20  # thresholds whose marks are large
ROOMY = 6.5, 3.6  # inches; a smaller figure has no room for what stands beside the line
GAP, ROW = 0.14, 0.22  # inches between the axes, and of a line's label
SIGNS = {"handlelength": 1.1, "columnspacing": 1.2, "handletextpad": 0.4, "borderpad": 0}


class Around(NamedTuple):
    """Inches around the axes, and the share of their height that the scores have."""

    left: float
    bottom: float
    top: float
    scores: float = 0.55


AROUND = {True: Around(0.72, 0.5, 0.05), False: Around(0.62, 0.44, 0.02)}  # with room or without


@lru_cache(maxsize=64)
def scored(source, feature, measure):
    """The thresholds of a feature with their scores; rows without a value are left out."""
    known = source.X[feature].notna() & source.y.notna()
    return ScoredThresholds(source.X[feature][known], source.y[known], measures_of(source)[measure])


@dataclass(frozen=True)
class ThresholdState:
    """A table, one of its numbers and its thresholds; what does not exist becomes the nearest.

    The lines may cross or meet: what counts is the intervals between them.
    """

    source: Sample
    feature: str | None = None
    measure: str | None = None
    threshold: float | None = None
    best: bool = False  # name the best thresholds
    lines: int = 1
    second: float | None = None
    third: float | None = None
    moving_fields = tuple(LINES)
    smallest = (3.6, 2.0)  # without what stands beside the line

    def __post_init__(self):
        features = self.features
        measures = list(measures_of(self.source, self.lines))
        if not features:
            raise InputError(f"{self.source.name} has no numeric feature with two values or more")
        if self.feature not in features:
            object.__setattr__(self, "feature", features[0])
        if self.measure not in measures:
            object.__setattr__(self, "measure", measures[0])
        stops = self.stops
        for line, start in zip(LINES, (0, -1, len(stops) // 2), strict=True):
            wanted = getattr(self, line)
            if wanted is None or not stops[0] <= wanted <= stops[-1]:  # it was of another number
                wanted = stops[start]
            nearest = stops[np.argmin(np.abs(np.array(stops) - wanted))]
            object.__setattr__(self, line, nearest)

    @property
    def features(self):
        """The numbers that have a threshold."""
        numbers = self.source.X.select_dtypes("number")
        return [name for name in numbers if numbers[name].nunique() > 1]

    @property
    def cuts(self):
        """The thresholds, scored by the chosen measure."""
        return scored(self.source, self.feature, self.measure)

    @property
    def stops(self):
        """The thresholds that a line stops at: all, or an even choice with the best."""
        values = self.cuts.values
        return sorted({*values[evenly(len(values), MOST_STOPS)].tolist(), self.cuts.best})

    @property
    def options(self):
        """What the controls offer."""
        return {
            "feature": self.features,
            "measure": list(measures_of(self.source, self.lines)),
        }

    @property
    def chosen(self):
        """The field and the threshold of each line that is there."""
        return [(line, getattr(self, line)) for line in list(LINES)[: self.lines]]

    @property
    def limits(self):
        """The thresholds of the lines in order, equal ones once."""
        return sorted({threshold for _, threshold in self.chosen})

    @property
    def interval(self):
        """The number of the interval of each row."""
        return np.searchsorted(self.limits, self.cuts.x)

    @property
    def score(self):
        """What the measure says of the split into all intervals."""
        return self.cuts.measure.score(self.interval, self.cuts.y, self.feature)

    @property
    def scores(self):
        """Every measure and what it says of this split."""
        for name, measure in measures_of(self.source, self.lines).items():
            yield name, OwnMeasure(measure).score(self.interval, self.cuts.y, self.feature)

    @property
    def bests(self):
        """(threshold, score) of the best single cut by every measure."""
        every = measures_of(self.source, self.lines)
        found = [scored(self.source, self.feature, measure) for measure in every]
        return [(cuts.best, cuts.score) for cuts in found]

    @property
    def sides(self):
        """What lies in each interval, in words."""
        names = interval_names(self.limits, show)
        return [f"{name}: {self._side(self.interval == i)}" for i, name in enumerate(names)]

    def _side(self, rows):
        if not self.cuts.of_numbers:
            return class_counts(self.cuts.classes, rows)
        y = np.asarray(self.cuts.y, float)[rows]
        return f"{many(len(y), 'row')}, mean {digits(y.mean())}, variance {digits(variance(y))}"

    def draw(self, figure):
        """The scores of all thresholds, the rows below them; beside them what lies on each side."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays when a line moves."""
        figure.set_layout_engine("none")  # by hand, which is faster, and nothing is pushed together
        size = width, height = figure.get_size_inches()
        has_room = not self.left_out(size)
        around = AROUND[has_room]
        left = around.left + 0.25 * self.cuts.of_numbers  # whose scores are large
        wide = width - left - (NAMES + WIDE + 0.35 if has_room else 0.12)
        above = around.top + ROW * self.lines
        high_scores = around.scores * (height - around.bottom - above - GAP)
        high_rows = height - around.bottom - above - GAP - high_scores
        bottoms = around.bottom, around.bottom + high_rows + GAP
        places = [(left, around.bottom, wide, height - around.bottom - around.top)]
        places += [(left, bottoms[1], wide, high_scores)]
        places += [(left, bottoms[0], wide, high_rows)]
        back, scores, rows = (figure.add_axes(np.divide(p, (*size, *size))) for p in places)
        x = self.cuts.x
        edge = 0.03 * np.ptp(x)
        blank(back).set(xlim=(x.min() - edge, x.max() + edge), ylim=(0, 1))
        for ax in (scores, rows):
            canvas(ax).set(xlim=back.get_xlim())
        marks = self._draw_scores(scores, has_room)
        looks = self._draw_rows(rows, has_room)
        for ax in (scores, rows):
            ax.set_facecolor("none")  # the shading and the lines are behind them
            ax.yaxis.set_label_coords(-(left - 0.2) / wide, 0.5 if has_room else 1)
            ax.yaxis.label.set_ha("center" if has_room else "right")  # which ends at the top
        if has_room:
            place = width - WIDE - 0.05, height - HIGH - around.top, WIDE, HIGH
            beside = blank(figure.add_axes(np.divide(place, (*size, *size))))
            beside.set(xlim=(0, WIDE), ylim=(HIGH, 0))
            classes = {short(k.label, 15): Patch(**look) for k, look in looks}
            for at, signs in ((-NAMES, classes), (WIDE - 1.5, marks)):
                look = {"loc": "lower left", "borderaxespad": 0, **SIGNS}
                look["bbox_to_anchor"] = at / WIDE, 0.04
                beside.add_artist(legend(beside, signs.values(), signs, **look))

    def _draw_scores(self, ax, has_room):
        """The score of every threshold, the best one if it is asked for; what the marks mean."""
        draw_scores(ax, self.cuts, 7 if len(self.cuts.values) <= FEW and has_room else 4)
        ax.set_ylabel(self.cuts.unit if has_room else self.measure)
        ax.tick_params(bottom=False, labelbottom=False)
        ax.spines["bottom"].set_visible(False)
        ax.locator_params("y", nbins=4)
        if self.best:
            at = self.cuts.best, self.cuts.score
            ring = {"mfc": "none", "mec": dark_of(COLOURS[5], ax), "ms": 13, "mew": 2, "zorder": 6}
            ax.plot(*at, "o", label="best", clip_on=False, **ring)
        if ax.get_legend():
            ax.get_legend().remove()
        return {n: line for line in ax.lines if not (n := line.get_label()).startswith("_")}

    def _draw_rows(self, ax, has_room):
        """A histogram by class, or the numbers to predict; how the classes look."""
        x, looks = self.cuts.x, []
        if self.cuts.of_numbers:
            ax.plot(x, np.asarray(self.cuts.y, float), **marked(ax, COLOURS[0], size=6))
            ax.set_ylabel(short(self.source.y.name, 14))
        else:
            edges = np.linspace(x.min(), x.max(), BINS + 1)
            below = np.zeros(BINS)
            for kind in self.cuts.classes:
                look = area(ax, kind.colour) | {"hatch": kind.hatch}
                looks.append((kind, look))
                counts, _ = np.histogram(x[kind.rows], edges)
                full = counts > 0
                bars = edges[:-1][full], counts[full], edges[1] - edges[0], below[full]
                ax.bar(*bars, align="edge", **look)
                below += counts
            ax.set(ylabel="rows" if has_room else "", ylim=(0, 1.1 * below.max()))
            ax.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        ax.set_xlabel(short(self.cuts.axis, 40))
        ax.locator_params("x", nbins=6)
        return looks

    def left_out(self, size):
        """What a figure of this size does not show."""
        fits = size[0] >= ROOMY[0] and size[1] >= ROOMY[1]
        return "" if fits else "the counts, the other measures and the meaning of the marks"

    def draw_moving(self, figure):
        """What follows the lines."""
        back, scores, _, *beside = figure.axes
        low, high = back.get_xlim()
        tall = ROW / (back.get_position().height * figure.get_figheight())
        for row, (field, threshold) in enumerate(self.chosen):
            top = 1 - tall * (row + 0.5)
            line = back.plot([threshold] * 2, [0, top], color=ink(back), lw=1.5)[0]
            is_right = threshold > (low + high) / 2
            look = {"ha": "right" if is_right else "left", "va": "center", "weight": "bold"}
            aside = -5 if is_right else 5, 0
            label = note(back, f"≤ {show(threshold)}", (threshold, top), aside, **look)
            with_key(field, line)
            with_key(f"{field} label", label)
        ends = [low, *self.limits, high]
        room = scores.get_position().y1 - back.get_position().y0
        for left, right in list(pairwise(ends))[::2]:  # every second interval is shaded
            size = right - left, room / back.get_position().height
            shade = Rectangle((left, 0), *size, fc=FAINT, alpha=0.14, lw=0, zorder=0)
            back.add_patch(shade)
            with_key("side", shade)
        describe_as(scores, self.described)
        for ax in beside:
            draw_side = write_sides if self.cuts.of_numbers else draw_sides
            draw_side(ax, self)
            write_measures(ax, self)
            said = [f"{name}: {digits(here)} here" for name, here in self.scores]
            if self.best:
                name = "at best" if self.lines == 1 else "one cut at best"
                said = [f"{here}, {name} {digits(score)} at ≤ {show(at)}"
                        for here, (at, score) in zip(said, self.bests, strict=True)]  # fmt: skip
            describe_as(ax, f"{'; '.join(self.sides)}. {'; '.join(said)}.")

    @property
    def described(self):
        """The scores of all thresholds in words, and those of the lines."""
        if self.lines == 1:
            return self.cuts.words(self.threshold, self.best)
        alone = [f"≤ {show(line)} scores {digits(self.cuts.at(line))}" for line in self.limits]
        return f"{self.cuts.words(None, self.best)} Chosen, each alone: {', '.join(alone)}."

    def zones(self, figure):
        """The lines themselves can be dragged."""
        stops = self.stops
        said = tuple(f"≤ {show(stop)}" for stop in stops)
        for line, threshold in self.chosen:
            name = f"{LINES[line]}threshold of {self.feature}"
            about = {"id": line, "name": name, "says": said, "moves": (line, f"{line} label")}
            about["written"] = f"{line} label"
            if self.lines == 1:  # of several, which side is shaded depends on the others
                about["stretches"] = "side"
            yield line_zone(figure.axes[0], stops, threshold, **about)

    def touched(self, zone, value):
        """A line was dragged."""
        return replace(self, **{zone: value})

    @property
    def words(self):
        assert self.measure is not None  # __post_init__ has chosen one
        here = self.score
        best = f"≤ {show(self.cuts.best)} with {digits(self.cuts.score)}"
        measure = f"{self.measure[0].upper()}{self.measure[1:]}"
        if self.lines == 1:
            rank = 1 + int((self.cuts.scores > here + TIE).sum())
            of = f"{measure} {digits(here)}, number {rank} of {len(self.cuts.scores)} thresholds"
            of += f"; the best is {best}" if self.best else ""
        else:
            of = f"{measure} of these {len(self.limits) + 1} intervals: {digits(here)}"
            of += f"; the best single cut is {best}" if self.best else ""
        left_out = len(self.source.y) - len(self.cuts.x)
        are = "is" if left_out == 1 else "are"
        more = f" {many(left_out, 'row')} without a value {are} left out." if left_out else ""
        meaning = f" {measure}: {MEANINGS[self.measure]}."
        return f"{self.feature} {'; '.join(self.sides)}. {of}.{more}{meaning}"


SHIPPED = ("vegetation_continuous", "play_golf_numeric", "bike_temp_classes", "bike_temp_rentals")


def explore_threshold(
    data: Data = "vegetation_continuous", feature: str | None = None, target: str | None = None
) -> Explorer:
    """Drag a threshold across a number and see the two sides and every measure.

    The arrow keys move the line, too; "show the best" names the best threshold of each measure.
    More lines cut the number into intervals: two cuts can gain much where one cannot, and on these
    rows a further cut never lowers the information gain, whatever it is worth on new ones.

    Parameters:
        data: the name of a data set of the course ("vegetation_continuous" by default), a Dataset,
            or your own DataFrame.
        feature: the number to start with; None (default) is the first one.
        target: the column to predict, classes or numbers (then the measure is the variance); needed
            for a DataFrame, None (default) is the data set's own.

    >>> land = explore_threshold("vegetation_continuous", "ELEVATION")
    >>> land.set(threshold=4175)
    >>> land.state.words.split(". ")[0]
    'ELEVATION ≤ 4175: chaparral 3, riparian 2; > 4175: conifer 2'
    >>> land.set(lines=2, second=2250)
    >>> land.state.words.split(". ")[1]
    'Information gain of these 3 intervals: 1.163'
    """
    first = Sample.of(data, target)
    state = ThresholdState(first, feature)
    if feature not in (None, state.feature):
        names = ", ".join(state.features)
        raise InputError(f"{feature!r} is not a numeric feature of {first.name}: use {names}")
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "feature": ipw.Dropdown(description="feature"),
        "measure": ipw.Dropdown(description="measure"),
        "lines": ipw.Dropdown(options=[1, 2, 3], description="lines"),
        "best": ipw.Checkbox(description="show the best"),
    }
    about = {
        "title": "Where to cut a number",
        "does": "Drag the line: what lies on its sides, and how good the cut is, follow.",
    }
    return Explorer(state, controls, (8.0, 4.2), **about)
