"""Drawn trees, asserted by what they contain."""

import re
import warnings

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers.picture_words import areas
from helpers.trees import LECTURE_TREES, POST_OPERATIVE, TITANIC, VEGETATION, staircase
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from sklearn.tree import DecisionTreeClassifier

from dtlab import (
    C45,
    CART,
    ID3,
    Groups,
    Interval,
    Node,
    RandomForest,
    RegressionTree,
    Threshold,
    ask,
    from_sklearn,
    leaf,
    load,
    prune_to,
)
from dtlab.plots import describe, plot_algorithms, plot_tree
from dtlab.plots.base.hatching import strokes
from dtlab.plots.base.style import SIZE, grey
from dtlab.plots.base.words import TOLD_ANSWERS
from dtlab.plots.base.writing import head_lines
from dtlab.plots.svg import svg
from dtlab.plots.tree.boxes import THICK
from dtlab.plots.tree.nodes import BESIDE, HISTOGRAM, MOST_LEAVES, text_width
from dtlab.plots.tree.plot_tree import plan_tree


def texts(ax):
    return [text.get_text() for text in ax.texts]


def fresh(width=8.0, height=6.0):
    return Figure(figsize=(width, height), layout="constrained").subplots()


def drawn_without_warning(ax):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return svg(ax.get_figure(root=True))


# what a tree shows


@pytest.mark.parametrize("tree", LECTURE_TREES.values(), ids=LECTURE_TREES)
def test_every_question_value_and_prediction_is_written(tree):
    written = " ".join(texts(plot_tree(tree)))
    for node in tree.walk():
        words = [node.question.feature] if node.question else [str(node.prediction)]
        words += [node.question.label(i) for i in range(len(node.children))]
        assert all(word in written for words_ in words for word in words_.split())


def test_counts_and_impurities_are_written_on_demand():
    buys = load("buys_computer")
    tree = CART(max_depth=1).fit(buys.X, buys.y).tree_
    assert BESIDE.join("59") in texts(plot_tree(tree)) and "n = 4" in texts(plot_tree(tree))
    assert not any("n =" in text for text in texts(plot_tree(tree, counts=False)))
    assert "impurity = 0.4592" in texts(plot_tree(tree, impurity=True))
    assert "Gini = 0.4592" in texts(plot_tree(tree, impurity="Gini"))
    assert not any("0.459" in text for text in texts(plot_tree(tree)))


def test_an_inner_node_written_by_hand_names_its_class():
    assert texts(plot_tree(POST_OPERATIVE)).count("[icu]") == 2


def test_bars_have_the_shares_of_the_classes():
    ax = plot_tree(ask("x", {1: leaf("a", {"a": 3, "b": 1}), 2: leaf("b", {"b": 4})}))
    first, second = (areas(ax, colour) for colour in ("#0072B2", "#C98300"))
    # root 3 : 5, first leaf 3 : 1, second leaf 0 : 4, then the legend's swatches
    assert len(first) == 3 and len(second) == 4
    for one, other, share in ((first[0], second[0], 3 / 8), (first[1], second[1], 3 / 4)):
        assert one[2] / (one[2] + other[2]) == pytest.approx(share)
        assert one[0] + one[2] == pytest.approx(other[0])  # side by side
    assert not any(areas(plot_tree(TITANIC), colour) for colour in ("#0072B2", "#C98300"))


def test_hatching_stays_inside_its_area_and_differs_by_sign():
    drawn = {sign: strokes(sign, 1, 2, 0.73, 0.18) for sign in "/\\x+.o"}
    for pairs in drawn.values():
        x, y = np.array(pairs).reshape(-1, 2).T
        assert x.min() >= 1 - 1e-9 and x.max() <= 1.731 and y.min() >= 2 - 1e-9 and y.max() <= 2.181
    assert strokes("", 1, 2, 0.73, 0.18) == []
    assert len({str(pairs) for sign, pairs in drawn.items() if sign != "o"}) == 5


