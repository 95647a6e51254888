"""A tree whose nodes are cut by hand or in an order: its errors, and its place in a figure."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ...plots.base.sizes import PAGE
from ...plots.base.writing import digits
from ...plots.tree.nodes import text_width
from ...plots.tree.prunable import PrunableTree
from ...plots.tree.skeleton import Skeleton
from ...pruning.arrivals import predicts_numbers
from ...pruning.by_validation import Pruning, reduced_error
from ...pruning.cost_complexity import node_risks
from ...tree.node import Node
from ...tree.subtrees import bottom_up

SHORT, LONG = 1.2, 3.5  # inches of the curves of errors, with little and with much room
LINE, HIGH = 0.33, 1.0  # height of a line of text beside them, and of all
SAMPLE = 0.3  # the marker of a curve, after its name
MARGIN = 0.1
DEEP = HIGH + 3 * MARGIN  # how far down the curves and their grip reach


class ErrorCounts(NamedTuple):
    """The errors that a tree makes on some rows, at every node, whichever nodes are cut."""

    name: str
    n_rows: float
    as_leaf: list  # errors at a node if it is a leaf, in the order of `walk`
    stopped: list  # errors of the rows that stop at the node if it is none; at a leaf, of all
    order: list  # as `bottom_up` lists the nodes

    def errors(self, choose):
        """The tree's errors; choose(number, as a leaf, in its branches) decides at each node."""
        found: dict[int, float] = {}
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
    tree: Node
    X: Any
    y: Any

    @cached_property
    def histories(self):
        """Order → what `reduced_error` returns."""
        orders = "bottom-up", "best"
        return {order: reduced_error(self.tree, self.X, self.y, order) for order in orders}

    @cached_property
    def judges(self):
        """The training rows, if the tree knows them, and the validation rows."""
        tree = self.tree
        order = bottom_up(self.tree)
        rows = Pruning(tree, self.X, self.y)
        found = [ErrorCounts("validation", len(self.y), rows.leaf, rows.stopped, order)]
        try:
            risks = node_risks(tree).tolist()
        except ValueError:  # written by hand, or trained elsewhere
            return found
        assert tree.weight is not None  # otherwise it has no risks
        pairs = zip(risks, tree.walk(), strict=True)
        stopped = [risk if node.is_leaf else 0.0 for risk, node in pairs]
        return [ErrorCounts("training", tree.weight, risks, stopped, order), *found]

    @cached_property
    def sizes(self):
        """The nodes below each node, itself included, in the order of `walk`."""
        return [node.n_nodes for node in self.tree.walk()]

    @cached_property
    def arrangement(self):
        """Where all stands in the figure, whatever is cut."""
        longest = max(text_width(self.count(judge, judge.most)) for judge in self.judges)
        return Arrangement(PrunableTree(self.tree), longest)

    @cached_property
    def skeleton(self):
        """The tree without words, where there is little room."""
        return Skeleton(self.tree)

    @cached_property
    def most(self):
        """The largest share of errors of any pruned tree."""
        return max(judge.most / judge.n_rows for judge in self.judges) or 1.0

    @cached_property
    def unit(self):
        """What is counted."""
        return "squared error" if predicts_numbers(self.tree) else "errors"

    def count(self, judge, errors):
        """A number of errors with its unit, and whose they are."""
        return f"{judge.name}: {digits(errors)} {self.unit}"


class Arrangement:
    """A figure in inches: the errors left of the top of a tree or, if it is wide, above it."""

    def __init__(self, tree, longest):
        # where the curves begin
        self.tree = tree
        self.left = longest + SAMPLE + 2 * MARGIN
        layout = tree.layout
        curves = self.left + SHORT + MARGIN
        wide = layout.width + 2 * MARGIN
        self.width = max(PAGE.width, wide)
        self.down = MARGIN
        tops = [part for part in (*layout.boxes, *layout.labels) if part and part.top < DEEP]
        self.free = min(part.left for part in tops)  # of the tree, beside the curves
        both = curves + 2 * MARGIN + layout.width - self.free
        self.beside = both <= self.width and not layout.sideways
        if not self.beside:
            self.down = DEEP
        self.narrowest = max(wide, both if self.beside else curves)
        self.height = self.down + layout.height + MARGIN

    def fits(self, width, height):
        """Whether a figure of this size has room for the boxes."""
        return self.narrowest <= width + MARGIN and self.height <= height + MARGIN

    def plan(self, cuts, width):
        """The tree with these nodes cut, at the right of a figure of this width."""
        return self.tree.plan(cuts, width - self.tree.layout.width - MARGIN, self.down)

    def length(self, width):
        """Inches for the curves."""
        end = width
        if self.beside and width >= self.narrowest:
            end += self.free - self.tree.layout.width - 2 * MARGIN
        return min(end - MARGIN - self.left, LONG)
