"""The cross-validated choice of α: a naive twin, the rule of one standard error, bad input."""

import numpy as np
import pandas as pd
import pytest
from helpers.sklearn_trees import Grown, continuous
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab.algorithms.cart import CART
from dtlab.algorithms.regression import RegressionTree
from dtlab.data import load
from dtlab.pruning import choose_alpha, cost_complexity_path, prune_to


def naive_table(model, X, y, folds, risk):
    """Mean error of every subtree: fit, prune and predict in each fold, one α after the other."""
    path = cost_complexity_path(model.fit(X, y).tree_, risk)
    between = np.sqrt(path.alphas * np.append(path.alphas[1:], np.inf))
    losses = [[] for _ in between]
    for train, test in folds:
        grown = model.fit(X[train], y[train]).tree_
        frame = {f"x{f}": X[test, f] for f in range(X.shape[1])}
        for k, alpha in enumerate(between):
            predicted = prune_to(grown, min(alpha, 1e9), risk).predict(frame)
            wrong = (predicted - y[test]) ** 2 if grown.classes is None else predicted != y[test]
            losses[k].extend(np.asarray(wrong, float))
    return np.mean(losses, axis=1), np.std(losses, axis=1) / np.sqrt(len(losses[0]))


@pytest.mark.parametrize(("loader", "risk"), [(load_wine, "error"), (load_diabetes, "impurity")])
def test_table_against_the_naive_twin(loader, risk):
    X, y = continuous(loader, 150)
    kind = DecisionTreeRegressor if loader is load_diabetes else DecisionTreeClassifier
    model = Grown(kind(random_state=0))
    folds = KFold(4, shuffle=True, random_state=1)
    choice = choose_alpha(model, X, y, cv=folds, risk=risk)
    mean, deviation = naive_table(model, X, y, folds.split(X), risk)
    assert choice.table["mean error"].to_numpy() == pytest.approx(mean)
    assert choice.table["standard error"].to_numpy() == pytest.approx(deviation)


def test_one_standard_error_takes_a_smaller_tree():
    X, y = continuous(load_breast_cancer)
    model = Grown(DecisionTreeClassifier(random_state=0), ccp_alpha=0.3)
    one, least = (choose_alpha(model, X, y, rule=rule) for rule in ("1se", "min"))
    pd.testing.assert_frame_equal(one.table, least.table)
    table = one.table
    best = table["mean error"].idxmin()
    limit = table["mean error"][best] + table["standard error"][best]
    assert least.alpha == table["alpha"][table["mean error"] == table["mean error"].min()].max()
    assert one.alpha == table["alpha"][table["mean error"] <= limit].max()
    assert one.tree.n_leaves <= least.tree.n_leaves
    assert one.tree == prune_to(one.path.tree, one.alpha)
    again = choose_alpha(model, X, y, random_state=5)
    assert not again.table.equals(table)


def test_estimators_pruned_at_the_chosen_alpha_grow_the_chosen_tree():
    X, y = continuous(load_breast_cancer)
    choice = choose_alpha(CART(), X, y)
    assert 1 < choice.tree.n_leaves < choice.path.tree.n_leaves
    assert CART(ccp_alpha=choice.alpha).fit(X, y).tree_ == choice.tree
    X, y = continuous(load_diabetes)
    choice = choose_alpha(RegressionTree(), X, y, cv=5)
    assert RegressionTree(ccp_alpha=choice.alpha).fit(X, y).tree_ == choice.tree
    assert choice.table["mean error"].min() < choice.table["mean error"][0]


def test_categories_are_chosen_as_they_come():
    """On the Titanic α = 0 already saves 8 of 13 leaves: they split without saving an error."""
    titanic = load("titanic")
    choice = choose_alpha(CART(), titanic.X, titanic.y)
    assert (choice.alpha, choice.path.tree.n_leaves, choice.tree.n_leaves) == (0.0, 13, 5)
    errors = [(t.predict(titanic.X) != titanic.y).sum() for t in (choice.path.tree, choice.tree)]
    assert errors[0] == errors[1]


def test_a_constant_target_has_nothing_to_choose():
    choice = choose_alpha(Grown(DecisionTreeClassifier()), np.zeros((6, 1)), ["a"] * 6, cv=3)
    assert choice.tree.is_leaf
    assert choice.table["mean error"].tolist() == [0.0]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"rule": "2se"}, "rule='2se' is not known"),
        ({"cv": 1}, "cv=1 must be a number of folds from 2 to the 4 rows"),
        ({"cv": 5}, "cv=5 must be a number of folds"),
        ({"y": [0, 1]}, "X has 4 rows and y has 2"),
    ],
)
def test_choice_refuses(settings, sentence):
    data = {"X": np.arange(4.0)[:, None], "y": [0, 1, 0, 1]}
    with pytest.raises(ValueError, match=sentence):
        choose_alpha(Grown(DecisionTreeClassifier()), **(data | settings))
