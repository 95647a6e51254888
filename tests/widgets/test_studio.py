"""Split Studio: its state without a browser, then its view driven by the controls."""

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

import dtlab
from dtlab import C45, CART, ID3, Groups, RegressionTree, Threshold, gini, information_gain, load
from dtlab.widgets import explore_splits
from dtlab.widgets.base.measures import CLASS_MEASURES, MEASURES
from dtlab.widgets.studio.lesson import CLASSIFIERS, KINDS, lesson
from dtlab.widgets.studio.paths import at
from dtlab.widgets.studio.state import Studio
from dtlab.widgets.studio.tables import children_table

ALL = {"measures": tuple(CLASS_MEASURES), "kinds": KINDS, "algorithms": tuple(CLASSIFIERS)}


def studio(data="vegetation", target=None, **rules):
    return Studio.start(lesson(data, target, **rules))


def by_hand(tree):
    """The tree that the exported source makes."""
    names = {name: getattr(dtlab, name) for name in ("ask", "leaf", "Threshold")}
    exec(tree.to_python(), names)
    return names["tree"]


# ------------------------------------------------------------------ growing by hand


def test_it_starts_with_all_rows_in_one_leaf():
    start = studio()
    assert start.tree.is_leaf
    assert start.tree.counts == {"chaparral": 3, "conifer": 2, "riparian": 2}
    assert start.tree.impurity == pytest.approx(1.5567, abs=1e-4)
    assert start.question.feature == "STREAM"
    assert start.open_paths == [()]


def test_a_question_is_ranked_against_id3():
    rank = studio().propose("SLOPE").rank
    assert (rank.place, rank.of) == (2, 3)
    assert rank.score == pytest.approx(0.5774, abs=1e-4)
    assert rank.advice.feature == "ELEVATION"
    assert rank.best == pytest.approx(0.8774, abs=1e-4)
    assert not rank.agrees
    best = studio().propose("ELEVATION")
    assert best.rank.agrees
    assert "1st of 3. ID3 would ask the same." in best.words


def test_words_say_where_what_and_what_id3_would_ask():
    assert studio().words == (
        "At the root (7 rows: 3 chaparral, 2 conifer, 2 riparian). STREAM: information gain "
        "0.306 bits, 3rd of 3. ID3 would ask ELEVATION (0.877 bits)."
    )


def test_following_the_advice_grows_the_tree_of_id3():
    state, veg = studio(), load("vegetation")
    while state.question is not None:
        state = state.propose(state.rank.advice.feature).grow()
    assert state.tree == ID3().fit(veg.X, veg.y).tree_
    assert state.words.startswith("Nothing is left to ask: every leaf is pure.")


def test_after_growing_the_next_open_leaf_is_chosen():
    state = studio().propose("ELEVATION").grow()
    assert state.open_paths == [(1,), (2,)]
    assert state.path == (1,)
    assert state.grow().path == (2,)


def test_undo_and_redo_walk_through_the_history():
    first = studio()
    second = first.propose("SLOPE").grow()
    third = second.grow()
    assert third.undo().tree is second.tree
    assert third.undo().undo().tree is first.tree
    assert third.undo().undo().redo().redo().tree is third.tree
    assert third.undo().path == second.path
    assert third.undo().grow().future == ()
    with pytest.raises(ValueError, match="nothing to undo"):
        first.undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        third.redo()


def test_states_never_change():
    state = studio()
    tree, question = state.tree, state.question
    state.propose("ELEVATION").grow().finish()
    assert (state.tree, state.question, state.past) == (tree, question, ())


def test_another_question_at_an_inner_node_replaces_what_is_below():
    state = studio().propose("ELEVATION").grow().finish().choose(())
    assert state.asked_paths == [(), (1,), (2,)]
    again = state.propose("STREAM").grow()
    assert again.tree.question.feature == "STREAM"
    assert again.tree.depth == 1


def test_a_feature_that_does_not_split_is_refused():
    state = studio().propose("STREAM").grow()
    assert "STREAM" not in state.spot.features
    with pytest.raises(ValueError, match="'STREAM' does not split this node; what does: SLOPE"):
        state.propose("STREAM")
    with pytest.raises(ValueError, match="no node at"):
        state.choose((5,))


# ------------------------------------------------------------------ kinds and measures


def test_a_threshold_is_counted_as_the_lecture_does():
    state = studio("vegetation_continuous", **ALL).propose("ELEVATION", threshold=4000)
    assert state.question == Threshold("ELEVATION", 4175)
    assert state.kind == "threshold"
    assert state.rank.score == pytest.approx(0.8631, abs=1e-4)
    assert [child.n_rows for child in state.proposal.node.children] == [5, 2]


