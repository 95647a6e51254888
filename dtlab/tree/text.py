"""A tree as text, as Python source, and as source for Graphviz.

All of it is written with a stack instead of recursion, so that depth does not matter.
"""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from ..inputs.errors import InputError
from ..inputs.values import Interval, plain, show
from ..questions.question import Groups

if TYPE_CHECKING:
    from .node import Node

NESTED = 40  # levels that to_python nests; Python's own parser stops at about 100


def questioned(node):
    """The feature a node asks for, as a question."""
    feature = node.question.feature
    return feature if feature.endswith("?") else f"{feature}?"


def tally(node):
    """What is known about the rows of a node: counts, rows and mean, or its own class."""
    if node.counts is not None:
        seen = [f"{show(n)} {show(label)}" for label, n in node.counts.items() if n]
        return f"[{', '.join(seen)}]"
    if node.stats is not None:
        return f"[{show(node.stats[0])} rows, mean {show(node.stats[1])}]"
    return "" if node.prediction is None else f"[{show(node.prediction)}]"


def outcome(node):
    """The prediction of a node with its rows: one number if they agree, else all counts."""
    label = "no prediction" if node.prediction is None else show(node.prediction)
    if node.counts is not None and sum(n > 0 for n in node.counts.values()) > 1:
        return f"{label} {tally(node)}"
    n = node.n_rows if node.weight is None else node.weight
    return label if n is None else f"{label} ({show(n)})"


def headline(node):
    """One line for a node: its question and counts, or its prediction."""
    return outcome(node) if node.is_leaf else f"{questioned(node)}  {tally(node)}".rstrip()


def branch_label(node, child):
    """What leads from a node to one of its children."""
    return node.question.label(child)


def text(tree: Node, max_depth: int | None = 40) -> str:
    """The tree as lines of text.

    Parameters:
        tree: the tree; as `tree.text()` it is given by the call.
        max_depth: how many questions deep it is shown; 40 by default, None for all of it.

    Lecture 000, post-operative routing (the majority class of an inner node in brackets):
    >>> from dtlab.tree import ask
    >>> print(ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu").text())
    CORE-TEMP?  [icu]
    ├─ low: icu
    └─ high: gen
    """
    lines = []
    waiting = [(tree, "", "", 0)]
    while waiting:
        node, first, rest, depth = waiting.pop()  # first: what begins its line; rest: those below
        lines.append(first + headline(node))
        if depth == max_depth and node.children:
            hidden = node.n_nodes - 1
            lines.append(f"{rest}└─ … {hidden} more node{'s' if hidden > 1 else ''}")
            continue
        last = len(node.children) - 1
        for i in range(last, -1, -1):
            corner, bar = ("└─ ", "   ") if i == last else ("├─ ", "│  ")
            label = branch_label(node, i)
            waiting.append((node.children[i], f"{rest}{corner}{label}: ", rest + bar, depth + 1))
    return "\n".join(lines)


def to_python(tree: Node) -> str:
    """Python source with `ask` and `leaf` that evaluates to `tree.bare()`.

    A tree deeper than 40 levels becomes a series of assignments, the last one to `tree`.

    Parameters:
        tree: the tree; as `tree.to_python()` it is given by the call.

    >>> from dtlab.tree import ask
    >>> print(ask("Outlook", {"sunny": "beach", ("rainy", "overcast"): "Stay in"}).to_python())
    ask("Outlook", {
        "sunny": "beach",
        ("rainy", "overcast"): "Stay in",
    })
    """
    if tree.depth <= NESTED:
        return _expression(tree, {})
    # Cutting at every 40th level of height bounds the nesting; lower parts are named first.
    cuts = [node for node in tree.walk() if node.depth and node.depth % NESTED == 0]
    names: dict[int, str] = {}
    parts: list[str] = []
    for node in sorted(cuts, key=lambda node: node.depth):
        if id(node) not in names:
            parts.append(f"part{len(names)} = {_expression(node, names)}")
            names[id(node)] = f"part{len(names)}"
    return "\n".join([*parts, f"tree = {names.get(id(tree)) or _expression(tree, names)}"])


