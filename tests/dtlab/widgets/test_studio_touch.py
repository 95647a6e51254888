"""Split Studio touched: nodes, bars, cut, values and points, and what lights up with them."""

import re
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from helpers.redrawn import differences
from helpers.studios import ALL, frame, studio
from matplotlib.figure import Figure

from dtlab import load, projector
from dtlab.plots.base.sizes import sizes
from dtlab.plots.tree.nodes import fits, text_width
from dtlab.widgets import explore_splits
from dtlab.widgets.base.drawing import Drawer
from dtlab.widgets.base.samples import two_moons
from dtlab.widgets.studio import bars
from dtlab.widgets.studio.compare import find_differences
from dtlab.widgets.studio.paths import path_text
from dtlab.widgets.studio.plane import region
from dtlab.widgets.studio.rows import cut_stops
from dtlab.widgets.studio.state import Studio

NUMBERS = ("regression tree",)


def drawn(state):
    return Drawer().draw(state, state.size)


def zones(state):
    return {zone.id: zone for zone in drawn(state).zones}


def moons():
    sample = two_moons()
    rules = {"kinds": ("threshold",), "algorithms": ("CART",)}
    return studio(sample.X.assign(moon=sample.y), "moon", **rules)


# ------------------------------------------------------------------ bars


def test_a_bar_asks_about_its_feature():
    state = studio()
    found = zones(state)
    assert found["ask SLOPE"].name == "ask about SLOPE"
    touched = state.touched("ask SLOPE", None)
    assert touched.question.feature == "SLOPE"
    assert touched.worths["SLOPE"] == pytest.approx(0.577, abs=1e-3)


def test_what_was_not_tried_has_no_length_until_the_best_is_shown():
    state = studio()
    assert state.worths == {"STREAM": pytest.approx(0.306, abs=1e-3)}
    said = drawn(state).description
    assert "information gain, by feature: STREAM: 0.306; SLOPE: ?; ELEVATION: ?." in said
    assert "0.877" not in drawn(state).svg
    best = drawn(state.show_best(True))
    assert "ELEVATION: 0.877" in best.description
    assert "0.877" in best.svg


def test_a_bar_comes_back_to_the_cut_that_was_tried_there():
    state = studio("vegetation_continuous", **ALL).ask("ELEVATION").touched("cut", 750.0)
    again = state.ask("STREAM").ask("ELEVATION")
    assert again.question == state.question
    assert state.choose(()).tried[0].feature == "STREAM"  # another look at the node starts again


def test_a_feature_that_does_not_split_has_a_bar_that_does_not_answer():
    state = studio().ask("STREAM").grow()
    assert "ask STREAM" not in zones(state)
    assert "STREAM: one value" in drawn(state).description


def test_of_many_features_those_tried_have_bars():
    data = frame().assign(**{f"f{i}": list("ab") * 20 for i in range(14)})
    view = explore_splits(data, "label", unlock="all")
    assert view.feature.layout.display is None
    view.feature.value = "f13"
    assert "ask f13" in {zone.id for zone in view.drawn.zones}
    assert len(bars.features_shown(view.state, 9)) == 9


def test_as_many_bars_as_have_room_above_the_rows_and_on_a_projector_six():
    data = frame().assign(**{f"f{i}": list("ab") * 20 for i in range(30)})
    view = explore_splits(data, "label", unlock="all")
    found = []
    for room in ([912, 679], [1552, 950]):
        view.figure.room = room
        assert view.feature.layout.display is None
        found.append(sum(zone.group == "features" for zone in view.drawn.zones))
        assert view.drawn.size[1] <= 72 * view.state.place[1]
    assert 6 < found[0] < found[1]
    few = explore_splits(frame(), "label", unlock="all")
    assert few.feature.layout.display == "none"
    view.figure.room = [653, 359]
    assert view.feature.layout.display is None
    assert sum(zone.group == "features" for zone in view.drawn.zones) == 6


# ------------------------------------------------------------------ nodes


