"""The textbook algorithms grow the trees of the estimators, on random tables."""

import inspect
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers.random_tables import frame, tables
from hypothesis import assume, given, settings

import dtlab
from dtlab import information_gain, load, textbook
from dtlab.measures import gini, variance

ROOM = Path(textbook.__file__).parent
FEW = settings(max_examples=40, deadline=None)
CATEGORIES = ("text", "bool")
NO_GROUPS = ("few numbers", "numbers", "bool")  # nothing where two groupings could tie


def read(data):
    """X, y and weights as the room takes them."""
    X = frame(data)
    return X, pd.Series(data.y, name="target"), np.array(data.w)


def assert_same(ours, theirs, X, y, w, impurity=None):
    """The bare trees are equal; where two groupings of values tie, their scores are."""
    if isinstance(theirs.prediction, float):
        assert ours.prediction == pytest.approx(theirs.prediction, rel=1e-9, abs=1e-9)
    else:
        assert ours.prediction == theirs.prediction
    if ours.question != theirs.question:
        mine, other = ours.question, theirs.question
        assert impurity is not None and mine.feature == other.feature
        scores = [information_gain(q.route(X[q.feature]), y, impurity, w) for q in (mine, other)]
        assert scores[0] == pytest.approx(scores[1], abs=1e-9)
    elif ours.question is not None:
        branch = ours.question.route(X[ours.question.feature])
        for j, pair in enumerate(zip(ours.children, theirs.children, strict=True)):
            D = branch == j
            assert_same(*pair, X[D], y[D], w[D], impurity)


# ── single trees ────────────────────────────────────────────────────────────────────────────────


@FEW
@given(tables(kinds=("few numbers", "text", "bool"), weighted=False))
def test_id3(data):
    X, y, _ = read(data)
    assert textbook.id3(X, y).bare() == dtlab.ID3().fit(X, y).tree_.bare()


@pytest.mark.parametrize("name", ["vegetation", "buys_computer", "mutations", "titanic"])
def test_id3_on_the_lectures_tables_counts_as_the_estimator_does(name):
    table = load(name)
    ours, theirs = textbook.id3(table.X, table.y), dtlab.ID3().fit(table.X, table.y).tree_
    assert ours.bare() == theirs.bare()
    assert str(ours) == str(theirs)


def test_id3_leaves_out_values_that_do_not_occur():
    table = load("vegetation")
    X, y = table.X[:4], table.y[:4]  # its categories still name all seven rows' values
    assert textbook.id3(X, y).bare() == dtlab.ID3().fit(X, y).tree_.bare()


@FEW
@given(tables(weighted=False))
def test_c45(data):
    X, y, _ = read(data)
    assert (
        textbook.c45(X, y).bare() == dtlab.C45(prune=False, collapse=False).fit(X, y).tree_.bare()
    )


@FEW
@given(tables())
def test_cart(data):
    X, y, w = read(data)
    theirs = dtlab.CART().fit(X, y, sample_weight=w).tree_
    assert_same(textbook.cart(X, y, w), theirs, X, y, w, gini)


@FEW
@given(tables(kinds=NO_GROUPS))
def test_cart_without_categories_is_equal_and_stops_at_a_depth(data):
    X, y, w = read(data)
    theirs = dtlab.CART(max_depth=2).fit(X, y, sample_weight=w).tree_
    assert textbook.cart(X, y, w, max_depth=2).bare() == theirs.bare()


@FEW
@given(tables(classes=None))
def test_regression_tree(data):
    X, y, w = read(data)
    theirs = dtlab.RegressionTree().fit(X, y, sample_weight=w).tree_
    assert_same(textbook.regression_tree(X, y, w), theirs, X, y, w, variance)


@FEW
@given(tables(kinds=CATEGORIES, classes=(2, 3), weighted=False, max_rows=200))
def test_chaid(data):
    X, y, _ = read(data)
    ours = textbook.chaid(X, y, 0.3, 0.9)  # lenient, so that random tables are split
    theirs = dtlab.CHAID(0.3, 0.9).fit(X, y).tree_
    assert ours.bare() == theirs.bare()


def test_chaid_on_the_titanic():
    people = load("titanic")
    theirs = dtlab.CHAID().fit(people.X, people.y).tree_
    assert textbook.chaid(people.X, people.y).bare() == theirs.bare()


