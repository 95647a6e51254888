"""Notebook 06: a column that names every row, and the measures that fall for it.

To find out: information gain falls for it however many rows there are; the gain ratio (E20) only
as long as they are few, because its denominator grows with log₂ n; and C4.5 is saved by another
rule: a question needs two branches with two rows each.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from functools import lru_cache

import ipywidgets as ipw
import numpy as np

from ..algorithms.c45 import C45
from ..inputs.errors import InputError
from ..measures.features import gain_ratio, information_gain
from ..plots.base.style import COLOURS, SIZE, behind, canvas, describe_as, ink, note, short
from ..plots.base.words import many
from ..typing import Data, Measure
from .base.samples import MANY, Sample, categories, shipped_options
from .base.touch import line_zone, with_key
from .base.view import Explorer

ID = "row id"
SHIPPED = ("buys_computer", "play_golf", "vegetation", "spam")
COPIES = (1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64, 128)
MOST_ROWS = 2000  # of all copies
FEW_ROWS = MOST_ROWS // 4
MEASURES: dict[str, Measure] = {
    "information gain, in bits": information_gain,
    "gain ratio": gain_ratio,
}
NARROW = 6.5  # inches; a figure that is not wider shows the gain ratio alone


@lru_cache(maxsize=64)
def table(source, n_copies):
    """(X, y) with the rows of a table several times, and an id that names each of them."""
    rows = np.tile(np.arange(len(source.y)), n_copies)
    X = source.X[categories(source)].iloc[rows].reset_index(drop=True)
    X.insert(0, ID, np.arange(1, len(rows) + 1))
    return X, source.y.iloc[rows].reset_index(drop=True)


@lru_cache(maxsize=256)
def scores(source, n_copies):
    """What each measure says of the id and of every feature."""
    X, y = table(source, n_copies)
    return {name: {f: measure(X[f], y) for f in X} for name, measure in MEASURES.items()}


@lru_cache(maxsize=128)
def first_question(source, n_copies, two_branches):
    """The feature at the root of C4.5's tree, None if it asks nothing."""
    X, y = table(source, n_copies)
    model = C45(two_branches=two_branches, max_depth=1, prune=False, collapse=False,
                categorical=list(X))  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it is an id is the subject here
        return getattr(model.fit(X, y).tree_.question, "feature", None)


