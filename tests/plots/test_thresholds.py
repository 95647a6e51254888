"""Pictures of thresholds, regions, step functions and leaves, asserted by what they contain."""

import warnings
from functools import partial

import matplotlib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab import (
    CART,
    MARS,
    AdaBoost,
    GradientBoosting,
    RandomForest,
    RegressionForest,
    RegressionTree,
    Threshold,
    ask,
    gain_ratio,
    gini,
    information_gain,
    load,
    variance,
)
from dtlab.course.figures import svg
from dtlab.plots import (
    plot_gaussians,
    plot_groupings,
    plot_number_line,
    plot_regions,
    plot_steps,
    plot_thresholds,
)
from dtlab.plots.base.points import MOST_ROWS
from dtlab.plots.region_grid import Rows, borders, rectangles
from dtlab.plots.scored_thresholds import ScoredThresholds

matplotlib.use("agg")
LACKING = "Glyph|Matplotlib currently does not support"  # letters that the font has not
STRANGE = ["שלום", "🌲 tree", "a name of sixty characters, " * 3]


@pytest.fixture
def ax():
    return Figure(figsize=(8, 5), layout="constrained").subplots()


@pytest.fixture
def land():
    data = load("vegetation_continuous")
    return data.X["ELEVATION"], data.y


@pytest.fixture
def bikes():
    return load("bike_temp_rentals")


@pytest.fixture
def golf():
    data = load("play_golf_numeric")
    return data.X[["temperature", "humidity"]], data.y


def texts(ax):
    """All words of a picture."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", LACKING)
        ax.figure.draw_without_rendering()
    found = ax.findobj(matplotlib.text.Text)
    return [text.get_text() for text in found if text.get_visible() and text.get_text()]


def quietly(ax):
    """Drawn in full, without any warning but the one about letters that the font lacks."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", LACKING)
        assert svg(ax.figure).count("<svg") == 1
    return ax


# ------------------------------------------------------------------ thresholds


def test_thresholds_of_the_lecture(land, ax):
    assert plot_thresholds(*land, ax=ax) is ax
    boundary = next(line for line in ax.lines if line.get_label() == "boundary point")
    inner = next(line for line in ax.lines if line.get_label() == "within one class")
    assert list(boundary.get_xdata()) == [750, 1350, 2250, 4175]
    assert boundary.get_ydata().round(4).tolist() == [0.306, 0.1839, 0.5917, 0.8631]
    assert list(inner.get_xdata()) == [3450, 4725]
    assert "best: ≤ 4175: 0.8631" in texts(ax)
    assert {"chaparral", "conifer", "riparian"} <= set(texts(ax))
    assert ax.get_ylabel() == "information gain (bits)"


def test_thresholds_show_each_instance_once(land, ax):
    plot_thresholds(*land, ax=ax)
    rows = {line.get_marker(): line.get_xdata() for line in ax.lines if line.get_zorder() == 3}
    assert {marker: list(x) for marker, x in rows.items()} == {
        "o": [1200, 3000, 3900], "s": [4450, 5000], "^": [300, 1500],
    }  # fmt: skip


def test_a_chosen_threshold_is_pointed_at(land, ax):
    plot_thresholds(*land, chosen=2000, ax=ax)  # any number between two values will do
    assert "≤ 2000: 0.5917" in texts(ax)
    assert ax.description.endswith("Chosen: ≤ 2000 scores 0.5917.")


def test_the_best_is_not_written_twice(land, ax):
    plot_thresholds(*land, chosen=4175, ax=ax)
    assert sum("4175:" in text for text in texts(ax)) == 1


@pytest.mark.parametrize("chosen", [299, 5000, 10_000])
def test_a_chosen_threshold_leaves_no_side_empty(land, ax, chosen):
    with pytest.raises(ValueError, match="choose a threshold from 300 to below 5000"):
        plot_thresholds(*land, chosen=chosen, ax=ax)


