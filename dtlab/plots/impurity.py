"""Curves of one probability: surprise, and the impurity of a set with that share of one class.

Lecture 000, 4.2 (log₂ p and −log₂ p); lecture 001, impurity measures; lecture 002, plots of I, H.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from math import e

import numpy as np

from ..inputs.errors import InputError
from ..measures.impurity import bits, entropy, error, gini, information, lift
from ..typing import Axes, Impurity
from .base.lines import STYLES
from .base.style import COLOURS, FAINT, canvas, describe_as, ink, marked, note, short

MARKED = ((1, "1"), (1 / 2, "1/2"), (1 / 4, "1/4"), (1 / 8, "1/8"))
SUBSCRIPTS = str.maketrans("0123456789.", "₀₁₂₃₄₅₆₇₈₉․")
LABELLED_AT = 0.85  # share at which the curves of the impurities are far enough apart to name them


def plot_information(base: float = 2, ax: Axes | None = None) -> Axes:
    """Curves of log p and of the surprise I(p) = −log p, with p = 1, 1/2, 1/4, 1/8 marked.

    Parameters:
        base: base of the logarithm; 2 (default) gives bits, math.e nats.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, 4.2; lecture 002.
    >>> plot_information().description
    'Two curves over the probability p. The surprise −log₂ p falls from infinity at p = 0 to 0 at
    p = 1, in bits: p = 1 gives 0; p = 1/2 gives 1; p = 1/4 gives 2; p = 1/8 gives 3. Below 0 its
    mirror image log₂ p rises to 0.'
    """
    bits(base)  # refuses what is no base
    ax = canvas(ax)
    p = np.linspace(1 / 64, 1, 200)
    log = f"log{f'{base:g}'.translate(SUBSCRIPTS)}"
    unit = "bits" if base == 2 else "digits"
    if base == e:
        log, unit = "ln", "nats"
    up, down = COLOURS[0], COLOURS[5]
    ax.axhline(0, color=FAINT, linewidth=1)
    for sign, colour, style in ((1, up, "-"), (-1, down, "--")):
        ax.plot(p, sign * information(p, base), style, color=colour, linewidth=2)
    points = [(share, information(share, base), word) for share, word in MARKED]
    ax.plot(*zip(*(point[:2] for point in points), strict=True), **marked(ax, up))
    for share, surprise, word in points:
        units = unit[:-1] if surprise == 1 else unit
        note(ax, f"p = {word}: {surprise:.4g} {units}", (share, surprise), (9, 4))
    top = information(1 / 64, base)
    note(ax, f"−{log} p, the surprise", (1 / 40, 0.85 * top), (14, 0))
    note(ax, f"{log} p", (1 / 40, -0.85 * top), (14, 0))
    ax.set(xlim=(0, 1.27), xticks=(0, 0.25, 0.5, 0.75, 1), xlabel="probability p", ylabel=unit)
    seen = "; ".join(f"p = {word} gives {surprise:.4g}" for _, surprise, word in points)
    return describe_as(
        ax,
        f"Two curves over the probability p. The surprise −{log} p falls from infinity at p = 0 to "
        f"0 at p = 1, in {unit}: {seen}. Below 0 its mirror image {log} p rises to 0.",
    )


def plot_impurities(
    measures: Sequence[Impurity] = (entropy, gini, error),
    scaled: bool = True,
    n_classes: int = 2,
    ax: Axes | None = None,
) -> Axes:
    """Curves of impurities over the share p of one class; the other classes share 1 − p equally.

    Parameters:
        measures: functions of counts; entropy, gini and error by default, or your own.
        scaled: True (default) also draws half the entropy, to compare its shape with the Gini
            impurity.
        n_classes: the number of classes, 2 (default) or more.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 001, impurity measures; lecture 002, the entropy of a coin:
    >>> plot_impurities((entropy,), scaled=False).description
    'Curves of the impurity of a set over the share p of one of its 2 classes, from p = 0 to p = 1.
    Highest points: entropy 1.000 at p = 0.5.'
    """
    measures = [measures] if callable(measures) else measures
    if not hasattr(measures, "__iter__") or not all(map(callable, measures := list(measures))):
        raise InputError("measures must be functions of counts, such as [entropy, gini]")
    if n_classes < 2:
        raise InputError(f"n_classes must be 2 or more, not {n_classes!r}")
    ax = canvas(ax)
    p = np.linspace(0, 1, 201)
    others = np.repeat((1 - p)[:, None] / (n_classes - 1), n_classes - 1, axis=1)
    curves = []
    for measure in measures:
        name = short(getattr(measure, "__name__", "impurity").replace("<lambda>", "impurity"))
        curves.append((name, lift(measure)(np.column_stack((p, others)))))
        if scaled and measure is entropy:  # half the entropy is a line of its own
            curves.append(("entropy / 2", curves[-1][1] / 2))
    if not curves:
        raise InputError("measures is empty: give at least one function of counts, such as entropy")
    for (_, values), colour, style in zip(curves, cycle(COLOURS), cycle(STYLES), strict=False):
        ax.plot(p, values, style, color=colour, linewidth=2, zorder=3)
    ax.set(xlim=(0, 1), xticks=(0, 0.25, 0.5, 0.75, 1), ylabel="impurity")
    ax.set_ylim(0, 1.08 * max(values.max() for _, values in curves) or 1)
    ax.tick_params(axis="x", pad=9)  # the first numbers of the two axes meet in the corner
    ax.set_xlabel("share p of one class" + (f" of {n_classes}" if n_classes > 2 else ""))
    _name_curves(ax, p, curves)
    tops = "; ".join(
        f"{name} {values.max():.3f} at p = {p[values.argmax()]:.3g}" for name, values in curves
    )
    return describe_as(
        ax,
        f"Curves of the impurity of a set over the share p of one of its {n_classes} classes, from "
        f"p = 0 to p = 1. Highest points: {tops}.",
    )


def spread(positions, gap):
    """The positions, moved up as little as needed to lie at least `gap` apart.

    >>> spread([0.5, 0.1, 0.52], 0.1)
    [0.5, 0.1, 0.6]
    """
    moved = list(positions)
    lowest = -np.inf
    for i in np.argsort(positions, kind="stable"):
        moved[i] = lowest = float(max(positions[i], lowest + gap))
    return moved


def _name_curves(ax, p, curves):
    """Names in the right margin, in the order of the curves, tied to them by thin lines."""
    at = np.searchsorted(p, LABELLED_AT)
    heights = [float(values[at]) for _, values in curves]
    places = spread(heights, 0.085 * ax.get_ylim()[1])
    for (name, _), height, place in zip(curves, heights, places, strict=True):
        tie = {"arrowstyle": "-", "color": FAINT, "shrinkA": 0, "shrinkB": 0}
        look = {"textcoords": ax.get_yaxis_transform(), "va": "center", "arrowprops": tie}
        note(ax, name, (p[at], height), (1.04, place), **look)
    ax.plot([p[at]] * len(curves), heights, "o", color=ink(ax), markersize=5, zorder=4)
