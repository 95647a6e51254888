"""A tree as rules: one per leaf, each a conjunction of conditions (lecture 001, Rules).

Rules of a tree exclude each other. Once they are pruned on their own they may overlap, disagree or
leave a row uncovered, and trying them one after the other costs more than following one branch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.errors import InputError
from ..inputs.frames import ColumnLookup, chosen_labels
from ..inputs.values import show
from ..questions.conditions import Among, Between
from ..typing import FrameOrDict

if TYPE_CHECKING:
    from .node import Node


@dataclass(frozen=True)
class Rule:
    """IF all conditions hold THEN prediction.

    Parameters:
        conditions: what must hold, `Among` or `Between` of `dtlab.questions.conditions`; () by
            default, which holds always.
        prediction: the class or the number that follows; None by default.
        counts: {class: training rows of the leaf}; None (default) if they are not known.

    Lecture 001, Rules.
    >>> from dtlab.questions.conditions import Among, Between
    >>> from dtlab.questions import Interval
    >>> rule = Rule([Among("sex", ["male"]), Between("age", [Interval(high=9.5)])], "survived")
    >>> print(rule)
    IF sex = male AND age ≤ 9.5 THEN survived
    """

    conditions: Sequence[Among | Between] = ()
    prediction: Any = None
    counts: dict[Any, float] | None = field(default=None, hash=False)

    def __post_init__(self):
        object.__setattr__(self, "conditions", tuple(self.conditions))

    def covers(self, frame: FrameOrDict) -> NDArray[np.bool_]:
        """Boolean array: the rows for which every condition holds.

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        table = ColumnLookup.of(frame)
        rows = np.arange(table.n_rows)
        for condition in self.conditions:
            rows = _select(condition, table, rows)
        return np.isin(np.arange(table.n_rows), rows)

    def simplify(self) -> Rule:
        """The same rule with one condition per feature, without those that always hold."""
        kept = [c for c in meet_all(self.conditions) if not c.is_vacuous]
        return Rule(kept, self.prediction, self.counts)

    @property
    def is_impossible(self) -> bool:
        """Whether some condition contradicts itself, so that no row can ever match."""
        return any(condition.is_empty for condition in meet_all(self.conditions))

    def antecedent(self) -> str:
        """The IF part as text."""
        return " AND ".join(map(str, self.conditions)) or "anything"

    def __str__(self):
        return f"IF {self.antecedent()} THEN {show(self.prediction)}"


