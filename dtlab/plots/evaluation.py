"""How good is a model? Curves, the confusion matrix, and what each feature is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import to_rgb

from ..inputs.columns import trained_names
from ..inputs.errors import InputError
from ..inputs.labels import as_codes, named_numbers
from ..inputs.values import show
from ..typing import Axes, Values
from .base import lines
from .base.points import evenly
from .base.sizes import sizes
from .base.style import (
    COLOURS,
    DARK,
    FAINT,
    SIZE,
    area,
    canvas,
    describe_as,
    headline,
    ink,
    name_ticks,
    note,
    short,
)

if TYPE_CHECKING:
    import pandas as pd
    from sklearn.base import BaseEstimator

    from ..ensembles.votes import Importances

MOST_CLASSES = 10
MOST_BARS = 15
RIGHT, WRONG = COLOURS[0], COLOURS[5]
DEEPEST = 0.45  # of these colours in a cell: dark text on it has a contrast of 6 or more

# ------------------------------------------------------------------ curves


def plot_curves(
    x: Values,
    curves: Mapping[str, Values] | pd.DataFrame,
    xlabel: str,
    ylabel: str,
    spread: Mapping[str, Values] | pd.DataFrame | None = None,
    mark: tuple[float, str] | None = None,
    logx: bool = False,
    logy: bool = False,
    ax: Axes | None = None,
) -> Axes:
    """Learning and validation curves: several values against one setting, such as the depth.

    Parameters:
        x: the values of the setting.
        curves: a dictionary or DataFrame, name → values, one per entry of x; NaN leaves a gap.
        xlabel, ylabel: what x and the values are.
        spread: a dictionary or DataFrame, name → standard deviations, or in a dictionary a pair
            (low, high), drawn as a band; None (default) draws lines only.
        mark: (x, word), a choice to mark; None (default) marks nothing.
        logx, logy: True draws x, or the values, on a logarithmic scale; False by default.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, 4.4.4 (overfitting):
    >>> scores = {"training": [0.7, 0.8, 0.9, 1.0], "validation": [0.7, 0.8, 0.75, 0.7]}
    >>> plot_curves([1, 2, 3, 4], scores, "depth", "accuracy", mark=(2, "best")).description
    'accuracy against depth. training: from 0.7 at 1 to 1 at 4, lowest 0.7 at 1, highest 1 at 4.
    validation: from 0.7 at 1 to 0.7 at 4, lowest 0.7 at 1, highest 0.8 at 2. Marked: best at 2.'
    """
    if not hasattr(curves, "items") or isinstance(curves, type):
        raise InputError("curves must be a dictionary or a DataFrame, name to values")
    around = {} if spread is None else dict(spread.items())
    x, curves, sides = lines.check_curves(x, dict(curves.items()), around, logx, logy)
    drawn = evenly(len(x), lines.MOST_POINTS)
    ax = canvas(ax)
    ax.set(**{"xscale": "log"} if logx else {}, **{"yscale": "log"} if logy else {})
    thin = {name: values[drawn] for name, values in curves.items()}
    bands = {name: (low[drawn], high[drawn]) for name, (low, high) in sides.items()}
    lines.draw_lines(ax, x[drawn], thin, bands)
    note = "" if len(drawn) == len(x) else f" ({len(drawn)} of {len(x):,} points drawn)"
    ax.set_xlabel(xlabel + note)
    ax.set_ylabel(ylabel)
    lines.quiet_grid(ax)
    if mark is not None:
        lines.mark_places(ax, [mark])
    lines.name_lines(ax)
    lines.number_axes(ax, x)
    words = [f"{ylabel} against {xlabel}{note}.", *(_in_words(x, *c) for c in curves.items())]
    words += [] if mark is None else [f"Marked: {mark[1]} at {show(mark[0])}."]
    return describe_as(ax, " ".join(words))


def _in_words(x, name, y):
    """Where a curve starts, ends, and is lowest and highest."""
    there = np.flatnonzero(np.isfinite(y))
    first = there[0]
    last = there[-1]
    low, high = there[y[there].argmin()], there[y[there].argmax()]
    at = [f"{y[i]:.4g} at {show(x[i])}" for i in (first, last, low, high)]
    return f"{name}: from {at[0]} to {at[1]}, lowest {at[2]}, highest {at[3]}."


# ------------------------------------------------------------------ confusion matrix


def plot_confusion(
    actual: Values,
    predicted: Values,
    labels: Sequence[Any] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The confusion matrix: rows are the actual classes, columns the predicted ones.

    Right answers lie on the diagonal, blue and in bold; the shade is the share of the row. Of more
    than ten classes the nine most frequent are shown.

    Parameters:
        actual, predicted: the true class of each row and the model's, such as `y_test` and
            `model.predict(X_test)`.
        labels: all classes, in the order to draw them; None (default) takes those that occur.
        ax: axes to draw on; None (default) makes a new figure.

    >>> ax = plot_confusion(["ham", "ham", "spam", "spam"], ["ham", "spam", "spam", "spam"])
    >>> ax.description
    'Confusion matrix: 3 of 4 right, accuracy 0.75. 2 ham: 1 right, 1 as spam. 2 spam: 2 right.'
    """
    table, labels = _confusion(actual, predicted, labels)
    right = int(np.trace(table))
    total = int(table.sum())
    words = [f"Confusion matrix: {right} of {total} right, accuracy {right / total:.3g}."]
    if len(labels) > MOST_CLASSES:
        rest = len(labels) - MOST_CLASSES + 1
        words.append(f"The {rest} rarest of {len(labels)} classes are taken as one class.")
        table, labels = _merge_rare(table, labels)
    words += [_row_in_words(labels, row, i) for i, row in enumerate(table)]
    names = max(len(short(label)) for label in labels) * 0.094
    side = max(0.55 * len(labels), min(1.9, sizes().height / 3))
    width = max(min(side + names + 1.4, sizes().width), 4.3)
    ax = canvas(ax, needs=side + min(names, 1.0) + 1.0, width=width)
    headline(ax, f"{right:,} of {total:,} right: accuracy {right / total:.3g}")
    _cells(ax, table)
    _class_names(ax, labels)
    return describe_as(ax, " ".join(words))


