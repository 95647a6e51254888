"""A student's own parts of an algorithm: a measure of two columns in place of information gain, and
a kind of question, a function of one column.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..inputs.errors import InputError
from ..measures.features import best
from ..typing import Measure
from .best_questions import NO_CHILD, BestQuestions, Piece, combine
from .question import Groups, Threshold


@dataclass(slots=True)
class OwnMeasure:
    """Calls the measure for every feature and node with its x and y."""

    measure: Measure

    def __post_init__(self):
        if not callable(self.measure):
            raise InputError(
                "measure must be a function of two columns such as information_gain, "
                f"not {self.measure!r}"
            )

    def search(self, level, table, target, features):
        rows = np.split(level.row, np.cumsum(level.n_entries)[:-1])
        shape = len(features), level.m
        score = np.full(shape, -np.inf)
        below = np.zeros(shape, np.int64)
        above = np.zeros(shape, np.int64)
        branch = {}
        for k, f in enumerate(features):
            name = table.columns[f].name
            levels = table.columns[f].levels
            V = table.sizes[f]
            if levels is not None:
                branch[k] = np.broadcast_to(np.arange(V), (level.m, V))
            for node, row in enumerate(rows):
                codes = table.codes[f][row]
                y = target.values(row)
                seen = np.unique(codes)
                if len(seen) < 2:  # one value is no question
                    continue
                if levels is None:
                    i, top = best([self.score(codes <= code, y, name) for code in seen[:-1]])
                    score[k, node] = top
                    below[k, node] = seen[i]
                    above[k, node] = seen[i + 1]
                else:
                    x = np.array(levels, dtype=object)[codes]
                    score[k, node] = self.score(x, y, name)
        missing = np.full(shape, NO_CHILD)
        return BestQuestions(score, score, missing, below, above, branch=branch)

    def score(self, x, y, name):
        """What the measure says of feature `name`, which must be one finite number."""
        score = np.asarray(self.measure(x, y))
        if score.size != 1 or score.dtype.kind not in "biuf" or not np.isfinite(score).all():
            measure = getattr(self.measure, "__name__", repr(self.measure))
            raise InputError(
                f"measure {measure} must give one finite number for two columns: "
                f"for {name!r} it gave {score.tolist()!r}"
            )
        return float(score.item())


@dataclass(slots=True)
class OwnQuestions:
    """Ask a function, at every node, which questions there are about each feature.

    `ask(values, target)` gets two Series, the rows of one node whose value is known, and yields
    Thresholds about a number or Groups about a category. The criterion scores each of them by its
    table [child, statistic] (an `OwnMeasure` by two columns), and the best is kept, the first of
    equals. Missing values go to the child where the question then scores best, unless the question
    says where, or every child gets its share (C4.5).
    """

    ask: Callable
    criterion: Callable[..., Any] | OwnMeasure
    min_samples_leaf: int = 1
    share_missing: bool = False

    def __post_init__(self):
        if not callable(self.ask):
            raise InputError(
                "questions must be a function of one column (values, target) that yields "
                f"Thresholds or Groups, not {self.ask!r}"
            )

    def search(self, level, table, target, features):
        pieces = []
        for node in range(level.m):
            entries = np.flatnonzero(level.node == node)
            rows = level.row[entries]
            y = target.values(rows)
            for k, f in enumerate(features):
                values = _series(table, f, rows)
                asked = list(self._questions(values, y, table.is_number[f]))
                worth = [self._worth(q, values, y, level, entries, target) for q in asked]
                i, score = best([score for _, score in worth])
                if i >= 0:
                    found = encode_question(asked[i], table, f, score, gain=worth[i][0])
                    pieces.append(Piece(np.array([k]), np.array([node]), found))
        return combine(len(features), level.m, pieces)

    def _questions(self, values, y, is_number):
        """The questions that the function yields, checked; with missing values one for each child
        that they may follow.
        """
        import pandas as pd

        known = values[values.notna()].infer_objects()
        yielded = self.ask(known, pd.Series(y, values.index)[known.index]) if len(known) else ()
        if not np.iterable(yielded) or isinstance(yielded, str):
            yielded = [yielded]
        for question in yielded:
            fault = _fault(question, known, is_number)
            if fault:
                raise InputError(
                    f"questions {getattr(self.ask, '__name__', self.ask)} must yield Thresholds or "
                    f"Groups about its column: for {values.name!r} {fault}"
                )
            if len(known) == len(values) or question.missing is not None or self.share_missing:
                yield question
            else:
                yield from (replace(question, missing=k) for k in range(question.n_children))

    def _worth(self, question, values, y, level, entries, target):
        """Gain and score of a question in a node; −inf if it does not split the node's rows."""
        child = question.route(values)
        known = child >= 0
        n_rows = np.unique(child[known], return_counts=True)[1]
        if len(n_rows) < 2 or n_rows.min() < self.min_samples_leaf:
            return -np.inf, -np.inf
        if isinstance(self.criterion, OwnMeasure):
            score = self.criterion.score(child, y, values.name)
            return score, score
        tables = target.tables(level, child[known], question.n_children, entries[known])
        return self.judge(self.criterion, tables[None], level.stats[level.node[entries[0]]])

    @staticmethod
    def judge(criterion, tables, stats):
        """Gain and score of a split into tables [1, child, S], in a node with statistics [S].

        Most criteria need the tables only. C4.5 also needs the weight of the whole node, missing
        values included, and overrides this method.
        """
        score = float(criterion(tables)[0])
        return score, score


def _fault(question, known, is_number):
    """What is wrong with a question about these values; None if nothing is."""
    if not isinstance(question, Threshold | Groups):
        return f"it gave {question!r}"
    if question.feature != known.name:
        return f"it asked about {question.feature!r}; write values.name"
    if is_number and isinstance(question, Groups):
        return "a number takes a Threshold; name the column in categorical= to group its values"
    if isinstance(question, Threshold) and not is_number:
        return "a category takes Groups, not a Threshold"
    left_out = known[question.route(known) < 0]
    return f"{question!r} has no child for {left_out.iloc[0]!r}" if len(left_out) else None


def _series(table, f, rows):
    """Rows of a column as its values, with NaN or None where one is missing."""
    import pandas as pd

    column = table.columns[f]
    codes = table.codes[f][rows]
    values = [*table.numbers[f], np.nan] if column.is_number else [*column.levels, None]
    return pd.Series([values[code] for code in codes], rows, name=column.name)


def encode_question(question, table, f, score=0.0, gain=0.0):
    """A question about feature f, asked at one node, as the engine's arrays hold it."""
    missing = NO_CHILD if question.missing is None else question.missing
    if isinstance(question, Threshold):
        below = np.searchsorted(table.numbers[f], question.value, "right") - 1
        return BestQuestions.thresholds(
            (1, 1), ([0], [0]), score, below, 0, gain, missing, question.value
        )
    levels = table.columns[f].levels
    branch = np.array([[question.branch.get(level, NO_CHILD) for level in levels]], np.int64)
    one = [np.array([[value]]) for value in (score, gain, missing)]
    return BestQuestions.groups(one[0], [branch], one[1], one[2])
