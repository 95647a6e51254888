"""Pruning in figures: the path of cost-complexity pruning, and reduced-error pruning in steps."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import FancyBboxPatch

from ..inputs.errors import InputError
from ..inputs.labels import named_numbers
from ..inputs.values import check_number, show
from ..measures.features import best
from ..tree.subtrees import child_numbers
from ..tree.text import questioned
from ..typing import Axes, Values
from .base.lines import (
    draw_lines,
    log_axis,
    make_room,
    mark_places,
    name_lines,
    quiet_grid,
    round_numbers,
)
from .base.sizes import sizes
from .base.style import (
    COLOURS,
    DARK,
    FAINT,
    PAPER,
    SIZE,
    TITLE,
    blank,
    canvas,
    describe_as,
    note,
    short,
)
from .base.words import describe, many
from .tree.boxes import ROUND
from .tree.layout import RISE
from .tree.nodes import fits, text_width
from .tree.plot_tree import plan_tree, plot_tree

if TYPE_CHECKING:
    from ..pruning.alpha_choice import AlphaChoice
    from ..pruning.by_validation import ReducedError
    from ..pruning.cost_complexity import CostComplexityPath

TRAINING, JUDGED, LIMIT = "training", "cross-validated", "smallest + 1 se"
STEPS = {"drawstyle": "steps-post", "clip_on": False}  # the signs at α = 0 stand on the edge
BEYOND = 1.6  # the last subtree, the root, stands for every α that follows: drawn up to here


def plot_alphas(
    path: CostComplexityPath | AlphaChoice,
    scores: AlphaChoice | Mapping[str, Values] | None = None,
    alpha: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """A cost-complexity path: risk and leaves of the best subtree as steps against α.

    Of a choice the cross-validated error is drawn with a band of one standard error, and the
    smallest error and the choice are marked.

    Parameters:
        path: what `cost_complexity_path` or `choose_alpha` returns (a choice has a path of its
            own).
        scores: what `choose_alpha` returns, or a dictionary name → errors, one per subtree; None
            (default) draws the training risk only, unless path is a choice.
        alpha: an α to mark; None (default) marks none.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 001, CART:
    >>> from dtlab import CART, cost_complexity_path, load
    >>> golf = load("play_golf")
    >>> path = cost_complexity_path(CART().fit(golf.X, golf.y).tree_)
    >>> plot_alphas(path).description
    'Cost-complexity path of 3 subtrees, from 7 leaves at α = 0 to 1 leaf at α = 0.107; training
    risk from 0 to 0.357.'
    """
    choice: Any = path if hasattr(path, "table") else scores if hasattr(scores, "table") else None
    subtrees: Any = getattr(path, "path", path)
    curves = {} if scores is None else scores
    bands = {}
    limit = None
    error = None
    if choice is not None:
        mean, error = (choice.table[c].to_numpy() for c in ("mean error", "standard error"))
        curves = {JUDGED: mean}
        bands = {JUDGED: (mean - error, mean + error)}
        limit = (mean + error)[smallest(mean)]  # what the one-standard-error rule accepts
    if not hasattr(curves, "items"):
        raise InputError("scores must be what choose_alpha returns, or map names to errors")
    curves = {show(name): errors for name, errors in named_numbers(curves, "scores").items()}
    check_path(subtrees, curves)
    ax = blank(ax, 6.0)
    upper, lower = canvas(ax.inset_axes((0, 0.4, 1, 0.6))), canvas(ax.inset_axes((0, 0, 1, 0.33)))
    marks = []
    if choice is not None:
        k = smallest(mean)
        marks = [(subtrees.alphas[k], f"smallest: {_leaves(subtrees.n_leaves[k])}")]
        if choice.alpha != subtrees.alphas[k]:
            marks.append((choice.alpha, f"chosen: {_leaves(choice.tree.n_leaves)}"))
    marks += [] if alpha is None else [alpha_mark(subtrees, alpha)]
    draw_risks(upper, subtrees, curves, marks, bands, limit)
    upper.tick_params(labelbottom=False)
    _draw_leaves(lower, subtrees)
    return describe_as(ax, " ".join(_path_in_words(subtrees, curves, choice, error)))


def check_path(path, curves):
    """Refuse what is no path, a path without a choice, and errors of another path."""
    if not hasattr(path, "cut_at"):
        raise InputError("plot_alphas needs what cost_complexity_path or choose_alpha returns")
    if len(path) < 2:
        raise InputError("this path holds one tree only, so there is no α to choose")
    for name, values in curves.items():
        if values.shape != (len(path),):
            n = len(path)
            raise InputError(f"{name!r} must have one error for each of the path's {n} subtrees")


# ------------------------------------------------------------------ the two panels


def draw_risks(ax, path, curves, marks, bands=None, limit=None, room=0):
    """Training risk and other errors as steps against α, with marked places.

    `room` is for lines of text above, to be written later.
    """
    _alpha_axis(ax, path.alphas)
    curves = {TRAINING: path.risks, **curves}
    bands = {name: [_on(side) for side in band] for name, band in (bands or {}).items()}
    steps = {name: _on(values) for name, values in curves.items()}
    draw_lines(ax, _right(path), steps, bands, **STEPS)
    if limit is not None:
        ax.axhline(limit, color=FAINT, linestyle="--", linewidth=1.5, label=LIMIT)
    ax.set_ylabel("risk per row")  # errors, or the impurity that the path was made with
    if marks:
        mark_places(ax, marks)
    if room:
        make_room(ax, room)
    name_lines(ax)


def _draw_leaves(ax, path):
    """The number of leaves as steps, on a logarithmic scale: the small trees are the point."""
    _alpha_axis(ax, path.alphas)
    ax.set_yscale("log")
    draw_lines(ax, _right(path), {"leaves": _on(path.n_leaves)}, {}, **STEPS)
    log_axis(ax.yaxis, most=4)
    ax.set_ylabel("leaves")
    ax.set_xlabel("α, the price of a leaf")


def _right(path):
    return np.append(path.alphas, BEYOND * path.alphas[-1])


def _on(values):
    """The last value goes on to the right edge."""
    return np.append(values, values[-1])


def _alpha_axis(ax, alphas):
    """0 at the left, then a logarithmic scale from the smallest α that cuts something."""
    ax.set_xscale("symlog", linthresh=alphas[1], linscale=0.4)
    ticks = round_numbers(alphas[1], alphas[-1])
    ax.set_xticks([0, *ticks], ["0", *map(show, ticks)])
    ax.set_xticks([], minor=True)
    ax.set_xlim(0, BEYOND * alphas[-1])
    ax.spines["left"].set_position(("outward", 6))
    quiet_grid(ax, "both")


# ------------------------------------------------------------------ marks and words


def smallest(errors):
    """The position of the smallest error; of equal ones the smaller tree, which is later."""
    return len(errors) - 1 - best(-errors[::-1])[0]


def alpha_mark(path, alpha):
    """(place, word) of any α: how many leaves are left; beyond the axis it stands at its end."""
    check_number(alpha, "alpha")
    k = int(np.searchsorted(path.alphas, alpha, side="right")) - 1
    return min(alpha, BEYOND * path.alphas[-1]), f"α = {alpha:.3g}: {_leaves(path.n_leaves[k])}"


def _leaves(n):
    return many(int(n), "leaf", "leaves")


def _path_in_words(path, curves, choice, error):
    """Sentences about the path, each curve's smallest value, and the choice."""
    yield (
        f"Cost-complexity path of {len(path)} subtrees, from {_leaves(path.n_leaves[0])} at α = 0 "
        f"to {_leaves(path.n_leaves[-1])} at α = {path.alphas[-1]:.3g}; {TRAINING} risk from "
        f"{path.risks[0]:.3g} to {path.risks[-1]:.3g}."
    )
    for name, values in curves.items():
        k = smallest(values)
        best = f"{values[k]:.3g}" + ("" if choice is None else f" ± {error[k]:.2g}")
        at = f"at α = {path.alphas[k]:.3g} with {_leaves(path.n_leaves[k])}"
        yield f"{name} error: smallest {best} {at}."
    if choice is not None:
        chosen = curves[JUDGED][path.alphas == choice.alpha][0]
        leaves = _leaves(choice.tree.n_leaves)
        yield f"Chosen: α = {choice.alpha:.3g} with {leaves} and error {chosen:.3g}."


