"""A class looks the same in all pictures of a data set, in whatever order its classes come."""

from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.trees import POST_OPERATIVE
from matplotlib.collections import PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from dtlab import CART, Groups, Node, ask, leaf, load, reduced_error
from dtlab.plots import (
    plot_number_line,
    plot_partitions,
    plot_reduced_error,
    plot_regions,
    plot_thresholds,
    plot_tree,
    plot_votes,
)
from dtlab.plots.base.classes import Sign, signs
from dtlab.plots.base.style import COLOURS, HATCHES, MARKERS, dark_of, pale_of
from dtlab.plots.tree.nodes import items_to_draw
from dtlab.plots.tree.skeleton import Skeleton
from dtlab.widgets.order import draw_nodes, tree_places

ORDERS = list(permutations("abc"))
EXPECTED = {label: COLOURS[k].lower() for k, label in enumerate("abc")}
X = pd.DataFrame({"x": np.arange(9.0), "z": np.tile([0.0, 1.0, 2.0], 3)})
Y = np.repeat(list("abc"), 3)


def colour(artist):
    """The colour of an area, pale within its edge, or of a line."""
    if hasattr(artist, "get_color"):
        return to_hex(artist.get_color())
    face, edge = artist.get_facecolor(), artist.get_edgecolor()
    return to_hex(edge if edge[3] and to_hex(face) == pale_of(edge) else face)


def tree_of(classes):
    """A tree with these classes, as Spark or scikit-learn may order them."""
    counts = np.eye(3) * 3
    of = {label: counts[classes.index(label)].tolist() for label in classes}
    leaves = [Node(label, None, (), 3, classes, of[label]) for label in "abc"]
    question = Groups("x", {"p": 0, "q": 1, "r": 2})
    return Node("a", question, leaves, 9, classes, [3.0, 3.0, 3.0])


def leaf_colours(ax, tree):
    """Prediction → edge of the leaf, of a drawn tree."""
    boxes = next(c for c in ax.collections if isinstance(c, PathCollection) and c.zorder == 2)
    pairs = zip(items_to_draw(tree), map(to_hex, boxes.get_edgecolors()), strict=True)
    return {item.node.prediction: edge for item, edge in pairs if item.is_leaf}


def legend_colours(ax, n):
    """Class → swatch of a drawn tree's legend, which is drawn last."""
    areas = [patch for patch in ax.patches if patch.get_fill()][-n:]
    names = [text.get_text() for text in ax.texts[-n:]]
    return dict(zip(names, map(colour, areas), strict=True))


def of_tree(order):
    ax = plot_tree(tree_of(order), ax=Figure().subplots())
    assert leaf_colours(ax, tree_of(order)) == EXPECTED
    return legend_colours(ax, 3)


def of_hand_written_tree(order):
    tree = ask("x", dict(zip("pqr", order, strict=True)))
    return leaf_colours(plot_tree(tree, ax=Figure().subplots()), tree)


def of_hand_written_tree_with_data(order):
    tree = ask("x", dict(zip("pqr", order, strict=True)))
    ax = plot_tree(tree, data=({"x": ["p", "q", "p"]}, ["b", "c", "b"]), ax=Figure().subplots())
    assert leaf_colours(ax, tree) == EXPECTED  # no row has a, but a leaf says it
    return legend_colours(ax, 3)


def of_skeleton(order):
    ax = Figure().subplots()
    Skeleton(tree_of(order)).draw_faint(ax)
    beside = [line for line in ax.lines if list(line.get_xdata()) == [1]]
    pairs = zip(ax.texts, beside, strict=True)
    return {text.get_text(): line.get_color().lower() for text, line in pairs}


def of_levels(order):
    ax = Figure().subplots()
    found = tree_places(tree_of(order), ["x"])
    draw_nodes(ax, found)
    colours = {line.get_xdata()[0]: line.get_color() for line in ax.lines if line.zorder == 3}
    return {node.prediction: colours[x].lower() for node, x, _ in found if node.is_leaf}


def of_votes(order):
    said = SimpleNamespace(
        trees_=[leaf("a", {"a": 1}), leaf("b", {"b": 1})], vote="average", n_features_in_=1,
        classes_=np.array(order), feature_names_in_=["x"],
        predict_proba=lambda X: np.array([[(label != "c") / 2 for label in order]]),
    )  # fmt: skip
    ax = plot_votes(said, {"x": "p"}, ax=Figure().subplots())
    boxes = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    found = {}
    for text in ax.texts:
        inside = [b for b in boxes if b.get_bbox().contains(*text.get_position())]
        if inside and inside[0].get_facecolor()[3] > 0:
            found[text.get_text().split()[0]] = colour(inside[0])
    return found


