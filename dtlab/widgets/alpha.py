"""Notebook 10: drag α along the errors on training and validation rows, and see the tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..algorithms.cart import CART
from ..plots.base.lines import mark_place
from ..plots.base.style import canvas, describe_as
from ..plots.base.words import many
from ..plots.pruning import BEYOND, alpha_mark, check_path, draw_risks
from ..plots.tree.skeleton import draw_branches, name_classes
from ..pruning.cost_complexity import CostComplexityPath, cost_complexity_path
from ..typing import Data
from .base.samples import Sample, bundled, lecture, noisy_labels, options
from .base.touch import line_zone, with_key
from .base.view import Explorer

LOW = 4.5  # inches; the height of a figure with room for little text
MOST_ROWS = 2500  # of larger sets a sample is taken, so that dragging stays quick
# The prices that α can have, of two digits: twenty for each power of ten.
PRICES = sorted({float(f"{10**exponent:.2g}") for exponent in np.arange(-5, 0.3, 0.05)})


class Study(NamedTuple):
    """A tree grown on half of the rows, and the error of every subtree on the other half."""

    path: CostComplexityPath
    validation: np.ndarray


@lru_cache(maxsize=32)
def study(source, noise):
    """Grow CART on half of the rows, with a share of its labels wrong, and judge every subtree."""
    order = np.random.default_rng(0).permutation(len(source.y))[:MOST_ROWS]
    train, new = np.array_split(order, 2)
    labels = noisy_labels(source.y.iloc[train], noise)
    path = cost_complexity_path(CART().fit(source.X.iloc[train], labels).tree_)
    X, truth = source.X.iloc[new], source.y.iloc[new].to_numpy()
    errors = np.array([np.mean(tree.predict(X) != truth) for _, tree in path])
    check_path(path, {"validation": errors})
    return Study(path, errors)


@dataclass(frozen=True)
class AlphaState:
    """Which price α a leaf has, and how many of the labels that the tree learns from are wrong."""

    data: Sample
    alpha: float = 0.01
    noise: float = 0.1
    moving_fields = ("alpha",)
    smallest = (5.0, 2.9)  # with a low tree, and its classes not named

    def __post_init__(self):
        prices = np.array(self.prices)
        nearest = prices[np.argmin(np.abs(np.log(prices / max(self.alpha, PRICES[0]))))]
        object.__setattr__(self, "alpha", float(nearest))

    @property
    def prices(self):
        """The prices that lie on the axis: beyond the last kink only the root is left."""
        alphas = self.study.path.alphas
        return [price for price in PRICES if alphas[1] / 2 < price < BEYOND * alphas[-1]]

    @property
    def study(self):
        """The path and the errors on it; made once for each noise."""
        return study(self.data, self.noise)

    @property
    def subtree(self):
        """What is left of the tree at this α."""
        return self.study.path.subtree(self.alpha)

    @property
    def position(self):
        """The number of the subtree in the path."""
        return int(np.searchsorted(self.study.path.alphas, self.alpha, side="right")) - 1

    @property
    def words(self):
        """Leaves and errors at this α; where the validation error is lowest is for the reader."""
        path, errors = self.study
        k, n = self.position, len(self.data.y)
        leaves = many(int(path.n_leaves[k]), "leaf", "leaves")
        sampled = "" if n <= MOST_ROWS else f"A sample of {MOST_ROWS:,} of {n:,} rows. "
        return (
            f"{sampled}α = {self.alpha:.3g} keeps {leaves} of {path.tree.n_leaves}: "
            f"training error {path.risks[k]:.3f}, validation error {errors[k]:.3f}."
        )

    def draw(self, figure):
        """Above, errors against α; below, the tree with what is cut in faint lines."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """The errors, and room for the tree."""
        path, errors = self.study
        upper, lower = figure.subplots(2, 1, height_ratios=[3, 2])
        draw_risks(canvas(upper), path, {"validation": errors}, [], room=1)
        upper.set_ylabel("error per row")
        if figure.get_figheight() < LOW:
            upper.xaxis.set_label_coords(1.0, -0.02)
            upper.set_xlabel("α", ha="left", va="top")
        else:
            upper.set_xlabel("α, the price of a leaf")
        name_classes(lower, path.tree)

    def draw_moving(self, figure):
        """Where α is, and the tree that it leaves."""
        upper, lower = figure.axes
        with_key("alpha", *mark_place(upper, *alpha_mark(self.study.path, self.alpha)))
        draw_branches(lower, self.study.path.tree, self.subtree)
        about = f"Training and validation errors against α, on {self.data.name}."
        describe_as(upper, f"{about} {self.words}")

    def zones(self, figure):
        """The line at α can be dragged."""
        says = tuple(f"α = {price:g}" for price in self.prices)
        about = {"id": "alpha", "name": "α, the price of a leaf", "moves": ("alpha",)}
        yield line_zone(figure.axes[0], self.prices, self.alpha, says=says, **about)

    def touched(self, _zone, value):
        """The line was dragged."""
        return replace(self, alpha=value)


def explore_alpha(
    data: Data | None = None,
    target: str | None = None,
    alpha: float = 0.0032,
    noise: float = 0.1,
) -> Explorer:
    """Drag the price α of a leaf: training error rises, validation error falls and rises again.

    Parameters:
        data: the name of a data set of the course, a Dataset, or your own DataFrame; None (default)
            offers three: breast cancer and wine, both bundled with scikit-learn, and titanic.
        target: the column of classes, needed for a DataFrame; None (default) is the data set's own.
        alpha: the price to start with, of two digits; 0.0032 by default.
        noise: the share of the training labels, 0 to 0.4, that is replaced by another class; 0.1 by
            default.

    >>> prices = explore_alpha("titanic", noise=0.0)
    >>> prices.set(alpha=0.01)
    >>> prices.state.words
    'α = 0.01 keeps 2 leaves of 14: training error 0.227, validation error 0.221.'
    """
    known = [bundled("breast_cancer"), bundled("wine"), lecture("titanic")]
    sources = known if data is None else [Sample.of(data, target)]
    controls = {
        "noise": ipw.FloatSlider(noise, min=0, max=0.4, step=0.05, description="wrong labels"),
        "data": ipw.Dropdown(options=options(sources), description="data"),
    }
    return Explorer(AlphaState(sources[0], alpha, noise), controls, (8.0, 6.5))