def _expression(tree, names):
    """Source of one tree; branches that have a name are called by it."""
    written: list[str] = []
    waiting: list[str | tuple[Node, str]] = [(tree, "")]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
            continue
        node, indent = piece
        if id(node) in names:
            written.append(names[id(node)])
        elif node.is_leaf:
            plain_label = node is not tree and node.prediction is not None
            label = literal(node.prediction)
            written.append(label if plain_label else f"leaf({label})")
        else:
            waiting.extend(reversed(_ask_pieces(node, indent)))
    return "".join(written)


def _ask_pieces(node, indent):
    """The text of an `ask` call, with (child, indent) where a child is to be written."""
    question = node.question
    inner = indent + "    "
    own = "" if node.prediction is None else f", prediction={literal(node.prediction)}"
    if isinstance(question, Groups):
        pieces: list[str | tuple[Node, str]] = [f"ask({literal(question.feature)}, {{\n"]
        for i, child in enumerate(node.children):
            pieces += [f"{inner}{_key(question, i)}: ", (child, inner), ",\n"]
        return [*pieces, f"{indent}}}{own})"]
    missing = "" if question.missing is None else f", missing={question.missing}"
    arguments = f"{literal(question.feature)}, {literal(question.value)}{missing}"
    pieces = [f"ask(Threshold({arguments}),\n"]
    for i, child in enumerate(node.children):
        pieces += [inner, (child, inner), ",\n" if i == 0 else ""]
    return [*pieces, f"{own})"]


def _key(question, child):
    values = question.values(child)
    if question.missing == child:
        values = (*values, None)
    if len(values) == 1:
        return literal(values[0])
    return f"({', '.join(map(literal, values))})"


def literal(value):
    """A value as Python source, text in double quotes.

    >>> literal("low"), literal(4175.0), literal(float("inf")), literal(Interval(9, 20))
    ('"low"', '4175.0', 'float("inf")', 'Interval(9, 20)')
    """
    value = plain(value)
    if isinstance(value, Interval):
        return f"Interval({', '.join(map(literal, value))})"
    if isinstance(value, float) and isinf(value):
        return f'float("{value}")'
    if isinstance(value, str) and "'" not in value and '"' not in value:
        return f'"{repr(value)[1:-1]}"'
    if value is not None and not isinstance(value, str | bool | int | float):
        kind = type(value).__name__
        raise InputError(f"Python source cannot hold {value!r}, a {kind}: turn it into text")
    return repr(value)


def to_dot(tree: Node) -> str:
    """Graphviz source.

    Parameters:
        tree: the tree; as `tree.to_dot()` it is given by the call.

    >>> from dtlab.tree import ask
    >>> print(ask("Man", {True: "Brian", False: "Aoife"}).to_dot())
    digraph tree {
        0 [label="Man?", shape=box];
        1 [label="Brian", shape=ellipse];
        0 -> 1 [label="True"];
        2 [label="Aoife", shape=ellipse];
        0 -> 2 [label="False"];
    }
    """
    waiting: list[tuple[Node, int | None, str]] = [(tree, None, "")]
    lines = ["digraph tree {"]
    number = 0
    while waiting:
        node, parent, label = waiting.pop()
        shape = "ellipse" if node.is_leaf else "box"
        lines.append(f"    {number} [label={_quote(headline(node))}, shape={shape}];")
        if parent is not None:
            lines.append(f"    {parent} -> {number} [label={_quote(label)}];")
        branches = reversed(list(enumerate(node.children)))
        waiting.extend((child, number, branch_label(node, i)) for i, child in branches)
        number += 1
    return "\n".join([*lines, "}"])


def _quote(label):
    escaped = label.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
