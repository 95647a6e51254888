"""Trees drawn with Matplotlib alone: boxes, branches with their values, bars at the nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...inputs.labels import as_codes, as_numbers, same_length
from ...inputs.values import is_number, show
from ...tree.node import unpack
from ...tree.subtrees import as_tree
from ...typing import Axes, Frame, TreeOrModel, Values
from ..base.classes import labels_of, signs
from ..base.style import COLOURS, SIZE, blank, describe_as, ink, short
from ..base.words import describe_tree, feature, many
from ..base.writing import digits
from . import boxes, nodes
from .layout import Layout, tidy

if TYPE_CHECKING:
    import pandas as pd

WIDEST = 8.0  # inches in which a figure is shown
MOST_NAMED = 12  # classes in the legend
MARGIN = 0.05  # inches around it all: half a thick line
UPRIGHT = 0.97  # how much smaller the text may be before a tree is laid sideways


@dataclass
class TreePlan:
    """All that is to be drawn, with its size in inches."""

    tree: object
    items: list
    layout: Layout
    legend: list  # (x, y, text, class number or None)
    width: float
    height: float
    values: list | None  # of the target at each node, for histograms


def plot_tree(
    tree: TreeOrModel,
    *,
    row: Mapping[str, Any] | pd.Series | None = None,
    pruned: TreeOrModel | None = None,
    data: tuple[Frame, Values] | None = None,
    counts: bool = True,
    impurity: bool | str = False,
    bars: bool = True,
    max_depth: int | None = None,
    chosen: Sequence[int] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a tree: questions in boxes, values on branches, predictions in coloured leaves.

    Without `ax` the figure is as large as the tree needs with text of 14 points. A tree that is
    too wide for 8 inches is laid sideways; one that is still too wide makes a wider figure. With
    `ax` the text shrinks if the axes are small.

    Parameters:
        tree: a Node (also one written by hand with `ask` and `leaf`) or a fitted model with
            `tree_`.
        row: a dictionary or Series; its path from the root is drawn in thick lines. None (default)
            marks no path.
        pruned: the tree after pruning; what it lost is drawn faded. None (default) fades nothing.
        data: (X, y), rows to count at the nodes; None (default) shows the training rows. For
            numbers the boxes hold histograms of y, and without data a bar of mean ± one standard
            deviation.
        counts: True (default) writes the rows of each class, "3 : 2" in the legend's order, or
            "n = 5".
        impurity: True writes each node's impurity; a name ("Gini") is written before it. False by
            default.
        bars: True (default) draws class shares (or spreads of numbers) as bars.
        max_depth: how many questions of a path to draw; what is left out is counted in the box
            above it. None (default) draws the whole tree up to 60 leaves and 12 levels, and the top
            of a larger one.
        chosen: the branches taken from the root to a node, such as (2, 0), whose path is marked;
            None (default) marks none.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import ID3, load
    >>> veg = load("vegetation")
    >>> ax = plot_tree(ID3().fit(veg.X, veg.y), row=veg.X.iloc[0])
    >>> ax.description[-72:]
    'The marked path: ELEVATION high, SLOPE steep, and it predicts chaparral.'
    """
    options = {"counts": counts, "impurity": impurity, "bars": bars}
    place = (WIDEST, inf) if ax is None else inches(blank(ax))
    plan = plan_tree(tree, row, pruned, data, max_depth, place, chosen, **options)
    if ax is None:
        place = plan.width, plan.height
        ax = blank(None, *place)
    _draw(ax, plan, SIZE * _window(ax, plan, *place))
    for artist in ax.get_children():
        artist.set_in_layout(False)  # all is inside; measuring each text would take long
    return describe_as(ax, _description(plan, row, pruned, chosen))


