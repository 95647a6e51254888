"""Around the boosting loop: its parameters, the part of the rows it is watched on, its progress."""

from dataclasses import dataclass, field
from numbers import Integral, Real

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter


def _whole(least):
    return lambda v: isinstance(v, Integral) and not isinstance(v, bool) and v >= least


def _real(test):
    return lambda v: isinstance(v, Real) and not isinstance(v, bool) and test(v)


# parameter: what it may be, as a test and in words
PARAMETERS = {
    "learning_rate": (_real(lambda v: 0 < v < np.inf), "a number above 0"),
    "n_estimators": (_whole(0), "a whole number from 0 up"),
    "subsample": (_real(lambda v: 0 < v <= 1), "a share of the rows above 0 and at most 1"),
    "max_depth": (_whole(0), "a whole number from 0 up, or None for no limit"),
    "min_samples_split": (_whole(2), "a whole number from 2 up"),
    "min_samples_leaf": (_whole(1), "a whole number from 1 up"),
    "bins": (_whole(2), "a whole number from 2 up, or None for exact thresholds"),
    "n_iter_no_change": (_whole(1), "a whole number from 1 up, or None to grow all trees"),
    "validation_fraction": (_real(lambda v: 0 < v < 1), "a share of the rows between 0 and 1"),
    "tol": (_real(lambda v: v >= 0), "a number from 0 up"),
}
NONE_ALLOWED = {"max_depth", "bins", "n_iter_no_change"}


def check_boosting(model):
    """Refuse a parameter value that makes no sense, in one sentence."""
    for name, value in model.get_params(deep=False).items():
        fits, wanted = PARAMETERS.get(name, (None, ""))
        if fits is None or (value is None and name in NONE_ALLOWED) or fits(value):
            continue
        raise ValueError(f"{name} of {type(model).__name__} must be {wanted}, not {value!r}")
    _check_loss(model)
    _check_start(model)


def _check_loss(model):
    known = [loss.name for loss in model.losses]
    name = getattr(model.loss, "name", model.loss)
    if name is not None and name not in known:
        names = " or ".join(sorted(known))
        raise ValueError(f"loss of {type(model).__name__} must be {names}, not {model.loss!r}")


def _check_start(model):
    wanted = "predict_proba" if hasattr(model, "predict_proba") else "predict"
    if model.init is None or (isinstance(model.init, str) and model.init == "zero"):
        return
    if isinstance(model.init, type) or not all(hasattr(model.init, m) for m in ("fit", wanted)):
        raise ValueError(
            f"init of {type(model).__name__} must be None, 'zero' or an estimator with fit and "
            f"{wanted}, not {model.init!r}"
        )


def fitted_start(init, X, y, weight):
    """The estimator that boosting starts from, fitted with the weights if there are any."""
    if weight is None:
        return clone(init).fit(X, y)
    if not has_fit_parameter(init, "sample_weight"):
        raise ValueError(
            f"init = {type(init).__name__} takes no sample_weight: leave the weights out, "
            "or start from an estimator that takes them"
        )
    return clone(init).fit(X, y, sample_weight=weight)


def held_out(rows, y, fraction, rng):
    """Rows to learn from and rows to watch the loss on; every class is split in proportion."""
    n = max(1, round(fraction * len(rows)))
    if n >= len(rows):
        raise ValueError(
            f"{len(rows)} rows are too few to hold out a validation part: "
            "set n_iter_no_change=None or give more rows"
        )
    order = rng.permutation(rows)
    if len(y) > 1 or set(np.unique(y[:, rows])) <= {0.0, 1.0}:
        order = order[np.lexsort(y[:, order])]
    watched = (np.arange(n) + 0.5) * len(rows) // n
    rest = order[watched.astype(int)]
    return np.setdiff1d(rows, rest), np.sort(rest)


@dataclass(slots=True)
class Watch:
    """The validation part: its loss after every stage, and when there was no gain for too long."""

    rows: object  # encoded
    y: np.ndarray
    weight: np.ndarray | None
    F: np.ndarray  # [K, n] the predictions so far
    patience: int
    tol: float
    scores: list = field(default_factory=list)
    best: int = 0  # the stage after which the loss was lowest

    def has_stopped(self, loss, trees, rate):
        """Add the trees of a stage; True if the last `patience` stages brought nothing."""
        for k, tree in enumerate(trees):
            self.F[k] += rate * tree.values(self.rows)
        self.scores.append(loss.loss(self.y, self.F, self.weight))
        if self.scores[-1] < self.scores[self.best] - self.tol:
            self.best = len(self.scores) - 1
        return len(self.scores) - 1 - self.best >= self.patience