def test_ties_are_named(ax):
    plot_thresholds([1, 2, 3, 4], list("abab"), ax=ax)
    assert "The highest is at ≤ 1.5 and ≤ 3.5" in ax.description


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        (gain_ratio, "gain ratio"),
        (partial(information_gain, impurity=gini), "Gini gain"),
        (lambda x, y: float(np.mean(x)), "score"),
    ],
)
def test_other_measures(land, ax, measure, name):
    plot_thresholds(*land, measure, ax=ax)
    assert ax.get_ylabel() == name
    x, y = land
    assert ScoredThresholds(x, y, measure).score == pytest.approx(
        max(measure(x <= t, y) for t in (750, 1350, 2250, 3450, 4175, 4725))
    )


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), min_size=2, max_size=30))
@settings(max_examples=60, deadline=None)
def test_scores_from_tables_are_those_of_the_columns(rows):
    x, y = zip(*rows, strict=True)
    if len(set(x)) == 1:
        return
    cuts = ScoredThresholds(list(x), list(y), information_gain)
    alone = [information_gain(np.array(x) <= t, list(y)) for t in cuts.values]
    assert cuts.scores == pytest.approx(alone, abs=1e-12)
    assert cuts.scores[~cuts.boundary].max(initial=0) <= cuts.score + 1e-12  # Fayyad
    if cuts.score > 1e-12:
        assert cuts.boundary[cuts.values == cuts.best].all()


def test_thresholds_of_a_number(bikes, ax):
    plot_thresholds(bikes.X["TEMP"], bikes.y, partial(information_gain, impurity=variance), ax=ax)
    assert "best: ≤ 9.5: 121342" in texts(ax)
    assert {"RENTALS 602", "RENTALS 2246"} <= set(texts(ax))


def test_negative_scores_stay_above_the_instances(bikes, ax):
    impurity = partial(variance, ddof=1)
    measure = partial(information_gain, impurity=impurity)
    plot_thresholds([1, 2, 3, 4], [0.0, 1, 1, 0], measure, ax=ax)
    points = next(line for line in ax.lines if line.get_label() == "boundary point")
    targets = ax.lines[-2]
    assert points.get_ydata().min() < 0
    assert targets.get_ydata().max() < points.get_ydata().min()


def test_a_measure_of_several_numbers_is_refused(land, ax):
    from dtlab import chi_square

    with pytest.raises(ValueError, match="chi_square must give one finite number"):
        plot_thresholds(*land, chi_square, ax=ax)


def test_one_class_has_no_boundary(ax):
    plot_thresholds([1, 2, 3], ["a", "a", "a"], ax=ax)
    assert "None is a boundary point" in ax.description


def test_one_value_has_no_threshold(ax):
    with pytest.raises(ValueError, match="'x' has one value only"):
        plot_thresholds([3, 3], ["a", "b"], ax=ax)


@pytest.mark.parametrize("plot", [plot_thresholds, plot_number_line])
def test_no_rows(plot, ax):
    with pytest.raises(ValueError, match="x is empty"):
        plot([], [], ax=ax)


# ------------------------------------------------------------------ the number line


def test_number_line_of_the_lecture(land, ax):
    assert plot_number_line(*land, cuts=[4175, 2250], ax=ax) is ax
    assert {"2250", "4175", "chaparral", "ELEVATION"} <= set(texts(ax))
    assert "2250 to 4175: 2 (chaparral 2); > 4175: 2 (conifer 2)" in ax.description


def test_number_line_of_numbers_shows_the_means(bikes, ax):
    plot_number_line(bikes.X["TEMP"], bikes.y, cuts=[9.5], ax=ax)
    means = [line.get_segments()[0][0][1] for line in ax.collections]
    assert means == pytest.approx([755, 10606 / 7], abs=0.2)
    assert "≤ 9.5: 3 (mean 755)" in ax.description


def test_means_are_written_where_no_mark_is(bikes):  # notebook 13
    x, y = bikes.X["TEMP"], bikes.y
    ax = plot_number_line(x, y, cuts=[15, 30], ax=Figure((8, 4.5)).subplots())
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts[:3]] == ["mean 873.5", "mean 1978", "731.5"]
    marks = ax.transData.transform(np.c_[x, y])
    for text in ax.texts[:3]:
        assert not any(text.get_window_extent().contains(*mark) for mark in marks)
    narrow = plot_number_line(x, y, cuts=[22.5, 23.5], ax=Figure((8, 4.5)).subplots())
    words = [text.get_text() for text in narrow.texts]
    assert sum(word.startswith("mean") for word in words) == 2 and "2246" not in words


