"""Widgets on forests, AdaBoost and gradient boosting: states without a browser, then the views."""

import re
from dataclasses import replace
from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from matplotlib.figure import Figure
from sklearn.base import clone

from dtlab import CART, AdaBoost, GradientBoosting, RandomForest
from dtlab.widgets import explore_adaboost, explore_forest, explore_gradient_boosting
from dtlab.widgets.adaboost import AdaBoostState
from dtlab.widgets.base.folds import said_of_new_rows
from dtlab.widgets.base.samples import Sample, lecture, two_irises, two_moons
from dtlab.widgets.forest import ForestState
from dtlab.widgets.forest_growing import alone, grown, together
from dtlab.widgets.forest_plane import plane
from dtlab.widgets.gradient_boosting import (
    MOST_DEPTH,
    N_STAGES,
    RATES,
    GradientState,
    study,
    widest,
)

CRESCENTS = two_moons(100, seed=6)  # as the forest has them
EXPLORERS = (explore_forest, explore_adaboost, explore_gradient_boosting)


def drawn(state, size=(8, 6)):
    """The axes of a state's figure."""
    figure = Figure(figsize=size, layout="constrained")
    state.draw(figure)
    return figure.axes


# ------------------------------------------------------------------ the forest


def with_gaps_and_a_category():
    """Crescents with missing numbers, and a colour as a third feature."""
    data = two_moons()
    X = data.X.assign(colour=np.resize(["red", "green", "blue"], len(data.y)))
    X.iloc[::9, 1] = np.nan
    return Sample("gaps", X, data.y)


def moved_by_hand(data, row, place):
    """The features with a row in another place, as a user would write it."""
    X, where = data.X.copy(), plane(data)
    X.loc[X.index[where.rows.known][row], where.rows.varied] = where.place(row, place)
    return X


@pytest.mark.parametrize("data", [CRESCENTS, two_irises(), with_gaps_and_a_category()])
def test_trees_grown_for_a_dragged_row_are_those_of_the_public_models(data):
    where = plane(data)
    names = np.array([kind.label for kind in where.kinds])
    for i, (row, place) in enumerate(product(where.loose[:2], (None, 0, 333, 600))):
        moved = None if place is None else (row, place)
        X = data.X if place is None else moved_by_hand(data, row, place)
        k, max_features = (1, 2, 7, 10)[i % 4], ("sqrt", "all")[i % 2]
        setting = data, max_features, i, moved, 10
        found = grown(*setting)
        forest = RandomForest(k, max_features, random_state=i).fit(X, data.y)
        said = forest.predict(where.cells).astype(str)
        assert names[together(k, *setting)].ravel().tolist() == said.tolist()
        said = CART().fit(X, data.y).predict(where.cells).astype(str)
        assert names[alone(data, moved)].ravel().tolist() == said.tolist()
        assert found.training[k - 1] == pytest.approx(1 - forest.score(X, data.y))
        assert found.out_of_bag[k - 1] == pytest.approx(1 - forest.oob_score_)
        known = np.isfinite(forest.oob_decision_function_[:, 0]).sum()
        assert found.judged[k - 1] == known
    few, many = ForestState(data, 7, "all", 0), grown(data, "all", 0)
    assert few.grown.out_of_bag[6] == many.out_of_bag[6]


def test_a_forest_is_grown_once_for_all_its_sizes():
    data = two_irises()
    drawn(ForestState(data, 11, 1, 8))
    before = grown.cache_info().misses
    for k in (20, 50):
        drawn(ForestState(data, k, 1, 8))
    assert grown.cache_info().misses == before


def test_forest_state_draws_both_boundaries_and_the_errors_so_far():
    state = ForestState(two_moons(), 10, "sqrt", 0)
    left, right, below, _ = drawn(state)
    assert left.get_xlabel() == right.get_xlabel() == "east" and left.get_ylabel() == "north"
    solid = next(line for line in below.lines if line.get_linestyle() == "-")
    assert solid.get_ydata() == pytest.approx(state.grown.out_of_bag[:10])
    assert f"error {state.grown.out_of_bag[9]:.3f} out of bag" in state.words
    assert "changed" not in left.description and "Drag one of the large marks" in state.words


