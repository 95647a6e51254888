"""Figures of a classifier's regions, asserted by what they contain."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from helpers.numeric_pictures import texts
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

from dtlab import (
    CART,
    AdaBoost,
    RandomForest,
    RegressionTree,
    Threshold,
    ask,
    load,
)
from dtlab.plots import (
    plot_regions,
    plot_steps,
)
from dtlab.plots.region_grid import VariedRows, borders, rectangles

matplotlib.use("agg")


@pytest.fixture
def bikes():
    return load("bike_temp_rentals")


@pytest.fixture
def golf():
    data = load("play_golf_numeric")
    return data.X[["temperature", "humidity"]], data.y


def test_regions_of_a_tree(golf, ax):
    model = ask(Threshold("temperature", 70), "cold", "warm")
    assert plot_regions(model, golf[0], ax=ax) is ax
    assert ax.get_xlabel(), ax.get_ylabel() == ("temperature", "humidity")
    assert {"cold", "warm"} <= set(texts(ax))
    *regions, border = ax.patches
    assert border.get_path().vertices[:, 0] == pytest.approx(70, abs=0.16)  # one cell of 150
    share = (70 - 62.95) / (86.05 - 62.95)
    assert f"cold {share:.0%}, warm {1 - share:.0%}" in ax.description
    assert len({patch.get_facecolor() for patch in regions}) == 2


@pytest.mark.parametrize(
    "model",
    [
        CART(max_depth=2),
        RandomForest(n_estimators=5, random_state=0),
        AdaBoost(n_estimators=3, random_state=0),
        DecisionTreeClassifier(max_depth=2, random_state=0),
    ],
    ids=lambda model: type(model).__name__,
)
def test_regions_of_any_classifier(golf, ax, model):
    plot_regions(model.fit(*golf), *golf, ax=ax)
    assert f"What {type(model).__name__} answers" in ax.description
    assert "Marked rows: no 5, yes 9." in ax.description


def test_regions_of_an_array_with_number_classes(golf, ax):
    X, y = golf[0].to_numpy(), (golf[1] == "yes").astype(int).to_numpy()
    plot_regions(CART().fit(X, y), X, y, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x0", "x1")
    assert {"0", "1"} <= set(texts(ax))


def test_other_features_are_held_still(ax):
    data = load("play_golf_numeric")
    model = CART().fit(data.X, data.y)
    plot_regions(model, data.X, data.y, ax=ax)
    assert "outlook = rain, windy = False" in ax.get_xlabel()
    assert "Held still: outlook = rain, windy = False." in ax.description
    with pytest.raises(ValueError, match="numeric ones in X are: temperature, humidity"):
        plot_regions(model, data.X, features=["outlook", "humidity"], ax=ax)


def test_features_to_vary_can_be_chosen(ax):
    iris = pd.DataFrame(np.random.default_rng(0).normal(size=(20, 3)), columns=list("abc"))
    y = np.where(iris["c"] > 0, "yes", "no")
    plot_regions(CART().fit(iris, y), iris, y, features=["c", "a"], ax=ax)
    assert ax.get_xlabel().splitlines()[0] == "c" and ax.get_ylabel() == "a"
    assert f"b = {iris['b'].median():.6g}" in ax.description


def test_regions_refuse_numbers_and_steps_refuse_classes(bikes, golf, ax):
    X = bikes.X.assign(other=range(10))
    with pytest.raises(ValueError, match="use plot_steps"):
        plot_regions(RegressionTree().fit(X, bikes.y), X, ax=ax)
    with pytest.raises(ValueError, match="this model answers with classes"):
        plot_steps(CART().fit(golf[0], golf[1]), golf[0], ax=ax)


def test_rows_with_a_missing_number_are_not_drawn(golf, ax):
    X, y = golf[0].astype(float), golf[1]
    model = CART().fit(X, y)
    X.iloc[0, 0] = np.nan
    plot_regions(model, X, y, ax=ax)
    assert "Marked rows: no 4, yes 9." in ax.description


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_rectangles_cover_the_mask_exactly(seed, n_rows, n_columns):
    mask = np.random.default_rng(seed).random((n_rows, n_columns)) < 0.6
    painted = np.zeros(mask.shape, int)
    for left, right, low, high in zip(*rectangles(mask), strict=True):
        painted[low:high, left:right] += 1
    assert (painted == mask).all()


def test_borders_are_where_codes_change():
    codes = np.array([[0, 0, 1], [0, 0, 1], [2, 2, 2]])
    lines = borders(codes, np.arange(4), np.arange(4)).tolist()
    assert sorted(lines) == [[[0, 2], [3, 2]], [[2, 0], [2, 2]]]


def test_rows_keep_the_types_of_the_table():
    frame = pd.DataFrame({
        "a": [1, 2, 4], "n": [0.5, 1.5, 9.0], "b": [True, True, False],
        "c": pd.Categorical(["x", "y", "y"]), "d": ["u", "v", "v"],
    })  # fmt: skip
    rows = VariedRows(frame, ["a"], 1)
    made = rows.at(np.array([7.0, 8.0]))
    assert list(made.columns) == list(frame.columns)
    assert made["c"].dtype == frame["c"].dtype and made["b"].dtype == bool
    assert made.iloc[0].tolist() == [7.0, 1.5, True, "y", "v"]


@pytest.mark.parametrize("model", ["tree", "forest"])
def test_no_rows_to_vary(model, golf, ax):
    fitted = CART().fit(*golf) if model == "tree" else RandomForest(3, random_state=0).fit(*golf)
    with pytest.raises(ValueError, match="X has no rows"):
        plot_regions(fitted, golf[0][:0], ax=ax)