def test_number_line_without_a_target(ax):
    plot_number_line([1, 2, 2, 5], ax=ax)
    (line,) = ax.lines
    assert len(line.get_xdata()) == 4
    assert len(set(line.get_ydata())) == 2  # the second 2 stands above the first
    assert ax.description == "4 instances by x, from 1 to 5."


def test_a_group_may_be_empty(ax):
    plot_number_line([1, 2], ["a", "b"], cuts=[1.5, 3, 4], ax=ax)
    assert ax.description.endswith("1.5 to 3: 1 (b 1); 3 to 4: 0; > 4: 0.")


def test_cuts_that_would_overlap_are_not_all_written(ax):
    plot_number_line([0, 100], cuts=[50, 50.1, 50.2, 80], ax=ax)
    assert sum(line.get_linestyle() == "--" for line in ax.lines) == 4
    assert {"50", "80"} <= set(texts(ax)) and "50.1" not in texts(ax)


# ------------------------------------------------------------------ regions


def test_regions_of_a_tree(golf, ax):
    model = ask(Threshold("temperature", 70), "cold", "warm")
    assert plot_regions(model, golf[0], ax=ax) is ax
    assert ax.get_xlabel(), ax.get_ylabel() == ("temperature", "humidity")
    assert {"cold", "warm"} <= set(texts(ax))
    (border,) = ax.collections[0].get_segments()
    assert border[:, 0] == pytest.approx(70, abs=0.16)  # one cell of 150
    share = (70 - 62.95) / (86.05 - 62.95)
    assert f"cold {share:.0%}, warm {1 - share:.0%}" in ax.description
    assert len({patch.get_hatch() for patch in ax.patches}) == 2


@pytest.mark.parametrize(
    "model",
    [
        CART(max_depth=2),
        RandomForest(n_estimators=5, random_state=0),
        AdaBoost(n_estimators=3, random_state=0),
        DecisionTreeClassifier(max_depth=2, random_state=0),
    ],
    ids=lambda model: type(model).__name__,
)
def test_regions_of_any_classifier(golf, ax, model):
    plot_regions(model.fit(*golf), *golf, ax=ax)
    assert f"What {type(model).__name__} answers" in ax.description
    assert "Marked rows: no 5, yes 9." in ax.description


