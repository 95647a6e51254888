"""The bars inside the boxes of a drawn tree: class shares, spreads of numbers, histograms."""

from itertools import accumulate
from math import sqrt

import numpy as np

from ..base.hatching import draw_areas
from ..base.style import FAINT
from .nodes import BAR, HISTOGRAM, LINE, PAD

BINS = 12


def bar_place(item, box):
    """(left, top, width) of an item's bar: under its head."""
    return box.left + PAD, box.top + 0.6 * PAD + LINE * len(item.head), box.width - 2 * PAD


def class_bars(ax, items, boxes, signs):
    """One bar per node: the shares of its classes side by side, in colours with hatching."""
    pieces = [[] for _ in signs]
    lost = []
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
    spreads = [sqrt(max(variance, 0)) for _, _, variance in stats]
    low = min(mean - sd for (_, mean, _), sd in zip(stats, spreads, strict=True))
    high = max(mean + sd for (_, mean, _), sd in zip(stats, spreads, strict=True))
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
        from matplotlib.collections import LineCollection

        ax.add_collection(LineCollection(axes, colors=FAINT, linewidths=1, zorder=2))
        ax.add_collection(LineCollection(spans, colors=colour, linewidths=6, zorder=3))
        ax.scatter(*zip(*dots, strict=True), s=30, color=ink, zorder=4)


def histograms(ax, items, boxes, values, colour, ink):
    """Regression with data: the target's histogram at each node, and a line at the mean."""
    edges = np.histogram_bin_edges(np.concatenate([values[item.number] for item in items]), BINS)
    low, high = edges[0], edges[-1]
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
    from matplotlib.collections import LineCollection

    draw_areas(ax, rectangles, colour, "")
    ax.add_collection(LineCollection(axes, colors=FAINT, linewidths=1, zorder=2))
    ax.add_collection(LineCollection(means, colors=ink, linewidths=2, zorder=4))
