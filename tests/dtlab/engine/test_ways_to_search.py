"""Every way to search grows the same tree: by squares or cut by cut, in blocks, in moved codes."""

from dataclasses import fields

import numpy as np
import pytest
from helpers.forest_data import mixed
from hypothesis import given
from hypothesis import strategies as st

import dtlab
from dtlab import C45, C50, CART, CHAID, ID3, AdaBoost, RegressionTree
from dtlab.engine import grow as engine
from dtlab.engine import level
from dtlab.engine.grow import grow
from dtlab.questions import search

EXACT = ("feature", "threshold", "first", "n_children", "missing", "n_rows", "stats", "prediction")


@st.composite
def problems(draw):
    """A table of numbers, classes or a numeric target, perhaps weights, and limits on the tree."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n, F = draw(st.integers(1, 70)), draw(st.integers(1, 4))
    V = draw(st.sampled_from([1, 2, 3, 6, None]))  # None: all values differ
    X = rng.normal(size=(n, F)) if V is None else rng.integers(V, size=(n, F)).astype(float)
    if draw(st.booleans()):  # a column of two values beside the others
        X[:, -1] = rng.integers(2, size=n)
    K = draw(st.integers(0, 4))
    y = rng.integers(-3, 4, n) / 2.0 if K == 0 else rng.integers(K, size=n)
    weight = draw(st.sampled_from([None, rng.integers(1, 4, n) / 2.0]))
    limits = {
        "max_depth": draw(st.sampled_from([None, None, 2])),
        "min_samples_leaf": draw(st.sampled_from([1, 1, 3])),
        "min_samples_split": draw(st.sampled_from([2, 9])),
    }
    return X, y, weight, (RegressionTree if K == 0 else CART)(**limits)


def cut_by_cut(model):
    """The tree of a fitted model, grown once more with every cut written out and scored."""
    recipe = model._recipe(model._table, model._target)
    recipe.numeric.criterion.by_squares = False
    return grow(model._table, model._target, recipe, model._weight)


def assert_same(one, two):
    for name in (field.name for field in fields(one)):
        a, b = getattr(one, name), getattr(two, name)
        if name in EXACT:
            np.testing.assert_array_equal(a, b, err_msg=name)
        else:
            np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12, err_msg=name)


@given(problems())
def test_by_squares_and_cut_by_cut(problem):
    X, y, weight, model = problem
    assert_same(model.fit(X, y, weight)._flat, cut_by_cut(model))


@given(problems(), st.integers(1, 40), st.integers(1, 90))
def test_blocks_and_chunks_change_nothing(problem, block, chunk):
    """Blocks of few nodes and chunks of few features lead to the same tree."""
    X, y, weight, model = problem
    at_once = model.fit(X, y, weight)._flat
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "BLOCK", block)
        patch.setattr(search, "CHUNK", chunk)
        assert_same(model.fit(X, y, weight)._flat, at_once)


@pytest.mark.parametrize("classes", [0, 2, 5])
@pytest.mark.parametrize("distinct", [None, 2, 40])
def test_the_same_large_tree(classes, distinct):
    """Keys of 32 and of 64 bits, several blocks, more levels than a small table has."""
    rng = np.random.default_rng(classes)
    n = 6000
    X = rng.normal(size=(n, 6)) if distinct is None else rng.integers(distinct, size=(n, 6)) * 1.0
    X[:, 3] = rng.integers(2, size=n)
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)
    if classes:
        y = np.searchsorted(np.quantile(y, np.arange(1, classes) / classes), y)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "BLOCK", 1000)
        model = (CART() if classes else RegressionTree()).fit(X, y)
    assert_same(model._flat, cut_by_cut(model))


@pytest.mark.parametrize("impurity", ["gini", "entropy"])
def test_blocks_with_categories_and_missing_values(impurity):
    """Two groups of values are searched block by block too."""
    import pandas as pd

    rng = np.random.default_rng(3)
    X = pd.DataFrame({"a": rng.choice(list("uvwxyz"), 400), "b": rng.normal(size=400)})
    X = X.mask(rng.random(X.shape) < 0.1)
    y, model = rng.integers(3, size=400), CART(getattr(dtlab, impurity))
    at_once = model.fit(X, y)._flat
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "BLOCK", 30)
        assert_same(model.fit(X, y)._flat, at_once)


CLASSIFIERS = [
    ID3(numeric="threshold"), ID3(numeric="threshold", significance=0.9), C45(), C45(prune=False),
    CART(), CART(dtlab.entropy), CHAID(alpha_split=0.99, alpha_merge=0.5), C50(trials=3),
    AdaBoost(CART(max_depth=6), n_estimators=3), dtlab.Bagging(n_estimators=3, random_state=0),
    dtlab.RandomForest(n_estimators=3, random_state=0),
    dtlab.GradientBoostingClassifier(n_estimators=3, max_depth=6),
]  # fmt: skip
REGRESSORS = [
    RegressionTree(), RegressionTree(ddof=1),
    dtlab.RegressionForest(n_estimators=3, random_state=0),
    dtlab.GradientBoosting(n_estimators=3, max_depth=6),
]  # fmt: skip


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("model", CLASSIFIERS + REGRESSORS, ids=repr)
def test_codes_copied_in_the_order_of_the_nodes(model, weighted, monkeypatch):
    """As the levels of a large table have them: every tree is the same to the last digit."""
    if weighted and isinstance(model, CHAID):
        pytest.skip("CHAID takes no weights")
    X, numbers, classes = mixed(5, n=400, gap=0.0 if isinstance(model, ID3) else 0.1)
    X["length"] = np.random.default_rng(1).normal(size=400)
    y = numbers if model in REGRESSORS else classes
    weight = np.random.default_rng(2).integers(4, size=400) / 2.0 if weighted else None
    copied = []

    class Watched(level.CodesByNode):
        @classmethod
        def of(cls, *arguments):
            copied.append(super().of(*arguments))
            return copied[-1]

    monkeypatch.setattr(engine, "CodesByNode", Watched)
    trees = []
    for large in (np.inf, 0):
        monkeypatch.setattr(level, "LARGE", large)
        model.fit(X, y, **({} if weight is None else {"sample_weight": weight}))
        found = getattr(model, "trees_", [model])
        trees.append([tree.tree_.to_json() for tree in found])
    assert trees[0] == trees[1]
    in_batches = (dtlab.RandomForest, dtlab.RegressionForest)
    assert any(copied) is not isinstance(model, in_batches)
