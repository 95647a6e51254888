"""Notebook 09: a regression tree on a noisy curve. Drag the depth, see steps and errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import ipywidgets as ipw
import numpy as np
from matplotlib.lines import Line2D
from pandas import DataFrame

from ..algorithms.regression import RegressionTree
from ..inputs.errors import InputError
from ..inputs.labels import as_numbers, same_length
from ..plots.base.lines import line_height, mark_place, quiet_grid
from ..plots.base.points import STRONG, key
from ..plots.base.style import FAINT, canvas, describe_as, ink
from ..plots.base.words import many
from ..plots.region_grid import Curve, VariedRows
from ..pruning.limits import limit
from ..typing import Values
from .base.touch import line_zone, with_key
from .base.view import Explorer

DEEPEST = 9
NEW_ROWS = 400  # rows that no tree has seen; they judge it
MANY = 150  # rows, from which on their marks are small
LOW = 3.8  # inches; a figure that is lower has no room for names and numbers at all axes
LETTERS = 22  # that fit above the errors
TREE = STRONG[0]
CURVES: dict[str, dict[str, Any]] = {
    "training rows": {"color": TREE, "marker": "o", "ls": "-"},
    "new rows": {"color": STRONG[1], "marker": "s", "ls": "--"},
}


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
    truth: Callable[[np.ndarray], np.ndarray] | None = None

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
    x, y = noisy_curve(n_rows, noise)
    new_x, new_y = noisy_curve(NEW_ROWS, noise, seed=1)
    return CurveLesson(x, y, new_x, new_y, truth=curve)


def own_lesson(x, y):
    """A lesson on the learner's numbers: half of the rows, chosen at random, judge the trees."""
    x, y = as_numbers(x, "x"), as_numbers(y, "y")
    same_length(x, y)
    if len(x) < 4:
        raise InputError(f"x has {len(x)} rows, too few to hold half of them back: give 4 or more")
    held = np.random.default_rng(0).permutation(len(x)) % 2 == 1
    return CurveLesson(x[~held], y[~held], x[held], y[held])


