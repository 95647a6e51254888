"""Trees written by hand: `ask` a question, end in a `leaf`.

The lectures draw trees before any of them is learned; here they are literal expressions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..inputs.errors import InputError
from ..inputs.labels import in_order
from ..inputs.values import Interval, is_missing, plain
from ..questions.question import Groups, Threshold
from .node import Node


def leaf(prediction: Any, counts: Mapping[Any, float] | None = None) -> Node:
    """A node that asks nothing.

    Parameters:
        prediction: a class or a number; None for no prediction.
        counts: {class: its training rows}; None (default) if they are not known.

    Lecture 000, post-operative routing: a leaf of the hand-drawn tree.
    >>> leaf("icu"), leaf("icu", {"icu": 3, "gen": 1}).probabilities
    (<leaf icu>, {'gen': 0.25, 'icu': 0.75})
    """
    prediction = plain(prediction)
    if prediction is not None and not _is_label(prediction):
        raise InputError(f"a leaf predicts a class or a number, not {_describe(prediction)}")
    if counts is None:
        return Node(prediction)
    try:
        counts = {plain(label): float(count) for label, count in dict(counts).items()}
    except (TypeError, ValueError, OverflowError):
        raise InputError("counts must be a dictionary, class to number of rows") from None
    if any(not 0 <= count < float("inf") for count in counts.values()):
        raise InputError(f"the counts of leaf({prediction!r}) must be numbers from 0 up")
    classes = tuple(in_order(counts))
    total = sum(counts.values(), 0.0)
    n_rows = int(total) if total.is_integer() else None
    return Node(prediction, None, (), n_rows, classes, [counts[label] for label in classes])


def ask(question: str | Threshold | Groups, *answers: Any, prediction: Any = None) -> Node:
    """A node that asks a question.

    Parameters:
        question: the name of a feature, a Threshold or Groups.
        *answers: after a name one dictionary {value: what follows}, where a tuple groups values and
            None stands for a missing value; else what follows, in the order of the branches. What
            follows is a class, a number, `leaf(...)` or `ask(...)`.
        prediction: the node's own class or number, for rows that stop here; None (default) for the
            most frequent class if all leaves have counts, else for none.

    Lecture 001, the "Stay in" tree.
    >>> print(ask("Outlook", {"sunny": "beach", ("rainy", "overcast"): leaf("Stay in")}))
    Outlook?
    ├─ sunny: beach
    └─ rainy, overcast: Stay in

    With a Threshold (lecture 002):
    >>> print(ask(Threshold("age", 9.5), "survived", "died"))
    age?
    ├─ ≤ 9.5: survived
    └─ > 9.5: died
    """
    if isinstance(question, str):
        question, answers = _from_dictionary(question, answers)
    elif not isinstance(question, Threshold | Groups):
        advice = "ask() starts with a feature's name, a Threshold or Groups"
        raise InputError(f"{advice}, not {_describe(question)}")
    if len(answers) != question.n_children:
        n = question.n_children
        given = len(answers)
        raise InputError(
            f"{question.feature!r} has {n} branches, so it needs {n} answers, not {given}"
        )
    children = [_as_node(answer, question, i) for i, answer in enumerate(answers)]
    return _join(question, children, prediction)


def _from_dictionary(feature: str, answers: tuple[Any, ...]) -> tuple[Groups, tuple[Any, ...]]:
    """Groups and children from one dictionary: answer (or tuple of answers) → what follows."""
    if len(answers) != 1 or not isinstance(answers[0], dict) or not answers[0]:
        example = f'ask({feature!r}, {{"yes": ..., "no": ...}})'
        raise InputError(f"the answers to {feature!r} must be one dictionary, as in {example}")
    branch: dict[Any, int] = {}
    missing = None
    for child, key in enumerate(answers[0]):
        is_group = isinstance(key, tuple) and not isinstance(key, Interval)
        for value in key if is_group else (key,):
            if is_missing(value) and missing is None:
                missing = child
            elif is_missing(value) or value in branch:
                raise InputError(f"the answer {value!r} to {feature!r} is named twice")
            else:
                branch[value] = child
    return Groups(feature, branch, missing), tuple(answers[0].values())


def _as_node(answer, question, child):
    """The answer itself if it is a node, a leaf if it is a plain class or number."""
    answer = plain(answer)
    if isinstance(answer, Node):
        return answer
    if _is_label(answer):
        return leaf(answer)
    where = f"the branch {question.label(child)!r} of {question.feature!r}"
    wanted = "a class, a number, leaf(...) or ask(...)"
    raise InputError(f"{where} leads to {_describe(answer)}: write {wanted} there")


def _join(question, children, prediction):
    """The node above the children: their classes united, their counts added."""
    known = [child.classes for child in children if child.classes is not None]
    union = tuple(in_order({k for labels in known for k in labels}))
    classes = union if known else None

    def widen(node, children):
        counts = node.counts
        stats = None if counts is None else [counts.get(label, 0.0) for label in union]
        return node.replace(children=children, classes=classes, stats=stats)

    children = [tree if tree.classes == classes else tree.fold(widen) for tree in children]
    rows = [child.n_rows for child in children]
    n_rows = None if None in rows else sum(rows)
    stats = None
    if classes is not None and all(child.stats is not None for child in children):
        stats = [sum(column) for column in zip(*(child.stats for child in children), strict=True)]
        if prediction is None:
            prediction = classes[stats.index(max(stats))]
    return Node(prediction, question, children, n_rows, classes, stats)


def _is_label(value):
    return isinstance(value, str | bool | int | float) and not is_missing(value)


def _describe(value):
    if value is ...:
        return "..., where your answer goes"
    kind = f"a {type(value).__name__}"
    if value is None or hasattr(value, "dtype"):  # all of an array would be printed
        return "nothing (None)" if value is None else kind
    return f"{value!r}, {kind}"
