"""The strokes of a drawn tree: lines, boxes and text, in few artists so that it redraws fast."""

from itertools import accumulate
from math import sqrt

import numpy as np
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.patches import BoxStyle
from matplotlib.path import Path

from ..base.hatching import draw_areas
from ..base.style import COLOURS, FAINT, grey, ink, pale_of
from ..base.writing import label_lines
from .nodes import BAR, HISTOGRAM, LINE, PAD

BINS = 12


def bar_place(item, box):
    """(left, top, width) of an item's bar: under its head."""
    return box.left + PAD, box.top + 0.6 * PAD + LINE * len(item.head), box.width - 2 * PAD


def class_bars(ax, items, boxes, signs):
    """One bar per node: the shares of its classes side by side, hatched where they are many."""
    pieces: list[list[tuple]] = [[] for _ in signs]  # rectangles of each class
    lost: list[tuple] = []
    for item, box in zip(items, boxes, strict=True):
        if not item.bar or not item.node.weight:
            continue
        left, top, width = bar_place(item, box)
        ends = [end / item.node.weight * width for end in accumulate(item.node.stats, initial=0)]
        for k, count in enumerate(item.node.stats):
            if count > 0:
                where = lost if item.lost else pieces[k]
                where.append((left + ends[k], top, ends[k + 1] - ends[k], item.bar))
    for rectangles, sign in zip(pieces, signs, strict=True):
        draw_areas(ax, rectangles, sign.colour, sign.hatch)
    draw_areas(ax, lost, "none", "", FAINT)


def equal_places(items, boxes):
    """(left, top, width) of each item's bar, all equally long: numbers compare across boxes."""
    width = min(box.width for box in boxes) - 2 * PAD
    places = zip(items, boxes, strict=True)
    return [(box.x - width / 2, bar_place(item, box)[1], width) for item, box in places]


def scale_of(items):
    """(low, high) of mean ± one standard deviation over all nodes with rows."""
    stats = [item.node.stats for item in items if item.bar and item.node.weight]
    if not stats:
        return 0.0, 1.0
    _, mean, variance = np.array(stats, float).T
    sd = np.sqrt(np.maximum(variance, 0))
    low = (mean - sd).min()
    high = (mean + sd).max()
    return (low, high) if low < high else (low - 0.5, low + 0.5)


def spread_bars(ax, items, boxes, scale, colour, ink):
    """Regression: a dot at each node's mean, a bar to one standard deviation on both sides."""
    low, high = scale
    dots, spans, axes = [], [], []
    for item, (left, top, width) in zip(items, equal_places(items, boxes), strict=True):
        if not item.bar or not item.node.weight:
            continue
        _, mean, variance = item.node.stats
        sd = sqrt(max(variance, 0))
        y = top + BAR / 2
        ends = [left + (v - low) / (high - low) * width for v in (mean - sd, mean, mean + sd)]
        axes.append([(left, y), (left + width, y)])
        spans.append([(ends[0], y), (ends[2], y)])
        dots.append((ends[1], y))
    if dots:
        ax.add_collection(LineCollection(axes, colors=FAINT, linewidths=1, zorder=2))
        ax.add_collection(LineCollection(spans, colors=colour, linewidths=4.5, zorder=3))
        ax.scatter(*zip(*dots, strict=True), s=22, color=ink, zorder=4)


def histograms(ax, items, boxes, values, colour, ink):
    """Regression with data: the target's histogram at each node, and a line at the mean."""
    edges = np.histogram_bin_edges(values[0], BINS)  # of all rows
    low = edges[0]
    high = edges[-1]
    rectangles, axes, means = [], [], []
    for item, (left, top, width) in zip(items, equal_places(items, boxes), strict=True):
        y = values[item.number]
        base = top + HISTOGRAM
        axes.append([(left, base), (left + width, base)])
        if len(y):
            heights = np.histogram(y, edges)[0]
            heights = heights / heights.max() * HISTOGRAM
            xs = left + np.arange(BINS) * width / BINS
            bars = zip(xs, base - heights, heights, strict=True)
            rectangles += [(x, t, width / BINS, h) for x, t, h in bars if h > 0]
            mean = left + (y.mean() - low) / (high - low) * width
            means.append([(mean, top), (mean, base)])
    draw_areas(ax, rectangles, colour, "")
    ax.add_collection(LineCollection(axes, colors=FAINT, linewidths=1, zorder=2))
    ax.add_collection(LineCollection(means, colors=ink, linewidths=2, zorder=4))


