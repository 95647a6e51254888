"""Widgets of notebooks 02, 03 and 07: states without a browser, and the controls over them."""

from dataclasses import replace
from itertools import combinations, permutations

import matplotlib.pyplot as plt
import numpy as np
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
)
from dtlab.widgets.base.samples import Sample
from dtlab.widgets.concavity import ConcaveState
from dtlab.widgets.entropy import BagState
from dtlab.widgets.gain import GainState

EXPLORERS = (explore_entropy, explore_gain, explore_concavity)


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


def zones(widget):
    return {zone.id: zone for zone in widget.drawn.zones}


def test_the_bag_says_its_entropy():
    state = BagState(("a", "b", "c"), (2, 1, 1))
    assert "1.5000 bits" in state.words and "log₂ 3 = 1.5850 bits" in state.words
    assert "a 2, surprise 1 bit; b 1, surprise 2 bits" in drawn(state)


def test_cards_are_clicked_in_and_out():
    widget = explore_entropy({"heads": 1, "tails": 1})
    before = zones(widget)
    assert list(before) == ["heads out", "heads in", "tails out", "tails in"]
    assert before["heads in"].name == "heads, 1 in the bag: put one in"
    for _ in range(2):
        widget.touch("heads in")
    assert f"{entropy([3, 1]):.4f} bits" in widget.figure.picture["words"]
    after = zones(widget)
    assert before["heads out"].again == pytest.approx(before["heads out"].box[2], abs=0.2)
    assert [zone.column for zone in after.values()] == ["out", "in"] * 2
    assert after["heads out"].box[2] == pytest.approx(3 * before["heads out"].box[2], abs=0.5)
    widget.touch("tails out")
    assert widget.state.counts == (3, 0)
    assert "The entropy is 0 bits: with one kind" in widget.figure.picture["words"]
    widget.touch("tails out")
    assert widget.figure.picture["refused"] and widget.state.counts == (3, 0)
    assert widget.figure.picture["words"] == "tails: there is none in the bag to take out"


def test_an_empty_bag_is_drawn_and_can_be_filled():
    widget = explore_entropy({"heads": 1})
    widget.touch("heads out")
    assert widget.state.counts == (0,) and "The bag is empty." in widget.figure.picture["words"]
    assert widget.figure.picture["alt"] == "A bag of 0 cards: heads 0."
    widget.touch("heads in")
    assert widget.state.counts == (1,)


def test_the_axis_of_surprises_stays():
    def limits(*counts):
        figure = Figure()
        BagState(tuple("abcd"), counts).draw(figure)
        return figure.axes[1].get_xlim(), figure.axes[1].get_ylim()

    assert limits(6, 3, 3, 0) == limits(20, 1, 1, 1) == limits(0, 0, 0, 0)
    assert limits(20, 20, 20, 1)[0][1] > np.log2(61)


def test_a_bag_fits_on_a_projector():
    figure = Figure(figsize=(5.0, 2.88), layout="constrained")
    BagState(tuple("♥♠♦♣"), (20, 1, 1, 1)).draw(figure)
    figure.draw_without_rendering()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    assert all(figure.bbox.contains(*corner) for box in boxes for corner in (box.p0, box.p1))


def test_several_bags_of_four_suits_are_less_uncertain_than_a_coin():
    bags = [BagState(tuple("♥♠♦♣"), (n, 1, 1, more)) for n in range(21) for more in (1, 2)]
    assert sum(entropy(bag.counts) < 1 for bag in bags if bag.counts[0]) > 5


def test_bags_of_labels_of_large_counts_and_of_too_many():
    cars = explore_entropy(load("cars47").y).state
    assert cars.kinds == ("False", "True") and cars.counts == (24, 23) and cars.worth == 2
    many = explore_entropy({"a": 100, "b": 1})
    assert many.state.cards == [20, 1] and "log₂ 2" in many.state.words
    many.touch("a in")
    assert "a: there is no room for more than 100" in many.figure.picture["words"]
    many.touch("a out")
    assert many.state.counts == (95, 1)
    with pytest.raises(ValueError, match="7 kinds"):
        explore_entropy([1] * 7)


# ------------------------------------------------------------------ 03: gain


def test_gains_and_ranks_of_the_spam_table():
    state = GainState(Sample.of("spam"), "UNKNOWN SENDER")
    assert "leaves 0.9183 of 1.0000 bits: a gain of 0.0817." in state.words
    assert "all H = 1.0000; False H = 0.9183; True H = 0.9183" in drawn(state)
    assert "SUSPICIOUS WORDS" not in state.words + drawn(state)
    best = "0.0817, number 2 of 3 features. The best is SUSPICIOUS WORDS with 1.0000 bits."
    assert best in replace(state, best=True).words


def test_another_data_set_brings_its_own_features():
    widget = explore_gain()
    widget.controls["feature"].value = "CONTAINS IMAGES"
    assert "number" not in widget.figure.picture["words"]  # it would name the best
    widget.controls["best"].value = True
    assert "a gain of 0.0000, number 3 of 3" in widget.figure.picture["words"]
    names = dict(widget.controls["source"].options)
    widget.controls["source"].value = names["buys_computer"]
    assert widget.controls["feature"].options == ("age", "income", "student", "credit_rating")
    assert widget.controls["feature"].value == widget.state.feature == "age"
    assert "number 1 of 4" in widget.figure.picture["words"]


