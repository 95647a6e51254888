"""Columns in which everything is missing, and targets with gaps: every estimator treats them so."""

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import one_sentence

import dtlab

FEW = {"n_estimators": 3, "random_state": 0}
REGRESSORS = [
    dtlab.RegressionTree(), dtlab.RegressionForest(**FEW), dtlab.GradientBoosting(**FEW),
    dtlab.GradientBoosting(**FEW, bins=None), dtlab.GradientBoosting(**FEW, bins=4),
    dtlab.GradientBoosting(**FEW, subsample=0.5),
    dtlab.GradientBoosting(**FEW, loss="absolute_error"),
    dtlab.GradientBoosting(n_estimators=9, n_iter_no_change=2, random_state=0),
]  # fmt: skip
CLASSIFIERS = [
    dtlab.C45(), dtlab.CART(), dtlab.CHAID(), dtlab.C50(), dtlab.Bagging(**FEW),
    dtlab.AdaBoost(**FEW), dtlab.RandomForest(**FEW), dtlab.GradientBoostingClassifier(**FEW),
    dtlab.GradientBoostingClassifier(**FEW, bins=None),
    dtlab.GradientBoostingClassifier(**FEW, bins=4),
]  # fmt: skip
RNG = np.random.default_rng(0)
N = 40
KNOWN = pd.DataFrame({"x": RNG.normal(size=N), "place": RNG.choice(["a", "b"], N)})
EMPTY = {
    "NaN": pd.Series(np.full(N, np.nan)),
    "None": pd.Series([None] * N, dtype=object),
    "NA": pd.Series([pd.NA] * N, dtype="Int64"),
}
NUMBERS = pd.Series(KNOWN["x"] + RNG.normal(size=N) / 9)
LABELS = pd.Series(np.where(NUMBERS > 0, "yes", "no"))
GAPS = {
    "Int64": pd.Series([1, 2] * (N // 2), dtype="Int64"),
    "Float64": pd.Series([1.0, 2.0] * (N // 2), dtype="Float64"),
    "boolean": pd.Series([True, False] * (N // 2), dtype="boolean"),
    "string": pd.Series(["1", "2"] * (N // 2), dtype="string"),
    "float": pd.Series([1.0, 2.0] * (N // 2)),
}
each_estimator = pytest.mark.parametrize("model", [*REGRESSORS, *CLASSIFIERS], ids=repr)


def target(model):
    return NUMBERS if model in REGRESSORS else LABELS


@each_estimator
@pytest.mark.parametrize("kind", EMPTY)
def test_a_column_of_nothing(model, kind):
    """It changes nothing beside others, and alone it leaves the same answer for all rows."""
    y, X = target(model), KNOWN.assign(nothing=EMPTY[kind])
    alone = model.fit(X[["nothing"]], y).predict(X[["nothing"]])
    assert len(set(alone.tolist())) == 1
    if not isinstance(model, dtlab.RandomForest | dtlab.RegressionForest):  # they draw columns
        plain = model.fit(KNOWN, y).predict(KNOWN)
        assert model.fit(X, y).predict(X).tolist() == plain.tolist()


@each_estimator
@pytest.mark.parametrize("kind", GAPS)
def test_a_target_with_gaps(model, kind):
    y = GAPS[kind].copy()
    y[3] = None
    one_sentence(["Input y contains NaN: 1 row has no target"], ValueError, model.fit, KNOWN, y)