@dataclass(frozen=True)
class IdState:
    """A table, how many copies of its rows, and whether C4.5 keeps its two-branches rule."""

    source: Sample
    n_copies: int = 1
    two_branches: bool = True
    moving_fields = ("n_copies",)
    smallest = (5.0, 2.9)

    def __post_init__(self):
        n = len(self.source.y)
        if n > FEW_ROWS or not categories(self.source):
            raise InputError(
                f"{self.source.name} has {n} rows: as data give a table with text or whole "
                f"numbers of at most {MANY} values, and at most {FEW_ROWS} rows to copy"
            )
        if self.n_copies not in self.stops:
            object.__setattr__(self, "n_copies", 1)

    @property
    def stops(self):
        """The numbers of copies that can be chosen."""
        return [n for n in COPIES if n * len(self.source.y) <= MOST_ROWS]

    @property
    def n_rows(self):
        return self.n_copies * len(self.source.y)

    @property
    def winners(self):
        """What information gain, gain ratio and C4.5 ask for."""
        best = [max(said, key=said.get) for said in scores(self.source, self.n_copies).values()]
        return (*best, first_question(self.source, self.n_copies, self.two_branches))

    def draw(self, figure):
        """By each measure the id, from the table itself to this number of rows, and the rest."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "information gain" if size[0] < NARROW else ""

    def draw_base(self, figure):
        """The best feature besides the id: copies change nothing about it."""
        measures = list(MEASURES)[-1 if self.left_out(figure.get_size_inches()) else 0 :]
        n = len(self.source.y)
        axes = figure.subplots(1, len(measures), squeeze=False)[0]
        for ax, measure in zip(axes, measures, strict=True):
            start = scores(self.source, 1)[measure]
            best = max((f for f in start if f != ID), key=start.get)
            canvas(ax).axhline(start[best], color=COLOURS[0], lw=2.5)
            named = f"{short(best, 14)} {start[best]:.3f}"
            high = 1.45 * max(start.values())  # with room for two lines of text
            ax.set_xscale("log", base=2)
            ax.set(xlim=(0.85 * n, 1.2 * n * self.stops[-1]), ylim=(0, high), xlabel="rows")
            # Beside the line, where the id does not come: above it at the end where it is lower.
            lower = [scores(self.source, k)[measure][ID] <= start[best] for k in self.stops]
            early = sum(lower) > len(lower) / 2
            at, up = ("right", 1) if early else ("left", 1 if lower[0] else -1)
            where = n * self.stops[-1 if early else 0], start[best]
            look = {"ha": at, "va": "bottom" if up > 0 else "top"}
            look |= {"color": COLOURS[0], "bbox": behind(ax)}
            note(ax, named, where, (0, 4 * up), **look)
            ticks = [n * copies for copies in self.stops if copies in (1, 4, 16, 64)]
            ax.set_xticks(ticks, map(str, ticks))
            ax.minorticks_off()
            ax.set_title(measure, fontsize=SIZE)

    def draw_moving(self, figure):
        """The id up to this number of rows."""
        copies = [n for n in self.stops if n <= self.n_copies]
        rows = [n * len(self.source.y) for n in copies]
        measures = list(MEASURES)[-len(figure.axes) :]
        for ax, measure in zip(figure.axes, measures, strict=True):
            said = [scores(self.source, n)[measure] for n in copies]
            ids = [each[ID] for each in said]
            ax.plot(rows, ids, "o-", color=COLOURS[5], lw=2.5, markersize=5)
            # At the top, where no line comes, on the side with more room.
            early = 2 * self.stops.index(self.n_copies) < len(self.stops)
            look = {"ha": "left" if early else "right", "va": "top", "bbox": behind(ax)}
            look["xycoords"] = ax.get_xaxis_transform()
            text = note(ax, f"{ID} {ids[-1]:.3f}", (rows[-1], 1), (6 if early else -6, 0), **look)
            line = ax.axvline(rows[-1], color=ink(ax), lw=1.5)
            with_key(measure, line, text)
            others = "; ".join(f"{f} {v:.4f}" for f, v in said[-1].items())
            describe_as(ax, f"{measure} with {self.n_rows} rows: {others}.")

    def zones(self, figure):
        """The number of rows is dragged, by each of the lines."""
        n = len(self.source.y)
        says = tuple(f"{n * copies} rows" for copies in self.stops)
        stops = [n * copies for copies in self.stops]
        measures = list(MEASURES)[-len(figure.axes) :]
        for ax, measure in zip(figure.axes, measures, strict=True):
            name = f"number of rows, {measure.partition(',')[0]}"
            about = {"id": measure, "name": name, "says": says, "moves": (measure,)}
            yield line_zone(ax, stops, self.n_rows, **about)

    def touched(self, _zone, value):
        """The line was dragged to a number of rows."""
        return replace(self, n_copies=value // len(self.source.y))

    @property
    def words(self):
        gain, ratio, c45 = self.winners
        rule = "with" if self.two_branches else "without"
        trap = "falls for the id" if ratio == ID else "does not fall for the id"
        times = many(self.n_copies, "copy", "copies")
        return (
            f"{self.n_rows} rows ({times} of {self.source.name}): information gain asks about "
            f"{gain}. The gain ratio asks about {ratio}: it {trap}. C4.5 {rule} its two-branches "
            f"rule asks about {c45 or 'nothing'}."
        )


def explore_id_column(data: Data = "buys_computer", target: str | None = None) -> Explorer:
    """Copy the rows of a table and see which measures fall for a column that names every row.

    Drag one of the two lines, which move together; copies change nothing but the number of rows.

    Parameters:
        data: the name of a data set of the course ("buys_computer" by default), a Dataset, or your
            own DataFrame, of up to 500 rows; features count that are text or whole numbers of at
            most 10 values.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.

    >>> people = explore_id_column()
    >>> people.touch("gain ratio", 70)
    >>> people.state.words.split(". ")[1]
    'The gain ratio asks about age: it does not fall for the id'
    """
    first = Sample.of(data, target)
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "two_branches": ipw.Checkbox(value=True, description="two-branches rule"),
    }
    return Explorer(IdState(first), controls, (8.0, 3.4))
