"""Figures of the pruning path and of reduced error: what they hold, and bad input."""

import numpy as np
import pytest
from helpers.panel_words import assert_axes_in_axes_out, drawn, named, texts
from helpers.trees import POST_OPERATIVE
from matplotlib import pyplot as plt
from sklearn.datasets import load_breast_cancer

from dtlab.algorithms.cart import CART
from dtlab.algorithms.regression import RegressionTree
from dtlab.data import load
from dtlab.plots import describe, plot_alphas, plot_reduced_error
from dtlab.plots.base.lines import mark_places
from dtlab.pruning import choose_alpha, cost_complexity_path, reduced_error
from dtlab.tree import ask, leaf
from dtlab.widgets.base.samples import bundled, noisy_labels

pytestmark = pytest.mark.filterwarnings("error")
TITANIC, POSTOP = load("titanic"), load("postop_validation")
WORDS = ["שלום", "naïve café", "🌳🌲", "x" * 60]


@pytest.fixture(scope="module")
def choice():
    return choose_alpha(CART(), *load_breast_cancer(return_X_y=True, as_frame=True))


@pytest.fixture(scope="module")
def postop():
    return reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y)


PLOTS = {
    "alphas": lambda ax: plot_alphas(
        cost_complexity_path(ask("w", {1: leaf("n", {"n": 2}), 2: leaf("y", {"y": 3})})), ax=ax
    ),
    "reduced error": lambda ax: plot_reduced_error(
        reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y), 1, ax=ax
    ),
}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_axes_in_axes_out(plot, ax):
    assert_axes_in_axes_out(plot, ax)


# ------------------------------------------------------------------ cost-complexity


def test_the_path_is_steps_of_risk_and_leaves(choice, ax):
    path = choice.path
    upper, lower = plot_alphas(path, ax=ax).child_axes
    risk, leaves = named(upper)["training"], named(lower)["leaves"]
    for line, values in ((risk, path.risks), (leaves, path.n_leaves)):
        assert line.get_drawstyle() == "steps-post"
        assert not line.get_clip_on()  # the edge would halve the sign at α = 0
        assert line.get_xdata()[:-1].tolist() == path.alphas.tolist()
        assert line.get_ydata()[:-1].tolist() == values.tolist()
    assert upper.get_xlim() == lower.get_xlim() and upper.get_xlim()[0] == 0
    assert f"{len(path)} subtrees, from {path.n_leaves[0]} leaves at α = 0" in describe(ax)


def test_a_word_near_the_middle_stands_right_of_its_own_line_not_across_the_other(ax):
    ax.set_xlim(0, 1)
    mark_places(ax, [(0.4, "smallest"), (0.55, "chosen"), (0.8, "last")])
    assert [text.get_ha() for text in ax.texts] == ["left", "left", "right"]


def test_the_choice_is_marked_with_its_limit(choice, ax):
    upper = plot_alphas(choice, ax=ax).child_axes[0]
    mean = choice.table["mean error"].to_numpy()
    k = len(mean) - 1 - np.argmin(mean[::-1])
    assert choice.alpha > choice.path.alphas[k]  # the rule took a smaller tree: both are marked
    leaves = int(choice.path.n_leaves[k])
    assert f"smallest: {leaves} leaves" in texts(ax) and "chosen: 6 leaves" in texts(ax)
    limit = named(upper)["smallest + 1 se"].get_ydata()[0]
    assert limit == pytest.approx(mean[k] + choice.table["standard error"][k])
    band = upper.collections[0].get_paths()[0].vertices[:, 1]
    assert band.max() == pytest.approx((mean + choice.table["standard error"]).max())
    assert f"Chosen: α = {choice.alpha:.3g} with 6 leaves" in describe(ax)
    assert describe(plot_alphas(choice.path, choice)) == describe(ax)


def test_own_scores_and_an_alpha(choice, ax):
    errors = np.linspace(0.2, 0.5, len(choice.path))
    plot_alphas(choice.path, {"validation": errors}, alpha=1e9, ax=ax)
    assert named(ax.child_axes[0])["validation"].get_ydata()[:-1].tolist() == errors.tolist()
    mark = next(t for t in ax.child_axes[0].texts if t.get_text() == "α = 1e+09: 1 leaf")
    assert mark.xy[0] <= ax.child_axes[0].get_xlim()[1]  # beyond the axis it would be cut
    assert "validation error: smallest 0.2 at α = 0" in describe(ax)


