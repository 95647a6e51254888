"""Trees with the rows of each question in its box, asserted by what they contain."""

import numpy as np
import pytest
from helpers.picture_words import areas
from helpers.trees import TITANIC
from matplotlib.collections import LineCollection, PolyCollection

from dtlab import CART, ID3, Groups, Interval, RegressionTree, Threshold, ask, leaf, load
from dtlab.plots import plot_tree
from dtlab.plots.base.style import COLOURS, SIZE
from dtlab.plots.tree.distributions import panel
from dtlab.plots.tree.panels import MOST_DOTS, MOST_VALUES
from dtlab.plots.tree.plot_tree import plan_tree


def fitted(name, model):
    data = load(name)
    return model.fit(data.X, data.y), (data.X, data.y)


def drawn(name, model, **options):
    model, data = fitted(name, model)
    return plot_tree(model, data=data, style="distribution", **options)


def texts(ax):
    return [text.get_text() for text in ax.texts]


def drawn_areas(ax, colour):
    """The areas of a colour without the legend's."""
    return [area for area in areas(ax, colour) if area[1] > 0.4]


def cuts(ax):
    """Where the dashed lines are, as two points each."""
    lines = [c for c in ax.collections if isinstance(c, LineCollection)]
    dashed = next(c for c in lines if c.get_linestyles()[0][1] is not None)
    return [path.vertices for path in dashed.get_paths()]


def test_the_cut_stands_between_the_bars_of_both_sides():
    ax = drawn("vegetation_continuous", CART(max_depth=1))
    (cut,) = cuts(ax)
    (mark,) = (c for c in ax.collections if isinstance(c, PolyCollection))
    assert cut[0, 0] == cut[1, 0] == pytest.approx(mark.get_paths()[0].vertices[:3, 0].mean())
    in_root = [a for a in drawn_areas(ax, COLOURS[1]) if a[1] + a[3] <= cut[:, 1].max() + 1e-9]
    assert len(in_root) == 2 and all(left >= cut[0, 0] - 1e-9 for left, *_ in in_root)  # conifers
    others = [a for k in (0, 2) for a in drawn_areas(ax, COLOURS[k]) if a[1] < cut[:, 1].max()]
    assert len(others) == 5 and all(a[0] + a[2] <= cut[0, 0] + 1e-9 for a in others)
    assert {"300", "5000"} <= set(texts(ax))


@pytest.mark.parametrize("seed", range(5))
def test_a_histogram_counts_every_row_once_on_its_side(seed):
    random = np.random.default_rng(seed)
    x, target = random.integers(0, 40, 60).astype(float), random.integers(0, 3, 60)
    cut = float(random.choice(x))  # rows on the cut itself belong to the left
    found, missing = panel(Threshold("x", cut), x, target, 3, (0, 1))
    counts, first = found.histogram(np.ptp(x) / 12)
    assert missing == 0
    left, right = counts[:-first].sum(axis=0), counts[-first:].sum(axis=0)
    assert left.tolist() == np.bincount(target[x <= cut], minlength=3).tolist()
    assert right.tolist() == np.bincount(target[x > cut], minlength=3).tolist()


def test_values_have_bars_and_a_line_between_the_branches():
    ax = drawn("titanic", CART(max_depth=2))
    assert {"female", "1st", "Crew"} <= set(texts(ax))
    assert len(cuts(ax)) == 1  # 1st, 2nd, Crew | 3rd; where each value is a branch there is none
    assert "class: 1st (145), 2nd (106), Crew (23), 3rd (196)." in ax.description
    lengths = [width for _, _, width, height in drawn_areas(ax, COLOURS[0]) if height < 0.125]
    assert len(lengths) == 2 + 4 + 2  # no class is absent from the values of three questions


def test_missing_values_are_counted_and_may_have_a_branch():
    tree = ask(Groups("k", {"a": 0, "b": 1, "c": 1}, missing=0), "x", "y")
    rows = {"k": ["a", "b", None, "unknown"]}, ["x", "y", "x", "y"]
    ax = plot_tree(tree, data=rows, style="distribution")
    assert "k: a (1), missing (1), b (1), c (0)." in ax.description
    assert "1 without a value" in texts(ax)
    assert "2 without a value" in texts(drawn("penguins", CART(max_depth=1)))


