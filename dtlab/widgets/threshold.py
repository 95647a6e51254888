"""Notebook 08: drag up to three thresholds along a number; intervals and measures follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..inputs.errors import InputError
from ..inputs.values import show
from ..kernels import TIE
from ..measures.impurity import variance
from ..plots.base.lines import make_room, mark_place
from ..plots.base.points import class_counts, evenly
from ..plots.base.style import FAINT, blank, canvas, describe_as
from ..plots.base.words import many
from ..plots.base.writing import brief, digits
from ..plots.scored_thresholds import ScoredThresholds
from ..plots.thresholds import draw_thresholds
from ..plots.tree.nodes import text_width
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
LOW = 5.0  # inches; a figure that is lower has no room for the lower axes


class Around(NamedTuple):
    """Inches around the upper axes, without the names of classes left of them."""

    left: float
    right: float
    top: float
    bottom: float


AROUND = Around(0.45, 0.1, 0.45, 0.6)
# Where there is little room: inches below axes without a name, and the height of a class's row.
SHALLOW, TALL = 0.35, 0.24


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
    smallest = (5.0, 2.9)  # without the lower panel

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
        """The scores of all thresholds; below them the intervals, and what every measure says."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays when a line moves."""
        figure.set_layout_engine("none")  # by hand, which is faster, and nothing is pushed together
        width, height = figure.get_size_inches()
        is_whole = not self.left_out((width, height))
        bottom = AROUND.bottom + HIGH + 2 * AROUND.right if is_whole else SHALLOW
        high = height - bottom - (AROUND.top if is_whole else AROUND.right)
        above = figure.add_axes((0, bottom / height, 1, high / height))
        row = {} if is_whole else {"row": TALL}
        draw_thresholds(canvas(above), self.cuts, None, best=False, **row)
        names = max(text_width(text.get_text()) for text in above.get_yticklabels())
        left = AROUND.left + names
        wide = width - AROUND.left - names - AROUND.right
        above.set_position((left / width, bottom / height, wide / width, high / height))
        above.set_xlim(above.get_xlim())  # shading must not widen it
        has_room = is_whole or self.lines == 1
        if has_room:  # for what is written at the lines, above all marks
            make_room(above, self.lines + is_whole)
        if self.best:
            word = f"best: ≤ {brief(self.cuts.best)}: {digits(self.cuts.score)}"
            _, written = mark_place(above, self.cuts.best, word, self.lines, linestyle="--")
            written.set_visible(is_whole)  # the words say it, too
        if is_whole:
            place = NAMES / width, AROUND.right / height, WIDE / width, HIGH / height
            blank(figure.add_axes(place)).set(xlim=(0, WIDE), ylim=(HIGH, 0))
        else:
            above.set_xlabel("")  # the words name the feature, too
            if above.get_legend():
                above.get_legend().remove()

    def left_out(self, size):
        """What a figure of this size does not show."""
        fits = size[0] >= WIDE + NAMES and size[1] >= LOW
        return "" if fits else "the counts, the other measures and the meaning of the marks"

    def draw_moving(self, figure):
        """What follows the lines."""
        above, *below = figure.axes
        for row, (key, threshold) in enumerate(self.chosen):
            word = f"≤ {brief(threshold)}"
            if self.lines == 1:  # of several, a score for each is not that of the split
                word += f": {digits(self.cuts.at(threshold))}"
            line, score = mark_place(above, threshold, word, row, linestyle="-")
            with_key(key, line, score)
            score.set_visible(bool(below or self.lines == 1))
        ends = [*self.limits, above.get_xlim()[1]]
        for left, right in list(pairwise(ends))[::2]:  # every second interval grey
            above.axvspan(left, right, color=FAINT, alpha=0.18, lw=0, zorder=0)
        describe_as(above, self.described)
        for ax in below:
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
            about = {"id": line, "name": name, "says": said, "moves": (line,)}
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
    return Explorer(state, controls, (8.0, 6.8), **about)
