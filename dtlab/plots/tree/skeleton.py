"""The shape of a tree without words: what is kept in strong lines, what was cut in faint ones.

Of a tree with more than 200 leaves the top is drawn.
"""

from matplotlib.collections import LineCollection

from ..base.classes import labels_of, signs
from ..base.lines import line_height
from ..base.style import FAINT, blank, ink, short, write
from .layout import tidy
from .nodes import items_to_draw

MOST = 200  # leaves; of a larger tree the top is drawn
MOST_NAMED = 7  # classes


def name_classes(ax, tree):
    """What pruning does not change: the room for the tree, and the classes beside it."""
    ax = blank(ax)
    _, layout = _placed(tree, tree)
    ax.set(xlim=(0, layout.width), ylim=(layout.height + 0.1, -0.1))
    labels = labels_of(tree)
    if len(labels) > MOST_NAMED:
        return
    for i, (label, sign) in enumerate(signs(labels).items()):
        y, where = 0.8 - i * line_height(ax), {"transform": ax.transAxes, "clip_on": False}
        ax.plot([1.03], [y], markersize=10, **_look(ax, sign), **where)
        write(ax, 1.06, y, short(label), va="center", **where)


def draw_branches(ax, tree, pruned):
    """The branches and leaves of a tree, those that were cut in faint lines and as hollow dots."""
    items, layout = _placed(tree, pruned)
    branches = {True: [], False: []}
    for item, box in zip(items, layout.boxes, strict=True):
        if item.parent is not None:
            above = layout.boxes[item.parent]
            branches[item.lost].append([(above.x, above.y), (box.x, box.y)])
    looks = {True: {"colors": FAINT, "linestyles": ":"}, False: {"colors": ink(ax)}}
    for lost, lines in branches.items():
        ax.add_collection(LineCollection(lines, linewidths=1.5, zorder=1, **looks[lost]))
    _draw_leaves(ax, tree, items, layout.boxes)


def _placed(tree, pruned):
    """The nodes to draw, and where."""
    depth = tree.depth if tree.n_leaves <= MOST else None
    items = items_to_draw(tree, pruned=pruned, max_depth=depth)
    n, parents = len(items), [item.parent for item in items]
    return items, tidy(parents, [(0.2, 0.2)] * n, [(0.0, 0.0)] * n)  # of one size, no labels


def _look(ax, sign):
    return {"color": sign.colour, "marker": sign.marker, "mec": ink(ax), "linestyle": ""}


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
    for label, sign in signs(labels_of(tree)).items():
        points = places.get(label, [])
        xs, ys = [x for x, _ in points], [y for _, y in points]
        ax.plot(xs, ys, markersize=10, zorder=3, **_look(ax, sign))