def test_numbers_have_means_and_spreads():
    bikes = load("bike_rentals")
    model = RegressionTree(max_depth=1).fit(bikes.X, bikes.y)
    ax = plot_tree(model)
    left, right = model.tree_.children
    assert f"{left.prediction:.4g}" in texts(ax)
    spread = f"n = {right.n_rows}, ± {right.stats[2] ** 0.5:.0f}"
    assert spread in texts(ax)
    dots = ax.collections[-1].get_offsets()
    assert len(dots) == 3
    assert any(text.startswith("bar: mean ± 1 sd") for text in texts(ax))
    assert not any("bold" in text for text in texts(ax))


@pytest.mark.parametrize("multiway", [True, False])
def test_bars_of_numbers_have_one_scale(multiway):
    bikes = load("bike_rentals")
    ax = plot_tree(RegressionTree(multiway=multiway, ddof=1, max_depth=2).fit(bikes.X, bikes.y))
    lines = next(c for c in ax.collections if isinstance(c, LineCollection))
    ends = np.array([path.vertices[:, 0] for path in lines.get_paths()])
    assert np.ptp(ends, axis=1) == pytest.approx(np.ptp(ends[0]))
    # below each other they begin at one place, so that 2820 stands left of 2895
    assert len(np.unique(ends[:, 0].round(6))) == (3 if multiway else len(ends))


def test_leaves_that_answer_another_number_than_their_mean_say_so():
    bikes = load("bike_rentals")
    tree = RegressionTree(max_depth=1).fit(bikes.X, bikes.y).tree_
    step = tree.replace(children=[c.replace(prediction=c.prediction / 10) for c in tree.children])
    assert "bold: the leaf's answer, not its mean" in texts(plot_tree(step))
    assert "not its mean" not in " ".join(texts(plot_tree(step, data=(bikes.X, bikes.y))))


def test_parts_of_rows_add_up():
    buys = load("buys_computer")
    age = buys.X[["age"]].copy()
    age.iloc[11, 0] = None
    tree = C45(prune=False, collapse=False).fit(age, buys.y).tree_
    written = texts(plot_tree(tree))
    assert "weight 3.231" in written and BESIDE.join(("3", "2.385")) in written
    assert sum(child.weight for child in tree.children) == pytest.approx(14)


def test_data_gives_histograms_of_numbers():
    bikes = load("bike_rentals")
    tree = RegressionTree(max_depth=1).fit(bikes.X, bikes.y).tree_
    ax = plot_tree(tree, data=(bikes.X, bikes.y))
    rentals = f"{bikes.y.min():.0f} to {bikes.y.max():.0f}"
    assert f"histogram of the target, {rentals}" in texts(ax)
    heights = sorted(area[3] for area in areas(ax, "#0072B2"))
    assert heights[-1] == pytest.approx(HISTOGRAM)  # the fullest bin of each node
    few = plot_tree(tree, data=(bikes.X.head(1), bikes.y.head(1)))
    assert "n = 0" in texts(few) and "n = 1" in texts(few)


def test_data_recounts_classes():
    ax = plot_tree(TITANIC, data=({"sex": ["female", "male", "male"], "age": [30, 40, 5],
                                   "sibsp": [0, 0, 1]}, ["survived", "died", "died"]))  # fmt: skip
    assert BESIDE.join("21") in texts(ax) and texts(ax).count("n = 1") == 4
    assert "grown on 3 rows" in ax.description


@pytest.mark.parametrize("data", [[1, 2], ({"sex": ["male"]},), ({"sex": ["male"]}, ["a", "b"])])
def test_bad_data_is_refused(data):
    with pytest.raises(ValueError, match="data=|rows"):
        plot_tree(ask("sex", {"male": "a"}), data=data)


# what is marked


def test_the_path_of_a_row_is_thick_and_told():
    ax = plot_tree(VEGETATION, row={"ELEVATION": "high", "SLOPE": "steep"})
    bold = [t.get_text() for t in ax.texts if t.get_weight() == "bold"]
    assert {"high", "steep"} <= set(bold) and "low" not in bold
    assert ax.description.endswith("ELEVATION high, SLOPE steep, and it predicts chaparral.")
    thick = [c for c in ax.collections if THICK in np.atleast_1d(c.get_linewidths())]
    assert sum(len(c.get_paths()) for c in thick[:1]) == 2  # two branches
    assert list(ax.collections[2].get_linewidths()).count(THICK) == 3  # three boxes


