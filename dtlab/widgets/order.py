"""Notebook 05: order the features yourself, and see how the size of the tree depends on it."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, permutations
from math import factorial

import ipywidgets as ipw
import numpy as np

from ..algorithms.models import ID3
from ..algorithms.smallest_tree import tree_in_order
from ..plots.base.words import many
from .base.choices import Source
from .base.view import Explorer, row_of
from .order_picture import draw_levels, draw_sizes

MOST_TRIED = 720  # orders: all of six features
MOST_FEATURES = 10


@dataclass(frozen=True)
class Extremes:
    """The orders with the smallest and the largest tree among those tried."""

    best: tuple
    worst: tuple
    n_tried: int
    n_orders: int


@lru_cache(maxsize=16)
def shipped(name):
    """A data set of the course; the same object again, so that what is known of it is kept."""
    return Source.of(name)


@lru_cache(maxsize=256)
def tree_of(source, order):
    """The tree that asks in this order."""
    return tree_in_order(source.X, source.y, list(order))


@lru_cache(maxsize=16)
def extremes(source):
    """Try every order, or a random sample of them where there are more than MOST_TRIED."""
    n_orders = factorial(len(source.features))
    orders = permutations(source.features)
    if n_orders > MOST_TRIED:
        draw = np.random.default_rng(0).permutation
        orders = (tuple(draw(source.features).tolist()) for _ in range(MOST_TRIED))
    sizes = {order: tree_of.__wrapped__(source, order).n_leaves
             for order in islice(orders, MOST_TRIED)}  # fmt: skip
    best, worst = min(sizes, key=sizes.get), max(sizes, key=sizes.get)
    return Extremes(best, worst, len(sizes), n_orders)


@lru_cache(maxsize=16)
def id3_leaves(source):
    """Leaves of ID3's tree, which may ask another feature in each branch."""
    return ID3().fit(source.X, source.y).tree_.n_leaves


@dataclass(frozen=True)
class OrderState:
    """A table and the order in which its features are asked."""

    source: Source
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
        found = extremes(self.source)
        return {
            "your order": self.tree.n_leaves,
            "best order": tree_of(self.source, found.best).n_leaves,
            "worst order": tree_of(self.source, found.worst).n_leaves,
            "ID3": id3_leaves(self.source),
        }

    def draw(self, figure):
        # Put by hand: finding room for labels would take longer than drawing them.
        above = figure.add_axes((0.01, 0.29, 0.98, 0.63))
        draw_levels(above, self.tree, self.order, self.source.y.name)
        draw_sizes(figure.add_axes((0.19, 0.01, 0.8, 0.24)), self.sizes)

    @property
    def words(self):
        found, sizes = extremes(self.source), self.sizes
        tried = f"all {found.n_tried} orders"
        if found.n_tried < found.n_orders:
            tried = f"{found.n_tried} orders drawn from {found.n_orders:,}"
        leaves = many(self.tree.n_leaves, "leaf", "leaves")
        return (
            f"{', '.join(self.order)}: {leaves}, depth {self.tree.depth}. Of {tried} the smallest "
            f"tree has {sizes['best order']}, the largest {sizes['worst order']}; ID3's has "
            f"{sizes['ID3']}."
        )


class OrderExplorer(Explorer):
    """One list per place; choosing a feature exchanges it with the one that was there."""

    def __init__(self, state):
        places = range(len(state.order))
        controls = {str(place): self._list(state, place) for place in places}
        super().__init__(state, controls, (8.0, 6.2))
        found = extremes(state.source)
        orders = {"table": tuple(state.source.features), "best": found.best, "worst": found.worst}
        self.buttons = {name: self._button(name, order) for name, order in orders.items()}
        self.children = [row_of(self.buttons.values()), *self.children]

    @staticmethod
    def _list(state, place):
        return ipw.Dropdown(
            options=state.order, value=state.order[place], description=f"question {place + 1}",
            layout={"width": "14em"},
        )  # fmt: skip

    def _button(self, name, order):
        button = ipw.Button(description=f"{name} order")
        button.tooltip = f"{name} order: {', '.join(order)}"
        button.on_click(lambda _: self.become(lambda: replace(self.state, order=order)))
        return button

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
    source = shipped(data) if isinstance(data, str) and target is None else Source.of(data, target)
    if not 1 <= len(source.features) <= MOST_FEATURES:
        raise ValueError(
            f"{source.name} has {len(source.features)} features: explore_order takes 1 to "
            f"{MOST_FEATURES}; leave some out"
        )
    # Data first, address last is the lecture's bad order; start there.
    return OrderExplorer(OrderState(source, tuple(reversed(source.features))))