def test_a_dragged_row_changes_one_tree_much_and_the_forest_little():
    state = ForestState(CRESCENTS, 50)
    row = state.plane.loose[1]
    place = state.plane.home(row) + 4 * len(state.plane.grids[row][0])  # up
    moved = state.touched(f"row {row}", place)
    (_, tree), (_, forest) = moved.answers
    assert tree.mean() > 0.1 > 0.05 > forest.mean() > 0
    shares = f"changes {tree.mean():.1%} of the plane, 50 trees {forest.mean():.1%}."
    assert moved.words.endswith(f"CART on all rows {shares}")
    left, right, *_ = drawn(moved)
    assert f"CART on all rows: {tree.mean():.1%} changed" in left.description
    assert f"50 trees: {forest.mean():.1%} changed" in right.description
    home = moved.touched(f"row {row}", state.plane.home(row))
    assert home == state
    x, y = moved.plane.place(row, place)
    assert moved.plane.table(moved.moved).rows()[row].tolist() == [x, y]
    assert moved.data.X.iloc[row].tolist() != [x, y]  # the data itself stays


def test_what_a_learner_sees_at_once_one_tree_jumps_and_ten_trees_hardly_move():
    state, changes = explore_forest().state, []
    for row in state.plane.loose:
        wide, high = map(len, state.plane.grids[row])
        line, column = divmod(state.plane.home(row), wide)
        for right, up in product((-4, 4), repeat=2):
            place = np.clip(column + right, 0, wide - 1) + wide * np.clip(line + up, 0, high - 1)
            moved = state.touched(f"row {row}", int(place))
            changes.append([part.mean() for _, part in moved.answers])
    tree, forest = np.median(changes, axis=0)
    assert tree > 0.1 and forest < 0.02


def test_the_rows_that_can_be_dragged_change_one_tree_and_are_apart():
    for data in (CRESCENTS, two_irises()):
        loose, cells = plane(data).loose, plane(data).cells
        before = CART().fit(data.X, data.y).predict(cells)
        models = [CART().fit(data.X.drop(index=i), data.y.drop(index=i)) for i in data.X.index]
        jumps = [np.mean(model.predict(cells) != before) for model in models]
        assert jumps[loose[0]] == max(jumps)
        places = data.X.iloc[loose, :2] / np.ptp(data.X.iloc[:, :2], axis=0)
        gaps = np.abs(places.to_numpy()[:, None] - places.to_numpy()).max(axis=2)
        assert len(loose) == 4 and gaps[np.triu_indices(4, 1)].min() > 0.12


@pytest.mark.parametrize("data", [CRESCENTS, two_irises()])
def test_a_row_goes_all_over_the_plane_in_small_steps_of_few_digits(data):
    where = plane(data)
    for row in where.loose:
        for i, (side, (low, high)) in enumerate(
            zip(where.grids[row], where.rows.spans(), strict=True)
        ):
            step = (high - low) / 30
            assert np.diff(side) == pytest.approx(step, rel=0.2)
            assert low <= side[0] < low + step and high - step < side[-1] <= high
            own = side == data.X.iloc[row, i]
            assert own.sum() == 1 and (np.round(side, 3) == side)[~own].all()
        assert where.place(row, where.home(row)) == tuple(data.X.iloc[row, :2])


def test_a_second_row_that_is_moved_sends_the_first_back_and_says_so():
    one, other, *_ = plane(CRESCENTS).loose
    first = ForestState(CRESCENTS).touched(f"row {one}", 8)
    second = first.touched(f"row {other}", 9).touched(f"row {other}", 10)
    assert "back" not in first.words
    assert second.moved == (other, 10)
    assert second.words.endswith(f" Row {one} is back in its place.")
    assert second.touched(f"row {one}", 8).words.endswith(f" Row {other} is back in its place.")
    home = second.plane.home(other)
    assert second.touched(f"row {other}", home) == ForestState(CRESCENTS)


def test_the_single_tree_is_not_named_as_the_first_of_the_forest():
    """It ignores the seed; where there is little room, what has changed is still said."""
    still, *_ = drawn(ForestState(CRESCENTS, 1))
    one = ForestState(CRESCENTS, 1).touched(f"row {plane(CRESCENTS).loose[0]}", 8)
    assert still.description.startswith("CART on all rows. ")
    left, right, *_ = drawn(one, (5.0, 2.9))
    assert re.match(r"CART: \d+\.\d% changed", left.description)
    assert re.match(r"1 tree: \d+\.\d% changed", right.description)


