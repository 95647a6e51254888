"""Notebook 05: order the features yourself, and see how the size of the tree depends on it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, permutations
from math import ceil, factorial
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..algorithms.id3 import ID3
from ..algorithms.smallest_tree import tree_in_order
from ..inputs.values import show
from ..plots.base.classes import signs
from ..plots.base.style import FAINT, blank, canvas, draw_bars, ink, legend, short, write
from ..plots.base.words import describe_tree, many
from .base.samples import Sample, lecture
from .base.view import Explorer, button, row_of

LINES = ("--", "-", ":", "-.")  # of the first, second, ... value of a feature
LETTER = 0.018  # of the figure's width
LINE = 0.3  # inches from one line of the legend to the next


def draw_levels(ax, tree, order, target):
    """Draw nodes as dots, branches as lines in the answer's style, leaves as marks of a class."""
    ax = blank(ax)
    places = _places(tree, order)
    _draw_branches(ax, places)
    _draw_nodes(ax, places, tree.classes, target)
    width = max(x for _, x, _ in places) + 1
    ax.hlines([-level for level in range(len(order))], -0.5, width, FAINT, lw=0.6, zorder=0)
    names = [short(f"{name}?", 12) for name in order]
    for level, name in enumerate(names):
        write(ax, -0.03 * width - 0.5, -level, name, ha="right", va="center", parse_math=False)
    share = LETTER * max(map(len, names))
    room = max(0.15, 0.03 + share / (1 - share)) * width
    ax.set(xlim=(-room - 0.5, width), ylim=(-len(order) - 0.3, 0.3))
    _write_legend(ax)
    ax.description = describe_tree(tree)


def _write_legend(ax):
    """Above the axes, in one line; further lines, for long names, take room from the tree."""
    handles, labels = ax.get_legend_handles_labels()
    needed = LETTER * sum(len(label) + 4 for label in labels)  # a symbol takes four characters
    columns = 6 if needed < 1 else 3
    height = ax.get_position().height * ax.figure.get_figheight()
    taken = LINE * (ceil(len(labels) / columns) - 1) / height
    low, high = ax.get_ylim()
    ax.set_ylim(low, high + (high - low) * taken / (1 - taken))
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1 - taken), "ncols": columns}
    legend(ax, handles, labels, handletextpad=0.4, columnspacing=1.2, **place)


def _places(node, order, first=0, y=0):
    """[(node, x, y)] in the order of `walk`: leaves at first, first + 1, …, parents between."""
    if node.is_leaf:
        return [(node, first, y)]
    y, below = -order.index(node.question.feature), []
    for child in node.children:
        below.append(_places(child, order, first, y - 1))
        first += child.n_leaves
    (_, left, _), (_, right, _) = below[0][0], below[-1][0]
    return [(node, (left + right) / 2, y), *chain(*below)]


def _draw_branches(ax, places):
    from matplotlib.collections import LineCollection

    kinds = {}
    for number, (node, x, y) in enumerate(places):
        child = number + 1
        for i, below in enumerate(node.children):
            branches = kinds.setdefault((i, node.question.label(i)), [])
            branches.append(((x, y), places[child][1:]))
            child += below.n_nodes
    for (i, label), segments in kinds.items():
        look = {"colors": ink(ax), "linestyles": LINES[i % len(LINES)], "label": short(label, 12)}
        ax.add_collection(LineCollection(segments, linewidths=1.3, zorder=1, **look))


def _draw_nodes(ax, places, classes, target):
    """A mark per leaf in its class's colour and shape; questions are small grey dots."""
    if inner := [(x, y) for node, x, y in places if not node.is_leaf]:
        ax.scatter(*zip(*inner, strict=True), s=25, color=FAINT, zorder=2)
    for label, sign in signs(classes).items():
        here = [(x, y) for node, x, y in places if node.is_leaf and node.prediction == label]
        if here:
            look = {"color": sign.colour, "marker": sign.marker, "edgecolor": ink(ax)}
            look["label"] = short(f"{target} {show(label)}", 16)
            ax.scatter(*zip(*here, strict=True), s=70, linewidth=0.8, zorder=3, **look)


def draw_sizes(ax, sizes):
    """Bars of the number of leaves, the first one (the learner's) hatched."""
    ax, leaves = canvas(ax), list(sizes.values())
    draw_bars(ax, leaves, map(str, leaves), list(sizes), best=0)
    ax.set_xlim(0, 1.12 * max(leaves))
    ax.spines["bottom"].set_visible(False)
    ax.description = f"Leaves: {', '.join(f'{name} {n}' for name, n in sizes.items())}."


MOST_TRIED = 720  # orders: all of six features
MOST_FEATURES = 10


