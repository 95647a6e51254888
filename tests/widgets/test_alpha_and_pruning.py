"""The α slider and the reduced-error stepper: states without a browser, then their controls."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from helpers.redrawn import differences
from helpers.trees import POST_OPERATIVE
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from dtlab.algorithms.cart import CART
from dtlab.data import load
from dtlab.plots import describe
from dtlab.pruning import prune_to, reduced_error
from dtlab.tree import leaf
from dtlab.widgets import explore_alpha, explore_pruning
from dtlab.widgets.alpha import AlphaState
from dtlab.widgets.base.samples import Sample, noisy_labels
from dtlab.widgets.pruning import PruningCase, PruningState

pytestmark = pytest.mark.filterwarnings("error")
TITANIC = load("titanic")


def drawing(state):
    figure = Figure(layout="constrained", figsize=(8, 6))
    state.draw(figure)
    figure.draw_without_rendering()
    return figure


@pytest.fixture(scope="module")
def source():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(300, 3)), columns=list("abc"))
    return Sample("made", X, pd.Series(np.where(X["a"] > 0, "yes", "no")))


@pytest.fixture(scope="module")
def alphas():
    return explore_alpha()


@pytest.fixture(scope="module")
def pruning():
    return explore_pruning()


# ------------------------------------------------------------------ the state of the α slider


def test_errors_are_those_of_the_subtree_on_the_rows_left_out(source):
    state = AlphaState(source, 0.01, noise=0.2)
    order = np.random.default_rng(0).permutation(300)
    X, new, y = (source.X.iloc[order[:150]], source.X.iloc[order[150:]], source.y.iloc[order])
    learned = noisy_labels(y[:150], 0.2)
    tree = prune_to(CART().fit(X, learned).tree_, 0.01)
    assert state.subtree == tree
    path, errors = state.study
    assert errors[state.position] == pytest.approx((tree.predict(new) != y[150:]).mean())
    assert path.risks[state.position] == pytest.approx((tree.predict(X) != learned).mean())
    assert path.n_leaves[state.position] == tree.n_leaves


def test_words_tell_leaves_and_errors(source):
    state = AlphaState(source, 10.0, noise=0.1)
    path, errors = state.study
    assert path.alphas[-1] < state.alpha < 2 * path.alphas[-1]  # what lies beyond is the same
    start = f"α = {state.alpha:g} keeps 1 leaf of {path.tree.n_leaves}: training error "
    assert state.words.startswith(start)
    assert state.words.endswith(f"validation error {errors[state.position]:.3f}.")
    assert f"{errors.min():.3f}" not in state.words  # the best α is for the reader to find


def test_more_noise_keeps_the_labels_that_were_wrong_before(source):
    few, many = (
        noisy_labels(source.y, share).to_numpy() != source.y.to_numpy() for share in (0.1, 0.3)
    )
    assert few.any() and (many | ~few).all() and many.sum() > few.sum()
    assert set(noisy_labels(source.y, 0.4)) == {"yes", "no"}
    assert noisy_labels(pd.Series(["a"] * 9), 1.0).tolist() == ["a"] * 9


def test_nothing_is_grown_again_when_only_alpha_moves(source):
    state = AlphaState(source)
    assert replace(state, alpha=0.2).study is state.study
    assert replace(state, noise=0.2).study is not state.study


def test_the_picture_shows_both_errors_and_what_is_cut(source):
    state = AlphaState(source, 0.02, noise=0.2)
    upper, lower = drawing(state).axes
    lines = {line.get_label(): list(line.get_ydata())[:-1] for line in upper.lines}
    assert lines["validation"] == state.study.validation.tolist()
    assert lines["training"] == state.study.path.risks.tolist()
    kept, lost = (len(lines.get_segments()) for lines in reversed(lower.collections[:2]))
    assert kept == state.subtree.n_nodes - 1
    assert kept + lost == state.study.path.tree.n_nodes - 1
    assert state.words in upper.description


def test_large_sets_are_sampled_and_it_is_said():
    X = pd.DataFrame({"x": np.arange(100_000) % 97})
    state = AlphaState(Sample("large", X, X["x"] > 50), 0.1)
    assert state.study.path.tree.n_rows == 1250
    assert state.words.startswith("A sample of 2,500 of 100,000 rows. ")
    drawing(state)


def test_what_moves_is_drawn_alone_and_the_figure_is_the_same(source):
    state = AlphaState(source, noise=0.2)
    assert len(state.prices) > 10
    states = [replace(state, alpha=price) for price in state.prices[::3]]
    assert differences(states, (8.0, 6.5)) == []


# ------------------------------------------------------------------ α is dragged


def test_moving_alpha_changes_picture_and_words(alphas):
    before = alphas.figure.picture["svg"], alphas.figure.picture["words"]
    alphas.touch("alpha", 0.2)
    assert alphas.state.alpha == 0.2
    assert "keeps 2 leaves" in alphas.figure.picture["words"]
    assert alphas.figure.picture["svg"] != before[0] and alphas.figure.picture["words"] != before[1]
    assert "keeps 2 leaves" in alphas.figure.picture["alt"]


def test_noise_and_data_can_be_chosen(alphas):
    alphas.controls["noise"].value = 0.0
    assert alphas.state.noise == 0
    for name, data in alphas.controls["data"].options:
        alphas.controls["data"].value = data
        assert f"on {name}" in alphas.figure.picture["alt"]
    assert [name for name, _ in alphas.controls["data"].options] == [
        "breast cancer", "wine", "titanic",
    ]  # fmt: skip


def test_own_data_of_three_kinds():
    for data in (("play_golf",), (load("play_golf"),), (TITANIC.frame, "survived")):
        assert explore_alpha(*data, noise=0.0).state.study.path.tree.n_leaves > 1


@pytest.mark.parametrize(
    "data, sentence",
    [
        (pd.DataFrame({"x": [], "y": []}), "needs at least one row"),
        (pd.DataFrame({"x": [1, 2] * 9, "y": ["same"] * 18}), "holds one tree only"),
        ("titanik", "did you mean 'titanic'"),
    ],
)
def test_data_that_cannot_be_explored(data, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_alpha(data, None if isinstance(data, str) else "y")


def test_forty_classes_and_long_names():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"feature " * 8: rng.integers(40, size=800)})
    labels = X.iloc[:, 0].map(
        lambda i: f"a class with a very long name, longer than sixty letters {i}"
    )
    assert (
        "keeps 40 leaves"
        in explore_alpha(X.assign(label=labels), "label", noise=0.0).figure.picture["words"]
    )


# ------------------------------------------------------------------ the stepper


def test_steps_of_the_lecture():
    data = load("postop_validation")
    state = PruningState(PruningCase("postop", POST_OPERATIVE, data.X, data.y))
    assert state.n_steps == 4  # before pruning, and three looks
    assert state.words == (
        "Nothing is cut yet. All steps: validation errors from 2 to 0, leaves from 4 to 3."
    )
    assert replace(state, step=1).words.startswith("GENDER? (CORE-TEMP = low): [icu] 0 ≤ 2: pruned")
    assert "Step 3 of 3: CORE-TEMP?" in describe(drawing(replace(state, step=3)))
    best = replace(state, order="best")
    assert best.n_steps == 3
    assert best.history.tree == reduced_error(POST_OPERATIVE, data.X, data.y, "best").tree


def test_buttons_walk_through_the_steps(pruning):
    pruning.buttons["first"].click()
    seen = []
    for _ in range(4):
        seen.append(pruning.figure.picture["words"])
        pruning.buttons["next"].click()
    assert len(set(seen)) == 4 and pruning.state.step == 3
    pruning.buttons["back"].click()
    assert "STABLE-TEMP" in pruning.figure.picture["words"]
    pruning.buttons["last"].click()
    assert "CORE-TEMP?: [icu] 1 > 0: kept" in pruning.figure.picture["words"]


def test_another_order_or_tree_has_other_steps(pruning):
    pruning.buttons["last"].click()
    pruning.controls["order"].value = "best"
    assert pruning.slider.max == 2 and pruning.state.step == 2
    for _, case in pruning.controls["case"].options:
        pruning.controls["case"].value = case
        pruning.buttons["last"].click()
        assert pruning.slider.max == len(case.histories["best"].steps)
        assert pruning.slider.value == pruning.slider.max


def test_own_tree():
    model = CART(max_depth=2).fit(TITANIC.X[::2], TITANIC.y[::2])
    stepper = explore_pruning(model, TITANIC.X[1::2], TITANIC.y[1::2])
    assert stepper.state.case.tree is model.tree_
    stepper.buttons["next"].click()
    assert "Step 1 of" in stepper.figure.picture["svg"]


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ((POST_OPERATIVE,), "needs validation rows X and their labels y"),
        ((leaf("a"), {"x": [1]}, ["a"]), "the tree is a single leaf"),
        ((POST_OPERATIVE, {"CORE-TEMP": []}, []), "there are no rows"),
    ],
)
def test_trees_that_cannot_be_stepped_through(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        explore_pruning(*arguments)


def test_every_control_says_what_it_is_and_no_figure_stays_open(alphas, pruning):
    for explorer in (alphas, pruning):
        assert all(control.description for control in explorer.controls.values())
    for step in range(50):
        pruning.set(step=step % 3)
    assert plt.get_fignums() == []
