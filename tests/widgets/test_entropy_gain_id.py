"""Widgets of notebooks 02, 03, 06 and 07: states without a browser, and the controls over them."""

from dataclasses import replace

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib.figure import Figure

from dtlab import entropy, gini, load
from dtlab.plots import describe
from dtlab.widgets import (
    explore_concavity,
    explore_entropy,
    explore_gain,
    explore_id_column,
    explore_subsets,
)
from dtlab.widgets.base.samples import Sample
from dtlab.widgets.concavity import ConcaveState
from dtlab.widgets.entropy import BagState
from dtlab.widgets.gain import GainState
from dtlab.widgets.id_column import ID, IdState, scores, table
from dtlab.widgets.subsets import SubsetState

EXPLORERS = (explore_entropy, explore_gain, explore_id_column, explore_concavity, explore_subsets)


def drawn(state):
    """The description of the state's figure."""
    figure = Figure()
    state.draw(figure)
    return describe(figure)


@pytest.mark.parametrize("explore", EXPLORERS)
def test_every_widget_starts_with_picture_words_and_named_controls(explore):
    widget = explore()
    assert (
        "<svg" in widget.figure.picture["svg"]
        and widget.state.words in widget.figure.picture["words"]
    )
    assert all(control.description for control in widget.controls.values())
    assert not plt.get_fignums()


# ------------------------------------------------------------------ 02: a bag


def test_the_bag_says_its_entropy():
    state = BagState(("a", "b", "c"), 2, 1, 1)
    assert state.counts == {"a": 2, "b": 1, "c": 1}
    assert "1.5000 bits" in state.words and "log₂ 3 = 1.5850" in state.words
    assert "a 2, surprise 1;" in drawn(state)


def test_moving_a_slider_moves_the_entropy():
    widget = explore_entropy({"heads": 1, "tails": 1})
    before = widget.figure.picture["svg"]
    widget.controls["first"].value = 3
    assert (
        f"{entropy([3, 1]):.4f} bits" in widget.figure.picture["words"]
        and widget.figure.picture["svg"] != before
    )


def test_an_emptied_bag_keeps_the_last_picture():
    widget = explore_entropy({"heads": 1})
    before = widget.figure.picture["svg"]
    widget.controls["first"].value = 0
    assert (
        "the bag is empty" in widget.figure.picture["words"]
        and widget.figure.picture["svg"] == before
    )
    widget.controls["first"].value = 2
    assert "0.0000 bits" in widget.figure.picture["words"]


def test_bags_of_labels_of_large_counts_and_of_too_many():
    assert explore_entropy(load("cars47").y).state.counts == {"False": 24, "True": 23}
    assert explore_entropy({"a": 100, "b": 1}).controls["first"].max == 100
    with pytest.raises(ValueError, match="7 symbols"):
        explore_entropy([1] * 7)


# ------------------------------------------------------------------ 03: gain


def test_gains_and_ranks_of_the_spam_table():
    state = GainState(Sample.of("spam"), "UNKNOWN SENDER")
    assert state.rank == 2 and "leaves 0.9183 of 1.0000 bits" in state.words
    assert "0.0817 (chosen)" in drawn(state) and "SUSPICIOUS WORDS 1.0000 best" in drawn(state)


def test_another_data_set_brings_its_own_features():
    widget = explore_gain()
    widget.controls["feature"].value = "CONTAINS IMAGES"
    assert "a gain of 0.0000, number 3 of 3" in widget.figure.picture["words"]
    names = dict(widget.controls["source"].options)
    widget.controls["source"].value = names["buys_computer"]
    assert widget.controls["feature"].options == ("age", "income", "student", "credit_rating")
    assert widget.controls["feature"].value == widget.state.feature == "age"
    assert "number 1 of 4" in widget.figure.picture["words"]


def test_your_own_table():
    frame = pd.DataFrame({"size": ["s", "m", "m"], "bought": ["no", "yes", "yes"]})
    widget = explore_gain(frame, "bought")
    assert "0.9183" in widget.figure.picture["words"] and widget.state.source.name == "your data"
    with pytest.raises(ValueError, match="target"):
        explore_gain(frame)
    with pytest.raises(ValueError, match="no features"):
        explore_gain("cars47")


# ------------------------------------------------------------------ 06: the id column


def test_who_falls_for_the_id_at_fourteen_rows():
    assert IdState().winners == (ID, ID, "age")
    assert IdState(two_branches=False).winners == (ID, ID, ID)


def test_the_gain_ratio_recovers_on_a_larger_table():
    assert IdState("titanic", 2201).winners == (ID, "sex", "sex")
    assert IdState("titanic", 2201, two_branches=False).winners == (ID, "sex", "sex")
    assert IdState("buys_computer", 56).winners[1] == ID
    assert IdState("buys_computer", 70).winners[1] == "age"


def test_the_lectures_numbers_for_the_id():
    gains, ratios = scores("buys_computer", 14)
    assert gains[ID] == pytest.approx(0.940, abs=5e-4) and ratios[ID] == pytest.approx(
        0.247, abs=5e-4
    )
    assert ratios["age"] == pytest.approx(0.156, abs=5e-4)