@dataclass(frozen=True)
class DepthState:
    """A depth, and the rows: made with some noise, or the learner's own."""

    depth: int = 2
    noise: float = 0.3
    n_rows: int = 80
    best: bool = False  # show the errors of all depths
    mine: CurveLesson | None = None
    moving_fields = ("depth",)
    smallest = (3.6, 2.0)  # without the names of the axes' values

    def __post_init__(self):
        low = self.stops[0]
        high = self.stops[-1]
        object.__setattr__(self, "depth", min(max(self.depth, low), high))

    @property
    def lesson(self):
        """The rows, and the trees of all depths."""
        return self.mine or noisy_lesson(self.n_rows, self.noise)

    @property
    def stops(self):
        """The depths there are; at 0 the error is so large that all others would look the same."""
        deepest = len(self.lesson.trees) - 1
        return range(min(1, deepest), deepest + 1)

    @property
    def tree(self):
        """The tree of this depth."""
        return self.lesson.trees[self.depth]

    def draw(self, figure):
        """The steps over the rows on the left; both errors, as far as the tree has grown, right."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """The rows, and room for the errors of all depths."""
        lesson = self.lesson
        is_low = figure.get_figheight() < LOW
        widths = {"width_ratios": (1, 1) if is_low else (1.5, 1), "wspace": 0.08}
        left, right = map(canvas, figure.subplots(1, 2, gridspec_kw=widths))
        look = {"color": FAINT, "mec": ink(left), "ms": 7 if len(lesson.x) < MANY else 4}
        left.plot(lesson.x, lesson.y, "o", alpha=0.5, **look)
        names = {"tree": Line2D([], [], color=TREE, lw=3)}
        if lesson.truth is not None:
            x = np.linspace(lesson.x.min(), lesson.x.max(), 200)
            [names["true curve"]] = left.plot(x, lesson.truth(x), ":", color=ink(left), lw=2)
        left.set(xlim=left.get_xlim(), ylim=left.get_ylim(), xlabel="x", ylabel="y")
        errors = np.array(list(lesson.errors.values()))[:, self.stops]
        top = (errors.max() or 1) / (1 - 1.2 * line_height(right))
        right.set(xlim=(self.stops[0] - 0.4, self.stops[-1] + 0.4), ylim=(0, top))
        right.set(xlabel="depth", ylabel="squared error")
        quiet_grid(right)
        for ax in (left, right):
            ax.locator_params(nbins=4)  # ticks are what takes longest to draw
        right.xaxis.get_major_locator().set_params(integer=True)
        signs = [Line2D([], [], ms=6, **look) for look in CURVES.values()]
        curves = [name.replace(" rows", "") for name in CURVES] if is_low else CURVES
        key(right, signs, curves, LETTERS)
        if is_low:
            key(left, names.values(), names, LETTERS)
            left.set_ylabel("")
            right.set_ylabel("")
        else:
            key(left, names.values(), names)
        if self.best:
            at = self.best_depth
            ring = {"marker": "o", "ms": 16, "mec": ink(right), "mfc": "none", "mew": 2}
            right.plot([at], [lesson.errors["new rows"][at]], clip_on=False, **ring)

    def draw_moving(self, figure):
        """The tree of this depth, and the errors up to it, or of all depths once asked for."""
        left, right = figure.axes
        curve = Curve(self.tree, VariedRows(self.lesson.frame, None, 1))
        edges = np.r_[curve.x[0], curve.jumps, curve.x[-1]]
        # Strong treads and thin risers: the steps of a deep tree do not cover its rows.
        gap = np.full(len(curve.steps), np.nan)
        treads = np.stack([edges[:-1], edges[1:], gap]), np.stack([curve.steps, curve.steps, gap])
        left.plot(curve.x, curve.y, color=TREE, lw=0.7, zorder=2.5)
        strong = {"color": TREE, "lw": 3, "solid_capstyle": "butt"}
        left.plot(*(side.T.ravel() for side in treads), zorder=3, **strong)
        shown = self.stops if self.best else range(self.stops[0], self.depth + 1)
        for name, look in CURVES.items():
            right.plot(shown, [self.lesson.errors[name][i] for i in shown], ms=6, lw=2, **look)
        with_key("depth", *mark_place(right, self.depth, f"depth {self.depth}"))
        describe_as(left, f"A step function of {many(len(curve.steps), 'value')} over the rows.")
        describe_as(right, f"Mean squared errors by depth: {'; '.join(map(self._errors, shown))}.")

    @property
    def best_depth(self):
        """The depth with the smallest error on new rows, and the smallest of those."""
        new = self.lesson.errors["new rows"]
        return min(self.stops, key=new.__getitem__)

    def _errors(self, depth):
        training, new = (three_digits(errors[depth]) for errors in self.lesson.errors.values())
        return f"depth {depth}: {training} on the training rows, {new} on new rows"

    def zones(self, figure):
        """The depth is dragged along the errors."""
        says = tuple(f"depth {stop}" for stop in self.stops)
        about = {"id": "depth", "name": "depth", "says": says, "moves": ("depth",)}
        yield line_zone(figure.axes[1], self.stops, self.depth, **about)

    def touched(self, _zone, value):
        """The tree has another depth."""
        return replace(self, depth=value)

    @property
    def words(self):
        """Steps and errors of this depth; which depth is best is said when asked for."""
        steps = many(self.tree.n_leaves, "step")
        errors = self._errors(self.depth).split(": ")[1]
        best = (
            f" On new rows the error is smallest at depth {self.best_depth}." if self.best else ""
        )
        return f"Depth {self.depth}, {steps}: mean squared error {errors}.{best}"


def three_digits(error):
    """An error in three digits, zeros at its end included, a large one in whole numbers.

    >>> three_digits(0.1302), three_digits(0.08917), three_digits(123.4), three_digits(45678.9)
    ('0.130', '0.0892', '123', '45679')
    """
    return f"{error:#.3g}" if 0 < error < 99.9 else f"{error:.0f}"


def explore_depth(x: Values | None = None, y: Values | None = None) -> Explorer:
    """Drag the depth of a regression tree: which depth has the smallest error on new rows?

    Both errors are drawn as far as the tree has grown; "show the best" draws them whole. Without
    arguments the rows come from a curve with noise (`noisy_curve`), whose noise and number of rows
    can be chosen. With your own rows, half of them judge the trees.

    Parameters:
        x, y: your own feature and target, both numbers, one per row; None by default.

    >>> curve = explore_depth()
    >>> curve.touch("depth", 9)
    >>> curve.state.words
    'Depth 9, 56 steps: mean squared error 0.0101 on the training rows, 0.156 on new rows.'
    """
    if (x is None) != (y is None):
        raise InputError("give x and y together, or neither")
    state = DepthState() if x is None else DepthState(mine=own_lesson(x, y))
    controls = {}
    if x is None:
        controls["noise"] = ipw.Dropdown(options=(0.0, 0.1, 0.3, 0.6), description="noise")
        controls["n_rows"] = ipw.Dropdown(options=(20, 80, 300), description="rows")
    controls["best"] = ipw.Checkbox(description="show the best")
    about = {
        "title": "How deep should a tree grow?",
        "does": "Drag the line to another depth: the steps and both errors follow.",
    }
    return Explorer(state, controls, (8.0, 4.2), **about)