def test_forest_zones():
    forest = explore_forest()
    *rows, trees = forest.drawn.zones
    assert [zone.id for zone in rows] == [f"row {row}" for row in forest.state.plane.loose]
    (x, y, *_), columns, lines = rows[0].box, rows[0].columns, rows[0].lines
    line, column = divmod(rows[0].at, len(columns))
    assert (columns[column], lines[line]) == ((x, "east 1.417"), (y, "north 0.7818"))
    assert columns[0][0] < columns[1][0] and lines[0][0] > lines[1][0]  # from the lower left
    assert (trees.id, trees.says[trees.at], trees.stops[-1]) == ("n_trees", "10 trees", 50)
    words = forest.figure.picture["words"]
    forest.touch("n_trees", 30)
    assert forest.state.n_trees == 30 and forest.figure.picture["words"] != words
    forest.touch(rows[1].id, 0)
    assert "is now at" in forest.figure.picture["words"]
    forest.controls["data"].value = two_irises()
    assert "petal" in forest.figure.picture["svg"] and forest.state.n_trees == 30
    assert forest.state.moved is None


def test_only_the_moving_parts_of_the_forest_are_drawn_again():
    data = two_moons()
    first, row = ForestState(data), plane(data).loose[0]
    states = [first, first.touched(f"row {row}", 8), ForestState(data, 12, "all", 4), first]
    assert differences(states, (8.0, 5.2)) == differences(states, (4.9, 3.0)) == []


def test_a_row_without_some_values_and_names_that_are_numbers():
    X = two_moons().X.set_axis([0, 1], axis=1)
    X.iloc[3, 0] = np.nan
    forest = explore_forest(X.astype({1: "Float64"}), two_moons().y)
    row = forest.state.plane.loose[0]
    forest.touch(f"row {row}", 0)
    assert "is now at 0 " in forest.figure.picture["words"]


# ------------------------------------------------------------------ AdaBoost


def test_table_8_in_three_steps():
    state = AdaBoostState(lecture("bike_temp_classes"))
    assert state.n_steps == 3
    assert "wrong on 2 of 10 rows, ε = 0.2, α = 0.6931" in state.words
    last = AdaBoostState(state.data, 2)
    assert "vote of M0 to M2 is wrong on 0" in last.words
    _, errors, below = drawn(last)
    assert "ε = 0.1923 and α = 0.7175" in below.description
    assert "round 2, ε = 0.1923, vote wrong on 0 of 10 rows" in errors.description


def test_many_marks_are_as_large_as_their_weights_and_wrong_rows_have_rings():
    for data, step in ((lecture("bike_temp_classes"), 1), (two_moons(), 3)):
        state = AdaBoostState(data, step)
        lines = [line for line in drawn(state)[0].lines if line.get_linestyle() == "None"]
        rings = [line for line in lines if line.get_markerfacecolor() == "none"]
        across = [[m.get_markersize()] * len(m.get_xdata()) for m in lines if m not in rings]
        areas = np.sort(np.concatenate(across)) ** 2
        weights = np.sort(state.study.rounds[step].before)
        if state.has_bars:  # which show the weights
            weights = np.ones(10) / 10
        assert areas / areas.sum() == pytest.approx(weights, rel=0.3)  # whole points across
        wrong = state.study.model.trees_[step].predict(data.X) != data.y.to_numpy()
        assert sum(len(ring.get_xdata()) for ring in rings) == wrong.sum() > 0


@pytest.mark.parametrize("step", [0, 3, 14])
def test_between_the_cuts_the_vote_is_that_of_the_first_models(step):
    data = two_moons()
    found = AdaBoostState(data, step).study
    alone = AdaBoost(n_estimators=step + 1).fit(data.X, data.y)
    x, y = found.edges
    column, row = np.searchsorted(x, data.X["east"]) - 1, np.searchsorted(y, data.X["north"]) - 1
    said = [found.kinds[k].label for k in found.votes[step][row, column]]
    assert said == alone.predict(data.X).astype(str).tolist()
    assert found.wrong[step] == (alone.predict(data.X) != data.y).sum()


