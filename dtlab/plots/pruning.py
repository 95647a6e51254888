"""Reduced-error pruning in pictures: one look at a node after another."""

from math import inf

import numpy as np

from ..tree.subtrees import child_numbers
from ..tree.text import questioned
from .base.style import COLOURS, DARK, PAPER, SIZE, blank, ink, short, told
from .base.words import describe, many
from .tree.boxes import ROUND
from .tree.layout import RISE
from .tree.nodes import fits, text_width
from .tree.plot_tree import WIDEST, pictured, plot_tree

HEADER = 0.9  # inches above the tree for what the step says
MARGIN = 0.35  # for the numbers beside the tree
LETTERS = 66  # that fit into a line of 8 inches
TESTED = COLOURS[5]


def plot_reduced_error(history, step, ax=None):
    """One step of reduced-error pruning: the tree, the node under test, its validation errors.

    `history` comes from `reduced_error`; step 0 is the tree before pruning, step 1 the first look
    at a node. The node under test has a thick frame and, beside it, its errors as a leaf and in its
    branches ("0 ≤ 2"); beside each branch are the errors there. What is cut by now is faded.
    Lecture 000, Figure 8.

        plot_reduced_error(reduced_error(tree, X_validation, y_validation), step=1)
    """
    look = _look(history, step)
    tree, now = history.original, look.tree if look else None
    words = _step_in_words(history, step)
    lines = [short(sentence, LETTERS) for sentence in words]
    ax = _paper(tree, now, lines) if ax is None else blank(ax)
    below = ax.inset_axes(_place(ax))
    plot_tree(tree, pruned=now, ax=below)
    if look:
        _badges(below, pictured(tree, pruned=now, place=_inches(below)), look)
    ax.annotate("\n".join(lines), (0.5, 1), (0, -8), ha="center", va="top", fontsize=SIZE,
                xycoords="axes fraction", textcoords="offset points", color=ink(ax),
                linespacing=1.4)  # fmt: skip
    return told(ax, f"Reduced-error pruning. {' '.join(words)} {_outcome(history, step)}")


def _look(history, step):
    """The step, or None before the first one."""
    steps = getattr(history, "steps", None)
    if steps is None:
        raise ValueError("plot_reduced_error wants what reduced_error returns, with its steps")
    if not isinstance(step, int | np.integer) or not 0 <= step <= len(steps):
        raise ValueError(f"step={step!r} is not there: it goes from 0 to {len(steps)}")
    return steps[step - 1] if step else None


def paper_size(tree, pruned, words=WIDEST):
    """Inches (width, height) for the tree, words of a width above it and numbers beside it."""
    picture = pictured(tree, pruned=pruned, place=(WIDEST - 2 * MARGIN, inf))
    return max(picture.width + 2 * MARGIN, words), picture.height + HEADER + MARGIN


def _paper(tree, pruned, lines):
    """Axes that fill a new figure."""
    words = max(map(text_width, lines)) + MARGIN
    ax = blank(None, *paper_size(tree, pruned, min(words, WIDEST)))
    ax.set_position([0, 0, 1, 1])
    return ax


def _place(ax):
    """Where the tree goes, as shares of the axes."""
    width, height = _inches(ax)
    across, up = min(MARGIN / width, 0.1), min(MARGIN / height, 0.1)
    return [across, up, 1 - 2 * across, max(1 - up - HEADER / height, 0.5)]


def _inches(ax):
    dpi = ax.get_figure(root=True).dpi
    return ax.bbox.width / dpi, ax.bbox.height / dpi


def _badges(ax, picture, look):
    """A frame around the node under test; errors at its box and at those of its branches."""
    sign = "≤" if look.pruned else ">"
    texts = {look.number: f"{_few(look.leaf_errors)} {sign} {_few(look.branch_errors)}"}
    children = child_numbers(look.node, look.number)
    texts |= dict(zip(children, map(_few, look.child_errors), strict=True))
    size, sideways = SIZE * fits(picture, *_inches(ax)), picture.layout.sideways
    for item, box in zip(picture.items, picture.layout.boxes, strict=True):
        if item.number not in texts:
            continue
        tested = item.number == look.number
        if tested:
            _frame(ax, item, box)
        x, y = (box.right + 0.12, box.y) if sideways else (box.x, box.bottom + RISE / 2)
        look_of = {"boxstyle": "round,pad=0.18", "edgecolor": TESTED if tested else DARK}
        where = {"ha": "left" if sideways else "center", "va": "center", "zorder": 9}
        ax.text(x, y, texts[item.number], fontsize=size, color=DARK, weight="bold",
                bbox={"facecolor": PAPER, **look_of}, **where)  # fmt: skip


def _frame(ax, item, box):
    """The edge of the box itself in thick lines: around it there are labels."""
    from matplotlib.patches import FancyBboxPatch

    shape = f"round,pad=0,rounding_size={ROUND[item.is_leaf]}"
    look = {"edgecolor": TESTED, "linewidth": 4, "zorder": 8}
    place = (box.left, box.top), box.width, box.height
    ax.add_patch(FancyBboxPatch(*place, boxstyle=shape, fill=False, **look))


def _few(errors):
    """Errors in few digits; those of numbers are sums of squares."""
    return f"{errors:.4g}"


def _step_in_words(history, step):
    """Two sentences: which node is looked at, and how it is judged."""
    if step == 0:
        leaves = many(history.original.n_leaves, "leaf", "leaves")
        errors = f"{_few(history.errors_before)} errors on the validation rows"
        return f"Before pruning: {leaves}.", f"The tree makes {errors}."
    look = history.steps[step - 1]
    where = " and ".join(map(str, look.path)) or "at the root"
    first = f"Step {step} of {len(history.steps)}: {questioned(look.node)} ({where})."
    if not look.n_rows:
        return first, "No validation row comes here: 0 ≤ 0 errors, cut."
    leaf, branch = _few(look.leaf_errors), _few(look.branch_errors)
    sign, verdict = ("≤", "cut") if look.pruned else (">", "kept")
    label = short(look.node.prediction)
    return first, f"Errors as a leaf [{label}]: {leaf} {sign} {branch} in its branches: {verdict}."


def _outcome(history, step):
    """The validation errors of the whole tree before pruning and after this step."""
    cuts = [s for s in history.steps[:step] if s.pruned]
    saved = sum(s.branch_errors - s.leaf_errors for s in cuts)
    before, now = _few(history.errors_before), _few(history.errors_before - saved)
    return (
        f"The whole tree makes {now} validation errors now, {before} before pruning. "
        f"{describe(history.steps[step - 1].tree if step else history.original)}"
    )
