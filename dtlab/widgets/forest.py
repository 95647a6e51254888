"""A forest grows, and a row is dragged: one tree jumps, the forest hardly moves. Notebook 11."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import ipywidgets as ipw
import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, PathPatch

from ..plots.base.lines import line_height, mark_place, quiet_grid
from ..plots.base.style import (
    COLOURS,
    area,
    blank,
    canvas,
    describe_as,
    ink,
    legend,
    marked,
    note,
    short,
)
from ..plots.base.words import many
from ..plots.regions import paint, path_of
from ..typing import Values
from .base.samples import Sample, options, samples, two_irises, two_moons
from .base.touch import line_zone, plane_zone, with_key
from .base.view import Explorer
from .forest_growing import FEW, N_TREES, alone, grown, together
from .forest_plane import plane, said

FEATURES = {"one feature": 1, "square root": "sqrt", "all features": "all"}
NARROW = {"handlelength": 1.5, "columnspacing": 1, "labelspacing": 0.2, "borderpad": 0}
ALONE, SHORT = "CART on all rows", "CART"  # the single tree, and its name where a title is long
CHANGED = 0.55  # of a class's colour, where its answer is new
LOW = 3.2  # inches; a figure that is lower has no room for names and numbers at all axes


@dataclass(frozen=True)
class ForestState:
    """A data set, a forest's number of trees, features at each question and seed, a moved row."""

    data: Sample
    n_trees: int = 10
    max_features: object = "sqrt"
    seed: int = 0
    moved: tuple | None = None  # (row, place)
    back: int | None = None  # the row that went back to its place when this one was moved
    moving_fields = ("n_trees", "max_features", "seed", "moved", "back")
    smallest = (3.6, 2.0)  # without the names of the axes

    def __post_init__(self):
        moved = self.moved
        if moved and (moved[0] not in self.plane.loose or self.plane.is_home(*moved)):
            object.__setattr__(self, "moved", None)
        if self.moved is None:
            object.__setattr__(self, "back", None)

    @property
    def plane(self):
        """The plane and the rows in it."""
        return plane(self.data)

    @property
    def grown(self):
        """The forest and its errors, with the row where it was moved to."""
        return grown(*self._setting(self.moved))

    def _setting(self, moved):
        n = FEW if self.n_trees <= FEW else N_TREES
        return self.data, self.max_features, self.seed, moved, n

    @cached_property
    def answers(self):
        """What one tree and the forest answer: (in every cell now, whether that has changed)."""
        places = self.moved, None
        tree = [alone(self.data, moved) for moved in places]
        forest = [together(self.n_trees, *self._setting(moved)) for moved in places]
        return [(now, now != before) for now, before in (tree, forest)]

    def draw(self, figure):
        """One tree and the forest side by side; below them the errors by number of trees."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """The rows in both planes, and room for the errors of all forests."""
        is_low = figure.get_figheight() < LOW
        heights = (1.7, 1) if is_low else (2.6, 1)
        grid = figure.add_gridspec(2, 12, height_ratios=heights, wspace=0.2)
        cells = grid[0, :6], grid[0, 6:], grid[1, : 7 if is_low else 8]
        left, right, below = (canvas(figure.add_subplot(cell)) for cell in cells)
        signs = blank(figure.add_subplot(grid[1, 7 if is_low else 8 :]))
        where = self.plane
        for ax in (left, right):
            self._draw_rows(ax)
            ax.set(xlim=where.edges[0][[0, -1]], ylim=where.edges[1][[0, -1]])
            ax.set_title(" ")  # room for what is written there
            ax.set(xlabel=short(where.rows.titles[0]), ylabel=short(where.rows.titles[1]))
            ax.locator_params(nbins=3)  # ticks are most of what a redraw costs
            if is_low:
                ax.set(xlabel="", ylabel="", xticks=(), yticks=())
        right.set(ylabel="", yticks=())
        first = grown(self.data, "sqrt", 0, None, FEW)  # more trees err less
        top = 1.3 * np.nanmax([*first.training, *first.out_of_bag, 0.01])
        below.set(xlim=(0, N_TREES + 1), ylim=(0, top / (1 - 1.2 * line_height(below))))
        below.set(xlabel="" if is_low else "trees", ylabel="" if is_low else "error")
        below.locator_params(nbins=4)
        below.locator_params(axis="y", nbins=3)
        quiet_grid(below)
        self._draw_signs(signs)

    def _draw_rows(self, ax):
        """The rows that stay where they are."""
        stays = ~np.isin(np.arange(len(self.plane.rows.numbers[0])), self.plane.loose)
        for kind in self.plane.kinds:
            mine = kind.rows[: len(stays)] & stays
            ax.plot(*(c[mine] for c in self.plane.rows.numbers), **mark(ax, kind, 6))

    def _draw_signs(self, ax):
        """What the colours and lines mean."""
        found = self.plane.kinds
        signs = {kind.name: (Patch(**area(ax, kind.colour)),
                             Line2D([], [], **mark(ax, kind, 6)))
                 for kind in found}  # fmt: skip
        signs |= {name: Line2D([], [], **look) for name, look in curves(ax).items()}
        legend(ax, signs.values(), signs, loc="center left", **NARROW).set_in_layout(False)

    def draw_moving(self, figure):
        """What both answer, the rows that can be dragged, and the errors up to this forest."""
        *planes, below, _ = figure.axes
        names = ALONE, many(self.n_trees, "tree")
        if self.moved and figure.get_figheight() < LOW:
            names = SHORT, names[1]
        where = self.plane
        found = self.grown
        for ax, name, (now, changed) in zip(planes, names, self.answers, strict=True):
            paint(ax, where.edges, where.kinds, now)
            for i, kind in enumerate(where.kinds):  # what has changed is darker
                look = {"fc": kind.colour, "alpha": CHANGED, "lw": 0, "zorder": 1}
                ax.add_artist(PathPatch(path_of(changed & (now == i), where.edges), **look))
            self._draw_loose(ax)
            said = f"{name}: {changed.mean():.1%} changed" if self.moved else name
            is_low = figure.get_figheight() < LOW
            note(
                ax,
                said.removesuffix(" changed") if is_low else said,
                (0, 1),
                (0, 5),
                xycoords="axes fraction",
            ).set_in_layout(False)
            areas = [f"{kind.label} {(now == i).mean():.0%}" for i, kind in enumerate(where.kinds)]
            describe_as(ax, f"{said}. Shares of the plane: {', '.join(areas)}.")
        for name, look in curves(below).items():
            values = found.training if name == "training" else found.out_of_bag
            x = range(1, self.n_trees + 1)
            y = values[: self.n_trees]
            below.add_artist(Line2D(x, y, markevery=[-1], **look))  # no limits to look for
        with_key("n_trees", *mark_place(below, self.n_trees, names[1]))
        describe_as(below, f"Errors by number of trees. {self.words}")

    def _draw_loose(self, ax):
        """The rows that can be dragged, each under a name of its own."""
        for row in self.plane.loose:
            at = self._place(row)
            [kind] = (kind for kind in self.plane.kinds if kind.rows[row])
            x, y = self.plane.place(row, at)
            look = {**mark(ax, kind, 11), "mec": ink(ax), "mew": 2, "zorder": 4}
            with_key(f"row {row}", ax.add_artist(Line2D([x], [y], **look)))

    def _place(self, row):
        """The place at which a row is."""
        if self.moved and self.moved[0] == row:
            return self.moved[1]
        return self.plane.home(row)

    def zones(self, figure):
        """Some rows can be dragged across the plane, and the number of trees along the errors."""
        for row in self.plane.loose:
            columns, lines = self.plane.sides[row]
            about = {"id": f"row {row}", "name": f"row {row}", "moves": (f"row {row}",)}
            yield plane_zone(figure.axes[0], columns, lines, self._place(row), **about)
        stops = range(1, N_TREES + 1)
        about = {"id": "n_trees", "name": "trees", "moves": ("n_trees",)}
        says = tuple(many(stop, "tree") for stop in stops)
        yield line_zone(figure.axes[2], stops, self.n_trees, says=says, **about)

    def touched(self, zone, value):
        """A row is in another place, or there are more or fewer trees."""
        if zone == "n_trees":
            return replace(self, n_trees=value)
        row = int(zone.removeprefix("row "))
        moved = self.moved
        back = moved[0] if moved and moved[0] != row else self.back
        return replace(self, moved=(row, value), back=back)

    @property
    def words(self):
        """The errors in numbers, and how much of the plane has changed."""
        k = self.n_trees
        found = self.grown
        said = [
            f"{many(k, 'tree')}, seed {self.seed}: error {found.out_of_bag[k - 1]:.3f} out of bag "
            f"({found.judged[k - 1]} of {len(self.data.y)} rows), "
            f"{found.training[k - 1]:.3f} on the training rows."
        ]
        if self.moved:
            said.append(self._change_in_words(*self.moved))
        else:
            said.append("Drag one of the large marks, or move it by the arrow keys.")
        if self.plane.rows.held:
            said.append(f"Held still: {self.plane.rows.held}.")
        return " ".join(said)

    def _change_in_words(self, row, place):
        at = zip(self.plane.rows.titles, self.plane.place(row, place), strict=True)
        alone, together = (f"{changed.mean():.1%}" for _, changed in self.answers)
        where = ", ".join(f"{name} {said(value)}" for name, value in at)
        back = "" if self.back is None else f" Row {self.back} is back in its place."
        return (
            f"Row {row} is now at {where}: {ALONE} changes {alone} of the plane, "
            f"{many(self.n_trees, 'tree')} {together}.{back}"
        )


def mark(ax, kind, size):
    """The look of a row's mark."""
    return {**marked(ax, kind.colour, kind.marker, size), "zorder": 3}


