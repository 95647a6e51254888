"""Corners of the engine: weights of very different size, missing values under limits, constants."""

from math import log

import numpy as np
import pandas as pd
import pytest

from dtlab import C45, CART, CHAID, ID3, RegressionTree, Threshold, load, twoing


@pytest.mark.parametrize("n", [200, 800])  # columns are counted, columns are sorted
@pytest.mark.parametrize("model", [CART(), RegressionTree()])
def test_weights_of_very_different_size(model, n):
    """As boosting makes them. What counts is predicted right; the rest may drown in rounding."""
    rng = np.random.default_rng(0)
    X = np.column_stack((rng.permutation(n), rng.random(n)))
    y, heavy = rng.integers(0, 2, n), X[:, 0] < n / 2
    model.fit(X, y, sample_weight=np.where(heavy, 1.0, 1e-20))
    assert model.predict(X[heavy]).tolist() == pytest.approx(y[heavy])


@pytest.mark.parametrize("model", [CART(), RegressionTree()])
def test_a_column_and_its_copy_are_tied(model):
    rng = np.random.default_rng(0)
    x, y, weight = rng.random(20000), rng.integers(0, 2, 20000), rng.random(20000)
    model.fit(np.column_stack((x, x)), y, sample_weight=weight)
    assert model._flat.feature.max() == 0


def test_sorting_and_counting_agree_on_missing_values():
    """All known values are one class, the missing ones another: some cut is better than none."""
    for n in (200, 600):  # up to 256 distinct values are counted, more are sorted
        x = np.where(np.arange(n) < n - 50, np.arange(n), np.nan)
        y = np.where(np.isnan(x), "missing", "known")
        assert CART(max_depth=1).fit(pd.DataFrame({"x": x}), y).tree_.n_leaves == 2


def test_two_groups_with_missing_values():
    """The one missing row is the one of another class: known values against missing ones."""
    X = pd.DataFrame({"x": ["v", "u", "u", "w", None, "w"]})
    tree = CART(max_depth=1).fit(X, ["B", "B", "B", "B", "A", "B"]).tree_
    assert sorted(child.n_rows for child in tree.children) == [1, 5]


@pytest.mark.parametrize("model", [ID3(), RegressionTree(multiway=True)])
def test_a_constant_column_is_never_asked(model):
    assert model.fit(pd.DataFrame({"x": ["u", "u", "u"]}), [1, 2, 2]).tree_.is_leaf


def test_min_samples_leaf_with_missing_values():
    """Left of 1.5 the missing row lowers the gain, but only there both leaves have two rows."""
    X, y = pd.DataFrame({"x": [np.nan, 1, 2, 2]}), ["A", "B", "A", "A"]
    tree = CART(min_samples_leaf=2).fit(X, y).tree_
    assert tree.question == Threshold("x", 1.5, missing=0)


def test_chaid_gives_missing_values_a_branch_of_their_own():
    X = pd.DataFrame({"x": ["u"] * 40 + ["v"] * 40 + [None] * 40})
    y = ["A"] * 40 + ["B"] * 40 + ["C"] * 40
    model = CHAID().fit(X, y)
    assert model.tree_.n_leaves == 3
    assert model.predict(X).tolist() == y
    assert model.tree_.predict(X).tolist() == y


def test_min_cases_of_c45_beyond_25():
    """clamp(0.1 n / classes, min_cases, 25): a minimum above 25 still is the minimum."""
    y = ["A"] * 26 + ["B"] * 74
    tree = C45(min_cases=30, prune=False).fit(pd.DataFrame({"x": range(100)}), y).tree_
    assert min(leaf.n_rows for leaf in tree.leaves()) == 30


@pytest.mark.parametrize("model", [C45(), ID3(lambda x, y: len(set(x)), "threshold")])
def test_every_threshold_is_listed(model):
    model.fit(pd.DataFrame({"x": [1, 2, 3, 4, 5]}), list("AABBB"))
    assert len(model.candidates(every_threshold=True)) == 8


def test_one_branch_per_value_with_missing_values():
    """Refused with a sentence, or every row stays in the tree."""
    X = pd.DataFrame({"x": ["u", "u", "v", None], "z": ["p", "q", "p", "q"]})
    try:
        tree = RegressionTree(multiway=True).fit(X, [1.0, 2.0, 3.0, 4.0]).tree_
    except ValueError as fault:
        assert "missing" in str(fault)
    else:
        for node in tree.walk():
            assert node.is_leaf or sum(child.n_rows for child in node.children) == node.n_rows


@pytest.mark.filterwarnings("error")
def test_targets_too_large_for_their_squares():
    """They are refused with a sentence, or grown without a warning."""
    X, y = np.arange(4.0)[:, None], np.array([1e308, -1e308, 1e308, -1e308])
    try:
        assert RegressionTree().fit(X, y).predict(X).tolist() == y.tolist()
    except ValueError as fault:
        assert "large" in str(fault)


@pytest.mark.parametrize("levels", [9, 14])
@pytest.mark.parametrize("gap", [0.0, 0.2])
def test_scores_are_what_the_children_say(levels, gap):
    """Many levels, three classes, gaps: each score, counted anew from the children."""
    rng = np.random.default_rng(levels)
    text = rng.choice([f"v{k:02}" for k in range(levels)], 300)
    X = pd.DataFrame({"a": np.where(rng.random(300) < gap, None, text), "b": rng.random(300)})
    model = CART().fit(X, rng.integers(0, 3, 300), sample_weight=rng.random(300) + 0.5)
    for node in model.tree_.walk():
        if not node.is_leaf:
            rest = sum(child.weight * child.impurity for child in node.children) / node.weight
            assert node.score == pytest.approx(node.impurity - rest, abs=1e-9)
    assert (model.predict(X) == model.tree_.predict(X)).all()


@pytest.mark.parametrize("impurity", [twoing, lambda c: -sum(v * log(v / sum(c)) for v in c if v)])
def test_groups_of_weighted_rows_have_no_negative_counts(impurity):
    X = pd.DataFrame({"x": ["x", "w", "v", "u", "w"]})
    tree = CART(impurity).fit(X, [1, 2, 1, 1, 0], sample_weight=[0.5, 0.1, 0.7, 0.1, 0.7]).tree_
    assert not tree.is_leaf


@pytest.mark.parametrize("model", [RegressionTree(min_samples_leaf=2), CART(min_samples_leaf=2)])
def test_two_groups_with_a_minimum_leaf_size(model):
    """In the order u, v, w of the shares no cut leaves two rows on each side; v alone does."""
    tree = model.fit(pd.DataFrame({"x": ["w", "v", "v", "u"]}), [1, 0, 1, 0]).tree_
    assert [child.n_rows for child in tree.children] == [2, 2]


def test_candidates_where_there_is_one_class():
    model = CART().fit(pd.DataFrame({"x": range(400)}), ["A"] * 400)
    assert model.candidates().gain.tolist() == [0, 0]


def test_a_column_that_is_never_asked_may_have_more_values_than_those_that_are():
    """Rows in a leaf looked themselves up by the first column's code, past the end of the table."""
    titanic = load("titanic")
    sample = titanic.frame.sample(40, random_state=43)
    model = CART(max_depth=2).fit(sample[titanic.features], sample[titanic.target])
    X = titanic.X.iloc[::50]
    assert list(model.predict(X)) == list(model.tree_.predict(X))
