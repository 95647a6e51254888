"""Every function on trees takes a fitted model as well, and says so to anything else."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from helpers.refusals import one_sentence
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlab
from dtlab import (
    C45,
    CART,
    CHAID,
    ID3,
    RandomForest,
    RegressionTree,
    cost_complexity_path,
    is_subtree,
    limit,
    load,
    plot_importances,
    prune_pessimistic,
    prune_rules,
    prune_to,
    reduced_error,
    significance,
)

SHIP = load("titanic")
MODEL = CART(max_depth=3).fit(SHIP.X, SHIP.y)
ON_TREES = {
    "cost_complexity_path": lambda tree: [*cost_complexity_path(tree)],
    "prune_to": lambda tree: prune_to(tree, 0.001),
    "prune_pessimistic": prune_pessimistic,
    "reduced_error": lambda tree: str(reduced_error(tree, SHIP.X, SHIP.y)),
    "significance": significance,
    "limit": lambda tree: limit(tree, max_depth=1),
    "limit of leaves": lambda tree: limit(tree, max_leaf_nodes=2),
    "prune_rules": lambda tree: str(prune_rules(tree, SHIP.X, SHIP.y)),
    "is_subtree": lambda tree: is_subtree(tree, tree),
    "is_subtree of a tree": lambda tree: is_subtree(tree, MODEL.tree_),
    "describe": dtlab.describe,
    "plot_tree": lambda tree: dtlab.describe(dtlab.plot_tree(tree)),
    "plot_tree pruned": lambda tree: dtlab.describe(
        dtlab.plot_tree(tree, pruned=limit(MODEL.tree_, max_depth=1))
    ),
    "plot_algorithms": lambda tree: dtlab.describe(dtlab.plot_algorithms({"a": tree})),
    "plot_alphas": lambda tree: dtlab.describe(dtlab.plot_alphas(cost_complexity_path(tree))),
}


@pytest.fixture(autouse=True)
def no_figures_stay_open():
    yield
    plt.close("all")


@pytest.mark.parametrize("name", ON_TREES)
def test_a_model_is_as_good_as_its_tree(name):
    assert ON_TREES[name](MODEL) == ON_TREES[name](MODEL.tree_)


@pytest.mark.parametrize("name", ON_TREES)
def test_what_is_no_tree(name):
    if name == "is_subtree of a tree":
        return
    action = ON_TREES[name]
    forest = RandomForest(2, random_state=0).fit(SHIP.X, SHIP.y)
    who = name.split()[0]
    if who not in ("plot_alphas", "prune_rules", "describe"):
        one_sentence([who, "a tree or a fitted model", "dict"], ValueError, action, {})
    one_sentence(["CART", "fit it first"], ValueError, action, CART())
    one_sentence(["RandomForest", "many trees", "trees_[0]"], ValueError, action, forest)
    if who in ("plot_tree", "plot_algorithms"):  # which draw scikit-learn's trees, too
        return
    other = DecisionTreeClassifier(max_depth=1).fit(np.eye(2), [0, 1])
    one_sentence(["DecisionTreeClassifier", "from_sklearn"], ValueError, action, other)


# ------------------------------------------------------------------ importances


def test_importances_as_scikit_learn_has_them():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 4))
    y = X[:, 0] + 2 * X[:, 1] * X[:, 2] + rng.normal(size=2000)
    for target, theirs, ours in (
        (y > 0, DecisionTreeClassifier, CART),
        (y, DecisionTreeRegressor, RegressionTree),
    ):
        for depth in (1, 2, 3):  # deeper, two cuts may be worth the same
            other = theirs(max_depth=depth, random_state=0).fit(X, target)
            mine = ours(max_depth=depth).fit(X, target).feature_importances_
            np.testing.assert_allclose(mine, other.feature_importances_, atol=1e-9)


@pytest.mark.parametrize("model", [ID3(), C45(), CART(), CHAID(), CART(ccp_alpha=0.01)], ids=repr)
def test_importances_of_every_tree(model):
    found = model.fit(SHIP.X, SHIP.y).feature_importances_
    assert found.shape == (3,) and found.min() >= 0 and found.sum() == pytest.approx(1)
    assert found.argmax() == list(SHIP.X).index("sex")


def test_importances_of_a_leaf_and_before_fit():
    leaf = CART(max_depth=0).fit(SHIP.X, SHIP.y)
    assert leaf.feature_importances_.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="not fitted yet"):
        CART().feature_importances_  # noqa: B018
    assert not hasattr(CART(), "feature_importances_")


@pytest.mark.parametrize(
    "model",
    [
        CART(max_depth=2), RandomForest(3, random_state=0),
        dtlab.GradientBoostingClassifier(n_estimators=2), RandomForestClassifier(3, random_state=0),
    ],
    ids=repr,
)  # fmt: skip
def test_a_model_knows_the_names_of_its_importances(model):
    X = SHIP.X.apply(lambda column: column.astype("category").cat.codes)
    model.fit(X, SHIP.y)
    by_hand = dict(zip(X.columns, model.feature_importances_, strict=True))
    words = dtlab.describe(plot_importances(model))
    assert words == dtlab.describe(plot_importances(by_hand))
    assert words.startswith("Importances from the largest: ")
    assert "sex" in words


def test_importances_without_names():
    says = ["importances", "name", "plot_importances(model)"]
    one_sentence(says, ValueError, plot_importances, MODEL.feature_importances_)
    one_sentence(["CART", "fit"], ValueError, plot_importances, CART())
    one_sentence(["MARS", "no feature_importances_"], ValueError, plot_importances,
                 dtlab.MARS().fit([[1], [2], [3], [4]], [1, 2, 3, 4]))  # fmt: skip