def test_a_node_is_opened_and_keeps_its_branches():
    state = studio().ask("ELEVATION").grow()
    found = zones(state)
    assert found["node 2"].name == "ELEVATION high (3 rows: 2 chaparral, 1 conifer; open)"
    assert found["node "].name.endswith("; asks ELEVATION)")
    proposed = "ELEVATION medium → STREAM False (1 row: 1 chaparral; click to grow it)"
    assert found["node 1/0"].name == proposed
    assert state.touched("node 2", None).path == (2,)
    root = state.touched("node ", None)
    assert root.question.feature == "ELEVATION"
    assert root.preview is root.tree  # looking at a node does not take away what is below
    with pytest.raises(ValueError, match="this node asks that already"):
        root.grow()
    assert root.ask("SLOPE").preview.depth == 1


def test_a_proposed_node_is_grown_by_opening_it():
    state = studio().ask("ELEVATION").touched("node 2", None)
    assert state.tree.n_leaves == 4
    assert state.path == (2,)
    assert len(state.past) == 1
    assert state.undo().tree.is_leaf


def test_a_pure_leaf_says_that_there_is_nothing_to_ask():
    state = studio().ask("ELEVATION").grow().touched("node 0", None)
    assert state.words == "At ELEVATION low (1 row: 1 riparian). Nothing to ask: the leaf is pure."
    assert {zone.split()[0] for zone in zones(state)} == {"node"}


# ------------------------------------------------------------------ cut and values


def test_the_cut_is_dragged_along_its_axis():
    state = studio("vegetation_continuous", **ALL).ask("ELEVATION")
    cut = zones(state)["cut"]
    assert cut.name == "cut of ELEVATION"
    assert cut.stops == (750.0, 1350.0, 2250.0, 3450.0, 4175.0, 4725.0)
    assert cut.says[cut.at] == "≤ 3450"
    assert [x for x, _ in cut.places] == sorted(x for x, _ in cut.places)
    assert state.touched("cut", 4175.0).question.value == 4175


def test_a_cut_of_the_algorithm_between_the_stops_is_a_stop():
    state = studio(frame(1000), "label", **ALL).against("CART").finish()
    states = [state.choose(path) for path in state.asked_paths]
    between = next(s for s in states if s.asks_number
                   and s.question.value not in s.spot.thresholds("x"))  # fmt: skip
    cut = zones(between)["cut"]
    assert cut.stops[cut.at] == between.question.value


def test_a_value_moves_to_the_other_group():
    state = studio("buys_computer", **ALL).propose("age", kind="subset")
    assert zones(state)["value 0"].name == "youth: first group"
    both = state.touched("value 2", None)
    assert both.question.values(0) == ("youth", "senior")
    assert both.touched("value 0", None).question.values(0) == ("senior",)
    with pytest.raises(ValueError, match="choose some values of age, not all"):
        state.touched("value 0", None)


def test_values_are_no_buttons_where_each_has_its_branch():
    assert not any(zone.startswith("value") for zone in zones(studio()))


# ------------------------------------------------------------------ the plane


def test_two_numbers_make_a_plane_and_other_features_none():
    assert moons().lesson.is_plane
    assert not studio("vegetation_continuous", **ALL).lesson.is_plane
    assert not studio("play_golf_numeric", **ALL).lesson.is_plane


def test_a_leaf_lights_its_region_and_a_point_its_way():
    state = moons().grow()
    found = zones(state)
    assert found["node 1"].lights == ("node 1", "region 1")
    assert found["node "].lights == ("node ", "region 0/0", "region 0/1", "region 1")
    row = found[f"row {state.spot.rows[0]}"]
    path = state.path_of_row(int(row.id.split()[1]), state.preview)
    assert len(path) == 2  # its leaf in the tree, and the proposed one below it
    assert row.lights[:2] == ("node ", f"node {path[0]}")
    assert row.lights[-1] == f"region {path[0]}/{path[1]}"
    assert row.group == "points"
    assert state.touched(row.id, None).path == path[:1]
    svg = drawn(state).svg
    lit = {key for zone in found.values() for key in zone.lights if key.startswith("node")}
    assert all(f'data-key="{key}"' in svg for key in lit | {"region 1", "region 0/1", "cut"})


def test_a_cut_goes_across_the_region_of_its_node_only():
    state = moons().grow().ask("north")
    cut = zones(state)["cut"]
    assert cut.box[2] > 3 * cut.box[3]  # level, as wide as the region
    assert {x for x, _ in cut.places} == {cut.box[0]}
    (_, right), _ = region(state, state.tree, state.path)
    assert right == state.tree.question.value


