"""CART and RegressionTree against scikit-learn's trees on numbers without ties.

scikit-learn keeps features as 32-bit floats, so these are. Two features may cut a small node in the
same way and either be asked: node statistics and training predictions are compared everywhere,
predictions for new rows where leaves are large.
"""

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtlab import CART, RegressionTree, entropy, gini

LIMITS = [
    {},
    {"max_depth": 4},
    {"min_samples_split": 30},
    {"min_samples_leaf": 12},
    {"min_impurity_decrease": 0.004},
    {"max_leaf_nodes": 9},
    {"max_depth": 6, "min_samples_leaf": 5, "min_impurity_decrease": 0.002, "max_leaf_nodes": 14},
]
LARGE_LEAVES = LIMITS[3], LIMITS[5]
IMPURITIES = {"gini": gini, "entropy": entropy}


def numbers(seed, n=300, F=4, gap=0.0):
    """Features with some signal, a numeric target, and weights that make equal scores unlikely.

    Sums of these weights are exact: otherwise scikit-learn splits pure nodes by rounding alone.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, F)).astype(np.float32).astype(float)
    y = X[:, 0] + np.where(X[:, 1] > 0, X[:, -1], -1) + rng.normal(size=n) * 0.5
    weight = rng.integers(512, 1536, n) / 1024
    X[rng.random((n, F)) < gap] = np.nan
    return X, y, weight


def classes(y, K):
    """K classes of about the same size."""
    return np.array([f"c{k}" for k in np.digitize(y, np.quantile(y, np.arange(1, K) / K))])


def node_statistics(rows, weights, impurities):
    """One line per node, in an order that does not depend on how the nodes are numbered."""
    table = np.column_stack((rows, weights, impurities)).astype(float)
    return table[np.lexsort(table.T.round(6))]


def assert_same_nodes(ours, theirs):
    nodes, tree = list(ours.tree_.walk()), theirs.tree_
    mine = [[getattr(v, name) for v in nodes] for name in ("n_rows", "weight", "impurity")]
    other = tree.n_node_samples, tree.weighted_n_node_samples, tree.impurity
    np.testing.assert_allclose(node_statistics(*mine), node_statistics(*other), atol=1e-9)


@pytest.mark.parametrize("criterion", IMPURITIES)
@pytest.mark.parametrize("K", [2, 4])
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_cart(criterion, K, limits):
    X, y, weight = numbers(seed=K)
    y = classes(y, K)
    ours = CART(IMPURITIES[criterion], **limits).fit(X, y, sample_weight=weight)
    theirs = DecisionTreeClassifier(criterion=criterion, random_state=0, **limits)
    theirs.fit(X, y, sample_weight=weight)
    assert_same_nodes(ours, theirs)
    assert (ours.predict(X) == theirs.predict(X)).all()
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)
    if limits in LARGE_LEAVES:
        new = numbers(seed=99, n=2000)[0]
        assert (ours.predict(new) == theirs.predict(new)).all()
        np.testing.assert_allclose(ours.predict_proba(new), theirs.predict_proba(new), atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_cart_without_weights(seed):
    X, y, _ = numbers(seed, n=500)
    y = classes(y, 3)
    ours = CART(min_samples_leaf=15).fit(X, y)
    theirs = DecisionTreeClassifier(min_samples_leaf=15, random_state=0).fit(X, y)
    assert_same_nodes(ours, theirs)
    new = numbers(seed=99, n=2000)[0]
    assert (ours.predict(new) == theirs.predict(new)).all()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_regression_tree(weighted, limits):
    X, y, weight = numbers(seed=7)
    weight = weight if weighted else None
    ours = RegressionTree(**limits).fit(X, y, sample_weight=weight)
    theirs = DecisionTreeRegressor(random_state=0, **limits).fit(X, y, sample_weight=weight)
    assert_same_nodes(ours, theirs)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-9)
    if limits in LARGE_LEAVES:
        new = numbers(seed=99, n=2000)[0]
        np.testing.assert_allclose(ours.predict(new), theirs.predict(new), atol=1e-9)


def test_targets_far_from_zero():
    """Sums of squares would lose all digits of the variance here; ours are centred first."""
    X, y, _ = numbers(seed=3)
    near, far = RegressionTree(max_depth=5).fit(X, y), RegressionTree(max_depth=5).fit(X, y + 1e9)
    np.testing.assert_allclose(far.predict(X) - 1e9, near.predict(X), atol=1e-5)


def first_decrease(tree):
    """What the root's question takes away, of scikit-learn's arrays."""
    left, right = tree.children_left[0], tree.children_right[0]
    w = tree.weighted_n_node_samples
    below = w[left] * tree.impurity[left] + w[right] * tree.impurity[right]
    return tree.impurity[0] - below / w[0]


@pytest.mark.parametrize("least", [1, 20])
@pytest.mark.parametrize("seed", range(10))
def test_missing_values_at_the_root(seed, least):
    """Same decrease, unless scikit-learn asks only whether the value is missing (threshold ∞)."""
    X, y, weight = numbers(seed, n=150, F=2, gap=0.3)
    limits = {"max_depth": 1, "min_samples_leaf": least}
    for ours, theirs, y_ in (
        (CART(**limits), DecisionTreeClassifier(**limits), classes(y, 3)),
        (RegressionTree(**limits), DecisionTreeRegressor(**limits), y),
    ):
        ours.fit(X, y_, sample_weight=weight)
        theirs.fit(X, y_, sample_weight=weight)
        if np.isfinite(theirs.tree_.threshold[0]):
            assert ours.tree_.score == pytest.approx(first_decrease(theirs.tree_))
        else:
            assert ours.tree_.score <= first_decrease(theirs.tree_) + 1e-12


@pytest.mark.parametrize("least", [1, 20])
def test_missing_values_everywhere(least):
    """scikit-learn also asks whether a value is missing at all."""
    for seed in range(10):
        X, y, weight = numbers(seed, n=150, F=2, gap=0.3)
        limits = {"max_depth": 4, "min_samples_leaf": least}
        y = classes(y, 3)
        theirs = DecisionTreeClassifier(random_state=0, **limits).fit(X, y, sample_weight=weight)
        assert_same_nodes(CART(**limits).fit(X, y, sample_weight=weight), theirs)
