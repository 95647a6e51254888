"""One immutable node type for every tree: a leaf is a node without children.

Each node keeps what was counted when it was grown, so that inner nodes can predict, be pruned and
be explained. Nothing here is recursive: a tree may be thousands of levels deep.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any

from ..inputs.errors import InputError
from ..inputs.values import plain, show
from ..questions.question import Groups, Threshold
from . import as_json as store
from . import predict as route
from . import text as export
from .explain import explain
from .rules import tree_rules


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    """A decision tree, or any branch of one: a prediction, and a question if it is not a leaf.

    `ask` and `leaf` build trees by hand, and `tree_` of a fitted model is one. `depth`, `n_leaves`
    and `n_nodes` are counted from here down.

    Parameters:
        prediction: the class or the number for rows that stop here; None for none.
        question: a Threshold or Groups; None (default) for a leaf.
        children: the nodes that its answers lead to, in the order of its branches; () by default.
        n_rows: the training rows that came here, whatever their weight; None (default) if unknown.
        classes: the labels, the same for all nodes; None (default) for numbers and trees without
            counts.
        stats: the weight of each class, or (weight, mean, variance); None (default) if unknown.
        impurity: of the training rows, by the algorithm's measure; None (default) if unknown.
        score: what the chosen question scored; None (default) if unknown.

    Lecture 000, fundamentals: non-leaf nodes test a feature, leaves name the class.
    >>> from dtlab.tree import ask
    >>> tree = ask("SUSPICIOUS WORDS", {True: "spam", False: "ham"})
    >>> tree.depth, tree.n_leaves, tree.predict({"SUSPICIOUS WORDS": [False, True]})
    (1, 2, array(['ham', 'spam'], dtype=object))
    """

    prediction: Any
    question: Threshold | Groups | None = None
    children: Sequence[Node] = ()
    n_rows: int | None = None
    classes: tuple[Any, ...] | None = None
    stats: Sequence[float] | None = None
    impurity: float | None = None
    score: float | None = None
    depth: int = field(init=False)  # the longest path in questions
    n_leaves: int = field(init=False)
    n_nodes: int = field(init=False)

    def __post_init__(self):
        store = object.__setattr__  # the dataclass is frozen
        store(self, "prediction", plain(self.prediction))
        store(self, "children", tuple(self.children))
        for name in ("impurity", "score"):
            value = getattr(self, name)
            store(self, name, None if value is None or isnan(value) else float(value))
        if self.n_rows is not None:
            store(self, "n_rows", int(self.n_rows))
        if self.stats is not None:
            stats = tuple(map(float, self.stats))
            if isnan(sum(stats)):  # one NaN for all, so that a stored tree equals the original
                stats = tuple(nan if isnan(x) else x for x in stats)
            store(self, "stats", stats)
        _check(self)
        store(self, "depth", 1 + max((child.depth for child in self.children), default=-1))
        store(self, "n_leaves", sum(child.n_leaves for child in self.children) or 1)
        store(self, "n_nodes", 1 + sum(child.n_nodes for child in self.children))

    @property
    def is_leaf(self) -> bool:
        """Whether the node asks nothing."""
        return self.question is None

    @property
    def counts(self) -> dict[Any, float] | None:
        """Weight of each class as a dictionary; None without counts and for numeric targets."""
        if self.classes is None or self.stats is None:
            return None
        return dict(zip(self.classes, self.stats, strict=True))

    @property
    def weight(self) -> float | None:
        """Weight of the training rows that came here; None if nothing was counted."""
        if self.stats is None:
            return None
        return self.stats[0] if self.classes is None else sum(self.stats)

    @property
    def probabilities(self) -> dict[Any, float] | None:
        """Share of each class; a node without rows is sure of its prediction."""
        counts, weight = self.counts, self.weight
        if counts is None:
            return None
        if not weight:
            return {label: float(label == self.prediction) for label in counts}
        return {label: count / weight for label, count in counts.items()}

    def walk(self) -> Iterator[Node]:
        """Visit every node: a node first, then its branches from left to right."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def leaves(self) -> Iterator[Node]:
        """Visit the leaves from left to right."""
        return (node for node in self.walk() if node.is_leaf)

    def fold(self, combine: Callable[[Node, tuple], Any]) -> Any:
        """Work from the leaves up, without recursion: what `combine` gives for the root.

        Parameters:
            combine: a function (node, tuple of the results of its children) → result.

        >>> from dtlab.tree import ask
        >>> ask("Man", {True: "Brian", False: "Aoife"}).fold(lambda node, below: 1 + sum(below))
        3
        """
        done: list[Any] = []
        for node in reversed(list(self.walk())):  # the first child's result ends up on top
            done.append(combine(node, tuple(done.pop() for _ in node.children)))
        return done[0]

    def replace(self, **changes: Any) -> Node:
        """A copy with some fields changed.

        Parameters:
            **changes: the new values by field, as in replace(prediction="no").
        """
        return dataclasses.replace(self, **changes)

    def as_leaf(self) -> Node:
        """The node without its branches: what pruning leaves."""
        return self.replace(question=None, children=(), score=None)

    def bare(self) -> Node:
        """The tree without its statistics: questions and predictions only."""
        return self.fold(lambda node, children: Node(node.prediction, node.question, children))

    # Where rows go, how a tree is read and stored: each takes the node as its first argument.
    predict = route.predict
    predict_proba = route.predict_proba
    apply = route.apply
    questions = route.questions
    path = route.path
    explain = explain
    rules = tree_rules
    text = export.text
    to_python = export.to_python
    to_dot = export.to_dot
    to_json = store.to_json
    from_json = staticmethod(store.from_json)

    def _own(self):
        """What the node holds besides its children."""
        stored = (self.n_rows, self.classes, self.stats, self.impurity, self.score)
        return (self.prediction, self.question, *stored)

    def __eq__(self, other):
        if not isinstance(other, Node):
            return NotImplemented
        pairs = [(self, other)]
        while pairs:
            a, b = pairs.pop()
            if a is not b:
                if a.n_nodes != b.n_nodes or a._own() != b._own():
                    return False
                pairs.extend(zip(a.children, b.children, strict=True))
        return True

    def __hash__(self):
        return self.fold(lambda node, children: hash((node._own(), children)))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self  # nothing in a node can change

    def __reduce__(self):
        return unpack, ([node._own() for node in self.walk()],)

    def __str__(self):
        return self.text()

    def __repr__(self):
        if self.question is None:
            return f"<leaf {show(self.prediction)}>"
        return f"<tree on {self.question.feature}: depth {self.depth}, {self.n_leaves} leaves>"

    def _repr_pretty_(self, printer, cycle):
        printer.text(self.text())  # what a notebook shows


