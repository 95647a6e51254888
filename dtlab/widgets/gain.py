"""Notebooks 03 and 07: what is left after a question, and what it costs to join its answers.

To find out: answers may leave us less sure than before, and yet the question gains; joining two
answers never gains more; and it costs nothing where both are mixed alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

import ipywidgets as ipw
import numpy as np

from ..inputs.errors import InputError
from ..inputs.labels import as_codes
from ..inputs.values import show
from ..kernels import TIE
from ..measures.features import information_gain
from ..measures.gains import cross_table, table_gain, table_remainder
from ..measures.impurity import entropy
from ..plots.base.style import (
    COLOURS,
    FAINT,
    HATCHES,
    canvas,
    cut,
    describe_as,
    ink,
    note,
    short,
    write,
)
from ..typing import Data, Impurity
from ..work.all_splits import subsets
from ..work.impurities import kind_of
from .base.samples import MANY, Sample, categories, shipped_options
from .base.touch import button_zone, with_key
from .base.view import Explorer

SHIPPED = ("spam", "mutations", "rain_cloud", "vegetation", "buys_computer", "play_golf", "titanic")
ROOM = 2.3  # width of the axes of bars, which need words behind them, in longest bars
LONGEST, LONGEST_NAME = 30, 16  # characters behind a bar and before it
LETTER = 0.098  # inches of a letter's width
NARROW = 7.5  # inches of a figure with little room


@lru_cache(maxsize=64)
def level_counts(sample, feature):
    """(class counts of each value of a feature, its values, the classes)."""
    codes, levels = as_codes(sample.X[feature], feature)
    table, _, classes = cross_table(codes, sample.y)
    return table, levels, classes


@lru_cache(maxsize=32)
def gains(sample, impurity):
    """The gain of every feature that is a category."""
    names = categories(sample)
    return {name: information_gain(sample.X[name], sample.y, impurity) for name in names}


@lru_cache(maxsize=64)
def two_parts(sample, feature, impurity):
    """What is left by each way to make two parts of a feature's values."""
    terms = subsets(sample.X[feature], sample.y, impurity).terms
    return {term.label: term.value for term in terms}