def test_every_row_lies_in_the_region_of_its_leaf():
    state = moons().finish()
    x, y = (state.lesson.X[name].to_numpy() for name in ("east", "north"))
    for row in range(len(x)):
        (left, right), (low, high) = region(state, state.tree, state.path_of_row(row, state.tree))
        assert left < x[row] <= right
        assert low < y[row] <= high


@pytest.mark.parametrize("more", [{}, {"c": [i % 5 for i in range(40)]}])
def test_whether_a_number_is_known_is_no_cut(more):
    data = frame()[["x", "label"]].assign(z=[i % 7 for i in range(40)], **more)
    data.loc[:9, "z"] = None
    data["label"] = data["z"].isna()
    rules = {"kinds": ("threshold",), "algorithms": ("CART",)}
    state = studio(data, "label", **rules).finish().choose(())
    assert state.words.endswith("z known: Gini gain 0.375.")
    place = f"z known: Gini gain 0.375, 1st of {2 + len(more)} features."
    assert place in state.show_best(True).words
    assert "cut" not in zones(state)
    assert "nan" not in drawn(state).svg


# ------------------------------------------------------------------ comparing


def test_compare_draws_both_trees_and_marks_where_they_part():
    state = studio().ask("SLOPE").grow().finish().compare_trees()
    assert state.words == (
        "The trees differ at 1 node, marked ≠: at root you ask SLOPE, ID3 asks ELEVATION."
    )
    shown = drawn(state)
    assert shown.svg.count(">≠<") == 2
    assert "yours: A tree of 7 leaves and depth 3" in shown.description
    assert "ID3: A tree of 7 leaves and depth 2" in shown.description
    assert not state.compare_trees().comparing
    assert not state.touched("node 2", None).comparing  # a node clicked is opened


def test_the_same_trees_are_called_the_same_and_twins_light_together():
    state = studio().finish().compare_trees()
    assert state.words == "Your tree and the tree of ID3 are the same."
    assert zones(state)["node 1/0"].lights == ("yours 1/0", "ID3 1/0")


def test_groups_in_another_order_are_no_difference():
    state = studio("buys_computer", **ALL).against("CART")
    question = state.rank.advice
    state = state.propose(question.feature, subset=question.values(1)).grow()
    found = find_differences(state.lesson, state.tree, state.rival_tree)
    assert found.same[()] == ()
    assert all(mine != () for (mine, _), _ in found.apart)


def test_numbers_are_compared_too():
    state = studio("bike_rentals").finish()
    assert find_differences(state.lesson, state.tree, state.rival_tree).apart == []


# ------------------------------------------------------------------ little room, many values


@pytest.mark.parametrize("grow", [False, True])
@pytest.mark.parametrize("feature", ["SLOPE", "ELEVATION"])
def test_on_a_projector_parts_are_left_out_and_all_can_still_be_touched(feature, grow):
    state = studio("vegetation_continuous", **ALL).ask(feature)
    state = state.grow() if grow else state
    assert state.smallest[1] < state.size[1]
    low = Drawer().draw(state, state.smallest)
    here, whole = {zone.id for zone in low.zones}, set(zones(state))
    assert here <= whole
    # From one node all are reached; beside a cut there is a list of the features.
    left_out = ("node", "ask") if state.asks_number else "node"
    assert all(zone.startswith(left_out) for zone in whole - here)
    assert {"node ", f"node {path_text(state.path)}"} <= here
    assert low.description.count("The rows of the node") == (state.asks_number)
    view = explore_splits()
    before = view.drawn.size
    view.figure.room = [680, 360]
    assert view.drawn.size[1] < before[1]
    assert "dtlab-beside" not in view._dom_classes
    view.figure.room = [912, 800]
    assert view.drawn.size[0] > before[0]


def plane():
    penguins = load("penguins").frame[["bill_length_mm", "bill_depth_mm", "species"]].dropna()
    return studio(penguins, "species", kinds=("threshold",), algorithms=("CART",))