def test_a_subset_is_two_groups_of_the_values_that_occur():
    state = studio("buys_computer", **ALL).against("CART")
    state = state.propose("age", subset=["middle_aged"])
    assert state.question == Groups("age", {"youth": 1, "middle_aged": 0, "senior": 1})
    assert state.rank.agrees
    assert state.rank.score == pytest.approx(0.1020, abs=1e-4)
    for wrong in ([], ["youth", "middle_aged", "senior"]):
        with pytest.raises(ValueError, match="choose some values of age, not all"):
            state.propose("age", subset=wrong)


def test_every_measure_is_that_of_the_columns():
    state = studio("buys_computer", **ALL).propose("student")
    buys = load("buys_computer")
    shown = {name: MEASURES[name].of(state.proposal) for name in CLASS_MEASURES}
    x, y = buys.X["student"], buys.y
    assert shown["entropy"] == pytest.approx(information_gain(x, y))
    assert shown["gini"] == pytest.approx(information_gain(x, y, gini))
    assert shown["gain ratio"] == pytest.approx(dtlab.gain_ratio(x, y))
    assert shown["twoing"] == pytest.approx(dtlab.twoing(x, y))
    assert shown["chi-square"] == pytest.approx(dtlab.chi_square(x, y).p_value)
    assert shown["error"] == pytest.approx(information_gain(x, y, dtlab.error))
    assert MEASURES["twoing"].of(state.propose("age", kind="multiway").proposal) is None


def test_the_table_shows_children_and_only_unlocked_measures():
    html = children_table(studio().propose("ELEVATION"))
    assert "3 rows: 2 chaparral, 1 conifer" in html
    assert "0.918" in html
    assert "information gain 0.877 bits" in html
    assert "Gini" not in html
    html = children_table(studio(**ALL).propose("ELEVATION"))
    assert "Gini" in html
    assert "χ² p-value" in html


def test_two_values_need_no_subset():
    state = studio("buys_computer", **ALL)
    assert state.kinds_of("student") == ("multiway",)
    assert state.kinds_of("age") == ("multiway", "subset")


# ------------------------------------------------------------------ the algorithms


@pytest.mark.parametrize("name", ["buys_computer", "play_golf_numeric", "titanic"])
@pytest.mark.parametrize(
    ("rival", "model"),
    [
        ("ID3", ID3(numeric="threshold")),
        ("CART", CART()),
        ("C4.5", C45(prune=False, collapse=False)),
    ],
)
def test_finishing_from_the_root_is_the_algorithm_itself(name, rival, model):
    data = load(name)
    tree = studio(name, **ALL).against(rival).finish().tree
    assert tree.bare() == model.fit(data.X, data.y).tree_.bare()


def test_finishing_goes_on_from_where_the_learner_stands():
    state = studio("buys_computer").propose("student").grow().finish()
    assert state.tree.question.feature == "student"
    assert all(leaf.impurity == 0 for leaf in state.tree.leaves())
    assert state.undo().tree.depth == 1
    with pytest.raises(ValueError, match="would ask nothing more"):
        state.finish()


def test_id3_does_not_ask_a_value_again_that_it_knows():
    state = studio("multiplexer").propose("d0").grow().finish()
    paths = [state.tree.path(row) for _, row in load("multiplexer").X.iterrows()]
    asked = [[q.feature for _, q, _ in path if q is not None] for path in paths]
    assert all(len(features) == len(set(features)) for features in asked)


def test_c45_may_prefer_another_question_than_the_best_ratio():
    state = studio("buys_computer", **ALL).against("C4.5")
    assert state.rank.measure.name == "gain ratio"
    assert state.rank.advice.feature == "age"


def test_an_algorithm_may_stop_where_the_learner_goes_on():
    state = studio("titanic", **ALL).propose("sex").grow().against("C4.5").finish()
    assert state.question is not None
    assert "C4.5 would stop here." in state.words


def test_comparison_with_the_algorithms():
    state = studio("titanic", **ALL, validation=0.3).propose("sex").grow()
    table = state.compare()
    assert list(table.index) == ["yours", "ID3", "C4.5", "CART"]
    assert list(table.columns) == ["leaves", "depth", "training accuracy", "validation accuracy"]
    assert table.loc["yours", ["leaves", "depth"]].tolist() == [2, 1]
    about = state.lesson
    model = CART().fit(about.X, about.y)
    assert table.loc["CART", "validation accuracy"] == model.score(*about.validation)
    assert len(about.y) + len(about.validation[1]) == 2201
    women = about.validation[0]["sex"] == "female"
    right = np.where(women, "yes", "no") == about.validation[1]
    assert table.loc["yours", "validation accuracy"] == pytest.approx(right.mean())


