"""The figure of a Split Studio: the tree, the chosen node, and faded what is only proposed."""

from math import ceil

from ...plots import plot_tree
from ...plots.base.style import describe_as
from ...plots.base.words import describe_tree
from ...plots.tree.nodes import fits
from ...plots.tree.plot_tree import plan_tree
from .paths import replace_node
from .words import question_text, rows_in_words, way

WIDTH = 8.0  # inches
HIGHEST = 12.0  # inches; the text of a larger tree gets smaller
SMALLEST = 0.65  # of their full size, 9 points; below that the lowest questions are left out


def draw_studio(studio, figure):
    """Draw the tree on the whole figure."""
    figure.set_layout_engine(None)
    width, _ = figure.get_size_inches()
    ax = figure.add_axes((0, 0, 1, 1))
    depth, _ = _layout(studio, width)
    plot_tree(studio.preview, **_marks(studio), max_depth=depth, ax=ax)
    describe_as(ax, studio_description(studio))


def studio_description(studio):
    """The tree so far, and what is proposed, in words."""
    if studio.question is None:
        return describe_tree(studio.tree)
    children = studio.proposal.children
    answers = [f"{studio.question.label(i)}: {rows_in_words(c)}" for i, c in enumerate(children)]
    where = way(studio.tree, studio.path)
    proposed = f"Proposed at {where}, drawn faded: {question_text(studio.question)}"
    return f"{describe_tree(studio.tree)} {proposed} ({'; '.join(answers)})."


def size_of(studio):
    """Width and height in inches that the tree needs, within limits."""
    _, needed = _layout(studio, WIDTH)
    height = min(needed.height * min(1, WIDTH / needed.width), HIGHEST)
    return WIDTH, ceil(10 * height) / 10  # in steps, so that the page below seldom moves


def _layout(studio, width):
    """(depth, figure): how many questions of a path have room, None for all; and its layout."""
    place, marks, depth = (width, HIGHEST), _marks(studio), None
    while True:
        found = plan_tree(studio.preview, **marks, max_depth=depth, place=place)
        limit = studio.preview.depth if depth is None else depth
        if fits(found, *place) >= SMALLEST or limit <= len(studio.path) + 1:  # the proposal is seen
            return depth, found
        depth = limit - 1


def _marks(studio):
    """What is chosen, and which nodes are only proposed."""
    if studio.question is None:
        return {}
    before = replace_node(studio.tree, studio.path, studio.leaf.as_leaf())
    return {"chosen": studio.path, "pruned": before}
