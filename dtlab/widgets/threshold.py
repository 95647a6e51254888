"""Notebook 08: drag a threshold along a number; gain curve, both sides and measures follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial

import ipywidgets as ipw
import numpy as np

from ..inputs.values import show
from ..kernels import TIE
from ..measures.features import chi_square, information_gain
from ..measures.impurity import variance
from ..plots.base.hatching import draw_areas
from ..plots.base.points import class_counts, evenly
from ..plots.base.style import FAINT, behind, blank, canvas, describe_as, write
from ..plots.base.writing import brief, digits
from ..plots.scored_thresholds import ScoredThresholds
from ..plots.thresholds import draw_thresholds, point_at
from ..questions.question import Threshold
from ..typing import Data
from .base import measures
from .base.measures import three
from .base.samples import Sample, is_numeric, shipped_options
from .base.touch import line_zone, with_key
from .base.view import Explorer

MOST_STOPS = 120  # of the line
# Positions in the lower axes, in inches from their upper left corner.
WIDE, HIGH = 6.8, 2.1
LOW = 5.0  # a figure that is lower has no room for them
NAMES = 1.1  # room for the names of the bars, left of the axes
BAR = 1.8  # length of the longest bar
TOPS, TALL = (0.1, 0.75, 1.4), 0.5  # of the bars
COLUMNS = 2.05, 3.95, 4.85  # of the table of measures
DIGIT = 0.13  # width of one


def chi_square_statistic(x, y):
    """Pearson's χ² of two columns, without its p-value."""
    return chi_square(x, y).statistic


def _by_name(known):
    return {m.name: m.of_columns for m in known.values() if m.of_columns is not None}


CLASS_MEASURES = {**_by_name(measures.CLASS_MEASURES), "chi-square": chi_square_statistic}
NUMBER_MEASURES = {
    **_by_name(measures.NUMBER_MEASURES),
    "gain with n − 1": partial(information_gain, impurity=partial(variance, ddof=1)),
}


@lru_cache(maxsize=64)
def scored(source, feature, measure):
    """The thresholds of a feature with their scores; rows without a value are left out."""
    known = source.X[feature].notna() & source.y.notna()
    return ScoredThresholds(source.X[feature][known], source.y[known], measures_of(source)[measure])


def measures_of(source):
    """The measures that suit the target: classes or numbers."""
    y = source.y
    all_differ = y.dtype.kind in "iuf" and y.is_unique  # such classes would teach nothing
    return NUMBER_MEASURES if all_differ or is_numeric(y) else CLASS_MEASURES


@dataclass(frozen=True)
class ThresholdState:
    """A table, one of its numbers and a threshold; what does not exist becomes the nearest."""

    source: Sample
    feature: str | None = None
    measure: str | None = None
    threshold: float | None = None
    best: bool = False  # name the best thresholds
    moving_fields = ("threshold",)
    smallest = (5.0, 2.9)  # without the lower panel

    def __post_init__(self):
        features, measures = self.features, list(measures_of(self.source))
        if not features:
            raise ValueError(f"{self.source.name} has no numeric feature with two values or more")
        if self.feature not in features:
            object.__setattr__(self, "feature", features[0])
        if self.measure not in measures:
            object.__setattr__(self, "measure", measures[0])
        stops = self.stops
        wanted = stops[0] if self.threshold is None else self.threshold
        nearest = stops[np.argmin(np.abs(np.array(stops) - wanted))]
        object.__setattr__(self, "threshold", nearest)

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
        """The thresholds that the line stops at: all, or an even choice with the best."""
        values = self.cuts.values
        return sorted({*values[evenly(len(values), MOST_STOPS)].tolist(), self.cuts.best})

    @property
    def options(self):
        """What the controls offer."""
        return {
            "feature": self.features,
            "measure": list(measures_of(self.source)),
        }

    @property
    def scores(self):
        """Every measure: (name, its score here, its best threshold, the score there)."""
        for name in measures_of(self.source):
            cuts = scored(self.source, self.feature, name)
            yield name, cuts.at(self.threshold), cuts.best, cuts.score

    @property
    def sides(self):
        """What lies at or below and above the threshold, in words."""
        left = self.cuts.x <= self.threshold
        question = Threshold(self.feature, self.threshold)
        return [f"{question.label(i)}: {self._side(rows)}" for i, rows in enumerate((left, ~left))]

    def _side(self, rows):
        if not self.cuts.of_numbers:
            return class_counts(self.cuts.classes, rows)
        y = np.asarray(self.cuts.y, float)[rows]
        return f"{len(y)} rows, mean {digits(y.mean())}, variance {digits(variance(y))}"

    def draw(self, figure):
        """The scores of all thresholds; below them both sides, and what every measure says."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays when the threshold moves."""
        width, height = figure.get_size_inches()
        if width < WIDE + NAMES or height < LOW:  # the words say what is left out
            above = figure.subplots()
        else:
            above, below = figure.subplots(2, height_ratios=(5, 3))
            blank(below).set(xlim=(0, WIDE), ylim=(HIGH, 0))
            # Put by hand: long names of classes above must not push the columns together.
            below.set_position((NAMES / width, 0.1 / height, WIDE / width, HIGH / height))
        draw_thresholds(canvas(above), self.cuts, None, self.best)
        above.set_xlim(above.get_xlim())  # shading must not widen it
        if len(figure.axes) == 1 and above.get_legend():
            above.get_legend().remove()

    def draw_moving(self, figure):
        """What follows the threshold."""
        above, *below = figure.axes
        line, score = point_at(above, self.threshold, self.cuts.at(self.threshold), "", "-")
        with_key("threshold", line, score)
        score.set_visible(not (self.best and self.threshold == self.cuts.best))  # it is written
        right = above.get_xlim()[1]
        above.axvspan(self.threshold, right, color=FAINT, alpha=0.18, lw=0, zorder=0)
        describe_as(above, self.cuts.words(self.threshold, self.best))
        for ax in below:
            draw_side = write_sides if self.cuts.of_numbers else draw_sides
            draw_side(ax, self)
            write_measures(ax, self)
            said = [f"{name}: {three(here)} here"
                    + (f", at best {three(top)} at ≤ {show(best)}" if self.best else "")
                    for name, here, best, top in self.scores]  # fmt: skip
            describe_as(ax, f"{'; '.join(self.sides)}. {'; '.join(said)}.")

    def zones(self, figure):
        """The line itself can be dragged."""
        stops, name = self.stops, f"threshold of {self.feature}"
        said = tuple(f"≤ {show(stop)}" for stop in stops)
        about = {"id": "threshold", "name": name, "says": said, "moves": ("threshold",)}
        yield line_zone(figure.axes[0], stops, self.threshold, **about)

    def touched(self, _zone, value):
        """The line was dragged."""
        return replace(self, threshold=value)

    @property
    def words(self):
        here = self.cuts.at(self.threshold)
        rank = 1 + int((self.cuts.scores > here + TIE).sum())
        of = f"number {rank} of {len(self.cuts.scores)} thresholds"
        if self.best:
            of += f"; the best is ≤ {show(self.cuts.best)} with {digits(self.cuts.score)}"
        left_out = len(self.source.y) - len(self.cuts.x)
        more = f" {left_out} rows without a value are left out." if left_out else ""
        measure = f"{self.measure[0].upper()}{self.measure[1:]} {digits(here)}"
        return f"{self.feature} {'; '.join(self.sides)}. {measure}, {of}.{more}"


