"""The picture of a Split Studio: the tree, the chosen node, and faded what is only proposed."""

from math import ceil

from ..plots import plot_tree
from ..plots.nodes import fits
from ..plots.style import told
from ..plots.trees import pictured
from ..plots.words import describe_tree
from .studio_paths import replaced
from .studio_words import asked, counted, way

HIGHEST = 12.0  # inches; letters of a larger tree get smaller
SMALLEST = 0.65  # of their full size, 9 points; below that the lowest questions are left out


def draw_studio(studio, figure):
    """Draw the tree on the whole figure."""
    figure.set_layout_engine(None)
    width, _ = figure.get_size_inches()
    ax = figure.add_axes((0, 0, 1, 1))
    plot_tree(studio.preview, **_marks(studio), max_depth=_levels(studio, width), ax=ax)
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
    needed = _laid_out(studio, width, _levels(studio, width))
    height = min(needed.height * min(1, width / needed.width), HIGHEST)
    return width, ceil(10 * height) / 10  # in steps, so that the page below seldom moves


def _levels(studio, width):
    """How many questions of a path can be drawn with letters large enough: None for all."""
    room, depth = (width, HIGHEST), None
    while fits(_laid_out(studio, width, depth), *room) < SMALLEST:
        depth = (studio.preview.depth if depth is None else depth) - 1
        if depth <= len(studio.path) + 1:  # what is proposed must be seen
            return depth
    return depth


def _laid_out(studio, width, depth):
    place = width, HIGHEST
    return pictured(studio.preview, **_marks(studio), max_depth=depth, place=place)


def _marks(studio):
    """What is chosen, and which nodes are only proposed."""
    if studio.question is None:
        return {}
    before = replaced(studio.tree, studio.path, studio.leaf.as_leaf())
    return {"chosen": studio.path, "pruned": before}
