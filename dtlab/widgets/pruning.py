"""Notebook 10: cut nodes by hand, or by reduced-error pruning, one look at a node after another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import ipywidgets as ipw

from ..algorithms.cart import CART
from ..data import load
from ..plots.base.hatching import draw_areas
from ..plots.base.sizes import PAGE
from ..plots.base.style import blank, colours, describe_as, hatches, ink, short, write
from ..plots.base.words import describe, many
from ..plots.base.writing import digits
from ..plots.pruning import TESTED, draw_badges, verdict
from ..plots.tree.nodes import text_width
from ..plots.tree.prunable import PrunableTree, draw_by_node
from ..pruning.arrivals import predicts_numbers
from ..pruning.by_validation import Pruning, reduced_error
from ..pruning.cost_complexity import node_risks
from ..tree.by_hand import ask
from ..tree.subtrees import as_tree, bottom_up, cut, path_to
from ..tree.text import questioned
from ..typing import Frame, TreeOrModel, Values
from .base.samples import bundled, noisy_labels, options
from .base.stepper import Stepper
from .base.touch import button_zone, with_key

BY_HAND = "by hand"
ORDERS = {BY_HAND: BY_HAND, "bottom up": "bottom-up", "best first": "best"}
SHORT, LONG = 0.5, 3.5  # inches of the longest bar of errors, with little and with much room
HEIGHT = 0.33  # of a bar with the room around it
MARGIN = 0.1
# The lecture gives this tree without its training rows: the class of an inner node by hand.
POST_OPERATIVE = ask(
    "CORE-TEMP",
    {
        "low": ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu"),
        "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen"),
    },
    prediction="icu",
)


class Judge(NamedTuple):
    """Rows that judge a tree: their errors at every node, whichever nodes are cut."""

    name: str
    n_rows: float
    as_leaf: list  # errors at a node if it is a leaf, in the order of `walk`
    stopped: list  # errors of the rows that stop at the node if it is none; at a leaf, of all
    order: list  # as `bottom_up` lists the nodes

    def errors(self, choose):
        """The tree's errors; choose(number, as a leaf, in its branches) decides at each node."""
        found = {}
        for number, _, below in self.order:
            branches = self.stopped[number] + sum(found[child] for child in below)
            as_leaf = self.as_leaf[number]
            found[number] = choose(number, as_leaf, branches) if below else branches
        return found[0]

    def after(self, cuts):
        """The errors with these nodes cut."""
        return self.errors(lambda number, leaf, branches: leaf if number in cuts else branches)

    @property
    def fewest(self):
        """The errors of the best pruned tree."""
        return self.errors(lambda _, *errors: min(errors))

    @property
    def most(self):
        """The errors of the worst pruned tree."""
        return self.errors(lambda _, *errors: max(errors))


@dataclass(frozen=True, eq=False)
class PruningCase:
    """A tree and the validation rows that judge it, with the pruning in both orders."""

    name: str
    tree: object
    X: object
    y: object

    @cached_property
    def histories(self):
        """Order → what `reduced_error` returns."""
        orders = "bottom-up", "best"
        return {order: reduced_error(self.tree, self.X, self.y, order) for order in orders}

    @cached_property
    def judges(self):
        """The training rows, if the tree knows them, and the validation rows."""
        tree, order = self.tree, bottom_up(self.tree)
        rows = Pruning(tree, self.X, self.y)
        found = [Judge("validation", len(self.y), rows.leaf, rows.stopped, order)]
        try:
            risks = node_risks(tree).tolist()
        except ValueError:  # written by hand, or trained elsewhere
            return found
        pairs = zip(risks, tree.walk(), strict=True)
        stopped = [risk if node.is_leaf else 0.0 for risk, node in pairs]
        return [Judge("training", tree.weight, risks, stopped, order), *found]

    @cached_property
    def arrangement(self):
        """Where all stands in the figure, whatever is cut."""
        longest = max(text_width(self.count(judge, judge.most)) for judge in self.judges)
        return Arrangement(PrunableTree(self.tree), len(self.judges), longest)

    @cached_property
    def unit(self):
        """What is counted."""
        return "squared error" if predicts_numbers(self.tree) else "errors"

    def count(self, judge, errors):
        """A number of errors with its unit, and whose they are."""
        return f"{judge.name}: {digits(errors)} {self.unit}"


