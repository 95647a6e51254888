"""The losses of gradient boosting: leaves, constant targets, names."""

import numpy as np
import pytest
from helpers.boosting_data import numbers
from helpers.refusals import one_sentence

from dtlab.ensembles.gradient_boosting import GradientBoosting
from dtlab.ensembles.losses import absolute_error, log_loss, squared_error


def test_leaves_of_absolute_error_are_medians():
    X, y, _ = numbers(3)
    model = GradientBoosting(loss=absolute_error, n_estimators=1, learning_rate=1.0).fit(X, y)
    values = model.trees_[0].predict(X)
    for value in np.unique(values):
        rest = (y - np.median(y))[values == value]
        np.testing.assert_allclose(value, np.median(rest))


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error"])
def test_constant_target(loss):
    X, y, _ = numbers()
    model = GradientBoosting(loss=loss, n_estimators=5).fit(X, np.full(len(y), 0.1))
    assert all(tree.tree_.is_leaf for tree in model.trees_)
    assert (model.predict(X) == 0.1).all()  # a mean of tenths need not be a tenth


def test_losses_by_name():
    X, y, _ = numbers(n=60)
    pairs = [(squared_error, "squared_error"), (absolute_error, "absolute_error")]
    for function, name in pairs:
        a, b = (GradientBoosting(loss=x, n_estimators=3).fit(X, y) for x in (function, name))
        assert (a.predict(X) == b.predict(X)).all()
    one_sentence(["absolute_error or squared_error"], ValueError,
                 GradientBoosting(loss=log_loss).fit, X, y)  # fmt: skip
