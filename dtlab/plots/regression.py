"""The numbers in the leaves of regression trees: groups on a number line, and leaves as Gaussians.

Lecture 000, 4.4.3 (Figure 4: the same numbers in too few, in fitting and in too many groups) and
lecture 003, Random Forest Prediction (2).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.patches import Rectangle

from ..ensembles.gaussians import mode_of_gaussians
from ..inputs.errors import InputError
from ..inputs.labels import as_floats, as_numbers, named_numbers
from ..inputs.values import show
from ..measures.features import remainder
from ..measures.impurity import variance
from ..typing import Axes, Impurity, Values
from ..work.sets import title
from .base import points
from .base.style import (
    COLOURS,
    FAINT,
    background,
    canvas,
    cut,
    dark_of,
    describe_as,
    ink,
    marked,
    mix,
    name_ticks,
    pale_of,
    short,
)
from .base.units import with_unit
from .base.writing import digits

MOST_NAMED = 4  # Gaussians with a name of their own; more are alike
REACH = 3.5  # standard deviations drawn on each side


# ------------------------------------------------------------------ groups on a number line


def plot_groupings(
    values: Values,
    groupings: Mapping[str, Values],
    impurity: Impurity = variance,
    ax: Axes | None = None,
) -> Axes:
    """Numbers on a line, and below it the same numbers in groups, from coarse to fine.

    A bar marks each group's mean, which a leaf predicts.

    Parameters:
        values: the target of a regression tree.
        groupings: a dictionary name → cuts between the groups.
        impurity: variance (default), or functools.partial(variance, ddof=1) as in lecture 000.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import load
    >>> rentals = load("bike_rentals").y
    >>> cuts = {"too coarse": [], "good": [1500, 4000]}
    >>> plot_groupings(rentals, cuts).description
    '12 values of RENTALS from 800 to 6200. too coarse: 1 group, variance 3272125. good: 3 groups,
    variance 168555.'
    """
    numbers = as_numbers(values, "values")
    if not hasattr(groupings, "items") or isinstance(groupings, type) or not len(groupings):
        raise InputError('groupings is a dictionary, as in {"two groups": [1500]}')
    groupings = {
        name: np.sort(as_floats(cuts, f"{name!r} of groupings").ravel())
        for name, cuts in groupings.items()
    }
    ax = canvas(ax, needs=1.6 + 0.85 * len(groupings))
    ticks = [title(values, "values")]
    said = []
    _dots(ax, numbers, 0)
    for row, (name, cuts) in enumerate(groupings.items(), start=1):
        group = np.searchsorted(cuts, numbers)
        _boxes(ax, numbers, group, -row)
        _dots(ax, numbers, -row)
        found = len(np.unique(group))
        left = digits(remainder(group, numbers, impurity))
        ticks.append(f"{short(name)}\nvariance {left}")
        said.append(f"{name}: {found} group{'s' if found > 1 else ''}, variance {left}.")
    name_ticks(ax, "y", -np.arange(len(ticks)), [short(ticks[0]), *ticks[1:]])
    ax.set_ylim(-len(groupings) - 0.5, 0.5)
    ax.spines["left"].set_visible(False)
    note = points.drawn_note(len(numbers))
    ax.set_xlabel(points.axis_title(with_unit(ticks[0], values), len(numbers)))
    low, high = digits(numbers.min()), digits(numbers.max())
    start = f"{len(numbers)} values of {ticks[0]} from {low} to {high}."
    if note:
        said.append(f"{note}.")
    return describe_as(ax, " ".join([start, *said]))


def _dots(ax, numbers, height):
    shown = np.sort(numbers)[points.drawn_rows(len(numbers))]
    lift = 0.25 * points.stack_heights(shown) / points.STACK
    ax.plot(shown, height + lift, **marked(ax, COLOURS[0]), zorder=3)


def _boxes(ax, numbers, group, height):
    """A box around each group, and a bar at its mean."""
    groups = [numbers[group == g] for g in np.unique(group)]
    low, high, means = (np.array([f(g) for g in groups]) for f in (np.min, np.max, np.mean))
    gaps = np.r_[np.inf, low[1:] - high[:-1], np.inf] / 2.5  # neighbours must not touch
    room = np.minimum(gaps, 0.02 * (np.ptp(numbers) or 1.0))
    left = low - room[:-1]
    right = high + room[1:]
    boxes = [Rectangle((a, height - 0.3), b - a, 0.62) for a, b in zip(left, right, strict=True)]
    soft = PatchCollection(boxes, facecolor=pale_of(COLOURS[0], ax), edgecolor="none")
    ax.add_collection(soft)
    ax.vlines(means, height - 0.3, height + 0.32, color=dark_of(COLOURS[0], ax), lw=2.5, zorder=2)


# ------------------------------------------------------------------ leaves as Gaussians


def plot_gaussians(
    gaussians: Mapping[str, Sequence[float]] | Iterable[Sequence[float]],
    data: Values | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Leaves as Gaussians, their average, its highest point (the mode) and the mean of the means.

    The lecture adds the Gaussians and takes the highest point; dividing the sum by their number
    does not move it.

    Parameters:
        gaussians: (mean, variance) or (rows, mean, variance) of each leaf, as in `Node.stats`, or a
            dictionary name → such a leaf. Of a forest: `mean, variance = forest.leaves(X)`, then
            `zip(mean[0], variance[0])` for the first row.
        data: numbers for a histogram behind them; None (default) draws none.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 003, the leaves Outlook = Rainy and Windy = True of the hours-played table:
    >>> ax = plot_gaussians({"rainy": (5, 41.4, 87.84), "windy": (6, 42.667, 167.222)})
    >>> ax.description
    '2 Gaussians: rainy: mean 41.4, variance 87.84, 5 rows; windy: mean 42.67, variance 167.2,
    6 rows. Their average is highest at 41.75 (the mode); the mean of their means is 42.03.'
    """
    named = gaussians
    if hasattr(gaussians, "__iter__") and not hasattr(gaussians, "items"):
        named = {f"leaf {i}": leaf for i, leaf in enumerate(gaussians, start=1)}
    numbers = named_numbers(named, "gaussians")
    names = list(map(show, numbers))
    leaves = [leaf.tolist() for leaf in numbers.values()]
    if {leaf.shape for leaf in numbers.values()} not in ({(2,)}, {(3,)}):
        raise InputError("gaussians: give each leaf as (mean, variance) or (rows, mean, variance)")
    means, variances = np.array([leaf[-2:] for leaf in leaves]).T
    mode = mode_of_gaussians(means, variances)
    mean = means.mean()
    ax = canvas(ax)
    at = _places(means, variances, data)
    curves = _densities(at, means, variances)
    if data is not None:
        look = {"facecolor": mix(FAINT, background(ax), 0.25), "edgecolor": background(ax)}
        ax.hist(as_numbers(data, "data"), bins="auto", density=True, label="data", **look)
    words = [f"{cut(n, 11)}: mean {digits(m)}" for n, m in zip(names, means, strict=True)]
    lines = _draw_curves(ax, at, curves, words)
    # the mode at the peak, the mean at the foot: they may be in one place
    look = {"color": ink(ax), "mec": ax.get_facecolor(), "clip_on": False, "ls": "", "zorder": 4}
    peak = _densities(mode, means, variances).mean()
    ax.plot(mode, peak, "o", ms=9, label=f"mode {digits(mode)}", **look)
    ax.plot(mean, 0, "^", ms=11, label=f"mean of means {digits(mean)}", **look)
    handles = [*lines, *ax.lines[-2:], *ax.patches[:1]]
    points.key(ax, handles, [handle.get_label() for handle in handles])
    ax.set(ylim=(0, None), yticks=[])
    ax.set_ylabel("density")
    ax.set_xlabel(short(with_unit(title(data, "prediction"), data)))
    return describe_as(ax, _gaussian_words(names, leaves, mode, mean, data))


