"""Curves, confusion matrices, importances and pruning pictures: what they hold, and bad input."""

import numpy as np
import pandas as pd
import pytest
from helpers.trees import POST_OPERATIVE
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from sklearn.datasets import load_breast_cancer

from dtlab.algorithms.cart import CART
from dtlab.algorithms.regression import RegressionTree
from dtlab.data import load
from dtlab.ensembles.votes import Importances
from dtlab.plots import (
    describe,
    plot_alphas,
    plot_confusion,
    plot_curves,
    plot_importances,
    plot_reduced_error,
)  # fmt: skip
from dtlab.plots.base.lines import MOST_POINTS, mark_places, spread_out
from dtlab.plots.base.style import SIZE, luminance
from dtlab.pruning import choose_alpha, cost_complexity_path, reduced_error
from dtlab.tree import ask, leaf
from dtlab.widgets.pruning import lecture_cases

pytestmark = pytest.mark.filterwarnings("error")
TITANIC, POSTOP = load("titanic"), load("postop_validation")
WORDS = ["שלום", "naïve café", "🌳🌲", "x" * 60]


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


@pytest.fixture
def ax():
    return Figure(layout="constrained").subplots()


def texts(ax):
    """All words of the axes and of the panels in them."""
    return [t.get_text() for part in (ax, *ax.child_axes) for t in part.texts]


def drawn(ax):
    """Draw without a picture: what goes wrong in letters shows here."""
    ax.get_figure(root=True).draw_without_rendering()
    return ax


def named(ax):
    return {line.get_label(): line for line in ax.lines if not line.get_label().startswith("_")}


@pytest.fixture(scope="module")
def choice():
    return choose_alpha(CART(), *load_breast_cancer(return_X_y=True, as_frame=True))


@pytest.fixture(scope="module")
def postop():
    return reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y)


PLOTS = {
    "curves": lambda ax: plot_curves([1, 2], {"a": [0, 1]}, "depth", "error", ax=ax),
    "confusion": lambda ax: plot_confusion(["a", "b"], ["a", "a"], ax=ax),
    "importances": lambda ax: plot_importances({"a": 1}, ax=ax),
    "alphas": lambda ax: plot_alphas(
        cost_complexity_path(ask("w", {1: leaf("n", {"n": 2}), 2: leaf("y", {"y": 3})})), ax=ax
    ),
    "reduced error": lambda ax: plot_reduced_error(
        reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y), 1, ax=ax
    ),
}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_axes_in_axes_out(plot, ax):
    assert plot(ax) is ax and plt.get_fignums() == []
    assert describe(ax.figure) == ax.description and ax.description.endswith(".")
    new = plot(None)
    assert new.figure.number in plt.get_fignums()
    letters = [t.get_fontsize() for part in (new, *new.child_axes) for t in part.texts]
    assert min(letters, default=SIZE) >= SIZE
    assert max(new.figure.get_size_inches()) <= 8
    drawn(new)


# ------------------------------------------------------------------ curves


def test_curves_have_names_at_their_ends_and_words(ax):
    depths, curves = [3, 1, 2], {"training": [0, 0.3, 0.1], "validation": [0.4, 0.35, 0.2]}
    plot_curves(depths, curves, "depth", "error", mark=(2, "best"), ax=ax)
    lines = named(ax)
    assert lines["training"].get_xdata().tolist() == [1, 2, 3]  # in order, whatever came
    assert lines["validation"].get_ydata().tolist() == [0.35, 0.2, 0.4]
    looks = [(line.get_color(), line.get_marker(), line.get_linestyle()) for line in lines.values()]
    assert all(len({*signs}) == 2 for signs in zip(*looks, strict=True))
    assert texts(ax) == ["best", "training", "validation"]
    assert "validation: from 0.35 at 1 to 0.4 at 3, lowest 0.2 at 2, highest 0.4 at 3." in describe(
        ax
    )
    assert describe(ax).endswith("Marked: best at 2.")


def test_spread_is_a_band_of_deviations_or_of_two_sides():
    for spread in ([0.1, 0.2], ([0.9, 1.8], [1.1, 2.2])):
        ax = plot_curves([1, 2], {"a": [1, 2]}, "n", "score", spread={"a": spread})
        corners = {tuple(p.round(6)) for p in ax.collections[0].get_paths()[0].vertices}
        assert {(1, 0.9), (1, 1.1), (2, 1.8), (2, 2.2)} <= corners


