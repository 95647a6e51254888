"""Trees thousands of levels deep: nothing may recurse, from fit to print.

Even numbers are of one class and odd numbers of the other, so the best threshold always splits off
the first row alone: a staircase. Python stops a recursion after 1,000 calls.
"""

import pickle
import sys
from copy import deepcopy

import numpy as np
import pandas as pd
import pytest

from dtlab import (
    C45,
    CART,
    Node,
    RegressionTree,
    cost_complexity_path,
    limit,
    prune_rules,
    prune_to,
    reduced_error,
    significance,
)
from dtlab.pruning import prune_pessimistic

LEVELS = {CART: 3000, RegressionTree: 1500, C45: 1500}


def staircase(Model):
    """A fitted model, its X and y. C4.5 wants 25 cases on each side of a cut: a weight will do."""
    X = pd.DataFrame({"x": np.arange(LEVELS[Model] + 1.0)})
    odd = X["x"].to_numpy() % 2
    y = odd if Model is RegressionTree else np.where(odd, "odd", "even")
    weight = np.full(len(X), 100.0) if Model is C45 else None
    return Model().fit(X, y, sample_weight=weight), X, y


@pytest.fixture(scope="module", params=LEVELS, ids=lambda Model: Model.__name__)
def grown(request):
    return staircase(request.param)


@pytest.fixture(autouse=True)
def usual_recursion_limit():
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1000)
    yield
    sys.setrecursionlimit(before)


def test_fit_and_predict(grown):
    model, X, y = grown
    levels = len(X) - 1
    assert (model.get_depth(), model.get_n_leaves()) == (levels, levels + 1)
    assert model.tree_.n_nodes == 2 * levels + 1
    assert (model.predict(X) == y).all()
    assert (model.tree_.predict(X) == y).all()
    if hasattr(model, "predict_proba"):
        assert (model.predict_proba(X).max(axis=1) == 1).all()


def test_print(grown):
    tree, levels = grown[0].tree_, len(grown[1]) - 1
    assert "x?" in str(tree)
    assert f"depth {levels}" in repr(tree)
    assert tree.to_dot().count(" -> ") == 2 * levels
    assert tree.to_python().count("ask(") == levels


def test_keep_and_compare(grown):
    model, X, y = grown
    tree = model.tree_
    for twin in (pickle.loads(pickle.dumps(tree)), Node.from_json(tree.to_json()), deepcopy(tree)):
        assert twin == tree
        assert hash(twin) == hash(tree)
    assert tree != limit(tree, max_depth=tree.depth - 1)
    assert (pickle.loads(pickle.dumps(model)).predict(X) == y).all()
    assert (deepcopy(model).predict(X) == y).all()


def test_rules(grown):
    model, X, y = grown
    rules = model.tree_.rules()
    assert len(rules) == len(X)
    assert (rules.predict(X[:100]) == y[:100]).all()
    assert len(rules.simplify()) == len(X)
    assert str(rules).count("IF") == len(X)


def test_explain(grown):
    model, X, y = grown
    explanation = model.explain(X.iloc[-1])
    assert len(explanation.steps) == len(X) - 1
    assert explanation.prediction == y[-1]
    assert len(explanation.rule.conditions) == 1
    assert str(explanation).count("\n") == len(X) - 1
    assert len(explanation.to_frame()) == len(X) - 1


def test_history(grown):
    model, X, _ = grown
    history = model.history_
    assert len(history) == len(X) - 1
    assert history[5].tree.depth == 6
    assert history[-1].tree == model.tree_
    assert len(history[-1].path) == len(X) - 2
    assert "→" in repr(history[-1])


def test_candidates(grown):
    model, X, _ = grown
    assert len(model.candidates()) == 2
    answers = [float(X["x"].iloc[-1])] * (len(X) - 2)  # always upwards
    table = model.candidates(*answers)
    if not isinstance(model, C45):
        assert table["instances"].tolist() == [str(len(X) - 2), str(len(X) - 1)]


def test_prune(grown):
    model, X, y = grown
    tree = model.tree_
    assert limit(tree, max_depth=1200).depth == 1200
    assert limit(tree, max_leaf_nodes=1200).n_leaves == 1200
    risk = "impurity" if isinstance(model, RegressionTree) else "error"
    assert cost_complexity_path(tree, risk=risk)[-1].tree.is_leaf
    assert prune_to(tree, 0.0, risk=risk).n_leaves <= tree.n_leaves
    assert reduced_error(tree, X, y).tree == tree
    assert reduced_error(tree, X[:10], y[:10], order="best").tree.n_leaves < 100
    if not isinstance(model, RegressionTree):
        assert prune_pessimistic(tree).n_leaves <= tree.n_leaves
        assert significance(tree).n_leaves <= tree.n_leaves
        assert len(prune_rules(tree, X[:50], y[:50])) <= len(X)


@pytest.mark.parametrize("Model", [CART, RegressionTree])
def test_limits_of_the_models(Model):
    X = pd.DataFrame({"x": np.arange(1301.0)})
    y = (X["x"].to_numpy() % 2).astype(int)
    model = Model(max_leaf_nodes=1200, ccp_alpha=1e-9).fit(X, y)
    assert 1000 < model.get_depth() < 1200
