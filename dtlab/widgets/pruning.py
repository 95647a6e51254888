"""Notebook 10: reduced-error pruning, one look at a node after another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import ipywidgets as ipw

from ..algorithms.cart import CART
from ..data import load
from ..plots.pruning import figure_size, plot_reduced_error
from ..pruning.by_validation import reduced_error
from ..tree.by_hand import ask
from ..tree.subtrees import as_tree
from ..typing import Frame, TreeOrModel, Values
from .base.samples import bundled, noisy_labels, options
from .base.stepper import Stepper

ORDERS = {"bottom up": "bottom-up", "best first": "best"}
# The lecture gives this tree without its training rows: the class of an inner node by hand.
POST_OPERATIVE = ask(
    "CORE-TEMP",
    {
        "low": ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu"),
        "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen"),
    },
    prediction="icu",
)


@dataclass(frozen=True, eq=False)
class PruningCase:
    """A tree and the validation rows that judge it, with the pruning in both orders."""

    name: str
    tree: object
    X: object
    y: object

    @cached_property
    def histories(self):
        """Order → what `reduced_error` returns."""
        return {o: reduced_error(self.tree, self.X, self.y, o) for o in ORDERS.values()}


@dataclass(frozen=True)
class PruningState:
    """One step of the pruning of a tree, in one of the two orders of the lectures."""

    case: PruningCase
    order: str = "bottom-up"
    step: int = 0

    @property
    def history(self):
        """All steps in this order."""
        return self.case.histories[self.order]

    @property
    def n_steps(self):
        """The tree before pruning, and every look at a node."""
        return 1 + len(self.history.steps)

    @property
    def size(self):
        """Inches for the tree with all cuts, so that nothing jumps from step to step."""
        return figure_size(self.case.tree, self.history.tree)

    @property
    def words(self):
        """What this step decides, and what the whole pruning brings."""
        history, leaves = self.history, (self.case.tree.n_leaves, self.history.tree.n_leaves)
        now = f"{history.steps[self.step - 1]}." if self.step else "Nothing is cut yet."
        return (
            f"{now} All steps: validation errors from {history.errors_before:.4g} to "
            f"{history.errors_after:.4g}, leaves from {leaves[0]} to {leaves[1]}."
        )

    def draw(self, figure):
        """The tree with the node under test."""
        figure.set_layout_engine("none")  # nothing stands outside the axes
        plot_reduced_error(self.history, self.step, ax=figure.add_axes([0, 0, 1, 1]))


def explore_pruning(
    tree: TreeOrModel | None = None, X: Frame | None = None, y: Values | None = None
) -> Stepper:
    """Step through reduced-error pruning: at each node, errors as a leaf against its branches'.

    Without arguments, the lecture's post-operative tree (2 validation errors to 0; lecture 000,
    Figure 8), a tree grown on half of the Titanic's passengers, and one on half of the wines that
    scikit-learn bundles, with wrong labels; both are judged by the other half.

    Parameters:
        tree: your own tree, or a fitted model that has one; up to ten leaves are easy to read. None
            (default) offers the three above.
        X, y: the validation rows and their classes, needed for your own tree; None by default.

    >>> steps = explore_pruning()
    >>> steps.move(1)
    >>> steps.state.words.split(". ")[0]
    'GENDER? (CORE-TEMP = low): [icu] 0 ≤ 2: pruned'
    """
    cases = lecture_cases() if tree is None else [own_case(tree, X, y)]
    controls = {
        "case": ipw.Dropdown(options=options(cases), description="tree"),
        "order": ipw.ToggleButtons(options=list(ORDERS.items()), description="order"),
    }
    return Stepper(PruningState(cases[0]), controls)


def lecture_cases():
    """The post-operative tree, and two that are grown on one half and judged by the other."""
    postop, titanic, wine = load("postop_validation"), load("titanic"), bundled("wine")
    return [
        PruningCase("post-operative patients", POST_OPERATIVE, postop.X, postop.y),
        grown("titanic, half of the rows", titanic.X, titanic.y),
        grown("wine, a fifth of the labels wrong", wine.X, wine.y, 0.2),
    ]


def grown(name, X, y, noise=0.0):
    """A small tree from every second row, a share of its labels wrong, judged by the others."""
    tree = CART(max_depth=3).fit(X.iloc[::2], noisy_labels(y.iloc[::2], noise)).tree_
    return PruningCase(name, tree, X.iloc[1::2], y.iloc[1::2])


def own_case(tree, X, y):
    """The learner's own tree; refused with a sentence where nothing can be pruned."""
    tree = as_tree(tree, "explore_pruning")
    if X is None or y is None:
        raise ValueError("explore_pruning(tree, X, y) needs validation rows X and their labels y")
    case = PruningCase("your tree", tree, X, y)
    if not case.histories["best"].steps:
        raise ValueError("the tree is a single leaf: there is nothing to prune")
    return case
