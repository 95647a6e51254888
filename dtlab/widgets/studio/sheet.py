"""Where the parts of a Split Studio's figure stand: bars and rows, and the tree beside them."""

from functools import partial

from ...plots.base.style import SIZE, blank, describe_as
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

EM = SIZE / 72  # inches of a letter's height
LEAST, MOST = (6.2, 4.2), (11.5, 6.5)  # inches of a figure
LOW_WIDTH = 31.6 * EM  # on a projector, where letters stay as large
BETWEEN = 0.2  # the bars and what stands beside them
# Inches of the rows in their different forms: the least and the most, and the room around their
# axes: left, top, right and bottom.
NUMBER = (9.5 * EM, 3.6), (0.15, 1.8 * EM, 0.1, 3.2 * EM)
CATEGORY = (7.2 * EM, 2.4), (0.0, 0.0, 0.0, 0.0)
CARDS = NUMBER[0], CATEGORY[1]
PLANE = (2.6, 6.0), (4.4 * EM, 0.1, 0.1, 3.2 * EM)
LOW_PLANE = 11.8 * EM
LEFT = {True: 0.56, False: 0.47}  # share of the width for bars and rows: with a plane, without
LOW_HIGHEST, LOW_PANELS = 12.3 * EM, 19.5 * EM  # inches of a tree on a projector, with panels


class Sheet:
    """The bars and the rows of the chosen node, and the tree beside them.

    So it stays while the tree grows: what has no room is written in less detail, see `TreePart`.
    When nothing is left to ask, bars and rows are left out, and the tree has the whole width, but
    beside a plane. Where there is little room (`low`), boxes have no bars, rows are shown only
    where a hand can change how they are split, a list of the features stands for the bars then,
    and letters never shrink.
    """

    def __init__(self, studio, low=False):
        self.studio = studio
        self.low = low
        about = studio.lesson
        kind = studio.question and studio.kind
        self.shows_rows = studio.asks_number or kind == "subset" or (kind == "multiway" and not low)
        self.has_bars = not (studio.is_done or (low and (about.is_plane or self.shows_rows)))
        self.has_left = about.is_plane or not studio.is_done
        is_high = any(about.table.is_number) or about.has_many_values
        (least, most), _ = PLANE if about.is_plane else NUMBER if is_high else CATEGORY
        if low:
            self.width, high = LOW_WIDTH, LOW_HIGHEST
            self.bars = bars.LOW
            least = most = LOW_PLANE if about.is_plane else least if self.shows_rows else 0.0
        else:
            self.width, high = studio.place
            self.bars = bars.form_of(about, self.width * LEFT[about.is_plane], high - least)
        self.left = self.bars.width
        for_bars = bars.height(studio, self.bars) if self.has_bars else 0.0
        self.for_rows = min(max(high - for_bars, least), most) if self.has_left else 0.0
        self.rows = 0.0, for_bars
        self.corner = (self.left + BETWEEN if self.has_left else 0.0), 0.0
        self.tree = self._tree(self.width - self.corner[0], high)
        self.size = self.width, max(for_bars + self.for_rows, self.tree.height)

    def _tree(self, width, height):
        """The tree with the proposed question in a place of this size."""
        studio = self.studio
        marks = self._marks()
        counted = self._counted if studio.distributions else None
        smallest = READABLE if counted else SMALLEST
        tries = [(counted, HIGHEST if counted or not self.has_left else height)]
        if self.low:  # rather with fewer panels than in small letters
            marks = marks | NARROW
            smallest = 1.0
            tries = [(None, LOW_HIGHEST)]
            if counted:
                few = partial(self._counted, to_the_end=False)
                tries = [(counted, LOW_PANELS), (few, LOW_PANELS), *tries]
        for counted, high in tries:
            tree = TreePart(studio.preview, marks, (width, high), studio.path, smallest, counted)
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
        places = self.size, self.rows, self.for_rows, self.corner
        return studio.spot, asked, studio.page, studio.is_done, places, tree

    def draw_base(self, figure):
        """The axes of bars, rows (or plane) and tree; the rows that are not moved by a cut."""
        studio = self.studio
        if self.has_bars:
            place = 0, 0, self.bars.width, bars.height(studio, self.bars)
            blank(add_axes(figure, self.size, *place, "bars"))
        if studio.lesson.is_plane:
            draw_points(self._axes_of_rows(figure, PLANE), studio)
        elif self.shows_rows:
            form = NUMBER if studio.asks_number else CARDS if has_cards(studio) else CATEGORY
            draw_rows(self._axes_of_rows(figure, form), studio)
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
        tree.draw(axes["node"], newcomer=studio.newcomer)
        said = [f"{describe_tree(studio.tree)}{proposal_words(studio)}{tree.left_out}"]
        said += distributions.in_words(tree.plan.items)
        describe_as(axes["node"], " ".join(said))

    def _axes_of_rows(self, figure, form):
        _, (left, top, right, bottom) = form
        x, y = self.rows
        inside = self.left - left - right, self.for_rows - top - bottom
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