class Arrangement:
    """A figure in inches: errors as bars, beside the root of a tree or, if it is wide, above it."""

    def __init__(self, tree, n_bars, longest):
        self.tree, self.left = tree, longest + 2 * MARGIN  # where the bars begin
        layout = tree.layout
        self.narrowest, bars = layout.width + 2 * MARGIN, self.left + SHORT + MARGIN
        self.width, self.down = max(PAGE.width, self.narrowest), MARGIN
        both = bars + MARGIN + layout.width - layout.boxes[0].left + MARGIN
        self.beside = both <= self.width and not layout.sideways
        if not self.beside:
            self.down += n_bars * HEIGHT + MARGIN
        self.narrowest = max(self.narrowest, both if self.beside else bars)
        self.height = self.down + layout.height + MARGIN

    def plan(self, cuts, width):
        """The tree with these nodes cut, at the right of a figure of this width."""
        return self.tree.plan(cuts, width - self.tree.layout.width - MARGIN, self.down)

    def longest_bar(self, plan, width):
        """The room for bars beside a plan."""
        end = plan.layout.boxes[0].left - MARGIN if self.beside else width
        return min(end - MARGIN - self.left, LONG)


@dataclass(frozen=True)
class PruningState:
    """A tree with some nodes cut: by hand, or in one of the two orders of the lectures."""

    case: PruningCase
    order: str = "bottom-up"
    step: int = 0
    clicks: tuple = ()  # by hand: the case and the number of each node that was cut or put back
    best: bool = False  # name the fewest errors of any pruned tree
    moving_fields = ("order", "step", "clicks", "best")

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
        cuts, unit = self.cuts, self.case.unit
        if not self.step:
            now = "Nothing is cut yet: click a node to cut it, and again to put it back"
        elif self.order == BY_HAND:
            now = f"By hand: {many(len(cuts), 'node')} cut"
        else:
            now = str(self.looks[self.step - 1])
        said = [now, f"{cut(self.case.tree, cuts).n_leaves} of {self.case.tree.n_leaves} leaves"]
        for judge in self.case.judges:
            rows = f"{digits(judge.n_rows)} {judge.name} rows"
            before = f" ({digits(judge.after(()))} before pruning)" if self.step else ""
            said.append(f"{unit.capitalize()} in {rows}: {digits(judge.after(cuts))}{before}")
        if self.best:
            said.append(f"The lowest that pruning can reach is {digits(judge.fewest)}")
        return f"{'. '.join(said)}."

    # ------------------------------------------------------------------ the figure

    @property
    def size(self):
        """Inches for the tree, with the errors beside its root, or above it all."""
        return self.case.arrangement.width, self.case.arrangement.height

    @property
    def smallest(self):
        """The same with short bars."""
        return self.case.arrangement.narrowest, self.case.arrangement.height

    def draw(self, figure):
        """The tree, and its errors on training and validation rows."""
        self.draw_base(figure)
        self.draw_moving(figure)

    def draw_base(self, figure):
        """What stays: nothing stands outside the axes, which are in inches."""
        figure.set_layout_engine("none")
        width, height = figure.get_size_inches()
        blank(figure.add_axes([0, 0, 1, 1])).set(xlim=(0, width), ylim=(height, 0))

    def draw_moving(self, figure):
        """The tree with what is cut faded, the node under test, and the errors."""
        ax, case, cuts, width = figure.axes[0], self.case, self.cuts, figure.get_figwidth()
        plan = case.arrangement.plan(cuts, width)
        self._draw_errors(ax, case.arrangement.longest_bar(plan, width))
        for number, artists in draw_by_node(ax, plan):
            with_key(f"node {number}", *artists)
        if self.looks and self.step:
            look = self.looks[self.step - 1]
            draw_badges(ax, plan, {look.number: verdict(look)}, look.number)
        describe_as(ax, f"{self.words} {describe(cut(case.tree, cuts))}")

    def _draw_errors(self, ax, longest):
        """A bar for the training and one for the validation rows, with a line for those before."""
        judges, left = self.case.judges, self.case.arrangement.left
        most = max(judge.most / judge.n_rows for judge in judges) or 1
        looks = zip(colours(2)[-len(judges) :], hatches(2)[-len(judges) :], strict=True)
        for i, (judge, (colour, hatch)) in enumerate(zip(judges, looks, strict=True)):
            top, scale = i * HEIGHT, longest / most / judge.n_rows
            middle, tall = top + HEIGHT / 2, HEIGHT - MARGIN
            errors = judge.after(self.cuts)
            text = self.case.count(judge, errors)
            write(ax, left - MARGIN, middle, text, ha="right", va="center")
            draw_areas(ax, [(left, top + MARGIN / 2, errors * scale, tall)], colour, hatch)
            marks = {judge.after(()): (ink(ax), "-")}
            if self.best and judge.name == "validation":
                marks[judge.fewest] = (TESTED, ":")
            for value, (colour, style) in marks.items():
                x, ends = left + value * scale, (top, top + HEIGHT)
                ax.plot([x, x], ends, color=colour, linestyle=style, linewidth=3, zorder=4)

    # ------------------------------------------------------------------ what can be touched

    def zones(self, figure):
        """Every question that is still asked, or was cut, can be clicked."""
        tree, cuts = self.case.tree, self.cuts
        plan = self.case.arrangement.plan(cuts, figure.get_figwidth())
        drawn = {item.number for item in plan.items}
        for item, box in zip(plan.items, plan.layout.boxes, strict=True):
            if item.node.is_leaf or item.lost:
                continue
            where = " and ".join(map(str, path_to(tree, item.number))) or "at the root"
            if item.number in cuts:
                does, tip = "put back", f"put {questioned(item.node)} back"
            else:
                leaves = many(item.node.n_leaves, "leaf", "leaves")
                does, tip = "cut", f"cut: [{short(item.node.prediction)}] instead of {leaves}"
            below = drawn & {*range(item.number + 1, item.number + item.node.n_nodes)}
            about = {
                "id": f"node {item.number}", "name": f"{does} {questioned(item.node)} ({where})",
                "tip": tip, "group": "nodes", "lights": tuple(f"node {n}" for n in sorted(below)),
            }  # fmt: skip
            corners = box.left, box.bottom, box.right, box.top
            yield button_zone(figure.axes[0], *corners, **about)

    def touched(self, zone, _value):
        """A node was clicked: from the tree as it is now, pruning goes on by hand."""
        number = int(zone.split()[1])
        before = self.own[: self.step] if self.order == BY_HAND else tuple(sorted(self.cuts))
        others = tuple(click for click in self.clicks if click[0] is not self.case)
        clicks = others + tuple((self.case, n) for n in (*before, number))
        return replace(self, order=BY_HAND, step=1 + len(before), clicks=clicks)