def test_your_own_table():
    frame = pd.DataFrame({"size": ["s", "m", "m"], "bought": ["no", "yes", "yes"]})
    widget = explore_gain(frame.assign(price=[1.5, 2.0, 3.0]), "bought")
    assert "0.9183" in widget.figure.picture["words"] and widget.state.source.name == "your data"
    assert widget.controls["feature"].options == ("size",)  # fractions are no categories
    with pytest.raises(ValueError, match="target"):
        explore_gain(frame)
    with pytest.raises(ValueError, match="no features"):
        explore_gain("cars47")
    with pytest.raises(ValueError, match="'price' is not a feature .* use size"):
        explore_gain(frame.assign(price=[1.5, 2.0, 3.0]), "bought", "price")


def test_two_parts_are_joined_and_taken_apart():
    widget = explore_gain("titanic")
    assert [zone.name for zone in widget.drawn.zones] == [
        "1st: pick", "2nd: pick", "3rd: pick", "Crew: pick",
    ]  # fmt: skip
    widget.touch("2nd")
    assert "2nd is picked: click another to join them." in widget.figure.picture["words"]
    assert [zone.name for zone in widget.drawn.zones][:2] == ["1st: join with 2nd", "2nd: let go"]
    widget.touch("1st")
    assert widget.state.parts == (("1st", "2nd"), ("3rd",), ("Crew",))
    assert "a gain of 0.0504, 0.0089 less than" in widget.figure.picture["words"]
    assert [zone.id for zone in widget.drawn.zones] == ["1st", "3rd", "Crew"]
    widget.touch("1st")
    assert "or this one again to take it apart" in widget.figure.picture["words"]
    widget.touch("1st")
    assert len(widget.state.parts) == 4 and not widget.state.picked
    widget.touch("3rd")
    widget.touch("3rd")
    assert len(widget.state.parts) == 4 and not widget.state.picked
    widget.touch("3rd")
    widget.controls["feature"].value = "sex"
    assert widget.state.parts == (("female",), ("male",)) and not widget.state.picked


def test_values_of_the_same_names_are_not_joined_in_another_feature():
    widget = explore_gain("spam", feature="SUSPICIOUS WORDS")
    widget.touch("False")
    widget.controls["best"].value = True
    assert widget.state.picked == (False,)  # another control leaves it
    widget.controls["feature"].value = "UNKNOWN SENDER"
    assert not widget.state.picked
    widget.touch("False")
    widget.touch("True")
    assert len(widget.state.parts) == 1
    widget.controls["feature"].value = "CONTAINS IMAGES"
    assert widget.state.parts == ((False,), (True,))


@pytest.mark.parametrize("size", [(8.0, 3.0), (5.0, 2.9)])
def test_nothing_of_the_parts_is_cut_off(size):
    figure = Figure(figsize=size)
    GainState(Sample.of("titanic"), "class", parts=(("1st", "2nd", "3rd"), ("Crew",))).draw(figure)
    figure.draw_without_rendering()
    box = figure.axes[0].get_tightbbox()
    assert figure.bbox.contains(*box.p0) and figure.bbox.contains(*box.p1)


@pytest.mark.parametrize("impurity", [entropy, gini])
def test_joining_never_gains(impurity):
    source = Sample.of("titanic")
    for names in permutations(("1st", "2nd", "3rd", "Crew"), 4):
        state, before = GainState(source, "class", impurity), np.inf
        for name in names:
            assert state.gain <= before + 1e-12
            before = state.gain
            if state.parts[0][0] != name:
                state = state.touched(name, None).touched(state.parts[0][0], None)


def test_the_three_ways_to_split_income_in_two():
    """Lecture 004, CART: 0.443, 0.458 and 0.450."""
    lefts = {}
    for pair in combinations(("low", "medium", "high"), 2):
        widget = explore_gain("buys_computer", feature="income", impurity=gini)
        for name in pair:
            widget.touch(name)
        lefts[pair] = round(widget.state.left, 3)
        assert "ways" not in widget.state.words
        widget.controls["best"].value = True
        rank = {0.443: 1, 0.458: 3, 0.45: 2}[lefts[pair]]
        assert f"Number {rank} of the 3 ways to make two parts." in widget.state.words
    assert list(lefts.values()) == [0.443, 0.458, 0.45]
    assert "The best is {low, medium} against the rest, with 0.4429 left" in widget.state.words


def test_values_that_are_numbers_are_joined_as_well():
    frame = pd.DataFrame({"n": [1, 2, 3, 3], "y": [0, 0, 1, 1]})
    widget = explore_gain(frame, "y", "n", gini)
    widget.touch("1")
    widget.touch("2")
    assert widget.state.parts == ((2, 1), (3,)) and widget.state.left == 0
    assert widget.state.name((2, 1)) == "1, 2"


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


def test_redraws_leave_no_figure_open():
    widget = explore_entropy({"a": 1, "b": 1})
    for _ in range(10):
        widget.touch("a in")
    assert not plt.get_fignums()


def test_a_bag_has_no_controls_and_no_room_for_them():
    bag = explore_entropy()
    assert bag.children == (bag.figure,)
    bag.figure.room = [734, 359]
    assert bag.drawn.size[0] / 72 == pytest.approx(6.7)  # with the prompt, no wider than the room
    bag.figure.room = [1400, 900]
    assert bag.drawn.size[0] / 72 == 8