def test_exported_python_makes_the_same_tree():
    state = studio("play_golf_numeric", **ALL).against("CART").finish()
    assert by_hand(state) == state.tree.bare()
    assert by_hand(studio()) == studio().tree.bare()
    assert studio().to_python().startswith("from dtlab import leaf\n")


# ------------------------------------------------------------------ numbers


def test_a_target_of_numbers_is_split_by_variance():
    state = studio("bike_rentals")
    bikes = load("bike_rentals")
    assert state.lesson.measures == ("variance",)
    season = state.propose("SEASON")
    expected = information_gain(bikes.X["SEASON"], bikes.y, dtlab.variance)
    assert season.rank.score == pytest.approx(expected)
    tree = RegressionTree(multiway=True).fit(bikes.X, bikes.y).tree_
    assert state.finish().tree.bare() == tree.bare()
    assert state.finish().compare().loc["yours", "training R²"] == pytest.approx(0.9976, abs=1e-4)
    assert "variance" in children_table(season)


# ------------------------------------------------------------------ own data, odd data


def frame(n=40, seed=0):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "size": rng.choice(["small", "large"], n),
            "x": rng.normal(size=n),
            "kind": rng.choice(list("abcd"), n),
            "label": rng.choice(["yes", "no"], n),
        }
    )


def test_the_learners_own_frame():
    state = studio(frame(), "label", **ALL)
    assert state.spot.features == ("size", "x", "kind")
    assert state.finish().compare().loc["yours", "training accuracy"] == 1.0


