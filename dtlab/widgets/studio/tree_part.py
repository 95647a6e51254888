"""A tree in its place in the figure of a Split Studio; of one too large, what can be read."""

from math import ceil

from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from ...plots.base.style import PAPER, SIZE, blank, cut, write
from ...plots.base.words import many
from ...plots.tree.boxes import branch_paths
from ...plots.tree.layout import depths_of
from ...plots.tree.nodes import fits
from ...plots.tree.plot_tree import draw_plan, plan_tree
from ..base.touch import button_zone, with_key
from .newcomer import draw_newcomer
from .outline import outlined
from .paths import at, nodes, path_text
from .words import way

HIGHEST = 12.0  # inches of a tree that has the whole figure; the text of a larger one gets smaller
SMALLEST = 9 / SIZE  # of the text's full size; below that the lowest questions are left out
READABLE = 0.9  # the same for text beside points
SMALL = {"counts": False, "bars": False, "tight": True}  # of the boxes
NARROW = SMALL | {"narrow": True}  # where there is little room
UP = 1.55 * SIZE / 72  # inches for the way to a tree that is drawn from one of its nodes on
LETTERS = 112 / SIZE  # of that way, per inch
LAST = 2  # answers of it
FEW = 3  # questions above the chosen node, at most, once the first are left out


