"""Where the parts of a Split Studio's figure stand: bars and rows above, the tree below."""

from functools import partial
from typing import NamedTuple

from ...plots.base.style import blank, describe_as
from ...plots.base.words import describe_tree
from ...plots.tree import distributions
from ...plots.tree.counted import CountedTree
from . import bars, engine
from .cards import has_cards
from .paths import nodes, path_text, replace_node
from .plane import draw_points, draw_regions, plane_zones
from .rows import draw_cut, draw_rows, row_zones
from .tree_part import HIGHEST, NARROW, READABLE, SMALLEST, TreePart, add_axes, axes_of
from .words import node_words, proposal_words, way

WIDTH, LOW_WIDTH = 8.0, 6.15  # inches; on a projector, where letters of 14 points stay as large
BETWEEN = 0.2  # the bars and what stands beside them
FEW_BARS = 3.2  # inches of bars under which there is still room for the rows
# Inches of the rows in their different forms, and the room around their axes: left, top, right and
# bottom.
NUMBER = 1.85, (0.15, 0.35, 0.3, 0.62)
CATEGORY = 1.4, (0.0, 0.0, 0.0, 0.0)
CARDS = 1.85, (0.0, 0.0, 0.0, 0.0)
PLANE = 3.4, (0.85, 0.1, 0.1, 0.62)
LOW_PLANE = 2.3, PLANE[1]
LOW_HIGHEST, LOW_PANELS = 2.4, 3.8  # inches of a tree on a projector, and with distributions


class SheetPlan(NamedTuple):
    """A tree, the height of the whole figure, and the upper left corners of rows and tree."""

    height: float
    tree: TreePart
    rows: tuple
    corner: tuple


