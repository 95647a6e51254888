"""The picture of a Split Studio: the tree, the chosen node, and faded what is only proposed."""

from math import ceil

from ...plots import plot_tree
from ...plots.base.style import told
from ...plots.base.words import describe_tree
from ...plots.tree.nodes import fits
from ...plots.tree.plot_tree import pictured
from .paths import replaced
from .words import asked, counted, way

HIGHEST = 12.0  # inches; letters of a larger tree get smaller
SMALLEST = 0.65  # of their full size, 9 points; below that the lowest questions are left out


def draw_studio(studio, figure):
    """Draw the tree on the whole figure."""
    figure.set_layout_engine(None)
    width, _ = figure.get_size_inches()
    ax = figure.add_axes((0, 0, 1, 1))
    depth, _ = _laid_out(studio, width)
    plot_tree(studio.preview, **_marks(studio), max_depth=depth, ax=ax)
    told(ax, described(studio))


def described(studio):
    """The tree so far, and what is proposed, in words."""
    if studio.question is None:
        return describe_tree(studio.tree)
    children = studio.proposal.node.children
    answers = [f"{studio.question.label(i)}: {counted(c)}" for i, c in enumerate(children)]
    where = way(studio.tree, studio.path)
    proposed = f"Proposed at {where}, drawn faded: {asked(studio.question)}"
    return f"{describe_tree(studio.tree)} {proposed} ({'; '.join(answers)})."


def size_of(studio, width):
    """Width and height in inches that the tree needs, within limits."""
    _, needed = _laid_out(studio, width)
    height = min(needed.height * min(1, width / needed.width), HIGHEST)
    return width, ceil(10 * height) / 10  # in steps, so that the page below seldom moves


def _laid_out(studio, width):
    """(depth, picture): how many questions of a path have room, None for all; and its layout."""
    place, marks, depth = (width, HIGHEST), _marks(studio), None
    while True:
        found = pictured(studio.preview, **marks, max_depth=depth, place=place)
        limit = studio.preview.depth if depth is None else depth
        if fits(found, *place) >= SMALLEST or limit <= len(studio.path) + 1:  # the proposal is seen
            return depth, found
        depth = limit - 1


def _marks(studio):
    """What is chosen, and which nodes are only proposed."""
    if studio.question is None:
        return {}
    before = replaced(studio.tree, studio.path, studio.leaf.as_leaf())
    return {"chosen": studio.path, "pruned": before}
