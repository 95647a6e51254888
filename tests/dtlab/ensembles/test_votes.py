"""Votes, samples and importances, each against its definition."""

import numpy as np
import pytest
from helpers.forest_data import mixed, numbers
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab import CART, RegressionTree
from dtlab.engine.flat import impurity_importances
from dtlab.ensembles import votes as tools
from dtlab.ensembles.forest import RandomForest, RegressionForest


def test_generators_do_not_depend_on_how_many():
    few, many = tools.generators(5, 2), tools.generators(5, 9)
    assert [g.random() for g in few] == [g.random() for g in many[:2]]
    rng = np.random.default_rng(5)
    first, second = tools.generators(rng, 1), tools.generators(rng, 1)
    assert first[0].random() != second[0].random()  # a generator goes on, a seed starts anew


def test_a_tie_goes_to_the_first_class():
    """Also where rounding makes the second share a little larger."""
    X, y = np.zeros((3, 1)), ["b", "a", "c"]  # no question: the shares of the root
    forest = RandomForest(3, bootstrap=False, random_state=0).fit(X, y)
    forest._posterior = lambda rows: np.array([[0.3, 0.1 + 0.2, 0.2], [0.1, 0.2, 0.7]])
    assert forest.predict(X[:2]).tolist() == ["a", "c"]


@pytest.mark.parametrize(("n", "size"), [(3, 3), (4, 2)])
def test_share_in_bag_by_enumeration(n, size):
    samples = np.stack(np.meshgrid(*[np.arange(n)] * size), axis=-1).reshape(-1, size)
    held = np.mean([len(set(sample)) / n for sample in samples])
    assert tools.share_in_bag(n, size) == pytest.approx(held)


def test_share_in_bag_of_the_ledger():
    assert tools.share_in_bag(10) == pytest.approx(0.6513215599, abs=1e-10)
    assert tools.share_in_bag(1000) == pytest.approx(0.6323045752290363)
    assert tools.share_in_bag(np.inf) == pytest.approx(1 - np.exp(-1))


# ------------------------------------------------------------------ importances


def test_impurity_importances_of_one_tree_are_those_of_scikit_learn():
    X, y, classes = numbers(1, n=2000)
    X = X.astype(np.float32).astype(float)  # as scikit-learn keeps them
    for ours, theirs, target in (
        (CART(max_depth=2), DecisionTreeClassifier(max_depth=2), classes),
        (RegressionTree(max_depth=2), DecisionTreeRegressor(max_depth=2), y),
    ):
        ours.fit(X, target), theirs.fit(X, target)
        mine = impurity_importances([ours._flat], X.shape[1])
        np.testing.assert_allclose(mine, theirs.feature_importances_, atol=1e-12)


def test_impurity_importances_of_a_forest():
    """The same features matter as in scikit-learn, by about the same shares."""
    X, y, classes = numbers(2, n=800)
    for ours, theirs, target in (
        (RandomForest(60, random_state=0), RandomForestClassifier(60, random_state=0), classes),
        (
            RegressionForest(60, random_state=0),
            RandomForestRegressor(60, max_features=2, random_state=0),
            y,
        ),
    ):
        mine = ours.fit(X, target).feature_importances_
        assert mine.sum() == pytest.approx(1)
        np.testing.assert_allclose(mine, theirs.fit(X, target).feature_importances_, atol=0.03)


@pytest.mark.parametrize("options", [{}, {"max_features": 1}, {"thresholds": 2}], ids=str)
def test_impurity_importances_sum_to_one(options):
    X, _, classes = mixed(3)
    share = RandomForest(9, random_state=0, **options).fit(X, classes).feature_importances_
    assert share.sum() == pytest.approx(1) and (share >= 0).all()


def test_no_split_no_importance():
    X, _, classes = mixed(3)
    forest = RandomForest(3, max_depth=0).fit(X, classes)
    assert forest.feature_importances_.tolist() == [0] * X.shape[1]


def test_permutation_importances():
    X, y, classes = mixed(4, n=300)
    for model, target in ((RandomForest(30, random_state=0), classes), (RegressionTree(), y)):
        model.fit(X, target)
        found = tools.permutation_importances(model, X, target, n_repeats=3, random_state=0)
        assert found.names == tuple(X.columns) and found.values.shape == (5, 3)
        np.testing.assert_allclose(found.mean, found.values.mean(axis=1))
        assert set(np.argsort(found.mean)[-2:]) == {0, 2}  # size and colour made the target
        again = tools.permutation_importances(model, X, target, n_repeats=3, random_state=0)
        assert (again.values == found.values).all()


def test_permutation_of_an_array_leaves_it_as_it_was():
    X, _, classes = numbers(5)
    before = X.copy()
    forest = RandomForest(20, random_state=0).fit(X, classes)
    found = forest.permutation_importances(X, classes, random_state=0)
    assert (before == X).all() and found.names[0] == "x0"
    assert found.mean[:2].min() > 0.1 > found.mean[4:].max()
