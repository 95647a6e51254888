"""Confusion matrices and importances: what they hold, and bad input."""

import numpy as np
import pandas as pd
import pytest
from helpers.panel_words import assert_axes_in_axes_out, drawn, texts
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure

from dtlab.ensembles.votes import Importances
from dtlab.plots import describe, plot_confusion, plot_importances
from dtlab.plots.base.style import luminance

pytestmark = pytest.mark.filterwarnings("error")
WORDS = ["שלום", "naïve café", "🌳🌲", "x" * 60]


PLOTS = {
    "confusion": lambda ax: plot_confusion(["a", "b"], ["a", "a"], ax=ax),
    "importances": lambda ax: plot_importances({"a": 1}, ax=ax),
}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_axes_in_axes_out(plot, ax):
    assert_axes_in_axes_out(plot, ax)


# ------------------------------------------------------------------ confusion matrix


def test_confusion_counts_rows_by_actual_and_columns_by_predicted(ax):
    plot_confusion(["no", "no", "no", "yes"], ["no", "no", "yes", "yes"], ax=ax)
    assert texts(ax) == ["2", "1", "0", "1"]
    assert [t.get_weight() for t in ax.texts] == ["bold", "normal", "normal", "bold"]
    assert ax.get_title("left") == "3 of 4 right: accuracy 0.75"
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
