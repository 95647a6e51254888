"""Strange names, many classes, one class, many rows: what is hard for every numeric figure."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from helpers.numeric_pictures import quietly, texts
from matplotlib.figure import Figure

from dtlab import (
    CART,
    RegressionTree,
    load,
)
from dtlab.plots import (
    plot_gaussians,
    plot_groupings,
    plot_number_line,
    plot_regions,
    plot_steps,
    plot_thresholds,
)
from dtlab.plots.base.points import MOST_ROWS

matplotlib.use("agg")

STRANGE = ["שלום", "🌲 tree", "a name of sixty characters, " * 3]


@pytest.fixture
def land():
    data = load("vegetation_continuous")
    return data.X["ELEVATION"], data.y


@pytest.fixture(scope="module")
def strange():
    """A table with strange names and classes, and a tree on it."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(60, 2)), columns=STRANGE[:2])
    y = pd.Series(np.array(STRANGE)[rng.integers(0, 3, 60)], name=STRANGE[2])
    return X, y


def pictures_of(X, y):
    model = CART(max_depth=3).fit(X, y)
    yield lambda ax: plot_regions(model, X, y, ax=ax)
    yield lambda ax: plot_thresholds(X.iloc[:, 0], y, ax=ax)
    yield lambda ax: plot_number_line(X.iloc[:, 0], y, cuts=[0], ax=ax)


def numeric_pictures_of(X, name):
    x, y = X.iloc[:, 0], X.iloc[:, 1]
    model = RegressionTree(max_depth=3).fit(X.iloc[:, :1], y)
    yield lambda ax: plot_steps({name: model}, X.iloc[:, :1], y, ax=ax)
    yield lambda ax: plot_number_line(x, y, cuts=[0], ax=ax)
    yield lambda ax: plot_groupings(y, {name: [0]}, ax=ax)
    yield lambda ax: plot_gaussians([(0, 1)], data=y, ax=ax)


def test_strange_names_are_drawn_and_cut(strange):
    for draw in [*pictures_of(*strange), *numeric_pictures_of(strange[0], STRANGE[2])]:
        ax = quietly(draw(Figure(figsize=(8, 5), layout="constrained").subplots()))
        parts = [part for text in texts(ax) for part in text.splitlines()]
        assert max(map(len, parts)) <= 70


def test_the_description_has_names_in_full(strange, ax):
    plot_number_line(strange[0].iloc[:, 0], strange[1], ax=ax)
    assert all(name.strip() in ax.description for name in STRANGE)


def test_forty_classes():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(400, 2)), columns=["a", "b"])
    y = pd.Series([f"class {k}" for k in rng.permutation(np.repeat(range(40), 10))])
    for draw in pictures_of(X, y):
        ax = quietly(draw(Figure(figsize=(8, 6), layout="constrained").subplots()))
        assert any(" others" in text for text in texts(ax))


def test_one_class():
    X = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 5, 2]})
    for draw in pictures_of(X, pd.Series(["only"] * 3)):
        assert "only" in texts(quietly(draw(Figure(layout="constrained").subplots())))


def test_many_rows_are_sampled_and_that_is_said():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(100_000, 2)), columns=["a", "b"])
    y = pd.Series(np.where(X["a"] > 0, "yes", "no"))
    note = f"{MOST_ROWS} of 100,000 rows drawn"
    for draw in [*pictures_of(X, y), *list(numeric_pictures_of(X, "tree"))[:3]]:
        ax = draw(Figure(layout="constrained").subplots())
        marks = [len(line.get_xdata()) for line in ax.lines if line.get_marker() in list("os^")]
        assert sum(marks) <= 4 * MOST_ROWS
        assert note in ax.get_xlabel()


def test_axes_given_open_no_figure(land, ax):
    import matplotlib.pyplot as plt

    plot_number_line(*land, ax=ax)
    assert plt.get_fignums() == []
    own = plot_number_line(*land)
    assert plt.get_fignums() == [own.figure.number]
    plt.close("all")
