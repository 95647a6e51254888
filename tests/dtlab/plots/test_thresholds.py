"""Figures of thresholds and the number line, asserted by what they contain."""

from functools import partial

import matplotlib
import numpy as np
import pytest
from helpers.numeric_pictures import texts
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from dtlab import (
    gain_ratio,
    gini,
    information_gain,
    load,
    variance,
)
from dtlab.plots import (
    plot_number_line,
    plot_thresholds,
)
from dtlab.plots.scored_thresholds import ScoredThresholds

matplotlib.use("agg")


@pytest.fixture
def land():
    data = load("vegetation_continuous")
    return data.X["ELEVATION"], data.y


@pytest.fixture
def bikes():
    return load("bike_temp_rentals")


# ------------------------------------------------------------------ thresholds


def test_thresholds_of_the_lecture(land, ax):
    assert plot_thresholds(*land, ax=ax) is ax
    boundary = next(line for line in ax.lines if line.get_label() == "boundary point")
    inner = next(line for line in ax.lines if line.get_label() == "within one class")
    assert list(boundary.get_xdata()) == [750, 1350, 2250, 4175]
    assert boundary.get_ydata().round(4).tolist() == [0.306, 0.1839, 0.5917, 0.8631]
    assert list(inner.get_xdata()) == [3450, 4725]
    assert "best: ≤ 4175: 0.8631" in texts(ax)
    assert {"chaparral", "conifer", "riparian"} <= set(texts(ax))
    assert ax.get_ylabel() == "information gain (bits)"


def test_thresholds_show_each_instance_once(land, ax):
    plot_thresholds(*land, ax=ax)
    rows = {line.get_marker(): line.get_xdata() for line in ax.lines if line.get_zorder() == 3}
    assert {marker: list(x) for marker, x in rows.items()} == {
        "o": [1200, 3000, 3900], "s": [4450, 5000], "^": [300, 1500],
    }  # fmt: skip


def test_a_chosen_threshold_is_pointed_at(land, ax):
    plot_thresholds(*land, chosen=2000, ax=ax)  # any number between two values will do
    assert "≤ 2000: 0.5917" in texts(ax)
    assert ax.description.endswith("Chosen: ≤ 2000 scores 0.5917.")


def test_the_best_is_not_written_twice(land, ax):
    plot_thresholds(*land, chosen=4175, ax=ax)
    assert sum("4175:" in text for text in texts(ax)) == 1


@pytest.mark.parametrize("chosen", [299, 5000, 10_000])
def test_a_chosen_threshold_leaves_no_side_empty(land, ax, chosen):
    with pytest.raises(ValueError, match="choose a threshold from 300 to below 5000"):
        plot_thresholds(*land, chosen=chosen, ax=ax)


def test_ties_are_named(ax):
    plot_thresholds([1, 2, 3, 4], list("abab"), ax=ax)
    assert "The highest is at ≤ 1.5 and ≤ 3.5" in ax.description


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (gain_ratio, "gain ratio"),
        (partial(information_gain, impurity=gini), "Gini gain"),
        (lambda x, y: float(np.mean(x)), "score"),
    ],
)
def test_other_measures(land, ax, measure, name):
    plot_thresholds(*land, measure, ax=ax)
    assert ax.get_ylabel() == name
    x, y = land
    assert ScoredThresholds(x, y, measure).score == pytest.approx(
        max(measure(x <= t, y) for t in (750, 1350, 2250, 3450, 4175, 4725))
    )


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), min_size=2, max_size=30))
@settings(max_examples=60, deadline=None)
def test_scores_from_tables_are_those_of_the_columns(rows):
    x, y = zip(*rows, strict=True)
    if len(set(x)) == 1:
        return
    cuts = ScoredThresholds(list(x), list(y), information_gain)
    alone = [information_gain(np.array(x) <= t, list(y)) for t in cuts.values]
    assert cuts.scores == pytest.approx(alone, abs=1e-12)
    assert cuts.scores[~cuts.boundary].max(initial=0) <= cuts.score + 1e-12  # Fayyad
    if cuts.score > 1e-12:
        assert cuts.boundary[cuts.values == cuts.best].all()


