"""Rule post-pruning: shorten every rule on its own, then put the most trustworthy first.

A tree that loses its root question loses everything below; a rule can lose it and keep the rest. So
the rules may overlap or leave rows uncovered: their order and a default class settle that.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..inputs.errors import InputError
from ..inputs.frames import ColumnLookup
from ..inputs.labels import as_codes
from ..inputs.values import is_number, show
from ..kernels import TIE
from ..questions.conditions import Between
from ..tree.rules import Rule, RuleSet
from ..tree.subtrees import as_tree
from ..typing import FrameOrDict, TreeOrModel, Values
from .pessimistic import extra_errors_at


def prune_rules(
    rules: RuleSet | TreeOrModel, X: FrameOrDict, y: Values, method: str = "pessimistic",
    confidence: float = 0.25,
) -> RuleSet:  # fmt: skip
    """Shorten each rule while its estimated error rate does not rise, sort them, add a default.

    A rule that covers no row is taken for wrong. The condition whose loss leaves the lowest
    estimate goes first, of equal ones the last. Rules come by rising estimate, then by the rows
    they cover; a rule that lost all conditions ends the list as its default, otherwise the default
    is the most frequent class of the rows that no rule covers. Lecture 001, Post-Pruning.

    Parameters:
        rules: a RuleSet, a tree (Node), or a fitted model that has one.
        X: the rows to judge rules by (DataFrame, dictionary of columns or 2-D array).
        y: their classes (list, array or Series); the counts of a rule are taken from here.
        method: "pessimistic" (default) estimates (e + extra errors) / n on the *training* rows, as
            C4.5 does; "validation" takes e / n on rows of a validation set.
        confidence: of the pessimistic estimate, above 0 and at most 0.5; smaller shortens more.
            0.25 by default.

    >>> from dtlab.tree import ask
    >>> tree = ask("Rainy", {True: ask("Busy", {True: "stay", False: "go"}), False: "go"})
    >>> X = {"Rainy": [True] * 6 + [False] * 6, "Busy": [True, False] * 6}
    >>> print(prune_rules(tree, X, ["stay"] * 6 + ["go"] * 6))
    IF Rainy = True THEN stay
    IF Rainy = False THEN go
    ELSE go
    """
    if method not in ("pessimistic", "validation"):
        raise InputError(f"method={method!r} is not known: use 'pessimistic' or 'validation'")
    extra = extra_errors_at(confidence) if method == "pessimistic" else lambda n, e: 0.0
    data = RuleData(X, y, lambda n, e: (e + extra(n, e)) / n if n else 1.0)
    rules = rules if isinstance(rules, RuleSet) else as_tree(rules, "prune_rules").rules()
    _check_rules(rules, data)
    unique: dict[tuple, Rule] = {}
    for rule in sorted(map(data.shorten, rules), key=data.rank):
        unique.setdefault((frozenset(rule.conditions), rule.prediction), rule)
    kept = list(unique.values())
    for i, rule in enumerate(kept):
        if not rule.conditions:  # it takes all rows that are left
            return RuleSet(kept[:i], rule.prediction)
    return RuleSet(kept, data.majority(kept))


class RuleData:
    """The rows that rules are judged by, and the judgement."""

    def __init__(self, X, y, estimate):  # of (rows covered, errors among them): the error rate
        self.table = ColumnLookup.of(X, y)
        self.estimate = estimate
        self.y, self.labels = as_codes(y, "y")
        self.holds = lru_cache(maxsize=1024)(self._holds)  # rules of a tree share conditions

    def _holds(self, condition):
        return condition.covers(
            self.table.column(condition.feature, isinstance(condition, Between))
        )

    def shorten(self, rule):
        """The rule without the conditions that its estimated error does not need."""
        known = rule.prediction in self.labels
        wrong = self.y != (self.labels.index(rule.prediction) if known else -1)
        conditions = list(rule.conditions)
        fails = [~self.holds(condition) for condition in conditions]
        n_failed = np.sum(fails, axis=0, dtype=np.intp) if fails else np.zeros(len(wrong), np.intp)
        covered = n_failed == 0
        current = self.estimate(np.count_nonzero(covered), np.count_nonzero(covered & wrong))
        while conditions:
            i, estimate = self._least_needed(fails, n_failed, wrong)
            if estimate > current + TIE:
                break
            n_failed = n_failed - fails.pop(i)
            conditions.pop(i)
            current = estimate
        counts = np.bincount(self.y[n_failed == 0], minlength=len(self.labels)).tolist()
        return Rule(conditions, rule.prediction, dict(zip(self.labels, counts, strict=True)))

    def _least_needed(self, fails, n_failed, wrong):
        """(condition, estimate without it) for the condition that can be spared best."""
        covered = n_failed == 0
        n = np.count_nonzero(covered)
        e = np.count_nonzero(covered & wrong)
        single = np.flatnonzero(n_failed == 1)  # rows that one condition alone keeps out
        least = None
        for i in reversed(range(len(fails))):
            new = single[fails[i][single]]
            estimate = self.estimate(n + len(new), e + int(np.count_nonzero(wrong[new])))
            if least is None or estimate < least[1] - TIE:
                least = i, estimate
        return least

    def rank(self, rule):
        """Sorting key: lower estimated error first, then more rows."""
        n = sum(rule.counts.values())
        e = n - rule.counts.get(rule.prediction, 0)
        return round(self.estimate(n, e), 12), -n

    def majority(self, rules):
        """The most frequent class of the rows that no rule covers, or of all rows."""
        uncovered = RuleSet(rules).uncovered(self.table)
        counts = np.bincount(self.y[uncovered] if len(uncovered) else self.y)
        return self.labels[int(np.argmax(counts))]


def _check_rules(rules, data):
    predicted = dict.fromkeys(rule.prediction for rule in rules)
    counted = any(rule.counts is not None for rule in rules)  # then 0.0 and 1.0 are classes
    if predicted and not counted and all(isinstance(p, float) and is_number(p) for p in predicted):
        raise InputError(
            "rule pruning estimates how often a class is wrong, and these rules predict numbers: "
            "prune the regression tree with reduced_error or prune_to before taking its rules"
        )
    if not set(predicted) & set(data.labels):
        raise InputError(
            f"y holds none of the classes that the rules predict ({_listed(predicted)}); "
            f"it holds {_listed(data.labels)}"
        )


def _listed(labels):
    return ", ".join(map(show, list(labels)[:5]))
