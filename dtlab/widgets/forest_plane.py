"""The plane of explore_forest: its cells, its rows, and where some of them can be dragged."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import floor, log10

import numpy as np

from ..algorithms.cart import CART
from ..engine.table import Table, encode
from ..kernels.ranks import rank
from ..plots.base.points import evenly
from ..plots.base.writing import digits
from ..plots.region_grid import VariedRows
from ..plots.regions import class_kinds
from .base.samples import Sample

GRID = 50  # cells along each side of the plane
LOOSE, TRIED = 4, 30  # rows that can be dragged, and those that are tried for it
HAND = 0.12  # the distance between them, as a share of the plane's width or height
STEPS = 30  # of a row that is dragged across the plane, from side to side


@dataclass(frozen=True, eq=False)
class Plane:
    """The first two numbers of a data set, the cells of their plane, and the rows in it."""

    data: Sample

    @cached_property
    def rows(self):
        """The rows, and what the features that are not drawn are held at."""
        return VariedRows(self.data.X, None, 2)

    @cached_property
    def edges(self):
        """x and y of the lines between the cells."""
        return [np.linspace(low, high, GRID + 1) for low, high in self.rows.spans()]

    @cached_property
    def cells(self):
        """A row for every cell."""
        centres = [(side[:-1] + side[1:]) / 2 for side in self.edges]
        return self.rows.at(*(side.ravel() for side in np.meshgrid(*centres)))

    @cached_property
    def columns(self):
        """[F, cells] the cells as trees read them."""
        return np.ascontiguousarray(encode(self.cells, self.cart._table.columns).T)

    @cached_property
    def cart(self):
        """One tree: CART, grown on all rows and free to use all features."""
        return CART().fit(self.data.X, self.data.y)

    @cached_property
    def signs(self):
        """The classes with their signs, and the position of each class among them."""
        return class_kinds(self.rows, self.data.y)

    @property
    def kinds(self):
        """The classes with their signs."""
        return self.signs[0]

    @cached_property
    def loose(self):
        """The rows that can be dragged: those without which one tree would change most.

        Of the rows next to its cuts; they are numbered among the rows that are drawn, and do not
        lie on each other.
        """
        known = self.data.X[self.rows.known]
        columns = {str(name): (name, column) for name, column in known.items()}
        n = len(self.rows.numbers[0])
        found: list[int] = []
        nodes = [(self.cart.tree_, np.arange(n))]
        while nodes and len(found) < TRIED:
            node, rows = nodes.pop(0)
            if node.question is None:
                continue
            name, column = columns[node.question.feature]
            sides = node.question.route(column.iloc[rows])
            children = [rows[sides == i] for i in range(len(node.children))]
            nodes += zip(node.children, children, strict=True)
            if name in self.rows.varied:
                away = np.abs(column.to_numpy(float, na_value=np.nan) - node.question.value)
                found += [int(child[away[child].argmin()]) for child in children if len(child)]
        places = np.transpose(self.rows.numbers) / np.ptp(list(self.rows.spans()), axis=1)
        apart: list[int] = []
        jumps = {row: self._change_without(row) for row in found}
        ranked = sorted(jumps, key=lambda row: jumps[row], reverse=True)
        for row in [*ranked, *evenly(n, 2 * LOOSE).tolist()]:
            if (np.abs(places[apart] - places[row]).max(axis=1) > HAND).all():
                apart.append(row)
        return apart[:LOOSE]

    def _change_without(self, row):
        """The share of the plane in which one tree answers otherwise if it has not seen a row."""
        others = np.arange(len(self.data.y)) != np.flatnonzero(self.rows.known)[row]
        answers = CART().fit(self.data.X[others], self.data.y[others]).predict(self.cells)
        return np.mean(answers != self._answers)

    @cached_property
    def _answers(self):
        """What one tree answers in the plane."""
        return self.cart.predict(self.cells)

    @cached_property
    def grids(self):
        """For each row that can be dragged the x and the y of where it can be, its own among them.

        All others have as few digits as they need.
        """
        return {row: [steps(values[row], *span) for values, span in
                      zip(self.rows.numbers, self.rows.spans(), strict=True)]
                for row in self.loose}  # fmt: skip

    @cached_property
    def sides(self):
        """The same with each number in words, for the zones of a figure."""
        return {row: [[(x, f"{title} {said(x)}") for x in side.tolist()]
                      for title, side in zip(self.rows.titles, grid, strict=True)]
                for row, grid in self.grids.items()}  # fmt: skip

    def home(self, row):
        """The number of a row's own place: crossings of its grid, from the lower left corner."""
        pairs = zip(self.grids[row], self.rows.numbers, strict=True)
        column, line = (int(np.abs(side - values[row]).argmin()) for side, values in pairs)
        return column + len(self.grids[row][0]) * line

    def place(self, row, number):
        """x and y of the place with a number."""
        xs, ys = self.grids[row]
        return xs[number % len(xs)], ys[number // len(xs)]

    def is_home(self, row, place):
        """Whether a row is where it belongs."""
        return place == self.home(row)

    def table(self, moved):
        """The training rows as trees read them, with a row in another place."""
        table = self.cart._table
        row, place = moved
        codes = table.codes.copy()
        numbers = list(table.numbers)
        for title, value in zip(self.rows.titles, self.place(row, place), strict=True):
            f = table.names.index(title)
            column = np.append(numbers[f], np.nan)[codes[f]]
            column[np.flatnonzero(self.rows.known)[row]] = value
            numbers[f], codes[f] = rank(column)
        return Table(table.columns, codes, numbers)


def steps(own, low, high):
    """From low to high in even steps, rounded, but for one, which is `own` itself.

    >>> steps(0.123456, 0, 3)[:3]
    array([0.02    , 0.123456, 0.22    ])
    """
    step = (high - low) / STEPS
    decimals = max(0, 1 - floor(log10(step)))
    around = np.arange(-floor((own - low) / step), floor((high - own) / step) + 1)
    return np.where(around == 0, own, np.round(own + around * step, decimals))


@lru_cache(maxsize=32)
def plane(data):
    """The plane of a data set."""
    return Plane(data)


def said(number):
    """A number in four digits, with the minus sign of the figure.

    >>> said(-1.408311)
    '−1.408'
    """
    return digits(number).replace("-", "−")
