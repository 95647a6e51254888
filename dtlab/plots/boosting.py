"""Boosting in figures: AdaBoost's weights, gradient boosting's residuals, the loss by stage.

Lecture 000 §4.4.5 (Tables 8 and 9 and their figures), lecture 004 "AdaBoost", "gradient boosting".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import is_classifier

from ..inputs.errors import InputError
from ..inputs.labels import as_numbers
from ..inputs.values import show
from ..typing import Axes, Frame, Values
from .adaboost_rounds import draw_all_rounds, draw_round, read_rounds
from .base.lines import in_full, line_height, quiet_grid
from .base.points import drawn_note, drawn_rows
from .base.style import (
    COLOURS,
    FAINT,
    behind,
    blank,
    canvas,
    describe_as,
    grey,
    headline,
    ink,
    legend,
    marked,
    note,
    short,
)
from .base.units import with_unit
from .base.words import model_name
from .evaluation import plot_curves

if TYPE_CHECKING:
    from ..ensembles.adaboost import AdaBoost, Round
    from ..ensembles.gradient_boosting import Boosting, GradientBoosting
    from ..work.shown import Work

GRID = 400  # places where a curve is worked out
NOW, TREE = COLOURS[0], COLOURS[5]
LOSSES = {
    "squared_error": "mean squared error",
    "absolute_error": "mean absolute error",
    "log_loss": "log-loss",
}


def plot_weights(
    rounds: AdaBoost | list[Round] | Work,
    step: int | None = None,
    X: Frame | None = None,
    y: Values | None = None,
    ax: Axes | None = None,
) -> Axes:
    """AdaBoost's weights: one round before and after its update, or every round's.

    Rows that the round's model got wrong are dark.

    Parameters:
        rounds: a fitted AdaBoost, its `history_`, or what `work.adaboost` returns.
        step: the number of the round, from 0 as in the lecture (−1: the last); None (default)
            draws the weights with which each model was trained.
        X, y: the training data, to show the errors of the last round, which AdaBoost does not
            keep; None (default) leaves them out.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, Table 8:
    >>> from dtlab import load, work
    >>> days = load("bike_temp_classes").frame
    >>> ax = plot_weights(work.adaboost(days["RENTALS"], days[["M0", "M1", "M2"]]), step=0)
    >>> ax.description
    'Round 0: model M0 has ε = 0.2 and α = 0.6931. Wrong: rows 9, 10. Weights of the wrong rows:
    0.1 before, 0.25 after. Weights of the right rows: 0.1 before, 0.0625 after.'
    """
    found = read_rounds(rounds, X, y)
    if step is None:
        return draw_all_rounds(found, blank(ax, needs=0.7 + 1.35 * min(len(found), 5)))
    if not -len(found) <= step < len(found):
        raise InputError(f"there are rounds 0 to {len(found) - 1}, but no round {step}")
    return draw_round(found, step % len(found), canvas(ax, 4.2))


def plot_residuals(
    model: GradientBoosting, X: Frame, y: Values, step: int = 1, ax: Axes | None = None
) -> Axes:
    """One stage of gradient boosting: data and prediction, and the residuals that the tree learned.

    Left, the prediction M before (dashed) and after the stage; right, what was left of the target
    before it and the new tree's answers, on the scale of the first residuals. A single numeric
    feature is the horizontal axis; otherwise the rows are, in their order.

    Parameters:
        model: a fitted GradientBoosting.
        X, y: its training data.
        step: the stage, 1 by default; 0 is the start, a constant.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, Table 9 and its figures:
    >>> from dtlab import GradientBoosting, load
    >>> bikes = load("bike_temp_rentals")
    >>> model = GradientBoosting(n_estimators=3, max_depth=1, learning_rate=1.0)
    >>> ax = plot_residuals(model.fit(bikes.X, bikes.y), bikes.X, bikes.y, step=1)
    >>> ax.description
    'Stage 1 of 3: M1 = M0 + 1 × tree 1. The mean squared error goes from 364000 to 242600; the tree
    answers −532.1, 228.'
    """
    _check_boosted(model)
    if is_classifier(model):
        raise InputError("plot_residuals shows boosting of numbers; for classes use plot_stages")
    if not 0 <= step <= model.n_estimators_:
        raise InputError(f"the model has stages 0 to {model.n_estimators_}, but no stage {step}")
    stages = list(islice(model.history_, step + 1))
    target = as_numbers(y, "y")
    # the start is its own before
    old = stages[max(step - 1, 0)]
    new = stages[step]
    n = len(new.prediction)
    m = len(target)
    if m != n:
        raise InputError(f"X and y have {m} rows, but the model was fitted with {n}: give those")
    across = across_of(X)
    before, after, tree = answers_of(model, across.rows, step)
    ax = blank(ax, 4.4)
    left, right = (canvas(ax.inset_axes((place, 0, 0.41, 0.85))) for place in (0.0, 0.59))
    draw_rows(left, across, target, short(with_unit(getattr(y, "name", None) or "target", y)))
    draw_rows(right, across, target - old.prediction, "residual", f"t − M{max(step - 1, 0)}")
    first = target - stages[0].prediction  # one scale for all stages: residuals are seen to shrink
    right.update_datalim([(across.x[0], first.min()), (across.x[0], first.max())])
    if step:
        draw_curve(left, across, before, f"M{step - 1}", ink(ax), "--")
        draw_curve(right, across, tree, f"tree {step}", TREE, "-")
    draw_curve(left, across, after, f"M{step}", NOW, "-")
    gaps = {"handlelength": 1.3, "columnspacing": 0.8, "handletextpad": 0.4, "borderaxespad": 0.1}
    for panel in (left, right):  # the names of dots and lines in one row above the panel
        legend(panel, loc="lower left", bbox_to_anchor=(-0.05, 1.0), ncols=3, **gaps)
    right.axhline(0, color=FAINT, linewidth=1, zorder=0)
    formula = "M0: the start"
    if step:
        formula = f"M{step} = M{step - 1} + {show(model.learning_rate)} × tree {step}"
    headline(ax, formula)
    words = [f"Stage {step} of {model.n_estimators_}: {formula}.", _stage_in_words(model, old, new)]
    if drawn_note(m):
        words.append(f"Only {drawn_note(m)}.")
    return describe_as(ax, " ".join(words))


def plot_stages(
    models: Boosting | Mapping[str, Boosting],
    X: Frame | None = None,
    y: Values | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The loss by stage of gradient boosting: on the training rows, and on other rows X and y.

    Parameters:
        models: a fitted GradientBoosting or GradientBoostingClassifier, or a dictionary name →
            model, such as one for each learning rate.
        X, y: rows that the models were not trained on; None (default) draws the training loss only.
        ax: axes to draw on; None (default) makes a new figure.

    Lectures 000 and 004: shrinkage, and when to stop.
    >>> from dtlab import GradientBoosting, load
    >>> bikes = load("bike_temp_rentals")
    >>> fast = GradientBoosting(n_estimators=20, max_depth=1, learning_rate=1.0)
    >>> slow = GradientBoosting(n_estimators=20, max_depth=1, learning_rate=0.1)
    >>> models = {"η = 1": fast.fit(bikes.X, bikes.y), "η = 0.1": slow.fit(bikes.X, bikes.y)}
    >>> plot_stages(models).description
    'mean squared error against stage. η = 1 training: from 3.64e+05 at 0 to 2314 at 20, lowest 2314
    at 20, highest 3.64e+05 at 0. η = 0.1 training: from 3.64e+05 at 0 to 1.258e+05 at 20, lowest
    1.258e+05 at 20, highest 3.64e+05 at 0.'
    """
    models = dict(models) if isinstance(models, Mapping) else {"": models}
    if not models or (X is None) != (y is None):
        raise InputError("give at least one fitted model, and X and y together or neither")
    for model in models.values():
        _check_boosted(model)
    losses = {_loss_name(model) for model in models.values()}
    if len(losses) > 1:
        raise InputError("the models have different losses: draw each kind in a figure of its own")
    curves = {}
    for name, model in models.items():
        curves[f"{name} training".strip()] = [stage.loss for stage in model.history_]
        if X is not None:
            curves[f"{name} new rows".strip()] = _losses(model, X, np.asarray(y))
    n = max(map(len, curves.values()))
    padded = {name: np.r_[values, [np.nan] * (n - len(values))] for name, values in curves.items()}
    ax = plot_curves(np.arange(n), padded, "stage", LOSSES[losses.pop()], ax=ax)
    locator: Any = ax.xaxis.get_major_locator()  # a MaxNLocator
    locator.set_params(integer=True)
    return ax