def _confusion(actual, predicted, labels):
    """(counts [actual, predicted], labels)."""
    (row, mine), (column, theirs) = as_codes(actual, "actual"), as_codes(predicted, "predicted")
    n, m = len(row), len(column)
    if n != m:
        raise InputError(f"actual has {n} rows and predicted has {m}: they must belong together")
    seen = list(dict.fromkeys([*mine, *theirs]))
    labels = seen if labels is None else list(labels)
    unknown = [label for label in seen if label not in labels]
    if unknown:
        raise InputError(f"labels lacks {unknown[0]!r}, which occurs: add it, or leave labels out")
    row = np.array([labels.index(label) for label in mine])[row]
    column = np.array([labels.index(label) for label in theirs])[column]
    table = np.zeros((len(labels),) * 2, int)
    np.add.at(table, (row, column), 1)
    return table, labels


def _row_in_words(labels, row, i):
    """`9 gen: 8 right, 1 as icu.`; of many wrong answers the two most frequent."""
    wrong = sorted((j for j in np.flatnonzero(row) if j != i), key=lambda j: -row[j])
    parts = [f"{row[i]} right", *(f"{row[j]} as {show(labels[j])}" for j in wrong[:2])]
    more = f" and {sum(row[j] for j in wrong[2:])} as others" if len(wrong) > 2 else ""
    return f"{row.sum()} {show(labels[i])}: {', '.join(parts)}{more}."


def _merge_rare(table, labels):
    """The nine most frequent classes, and all others as one."""
    often = np.sort(np.argsort(-table.sum(axis=1), kind="stable")[: MOST_CLASSES - 1])
    group = np.full(len(labels), len(often))
    group[often] = np.arange(len(often))
    merged = np.zeros((len(often) + 1,) * 2, int)
    np.add.at(merged, np.ix_(group, group), table)
    return merged, [*(labels[i] for i in often), f"{len(labels) - len(often)} others"]


def _cells(ax, table):
    """Shaded cells with their counts."""
    k = len(table)
    shade = DEEPEST * table / np.maximum(table.sum(axis=1, keepdims=True), 1)
    full = np.where(np.eye(k, dtype=bool)[..., None], to_rgb(RIGHT), to_rgb(WRONG))
    colour = 1 + shade[..., None] * (full - 1)
    ax.pcolormesh(np.arange(k + 1), np.arange(k + 1), colour, edgecolor=FAINT, linewidth=0.8)
    for (i, j), n in np.ndenumerate(table):
        look = {"color": DARK, "weight": "bold" if i == j else "normal"}
        ax.text(j + 0.5, i + 0.5, _count(n, k), ha="center", va="center", fontsize=SIZE, **look)
    ax.set_ylim(k, 0)  # the first class on top


def _count(n, k):
    """A count in the room of a cell: whole, or in thousands where there are many cells.

    >>> _count(1234, 2), _count(1234, 10), _count(123456, 10)
    ('1,234', '1234', '123k')
    """
    if k <= 5:
        return f"{n:,}"
    return str(n) if n < 10_000 else f"{n / 1000:.0f}k" if n < 1e6 else f"{n / 1e6:.1f}M"


