"""Notebook 10: drag the price α of a leaf; errors on training and validation rows and the tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..algorithms.cart import CART
from ..inputs.errors import InputError
from ..inputs.values import check_number
from ..plots.base.lines import draw_lines, mark_place
from ..plots.base.style import COLOURS, FAINT, canvas, describe_as, ink
from ..plots.base.words import many
from ..plots.pruning import BEYOND, alpha_mark, check_path, draw_risks, smallest
from ..plots.pruning import STEPS as DRAWN
from ..plots.tree.skeleton import Skeleton
from ..pruning.cost_complexity import CostComplexityPath, cost_complexity_path
from ..tree.text import questioned
from ..typing import Data
from .base.samples import Sample, bundled, lecture, noisy_labels, options
from .base.touch import button_zone, line_zone, with_key
from .base.view import Explorer

MOST_ROWS = 2500  # of larger sets a sample is taken, so that the line stays quick
# The prices at which the line stops beside those where the tree changes: twenty a power of ten.
STEPS = (1, 1.1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8, 9)
PRICES = np.array([float(f"{step}e{power}") for power in range(-6, 2) for step in STEPS])
LOW = 4.0  # inches; the height of a figure with room for little text
NODE = 0.1  # half of the side of what can be clicked at a node, in units of the skeleton


class Study(NamedTuple):
    """A tree grown on half of the rows, and the error of every subtree on the other half."""

    path: CostComplexityPath
    validation: np.ndarray
    skeleton: Skeleton
    prices: np.ndarray  # of each node, the α from which on it is a leaf or gone


@lru_cache(maxsize=32)
def study(source, noise):
    """Grow CART on half of the rows, with a share of its labels wrong, and judge every subtree."""
    order = np.random.default_rng(0).permutation(len(source.y))[:MOST_ROWS]
    train, new = np.array_split(order, 2)
    labels = noisy_labels(source.y.iloc[train], noise)
    path = cost_complexity_path(CART().fit(source.X.iloc[train], labels).tree_)
    X = source.X.iloc[new]
    truth = source.y.iloc[new].to_numpy()
    errors = np.array([np.mean(tree.predict(X) != truth) for _, tree in path])
    check_path(path, {"validation": errors})
    skeleton = Skeleton(path.tree)
    prices = path.cut_at.copy()
    for item in skeleton.items:  # parents first: what is below a leaf is gone
        if item.parent is not None:
            above = skeleton.items[item.parent].number
            prices[item.number] = min(prices[item.number], prices[above])
    return Study(path, errors, skeleton, prices)


def last_up_to(values, limit):
    """The place of the last of some rising values that is not above a limit."""
    return int(np.searchsorted(values, limit, side="right")) - 1


@dataclass(frozen=True)
class AlphaState:
    """Which price α a leaf has, and how many of the labels that the tree learns from are wrong."""

    data: Sample
    alpha: float = 0.01
    noise: float = 0.1
    best: bool = False  # mark the smallest validation error
    before: float | None = None  # where the line stood when a node was clicked
    moving_fields = ("alpha", "before")
    smallest = (3.6, 2.0)  # inches; with a low tree

    def __post_init__(self):
        check_number(self.alpha, "alpha")
        if not self.alpha >= 0:
            raise InputError(f"alpha={self.alpha!r} is the price of a leaf: give a number from 0")

    @property
    def study(self):
        """The path and the errors on it; made once for each noise."""
        return study(self.data, self.noise)

    @property
    def position(self):
        """The number of the subtree in the path."""
        return last_up_to(self.study.path.alphas, self.alpha)

    @property
    def stops(self):
        """The prices that the line can have: round ones on the axis, and all that cut something."""
        alphas = self.study.path.alphas
        ends = np.searchsorted(PRICES, (alphas[1] / 2, BEYOND * alphas[-1]))
        return np.union1d(alphas, PRICES[slice(*ends)]).tolist()

    @property
    def price(self):
        """Where the line stands: the stop before α, which keeps the same tree."""
        return self.stops[last_up_to(self.stops, self.alpha)]

    @property
    def cuts(self):
        """The numbers of the nodes that are leaves at this α."""
        return set(np.flatnonzero(self.study.path.cut_at <= self.price).tolist())

    @property
    def words(self):
        """Leaves and errors at this α; where the validation error is lowest is for the reader."""
        path, errors = self.study.path, self.study.validation
        k = self.position
        n = len(self.data.y)
        leaves = many(int(path.n_leaves[k]), "leaf", "leaves")
        sampled = "" if n <= MOST_ROWS else f"A sample of {MOST_ROWS:,} of {n:,} rows. "
        said = (
            f"{sampled}α = {self.price:.3g} keeps {leaves} of {path.tree.n_leaves}: "
            f"training error {path.risks[k]:.3f}, validation error {errors[k]:.3f} per row."
        )
        return f"{said} {self.best_words}" if self.best else said

    @property
    def best_words(self):
        """Where the validation error is lowest."""
        path, errors = self.study.path, self.study.validation
        k = smallest(errors)
        to = "" if k == len(path) - 1 else f" to below {path.alphas[k + 1]:.3g}"
        leaves = many(int(path.n_leaves[k]), "leaf", "leaves")
        place = f"from α = {path.alphas[k]:.3g}{to}, with {leaves}"
        return f"The validation error is lowest, {errors[k]:.3f}, {place}."

    def draw(self, figure):
        """Above, errors against α; below, the tree with what is cut in faint lines."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays when α moves: the curves, and the whole tree in faint lines."""
        path, errors, skeleton, _ = self.study
        upper, lower = figure.subplots(2, 1, height_ratios=[3, 2])
        is_low = figure.get_figheight() < LOW
        # room for both marks whether or not the best is shown, so that the curves stay
        draw_risks(canvas(upper), path, {"validation": errors}, [], room=1 if is_low else 2)
        upper.set_ylim(bottom=0)
        recolour(upper)
        if not self.best:  # up to α it is drawn; the name beside it stays
            next(line for line in upper.lines if line.get_label() == "validation").remove()
        upper.set_ylabel("error per row")
        if is_low:
            upper.xaxis.set_label_coords(1.0, -0.02)
            upper.set_xlabel("α", ha="left", va="top")
        else:
            upper.set_xlabel("α, the price of a leaf")
        if self.best:
            k = smallest(errors)
            word = f"lowest: {errors[k]:.3f} at α = {path.alphas[k]:.3g}"
            _, written = mark_place(upper, path.alphas[k], word, row=1)
            written.set_visible(not is_low)  # the sentence says it, too
        skeleton.draw_faint(lower)

    def draw_moving(self, figure):
        """The line at α, a band over all prices that keep the same tree, and that tree."""
        upper, lower = figure.axes
        path = self.study.path
        k = self.position
        if not self.best:
            draw_so_far(upper, path, self.study.validation, self.price)
        place, word = alpha_mark(path, self.price)
        with_key("alpha", *mark_place(upper, place, word, linestyle="-"))
        same = [*path.alphas, BEYOND * path.alphas[-1]][k : k + 2]
        upper.axvspan(*same, color=FAINT, alpha=0.18, lw=0, zorder=0)
        self.study.skeleton.draw_kept(lower, self.cuts)
        about = f"Training and validation errors against α, on {self.data.name}."
        describe_as(upper, f"{about} {self.words}")

    def zones(self, figure):
        """The line can be dragged; a node of the tree sends it to the price of its branches."""
        upper, lower = figure.axes
        path, _, skeleton, prices = self.study
        said = tuple(alpha_mark(path, stop)[1] for stop in self.stops)
        about = {"id": "alpha", "name": "α, the price of a leaf", "says": said}
        yield line_zone(upper, self.stops, self.price, moves=("alpha",), **about)
        for item, box in skeleton.placed:
            if not item.is_leaf:
                price = f"cut from α = {prices[item.number]:.3g} on"
                name = f"{questioned(item.node)} {price}"
                about = {"id": f"node {item.number}", "name": name, "tip": name, "group": "nodes"}
                corners = box.x - NODE, box.y + NODE, box.x + NODE, box.y - NODE
                yield button_zone(lower, *corners, **about)

    def touched(self, zone, value):
        """The line was dragged, or a node was clicked: it is cut, or put back if it was.

        Then the line goes back to where it stood, or to the last price that keeps the node.
        """
        if zone == "alpha":
            return replace(self, alpha=value, before=None)
        alphas = self.study.path.alphas
        price = self.study.prices[int(zone.split()[1])]
        if price > self.alpha:
            return replace(self, alpha=float(price), before=self.alpha)
        back = self.before
        if back is None or back >= price:
            back = float(alphas[alphas < price][-1])
        return replace(self, alpha=back, before=None)