HEADER = 0.75  # inches above the tree for what the step says
MARGIN = 0.35  # for the numbers beside the tree
LETTERS = 84  # that fit into a line of a page
TESTED = COLOURS[5]


def plot_reduced_error(history: ReducedError, step: int, ax: Axes | None = None) -> Axes:
    """One step of reduced-error pruning: the tree, the node under test, its validation errors.

    The node under test has a thick frame and, beside it, its errors as a leaf and in its branches
    ("0 ≤ 2"); beside each branch are the errors there. What is cut by now is faded.

    Parameters:
        history: what `reduced_error` returns.
        step: 0 is the tree before pruning, 1 the first look at a node, and so on.
        ax: axes to draw on; None (default) makes a new figure.

    Lecture 000, Figure 8:
    >>> from dtlab import ask, reduced_error
    >>> tree = ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu")
    >>> history = reduced_error(tree, {"GENDER": ["female", "female", "male"]}, ["icu"] * 3)
    >>> plot_reduced_error(history, step=1).description
    'Reduced-error pruning. Step 1 of 1: GENDER? (at the root). Errors as a leaf [icu]: 0 ≤ 2 in its
    branches: cut. The whole tree makes 0 validation errors now, 2 before pruning. A tree of 1 leaf
    and depth 0. It always gives icu.'
    """
    steps = getattr(history, "steps", None)
    if steps is None:
        raise InputError("plot_reduced_error needs what reduced_error returns, with its steps")
    if not isinstance(step, int | np.integer) or not 0 <= step <= len(steps):
        raise InputError(f"step={step!r} does not exist: steps go from 0 to {len(steps)}")
    look = steps[step - 1] if step else None
    tree = history.original
    now = look.tree if look else None
    words = _step_in_words(history, step)
    lines = [short(sentence, min(LETTERS, sizes().letters)) for sentence in words]
    if ax is None:  # axes that fill a new figure
        width = max(map(text_width, lines)) + MARGIN
        width, height = figure_size(tree, now, width)
        ax = blank(None, needs=height, width=width)
        ax.set_position((0, 0, 1, 1))
    ax = blank(ax)
    width, height = _inches(ax)
    across, up = min(MARGIN / width, 0.1), min(MARGIN / height, 0.1)
    below = ax.inset_axes((across, up, 1 - 2 * across, max(1 - up - HEADER / height, 0.5)))
    plot_tree(tree, pruned=now, ax=below)
    if look:
        texts = {look.number: verdict(look)}
        numbers = child_numbers(look.node, look.number)
        for child, errors in zip(numbers, look.child_errors, strict=True):
            texts[child] = f"{errors:.4g}"
        draw_badges(below, plan_tree(tree, pruned=now, place=_inches(below)), texts, look.number)
    look = {"va": "top", "xycoords": "axes fraction"}
    first, *rest = lines
    note(ax, first, (0.02, 1), (0, -6), weight="bold", fontsize=TITLE, **look)
    note(ax, "\n".join(rest), (0.02, 1), (0, -12 - TITLE), **look)
    before = history.errors_before
    after = before - sum(s.branch_errors - s.leaf_errors for s in steps[:step] if s.pruned)
    return describe_as(
        ax,
        f"Reduced-error pruning. {' '.join(words)} The whole tree makes {after:.4g} validation "
        f"errors now, {before:.4g} before pruning. {describe(now or tree)}",
    )


