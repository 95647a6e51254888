"""Curves of one probability: surprise, and the impurity of a set with that share of one class.

Lecture 000, 4.2 (log₂ p and −log₂ p); lecture 001, impurity measures; lecture 002, plots of I, H.
"""

from math import e

import numpy as np

from ..measures.impurity import entropy, error, gini, information, lift
from .base.style import COLOURS, FAINT, SIZE, canvas, colours, corner, ink, short, told

MARKED = ((1, "1"), (1 / 2, "1/2"), (1 / 4, "1/4"), (1 / 8, "1/8"))
SUBSCRIPTS = str.maketrans("0123456789.", "₀₁₂₃₄₅₆₇₈₉․")
STYLES = ("-", "--", "-.", ":")
LABELLED_AT = 0.85  # share at which the curves of the impurities are far enough apart to name them


def plot_information(base=2, ax=None):
    """Curves of log p and of the surprise I(p) = −log p, with p = 1, 1/2, 1/4, 1/8 marked.

    `base` is that of the logarithm: 2 for bits, math.e for nats. Lecture 000, 4.2; lecture 002.

        plot_information()
    """
    ax = canvas(ax)
    p = np.linspace(1 / 64, 1, 200)
    log, unit = _names(base)
    up, down = COLOURS[0], COLOURS[5]
    ax.axhline(0, color=FAINT, linewidth=1)
    for sign, colour, style in ((1, up, "-"), (-1, down, "--")):
        ax.plot(p, sign * information(p, base), style, color=colour, linewidth=2.5)
    points = [(share, information(share, base), word) for share, word in MARKED]
    ax.plot(*zip(*(point[:2] for point in points), strict=True), "o", color=up, markersize=8)
    for share, surprise, word in points:
        units = unit[:-1] if surprise == 1 else unit
        _write(ax, f"p = {word}: {surprise:.4g} {units}", share, surprise, (9, 4))
    top = information(1 / 64, base)
    _write(ax, f"−{log} p, the surprise", 1 / 40, 0.85 * top, (14, 0))
    _write(ax, f"{log} p", 1 / 40, -0.85 * top, (14, 0))
    ax.set(xlim=(0, 1.27), xticks=(0, 0.25, 0.5, 0.75, 1), xlabel="probability p", ylabel=unit)
    seen = "; ".join(f"p = {word} gives {surprise:.4g}" for _, surprise, word in points)
    return told(
        ax,
        f"Two curves over the probability p. The surprise −{log} p falls from infinity at p = 0 to "
        f"0 at p = 1, in {unit}: {seen}. Below 0 its mirror image {log} p rises to 0.",
    )


def plot_impurities(measures=(entropy, gini, error), scaled=True, n_classes=2, ax=None):
    """Curves of impurities over the share p of one class; the other classes share 1 − p equally.

    `measures` are functions of counts such as entropy, gini, error or your own; `scaled` also draws
    half the entropy, which compares its shape with the Gini impurity. `plot_impurities((entropy,),
    scaled=False)` is the entropy of a coin. Lecture 001, impurity measures; lecture 002.

        plot_impurities()
    """
    if n_classes < 2:
        raise ValueError(f"n_classes must be 2 or more, not {n_classes!r}")
    ax = canvas(ax)
    p = np.linspace(0, 1, 201)
    curves = _curves(_shares(p, n_classes), measures, scaled)
    for i, ((_, values), colour) in enumerate(zip(curves, colours(len(curves)), strict=True)):
        style = STYLES[i % len(STYLES)]
        ax.plot(p, values, style, color=colour, linewidth=2.5, zorder=3)
    ax.set(xlim=(0, 1), xticks=(0, 0.25, 0.5, 0.75, 1), ylabel="impurity")
    ax.set_ylim(0, 1.08 * max(values.max() for _, values in curves) or 1)
    corner(ax)
    ax.set_xlabel("share p of one class" + f" of {n_classes}" * (n_classes > 2))
    _name_curves(ax, p, curves)
    tops = "; ".join(
        f"{name} {values.max():.3f} at p = {_peak(p, values)}" for name, values in curves
    )
    return told(
        ax,
        f"Curves of the impurity of a set over the share p of one of its {n_classes} classes, from "
        f"p = 0 to p = 1. Highest points: {tops}.",
    )


def spread(positions, gap):
    """The positions, moved up as little as needed to lie at least `gap` apart.

    >>> spread([0.5, 0.1, 0.52], 0.1)
    [0.5, 0.1, 0.6]
    """
    moved, lowest = list(positions), -np.inf
    for i in np.argsort(positions, kind="stable"):
        moved[i] = lowest = float(max(positions[i], lowest + gap))
    return moved


def _names(base):
    if base == e:
        return "ln", "nats"
    return (
        f"log{f'{base:g}'.translate(SUBSCRIPTS)}",
        "bits" if base == 2 else "digits",
    )


def _write(ax, text, x, y, offset):
    ax.annotate(text, (x, y), offset, textcoords="offset points", fontsize=SIZE, color=ink(ax))


def _shares(p, n_classes):
    rest = np.repeat((1 - p)[:, None] / (n_classes - 1), n_classes - 1, axis=1)
    return np.column_stack((p, rest))


def _curves(shares, measures, scaled):
    """[(name, values)] of the measures; half the entropy is a line of its own."""
    curves = []
    for measure in measures:
        name = short(getattr(measure, "__name__", "impurity").replace("<lambda>", "impurity"))
        curves.append((name, lift(measure)(shares)))
        if scaled and measure is entropy:
            curves.append(("entropy / 2", curves[-1][1] / 2))
    if not curves:
        raise ValueError("measures is empty: give at least one function of counts, such as entropy")
    return curves


def _name_curves(ax, p, curves):
    """Names in the right margin, in the order of the curves, tied to them by thin lines."""
    at = np.searchsorted(p, LABELLED_AT)
    heights = [float(values[at]) for _, values in curves]
    places = spread(heights, 0.085 * ax.get_ylim()[1])
    for (name, _), height, place in zip(curves, heights, places, strict=True):
        ax.annotate(
            name, (p[at], height), (1.04, place), textcoords=ax.get_yaxis_transform(),
            fontsize=SIZE, color=ink(ax), va="center",
            arrowprops={"arrowstyle": "-", "color": FAINT, "shrinkA": 0, "shrinkB": 0},
        )  # fmt: skip
    ax.plot([p[at]] * len(curves), heights, "o", color=ink(ax), markersize=5, zorder=4)


def _peak(p, values):
    return f"{p[values.argmax()]:.3g}"
