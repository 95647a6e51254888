"""Several trees in one figure: what each algorithm makes of one data set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...inputs.errors import InputError
from ...tree.subtrees import as_tree
from ...typing import Axes, TreeOrModel
from ..base.sizes import sizes
from ..base.style import TITLE, blank, describe_as, headline
from ..base.words import describe_tree, many
from .layout import GAP
from .nodes import fits
from .plot_tree import inches, known_tree, plan_tree, plot_tree

TITLE_ROOM = 2.2 * TITLE / 72  # inches above each tree


def plot_algorithms(
    trees: Mapping[str, TreeOrModel],
    *,
    counts: bool = False,
    bars: bool = True,
    max_depth: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw trees side by side, each under its name, number of leaves and depth.

    Two trees stand side by side where text of full size allows it, else one under another.

    Parameters:
        trees: a dictionary name → fitted model or tree.
        counts: True writes the rows of each class into the boxes; False by default.
        bars: True (default) draws class shares (or spreads of numbers) as bars.
        max_depth: how many questions of a path to draw; None (default) draws whole trees, of a
            large one the top, as `plot_tree`.
        ax: axes to draw on; None (default) makes a new figure.

    >>> from dtlab import CART, ID3, load
    >>> veg = load("vegetation")
    >>> models = {model.__class__.__name__: model.fit(veg.X, veg.y) for model in (ID3(), CART())}
    >>> ax = plot_algorithms(models)
    >>> [tree.get_title("left") for tree in ax.child_axes]
    ['ID3: 7 leaves, depth 2', 'CART: 5 leaves, depth 3']
    """
    if not hasattr(trees, "items") or isinstance(trees, type) or not len(trees):
        raise InputError("plot_algorithms needs a dictionary of trees: {'ID3': model, ...}")
    trees = {name: as_tree(known_tree(tree), "plot_algorithms") for name, tree in trees.items()}
    options: dict[str, Any] = {"counts": counts, "bars": bars, "max_depth": max_depth}
    columns, rows = _grid(list(trees.values()), options)
    heights = [max(plan.height for plan in row) + TITLE_ROOM for row in rows]
    ax = blank(ax, needs=sum(heights))
    inches(ax)  # so that the trees know how much room they have
    places = _places(len(trees), columns, heights)
    for (name, tree), place in zip(trees.items(), places, strict=True):
        inset = ax.inset_axes(place)
        plot_tree(tree, **options, ax=inset)
        size = f"{many(tree.n_leaves, 'leaf', 'leaves')}, depth {tree.depth}"
        headline(inset, f"{name}: {size}")
    return describe_as(
        ax, " ".join(f"{name}: {describe_tree(tree)}" for name, tree in trees.items())
    )


def _grid(trees, options):
    """Number of columns, and the trees in rows: two columns if the text keeps its size."""
    for columns in (2, 1):
        width = sizes().width / columns - GAP
        plans = [plan_tree(tree, place=(width, float("inf")), **options) for tree in trees]
        if all(fits(plan, width) == 1 for plan in plans):
            break
    return columns, [plans[i : i + columns] for i in range(0, len(trees), columns)]


def _places(n, columns, heights):
    """[left, bottom, width, height] of each tree as shares of the axes, row by row from the top."""
    total = sum(heights)
    bottom = 1.0
    places: list[list[float]] = []
    for height in heights:
        bottom -= height / total
        for column in range(min(columns, n - len(places))):
            share = (height - TITLE_ROOM) / total
            places.append([column / columns, bottom, 0.98 / columns, share])
    return places
