"""Shown work of ensembles against the ensembles themselves, on random small data."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlab import AdaBoost, GradientBoosting, work

seeds = st.integers(0, 10_000)


def classes(seed):
    """Rows that no stump parts perfectly, so that every round has errors."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"a": rng.integers(0, 6, 16), "b": rng.integers(0, 6, 16)})
    y = pd.Series(np.where(rng.random(16) < 0.3, X["b"] > 2, X["a"] > 2)).map(
        {True: "p", False: "q"}
    )
    y.iloc[0] = "q" if (y == "p").all() else y.iloc[0]
    y.iloc[1] = "p" if (y == "q").all() else y.iloc[1]
    return X, y


@settings(max_examples=25, deadline=None)
@given(seeds)
def test_adaboost_shown_is_adaboost_fitted(seed):
    X, y = classes(seed)
    rounds = AdaBoost(n_estimators=4).fit(X, y).history_
    weights = np.full(len(y), 1 / len(y))
    for step in rounds:
        right = pd.Series(step.learner.predict(X) == y.to_numpy())
        assert step.weight == pytest.approx(weights)
        if right.all() or step.error >= 0.5:
            return
        shown = work.adaboost_update(weights, right)
        assert shown.value == pytest.approx(step.error)
        assert shown.result.alpha == pytest.approx(step.alpha)
        weights = np.array(shown.result.weights, float)


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_adaboost_table_is_adaboost_fitted(seed):
    X, y = classes(seed)
    rounds = [step for step in AdaBoost(n_estimators=3).fit(X, y).history_ if 0 < step.error < 0.5]
    if not rounds:
        return
    answers = pd.DataFrame({f"M{i}": step.learner.predict(X) for i, step in enumerate(rounds)})
    shown = work.adaboost(y, answers)
    assert [term.value for term in shown.terms] == pytest.approx([s.error for s in rounds])
    assert [update.alpha for update in shown.result] == pytest.approx([s.alpha for s in rounds])
    for i, step in enumerate(rounds):
        assert shown.to_frame()[f"dist. {i}"].to_numpy() == pytest.approx(step.weight)


@settings(max_examples=25, deadline=None)
@given(seeds, st.sampled_from([0.1, 0.5, 1.0]), st.integers(1, 3))
def test_gradient_boosting_shown_is_gradient_boosting_fitted(seed, rate, depth):
    rng = np.random.default_rng(seed)
    X = pd.DataFrame({"x": rng.normal(size=12), "z": rng.integers(0, 3, 12)})
    y = pd.Series(rng.normal(size=12), name="t")
    model = GradientBoosting(n_estimators=4, learning_rate=rate, max_depth=depth).fit(X, y)
    stages = list(model.history_)
    corrections = [tree.predict(X) for tree in model.trees_]
    shown = work.gradient_boosting(y, corrections, learning_rate=rate)
    assert list(shown.result) == pytest.approx(list(stages[-1].prediction))
    table = shown.to_frame()
    for i, stage in enumerate(stages):
        assert table[f"M{i}"].to_numpy() == pytest.approx(stage.prediction)
        assert shown.terms[i].value / len(y) == pytest.approx(stage.loss)
        if i:
            assert table[f"t − M{i - 1}"].to_numpy() == pytest.approx(stage.residuals)
