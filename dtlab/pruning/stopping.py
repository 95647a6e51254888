"""Idea 3, when to stop: rules that look at all nodes of a level and say which are done.

A *stop* rule sees a level before any question is looked for; an *accept* rule sees the chosen
feature and its gain. Both return one bool per node, or one for all. `EachNode` makes a stop rule of
a student's own function of one node.
Lecture 000 §4.3 and §4.4.4, lecture 001 "pre-pruning", lecture 004 "stopping conditions".
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..inputs.errors import InputError
from ..kernels import TIE
from ..measures.gains import table_chi_square
from ..questions.routing import route_entries


def pure(level):
    """Stop where at most one class is left."""
    return np.add.reduce(level.stats.T > 0) <= 1  # quicker than the sum along the other axis


def constant(level):
    """Stop where the target is a number and does not vary."""
    return level.stats[:, 2] <= 0


def no_features_left(level):
    """Stop where every feature has been asked on the way (ID3)."""
    return ~level.allowed.any(axis=1)


def deeper_than(max_depth):
    """Stop at this depth; the root has depth 0."""
    return lambda level: max_depth is not None and level.depth >= max_depth


def fewer_rows_than(min_samples_split):
    """Stop at nodes with fewer rows than this."""
    return lambda level: level.n_entries < min_samples_split


def lighter_than(weight):
    """Stop at nodes of less weight than this (C4.5: shares of rows count)."""
    return lambda level: level.stats.sum(axis=1) < weight - TIE


def gain_above(least):
    """Accept a question whose gain exceeds this; what is at most 1e-12 above it does not."""
    return lambda level, feature, options: options.gain[feature, np.arange(level.m)] > least + TIE


def decrease_of_at_least(least, target, total):
    """Accept if the node's share of the total weight × its decrease of impurity reaches this, as in
    scikit-learn.
    """

    def accept(level, feature, options):
        decrease = options.gain[feature, np.arange(level.m)] * target.unit(level)
        return decrease * target.weights(level.stats) / total >= least - TIE * abs(least)

    return accept


def children_differ(alpha, table, target):
    """Accept if the children's class counts differ at this level of significance (χ²)."""

    def accept(level, feature, options):
        _, _, child = route_entries(level, feature, options, table)
        known = np.flatnonzero(child >= 0)
        width = int(child.max(initial=0)) + 1
        cell = level.node[known] * width + child[known]
        counts = target.tables(level, cell, level.m * width, known)
        return table_chi_square(counts.reshape(level.m, width, -1)).p_value <= alpha

    return accept


# ------------------------------------------------------------------ a student's own rule


@dataclass(frozen=True)
class OpenNode:
    """What an own stopping rule sees of a node that may still be split."""

    n_rows: int
    depth: int  # 0 at the root
    impurity: float  # by the algorithm's measure
    counts: dict | None = None  # {class: its weight}; None if the target is a number
    mean: float | None = None  # of a target that is a number


@dataclass(frozen=True, slots=True)
class EachNode:
    """Ask a function of one `OpenNode` at every node of a level: True stops there."""

    rule: Callable
    impurity: Callable  # of node statistics [m, S]
    labels: np.ndarray | None  # the classes; None if the target is a number

    def __post_init__(self):
        if not callable(self.rule):
            raise InputError(
                "stop must be a function of one node that returns True or False, as in "
                f"lambda node: node.n_rows < 5, not {self.rule!r}"
            )

    def __call__(self, level):
        impurity = np.asarray(self.impurity(level.stats), float).tolist()
        answers = level.n_entries == 0  # a branch that no row takes
        for i in np.flatnonzero(~answers):
            counts = None
            mean = None
            stats = level.stats[i].tolist()
            if self.labels is None:
                mean = stats[1]
            else:
                counts = dict(zip(self.labels.tolist(), stats, strict=True))
            node = OpenNode(int(level.n_entries[i]), level.depth, impurity[i], counts, mean)
            answer = self.rule(node)
            if not isinstance(answer, bool | np.bool_):
                name = getattr(self.rule, "__name__", repr(self.rule))
                raise InputError(
                    f"stop {name} must give True or False: for {node} it gave {answer!r}"
                )
            answers[i] = answer
        return answers