PATH = COLOURS[5]  # of the marked path, which is thick as well
THIN, THICK = 1.0, 2.6  # lines of boxes and branches; on the marked path
ROUND = {True: 0.1, False: 0.04}  # corners of leaves and of questions, in inches
SWATCH = 0.2  # width of a legend's swatch


def branch_paths(lines, sideways):
    """The branches: straight out of the parent, a bend, straight to the label; None at the root."""
    moves = [Path.MOVETO, Path.LINETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO]
    for line in lines:
        if line is None:
            yield None
            continue
        start, (x, y), (u, v), end = line
        # two handles make a line leave and arrive along the direction of the tree
        bend = [((x + u) / 2, y), ((x + u) / 2, v)]
        if not sideways:
            bend = [(x, (y + v) / 2), (u, (y + v) / 2)]
        yield Path([start, (x, y), *bend, (u, v), end], moves)


def draw_lines(ax, items, lines, sideways):
    """Draw the branches, those of a kind in one artist."""
    kinds: dict[tuple[bool, bool], list[Path]] = {}
    for item, path in zip(items, branch_paths(lines, sideways), strict=True):
        if path is not None:
            kinds.setdefault((item.on_path, item.lost), []).append(path)
    for (on_path, lost), paths in kinds.items():
        colour = PATH if on_path else FAINT
        look = {"linewidths": THICK if on_path else THIN, "linestyles": "--" if lost else "-"}
        ax.add_collection(
            PathCollection(paths, facecolors="none", edgecolors=colour, zorder=1 + on_path, **look)
        )


def draw_boxes(ax, items, boxes, colour_of):
    """A box per node: questions plain, leaves round and tinted, empty and lost ones dashed."""
    background = ax.get_facecolor()
    strokes = ink(ax)
    paths, faces, edges, widths, styles = [], [], [], [], []
    for item, box in zip(items, boxes, strict=True):
        rounded = BoxStyle.Round(pad=0, rounding_size=ROUND[item.is_leaf])
        paths.append(rounded(box.left, box.top, box.width, box.height, 1.0))
        colour = colour_of.get(item.node.prediction, COLOURS[0]) if item.is_leaf else strokes
        is_empty = item.node.n_rows == 0 or item.lost
        plain = not item.is_leaf or is_empty
        faces.append(background if plain else pale_of(colour, ax))
        edges.append(PATH if item.on_path else FAINT if item.lost else colour)
        widths.append(THICK if item.on_path else THIN)
        styles.append("--" if is_empty else "-")
    ax.add_collection(
        PathCollection(paths, facecolors=faces, edgecolors=edges, linewidths=widths,
                       linestyles=styles, zorder=2)
    )  # fmt: skip


def draw_text(ax, items, boxes, labels, size):
    """The lines of text in each box, and the label above it."""
    for item, box, label in zip(items, boxes, labels, strict=True):
        colour = grey(ax) if item.lost else ink(ax)
        free = box.height - LINE * (len(item.head) + len(item.lines))
        y = box.top + (0.6 * PAD if item.bar else free / 2)
        y = _write_lines(ax, box.x, y, item.head, size, color=colour, weight="bold")
        y += item.bar + PAD / 2 if item.bar else 0.0
        if item.collapsed:  # the question that is not asked any more
            y = _write_lines(ax, box.x, y, item.lines[:1], size, color=grey(ax))
        _write_lines(ax, box.x, y, item.lines[item.collapsed :], size, color=colour)
        if label is not None:
            weight = "bold" if item.on_path else "normal"
            lines = label_lines(item.label)
            _write_lines(ax, label.x, label.top, lines, size, color=colour, weight=weight)


def _write_lines(ax, x, y, lines, size, **look):
    """Lines of text one under another from y down; return where they end."""
    for line in lines:
        write(ax, x, y + LINE / 2, line, size, **look)
        y += LINE
    return y


def write(ax, x, y, text, size, ha="center", **look):
    """Text centred at a place; a dollar sign does not start a formula."""
    ax.text(x, y, text, ha=ha, va="center", fontsize=size, zorder=5, parse_math=False, **look)


def draw_legend(ax, legend, signs, height, size):
    """The classes as their bars show them, or a sentence."""
    for x, y, text, number in legend:
        if number is not None:
            swatch = (x, y + (LINE - height) / 2, SWATCH, height)
            draw_areas(ax, [swatch], signs[number].colour, signs[number].hatch)
            x += SWATCH + 0.08
        write(ax, x, y + LINE / 2, text, size, ha="left", color=ink(ax))
