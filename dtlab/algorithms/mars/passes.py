"""The two passes of MARS: forward adds the pair of terms that explains most, backward removes the
term that is missed least. The target is centred and has a sum of squares of 1.
"""

from typing import NamedTuple

import numpy as np

from .knots import DEPENDENT, SAME, Search, earliest, knots, read_candidates, spans
from .terms import MarsTerm

NOTHING = 1e-20  # a sum of squares of this share of the total is rounding


class Options(NamedTuple):
    """How to go forward; None is the automatic span, or no limit of degree."""

    step: bool
    degree: int | None
    max_terms: int
    thresh: float
    minspan: int | None
    endspan: int | None


class Forward:
    """The model while it grows: its terms, an orthonormal basis of them, the residual."""

    def __init__(self, columns, table, y, weight, options):
        self.table, self.weight, self.options = table, weight, options
        self._root = np.sqrt(weight)
        self._candidates = read_candidates(columns, table, options.step)
        self._y = self._residual = y * self._root
        self._basis, self.searches = [], []
        self.terms = [MarsTerm()]
        self._explains(MarsTerm())
        self._search_below(self.terms)

    @property
    def rss(self):
        return float(self._residual @ self._residual)

    def step(self):
        """Add the best terms: those added and those removed, or None if nothing is worth it."""
        room = self.options.max_terms - len(self.terms)
        if room < (1 if self.options.step else 2) or not self.searches or self.rss <= NOTHING:
            return None
        bests = [search.best() for search in self.searches]
        i = earliest(np.array([drop for drop, _ in bests]))
        drop, place = bests[i]
        if drop <= max(self.options.thresh, NOTHING):
            return None
        parent = self.searches[i].parent
        terms = self.searches[i].terms(place, self.table)
        if self.options.step:
            return self._split(parent, terms)
        # what is no combination of the terms in the model joins them
        added = tuple(term for term in terms if self._explains(term))
        self.terms += added
        self._search_below(added)
        return (added, ()) if added else None

    def _split(self, parent, pair):
        """Recursive partitioning: the two halves take the place of their parent."""
        self._explains(pair[0])  # the other half is the parent without it
        place = self.terms.index(parent)
        self.terms[place : place + 1] = pair
        self.searches = [search for search in self.searches if search.parent is not parent]
        self._search_below(pair)
        return pair, (parent,)

    def _explains(self, term):
        """Whether the term is new to the basis; if so, it joins and the residual shrinks."""
        q = whole = self._values(term)
        for _ in range(2):  # once is not accurate enough if little is new
            for known in self._basis:
                q = q - (known @ q) * known
        if q @ q <= DEPENDENT * (whole @ whole):
            return False
        q = q / np.sqrt(q @ q)
        qy = q @ self._residual
        self._residual = self._residual - qy * q
        self._basis.append(q)
        for search in self.searches:
            search.explain(q, qy)
        return True

    def _values(self, term):
        v = term.values(self.table) * self._root
        return v / (np.abs(v).max() or 1.0)

    def _search_below(self, parents):
        """Open the searches for products with these terms; a hinge takes a column only once."""
        limit = np.inf if self.options.degree is None else self.options.degree
        for parent in parents:
            if parent.degree >= limit:
                continue
            b = self._values(parent)
            for candidate in self._candidates:
                if self.options.step or candidate.factor.feature not in parent.features:
                    self.searches.append(self._search(parent, b, candidate))

    def _search(self, parent, b, candidate):
        step = self.options.step
        at = np.zeros(0, int)
        if candidate.takes_knots:
            weight = (self.weight * (b != 0))[candidate.order]
            minspan, endspan = spans(
                weight.sum(), len(self._candidates), self.options.minspan, self.options.endspan
            )
            at = knots(candidate.x[candidate.order], weight, minspan, endspan, step)
        search = Search(parent, b, candidate, at, step)
        search.start(self._y)
        for q in self._basis:
            search.explain(q, q @ self._y)
        return search


def backward(B, y):
    """The terms left [column numbers] and the RSS, at first and after each removal; column 0, the
    intercept, stays.

    With B = QR and z = Qᵀy, removing term j costs βⱼ²/(BᵀB)⁻¹ⱼⱼ, where β = R⁻¹z: only the small
    triangle R is needed, and after a removal it is made triangular again.
    """
    Q, R = np.linalg.qr(B / np.abs(B).max(axis=0))
    z = Q.T @ y
    kept = list(range(B.shape[1]))
    outside = y - Q @ z
    rss = outside @ outside
    yield tuple(kept), rss
    while len(kept) > 1:
        inverse = np.linalg.inv(R)
        cost = (inverse @ z) ** 2 / (inverse**2).sum(axis=1)
        limit = cost[1:].min() * (1 + SAME) + NOTHING
        j = 1 + int(np.flatnonzero(cost[1:] <= limit)[-1])  # the cheapest; of a tie, the last
        rss += cost[j]
        del kept[j]
        Q, R = np.linalg.qr(np.delete(R, j, axis=1))
        z = Q.T @ z
        yield tuple(kept), rss