def draw_so_far(ax, path, errors, price):
    """The validation error as far as the line has come: the rest is for the reader to find out."""
    k = last_up_to(path.alphas, price)
    known = np.full(len(errors) - k, np.nan)
    x = np.concatenate([path.alphas[: k + 1], [price], path.alphas[k + 1 :], [price]])
    y = np.concatenate([errors[: k + 1], [errors[k]], known])
    # after the training error, so that it looks as in the whole figure
    draw_lines(ax, x, {"_": np.full(len(x), np.nan), "_so far": y}, {}, **DRAWN)
    recolour(ax)


def recolour(ax):
    """The errors in ink, without markers: colours and markers are those of the classes below."""
    for line in ax.lines:
        if line.get_color() in COLOURS:
            line.set(color=ink(ax), marker="")


def explore_alpha(
    data: Data | None = None,
    target: str | None = None,
    alpha: float = 0.003,
    noise: float = 0.1,
) -> Explorer:
    """Drag the price α of a leaf: training error rises; what does the error on new rows do?

    The validation error is drawn as far as the line has come; "show the best" draws all of it. A
    click on a node of the tree goes to the price at which it is cut; a second click goes back to
    where the line stood.

    Parameters:
        data: the name of a data set of the course, a Dataset, or your own DataFrame; None (default)
            offers three: breast cancer and wine, both bundled with scikit-learn, and titanic.
        target: the column of classes, needed for a DataFrame; None (default) is the data set's own.
        alpha: the price to start with, from 0 up; 0.003 by default.
        noise: the share of the training labels, 0 to 0.4, that is replaced by another class; 0.1 by
            default.

    >>> prices = explore_alpha("titanic", noise=0.0)
    >>> prices.set(alpha=0.01)
    >>> prices.state.words
    'α = 0.01 keeps 2 leaves of 14: training error 0.227, validation error 0.221 per row.'
    """
    known = [bundled("breast_cancer"), bundled("wine"), lecture("titanic")]
    sources = known if data is None else [Sample.of(data, target)]
    controls = {
        "noise": ipw.FloatSlider(
            noise, min=0, max=0.4, step=0.05, description="wrong training labels"
        ),
        "data": ipw.Dropdown(options=options(sources), description="data"),
        "best": ipw.Checkbox(description="show the best", indent=False, layout={"width": "10em"}),
    }
    about = {
        "title": "The price of a leaf",
        "does": "Drag the line to another price, or click a node to cut it off.",
    }
    return Explorer(AlphaState(sources[0], alpha, noise), controls, (8.0, 4.6), **about)
