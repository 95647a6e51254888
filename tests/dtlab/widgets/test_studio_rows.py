"""Split Studio: rows that hide each other, a row that walks down, and rows that go wrong."""

import asyncio

import numpy as np
import pandas as pd
import pytest
from helpers.studios import frame, studio
from hypothesis import given
from hypothesis import strategies as st

from dtlab import load
from dtlab.widgets import explore_splits
from dtlab.widgets.base.drawing import Drawer
from dtlab.widgets.studio import view as view_module
from dtlab.widgets.studio.plane import places_of, region
from dtlab.widgets.studio.spread import spread, stacked


def mails(n=400, seed=1):
    """Two numbers that are mostly 0, and a column of yes and no."""
    rng = np.random.default_rng(seed)
    spam = rng.random(n) < 0.4
    often = {"!": 0.7, "your": 0.6}
    found = {
        name: np.where(rng.random(n) < np.where(spam, share, 0.2), rng.gamma(1, 1, n).round(2), 0)
        for name, share in often.items()
    }
    return pd.DataFrame(found | {"remove": spam & (rng.random(n) < 0.4),
                                 "kind": np.where(spam, "spam", "ham")})  # fmt: skip


def plane_of_mails(**rules):
    return studio(mails(), "kind", columns=["!", "your"], **rules)


# ------------------------------------------------------------------ rows that hide each other


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=60))
def test_no_point_crosses_a_threshold_and_equal_ones_are_apart(points):
    x, y = np.array(points, float).T
    spans = [(-1, 5), (-1, 5)]
    moved = spread(x, y, spans, (4, 3))
    again = spread(x, y, spans, (4, 3))
    for value, new, same in zip((x, y), moved, again, strict=True):
        assert (new == same).all()  # no chance in it
        assert (np.abs(new - value) < 0.5).all()
    assert len({*zip(*moved, strict=True)}) == len(x)


def test_points_that_are_alone_stay_where_they_are():
    x, y = np.array([0.0, 4, 9]), np.array([2.0, 7, 1])
    for value, new in zip((x, y), spread(x, y, [(-1, 10), (-1, 10)], (4, 4)), strict=True):
        assert (value == new).all()


def test_points_in_a_corner_stay_inside_the_axes_and_on_their_side_of_every_cut():
    state = plane_of_mails()
    places = places_of(state.lesson, (3.5, 3.0))
    for place, (low, high), name in zip(places, state.lesson.spans, ("!", "your"), strict=True):
        assert (place > low).all() and (place < high).all()
        values = state.lesson.X[name].to_numpy()
        for cut in state.spot.thresholds(name):
            assert ((place > cut) == (values > cut)).all()
    assert len({*zip(*places, strict=True)}) == len(mails())
    assert "Rows at one place are drawn beside each other" in drawn(state).description


def test_rows_of_a_tree_lie_in_the_regions_of_their_leaves_also_where_they_were_moved():
    state = plane_of_mails(algorithms=["CART"]).finish()
    places = np.transpose(places_of(state.lesson, (3.5, 3.0)))
    for row in range(0, len(mails()), 7):
        (left, right), (low, high) = region(state, state.tree, state.path_of_row(row, state.tree))
        x, y = places[row]
        assert left < x <= right and low < y <= high


def test_a_row_without_a_number_has_no_place():
    birds = load("penguins").frame[["bill_length_mm", "bill_depth_mm", "species"]]
    state = studio(birds, "species", kinds=("threshold",), algorithms=("CART",))
    places = places_of(state.lesson, (3.5, 3.0))
    assert np.isnan(places).all(axis=0).sum() == birds.isna().any(axis=1).sum() > 0


def test_equal_rows_stand_above_each_other():
    assert stacked(np.array([2.0, 0, 0, 2.04, 1, 0]), 0.1).tolist() == [0, 0, 1, 1, 0, 2]


def test_a_pile_that_has_no_room_says_how_many_rows_it_has():
    data = mails(2000)
    state = studio(data, "kind", kinds=("threshold",), algorithms=("CART",))
    ham = data[data["kind"] == "ham"]
    said = f"ham: {(ham['!'] == 0).sum():,} of {len(ham):,} at 0"
    assert said in drawn(state).svg
    assert "(600 of 2,000 rows drawn)" in drawn(state).svg
    assert "rows with nearly one number stand above each other" in drawn(state).description
    assert " at 0" not in drawn(studio(frame(), "label").ask("x")).svg


def drawn(state):
    return Drawer().draw(state, state.size)


# ------------------------------------------------------------------ a row that walks down