class Sheet:
    """The bars and the rows of the chosen node, and the tree beside them, or below if it is wide.

    With a plane the tree is always beside it: they belong together. When nothing is left to ask,
    the bars and the rows are left out. Where there is little room (`low`), the tree is never below,
    boxes have no bars, rows are shown only where a hand can change how they are split, a list of
    the features stands for the bars then, and letters never shrink: of a large tree what lies
    around the chosen node is drawn.
    """

    def __init__(self, studio, low=False):
        self.studio = studio
        self.low = low
        about = studio.lesson
        self.bars, self.width = (bars.LOW, LOW_WIDTH) if low else (bars.PAGE, WIDTH)
        kind = studio.question and studio.kind
        self.shows_rows = studio.asks_number or kind == "subset" or (kind == "multiway" and not low)
        self.plane = LOW_PLANE if low else PLANE
        self.has_bars = not (studio.is_done or (low and (about.is_plane or self.shows_rows)))
        for_bars = bars.height(studio, self.bars) if self.has_bars else 0.0
        if about.is_plane:
            for_rows, _ = self.plane
        elif studio.is_done or (low and not self.shows_rows):
            for_rows = 0.0
        else:  # as high as for any question, so that the tree below seldom moves
            is_high = any(about.table.is_number) or about.has_many_values
            for_rows, _ = NUMBER if is_high else CATEGORY
        places = self._places(for_bars, for_rows)
        self.tree = places.tree
        self.rows = places.rows
        self.corner = places.corner
        self.size = self.width, places.height

    def _places(self, for_bars, for_rows):
        """The tree beside bars and rows if it is whole and readable there, otherwise below them."""
        beside = self.bars.width + BETWEEN
        tree = self._tree(self.width - beside)
        above = max(for_bars, for_rows)
        left = SheetPlan(
            max(for_bars + for_rows, tree.height), tree, (0.0, for_bars), (beside, 0.0)
        )
        if self.studio.lesson.is_plane or (self.low and not self.studio.is_done):
            return left
        if not self.studio.is_done and tree.is_whole:
            height = max(for_bars, for_rows + tree.height)
            right = SheetPlan(height, tree, (beside, 0.0), (beside, for_rows))
            return left if for_bars < FEW_BARS else right
        tree = self._tree(self.width)
        return SheetPlan(above + tree.height, tree, (beside, 0.0), (0.0, above))

    def _tree(self, width):
        """The tree with the proposed question in a place of this width."""
        studio = self.studio
        marks = self._marks()
        counted = self._counted if studio.distributions else None
        smallest = READABLE if counted else SMALLEST
        tries = [(counted, HIGHEST)]
        if self.low:  # rather with fewer panels than in small letters
            marks = marks | NARROW
            smallest = 1.0
            tries = [(None, LOW_HIGHEST)]
            if counted:
                few = partial(self._counted, to_the_end=False)
                tries = [(counted, LOW_PANELS), (few, LOW_PANELS), *tries]
        for counted, height in tries:
            tree = TreePart(studio.preview, marks, (width, height), studio.path, smallest, counted)
            if tree.is_readable:
                break
        return tree

    def _counted(self, path, node, to_the_end=True):
        """The rows at a node on the way to the chosen one, and at all below it."""
        lesson = self.studio.lesson
        rows = list(engine.rows_at_nodes(self.studio.spot_at(path), node))
        return CountedTree(node, rows, lesson.numbers, lesson.columns, to_the_end)

    def _marks(self):
        """What is chosen, and which nodes are only proposed."""
        studio = self.studio
        if studio.is_done:
            return {}
        if studio.preview is studio.tree:
            return {"chosen": studio.path}
        before = replace_node(studio.tree, studio.path, studio.leaf.as_leaf())
        return {"chosen": studio.path, "pruned": before}

    @property
    def base(self):
        """What `draw_base` depends on: the rows, what is asked but for its cut, and the places."""
        studio = self.studio
        asked = studio.question.feature if studio.asks_number else studio.question
        tree = self.tree.start, self.tree.inside
        return studio.spot, asked, studio.page, studio.is_done, self.rows, self.corner, tree

    def draw_base(self, figure):
        """The axes of bars, rows (or plane) and tree; the rows that are not moved by a cut."""
        studio = self.studio
        if self.has_bars:
            place = 0, 0, self.bars.width, bars.height(studio, self.bars)
            blank(add_axes(figure, self.size, *place, "bars"))
        if studio.lesson.is_plane:
            draw_points(self._axes_of_rows(figure, *self.plane), studio)
        elif self.shows_rows:
            form = NUMBER if studio.asks_number else CARDS if has_cards(studio) else CATEGORY
            draw_rows(self._axes_of_rows(figure, *form), studio)
        self.tree.add_axes(figure, self.size, *self.corner)

    def draw_moving(self, figure):
        """Bars, cut (or the regions of the plane) and tree."""
        studio = self.studio
        tree = self.tree
        axes = axes_of(figure)
        if "bars" in axes:
            bars.draw_bars(axes["bars"], studio, self.bars)
        if studio.lesson.is_plane:
            draw_regions(axes["rows"], studio)
        elif studio.asks_number:
            draw_cut(axes["rows"], studio)
        tree.draw(axes["node"])
        said = [f"{describe_tree(studio.tree)}{proposal_words(studio)}{tree.left_out}"]
        said += distributions.in_words(tree.plan.items)
        describe_as(axes["node"], " ".join(said))

    def _axes_of_rows(self, figure, height, margins):
        left, top, right, bottom = margins
        x, y = self.rows
        inside = self.bars.width - left - right, height - top - bottom
        return add_axes(figure, self.size, x + left, y + top, *inside, "rows")

    def zones(self, figure):
        """Nodes, bars, and the cut or the values."""
        axes = axes_of(figure)
        if "bars" in axes:
            yield from bars.bar_zones(axes["bars"], self.studio, self.bars)
        yield from self.tree.zones(figure, self._about)
        if "rows" in axes:
            zones = plane_zones if self.studio.lesson.is_plane else row_zones
            yield from zones(axes["rows"], self.studio)

    def _about(self, path, node):
        name = f"{way(self.studio.preview, path)} ({node_words(self.studio, path, node)})"
        leaves = [below for below, found in nodes(node) if found.is_leaf]
        regions = [f"region {path_text((*path, *below))}" for below in leaves]
        lit = regions if self.studio.lesson.is_plane else []
        return {"name": name, "lights": (f"node {path_text(path)}", *lit)}