def ordered(order):
    """The rows' classes as a column that has an order of its own."""
    return pd.Series(pd.Categorical(Y, categories=list(order), ordered=True), name="class")


def of_number_line(order):
    ax = plot_number_line(X["x"], ordered(order), ax=Figure().subplots())
    names = [tick.get_text() for tick in ax.get_yticklabels()]
    assert names == list(order)
    return {name: line.get_color().lower() for name, line in zip(names, ax.lines, strict=True)}


def of_thresholds(order):
    ax = plot_thresholds(X["x"], ordered(order), ax=Figure().subplots())
    names = [tick.get_text() for tick in ax.get_yticklabels()][-3:]
    rows = [line for line in ax.lines if line.get_marker() in MARKERS and not line.get_clip_on()]
    return {name: line.get_color().lower() for name, line in zip(names, rows, strict=True)}


def of_partitions(order):
    ax = plot_partitions((X["z"], ordered(order)), ax=Figure().subplots())
    legend = ax.get_legend()
    pairs = zip(legend.get_texts(), legend.legend_handles, strict=True)
    return {text.get_text().split()[1]: handle.get_color().lower() for text, handle in pairs}


def of_bars(order):
    many, y = pd.concat([X] * 5), pd.concat([ordered(order)] * 5)
    ax = plot_partitions((many["z"], y), ax=Figure().subplots())
    legend = ax.get_legend()
    pairs = zip(legend.get_texts(), legend.legend_handles, strict=True)
    return {text.get_text().split()[1]: colour(handle) for text, handle in pairs}


def of_regions(order):
    model = CART().fit(X, Y)
    ax = plot_regions(model, X, ordered(order), ax=Figure().subplots())
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    return {name: line.get_color().lower() for name, line in zip(names, ax.lines, strict=True)}


PICTURES = [
    of_tree, of_hand_written_tree, of_hand_written_tree_with_data, of_skeleton, of_levels, of_votes,
    of_number_line, of_thresholds, of_partitions, of_bars, of_regions,
]  # fmt: skip


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.__name__)
def test_the_order_of_the_classes_does_not_matter(picture):
    for order in ORDERS:
        found = picture(order)
        assert found == {label: EXPECTED[label] for label in found} and len(found) >= 2


@pytest.mark.parametrize("order", ORDERS)
def test_signs_keep_the_order_given_and_go_by_the_sorted_one(order):
    found = signs(np.array(order))
    assert list(found) == list(order)
    assert found == {label: Sign(COLOURS[k], "", MARKERS[k]) for k, label in enumerate("abc")}


def test_only_classes_whose_colours_may_be_taken_for_each_other_are_hatched():
    four = signs("abcd")
    assert [sign.hatch for sign in four.values()] == list(HATCHES[:4])


def test_labels_of_any_type_have_signs():
    for labels in ([True, False], [10, 9, 2], ["x", 1, True]):
        assert signs(labels).keys() == set(labels)
        assert signs(labels) == signs(labels[::-1])
    assert signs([10, 9])[9].colour == COLOURS[0]  # by value, not by text


def test_the_pruned_tree_of_the_lecture_looks_as_the_tree_itself():  # notebook 10
    ward = load("postop_validation")
    whole = plot_tree(POST_OPERATIVE, data=(ward.X, ward.y), ax=Figure().subplots())
    history = reduced_error(POST_OPERATIVE, ward.X, ward.y)
    below = plot_reduced_error(history, 0, ax=Figure().subplots()).child_axes[0]
    assert leaf_colours(whole, POST_OPERATIVE) == leaf_colours(below, POST_OPERATIVE)


def test_a_class_that_only_inner_nodes_name_has_a_colour_of_its_own():
    tree = ask("x", {"p": "b", "q": ask("y", {"r": "b", "s": "c"}, prediction="a")})
    pruned = ask("x", {"p": "b", "q": leaf("a")})
    ax = plot_tree(tree, pruned=pruned, ax=Figure().subplots())
    boxes = next(c for c in ax.collections if isinstance(c, PathCollection) and c.zorder == 2)
    edges = [to_hex(edge) for edge in boxes.get_edgecolors()]
    assert edges[1:3] == [COLOURS[1].lower(), COLOURS[0].lower()]


def test_a_class_that_a_model_never_answers_keeps_its_colour():
    model = CART(max_depth=1).fit(X, Y)
    ax = plot_regions(model, X, ax=Figure().subplots())
    there = {text.get_text(): to_hex(text.get_color()) for text in ax.texts}
    answered = set(model.predict(X))
    assert there == {label: dark_of(EXPECTED[label]) for label in answered} and len(there) == 2