def _loss_name(fitted):
    return fitted._loss.name


# ------------------------------------------------------------------ errors that a step runs along


def draw_error_lines(ax, errors):
    """Two curves of errors by step; with empty lists of errors, their names for a legend."""
    looks = zip((COLOURS[2], ink(ax)), ("--", "-"), strict=True)  # no colours of the first classes
    for (name, values), (colour, style) in zip(errors.items(), looks, strict=True):
        look = {"color": colour, "linestyle": style, "linewidth": 2, "markersize": 5}
        ax.plot(range(len(values)), values, "o", label=name, **look)


def draw_error_axes(ax, n, top, xlabel, ylabel):
    """Axes for the errors of n steps, from 0 to `top`, with room for a name above that."""
    top = (top or 1) / (1 - 1.2 * line_height(ax))
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(-0.3, max(n - 1, 1) + 0.3), ylim=(0, top))
    ax.locator_params(nbins=4)  # ticks are most of what a redraw costs
    ax.xaxis.get_major_locator().set_params(integer=True)
    in_full(ax.yaxis)
    quiet_grid(ax)


def draw_step(ax, step):
    """A line at a step, with the name of its model beside the top; both artists."""
    line = ax.axvline(step, color=ink(ax), linewidth=1.5, zorder=1)
    is_left = step < np.mean(ax.get_xlim())
    look = {"xycoords": ax.get_xaxis_transform(), "ha": "left" if is_left else "right"}
    where = (step, 1), (6 if is_left else -6, 0)
    return line, note(ax, f"M{step}", *where, va="top", bbox=behind(ax), **look)