@dataclass(frozen=True)
class GainState:
    """A table, the feature that splits it, and which of its values are joined to one part.

    An unknown feature becomes the first one, and another feature's values are apart.
    """

    source: Sample
    feature: str | None = None
    impurity: Impurity = entropy
    parts: tuple = ()  # of tuples of values
    picked: tuple = ()  # the part that waits for another, if any
    best: bool = False  # name the best feature and the best two parts, and say which these are
    smallest = (5.0, 2.9)  # without the counts of the classes

    def __post_init__(self):
        features = categories(self.source)
        if not features:
            raise InputError(
                f"{self.source.name} has no features to choose from: as data give a table with "
                f"text or whole numbers, of at most {MANY} values"
            )
        if self.feature not in features:
            object.__setattr__(self, "feature", features[0])
        if {value for part in self.parts for value in part} != set(self.levels):
            object.__setattr__(self, "parts", tuple((level,) for level in self.levels))
        if self.picked not in self.parts:
            object.__setattr__(self, "picked", ())

    @property
    def options(self):
        return {"feature": categories(self.source)}

    @property
    def levels(self):
        return level_counts(self.source, self.feature)[1]

    @property
    def table(self):
        """Class counts of each part."""
        counts, levels, _ = level_counts(self.source, self.feature)
        return np.array([sum(counts[levels.index(level)] for level in p) for p in self.parts])

    @property
    def left(self):
        return float(table_remainder(self.table, self.impurity))

    @property
    def gain(self):
        return float(table_gain(self.table, self.impurity))

    @property
    def gains(self):
        """The gain of every feature, its values apart."""
        return gains(self.source, self.impurity)

    def name(self, part):
        """The values of a part, in their order."""
        return ", ".join(show(level) for level in self.levels if level in part)

    # ---------------------------------------------------------------- the figure

    def draw(self, figure):
        """A bar per part, as long as it is impure and as thick as it is large, under that of all.

        So its area is what the part adds to the remainder.
        """
        # Put by hand, with room for all values joined, so that nothing moves.
        kind = kind_of(self.impurity)
        letters = min(LONGEST_NAME, len(self.name(self.levels))) + 7
        wide = not self.left_out(figure.get_size_inches())
        left = LETTER * max(letters, 12) / figure.get_figwidth()
        ax = canvas(figure.add_axes((left, 0.02, 0.99 - left, 0.96)))
        rows = np.vstack((self.table.sum(axis=0), self.table))
        sizes = rows.sum(axis=1)
        impurities = [float(self.impurity(row)) for row in rows]
        for row, look in enumerate([{"color": FAINT}, *map(self._look, self.parts)]):
            thick = 0.9 * sizes[row] / sizes[0]
            (bar,) = ax.barh(row, impurities[row], thick, edgecolor=ink(ax), **look)
            if row:
                with_key(str(self.parts[row - 1][0]), bar)
        classes = [show(label) for label in level_counts(self.source, self.feature)[2]]
        longest = max(float(self.impurity(np.ones(len(classes)))), *impurities)
        for row, counts in enumerate(rows):
            listed = zip(map(float, counts), classes, strict=True)
            said = ", ".join(f"{show(n)} {label}" for n, label in listed if n)
            text = f"{kind.symbol} = {impurities[row]:.4f}"
            text = cut(f"{text}: {said}", LONGEST) if wide else text
            write(ax, 1.05 * longest, row, text, va="center", parse_math=False)
        draw_means(ax, impurities[0], self.left, len(rows))
        names = ["all", *map(self.name, self.parts)]
        cut_names = [f"{short(n, LONGEST_NAME)} ({n_rows:g})"
                     for n, n_rows in zip(names, sizes, strict=True)]  # fmt: skip
        ax.set_yticks(range(len(rows)), cut_names)
        ax.set(
            xlim=(0, longest * (ROOM if wide else 1.9)),
            ylim=(len(self.levels) + 0.6, -1.2),
            xticks=(),
        )
        ax.tick_params(length=0)
        ax.spines["bottom"].set_visible(False)
        seen = [f"{n} {kind.symbol} = {i:.4f}" for n, i in zip(names, impurities, strict=True)]
        describe_as(ax, f"{self.feature}, its parts and how impure they are: {'; '.join(seen)}. "
                        f"Mean of the parts: {self.left:.4f}.")  # fmt: skip

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "the counts of the classes" if size[0] <= NARROW else ""

    def _look(self, part):
        picked = part == self.picked
        return {"color": COLOURS[0 if picked else 1], "hatch": HATCHES[3 if picked else 1]}

    @property
    def size(self):
        """Width and height of the figure, in inches; the same however the values are joined."""
        return 8.0, 0.9 + 0.42 * (len(self.levels) + 1)

    def zones(self, figure):
        """Two parts are clicked to join them; a joined one twice to take it apart."""
        ax = figure.axes[0]
        left, right = ax.get_xlim()
        for row, part in enumerate(self.parts, start=1):
            does = f"join with {self.name(self.picked)}" if self.picked else "pick"
            if part == self.picked:
                does = "take apart" if len(part) > 1 else "let go"
            edges = left - 0.3 * right, row + 0.45, right, row - 0.45
            about = {"id": str(part[0]), "name": f"{self.name(part)}: {does}", "group": "parts"}
            yield button_zone(ax, *edges, lights=(about["id"],), **about)

    def touched(self, zone, _value):
        """A part was clicked: the first of two, or the second, or the same once more."""
        here = next(part for part in self.parts if str(part[0]) == zone)
        if not self.picked:
            return replace(self, picked=here)
        apart = [(value,) for value in here]
        new = apart if here == self.picked else [here + self.picked]  # it keeps its place and name
        others = [new if part == here else [part] for part in self.parts
                  if part == here or part != self.picked]  # fmt: skip
        return replace(self, parts=tuple(chain(*others)), picked=())

    # ---------------------------------------------------------------- the words

    @property
    def words(self):
        unit = f" {kind_of(self.impurity).unit}".rstrip()
        before = float(self.impurity(self.table.sum(axis=0)))
        said = f"{self.feature} leaves {self.left:.4f} of {before:.4f}{unit}: a gain of "
        if len(self.parts) == len(self.levels):
            said += f"{self.gain:.4f}{f', {self._rank(unit)}' if self.best else '.'}"
        else:
            cost = self.gains[self.feature] - self.gain
            said += f"{self.gain:.4f}, {cost:.4f} less than with all values apart."
        if self.best and len(self.parts) == 2 < len(self.levels):
            said += self._rank_of_two()
        if self.picked:
            again = ", or this one again to take it apart" if len(self.picked) > 1 else ""
            said += f" {self.name(self.picked)} is picked: click another to join them{again}."
        return said

    def _rank(self, unit):
        """Which of all features it is; equal gains share a rank."""
        every = self.gains
        rank = 1 + sum(gain > self.gain + TIE for gain in every.values())
        top = max(every, key=every.get)
        best = f"The best is {top} with {every[top]:.4f}{unit}."
        return f"number {rank} of {len(every)} features. {best}"

    def _rank_of_two(self):
        """Which of all ways to make two parts this one is."""
        every = two_parts(self.source, self.feature, self.impurity)
        rank = 1 + sum(left < self.left - TIE for left in every.values())
        top = min(every, key=every.get)
        best = f"The best is {top} against the rest, with {every[top]:.4f} left."
        return f" Number {rank} of the {len(every)} ways to make two parts. {best}"


