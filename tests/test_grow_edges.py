"""Corners of the engine: weights of very different size, missing values under limits, constants."""

import numpy as np
import pandas as pd
import pytest

from dtlab import C45, CART, CHAID, ID3, RegressionTree, Threshold


def bug(reason):
    return pytest.mark.xfail(strict=True, reason=f"BUG {reason}")


@bug("A1: running sums lose small weights beside large ones")
@pytest.mark.parametrize("model", [CART(), RegressionTree()])
def test_weights_of_very_different_size(model):
    rng = np.random.default_rng(0)
    X = np.column_stack((rng.permutation(800), rng.random(800)))
    y = rng.integers(0, 2, 800)
    weight = np.where(X[:, 0] < 400, 1.0, 1e-20)
    assert model.fit(X, y, sample_weight=weight).score(X, y) == 1


@bug("A1: running sums lose digits, so that ties are broken by rounding")
@pytest.mark.parametrize("model", [CART(), RegressionTree()])
def test_a_column_and_its_copy_are_tied(model):
    rng = np.random.default_rng(0)
    x, y, weight = rng.random(20000), rng.integers(0, 2, 20000), rng.random(20000)
    model.fit(np.column_stack((x, x)), y, sample_weight=weight)
    assert model.flat_.feature.max() == 0


@bug("A2: with missing values a cut between pure blocks may be the best there is")
def test_sorting_and_counting_agree_on_missing_values():
    """All known values are one class, the missing ones another: some cut is better than none."""
    for n in (200, 600):  # up to 256 distinct values are counted, more are sorted
        x = np.where(np.arange(n) < n - 50, np.arange(n), np.nan)
        y = np.where(np.isnan(x), "missing", "known")
        assert CART(max_depth=1).fit(pd.DataFrame({"x": x}), y).tree_.n_leaves == 2


@bug("A3: a column of one level is asked about")
@pytest.mark.parametrize("model", [ID3(), RegressionTree(multiway=True)])
def test_a_constant_column_is_never_asked(model):
    assert model.fit(pd.DataFrame({"x": ["u", "u", "u"]}), [1, 2, 2]).tree_.is_leaf


@bug("A4: only the better side for missing values is tried")
def test_min_samples_leaf_with_missing_values():
    """Left of 1.5 the missing row lowers the gain, but only there both leaves have two rows."""
    X, y = pd.DataFrame({"x": [np.nan, 1, 2, 2]}), ["A", "B", "A", "A"]
    tree = CART(min_samples_leaf=2).fit(X, y).tree_
    assert tree.question == Threshold("x", 1.5, missing=0)


@bug("A5: a group of missing values alone has no branch")
def test_chaid_gives_missing_values_a_branch_of_their_own():
    X = pd.DataFrame({"x": ["u"] * 40 + ["v"] * 40 + [None] * 40})
    y = ["A"] * 40 + ["B"] * 40 + ["C"] * 40
    model = CHAID().fit(X, y)
    assert model.tree_.n_leaves == 3
    assert model.predict(X).tolist() == y
    assert model.tree_.predict(X).tolist() == y


@bug("A6: min_cases above 25 is not kept on numbers")
def test_min_cases_of_c45_beyond_25():
    """clamp(0.1 n / classes, min_cases, 25): a minimum above 25 still is the minimum."""
    y = ["A"] * 26 + ["B"] * 74
    assert C45(min_cases=30).fit(pd.DataFrame({"x": range(100)}), y).tree_.is_leaf


@bug("A7: only criteria of tables list every threshold")
@pytest.mark.parametrize("model", [C45(), ID3(lambda x, y: len(set(x)), "threshold")])
def test_every_threshold_is_listed(model):
    model.fit(pd.DataFrame({"x": [1, 2, 3, 4, 5]}), list("AABBB"))
    assert len(model.candidates(every_threshold=True)) == 8
