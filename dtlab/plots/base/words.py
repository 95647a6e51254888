"""What a figure shows, in words: its alternative text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...inputs.errors import InputError
from ...inputs.values import show
from ...tree.subtrees import as_tree
from ...tree.text import tally
from ...typing import Axes, TreeOrModel

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOLD_DEPTH = 3  # questions on a path that are described; deeper ones are only counted
TOLD_ANSWERS = 8  # answers to one question that are described


def describe(thing: Axes | Figure | TreeOrModel) -> str:
    """Describe axes, a figure, a tree or a fitted model in sentences (a figure's alternative text).

    Parameters:
        thing: axes or a figure, drawn by dtlab, pandas or Matplotlib, a tree, or a fitted model
            with `tree_`.

    >>> from dtlab import ask
    >>> describe(ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"}))
    'A tree of 2 leaves and depth 1. It asks SUSPICIOUS WORDS: True gives spam; False gives ham.'
    """
    axes: Any = getattr(thing, "axes", None)
    if isinstance(axes, list) and hasattr(thing, "get_suptitle"):  # a figure
        own = [ax.description for ax in axes if hasattr(ax, "description")]
        if own:
            return " ".join(own)
        whole: Any = thing
        title = whole.get_suptitle().rstrip(".")
        return " ".join(filter(None, [f"{title}." if title else "", *map(_chart, axes)]))
    if hasattr(thing, "description"):
        return thing.description
    if hasattr(thing, "get_xlabel"):
        return _chart(thing)
    if not any(hasattr(thing, name) for name in ("question", "get_params", "trees_")):
        kind = type(thing).__name__
        raise InputError(f"describe takes figures, trees and fitted models, not {kind}")
    return describe_tree(as_tree(thing, "describe"))


def _chart(ax):
    """Axes that were drawn without dtlab, in words; a colour bar is no chart of its own."""
    from .charts import chart_in_words

    return "" if ax.get_label() == "<colorbar>" else chart_in_words(ax)


def describe_tree(tree):
    """The tree's size, and its first question with what each answer leads to.

    >>> from dtlab import ask, leaf
    >>> slope = ask("SLOPE", {"flat": leaf("conifer", {"conifer": 1}),
    ...                       "steep": leaf("chaparral", {"chaparral": 2})})
    >>> describe_tree(slope)
    'A tree of 2 leaves and depth 1, grown on 3 rows: 2 chaparral, 1 conifer. It asks SLOPE: flat
    gives conifer (1 row); steep gives chaparral (2 rows).'
    """
    leaves = many(tree.n_leaves, "leaf", "leaves")
    size = f"A tree of {leaves} and depth {tree.depth}{_grown(tree)}."
    if tree.is_leaf:
        return f"{size} It always {_outcome(tree)}."
    return f"{size} It asks {feature(tree)}: {_answers(tree, TOLD_DEPTH)}."


def model_name(model):
    """The model's class name; for an imported model, that of the original."""
    kind = getattr(model, "kind", None)
    return kind if isinstance(kind, str) else type(model).__name__


def many(n, one, more=None):
    """A number with its noun: many(1, "row") is "1 row", many(2, "row") "2 rows".

    >>> many(1, "row"), many(0, "row"), many(3, "leaf", "leaves")
    ('1 row', '0 rows', '3 leaves')
    """
    return f"{show(n)} {one if n == 1 else more or one + 's'}"


def feature(node):
    """What a node asks for, without a question mark."""
    return node.question.feature.removesuffix("?")


def _grown(tree):
    if tree.counts is not None:
        return f", grown on {many(tree.weight, 'row')}: {tally(tree).strip('[]')}"
    if tree.stats is not None:
        return f", grown on {many(tree.weight, 'row')} with mean {show(tree.stats[1])}"
    return "" if tree.n_rows is None else f", grown on {many(tree.n_rows, 'row')}"


def _answers(node, depth):
    """What each answer leads to, down to this depth (at most a few, so recursion is safe)."""
    told = [
        f"{node.question.label(i)} {_leads(child, depth - 1)}"
        for i, child in enumerate(node.children[:TOLD_ANSWERS])
    ]
    hidden = len(node.children) - len(told)
    return "; ".join([*told, f"… {many(hidden, 'more answer')}"] if hidden else told)


def _leads(child, depth):
    if child.is_leaf:
        return _outcome(child)
    if depth <= 0:
        return f"asks {feature(child)} (… {child.n_leaves} more leaves)"
    return f"asks {feature(child)} ({_answers(child, depth)})"


def _outcome(leaf):
    if leaf.prediction is None:
        return "gives no prediction"
    given = f"gives {show(leaf.prediction)}"
    if leaf.counts is not None and sum(n > 0 for n in leaf.counts.values()) > 1:
        return f"{given} ({tally(leaf).strip('[]')})"
    n = leaf.n_rows if leaf.weight is None else leaf.weight
    return given if n is None else f"{given} ({many(n, 'row')})"
