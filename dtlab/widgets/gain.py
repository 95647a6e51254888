"""Notebooks 03 and 07: what a question gains, as the gap between an impurity's curve and a chord.

To find out: the gap is wide where the two groups lie far apart and neither is small; it is never
negative; and the error, whose curve is straight, gains nothing if both groups have one majority.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import ipywidgets as ipw
import numpy as np

from ..inputs.columns import read_levels
from ..inputs.errors import InputError
from ..inputs.values import show
from ..kernels import TIE
from ..measures.gains import table_gain
from ..measures.impurity import entropy, error, gini
from ..plots.base.points import evenly
from ..plots.base.writing import brief
from ..plots.chord import Split, draw_curve, draw_split, number, percent
from ..typing import Data, Impurity
from .base.samples import MANY, Sample, categories, is_numeric, shipped_options
from .base.touch import button_zone, point_zone, with_key
from .base.view import Explorer

SHIPPED = ("titanic", "spam", "phishing", "penguins", "toy_error_vs_entropy")
MEASURES: dict[str, Impurity] = {"entropy": entropy, "Gini": gini, "error": error}
GROUPS = "yes", "no"
MOST_STOPS = 120  # of a group that is dragged
AROUND = 0.75, 0.1, 0.55, 0.05  # inches left, right, below and above the axes
DOT = 0.03  # half of the side of what can be clicked at the mark of all rows


class Question(NamedTuple):
    """A question about a column that is answered by yes or no, and who answers what."""

    names: tuple  # of both groups
    counts: tuple  # of both groups: (rows of the class, other rows)
    column: str


@lru_cache(maxsize=32)
def the_class(sample):
    """(the class whose share is drawn, how many there are, which rows are of it, and are known)."""
    target = sample.y.name
    if is_numeric(sample.y):
        raise InputError(f"{target!r} has numbers: a gain on this curve needs classes to predict")
    levels, codes, _ = read_levels(sample.y, target)
    if len(levels) < 2:
        raise InputError(f"{target!r} needs two classes: it has {len(levels)}")
    chosen = 1 if len(levels) == 2 else int(np.bincount(codes[codes >= 0]).argmax())
    return levels[chosen], len(levels), codes == chosen, codes >= 0


@lru_cache(maxsize=32)
def questions(sample):
    """Every question by its name: two of the columns' values, one against the rest, or a number's.

    A number asks whether it is above 0 if that is its smallest value, otherwise above its median.
    """
    _, _, is_of_it, known = the_class(sample)
    found = {}
    for names, yes, there, column in asked(sample):
        there = there & known
        counts = tuple(
            (int((group & is_of_it).sum()), int((group & ~is_of_it).sum()))
            for group in (there & yes, there & ~yes)
        )
        if all(map(sum, counts)):
            found[names[0]] = Question(names, counts, column)
    if not found:
        raise InputError(
            f"{sample.name} has no column to ask about: give one with numbers, or with text of at "
            f"most {MANY} values"
        )
    return found


def asked(sample):
    """(names of both groups, who says yes, who says anything, the column) of every question."""
    few = categories(sample)
    for name in sample.features:
        column = sample.X[name]
        if name in few:
            levels, codes, _ = read_levels(column, name)
            for i in {0: (), 1: (), 2: (1,)}.get(len(levels), range(len(levels))):
                yield group_names(name, levels, i), codes == i, codes >= 0, name
        elif column.dtype.kind in "iuf":
            numbers = column.to_numpy(float)
            values = np.unique(numbers[~np.isnan(numbers)])
            place = int(np.searchsorted(values, np.nanmedian(numbers))) if values[0] else 0
            cut = values[min(place, len(values) - 2)]
            names = f"{name} > {brief(cut)}", f"{name} {'≤' if cut else '='} {brief(cut)}"
            yield names, numbers > cut, ~np.isnan(numbers), name


def group_names(name, levels, i):
    """What the rows with a value of a column are called, and what the others.

    >>> group_names("age", ("young", "old"), 1), group_names("windy", (False, True), 1)
    (('age = old', 'age = young'), ('windy', 'not windy'))
    """
    if levels == (False, True) and isinstance(levels[1], bool):
        return name, f"not {name}"
    rest = f"{name} = {show(levels[0])}" if len(levels) == 2 else f"{name} ≠ {show(levels[i])}"
    return f"{name} = {show(levels[i])}", rest


@dataclass(frozen=True)
class GainState:
    """A table, a question about it, and the groups: those of the data, or moved by hand.

    An unknown question becomes the first one.
    """

    source: Sample
    question: str | None = None
    measure: str = "entropy"
    first: int | None = None  # rows of the class among those who say yes; None: as in the data
    best: bool = False  # name the best question, and say which this one is
    moving_fields = ("question", "first", "best")
    smallest = (3.6, 2.0)

    def __post_init__(self):
        if self.question not in self.options["question"]:
            object.__setattr__(self, "question", self.options["question"][0])
        if self.first == self.asked.counts[0][0]:
            object.__setattr__(self, "first", None)

    @property
    def options(self):
        """What the controls offer."""
        return {"question": list(questions(self.source))}

    @property
    def asked(self):
        """The question with its groups."""
        return questions(self.source)[self.question]

    @property
    def impurity(self):
        """The function of the chosen measure."""
        return MEASURES[self.measure]

    @property
    def counts(self):
        """Of both groups: the rows of the class, and the others."""
        (k, other), (rest, more) = self.asked.counts
        by = 0 if self.first is None else self.first - k
        return (k + by, other - by), (rest - by, more + by)

    @property
    def split(self):
        """The groups as they are drawn."""
        label = show(the_class(self.source)[0])
        share = f"share with {self.source.y.name} = {label}"
        return Split(self.asked.names, self.counts, self.impurity, share)

    # ---------------------------------------------------------------- the figure

    def draw(self, figure):
        """The curve, both groups on it, and the gap."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What is the same for all questions: the curve."""
        figure.set_layout_engine("none")  # by hand, so that nothing moves with the labels
        width, height = figure.get_size_inches()
        left, right, bottom, top = AROUND
        inches = left, bottom, width - left - right, height - bottom - top
        place = np.divide(inches, (width, height) * 2)
        draw_curve(figure.add_axes(place), self.split)

    def draw_moving(self, figure):
        """The groups, the chord and the gap."""
        for group, mark in zip(GROUPS, draw_split(figure.axes[0], self.split), strict=True):
            with_key(group, mark)

    def zones(self, figure):
        """A group is dragged along the curve, and the other one answers: their sizes stay.

        Once they are moved, a click on the mark of all rows puts them back.
        """
        curve = figure.axes[0].child_axes[0]
        (k, other), (rest, _) = self.counts
        n, total, of_it = k + other, sum(map(sum, self.counts)), k + rest
        every = np.arange(max(0, n - (total - of_it)), min(of_it, n) + 1)
        own = self.asked.counts[0][0]
        stops = sorted({*every[evenly(len(every), MOST_STOPS)].tolist(), own, k})
        for group, name, size, values, value in (
            ("yes", self.asked.names[0], n, stops, k),
            ("no", self.asked.names[1], total - n, [of_it - stop for stop in stops[::-1]], rest),
        ):
            points = [(v / size, self.impurity((v, size - v))) for v in values]
            says = tuple(f"{v} of {size} rows" for v in values)
            about = {"id": group, "name": name, "says": says, "moves": (group,)}
            yield point_zone(curve, values, value, points, **about)
        if self.first is not None:
            x, y = of_it / total, self.split.heights[2]
            tall = DOT * curve.get_ylim()[1]
            back = "put the groups back as they are in the data"
            about = {"id": "back", "name": back, "tip": back}
            yield button_zone(curve, x - DOT, y + tall, x + DOT, y - tall, **about)

    def touched(self, zone, value):
        """A group has so many rows of the class now, or both are put back."""
        if zone == "back":
            return replace(self, first=None)
        if zone == "no":
            value = sum(k for k, _ in self.counts) - value
        return replace(self, first=value)

    # ---------------------------------------------------------------- the words

    @property
    def words(self):
        """Both groups, and what the question gains by each measure."""
        split = self.split
        rows, shares = split.table.sum(axis=1), split.shares
        said = [f"{name}: {n:,.0f} rows, {percent(p)}"
                for name, n, p in zip(split.names, rows, shares, strict=False)]  # fmt: skip
        gain = f"{number(split.heights[2])} − {number(split.after)} = {number(split.gain)}"
        others = [f"{name} {number(table_gain(split.table[:2], f))}"
                  for name, f in MEASURES.items() if name != self.measure]  # fmt: skip
        sentences = [
            f"{'; '.join(said)} {show(the_class(self.source)[0])}",
            f"Gain by {self.measure}: {gain}{split.unit}; by {', by '.join(others)}",
        ]
        if self.first is not None:
            k, other = self.asked.counts[0]
            sentences.append(f"Moved by hand: in the data {k:,} of the {k + other:,} are of it")
        elif self.best:
            sentences.append(self._rank())
        label, n_classes, _, known = the_class(self.source)
        if n_classes > 2:
            sentences.append(f"Of {n_classes} classes it is {show(label)} against the rest")
        left_out = int(len(known) - rows[2])
        if left_out:
            sentences.append(f"Rows without a value: {left_out:,}")
        return f"{'. '.join(sentences)}."

    def _rank(self):
        """Which of all questions it is; equal gains share a rank."""
        every = {name: float(table_gain(np.array(q.counts, float), self.impurity))
                 for name, q in questions(self.source).items()}  # fmt: skip
        mine, top = every[self.question], max(every, key=lambda name: every[name])
        rank = 1 + sum(gain > mine + TIE for gain in every.values())
        best = f"the best is {top} with {number(every[top])}"
        return f"Number {rank} of {len(every)} questions; {best}"


