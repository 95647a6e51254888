"""Split Studio: its state, without a browser."""

import numpy as np
import pytest
from helpers.studios import ALL, frame, studio
from hypothesis import given, settings
from hypothesis import strategies as st

import dtlab
from dtlab import C45, CART, ID3, Groups, RegressionTree, Threshold, gini, information_gain, load
from dtlab.widgets.base.measures import CLASS_MEASURES, MEASURES
from dtlab.widgets.studio.paths import at
from dtlab.widgets.studio.tables import children_table


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
    assert best.words.endswith("0.877 bits, 1st of the 2 features tried.")
    assert "1st of 3 features. ID3 would ask the same." in best.show_best(True).words


def test_a_question_that_is_not_the_best_of_its_feature_counts_no_feature_twice():
    state = studio("buys_computer", **ALL).against("CART")
    best = state.propose("age", subset=["middle_aged"])
    assert (best.rank.place, best.rank.of) == (1, 4)  # student 0.0918, others less
    other = state.propose("age", subset=["youth"])  # 0.0655
    assert (other.rank.place, other.rank.of) == (2, 4)
    told = other.show_best(True).words
    assert "2nd of 4 features. CART would ask age (youth, senior | middle_aged)" in told
    assert (state.propose("student").rank.place, state.propose("student").rank.of) == (2, 4)


def test_words_say_where_what_and_once_it_is_wanted_what_id3_would_ask():
    said = (
        "At the root (7 rows: 3 chaparral, 2 conifer, 2 riparian). STREAM: information gain "
        "0.306 bits"
    )
    assert studio().words == f"{said}."
    told = f"{said}, 3rd of 3 features. ID3 would ask ELEVATION (0.877 bits)."
    assert studio().show_best(True).words == told


def test_a_question_is_ranked_among_those_tried_until_the_best_is_shown():
    start = studio()
    second = start.propose("SLOPE")
    assert second.words.endswith("SLOPE: information gain 0.577 bits, 1st of the 2 features tried.")
    third = second.propose("ELEVATION").ask("SLOPE")
    assert third.words.endswith("2nd of the 3 features tried.")
    for state in (start, second):  # nothing depends on what has not been tried
        assert "of 3" not in state.words


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
    assert third.undo().redo().path == third.path
    with pytest.raises(ValueError, match="nothing to undo"):
        first.undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        third.redo()


def test_undo_brings_back_what_was_tried_and_the_question():
    tried = studio().propose("SLOPE").propose("ELEVATION")
    back = tried.grow().undo()
    assert (back.path, back.question, back.worths) == ((), tried.question, tried.worths)
    assert list(back.worths) == ["STREAM", "SLOPE", "ELEVATION"]
    assert back.can_grow and back.grow().tree == tried.grow().tree
    again = back.redo()
    assert again.question == tried.grow().question and again.worths == tried.grow().worths


def test_only_a_new_question_can_be_grown():
    state = studio()
    assert state.can_grow and not state.compare_trees().can_grow
    done = state.propose("ELEVATION").finish()
    assert not done.can_grow and not done.choose(()).can_grow
    assert done.choose(()).ask("STREAM").can_grow
    with pytest.raises(ValueError, match="no question to grow by: no leaf is open any more"):
        done.grow()


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
    with pytest.raises(ValueError, match="'STREAM' does not split this node; choose from: SLOPE"):
        state.propose("STREAM")
    with pytest.raises(ValueError, match="no node at"):
        state.choose((5,))


# ------------------------------------------------------------------ kinds and measures


def test_a_threshold_is_counted_as_the_lecture_does():
    state = studio("vegetation_continuous", **ALL).propose("ELEVATION", threshold=4000)
    assert state.question == Threshold("ELEVATION", 4175)
    assert state.kind == "threshold"
    assert state.rank.score == pytest.approx(0.8631, abs=1e-4)
    assert [child.n_rows for child in state.proposal.children] == [5, 2]


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
    assert "chi-square p-value" in html


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
    assert "C4.5 would stop here." in state.show_best(True).words


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


def test_ten_numbers_that_all_differ_are_not_ten_classes():
    assert studio("bike_temp_rentals").words.endswith("TEMP ≤ 20.5: variance gain 49684.")


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


def test_the_learners_own_frame():
    state = studio(frame(), "label", **ALL)
    assert state.spot.features == ("size", "x", "kind")
    assert state.finish().compare().loc["yours", "training accuracy"] == 1.0


def test_rows_to_validate_may_be_given():
    state = studio(frame(), "label", **ALL, validation=frame(20, seed=1))
    assert len(state.lesson.validation[1]) == 20
    assert "validation accuracy" in state.compare()


def test_missing_values_follow_the_branch_of_most_rows():
    data = frame()
    data.loc[0:4, "kind"] = None
    state = studio(data, "label", **{**ALL, "algorithms": ("CART",)}).propose("kind")
    largest = data["kind"].value_counts().idxmax()
    assert state.question.missing == state.question.branch[largest]
    assert sum(child.n_rows for child in state.proposal.children) == 40
    with pytest.raises(ValueError, match="ID3 cannot use them"):
        studio(data, "label", **ALL)


def test_c45_divides_missing_values_and_the_learner_does_not():
    data = frame().assign(kind=lambda data: data["kind"].where(data.index > 4))
    state = studio(data, "label", **{**ALL, "algorithms": ("C4.5",)}).propose("kind")
    finished = state.finish()
    asks = [finished.choose(path) for path in finished.asked_paths]
    asks = [here for here in asks if here.question.feature == "kind"]
    assert asks and all(here.rank.score > 0 for here in asks)
    for here in asks:
        assert sum(child.n_rows for child in here.proposal.children) == here.leaf.n_rows


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
