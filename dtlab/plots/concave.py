"""Why a split cannot raise the impurity: the weighted children lie on a chord below the curve.

Lecture 001, "why growing decision trees via entropy". Its text calls the curve convex and the
children's mean larger; the curve is concave and the mean never larger than the parent (E07).
"""

from typing import NamedTuple

import numpy as np

from ..inputs.labels import as_counts
from ..inputs.values import show
from ..measures.gains import table_gain, table_remainder
from ..measures.impurity import entropy, lift
from .base.style import COLOURS, FAINT, SIZE, blank, canvas, corner, ink, told
from .tree.nodes import BESIDE

SIGNS = {"left": "o", "right": "s", "parent": "D", "children's mean": "X"}
SHADES = (COLOURS[0], COLOURS[2], COLOURS[5], COLOURS[5])


class Chord(NamedTuple):
    """Shares of class 1 and impurities of left, right, parent and the children's weighted mean."""

    shares: tuple
    heights: tuple
    gain: float


def plot_concavity(left, right, impurity=entropy, ax=None):
    """The impurity's curve with a parent, its two children, and the gain between curve and chord.

    `left` and `right` are the children's counts of two classes. The weighted mean of the children
    lies on the chord between them, straight below the parent: the gap is the gain. Lecture 001's
    toy tree, where the error gains nothing (E07: the curve is concave).

        plot_concavity([28, 42], [12, 38])
        plot_concavity([28, 42], [12, 38], impurity=error)
    """
    table = _table(left, right)
    chord = _chord(table, impurity)
    ax = blank(ax, 8.0, 4.6)
    p = np.linspace(0, 1, 401)
    curve = lift(impurity)(np.column_stack((p, 1 - p)))
    whole = canvas(ax.inset_axes([0, 0, 0.52, 1], facecolor=ax.get_facecolor()))
    near = canvas(ax.inset_axes([0.64, 0, 0.36, 0.42], facecolor=ax.get_facecolor()))
    for panel in (whole, near):
        _draw(panel, p, curve, chord)
    name = getattr(impurity, "__name__", "impurity").replace("<lambda>", "impurity")
    top = 1.1 * float(max(curve.max(), 1e-9))
    whole.set(xlim=(0, 1), ylim=(0, top), xticks=(0, 0.5, 1))
    corner(whole)
    whole.locator_params("y", nbins=5)
    whole.set(xlabel="share p of class 1", ylabel=name)
    _magnify(near, chord, top)
    _key(ax, table, chord)
    return told(ax, _description(name, table, chord))


def _table(left, right):
    table = np.array([as_counts(left, "left"), as_counts(right, "right")])
    if table.shape != (2, 2):
        raise ValueError("the concave picture has two classes: give two counts for left and right")
    if not table.sum(axis=1).all():
        raise ValueError("each child needs at least one row: a count above 0")
    return table


def _chord(table, impurity):
    shares = table[:, 0] / table.sum(axis=1)
    parent = float(table[:, 0].sum() / table.sum())
    heights = lift(impurity)(np.vstack((table, table.sum(axis=0))))
    return Chord(
        (*shares.tolist(), parent, parent),
        (*heights.tolist(), table_remainder(table, impurity)),
        table_gain(table, impurity),
    )


def _draw(panel, p, curve, chord):
    panel.plot(p, curve, color=ink(panel), linewidth=2, zorder=2)
    panel.plot(chord.shares[:2], chord.heights[:2], "--", color=FAINT, linewidth=2, zorder=2)
    panel.plot(chord.shares[2:], chord.heights[2:], color=COLOURS[5], linewidth=3, zorder=3)
    signs = zip(chord.shares, chord.heights, SIGNS.values(), SHADES, strict=True)
    for share, height, sign, shade in signs:
        panel.plot(share, height, sign, color=shade, markeredgecolor=ink(panel), markersize=10,
                   zorder=4)  # fmt: skip


def _magnify(panel, chord, top):
    """Show the neighbourhood of the gap, which takes a third of it, both directions alike."""
    (share, _), (high, low) = chord.shares[2:], chord.heights[2:]
    times = float(np.clip(top / (3 * chord.gain), 1, 40)) if chord.gain > 1e-9 else 10.0
    half = 0.5 / times
    middle = (high + low) / 2
    panel.set(xlim=(share - half, share + half), ylim=(middle - half * top, middle + half * top))
    panel.set(xticks=(), yticks=())
    for spine in panel.spines.values():
        spine.set_visible(True)
    panel.set_title(f"the gap, × {times:.0f}", fontsize=SIZE, color=ink(panel))


def _key(ax, table, chord):
    """What each sign is, with its numbers, in place of labels that would collide."""
    counts = [BESIDE.join(map(show, row)) for row in (*table.tolist(), table.sum(axis=0).tolist())]
    lines = zip(SIGNS, [*counts, ""], chord.heights, strict=True)
    rows = [(0.96 - 0.1 * i, *line) for i, line in enumerate(lines)]
    for (y, word, count, height), sign, shade in zip(rows, SIGNS.values(), SHADES, strict=True):
        ax.plot(0.63, y, sign, transform=ax.transAxes, color=shade, markeredgecolor=ink(ax),
                markersize=10, clip_on=False)  # fmt: skip
        text = f"{word} {count}".strip()
        ax.text(0.66, y, text, transform=ax.transAxes, fontsize=SIZE, va="center", color=ink(ax))
        ax.text(1.0, y, f"{height:.4f}", transform=ax.transAxes, fontsize=SIZE, va="center",
                ha="right", color=ink(ax))  # fmt: skip
    ax.text(0.66, 0.56, "gap = gain", transform=ax.transAxes, fontsize=SIZE, va="center",
            color=ink(ax), weight="bold")  # fmt: skip
    ax.text(1.0, 0.56, f"{chord.gain:.4f}", transform=ax.transAxes, fontsize=SIZE, va="center",
            ha="right", color=ink(ax), weight="bold")  # fmt: skip


def _description(name, table, chord):
    left, right = (" and ".join(map(show, row)) for row in table.tolist())
    low, high, parent, mean = (f"{height:.4f}" for height in chord.heights)
    at = [f"p = {share:.3f}" for share in chord.shares]
    return (
        f"The curve of the {name} over the share p of class 1. The left child ({left}) lies on it "
        f"at {at[0]} with {low}, the right child ({right}) at {at[1]} with {high}, their parent at "
        f"{at[2]} with {parent}. The children's weighted mean, {mean}, lies on the straight line "
        f"between them, {chord.gain:.4f} below the parent: that gap is the gain."
    )
