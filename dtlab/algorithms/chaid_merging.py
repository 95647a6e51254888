"""Which categories belong together: CHAID's merging of categories, and splitting them again.

A table is [category, class]; categories are its row numbers, and a group is a tuple of them.
"""

from typing import NamedTuple

import numpy as np

from ..measures.features import best
from ..measures.gains import table_chi_square

# Beyond this many categories a group is split only along their order by the share of a class,
EXHAUSTIVE = 10
# and beyond this many, neighbours in such an order are put together before anything is tested.
MANY = 256


class MergeStep(NamedTuple):
    """Two sets of categories that were merged, or split again, and the p-value that decided it."""

    action: str
    left: tuple
    right: tuple
    p_value: float


class Merging:
    """Groups of categories in a list; of an ordered predictor in order, with lone missing last."""

    def __init__(self, table, ordered, missing):
        self.table = table
        self.ordered = bool(ordered)
        has_missing = self.ordered and missing is not None and table[missing].any()
        self.floating = missing if has_missing else None
        present = np.flatnonzero(table.any(axis=1))
        self.steps = []
        self.regroup(self.first_groups(present[present != self.floating]))
        if has_missing:
            self.regroup([*self.groups, (missing,)])

    def first_groups(self, present):
        """One group per category; if they are too many, neighbours together in MANY groups."""
        if len(present) <= MANY:
            return [(i,) for i in present.tolist()]
        rows = self.table[present]
        weight = rows.sum(axis=1)
        order = np.arange(len(present))
        if not self.ordered:
            shares = np.round(rows / weight[:, None], 12)
            order = np.lexsort(shares.T)
        reached = np.cumsum(weight[order]) - weight[order] / 2
        part = (reached / weight.sum() * MANY).astype(int)
        if not self.ordered:  # equal shares do not differ at all
            same = (shares[order[1:]] == shares[order[:-1]]).all(axis=1)
            part = np.maximum.accumulate(np.where(np.append(False, same), -1, part))
        ends = np.flatnonzero(np.diff(part)) + 1
        return [tuple(sorted(g.tolist())) for g in np.split(present[order], ends)]

    def regroup(self, groups):
        """Start again from these groups; p holds the p-values of pairs, NaN until needed."""
        self.groups = sorted(groups, key=self.place)
        self.counts = [self.table[list(group)].sum(axis=0) for group in self.groups]
        self.p = np.full((len(self.groups),) * 2, np.nan)

    def place(self, group):
        """Where a group stands: by its first category that is not the missing one."""
        return min((i for i in group if i != self.floating), default=np.inf)

    def pairs(self):
        """Positions (i, j) of the groups that may be merged: any, or neighbours and the missing."""
        m = len(self.groups)
        if not self.ordered:
            return np.triu_indices(m, 1)
        lone = int(m > 0 and self.groups[-1] == (self.floating,))
        i = np.arange(max(m - 1 - lone, 0))
        k = np.arange((m - 1) * lone)
        return np.append(i, k), np.append(i + 1, np.full(len(k), m - 1))

    def merge_all(self, alpha):
        """Merge the least different pair again and again, until all differ or two are left."""
        while len(self.groups) > 2:
            i, j = self.pairs()
            new = np.isnan(self.p[i, j])
            counts = np.array(self.counts)
            tables = np.stack((counts[i[new]], counts[j[new]]), axis=1)
            self.p[i[new], j[new]] = table_chi_square(tables).p_value
            at, p = best(self.p[i, j])
            if p <= alpha:
                break
            self.merge(int(i[at]), int(j[at]), p)

    def merge(self, i, j, p):
        """Put group j into group i."""
        other = self.groups.pop(j)
        self.steps.append(MergeStep("merge", self.groups[i], other, p))
        self.groups[i] = tuple(sorted(self.groups[i] + other))
        self.counts[i] = self.counts[i] + self.counts.pop(j)
        self.p = np.delete(np.delete(self.p, j, axis=0), j, axis=1)
        self.p[i] = self.p[:, i] = np.nan

    def split_one(self, alpha):
        """Split the group whose best split in two is the most significant; False if none is."""
        splits = [self.best_split(group) for group in self.groups if len(group) > 2]
        p, left, right = min(splits, default=(np.inf, (), ()))
        if p > alpha:
            return False
        self.steps.append(MergeStep("split", left, right, p))
        rest = [group for group in self.groups if group[0] not in left + right]
        self.regroup([*rest, left, right])
        return True

    def best_split(self, group):
        """(p-value, left, right): the split of a group into two that differ most."""
        group = np.array(group)
        rows = self.table[group]
        g = len(group)
        if self.ordered:  # the missing category may stand at either end
            floats = group == self.floating
            lone = np.flatnonzero(floats)
            rest = np.flatnonzero(~floats)
            orders = [np.append(lone, rest), np.append(rest, lone)][: 1 + len(lone)]
            left = self.best_cut(rows, orders)
        elif np.count_nonzero(rows.any(axis=0)) <= 2 or g > EXHAUSTIVE:
            left = self.best_cut(rows, orders_by_share(rows))
        else:
            masks = np.arange(1, 2 ** (g - 1))[:, None] >> np.arange(g) & 1  # the last one is right
            p, at = most_different(masks @ rows, rows.sum(axis=0))
            left = p, np.flatnonzero(masks[at])
        is_left = np.isin(np.arange(g), left[1])
        return left[0], tuple(group[is_left].tolist()), tuple(group[~is_left].tolist())

    def best_cut(self, rows, orders):
        """(p-value, positions left of the cut): each order of the rows is cut in two everywhere."""
        lefts = np.concatenate([np.cumsum(rows[order], axis=0)[:-1] for order in orders])
        p, at = most_different(lefts, rows.sum(axis=0))
        which, end = divmod(at, len(rows) - 1)
        return p, orders[which][: end + 1]


def orders_by_share(rows):
    """Rows ordered by the share of a class; with two classes the best split in two is a cut."""
    shares = rows / rows.sum(axis=1, keepdims=True)
    classes = np.flatnonzero(rows.any(axis=0))
    return [np.argsort(shares[:, k], kind="stable") for k in classes[: max(len(classes) - 1, 1)]]


def most_different(left, total):
    """(p-value, index) of the most significant of several splits, given the counts on the left."""
    right = np.maximum(total - left, 0.0)  # rounding must not leave a negative count
    p = np.atleast_1d(table_chi_square(np.stack((left, right), axis=1)).p_value)
    at, _ = best(-np.log(np.maximum(p, 1e-300)))
    return float(p[at]), at
