"""Where the parts of a Split Studio's figure stand: bars and rows above, the tree below."""

from math import ceil

from matplotlib.patches import Rectangle

from ...plots import plot_tree
from ...plots.base.style import PAPER, describe_as
from ...plots.base.words import describe_tree
from ...plots.tree.nodes import fits
from ...plots.tree.plot_tree import plan_tree
from ..base.touch import button_zone, with_key
from . import bars
from .paths import nodes, path_text, replace_node
from .plane import draw_plane, plane_zones
from .rows import draw_rows, row_zones
from .words import node_words, proposal_words, way

WIDTH = 8.0  # inches
HIGHEST = 12.0  # inches of a tree; the text of a larger one gets smaller
SMALLEST = 0.65  # of their full size, 9 points; below that the lowest questions are left out
READABLE = 0.9  # of the text's full size; smaller, and the tree stands below the rest
SMALL = {"counts": False, "bars": False}  # of the boxes
BESIDE = 4.1  # inches from the left to a tree beside the rest
# Inches of the rows in their different forms, and the room around their axes: left, top, right and
# bottom.
NUMBER = 1.85, (0.15, 0.35, 0.15, 0.62)
CATEGORY = 1.4, (0.0, 0.0, 0.0, 0.0)
PLANE = 3.4, (0.85, 0.1, 0.1, 0.62)
LOW_PLANE = 2.5, PLANE[1]


class TreePart:
    """A tree in its place, the nodes that are drawn of it, and where each can be touched."""

    def __init__(self, tree, marks, width, shortest=0, smallest=SMALLEST):
        self.tree, self.marks, self.width = tree, marks, width
        self.depth = None
        while True:  # how many questions of a path have room; None for all
            place = (width, HIGHEST)
            self.plan = plan_tree(tree, **marks, max_depth=self.depth, place=place)
            limit = tree.depth if self.depth is None else self.depth
            if fits(self.plan, *place) >= smallest or limit <= shortest:
                break
            self.depth = limit - 1
        height = min(self.plan.height * min(1, width / self.plan.width), HIGHEST)
        self.height = ceil(10 * height) / 10  # in steps, so that the page below seldom moves

    @property
    def is_whole(self):
        """Whether all nodes are drawn, in text that needs no more room."""
        return self.depth is None and fits(self.plan, self.width, HIGHEST) >= READABLE

    @property
    def boxes(self):
        """(path, node, box) of the nodes that are drawn."""
        every = list(nodes(self.tree))
        for item, box in zip(self.plan.items, self.plan.layout.boxes, strict=True):
            yield *every[item.number], box

    def draw(self, ax, key="node"):
        """Draw the tree; behind each box lies what lights up."""
        plot_tree(self.tree, **self.marks, max_depth=self.depth, ax=ax)
        for path, _, box in self.boxes:
            behind = Rectangle((box.left, box.top), box.width, box.height, fc=PAPER, zorder=1.5)
            with_key(f"{key} {path_text(path)}", ax.add_artist(behind))

    def zones(self, ax, about):
        """A button for each node; `about` says of a path and its node what it is."""
        for path, node, box in self.boxes:
            sides = box.left, box.bottom, box.right, box.top
            yield button_zone(ax, *sides, id=f"node {path_text(path)}", group="nodes",
                              **about(path, node))  # fmt: skip


class Sheet:
    """The bars and the rows of the chosen node, and the tree beside them, or below if it is wide.

    With a plane the tree is always beside it: they belong together. When nothing is left to ask,
    the bars and the rows are left out. Where there is little room (`low`), boxes have no bars, and
    rows are shown only where a hand can change how they are split.
    """

    def __init__(self, studio, low=False):
        self.studio, about = studio, studio.lesson
        self.shows_rows = studio.question is not None and (not low or studio.kind != "multiway")
        self.plane = LOW_PLANE if low else PLANE
        for_bars = 0.0 if studio.is_done else bars.height(studio)
        if about.is_plane:
            for_rows, _ = self.plane
        elif studio.is_done or (low and not self.shows_rows):
            for_rows = 0.0
        else:  # as high as for any question, so that the tree below seldom moves
            for_rows, _ = NUMBER if any(about.table.is_number) else CATEGORY
        proposal = studio.preview, self._marks() | (SMALL if low else {})
        shortest = len(studio.path) + 1  # the proposal is seen
        self.tree = TreePart(*proposal, WIDTH - BESIDE, shortest)
        self.rows, self.corner = (0.0, for_bars), (BESIDE, 0.0)  # upper left, of rows and tree
        height = max(for_bars + for_rows, self.tree.height)
        if not (about.is_plane or (self.tree.is_whole and not studio.is_done)):
            self.rows, self.corner = (BESIDE, 0.0), (0.0, max(for_bars, for_rows))
            self.tree = TreePart(*proposal, WIDTH, shortest)
            height = self.corner[1] + self.tree.height
        self.size = WIDTH, height

    def _marks(self):
        """What is chosen, and which nodes are only proposed."""
        studio = self.studio
        if studio.is_done:
            return {}
        if studio.preview is studio.tree:
            return {"chosen": studio.path}
        before = replace_node(studio.tree, studio.path, studio.leaf.as_leaf())
        return {"chosen": studio.path, "pruned": before}

    def draw(self, figure):
        """Bars, rows (or the plane) and tree."""
        studio, tree = self.studio, self.tree
        if not studio.is_done:
            place = 0, 0, bars.WIDTH, bars.height(studio)
            bars.draw_bars(add_axes(figure, self.size, *place, "bars"), studio)
        if studio.lesson.is_plane:
            draw_plane(self._axes_of_rows(figure, *self.plane), studio)
        elif self.shows_rows:
            form = NUMBER if studio.asks_number else CATEGORY
            draw_rows(self._axes_of_rows(figure, *form), studio)
        ax = add_axes(figure, self.size, *self.corner, tree.width, tree.height, "tree")
        tree.draw(ax)
        describe_as(ax, f"{describe_tree(studio.tree)}{proposal_words(studio)}")

    def _axes_of_rows(self, figure, height, margins):
        left, top, right, bottom = margins
        x, y = self.rows
        inside = bars.WIDTH - left - right, height - top - bottom
        return add_axes(figure, self.size, x + left, y + top, *inside, "rows")

    def zones(self, figure):
        """Nodes, bars, and the cut or the values."""
        axes = {ax.get_label(): ax for ax in figure.axes}
        if "bars" in axes:
            yield from bars.bar_zones(axes["bars"], self.studio)
        yield from self.tree.zones(axes["tree"], self._about)
        if "rows" in axes:
            zones = plane_zones if self.studio.lesson.is_plane else row_zones
            yield from zones(axes["rows"], self.studio)

    def _about(self, path, node):
        text = path_text(path)
        name = f"{way(self.studio.preview, path)} ({node_words(self.studio, path, node)})"
        return {"name": name, "lights": (f"node {text}", f"region {text}")}


def add_axes(figure, size, left, top, width, height, label=""):
    """Axes at a place that is given in inches from the upper left corner of a figure this large."""
    wide, high = size
    place = left / wide, 1 - (top + height) / high, width / wide, height / high
    return figure.add_axes(place, label=label)