def test_a_row_without_a_branch_stops_on_its_way():
    ax = plot_tree(VEGETATION, row={"ELEVATION": "high", "SLOPE": "unseen"})
    assert ax.description.endswith("The marked path: ELEVATION high, and it goes on at SLOPE.")


def test_a_shared_branch_is_marked_once():
    shared = ask("b", {1: "x", 2: "y"})
    ax = plot_tree(ask("a", {1: shared, 2: shared}), row={"a": 2, "b": 1})
    assert list(ax.collections[2].get_linewidths()).count(THICK) == 3


def test_what_pruning_takes_is_faded():
    pruned = VEGETATION.replace(children=[child.as_leaf() for child in VEGETATION.children])
    ax = plot_tree(VEGETATION, pruned=pruned)
    faded = [t.get_text() for t in ax.texts if t.get_color() == grey(ax)]
    assert {"flat", "moderate", "steep", "STREAM?", "SLOPE?"} <= set(faded)
    assert not {"low", "high", "ELEVATION?"} & set(faded)
    assert "Pruning leaves 4 leaves; 5 lost nodes drawn faded." in ax.description


def test_a_pruned_tree_must_come_from_the_tree():
    with pytest.raises(ValueError, match="pruned="):
        plot_tree(VEGETATION, pruned=TITANIC)


def test_an_empty_branch_is_dashed():
    ax = plot_tree(VEGETATION)
    styles = [style[1] for style in ax.collections[1].get_linestyles()]
    assert sum(style is not None for style in styles) == 1
    assert "n = 0" in texts(ax)


# how much is drawn


def test_max_depth_counts_what_it_leaves_out():
    ax = plot_tree(VEGETATION, max_depth=1)
    assert "… 2 more leaves" in texts(ax) and "… 3 more leaves" in texts(ax)
    assert "flat" not in texts(ax)
    assert "Not drawn: 5 leaves below 2 nodes." in ax.description


@pytest.mark.parametrize("depth", [-1, 1.5, "two"])
def test_a_bad_depth_is_refused(depth):
    with pytest.raises(ValueError, match="max_depth"):
        plot_tree(VEGETATION, max_depth=depth)


def test_a_very_deep_tree_is_cut():
    ax = plot_tree(staircase(3000))
    assert any("more leaves" in text for text in texts(ax))
    assert len(ax.texts) < 60


def test_sixty_leaves_are_drawn_and_more_are_cut():
    many = {i: f"class {i}" for i in range(MOST_LEAVES)}
    assert len(texts(plot_tree(ask("x", many)))) >= 2 * MOST_LEAVES
    ax = plot_tree(ask("x", {**many, "one more": "class"}))
    assert "… 61 more leaves" in texts(ax)


def test_a_wide_tree_lies_on_its_side():
    assert not plan_tree(VEGETATION).layout.sideways
    wide = ask("x", {i: ask("y", {j: f"class {i} {j}" for j in range(5)}) for i in range(4)})
    assert plan_tree(wide).layout.sideways and plan_tree(wide).width <= 8


# where it is drawn


def test_a_new_figure_is_as_large_as_the_tree():
    ax = plot_tree(VEGETATION)
    picture = plan_tree(VEGETATION)
    assert ax.figure.get_size_inches() == pytest.approx((picture.width, picture.height))
    assert {t.get_fontsize() for t in ax.texts} == {SIZE}
    assert plt.get_fignums() == [ax.figure.number]


def test_given_axes_open_no_figure_and_come_back():
    ax = fresh()
    assert plot_tree(VEGETATION, ax=ax) is ax
    assert plot_algorithms({"one": VEGETATION, "two": TITANIC}, ax=fresh()) is not None
    assert plt.get_fignums() == []


def test_letters_keep_their_size_in_large_axes_and_shrink_in_small_ones():
    assert {t.get_fontsize() for t in plot_tree(TITANIC, ax=fresh(16, 12)).texts} == {SIZE}
    assert max(t.get_fontsize() for t in plot_tree(VEGETATION, ax=fresh(3, 2)).texts) < SIZE