def draw_means(ax, whole, left, n_rows):
    """Upright lines at the impurity of all rows and at the mean of the parts."""
    for x, name, style, side in (whole, "all", "-", 1), (left, "parts", "--", -1):
        ax.plot([x, x], [-0.6, n_rows - 0.4], style, color=ink(ax), lw=2)
        where = {"ha": "left" if side > 0 else "right"}
        note(ax, f"{name} {x:.4f}", (x, -0.6), (4 * side, 3), **where)


class GainExplorer(Explorer):
    """Nothing is joined or picked in another feature, even if its values have the same names."""

    def changed(self, changes):
        """The state with some fields changed."""
        fresh = {"parts": (), "picked": ()} if {"source", "feature"} & {*changes} else {}
        return super().changed(fresh | changes)


def explore_gain(
    data: Data = "spam",
    target: str | None = None,
    feature: str | None = None,
    impurity: Impurity = entropy,
) -> Explorer:
    """Choose a feature and see what each of its answers leaves, and what joining answers costs.

    Click two parts to join them, and a joined part twice to take it apart. "show the best" says how
    good this feature, or these two parts, are among all.

    Parameters:
        data: the name of a data set of the course ("spam" by default), a Dataset, or your
            own DataFrame; features are offered that are text or whole numbers of at most 10 values.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.
        feature: the feature to start with; None (default) is the first one.
        impurity: entropy (default), gini, error, or your own function of counts.

    >>> emails = explore_gain("spam")
    >>> emails.set(feature="UNKNOWN SENDER")
    >>> emails.state.words
    'UNKNOWN SENDER leaves 0.9183 of 1.0000 bits: a gain of 0.0817.'

    Lecture 004, CART: three ways to split income on buys_computer in two, 0.443, 0.458 and 0.450.
    >>> from dtlab import gini
    >>> income = explore_gain("buys_computer", feature="income", impurity=gini)
    >>> income.touch("low")
    >>> income.touch("medium")
    >>> income.set(best=True)
    >>> income.state.words.split(". ")[1] + "."
    'Number 1 of the 3 ways to make two parts.'
    """
    first = Sample.of(data, target)
    state = GainState(first, feature, impurity)
    if feature not in (None, state.feature):
        names = ", ".join(state.options["feature"])
        raise InputError(
            f"{feature!r} is not a feature of {first.name} with few values: use {names}"
        )
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "feature": ipw.Dropdown(description="feature"),
        "best": ipw.Checkbox(description="show the best"),
    }
    about = {
        "title": "What do the answers tell?",
        "does": "Click two answers to join them, and one that is joined to take it apart.",
    }
    return GainExplorer(state, controls, **about)