@pytest.mark.parametrize("start", [studio, partial(studio, "titanic"), plane])
def test_on_a_projector_no_question_makes_the_figure_higher_than_the_room(start):
    state = start()
    for _ in range(3):
        asked = [state.ask(feature) for feature in state.spot.features]
        for each in asked:
            assert each.smallest[1] <= 2.45
            assert each.low_sheet.tree.is_readable
            assert len(list(each.low_sheet.tree.boxes)) > len(each.proposal.children)
        state = asked[-1].grow()
    both = state.compare_trees()  # without the row of controls that belong to a question
    assert both.smallest[1] <= 2.65
    assert len({top for _, top in both.low_sheet.places}) == 1


def test_on_a_projector_of_too_many_branches_their_number_is_left():
    people = load("titanic").frame.assign(deck=[f"deck {i % 9}" for i in range(2201)])
    state = studio(people, "survived").propose("deck")
    (root,) = state.low_sheet.tree.plan.items
    assert root.lines == ("deck?", "… 9 leaves") and state.smallest[1] < 2.45


def test_an_outline_has_its_nodes_below_each_other_and_labels_beside_them():
    plan = studio().finish().choose(()).low_sheet.tree.plan
    boxes, labels = plan.layout.boxes, plan.layout.labels
    assert [item.head for item in plan.items] == [
        ("ELEVATION?",), ("riparian",), ("STREAM? …",), ("SLOPE? …",), ("conifer",),
    ]  # fmt: skip
    assert all(above.bottom < below.top for above, below in pairwise(boxes))
    for box, label in zip(boxes[1:], labels[1:], strict=True):
        assert label.right < box.left and box.top < label.y < box.bottom


@pytest.mark.parametrize("form", [bars.form_of(studio().lesson, 3.8, 3.0), bars.LOW])
def test_a_hand_is_over_a_bar_also_at_its_number(form):
    assert form.start + form.long + bars.APART + text_width("0.577", bold=True) <= form.width


def test_on_a_projector_no_text_shrinks_beside_a_plane():
    state = plane().finish()
    low = state.low_sheet.tree
    assert fits(low.plan, *low.place) == 1 and low.hides
    assert [item.head for item in low.plan.items][0] == ("bill_length_", "mm?")
    assert low.left_out.startswith(" Not drawn: ")
    shown = state.show_distributions(True)
    assert shown.left_out(shown.smallest) == "the counts, bars and distributions in the boxes"
    both = studio("titanic", **ALL).finish().compare_trees().low_sheet
    assert all(part.is_readable and part.hides for part in both.parts.values())
    assert len({top for _, top in both.places}) == 1  # the tops of both trees side by side


def test_a_text_column_of_many_values_is_shortened():
    people = load("titanic").frame.assign(name=[f"person {i % 90}" for i in range(2201)])
    view = explore_splits(people, "survived", unlock="all")
    view.touch("ask name")
    assert len(view.figure.picture["words"]) < 300
    assert view.table.value.count("<tr>") < 15
    view.kind.value = "subset"
    assert len(view.figure.picture["words"]) < 300
    assert len(view.figure.picture["alt"]) < 1500


# ------------------------------------------------------------------ many values are cards


@pytest.fixture
def many():
    data = frame(400).assign(town=[f"town {i % 12:02}" for i in range(400)])
    return studio(data, "label", **ALL).propose("town", kind="subset")


def test_many_values_are_cards_that_move_to_the_other_group(many):
    found = zones(many)
    assert found["value 0"].name == "town 00: first group"
    assert found["value 11"].name == "town 11: second group"
    assert found["value 3"].tip.startswith("town 03: 34 rows: ")
    assert "more" not in found
    assert many.touched("value 11", None).question.values(0) == ("town 00", "town 11")


def test_more_cards_than_have_room_are_on_further_pages():
    data = frame(900).assign(town=[f"town {i % 90:02}" for i in range(900)])
    state = studio(data, "label", **ALL).propose("town", kind="subset")
    seen, pages = set(), 0
    while not seen & {zone for zone in zones(state) if zone.startswith("value")}:
        seen |= {zone for zone in zones(state) if zone.startswith("value")}
        state, pages = state.touched("more", None), pages + 1
    assert seen == {f"value {i}" for i in range(90)} and pages == 6
    assert state.touched("more", None).touched("value 20", None).page == state.page + 1
    assert state.ask("x").page == 0


def test_cards_of_numbers_say_their_mean():
    data = frame(400).assign(town=[f"town {i % 12:02}" for i in range(400)])
    state = studio(data.drop(columns="label"), "x", kinds=("subset", "threshold"))
    state = state.propose("town", kind="subset")
    assert ", mean " in zones(state)["value 1"].tip