# ── pruning ─────────────────────────────────────────────────────────────────────────────────────


@FEW
@given(tables(weighted=False))
def test_reduced_error(data):
    X, y, _ = read(data)
    half = len(y) // 2
    assume(half)
    tree = dtlab.CART().fit(X[:half], y[:half]).tree_
    known = y[half:].isin(tree.classes)
    X, y = X[half:][known], y[half:][known]
    assume(len(y))
    assert textbook.reduced_error(tree, X, y) == dtlab.reduced_error(tree, X, y).tree


def test_reduced_error_counts_classes_that_are_numbers():
    X = pd.DataFrame({"a": list("uuvvv")})
    tree = textbook.cart(X, pd.Series([1, 1, 9, 9, 9]))
    y = pd.Series([9, 9, 1, 9, 9])  # as a leaf 1 error, with its branches 3
    assert textbook.reduced_error(tree, X, y) == dtlab.reduced_error(tree, X, y).tree
    assert textbook.reduced_error(tree, X, y).is_leaf


@FEW
@given(tables(classes=None, weighted=False))
def test_reduced_error_of_numbers(data):
    X, y, _ = read(data)
    half = len(y) // 2
    assume(half)
    tree = dtlab.RegressionTree().fit(X[:half], y[:half]).tree_
    assert textbook.reduced_error(tree, X[half:], y[half:]) == (
        dtlab.reduced_error(tree, X[half:], y[half:]).tree
    )


@FEW
@given(tables())
def test_weakest_link(data):
    X, y, w = read(data)
    same_path(textbook.cart(X, y, w))


@FEW
@given(tables(classes=None))
def test_weakest_link_of_numbers(data):
    X, y, w = read(data)
    same_path(textbook.regression_tree(X, y, w))


def same_path(tree):
    ours, theirs = textbook.weakest_link(tree), dtlab.cost_complexity_path(tree)
    assert [alpha for alpha, _ in ours] == pytest.approx([pair.alpha for pair in theirs])
    assert [T.bare() for _, T in ours] == [pair.tree.bare() for pair in theirs]


# ── ensembles ───────────────────────────────────────────────────────────────────────────────────


@FEW
@given(tables(weighted=False))
def test_bagging(data):
    X, y, _ = read(data)
    model = dtlab.Bagging(n_estimators=2, random_state=0).fit(X, y)
    ours = textbook.bagging(X, y, samples=model.samples_)
    for tree, theirs, copies in zip(ours, model.trees_, model.samples_, strict=True):
        here = copies > 0
        assert_same(tree, theirs.tree_, X[here], y[here], copies[here], gini)


@FEW
@given(tables(weighted=False))
def test_random_forest(data):
    X, y, _ = read(data)
    model = dtlab.RandomForest(n_estimators=2, subspace="tree", random_state=0).fit(X, y)
    ours = textbook.random_forest(X, y, samples=model.samples_, features=model.features_)
    for tree, theirs, rows in zip(ours, model.trees_, model.samples_, strict=True):
        assert_same(tree, theirs.tree_, X.iloc[rows], y.iloc[rows], np.ones(len(rows)), gini)


@FEW
@given(tables(kinds=NO_GROUPS, classes=(1, 2), weighted=False))
def test_adaboost(data):
    X, y, _ = read(data)
    model = dtlab.AdaBoost(n_estimators=6).fit(X, y)
    trees, alphas = textbook.adaboost(X, y, n_trees=6)
    assert alphas == pytest.approx(model.alphas_.tolist())
    assert [tree.bare() for tree in trees] == [step.tree_.bare() for step in model.trees_]
    assert textbook.weighted_vote(trees, X, alphas) == model.predict(X).tolist()


def test_adaboost_draws_table_8():
    bikes = load("bike_temp_classes")
    frequencies = bikes.frame[["Freq0", "Freq1", "Freq2"]].to_numpy().T
    trees, alphas = textbook.adaboost(bikes.X, bikes.y, samples=frequencies)
    model = dtlab.AdaBoost(samples=frequencies).fit(bikes.X, bikes.y)
    assert [tree.bare() for tree in trees] == [step.tree_.bare() for step in model.trees_]
    assert textbook.weighted_vote(trees, bikes.X, alphas) == bikes.y.tolist()