def test_many_values_become_the_most_frequent():
    rows = {"k": [f"v{i % 7}" for i in range(40)]}, ["x", "y"] * 20
    ax = plot_tree(ask("k", {f"v{i}": "x" for i in range(20)}), data=rows, style="distribution")
    assert f"… {20 - MOST_VALUES + 1} more values" in texts(ax)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (Threshold("x", np.inf), "x: known (2), missing (0)."),
        (Groups("x", {Interval(high=9): 0, Interval(9, 20): 1}), "x: ≤ 9 (1), (9, 20] (1)."),
        (Threshold("x", 13), "x: 1 to 13, cut at 13."),
    ],
)
def test_other_questions(question, told):
    rows = {"x": [1, None, 13]}, ["a", "b", "b"]
    assert told in plot_tree(ask(question, "a", "b"), data=rows, style="distribution").description


def test_numbers_are_points_with_the_mean_of_each_side():
    ax = drawn("bike_temp_rentals", RegressionTree(max_depth=1))
    data = load("bike_temp_rentals")
    low = data.X["TEMP"] <= 9.5
    assert f"means {data.y[low].mean():.4g}, {data.y[~low].mean():.4g}." in ax.description
    means = [c for c in ax.collections if isinstance(c, LineCollection) and 3 in c.get_linewidths()]
    left, right = (path.vertices for path in means[0].get_paths())
    assert left[1, 0] == pytest.approx(right[0, 0]) == pytest.approx(cuts(ax)[0][0, 0])
    assert left[0, 1] > right[0, 1]  # y grows downwards
    dots = [p for p in ax.patches if not p.get_fill()]
    assert len(dots[0].get_path().vertices) == 2 * len(data.y)
    assert dots[0].get_snap() is False  # else pixels would lose some of them
    assert "lines: means" in texts(ax)
    assert "means 842, 3928." in drawn("bike_rentals", RegressionTree(max_depth=1)).description


def test_many_points_are_a_sample_and_the_words_say_so():
    x = np.arange(500.0)
    tree = ask(Threshold("x", 250), 1.0, 2.0)
    ax = plot_tree(tree, data=({"x": x}, x), style="distribution")
    assert ax.description.endswith(f"{MOST_DOTS} are drawn.")


def test_rows_that_reach_no_question_or_are_all_equal():
    model, (X, y) = fitted("vegetation_continuous", CART())
    ax = plot_tree(model, data=(X.head(1), y.head(1)), style="distribution")
    assert "ELEVATION: 3900, cut at 4175." in ax.description and "no rows" in ax.description
    equal = ask(Threshold("x", 5), 1.0, 2.0)
    assert plot_tree(equal, data=({"x": [5, 5]}, [1, 1]), style="distribution") is not None
    assert (
        "boxes"
        not in plot_tree(
            leaf("a", {"a": 3}), data=({"x": [1]}, ["a"]), style="distribution"
        ).description
    )


@pytest.mark.parametrize("model", [CART(), RegressionTree()])
def test_a_tree_that_is_cut_at_its_root_still_shows_its_rows(model):
    name = "vegetation_continuous" if isinstance(model, CART) else "bike_temp_rentals"
    assert "cut at" in drawn(name, model, max_depth=0).description


def test_lost_branches_and_leaves_have_no_panel():
    model, data = fitted("vegetation_continuous", CART())
    tree = model.tree_
    pruned = tree.replace(children=[child.as_leaf() for child in tree.children])
    plan = plan_tree(tree, pruned=pruned, data=data, style="distribution")
    assert [item.panel is not None for item in plan.items].count(True) == 1


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("penguins", CART(max_depth=4)),
        ("vegetation", ID3()),
        ("bike_rentals", RegressionTree(max_depth=3)),
    ],
)
def test_letters_keep_their_size_and_their_distance(name, model):
    ax = drawn(name, model)
    assert {text.get_fontsize() for text in ax.texts} == {SIZE}
    ax.figure.canvas.draw()
    page = ax.figure.bbox
    extents = [text.get_window_extent() for text in ax.texts]
    for i, one in enumerate(extents):
        assert page.x0 - 1 < one.x0 and one.x1 < page.x1 + 1
        smaller = one.shrunk(0.98, 0.8)
        assert not any(smaller.overlaps(other) for other in extents[:i])


def test_what_is_missing_is_said_in_a_sentence():
    with pytest.raises(ValueError, match=r"data=\(X, y\)"):
        plot_tree(TITANIC, style="distribution")
    with pytest.raises(ValueError, match="'shares', 'distribution'"):
        plot_tree(TITANIC, style="pies")