def test_a_row_walks_down_question_by_question():
    state = studio().ask("ELEVATION").grow().drop()
    assert state.newcomer.path == () and not state.newcomer.has_arrived
    row, label = state.newcomer.row, state.newcomer.label
    values = ", ".join(f"{name} {value}" for name, value in row.items())
    assert state.words.startswith(f"A row drops in: {values}. At ELEVATION")
    first = state.walk()
    assert first.newcomer.path == state.newcomer.steps[0][2:]
    assert first.words.startswith(f"A row walks down: ELEVATION is {row['ELEVATION']}")
    while not first.newcomer.has_arrived:
        first = first.walk()
    predicted = first.preview.predict(pd.DataFrame([row]))[0]
    end = "and that is right" if predicted == label else f"but it is {label}"
    assert f"The tree says {predicted}, {end}." in first.words
    assert first.newcomer.sign == ("✓" if predicted == label else "✗")
    assert state.words.startswith("A row drops in")  # the states before are as they were


def arrived(state):
    while not state.newcomer.has_arrived:
        state = state.walk()
    return state


def test_every_row_has_its_turn_and_ends_where_the_tree_sends_it():
    state = studio().ask("ELEVATION").grow().finish()
    veg = load("vegetation")
    seen = []
    for _ in range(len(veg.y)):
        state = arrived(state.drop())
        seen.append(tuple(state.newcomer.row.values()))
        assert state.newcomer.end.prediction == state.newcomer.label  # ID3 gets all of them right
    assert sorted(seen) == sorted(veg.X.itertuples(index=False, name=None))
    assert tuple(state.drop().newcomer.row.values()) == seen[0]


def test_rows_that_were_held_back_come_first():
    state = studio(mails(), "kind", validation=0.25).drop()
    assert state.newcomer.is_held_back and state.words.startswith("A row that was held back drops")
    X, y = state.lesson.validation
    at = (X["!"] == state.newcomer.row["!"]) & (X["your"] == state.newcomer.row["your"])
    assert state.newcomer.label in set(y[at])


def test_an_arrived_row_follows_the_cut_and_leaves_with_its_question():
    state = plane_of_mails().drop()
    state = arrived(state)
    value = state.newcomer.row["!"]
    stops = [s for s in state.spot.thresholds("!") if s != state.question.value]
    for stop in (stops[0], stops[-1]):
        there = state.touched("cut", stop)
        assert there.newcomer.has_arrived
        assert there.newcomer.path == (int(value > stop),)
    grown = state.grow()
    assert grown.newcomer is None and grown.undo().newcomer is None
    assert grown.drop().dropped == 2  # and the next one is another
    assert "A row" not in state.drop().compare_trees().words


def test_without_a_question_a_row_stays_at_the_root():
    data = frame().assign(label="yes")
    state = studio(data, "label").drop().walk()
    assert state.newcomer.has_arrived and state.newcomer.path == ()
    assert "The tree says yes, and that is right." in state.words
    assert studio().walk().newcomer is None


def test_a_target_of_numbers_is_told_beside_the_answer():
    state = arrived(studio("bike_rentals").drop())
    said = state.words.split(". ")[1]
    assert said.startswith("The tree says ") and "; it is " in said
    assert state.newcomer.sign == "?"


def test_the_way_is_drawn_in_all_forms_of_the_figure():
    for state in (studio().grow(), plane_of_mails().grow(), studio("bike_rentals").grow(),
                  studio("vegetation_continuous", unlock="all").ask("ELEVATION")):  # fmt: skip
        without = drawn(state).svg
        state = arrived(state.drop())
        for size in (state.size, state.smallest):
            is_drawn = size == state.size or not state.low_sheet.tree.start  # else its way is not
            assert is_drawn == ('data-key="newcomer"' in Drawer().draw(state, size).svg)
        stars = drawn(state).svg.count('data-key="star"')
        assert stars == (state.lesson.is_plane or state.asks_number)
        assert 'data-key="newcomer"' not in without


def test_the_button_lets_a_row_walk_to_its_leaf():
    view = explore_splits()
    view.touch("ask ELEVATION")
    view.buttons["grow"].click()
    view.buttons["drop"].click()
    assert view.state.newcomer.has_arrived  # nothing runs besides
    assert view.figure.picture["words"] == view.state.words
    assert "The tree says" in view.state.words


def test_in_a_notebook_it_walks_from_node_to_node(monkeypatch):
    monkeypatch.setattr(view_module, "PACE", 0)
    seen = []

    async def look():
        view = explore_splits()
        view.touch("ask ELEVATION")
        view.buttons["grow"].click()
        view.figure.observe(lambda _: seen.append(view.state.newcomer), "picture")
        view.buttons["drop"].click()
        view.buttons["drop"].click()  # the second one only
        await view._walking
        return view

    view = asyncio.run(look())
    last = [found for found in seen if found and found.row == view.state.newcomer.row]
    ways = [len(found.path) for found in last if found.steps]
    assert ways[0] == 0 and ways == sorted(ways) and len(set(ways)) == len(last[0].steps) + 1
    assert view.state.newcomer.has_arrived and view.state.dropped == 2


