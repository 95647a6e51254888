"""Widgets of notebooks 02, 03 and 07: states without a browser, and the controls over them."""

from dataclasses import replace

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib.figure import Figure

from dtlab import entropy, information_gain, load
from dtlab.plots import describe
from dtlab.widgets import (
    explore_entropy,
    explore_gain,
)
from dtlab.widgets.base.samples import Sample
from dtlab.widgets.base.touch import places
from dtlab.widgets.entropy import BagState
from dtlab.widgets.gain import MEASURES, GainState, questions

EXPLORERS = (explore_entropy, explore_gain)


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


# ------------------------------------------------------------------ 03 and 07: gain


SHIP = Sample.of("titanic")


def test_gains_are_those_of_the_public_functions():
    for name, asked in questions(SHIP).items():
        x = SHIP.X[asked.column] == name.split(" = ")[1]
        for measure, impurity in MEASURES.items():
            state = GainState(SHIP, name, measure)
            assert state.split.gain == pytest.approx(information_gain(x, SHIP.y, impurity))
        assert state.counts[0] == ((x & (SHIP.y == "yes")).sum(), (x & (SHIP.y == "no")).sum())


def test_questions_of_columns_of_every_kind():
    frame = pd.DataFrame({
        "windy": [True, False, True, None], "sky": ["blue", "grey", "red", "red"], "one": 1,
        "$": [0, 0.2, 0.0, 1.5], "size": [1.5, 2.5, 3.5, np.nan], "y": ["a", "b", "b", "b"],
    })  # fmt: skip
    found = questions(Sample.of(frame.assign(windy=frame["windy"].astype("boolean")), "y"))
    assert list(found) == ["windy", "sky = blue", "sky = grey", "sky = red", "$ > 0", "size > 2.5"]
    assert found["windy"].names == ("windy", "not windy")
    assert found["windy"].counts == ((1, 1), (1, 0))  # of b and others; one is not known
    assert found["$ > 0"].names[1] == "$ = 0" and found["$ > 0"].counts == ((2, 0), (1, 1))
    assert found["sky = red"].names[1] == "sky ≠ red"
    assert questions(SHIP)["sex = male"].names[1] == "sex = female"


def test_words_tell_both_groups_and_every_gain():
    state = GainState(SHIP, "class = 1st")
    assert state.words == (
        "class = 1st: 325 rows, 62 %; class ≠ 1st: 1,876 rows, 27 % yes. Gain by entropy: 0.908 − "
        "0.859 = 0.0485 bits; by Gini 0.0315, by error 0.0368."
    )
    assert "class = 1st (203 and 122) at 62 % with 0.955" in drawn(state)
    best = "Number 2 of 6 questions; the best is sex = male with 0.142."
    assert replace(state, best=True).words.endswith(best)
    gain = [replace(state, question=name).split.gain for name in questions(SHIP)]
    assert sorted(gain)[-2] == state.split.gain


def test_of_several_classes_the_most_frequent_one_is_compared_with_the_rest():
    state = GainState(Sample.of("penguins"), "sex = male")
    assert state.words.endswith(
        "Of 3 classes it is Adelie against the rest. Rows without a value: 11."
    )
    assert state.counts == ((73, 95), (73, 92))


def test_another_data_set_brings_its_own_questions():
    widget = explore_gain()
    widget.controls["question"].value = "sex = male"
    assert "sex = male: 1,731 rows, 21 %" in widget.figure.picture["words"]
    assert "best" not in widget.figure.picture["words"]
    widget.controls["measure"].value = "error"
    assert "Gain by error" in widget.figure.picture["words"]
    names = dict(widget.controls["source"].options)
    widget.controls["source"].value = names["spam"]
    assert widget.controls["question"].value == widget.state.question == "SUSPICIOUS WORDS"
    assert "0.500 − 0 = 0.500; by entropy 1.000" in widget.figure.picture["words"]


