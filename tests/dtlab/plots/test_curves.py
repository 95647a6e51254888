"""Curves: names at their ends, gaps, logarithmic axes, and bad input."""

import numpy as np
import pandas as pd
import pytest
from helpers.panel_words import assert_axes_in_axes_out, drawn, named, texts
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt

from dtlab.plots import describe, plot_curves
from dtlab.plots.base.lines import MOST_POINTS, spread_out
from dtlab.plots.base.sizes import sizes

pytestmark = pytest.mark.filterwarnings("error")


def test_axes_in_axes_out(ax):
    def plot(ax):
        return plot_curves([1, 2], {"a": [0, 1]}, "depth", "error", ax=ax)

    assert_axes_in_axes_out(plot, ax)


def test_curves_have_names_at_their_ends_and_words(ax):
    depths, curves = [3, 1, 2], {"training": [0, 0.3, 0.1], "validation": [0.4, 0.35, 0.2]}
    plot_curves(depths, curves, "depth", "error", mark=(2, "best"), ax=ax)
    lines = named(ax)
    assert lines["training"].get_xdata().tolist() == [1, 2, 3]  # in order, whatever came
    assert lines["validation"].get_ydata().tolist() == [0.35, 0.2, 0.4]
    looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in lines.values()]
    assert all(len({*signs}) == 2 for signs in zip(*looks, strict=True))
    assert texts(ax) == ["best", "training", "validation"]
    assert "validation: from 0.35 at 1 to 0.4 at 3, lowest 0.2 at 2, highest 0.4 at 3." in describe(
        ax
    )
    assert describe(ax).endswith("Marked: best at 2.")


def test_spread_is_a_band_of_deviations_or_of_two_sides():
    deviations, sides = {"a": [0.1, 0.2]}, {"a": ([0.9, 1.8], [1.1, 2.2])}
    for spread in (deviations, pd.DataFrame(deviations), sides):
        ax = plot_curves([1, 2], {"a": [1, 2]}, "n", "score", spread=spread)
        corners = {tuple(p.round(6)) for p in ax.collections[0].get_paths()[0].vertices}
        assert {(1, 0.9), (1, 1.1), (2, 1.8), (2, 2.2)} <= corners


def test_names_do_not_overlap_where_curves_end_together():
    ax = drawn(plot_curves([1, 2], {f"c{i}": [0, 1 + i / 1e6] for i in range(10)}, "x", "y"))
    boxes = sorted(t.get_window_extent().extents[[1, 3]].tolist() for t in ax.texts)
    assert all(low[1] <= high[0] for low, high in zip(boxes, boxes[1:], strict=False))
    assert len(boxes) == 10 and boxes[0][0] >= 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_places_are_apart_inside_and_in_order(wanted):
    places = spread_out(wanted, 0.1)
    assert (np.diff(np.sort(places)) > 0.1 - 1e-9).all() and places.min() > -1e-9
    assert places.max() < 1 + 1e-9
    order = np.argsort(wanted, kind="stable")
    assert (np.diff(places[order]) > 0).all()
    far = np.diff(np.sort(wanted))
    if (far >= 0.1).all() or not len(far):
        assert places == pytest.approx(np.array(wanted))


def test_a_gap_stays_a_gap_and_the_name_stands_at_the_last_value(ax):
    plot_curves([1, 2, 3], {"a": [1, np.nan, 2], "b": [5, 4, np.nan]}, "x", "y", ax=ax)
    assert np.isnan(named(ax)["a"].get_ydata()[1])
    assert "b: from 5 at 1 to 4 at 2" in describe(ax)


def test_many_points_are_thinned_and_it_is_said(ax):
    plot_curves(np.arange(100_000), {"a": np.zeros(100_000)}, "n", "y", ax=ax)
    assert len(named(ax)["a"].get_xdata()) == MOST_POINTS
    assert "500 of 100,000 points drawn" in ax.get_xlabel()
    assert "500 of 100,000 points drawn" in describe(ax)


