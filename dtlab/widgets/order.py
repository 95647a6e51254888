"""Notebook 05: drag the features into order, and see how the size of the tree depends on it.

To find out: how small can the tree become, what makes it so, and is ID3's smaller?
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, cycle, permutations, zip_longest
from math import ceil, factorial
from typing import Any, NamedTuple

import ipywidgets as ipw
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from ..algorithms.id3 import ID3
from ..algorithms.smallest_tree import tree_in_order
from ..inputs.errors import InputError
from ..inputs.labels import as_codes
from ..inputs.values import show
from ..plots.base.classes import signs
from ..plots.base.style import (
    COLOURS,
    DARK,
    FAINT,
    HATCHES,
    blank,
    canvas,
    describe_as,
    ink,
    legend,
    note,
    short,
    write,
)
from ..plots.base.words import describe_tree, many
from ..typing import Data
from .base.samples import Sample, lecture
from .base.touch import Zone, places, with_key
from .base.view import Explorer

LINES = ("--", "-", ":", "-.")  # of the first, second, ... value of a feature
LETTER = 0.144  # inches of a letter's width, rather more than less
LONGEST = 12  # letters of a name
LINE = 0.33  # inches from one line of the legend to the next
LEVEL, BAR = 0.4, 0.34  # inches from one level of the tree, and one bar, to the next
WIDTH, MARGIN = 8.0, 0.1  # inches
MOST_TRIED = 720  # orders: all of six features
MOST_FEATURES = 10


class Extremes(NamedTuple):
    """The orders with the smallest and the largest tree among those tried."""

    best: tuple
    worst: tuple
    sizes: tuple  # leaves of all that were tried
    id3: int  # leaves of ID3's tree, which may ask another feature in each branch


@lru_cache(maxsize=256)
def tree_of(source, order):
    """The tree that asks in this order."""
    return tree_in_order(source.X, source.y, list(order))


@lru_cache(maxsize=16)
def extremes(source):
    """Try every order, or a random sample of them where there are more than MOST_TRIED."""
    orders: Iterable[tuple] = permutations(source.features)
    if factorial(len(source.features)) > MOST_TRIED:
        draw = np.random.default_rng(0).permutation
        orders = (tuple(draw(source.features).tolist()) for _ in range(MOST_TRIED))
    sizes = {order: tree_of.__wrapped__(source, order).n_leaves for order in orders}
    best = min(sizes, key=lambda order: sizes[order])
    worst = max(sizes, key=lambda order: sizes[order])
    id3 = ID3().fit(source.X, source.y).tree_.n_leaves
    return Extremes(best, worst, tuple(sizes.values()), id3)


@dataclass(frozen=True)
class OrderState:
    """A table and the order in which its features are asked."""

    source: Sample
    order: tuple
    best: bool = False  # show the best order and the worst
    moving_fields = ("order",)
    smallest = (3.6, 2.0)  # without the bars

    @property
    def tree(self):
        return tree_of(self.source, self.order)

    @property
    def most(self):
        """The leaves of the largest tree that was tried, for which there is room."""
        return max(extremes(self.source).sizes)

    @property
    def sizes(self):
        """Leaves of this order's tree, of ID3's, and once they are asked for of the extremes."""
        found = extremes(self.source)
        sizes = {"your order": self.tree.n_leaves, "ID3": found.id3}
        if self.best:
            sizes |= {"best order": min(found.sizes), "worst order": max(found.sizes)}
        return sizes

    @property
    def size(self):
        """Width and height of the figure, in inches."""
        n_lines = key_shape(self.source, WIDTH)[1]
        return WIDTH, LINE * n_lines + LEVEL * (len(self.order) + 0.9) + self._below

    @property
    def _below(self):
        """Inches that the bars take."""
        return BAR * len(self.sizes) + MARGIN

    def draw(self, figure):
        """The tree level by level; below it, if there is room, the leaves of it and of others."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "bars of the leaves" if size[1] <= self.size[1] - MARGIN else ""

    def draw_base(self, figure):
        """What stays when features change places."""
        # Put by hand: finding room for labels would take longer than drawing them.
        width, height = figure.get_size_inches()
        below = 0 if self.left_out((width, height)) else self._below
        n_columns, n_lines = key_shape(self.source, width)
        ax = blank(figure.add_axes((0, below / height, 1, 1 - (below + LINE * n_lines) / height)))
        letters = 3 + max(len(short(name, LONGEST)) for name in self.order)
        share = LETTER * max(letters, 5) / width  # of the names
        left = -self.most * share / (1 - share) - 0.5
        ax.set(xlim=(left, self.most), ylim=(-len(self.order) - 0.3, 0.6))
        ax.hlines(-np.arange(len(self.order)), -0.5, self.most, FAINT, lw=0.6, zorder=0)
        handles = [Line2D([], [], **{"color": ink(ax), **look}) for _, look in key_of(self.source)]
        place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1), "borderaxespad": 0}
        gaps = {"handletextpad": 0.4, "columnspacing": 1.2, "ncols": n_columns}
        legend(ax, handles, [text for text, _ in key_of(self.source)], **place, **gaps)
        if below:
            self._draw_bars(figure.add_axes((0.19, 0, 0.8, (below - MARGIN) / height)))

    def _draw_bars(self, ax):
        """The leaves of all trees but one's own."""
        canvas(ax).set(xlim=(0, 1.2 * self.most), ylim=(len(self.sizes) - 0.5, -0.5), xticks=())
        ax.set_yticks(range(len(self.sizes)), self.sizes)
        ax.spines["bottom"].set_visible(False)
        for row, leaves in enumerate(self.sizes.values()):
            if row:
                draw_size(ax, row, leaves)

    def draw_moving(self, figure):
        """The tree of this order: dots that ask, lines that answer, marks of the classes."""
        ax = figure.axes[0]
        middle = (ax.get_xlim()[0] - 0.5) / 2
        look = {"ha": "center", "va": "center", "parse_math": False}
        for level, name in enumerate(self.order):
            with_key(name, write(ax, middle, -level, f"↕ {short(name, LONGEST)}", **look))
        apart = min(1, self.most / self.tree.n_leaves)  # of many orders not all were tried
        start = (self.most - 1 - apart * (self.tree.n_leaves - 1)) / 2
        found = [(node, start + apart * x, y) for node, x, y in tree_places(self.tree, self.order)]
        draw_branches(ax, found)
        draw_nodes(ax, found)
        describe_as(ax, describe_tree(self.tree))
        for ax in figure.axes[1:]:
            draw_size(ax, 0, self.tree.n_leaves, hatch=HATCHES[1], color=COLOURS[1])
            leaves = ", ".join(f"{name} {n}" for name, n in self.sizes.items())
            describe_as(ax, f"Leaves: {leaves}.")

    def zones(self, figure):
        """The names of the features are dragged up and down; a feature's value is its place."""
        ax = figure.axes[0]
        n = len(self.order)
        left = ax.get_xlim()[0]
        middle = (left - 0.5) / 2
        at = places(ax, [(middle, -level) for level in range(n)])
        (x, low), (right, high) = places(ax, [(left, 0), (-0.5, 1)])
        size = 0.9 * (right - x), 0.9 * (low - high)
        stops = tuple(range(1, n + 1))
        says = tuple(f"question {place} of {n}" for place in stops)
        differ = len({values_of(self.source, name) for name in self.order}) > 1
        # As they start, from the top, and always so: a zone that changes its place loses the hand.
        for name in reversed(self.source.features):
            now = self.order.index(name)
            about = {"id": name, "name": name, "says": says, "moves": (name,)}
            if differ:  # then the key does not name them
                about["tip"] = f"{name}: {', '.join(map(show, values_of(self.source, name)))}"
            yield Zone(box=(*at[now], *size), stops=stops, places=at, at=now, **about)

    def touched(self, zone, value):
        """A feature was dragged to a place among the others."""
        others = [name for name in self.order if name != zone]
        return replace(self, order=(*others[: value - 1], zone, *others[value - 1 :]))

    @property
    def words(self):
        found = extremes(self.source)
        leaves = self.tree.n_leaves
        n_orders = factorial(len(self.order))
        n_tried = len(found.sizes)
        tried = f"all {n_tried} orders"
        if n_tried < n_orders:
            tried = f"{n_tried} orders drawn from {n_orders:,}"
        smaller = sum(size < leaves for size in found.sizes)
        rank = f"Of {tried} {smaller or 'none'} give{'s' if smaller < 2 else ''} a smaller tree."
        if self.best:
            rank += (
                f" The best ({', '.join(found.best)}) has {min(found.sizes)} leaves, the worst "
                f"({', '.join(found.worst)}) {max(found.sizes)}."
            )
        leaves = many(leaves, "leaf", "leaves")
        return (
            f"{', '.join(self.order)}: {leaves}, depth {self.tree.depth}. {rank} ID3's tree has "
            f"{found.id3}."
        )


