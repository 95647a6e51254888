"""Notebook 01: the question-order game. Choose what to ask first, see how long it takes.

To find out: does the question that may end the game at once also end it soonest on average?
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import ipywidgets as ipw

from ..algorithms.smallest_tree import tree_in_order
from ..inputs.errors import InputError
from ..inputs.values import show
from ..plots import plot_tree
from ..plots.base.style import canvas, describe_as, draw_bars, note, short
from ..plots.base.words import many
from ..typing import Data
from .base.samples import Sample
from .base.touch import button_zone
from .base.view import Explorer

NOBODY = "nobody"
MOST_NAMED = 8  # rows that are called by their names in the figure
ROOM = 2.4  # width of the axes of bars, which need words behind them, in longest bars
NARROW = 7.5  # inches of a figure with little room
MOST_LISTED = 60  # rows that are offered in a list
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
    smallest = (6.5, 1.8)  # the tree alone, laid sideways

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

    @property
    def row(self):
        """The answers of the one whose path is marked, None if that is nobody."""
        return (
            None if self.who == NOBODY else self.source.X.iloc[names(self.source).index(self.who)]
        )

    def draw(self, figure):
        # Put by hand: finding room for labels would take longer than drawing them.
        wide = not self.left_out(figure.get_size_inches())
        left = figure.add_axes((0, 0, 0.58 if wide else 1, 1))
        plot_tree(self.tree, row=self.row, counts=False, bars=False, ax=left)
        if wide:
            self._draw_tally(canvas(figure.add_axes((0.73, 0.02, 0.26, 0.86))))

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "the bars of questions" if size[0] <= NARROW else ""

    @property
    def named(self):
        """Whether the rows are so few that each has a bar, and have names of their own."""
        return len({*names(self.source)}) == len(self.questions) <= MOST_NAMED

    def _draw_tally(self, ax):
        """A bar per row: how many questions it takes; of many rows, how many take how many."""
        tally = Counter(self.questions.tolist())
        people = names(self.source)
        asked = sorted(tally)
        if self.named:
            labels = [short(name, 10) for name in people]
            lengths = self.questions.tolist()
        else:
            labels = [many(n, "question") for n in asked]
            lengths = [tally[n] for n in asked]
        marked = people.index(self.who) if self.named and self.who != NOBODY else None
        unit = "question" if self.named else "row"
        draw_bars(ax, lengths, [many(n, unit) for n in lengths], labels, marked)
        most = len(self.order) if self.named else len(self.questions)  # the axis stays
        ax.set_xlim(0, most * ROOM)
        ax.spines["bottom"].set_visible(False)
        average = f"average {self.average:.4g} questions"
        note(ax, average, (1, 1), (0, 6), xycoords="axes fraction", ha="right")
        counted = ", ".join(f"{many(n, 'question')}: {tally[n]}" for n in asked)
        describe_as(ax, f"Rows by the number of questions: {counted}. {self.words}")

    def zones(self, figure):
        """A person's bar is clicked to mark the way to it in the tree."""
        if self.named and len(figure.axes) > 1:
            ax = figure.axes[1]
            most = len(self.order) * ROOM
            for row, name in enumerate(names(self.source)):
                edges = -0.45 * most, row + 0.45, most, row - 0.45
                way = "hide" if name == self.who else "show"
                about = {"id": name, "name": f"{name}: {way} the path", "group": "people"}
                yield button_zone(ax, *edges, **about)

    def touched(self, zone, _value):
        """The path to this person is marked, or no longer."""
        return replace(self, who=NOBODY if zone == self.who else zone)

    @property
    def words(self):
        order = f"{self.first} first, then {self.second}"
        n = len(self.questions)
        each = ""
        if n <= MOST_NAMED:
            each = f", ({' + '.join(map(str, sorted(self.questions)))}) / {n}"
        shortest = self.average <= fewest(self.source) + 1e-12
        verdict = "No order needs fewer." if shortest else "Another order needs fewer."
        return f"{order}: {self.average:.4g} questions on average{each}. {verdict}{self._way}"

    @property
    def _way(self):
        """The marked path in words."""
        if self.row is None:
            return ""
        steps = self.tree.explain(self.row).steps
        said = ", ".join(f"{step.node.question.feature} {step.answer}" for step in steps)
        return f" The path to {self.who}: {said or 'no question'}."


def names(source):
    """What the rows are called: their targets if these differ, else their labels."""
    labels = source.y if source.y.is_unique else source.y.index
    return [show(label) for label in labels]


def explore_questions(data: Data = "guess_who", target: str | None = None) -> Explorer:
    """The question-order game: choose the first and second question, see the tree they make.

    The figure shows how many questions each person takes, and the average; click a person to see
    the path.

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
        raise InputError(f"{source.name} has no features to ask about")
    buttons = ipw.ToggleButtons if len(source.features) <= MOST_BUTTONS else ipw.Dropdown
    state = QuestionsState(source, source.features[-1], source.features[0])
    controls = {
        "first": buttons(options=source.features, description="first question"),
        "second": buttons(description="second question"),
    }
    if len(source.y) <= MOST_LISTED:  # also where there is no room for bars to click
        people = [NOBODY, *names(source)]
        controls["who"] = ipw.Dropdown(options=people, description="show the path of")
    return Explorer(state, controls, (8.0, 3.8))
