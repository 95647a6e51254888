"""A tree that asks its features in one order: every feature has a row, every node a place in it."""

from math import ceil

from ..inputs.values import show
from ..plots.base.classes import signs
from ..plots.base.style import COLOURS, FAINT, HATCHES, SIZE, blank, canvas, ink, short
from ..plots.base.words import describe_tree

LINES = ("--", "-", ":", "-.")  # of the first, second, ... value of a feature
LETTER = 0.018  # of the picture's width
LINE = 0.3  # inches from one line of the legend to the next


def draw_levels(ax, tree, order, target):
    """Draw nodes as dots, branches as lines in the answer's style, leaves as marks of a class."""
    ax = blank(ax)
    places = _places(tree, order)
    _draw_branches(ax, tree, places)
    _draw_leaves(ax, tree, places, target)
    width = max(x for x, _ in places) + 1
    ax.hlines([-level for level in range(len(order))], -0.5, width, FAINT, lw=0.6, zorder=0)
    names = [short(f"{name}?", 12) for name in order]
    for level, name in enumerate(names):
        ax.text(-0.03 * width - 0.5, -level, name, ha="right", va="center",
                fontsize=SIZE, color=ink(ax), parse_math=False)  # fmt: skip
    share = LETTER * max(map(len, names))
    room = max(0.15, 0.03 + share / (1 - share)) * width
    ax.set(xlim=(-room - 0.5, width), ylim=(-len(order) - 0.3, 0.3))
    _write_legend(ax)
    ax.description = describe_tree(tree)


def _write_legend(ax):
    """Above the axes, in one line; further lines, for long names, take room from the tree."""
    handles, labels = ax.get_legend_handles_labels()
    needed = LETTER * sum(len(label) + 4 for label in labels)  # a sign takes four letters
    columns = 6 if needed < 1 else 3
    height = ax.get_position().height * ax.figure.get_figheight()
    taken = LINE * (ceil(len(labels) / columns) - 1) / height
    low, high = ax.get_ylim()
    ax.set_ylim(low, high + (high - low) * taken / (1 - taken))
    ax.legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1 - taken), ncols=columns,
              frameon=False, fontsize=SIZE, labelcolor=ink(ax), handletextpad=0.4,
              columnspacing=1.2)  # fmt: skip


def _places(tree, order):
    """(x, y) of every node in the order of `walk`: leaves side by side, parents in the middle."""
    nodes, parents = [], []
    waiting = [(tree, None)]
    while waiting:
        node, parent = waiting.pop()
        parents.append(parent)
        nodes.append(node)
        waiting.extend((child, len(nodes) - 1) for child in reversed(node.children))
    xs, below = [0.0] * len(nodes), [[] for _ in nodes]
    next_leaf = sum(node.is_leaf for node in nodes)
    for i in reversed(range(len(nodes))):
        if nodes[i].is_leaf:
            next_leaf -= 1
            xs[i] = float(next_leaf)
        else:
            xs[i] = (min(below[i]) + max(below[i])) / 2
        if parents[i] is not None:
            below[parents[i]].append(xs[i])
    level = {name: -number for number, name in enumerate(order)}
    ys = [level[node.question.feature] if node.question else None for node in nodes]
    for i, parent in enumerate(parents):
        if ys[i] is None:
            ys[i] = 0 if parent is None else ys[parent] - 1
    return list(zip(xs, ys, strict=True))


def _draw_branches(ax, tree, places):
    from matplotlib.collections import LineCollection

    kinds, number = {}, 0
    for number, node in enumerate(tree.walk()):
        child = number + 1
        for i, below in enumerate(node.children):
            kinds.setdefault((i, node.question.label(i)), []).append(
                (places[number], places[child])
            )
            child += below.n_nodes
    for (i, label), segments in kinds.items():
        look = {"colors": ink(ax), "linestyles": LINES[i % len(LINES)], "label": short(label, 12)}
        ax.add_collection(LineCollection(segments, linewidths=1.3, zorder=1, **look))


def _draw_leaves(ax, tree, places, target):
    """A mark per leaf in its class's colour and shape; questions are small grey dots."""
    nodes = list(tree.walk())
    inner = [place for place, node in zip(places, nodes, strict=True) if not node.is_leaf]
    if inner:
        ax.scatter(*zip(*inner, strict=True), s=25, color=FAINT, zorder=2)
    for label, sign in signs(tree.classes).items():
        here = [place for place, node in zip(places, nodes, strict=True)
                if node.is_leaf and node.prediction == label]  # fmt: skip
        if here:
            look = {"color": sign.colour, "marker": sign.marker, "edgecolor": ink(ax)}
            name = short(f"{target} {show(label)}", 16)
            ax.scatter(*zip(*here, strict=True), s=70, linewidth=0.8, zorder=3, label=name,
                       **look)  # fmt: skip


def draw_sizes(ax, sizes):
    """Bars of the number of leaves, the first one (the learner's) hatched."""
    ax = canvas(ax)
    rows = range(len(sizes))
    bars = ax.barh(rows, list(sizes.values()), 0.7, color=COLOURS[4], edgecolor=ink(ax))
    bars[0].set(facecolor=COLOURS[1], hatch=HATCHES[1])
    for row, leaves in enumerate(sizes.values()):
        ax.annotate(str(leaves), (leaves, row), (5, 0), textcoords="offset points", va="center",
                    fontsize=SIZE, color=ink(ax))  # fmt: skip
    ax.set_yticks(rows, list(sizes))
    ax.set(xticks=[], xlim=(0, 1.12 * max(sizes.values())))
    ax.spines["bottom"].set_visible(False)
    ax.invert_yaxis()
    ax.description = "Leaves: " + ", ".join(f"{name} {n}" for name, n in sizes.items()) + "."