def test_rows_to_validate_may_be_given():
    state = studio(frame(), "label", **ALL, validation=frame(20, seed=1))
    assert len(state.lesson.validation[1]) == 20
    assert "validation accuracy" in state.compare()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((frame(), None), "target must name a column of the data"),
        ((frame(), "nowhere"), "not 'nowhere'"),
        ((frame().iloc[:0], "label"), "at least one row"),
        ((frame()[["label"]], "label"), "a feature beside the target"),
        ((frame(), "label"), "'x' holds numbers with fractions"),
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
    ],
)
def test_rules_that_make_no_sense(rules, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_splits(**rules)


def test_missing_values_follow_the_branch_of_most_rows():
    data = frame()
    data.loc[0:4, "kind"] = None
    state = studio(data, "label", **{**ALL, "algorithms": ("CART",)}).propose("kind")
    largest = data["kind"].value_counts().idxmax()
    assert state.question.missing == state.question.branch[largest]
    assert sum(child.n_rows for child in state.proposal.node.children) == 40
    with pytest.raises(ValueError, match="ID3 cannot use them"):
        studio(data, "label", **ALL)


def test_one_class_leaves_nothing_to_ask():
    view = explore_splits(frame().assign(label="yes"), "label", unlock="all")
    assert "Nothing is left to ask" in view.words.value
    view.buttons["grow"].click()
    assert "there is no question to grow by" in view.words.value


def test_forty_classes_with_long_names_in_any_script():
    rng = np.random.default_rng(1)
    names = [f"{'a very long name of a class, longer than any screen ' * 2}{k}" for k in range(38)]
    labels = [*names, "🌲 forest", "שלום"]
    data = pd.DataFrame({"🌍" * 30: rng.choice(["ימין", "🙂"], 200), "x": rng.choice(labels, 200)})
    data["y"] = labels * 5
    view = explore_splits(data, "y")
    assert "200 rows: 5" in view.words.value
    assert len(view.words.value) < 500
    view.buttons["grow"].click()
    assert "… \u2068ימין\u2069 (96 rows: " in view.node.label  # a count keeps its side of the name


def test_letters_of_a_tree_with_long_names_stay_readable():
    rng = np.random.default_rng(0)
    names = [letter * 60 for letter in "abc"]
    data = pd.DataFrame({name: rng.choice([*names, "x"], 80) for name in names})
    view = explore_splits(data.assign(y=rng.choice(names, 80)), "y")
    view.buttons["grow"].click()
    view.buttons["finish"].click()
    sizes = re.findall(r"font-size: ([\d.]+)px", view.picture.value)
    assert min(map(float, sizes)) >= 9
    assert "more leaves" in view.picture.value


def test_a_hundred_thousand_rows():
    view = explore_splits(frame(100_000), "label", unlock="all")
    view.feature.value = "x"
    assert len(view.threshold.options) == 200
    assert "100,000 rows" in view.words.value
    assert "200 evenly chosen thresholds" in view.words.value
    view.buttons["grow"].click()
    assert view.state.tree.n_leaves == 2


@settings(max_examples=30)
@given(st.lists(st.integers(0, 5), max_size=12), st.integers(0, 3))
def test_any_way_of_growing_keeps_every_row(moves, seed):
    state = studio(frame(30, seed), "label", **ALL)
    for move in moves:
        if state.question is None:
            break
        state = state.choose(state.open_paths[move % len(state.open_paths)])
        features = state.spot.features
        state = state.propose(features[move % len(features)]).grow()
    assert sum(leaf.n_rows for leaf in state.tree.leaves()) == 30
    for path in state.open_paths:
        node = at(state.tree, path)
        rows = state.spot_at(path).rows
        labels = state.lesson.y.to_numpy()[rows]
        assert node.counts == {label: (labels == label).sum() for label in ("no", "yes")}


# ------------------------------------------------------------------ picture and view


def test_the_picture_marks_the_node_and_fades_the_proposal():
    figure = Figure()
    state = studio().propose("ELEVATION").grow()
    state.draw(figure)
    description = figure.axes[0].description
    assert description.startswith("A tree of 4 leaves and depth 1")
    assert description.endswith(
        "Proposed at ELEVATION medium, drawn faded: STREAM "
        "(False: 1 row: 1 chaparral; True: 1 row: 1 riparian)."
    )
    texts = {text.get_text() for text in figure.axes[0].texts}
    assert {"ELEVATION?", "STREAM?", "low", "medium"} <= texts


@pytest.fixture
def view():
    return explore_splits()


def test_growing_and_undoing_in_the_view(view):
    before = view.picture.value
    view.feature.value = "ELEVATION"
    proposed = view.picture.value
    assert proposed != before
    view.buttons["grow"].click()
    assert "At ELEVATION medium" in view.words.value
    assert view.node.value == (1,)
    assert "ELEVATION" not in view.feature.options
    view.buttons["undo"].click()
    assert view.state.tree.is_leaf
    assert view.picture.value == before
    view.buttons["redo"].click()
    assert view.state.tree.n_leaves == 4


def test_choosing_a_node_in_the_view(view):
    view.feature.value = "ELEVATION"
    view.buttons["grow"].click()
    view.node.value = (2,)
    assert "At ELEVATION high (3 rows: 2 chaparral, 1 conifer)" in view.words.value
    labels = [label for label, _ in view.node.options]
    assert labels[-1].startswith("ask again: root")


def test_a_node_is_named_by_the_last_answers_on_its_way():
    view = explore_splits("titanic", unlock="all")
    view.buttons["finish"].click()
    labels = [label for label, _ in view.node.options]
    assert "ask again: root (2,201 rows: 1490 no, 711 yes)" in labels
    view = explore_splits("multiplexer")
    for feature in ("d1", "d2", "d3"):
        view.feature.value = feature
        view.buttons["grow"].click()
    assert view.node.label.startswith("… → d2 False → d3 False (8 rows: ")


def test_finish_compare_and_export_in_the_view(view):
    view.buttons["undo"].click()
    assert "nothing to undo" in view.words.value
    view.buttons["finish"].click()
    assert view.state.tree.n_leaves == 7
    view.buttons["compare"].click()
    assert "training accuracy" in view.more.value
    view.buttons["export"].click()
    assert "ask(&quot;ELEVATION&quot;" in view.more.value
    view.buttons["undo"].click()
    assert view.more.value == ""


def test_only_what_is_unlocked_can_be_seen(view):
    hidden = (view.kind, view.threshold, view.subset, view.rival)
    assert [control.layout.display for control in hidden] == ["none"] * 4
    full = explore_splits("buys_computer", unlock="all")
    assert full.rival.layout.display is None
    full.feature.value = "age"
    assert full.kind.options == ("multiway", "subset")


def test_a_subset_is_chosen_by_check_boxes():
    view = explore_splits("buys_computer", unlock="all")
    view.feature.value = "age"
    view.kind.value = "subset"
    boxes = view.subset.children[1:]
    assert [(box.description, box.value) for box in boxes] == [
        ("youth", True), ("middle_aged", False), ("senior", False),
    ]  # fmt: skip
    boxes[2].value = True
    assert view.state.question.values(0) == ("youth", "senior")
    picture = view.picture.value
    boxes[1].value = True
    assert "not all" in view.words.value
    assert view.picture.value == picture
    boxes[0].value = False
    assert view.state.question.values(0) == ("middle_aged", "senior")


def test_a_threshold_is_chosen_by_a_slider():
    view = explore_splits("vegetation_continuous", unlock="all")
    view.feature.value = "ELEVATION"
    view.threshold.value = 4175.0
    assert "0.863 bits, 1st of 3" in view.words.value
    view.rival.value = "CART"
    assert "Gini gain" in view.words.value
    assert view.buttons["finish"].description == "Finish with CART"


def test_every_control_has_a_name(view):
    controls = (view.node, view.feature, view.kind, view.threshold, view.rival)
    assert all(control.description for control in controls)
    assert all(button.description and button.tooltip for button in view.buttons.values())