def test_thresholds_of_a_number(bikes, ax):
    plot_thresholds(bikes.X["TEMP"], bikes.y, partial(information_gain, impurity=variance), ax=ax)
    assert "best: ≤ 9.5: 121342" in texts(ax)
    assert {"RENTALS 602", "RENTALS 2246"} <= set(texts(ax))


def test_negative_scores_stay_above_the_instances(bikes, ax):
    impurity = partial(variance, ddof=1)
    measure = partial(information_gain, impurity=impurity)
    plot_thresholds([1, 2, 3, 4], [0.0, 1, 1, 0], measure, ax=ax)
    points = next(line for line in ax.lines if line.get_label() == "boundary point")
    targets = ax.lines[-2]
    assert points.get_ydata().min() < 0
    assert targets.get_ydata().max() < points.get_ydata().min()


def test_a_measure_of_several_numbers_is_refused(land, ax):
    from dtlab import chi_square

    with pytest.raises(ValueError, match="chi_square must give one finite number"):
        plot_thresholds(*land, chi_square, ax=ax)


def test_one_class_has_no_boundary(ax):
    plot_thresholds([1, 2, 3], ["a", "a", "a"], ax=ax)
    assert "None is a boundary point" in ax.description


def test_one_value_has_no_threshold(ax):
    with pytest.raises(ValueError, match="'x' has only one value"):
        plot_thresholds([3, 3], ["a", "b"], ax=ax)


@pytest.mark.parametrize("plot", [plot_thresholds, plot_number_line])
def test_no_rows(plot, ax):
    with pytest.raises(ValueError, match="x is empty"):
        plot([], [], ax=ax)


# ------------------------------------------------------------------ the number line


def test_number_line_of_the_lecture(land, ax):
    assert plot_number_line(*land, cuts=[4175, 2250], ax=ax) is ax
    assert {"2250", "4175", "chaparral", "ELEVATION"} <= set(texts(ax))
    assert "2250 to 4175: 2 (chaparral 2); > 4175: 2 (conifer 2)" in ax.description


def test_number_line_of_numbers_shows_the_means(bikes, ax):
    plot_number_line(bikes.X["TEMP"], bikes.y, cuts=[9.5], ax=ax)
    means = [line.get_segments()[0][0][1] for line in ax.collections]
    assert means == pytest.approx([755, 10606 / 7], abs=0.2)
    assert "≤ 9.5: 3 (mean 755)" in ax.description


def test_means_are_written_where_no_mark_is(bikes):  # notebook 13
    x, y = bikes.X["TEMP"], bikes.y
    ax = plot_number_line(x, y, cuts=[15, 30], ax=Figure((8, 4.5)).subplots())
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts[:3]] == ["mean 873.5", "mean 1978.5", "731.5"]
    marks = ax.transData.transform(np.c_[x, y])
    for text in ax.texts[:3]:
        assert not any(text.get_window_extent().contains(*mark) for mark in marks)
    narrow = plot_number_line(x, y, cuts=[22.5, 23.5], ax=Figure((8, 4.5)).subplots())
    words = [text.get_text() for text in narrow.texts]
    assert sum(word.startswith("mean") for word in words) == 2 and "2246" not in words


def test_number_line_without_a_target(ax):
    plot_number_line([1, 2, 2, 5], ax=ax)
    (line,) = ax.lines
    assert len(line.get_xdata()) == 4
    assert len(set(line.get_ydata())) == 2  # the second 2 stands above the first
    assert ax.description == "4 instances by x, from 1 to 5."


def test_a_group_may_be_empty(ax):
    plot_number_line([1, 2], ["a", "b"], cuts=[1.5, 3, 4], ax=ax)
    assert ax.description.endswith("1.5 to 3: 1 (b 1); 3 to 4: 0; > 4: 0.")


def test_cuts_that_would_overlap_are_not_all_written(ax):
    plot_number_line([0, 100], cuts=[50, 50.1, 50.2, 80], ax=ax)
    assert sum(line.get_linestyle() == "--" for line in ax.lines) == 4
    assert {"50", "80"} <= set(texts(ax)) and "50.1" not in texts(ax)