def test_letters_stay_within_their_boxes():
    ax = plot_tree(VEGETATION)
    ax.figure.canvas.draw()
    low, high = ax.get_window_extent().min, ax.get_window_extent().max
    extents = [text.get_window_extent() for text in ax.texts]
    assert all((e.min > low - 1).all() and (e.max < high + 1).all() for e in extents)
    for i, one in enumerate(extents):
        smaller = one.shrunk(0.98, 0.8)
        assert not any(smaller.overlaps(other) for other in extents[:i])


# what it accepts


def test_models_and_trees_learned_elsewhere():
    veg = load("vegetation")
    assert texts(plot_tree(ID3().fit(veg.X, veg.y))).count("n = 1") == 5
    flowers = pd.DataFrame({"petal": [1.0, 2, 3, 4]})
    learned = from_sklearn(DecisionTreeClassifier().fit(flowers, ["a", "a", "b", "b"]))
    assert {"petal?", "≤ 2.5", "> 2.5"} <= set(texts(plot_tree(learned)))


def test_a_tree_of_scikit_learn_is_drawn_as_it_is():
    flowers = pd.DataFrame({"petal": [1.0, 2, 3, 4]})
    model = DecisionTreeClassifier().fit(flowers, ["a", "a", "b", "b"])
    named, asked = plot_tree(model), plot_tree(from_sklearn(model))
    assert texts(named) == texts(asked) and named.description == asked.description
    model.fit(flowers.to_numpy(), ["a", "a", "b", "b"])
    assert "x0?" in texts(plot_tree(model))
    assert "petal?" in texts(plot_tree(model, feature_names=["petal"]))
    with pytest.raises(ValueError, match="has 2 names, but the tree learned 1 columns"):
        plot_tree(model, feature_names=["petal", "sepal"])
    with pytest.raises(ValueError, match="is for a fitted tree of scikit-learn"):
        plot_tree(VEGETATION, feature_names=["petal"])


def test_thresholds_have_their_units():
    golf = load("play_golf_numeric")
    model = CART(max_depth=1).fit(golf.X[["humidity"]], golf.y)
    assert not any("%" in text for text in texts(plot_tree(model)))
    for options in ({"units": golf.X}, {"units": {"humidity": "%"}}, {"data": (golf.X, golf.y)}):
        assert {"≤ 82.5 %", "> 82.5 %"} <= set(texts(plot_tree(model, **options)))


def test_groups_intervals_and_thresholds_on_branches():
    tree = ask(Groups("age", {Interval(high=9): 0, Interval(9, 20): 1}), "child", "youth")
    assert {"≤ 9", "(9, 20]"} <= set(texts(plot_tree(tree)))
    assert "≤ −1.283" in texts(plot_tree(ask(Threshold("x", -1.28302), "a", "b")))
    joined = texts(plot_tree(ask("Outlook", {("rainy", "overcast"): "in", "sunny": "out"})))
    assert {"rainy,", "overcast"} <= set(joined)


def test_a_long_name_goes_on_in_a_second_line():
    tree = ask("credit_rating_excellent", {True: "a", False: "no_rating_of_this_kind_known"})
    written = texts(plot_tree(tree))
    assert {"credit_rating_", "excellent?", "no_rating_of_this_", "kind_known"} <= set(written)
    assert head_lines("mean fractal dimension?") == ["mean fractal", "dimension?"]
    assert head_lines("x" * 60) == ["x" * 21 + "…"]
    assert max(map(len, head_lines("a_" * 50))) <= 22


def test_bold_labels_of_a_path_have_the_room_they_need():
    upright = plan_tree(VEGETATION, {"ELEVATION": "highest"})
    for item, label in zip(upright.items, upright.layout.labels, strict=True):
        if item.label in ("highest", "low"):
            assert label.width > text_width(item.label, bold=item.label == "highest")


def test_what_has_no_tree_is_refused_in_a_sentence():
    iris = DecisionTreeClassifier()
    forest = RandomForest(n_estimators=2, random_state=0).fit([[0], [1]], ["a", "b"])
    for thing, advice in ((CART(), "fit it first"), (iris, "from_sklearn"), (42, "not int"),
                          (forest, "trees_")):  # fmt: skip
        with pytest.raises(ValueError, match=advice):
            plot_tree(thing)