def test_the_cuts_of_all_models_so_far_are_drawn_and_this_one_has_its_name():
    above = drawn(AdaBoostState(lecture("bike_temp_classes"), 1))[0]
    cuts = [line.get_xdata()[0] for line in above.lines if line.get_linestyle() == "--"]
    assert cuts == [8.5, 30]
    assert [text.get_text() for text in above.texts] == ["M1"]
    assert above.get_xlabel() == "TEMP"
    signs = [text.get_text() for text in above.get_legend().get_texts()]
    assert signs == ["vote: High", "vote: Low", "wrong in this round"]


@pytest.mark.parametrize("data", [lecture("bike_temp_classes"), two_moons()])
def test_only_what_moves_is_drawn_in_another_round(data):
    first = AdaBoostState(data)
    states = [replace(first, step=step) for step in (1, 2, 0)]
    assert differences(states, first.size) == []
    limits = [[(ax.get_xlim(), ax.get_ylim()) for ax in drawn(state)] for state in states]
    assert limits[0] == limits[1] == limits[2]


def test_a_long_name_of_an_axis_leaves_room_for_what_the_signs_mean():
    moons = two_moons()
    long = Sample(moons.name, moons.X.rename(columns=lambda name: name * 30), moons.y)
    above = drawn(AdaBoostState(long))[0]
    above.figure.draw_without_rendering()
    assert above.xaxis.label.get_window_extent().x1 < above.figure.bbox.x1


@pytest.mark.parametrize("explore", [explore_adaboost, explore_gradient_boosting])
def test_errors_of_later_steps_are_not_shown_yet(explore):
    state = replace(explore().state, step=1)
    for step in (1, 2, 0):
        errors = drawn(replace(state, step=step))[1 if explore is explore_adaboost else -1]
        # Two are there for their names, the last is the line that is dragged.
        assert [len(line.get_xdata()) for line in errors.lines] == [0, 0, step + 1, step + 1, 2]
        assert f" {step}, " in errors.description and f" {step + 1}, " not in errors.description


def test_the_round_is_dragged_along_the_errors():
    rounds = explore_adaboost()
    (zone,) = rounds.figure.picture["zones"]
    assert (zone["id"], zone["name"], zone["stops"], zone["at"]) == ("step", "round", (0, 1, 2), 0)
    assert zone["says"][2] == "round 2: ε = 0.1923, vote wrong on 0 of 10 rows"
    rounds.touch("step", 2)
    assert rounds.state.step == rounds.play.value == 2
    assert "vote of M0 to M2 is wrong on 0" in rounds.figure.picture["words"]
    assert "step" not in rounds.controls  # the zone does what a slider did


@pytest.mark.parametrize("explore", [explore_adaboost, explore_gradient_boosting])
def test_on_a_projector_a_part_is_left_out(explore):
    view = explore()
    size = view.state.smallest
    figure = Figure(figsize=size, layout="constrained")
    view.state.draw(figure)
    assert len(figure.axes) == len(drawn(view.state)) - 1
    (zone,) = view.state.zones(figure)
    assert zone.id == "step"


def test_adaboost_view_steps_and_keeps_its_step_where_it_can():
    stepper = explore_adaboost()
    words = stepper.figure.picture["words"]
    stepper.buttons["next"].click()
    assert stepper.state.step == 1 and stepper.figure.picture["words"] != words
    stepper.buttons["last"].click()
    assert stepper.state.step == 2
    stepper.controls["data"].value = two_moons()
    assert stepper.state.step == 2
    stepper.buttons["last"].click()
    assert stepper.state.step == stepper.state.n_steps - 1 > 2
    stepper.controls["data"].value = lecture("bike_temp_classes")
    assert stepper.state.step == 2
    stepper.buttons["first"].click()
    assert stepper.state.step == 0


# ------------------------------------------------------------------ gradient boosting


def test_gradient_state_follows_table_9():
    state = GradientState(lecture("bike_temp_rentals"))
    assert state.n_steps == N_STAGES + 1
    assert "M0 is the mean, 1287." in state.words
    first = GradientState(state.data, step=1)
    assert "asks TEMP ≤ 9.5." in first.words
    model = GradientBoosting(n_estimators=1, max_depth=1, learning_rate=1.0)
    loss = model.fit(state.data.X, state.data.y).history_[1].loss
    assert f"to {float(f'{loss:.4g}'):.0f} on training rows" in first.words
    assert "M1 = M0 + 1 × tree 1." in drawn(first)[1].description


