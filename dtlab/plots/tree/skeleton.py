"""The shape of a tree without words: all of it in faint lines, what is left in strong ones."""

from typing import Any

from matplotlib.collections import LineCollection
from matplotlib.transforms import offset_copy

from ..base.classes import labels_of, signs
from ..base.lines import line_height
from ..base.style import FAINT, blank, ink, short, write
from .layout import tidy
from .nodes import items_to_draw

MOST = 200  # leaves; of a larger tree the top is drawn
MOST_NAMED = 7  # classes
BESIDE = 14, 26  # points from the tree to the marker of a class and to its name
ASIDE, PROPORTION = 0.02, 3  # of the width beside the tree, so that no marker is cut; of the height


class Skeleton:
    """A tree of any size as lines that end in a marker per class, whatever is cut.

    Of a tree with more than 200 leaves the top is drawn.
    """

    def __init__(self, tree):
        self.tree = tree
        self.items = items_to_draw(tree, max_depth=tree.depth if tree.n_leaves <= MOST else None)
        n = len(self.items)
        parents = [item.parent for item in self.items]
        layout = tidy(parents, [(0.2, 0.2)] * n, [(0.0, 0.0)] * n)  # nodes of one size, no labels
        self.boxes, self.width, self.height = layout.boxes, layout.width, layout.height

    def draw_faint(self, ax):
        """All branches in faint lines, a hollow dot per leaf, and the names of the classes."""
        ax = blank(ax)
        across = ASIDE * self.width
        down = ASIDE * PROPORTION * self.height
        ax.set(xlim=(-across, self.width + across), ylim=(self.height + down, -down))
        lines = self._branches(range(1, len(self.items)))
        ax.add_collection(
            LineCollection(lines, colors=FAINT, linestyles=":", linewidths=1.5, zorder=1)
        )
        ends = [box for item, box in self.placed if item.is_leaf]
        look = {"markersize": 4, "markerfacecolor": "none", "markeredgecolor": FAINT, "zorder": 1}
        ax.plot([box.x for box in ends], [box.y for box in ends], "o", clip_on=False, **look)
        looks = self._markers(ax)
        if len(looks) <= MOST_NAMED:  # beside the tree
            sign, name = (  # points from the axes, however wide these are
                {"transform": offset_copy(ax.transAxes, ax.figure, x, units="points")}
                for x in BESIDE
            )
            for i, (label, look) in enumerate(looks.items()):
                y = 0.8 - i * line_height(ax)
                ax.plot([1], [y], **look, **sign)
                write(ax, 1, y, short(label), va="center", clip_on=False, **name)

    def draw_kept(self, ax, cuts):
        """What is left if the nodes of these numbers are leaves, over the faint lines."""
        kept: list[bool] = []  # items by their place: whether they are left
        for item in self.items:
            above = item.parent
            kept.append(above is None or (kept[above] and self.items[above].number not in cuts))
        lines = self._branches(i for i in range(1, len(kept)) if kept[i])
        ax.add_collection(LineCollection(lines, colors=ink(ax), linewidths=1.5, zorder=2))
        asked = [above for above, _ in lines]
        ax.plot([x for x, _ in asked], [y for _, y in asked], ".", color=ink(ax), zorder=2)
        places: dict[Any, list[tuple[float, float]]] = {}
        for (item, box), is_left in zip(self.placed, kept, strict=True):
            if is_left and (item.is_leaf or item.number in cuts):
                places.setdefault(item.node.prediction, []).append((box.x, box.y))
        for label, look in self._markers(ax).items():
            points = places.get(label, [])
            (leaves,) = ax.plot([x for x, _ in points], [y for _, y in points], zorder=3, **look)
            leaves.set_in_layout(False)  # it may be empty, and then it would lie in the corner

    @property
    def placed(self):
        """Every node that is drawn, and its box."""
        return list(zip(self.items, self.boxes, strict=True))

    def _branches(self, places):
        """The lines from their parents to the items at these places."""
        pairs = [(self.boxes[self.items[i].parent], self.boxes[i]) for i in places]
        return [[(above.x, above.y), (box.x, box.y)] for above, box in pairs]

    def _markers(self, ax):
        """The look of each class's leaves."""
        about = {"mec": ink(ax), "linestyle": "", "markersize": 10, "clip_on": False}
        looks = signs(labels_of(self.tree)).items()
        return {label: {"color": s.colour, "marker": s.marker, **about} for label, s in looks}
