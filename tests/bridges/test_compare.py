"""Methods on the same splits, the picture of it, and the widget of notebook 14."""

import re
import time

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier

from dtlab import CART, ID3, RandomForest, RegressionTree, compare, load, plot_comparison
from dtlab.bridges.compare import trees_of
from dtlab.widgets import explore_comparison
from dtlab.widgets.comparison import METHODS, ComparisonState, shipped


@pytest.fixture(scope="module")
def plane():
    X = pd.DataFrame(np.random.default_rng(0).uniform(-1, 1, (200, 2)), columns=["a", "b"])
    return X, np.where(X["a"] > 0.2, "right", "left")


def test_one_row_per_method_with_what_it_asks_and_how_well_it_does(plane):
    found = compare({"tree": CART(), "stump": CART(max_depth=0)}, *plane, splits=4)
    assert found.table.loc["tree", "asks first"] == "a"
    assert found.table.loc["tree", ["trees", "leaves", "depth"]].tolist() == [1, 2, 1]
    assert found.table.loc["stump", ["asks first", "leaves"]].tolist() == ["–", 1]
    assert found.scores.shape == (4, 2)
    assert found.table["accuracy"].tolist() == pytest.approx(found.scores.mean(), abs=1e-4)
    assert found.table["spread"].tolist() == pytest.approx(found.scores.std(), abs=1e-4)


def test_the_splits_are_the_same_for_all_and_on_every_call(plane):
    both = compare({"one": CART(), "two": CART()}, *plane, splits=3, label_noise=0.2)
    assert both.difference("one", "two") == (0.0, 0.0)
    again = compare({"one": CART()}, *plane, splits=3, label_noise=0.2)
    assert again.scores["one"].tolist() == both.scores["one"].tolist()
    other = compare({"one": CART()}, *plane, splits=3, label_noise=0.2, random_state=1)
    assert other.scores["one"].tolist() != both.scores["one"].tolist()


def test_noise_spoils_the_training_labels_and_not_the_judging_ones(plane):
    clean, noisy = (
        compare({"tree": CART(), "stump": CART(max_depth=1)}, *plane, label_noise=share, splits=5)
        for share in (0.0, 0.2)
    )
    assert noisy.table.loc["tree", "leaves"] > 5 * clean.table.loc["tree", "leaves"]
    assert noisy.table.loc["tree", "accuracy"] < 0.9
    assert noisy.table.loc["stump", "accuracy"] > 0.9  # out of reach if the test had noise


@pytest.mark.parametrize("share", [-0.1, 1.5])
def test_noise_is_a_share(plane, share):
    with pytest.raises(ValueError, match="a share of the rows"):
        compare({"tree": CART()}, *plane, label_noise=share)


def test_no_methods_are_refused(plane):
    with pytest.raises(ValueError, match="nothing to compare"):
        compare({}, *plane)


def test_numbers_are_compared_by_r_squared(plane):
    X, _ = plane
    found = compare({"tree": RegressionTree(max_depth=3)}, X, X["a"].to_numpy() ** 2, splits=2)
    assert 0.5 < found.table.loc["tree", "accuracy"] < 1


def test_trees_of_dtlab_of_scikit_learn_of_searches_and_of_none(plane):
    X, y = plane
    models = [CART(), RandomForest(3, random_state=0), DecisionTreeClassifier(),
              GridSearchCV(CART(), {"max_depth": [1, 2]}), make_pipeline(ID3(numeric="threshold")),
              LogisticRegression()]  # fmt: skip
    assert [len(trees_of(model.fit(X, y))) for model in models] == [1, 3, 1, 1, 1, 0]


def test_comparisons_on_the_same_splits_join(plane):
    one, two = (compare({name: CART()}, *plane, splits=2) for name in ("one", "two"))
    joined = one.and_also(two)
    assert list(joined.table.index) == list(joined.scores.columns) == ["one", "two"]
    assert "accuracy" in repr(joined) and "<table" in joined._repr_html_()