# ------------------------------------------------------------------ the tree


def values_of(source, feature):
    """The values of a feature, in the order of its branches."""
    return as_codes(source.X[feature], feature)[1]


@lru_cache(maxsize=16)
def key_of(source):
    """What lines and marks mean: (text, look) of each.

    A line is called by its value if all features have this one in its place.
    """
    places = zip_longest(*(values_of(source, name) for name in source.features))
    lines = [
        (short(values[0], LONGEST) if len({*values}) == 1 else f"value {i + 1}", style)
        for (i, values), style in zip(enumerate(places), cycle(LINES))
    ]
    marks = signs(as_codes(source.y, "y")[1])
    return [
        *((text, {"ls": style}) for text, style in lines),
        *((short(f"{source.y.name} {show(label)}", 16),
           {"ls": "", "marker": sign.marker, "color": sign.colour, "mec": DARK, "markersize": 9})
          for label, sign in marks.items()),
    ]  # fmt: skip


def key_shape(source, width):
    """The columns and lines that the key takes in a figure of a width in inches."""
    found = key_of(source)
    needed = LETTER * sum(len(text) + 4 for text, _ in found)  # a symbol takes four characters
    n_columns = 6 if needed < width else 3 if needed < 1.8 * width else 2
    return n_columns, ceil(len(found) / n_columns)


