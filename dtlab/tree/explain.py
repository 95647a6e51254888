"""Why a tree predicts what it predicts for one row: its path, question by question."""

from dataclasses import dataclass
from typing import NamedTuple

from ..inputs.frames import pick
from ..inputs.values import show
from .rules import Rule, meet_all
from .text import outcome, questioned, tally


class Step(NamedTuple):
    """One question on the path: the node, the row's value, the branch taken (None: it stops)."""

    node: object
    value: object
    child: int | None

    @property
    def answer(self):
        """The value, and the branch it takes unless that is the value itself."""
        value = show(self.value)
        if self.child is None:
            return f"{value}: no branch"
        label = self.node.question.label(self.child)
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

    steps: tuple
    node: object

    @property
    def prediction(self):
        """What the tree predicts for the row."""
        return self.node.prediction

    @property
    def rule(self):
        """The path as one rule: the conditions on each feature merged."""
        taken = [step for step in self.steps if step.child is not None]
        conditions = meet_all(step.node.question.condition(step.child) for step in taken)
        return Rule(conditions, self.prediction, self.node.counts)

    def __str__(self):
        rows = [
            (f"{i}. {questioned(step.node)}", step.answer, tally(step.node))
            for i, step in enumerate(self.steps, start=1)
        ]
        widths = [max((len(row[i]) for row in rows), default=0) for i in range(2)]
        lines = [f"{a:<{widths[0]}}  {b:<{widths[1]}}  {c}".rstrip() for a, b, c in rows]
        return "\n".join([*lines, f"→ {outcome(self.node)}"])

    def to_frame(self):
        """The steps as a DataFrame: question, value, answer, and the counts at the node."""
        import pandas as pd

        rows = []
        for step in self.steps:
            row = {"question": questioned(step.node), "value": step.value, "answer": step.answer}
            rows.append(row | {str(label): n for label, n in (step.node.counts or {}).items()})
        return pd.DataFrame(rows)

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def explain(tree, row):
    """The path of a row (a dictionary or Series) as an `Explanation`, readable as text."""
    path, steps = tree.path(row), []
    for node, question, child in path:
        if question is not None:
            steps.append(Step(node, pick(row, question.feature), child))
    return Explanation(tuple(steps), path[-1][0])