# ------------------------------------------------------------------ one stage of residuals


class Across(NamedTuple):
    """The horizontal axis: where the training rows lie, and rows to ask the model about."""

    x: np.ndarray
    rows: object
    at: np.ndarray  # where those rows lie
    label: str


def across_of(X):
    """A single numeric feature is the axis; of several features the rows are, in their order."""
    column = X.iloc[:, 0] if hasattr(X, "iloc") else np.asarray(X)[:, 0]
    if X.shape[1] != 1 or np.asarray(column).dtype.kind not in "biuf":
        chosen = drawn_rows(len(X))
        rows = X.iloc[chosen] if hasattr(X, "iloc") else np.asarray(X)[chosen]
        return Across(np.arange(1, len(X) + 1), rows, chosen + 1, "row")
    x = np.asarray(column, float)
    grid = np.linspace(np.nanmin(x), np.nanmax(x), GRID)
    if not hasattr(X, "iloc"):
        return Across(x, grid[:, None], grid, "x")
    frame = X.iloc[:0].reindex(range(GRID))
    frame[X.columns[0]] = grid
    return Across(x, frame, grid, short(with_unit(str(X.columns[0]), X)))


def answers_of(model, rows, step):
    """What the model says of rows before and after a stage, and what the stage's tree does."""
    if not model.n_estimators_:
        return None, model.predict(rows), None
    stage = max(step, 1)
    after = next(islice(model.staged_predict(rows), stage - 1, None))
    tree = model.trees_[stage - 1].predict(rows)
    before = after - model.learning_rate * tree
    return (before, after, tree) if step else (None, before, None)


def draw_dots(ax, across, values, label="data"):
    """The rows as dots."""
    dots = drawn_rows(len(values))
    ax.plot(across.x[dots], values[dots], label=label, **marked(ax, grey(ax), size=6))


def draw_rows(ax, across, values, name, label="data"):
    """The rows as dots, and the names of both axes."""
    draw_dots(ax, across, values, label)
    drawn = drawn_note(len(values))
    ax.locator_params(nbins=4)  # ticks are most of what a redraw costs
    ax.xaxis.get_major_locator().set_params(integer=across.label == "row")
    ax.set(xlabel=across.label + (f"; {drawn}" if drawn else ""), ylabel=name)


def draw_curve(ax, across, values, label, colour, style):
    """What a model or a tree answers, as steps."""
    how = {"color": colour, "linestyle": style, "linewidth": 2, "label": label}
    ends = values[1:] != values[:-1]  # of steps; what is within one need not be drawn
    ends = np.r_[True, ends] | np.r_[ends, True]
    ax.plot(across.at[ends], values[ends], drawstyle="steps-mid", **how)


def _stage_in_words(model, old, new):
    loss = LOSSES[model._loss.name]
    if new is old:
        return f"It predicts {four(new.prediction[0])}; the {loss} is {four(new.loss)}."
    answers = ", ".join(map(four, new.leaf_values[0][:8]))
    return f"The {loss} goes from {four(old.loss)} to {four(new.loss)}; the tree answers {answers}."


def four(number):
    """A number with four digits that count, as a power of ten only if it is tiny.

    >>> four(364012.3), four(-0.0123456), four(4.34511e-5), four(1e-20)
    ('364000', '−0.01235', '0.00004345', '1e−20')
    """
    number = float(f"{number:.4g}")
    text = show(number) if abs(number) < 1e-8 else np.format_float_positional(number, trim="-")
    return text.replace("-", "−")


# ------------------------------------------------------------------ the loss on other rows


def _check_boosted(model):
    if not hasattr(model, "history_") or not hasattr(model, "_loss"):
        kind = model_name(model)
        raise InputError(
            f"model must be a fitted GradientBoosting of dtlab, not {kind}: fit it first "
            "(a model that was trained elsewhere does not keep its training rows)"
        )


def _losses(model, X, y):
    """The loss on rows after every stage; that of the start is the first."""
    from sklearn.metrics import log_loss, mean_absolute_error, mean_squared_error

    if is_classifier(model):
        said = model.staged_predict_proba(X)
        return [np.nan, *(log_loss(y, shares, labels=model.classes_) for shares in said)]
    y = as_numbers(y, "y")
    error = mean_squared_error if model._loss.name == "squared_error" else mean_absolute_error
    start = answers_of(model, X, 0)[1]
    return [error(y, start), *(error(y, answer) for answer in model.staged_predict(X))]
