"""Which child every entry of a level goes to, and how the children are numbered."""

import numpy as np


def routed(level, feature, options, table):
    """Where entries go: the child of each level at the categorical nodes, and the child of each
    entry.
    """
    nodes, code = np.arange(level.m), table.codes[feature.take(level.node), level.row]
    child = (code > options.below[feature, nodes].take(level.node)).astype(np.int64)
    branch_at = np.full(level.m, -1)
    rows, at = [np.zeros(0, np.int64)], 0
    for f in options.branch:
        here = np.flatnonzero(feature == f)
        if len(here):
            branch_at[here] = at + table.sizes[f] * np.arange(len(here))
            rows.append(options.branch[f][here].ravel())
            at += len(rows[-1])
    branch = np.concatenate(rows)
    if len(branch):
        grouped = np.flatnonzero((branch_at[level.node] >= 0) & (code >= 0))
        child[grouped] = branch[branch_at[level.node[grouped]] + code[grouped]]
    if table.has_missing.any():
        unknown = np.flatnonzero(code < 0)
        child[unknown] = options.missing[feature, nodes][level.node[unknown]]
    return branch, branch_at, child


def without_gaps(level, child, branch, branch_at, missing):
    """Number the children that have entries 0, 1, …; branches without any share one empty child."""
    n_raw = np.full(level.m, 2)
    if not len(branch):  # a cut has rows on both sides
        return child, n_raw, branch, missing
    owner = np.zeros(len(branch), np.int64)  # the node of every entry of `branch`
    order = np.argsort(branch_at[branch_at >= 0], kind="stable")
    grouped = np.flatnonzero(branch_at >= 0)[order]
    if len(grouped):
        lengths = np.diff(branch_at[grouped], append=len(branch))
        owner = np.repeat(grouped, lengths)
        highest = np.maximum.reduceat(branch, branch_at[grouped])
        n_raw[grouped] = np.maximum(highest, missing[grouped]) + 1  # missing: maybe by themselves
    first = np.cumsum(n_raw) - n_raw
    slot = first[level.node] + child
    filled = np.bincount(slot[child >= 0], minlength=n_raw.sum()) > 0
    before = np.concatenate(([0], np.cumsum(filled)))
    n_filled = before[first + n_raw] - before[first]
    number = np.where(
        filled, before[:-1] - np.repeat(before[first], n_raw), np.repeat(n_filled, n_raw)
    )
    branch = np.where(branch >= 0, number[first[owner] + branch], -1)
    child = np.where(child >= 0, number[slot * (child >= 0)], -1)
    missing = np.where(missing >= 0, number[first + np.maximum(missing, 0)], -1)
    return child, n_filled + (n_filled < n_raw), branch, missing


def shared(level, child, first, n_children):
    """Entries with a missing value go down every branch with its share (C4.5)."""
    known, unknown = np.flatnonzero(child >= 0), np.flatnonzero(child < 0)
    weight = np.ones(len(child)) if level.weight is None else level.weight
    slot = first[level.node[known]] + child[known]
    inside = np.bincount(slot, weight[known], minlength=n_children.sum())
    total = np.add.reduceat(inside, first)
    copies = n_children[level.node[unknown]]
    node = np.repeat(level.node[unknown], copies)
    below = first[node] + np.arange(len(node)) - np.repeat(np.cumsum(copies) - copies, copies)
    share = inside[below] / total[node] * np.repeat(weight[unknown], copies)
    copied = np.repeat(level.row[unknown], copies)[share > 0]
    row = np.concatenate((level.row[known], copied))
    weight = np.concatenate((weight[known], share[share > 0]))
    return row, np.concatenate((slot, below[share > 0])), weight