def test_a_logarithmic_axis_has_plain_numbers():
    ax = drawn(plot_curves([0.001, 0.01, 0.1], {"a": [1, 2, 3]}, "alpha", "y", logx=True))
    shown = [label.get_text() for label in ax.get_xticklabels()]
    assert ax.get_xscale() == "log" and {"0.001", "0.01", "0.1"} <= set(shown)


def numbers_at(axis):
    return [label.get_text() for label in axis.get_ticklabels() if label.get_text()]


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ([16, 32, 64, 128, 256], "16 32 64 128 256"),  # few: the points' own
        ([2, 3, 5, 10, 20, 47, 100], "2 3 5 10 20 47 100"),
        (np.arange(1, 61), "1 2 5 10 20 50"),  # many
        ([1, 100, 101, 102, 103], "1 3 10 30 100"),  # few, but too near
        (np.linspace(30, 45, 60), "30 35 40 45"),  # without a round number but one
        (np.geomspace(1e-3, 1e4, 50), "0.001 0.1 10 1000"),
    ],
)
def test_a_logarithmic_axis_has_numbers_by_which_points_are_found(x, expected):
    ax = drawn(plot_curves(x, {"a name": np.arange(len(x))}, "n", "y", logx=True))
    assert " ".join(numbers_at(ax.xaxis)) == expected
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:], strict=False))


def test_markers_stand_evenly_on_a_logarithmic_axis():
    ax = plot_curves(np.arange(1, 1001), {"a": np.zeros(1000)}, "n", "y", logx=True)
    line = named(ax)["a"]
    marked = line.get_xdata()[line.get_markevery()]
    assert sum(marked > 500) <= 2 and sum(marked < 10) >= 3


def test_values_on_a_logarithmic_axis_are_numbered_and_marked_above_the_curves():
    leaves = {"data first": [6, 42, 1304], "ID3": [6, 18, 53]}
    ax = drawn(plot_curves([3, 6, 11], leaves, "n", "y", mark=(6, "here"), logy=True))
    assert ax.get_yscale() == "log" and {"10", "100", "1000"} <= set(numbers_at(ax.yaxis))
    word = next(text for text in ax.texts if text.get_text() == "here")
    top = ax.transData.transform((11, 1304))[1]
    assert word.get_window_extent().y0 > top


def test_large_values_are_written_in_full():
    ax = drawn(plot_curves([1, 2], {"a": [2e6, 6e6]}, "x", "squared error"))
    assert "6\u202f000\u202f000" in numbers_at(ax.yaxis)
    assert ax.yaxis.get_offset_text().get_text() == ""
    small = drawn(plot_curves([1, 2], {"a": [2e-6, 6e-6]}, "x", "y"))
    assert small.yaxis.get_offset_text().get_fontsize() == sizes().small


def test_a_line_shows_under_one_that_runs_over_it(ax):
    lines = named(plot_curves([1, 2], {"a": [1, 1], "b": [1, 1]}, "x", "y", ax=ax))
    assert lines["a"].get_markersize() > lines["b"].get_markersize()
    assert lines["b"].get_linestyle() == "--"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (([], {"a": []}), "x is empty"),
        (([1, 2], {}), "draws 1 to 10 curves, not 0"),
        (([1], {f"class {i}": [1] for i in range(40)}), "draws 1 to 10 curves, not 40"),
        (([1, 2], {"a": [1]}), "curve 'a' must have one value for each of the 2"),
        (([1, 2], {"a": [np.nan, np.nan]}), "curve 'a' has no finite value"),
        ((["low", "high"], {"a": [1, 2]}), "x must hold numbers"),
    ],
)
def test_curves_that_cannot_be_drawn(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_curves(*arguments, "x", "y")
    assert plt.get_fignums() == []


def test_options_that_do_not_fit():
    with pytest.raises(ValueError, match="needs every x above 0"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", logx=True)
    with pytest.raises(ValueError, match="needs every value above 0"):
        plot_curves([0, 1], {"a": [0, np.nan]}, "x", "y", logy=True)
    with pytest.raises(ValueError, match="spread names 'b', but the curves are a"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", spread={"b": [1, 1]})
    with pytest.raises(ValueError, match="spread of 'a' must have one value"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", spread={"a": [1]})
