"""Notebook 09: a regression tree on a noisy curve. Move the depth, see steps and errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import ipywidgets as ipw
import numpy as np
from pandas import DataFrame

from ..algorithms.regression import RegressionTree
from ..inputs.labels import as_numbers, same_length
from ..plots import plot_curves, plot_steps
from ..plots.base.words import many
from ..pruning.limits import limit
from ..typing import Values
from .base.view import Explorer

DEEPEST = 9
NEW_ROWS = 400  # rows that no tree has seen; they judge it


def curve(x):
    """The truth that noise hides: sin 2πx + 0.4 sin 6πx, a slow wave with a faster one on it."""
    return np.sin(2 * np.pi * x) + 0.4 * np.sin(6 * np.pi * x)


def noisy_curve(n_rows=80, noise=0.3, seed=0):
    """(x, y): n_rows even steps from 0 to 1, and the curve there plus normal noise.

    >>> x, y = noisy_curve(5, noise=0)
    >>> x.tolist(), y.round(2).tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.6, 0.0, -0.6, -0.0])
    """
    x = np.linspace(0, 1, n_rows)
    return x, curve(x) + noise * np.random.default_rng(seed).standard_normal(n_rows)


@dataclass(frozen=True, eq=False)
class CurveLesson:
    """Rows to learn from and rows to judge by, and the trees of every depth, grown once."""

    x: np.ndarray
    y: np.ndarray
    new_x: np.ndarray
    new_y: np.ndarray
    truth: object = None

    @cached_property
    def frame(self):
        """The training rows as a table of one column."""
        return DataFrame({"x": self.x})

    @cached_property
    def trees(self):
        """Cutting a tree at a depth gives what growing to that depth would."""
        full = RegressionTree(max_depth=DEEPEST).fit(self.frame, self.y).tree_
        return [limit(full, max_depth=depth) for depth in range(full.depth + 1)]

    @cached_property
    def errors(self):
        """Mean squared error of each depth, on the rows it learned from and on new ones."""
        pairs = {"training rows": (self.x, self.y), "new rows": (self.new_x, self.new_y)}
        return {
            name: [float(np.mean((tree.predict({"x": x}) - y) ** 2)) for tree in self.trees]
            for name, (x, y) in pairs.items()
        }


@lru_cache(maxsize=32)
def noisy_lesson(n_rows, noise):
    """A lesson on the noisy curve."""
    new = noisy_curve(NEW_ROWS, noise, seed=1)
    return CurveLesson(*noisy_curve(n_rows, noise), *new, truth=curve)


def own_lesson(x, y):
    """A lesson on the learner's numbers: half of the rows, chosen at random, judge the trees."""
    x, y = as_numbers(x, "x"), as_numbers(y, "y")
    same_length(x, y)
    if len(x) < 4:
        raise ValueError(f"x has {len(x)} rows, too few to hold half of them back: give 4 or more")
    held = np.random.default_rng(0).permutation(len(x)) % 2 == 1
    return CurveLesson(x[~held], y[~held], x[held], y[held])


@dataclass(frozen=True)
class DepthState:
    """A depth, and the rows: made with some noise, or the learner's own."""

    depth: int = 2
    noise: float = 0.3
    n_rows: int = 80
    mine: CurveLesson | None = None

    @property
    def lesson(self):
        return self.mine or noisy_lesson(self.n_rows, self.noise)

    @property
    def tree(self):
        """The tree of this depth, or the deepest there is."""
        return self.lesson.trees[min(self.depth, len(self.lesson.trees) - 1)]

    def draw(self, figure):
        # Put by hand: finding room for labels would take longer than drawing them.
        above = figure.add_axes((0.1, 0.5, 0.87, 0.45))
        below = figure.add_axes((0.1, 0.1, 0.65, 0.28))
        lesson = self.lesson
        model = {f"depth {self.tree.depth}": self.tree}
        plot_steps(model, lesson.frame, lesson.y, truth=lesson.truth, ax=above)
        depths = range(len(lesson.trees))
        mark = (self.tree.depth, f"depth {self.tree.depth}")
        plot_curves(depths, lesson.errors, "depth", "squared error", mark=mark, ax=below)
        for ax in (above, below):
            ax.locator_params(nbins=5)  # ticks are what takes longest to draw

    @property
    def words(self):
        at, (training, new) = self.tree.depth, self.lesson.errors.values()
        verdict = " No other depth does better on new rows." if at == np.argmin(new) else ""
        steps = many(self.tree.n_leaves, "step")
        errors = f"{training[at]:.3g} on the training rows, {new[at]:.3g} on new rows"
        return f"Depth {at}, {steps}: mean squared error {errors}.{verdict}"


def explore_depth(x: Values | None = None, y: Values | None = None) -> Explorer:
    """Move the depth of a regression tree and see its steps over the rows, and both errors.

    Without arguments the rows come from a curve with noise (`noisy_curve`), whose noise and number
    of rows can be chosen. With your own rows, half of them judge the trees.

    Parameters:
        x, y: your own feature and target, both numbers, one per row; None by default.

    >>> curve = explore_depth()
    >>> curve.set(depth=9)
    >>> curve.state.words
    'Depth 9, 56 steps: mean squared error 0.0101 on the training rows, 0.156 on new rows.'
    """
    if (x is None) != (y is None):
        raise ValueError("give x and y together, or neither")
    state = DepthState() if x is None else DepthState(mine=own_lesson(x, y))
    controls = {"depth": ipw.IntSlider(state.depth, 0, DEEPEST, description="depth")}
    if x is None:
        controls["noise"] = ipw.Dropdown(options=(0.0, 0.1, 0.3, 0.6), description="noise")
        controls["n_rows"] = ipw.Dropdown(options=(20, 80, 300), description="rows")
    return Explorer(state, controls, (8.0, 7.0))