class Extremes(NamedTuple):
    """The orders with the smallest and the largest tree among those tried."""

    best: tuple
    worst: tuple
    leaves: dict  # of their trees, and of ID3's, which may ask another feature in each branch
    n_tried: int


@lru_cache(maxsize=256)
def tree_of(source, order):
    """The tree that asks in this order."""
    return tree_in_order(source.X, source.y, list(order))


@lru_cache(maxsize=16)
def extremes(source):
    """Try every order, or a random sample of them where there are more than MOST_TRIED."""
    orders = permutations(source.features)
    if factorial(len(source.features)) > MOST_TRIED:
        draw = np.random.default_rng(0).permutation
        orders = (tuple(draw(source.features).tolist()) for _ in range(MOST_TRIED))
    sizes = {order: tree_of.__wrapped__(source, order).n_leaves for order in orders}
    best, worst = min(sizes, key=sizes.get), max(sizes, key=sizes.get)
    id3 = ID3().fit(source.X, source.y).tree_.n_leaves
    leaves = {"best order": sizes[best], "worst order": sizes[worst], "ID3": id3}
    return Extremes(best, worst, leaves, len(sizes))


@dataclass(frozen=True)
class OrderState:
    """A table and the order in which its features are asked."""

    source: Sample
    order: tuple

    def placed(self, place, feature):
        """The feature moved to a place; the one that was there takes its old place."""
        order = list(self.order)
        old = order.index(feature)
        order[old], order[place] = order[place], feature
        return replace(self, order=tuple(order))

    @property
    def tree(self):
        return tree_of(self.source, self.order)

    @property
    def sizes(self):
        """Leaves of this order's tree, of the best and the worst order, and of ID3's."""
        return {"your order": self.tree.n_leaves, **extremes(self.source).leaves}

    def draw(self, figure):
        # Put by hand: finding room for labels would take longer than drawing them.
        above = figure.add_axes((0.01, 0.29, 0.98, 0.63))
        draw_levels(above, self.tree, self.order, self.source.y.name)
        draw_sizes(figure.add_axes((0.19, 0.01, 0.8, 0.24)), self.sizes)

    @property
    def words(self):
        found, sizes = extremes(self.source), self.sizes
        tried = f"all {found.n_tried} orders"
        n_orders = factorial(len(self.order))
        if found.n_tried < n_orders:
            tried = f"{found.n_tried} orders drawn from {n_orders:,}"
        leaves = many(self.tree.n_leaves, "leaf", "leaves")
        return (
            f"{', '.join(self.order)}: {leaves}, depth {self.tree.depth}. Of {tried} the smallest "
            f"tree has {sizes['best order']}, the largest {sizes['worst order']}; ID3's has "
            f"{sizes['ID3']}."
        )


class OrderExplorer(Explorer):
    """One list per place; choosing a feature exchanges it with the one that was there."""

    def __init__(self, state):
        lists = {
            str(place): ipw.Dropdown(
                options=state.order, value=feature, description=f"question {place + 1}",
                layout={"width": "14em"},
            )
            for place, feature in enumerate(state.order)
        }  # fmt: skip
        super().__init__(state, lists, (8.0, 6.2))
        found = extremes(state.source)
        orders = {"table": tuple(state.source.features), "best": found.best, "worst": found.worst}
        self.buttons = {
            name: button(f"{name} order", f"{name} order: {', '.join(order)}",
                         lambda order=order: self.become(lambda: replace(self.state, order=order)))
            for name, order in orders.items()
        }  # fmt: skip
        self.children = [row_of(self.buttons.values()), *self.children]

    def changed(self, changes):
        """The state with features moved to places."""
        state = self.state
        for place, feature in changes.items():
            state = state.placed(int(place), feature)
        return state

    def follow(self):
        """Let every list show the feature that stands there."""
        for place, feature in enumerate(self.state.order):
            self.controls[str(place)].value = feature


def explore_order(data="multiplexer", target=None):
    """Order the features and see the tree that asks them in this order, beside best and worst.

    `data` is the name of a data set ("multiplexer", "xor"), a Dataset, or your own DataFrame with
    the name of its target; rows that differ only in the target are refused. Of more than six
    features a sample of 720 orders is tried to find the best and the worst.

        explore_order()
        explore_order("xor")
    """
    source = lecture(data) if isinstance(data, str) and target is None else Sample.of(data, target)
    if not 1 <= len(source.features) <= MOST_FEATURES:
        raise ValueError(
            f"{source.name} has {len(source.features)} features: explore_order takes 1 to "
            f"{MOST_FEATURES}; leave some out"
        )
    # Data first, address last is the lecture's bad order; start there.
    return OrderExplorer(OrderState(source, tuple(reversed(source.features))))
