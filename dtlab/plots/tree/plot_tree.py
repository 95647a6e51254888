"""Trees drawn with Matplotlib alone: boxes, branches with their values, bars at the nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

from ...bridges.from_sklearn import estimator_tree
from ...inputs.columns import trained_names
from ...inputs.errors import InputError
from ...inputs.values import show
from ...tree.subtrees import as_tree
from ...typing import Axes, Frame, TreeOrModel, Values
from ..base.classes import labels_of, signs
from ..base.sizes import sizes
from ..base.style import COLOURS, SIZE, blank, describe_as, ink, short
from ..base.units import units_of
from ..base.words import describe_tree, feature, many
from ..base.writing import digits
from . import boxes, distributions, nodes
from .counted import CountedTree, recount_rows
from .layout import Layout, tidy

if TYPE_CHECKING:
    import pandas as pd

MOST_NAMED = 12  # classes in the legend
MARGIN = 0.05  # inches around it all: half a thick line
STYLES = ("shares", "distribution")
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
    style: str = "shares",
    max_depth: int | None = None,
    chosen: Sequence[int] | None = None,
    units: Mapping[str, str] | Frame | None = None,
    feature_names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a tree: questions in boxes, values on branches, predictions in coloured leaves.

    Without `ax` the figure is as large as the tree needs with text of full size. A tree that is
    too wide for 8 inches is laid sideways; one that is still too wide makes a wider figure. With
    `ax` the text shrinks if the axes are small.

    Parameters:
        tree: a Node (also one written by hand with `ask` and `leaf`), or a fitted model with
            `tree_`, of dtlab or of scikit-learn.
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
        style: "shares" (default) draws the same bars in all boxes; "distribution" draws in the box
            of a question how its rows of `data` lie along the feature, by class and with the cut,
            or as points with the means of the branches if the target is a number.
        max_depth: how many questions of a path to draw; what is left out is counted in the box
            above it. None (default) draws the whole tree up to 60 leaves and 12 levels, and the top
            of a larger one.
        chosen: the branches taken from the root to a node, such as (2, 0), whose path is marked;
            None (default) marks none.
        units: a dictionary feature → unit, written at thresholds; or the table that the tree
            learned from, as `load` gives it. None (default) takes those of `data`.
        feature_names: the names of the columns, if a tree of scikit-learn learned from an array;
            None (default) keeps those it knows.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import ID3, load
    >>> veg = load("vegetation")
    >>> ax = plot_tree(ID3().fit(veg.X, veg.y), row=veg.X.iloc[0])
    >>> ax.description[-72:]
    'The marked path: ELEVATION high, SLOPE steep, and it predicts chaparral.'

    As dtreeviz draws trees, each question with its rows:
    >>> from dtlab import CART
    >>> veg = load("vegetation_continuous")
    >>> model = CART(max_depth=1).fit(veg.X, veg.y)
    >>> ax = plot_tree(model, data=(veg.X, veg.y), style="distribution")
    >>> ax.description[-60:]
    'In the boxes, the rows. ELEVATION: 300 to 5000, cut at 4175.'
    """
    options = {"counts": counts, "impurity": impurity, "bars": bars, "style": style}
    tree = known_tree(tree, feature_names)
    if units is None and data is not None:
        units = data[0]
    units = units if isinstance(units, Mapping) else units_of(units)
    place = None if ax is None else inches(blank(ax))
    plan = plan_tree(tree, row, pruned, data, max_depth, place, chosen, units=units, **options)
    if ax is None:
        ax = blank(None, needs=plan.height, width=plan.width)
    draw_plan(ax, plan, place or (plan.width, plan.height))
    return describe_as(ax, _description(plan, row, pruned, chosen))


def known_tree(thing, feature_names=None):
    """A fitted tree of scikit-learn as a `Node`; anything else as it is."""
    if not hasattr(thing, "tree_") or hasattr(thing.tree_, "question"):
        if feature_names is not None:
            raise InputError("feature_names= is for a fitted tree of scikit-learn")
        return thing
    names = trained_names(thing) if feature_names is None else list(map(str, feature_names))
    if len(names) != thing.n_features_in_:
        n = thing.n_features_in_
        raise InputError(f"feature_names= has {len(names)} names, but the tree learned {n} columns")
    return estimator_tree(thing, names, getattr(thing, "classes_", None))