def test_names_do_not_overlap_where_curves_end_together():
    ax = drawn(plot_curves([1, 2], {f"c{i}": [0, 1 + i / 1e6] for i in range(10)}, "x", "y"))
    boxes = sorted(t.get_window_extent().extents[[1, 3]].tolist() for t in ax.texts)
    assert all(low[1] <= high[0] for low, high in zip(boxes, boxes[1:], strict=False))
    assert len(boxes) == 10 and boxes[0][0] >= 0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_places_are_apart_inside_and_in_order(wanted):
    places = spread_out(wanted, 0.1)
    assert (np.diff(np.sort(places)) > 0.1 - 1e-9).all() and places.min() > -1e-9
    assert places.max() < 1 + 1e-9
    order = np.argsort(wanted, kind="stable")
    assert (np.diff(places[order]) > 0).all()
    far = np.diff(np.sort(wanted))
    if (far >= 0.1).all() or not len(far):
        assert places == pytest.approx(np.array(wanted))


def test_a_gap_stays_a_gap_and_the_name_stands_at_the_last_value(ax):
    plot_curves([1, 2, 3], {"a": [1, np.nan, 2], "b": [5, 4, np.nan]}, "x", "y", ax=ax)
    assert np.isnan(named(ax)["a"].get_ydata()[1])
    assert "b: from 5 at 1 to 4 at 2" in describe(ax)


def test_many_points_are_thinned_and_it_is_said(ax):
    plot_curves(np.arange(100_000), {"a": np.zeros(100_000)}, "n", "y", ax=ax)
    assert len(named(ax)["a"].get_xdata()) == MOST_POINTS
    assert "500 of 100,000 points drawn" in ax.get_xlabel()
    assert "500 of 100,000 points drawn" in describe(ax)


def test_a_logarithmic_axis_has_plain_numbers():
    ax = drawn(plot_curves([0.001, 0.01, 0.1], {"a": [1, 2, 3]}, "alpha", "y", logx=True))
    shown = [label.get_text() for label in ax.get_xticklabels()]
    assert ax.get_xscale() == "log" and {"0.001", "0.01", "0.1"} <= set(shown)


def numbers_at(axis):
    return [label.get_text() for label in axis.get_ticklabels() if label.get_text()]


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ([16, 32, 64, 128, 256], "16 32 64 128 256"),  # few: the points' own
        ([2, 3, 5, 10, 20, 47, 100], "2 3 5 10 20 47 100"),
        (np.arange(1, 61), "1 2 5 10 20 50"),  # many
        ([1, 100, 101, 102, 103], "1 3 10 30 100"),  # few, but too near
        (np.linspace(30, 45, 60), "30 35 40 45"),  # without a round number but one
        (np.geomspace(1e-3, 1e4, 50), "0.001 0.1 10 1000"),
    ],
)
def test_a_logarithmic_axis_has_numbers_by_which_points_are_found(x, expected):
    ax = drawn(plot_curves(x, {"a name": np.arange(len(x))}, "n", "y", logx=True))
    assert " ".join(numbers_at(ax.xaxis)) == expected
    boxes = [label.get_window_extent() for label in ax.get_xticklabels()]
    assert all(a.x1 < b.x0 for a, b in zip(boxes, boxes[1:], strict=False))


def test_markers_stand_evenly_on_a_logarithmic_axis():
    ax = plot_curves(np.arange(1, 1001), {"a": np.zeros(1000)}, "n", "y", logx=True)
    line = named(ax)["a"]
    marked = line.get_xdata()[line.get_markevery()]
    assert sum(marked > 500) <= 2 and sum(marked < 10) >= 3


def test_values_on_a_logarithmic_axis_are_numbered_and_marked_above_the_curves():
    leaves = {"data first": [6, 42, 1304], "ID3": [6, 18, 53]}
    ax = drawn(plot_curves([3, 6, 11], leaves, "n", "y", mark=(6, "here"), logy=True))
    assert ax.get_yscale() == "log" and {"10", "100", "1000"} <= set(numbers_at(ax.yaxis))
    word = next(text for text in ax.texts if text.get_text() == "here")
    top = ax.transData.transform((11, 1304))[1]
    assert word.get_window_extent().y0 > top


def test_large_values_are_written_in_full():
    ax = drawn(plot_curves([1, 2], {"a": [2e6, 6e6]}, "x", "squared error"))
    assert "6\u202f000\u202f000" in numbers_at(ax.yaxis)
    assert ax.yaxis.get_offset_text().get_text() == ""
    small = drawn(plot_curves([1, 2], {"a": [2e-6, 6e-6]}, "x", "y"))
    assert small.yaxis.get_offset_text().get_fontsize() == SIZE