@dataclass(frozen=True)
class RuleSet:
    """Rules tried from the first to the last; a row that none matches gets the default.

    Parameters:
        rules: the rules (`Rule`) in their order.
        default: the class or the number of the other rows; None (default) for no prediction.

    Lecture 001, Rules.
    >>> from dtlab.tree import ask
    >>> print(ask("Work to do?", {True: "Stay in", False: "Go out"}).rules())
    IF Work to do? = True THEN Stay in
    IF Work to do? = False THEN Go out
    """

    rules: Sequence[Rule]
    default: Any = None

    def __post_init__(self):
        object.__setattr__(self, "rules", tuple(self.rules))

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self):
        return len(self.rules)

    def __getitem__(self, index):
        return self.rules[index]

    def predict(self, frame: FrameOrDict) -> NDArray[Any]:
        """The prediction of the first rule that matches each row.

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        labels = [*(rule.prediction for rule in self.rules), self.default]
        return chosen_labels(labels, self.first(frame))  # −1 is the last: the default

    def first(self, frame: FrameOrDict) -> NDArray[np.intp]:
        """The index of the first rule that matches each row, −1 if none does.

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        return self._try(frame)[0]

    def cost(self, frame: FrameOrDict) -> NDArray[np.intp]:
        """For each row, how many conditions are tested until a rule matches or none is left.

        Compare with `tree.questions(frame)`: a tree tests only what lies on one path (lecture 001).

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        return self._try(frame)[1]

    def _try(self, frame):
        """First matching rule and number of conditions tested, for each row."""
        table = ColumnLookup.of(frame)
        chosen = np.full(table.n_rows, -1, dtype=np.intp)
        cost = np.zeros(table.n_rows, dtype=np.intp)
        unmatched = np.arange(table.n_rows)
        for i, rule in enumerate(self.rules):
            rows = unmatched
            for condition in rule.conditions:
                cost[rows] += 1
                rows = _select(condition, table, rows)
            chosen[rows] = i
            unmatched = unmatched[chosen[unmatched] < 0]
            if not len(unmatched):
                break
        return chosen, cost

    def matches(self, frame: FrameOrDict) -> NDArray[np.bool_]:
        """Boolean array of shape (rows, rules): every rule that matches, not only the first.

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        table = ColumnLookup.of(frame)
        columns = [rule.covers(table) for rule in self.rules]
        return np.array(columns, bool).reshape(len(columns), table.n_rows).T

    def uncovered(self, frame: FrameOrDict) -> NDArray[np.intp]:
        """The positions of the rows that no rule matches.

        Parameters:
            frame: the rows: a DataFrame, a dictionary of columns, or a 2-D array (x0, x1, …).
        """
        return np.flatnonzero(self.first(frame) < 0)

    def for_class(self, label: Any, otherwise: Any = None) -> RuleSet:
        """Only the rules for one class (lecture 001, Stay in).

        Parameters:
            label: the class.
            otherwise: what every other row is; None (default) for no prediction.
        """
        rules = [rule for rule in self.rules if rule.prediction == label]
        if not rules:
            known = ", ".join(dict.fromkeys(show(rule.prediction) for rule in self.rules))
            raise InputError(f"no rule predicts {label!r}; the rules predict: {known}")
        return RuleSet(rules, otherwise)

    def formula(self, label: Any) -> str:
        """When a class is predicted, as one disjunction of conjunctions (lecture 001, Rules).

        Parameters:
            label: the class.

        >>> from dtlab.tree import ask
        >>> rain = ask("Rain", {True: "Stay in", False: "Go"})
        >>> tree = ask("Work", {True: "Stay in", False: rain})
        >>> tree.rules().formula("Stay in")
        '(Work = True) OR (Work = False AND Rain = True)'
        """
        return " OR ".join(f"({rule.antecedent()})" for rule in self.for_class(label))

    def simplify(self) -> RuleSet:
        """Merge conditions on the same feature; drop impossible rules and repetitions."""
        unique: dict[tuple, Rule] = {}
        for rule in self.rules:
            if not rule.is_impossible:
                rule = rule.simplify()
                unique.setdefault((rule.conditions, rule.prediction), rule)
        return RuleSet(tuple(unique.values()), self.default)

    def __str__(self):
        lines = [str(rule) for rule in self.rules]
        if self.default is not None:
            lines.append(f"ELSE {show(self.default)}")
        return "\n".join(lines)

    def _repr_pretty_(self, printer, cycle):
        printer.text(str(self))


def _select(condition, table, rows):
    """The rows, among those given, for which the condition holds."""
    column = table.column(condition.feature, isinstance(condition, Between))
    return rows[condition.covers(column[rows])] if len(rows) else rows


def meet_all(conditions):
    """One condition per feature, in the order in which the features first appear."""
    merged: dict[str, Among | Between] = {}
    for condition in conditions:
        known = merged.get(condition.feature)
        merged[condition.feature] = condition if known is None else known.meet(condition)
    return tuple(merged.values())


def tree_rules(tree: Node) -> RuleSet:
    """One rule per leaf, from left to right; the default is the root's own prediction.

    Parameters:
        tree: the tree; as `tree.rules()` it is given by the call.

    >>> from dtlab.tree import ask
    >>> tree = ask("CORE-TEMP", {"low": "icu", "high": "gen"}, prediction="icu")
    >>> print(tree.rules())
    IF CORE-TEMP = low THEN icu
    IF CORE-TEMP = high THEN gen
    ELSE icu
    """
    rules = []
    waiting = [(tree, ())]
    while waiting:
        node, conditions = waiting.pop()
        if node.question is None:
            rules.append(Rule(conditions, node.prediction, node.counts))
            continue
        for i, child in reversed(list(enumerate(node.children))):
            # Only one merged condition per feature goes down, however long the path is.
            waiting.append((child, meet_all((*conditions, node.question.condition(i)))))
    return RuleSet(rules, tree.prediction)