@FEW
@given(tables(kinds=NO_GROUPS, classes=None, weighted=False))
def test_gradient_boosting(data):
    X, y, _ = read(data)
    y = y + np.random.default_rng(len(y)).normal(size=len(y))  # residuals that never tie
    options = {"learning_rate": 0.3, "max_depth": 2}
    model = dtlab.GradientBoosting(n_estimators=4, bins=None, **options).fit(X, y)
    M0, trees = textbook.gradient_boosting(X, y, 4, **options)
    ones = np.ones(len(y))
    for tree, theirs in zip(trees, model.trees_, strict=True):
        assert_same(tree, theirs.tree_, X, y, ones)
    said = M0 + 0.3 * sum(tree.predict(X) for tree in trees)
    assert said == pytest.approx(model.predict(X))


def test_what_is_not_given_is_drawn():
    golf = load("play_golf")
    for grow in (textbook.bagging, textbook.random_forest):
        forest = grow(golf.X, golf.y, n_trees=7, seed=1)
        assert len(forest) == 7 and len({str(tree) for tree in forest}) > 1
        assert forest == grow(golf.X, golf.y, n_trees=7, seed=1)
        votes = pd.DataFrame([tree.predict(golf.X) for tree in forest])
        assert textbook.weighted_vote(forest, golf.X) == votes.mode().iloc[0].tolist()
    asked = {n.question.feature for n in forest[0].walk() if n.question}
    assert len(asked) <= 2  # √4


# ── what the room refuses, and how it is built ──────────────────────────────────────────────────

X = pd.DataFrame({"size": [1.0, 2.5, 3.0], "shape": list("abc")})
Y = pd.Series(list("ppq"), name="target")
GAP = X.assign(shape=["a", None, "b"])
ORDERED = X[["shape"]].astype(pd.CategoricalDtype(list("abc"), ordered=True))
MANY = pd.DataFrame({"zip": [f"{i:02}" for i in range(11)]})
MANY_Y = pd.Series(list("ppqqppqqppq"))
REFUSALS = {
    "'shape' has missing values": [
        lambda: textbook.id3(GAP, Y),
        lambda: textbook.c45(GAP, Y),
        lambda: textbook.cart(GAP, Y),
        lambda: textbook.chaid(GAP[["shape"]], Y),
        lambda: textbook.regression_tree(GAP, pd.Series([1.0, 2.0, 3.0])),
    ],
    "'target' has missing values": [lambda: textbook.cart(X, Y.where(Y == "p"))],
    "'size' holds numbers with fractions": [lambda: textbook.id3(X, Y)],
    "'size' must be nominal": [lambda: textbook.chaid(X, Y)],
    "'shape' must be nominal": [lambda: textbook.chaid(ORDERED, Y)],
    "'zip' must be nominal with at most 10": [lambda: textbook.chaid(MANY, MANY_Y)],
    "'zip' has 11 values, too many": [lambda: textbook.cart(MANY, MANY_Y)],
    "two classes, not 3": [lambda: textbook.adaboost(X, X["shape"])],
    "squared error, for numbers": [lambda: textbook.gradient_boosting(X, Y)],
    "no training counts": [lambda: textbook.weakest_link(dtlab.ask("a", {1: "p", 0: "q"}))],
}


@pytest.mark.parametrize("sentence", REFUSALS)
def test_what_takes_more_than_a_page_is_refused_in_one_sentence(sentence):
    for call in REFUSALS[sentence]:
        with pytest.raises(ValueError, match=sentence) as refusal:
            call()
        assert "\n" not in str(refusal.value)


ALGORITHMS = [name for name in textbook.__all__ if name != "weighted_vote"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_each_algorithm_is_a_function_in_a_file_of_its_own_of_15_to_60_lines(name):
    sys.path.insert(0, str(ROOM.parents[1] / "tools"))
    from lines import code_lines

    function = getattr(textbook, name)
    assert inspect.isfunction(function)
    assert Path(inspect.getsourcefile(function)) == ROOM / f"{name}.py"
    assert 15 <= code_lines((ROOM / f"{name}.py").read_text(encoding="utf-8")) <= 60
    assert "Lecture 00" in function.__doc__ and ">>> " in function.__doc__
