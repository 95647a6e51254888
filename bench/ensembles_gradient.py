"""Gradient boosting against scikit-learn's two: fit and predict, 100 stages of depth 3."""

from functools import partial
from itertools import product

from cases import SKLEARN, Case, numbers, target
from ensembles_forest import auc_apart
from sklearn import ensemble

from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier

HIST = "HistGradientBoosting"


def cases(quick=False):
    """Targets: a tenth of GradientBoosting, three times HistGradientBoosting, predict twice."""
    sizes, stages = ((300,), 5) if quick else ((10_000, 100_000), 100)
    models = {
        "classes": (
            GradientBoostingClassifier, ensemble.GradientBoostingClassifier,
            ensemble.HistGradientBoostingClassifier, numbers, 2,
        ),
        "numbers": (
            GradientBoosting, ensemble.GradientBoostingRegressor,
            ensemble.HistGradientBoostingRegressor, target, 0,
        ),
    }  # fmt: skip
    for n, (kind, (ours, peer, hist, data, k)) in product(sizes, models.items()):
        what = f"gradient boosting of {kind}, {n:,} x 20, {stages} stages"
        fast = partial(hist, max_iter=stages, max_depth=3, early_stopping=False)
        ours, peer = partial(ours, n_estimators=stages), partial(peer, n_estimators=stages)
        yield Case("gradient", f"{what}, fit", 0.1, partial(fit, ours, peer, data, n, k), SKLEARN)
        yield Case("gradient", f"{what}, fit", 3.0, partial(fit, ours, fast, data, n, k), HIST)
        yield Case("gradient", f"{what}, predict", 2.0, partial(predict, ours, peer, data, n, k))


def fit(ours, peer, data, n, k):
    X, y = data(n, k)
    return lambda: ours().fit(X, y), lambda: peer().fit(X, y)


def predict(ours, peer, data, n, k):
    """Both learn from 10,000 rows at most, which is enough to have trees of full size."""
    X, y = data(n, k)
    ours, peer = (model().fit(X[:10_000], y[:10_000]) for model in (ours, peer))
    return lambda: ours.predict(X), lambda: peer.predict(X)


def notes(quick):
    """How close the areas under the curve are; with bins=None ours grows scikit-learn's trees."""
    n, stages = (300, 5) if quick else (10_000, 100)
    ours = partial(GradientBoostingClassifier, n_estimators=stages)
    peer = partial(ensemble.GradientBoostingClassifier, n_estimators=stages)
    fast = partial(
        ensemble.HistGradientBoostingClassifier, max_iter=stages, max_depth=3, early_stopping=False
    )
    apart = auc_apart(ours, peer, n)
    what = "gradient boosting: AUC minus"
    yield f"{what} GradientBoosting's", f"{apart:+.4f}", "±0.005", abs(apart) <= 0.005
    apart = auc_apart(ours, fast, n)
    yield f"{what} {HIST}'s", f"{apart:+.4f}", "≥ -0.005", apart >= -0.005