@pytest.mark.parametrize(
    ("data", "n_rows"), [("buys_computer", 28), ("titanic", 56), ("titanic", 2201)]
)
def test_tables_of_any_size_keep_the_classes_shares(data, n_rows):
    X, y = table(data, n_rows)
    assert len(X) == len(y) == n_rows and X[ID].is_unique
    whole = load(data).y.value_counts(normalize=True)
    assert (y.value_counts(normalize=True) - whole).abs().max() < 0.06


def test_switching_the_rule_off():
    widget = explore_id_column()
    assert "C4.5 with its two-branches rule asks for age" in widget.figure.picture["words"]
    widget.controls["two_branches"].value = False
    assert f"C4.5 without its two-branches rule asks for {ID}" in widget.figure.picture["words"]
    widget.controls["n_rows"].value = 224
    assert "it does not fall for the id" in widget.figure.picture["words"]
    assert "gain ratio" in widget.figure.picture["svg"]
    with pytest.raises(ValueError, match="knows buys_computer and titanic"):
        explore_id_column("spam")


# ------------------------------------------------------------------ 07: the curve


def test_the_toy_split_gains_by_entropy_and_not_by_error():
    state = ConcaveState()
    assert state.children == [(28, 42), (12, 38)]
    assert "entropy 0.0206, gini 0.0124, error 0.0000" in state.words
    assert "0.0124 below the parent" in drawn(replace(state, measure="gini"))


def test_moving_the_split():
    widget = explore_concavity()
    assert (widget.state.first, widget.state.second) == (28, 42)
    widget.controls["measure"].value = "error"
    widget.controls["second"].value = 0
    widget.controls["first"].value = 40
    assert "Left 40 : 0, right 0 : 80" in widget.figure.picture["words"]
    assert "error 0.3333" in widget.figure.picture["words"]
    before = widget.figure.picture["svg"]
    widget.controls["first"].value = 0
    assert (
        "each child needs" in widget.figure.picture["words"]
        and widget.figure.picture["svg"] == before
    )


@pytest.mark.parametrize("parent", [(0, 5), (1, 1)])
def test_a_parent_that_cannot_be_split_is_refused(parent):
    with pytest.raises(ValueError, match="parent"):
        explore_concavity(parent)


@pytest.mark.parametrize("measure", ["entropy", "gini", "error"])
def test_children_are_dragged_along_the_curve_and_keep_their_sizes(measure):
    state = ConcaveState(measure=measure)
    moved = state.touched("left", 40)
    assert moved.children == [(40, 30), (0, 50)]
    assert moved.touched("right", 12).children == state.children
    states = [state, moved, state.touched("right", 33)]
    assert differences(states, (8.0, 4.6)) == []


def test_the_handles_of_the_children_lie_on_their_points():
    widget = explore_concavity()
    left, right = widget.drawn.zones
    assert (left.stops[0], left.stops[-1]) == (0, 40)
    assert (right.stops[0], right.stops[-1]) == (0, 40)
    assert (left.says[left.at], right.says[right.at]) == (
        "28 of A and 42 of B", "12 of A and 38 of B",
    )  # fmt: skip
    widget.touch("left", 33)
    assert widget.drawn.zones[0].box[:2] == left.places[33]


@pytest.mark.parametrize("parent", [(1, 2), (2, 1), (3, 200)])
def test_small_parents_start_with_two_children(parent):
    assert "<svg" in explore_concavity(parent).figure.picture["svg"]


# ------------------------------------------------------------------ 07: subsets


def test_the_three_subsets_of_income():
    state = SubsetState(Sample.of("buys_computer"), "income", ("low", "medium"))
    assert [round(value, 3) for value in state.every.values()] == [0.443, 0.458, 0.45]
    assert state.name == "{low, medium}" and state.rank == 1
    assert replace(state, left=("medium",)).name == "{low, high}"
    assert "{low, medium} 0.0163 best (chosen)" in drawn(state)


def test_choosing_values_and_features():
    widget = explore_subsets()
    widget.controls["left"].value = ("low", "high")
    assert "Gini index of 0.4583: number 3 of the 3 ways" in widget.figure.picture["words"]
    widget.controls["feature"].value = "age"
    assert dict(widget.controls["left"].options) == {
        v: v for v in ("youth", "middle_aged", "senior")
    }
    widget.controls["left"].value = ("youth", "senior")
    assert "number 1 of the 3 ways" in widget.figure.picture["words"]


def test_all_values_to_the_left_is_no_split():
    widget = explore_subsets("titanic", "class")
    widget.controls["left"].value = ("1st", "2nd", "3rd", "Crew")
    assert "all values go left" in widget.figure.picture["words"]


def test_subsets_of_your_own_table():
    frame = pd.DataFrame({"n": [1, 2, 3, 3], "y": [0, 0, 1, 1]})
    widget = explore_subsets(frame, "n", "y")
    widget.controls["left"].value = (3,)
    assert "number 1 of the 3 ways" in widget.figure.picture["words"]
    assert widget.state.every["{1, 2}"] == pytest.approx(gini([1, 0]))
    with pytest.raises(ValueError, match="choose one of: n"):
        explore_subsets(frame, "m", "y")


def test_redraws_leave_no_figure_open():
    widget = explore_entropy({"a": 1, "b": 1})
    for count in range(2, 12):
        widget.set(first=count)
    assert not plt.get_fignums()