def _densities(at, means, variances):
    """[leaf, place] the heights of the Gaussians."""
    curves = np.exp(-((at - means[:, None]) ** 2) / (2 * variances[:, None]))
    return curves / np.sqrt(2 * np.pi * variances[:, None])


def _places(means, variances, data):
    """Where the curves are drawn: wide enough for all of them and for the data."""
    spread = REACH * np.sqrt(variances)
    low = (means - spread).min()
    high = (means + spread).max()
    if data is not None:
        numbers = as_numbers(data, "data")
        low = min(low, numbers.min())
        high = max(high, numbers.max())
    near = means[:, None] + np.sqrt(variances[:, None]) * np.linspace(-REACH, REACH, 29)
    return np.unique(np.r_[np.linspace(low, high, 300), near[:50].ravel()])


def _draw_curves(ax, at, curves, names):
    """Each leaf's curve, thick the average of all; names if they are few."""
    if len(names) <= MOST_NAMED:
        looks = zip(curves, names, points.STRONG, points.LINES, strict=False)
        lines = [ax.plot(at, curve, color=colour, ls=style, lw=2, label=name)[0]
                 for curve, name, colour, style in looks]  # fmt: skip
    else:
        shown = curves[points.evenly(len(curves), 50)]
        paths = [np.column_stack((at, curve)) for curve in shown]
        faint = LineCollection(
            paths, colors=FAINT, linewidths=1, alpha=0.6, label=f"{len(names)} leaves"
        )
        lines = [ax.add_collection(faint)]
    return [*lines, *ax.plot(at, curves.mean(axis=0), color=ink(ax), lw=3, label="their average")]


def _gaussian_words(names, leaves, mode, mean, data):
    named = zip(names[:MOST_NAMED], leaves, strict=False)
    parts = [
        f"{name}: mean {digits(leaf[-2])}, variance {digits(leaf[-1])}"
        + (f", {digits(leaf[0])} rows" if len(leaf) == 3 else "")
        for name, leaf in named
    ]
    more = f"; and {len(leaves) - MOST_NAMED} more" if len(leaves) > MOST_NAMED else ""
    first = f"{len(leaves)} Gaussian{'s' if len(leaves) > 1 else ''}: {'; '.join(parts)}{more}."
    last = f"Their average is highest at {digits(mode)} (the mode); the mean of their means is"
    behind = f" Behind them a histogram of {len(data)} numbers." if data is not None else ""
    return f"{first} {last} {digits(mean)}.{behind}"
