"""Squares, ladder, mosaic, small bars and errors by depth: what they show, and bad input."""

import numpy as np
import pandas as pd
import pytest
from helpers.panel_words import assert_axes_in_axes_out, texts
from matplotlib.patches import PathPatch, Rectangle

from dtlab.plots import plot_depths, plot_ladder, plot_mosaic, plot_outcomes, plot_rows
from dtlab.plots.base.classes import signs
from dtlab.plots.base.style import dark_of, pale_of
from dtlab.plots.outcomes import standard_error

pytestmark = pytest.mark.filterwarnings("error")
YES_NO = pd.DataFrame({"free": [True, True, False, False, False]})
KIND = ["spam", "ham", "ham", "ham", "spam"]
FEW = pd.DataFrame({"free": [0.5, 0.0], "hp": [0.0, 1.5], "capitals": [12, 3], "who": ["a", "b"]})

PLOTS = {
    "outcomes": lambda ax: plot_outcomes(["ham", "spam"], ["ham", "ham"], ax=ax),
    "ladder": lambda ax: plot_ladder({"a": 3}, 10, ax=ax),
    "mosaic": lambda ax: plot_mosaic(YES_NO, KIND, ax=ax),
    "rows": lambda ax: plot_rows(FEW, ax=ax),
    "depths": lambda ax: plot_depths([1, None], {"own": [2, 0]}, ax=ax),
}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_axes_in_axes_out(plot, ax):
    assert_axes_in_axes_out(plot, ax)


# ------------------------------------------------------------------ squares