def plan_tree(thing, row=None, pruned=None, data=None, max_depth=None, place=None,
             chosen=None, *, counts=True, impurity=False, bars=True, style="shares",
             narrow=False, tight=False, units=None):  # fmt: skip
    """The figure that fits best into a place of (width, height) inches, not drawn yet.

    Without a place, it is the room that `sizes` gives to figures, whose width must hold it.
    """
    tree = as_tree(thing, "plot_tree")
    values = None
    items = nodes.items_to_draw(tree, row, pruned, max_depth, chosen, units)
    if style not in STYLES:
        raise InputError(f"style={style!r} must be one of {', '.join(map(repr, STYLES))}")
    if data is not None:
        counted = data if isinstance(data, CountedTree) else recount_rows(tree, data)
        tree, rows, target, X, to_the_end = counted
        values = [target[here] for here in rows] if tree.classes is None else None
        walked = list(tree.walk())
        for item in items:
            item.node = walked[item.number]
    elif style == "distribution":
        raise InputError("style='distribution' shows rows at the nodes: give them as data=(X, y)")
    bar = 0.0 if not bars else nodes.BAR if values is None else nodes.HISTOGRAM
    for item in items:
        nodes.fill(item, counts, impurity, bar, narrow)
    if style == "distribution":
        shown = [item for item in items if to_the_end or not item.hidden]
        distributions.add_panels(shown, X, rows, target)
    parents = [item.parent for item in items]
    rooms = [nodes.room(item, tight) for item in items]
    labels = [nodes.label_room(item) for item in items]
    widest = sizes().width if place is None else min(place[0], sizes().width)
    on_top = _with_legend(tree, items, tidy(parents, rooms, labels), values, widest)
    if bars and tree.classes is None:
        rooms = nodes.equal_widths(items, rooms)
    sideways = _with_legend(tree, items, tidy(parents, rooms, labels, True), values, widest)
    if place is None:  # a notebook scrolls, so the height matters only if both are narrow enough
        room = sizes()
        narrow = all(nodes.fits(plan, room.width) == 1 for plan in (on_top, sideways))
        place = room.width, room.height if narrow else inf
    upright = nodes.fits(on_top, *place) >= UPRIGHT * nodes.fits(sideways, *place)
    return on_top if upright else sideways


def _with_legend(tree, items, layout, values, widest):
    entries = _legend_entries(tree, items, values)
    widest = max(layout.width, *(width for _, _, width in entries), widest) if entries else 0
    legend = []
    x = MARGIN
    y = MARGIN
    right = 0.0
    for text, number, width in entries:
        if x > MARGIN and x + width > widest:
            x = MARGIN
            y = y + nodes.LINE
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
    texts: list[tuple[str, int | None]]
    if tree.classes is None:
        scale = boxes.scale_of(items) if values is None else (values[0].min(), values[0].max())
        low, high = (digits(end).replace("-", "−") for end in scale)
        what = "histogram of the target" if values is not None else "bar: mean ± 1 sd"
        drawn = any(item.panel for item in items)
        what = "dots and histograms: target" if drawn else what
        texts = [(f"{what}, {low} to {high}", None)]
        if drawn:
            texts.append(("lines: means", None))
        leaves = [item.node for item in items if item.is_leaf and item.node.weight]
        near = 1e-6 * (scale[1] - scale[0])  # leaves may answer a step of boosting, not their mean
        if values is None and any(abs(leaf.prediction - leaf.stats[1]) > near for leaf in leaves):
            texts.append(("bold: the leaf's answer, not its mean", None))
    else:
        texts = [(short(label), k) for k, label in enumerate(tree.classes[:MOST_NAMED])]
        hidden = len(tree.classes) - len(texts)
        if hidden:
            texts.append((f"… {hidden} more classes", None))
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


def draw_plan(ax, plan, place):
    """Draw a plan on axes of (width, height) inches; the text shrinks if they are too small."""
    size = SIZE * _window(ax, plan, *place)
    tree, items, layout = plan.tree, plan.items, plan.layout
    boxes.draw_lines(ax, items, layout.lines, layout.sideways)
    look = signs(labels_of(tree))
    boxes.draw_boxes(ax, items, layout.boxes, {label: sign.colour for label, sign in look.items()})
    pairs = zip(items, layout.boxes, strict=True)
    plain = [(item, box) for item, box in pairs if item.bar and item.panel is None]
    if plain:
        shown, places = zip(*plain, strict=True)
        _draw_bars(ax, plan, shown, places, look.values())
    if any(item.panel for item in items):
        distributions.draw_panels(ax, items, layout.boxes, list(look.values()), size)
    boxes.draw_text(ax, items, layout.boxes, layout.labels, size)
    boxes.draw_legend(ax, plan.legend, list(look.values()), nodes.BAR, size)
    for artist in ax.get_children():
        artist.set_in_layout(False)  # all is inside; measuring each text would take long


def _draw_bars(ax, plan, items, places, look):
    """The bars of nodes without a panel, each at its box."""
    if plan.tree.classes is not None:
        boxes.class_bars(ax, items, places, look)
    elif plan.values is not None:
        boxes.histograms(ax, items, places, plan.values, COLOURS[0], ink(ax))
    else:
        boxes.spread_bars(ax, items, places, boxes.scale_of(items), COLOURS[0], ink(ax))


def _description(plan, row, pruned, chosen=None):
    """What the tree says, then what is marked, lost and left out."""
    items = plan.items
    parts = [describe_tree(plan.tree)]
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
    parts += distributions.in_words(items)
    cut = [item.hidden for item in items if item.hidden]
    if cut:
        parts.append(f"Not drawn: {sum(cut)} leaves below {many(len(cut), 'node')}.")
    return " ".join(parts)


def _way(path):
    return ", ".join(f"{feature(above.node)} {item.label}" for above, item in pairwise(path))