def tree_places(node, order, first=0, y=0):
    """[(node, x, y)] in the order of `walk`: leaves at first, first + 1, …, parents between."""
    if node.is_leaf:
        return [(node, first, y)]
    y = -order.index(node.question.feature)
    below = []
    for child in node.children:
        below.append(tree_places(child, order, first, y - 1))
        first += child.n_leaves
    (_, left, _), (_, right, _) = below[0][0], below[-1][0]
    return [(node, (left + right) / 2, y), *chain(*below)]


def draw_branches(ax, found):
    """Lines in the style of the answer."""
    kinds: dict[Any, list[tuple]] = {}  # segments by the style of their line
    for number, (node, x, y) in enumerate(found):
        child = number + 1
        for i, below in enumerate(node.children):
            kinds.setdefault(LINES[i % len(LINES)], []).append(((x, y), found[child][1:]))
            child += below.n_nodes
    for style, segments in kinds.items():
        look = {"colors": ink(ax), "linestyles": style, "linewidths": 1.3}
        ax.add_collection(LineCollection(segments, zorder=1, **look), autolim=False)


def draw_nodes(ax, found):
    """A mark per leaf in its class's colour and shape; questions are small grey dots."""
    (left, _), (right, _) = places(ax, [(0, 0), (1, 0)])
    size = min(8.4, max(right - left, 5))  # one beside the other
    inner = [(x, y) for node, x, y in found if not node.is_leaf]
    ax.plot(*np.reshape(inner, (-1, 2)).T, "o", markersize=5, color=FAINT, zorder=2)
    for label, sign in signs(found[0][0].classes).items():
        here = [(x, y) for node, x, y in found if node.is_leaf and node.prediction == label]
        look = {"color": sign.colour, "mec": ink(ax), "mew": 0.8, "markersize": size}
        ax.plot(*np.reshape(here, (-1, 2)).T, sign.marker, zorder=3, **look)


def draw_size(ax, row, leaves, **look):
    """A bar of the number of leaves; bar and number, each with a key to travel by."""
    bar = ax.barh(row, leaves, 0.7, **{"color": COLOURS[4], "edgecolor": ink(ax), **look})
    number = note(ax, many(leaves, "leaf", "leaves"), (leaves, row), (5, 0), va="center")
    with_key(f"bar {row}", *bar)
    with_key(f"number {row}", number)


def explore_order(data: Data = "multiplexer", target: str | None = None) -> Explorer:
    """Drag the features into order and see the tree that asks them in this order.

    The arrow keys move a feature, too; Home asks it first, End last. "show the best" names the best
    order and the worst; of more than six features these are found among up to 720 random orders.

    Parameters:
        data: the name of a data set of the course ("multiplexer" by default), a Dataset, or your
            own DataFrame, of up to 10 features; rows that differ only in the target are refused.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.

    >>> explore_order("xor").state.words.split(". ")[0]
    'c, b, a: 4 leaves, depth 2'
    """
    source = lecture(data) if isinstance(data, str) and target is None else Sample.of(data, target)
    if not 1 <= len(source.features) <= MOST_FEATURES:
        raise InputError(
            f"{source.name} has {len(source.features)} features: explore_order takes 1 to "
            f"{MOST_FEATURES}; leave some out"
        )
    # Data first, address last is the lecture's bad order; start there.
    state = OrderState(source, tuple(reversed(source.features)))
    about = {
        "title": "Which question first?",
        "does": "Drag the names up and down: the tree asks in this order.",
    }
    return Explorer(state, {"best": ipw.Checkbox(description="show the best")}, **about)
