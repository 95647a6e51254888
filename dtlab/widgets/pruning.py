"""Notebook 10: cut nodes by hand, or by reduced-error pruning, one look at a node after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import ipywidgets as ipw
import numpy as np

from ..plots.base.classes import labels_of
from ..plots.base.style import FAINT, behind, blank, describe_as, ink, note, short, write
from ..plots.base.words import describe, many
from ..plots.base.writing import digits
from ..plots.pruning import TESTED, draw_badges, verdict
from ..plots.tree.nodes import text_width
from ..plots.tree.prunable import draw_by_node
from ..tree.subtrees import cut, path_to
from ..tree.text import questioned
from ..typing import Frame, TreeOrModel, Values
from .base.cutting import HIGH, LINE, MARGIN, SAMPLE, PruningCase
from .base.samples import options
from .base.stepper import Stepper
from .base.touch import HAND, POINTS, Zone, button_zone, places, with_key
from .pruning_cases import lecture_cases, own_case

BY_HAND = "by hand"
STYLE = {"training": "-", "validation": "--"}  # of the errors; colours are those of classes
ORDERS = {BY_HAND: BY_HAND, "bottom up": "bottom-up", "greedily": "best"}


@dataclass(frozen=True)
class PruningState:
    """A tree with some nodes cut: by hand, or in one of the two orders of the lectures."""

    case: PruningCase
    order: str = "bottom-up"
    step: int = 0
    clicks: tuple = ()  # by hand: the case and the number of each node that was cut or put back
    best: bool = False  # name the fewest errors of any pruned tree
    moving_fields = ("order", "step", "clicks", "best")
    smallest = (4.5, 2.7)  # inches; the tree without words

    @property
    def own(self):
        """The nodes of this tree that were clicked."""
        return tuple(number for case, number in self.clicks if case is self.case)

    @property
    def looks(self):
        """What the order does, node after node: none by hand."""
        return () if self.order == BY_HAND else self.case.histories[self.order].steps

    @property
    def n_steps(self):
        """The tree before pruning, and every look at a node, or every click."""
        return 1 + len(self.own if self.order == BY_HAND else self.looks)

    @property
    def cuts(self):
        """The numbers of the nodes that are cut; a second click puts a node back."""
        if self.order == BY_HAND:
            done = self.own[: self.step]
            return {number for number in done if done.count(number) % 2}
        return {look.number for look in self.looks[: self.step] if look.pruned}

    @property
    def words(self):
        """What this step did, and the errors of the tree now."""
        cuts = self.cuts
        unit = self.case.unit
        if not self.step:
            now = "Nothing is cut yet: click a node to cut it, and again to put it back"
        elif self.order == BY_HAND:
            now = f"By hand: {many(len(cuts), 'node')} cut"
        else:
            now = look_words(self.looks[self.step - 1], unit)
        said = [now, f"{cut(self.case.tree, cuts).n_leaves} of {self.case.tree.n_leaves} leaves"]
        for judge in self.case.judges:
            rows = f"{digits(judge.n_rows)} {judge.name} rows"
            before = f" ({digits(judge.after(()))} before pruning)" if self.step else ""
            said.append(f"{unit.capitalize()} in {rows}: {digits(judge.after(cuts))}{before}")
        if self.best:
            said.append(f"The lowest that pruning can reach is {digits(judge.fewest)}")
        return f"{'. '.join(said)}."

    @property
    def history(self):
        """Of each judge, its errors at every step."""
        return history_of(self.case, self.order, self.own, self.n_steps)

    # ------------------------------------------------------------------ the figure

    @property
    def size(self):
        """Inches for the tree, with the errors beside its root, or above it all."""
        return self.case.arrangement.width, self.case.arrangement.height

    def draw(self, figure):
        """The tree, and its errors on training and validation rows."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays: axes in inches, and where there is little room the tree without words."""
        figure.set_layout_engine("none")
        width, height = figure.get_size_inches()
        blank(figure.add_axes([0, 0, 1, 1])).set(xlim=(0, width), ylim=(height, 0))
        if self.left_out((width, height)):
            names = max(map(text_width, map(short, labels_of(self.case.tree)))) + 4 * MARGIN
            place = MARGIN, MARGIN, width - names - MARGIN, height - HIGH - 4 * MARGIN
            self.case.skeleton.draw_faint(figure.add_axes(np.divide(place, (width, height) * 2)))

    def left_out(self, size):
        """What a figure of this size does not show."""
        return "" if self.case.arrangement.fits(*size) else "the questions: point at a node"

    def draw_moving(self, figure):
        """The tree with what is cut faded, the node under test, and the errors up to this step."""
        ax, *below = figure.axes
        width = figure.get_figwidth()
        self._draw_errors(ax, self.case.arrangement.length(width))
        look = self.looks[self.step - 1] if self.looks and self.step else None
        if below:
            self._draw_skeleton(below[0], look)
        else:
            plan = self.case.arrangement.plan(self.cuts, width)
            for number, artists in draw_by_node(ax, plan):
                with_key(f"node {number}", *artists)
            if look:
                draw_badges(ax, plan, {look.number: verdict(look)}, look.number)
        describe_as(ax, f"{self.words} {describe(cut(self.case.tree, self.cuts))}")

    def _draw_skeleton(self, ax, look):
        """The tree without words; the node under test has a ring, and its errors beside it."""
        self.case.skeleton.draw_kept(ax, self.cuts)
        for item, box in self.case.skeleton.placed:
            if look and item.number == look.number:
                ring = {"mfc": "none", "mec": TESTED, "mew": 3, "ms": 15, "zorder": 4}
                ax.plot([box.x], [box.y], "o", clip_on=False, **ring)
                right = box.x > self.case.skeleton.width / 2
                side = {"ha": "right" if right else "left", "va": "center", "zorder": 5}
                text = f"{questioned(look.node)} {verdict(look)}"
                note(ax, text, (box.x, box.y), (-13 if right else 13, 0), bbox=behind(ax), **side)

    def _place(self, step, length):
        """Inches from the left at which a step stands."""
        return self.case.arrangement.left + length * step / max(self.n_steps - 1, 1)

    def _draw_errors(self, ax, length):
        """The share of wrong rows by step, as far as one has come, and the numbers beside it."""
        case = self.case
        left = self.case.arrangement.left
        base = MARGIN + HIGH
        scale = HIGH / case.most
        ax.plot([left, left + length], [base, base], color=FAINT, linewidth=1)
        x = [self._place(step, length) for step in range(self.step + 1)]
        for i, (judge, errors) in enumerate(zip(case.judges, self.history, strict=True)):
            face = ink(ax) if judge.name == "training" else ax.get_facecolor()
            line = {"color": ink(ax), "mfc": face, "marker": "o", "ls": STYLE[judge.name]}
            y = [base - scale * n / judge.n_rows for n in errors[: self.step + 1]]
            size = 10 if judge.name == "training" else 7  # it shows under the other
            ax.plot(x, y, lw=2, ms=size, clip_on=False, zorder=4, **line)
            middle = MARGIN + LINE * (i + 0.5)
            ax.plot([left - SAMPLE / 2 - MARGIN], [middle], ms=9, zorder=4, **line)
            text = case.count(judge, errors[self.step])
            right = {"ha": "right", "va": "center"}
            write(ax, left - SAMPLE - MARGIN, middle, text, **right)
        text = f"step {self.step} of {self.n_steps - 1}"
        at = left - SAMPLE / 2 - MARGIN, MARGIN + 2.5 * LINE
        ax.plot(*[[place] for place in at], marker="|", ms=17, mew=1.5, color=ink(ax))
        write(ax, left - SAMPLE - MARGIN, at[1], text, **right)
        if self.best:
            y = base - scale * judge.fewest / judge.n_rows
            ax.plot([left, left + length], [y, y], color=TESTED, linestyle=":", linewidth=3)
        at = ax.plot([x[-1]] * 2, [MARGIN, base], color=ink(ax), lw=1.5, zorder=3)
        with_key("step", *at)

    # ------------------------------------------------------------------ what can be touched

    def zones(self, figure):
        """The step is dragged along the errors; a question can be cut, or put back."""
        if self.n_steps > 1:
            yield self._step_zone(figure)
        cuts = self.cuts
        if len(figure.axes) == 1:
            plan = self.case.arrangement.plan(cuts, figure.get_figwidth())
            drawn = {item.number for item in plan.items}
            placed = zip(plan.items, plan.layout.boxes, strict=True)
        else:
            drawn = set()  # a skeleton has no boxes to light
            placed = self.case.skeleton.placed
        for item, box in placed:
            if item.node.is_leaf or self._is_gone(item.number, cuts):
                continue
            below = drawn.intersection(range(item.number + 1, item.number + item.node.n_nodes))
            about = {**self._about(item), "lights": tuple(f"node {n}" for n in sorted(below))}
            corners = box.left, box.bottom, box.right, box.top
            yield button_zone(figure.axes[-1], *corners, **about)

    def _is_gone(self, number, cuts):
        """Whether a node lies below one that is cut."""
        sizes = self.case.sizes
        return any(above < number < above + sizes[above] for above in cuts)

    def _about(self, item):
        """What a click on a question does."""
        where = " and ".join(map(str, path_to(self.case.tree, item.number))) or "at the root"
        question = questioned(item.node)
        if item.number in self.cuts:
            does = "put back"
            tip = f"put {question} back"
        else:
            leaves = many(item.node.n_leaves, "leaf", "leaves")
            answer = short(item.node.prediction)
            does = "cut"
            tip = f"cut {question}: [{answer}] instead of {leaves}"
        name = f"{does} {question} ({where})"
        return {"id": f"node {item.number}", "name": name, "tip": tip, "group": "nodes"}

    def _step_zone(self, figure):
        """A line as high as the errors, from step to step."""
        ax = figure.axes[0]
        length = self.case.arrangement.length(figure.get_figwidth())
        steps = tuple(range(self.n_steps))
        middle = MARGIN + HIGH / 2
        at = places(ax, [(self._place(step, length), middle) for step in steps])
        says = [f"step {step}: " for step in steps]
        for i, (judge, errors) in enumerate(zip(self.case.judges, self.history, strict=True)):
            for step in steps:
                says[step] += (", " if i else "") + self.case.count(judge, errors[step])
        box = (*at[self.step], HAND, POINTS * HIGH)
        return Zone(id="step", name="step of pruning", moves=("step",), box=box, stops=steps,
                    places=at, at=self.step, says=tuple(says))  # fmt: skip

    def touched(self, zone, value):
        """The step was dragged, or a node was clicked: from this tree on, pruning goes by hand."""
        if zone == "step":
            return replace(self, step=value)
        number = int(zone.split()[1])
        before = self.own[: self.step] if self.order == BY_HAND else tuple(sorted(self.cuts))
        others = tuple(click for click in self.clicks if click[0] is not self.case)
        clicks = others + tuple((self.case, n) for n in (*before, number))
        return replace(self, order=BY_HAND, step=1 + len(before), clicks=clicks)


