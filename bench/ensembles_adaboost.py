"""AdaBoost and Bagging against scikit-learn, in the style of `cases`."""

from functools import partial

from cases import Case, numbers
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier

from dtlab.ensembles.adaboost import AdaBoost
from dtlab.ensembles.bagging import Bagging


def cases(quick=False):
    n = 300 if quick else 10_000
    what = f"{n:,} x 20 numbers"
    for k in (2, 5):
        boosts = partial(AdaBoost, n_estimators=100), partial(AdaBoostClassifier, n_estimators=100)
        yield Case("adaboost", f"AdaBoost fit, 100 stumps, {what}, {k} classes", 0.5,
                   partial(fits, *boosts, n, k))  # fmt: skip
        yield Case("adaboost", f"AdaBoost predict, 100 stumps, {what}, {k} classes", 2.0,
                   partial(predictions, *boosts, n, k))  # fmt: skip
    yield Case("bagging", f"Bagging fit, 10 CARTs, {what}, 2 classes", None,
               partial(fits, Bagging, BaggingClassifier, n, 2))  # fmt: skip


def fits(ours, theirs, n, k):
    X, y = numbers(n, k)
    return partial(ours().fit, X, y), partial(theirs().fit, X, y)


def predictions(ours, theirs, n, k):
    X, y = numbers(n, k)
    return partial(ours().fit(X, y).predict, X), partial(theirs().fit(X, y).predict, X)
