"""Split Studio: its figure, and its view driven by the controls."""

import re

import numpy as np
import pandas as pd
import pytest
from helpers.studios import frame, studio
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from dtlab.widgets import explore_splits

# ------------------------------------------------------------------ own data, odd data


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((frame(), None), "target must name a column of the data"),
        ((frame(), "nowhere"), "not 'nowhere'"),
        ((frame().iloc[:0], "label"), "at least one row"),
        ((frame()[["label"]], "label"), "a feature besides the target"),
        ((frame().assign(x=None), "label"), "column 'x' has no values: leave it out"),
        (([1, 2], "label"), "not a list"),
        (("vegetaton", None), "did you mean 'vegetation'"),
    ],
)
def test_data_that_cannot_be_used_is_answered_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_splits(*arguments)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"measures": ("beauty",)}, "measures is a tuple of names"),
        ({"measures": "entropy"}, "measures is a tuple of names"),
        ({"kinds": ("sideways",)}, "kinds is a tuple of names"),
        ({"algorithms": ("CHAID",)}, "algorithms is a tuple of names"),
        ({"validation": 0.01}, "would hold back 0 of 7 rows"),
        ({"unlock": "some"}, 'unlock is None or "all"'),
        ({"show": "errors"}, "show is a tuple of names"),
        ({"show": ("beauty",)}, "show is a tuple of names"),
        ({"data": "bike_rentals", "show": ("errors",)}, "target 'RENTALS' is a number"),
        ({"columns": "SLOPE"}, r"columns is a list of names, such as \['SLOPE'\]"),
        ({"columns": 3}, "columns is a list of names"),
        ({"columns": []}, "columns is empty: name at least one"),
        ({"columns": ["SLOPE", "SLOPE"]}, "'SLOPE' more than once"),
        ({"columns": ["SLOPE", "VEGETATION"]}, "the target 'VEGETATION', which is to be predicted"),
        ({"columns": ["SLOP"]}, "no column 'SLOP': did you mean 'SLOPE'"),
        ({"columns": ["?"]}, "no column '\\?'; choose from STREAM, SLOPE, ELEVATION"),
    ],
)
def test_rules_that_make_no_sense(rules, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_splits(**rules)


def test_numbers_are_cut_where_that_is_better_than_a_branch_for_each():
    assert explore_splits().state.lesson.kinds == ("multiway",)
    many = pd.DataFrame({"x": range(22), "y": list("ab") * 11})
    for data, target in ((frame(), "label"), (many, "y")):
        assert explore_splits(data, target).state.lesson.kinds == ("multiway", "threshold")
    few = many.assign(x=many["x"] % 10)
    assert explore_splits(few, "y").state.lesson.kinds == ("multiway",)
    with pytest.raises(ValueError, match="'x' holds numbers with fractions"):
        explore_splits(frame(), "label", kinds=("multiway",))


def test_columns_of_any_name_are_chosen_and_kept_in_their_order():
    rng = np.random.default_rng(0)
    names = ["$", "your", "!", "capitals mean", "ß%<b>&"]
    mails = pd.DataFrame(rng.gamma(1, 1, (60, 5)), columns=names)
    mails["label"] = np.where(mails["!"] > 1, "spam", "ham")
    view = explore_splits(mails, "label", columns=["!", "$"])
    assert list(view.state.lesson.table.names) == ["!", "$"] and view.state.lesson.is_plane
    assert "! ≤ " in view.figure.picture["words"]
    three = explore_splits(mails, target="label", columns=names[2:])
    three.touch("ask ß%<b>&")
    assert "ß%&lt;b&gt;&amp;" in three.figure.picture["svg"]
    assert "ß%&lt;b&gt;&amp;" in three.table.value


def test_one_class_leaves_nothing_to_ask():
    view = explore_splits(frame().assign(label="yes"), "label", unlock="all")
    assert "Nothing is left to ask" in view.figure.picture["words"]
    view.buttons["grow"].click()
    assert "there is no question to grow by" in view.figure.picture["words"]


def test_forty_classes_with_long_names_in_any_script():
    rng = np.random.default_rng(1)
    names = [f"{'a very long name of a class, longer than any screen ' * 2}{k}" for k in range(38)]
    labels = [*names, "🌲 forest", "שלום"]
    data = pd.DataFrame({"🌍" * 30: rng.choice(["ימין", "🙂"], 200), "x": rng.choice(labels, 200)})
    data["y"] = labels * 5
    view = explore_splits(data, "y")
    assert "200 rows: 5" in view.figure.picture["words"]
    assert len(view.figure.picture["words"]) < 500
    view.buttons["grow"].click()
    assert "… \u2068ימין\u2069 (96 rows: " in view.node.label  # a count keeps its side of the name


def test_letters_of_a_tree_with_long_names_stay_readable():
    rng = np.random.default_rng(0)
    names = [letter * 60 for letter in "abc"]
    data = pd.DataFrame({name: rng.choice([*names, "x"], 80) for name in names})
    view = explore_splits(data.assign(y=rng.choice(names, 80)), "y")
    view.buttons["grow"].click()
    view.buttons["finish"].click()
    sizes = re.findall(r"font-size: ([\d.]+)px", view.figure.picture["svg"])
    assert min(map(float, sizes)) >= 9


def test_a_hundred_thousand_rows():
    view = explore_splits(frame(100_000), "label", unlock="all")
    view.touch("ask x")
    assert len(view.drawn.zones[-1].stops) == 200
    assert "100,000 rows" in view.figure.picture["words"]
    assert "200 evenly chosen thresholds" in view.figure.picture["words"]
    view.buttons["grow"].click()
    assert view.state.tree.n_leaves == 2


# ------------------------------------------------------------------ picture and view


def test_the_picture_marks_the_node_and_fades_the_proposal():
    state = studio().propose("ELEVATION").grow()
    figure = Figure(figsize=state.size)
    state.draw(figure)
    bars, _, tree = figure.axes
    description = tree.description
    assert description.startswith("A tree of 4 leaves and depth 1")
    assert description.endswith(
        "Proposed at ELEVATION medium, drawn faded: STREAM "
        "(False: 1 row: 1 chaparral; True: 1 row: 1 riparian)."
    )
    texts = {text.get_text() for text in tree.texts}
    assert {"ELEVATION?", "STREAM?", "low", "medium"} <= texts


@pytest.fixture
def view():
    return explore_splits()


def test_growing_and_undoing_in_the_view(view):
    before = view.figure.picture["svg"]
    view.touch("ask ELEVATION")
    proposed = view.figure.picture["svg"]
    assert proposed != before
    view.buttons["grow"].click()
    assert "At ELEVATION medium" in view.figure.picture["words"]
    assert view.node.value == (1,)
    assert not any(zone.id == "ask ELEVATION" for zone in view.drawn.zones)
    view.buttons["undo"].click()
    assert view.state.tree.is_leaf
    assert view.figure.picture["svg"] == proposed
    view.buttons["redo"].click()
    assert view.state.tree.n_leaves == 4


def test_choosing_a_node_in_the_view(view):
    view.touch("ask ELEVATION")
    view.buttons["grow"].click()
    view.touch("node 2")
    assert "At ELEVATION high (3 rows: 2 chaparral, 1 conifer)" in view.figure.picture["words"]
    labels = [label for label, _ in view.node.options]
    assert labels[-1].startswith("ask again: root")


def test_a_node_is_named_by_the_last_answers_on_its_way():
    view = explore_splits("titanic", unlock="all")
    view.buttons["finish"].click()
    labels = [label for label, _ in view.node.options]
    assert "ask again: root (2,201 rows: 1490 no, 711 yes)" in labels
    view = explore_splits("multiplexer")
    for feature in ("d1", "d2", "d3"):
        view.touch(f"ask {feature}")
        view.buttons["grow"].click()
    assert view.node.label.startswith("… → d2 False → d3 False (8 rows: ")


def test_finish_compare_and_export_in_the_view(view):
    view.buttons["undo"].click()
    assert "nothing to undo" in view.figure.picture["words"]
    view.buttons["finish"].click()
    assert view.state.tree.n_leaves == 7
    view.buttons["compare"].click()
    assert "training accuracy" in view.more.value
    view.buttons["export"].click()
    assert "ask(&quot;ELEVATION&quot;" in view.more.value
    view.buttons["undo"].click()
    assert view.more.value == ""


def test_only_what_is_unlocked_can_be_seen(view):
    hidden = (view.node, view.feature, view.kind, view.rival, view.gain)
    assert [control.layout.display for control in hidden] == ["none"] * 5
    assert view.distributions.disabled
    view.buttons["finish"].click()
    assert not view.distributions.disabled
    full = explore_splits("buys_computer", unlock="all")
    assert full.rival.layout.display is None
    full.touch("ask age")
    assert full.kind.options == ("multiway", "subset")


def test_a_cut_is_dragged():
    view = explore_splits("vegetation_continuous", unlock="all")
    view.touch("ask ELEVATION")
    view.touch("cut", 4175.0)
    assert "0.863 bits, 1st of the 2 features tried" in view.figure.picture["words"]
    view.rival.value = "CART"
    assert "Gini gain" in view.figure.picture["words"]
    assert view.buttons["finish"].description == "Finish with CART"


def test_a_closed_leaf_has_no_table_and_all_controls_follow():
    view = explore_splits(unlock="all")
    view.touch("ask ELEVATION")
    view.touch("node 1")
    assert "Children by STREAM" in view.table.value
    view.touch("node 0")
    assert "Nothing to ask: the leaf is pure" in view.figure.picture["words"]
    assert view.table.value == "" and view.node.value == (0,)
    view.rival.value = "CART"
    assert view.buttons["finish"].description == "Finish with CART"
    view.buttons["finish"].click()
    view.touch("node 0")
    assert view.table.value == ""


def test_buttons_that_would_do_nothing_are_disabled(view):
    def disabled():
        return {name for name, button in view.buttons.items() if button.disabled}

    assert disabled() == {"undo", "redo"}
    view.buttons["finish"].click()
    assert disabled() == {"grow", "redo", "finish"}
    view.buttons["undo"].click()
    assert disabled() == {"undo"}
    view.buttons["compare"].click()
    assert disabled() == {"grow", "undo"}


def bars_of(state):
    figure = Figure(figsize=state.size)
    state.draw(figure)
    return figure.axes[0]


def test_a_feature_that_splits_nothing_says_why():
    bars = bars_of(studio().propose("STREAM").grow())
    assert "STREAM: one value; SLOPE: " in bars.description
    pure = studio().propose("ELEVATION").grow().choose((0,))
    assert "one value" in bars_of(pure).description


@pytest.mark.parametrize("best", [False, True])
def test_bars_have_no_colour_of_a_class(best):
    state = studio().propose("ELEVATION").show_best(best)
    classes = {to_hex(mark.colour) for mark in state.lesson.marks}
    faces = {to_hex(patch.get_facecolor()) for patch in bars_of(state).patches}
    assert len(faces) > 1 and not faces & classes


def test_what_has_no_room_is_known():
    state = studio()
    assert state.left_out(state.size) == ""
    assert state.left_out(state.smallest) == "the counts and bars in the boxes"
    texts = {}
    for size in (state.size, state.smallest):
        state.draw(figure := Figure(figsize=size))
        texts[size] = {text.get_text() for text in figure.axes[-1].texts}
    assert "3 : 2 : 2" in {text.replace("\u2009", " ") for text in texts[state.size]}
    assert not any(":" in text for text in texts[state.smallest])


def test_every_control_has_a_name(view):
    controls = (view.node, view.feature, view.kind, view.rival, view.best, view.distributions)
    assert all(control.description for control in controls)
    assert all(button.description and button.tooltip for button in view.buttons.values())


# ------------------------------------------------------------------ distributions


@pytest.mark.parametrize("data", ["vegetation_continuous", "bike_rentals"])
def test_the_rows_of_each_question_stand_in_its_box_and_nodes_stay_buttons(data):
    view = explore_splits(data, unlock="all")
    view.buttons["finish"].click()
    plain = view.figure.picture["svg"]
    nodes = {zone.id for zone in view.drawn.zones}
    view.distributions.value = True
    assert view.figure.picture["svg"] != plain
    assert {zone.id for zone in view.drawn.zones} <= nodes  # some levels may have no room
    assert len(view.drawn.zones) > 2
    sizes = map(float, re.findall(r"font-size: ([\d.]+)px", view.figure.picture["svg"]))
    assert min(sizes) >= 9.8
    question = view.state.tree.question
    view.touch("node ")
    assert view.state.question == question and view.state.distributions
    view.distributions.value = False
    assert not view.state.distributions


def test_the_rows_in_a_box_are_those_that_come_to_its_node():
    state = studio("vegetation_continuous", unlock="all").finish().show_distributions(True)
    for item in state.sheet.tree.plan.items:
        if item.panel is not None:
            assert len(item.panel.rows.places) == item.node.n_rows
            counts = np.bincount(item.panel.rows.target, minlength=len(item.node.stats))
            assert counts.tolist() == list(item.node.stats)


def test_where_a_box_has_no_panel_it_has_no_histogram_either():
    state = studio("bike_rentals", unlock="all").finish().show_distributions(True)
    plan = state.low_sheet.tree.plan
    assert [item.panel is not None for item in plan.items] == [True, *[False] * 4]
    figure = Figure(figsize=state.smallest)
    state.draw(figure)
    boxes, bars = plan.layout.boxes, figure.axes[-1].patches
    shapes = [patch for patch in bars if patch.get_path().get_extents().x0 > boxes[1].left]
    assert all(patch.get_gid() for patch in shapes)  # only what lights up behind