def look_words(look, unit):
    """What the lectures' comparison at a node means: "1 > 0" is as a leaf, and in its branches."""
    where = " and ".join(map(str, look.path)) or "at the root"
    name = f"{questioned(look.node)} ({where})"
    done = "cut" if look.pruned else "kept"
    if not look.n_rows:
        return f"{name}: no validation row comes here, 0 ≤ 0 {unit}: {done}"
    leaf = f"{unit} as a leaf [{short(look.node.prediction)}]"
    return f"{name}: {leaf} {verdict(look)} in its branches: {done}"


@lru_cache(maxsize=64)
def history_of(case, order, own, n_steps):
    """Of each judge of a case, its errors at every step of an order, or of one's own clicks."""
    clicks = tuple((case, number) for number in own)
    steps = [PruningState(case, order, step, clicks).cuts for step in range(n_steps)]
    return [[judge.after(cuts) for cuts in steps] for judge in case.judges]


def explore_pruning(
    tree: TreeOrModel | None = None, X: Frame | None = None, y: Values | None = None
) -> Stepper:
    """Click nodes to cut them, or drag through reduced-error pruning; see the errors answer.

    While training errors can only rise, validation errors fall with the right cuts; "show the best"
    says how far. A step compares a node's errors as a leaf with those of its branches.

    Without arguments, the lecture's post-operative tree (2 validation errors to 0; lecture 000,
    Figure 8), a tree grown on half of the Titanic's passengers, and one on half of the wines that
    scikit-learn bundles, with wrong labels; both are judged by the other half.

    Parameters:
        tree: your own tree, or a fitted model that has one; up to ten leaves are easy to read. None
            (default) offers the three above.
        X, y: the validation rows and their classes, needed for your own tree; None by default.

    >>> steps = explore_pruning()
    >>> steps.move(1)
    >>> steps.state.words.split(". ")[0]
    'GENDER? (CORE-TEMP = low): errors as a leaf [icu] 0 ≤ 2 in its branches: cut'
    """
    cases = lecture_cases() if tree is None else [own_case(tree, X, y)]
    controls = {
        "case": ipw.Dropdown(options=options(cases), description="tree"),
        "order": ipw.ToggleButtons(
            options=list(ORDERS.items()), description="order", style={"button_width": "7em"}
        ),
        "best": ipw.Checkbox(description="show the best", indent=False, layout={"width": "10em"}),
    }
    return PruningSteps(PruningState(cases[0]), controls, slider=False)


class PruningSteps(Stepper):
    """A stepper that begins again with another tree or another order."""

    def changed(self, changes):
        """Nothing is cut yet there; by hand, all that was cut in that tree."""
        state = super().changed(changes)
        if (state.case, state.order) == (self.state.case, self.state.order):
            return state
        self.play.playing = False
        return replace(state, step=state.n_steps - 1 if state.order == BY_HAND else 0)

    def touch(self, zone, value=None):
        """What is touched does not go on by itself."""
        self.play.playing = False
        super().touch(zone, value)