def curves(ax):
    """The look of both curves of errors; none has a colour of the first classes."""
    return {
        "out of bag": {"color": ink(ax), "ls": "-", "lw": 2, "marker": "o", "ms": 5},
        "training": {"color": COLOURS[2], "ls": "--", "lw": 2, "marker": "s", "ms": 5},
    }


def explore_forest(X: pd.DataFrame | None = None, y: Values | None = None) -> Explorer:
    """Drag a row across the plane: how much changes what one tree answers, and what a forest?

    The number of trees is dragged along the errors. The four rows that can be dragged matter most
    to the single tree, which is CART on all rows. Without arguments two overlapping crescents and
    two kinds of iris; your own data are added to them.

    Parameters:
        X: your own features, a DataFrame with at least two numbers, of which the first two are
            drawn; None by default.
        y: their classes, one per row; None by default.

    >>> forest = explore_forest()
    >>> forest.touch("n_trees", 1)
    >>> forest.state.words.split(", 0")[0]
    '1 tree, seed 0: error 0.188 out of bag (32 of 100 rows)'
    """
    found = samples(X, y, [two_moons(100, seed=6), two_irises()])
    controls = {
        "data": ipw.Dropdown(options=options(found), value=found[0], description="data"),
        "max_features": ipw.Dropdown(options=FEATURES.items(), description="features per question"),
        "seed": ipw.IntSlider(0, 0, 9, description="seed"),
    }
    about = {
        "title": "One tree and a forest",
        "does": "Drag a large mark across the plane, or the line to another number of trees.",
    }
    return Explorer(ForestState(found[0]), controls, (8.0, 4.4), **about)
