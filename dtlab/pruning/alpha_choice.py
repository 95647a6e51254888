"""Which α? Grow and prune again in each fold, and let the rows left out judge every subtree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .._progress import progress
from ..inputs import frames
from ..inputs.errors import InputError
from ..inputs.labels import as_codes
from ..kernels import TIE
from ..measures.features import best
from ..tree.node import Node
from ..tree.subtrees import child_numbers
from ..typing import Frame, Impurity, Random, Values
from .arrivals import Arrivals
from .cost_complexity import CostComplexityPath

if TYPE_CHECKING:
    import pandas as pd
    from sklearn.model_selection import BaseCrossValidator

    from ..algorithms.base import TreeModel


@dataclass(frozen=True)
class AlphaChoice:
    """The chosen `alpha` and `tree`, and what cross-validation found for every subtree.

    `table` has the columns alpha, mean error, standard error and leaves, one row per subtree of
    `path`; `tree` is `path.subtree(alpha)`. An α of 0 already cuts splits that save no risk.
    """

    alpha: float
    tree: Node
    table: pd.DataFrame = field(repr=False)
    path: CostComplexityPath = field(repr=False)


def choose_alpha(
    model: TreeModel, X: Frame, y: Values, cv: int | BaseCrossValidator = 10, rule: str = "1se",
    random_state: Random = 0, risk: str | Impurity = "error",
) -> AlphaChoice:  # fmt: skip
    """Choose α by cross-validation: subtree k is judged in each fold at √(αₖ αₖ₊₁).

    A clone of the model is grown and pruned in each fold; the rows left out give the mean error
    (squared error for a number) and its standard error, s / √n over all rows, as Breiman has it. Of
    equal subtrees the smaller is taken.

    Parameters:
        model: a tree estimator, fitted or not, such as CART().
        X: the features, a row per instance (DataFrame or 2-D array).
        y: the target, one class or number per row (list, array or Series).
        cv: the number of folds, 10 by default (rows are dealt out class by class, in an order that
            depends on `random_state`), or a scikit-learn splitter.
        rule: "1se" (default) takes the smallest tree whose mean error lies within one standard
            error of the smallest, "min" the smallest mean error.
        random_state: seed of that order; 0 by default, None for another one every time.
        risk: "error" (default), "impurity" or a function, as in `cost_complexity_path`.

    Lecture 001, CART. On fourteen days no question is worth its leaf:
    >>> from dtlab import CART, load
    >>> golf = load("play_golf")
    >>> choose_alpha(CART(), golf.X, golf.y, cv=5).tree
    <leaf yes>
    """
    import pandas as pd
    from sklearn.base import clone
    from sklearn.utils import _safe_indexing

    if rule not in ("1se", "min"):
        raise InputError(f"rule={rule!r} is not known: use '1se' or 'min'")
    frames.ColumnLookup.of(X, y)  # refuses what does not belong together
    model = clone(model)
    if "ccp_alpha" in model.get_params():
        model.set_params(ccp_alpha=None)  # what is pruned already cannot be judged
    path = CostComplexityPath(clone(model).fit(X, y).tree_, risk)
    # The last subtree, the root, stands for every α from its own on.
    between = np.append(np.sqrt(path.alphas[:-1] * path.alphas[1:]), np.inf)
    losses = squares = np.zeros(len(between))
    n = 0
    folds = list(_folds(cv, X, y, path.tree.classes is not None, random_state))
    for train, test in progress(folds, len(folds), "folds"):
        grown = clone(model).fit(_safe_indexing(X, train), _safe_indexing(y, train)).tree_
        arrivals = Arrivals(grown, _safe_indexing(X, test), _safe_indexing(y, test))
        summed = errors_along(grown, arrivals, CostComplexityPath(grown, risk).cut_at, between)
        losses = losses + summed[0]
        squares = squares + summed[1]
        n = n + len(test)
    mean = losses / n
    error = np.sqrt(np.maximum(squares / n - mean**2, 0.0) / n)
    k = len(mean) - 1 - best(-mean[::-1])[0]  # of equal ones the last, which is the smallest
    if rule == "1se":
        limit = mean[k] + error[k]
        k = int(np.flatnonzero(mean <= limit + TIE * abs(limit))[-1])
    columns = {"alpha": path.alphas, "mean error": mean, "standard error": error}
    table = pd.DataFrame({**columns, "leaves": path.n_leaves})
    alpha, tree = path[k]
    return AlphaChoice(alpha, tree, table, path)


def errors_along(tree, arrivals, cut_at, alphas):
    """Sums of the losses and of their squares, for the subtrees at these rising values of α.

    A node speaks for the rows that come to it from the α at which it is cut up to the α at which
    something above it is; so all subtrees are judged in one walk.
    """
    changes = np.zeros((2, len(alphas) + 1))
    opens = np.searchsorted(alphas, cut_at)
    opens[[node.is_leaf for node in tree.walk()]] = 0
    waiting = [(tree, 0, len(alphas))]
    while waiting:
        node, number, end = waiting.pop()
        start = min(int(opens[number]), end)
        for losses, first in ((arrivals.stopped(number), 0), (arrivals.passed(number), start)):
            losses = losses.astype(float)
            summed = losses.sum(), losses @ losses
            changes[:, first] += summed
            changes[:, end] -= summed
        for child, below in zip(node.children, child_numbers(node, number), strict=True):
            if start and arrivals.n_rows(below):
                waiting.append((child, below, start))
    return changes.cumsum(axis=1)[:, :-1]


def _folds(cv, X, y, of_classes, random_state):
    """(training rows, rows left out) of every fold."""
    if hasattr(cv, "split"):
        yield from cv.split(X, y)
        return
    n = len(y)
    if not isinstance(cv, int | np.integer) or not 2 <= cv <= n:
        raise InputError(f"cv={cv!r} must be a number of folds from 2 to the {n} rows")
    order = np.random.default_rng(random_state).permutation(n)
    if of_classes:
        codes = as_codes(y, "y")[0]
        order = order[np.argsort(codes[order], kind="stable")]
    fold = np.empty(n, np.intp)
    fold[order] = np.arange(n) % cv
    for k in range(cv):
        yield np.flatnonzero(fold != k), np.flatnonzero(fold == k)