def test_one_leaf_and_one_class():
    ax = plot_tree(leaf("spam", {"spam": 3}))
    assert "spam" in texts(ax) and "n = 3" in texts(ax)
    model = CART().fit(pd.DataFrame({"x": [1, 2]}), ["a", "a"])
    assert describe(plot_tree(model)).startswith("A tree of 1 leaf and depth 0")
    assert texts(plot_tree(Node(None))) == ["?"]


def test_forty_classes_with_long_names():
    names = [f"class {i} with a name that has about sixty characters in it" for i in range(40)]
    X = pd.DataFrame({"a feature whose name is about as long as that of the classes": range(40)})
    ax = plot_tree(CART(max_depth=2).fit(X, names))
    assert "… 28 more classes" in texts(ax)
    assert all(len(text) <= 30 for text in texts(ax))
    assert "a feature whose name is about as long as that of the classes" in ax.description


def test_any_script_and_sign_is_drawn_without_a_warning():
    tree = ask("שאלה", {"$x$": leaf("مرحبا", {"مرحبا": 3}), "<&>": leaf("né", {"né": 2})})
    text = drawn_without_warning(plot_tree(tree))
    assert all(word in text for word in ("$x$", "&lt;&amp;&gt;", "né"))
    assert re.search(r'aria-label="A tree of 2 leaves[^"]*\$x\$', text)


def test_100000_rows_are_counted():
    X = pd.DataFrame({"x": np.arange(100_000) % 7})
    ax = plot_tree(
        ask(Threshold("x", 3), "low", "high"), data=(X, np.where(X.x > 3, "high", "low"))
    )
    assert BESIDE.join(("42856", "57144")) in texts(ax)
    assert "grown on 100000 rows" in ax.description


# several trees, and words


def test_algorithms_have_names_sizes_and_depths():
    veg = load("vegetation")
    models = {"ID3": ID3().fit(veg.X, veg.y), "CART": CART().fit(veg.X, veg.y)}
    ax = plot_algorithms(models)
    titles = [inset.get_title("left") for inset in ax.child_axes]
    assert titles == ["ID3: 7 leaves, depth 2", "CART: 5 leaves, depth 3"]
    assert "ID3: A tree of 7 leaves" in ax.description and "CART: A tree of 5" in ax.description
    assert "ELEVATION?" in texts(ax.child_axes[0])


def test_compared_trees_stand_upright_if_they_fit():
    buys = load("buys_computer")
    models = {"ID3": ID3().fit(buys.X, buys.y), "CART": CART().fit(buys.X, buys.y)}
    for inset in plot_algorithms(models).child_axes:
        root, *others = (t.get_position()[1] for t in inset.texts if t.get_weight() == "bold")
        assert root < min(others)


def test_small_trees_stand_side_by_side_and_wide_ones_do_not():
    small = plot_algorithms({"a": TITANIC, "b": TITANIC}).child_axes
    assert small[0].get_position().y0 == pytest.approx(small[1].get_position().y0)
    wide = plot_algorithms({"a": VEGETATION, "b": VEGETATION}).child_axes
    assert wide[0].get_position().y0 > wide[1].get_position().y0


@pytest.mark.parametrize("trees", [{}, [VEGETATION], None])
def test_algorithms_want_a_dictionary(trees):
    with pytest.raises(ValueError, match="dictionary"):
        plot_algorithms(trees)


def test_descriptions_nest_and_count():
    told = describe(VEGETATION)
    assert told.startswith("A tree of 7 leaves and depth 2, grown on 7 rows: 3 chaparral")
    assert "medium asks STREAM (True gives riparian (1 row); False" in told
    assert "moderate gives chaparral (0 rows)" in told
    assert "more leaves" in describe(staircase(50)) and len(describe(staircase(50))) < 400
    assert f"… {40 - TOLD_ANSWERS} more answers" in describe(
        ask("x", dict.fromkeys(range(40), "a"))
    )


def test_a_pruned_model_describes_its_counts():
    buys = load("buys_computer")
    tree = prune_to(CART().fit(buys.X, buys.y).tree_, 1.0)
    assert describe(tree) == (
        "A tree of 1 leaf and depth 0, grown on 14 rows: 5 no, 9 yes. It always gives yes "
        "(5 no, 9 yes)."
    )