def draw_sides(ax, state):
    """The class counts of all rows and of both sides, as bars of three rows."""
    left, limit = state.cuts.x <= state.threshold, brief(state.threshold)
    rows = slice(None), left, ~left
    scale = BAR / len(left)
    ends = np.zeros(3)
    for kind in state.cuts.classes:
        counts = np.array([kind.rows[side].sum() for side in rows])
        starts, ends = ends, ends + counts * scale
        filled = [(starts[i], TOPS[i], counts[i] * scale, TALL) for i in range(3) if counts[i]]
        draw_areas(ax, filled, kind.colour, kind.hatch)
        for start, top, width, _ in filled:
            number = str(round(width / scale))
            if width > DIGIT * (len(number) + 1):
                look = {"ha": "center", "va": "center", "bbox": behind(ax, 1.5)}
                write(ax, start + width / 2, top + TALL / 2, number, zorder=4, **look)
    for top, name in zip(TOPS, ("all", f"≤ {limit}", f"> {limit}"), strict=True):
        write(ax, -0.1, top + TALL / 2, name, ha="right", va="center", zorder=4)


def write_sides(ax, state):
    """The mean and the variance of both sides."""
    for side, top in zip(state.sides, (0.35, 1.35), strict=True):
        text = side.replace(": ", "\n", 1).replace(", v", "\nv")
        write(ax, -NAMES / 2, top, text, ha="left", va="center", zorder=4)


def write_measures(ax, state):
    """A table of every measure: here, and once it is asked for at its best threshold."""
    rows = [("measure", "here", "best")]
    rows += [(name, three(here), f"{three(top)} at {brief(best)}")
             for name, here, best, top in state.scores]  # fmt: skip
    columns = list(zip(*rows, strict=True))
    for x, column in zip(COLUMNS, columns if state.best else columns[:2], strict=False):
        write(ax, x, 0, "\n".join(column), va="top")


SHIPPED = ("vegetation_continuous", "play_golf_numeric", "bike_temp_classes", "bike_temp_rentals")


def explore_threshold(
    data: Data = "vegetation_continuous", feature: str | None = None, target: str | None = None
) -> Explorer:
    """Drag a threshold across a number and see the two sides and every measure.

    The arrow keys move the line, too; "show the best" names the best threshold of each measure.

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
    """
    first = Sample.of(data, target)
    state = ThresholdState(first, feature)
    if feature not in (None, state.feature):
        names = ", ".join(state.features)
        raise ValueError(f"{feature!r} is not a numeric feature of {first.name}: use {names}")
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "feature": ipw.Dropdown(description="number"),
        "measure": ipw.Dropdown(description="measure"),
        "best": ipw.Checkbox(description="show the best"),
    }
    return Explorer(state, controls, (8.0, 6.8))