def test_the_words_name_the_questions_below_the_first_and_have_a_minus():
    words = GradientState(lecture("gbrt_geron"), 0.3, 3, step=12).words
    asked = r"asks x ≤ \S+; if yes, x ≤ \S+; if no, x ≤ \S+; and \d questions? more"
    assert re.search(asked, words)
    assert "−0." in words and "-0." not in words


def test_new_rows_are_predicted_by_a_model_that_has_not_seen_them():
    data = lecture("gbrt_geron")
    training, new = GradientState(data, 0.3, 2).study.errors.values()
    model = GradientBoosting(n_estimators=N_STAGES, learning_rate=0.3, max_depth=2)
    said = model.fit(data.X, data.y).predict(data.X)
    assert training[-1] == pytest.approx(np.mean((said - data.y) ** 2))
    fold = np.random.default_rng(0).permutation(len(data.y)) % 5
    squares = []
    for i in range(5):
        model.fit(data.X[fold != i], data.y[fold != i])
        squares.extend((model.predict(data.X[fold == i]) - data.y[fold == i]) ** 2)
    assert new[-1] == pytest.approx(np.mean(squares))


@pytest.mark.parametrize("depth", [1, 4])
@pytest.mark.parametrize("name", ["bike_temp_rentals", "gbrt_geron"])
def test_models_of_all_folds_that_grow_together_are_those_that_grow_alone(name, depth):
    data = lecture(name)
    y, fold = data.y.to_numpy(float), np.arange(len(data.y)) % 3
    for rate in (0.1, 1.0):
        model = GradientBoosting(n_estimators=N_STAGES, max_depth=depth, learning_rate=rate)
        said = said_of_new_rows(model, data.X, y, fold)
        for i in range(3):
            fitted = clone(model).fit(data.X[fold != i], y[fold != i])
            alone = np.array(list(fitted.staged_predict(data.X[fold == i])))
            assert said[1:, fold == i] == pytest.approx(alone, rel=1e-12)
            assert said[0, fold == i] == pytest.approx(y[fold != i].mean())


@pytest.mark.parametrize("values", [["u", "v", "w"] * 20, [1.0, None, 3.0] * 20])
def test_folds_of_categories_and_of_missing_values_are_learned_one_by_one(values):
    rng = np.random.default_rng(0)
    X, y = pd.DataFrame({"a": rng.normal(size=60), "b": values}), rng.normal(size=60)
    fold = np.arange(60) % 4
    model = GradientBoosting(n_estimators=3, max_depth=2)
    said = said_of_new_rows(model, X, y, fold)
    alone = clone(model).fit(X[fold != 1], y[fold != 1]).predict(X[fold == 1])
    assert said[-1, fold == 1] == pytest.approx(alone)


@pytest.mark.parametrize("name", ["bike_temp_rentals", "gbrt_geron"])
def test_every_rate_and_depth_stays_inside_the_axes_of_its_data(name):
    data = lecture(name)
    far = widest(data)
    for depth in range(1, MOST_DEPTH + 1):
        for rate in RATES:
            found = study(data, rate, depth)
            assert np.abs(found.target - found.predictions).max() < far.residual[1]
            assert far.prediction[0] < found.curves.min() <= found.curves.max() < far.prediction[1]
            assert max(map(max, found.errors.values())) <= far.error


def test_another_rate_or_depth_moves_in_the_same_axes():
    first = GradientState(lecture("bike_temp_rentals"), 1.0, 1, 3)
    states = [first, replace(first, learning_rate=0.1), replace(first, max_depth=4, step=20)]
    assert differences(states, (8.0, 4.4)) == []


@pytest.mark.parametrize(("name", "depth"), [("bike_temp_rentals", 1), ("gbrt_geron", 4)])
def test_stages_share_their_scales_and_only_what_moves_is_drawn_again(name, depth):
    states = [GradientState(lecture(name), 1.0, depth, step) for step in (1, 5, 20, 0)]
    limits = [[(ax.get_xlim(), ax.get_ylim()) for ax in drawn(state)] for state in states]
    assert all(one == limits[0] for one in limits)
    assert differences(states, (8.0, 4.4)) == []


