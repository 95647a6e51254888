"""Trees as JSON: a flat list of nodes in the order of `walk`, with the numbers of their children.

    {"format": "dtlab.tree", "version": 1, "classes": ["ham", "spam"], "nodes": [{...}, ...]}

JSON has no infinity and no NaN: an open end of an interval is null, an infinite number is
{"number": "inf"}, a NaN becomes null.
"""

from __future__ import annotations

import json
from math import inf, isfinite, isnan, nan
from typing import TYPE_CHECKING

from ..inputs.errors import InputError
from ..inputs.values import Interval, plain
from ..questions.question import Groups, Threshold
from .subtrees import child_numbers

if TYPE_CHECKING:
    from .node import Node

FORMAT = {"format": "dtlab.tree", "version": 1}


def to_json(tree: Node, indent: int | None = None) -> str:
    """JSON text that keeps the whole tree, statistics included; `Node.from_json` reads it back.

    Parameters:
        tree: the tree; as `tree.to_json()` it is given by the call.
        indent: the number of spaces per level; None (default) writes one line.

    >>> from dtlab.tree import Node, ask
    >>> tree = ask("Man", {True: "Brian", False: "Aoife"})
    >>> Node.from_json(tree.to_json()) == tree
    True
    """
    return json.dumps(_pack_tree(tree), indent=indent, allow_nan=False)


def from_json(text: str) -> Node:
    """The tree that `to_json` wrote; any other text raises a ValueError of one sentence.

    Parameters:
        text: what `to_json` returned.
    """
    try:
        data = json.loads(text)
        tree = _unpack_tree(data)
        written = _pack_tree(tree)
        if any(data[key] != value for key, value in written.items()):
            raise InputError("its nodes do not form one tree")
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
        reasons: dict[type, str] = {
            KeyError: f"it lacks {error}",
            IndexError: "some node lacks a child",
        }
        reason = reasons.get(type(error), error)
        raise InputError(f"this is not a tree in JSON, or it is damaged: {reason}") from None
    return tree


def _pack_tree(tree):
    nodes = []
    for number, node in enumerate(tree.walk()):
        record = {
            "prediction": _pack(node.prediction),
            "n_rows": node.n_rows,
            "stats": None if node.stats is None else [_pack(value) for value in node.stats],
            "impurity": _pack(node.impurity),
            "score": _pack(node.score),
        }
        if node.question is not None:
            question = {"feature": node.question.feature, "missing": node.question.missing}
            if isinstance(node.question, Threshold):
                question["threshold"] = _pack(node.question.value)
            else:
                question["branch"] = [[_pack(v), i] for v, i in node.question.branch.items()]
            record |= {"question": question, "children": child_numbers(node, number)}
        nodes.append(record)
    classes = None if tree.classes is None else [_pack(label) for label in tree.classes]
    return {**FORMAT, "classes": classes, "nodes": nodes}


def _unpack_tree(data):
    """The tree of packed nodes; their "children" are redundant and only compared afterwards."""
    from .node import unpack

    classes = data["classes"]
    classes = None if classes is None else tuple(_unpack(label) for label in classes)
    records = []
    for node in data["nodes"]:
        prediction = _unpack(node["prediction"])
        stats = node["stats"]
        if isinstance(prediction, Interval):
            raise InputError(f"{prediction} is an interval, not a class or a number")
        if stats is not None:
            stats = [nan if value is None else _unpack(value) for value in stats]
        question = _unpack_question(node["question"]) if "question" in node else None
        numbers = _unpack(node["impurity"]), _unpack(node["score"])
        records.append((prediction, question, node["n_rows"], classes, stats, *numbers))
    return unpack(records)


def _unpack_question(record):
    feature, missing = record["feature"], record["missing"]
    if "threshold" in record:
        return Threshold(feature, _unpack(record["threshold"]), missing)
    return Groups(feature, {_unpack(value): child for value, child in record["branch"]}, missing)


def _pack(value):
    """A value as JSON can hold it."""
    value = plain(value)
    if isinstance(value, Interval):
        return {"interval": [end if isfinite(end) else None for end in value]}
    if isinstance(value, float) and not isfinite(value):
        return None if isnan(value) else {"number": str(value)}
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise InputError(f"JSON cannot hold {value!r}, a {type(value).__name__}: turn it into text")


def _unpack(value):
    if not isinstance(value, dict):
        return value
    if "number" in value:
        return float(value["number"])
    low, high = value["interval"]
    return Interval(-inf if low is None else low, inf if high is None else high)
