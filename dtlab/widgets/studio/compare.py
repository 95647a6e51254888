"""The learner's tree beside an algorithm's: which nodes differ, and the figure that marks them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from matplotlib.patches import Rectangle

from ...inputs.values import show
from ...plots.base.style import TITLE, describe_as, write
from ...plots.base.words import describe_tree, many
from ...plots.base.writing import digits
from ...plots.tree.boxes import PATH
from . import engine
from .lesson import new_model
from .paths import path_text
from .sheet import EM, LOW_WIDTH
from .tree_part import HIGHEST, NARROW, SMALL, SMALLEST, TreePart
from .words import question_text, way

HEAD, PAD = 2.6 * EM, 11  # inches for the name of a tree; points below it, for a sign ≠
APART = 0.3  # between two trees
INSIDE = 0.05  # inches from the corner of a box to its sign, which must not leave the figure
MOST_SAID = 3  # differences in words
LOW_HIGHEST = 10.8 * EM  # inches of a tree on a projector


@lru_cache(maxsize=32)
def fitted(lesson, name):
    """An algorithm with its own stopping and pruning, on the same training rows."""
    return new_model(name, lesson.kinds).fit(lesson.X, lesson.y)


@dataclass(frozen=True)
class Differences:
    """The nodes of two trees that lie on the same way, and those where the ways part."""

    same: dict  # path in the learner's tree → path in the other
    apart: list  # (path, node) of the learner's tree and (path, node) of the other


def find_differences(lesson, tree, other):
    """Compare two trees from the root, down to where they ask or answer differently."""
    same: dict[tuple, tuple] = {}
    apart = []
    waiting: list[tuple] = [(lesson.root, (), tree, (), other)]
    while waiting:
        spot, path, node, twin_path, twin = waiting.pop(0)
        if not _agree(spot, node, twin):
            apart.append(((path, node), (twin_path, twin)))
            continue
        same[path] = twin_path
        if node.is_leaf:
            continue
        routes = (spot.route(asking.question).tolist() for asking in (node, twin))
        twin_of = dict(zip(*routes, strict=True))  # the same groups may come in another order
        for i, child in enumerate(node.children):
            j = twin_of.get(i, i)
            below = engine.spot_below(spot, node.question, i)
            waiting.append((below, (*path, i), child, (*twin_path, j), twin.children[j]))
    return Differences(same, apart)


def _agree(spot, node, twin):
    if node.is_leaf and twin.is_leaf:
        if node.classes is None:
            return bool(np.isclose(node.prediction, twin.prediction))
        return node.prediction == twin.prediction
    return not (node.is_leaf or twin.is_leaf) and spot.same(node.question, twin.question)


class CompareSheet:
    """Two trees side by side, so that both are seen at once: of very large ones, the tops.

    What has no room in the height of the window is written in less detail, see `TreePart`; before
    nodes are left out the figure becomes higher, but on a projector (`low`).
    """

    def __init__(self, studio, low=False):
        self.studio = studio
        self.found = find_differences(studio.lesson, studio.tree, studio.rival_tree)
        whole, high = (LOW_WIDTH, HEAD + LOW_HIGHEST) if low else studio.place
        half = (whole - APART) / 2
        look, smallest = (NARROW, 1.0) if low else (SMALL, SMALLEST)
        trees = {"yours": studio.tree, studio.rival: studio.rival_tree}
        for height in (high - HEAD,) if low else (high - HEAD, HIGHEST, high - HEAD):
            self.parts = {
                name: TreePart(tree, look, (half, height), smallest=smallest)
                for name, tree in trees.items()
            }
            if all(part.is_whole for part in self.parts.values()):
                break
        self.places = [(0, HEAD), (half + APART, HEAD)]
        self.size = whole, HEAD + max(part.height for part in self.parts.values())

    @property
    def base(self):
        """What the figure depends on: nothing in it moves."""
        return self.studio.tree, self.studio.rival, self.size

    def draw_base(self, figure):
        """Both trees, each under its name; nodes that differ are framed and marked ≠."""
        apart = zip(*([path for path, _ in pair] for pair in self.found.apart), strict=True)
        marked = [*apart] or [(), ()]
        named = zip(self.parts.items(), self.places, marked, strict=True)
        for (name, part), (left, top), paths in named:
            ax = part.add_axes(figure, self.size, left, top, name)
            part.draw(ax, name)
            size = f"{many(part.tree.n_leaves, 'leaf', 'leaves')}, depth {part.tree.depth}"
            ax.set_title(f"{name}: {size}", fontsize=TITLE, loc="left", pad=PAD)
            for path, _, box in part.boxes:
                if path in paths:
                    mark_difference(ax, box)
            describe_as(ax, f"{name}: {describe_tree(part.tree)}")

    def draw_moving(self, figure):
        """Nothing."""

    def zones(self, figure):
        """A node of the learner's tree lights its twin, too; clicked, it is opened."""
        mine, _ = self.parts.values()
        yield from mine.zones(figure, self._about, "yours")

    def _about(self, path, _node):
        lights = [f"yours {path_text(path)}"]
        if path in self.found.same:
            lights.append(f"{self.studio.rival} {path_text(self.found.same[path])}")
        return {"name": f"look at {way(self.studio.tree, path)}", "lights": tuple(lights)}


def mark_difference(ax, box):
    """A dashed frame around a node, and the sign ≠ on its corner."""
    frame = Rectangle((box.left, box.top), box.width, box.height)
    frame.set(fill=False, ec=PATH, lw=3, ls="--", zorder=6)
    ax.add_artist(frame)
    sign = {"boxstyle": "circle,pad=0.15", "fc": PATH, "ec": "none"}
    look = {"color": "white", "weight": "bold", "ha": "center", "va": "center", "zorder": 7}
    write(ax, box.right - INSIDE, box.top - INSIDE, "≠", bbox=sign, **look)


def difference_words(studio):
    """Where the two trees differ."""
    apart = studio.sheet.found.apart
    if not apart:
        return f"Your tree and the tree of {studio.rival} are the same."
    said = [
        f"at {way(studio.tree, path)} you {_deed(node)}, {studio.rival} {_deed(twin, 's')}"
        for (path, node), (_, twin) in apart
    ]
    more = [f"… {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    places = many(len(said), "node")
    return f"The trees differ at {places}, marked ≠: {'; '.join([*said[:MOST_SAID], *more])}."


def _deed(node, s=""):
    if node.is_leaf:
        number = isinstance(node.prediction, float)
        return f"answer{s} {digits(node.prediction) if number else show(node.prediction)}"
    return f"ask{s} {question_text(node.question)}"