# ------------------------------------------------------------------ rows that go wrong


def test_rows_that_go_wrong_are_counted_and_the_gain_is_hidden():
    state = plane_of_mails(show=("errors",))
    data = mails()
    cut = state.question.value
    sides = data.groupby(data["!"] > cut)["kind"]
    wrong = sum(len(side) - side.value_counts().max() for _, side in sides)
    assert state.words.startswith(f"{wrong} of 400 rows go wrong. At the root (400 rows: ")
    assert "gain" not in state.words and "bits" not in drawn(state).svg
    assert f"rows that go wrong (of 400), by feature: !: {wrong}; your: ?." in (
        drawn(state).description
    )
    told = state.show_gain(True)
    assert "information gain" in told.words and f"{wrong} of 400 rows" in told.words
    assert not told.show_best(True).show_gain(False).best


def test_errors_are_those_of_the_whole_tree():
    state = plane_of_mails(show=("errors", "gain")).grow()
    predicted = state.preview.predict(state.lesson.X)
    wrong = (predicted != state.lesson.y).sum()
    assert state.words.startswith(f"{wrong} of 400 rows go wrong.")
    assert state.mistakes[state.question.feature] == wrong
    assert "information gain" in state.words


def test_errors_are_in_the_table_and_the_gain_comes_when_it_is_wanted():
    view = explore_splits(mails(), "kind", columns=["!", "your"], show=("errors",))
    assert view.best.layout.display == "none" and view.gain.layout.display is None
    assert ">wrong</bdi>" in view.table.value and "entropy" not in view.table.value
    view.gain.value = True
    assert view.best.layout.display is None
    assert "entropy" in view.table.value and "information gain" in view.figure.picture["words"]
    assert ">wrong</bdi>" not in explore_splits().table.value


# ------------------------------------------------------------------ it keeps its layout


def left_of(state):
    """Where rows and tree begin, in inches."""
    return state.sheet.rows, state.sheet.corner


@pytest.mark.parametrize("room", [[912, 679], [1552, 950]])
@pytest.mark.parametrize("data", ["vegetation", "vegetation_continuous", "titanic", "penguins"])
def test_the_tree_stays_beside_the_rows_and_all_is_in_view_while_it_grows(data, room):
    rules = {"unlock": "all"}
    if data == "penguins":
        columns = ["bill_length_mm", "flipper_length_mm"]
        rules = {"columns": columns, "kinds": ("threshold",)}
        view = explore_splits(load(data).frame.dropna(), "species", **rules)
    else:
        view = explore_splits(data, **rules)
    view.figure.room = room
    first = left_of(view.state)
    (_, top), (beside, up) = first
    assert beside > view.state.sheet.left and up == 0
    for _ in range(3):
        if view.buttons["grow"].disabled:
            break
        view.touch(f"ask {view.state.spot.features[-1]}")
        view.buttons["grow"].click()
        if not view.state.is_done:
            assert left_of(view.state) == first
            assert view.drawn.size[1] <= 72 * view.state.place[1] + 1e-6
        assert view.drawn.size[0] == 72 * view.state.place[0]
    view.buttons["compare"].click()
    assert view.drawn.size[1] <= 72 * view.state.place[1] + 1e-6
    assert len({up for _, up in view.state.sheet.places}) == 1
    assert top > 0


@pytest.mark.parametrize("data", ["vegetation", "buys_computer", "titanic"])
def test_both_trees_of_a_comparison_are_whole_at_1280_by_800(data):
    view = explore_splits(data)
    view.figure.room = [912, 679]
    view.buttons["finish"].click()
    view.buttons["compare"].click()
    assert all(part.is_whole for part in view.state.sheet.parts.values())
    assert view.drawn.size[1] <= 72 * view.state.place[1]


def test_names_are_whole_where_half_of_the_pane_is_empty():
    birds = load("penguins").frame.dropna()
    columns = ["flipper_length_mm", "bill_length_mm"]
    state = studio(birds, "species", columns=columns, kinds=("threshold",))
    svg = drawn(state).svg
    assert svg.count(">flipper_length_mm<") == 2  # bar and axis
    assert "flipper_lengt…" not in svg
    assert not any(zone.tip for zone in drawn(state).zones if zone.id.startswith("ask"))
