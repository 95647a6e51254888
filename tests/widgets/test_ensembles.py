"""Widgets on forests, AdaBoost and gradient boosting: states without a browser, then the views."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from dtlab import AdaBoost, GradientBoosting, RandomForest
from dtlab.widgets import explore_adaboost, explore_forest, explore_gradient_boosting
from dtlab.widgets.adaboost import AdaBoostState
from dtlab.widgets.base.samples import Sample, lecture, two_irises, two_moons
from dtlab.widgets.forest import FirstTrees, ForestState, grown
from dtlab.widgets.gradient_boosting import N_STAGES, GradientState

EXPLORERS = (explore_forest, explore_adaboost, explore_gradient_boosting)


def drawn(state):
    """The axes of a state's figure."""
    figure = Figure(figsize=(8, 6), layout="constrained")
    state.draw(figure)
    return figure.axes


# ------------------------------------------------------------------ the forest


@pytest.mark.parametrize("k", [1, 2, 7])
def test_first_trees_are_the_forest_that_would_have_been_grown(k):
    data = two_moons()
    whole = grown(data, "sqrt", 3)
    alone = RandomForest(k, "sqrt", random_state=3).fit(data.X, data.y)
    few = FirstTrees(whole.forest, k)
    assert list(few.predict(data.X)) == list(alone.predict(data.X))
    assert whole.out_of_bag[k - 1] == pytest.approx(1 - alone.oob_score_)
    assert whole.training[k - 1] == pytest.approx(1 - alone.score(data.X, data.y))
    known = np.isfinite(alone.oob_decision_function_[:, 0]).sum()
    assert whole.judged[k - 1] == known


def test_a_forest_is_grown_once_for_all_its_sizes():
    state = ForestState(two_irises(), max_features=1, seed=8)
    before = grown.cache_info().misses
    for k in (1, 10, 50):
        drawn(ForestState(state.data, k, 1, 8))
    assert grown.cache_info().misses == before + 1


def test_forest_state_draws_boundary_and_errors():
    state = ForestState(two_moons(), 10, "sqrt", 0)
    left, right = drawn(state)
    assert left.get_xlabel() == "x1"
    errors = {line.get_label(): line.get_ydata() for line in right.lines}
    assert errors["out of bag"] == pytest.approx(state.grown.out_of_bag)
    assert f"error {state.grown.out_of_bag[9]:.3f} out of bag" in state.words


def test_forest_view():
    explorer = explore_forest()
    picture, words = explorer.figure.picture["svg"], explorer.figure.picture["words"]
    explorer.controls["n_trees"].value = 30
    assert explorer.state.n_trees == 30
    assert explorer.figure.picture["svg"] != picture and explorer.figure.picture["words"] != words
    explorer.controls["data"].value = two_irises()
    assert "petal" in explorer.figure.picture["svg"] and explorer.state.n_trees == 30


# ------------------------------------------------------------------ AdaBoost


def test_table_8_in_three_steps():
    state = AdaBoostState(lecture("bike_temp_classes"))
    assert state.n_steps == 3
    assert "wrong on 2 of 10 rows, ε = 0.2, α = 0.6931" in state.words
    last = AdaBoostState(state.data, 2)
    assert "vote of M0 to M2 is wrong on 0" in last.words
    above, below = drawn(last)
    assert below.get_title() == "M2: ε = 0.1923, α = 0.7175"
    assert "vote of M0 to M2" in above.get_xlabel()


def test_the_vote_so_far_is_drawn_along_its_class():
    state = AdaBoostState(lecture("bike_temp_classes"), 2)
    above, _ = drawn(state)
    line = above.lines[-1]
    grid = pd.DataFrame({"TEMP": line.get_xdata()})
    is_high = state.model.predict(grid) == "High"
    assert (np.asarray(line.get_ydata()) > 0.5).tolist() == is_high.tolist()  # High is above Low


def test_the_first_four_rounds_vote_as_a_model_of_four_rounds():
    data = two_moons()
    state = AdaBoostState(data, step=3)
    alone = AdaBoost(n_estimators=4).fit(data.X, data.y)
    assert (state.predict(data.X) == alone.predict(data.X)).all()
    assert "AdaBoost" in drawn(state)[0].description


def test_a_plane_has_rings_for_errors_and_a_line_for_the_cut():
    state = AdaBoostState(two_moons(), 1)
    above, below = drawn(state)
    wrong = state.model.trees_[1].predict(state.data.X) != state.data.y.to_numpy()
    rings = [line for line in above.lines if line.get_markersize() == 14]
    assert len(rings[0].get_xdata()) == wrong.sum()
    cut = state.question.value
    assert any(cut in (*line.get_xdata(), *line.get_ydata()) for line in above.lines[-1:])
    assert f"ε = {state.model.errors_[1]:.4g}" in below.get_title()


def test_a_long_name_of_an_axis_leaves_room_for_what_the_signs_mean():
    moons = two_moons()
    long = Sample(moons.name, moons.X.rename(columns=lambda name: name * 30), moons.y)
    above = drawn(AdaBoostState(long))[0]
    above.figure.draw_without_rendering()
    assert above.xaxis.label.get_window_extent().x1 < above.figure.bbox.x1


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
    assert "M0 is the mean, 1287;" in state.words
    first = GradientState(state.data, step=1)
    assert "asks TEMP ≤ 9.5." in first.words
    model = GradientBoosting(n_estimators=1, max_depth=1, learning_rate=1.0)
    loss = model.fit(state.data.X, state.data.y).history_[1].loss
    assert f"to {float(f'{loss:.4g}'):.0f}." in first.words
    [ax] = drawn(first)
    assert ax.get_title() == "M1 = M0 + 1 × tree 1"


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
    assert "out of bag" in explore_forest(X, classes).figure.picture["words"]
    assert "M0 asks" in explore_adaboost(X, classes).figure.picture["words"]
    assert "tree 1" in explore_gradient_boosting(X, X["א"] * 2).figure.picture["words"]
    assert explore_forest(X, classes).controls["data"].options[0][0] == "your data"


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
