"""Split Studio (notebook 04 and later): grow a tree by hand, node by node, beside an algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import ipywidgets as ipw
import pandas as pd

from ...notebook.stills import script
from ...plots.base.style import cut, short
from ...typing import Data
from ..base.touch import POINTS
from ..base.view import Explorer, button, label_in_full, row_of
from .lesson import lesson
from .paths import at
from .state import Studio
from .tables import children_table, comparison_table, source
from .words import rows_in_words, way

LONGEST = 80  # characters of a node in the list
LAST = 2  # answers on the way to it
ABOUT = {
    "title": "Split Studio",
    "does": "Choose a question by a click, drag its cut, then Grow: the tree is yours.",
}
CHECK = {"width": "auto", "margin": "2px 1em 2px 0.5em"}
CHECKS = {"show the best": "show the best", "distributions": "each question's rows in its box"}
UNDO = Path(__file__).with_name("undo.js").read_text(encoding="utf-8")


def explore_splits(
    data: Data = "vegetation",
    target: str | None = None,
    *,
    measures: Sequence[str] | None = None,
    kinds: Sequence[str] = ("multiway",),
    algorithms: Sequence[str] | None = None,
    validation: float | pd.DataFrame | tuple | None = None,
    unlock: str | None = None,
    random_state: int | None = 0,
) -> SplitStudio:
    """Split Studio: grow a decision tree by your own questions, and find out where ID3 asks others.

    Click a bar to try a question about its feature, drag the cut of a number, click a node to look
    at it, and a proposed (dashed) one to grow it. U undoes; "show the best" shows the algorithm's
    choice, "distributions" the rows of each question in its box. Two features that are both numbers
    are drawn as a plane beside the tree.

    Parameters:
        data: the name of a data set of the course ("vegetation" by default), a Dataset, or your
            own DataFrame.
        target: the column to predict, needed for a DataFrame; None (default) is the data set's own.
        measures: what is shown of a question: names from "entropy", "gain ratio", "gini", "error",
            "twoing", "chi-square"; for a target of numbers "variance". None (default) is what the
            algorithms go by.
        kinds: what may be asked: "multiway" (one branch per value; the default), "subset" (two
            groups of values: click one to move it to the other group) and "threshold" (a number).
        algorithms: to compare with: names from "ID3", "C4.5", "CART"; for numbers "regression
            tree". None (default) is ID3 (or the regression tree).
        validation: the rows to judge by: a share to hold back (0.3), a DataFrame with the same
            columns, or (X, y); None (default) is none.
        unlock: "all" allows every measure, kind and algorithm; None (default) what is named above.
        random_state: chooses the rows that are held back; a whole number, 0 by default.

    >>> studio = explore_splits("vegetation")
    >>> studio.touch("ask ELEVATION")
    >>> studio.state.words.split(". ")[1]
    'ELEVATION: information gain 0.877 bits, 1st of the 2 features tried.'

    Later notebooks: explore_splits("titanic", unlock="all", validation=0.3).
    """
    rules = {"measures": measures, "kinds": kinds, "algorithms": algorithms, "unlock": unlock}
    about = lesson(data, target, **rules, validation=validation, random_state=random_state)
    return SplitStudio(Studio.start(about))


class SplitStudio(Explorer):
    """The view of a `Studio`: what to do above, the figure, its words, and tables below.

    Lists stand in where the figure has no room: for nodes and features. On a projector there are no
    tables.
    """

    def __init__(self, state):
        self.node = ipw.Dropdown(description="node", layout={"width": "auto"})
        self.feature = ipw.Dropdown(description="ask about")
        self.kind = ipw.Dropdown(description="kind", layout={"width": "auto"})
        rivals = list(state.lesson.models)
        self.rival = ipw.Dropdown(options=rivals, description="algorithm", layout={"width": "auto"})
        self.best, self.distributions = (
            ipw.Checkbox(description=name, indent=False, layout=CHECK, tooltip=tip)
            for name, tip in CHECKS.items()
        )
        self.table = ipw.HTML()
        self.more = ipw.HTML()
        self.buttons = self._make_buttons()
        self._listen()
        super().__init__(state, {}, **ABOUT)
        asking = [self.node, self.feature, self.kind, self.rival, self.best, self.distributions]
        controls = row_of([*self.buttons.values(), *asking, script(UNDO)])
        self.children = self.card([controls], below=[self.table, self.more])
        self.add_class("dtlab-studio")

    def _make_buttons(self):
        actions = {  # label, what it is for, action
            "grow": ("Grow", "ask this question", partial(self._become, Studio.grow)),
            "undo": ("Undo", "take back the last change (key U)",
                     partial(self._become, Studio.undo)),
            "redo": ("Redo", "take back the undo", partial(self._become, Studio.redo)),
            "finish": ("Finish", "let the algorithm grow all open leaves",
                       partial(self._become, Studio.finish)),
            "compare": ("Compare", "your tree and the algorithm's, and back",
                        partial(self._become, Studio.compare_trees)),
            "export": ("Export as Python", "the tree as Python source", self._show_source),
        }  # fmt: skip
        buttons = {
            name: button(label, f"{label}: {meaning}", action, layout={"width": "auto"})
            for name, (label, meaning, action) in actions.items()
        }
        buttons["grow"].button_style = "primary"
        for name in ("undo", "export"):
            buttons[name].add_class(f"dtlab-{name}")
        return buttons

    def _listen(self):
        """A control that moves changes the state."""
        changes = {
            self.node: Studio.choose,
            self.feature: Studio.ask,
            self.kind: lambda s, kind: s.propose(s.question.feature, kind=kind),
            self.rival: Studio.against,
            self.best: Studio.show_best,
            self.distributions: Studio.show_distributions,
        }
        for control, change in changes.items():
            label_in_full(control)
            control.observe(lambda event, change=change: self._moved(change, event.new), "value")

    def _moved(self, change, value):
        if self._listening:
            self._become(lambda state: change(state, value))

    def _become(self, change):
        self.become(lambda: change(self.state))

    def _show_source(self):
        self.more.value = source(self.state.to_python())

    # -------------------------------------------------------------- the view follows the state

    def size_of(self, state):
        """What the state needs; less where the whole window is low.

        The controls stay above: beside them the figure would be too narrow for a tree.
        """
        return state.smallest if self.is_low else state.size

    def _fit(self):
        if self.drawn.size != tuple(POINTS * side for side in self.size_of(self.state)):
            self.become(lambda: self.state)

    def follow(self):
        """Offer what can be chosen in this state."""
        state = self.state
        question = self.state.question
        offer(self.node, self._nodes(), state.path)
        kinds = ()
        if question is not None:
            kinds = state.kinds_of(question.feature)
            features = [(short(name), name) for name in state.spot.features]
            offer(self.feature, features, question.feature)
            offer(self.kind, kinds, state.kind)
        asks = question is not None and not state.comparing
        sheet = state.low_sheet if self.is_low else state.sheet
        most = sheet.bars.most if asks and sheet.has_bars else 0
        show_if(not (self.is_low or state.comparing) and state.sheet.tree.hides, self.node)
        show_if(asks and len(state.lesson.table.names) > most, self.feature)
        show_if(asks and len(kinds) > 1, self.kind)
        self.rival.value = state.rival
        self.best.value = state.best
        self.distributions.value = state.distributions
        show_if(len(self.rival.options) > 1, self.rival)
        show_if(asks, self.best)
        show_if(not (state.tree.is_leaf or state.comparing), self.distributions)
        able = {"grow": state.can_grow, "undo": state.past, "redo": state.future}
        able["finish"] = state.open_paths
        for name, can in able.items():
            self.buttons[name].disabled = not can
        self.buttons["finish"].description = f"Finish with {state.rival}"
        self.buttons["compare"].description = "Back" if state.comparing else "Compare"
        self.table.value = "" if state.comparing or self.is_low else children_table(state)
        self.more.value = comparison_table(state.compare()) if state.comparing else ""

    def _nodes(self):
        """Open leaves first, then the nodes that ask already."""
        tree = self.state.tree
        named = [("", path) for path in self.state.open_paths]
        named += [("ask again: ", path) for path in self.state.asked_paths]
        if self.state.path not in [path for _, path in named]:  # a leaf that is closed
            named.append(("", self.state.path))
        full = {
            path: f"{before}{way(tree, path, LAST)} ({rows_in_words(at(tree, path))})"
            for before, path in named
        }
        return [(cut(name, LONGEST), path) for path, name in full.items()]


def offer(control, options, value):
    """Let a control offer these options, and stand at this value."""
    if tuple(control.options) != tuple(options):
        control.options = options
    control.value = value


def show_if(visible, control):
    """Show a control, or hide it where it does not apply."""
    control.layout.display = None if visible else "none"
