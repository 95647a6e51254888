"""What an entry of the ledger is, how two values compare, and the calls that entries share."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

import dtlab as dt

STATUSES = {
    "agrees": "the printed value is the exact one, rounded",
    "rounding": "computed from rounded parts, or cut off: off by one in the last digit",
    "erratum": "the lecture is wrong; `erratum` names the entry of the errata",
    "garbled": "the text extraction damaged the printed value",
    "unverified": "a claim that cannot be checked",
    "derived": "not printed; computed because the course needs it",
    "lost": "the figure is missing from the lecture; restored from the published source",
}  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """One figure: as the slide prints it, exactly, and the call that must give the exact value."""

    id: str
    what: str
    printed: str | tuple | None = None
    exact: Any = None  # a number, text, structure, or a call that builds a tree
    value: Callable | None = None
    status: str = "agrees"
    erratum: str | None = None
    needs: str | None = None  # what `value` needs beside dtlab: its own test module has it
    reason: str | None = None  # why it cannot be computed at all
    lecture: str = ""
    section: str = ""


def section(lecture, title, *figures):
    """The figures of one section of a lecture."""
    return [replace(figure, lecture=lecture, section=title) for figure in figures]


def same(a, b):
    """Equal structures, numbers to 1e-9 (relative above 1), trees by their questions and leaves."""
    if isinstance(a, dt.Node) and isinstance(b, dt.Node):
        return same(outline(a), outline(b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list | tuple | np.ndarray) and isinstance(b, list | tuple | np.ndarray):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if is_number(a) and is_number(b):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
    return is_bool(a) == is_bool(b) and bool(a == b)


def is_number(x):
    return isinstance(x, int | float | np.number) and not is_bool(x)


def is_bool(x):
    return isinstance(x, bool | np.bool_)


def outline(node):
    """A tree as nested dicts {question: {branch: subtree}}, without counts or order."""
    if node.is_leaf:
        return node.prediction
    question = node.question
    if isinstance(question, dt.Threshold):
        name, branches = f"{question.feature} <= {question.value}", (True, False)
    else:
        name = question.feature
        branches = [frozenset(question.values(i)) for i in range(question.n_children)]
    return {name: dict(zip(branches, map(outline, node.children), strict=True))}


@cache
def table(name, id_as_feature=False):
    return dt.load(name, id_as_feature=id_as_feature)


def rows(name, **where):
    """The rows of a data set that have the given values."""
    frame = table(name).frame
    for feature, value in where.items():
        frame = frame[frame[feature] == value]
    return frame


def xy(name, feature, **where):
    """Feature and target, as the measures take them: information_gain(*xy("soccer", "match"))."""
    frame = rows(name, **where)
    return frame[feature], frame[table(name).target]


def counts(name, **where):
    return dt.counts(rows(name, **where)[table(name).target])


def fit(model, name, id_as_feature=False):
    data = table(name, id_as_feature)
    return model.fit(data.X, data.y)


def partition(model, feature, level, *answers):
    """The impurity of one partition in the table that the lecture draws at a node."""
    at_node = model.candidates(*answers)
    hit = (at_node["feature"] == feature) & (at_node["level"].astype(str) == str(level))
    return at_node.loc[hit, "impurity"].item()


def of_feature(model, column):
    """{feature: its remainder or gain} at the root of a model."""
    return model.candidates().groupby("feature")[column].first().to_dict()
