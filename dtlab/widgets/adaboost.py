"""AdaBoost, round by round: the weights, the stump they teach, and the vote so far.

Notebook 12; lecture 000 §4.4.5, Table 8 and its figures of the data, the ensemble and the weights.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import ipywidgets as ipw
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ..data import load
from ..ensembles.adaboost import AdaBoost
from ..plots.adaboost_rounds import (
    MOST_ROWS,
    draw_frame,
    draw_weights,
    read_rounds,
    round_in_words,
)
from ..plots.base.points import class_counts, stack_heights
from ..plots.base.style import (
    FAINT,
    area,
    behind,
    canvas,
    describe_as,
    ink,
    legend,
    marked,
    name_ticks,
    note,
    short,
)
from ..plots.boosting import draw_error_axes, draw_error_lines, draw_step
from ..plots.region_grid import VariedRows, thresholds
from ..plots.regions import class_kinds, paint
from ..typing import Values
from .base.samples import Sample, in_words, lecture, options, samples, two_moons
from .base.stepper import Stepper
from .base.touch import line_zone, with_key

N_ROUNDS = 15
ACROSS = 9, 7  # points of a mark: of few rows, whose weights are bars; of many, of mean weight
RING = 7  # points by which the ring of a wrong row is wider than its mark
LIFT = 0.13  # of a mark above an equal one, where rows of marks are 1 apart
LOW, NARROW = 3.6, 6.0  # inches; a figure without bars, without the meaning of signs
BARS = 2.1  # inches of the height of the figure that the bars take
MOST_SIGNS = 3  # in one line above the axes
GAPS = {"handlelength": 1.3, "columnspacing": 0.8, "handletextpad": 0.4, "borderaxespad": 0.1}


@dataclass(frozen=True, eq=False)
class AdaBoostStudy:
    """A boosted data set, and all that is drawn of its rounds."""

    data: Sample
    model: AdaBoost

    @cached_property
    def rounds(self):
        """The weights before and after each round, and which rows its model got wrong."""
        return read_rounds(self.model, self.data.X, self.data.y)

    @cached_property
    def wrong(self):
        """[T] how many rows the vote of the models up to each one gets wrong."""
        y = np.asarray(self.data.y)
        return [int((said != y).sum()) for said in self.model.staged_predict(self.data.X)]

    @cached_property
    def errors(self):
        """[T] of each round the weighted error of its model, and the share that the vote misses."""
        n = len(self.data.y)
        return {"ε": [r.error for r in self.rounds], "vote": [k / n for k in self.wrong]}

    @cached_property
    def rows(self):
        """The numbers that are drawn: the only feature, or the first two numbers."""
        return VariedRows(self.data.X, None, min(2, self.data.X.shape[1]))

    @property
    def is_line(self):
        """Whether a single number is drawn, with a row of marks for each class."""
        return len(self.rows.varied) == 1

    @cached_property
    def signs(self):
        """The classes with their signs, and the position of each class among them."""
        return class_kinds(self.rows, self.data.y)

    @property
    def kinds(self):
        """The classes with their signs."""
        return self.signs[0]

    @cached_property
    def places(self):
        """x and y of the marks."""
        if not self.is_line:
            return self.rows.numbers
        n = len(self.rows.numbers[0])
        [x] = self.rows.numbers
        y = np.empty(n)
        for height, kind in enumerate(reversed(self.kinds)):
            mine = kind.rows[:n]
            y[mine] = height + LIFT * stack_heights(x[mine])
        return x, y

    @cached_property
    def edges(self):
        """x and y of the lines between which every vote is the same: all cuts of all stumps."""
        names = self.rows.titles
        sides = [np.r_[low, thresholds(self.model, name, low, high), high]
                 for name, (low, high) in zip(names, self.rows.spans(), strict=True)]  # fmt: skip
        return sides if not self.is_line else [*sides, np.array([-0.6, len(self.kinds) - 0.2])]

    @cached_property
    def votes(self):
        """[T, rows, columns] the position in `kinds` of the vote between these lines."""
        middles = [(side[:-1] + side[1:]) / 2 for side in self.edges]
        grid = np.meshgrid(*middles)
        cells = self.rows.at(*(side.ravel() for side in grid[: len(self.rows.varied)]))
        position = dict(zip(self.model.classes_, self.signs[1], strict=True))
        said = self.model.staged_predict(cells)
        return [np.array([position[label] for label in s]).reshape(grid[0].shape) for s in said]


@lru_cache(maxsize=32)
def study(data):
    """The boosted data set; Table 8 has the lecture's samples."""
    if data is lecture("bike_temp_classes"):
        drawn = load(data.name).frame[["Freq0", "Freq1", "Freq2"]]
        return AdaBoostStudy(data, AdaBoost(samples=drawn.to_numpy().T).fit(data.X, data.y))
    return AdaBoostStudy(data, AdaBoost(n_estimators=N_ROUNDS).fit(data.X, data.y))


