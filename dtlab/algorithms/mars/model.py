"""MARS, multivariate adaptive regression splines (Friedman 1991), which lecture 001 names among the
descendants of recursive partitioning.

terms.py has the terms and the formula, knots.py the search for a knot, passes.py the forward and
the backward pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted

from ...engine.table import read_table
from ...inputs.estimators import read_numbers
from ...typing import Columns, Frame
from ..base import TableModel
from .knots import SAME
from .passes import NOTHING, Forward, Options, backward
from .terms import MarsTerm, design, formula

__all__ = ["MARS", "MarsStep", "gcv"]


ROUNDING = 1e-14  # of the target's range


class MarsStep(NamedTuple):
    """One step of a pass: the terms that came and went, the terms then, and how well they fit."""

    phase: str  # "forward" or "backward"
    added: tuple
    removed: tuple
    terms: tuple
    rss: float
    gcv: float


def gcv(rss, n, n_terms, penalty):
    """Generalised cross-validation RSS/n / (1 − C/n)², where C = M + penalty·(M − 1)/2.

    Besides the intercept, the M terms come in pairs of one knot, so (M − 1)/2 counts the knots, as
    in the R package earth. Infinite from C = n on. Friedman 1991.

    >>> gcv(rss=8.0, n=20, n_terms=3, penalty=2)
    0.7111111111111111
    """
    cost = n_terms + penalty * (n_terms - 1) / 2
    return rss / n / (1 - cost / n) ** 2 if cost < n else np.inf


@dataclass(eq=False, repr=False)
class MARS(RegressorMixin, TableModel):
    """MARS (Friedman 1991): a sum of products of hinges max(0, x − t), max(0, t − x).

    Forward, a term of the model times the two hinges of a knot t joins it, the pair that lowers the
    residual sum of squares most; backward, terms leave one by one, and the model of the smallest
    GCV (see `gcv`) is kept. It is continuous and piecewise linear. Lecture 001.

    A number enters linearly where no knot is better; a category enters as one indicator a level. A
    weight counts as so many equal rows, so weights should sum to about the number of rows.
    After `fit`: `terms_`, `coefficients_`, `gcv_`, `rsq_`, `history_` (see `MarsStep`).

    Parameters:
        degree: the most factors in a product; 1 (default) is additive, None no limit. A column is
            at most once in a product.
        max_terms: the most terms forward; None (default) is 21 or, from 11 columns on, 2 a column.
        thresh: forward stops when R² grows by no more than this; 0.001 by default.
        penalty: of a knot in the GCV; None (default) is 2 for degree 1, otherwise 3.
        minspan, endspan: rows between neighbouring knots, and outside the first and the last; None
            (default) for Friedman's (see `knots.spans`).
        basis: "hinge" (default), or "step", which shows recursive partitioning as the degenerate
            case: steps [x > t], [x ≤ t], a column as often as wanted, and the pair takes the place
            of its parent. Then `degree` is the depth of the tree and `endspan` the rows of a leaf;
            there is no backward pass.
        categorical: names or positions of columns that are categories whatever they hold; None
            (default) goes by their type.

    >>> from dtlab import load
    >>> bikes = load("bike_temp_rentals")
    >>> print(MARS().fit(bikes.X, bikes.y))
    RENTALS = 2370 − 146.5·max(0, TEMP − 23) − 93.2·max(0, 23 − TEMP)
    """

    takes_missing = False
    instead = "fill or drop them, or use RegressionTree"

    degree: int | None = 1
    max_terms: int | None = None
    thresh: float = 0.001
    penalty: float | None = None
    minspan: int | None = None
    endspan: int | None = None
    basis: str = "hinge"
    categorical: Columns = None

    def _fit(self, X, y, weight, present):
        """Go forward and backward."""
        y = read_numbers(y)
        weight = np.ones(len(y)) if weight is None else weight
        self._table = read_table(X, self.categorical)
        table = self._encode(X)
        mean = np.average(y, weights=weight)
        width = np.sqrt(weight @ (y - mean) ** 2) if np.ptp(y) else 0.0
        scaled = (y - mean) / width if width else np.zeros(len(y))
        penalty = self.penalty
        if penalty is None:
            penalty = 2 if self.degree == 1 else 3
        self.history_ = []
        for phase, added, removed, terms, rss in self._steps(table, scaled, weight):
            rss = float(rss * width**2) if rss > NOTHING else 0.0  # in the target's units
            cost = gcv(rss, weight.sum(), len(terms), penalty)
            self.history_.append(MarsStep(phase, added, removed, terms, rss, cost))
        # the smallest GCV of the backward pass; of a tie, the model of fewest terms
        last = max(i for i, step in enumerate(self.history_) if step.phase == "forward")
        limit = min(step.gcv for step in self.history_[last:]) * (1 + SAME)
        best = [step for step in self.history_[last:] if step.gcv <= limit][-1]
        self.terms_ = best.terms
        self.gcv_ = best.gcv
        self.rsq_ = max(0.0, float(1 - best.rss / width**2)) if width else 1.0
        B = design(best.terms, table)
        root = np.sqrt(weight)
        size = np.abs(B).max(axis=0)
        fitted = np.linalg.lstsq(B / size * root[:, None], (y - mean) * root)
        self.coefficients_ = fitted[0] / size
        # without an intercept, the steps of a tree share out 1 among them
        self.coefficients_[: 1 if self.basis == "hinge" else None] += mean
        # drop terms whose effect is below rounding error
        self.coefficients_[np.abs(self.coefficients_ * B).max(axis=0) <= ROUNDING * np.ptp(y)] = 0.0

    def _steps(self, table, y, weight):
        """Both passes as (phase, added, removed, terms, rss)."""
        limit = self.max_terms
        if limit is None:
            limit = min(200, max(20, 2 * table.shape[1])) + 1
        spans = self.minspan, self.endspan
        options = Options(self.basis == "step", self.degree, limit, self.thresh, *spans)
        pass_ = Forward(self._table.columns, table, y, weight, options)
        yield "forward", (MarsTerm(),), (), (MarsTerm(),), pass_.rss
        while change := pass_.step():
            yield "forward", *change, tuple(pass_.terms), pass_.rss
        if self.basis == "step":
            return
        terms = pass_.terms
        root = np.sqrt(weight)
        before = set(range(len(terms)))
        for kept, rss in backward(design(terms, table) * root[:, None], y * root):
            gone = tuple(terms[j] for j in before.difference(kept))
            before = set(kept)
            if gone:  # the first is the whole model, which is known
                yield "backward", (), gone, tuple(terms[j] for j in kept), rss

    def predict(self, X: Frame) -> NDArray[np.float64]:
        """The formula's value for every row.

        Parameters:
            X: the rows to predict, with the columns of the training data (DataFrame or 2-D array).
        """
        rows = self._rows(X)
        return design(self.terms_, rows) @ self.coefficients_

    def formula(self, digits: int = 4) -> str:
        """The model as a line of text: target = coefficient·term + …

        Parameters:
            digits: significant digits of a number, 4 by default.
        """
        check_is_fitted(self)
        return formula(self._target_name, self.terms_, self.coefficients_, digits).text

    def latex(self, digits: int = 4) -> str:
        """The formula in LaTeX's mathematics, without the dollar signs.

        Parameters:
            digits: significant digits of a number, 4 by default.
        """
        check_is_fitted(self)
        return formula(self._target_name, self.terms_, self.coefficients_, digits).latex

    def __str__(self):
        return self.formula() if hasattr(self, "coefficients_") else repr(self)