def test_regions_of_an_array_with_number_classes(golf, ax):
    X, y = golf[0].to_numpy(), (golf[1] == "yes").astype(int).to_numpy()
    plot_regions(CART().fit(X, y), X, y, ax=ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x0", "x1")
    assert {"0", "1"} <= set(texts(ax))


def test_other_features_are_held_still(ax):
    data = load("play_golf_numeric")
    model = CART().fit(data.X, data.y)
    plot_regions(model, data.X, data.y, ax=ax)
    assert "outlook = rain, windy = False" in ax.get_xlabel()
    assert "Held still: outlook = rain, windy = False." in ax.description
    with pytest.raises(ValueError, match="numeric ones in X are: temperature, humidity"):
        plot_regions(model, data.X, features=["outlook", "humidity"], ax=ax)


def test_features_to_vary_can_be_chosen(ax):
    iris = pd.DataFrame(np.random.default_rng(0).normal(size=(20, 3)), columns=list("abc"))
    y = np.where(iris["c"] > 0, "yes", "no")
    plot_regions(CART().fit(iris, y), iris, y, features=["c", "a"], ax=ax)
    assert ax.get_xlabel().splitlines()[0] == "c" and ax.get_ylabel() == "a"
    assert f"b = {iris['b'].median():.6g}" in ax.description


def test_regions_refuse_numbers_and_steps_refuse_classes(bikes, golf, ax):
    X = bikes.X.assign(other=range(10))
    with pytest.raises(ValueError, match="use plot_steps"):
        plot_regions(RegressionTree().fit(X, bikes.y), X, ax=ax)
    with pytest.raises(ValueError, match="this model answers with classes"):
        plot_steps(CART().fit(golf[0], golf[1]), golf[0], ax=ax)


def test_rows_with_a_missing_number_are_not_drawn(golf, ax):
    X, y = golf[0].astype(float), golf[1]
    model = CART().fit(X, y)
    X.iloc[0, 0] = np.nan
    plot_regions(model, X, y, ax=ax)
    assert "Marked rows: no 4, yes 9." in ax.description


@given(st.integers(0, 2**32 - 1), st.integers(1, 12), st.integers(1, 12))
@settings(max_examples=60, deadline=None)
def test_rectangles_cover_the_mask_exactly(seed, n_rows, n_columns):
    mask = np.random.default_rng(seed).random((n_rows, n_columns)) < 0.6
    painted = np.zeros(mask.shape, int)
    for left, right, low, high in zip(*rectangles(mask), strict=True):
        painted[low:high, left:right] += 1
    assert (painted == mask).all()


def test_borders_are_where_codes_change():
    codes = np.array([[0, 0, 1], [0, 0, 1], [2, 2, 2]])
    lines = borders(codes, np.arange(4), np.arange(4)).tolist()
    assert sorted(lines) == [[[0, 2], [3, 2]], [[2, 0], [2, 2]]]


def test_rows_keep_the_types_of_the_table():
    frame = pd.DataFrame({
        "a": [1, 2, 4], "n": [0.5, 1.5, 9.0], "b": [True, True, False],
        "c": pd.Categorical(["x", "y", "y"]), "d": ["u", "v", "v"],
    })  # fmt: skip
    rows = Rows(frame, ["a"], 1)
    made = rows.at(np.array([7.0, 8.0]))
    assert list(made.columns) == list(frame.columns)
    assert made["c"].dtype == frame["c"].dtype and made["b"].dtype == bool
    assert made.iloc[0].tolist() == [7.0, 1.5, True, "y", "v"]


# ------------------------------------------------------------------ steps


def test_steps_of_a_tree_are_exact(bikes, ax):
    model = RegressionTree(max_depth=1).fit(bikes.X, bikes.y)
    assert plot_steps(model, bikes.X, bikes.y, ax=ax) is ax
    line = next(line for line in ax.lines if len(line.get_xdata()) > 100)
    x, y = line.get_data()
    assert (y[x <= 9.5] == 755).all() and (y[x > 9.5] > 1500).all()
    assert x[y == 755].max() == 9.5
    assert {"9.5", "TEMP", "RENTALS"} <= set(texts(ax))


def test_steps_of_many_trees_are_upright_and_not_marked(bikes, ax):
    model = GradientBoosting(n_estimators=20, max_depth=1, learning_rate=1, bins=None)
    plot_steps(model.fit(bikes.X, bikes.y), bikes.X, bikes.y, ax=ax)
    line = next(line for line in ax.lines if len(line.get_xdata()) > 100)
    x, y = line.get_data()
    assert np.diff(x)[np.diff(y) != 0].max() < 1e-9
    assert len({tree.tree_.question.value for tree in model.trees_}) > 3 and not ax.texts


def test_steps_of_several_models_with_the_true_curve(ax):
    data = load("gbrt_geron")
    models = {
        "tree": RegressionTree(max_depth=2),
        "forest": RegressionForest(n_estimators=3, random_state=0),
        "MARS": MARS(),
        "scikit-learn": DecisionTreeRegressor(max_depth=2),
    }
    fitted = {name: model.fit(data.X, data.y) for name, model in models.items()}
    plot_steps(fitted, data.X, data.y, truth=lambda x: 3 * x**2, ax=ax)
    assert {*models, "true curve"} <= set(texts(ax))
    assert len({line.get_color() for line in ax.lines[1:5]}) == 4
    assert len({line.get_linestyle() for line in ax.lines[1:4]}) == 3
    assert "The true curve is dotted. Marked rows: 100." in ax.description


def test_steps_take_a_single_column(bikes, ax):
    model = RegressionTree(max_depth=1).fit(bikes.X, bikes.y)
    plot_steps(model, bikes.X["TEMP"], ax=ax)
    assert "up to 9.5: 755" in ax.description


def test_a_threshold_where_nothing_changes_is_not_marked(ax):
    # b is held at its median 1.5, so the branch of b ≤ 0 is never taken
    left = ask(Threshold("a", 3), 7.0, 8.0)
    tree = ask(Threshold("b", 0), left, ask(Threshold("a", 5), 1.0, 2.0))
    plot_steps(tree, pd.DataFrame({"a": [0, 10], "b": [1, 2]}), feature="a", ax=ax)
    assert "5" in texts(ax) and "up to 5: 1; then 2" in ax.description


# ------------------------------------------------------------------ leaves


def test_groupings(ax):
    rentals = load("bike_rentals").y
    cuts = {"too coarse": [], "good": [4000, 1500], "too fine": sorted(rentals)[:-1]}
    assert plot_groupings(rentals, cuts, partial(variance, ddof=1), ax=ax) is ax
    boxes = [c for c in ax.collections if isinstance(c, matplotlib.collections.PatchCollection)]
    assert [len(group.get_paths()) for group in boxes] == [1, 3, 12]
    whole = variance(rentals, ddof=1)
    assert f"too coarse: 1 group, variance {whole:.0f}" in ax.description
    assert "too fine: 12 groups, variance 0." in ax.description
    assert "good\nvariance 221120" in texts(ax)


@pytest.mark.parametrize("groupings", [[[1500]], {}, None])
def test_groupings_are_named(groupings, ax):
    with pytest.raises(ValueError, match="groupings is a dictionary"):
        plot_groupings([1, 2], groupings, ax=ax)


@pytest.mark.parametrize(
    ("leaves", "mode", "mean"),
    [
        ([(5, 41.4, 87.84), (6, 128 / 3, 1505 / 9)], "mode 41.75", "mean of means 42.03"),
        ([(40, 100), (48, 9)], "mode 47.84", "mean of means 44"),
    ],
)
def test_gaussians_of_the_ledger(leaves, mode, mean, ax):
    assert plot_gaussians(leaves, ax=ax) is ax
    assert {mode, mean, "their average"} <= set(texts(ax))
    average = next(line for line in ax.lines if line.get_linewidth() == 3)
    x, y = average.get_data()
    assert np.trapezoid(y, x) == pytest.approx(1, abs=2e-3)  # a density
    assert x[y.argmax()] == pytest.approx(float(mode.split()[1]), abs=0.2)


def test_leaves_have_names_and_mode_and_mean_signs_of_their_own(ax):
    leaves = {"rainy": (5, 41.4, 87.84), "windy": (6, 128 / 3, 1505 / 9), "x" * 60: (50, 3, 1)}
    plot_gaussians(leaves, ax=ax)
    words = texts(ax)
    assert {"rainy: mean 41.4", "windy: mean 42.67", "xxxxxxxxxx…: mean 3"} <= set(words)
    assert ax.description.startswith("3 Gaussians: rainy: mean 41.4, variance 87.84, 5 rows; windy")
    mode, mean = ax.lines[-2:]
    assert (mode.get_marker(), mean.get_marker()) == ("o", "^")
    average = next(line for line in ax.lines if line.get_linewidth() == 3)
    assert mode.get_ydata()[0] == pytest.approx(average.get_ydata().max(), rel=1e-3)
    assert mean.get_ydata()[0] == 0  # far from the mode even where both have one value


def test_many_gaussians_with_the_data(ax):
    hours = load("hours_played")
    forest = RegressionForest(n_estimators=60, random_state=0, vote="mode", min_samples_split=4)
    means, variances = forest.fit(hours.X, hours.y).leaves(hours.X)
    plot_gaussians(zip(means[0], variances[0], strict=True), data=hours.y, ax=ax)
    assert {"60 leaves", "data", "Hours"} <= set(texts(ax))
    assert "and 56 more" in ax.description and "histogram of 14 numbers" in ax.description
    assert len(ax.collections[0].get_segments()) == 50


@pytest.mark.parametrize(
    ("leaves", "sentence"),
    [
        ([], "give each leaf as"),
        ([(1, 2), (1, 2, 3)], "give each leaf as"),
        ([(40, 0)], "variance above 0"),
    ],
)
def test_gaussians_refuse(leaves, sentence, ax):
    with pytest.raises(ValueError, match=sentence):
        plot_gaussians(leaves, ax=ax)


# ------------------------------------------------------------------ what is hard on all of them


@pytest.fixture(scope="module")
def strange():
    """A table with strange names and classes, and a tree on it."""
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(60, 2)), columns=STRANGE[:2])
    y = pd.Series(np.array(STRANGE)[rng.integers(0, 3, 60)], name=STRANGE[2])
    return X, y