def _class_names(ax, labels):
    k = len(labels)
    names = [short(label) for label in labels]
    for axis in "yx":
        name_ticks(ax, axis, np.arange(k) + 0.5, names)
    if max(map(len, names)) > 24 / k:  # characters that fit under a column
        ax.tick_params(axis="x", rotation=40)
        for label in ax.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")
    ax.spines[:].set_visible(False)
    ax.set_xlabel("predicted")
    ax.set_ylabel("actual")


# ------------------------------------------------------------------ importances


def plot_importances(
    importances: BaseEstimator | Mapping[str, Values] | pd.DataFrame | Importances,
    ax: Axes | None = None,
) -> Axes:
    """Bars of what each feature is worth, the largest on top; with a spread, whiskers of one sd.

    Parameters:
        importances: a fitted model; or name → number, or several numbers each (a dictionary, a
            Series, a DataFrame with a column per feature); or what `permutation_importances`
            returns.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import RandomForest, load
    >>> buys = load("buys_computer")
    >>> forest = RandomForest(n_estimators=5, random_state=0).fit(buys.X, buys.y)
    >>> plot_importances(dict(zip(buys.X.columns, forest.feature_importances_))).description
    'Importances from the largest: age 0.372, credit_rating 0.3, student 0.18, income 0.148.'
    """
    named = _named_values(importances)
    mean = {name: float(np.mean(values)) for name, values in named.items()}
    names = sorted(mean, key=mean.__getitem__, reverse=True)
    shown = names[:MOST_BARS]
    hidden = names[MOST_BARS:]
    sd = [float(np.std(named[name])) for name in shown]
    repeats = max(len(values) for values in named.values())
    ax = canvas(ax, needs=0.9 + 0.34 * len(shown))
    _bars(ax, [mean[name] for name in shown], sd if repeats > 1 else None)
    name_ticks(ax, "y", range(len(shown)), [short(name) for name in shown])
    label = f"importance (mean ± sd of {repeats})" if repeats > 1 else "importance"
    ax.set_xlabel(label + (f"; {len(hidden)} smaller features left out" if hidden else ""))
    words = [f"{show(name)} {mean[name]:.3g}" for name in shown]
    words = [f"Importances from the largest: {', '.join(words)}."]
    if hidden:
        words.append(f"{len(hidden)} more features have {mean[hidden[0]]:.3g} or less each.")
    return describe_as(ax, " ".join(words))


def _named_values(importances):
    """Name → array of one or more values."""
    if hasattr(importances, "_fields"):  # the named tuple of permutation_importances
        importances = dict(zip(importances.names, importances.values, strict=True))
    if hasattr(importances, "get_params"):
        importances = _of_model(importances)
    if not hasattr(importances, "items"):
        raise InputError(
            "importances must map each feature's name to a number or several; "
            "plot_importances(model) takes names and numbers from a fitted model"
        )
    found = named_numbers(importances, "importances")
    named = {show(name): np.atleast_1d(values) for name, values in found.items()}
    if not named:
        raise InputError("importances is empty: there is no feature to draw")
    for name, values in named.items():
        if values.ndim != 1 or not len(values) or not np.isfinite(values).all():
            raise InputError(f"importances: {name!r} must be a finite number, or several")
    return named


def _of_model(model):
    kind = type(model).__name__
    try:
        values = model.feature_importances_
    except ValueError:  # scikit-learn's NotFittedError
        raise InputError(f"this {kind} has no importances yet: fit it first") from None
    except AttributeError:
        raise InputError(f"a {kind} has no feature_importances_") from None
    return dict(zip(trained_names(model), values, strict=True))


def _bars(ax, mean, sd):
    """Bars from a line at 0, whiskers that show on them, and each number beyond its bar's end."""
    places = range(len(mean))
    mean = np.array(mean)
    spread = np.zeros(len(mean)) if sd is None else np.array(sd)
    ax.barh(places, mean, height=0.62, **area(ax, COLOURS[0]))
    ax.axvline(0, color=FAINT, linewidth=0.8)
    ax.spines["left"].set_visible(False)
    if sd is not None:
        ax.errorbar(mean, places, xerr=sd, fmt="none", ecolor=ink(ax), elinewidth=1.5, capsize=3)
    sides = np.where(mean < 0, -1, 1)
    ends = np.where(mean < 0, np.minimum(mean - spread, 0), np.maximum(mean + spread, 0))
    for place, (value, side, end) in enumerate(zip(mean, sides, ends, strict=True)):
        text = f"{value:.3g}".replace("-", "−")
        ha = "right" if side < 0 else "left"
        note(ax, text, (end, place), (5 * side, 0), va="center", ha=ha)
    low = min((mean - spread).min(), 0)
    high = max((mean + spread).max(), 0)
    room = 0.2 * (high - low or 1)  # for the numbers
    ax.set_xlim(low - room * (mean.min() < 0), high + room)
    ax.set_ylim(len(mean) - 0.4, -0.6)
