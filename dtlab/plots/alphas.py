"""The cost-complexity path in pictures: what a higher price per leaf costs and saves."""

import numpy as np

from ..inputs.values import show
from ..measures.features import best
from .base.lines import draw_lines, mark_places, name_lines, quiet_grid
from .base.style import FAINT, blank, canvas, told
from .base.ticks import round_numbers
from .base.words import many

TRAINING, JUDGED, LIMIT = "training", "cross-validated", "smallest + 1 se"
STEPS = {"drawstyle": "steps-post", "clip_on": False}  # the signs at α = 0 stand on the edge
BEYOND = 1.6  # the last subtree, the root, stands for every α that follows: drawn up to here


def plot_alphas(path, scores=None, alpha=None, ax=None):
    """A cost-complexity path: risk and leaves of the best subtree as steps against α.

    `path` comes from `cost_complexity_path`. `scores` come from `choose_alpha` (which has a path of
    its own, so `plot_alphas(choice)` is enough): then the cross-validated error is drawn with a
    band of one standard error, and the smallest error and the choice are marked. Or `scores` maps
    a name to one error per subtree. `alpha` marks an α. Lecture 001, CART.

        plot_alphas(choose_alpha(CART(), X, y))
        plot_alphas(path, {"validation": [error(tree) for _, tree in path]}, alpha=0.01)
    """
    choice = path if hasattr(path, "table") else scores if hasattr(scores, "table") else None
    path = getattr(path, "path", path)
    curves, bands = _judged(choice, scores)
    check_path(path, curves)
    ax = blank(ax, 8.0, 6.0)
    upper, lower = canvas(ax.inset_axes([0, 0.4, 1, 0.6])), canvas(ax.inset_axes([0, 0, 1, 0.33]))
    marks = [] if choice is None else _marks(path, choice)
    marks += [] if alpha is None else [marked(path, alpha)]
    limit = None if choice is None else _limit(choice)
    draw_risks(upper, path, curves, marks, bands, limit)
    upper.tick_params(labelbottom=False)
    _draw_leaves(lower, path)
    return told(ax, " ".join([_path_in_words(path), *_scores_in_words(path, choice, curves)]))


def _judged(choice, scores):
    """Name → error of each subtree, and the bands around them."""
    if choice is None:
        scores = {} if scores is None else scores
        if not hasattr(scores, "items"):
            raise ValueError("scores must be what choose_alpha returns, or map names to errors")
        return {show(name): np.asarray(v, float) for name, v in scores.items()}, {}
    mean, error = means(choice)
    return {JUDGED: mean}, {JUDGED: (mean - error, mean + error)}


def means(choice):
    """Mean and standard error of each subtree in cross-validation."""
    return tuple(choice.table[c].to_numpy() for c in ("mean error", "standard error"))


def check_path(path, curves):
    """Refuse what is no path, a path without a choice, and errors of another path."""
    if not hasattr(path, "cut_at"):
        raise ValueError("plot_alphas wants the path of cost_complexity_path, or choose_alpha's")
    if len(path) < 2:
        raise ValueError("this path holds one tree only, so there is no α to choose")
    for name, values in curves.items():
        if values.shape != (len(path),):
            n = len(path)
            raise ValueError(f"{name!r} must have one error for each of the path's {n} subtrees")


# ------------------------------------------------------------------ the two panels


def draw_risks(ax, path, curves, marks, bands=None, limit=None):
    """Training risk and other errors as steps against α, with marked places."""
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
    name_lines(ax)


def _draw_leaves(ax, path):
    """The number of leaves as steps, on a logarithmic scale: the small trees are the point."""
    _alpha_axis(ax, path.alphas)
    ax.set_yscale("log")
    draw_lines(ax, _right(path), {"leaves": _on(path.n_leaves)}, {}, **STEPS)
    ticks = [int(n) for n in round_numbers(1, path.n_leaves[0], most=4)]
    ax.set_yticks(ticks, map(str, ticks))
    ax.set_yticks([], minor=True)
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


def marked(path, alpha):
    """(place, word) of any α: how many leaves are left; beyond the axis it stands at its end."""
    k = int(np.searchsorted(path.alphas, alpha, side="right")) - 1
    place = min(alpha, BEYOND * path.alphas[-1])
    return place, f"α = {alpha:.3g}: {many(int(path.n_leaves[k]), 'leaf', 'leaves')}"


def _marks(path, choice):
    """(α, word) of the smallest error and, if it is another subtree, of the choice."""
    k = smallest(means(choice)[0])
    minimum = (path.alphas[k], f"smallest: {many(int(path.n_leaves[k]), 'leaf', 'leaves')}")
    if choice.alpha == path.alphas[k]:
        return [minimum]
    return [minimum, (choice.alpha, f"chosen: {many(choice.tree.n_leaves, 'leaf', 'leaves')}")]


def _limit(choice):
    """The smallest error and one standard error more: what the one-standard-error rule accepts."""
    mean, error = means(choice)
    k = smallest(mean)
    return mean[k] + error[k]


def _path_in_words(path):
    first, last = (many(int(path.n_leaves[i]), "leaf", "leaves") for i in (0, -1))
    return (
        f"Cost-complexity path of {len(path)} subtrees, from {first} at α = 0 to {last} at "
        f"α = {path.alphas[-1]:.3g}; {TRAINING} risk from {path.risks[0]:.3g} to "
        f"{path.risks[-1]:.3g}."
    )


def _scores_in_words(path, choice, curves):
    for name, values in curves.items():
        k = smallest(values)
        spread = "" if choice is None else f" ± {means(choice)[1][k]:.2g}"
        yield (
            f"{name} error: smallest {values[k]:.3g}{spread} at α = {path.alphas[k]:.3g} "
            f"with {many(int(path.n_leaves[k]), 'leaf', 'leaves')}."
        )
    if choice is not None:
        leaves = many(choice.tree.n_leaves, "leaf", "leaves")
        chosen = means(choice)[0][np.flatnonzero(path.alphas == choice.alpha)[0]]
        yield f"Chosen: α = {choice.alpha:.3g} with {leaves} and error {chosen:.3g}."