def explore_pruning(
    tree: TreeOrModel | None = None, X: Frame | None = None, y: Values | None = None
) -> Stepper:
    """Click nodes to cut them, or step through reduced-error pruning; see the errors answer.

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
    'GENDER? (CORE-TEMP = low): [icu] 0 ≤ 2: pruned'
    """
    cases = lecture_cases() if tree is None else [own_case(tree, X, y)]
    controls = {
        "case": ipw.Dropdown(options=options(cases), description="tree"),
        "order": ipw.ToggleButtons(
            options=list(ORDERS.items()), description="order", style={"button_width": "7em"}
        ),
        "best": ipw.Checkbox(description="show the best", indent=False, layout={"width": "10em"}),
    }
    return Stepper(PruningState(cases[0]), controls)


def lecture_cases():
    """The post-operative tree, and two that are grown on one half and judged by the other."""
    postop, titanic, wine = load("postop_validation"), load("titanic"), bundled("wine")
    return [
        PruningCase("post-operative patients", POST_OPERATIVE, postop.X, postop.y),
        grown("titanic, half of the rows", titanic.X, titanic.y),
        grown("wine, a fifth of the labels wrong", wine.X, wine.y, 0.2),
    ]


def grown(name, X, y, noise=0.0):
    """A small tree from every second row, a share of its labels wrong, judged by the others."""
    tree = CART(max_depth=3).fit(X.iloc[::2], noisy_labels(y.iloc[::2], noise)).tree_
    return PruningCase(name, tree, X.iloc[1::2], y.iloc[1::2])


def own_case(tree, X, y):
    """The learner's own tree; refused with a sentence where nothing can be pruned."""
    tree = as_tree(tree, "explore_pruning")
    if X is None or y is None:
        raise ValueError("explore_pruning(tree, X, y) needs validation rows X and their labels y")
    case = PruningCase("your tree", tree, X, y)
    if not case.histories["best"].steps:
        raise ValueError("the tree is a single leaf: there is nothing to prune")
    return case
