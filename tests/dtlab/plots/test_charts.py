"""Figures that a learner draws with pandas or Matplotlib: their words and their numbers."""

import matplotlib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from dtlab.plots import describe
from dtlab.plots.base.charts import MOST_NUMBERS, numbers_of, three
from dtlab.plots.svg import alt, picture

matplotlib.use("agg")

TABLE = pd.DataFrame({"train": [1, 0.5, 0.2], "new": [1, 0.7, 0.8]}, index=[1, 2, 3])


@pytest.fixture
def ax():
    return Figure().subplots()


def test_bars_are_told_one_by_one(ax):
    TABLE.plot.bar(ax=ax, title="Errors by depth.", xlabel="depth")
    assert describe(ax) == (
        "Errors by depth. A bar chart: train: 1 1, 2 0.5, 3 0.2; new: 1 1, 2 0.7, 3 0.8. "
        "Horizontal axis: depth."
    )


def test_bars_that_lie_down(ax):
    pd.Series({"ham": 1329, "spam": 881}, name="emails").plot.barh(ax=ax)
    assert describe(ax) == "A bar chart: emails: ham 1329, spam 881."


def test_many_bars_and_histograms_are_summed_up(ax):
    ax.bar(range(40), range(40))
    assert "A bar chart: 40 bars, the lowest 0, the highest 39." in describe(ax)
    other = Figure().subplots()
    other.hist([1, 1, 1, 2, 3, 5], bins=4)
    assert describe(other) == "A histogram: 4 bars from 1 to 5, the lowest 1, the highest 3."


def test_lines_have_names_ends_and_extremes(ax):
    TABLE.plot(ax=ax, ylabel="error")
    assert describe(ax) == (
        "A line chart: train: from 1 at 1 to 0.2 at 3, lowest 0.2 at 3, highest 1 at 1; "
        "new: from 1 at 1 to 0.8 at 3, lowest 0.7 at 2, highest 1 at 1. Vertical axis: error."
    )


def test_lines_without_names_are_told_if_they_are_few(ax):
    for height in range(12):
        ax.plot([0, 1], [height, height])
    ax.axhline(3)  # a help for the eye, no data
    assert describe(ax) == "A line chart: 12 lines."


def test_points_of_either_kind(ax):
    ax.scatter([1, 2], [3, -4], label="mails")
    ax.plot([5, 6, 7], [0, 0, 1], "o", label="new")
    assert describe(ax) == (
        "A scatter plot: new: 3 points, across from 5 to 7, up from 0 to 1; "
        "mails: 2 points, across from 1 to 2, up from −4 to 3."
    )


def test_pictures_pies_words_and_legends(ax):
    ax.imshow([[3, 1], [0, 5]])
    assert describe(ax) == "A picture: 2 × 2 cells, by row 3 1 / 0 5."
    pie, words, bands = Figure().subplots(3)
    pie.pie([1, 3], labels=["spam", "ham"])
    assert describe(pie) == "A pie chart: spam 25%, ham 75%."
    words.text(0, 0, "x ≤ 3\ngini = 0.5")
    assert describe(words) == "It says: x ≤ 3, gini = 0.5."
    bands.errorbar([1, 2], [3, 4], yerr=0.5, label="mean ± sd")
    bands.legend()
    assert describe(bands).endswith("Legend: mean ± sd.")


def test_a_figure_of_several_charts_leaves_out_its_colour_bars():
    figure = Figure()
    left, right = figure.subplots(1, 2)
    figure.suptitle("Two charts")
    figure.colorbar(left.imshow(np.eye(9)), ax=left)
    right.plot([1, 2], [3, 4], label="a")
    assert describe(figure) == (
        "Two charts. A picture: 9 × 9 cells from 0 to 1. "
        "A line chart: a: from 3 at 1 to 4 at 2, lowest 3 at 1, highest 4 at 2."
    )


def test_an_empty_figure_has_no_words():
    figure = Figure()
    figure.subplots()
    assert describe(figure) == "" and alt(figure) == repr(figure)


NUMBERS = st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=5)


@given(NUMBERS, st.sampled_from(["bar", "barh", "plot", "step", "scatter", "stem"]))
def test_whatever_is_drawn_has_words_and_numbers(values, kind):
    ax = Figure().subplots()
    with np.errstate(all="ignore"):
        getattr(ax, kind)(range(len(values)), values)
    assert isinstance(describe(ax), str) and isinstance(numbers_of(ax.figure), str)


@pytest.mark.parametrize("x", [pd.date_range("2026-01-01", periods=3), ["a", "b", "c"]])
def test_names_and_dates_are_no_numbers(ax, x):
    ax.plot(x, [1, 3, 2])
    assert describe(ax) == "A line chart: from 1 to 2, lowest 1, highest 3."


# ------------------------------------------------------------------ numbers beside a picture


def test_numbers_are_those_of_the_parts(ax):
    ax.plot([1, 2], [1 / 3, 2 / 3])
    ax.bar([0], [1234.5])
    ax.scatter([5], [6])
    ax.imshow([[7, 8]])
    assert numbers_of(ax.figure).split("\n") == [
        "line: 1 0.333, 2 0.667", "bars: -0.4 0 0.8 1230", "points: 5 6", "cells: 7, 8",
    ]  # fmt: skip
    assert "line: 1 0.333, 2 0.667\nbars: -0.4" in picture(ax.figure)


def test_of_many_numbers_some_stand_for_all(ax):
    ax.plot(range(1000))
    (line,) = numbers_of(ax.figure).split("\n")
    assert line.count(",") == MOST_NUMBERS - 1 and line.endswith("999 999")


@given(st.integers(-99_999, 99_999), st.sampled_from([1, 1e2, 1e4, 1e6]))
def test_noise_in_the_last_digits_changes_no_number(digits, by):
    number = digits / by
    assert {three(np.nextafter(number, side)) for side in (-np.inf, np.inf)} == {three(number)}