class TreePart:
    """A tree in its place (width, height), the nodes drawn of it, and where each can be touched.

    Where letters would be smaller than `smallest`, boxes lose their counts and bars, then the tree
    becomes an outline, then the lowest questions are left out, and then the uppermost ones; the
    node at `path` and its children stay. Where there is little room (`NARROW`), of children that
    are too many even for that only their number stays. `counted(path, node)` gives the rows from a
    node on, if their distributions are to be drawn, for which there is no smaller form.
    """

    def __init__(self, tree, marks, place, path=(), smallest=SMALLEST, counted=None):
        self.tree = tree
        self.marks = marks
        self.place = place
        self.smallest = smallest
        self.counted = counted
        self.start: tuple[int, ...] = ()  # the path to the first node that is drawn
        self.depth: int | None = None  # how many questions are drawn below each other
        chosen = path
        if path and at(tree, path).is_leaf:
            path = path[:-1]  # a leaf is seen below its question
        self.plan = self._plan()
        while not (self.is_readable and self._levels >= self._needed(path)):
            if self._levels > self._needed(path):
                self.depth = self._levels - 1
            elif len(self.start) == len(path):
                if "narrow" in self.marks and self.counted is None:
                    self.start = chosen
                    self.depth = 0
                    self.plan = self._plan()
                break
            else:  # of a long way, most is left out at once
                self.start = path[: max(len(self.start) + 1, len(path) - FEW)]
                self.depth = self._needed(path)
            self.plan = self._plan()
        self.width = place[0]
        height = self.plan.height * fits(self.plan, *self.room)
        high = self.above + ceil(10 * height) / 10  # in steps: the page below seldom moves
        self.height = min(high, place[1])

    def _plan(self):
        marks = dict(self.marks)
        top = at(self.tree, self.start)
        if "chosen" in marks:
            marks["chosen"] = marks["chosen"][len(self.start) :]
        if "pruned" in marks:
            marks["pruned"] = at(marks["pruned"], self.start)
        if self.counted is not None:
            marks |= {"data": self.counted(self.start, top), "style": "distribution"}
        shown = {"max_depth": self.depth, "place": self.room}
        plan = plan_tree(top, **marks, **shown)
        for form in (None, outlined) if self.counted is None else ():
            if fits(plan, *self.room) >= self.smallest:
                break
            plan = plan_tree(top, **(marks | SMALL), **shown) if form is None else form(plan)
        return plan

    @property
    def above(self):
        """Inches of the way to the first node."""
        return UP if self.start else 0.0

    @property
    def room(self):
        """Width and height that are left for the tree."""
        width, height = self.place
        return width, height - self.above

    @property
    def _levels(self):
        """How many questions of a path are drawn."""
        return max(depths_of([item.parent for item in self.plan.items]))

    def _needed(self, path):
        """The same as far as to the answers at the end of a path."""
        return min(len(path) + 1 - len(self.start), at(self.tree, self.start).depth)

    @property
    def hides(self):
        """Whether some nodes are not drawn."""
        return bool(self.start) or any(item.hidden for item in self.plan.items)

    @property
    def is_readable(self):
        """Whether no letter is smaller than it may be."""
        return fits(self.plan, *self.room) >= self.smallest

    @property
    def is_whole(self):
        """Whether all nodes are drawn, and no letter is too small."""
        return not self.hides and self.is_readable

    @property
    def left_out(self):
        """What is not drawn, in words."""
        cut_off = [item.hidden for item in self.plan.items if item.hidden]
        said = f" Drawn from {way(self.tree, self.start)} on." if self.start else ""
        if cut_off:
            said += f" Not drawn: {sum(cut_off)} leaves below {many(len(cut_off), 'node')}."
        return said

    @property
    def boxes(self):
        """(path, node, box) of the nodes that are drawn."""
        every = list(nodes(at(self.tree, self.start)))
        for item, box in zip(self.plan.items, self.plan.layout.boxes, strict=True):
            path, node = every[item.number]
            yield (*self.start, *path), node, box

    @property
    def inside(self):
        """Width and height of the axes."""
        return self.width, self.height - self.above

    def add_axes(self, figure, size, left, top, key="node"):
        """Empty axes at a place of a figure, and above them the way to the first node."""
        if self.start:
            above = blank(add_axes(figure, size, left, top, self.width, UP, f"way {key}"))
            text = cut(f"↑ {way(self.tree, self.start, LAST)}", int(LETTERS * self.width))
            above.set(xlim=(0, 1), ylim=(0, 1))
            write(above, 0, 0.5, text, va="center")
        width, height = self.inside
        return blank(add_axes(figure, size, left, top + self.above, width, height, key))

    def draw(self, ax, key="node", newcomer=None):
        """Draw the tree on its axes; behind each box and its branch lies what lights up.

        A row that walks down the tree is drawn on its way.
        """
        draw_plan(ax, self.plan, self.inside)
        is_sideways = self.plan.layout.sideways
        branches = list(branch_paths(self.plan.layout.lines, is_sideways))
        if newcomer is not None:
            draw_newcomer(ax, newcomer, self.boxes, branches, is_sideways, self.start)
        for (path, _, box), branch in zip(self.boxes, branches, strict=True):
            frame = Bbox.from_extents(box.left, box.top, box.right, box.bottom)
            shape = Path(frame.corners()[[0, 1, 3, 2, 0]])
            if branch is not None:
                shape = Path.make_compound_path(shape, branch)
            behind = PathPatch(shape, fill=False, ec=PAPER, lw=3, zorder=0.9)
            with_key(f"{key} {path_text(path)}", ax.add_artist(behind))

    def zones(self, figure, about, key="node"):
        """A button for each node; `about` says of a path and its node what it is."""
        axes = axes_of(figure)
        if self.start:
            up = self.start[:-1]
            name = f"go up to {way(self.tree, up)}"
            yield button_zone(axes[f"way {key}"], 0, 0, 1, 1, id=f"node {path_text(up)}",
                              name=name, tip=name, group="nodes")  # fmt: skip
        for path, node, box in self.boxes:
            sides = box.left, box.bottom, box.right, box.top
            yield button_zone(axes[key], *sides, id=f"node {path_text(path)}", group="nodes",
                              **about(path, node))  # fmt: skip


def axes_of(figure):
    """The axes of a figure by their labels."""
    return {ax.get_label(): ax for ax in figure.axes}


def add_axes(figure, size, left, top, width, height, label=""):
    """Axes at a place that is given in inches from the upper left corner of a figure this large."""
    wide, high = size
    place = left / wide, 1 - (top + height) / high, width / wide, height / high
    return figure.add_axes(place, label=label)
