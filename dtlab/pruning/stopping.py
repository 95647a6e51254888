"""Idea 3, when to stop: rules that look at all nodes of a level and say which are done.

A *stop* rule sees a level before any question is looked for; an *accept* rule sees the chosen
feature and its gain. Both return one bool per node, or one for all. A pure node is always done.
Lecture 000 §4.3 and §4.4.4, lecture 001 "pre-pruning", lecture 004 "stopping conditions".
"""

import numpy as np

from ..kernels import TIE
from ..measures.gains import table_chi_square
from ..questions.routing import routed


def deeper_than(max_depth):
    """Stop at this depth; the root has depth 0."""
    return lambda level: max_depth is not None and level.depth >= max_depth


def fewer_rows_than(min_samples_split):
    """Stop at nodes with fewer rows than this."""
    return lambda level: level.n_entries < min_samples_split


def gain_above(least):
    """Accept a question whose gain exceeds this; what is at most 1e-12 above it does not."""
    return lambda level, feature, options: options.gain[feature, np.arange(level.m)] > least + TIE


def decrease_of_at_least(least, scale):
    """Accept if the node's share of all weight × its decrease of impurity reaches this, as scikit-
    learn does.

    `scale(level)` turns the gain into the impurity's own unit times the node's share of the weight.
    """

    def accept(level, feature, options):
        gain = options.gain[feature, np.arange(level.m)] * scale(level)
        return gain >= least - TIE * abs(least)

    return accept


def children_differ(alpha, table, target):
    """Accept if the children's class counts differ at this level of significance (χ²)."""

    def accept(level, feature, options):
        _, _, child = routed(level, feature, options, table)
        known = np.flatnonzero(child >= 0)
        width = int(child.max(initial=0)) + 1
        cell = level.node[known] * width + child[known]
        counts = target.tables(level, cell, level.m * width, known)
        return table_chi_square(counts.reshape(level.m, width, -1)).p_value <= alpha

    return accept
