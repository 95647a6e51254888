"""Why a tree predicts what it predicts for one row: its path, question by question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..inputs.frames import pick
from ..inputs.values import show
from ..typing import Row
from .rules import Rule, meet_all
from .text import branch_label, outcome, questioned, tally

if TYPE_CHECKING:
    import pandas as pd

    from .node import Node


class PathStep(NamedTuple):
    """One question on the path: the node, the row's value, the branch taken (None: it stops)."""

    node: Node
    value: Any
    child: int | None

    @property
    def answer(self) -> str:
        """The value, and the branch it takes unless that is the value itself."""
        value = show(self.value)
        if self.child is None:
            return f"{value}: no branch"
        label = branch_label(self.node, self.child)
        return value if label == value else f"{value} ({label})"


@dataclass(frozen=True)
class Explanation:
    """The path of one row: `steps`, the node where it stops, and its prediction. Lecture 000, ID3.

    >>> from dtlab.tree import ask, leaf
    >>> tree = ask("SUSPICIOUS WORDS", {True: leaf("spam", {"spam": 3}),
    ...                                 False: leaf("ham", {"ham": 3})})
    >>> print(tree.explain({"SUSPICIOUS WORDS": True}))
    1. SUSPICIOUS WORDS?  True  [3 ham, 3 spam]
    → spam (3)
    """

    steps: tuple[PathStep, ...]
    node: Node

    @property
    def prediction(self) -> Any:
        """What the tree predicts for the row."""
        return self.node.prediction

    @property
    def rule(self) -> Rule:
        """The path as one rule: the conditions on each feature merged."""
        pairs = [(step.node.question, step.child) for step in self.steps]
        conditions = meet_all(q.condition(i) for q, i in pairs if q is not None and i is not None)
        return Rule(conditions, self.prediction, self.node.counts)

    def __str__(self):
        rows = [
            (f"{i}. {questioned(step.node)}", step.answer, tally(step.node))
            for i, step in enumerate(self.steps, start=1)
        ]
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(2)]
        lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
        return "\n".join([*lines, f"→ {outcome(self.node)}"])

    def to_frame(self) -> pd.DataFrame:
        """The steps as a DataFrame: question, value, answer, and the counts at the node."""
        import pandas as pd

        rows = []
        for step in self.steps:
            row = {"question": questioned(step.node), "value": step.value, "answer": step.answer}
            rows.append(row | {str(label): n for label, n in (step.node.counts or {}).items()})
        return pd.DataFrame(rows)

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def explain(tree: Node, row: Row) -> Explanation:
    """The path of a row as an `Explanation`, readable as text.

    Parameters:
        tree: the tree; as `tree.explain(row)` it is given by the call.
        row: the values of one instance by feature (dictionary or Series).

    >>> from dtlab.tree import ask
    >>> print(ask("Man", {True: "Brian", False: "Aoife"}).explain({"Man": False}))
    1. Man?  False
    → Aoife
    """
    path = tree.path(row)
    steps = []
    for node, question, child in path:
        if question is not None:
            steps.append(PathStep(node, pick(row, question.feature), child))
    return Explanation(tuple(steps), path[-1][0])
