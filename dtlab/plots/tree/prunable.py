"""A tree whose nodes are cut and put back: every node keeps its place, what is cut off fades."""

from dataclasses import replace

from ..base.classes import labels_of, signs
from ..base.sizes import PAGE
from ..base.style import SIZE
from . import boxes, nodes
from .layout import tidy
from .plot_tree import UPRIGHT, TreePlan


class PrunableTree:
    """A tree in boxes of one line, large enough for a node's question and for its prediction.

    Of a tree larger than a page the top is drawn, as in `plot_tree`.
    """

    def __init__(self, tree):
        self.tree = tree
        self.items = nodes.items_to_draw(tree)
        self.leaves = [replace(item, is_leaf=True, hidden=0) for item in self.items]
        for item in (*self.items, *self.leaves):
            nodes.fill(item, counts=False, impurity=False, bar=0.0)
        both = [map(nodes.room, pair) for pair in zip(self.items, self.leaves, strict=True)]
        sizes = [tuple(map(max, *pair)) for pair in both]
        parents, labels = zip(*((i.parent, nodes.label_room(i)) for i in self.items), strict=True)
        upright, sideways = (tidy(parents, sizes, labels, turned) for turned in (False, True))
        fits = nodes.fits(upright, PAGE.width) >= UPRIGHT * nodes.fits(sideways, PAGE.width)
        self.layout = upright if fits else sideways

    def plan(self, cuts, dx=0.0, dy=0.0):
        """What is to be drawn if the nodes of these numbers are leaves, moved right and down."""
        now: list[nodes.Item] = []
        for item, leaf in zip(self.items, self.leaves, strict=True):
            above = None if item.parent is None else now[item.parent]
            lost = above is not None and (above.lost or above.number in cuts)
            now.append(replace(leaf if item.number in cuts else item, lost=lost))
        layout = self.layout.moved(dx, dy)
        return TreePlan(self.tree, now, layout, [], layout.width, layout.height, None)


def draw_by_node(ax, plan):
    """Draw a plan, node by node; yields each node's number, and its box and line."""
    colours = {label: sign.colour for label, sign in signs(labels_of(plan.tree)).items()}
    layout = plan.layout
    for i, item in enumerate(plan.items):
        n = len(ax.collections)
        boxes.draw_lines(ax, [item], layout.lines[i : i + 1], layout.sideways)
        boxes.draw_boxes(ax, [item], layout.boxes[i : i + 1], colours)
        boxes.draw_text(ax, [item], layout.boxes[i : i + 1], layout.labels[i : i + 1], SIZE)
        yield item.number, ax.collections[n:]
