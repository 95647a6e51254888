"""The shape of a tree without words: what is kept in strong lines, what was cut in faint ones."""

from matplotlib.collections import LineCollection

from ..base.classes import labels_of, signs
from ..base.lines import line_height
from ..base.style import FAINT, blank, ink, short, write
from .layout import tidy
from .nodes import items_to_draw

MOST = 200  # leaves; of a larger tree the top is drawn
MOST_NAMED = 7  # classes


def draw_skeleton(ax, tree, pruned):
    """Draw a tree of any size as lines that end in a marker per class; `pruned` is what is left.

    Of a tree with more than 200 leaves the top is drawn.
    """
    ax = blank(ax)
    depth = tree.depth if tree.n_leaves <= MOST else None
    items = items_to_draw(tree, pruned=pruned, max_depth=depth)
    n, parents = len(items), [item.parent for item in items]
    layout = tidy(parents, [(0.2, 0.2)] * n, [(0.0, 0.0)] * n)  # nodes of one size, no labels
    branches = {True: [], False: []}
    for item, box in zip(items, layout.boxes, strict=True):
        if item.parent is not None:
            above = layout.boxes[item.parent]
            branches[item.lost].append([(above.x, above.y), (box.x, box.y)])
    looks = {True: {"colors": FAINT, "linestyles": ":"}, False: {"colors": ink(ax)}}
    for lost, lines in branches.items():
        ax.add_collection(LineCollection(lines, linewidths=1.5, zorder=1, **looks[lost]))
    ax.set(xlim=(0, layout.width), ylim=(layout.height + 0.1, -0.1))
    _draw_leaves(ax, tree, items, layout.boxes)


def _draw_leaves(ax, tree, items, boxes):
    """A marker per leaf, in its class's colour and shape; lost ones are hollow dots."""
    places = {}
    for item, box in zip(items, boxes, strict=True):
        if item.is_leaf:
            key = None if item.lost else item.node.prediction
            places.setdefault(key, []).append((box.x, box.y))
    if None in places:
        look = {"markersize": 4, "markerfacecolor": "none", "markeredgecolor": FAINT}
        ax.plot(*zip(*places[None], strict=True), "o", **look)
    labels = labels_of(tree)
    for i, (label, sign) in enumerate(signs(labels).items()):
        look = {"color": sign.colour, "marker": sign.marker, "mec": ink(ax), "linestyle": ""}
        points = places.get(label, [])
        ax.plot([x for x, _ in points], [y for _, y in points], markersize=10, zorder=3, **look)
        if len(labels) <= MOST_NAMED:  # its marker and name beside the tree
            y, where = 0.8 - i * line_height(ax), {"transform": ax.transAxes, "clip_on": False}
            ax.plot([1.03], [y], markersize=10, **look, **where)
            write(ax, 1.06, y, short(label), va="center", **where)