def test_residuals_and_tree_of_a_stage():
    state = GradientState(lecture("bike_temp_rentals"), step=2)
    below, stages = drawn(state)[1], list(state.study.model.history_)
    lines = {line.get_label(): line.get_ydata() for line in below.lines}
    assert lines["data"] == pytest.approx(state.data.y - stages[1].prediction)
    assert set(lines["tree"]) == set(stages[2].leaf_values[0])


def test_the_stage_is_dragged_along_the_errors():
    stages = explore_gradient_boosting()
    (zone,) = stages.figure.picture["zones"]
    assert (zone["name"], zone["at"], len(zone["stops"])) == ("stage", 1, N_STAGES + 1)
    assert zone["says"][0] == "stage 0: 364000 on training rows, 464600 on new rows (5-fold)"
    stages.touch("step", 20)
    assert stages.state.step == stages.play.value == 20
    assert "M20 = M19 + 1 × tree 20." in stages.figure.picture["words"]


def test_one_row_is_too_few_to_keep_one_aside():
    with pytest.raises(ValueError, match="two rows or more"):
        explore_gradient_boosting(pd.DataFrame({"a": [1]}), [2.0])


def test_gradient_view_keeps_the_stage_when_a_setting_changes():
    stepper = explore_gradient_boosting()
    assert stepper.state.step == 1
    for name, value in (("learning_rate", 0.1), ("max_depth", 3), ("data", lecture("gbrt_geron"))):
        picture = stepper.figure.picture["svg"]
        stepper.controls[name].value = value
        assert getattr(stepper.state, name) == value
        assert stepper.figure.picture["svg"] != picture and stepper.state.step == 1
    stepper.buttons["back"].click()
    assert "M0" in stepper.figure.picture["words"]


# ------------------------------------------------------------------ all of them


def test_the_learners_own_data():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"א": rng.normal(size=50), "😀": rng.normal(size=50), "c": ["u", "v"] * 25})
    classes = pd.Series(np.where(X["א"] + 0.5 * rng.normal(size=50) > 0, "yes 😀", "לא"))
    forest = explore_forest(X, classes)
    assert "out of bag" in forest.figure.picture["words"]
    assert forest.controls["data"].options[0][0] == "your data"
    assert "M0 asks" in explore_adaboost(X, classes).figure.picture["words"]
    assert "tree 1" in explore_gradient_boosting(X, X["א"] * 2).figure.picture["words"]


def test_a_hundred_thousand_rows_are_sampled_and_the_choice_says_so():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(100_000, 2)), columns=["a", "b"])
    y = pd.Series(np.where(X["a"] > 0.2 * X["b"], "p", "q"))
    for explore, target in ((explore_forest, y), (explore_adaboost, y.to_numpy())):
        explorer = explore(X, target)
        assert explorer.controls["data"].options[0][0] == "your data, 500 of 100,000 rows"
        assert "500 rows" in explorer.figure.picture["words"]


def test_one_class_and_forty():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(80, 2)), columns=["a" * 60, "b"])
    for y in (["one"] * 80, [f"class {i % 40}" for i in range(80)]):
        for explore in (explore_forest, explore_adaboost):
            assert "<svg" in explore(X, pd.Series(y)).figure.picture["svg"]


def test_numbers_as_classes():
    X = pd.DataFrame({"a": [1.0, 2, 3, 4, 5, 6]})
    stepper = explore_adaboost(X, [0, 0, 1, 0, 1, 1])
    assert "M0 asks a ≤" in stepper.figure.picture["words"]


@pytest.mark.parametrize("explore", EXPLORERS)
def test_data_that_does_not_do(explore):
    with pytest.raises(ValueError, match="together, or neither"):
        explore(pd.DataFrame({"a": [1]}))
    with pytest.raises(ValueError, match="must be a DataFrame"):
        explore([[1]], [1])
    with pytest.raises(ValueError, match="0 rows"):
        explore(pd.DataFrame({"a": []}), [])


@pytest.mark.parametrize("explore", EXPLORERS)
def test_controls_have_names_and_no_figure_stays_open(explore):
    explorer = explore()
    assert all(control.description for control in explorer.controls.values())
    for _ in range(3):
        explorer.set()
    assert plt.get_fignums() == []
    assert len(explorer.figure.picture["alt"]) > 30


def test_samples_are_told_apart_by_identity():
    data = two_moons()
    assert data is two_moons() and len(data.y) == 120
    assert data != Sample(data.name, data.X, data.y)