def test_the_table_is_shown_without_nan_and_with_whole_trees(plane):
    models = {"forest": RandomForest(3, random_state=0), "line": LogisticRegression()}
    found = compare(models, *plane, splits=1)
    cells = re.findall(r"<td>(.*?)</td>", found._repr_html_())
    accuracy = [f"{value:.4f}" for value in found.table["accuracy"]]
    leaves, depth = (f"{found.table.at['forest', name]:.1f}" for name in ("leaves", "depth"))
    first = found.table.at["forest", "asks first"]
    assert cells[:7] == [first, "0", "3", leaves, depth, accuracy[0], "–"]
    assert cells[7:] == ["–", "0", "0", "–", "–", accuracy[1], "–"]
    assert "NaN" not in repr(found) and "nan" not in repr(found)


def test_the_picture_has_a_dot_a_line_and_the_sizes_of_each_method(plane):
    found = compare({"tree": CART(), "line": LogisticRegression()}, *plane, splits=3)
    figure, ax = plt.subplots()
    before = plt.get_fignums()
    assert plot_comparison(found, ax=ax) is ax
    assert plt.get_fignums() == before
    words = [text.get_text() for text in ax.texts]
    assert words == ["leaves", "2.0", "–", "depth", "1.0", "–"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["tree", "line"]
    dots = sorted(x for dots in ax.collections[-2:] for x, _ in dots.get_offsets())
    assert dots == pytest.approx(sorted(found.table["accuracy"]))
    assert f"tree {found.table.at['tree', 'accuracy']:.3f} ±" in ax.description
    assert "The best mean has" in ax.description
    plt.close(figure)


def test_sizes_of_one_column_have_one_form(plane):
    table = compare({"tree": CART(), "forest": CART()}, *plane, splits=2).table
    ax = plot_comparison(table.assign(leaves=[19.0, 1028.8], depth=[8.4, 10.0]))
    words = [text.get_text() for text in ax.texts]
    assert words == ["leaves", "19", "1,029", "depth", "8.4", "10.0"]
    assert "19 leaves, depth 8.4" in ax.description
    plt.close(ax.figure)


def test_a_picture_of_nothing_is_refused(plane):
    found = compare({"tree": CART()}, *plane, splits=2)
    with pytest.raises(ValueError, match="choose at least one"):
        plot_comparison(found.table.head(0))


# ------------------------------------------------------------------ the widget


def test_the_state_says_who_leads_and_by_how_much():
    iris = next(sample for sample in shipped() if sample.name == "iris")
    state = ComparisonState(iris, ("CART", "ID3"))
    assert list(state.result.table.index) == ["ID3", "CART"]  # in the order of the list
    assert "does best on iris" in state.words
    assert "one standard deviation" in state.words
    assert "random splits" in ComparisonState(iris, ("CART",)).words


def test_choosing_draws_anew_and_quickly_once_it_is_known():
    explorer = explore_comparison()
    picture = explorer.picture.value
    explorer.controls["methods"].value = ("ID3", "CART")
    assert explorer.state.methods == ("ID3", "CART")
    assert explorer.picture.value != picture
    explorer.controls["noise"].value = 0.2
    explorer.controls["noise"].value = 0.0
    start = time.process_time()
    explorer.set(noise=0.2)
    assert time.process_time() - start < 0.5  # 0.1 on an idle machine; training takes longer


def test_choosing_no_method_keeps_the_picture_and_says_why():
    explorer = explore_comparison()
    picture = explorer.picture.value
    explorer.controls["methods"].value = ()
    assert explorer.picture.value == picture
    assert "choose at least one method" in explorer.words.value


def test_a_learners_own_table_comes_first():
    golf = load("play_golf")
    explorer = explore_comparison(golf.X, golf.y)
    assert explorer.state.sample.name == "your data"
    assert set(explorer.controls["methods"].options) == set(METHODS)


def test_a_class_of_one_row():
    X = {"size": range(10)}
    with pytest.raises(ValueError, match="the class 'q' has a single row"):
        compare({"CART": CART()}, pd.DataFrame(X), ["p"] * 9 + ["q"])
