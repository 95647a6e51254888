"""Forests against scikit-learn, in the style of `cases`; and two figures that are no races."""

from functools import partial
from pathlib import Path
from time import perf_counter

import numpy as np
from cases import Case, numbers, target
from joblib.externals.loky import get_reusable_executor
from processes import python
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import roc_auc_score

from dtlab.ensembles.forest import RandomForest, RegressionForest

PEAK = """
import sys
sys.path.insert(0, {folder!r})
from cases import numbers
from dtlab.ensembles.forest import RandomForest
X, y = numbers({n}, 2)
RandomForest(100, random_state=0).fit(X, y).predict(X)
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")))
"""


def cases(quick=False):
    n, trees = (300, 10) if quick else (10_000, 100)
    what = f"{trees} trees, {n:,} x 20 numbers"
    classes = partial(RandomForest, trees), partial(RandomForestClassifier, trees)
    thirds = partial(RandomForestRegressor, trees, max_features=6)
    for k in (2, 5):
        yield Case("forest", f"RandomForest fit, {what}, {k} classes", 0.9 if k == 2 else None,
                   partial(fits, *classes, numbers, n, k))  # fmt: skip
    yield Case("forest", f"RandomForest predict, {what}, 2 classes", 2.0,
               partial(predictions, *classes, numbers, n, 2))  # fmt: skip
    numeric = partial(RegressionForest, trees), thirds
    yield Case("forest", f"RegressionForest fit, {what}", None,
               partial(fits, *numeric, target, n, 0))  # fmt: skip
    yield Case("forest", f"RegressionForest predict, {what}", 2.0,
               partial(predictions, *numeric, target, n, 0))  # fmt: skip
    yield Case("forest", f"RandomForest fit, n_jobs=2, workers started, {what}", 1 / 1.5,
               partial(two_processes, trees, n), "n_jobs=1")  # fmt: skip


def fits(ours, theirs, data, n, k):
    X, y = data(n, k)
    return partial(ours(random_state=0).fit, X, y), partial(theirs(random_state=0).fit, X, y)


def predictions(ours, theirs, data, n, k):
    X, y = data(n, k)
    fitted = [model(random_state=0).fit(X, y) for model in (ours, theirs)]
    return tuple(partial(model.predict, X) for model in fitted)


def two_processes(trees, n):
    X, y = numbers(n, 2)
    return tuple(partial(RandomForest(trees, random_state=0, n_jobs=j).fit, X, y) for j in (2, 1))


def notes(quick):
    """What is no race: (what, how it is shown, limit, whether it is kept)."""
    n, trees = (300, 10) if quick else (10_000, 100)
    apart = auc_apart(partial(RandomForest, trees), partial(RandomForestClassifier, trees), n)
    yield "forest: AUC minus scikit-learn's", f"{apart:+.4f}", "±0.005", abs(apart) <= 0.005
    yield "forest: first fit with two processes", f"{cold_start(trees, n):.1f} s", "", None
    peak = peak_memory(Path(__file__).parent, 300 if quick else 100_000) / 1e9
    yield "forest: peak of 100 full trees, ten times the rows", f"{peak:.2f} GB", "2 GB", peak <= 2


def auc_apart(ours, theirs, n, tables=8):
    """How much larger our AUC on new rows is, averaged over training tables of n rows.

    On one table the two may differ by 0.01 either way: one cut that turns out otherwise is enough.
    """
    X, y = numbers(2 * tables * n, 2)
    new = slice(tables * n, None)

    def area(model, i):
        train = slice(i * n, (i + 1) * n)
        fitted = model(random_state=i).fit(X[train], y[train])
        return roc_auc_score(y[new], fitted.predict_proba(X[new])[:, 1])

    return np.mean([area(ours, i) - area(theirs, i) for i in range(tables)])


def cold_start(trees, n):
    """Seconds of the first fit with two processes, before any worker runs."""
    get_reusable_executor().shutdown(wait=True)
    X, y = numbers(n, 2)
    start = perf_counter()
    RandomForest(trees, random_state=0, n_jobs=2).fit(X, y)
    return perf_counter() - start


def peak_memory(folder, n):
    """Bytes for a forest of 100 full trees and its predictions, data and packages included."""
    return int(python(PEAK.format(folder=str(folder), n=n)))
