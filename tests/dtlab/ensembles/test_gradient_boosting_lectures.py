"""Gradient boosting: Table 9 and lecture 004's three trees."""

import numpy as np
import pandas as pd
import pytest

from dtlab import RegressionTree, load
from dtlab.ensembles.gradient_boosting import GradientBoosting


def bikes(feature):
    """Table 9; its stumps split on the target, here openly a feature of another name."""
    frame = load("bike_temp_rentals").frame
    return pd.DataFrame({"RENTED": frame["RENTALS"], "TEMP": frame["TEMP"]})[[feature]], frame[
        "RENTALS"
    ]


def stumps(feature, **options):
    settings = {"n_estimators": 3, "max_depth": 1, "learning_rate": 1.0, **options}
    return GradientBoosting(**settings).fit(*bikes(feature))


def test_table_9_as_printed():
    """Lecture 000: columns M0, t − M0, the steps, M1, M2, M3."""
    stages = stumps("RENTED").history_
    t = bikes("RENTED")[1].to_numpy()
    assert len(stages) == 4
    np.testing.assert_allclose(stages[0].prediction, 1287.1)
    steps = [
        [-460.9] * 4 + [691.4] * 4 + [-460.9] * 2,
        [-167.2] * 2 + [71.6] * 7 + [-167.2],
        [-34.1] * 5 + [136.4] * 2 + [-34.1] * 3,
    ]
    for i, step in enumerate(steps, 1):
        np.testing.assert_allclose(stages[i].step, step, atol=0.05)
        np.testing.assert_allclose(stages[i].residuals, t - stages[i - 1].prediction)
        np.testing.assert_allclose(stages[i].prediction, stages[i - 1].prediction + stages[i].step)
    last = [624.9, 624.9, 863.7, 863.7, 2016.1, 2186.5, 2186.5, 2016.1, 863.7, 624.9]
    np.testing.assert_allclose(stages[3].prediction, last, atol=0.05)
    squares = [10 * stage.loss for stage in stages]
    expected = [3639888.9, 452995.8333333333, 333232.85714285716, 286749.681122449]
    np.testing.assert_allclose(squares, expected)


@pytest.mark.parametrize("bins", [256, None])
def test_honest_stumps_of_erratum_2(bins):
    model = stumps("TEMP", bins=bins)
    trees = [tree.tree_ for tree in model.trees_]
    found = [[t.question.value, *(child.prediction for child in t.children)] for t in trees]
    expected = [
        [9.5, -532.1, 228.04285714285714],
        [30.0, 195.91071428571428, -783.6428571428571],
        [15.0, -267.44642857142856, 178.29761904761904],
    ]
    np.testing.assert_allclose(found, expected)
    leaf_values = [stage.leaf_values[0] for stage in model.history_[1:]]
    np.testing.assert_allclose(leaf_values, np.array(expected)[:, 1:])


def test_shrinkage():
    """F-K163: the squared error after 20 stumps on TEMP."""
    X, y = bikes("TEMP")
    for rate, expected in ((0.1, 1257968.4469143506), (1.0, 23137.54180790079)):
        model = stumps("TEMP", n_estimators=20, learning_rate=rate)
        np.testing.assert_allclose(np.sum((y - model.predict(X)) ** 2), expected)


@pytest.mark.parametrize(
    "start", [{"init": "zero", "n_estimators": 3}, {"n_estimators": 3},
              {"init": RegressionTree(max_depth=2), "n_estimators": 2}], ids=str
)  # fmt: skip
def test_three_trees_of_lecture_4(start):
    """F-S035: at rate 1 it does not matter whether the start is a tree on y, the mean or zero."""
    data = load("gbrt_geron")
    model = GradientBoosting(max_depth=2, learning_rate=1.0, **start).fit(data.X, data.y)
    np.testing.assert_allclose(model.predict(pd.DataFrame({"x": [0.8]})), 0.750267810685574)
    squares = [100 * stage.loss for stage in model.history_]
    expected = [1.3303033484734628, 0.6143093718386408, 0.5038058938993282]
    np.testing.assert_allclose(squares[-3:], expected)


def test_with_shrinkage_the_start_matters():
    data = load("gbrt_geron")
    fits = [
        GradientBoosting(max_depth=2, n_estimators=3, init=init).fit(data.X, data.y).predict(data.X)
        for init in (None, "zero", RegressionTree(max_depth=2))
    ]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(fits[a] - fits[b]).max() > 0.01
