"""Gradient boosting on subsamples, and stopping early."""

import numpy as np
import pytest
from helpers.boosting_data import each_model, numbers, target
from helpers.refusals import one_sentence

from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier


def test_subsample_is_drawn_without_replacement():
    X, y, _ = numbers()
    model = GradientBoosting(n_estimators=6, subsample=0.5, random_state=1).fit(X, y)
    for tree in model.trees_:
        assert tree.tree_.n_rows == 150
        assert tree.tree_.weight == 150  # nobody counts twice
    roots = {tree.tree_.stats for tree in model.trees_}
    assert len(roots) == 6


@each_model
def test_random_state(Model):
    X, y, _ = numbers()
    y = target(Model, y)
    fits = [Model(n_estimators=5, subsample=0.5, random_state=s).fit(X, y) for s in (3, 3, 4)]
    first, same, other = (next(iter(m.history_[-1:])).prediction for m in fits)
    assert (first == same).all()
    assert (first != other).any()


@each_model
@pytest.mark.parametrize("subsample", [1.0, 0.6])
def test_early_stopping_stops_and_restores(Model, subsample):
    X, y, _ = numbers(7, n=400)
    y = y + np.random.default_rng(1).normal(size=400) * 2
    y = target(Model, y)
    model = Model(
        learning_rate=0.5, n_estimators=200, n_iter_no_change=5, subsample=subsample,
        validation_fraction=0.25, random_state=0,
    ).fit(X, y)  # fmt: skip
    scores = model.validation_score_
    assert len(scores) < 201  # the start and the stages that were grown
    assert model.n_estimators_ == len(scores) - 1 - 5
    assert scores[model.n_estimators_] == scores.min()
    K = 1 if Model is GradientBoosting else 3
    assert len(model.trees_) == K * model.n_estimators_
    assert model.trees_[0].tree_.n_rows == 300 * subsample


def test_early_stopping_splits_every_class():
    X, y, _ = numbers(8, n=200)
    y = np.where(y > np.quantile(y, 0.9), "rare", "common")
    model = GradientBoostingClassifier(n_iter_no_change=2, n_estimators=3, random_state=0)
    target = model.fit(X, y).history_._y
    assert target.shape == (1, 180)
    assert target.sum() == 18


def test_too_few_rows_to_hold_out():
    model = GradientBoosting(n_iter_no_change=3)
    one_sentence(["1 rows", "n_iter_no_change=None"], ValueError, model.fit, [[1.0]], [1.0])
