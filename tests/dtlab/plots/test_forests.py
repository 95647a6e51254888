"""Pictures of ensembles: what holds for all of them, samples and votes."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from helpers.ensemble_pictures import (
    ADABOOST,
    BOOSTED,
    BUYS,
    FOREST,
    HOURS,
    NUMBERS,
    ODD,
    REGRESSION,
    RENTALS,
    RNG,
    TABLE_8,
    drawn,
    texts,
)
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab import Bagging, RandomForest, RegressionForest
from dtlab.plots.base.sizes import PAGE
from dtlab.plots.boosting import plot_residuals, plot_stages, plot_weights
from dtlab.plots.forests import plot_bootstrap, plot_votes
from dtlab.plots.vote_diagram import BOXES, HEADS

PICTURES = {
    "bootstrap": lambda ax: plot_bootstrap(FOREST, ax=ax),
    "votes": lambda ax: plot_votes(FOREST, BUYS.X.iloc[0], ax=ax),
    "answers": lambda ax: plot_votes(REGRESSION, HOURS.X.iloc[0], ax=ax),
    "weights": lambda ax: plot_weights(TABLE_8, 0, ax=ax),
    "all weights": lambda ax: plot_weights(ADABOOST, ax=ax),
    "residuals": lambda ax: plot_residuals(BOOSTED, RENTALS.X, RENTALS.y, 1, ax=ax),
    "stages": lambda ax: plot_stages(BOOSTED, ax=ax),
}


@pytest.mark.parametrize("name", PICTURES)
def test_axes_in_axes_out(name):
    ax = PICTURES[name](None)
    assert len(plt.get_fignums()) == 1
    given = Figure().subplots()
    assert PICTURES[name](given) is given
    assert len(plt.get_fignums()) == 1
    assert given.description == ax.description != ""


@pytest.mark.parametrize("name", PICTURES)
def test_letters_are_large_enough(name):
    ax = PICTURES[name](None)
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", drawn(ax))]
    assert len(sizes) > 5 and min(sizes) >= PAGE.small


# ------------------------------------------------------------------ bootstrap samples


def test_every_draw_is_a_number_and_every_row_left_out_a_cross():
    ax = plot_bootstrap(FOREST)
    cells = [t.get_text() for t in ax.texts if not t.get_text().endswith(")")]
    counts = np.array([np.bincount(rows, minlength=14) for rows in FOREST.samples_])
    assert cells == [str(n) if n else "×" for n in counts.ravel()]
    left_out = (counts == 0).sum(axis=1)
    assert [t.get_text() for t in ax.texts if t.get_text().endswith(")")] == [
        f"{n} out ({n / 14:.0%})" for n in left_out
    ]
    assert f"{(counts == 0).mean():.0%} of the rows are out of bag" in ax.get_title("left")
    assert "35% are expected" in ax.description


def test_samples_may_be_plain_lists_or_a_bagging_model():
    ax = plot_bootstrap([[0, 0, 2], [1, 2, 2]], rows=["a", "b", "c"])
    assert [t.get_text() for t in ax.get_xticklabels()] == ["a", "b", "c"]
    assert [t.get_text() for t in ax.texts][:6] == ["2", "×", "1", "×", "1", "2"]
    model = Bagging(n_estimators=4, random_state=0).fit(BUYS.X, BUYS.y)
    cells = [t.get_text() for t in plot_bootstrap(model).texts][: 4 * 14]
    assert cells == [str(n) if n else "×" for n in model.samples_.ravel()]


def test_many_rows_and_trees_are_cut_and_the_picture_says_so():
    samples = [RNG.integers(0, 100_000, 100_000) for _ in range(12)]
    ax = plot_bootstrap(samples)
    assert "10 of 12 trees" in ax.get_xlabel() and "of 100000 rows" in ax.get_xlabel()
    assert "10 of 12 trees" in ax.description and "37%" in ax.description
    assert len(ax.texts) < 300


def test_long_and_foreign_row_names():
    names = ["ש" * 60, "😀 row", "c" * 60]
    ax = plot_bootstrap([[0, 1, 1]], rows=names)
    assert all(len(t.get_text()) <= 22 for t in ax.get_xticklabels())
    assert "😀 row most often (2 times)" in ax.description
    assert drawn(ax)


@pytest.mark.parametrize(
    ("samples", "rows", "words"),
    [
        ([], None, "no samples"),
        ([[]], None, "no rows"),
        ([[0, 5]], None, "row numbers from 0 to 1"),
        ([[0.5, 1]], None, "row numbers"),
        ([[0, 1]], ["a"], "row numbers from 0 to 0"),
    ],
)
def test_samples_that_are_none(samples, rows, words):
    with pytest.raises(ValueError, match=words):
        plot_bootstrap(samples, rows)


# ------------------------------------------------------------------ votes


def boxes(ax):
    return [p for p in ax.patches if isinstance(p, Rectangle)]


def test_a_vote_runs_from_samples_to_shares():
    ax = plot_votes(FOREST, BUYS.X.iloc[0])
    words = texts(ax)
    assert set(HEADS.values()) <= set(words)
    answers = [tree.predict(BUYS.X.iloc[[0]])[0] for tree in FOREST.trees_]
    votes = [w for w in words if w.endswith(" 1.00")]
    assert [vote.split()[0] for vote in votes] == answers
    shares = FOREST.predict_proba(BUYS.X.iloc[[0]])[0]
    bar = [box for box in boxes(ax) if box.get_y() < 0]
    assert [box.get_width() for box in bar] == pytest.approx(shares[shares > 0])
    assert f"average posterior: {FOREST.predict(BUYS.X.iloc[[0]])[0]}" in words
    different = [len(set(rows)) for rows in FOREST.samples_]
    assert [w for w in words if "rows," in w] == [f"{n} rows, 2 features" for n in different]
    assert f"{answers.count('no')} for no" in ax.description


def test_names_are_cut_only_where_their_box_ends():  # notebook 11: the tumours
    X = NUMBERS.set_axis(["worst concave points", "w" * 60], axis=1)
    model = RandomForest(6, max_features=1, random_state=0).fit(X, X.iloc[:, 0] > X.iloc[:, 1])
    ax = plot_votes(model, X.iloc[0])
    ax.figure.draw_without_rendering()
    tree = [box for box in boxes(ax) if box.get_x() == BOXES["tree"][0]]
    words = [t for t in ax.texts if t.get_text().endswith("?")]
    assert {t.get_text().split(" ≤")[0][:20] for t in words} >= {"worst concave points"}
    for box, text in zip(tree, words, strict=True):
        room, place = box.get_window_extent(), text.get_window_extent()
        assert room.x0 < place.x0 and place.x1 < room.x1
        assert "…" not in text.get_text() or place.width > 0.8 * room.width


def test_many_trees_are_summed_up():
    model = Bagging(n_estimators=40, vote="majority", random_state=0).fit(BUYS.X, BUYS.y)
    ax = plot_votes(model, dict(BUYS.X.iloc[0]))
    more = [w for w in texts(ax) if "more trees" in w]
    assert more and more[0].startswith("… and 34 more trees")
    assert any(w.startswith("majority vote: ") for w in texts(ax))


def test_votes_of_other_learners_and_of_arrays():
    X, y = NUMBERS.to_numpy(), np.repeat(["a", "b"], 30)
    model = Bagging(DecisionTreeClassifier(), n_estimators=3, random_state=0).fit(X, y)
    assert "DecisionTreeClassifier" in texts(plot_votes(model, X[0]))
    model = Bagging(DecisionTreeRegressor(), max_features=1, n_estimators=3, random_state=0)
    ax = plot_votes(model.fit(NUMBERS, X[:, 0]), NUMBERS.iloc[0])
    assert "mean" in ax.description and "mode" not in ax.description


def test_numbers_have_mean_and_mode():
    row = HOURS.X.iloc[[0]]
    answers = [tree.predict(row)[0] for tree in REGRESSION.trees_]
    ax = plot_votes(REGRESSION, row)
    assert sum(p.get_height() for p in ax.patches) == len(answers)
    assert f"mean {np.mean(answers):.4g} = answer" in "".join(texts(ax))
    assert f"mean {REGRESSION.predict(row)[0]:.4g}" in ax.description
    by_mode = RegressionForest(30, vote="mode", min_samples_split=2, random_state=0)
    by_mode.fit(HOURS.X, HOURS.y)
    ax = plot_votes(by_mode, row)
    assert f"mode {by_mode.predict(row)[0]:.4g} = answer" in "".join(texts(ax))


def test_trees_that_agree_on_a_number():
    model = RegressionForest(3, random_state=0).fit(NUMBERS, np.full(60, 7.0))
    ax = plot_votes(model, NUMBERS.iloc[0])
    assert "mean 7, mode 7" in ax.description
    assert ax.get_xlim()[0] < 7 < ax.get_xlim()[1] and drawn(ax)


@pytest.mark.parametrize("y", [["a"] * 60, [f"class {i % 40}" for i in range(60)], ODD * 20])
def test_votes_of_one_class_many_classes_and_odd_names(y):
    model = RandomForest(9, random_state=0).fit(NUMBERS, y)
    ax = plot_votes(model, NUMBERS.iloc[0])
    assert drawn(ax)
    assert max(len(w) for w in texts(ax) if "trees" not in w and ":" not in w) <= 24
    winner = model.predict(NUMBERS.iloc[[0]])[0]
    assert winner in ax.description


@pytest.mark.parametrize(
    ("model", "row", "words"),
    [
        (RandomForest(), {}, "fit it first"),
        (FOREST, {"age": "youth"}, "no value for 'income'"),
        (FOREST, BUYS.X.iloc[:2], "one row, not 2"),
        (FOREST, [1, 2], "2 values, but the model 4"),
    ],
)
def test_votes_that_cannot_be(model, row, words):
    with pytest.raises(ValueError, match=words):
        plot_votes(model, row)
