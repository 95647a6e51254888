"""The trees that explore_pruning cuts, each with the rows that judge it."""

from ..algorithms.cart import CART
from ..data import load
from ..inputs.errors import InputError
from ..tree.by_hand import ask
from ..tree.subtrees import as_tree
from .base.cutting import PruningCase
from .base.samples import bundled, noisy_labels

# The lecture gives this tree without its training rows: the class of an inner node by hand.
POST_OPERATIVE = ask(
    "CORE-TEMP",
    {
        "low": ask("GENDER", {"male": "icu", "female": "gen"}, prediction="icu"),
        "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen"),
    },
    prediction="icu",
)


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
        raise InputError("explore_pruning(tree, X, y) needs validation rows X and their labels y")
    case = PruningCase("your tree", tree, X, y)
    if not case.histories["best"].steps:
        raise InputError("the tree is a single leaf: there is nothing to prune")
    return case
