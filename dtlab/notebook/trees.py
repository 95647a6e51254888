"""Trees in notebooks: a tree, or a fitted model with a tree, is drawn as the last value of a cell.

IPython asks for a bundle of formats; one that is registered here takes precedence over that of
scikit-learn. Types are named, not imported, so that a notebook loads only what it uses.
"""

from contextlib import contextmanager
from html import escape

from ..plots.base.sizes import sizes
from ..plots.svg import picture

MOST_LEAVES = 60  # to plan a larger tree takes long


@contextmanager
def self_drawing_trees(shell):
    """From now on this kernel draws trees and fitted models, and shows axes as their figure."""
    display = shell.display_formatter
    places = {
        "dtlab.tree.node.Node": (display.mimebundle_formatter, tree_bundle),
        "dtlab.algorithms.base.TreeModel": (display.mimebundle_formatter, model_bundle),
        "matplotlib.axes._axes.Axes": (display.ipython_display_formatter, show_axes),
    }
    try:
        for name, (formatter, function) in places.items():
            formatter.for_type_by_name(*name.rsplit(".", 1), function)
        yield
    finally:
        for name, (formatter, _) in places.items():
            formatter.pop(name, None)


def tree_bundle(tree, name=""):
    """A tree as a figure with a description, and as text; of a large one the top.

    A tree whose first question alone needs more than a page is text only.
    """
    depth = depth_on_a_page(tree)
    if depth is None:
        return {"text/plain": f"{name}\n{tree}".strip()}
    cut = depth < tree.depth
    head = f'<pre style="margin: 5px 0 1em">{escape(name)}</pre>' if name else ""
    html = head + picture(tree_figure(tree, depth)) + (more_of(tree, depth) if cut else "")
    return {"text/plain": f"{name}\n{tree.text(depth) if cut else tree}".strip(), "text/html": html}


def model_bundle(model):
    """A fitted model as its name and its tree; one that is not fitted as scikit-learn shows it.

    Ensembles stay with scikit-learn's box: `plot_tree(model.trees_[0])` draws one of their trees.
    """
    tree = getattr(model, "tree_", None)
    return model._repr_mimebundle_() if tree is None else tree_bundle(tree, repr(model))


def depth_on_a_page(tree):
    """How many questions deep a tree can be drawn on a page; None if not even the first fits."""
    from ..plots.tree.plot_tree import plan_tree

    width, height = sizes().tree

    def fits(depth):
        plan = plan_tree(tree, max_depth=depth)
        return plan.width <= width and plan.height <= height

    if tree.n_leaves <= MOST_LEAVES and fits(tree.depth):
        return tree.depth
    depth = 0
    while depth < tree.depth and fits(depth + 1):
        depth += 1
    return depth or None


def tree_figure(tree, depth):
    """The figure of `plot_tree`, but unknown to pyplot, which would show it a second time."""
    from matplotlib.figure import Figure

    from ..plots.base.style import PAPER
    from ..plots.tree.plot_tree import plan_tree, plot_tree

    plan = plan_tree(tree, max_depth=depth)
    figure = Figure(figsize=(plan.width, plan.height), facecolor=PAPER)
    plot_tree(tree, max_depth=depth, ax=figure.add_axes((0, 0, 1, 1), facecolor=PAPER))
    return figure


def more_of(tree, depth):
    """The sentence under a tree that is not drawn to its end."""
    return (
        f"<p>This is the top of a tree with {tree.n_leaves} leaves and depth {tree.depth}; "
        f"<code>plot_tree(…, max_depth={depth + 1})</code> draws more of it.</p>"
    )


def show_axes(ax):
    """Axes as their figure: one that is open is shown when the cell ends, any other one here."""
    from IPython.display import display
    from matplotlib import pyplot as plt

    figure = ax.get_figure(root=True)
    manager = figure.canvas.manager
    is_open = manager is not None and plt.fignum_exists(manager.num)
    if not is_open or plt.figure(manager.num) is not figure:
        display(figure)