def unpack(records):
    """Rebuild a tree from the own values of its nodes in the order of `walk`."""
    done: list[Node] = []
    for prediction, question, *stored in reversed(records):
        n_children = 0 if question is None else question.n_children
        children = tuple(done.pop() for _ in range(n_children))
        done.append(Node(prediction, question, children, *stored))
    return done[0]


def _check(node):
    if node.question is None:
        if node.children:
            raise InputError("a node with children needs a question that leads to them")
    elif not isinstance(node.question, Threshold | Groups):
        kind = type(node.question).__name__
        raise InputError(f"a question is a Threshold or Groups, not {kind} ({node.question!r})")
    elif len(node.children) != node.question.n_children:
        n = node.question.n_children
        given = len(node.children)
        raise InputError(f"{node.question.feature!r} has {n} branches but {given} children")
    for child in node.children:
        if not isinstance(child, Node):
            raise InputError(f"{child!r} is not a Node: write leaf({child!r}) or use ask(...)")
        if child.classes is not node.classes and child.classes != node.classes:
            raise InputError("all nodes of a tree must share the same classes")
    if node.stats is not None:
        given = len(node.stats)
        wanted = 3 if node.classes is None else len(node.classes)
        if given != wanted:
            what = "numbers (weight, mean, variance)" if node.classes is None else "classes"
            raise InputError(f"{given} counts were given for {wanted} {what}")
