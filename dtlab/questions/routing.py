"""Which child every entry goes to, how C4.5 shares missing values, how children are numbered."""

import numpy as np


def route_entries(level, feature, options, table):
    """The child of each value at the categorical nodes, and the child of each entry."""
    n = level.n_entries
    at = (feature, np.arange(level.m))
    start = feature * table.codes.shape[1]
    code = table.codes.ravel().take(start.repeat(n) + level.row)
    child = (code > options.below[at].repeat(n)).astype(np.int64)
    branch_at = np.full(level.m, -1)
    rows = [np.zeros(0, np.int64)]
    end = 0
    for f, children in options.branch.items():
        here = np.flatnonzero(feature == f)
        if len(here):
            branch_at[here] = end + table.sizes[f] * np.arange(len(here))
            rows.append(children[here].ravel())
            end += len(rows[-1])
    branch = np.concatenate(rows)
    if len(branch):
        start = branch_at.repeat(n)
        grouped = np.flatnonzero((start >= 0) & (code >= 0))
        child[grouped] = branch[start[grouped] + code[grouped]]
    if table.has_missing.any():
        child = np.where(code < 0, options.missing[at].repeat(n), child)
    return branch, branch_at, child


def without_gaps(level, child, branch, branch_at, missing):
    """Renumber the children of every node: those with rows first, all empty branches as one.

    A node asks SLOPE (flat 0, moderate 1, steep 2), and no row here is moderate:

        old child   0  1  2
        has rows    ✓  –  ✓
        new child   0  2  1      three children; 2 is the empty one
    >>> from types import SimpleNamespace
    >>> level, none = SimpleNamespace(m=1, node=np.zeros(3, int)), np.array([-1])
    >>> child, n_children, branch, _ = without_gaps(
    ...     level, np.array([2, 0, 2]), np.array([0, 1, 2]), np.array([0]), none)
    >>> child.tolist(), n_children.tolist(), branch.tolist()
    ([1, 0, 1], [3], [0, 2, 1])

    A threshold has rows on both sides, so nothing changes if no node asks for a category.
    """
    if not len(branch):
        return child, np.full(level.m, 2), branch, missing
    n_old, owner = _old_children(branch, branch_at, missing)
    first = n_old.cumsum() - n_old  # the slots of a node: first[node] … first[node] + n_old − 1
    known = np.flatnonzero(child >= 0)
    filled = np.bincount(first[level.node[known]] + child[known], minlength=n_old.sum()) > 0
    n_filled = np.add.reduceat(filled, first, dtype=np.int64)
    rank = filled.cumsum() - filled  # filled slots before this one, then within its node
    number = np.where(filled, rank - rank[first].repeat(n_old), n_filled.repeat(n_old))

    def new(node, old):
        return np.where(old >= 0, number[first[node] + np.maximum(old, 0)], -1)

    n_children = n_filled + (n_filled < n_old)
    return new(level.node, child), n_children, new(owner, branch), new(np.arange(level.m), missing)


def _old_children(branch, branch_at, missing):
    """[m] how many children every node has before renumbering, and the node of each element of
    `branch`.
    """
    asking = np.flatnonzero(branch_at >= 0)
    asking = asking[branch_at[asking].argsort()]  # in the order of `branch`
    start = branch_at[asking]
    n_old = np.full(len(branch_at), 2)
    n_old[asking] = 1 + np.maximum(np.maximum.reduceat(branch, start), missing[asking])
    return n_old, asking.repeat(np.diff(start, append=len(branch)))


def share_missing_values(level, child, first, n_children):
    """Copy entries with a missing value into every branch, with its share of the weight (C4.5)."""
    known = np.flatnonzero(child >= 0)
    unknown = np.flatnonzero(child < 0)
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
