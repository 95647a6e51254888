"""The threshold widget: its state without a browser, then the view driven by its controls."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from dtlab import information_gain, load
from dtlab.widgets import explore_threshold
from dtlab.widgets.base.column_measures import CLASS_MEASURES, MEANINGS, NUMBER_MEASURES
from dtlab.widgets.base.samples import Sample
from dtlab.widgets.threshold import LINES, ThresholdState


@pytest.fixture(scope="module")
def land():
    return Sample.of("vegetation_continuous")


def test_the_state_starts_at_the_lowest_threshold(land):
    state = ThresholdState(land)
    assert (state.feature, state.measure, state.threshold) == (
        "ELEVATION", "information gain", 750,
    )  # fmt: skip
    assert state.stops == [750, 1350, 2250, 3450, 4175, 4725]


def test_a_threshold_that_does_not_exist_becomes_the_nearest(land):
    assert ThresholdState(land, threshold=4000).threshold == 4175
    assert ThresholdState(land, "STREAM", "no such measure").feature == "ELEVATION"


def test_every_measure_is_that_of_the_columns(land):
    state = ThresholdState(land, threshold=2250)
    data = load("vegetation_continuous")
    left = data.X["ELEVATION"] <= 2250
    scores = dict(state.scores)
    assert list(scores) == list(CLASS_MEASURES)
    for name, measure in CLASS_MEASURES.items():
        assert scores[name] == pytest.approx(measure(left, data.y))


def test_words_have_both_sides_the_rank_and_the_best(land):
    words = ThresholdState(land, threshold=1350, best=True).words
    assert "ELEVATION ≤ 1350: chaparral 1, riparian 1; > 1350: chaparral 2" in words
    assert "Information gain 0.1839, number 6 of 6 thresholds" in words
    assert "the best is ≤ 4175 with 0.8631" in words


@pytest.mark.parametrize("shown", [False, True])
def test_the_best_is_named_only_when_asked_for(land, shown):
    state = ThresholdState(land, threshold=1350, best=shown)
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    state.draw(figure)
    _, above, _, below = figure.axes
    texts = [text.get_text() for ax in figure.axes for text in ax.texts]
    assert any("best" in text for text in texts) is shown
    assert ("best" in {line.get_label() for line in above.lines}) is shown
    assert ("The highest is at" in above.description) is shown
    assert ("at best" in below.description) is shown
    assert ("the best is" in state.words) is shown


def test_the_picture_has_the_counts_and_all_measures(land):
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    ThresholdState(land, threshold=2250).draw(figure)
    _, above, _, below = figure.axes
    assert "Chosen: ≤ 2250 scores 0.5917." in above.description
    assert "≤ 2250: chaparral 1, riparian 2; > 2250: chaparral 2, conifer 2." in below.description
    words = [text.get_text() for text in below.texts]
    assert words.count("2") == 5 and "≤ 2250" in words
    assert any(text.startswith("measure\ninformation gain\ngain ratio") for text in words)
    assert any("0.5917" in text for text in words)


def test_long_names_of_classes_do_not_push_the_columns_together(land):
    long = Sample("", land.X, land.y.map(lambda name: name * 9))
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    ThresholdState(long, best=True).draw(figure)
    figure.draw_without_rendering()
    table = [text.get_window_extent() for text in figure.axes[3].texts[-3:]]
    assert all(one.x1 < other.x0 for one, other in pairwise(table))
    assert table[-1].x1 < figure.bbox.x1


def test_columns_of_measures_stay_apart_where_scores_are_small():
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    ThresholdState(Sample.of("penguins"), "body_mass_g", best=True).draw(figure)
    figure.draw_without_rendering()
    table = [text.get_window_extent() for text in figure.axes[3].texts[-3:]]
    assert all(one.x1 < other.x0 for one, other in pairwise(table))


def test_numbers_are_measured_by_their_variance():
    state = ThresholdState(Sample.of("bike_temp_rentals"), threshold=9.5)
    assert [name for name, *_ in state.scores] == list(NUMBER_MEASURES)
    assert "≤ 9.5: 3 rows, mean 755, variance 16133" in state.words
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    state.draw(figure)
    assert any("mean 755" in text.get_text() for text in figure.axes[3].texts)


def test_rows_without_a_value_are_left_out_and_counted():
    frame = pd.DataFrame({"a": [1, np.nan, 3, 4.0], "kind": ["x", "x", "y", None]})
    state = ThresholdState(Sample.of(frame, "kind"))
    assert "2 rows without a value are left out." in state.words
    assert state.cuts.scores.tolist() == [information_gain([1, 2], ["x", "y"])]


def test_a_slider_has_at_most_so_many_stops():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.normal(size=5000)})
    frame["kind"] = np.where(frame["a"] > 0.3, "x", "y")
    state = ThresholdState(Sample.of(frame, "kind"))
    assert len(state.stops) <= 121
    assert state.cuts.best in state.stops
    assert state.cuts.score == pytest.approx(information_gain(frame["a"] > 0.3, frame["kind"]))


def test_a_table_without_numbers_is_refused():
    with pytest.raises(ValueError, match="spam has no numeric feature"):
        explore_threshold("spam")
    with pytest.raises(ValueError, match="'STREAM' is not a numeric feature of vegetation_cont"):
        explore_threshold(feature="STREAM")


@pytest.mark.parametrize("name", ["vegetation_continuous", "bike_temp_rentals"])
@pytest.mark.parametrize("best", [False, True])
def test_what_moves_is_drawn_alone_and_the_figure_is_the_same(name, best):
    first = ThresholdState(Sample.of(name), best=best)
    states = [replace(first, threshold=stop) for stop in first.stops]
    assert differences(states, (8.0, 4.2)) == []


@pytest.mark.parametrize("known", [CLASS_MEASURES, NUMBER_MEASURES])
def test_every_measure_is_explained(known):
    assert set(known) <= set(MEANINGS)


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize("name", ["vegetation_continuous", "bike_temp_rentals"])
@pytest.mark.parametrize("size", [(8.0, 4.2), ThresholdState.smallest])
def test_what_is_written_at_a_line_covers_no_mark_and_no_other_words(name, lines, size):
    first = ThresholdState(Sample.of(name), lines=lines, best=True)
    for stop in first.stops:
        figure = Figure(figsize=size)
        replace(first, threshold=stop).draw(figure)
        figure.draw_without_rendering()
        back, scores, rows, *_ = figure.axes
        assert len(back.texts) == lines
        words = [text.get_window_extent() for text in back.texts]
        assert all(scores.bbox.y1 <= box.y0 and figure.bbox.x1 >= box.x1 for box in words)
        for one, other in combinations(words, 2):
            assert not Bbox.intersection(one, other)


@pytest.mark.parametrize("name", ["penguins", "vegetation_continuous", "bike_temp_rentals"])
def test_axes_and_classes_are_named_and_nothing_is_cut_off(name):
    state = ThresholdState(Sample.of(name), best=True)
    for size in ((8.0, 4.2), ThresholdState.smallest):
        figure = Figure(figsize=size)
        state.draw(figure)
        figure.draw_without_rendering()
        _, scores, rows, *beside = figure.axes
        assert rows.get_xlabel() == state.cuts.axis and scores.get_ylabel()
        boxes = [ax.get_tightbbox() for ax in figure.axes]
        assert all(figure.bbox.padded(1).contains(*p) for box in boxes for p in (box.p0, box.p1))
    state.draw(figure := Figure(figsize=(8.0, 4.2)))
    signs = {text.get_text() for text in figure.findobj(Text)}
    assert {kind.label for kind in state.cuts.classes} | {"boundary point", "best"} <= signs


def test_the_histogram_has_every_row_and_bars_of_one_width():
    state = ThresholdState(Sample.of("penguins"), "body_mass_g")
    state.draw(figure := Figure(figsize=(8.0, 4.2)))
    bars = figure.axes[2].patches
    assert sum(bar.get_height() for bar in bars) == len(state.cuts.x) == 342
    assert len({round(bar.get_width(), 6) for bar in bars}) == 1
    assert len({bar.get_facecolor() for bar in bars}) == len(state.cuts.classes)


def test_what_follows_a_hand_at_once_is_there_in_every_figure(land):
    state = ThresholdState(land)
    for stop in state.stops:
        at_stop = replace(state, threshold=stop)
        at_stop.draw(figure := Figure(figsize=(8.0, 4.2)))
        [zone] = at_stop.zones(figure)
        back = figure.axes[0]
        keyed = {artist.get_gid(): artist for artist in back.get_children() if artist.get_gid()}
        assert keyed[f"key-{zone.written}"].get_text() == zone.says[zone.at]
        side = keyed[f"key-{zone.stretches}"]
        assert (side.get_x(), side.get_x() + side.get_width()) == (back.get_xlim()[0], stop)
    replace(state, lines=2).draw(figure := Figure(figsize=(8.0, 4.2)))
    assert not any(zone.stretches for zone in replace(state, lines=2).zones(figure))


@pytest.mark.parametrize("size", [(8.0, 4.2), ThresholdState.smallest])
def test_the_curve_stays_when_the_best_is_shown(land, size):
    limits = set()
    for best in (False, True):
        figure = Figure(figsize=size, layout="constrained")
        ThresholdState(land, best=best).draw(figure)
        limits.add(figure.axes[1].get_ylim())
    assert len(limits) == 1


def test_boundary_points_have_no_colour_of_a_class(land):
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    state = ThresholdState(land)
    state.draw(figure)
    colours = {line.get_label(): line.get_color() for line in figure.axes[1].lines}
    assert colours["boundary point"] not in {kind.colour for kind in state.cuts.classes}


def test_a_count_of_one_is_written_on_its_bar(land):
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    ThresholdState(land, threshold=1350).draw(figure)  # chaparral 1, riparian 1; 2, 2, 1
    words = [text.get_text() for text in figure.axes[3].texts]
    assert words.count("1") == 3


@pytest.mark.parametrize("name", list(CLASS_MEASURES))
def test_a_measure_has_one_name_in_control_axis_and_table(land, name):
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    ThresholdState(land, measure=name).draw(figure)
    assert figure.axes[1].get_ylabel().removesuffix(" (bits)") == name
    assert any(name in text.get_text().splitlines() for text in figure.axes[3].texts)


def test_what_has_no_room_is_known(land):
    state = ThresholdState(land)
    for size in ((8.0, 4.2), state.smallest):
        state.draw(figure := Figure(figsize=size))
        assert bool(state.left_out(size)) is (len(figure.axes) == 3)


def test_one_row_is_a_row():
    words = ThresholdState(Sample.of("bike_temp_rentals"), threshold=4.5).words
    assert "≤ 4.5: 1 row, mean " in words


# ------------------------------------------------------------------ several lines


@pytest.fixture(scope="module")
def bikes():
    return ThresholdState(Sample.of("bike_temp_classes"), lines=2, threshold=9.5, second=30)


def test_two_cuts_part_what_no_single_cut_does(bikes):
    assert bikes.words == (
        "TEMP ≤ 9.5: Low 3; 9.5 < x ≤ 30: High 5; > 30: Low 2. "
        "Information gain of these 3 intervals: 1. "
        "Information gain: the bits of entropy that the split saves."
    )
    assert (
        "intervals: 1; the best single cut is ≤ 9.5 with 0.3958." in replace(bikes, best=True).words
    )


def test_lines_may_cross_and_meet(bikes):
    crossed = bikes.touched("threshold", 30).touched("second", 9.5)
    assert crossed.words == bikes.words
    met = bikes.touched("second", 9.5)
    assert "of these 2 intervals: 0.3958" in met.words
    assert met.score == pytest.approx(met.cuts.at(9.5))


def test_the_whole_split_is_measured_by_the_measures_of_columns(bikes):
    data = load("bike_temp_classes")
    parts = pd.cut(data.X["TEMP"], [-np.inf, 9.5, 30, np.inf]).astype(str)
    scores = dict(bikes.scores)
    assert list(scores) == [name for name in CLASS_MEASURES if name != "twoing"]  # of two sides
    for name, score in scores.items():
        assert score == pytest.approx(CLASS_MEASURES[name](parts, data.y))


@pytest.mark.parametrize("name", ["vegetation_continuous", "play_golf_numeric"])
def test_a_further_line_never_lowers_the_gain(name):
    state = ThresholdState(Sample.of(name))
    for stop in state.stops:
        one, two, three = (replace(state, lines=n, threshold=stop) for n in (1, 2, 3))
        assert one.score <= two.score + 1e-12
        assert two.score <= three.score + 1e-12


def test_a_line_of_another_number_starts_again(land, bikes):
    state = replace(bikes, source=land, lines=3, threshold=4175)
    assert [at for _, at in state.chosen] == [4175, 4725, 3450]
    assert replace(state, measure="twoing").measure == "information gain"


@pytest.mark.parametrize("best", [False, True])
def test_the_picture_has_all_intervals(land, best):
    state = ThresholdState(land, lines=3, threshold=4175, second=750, third=2250, best=best)
    figure = Figure(figsize=(8, 4.2), layout="constrained")
    state.draw(figure)
    figure.draw_without_rendering()
    _, above, _, below = figure.axes
    assert above.description.endswith(
        "each alone: ≤ 750 scores 0.306, ≤ 2250 scores 0.5917, ≤ 4175 scores 0.8631."
    )
    assert "750 < x ≤ 2250: chaparral 1, riparian 1; 2250 < x ≤ 4175" in below.description
    words = {text.get_text(): text.get_window_extent() for text in below.texts}
    assert {"all", "≤ 750", "750<x≤2250", "2250<x≤4175", "> 4175"} < set(words)
    assert min(box.x0 for box in words.values()) >= 0
    assert max(box.x1 for box in words.values()) <= figure.bbox.x1
    assert any("best single cut" in word for word in words) is best


@pytest.mark.parametrize("name", ["bike_temp_classes", "bike_temp_rentals"])
def test_each_of_three_lines_is_drawn_alone(name):
    first = ThresholdState(Sample.of(name), lines=3)
    states = [replace(first, **{line: stop}) for line in LINES for stop in first.stops[::3]]
    assert differences(states, (8.0, 4.2)) == []


# ------------------------------------------------------------------ the view


def test_the_line_moves_picture_and_words():
    explorer = explore_threshold()
    before = explorer.figure.picture["svg"]
    explorer.touch("threshold", 4175)
    assert explorer.figure.picture["svg"] != before
    assert "number 1 of 6 thresholds" in explorer.figure.picture["words"]
    (line,) = explorer.figure.picture["zones"]
    assert (line["stops"][-1], line["says"][-1], line["at"]) == (4725, "≤ 4725", 4)


def test_another_data_set_brings_its_features_and_thresholds():
    explorer = explore_threshold("play_golf_numeric", "humidity")
    assert list(explorer.controls["feature"].options) == ["temperature", "humidity"]
    assert explorer.state.feature == "humidity"
    sources = dict(explorer.controls["source"].options)
    explorer.controls["source"].value = sources["bike_temp_rentals"]
    assert list(explorer.controls["feature"].options) == ["TEMP"]
    assert list(explorer.controls["measure"].options) == list(NUMBER_MEASURES)
    assert explorer.figure.picture["zones"][0]["stops"][0] == 4.5
    assert "Variance gain" in explorer.figure.picture["words"]


def test_every_line_is_a_zone_of_its_own():
    explorer = explore_threshold("bike_temp_classes")
    explorer.controls["lines"].value = 3
    zones = explorer.figure.picture["zones"]
    assert [zone["name"] for zone in zones] == [
        "threshold of TEMP", "second threshold of TEMP", "third threshold of TEMP",
    ]  # fmt: skip
    explorer.touch("third", 9.5)
    assert "4.5 < x ≤ 9.5: Low 2; 9.5 < x ≤ 33.5" in explorer.figure.picture["words"]
    explorer.controls["lines"].value = 1
    assert len(explorer.figure.picture["zones"]) == 1


def test_another_measure():
    explorer = explore_threshold()
    explorer.controls["measure"].value = "Gini gain"
    assert "Gini gain 0.1769" not in explorer.figure.picture["words"]
    explorer.touch("threshold", 2250)
    assert "Gini gain 0.1769" in explorer.figure.picture["words"]
    assert ">Gini gain<" in explorer.figure.picture["svg"]  # the name of the axis


def test_own_data():
    frame = pd.DataFrame({"size": [1, 2, 3, 4], "kind": ["s", "s", "l", "l"]})
    explorer = explore_threshold(frame, target="kind")
    explorer.touch("threshold", 2.5)
    explorer.controls["best"].value = True
    assert "the best is ≤ 2.5 with 1" in explorer.figure.picture["words"]


def test_every_control_says_what_it_is():
    controls = explore_threshold().controls
    assert [c.description for c in controls.values()] == [
        "data set", "feature", "measure", "lines", "show the best",
    ]  # fmt: skip


def test_redraws_leave_no_figure_open():
    import matplotlib.pyplot as plt

    explorer = explore_threshold()
    for value in explorer.state.stops:
        explorer.set(threshold=value)
    assert plt.get_fignums() == []
