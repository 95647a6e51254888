"""Gradient boosting and scikit-learn's, stage by stage."""

import numpy as np
import pytest
from helpers.boosting_data import classes, numbers
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import GradientBoostingClassifier as PeerClassifier
from sklearn.ensemble import GradientBoostingRegressor as Peer
from sklearn.metrics import roc_auc_score

from dtlab.ensembles.gradient_boosting import GradientBoosting, GradientBoostingClassifier


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    "settings", [{}, {"max_depth": 1, "learning_rate": 1.0}, {"min_samples_leaf": 9}], ids=str
)
@pytest.mark.parametrize("bins", [None, 300])
def test_squared_error_as_scikit_learn(settings, weighted, bins):
    X, y, weight = numbers()
    weight = weight if weighted else None
    peer = Peer(n_estimators=15, random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoosting(n_estimators=15, bins=bins, **settings).fit(X, y, sample_weight=weight)
    stages = zip(ours.staged_predict(X), peer.staged_predict(X), strict=True)
    for mine, theirs in stages:
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)
    np.testing.assert_allclose(ours.predict(X), mine)
    if settings:  # in leaves of one row two features may cut the same rows off
        np.testing.assert_allclose(ours.feature_importances_, peer.feature_importances_, atol=1e-9)


class Start(ClassifierMixin, BaseEstimator):
    """Shares that differ from row to row."""

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X):
        share = np.exp(0.3 * np.asarray(X, float)[:, : len(self.classes_)])
        return share / share.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("K", [2, 3])
def test_log_loss_as_scikit_learn(K, weighted):
    """Without weights residuals take few values at first, and two cuts may be as good: there both
    start from a model whose residuals all differ.
    """
    X, y, weight = numbers(1)
    y, weight = classes(y, K), weight if weighted else None
    init = None if weighted else Start()
    settings = {"n_estimators": 15, "min_samples_leaf": 5, "init": init}
    peer = PeerClassifier(random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoostingClassifier(bins=None, **settings).fit(X, y, sample_weight=weight)
    pairs = zip(ours.staged_predict_proba(X), peer.staged_predict_proba(X), strict=True)
    for mine, theirs in pairs:
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)
    assert (ours.predict(X) == peer.predict(X)).all()
    assert (list(ours.staged_predict(X))[-1] == peer.predict(X)).all()
    if K == 2:
        np.testing.assert_allclose(ours.decision_function(X), peer.decision_function(X), atol=1e-9)
    assert len(ours.trees_) == 15 * (1 if K == 2 else K)


def test_absolute_error_as_scikit_learn():
    """With such weights no leaf is cut exactly in half, where scikit-learn takes the lower value.

    Signs tie often: two cuts may explain the same, so only stumps are compared.
    """
    X, y, weight = numbers(2)
    settings = {"n_estimators": 12, "max_depth": 1, "loss": "absolute_error"}
    peer = Peer(random_state=0, **settings).fit(X, y, sample_weight=weight)
    ours = GradientBoosting(bins=None, **settings).fit(X, y, sample_weight=weight)
    for mine, theirs in zip(ours.staged_predict(X), peer.staged_predict(X), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=1e-9)


def test_as_good_as_scikit_learn_on_new_rows():
    X, y, _ = numbers(4, n=4000, F=8)
    y = classes(y, 2)
    new, old = slice(0, 2000), slice(2000, 4000)
    areas = [
        roc_auc_score(y[new], model.fit(X[old], y[old]).predict_proba(X[new])[:, 1])
        for model in (GradientBoostingClassifier(), PeerClassifier(random_state=0))
    ]
    assert abs(areas[0] - areas[1]) < 0.005