def test_your_own_table():
    frame = pd.DataFrame({"size": ["s", "m", "m"], "bought": ["no", "yes", "yes"]})
    frame["n"] = [1.5, 2, 3]
    widget = explore_gain(frame, "bought", "n", "Gini")
    assert (widget.state.question, widget.controls["measure"].value) == ("n > 2", "Gini")
    for wrong, sentence in {
        (None,): "target",
        ("bought", "prize"): "'prize' is no column of your data to ask about: use size, n",
        ("bought", None, "variance"): "measure='variance' is none of 'entropy', 'Gini', 'error'",
    }.items():
        with pytest.raises(ValueError, match=sentence):
            explore_gain(frame, *wrong)
    with pytest.raises(ValueError, match="'bought' needs two classes: it has 1"):
        explore_gain(frame[1:], "bought")
    with pytest.raises(ValueError, match="no column to ask about"):
        explore_gain("cars47")
    with pytest.raises(ValueError, match="'RENTALS' has numbers"):
        explore_gain("bike_temp_rentals")


@pytest.mark.parametrize("measure", MEASURES)
def test_groups_are_dragged_along_the_curve_and_keep_their_sizes(measure):
    state = GainState(Sample.of("toy_error_vs_entropy"), measure=measure)
    assert state.counts == ((38, 12), (42, 28))
    moved = state.touched("yes", 50)
    assert moved.counts == ((50, 0), (30, 40))
    assert moved.words.endswith("Moved by hand: in the data 38 of the 50 are of it.")
    assert moved.touched("no", 42) == state == moved.touched("back", None)
    states = [state, moved, state.touched("no", 70)]
    assert differences(states, (8.0, 4.2)) == [] == differences(states, (5.0, 2.9))


def test_the_handles_of_the_groups_lie_on_their_marks():
    widget = explore_gain("toy_error_vs_entropy")
    yes, no = widget.drawn.zones
    assert (yes.name, no.name) == ("side = right", "side = left")
    assert (yes.stops[0], yes.stops[-1]) == (10, 50) and (no.stops[0], no.stops[-1]) == (30, 70)
    assert (yes.says[yes.at], no.says[no.at]) == ("38 of 50 rows", "42 of 70 rows")
    widget.touch("yes", 40)
    yes, no, back = widget.drawn.zones
    assert yes.box[:2] == yes.places[30] and no.says[no.at] == "40 of 70 rows"
    figure = Figure(figsize=widget.size, dpi=72)
    widget.state.draw(figure)
    curve = figure.axes[0].child_axes[0]
    for zone in (yes, no):
        [mark] = (line for line in curve.lines if line.get_gid() == f"key-{zone.id}")
        assert places(curve, mark.get_xydata()) == (zone.box[:2],)
    assert back.tip == "put the groups back as they are in the data"
    widget.touch("back")
    assert widget.state.first is None and len(widget.drawn.zones) == 2


def test_another_question_forgets_what_was_moved_and_another_measure_does_not():
    widget = explore_gain()
    widget.touch("yes", 300)
    widget.controls["measure"].value = "error"
    assert widget.state.first == 300
    widget.controls["question"].value = "sex = male"
    assert widget.state.first is None


def test_large_tables_have_stops_enough_and_their_own_among_them():
    for zone in explore_gain(feature="sex").drawn.zones:
        assert 100 < len(zone.stops) <= 122 and list(zone.stops) == sorted(set(zone.stops))
    assert zone.says[zone.at] == "344 of 470 rows"


def test_redraws_leave_no_figure_open():
    widget = explore_entropy({"a": 1, "b": 1})
    for _ in range(10):
        widget.touch("a in")
    assert not plt.get_fignums()


def test_a_bag_has_no_controls_and_no_room_for_them():
    bag = explore_entropy()
    assert bag.children == (bag.head, bag.figure)
    bag.figure.room = [734, 359]
    assert bag.drawn.size[0] / 72 <= (734 - 100) / 96  # with the frame, no wider than the room
    bag.figure.room = [1400, 900]
    assert bag.drawn.size[0] / 72 >= 8  # it fills a wide window
