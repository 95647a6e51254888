"""The state of a Split Studio: a growing tree, what a hand does to it, and how it is shown."""

from dataclasses import replace
from functools import cached_property

import numpy as np

from . import engine
from .compare import CompareSheet, difference_words, fitted
from .growing import Growing
from .newcomer import ARRIVED, newcomer_of, newcomer_words
from .paths import path_of
from .sheet import LOW_WIDTH, Sheet
from .tables import comparison, python_source
from .words import closed_words, done_words, error_words, is_proposed, rank_words


class Studio(Growing):
    """A growing tree that can be touched and drawn.

    >>> from dtlab.widgets.studio.lesson import lesson
    >>> studio = Studio.start(lesson("vegetation")).touched("ask ELEVATION", None)
    >>> studio.touched("node 2", None).words.split(". ")[0]
    'At ELEVATION high (3 rows: 2 chaparral, 1 conifer)'
    """

    # -------------------------------------------------------------- what a hand does

    def touched(self, zone, value):
        """A node, a bar, a value or a point was clicked, or the cut was dragged to a number."""
        what, _, which = zone.partition(" ")
        if what == "node":
            return self.open_node(path_of(which))
        if what == "ask":
            return self.ask(which)
        if what == "cut":
            return self.propose(self.question.feature, threshold=value)
        if what == "value":
            return self.move_value(self.spot.values(self.question.feature)[int(which)])
        if what == "more":
            return replace(self, page=self.page + 1)
        return self.choose(self.path_of_row(int(which), self.tree))

    def open_node(self, path):
        """Look at a node; at one that is only proposed, after asking the question."""
        return (self.grow() if is_proposed(self, path) else self).choose(path)

    def ask(self, feature):
        """Consider the question about a feature that was considered last, or a new one."""
        for question in self.tried:
            if question.feature == feature:
                return self._considering(question)
        return self.propose(feature, kind=self.kind)

    def move_value(self, value):
        """Move a value of a category to the other of two groups."""
        first = self.question.values(0)
        rest = [known for known in first if known != value]
        return self.propose(
            self.question.feature, subset=rest if value in first else [*first, value]
        )

    def path_of_row(self, row, node):
        """The way of a training row through a tree to its leaf."""
        spot = self.lesson.root
        path: tuple[int, ...] = ()
        while not node.is_leaf:
            child = int(spot.route(node.question)[np.searchsorted(spot.rows, row)])
            spot = engine.spot_below(spot, node.question, child)
            path = (*path, child)
            node = node.children[child]
        return path

    # -------------------------------------------------------------- a row that walks down

    def drop(self):
        """Drop in the next row, at the root: one that was held back, or else any."""
        return replace(self, dropped=self.dropped + 1, walked=0, comparing=False)

    def walk(self):
        """Let the row answer the question where it stands."""
        if self.newcomer is None:
            return self
        answered = len(self.newcomer.path) + 1
        is_last = answered >= len(self.newcomer.steps)
        return replace(self, walked=ARRIVED if is_last else answered)

    @cached_property
    def newcomer(self):
        """The row that was dropped in, in the tree with the proposed question; None without one."""
        return newcomer_of(self.lesson, self.preview, self.dropped, self.walked)

    # -------------------------------------------------------------- how it is shown

    def to_python(self):
        """Python source that makes the tree."""
        return python_source(self.tree)

    @property
    def words(self):
        """What a row that was dropped in does, where we are, and how the question ranks."""
        if self.comparing:
            return difference_words(self)
        if self.question is None:
            said = done_words(self) if self.is_done else closed_words(self)
        else:
            said = rank_words(self)
        if "errors" in self.lesson.show:
            said = f"{error_words(self)} {said}"
        return said if self.newcomer is None else f"{newcomer_words(self.newcomer)} {said}"

    compare = comparison

    @property
    def rival_tree(self):
        """The tree of the algorithm, with its own stopping and pruning."""
        return fitted(self.lesson, self.rival).tree_

    @cached_property
    def sheet(self):
        """What is drawn, and where."""
        return CompareSheet(self) if self.comparing else Sheet(self)

    @cached_property
    def low_sheet(self):
        """The same where there is little room, as on a projector."""
        return CompareSheet(self, low=True) if self.comparing else Sheet(self, low=True)

    @property
    def size(self):
        """Width and height in inches that the figure needs."""
        return self.sheet.size

    @property
    def smallest(self):
        """The same where there is little room."""
        return self.low_sheet.size

    def draw(self, figure):
        """Draw on the whole figure."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def base(self, size):
        """What `draw_base` depends on."""
        return self._sheet_of(size).base

    def draw_base(self, figure):
        """The axes, and what stays while a cut is dragged."""
        figure.set_layout_engine(None)
        self._sheet_of(figure.get_size_inches()).draw_base(figure)

    def draw_moving(self, figure):
        """What follows the question."""
        self._sheet_of(figure.get_size_inches()).draw_moving(figure)

    def zones(self, figure):
        """What can be touched."""
        return self._sheet_of(figure.get_size_inches()).zones(figure)

    def left_out(self, size):
        """What a figure of this size does not show."""
        if size[0] > LOW_WIDTH or self.comparing:
            return ""
        if any(item.panel for item in self.low_sheet.tree.plan.items):
            return "the counts in the boxes"
        shown = " and distributions" if self.distributions and not self.tree.is_leaf else ""
        return f"the counts{',' if shown else ' and'} bars{shown} in the boxes"

    def _sheet_of(self, size):
        return self.sheet if size[0] > LOW_WIDTH else self.low_sheet
