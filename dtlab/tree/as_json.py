"""Trees as JSON: a flat list of nodes with the numbers of their children.

    {"format": "dtlab.tree", "version": 1, "classes": ["ham", "spam"], "nodes": [{...}, ...]}

The first node is the root, and children come after their parents. JSON has no infinity and no NaN:
an open end of an interval is null, an infinite number is {"number": "inf"}, a NaN becomes null.
"""

import json
from contextlib import contextmanager
from itertools import accumulate
from math import isfinite, isnan, nan

from ..inputs.values import Interval, plain
from ..questions.question import Groups, Threshold

FORMAT = "dtlab.tree"


def to_json(tree, indent=None):
    """JSON text that keeps the whole tree, statistics included; `Node.from_json` reads it back."""
    nodes = []
    for number, node in enumerate(tree.walk()):
        # A branch of n nodes takes the next n numbers.
        first = accumulate((child.n_nodes for child in node.children), initial=number + 1)
        nodes.append(_record(node, list(first)[:-1]))
    classes = None if tree.classes is None else [_packed(label) for label in tree.classes]
    tree = {"format": FORMAT, "version": 1, "classes": classes, "nodes": nodes}
    return json.dumps(tree, indent=indent, allow_nan=False)


def _record(node, children):
    stats = None if node.stats is None else [_packed(value) for value in node.stats]
    record = {
        "prediction": _packed(node.prediction),
        "n_rows": node.n_rows,
        "stats": stats,
        "impurity": _packed(node.impurity),
        "score": _packed(node.score),
    }
    if node.question is not None:
        record |= {"question": _packed_question(node.question), "children": children}
    return record


def _packed_question(question):
    record = {"feature": question.feature, "missing": question.missing}
    if isinstance(question, Threshold):
        return record | {"threshold": _packed(question.value)}
    return record | {"branch": [[_packed(v), child] for v, child in question.branch.items()]}


def _packed(value):
    """A value as JSON can hold it."""
    value = plain(value)
    if isinstance(value, Interval):
        return {"interval": [end if isfinite(end) else None for end in value]}
    if isinstance(value, float) and not isfinite(value):
        return None if isnan(value) else {"number": str(value)}
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise ValueError(f"JSON cannot hold {value!r}, a {type(value).__name__}: turn it into text")


def from_json(node_type, text):
    """The tree that `to_json` wrote; a ValueError says what is wrong with a damaged text."""
    data = _parsed(text)
    nodes, classes = data.get("nodes"), data.get("classes")
    if not isinstance(nodes, list) or not nodes:
        raise ValueError("the JSON tree has no list of nodes")
    with _reading("the list of classes"):
        classes = None if classes is None else tuple(_label(label) for label in classes)
    _check_children(nodes)
    built = [None] * len(nodes)
    for number in reversed(range(len(nodes))):  # children come after their parents
        with _reading(f"node {number}"):
            built[number] = _node(node_type, nodes[number], built, classes)
    return built[0]


@contextmanager
def _reading(what):
    """Turn whatever goes wrong into one sentence that says where."""
    try:
        yield
    except KeyError as error:
        raise ValueError(f"{what} of the JSON tree lacks {error}") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{what} of the JSON tree is damaged: {error}") from None


def _parsed(text):
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"this is not a tree in JSON: {error}") from None
    _require(isinstance(data, dict), "it is not an object")
    found = data.get("format")
    _require(found == FORMAT, f"its format is {found!r} instead of {FORMAT!r}")
    _require(data.get("version") == 1, f"its version {data.get('version')!r} is unknown")
    return data


def _no_constant(name):
    raise ValueError(f"it holds {name}")


def _require(fine, complaint):
    if not fine:
        raise ValueError(f"this is not a tree that dtlab wrote: {complaint}")


def _check_children(nodes):
    """Every node but the root must be the child of exactly one node before it."""
    parents = [0] * len(nodes)
    for number, record in enumerate(nodes):
        _require(isinstance(record, dict), f"node {number} is not an object")
        children = record.get("children", [])
        _require(isinstance(children, list), f"the children of node {number} are not a list")
        for child in children:
            inside = type(child) is int and number < child < len(nodes)
            _require(inside, f"node {number} cannot have the child {child!r}")
            parents[child] += 1
    for number, n_parents in enumerate(parents[1:], start=1):
        _require(n_parents == 1, f"node {number} has {n_parents} parents instead of one")


def _node(node_type, record, built, classes):
    question = record.get("question")
    stats = _statistics(record["stats"], 3 if classes is None else len(classes))
    return node_type(
        _label(record["prediction"]),
        None if question is None else _question(question),
        [built[child] for child in record.get("children", [])],
        _count(record["n_rows"]),
        classes,
        stats,
        _unpacked(record["impurity"]),
        _unpacked(record["score"]),
    )


def _label(packed):
    value = _unpacked(packed)
    if isinstance(value, Interval):
        raise ValueError(f"{value} is an interval, not a class or a number")
    if value != value:
        raise ValueError("nan is not a class or a number")
    return value


def _statistics(packed, length):
    """A number for each class, or weight, mean and variance."""
    if packed is None:
        return None
    if not isinstance(packed, list) or len(packed) != length:
        raise ValueError(f"its statistics are {packed!r} instead of {length} numbers")
    return [nan if value is None else _unpacked(value) for value in packed]


def _count(value):
    if value is not None and type(value) is not int:
        raise ValueError(f"its number of rows is {value!r}")
    return value


def _question(record):
    feature, missing = record["feature"], record["missing"]
    if "threshold" in record:
        return Threshold(feature, _unpacked(record["threshold"]), missing)
    pairs = [(_unpacked(value), child) for value, child in record["branch"]]
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"{feature!r} names a value twice")
    return Groups(feature, dict(pairs), missing)


def _unpacked(value):
    if not isinstance(value, dict):
        if isinstance(value, list):
            raise ValueError("it holds a list where a value belongs")
        return value
    if "number" in value:
        return float(value["number"])
    low, high = value["interval"]
    return Interval(_end(low, "-inf"), _end(high, "inf"))


def _end(value, infinite):
    return float(infinite) if value is None else value