def pictures_of(X, y):
    model = CART(max_depth=3).fit(X, y)
    yield lambda ax: plot_regions(model, X, y, ax=ax)
    yield lambda ax: plot_thresholds(X.iloc[:, 0], y, ax=ax)
    yield lambda ax: plot_number_line(X.iloc[:, 0], y, cuts=[0], ax=ax)


def numeric_pictures_of(X, name):
    x, y = X.iloc[:, 0], X.iloc[:, 1]
    model = RegressionTree(max_depth=3).fit(X.iloc[:, :1], y)
    yield lambda ax: plot_steps({name: model}, X.iloc[:, :1], y, ax=ax)
    yield lambda ax: plot_number_line(x, y, cuts=[0], ax=ax)
    yield lambda ax: plot_groupings(y, {name: [0]}, ax=ax)
    yield lambda ax: plot_gaussians([(0, 1)], data=y, ax=ax)


def test_strange_names_are_drawn_and_cut(strange):
    for draw in [*pictures_of(*strange), *numeric_pictures_of(strange[0], STRANGE[2])]:
        ax = quietly(draw(Figure(figsize=(8, 5), layout="constrained").subplots()))
        parts = [part for text in texts(ax) for part in text.splitlines()]
        assert max(map(len, parts)) <= 70


def test_the_description_has_names_in_full(strange, ax):
    plot_number_line(strange[0].iloc[:, 0], strange[1], ax=ax)
    assert all(name.strip() in ax.description for name in STRANGE)