class GainExplorer(Explorer):
    """The groups are those of the data whenever another question is asked."""

    def changed(self, changes):
        """The state with some fields changed."""
        fresh = {"first": None} if {"source", "question"} & {*changes} else {}
        return super().changed(fresh | changes)


def explore_gain(
    data: Data = "titanic",
    target: str | None = None,
    feature: str | None = None,
    measure: str = "entropy",
) -> Explorer:
    """Choose a question, or drag its groups along the curve: the gain is the gap above the chord.

    Questions are answered by yes or no: is a column one of its values, is a number above 0 (if 0 is
    its smallest value, as with how often a word occurs) or above its median? With more than two
    classes the most frequent one is compared with the rest.

    Parameters:
        data: the name of a data set of the course ("titanic" by default), a Dataset, or your own
            DataFrame.
        target: the column of classes, needed for a DataFrame; None (default) is the data set's own.
        feature: the column to start with; None (default) is the first one.
        measure: "entropy" (default), "Gini" or "error".

    >>> ship = explore_gain("titanic", feature="sex")
    >>> ship.state.words.split(". ")[1]
    'Gain by entropy: 0.908 − 0.765 = 0.142 bits; by Gini 0.0908, by error 0.0990.'

    Lecture 001's toy tree, where the error gains nothing:
    >>> explore_gain("toy_error_vs_entropy", measure="error").state.words.split(". ")[1]
    'Gain by error: 0.333 − 0.333 = 0; by entropy 0.0206, by Gini 0.0124.'
    """
    first = Sample.of(data, target)
    if measure not in MEASURES:
        raise InputError(f"measure={measure!r} is none of {', '.join(map(repr, MEASURES))}")
    every = questions(first)
    start = next((name for name, q in every.items() if feature in (None, name, q.column)), None)
    if start is None:
        names = ", ".join(dict.fromkeys(q.column for q in every.values()))
        raise InputError(f"{feature!r} is no column of {first.name} to ask about: use {names}")
    controls = {
        "source": ipw.Dropdown(options=shipped_options(first, SHIPPED), description="data set"),
        "question": ipw.Dropdown(description="question"),
        "measure": ipw.ToggleButtons(options=list(MEASURES), description="measure", value=measure),
        "best": ipw.Checkbox(description="show the best"),
    }
    about = {
        "title": "What is a question worth?",
        "does": "Choose a question, or drag a blue dot: the gap above the line is the gain.",
    }
    return GainExplorer(GainState(first, start, measure), controls, (8.0, 4.0), **about)