def plan_tree(thing, row=None, pruned=None, data=None, max_depth=None, place=(WIDEST, inf),
             chosen=None, *, counts=True, impurity=False, bars=True):  # fmt: skip
    """The figure that fits best into a place of (width, height) inches, not drawn yet."""
    tree, values = as_tree(thing, "plot_tree"), None
    items = nodes.items_to_draw(tree, row, pruned, max_depth, chosen)
    if data is not None:
        tree, values = recount_rows(tree, data)
        counted = list(tree.walk())
        for item in items:
            item.node = counted[item.number]
    bar = 0.0 if not bars else nodes.BAR if values is None else nodes.HISTOGRAM
    for item in items:
        nodes.fill(item, counts, impurity, bar)
    parents, sizes = [item.parent for item in items], [nodes.room(item) for item in items]
    labels = [nodes.label_room(item) for item in items]
    widest = min(place[0], WIDEST)
    on_top = _with_legend(tree, items, tidy(parents, sizes, labels), values, widest)
    if bars and tree.classes is None:
        sizes = nodes.equal_widths(items, sizes)
    sideways = _with_legend(tree, items, tidy(parents, sizes, labels, True), values, widest)
    upright = nodes.fits(on_top, *place) >= UPRIGHT * nodes.fits(sideways, *place)
    return on_top if upright else sideways


def _with_legend(tree, items, layout, values, widest):
    entries = _legend_entries(tree, items, values)
    widest = max(layout.width, *(width for _, _, width in entries), widest) if entries else 0
    legend, x, y, right = [], MARGIN, MARGIN, 0.0
    for text, number, width in entries:
        if x > MARGIN and x + width > widest:
            x, y = MARGIN, y + nodes.LINE
        legend.append((x, y, text, number))
        right = max(right, x + width)
        x += width + 0.3
    above = y + nodes.LINE + 0.25 if legend else MARGIN
    width = max(layout.width, right) + 2 * MARGIN
    moved = layout.moved((width - layout.width) / 2, above)
    return TreePlan(tree, items, moved, legend, width, above + layout.height + MARGIN, values)


def _legend_entries(tree, items, values):
    """(text, class number, width) of what explains the bars."""
    if not any(item.bar for item in items):
        return []
    if tree.classes is None:
        scale = boxes.scale_of(items) if values is None else (values[0].min(), values[0].max())
        low, high = (digits(end).replace("-", "−") for end in scale)
        what = "histogram of the target" if values is not None else "bar: mean ± 1 sd"
        texts = [(f"{what}, {low} to {high}", None)]
        leaves = [item.node for item in items if item.is_leaf and item.node.weight]
        near = 1e-6 * (scale[1] - scale[0])  # leaves may answer a step of boosting, not their mean
        if values is None and any(abs(leaf.prediction - leaf.stats[1]) > near for leaf in leaves):
            texts.append(("bold: the leaf's answer, not its mean", None))
    else:
        texts = [(short(label), k) for k, label in enumerate(tree.classes[:MOST_NAMED])]
        hidden = len(tree.classes) - len(texts)
        texts += [(f"… {hidden} more classes", None)] if hidden else []
    swatch = boxes.SWATCH + 0.08
    return [(t, k, nodes.text_width(t) + (0 if k is None else swatch)) for t, k in texts]


def inches(ax):
    """(width, height) of the room that the axes have when the figure is laid out."""
    figure = ax.get_figure(root=True)
    engine = figure.get_layout_engine()
    if engine is not None and ax.get_subplotspec() is not None:
        engine.execute(figure)  # until now they have a default place
    box = ax.get_window_extent().transformed(figure.dpi_scale_trans.inverted())
    return box.width, box.height


def _window(ax, plan, width, height):
    """Let one unit be one inch if there is room; return by how much the text must shrink."""
    scale = nodes.fits(plan, width, height)
    spare = max(0.0, width / scale - plan.width), max(0.0, height / scale - plan.height)
    ax.set_xlim(-spare[0] / 2, plan.width + spare[0] / 2)
    ax.set_ylim(plan.height + spare[1] / 2, -spare[1] / 2)
    ax.set_aspect("equal")
    return scale


