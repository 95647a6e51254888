"""Gradient boosting, stage by stage: residuals, the tree that learns them, the new prediction.

Notebook 13; lecture 000 §4.4.5, Table 9 and the figures of its models.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D

from ..ensembles.gradient_boosting import GradientBoosting
from ..inputs.errors import InputError
from ..inputs.labels import as_numbers
from ..inputs.values import show
from ..plots.base.style import FAINT, canvas, describe_as, ink, legend, short
from ..plots.base.words import many
from ..plots.boosting import (
    NOW,
    TREE,
    across_of,
    answers_of,
    draw_curve,
    draw_dots,
    draw_error_axes,
    draw_error_lines,
    draw_rows,
    draw_step,
    four,
)
from ..typing import Values
from .base.folds import said_of_new_rows
from .base.samples import Sample, in_words, lecture, options, samples
from .base.stepper import Stepper
from .base.touch import line_zone, with_key

N_STAGES = 20  # the lecture shows its model after 20
RATES = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
MOST_DEPTH = 4
MORE = 1.15  # room around the largest residual
MOST_FOLDS = 5  # of the rows; each is predicted by a model of the others
LOSS = "mean squared error"
GAPS = {"handlelength": 1.3, "columnspacing": 0.8, "handletextpad": 0.4, "borderaxespad": 0.1}
LOW = 3.0  # inches; a figure without the data and the prediction


@dataclass(frozen=True, eq=False)
class GradientStudy:
    """A data set boosted with one setting, and all that is drawn of its stages."""

    data: Sample
    learning_rate: float
    max_depth: int

    @property
    def plan(self):
        """A model with this setting, not fitted yet."""
        return GradientBoosting(
            n_estimators=N_STAGES, learning_rate=self.learning_rate, max_depth=self.max_depth
        )

    @cached_property
    def model(self):
        """The model of all rows."""
        return self.plan.fit(self.data.X, self.data.y)

    @cached_property
    def target(self):
        """[n] the numbers to predict."""
        return as_numbers(self.data.y, "y")

    @cached_property
    def predictions(self):
        """[stages, n] what the model says of its rows, from the start on."""
        later = self.model.staged_predict(self.data.X)  # it refuses what it cannot learn from
        return np.array([np.full(len(self.target), self.target.mean()), *later])

    @property
    def n_folds(self):
        return min(MOST_FOLDS, len(self.target))

    @cached_property
    def errors(self):
        """The mean squared error of each stage, on the rows it learned from and on new ones.

        New rows are those of a fold, predicted by a model of the other folds (cross-validation).
        """
        y = self.target
        fold = np.random.default_rng(0).permutation(len(y)) % self.n_folds
        new = said_of_new_rows(self.plan, self.data.X, y, fold)
        names = "training rows", f"new rows ({self.n_folds}-fold)"
        both = zip(names, (self.predictions, new), strict=True)
        return {name: ((y - said) ** 2).mean(axis=1).tolist() for name, said in both}

    @cached_property
    def across(self):
        """The horizontal axis."""
        return across_of(self.data.X)

    @cached_property
    def curves(self):
        """[stages, places] what the model says along that axis, from the start on."""
        rows = self.across.rows
        return np.array([answers_of(self.model, rows, 0)[1], *self.model.staged_predict(rows)])


@lru_cache(maxsize=64)
def study(data, learning_rate, max_depth):
    """The study of a setting, kept so that a step back costs nothing."""
    if len(data.y) < 2:
        raise InputError("y has 1 row, and some are kept aside as new rows: give two rows or more")
    return GradientStudy(data, learning_rate, max_depth)


class Widest(NamedTuple):
    """How far the axes reach for a data set, whatever its setting."""

    prediction: tuple
    residual: tuple
    error: float
    names: tuple


@lru_cache(maxsize=16)
def widest(data):
    """The scales: those of the start, and of the boldest setting, which goes furthest."""
    found = study(data, max(RATES), MOST_DEPTH)
    left = np.abs(found.target - found.predictions).max()
    training, new = found.errors.values()
    top = max(1.2 * new[0], *training, *new)
    low, high = with_room(found.target, found.curves)
    return Widest((low, high), (-MORE * left, MORE * left), top, tuple(found.errors))


@dataclass(frozen=True)
class GradientState:
    """A data set, a learning rate and depth, and the stage that is shown; stage 0 is the start."""

    data: Sample
    learning_rate: float = 1.0
    max_depth: int = 1
    step: int = 0
    moving_fields = ("learning_rate", "max_depth", "step")
    smallest = (3.6, 2.0)  # without the data and the prediction

    @property
    def study(self):
        """The boosted model, and what is drawn of it."""
        return study(self.data, self.learning_rate, self.max_depth)

    @property
    def n_steps(self):
        """The start and every stage."""
        return len(self.study.predictions)

    def draw(self, figure):
        """Data and prediction, under them the residuals and the new tree; beside them the errors.

        All scales are those of the first residuals and errors, so that both are seen to shrink, and
        the same for every rate and depth, so that these compare.
        """
        self.draw_base(figure)
        self.draw_moving(figure)

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "the data and the prediction" if size[1] < LOW else ""

    def draw_base(self, figure):
        """What stays from stage to stage, for any rate and depth: the data, and all axes."""
        far = widest(self.data)
        is_low = bool(self.left_out(figure.get_size_inches()))
        grid = figure.add_gridspec(1 if is_low else 2, 2, width_ratios=(1 if is_low else 1.5, 1))
        places = [grid[-1, 0], grid[:, 1]] if is_low else [grid[0, 0], grid[1, 0], grid[:, 1]]
        *above, below, right = (canvas(figure.add_subplot(place)) for place in places)
        for ax in above:
            self._draw_data(ax)
        self._draw_residual_axes(below, 1 if is_low else 2)
        name = "squared error" if is_low else LOSS
        draw_error_axes(right, 1 + N_STAGES, far.error, "stage", name)
        draw_error_lines(right, {name: [] for name in far.names})
        short_names = [name.replace(" rows", "") for name in far.names]
        where = {"loc": "lower right", "bbox_to_anchor": (1.04, 1)}
        found = legend(right, right.lines, short_names, ncols=2 - is_low, **where, **GAPS)
        found.set_in_layout(not is_low)

    def _draw_data(self, ax):
        found = self.study
        draw_rows(ax, found.across, found.target, short(self.data.y.name or "target"))
        ax.set(xlabel="", xticklabels=[], ylim=widest(self.data).prediction)
        before = {"linestyle": "--", "color": ink(ax)}
        after = {"color": NOW}
        name_signs(ax, {"data": dot(ax), "M before": before, "M after": after})

    def _draw_residual_axes(self, ax, columns):
        found = self.study
        draw_rows(ax, found.across, found.target - found.target.mean(), "residual")
        ax.set(xlim=ax.get_xlim(), ylim=widest(self.data).residual)
        ax.lines[0].remove()  # its scale stays
        ax.axhline(0, color=FAINT, linewidth=1, zorder=0)
        name_signs(ax, {"t − M before": dot(ax), "tree": {"color": TREE}}, columns)

    def draw_moving(self, figure):
        """What is different at every stage, rate and depth."""
        *above, below, right = figure.axes
        found = self.study
        i = self.step
        before = max(i - 1, 0)  # the start is its own before
        draw_dots(below, found.across, found.target - found.predictions[before])
        if i:
            tree = found.model.trees_[before].predict(found.across.rows)
            draw_curve(below, found.across, tree, "tree", TREE, "-")
        for ax in above:
            if i:
                draw_curve(ax, found.across, found.curves[before], "before", ink(ax), "--")
            draw_curve(ax, found.across, found.curves[i], "after", NOW, "-")
        until = i + 1  # what comes then is to be found out
        draw_error_lines(right, {name: values[:until] for name, values in found.errors.items()})
        with_key("step", *draw_step(right, i))
        describe_as(below, self.words)
        says = [f"stage {i}, {self._errors(i)}" for i in range(until)]
        describe_as(right, f"{LOSS} by stage: {'; '.join(says)}.")

    def zones(self, figure):
        """The stage is dragged along the errors."""
        stops = range(self.n_steps)
        says = tuple(f"stage {stop}: {self._errors(stop)}" for stop in stops)
        about = {"id": "step", "name": "stage", "says": says, "moves": ("step",)}
        yield line_zone(figure.axes[-1], stops, self.step, **about)

    def touched(self, _zone, value):
        """Another stage is shown."""
        return replace(self, step=value)

    def _errors(self, step):
        errors = self.study.errors.items()
        return ", ".join(f"{four(values[step])} on {name}" for name, values in errors)

    @property
    def words(self):
        """The stage in a sentence: what its tree asks, and what becomes of the errors."""
        i = self.step
        found = self.study
        if i == 0:
            return f"M0 is the mean, {four(found.target.mean())}. Its {LOSS}: {self._errors(0)}."
        changes = [
            f"from {four(values[i - 1])} to {four(values[i])} on {name}"
            for name, values in found.errors.items()
        ]
        return (
            f"M{i} = M{i - 1} + {show(self.learning_rate)} × tree {i}. "
            f"Tree {i} asks {questions(found.model.trees_[i - 1].tree_)}. "
            f"The {LOSS} goes {' and '.join(changes)}."
        )


def with_room(*values):
    """(low, high) of all values, with a little room around them."""
    low, high = min(v.min() for v in values), max(v.max() for v in values)
    room = 0.06 * ((high - low) or 1.0)
    return low - room, high + room


def dot(ax):
    """How the dot of a row looks."""
    return {"marker": "o", "linestyle": "", "color": ink(ax), "alpha": 0.7}


def name_signs(ax, looks, columns=3):
    """The names of dots and lines above the axes."""
    lines = [Line2D([], [], linewidth=2.5, **look) for look in looks.values()]
    where = {"loc": "lower left", "bbox_to_anchor": (-0.05, 1)}
    legend(ax, lines, list(looks), ncols=columns, **where, **GAPS)


def questions(tree):
    """What a tree asks first and then, and how many questions more; trees here have two branches.

    >>> from dtlab import RegressionTree
    >>> grown = RegressionTree().fit(pd.DataFrame({"x": [1, 2, 3, 4]}), [1, 2, 5, 7])
    >>> questions(grown.tree_)
    'x ≤ 2.5; if yes, x ≤ 1.5; if no, x ≤ 3.5'
    """
    said = [in_words(tree.question)]
    for answer, child in zip(("yes", "no"), tree.children, strict=False):
        if child.question is not None:
            said.append(f"if {answer}, {in_words(child.question)}")
    more = sum(node.question is not None for node in tree.walk()) - len(said)
    if more > 0:
        said.append(f"and {many(more, 'question')} more")
    return "; ".join(said)


def explore_gradient_boosting(X: pd.DataFrame | None = None, y: Values | None = None) -> Stepper:
    """Drag the stage along the errors: residuals shrink to nothing, the error on new rows does not.

    Choose the learning rate and the depth of the trees. New rows are each fifth of the rows,
    predicted by a model of the others. Without arguments the bike rentals of Table 9 and a noisy
    parabola; your own data are added to them.

    Parameters:
        X: your own features, a DataFrame; the numeric one is drawn across if there is only one.
            None by default.
        y: the numbers to predict, one per row; None by default.

    >>> stages = explore_gradient_boosting()
    >>> stages.set(learning_rate=0.5)
    >>> stages.state.words.split(". ")[2]
    'The mean squared error goes from 364000 to 273000 on training rows and from 464600 to 414200 on
    new rows (5-fold).'
    """
    found = samples(X, y, [lecture("bike_temp_rentals"), lecture("gbrt_geron")])
    controls = {
        "data": ipw.Dropdown(options=options(found), value=found[0], description="data"),
        "learning_rate": ipw.SelectionSlider(options=RATES, value=1.0, description="learning rate"),
        "max_depth": ipw.IntSlider(1, 1, MOST_DEPTH, description="depth of a tree"),
    }
    about = {
        "title": "Each tree learns what is left",
        "does": "Step from tree to tree, or drag the line along the errors.",
    }
    return Stepper(GradientState(found[0], step=1), controls, (8.0, 4.1), slider=False, **about)