def test_a_path_of_numbers():
    data = load("hours_played")
    tree = RegressionTree().fit(data.X, data.y).tree_
    path = cost_complexity_path(tree)
    upper, lower = drawn(plot_alphas(path)).child_axes
    assert named(upper)["training"].get_ydata()[:-1].tolist() == path.risks.tolist()
    assert named(lower)["leaves"].get_ydata()[:-1].tolist() == path.n_leaves.tolist()
    assert path.risks[-1] == pytest.approx(np.var(data.y))  # the root alone: squared error


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (([(0.0, leaf("a"))],), "needs what cost_complexity_path or choose_alpha returns"),
        ((cost_complexity_path(leaf("a", {"a": 1})),), "holds one tree only"),
    ],
)
def test_paths_that_cannot_be_drawn(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_alphas(*arguments)
    assert plt.get_fignums() == []


def test_scores_of_another_path(choice):
    with pytest.raises(ValueError, match="'v' must have one error for each of the path's"):
        plot_alphas(choice.path, {"v": [0.1]})
    with pytest.raises(ValueError, match="scores must be what choose_alpha returns"):
        plot_alphas(choice.path, [0.1])


# ------------------------------------------------------------------ reduced error


def test_the_lectures_three_iterations(postop):  # F-K129: Figure 8
    badges = [texts(plot_reduced_error(postop, step)) for step in (1, 2, 3)]
    assert badges[0][-3:] == ["0 ≤ 2", "0", "2"]
    assert badges[1][-3:] == ["2 > 0", "0", "0"]
    assert badges[2][-3:] == ["1 > 0", "0", "0"]
    assert badges[0][:2] == [
        "Step 1 of 3: GENDER? (CORE-TEMP = low).",
        "Errors as a leaf [icu]: 0 ≤ 2 in its branches: cut.",
    ]


def test_the_description_tells_the_errors_of_the_whole_tree(postop):
    before, first = (describe(plot_reduced_error(postop, step)) for step in (0, 1))
    assert "Before pruning: 4 leaves. The tree makes 2 errors" in before
    assert "A tree of 4 leaves" in before and "A tree of 3 leaves" in first
    assert "The whole tree makes 0 validation errors now, 2 before pruning." in first


def test_the_frame_is_around_the_node_under_test(postop):
    for step, feature in ((1, "GENDER"), (2, "STABLE-TEMP"), (3, "CORE-TEMP")):
        below = plot_reduced_error(postop, step).child_axes[0]
        frame = below.patches[-1].get_bbox()
        inside = [t.get_text() for t in below.texts if frame.contains(*t.get_position())]
        assert f"{feature}?" in inside
    assert not plot_reduced_error(postop, 0).child_axes[0].patches[1:]


def test_numbers_touch_neither_the_frame_nor_the_words(postop):
    wine = bundled("wine")
    tree = CART(max_depth=3).fit(wine.X[::2], noisy_labels(wine.y[::2], 0.2)).tree_
    for history in (postop, reduced_error(tree, wine.X[1::2], wine.y[1::2])):
        for step in range(1, 1 + len(history.steps)):
            below = drawn(plot_reduced_error(history, step)).child_axes[0]
            edge = 2 * below.figure.dpi / 72  # half of the frame's stroke
            frame = below.patches[-1].get_window_extent().padded(edge)
            badges = [t for t in below.texts if t.get_bbox_patch()]
            others = [t.get_window_extent() for t in below.texts if t not in badges]
            for place in (badge.get_bbox_patch().get_window_extent() for badge in badges):
                assert not place.overlaps(frame)
                assert not any(place.overlaps(other) for other in others)
            inside = [place for place in others if place.overlaps(frame)]
            assert all(frame.containsx(p.x0) and frame.containsx(p.x1) for p in inside)


def test_the_paper_is_as_large_as_the_tree_and_the_words_need(postop):
    ax = plot_reduced_error(postop, 1)
    below = ax.child_axes[0]
    boxes = [t.get_position() for t in below.texts]
    low, high = min(y for _, y in boxes), max(y for _, y in boxes)
    assert high - low > 0.8 * abs(np.subtract(*below.get_ylim()))  # upright, as plot_tree draws it
    assert ax.figure.get_figwidth() < 6


def test_errors_of_all_steps_add_up():
    half = CART(max_depth=4).fit(TITANIC.X[::2], TITANIC.y[::2]).tree_
    history = reduced_error(half, TITANIC.X[1::2], TITANIC.y[1::2])
    last = describe(plot_reduced_error(history, len(history.steps)))
    assert f"makes {history.errors_after} validation errors now" in last


def test_no_row_comes_and_other_scripts():
    tree = ask("🌳" * 30, {word: word for word in WORDS}, prediction=WORDS[0])
    history = reduced_error(
        ask("שלום", {"a": tree, "b": "x"}, prediction="x"), {"שלום": ["b"], "🌳" * 30: ["x"]}, ["x"]
    )
    assert "No validation row comes here: 0 ≤ 0 errors, cut." in describe(
        plot_reduced_error(history, 1)
    )


def test_numbers_show_squared_errors():
    data = load("hours_played")
    tree = RegressionTree(max_depth=2).fit(data.X[::2], data.y[::2]).tree_
    history = reduced_error(tree, data.X[1::2], data.y[1::2])
    assert f"{history.steps[0].leaf_errors:.4g}" in texts(plot_reduced_error(history, 1))[-3]


@pytest.mark.parametrize("step", [-1, 4, 1.0, None])
def test_steps_that_are_not_there(postop, step):
    with pytest.raises(ValueError, match="does not exist: steps go from 0 to 3"):
        plot_reduced_error(postop, step)
    assert plt.get_fignums() == []


def test_a_leaf_has_only_the_state_before_pruning():
    history = reduced_error(leaf("a"), {"x": [1]}, ["a"])
    assert "Before pruning: 1 leaf." in describe(plot_reduced_error(history, 0))
    with pytest.raises(ValueError, match="needs what reduced_error returns"):
        plot_reduced_error(leaf("a"), 0)
