"""Figures of step functions, groupings and leaves, asserted by what they contain."""

from functools import partial

import matplotlib
import numpy as np
import pandas as pd
import pytest
from helpers.numeric_pictures import texts
from sklearn.tree import DecisionTreeRegressor

from dtlab import (
    MARS,
    GradientBoosting,
    RegressionForest,
    RegressionTree,
    Threshold,
    ask,
    load,
    variance,
)
from dtlab.plots import (
    plot_gaussians,
    plot_groupings,
    plot_steps,
)

matplotlib.use("agg")


@pytest.fixture
def bikes():
    return load("bike_temp_rentals")


# ------------------------------------------------------------------ steps


def test_steps_of_a_tree_are_exact(bikes, ax):
    model = RegressionTree(max_depth=1).fit(bikes.X, bikes.y)
    assert plot_steps(model, bikes.X, bikes.y, ax=ax) is ax
    line = next(line for line in ax.lines if len(line.get_xdata()) > 100)
    x, y = line.get_data()
    assert (y[x <= 9.5] == 755).all() and (y[x > 9.5] > 1500).all()
    assert x[y == 755].max() == 9.5
    assert {"9.5", "TEMP", "RENTALS"} <= set(texts(ax))


def test_steps_of_many_trees_are_upright_and_not_marked(bikes, ax):
    model = GradientBoosting(n_estimators=20, max_depth=1, learning_rate=1, bins=None)
    plot_steps(model.fit(bikes.X, bikes.y), bikes.X, bikes.y, ax=ax)
    line = next(line for line in ax.lines if len(line.get_xdata()) > 100)
    x, y = line.get_data()
    assert np.diff(x)[np.diff(y) != 0].max() < 1e-9
    assert len({tree.tree_.question.value for tree in model.trees_}) > 3 and not ax.texts


def test_steps_of_several_models_with_the_true_curve(ax):
    data = load("gbrt_geron")
    models = {
        "tree": RegressionTree(max_depth=2),
        "forest": RegressionForest(n_estimators=3, random_state=0),
        "MARS": MARS(),
        "scikit-learn": DecisionTreeRegressor(max_depth=2),
    }
    fitted = {name: model.fit(data.X, data.y) for name, model in models.items()}
    plot_steps(fitted, data.X, data.y, truth=lambda x: 3 * x**2, ax=ax)
    assert {*models, "true curve"} <= set(texts(ax))
    assert len({line.get_color() for line in ax.lines[1:5]}) == 4
    assert len({line.get_linestyle() for line in ax.lines[1:4]}) == 3
    assert "The true curve is dotted. Marked rows: 100." in ax.description


def test_steps_take_a_single_column(bikes, ax):
    model = RegressionTree(max_depth=1).fit(bikes.X, bikes.y)
    plot_steps(model, bikes.X["TEMP"], ax=ax)
    assert "up to 9.5: 755" in ax.description


def test_a_threshold_where_nothing_changes_is_not_marked(ax):
    # b is held at its median 1.5, so the branch of b ≤ 0 is never taken
    left = ask(Threshold("a", 3), 7.0, 8.0)
    tree = ask(Threshold("b", 0), left, ask(Threshold("a", 5), 1.0, 2.0))
    plot_steps(tree, pd.DataFrame({"a": [0, 10], "b": [1, 2]}), feature="a", ax=ax)
    assert "5" in texts(ax) and "up to 5: 1; then 2" in ax.description


# ------------------------------------------------------------------ leaves


def test_groupings(ax):
    rentals = load("bike_rentals").y
    cuts = {"too coarse": [], "good": [4000, 1500], "too fine": sorted(rentals)[:-1]}
    assert plot_groupings(rentals, cuts, partial(variance, ddof=1), ax=ax) is ax
    boxes = [c for c in ax.collections if isinstance(c, matplotlib.collections.PatchCollection)]
    assert [len(group.get_paths()) for group in boxes] == [1, 3, 12]
    whole = variance(rentals, ddof=1)
    assert f"too coarse: 1 group, variance {whole:.0f}" in ax.description
    assert "too fine: 12 groups, variance 0." in ax.description
    assert "good\nvariance 221120" in texts(ax)


@pytest.mark.parametrize("groupings", [[[1500]], {}, None])
def test_groupings_are_named(groupings, ax):
    with pytest.raises(ValueError, match="groupings is a dictionary"):
        plot_groupings([1, 2], groupings, ax=ax)


@pytest.mark.parametrize(
    ("leaves", "mode", "mean"),
    [
        ([(5, 41.4, 87.84), (6, 128 / 3, 1505 / 9)], "mode 41.75", "mean of means 42.03"),
        ([(40, 100), (48, 9)], "mode 47.84", "mean of means 44"),
    ],
)
def test_gaussians_of_the_ledger(leaves, mode, mean, ax):
    assert plot_gaussians(leaves, ax=ax) is ax
    assert {mode, mean, "their average"} <= set(texts(ax))
    average = next(line for line in ax.lines if line.get_linewidth() == 3)
    x, y = average.get_data()
    assert np.trapezoid(y, x) == pytest.approx(1, abs=2e-3)  # a density
    assert x[y.argmax()] == pytest.approx(float(mode.split()[1]), abs=0.2)


def test_leaves_have_names_and_mode_and_mean_signs_of_their_own(ax):
    leaves = {"rainy": (5, 41.4, 87.84), "windy": (6, 128 / 3, 1505 / 9), "x" * 60: (50, 3, 1)}
    plot_gaussians(leaves, ax=ax)
    words = texts(ax)
    assert {"rainy: mean 41.4", "windy: mean 42.67", "xxxxxxxxxx…: mean 3"} <= set(words)
    assert ax.description.startswith("3 Gaussians: rainy: mean 41.4, variance 87.84, 5 rows; windy")
    mode, mean = ax.lines[-2:]
    assert (mode.get_marker(), mean.get_marker()) == ("o", "^")
    average = next(line for line in ax.lines if line.get_linewidth() == 3)
    assert mode.get_ydata()[0] == pytest.approx(average.get_ydata().max(), rel=1e-3)
    assert mean.get_ydata()[0] == 0  # far from the mode even where both have one value


def test_many_gaussians_with_the_data(ax):
    hours = load("hours_played")
    forest = RegressionForest(n_estimators=60, random_state=0, vote="mode", min_samples_split=4)
    means, variances = forest.fit(hours.X, hours.y).leaves(hours.X)
    plot_gaussians(zip(means[0], variances[0], strict=True), data=hours.y, ax=ax)
    assert {"60 leaves", "data", "Hours"} <= set(texts(ax))
    assert "and 56 more" in ax.description and "histogram of 14 numbers" in ax.description
    assert len(ax.collections[0].get_segments()) == 50


@pytest.mark.parametrize(
    ("leaves", "sentence"),
    [
        ([], "give each leaf as"),
        ([(1, 2), (1, 2, 3)], "give each leaf as"),
        ([(40, 0)], "variance above 0"),
    ],
)
def test_gaussians_refuse(leaves, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_gaussians(leaves, ax=ax)