def squares(ax):
    """Colour → how many squares have it."""
    drawn = [patch for patch in ax.patches if isinstance(patch, PathPatch)]
    return {tuple(patch.get_facecolor()): len(patch.get_path()) // 5 for patch in drawn}


def test_every_row_is_a_square_and_wrong_ones_are_dark(ax):
    from matplotlib.colors import to_rgba

    actual = ["ham"] * 60 + ["spam"] * 40
    predicted = ["ham"] * 55 + ["spam"] * 5 + ["spam"] * 30 + ["ham"] * 10
    plot_outcomes(actual, predicted, {"ham": "thrown away", "spam": "let through"}, ax=ax)
    look = {name: sign.colour for name, sign in signs(["ham", "spam"]).items()}
    assert squares(ax) == {
        to_rgba(pale_of(look["ham"])): 55,
        to_rgba(dark_of(look["ham"])): 5,
        to_rgba(pale_of(look["spam"])): 30,
        to_rgba(dark_of(look["spam"])): 10,
    }
    assert texts(ax) == ["60 ham", "5 thrown away", "40 spam", "10 let through"]
    assert ax.get_title(loc="left") == "15 of 100 wrong (± 4)"


def test_one_answer_for_all_rows_has_no_luck_in_its_count(ax):
    plot_outcomes(["ham"] * 6 + ["spam"] * 4, "ham", ax=ax)
    assert ax.get_title(loc="left") == "4 of 10 wrong"


def test_an_answer_that_is_no_class_is_wrong(ax):
    assert plot_outcomes([1, 2, 2], [1, 3, 2], ax=ax).description.startswith(
        "3 rows as squares, 1 wrong"
    )


def test_the_standard_error_is_that_of_a_count_of_independent_rows():
    rng = np.random.default_rng(0)
    counts = rng.binomial(1000, 0.158, size=20_000)
    assert standard_error(158, 1000) == pytest.approx(counts.std(), rel=0.02)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((["a"] * 5001, "a"), "at most 5,000 rows"),
        ((["a", "b"], ["a"]), "predicted has 1 entries for 2 rows"),
        ((["a", "b"], "a", {"c": "lost"}), "'c', which is not a class"),
    ],
)
def test_what_cannot_be_squares(arguments, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_outcomes(*arguments, ax=ax)


# ------------------------------------------------------------------ the ladder


def test_rungs_stand_from_the_bottom_up_and_those_to_come_have_no_bar(ax):
    plot_ladder({"ham": 399, "one": 248}, 1000, ["tree"], {"borrowed": 158}, ax=ax)
    bars = [p for p in ax.patches if isinstance(p, Rectangle)]
    assert [(bar.get_y() + 0.28, bar.get_width()) for bar in bars] == [(0, 399), (1, 248)]
    assert bars[0].get_facecolor() != bars[1].get_facecolor()
    assert "248 ± 14" in texts(ax) and "399" in texts(ax) and "tree" in texts(ax)
    assert "borrowed: 158" in texts(ax)
    assert ax.description.endswith("Marked: borrowed, 158. Still to come: tree.")


@pytest.mark.parametrize(
    ("wrong", "of", "sentence"),
    [({"a": 11}, 10, "'a' has 11 wrong rows"), ({}, 10, "no rung"), ([3], 10, "dictionary")],
)
def test_what_cannot_be_a_ladder(wrong, of, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_ladder(wrong, of, ax=ax)


# ------------------------------------------------------------------ the mosaic


def test_boxes_are_as_wide_as_their_rows_and_as_full_as_their_class(ax):
    plot_mosaic(YES_NO, KIND, "spam", ax=ax)
    boxes = [p for p in ax.patches if isinstance(p, Rectangle)]
    places = [round(box.get_x(), 3) for box in boxes]
    assert places == [0, 0, 0.6, 0.6]  # no on the left, yes on the right
    full = [-boxes[i + 1].get_height() / -boxes[i].get_height() for i in (0, 2)]
    assert full == pytest.approx([1 / 3, 1 / 2])
    assert ax.description == (
        "5 rows, divided by each question. free: no: 3 rows, 33 % spam; yes: 2 rows, 50 % spam."
    )


@pytest.mark.parametrize(
    ("X", "y", "target", "sentence"),
    [
        ([1, 2], KIND, None, "DataFrame"),
        (YES_NO, KIND[:2], None, "y has 2 entries for 5 rows"),
        (YES_NO, KIND, "eggs", "'eggs' is not a class of y"),
        (pd.DataFrame({"n": range(9)}), list("aabbaabba"), None, "9 different answers"),
    ],
)
def test_what_cannot_be_a_mosaic(X, y, target, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_mosaic(X, y, target, ax=ax)


# ------------------------------------------------------------------ small bars


def test_the_largest_values_of_each_row_on_one_scale(ax):
    plot_rows(FEW, most=2, below=["capitals"], ax=ax)
    first, second = ax.child_axes
    assert texts(first) == ["A", "free", "0.5", "capitals 12"]
    assert texts(second) == ["B", "hp", "1.5", "capitals 3"]
    short, long = (inset.patches[0].get_width() for inset in (first, second))
    assert long == pytest.approx(3 * short)


@pytest.mark.parametrize(
    ("rows", "below", "sentence"),
    [
        (FEW[["who"]], (), "no column of numbers"),
        (FEW, ("nothing",), "'nothing', which is not a column"),
        (pd.concat([FEW] * 8), (), "1 to 15 rows"),
    ],
)
def test_what_cannot_be_small_bars(rows, below, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_rows(rows, below=below, ax=ax)


# ------------------------------------------------------------------ errors by depth


def test_the_tree_without_a_limit_stands_apart(ax):
    plot_depths([1, 2, 3, None], {"own": [9, 5, 1, 0], "new": [9, 6, 5, 7]}, ax=ax)
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["1", "2", "3", "no limit"]
    places = ax.get_xticks()
    assert places[3] - places[2] > 1.2
    assert {"own", "new", "0", "7"} == set(texts(ax))


def test_it_draws_what_it_is_given(ax):
    plot_depths([2, 5], {"own": [9, 5]}, deals=[[8, 6], [10, 7]], ax=ax)
    drawn = [line.get_ydata().tolist() for line in ax.lines]
    assert drawn == [[8, 6], [10, 7], [9, 5]]
    assert "2 other deals, on average: 9 at 2, 6.5 at 5." in ax.description


@pytest.mark.parametrize(
    ("depths", "wrong", "sentence"),
    [
        ([2, 1], {"a": [1, 2]}, "depths must rise"),
        ([1.5], {"a": [1]}, "whole numbers"),
        ([None, 1], {"a": [1, 2]}, "whole numbers"),
        ([], {"a": []}, "whole numbers"),
        ([1, 2], {"a": [1]}, "a finite number for each of the 2 depths"),
        ([1, 2], {}, "wrong is empty"),
    ],
)
def test_what_cannot_be_drawn_by_depth(depths, wrong, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_depths(depths, wrong, ax=ax)