def test_a_line_shows_under_one_that_runs_over_it(ax):
    lines = named(plot_curves([1, 2], {"a": [1, 1], "b": [1, 1]}, "x", "y", ax=ax))
    assert lines["a"].get_markersize() > lines["b"].get_markersize()
    assert lines["b"].get_linestyle() == "--"


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (([], {"a": []}), "x is empty"),
        (([1, 2], {}), "draws 1 to 10 curves, not 0"),
        (([1], {f"class {i}": [1] for i in range(40)}), "draws 1 to 10 curves, not 40"),
        (([1, 2], {"a": [1]}), "curve 'a' must have one value for each of the 2"),
        (([1, 2], {"a": [np.nan, np.nan]}), "curve 'a' has no value"),
        ((["low", "high"], {"a": [1, 2]}), "x must hold numbers"),
    ],
)
def test_curves_that_cannot_be_drawn(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_curves(*arguments, "x", "y")
    assert plt.get_fignums() == []


def test_options_that_do_not_fit():
    with pytest.raises(ValueError, match="needs every x above 0"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", logx=True)
    with pytest.raises(ValueError, match="needs every value above 0"):
        plot_curves([0, 1], {"a": [0, np.nan]}, "x", "y", logy=True)
    with pytest.raises(ValueError, match="spread names 'b', but the curves are a"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", spread={"b": [1, 1]})
    with pytest.raises(ValueError, match="spread of 'a' must have one value"):
        plot_curves([0, 1], {"a": [1, 2]}, "x", "y", spread={"a": [1]})


# ------------------------------------------------------------------ confusion matrix


def test_confusion_counts_rows_by_actual_and_columns_by_predicted(ax):
    plot_confusion(["no", "no", "no", "yes"], ["no", "no", "yes", "yes"], ax=ax)
    assert texts(ax) == ["2", "1", "0", "1"]
    assert [t.get_weight() for t in ax.texts] == ["bold", "normal", "normal", "bold"]
    assert ax.get_title() == "accuracy 0.75: 3 of 4 right"
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "actual")
    assert [t.get_text() for t in ax.get_yticklabels()] == ["no", "yes"]
    assert ax.get_ylim() == (2, 0)
    assert describe(ax) == (
        "Confusion matrix: 3 of 4 right, accuracy 0.75. 3 no: 2 right, 1 as yes. 1 yes: 1 right."
    )


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), min_size=1, max_size=30)
)
def test_confusion_against_counting_one_by_one(pairs):
    ax = plot_confusion(*zip(*pairs, strict=True), labels=list("dcba"), ax=Figure().subplots())
    expected = [str(pairs.count((a, p))) for a in "dcba" for p in "dcba"]
    assert texts(ax) == expected


def test_forty_classes_and_many_rows_are_summarised(ax):
    rng = np.random.default_rng(0)
    actual = rng.integers(40, size=100_000)
    plot_confusion(actual, np.where(rng.random(100_000) < 0.5, actual, 0), ax=ax)
    assert len(ax.texts) == 100 and ax.get_yticklabels()[-1].get_text() == "31 others"
    assert "The 31 rarest of 40 classes are taken as one class." in describe(ax)
    shown = ax.findobj(QuadMesh)[0].get_array().shape
    assert shown[:2] == (10, 10)


def test_one_class_long_names_and_other_scripts():
    assert texts(plot_confusion([True], [True])) == ["1"]
    ax = plot_confusion(WORDS, WORDS[::-1])
    assert max(len(label.get_text()) for label in ax.get_xticklabels()) == 22
    assert all(word in describe(ax) for word in WORDS)


@pytest.mark.parametrize("wrong", [0, 9, 220, 441])
def test_every_count_reads_on_its_cell_and_every_cell_has_a_border(ax, wrong):
    actual = ["no"] * 441 + ["yes"] * 441
    predicted = ["yes"] * wrong + ["no"] * (441 - wrong) + ["yes"] * 441
    plot_confusion(actual, predicted, ax=ax)
    mesh = next(c for c in ax.collections if isinstance(c, QuadMesh))
    for cell, text in zip(mesh.get_array().reshape(-1, 3), ax.texts, strict=True):
        light, dark = luminance(cell), luminance(text.get_color())
        assert (light + 0.05) / (dark + 0.05) >= 6
    border = luminance(mesh.get_edgecolor()[0][:3])
    assert 1.05 / (border + 0.05) >= 3  # against white