def _draw(ax, plan, size):
    tree, items, layout = plan.tree, plan.items, plan.layout
    boxes.draw_lines(ax, items, layout.lines, layout.sideways)
    look = signs(labels_of(tree))
    boxes.draw_boxes(ax, items, layout.boxes, {label: sign.colour for label, sign in look.items()})
    if tree.classes is not None:
        boxes.class_bars(ax, items, layout.boxes, look.values())
    elif plan.values is not None:
        boxes.histograms(ax, items, layout.boxes, plan.values, COLOURS[0], ink(ax))
    else:
        boxes.spread_bars(ax, items, layout.boxes, boxes.scale_of(items), COLOURS[0], ink(ax))
    boxes.draw_text(ax, items, layout.boxes, layout.labels, size)
    boxes.draw_legend(ax, plan.legend, list(look.values()), nodes.BAR, size)


def _description(plan, row, pruned, chosen=None):
    """What the tree says, then what is marked, lost and left out."""
    items, parts = plan.items, [describe_tree(plan.tree)]
    if row is not None:
        path = [item for item in items if item.on_path]
        last = path[-1].node
        end = f"predicts {show(last.prediction)}" if last.is_leaf else f"goes on at {feature(last)}"
        parts.append(f"The marked path: {_way(path) or 'no question'}, and it {end}.")
    if chosen is not None:
        parts.append(f"Chosen: {_way([item for item in items if item.on_path]) or 'the root'}.")
    if pruned is not None:
        lost = sum(item.lost for item in items)
        n_leaves = as_tree(pruned, "plot_tree").n_leaves
        parts.append(f"Pruning leaves {many(n_leaves, 'leaf', 'leaves')}; "
                     f"{many(lost, 'lost node')} drawn faded.")  # fmt: skip
    cut = [item.hidden for item in items if item.hidden]
    if cut:
        parts.append(f"Not drawn: {sum(cut)} leaves below {many(len(cut), 'node')}.")
    return " ".join(parts)


def _way(path):
    return ", ".join(f"{feature(above.node)} {item.label}" for above, item in pairwise(path))


# ------------------------------------------------------------------ other rows in the boxes


def recount_rows(tree, data):
    """The tree with the rows of `data` = (X, y) counted at its nodes, and the numbers at each.

    The second value is a list with the target's values at every node in the order of `walk`, or
    None if the target is a class.
    >>> from dtlab import ask
    >>> tree, _ = recount_rows(ask("rain", {True: "stay", False: "go"}),
    ...                     ({"rain": [True, False, False]}, ["stay", "go", "stay"]))
    >>> tree.counts, [leaf.counts for leaf in tree.leaves()]
    ({'go': 1.0, 'stay': 2.0}, [{'go': 0.0, 'stay': 1.0}, {'go': 1.0, 'stay': 1.0}])
    """
    if not isinstance(data, tuple) or len(data) != 2:
        raise ValueError("data= must be a pair of features and target: data=(X, y)")
    X, y = data
    stops = tree.apply(X)
    same_length(stops, y)
    if tree.classes is None and all(is_number(leaf.prediction) for leaf in tree.leaves()):
        classes, values = None, _at_nodes(tree, stops, as_numbers(y, "y"))
        stats = [(len(v), v.mean() if len(v) else 0.0, v.var() if len(v) else 0.0) for v in values]
    else:
        codes, labels = as_codes(y, "y")
        # a tree written by hand may predict a class that none of these rows has
        classes = tuple(dict.fromkeys((*(tree.classes or ()), *labels, *labels_of(tree))))
        own = np.array([classes.index(label) for label in labels])[codes]
        values = _at_nodes(tree, stops, own)
        stats = [np.bincount(v, minlength=len(classes)) for v in values]
    nodes = zip(tree.walk(), values, stats, strict=True)
    records = [(n.prediction, n.question, len(v), classes, s, None, None) for n, v, s in nodes]
    return unpack(records), values if classes is None else None


def _at_nodes(tree, stops, values):
    """The values of the rows that come to every node, from the leaf where each row stops."""
    order = np.argsort(stops, kind="stable")
    stops, values = stops[order], values[order]
    sizes = np.array([node.n_nodes for node in tree.walk()])
    first = np.arange(len(sizes))
    ends = np.searchsorted(stops, [first, first + sizes])
    return [values[low:high] for low, high in ends.T]