def test_forty_classes():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(400, 2)), columns=["a", "b"])
    y = pd.Series([f"class {k}" for k in rng.permutation(np.repeat(range(40), 10))])
    for draw in pictures_of(X, y):
        ax = quietly(draw(Figure(figsize=(8, 6), layout="constrained").subplots()))
        assert any(" others" in text for text in texts(ax))


def test_one_class():
    X = pd.DataFrame({"a": [1.0, 2, 3], "b": [1.0, 5, 2]})
    for draw in pictures_of(X, pd.Series(["only"] * 3)):
        assert "only" in texts(quietly(draw(Figure(layout="constrained").subplots())))


def test_many_rows_are_sampled_and_that_is_said():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(100_000, 2)), columns=["a", "b"])
    y = pd.Series(np.where(X["a"] > 0, "yes", "no"))
    note = f"{MOST_ROWS} of 100,000 rows drawn"
    for draw in [*pictures_of(X, y), *list(numeric_pictures_of(X, "tree"))[:3]]:
        ax = draw(Figure(layout="constrained").subplots())
        marks = [len(line.get_xdata()) for line in ax.lines if line.get_marker() in list("os^")]
        assert sum(marks) <= 4 * MOST_ROWS
        assert note in ax.get_xlabel()


@pytest.mark.parametrize("model", ["tree", "forest"])
def test_no_rows_to_vary(model, golf, ax):
    fitted = CART().fit(*golf) if model == "tree" else RandomForest(3, random_state=0).fit(*golf)
    with pytest.raises(ValueError, match="X has no rows"):
        plot_regions(fitted, golf[0][:0], ax=ax)


def test_axes_given_open_no_figure(land, ax):
    import matplotlib.pyplot as plt

    plot_number_line(*land, ax=ax)
    assert plt.get_fignums() == []
    own = plot_number_line(*land)
    assert plt.get_fignums() == [own.figure.number]
    plt.close("all")
