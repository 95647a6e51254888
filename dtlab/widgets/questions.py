"""Notebook 01: the question-order game. Choose what to ask first, see how long it takes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import ipywidgets as ipw

from ..algorithms.smallest_tree import tree_in_order
from ..inputs.values import show
from ..plots import plot_tree
from ..plots.base.style import canvas, describe_as, draw_bars, short
from ..plots.base.words import many
from ..typing import Data
from .base.samples import Sample
from .base.view import Explorer

NOBODY = "nobody"
MOST_NAMED = 8  # rows that are called by their names in the figure
MOST_BUTTONS = 5  # features that are offered as buttons; more come as a list


@lru_cache(maxsize=256)
def tree_and_lengths(source, order):
    """(tree, questions it takes for each row) if the features are asked in this order."""
    tree = tree_in_order(source.X, source.y, list(order))
    return tree, tree.questions(source.X)


@lru_cache(maxsize=32)
def fewest(source):
    """The lowest average over all choices of a first and a second question."""
    names = source.features
    orders = [ordered(names, a, b) for a in names for b in names if a != b] or [tuple(names)]
    return min(float(tree_and_lengths(source, order)[1].mean()) for order in orders)


def ordered(features, first, second):
    """The features with two of them first, the others as they come.

    >>> ordered(["Man", "LongHair", "Glasses"], "Glasses", "Man")
    ('Glasses', 'Man', 'LongHair')
    """
    front = list(dict.fromkeys((first, second)))
    return (*front, *(name for name in features if name not in front))


@dataclass(frozen=True)
class QuestionsState:
    """A table of people, which question comes first and second, and whose path is marked."""

    source: Sample
    first: str
    second: str
    who: str = NOBODY

    def __post_init__(self):
        if self.second not in self.options["second"]:
            object.__setattr__(self, "second", self.options["second"][0])
        tree_and_lengths(self.source, self.order)  # a table that contradicts itself is refused here

    @property
    def options(self):
        others = [name for name in self.source.features if name != self.first]
        return {"second": others or [self.first]}

    @property
    def order(self):
        return ordered(self.source.features, self.first, self.second)

    @property
    def tree(self):
        return tree_and_lengths(self.source, self.order)[0]

    @property
    def questions(self):
        """[n] questions for each row."""
        return tree_and_lengths(self.source, self.order)[1]

    @property
    def average(self):
        return float(self.questions.mean())

    def draw(self, figure):
        # Put by hand: finding room for labels would take longer than drawing them.
        left, right = figure.add_axes((0, 0, 0.6, 1)), figure.add_axes((0.72, 0.14, 0.27, 0.8))
        row = None if self.who == NOBODY else self.source.X.iloc[names(self.source).index(self.who)]
        plot_tree(self.tree, row=row, counts=False, bars=False, ax=left)
        self._draw_tally(canvas(right))

    def _draw_tally(self, ax):
        """A bar per row: how many questions it takes; of many rows, how many take how many."""
        tally = Counter(self.questions.tolist())
        if len(self.questions) <= MOST_NAMED:
            labels, lengths = [short(name, 10) for name in names(self.source)], self.questions
        else:
            lengths = [tally[n] for n in sorted(tally)]
            labels = [many(n, "question") for n in sorted(tally)]
        draw_bars(ax, lengths, map(str, lengths), labels)
        ax.set_xlim(0, 1.15 * max(lengths, default=1) or 1)
        ax.spines["bottom"].set_visible(False)
        ax.set_xlabel(f"questions; average {self.average:.4g}")
        counted = ", ".join(f"{many(n, 'question')}: {tally[n]}" for n in sorted(tally))
        describe_as(ax, f"Rows by the number of questions: {counted}. {self.words}")

    @property
    def words(self):
        order = f"{self.first} first, then {self.second}"
        n, each = len(self.questions), ""
        if n <= MOST_NAMED:
            each = f", ({' + '.join(map(str, sorted(self.questions)))}) / {n}"
        shortest = self.average <= fewest(self.source) + 1e-12
        verdict = "No order needs fewer." if shortest else "Another order needs fewer."
        return f"{order}: {self.average:.4g} questions on average{each}. {verdict}"


def names(source):
    """What the rows are called: their targets if these differ, else their labels."""
    labels = source.y if source.y.is_unique else source.y.index
    return [show(label) for label in labels]


def explore_questions(data: Data = "guess_who", target: str | None = None) -> Explorer:
    """The question-order game: choose the first and second question, see the tree they make.

    The figure shows how many questions each person takes, and the average.

    Parameters:
        data: the name of a data set of the course ("guess_who" by default), a Dataset, or your
            own DataFrame.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.

    >>> game = explore_questions("guess_who")
    >>> game.set(first="Man")
    >>> game.state.words.split(". ")[0]
    'Man first, then LongHair: 2 questions on average, (2 + 2 + 2 + 2) / 4'
    """
    source = Sample.of(data, target)
    if not source.features:
        raise ValueError(f"{source.name} has no features to ask about")
    buttons = ipw.ToggleButtons if len(source.features) <= MOST_BUTTONS else ipw.Dropdown
    state = QuestionsState(source, source.features[-1], source.features[0])
    people = [NOBODY, *names(source)] if len(source.y) <= 60 else [NOBODY]
    controls = {
        "first": buttons(options=source.features, description="first question"),
        "second": buttons(description="second question"),
        "who": ipw.Dropdown(options=people, description="show the path of"),
    }
    return Explorer(state, controls, (8.0, 4.4))