@pytest.mark.parametrize(
    "actual, predicted, sentence",
    [
        ([], [], "actual is empty"),
        (["a"], ["a", "b"], "actual has 1 rows and predicted has 2"),
        (["a", "b"], ["a", None], "predicted has 1 missing value"),
    ],
)
def test_confusion_that_cannot_be_drawn(actual, predicted, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_confusion(actual, predicted)
    assert plt.get_fignums() == []


def test_labels_must_name_every_class():
    with pytest.raises(ValueError, match="labels lacks 'b', which occurs"):
        plot_confusion(["a"], ["b"], labels=["a"])


# ------------------------------------------------------------------ importances


def test_importances_are_sorted_bars(ax):
    plot_importances(pd.Series({"small": 0.1, "large": 0.6, "middle": 0.3}), ax=ax)
    assert [round(bar.get_width(), 9) for bar in ax.patches] == [0.6, 0.3, 0.1]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["large", "middle", "small"]
    assert texts(ax) == ["0.6", "0.3", "0.1"]
    assert describe(ax) == "Importances from the largest: large 0.6, middle 0.3, small 0.1."


@pytest.mark.parametrize("kind", ["dict", "frame", "permutation"])
def test_several_values_give_a_mean_and_whiskers(kind):
    values = {"a": [1.0, 3.0], "b": [-1.0, 0.0]}
    array = np.array([*values.values()])
    named = {
        "dict": values,
        "frame": pd.DataFrame(values),
        "permutation": Importances(array.mean(axis=1), array.std(axis=1), array, ("a", "b")),
    }
    ax = plot_importances(named[kind])
    assert [bar.get_width() for bar in ax.patches] == [2, -0.5]
    assert ax.collections[0].get_segments()[0][:, 0].tolist() == [1, 3]
    assert ax.get_xlabel() == "importance (mean ± sd of 2)"


def test_bars_stand_on_a_line_at_zero_with_their_numbers_beyond_their_ends():
    values = {"up": [0.08, 0.1], "down": [-0.02, -0.01], "whisker across": [-0.01, 0.02]}
    ax = drawn(plot_importances(values))
    assert ax.lines[0].get_xdata() == [0, 0] and not ax.spines["left"].get_visible()
    places = {t.get_text(): t.get_window_extent() for t in ax.texts}
    bars = [bar.get_window_extent() for bar in ax.patches]  # from the largest
    assert places["0.09"].x0 > bars[0].x1 and places["0.005"].x0 > bars[1].x1
    assert places["−0.015"].x1 < bars[2].x0
    assert min(end[0, 0] for end in ax.collections[0].get_segments()) > ax.get_xlim()[0]
    names = [t.get_window_extent().x1 for t in ax.get_yticklabels()]
    assert max(names) < min(place.x0 for place in places.values())


def test_only_the_largest_of_many_features_are_drawn():
    ax = plot_importances({f"{'feature ' * 8}{i}": i for i in range(40)})
    assert len(ax.patches) == 15 and "25 smaller features left out" in ax.get_xlabel()
    assert "25 more features have 24 or less each." in describe(ax)
    drawn(plot_importances(dict.fromkeys(WORDS[1::2], 0.0)))


@pytest.mark.parametrize(
    "importances, sentence",
    [
        ({}, "no feature to draw"),
        ([0.1, 0.2], "must map each feature's name"),
        ({"a": np.nan}, "'a' must be a finite number"),
        ({"a": []}, "'a' must be a finite number"),
    ],
)
def test_importances_that_cannot_be_drawn(importances, sentence):
    with pytest.raises(ValueError, match=sentence):
        plot_importances(importances)
    assert plt.get_fignums() == []


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
    drawn(plot_alphas(cost_complexity_path(tree)))


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        (([(0.0, leaf("a"))],), "wants the path of cost_complexity_path"),
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
    assert badges[0][0] == (
        "Step 1 of 3: GENDER? (CORE-TEMP = low).\n"
        "Errors as a leaf [icu]: 0 ≤ 2 in its branches: cut."
    )


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
    wine = next(case for case in lecture_cases() if case.name.startswith("wine"))
    for history in (postop, wine.histories["bottom-up"]):
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
    with pytest.raises(ValueError, match="is not there: it goes from 0 to 3"):
        plot_reduced_error(postop, step)
    assert plt.get_fignums() == []


def test_a_leaf_has_only_the_state_before_pruning():
    history = reduced_error(leaf("a"), {"x": [1]}, ["a"])
    assert "Before pruning: 1 leaf." in describe(plot_reduced_error(history, 0))
    with pytest.raises(ValueError, match="wants what reduced_error returns"):
        plot_reduced_error(leaf("a"), 0)