def figure_size(tree, pruned, words=inf):
    """Inches (width, height) for the tree, words of a width above it and numbers beside it."""
    widest = sizes().width
    plan = plan_tree(tree, pruned=pruned, place=(widest - 2 * MARGIN, inf))
    return max(plan.width + 2 * MARGIN, min(words, widest)), plan.height + HEADER + MARGIN


def _inches(ax):
    dpi = ax.get_figure(root=True).dpi
    return ax.bbox.width / dpi, ax.bbox.height / dpi


def verdict(look):
    """The errors of a node as a leaf against those of its branches."""
    sign = "≤" if look.pruned else ">"
    return f"{look.leaf_errors:.4g} {sign} {look.branch_errors:.4g}"


def draw_badges(ax, plan, texts, under_test):
    """Texts at the boxes of nodes, by their numbers, and a frame around the one under test."""
    size = SIZE * fits(plan, *_inches(ax))
    sideways = plan.layout.sideways
    for item, box in zip(plan.items, plan.layout.boxes, strict=True):
        if item.number not in texts:
            continue
        tested = item.number == under_test
        if tested:  # the edge of the box itself in thick lines: around it there are labels
            shape = f"round,pad=0,rounding_size={ROUND[item.is_leaf]}"
            ax.add_patch(
                FancyBboxPatch((box.left, box.top), box.width, box.height, boxstyle=shape,
                               edgecolor=TESTED, linewidth=3, zorder=8, fill=False)
            )  # fmt: skip
        x, y = (box.right + 0.1, box.y) if sideways else (box.x, box.bottom + RISE / 2)
        look_of = {"boxstyle": "round,pad=0.18", "edgecolor": TESTED if tested else DARK}
        where = {"ha": "left" if sideways else "center", "va": "center", "zorder": 9}
        ax.text(x, y, texts[item.number], fontsize=size, color=DARK, weight="bold",
                bbox={"facecolor": PAPER, **look_of}, **where)  # fmt: skip


def _step_in_words(history, step):
    """Two sentences: which node is looked at, and how it is judged."""
    if step == 0:
        errors = f"{history.errors_before:.4g} errors on the validation rows"
        return f"Before pruning: {_leaves(history.original.n_leaves)}.", f"The tree makes {errors}."
    look = history.steps[step - 1]
    where = " and ".join(map(str, look.path)) or "at the root"
    first = f"Step {step} of {len(history.steps)}: {questioned(look.node)} ({where})."
    if not look.n_rows:
        return first, "No validation row comes here: 0 ≤ 0 errors, cut."
    label = short(look.node.prediction)
    done = "cut" if look.pruned else "kept"
    return first, f"Errors as a leaf [{label}]: {verdict(look)} in its branches: {done}."