@dataclass(frozen=True)
class AdaBoostState:
    """A data set, and the round that is shown; round 0 teaches the model M0."""

    data: Sample
    step: int = 0
    moving_fields = ("step",)
    smallest = (3.6, 2.0)  # without bars

    @property
    def study(self):
        """The boosted model, and what is drawn of it."""
        return study(self.data)

    @property
    def n_steps(self):
        """One step for every round."""
        return len(self.study.rounds)

    @property
    def question(self):
        """What the model of this round asks first."""
        return self._question(self.step)

    def _question(self, step):
        return self.study.model.trees_[step].tree_.question

    @property
    def has_bars(self):
        """Whether there is room for a bar of each row; else the size of a mark shows its weight."""
        return len(self.data.y) <= MOST_ROWS

    @property
    def size(self):
        """Width and height of the figure, in inches."""
        return 8.0, (2.5 if self.has_bars else 3.9) + BARS * self.has_bars

    def draw(self, figure):
        """The rows with the vote, the errors beside them, the weights of the rows below."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "bars of the weights" if self.has_bars and size[1] <= LOW else ""

    def draw_base(self, figure):
        """What stays from round to round: the axes."""
        found = self.study
        n = len(self.data.y)
        width, height = figure.get_size_inches()
        has_bars = self.has_bars and not self.left_out((width, height))
        heights = (height - BARS, BARS) if has_bars else (1,)
        grid = figure.add_gridspec(len(heights), 2, width_ratios=(1.6, 1), height_ratios=heights)
        left, right = (canvas(figure.add_subplot(grid[0, i])) for i in (0, 1))
        if has_bars:
            draw_frame(canvas(figure.add_subplot(grid[1, :])), found.rounds, np.arange(n))
        self._draw_axes(left, width < NARROW)
        draw_error_axes(right, self.n_steps, max(map(max, found.errors.values())), "round", "error")
        draw_error_lines(right, {name: [] for name in found.errors})
        legend(right, loc="lower right", bbox_to_anchor=(1.04, 1), ncols=2, **GAPS)

    def _draw_axes(self, ax, is_narrow):
        found = self.study
        x, y = found.edges
        ax.set(xlim=x[[0, -1]], ylim=y[[0, -1]])
        if found.is_line:
            heights = range(len(found.kinds))
            name_ticks(ax, "y", heights, [kind.name for kind in reversed(found.kinds)])
        else:
            ax.set_ylabel(short(found.rows.titles[1]))
        if not is_narrow:
            self._draw_key(ax)
        held = [short(found.rows.held, 40)] if found.rows.held else []
        large = [] if self.has_bars else ["the larger a mark, the more weight it has"]
        more = [] if is_narrow else [*held, *large]
        ax.set_xlabel("\n".join([short(found.rows.titles[0]), *more]))
        ax.locator_params(axis="x", nbins=4)

    def _draw_key(self, ax):
        """What areas, marks and rings mean."""
        signs: dict[str, Any] = {}
        for kind in self.study.kinds:
            sign = Patch(**area(ax, kind.colour))
            dot = Line2D([], [], **marked(ax, kind.colour, kind.marker))
            signs[f"vote: {kind.name}"] = sign if self.study.is_line else (sign, dot)
        ring = {"mfc": "none", "mec": ink(ax), "mew": 1.5, "ls": ""}
        signs["wrong in this round"] = Line2D([], [], marker="o", ms=11, **ring)
        where = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderpad": 0}
        columns = len(signs) if len(signs) <= MOST_SIGNS else -(-len(signs) // 2)
        legend(ax, signs.values(), signs, ncols=columns, **where, **GAPS).set_in_layout(False)

    def draw_moving(self, figure):
        """What is different in every round."""
        left, right, *below = figure.axes
        found = self.study
        paint(left, found.edges, found.kinds, found.votes[self.step])
        self._draw_marks(left)
        self._draw_cuts(left)
        describe_as(left, self._in_words())
        until = self.step + 1  # what comes then is to be found out
        draw_error_lines(right, {name: values[:until] for name, values in found.errors.items()})
        with_key("step", *draw_step(right, self.step))
        says = [f"round {i}, {self._errors(i)}" for i in range(until)]
        describe_as(right, f"Errors by round: {'; '.join(says)}.")
        for ax in below:
            this = found.rounds[self.step]
            draw_weights(ax, this, np.arange(len(self.data.y)))
            describe_as(ax, round_in_words(this, self.step))

    def _draw_marks(self, ax):
        """The rows, many of them as large as their weight; a ring around those it gets wrong."""
        found = self.study
        known = self.study.rows.known
        this = found.rounds[self.step]
        (x, y) = found.places
        few, many = ACROSS
        across = np.full(len(x), float(few))
        if not self.has_bars:  # marks of one size are one line of SVG each
            across = np.maximum((many * np.sqrt(len(known) * this.before[known])).round(), 2)
        for size in np.unique(across):
            for kind in found.kinds:
                mine = kind.rows[: len(x)] & (across == size)
                if mine.any():
                    look = marked(ax, kind.colour, kind.marker, size)
                    ax.plot(x[mine], y[mine], zorder=3, **look)
            mine = this.wrong[known] & (across == size)
            look = {"mfc": "none", "mec": ink(ax), "mew": 1.5, "ls": "", "zorder": 4}
            if mine.any():
                ax.plot(x[mine], y[mine], "o", ms=size + RING, **look)

    def _draw_cuts(self, ax):
        """The cuts of all models so far; that of this one is strong and has its name."""
        titles = self.study.rows.titles
        for step in range(self.step + 1):
            question = self._question(step)
            now = step == self.step
            cut = getattr(question, "value", None)
            feature = getattr(question, "feature", None)
            if cut is None or feature not in titles:
                continue
            look = {"color": ink(ax) if now else FAINT, "lw": 2.5 if now else 1.5, "zorder": 2}
            is_upright = feature == titles[0]
            (ax.axvline if is_upright else ax.axhline)(cut, ls="--", **look)
            if now:
                at, across = ((cut, 1), ax.get_xaxis_transform()) if is_upright else (
                    (1, cut), ax.get_yaxis_transform())  # fmt: skip
                look = {"xycoords": across, "bbox": behind(ax), "zorder": 5}
                note(ax, f"M{step}", at, (-4, -4), ha="right", va="top", **look)

    def _in_words(self):
        """The marks and regions of the figure in words."""
        found = self.study
        spans = " and ".join(found.rows.titles)
        counts = class_counts(found.kinds, slice(0, len(found.rows.numbers[0])))
        large = "" if self.has_bars else ", as large as their weight"
        return f"Rows by {spans}{large}: {counts}. {self.words}"

    def zones(self, figure):
        """The round is dragged along the errors."""
        stops = range(self.n_steps)
        says = tuple(f"round {stop}: {self._errors(stop)}" for stop in stops)
        about = {"id": "step", "name": "round", "says": says, "moves": ("step",)}
        yield line_zone(figure.axes[1], stops, self.step, **about)

    def touched(self, _zone, value):
        """Another round is shown."""
        return replace(self, step=value)

    def _errors(self, step):
        error = self.study.rounds[step].error
        n = len(self.data.y)
        return f"ε = {error:.4g}, vote wrong on {self.study.wrong[step]} of {n} rows"

    @property
    def words(self):
        """The round in numbers."""
        i = self.step
        found = self.study.model.history_[self.step]
        own = int(self.study.rounds[i].wrong.sum())
        n = len(self.data.y)
        voters = "vote of M0" if i == 0 else f"vote of M0 to M{i}"
        answers = ", ".join(str(leaf.prediction) for leaf in found.learner.tree_.leaves())
        return (
            f"M{i} asks {in_words(self.question)} ({answers}). "
            f"It is wrong on {own} of {n} rows, ε = {found.error:.4g}, α = {found.alpha:.4g}. "
            f"The {voters} is wrong on {self.study.wrong[i]}."
        )


def explore_adaboost(X: pd.DataFrame | None = None, y: Values | None = None) -> Stepper:
    """Drag the round along the errors: can weak stumps make a good vote?

    Bars below are the weights that teach the stump; of many rows, the marks grow with them. Without
    arguments the bike demand of Table 8, with the lecture's samples, and two overlapping crescents;
    your own data are added to them.

    Parameters:
        X: your own features, a DataFrame of numbers, of which the first two are drawn; None by
            default.
        y: their classes, one per row; None by default.

    >>> rounds = explore_adaboost()
    >>> rounds.touch("step", 1)
    >>> rounds.state.words.split(". ")[1]
    'It is wrong on 3 of 10 rows, ε = 0.1875, α = 0.7332'
    """
    found = samples(X, y, [lecture("bike_temp_classes"), two_moons()])
    choice = ipw.Dropdown(options=options(found), value=found[0], description="data")
    about = {
        "title": "What was wrong counts more",
        "does": "Step from round to round: weights teach a stump, areas show the vote so far.",
    }
    return Stepper(AdaBoostState(found[0]), {"data": choice}, slider=False, **about)