def test_of_many_rows_by_value_a_sample_is_drawn_from_the_lowest_to_the_highest():
    data = frame(4000).drop(columns="label").assign(town=np.resize(["here", "there"], 4000))
    state = studio(data, "x", kinds=("multiway", "threshold")).propose("town")
    figure = Figure(figsize=state.size)
    state.draw(figure)
    lines = [line for ax in figure.axes for line in ax.lines]
    dots = [
        line.get_ydata()
        for line in lines
        if line.get_markersize() == 6 and line.get_marker() == "o"
    ]
    means = [line.get_ydata()[0] for line in lines if line.get_linewidth() == 3]
    assert [len(y) for y in dots] == [300, 300]
    for y, at, (_, x) in zip(dots, means, data.groupby("town")["x"], strict=True):
        share = (x.mean() - x.min()) / (x.max() - x.min())
        assert y[0] + share * (y[-1] - y[0]) == pytest.approx(at)


# ------------------------------------------------------------------ large trees


@pytest.fixture
def on_projector():
    projector()
    yield
    projector(False)


def letters(drawing):
    return [float(size) for size in re.findall(r"font-size: ([\d.]+)px", drawing.svg)]


@pytest.mark.parametrize("distributions", [False, True])
def test_on_a_projector_no_letter_of_a_large_tree_is_below_14_points(distributions, on_projector):
    state = studio(frame(1000), "label", **ALL).against("CART").finish()
    state = state.show_distributions(distributions)
    paths = [(), *state.asked_paths[:30:5]]
    for at in (state, *map(state.choose, paths)):
        low = Drawer().draw(at, at.smallest)
        assert at.smallest[0] < 6.2
        assert sizes().zoom * min(letters(low)) >= 14
        assert "Not drawn: " in low.description or "Drawn from" in low.description
        nodes = {zone.id: zone for zone in low.zones if zone.group == "nodes"}
        assert "node " + "/".join(map(str, at.path)) in nodes  # the chosen node is seen


def test_from_a_deep_node_one_can_go_up():
    state = studio(frame(1000), "label", **ALL).against("CART").finish()
    deep = max(state.asked_paths, key=len)
    state = state.choose(deep)
    start = state.low_sheet.tree.start
    assert 0 < len(start) <= len(deep)
    up = Drawer().draw(state, state.smallest)
    zone = next(zone for zone in up.zones if zone.name.startswith("go up to "))
    assert state.touched(zone.id, None).path == start[:-1]
    assert "Drawn from " in up.description


# ------------------------------------------------------------------ only what moves


def cuts(state, *places):
    """The state with its cut at some of its stops, and once more at the first of them."""
    stops = cut_stops(state)[0]
    return [state.touched("cut", stops[place]) for place in (*places, places[0])]


@pytest.mark.parametrize("first, low", [
    (lambda: studio("vegetation_continuous", **ALL).ask("ELEVATION"), False),
    (lambda: studio("bike_temp_rentals", kinds=("threshold",), algorithms=NUMBERS), True),
    (moons, False),
])  # fmt: skip
def test_what_is_drawn_again_is_what_would_be_drawn_at_first(first, low):
    state = first()
    states = [*cuts(state, 0, -1), *cuts(state.grow().choose(()), 0), state]
    states += [state.grow(), state.show_distributions(True), state.grow().compare_trees()]
    states += [state.ask(name) for name in state.lesson.table.names]
    sizes = [each.smallest if low else each.size for each in states]
    for size in set(sizes):
        here = [each for each, its in zip(states, sizes, strict=True) if its == size]
        assert differences(here, size) == []


def test_a_drag_draws_the_rows_once(monkeypatch):
    made, draw = [], Studio.draw_base
    monkeypatch.setattr(Studio, "draw_base", lambda *given: (made.append(given[0]), draw(*given)))
    view = explore_splits("vegetation_continuous", unlock="all")
    view.touch("ask ELEVATION")
    before = len(made)
    for stop in (1350.0, 2250.0, 4175.0):
        view.touch("cut", stop)
    assert len(made) == before
    view.touch("ask SLOPE")
    assert len(made) == before + 1
