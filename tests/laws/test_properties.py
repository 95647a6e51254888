"""Laws that hold for every fitted tree, on random mixed tables."""

import numpy as np
import pytest
from helpers.examples import examples
from helpers.random_tables import fitted, frame, tables
from hypothesis import given
from hypothesis import strategies as st

import dtlab
from dtlab import C45, CART, CHAID, ID3, Node, RegressionTree
from dtlab.engine.to_node import from_node, to_node

few = examples(25)
CLASSIFIERS = {
    "ID3": (ID3(), ("text", "bool", "few numbers"), False),
    "ID3 by gain ratio": (ID3(dtlab.gain_ratio, numeric="threshold"), None, False),
    "C45": (C45(), None, True),
    "C45 unpruned": (C45(prune=False, collapse=False, min_cases=1), None, True),
    "CART": (CART(), None, True),
    "CART by error": (CART(dtlab.error, min_samples_leaf=2), None, True),
    "CART by twoing": (CART(dtlab.twoing), None, True),
    "CHAID": (CHAID(alpha_merge=0.4, alpha_split=0.9), None, True),
}
REGRESSORS = {
    "two groups": (RegressionTree(), None, True),
    "one branch per value": (RegressionTree(multiway=True), None, False),
    "n - 1": (RegressionTree(ddof=1), None, True),
}
MODELS = {**CLASSIFIERS, **REGRESSORS}
every_model = pytest.mark.parametrize("name", MODELS)
every_classifier = pytest.mark.parametrize("name", CLASSIFIERS)


def some_data(name, draw, missing=True):
    """Random data that the model takes."""
    _, kinds, takes_missing = MODELS[name]
    return draw.draw(
        tables(
            kinds=kinds or ("few numbers", "numbers", "text", "bool"),
            missing=(0.0, 0.3) if takes_missing and missing else (0.0,),
            classes=None if name in REGRESSORS else (1, 2, 3),
        )
    )


@every_model
@few
@given(draw=st.data())
def test_leaf_weights_add_up(name, draw):
    """To the rows' weights at every node, with C4.5's fractions too; rows do so without gaps."""
    data = some_data(name, draw)
    tree = fitted(MODELS[name][0], data).tree_
    assert tree.weight == pytest.approx(sum(data.w))
    has_gaps = any(None in x for x in data.columns.values())
    for node in tree.walk():
        if not node.is_leaf:
            assert sum(child.weight for child in node.children) == pytest.approx(node.weight)
            if not (has_gaps and name.startswith("C45")):
                assert sum(child.n_rows for child in node.children) == node.n_rows


@every_model
@few
@given(draw=st.data())
def test_leaves_partition_the_rows(name, draw):
    """Every training row stops in a leaf, and each leaf holds as many rows as it says."""
    data = some_data(name, draw, missing=False)
    tree = fitted(MODELS[name][0], data).tree_
    nodes, stops = list(tree.walk()), tree.apply(frame(data))
    assert all(nodes[i].is_leaf for i in stops)
    held = np.bincount(stops, minlength=len(nodes))
    assert [n for n, v in zip(held, nodes, strict=True) if v.is_leaf] == [
        v.n_rows for v in tree.leaves()
    ]


@pytest.mark.parametrize("name", ["ID3", "CART", "CART by error", "two groups"])
@few
@given(draw=st.data())
def test_gains_of_concave_impurities_are_not_negative(name, draw):
    tree = fitted(MODELS[name][0], some_data(name, draw)).tree_
    assert all(node.score >= -1e-12 for node in tree.walk() if not node.is_leaf)


@pytest.mark.parametrize("name", ["ID3", "CART", "CART by twoing", "two groups", "n - 1"])
@few
@given(draw=st.data())
def test_unlimited_trees_fit_consistent_data(name, draw):
    """Rows that differ in no column have one target here; n − 1 needs weights above 1."""
    data = some_data(name, draw, missing=False)
    rows = list(zip(*data.columns.values(), strict=True))
    data.y = [data.y[rows.index(row)] for row in rows]
    if name == "n - 1":
        data.w = [2.0] * len(rows)
    model = fitted(MODELS[name][0], data)
    assert max(leaf.impurity for leaf in model.tree_.leaves()) == pytest.approx(0, abs=1e-12)
    assert model.predict(frame(data)).tolist() == pytest.approx(data.y)


@every_model
@few
@given(draw=st.data())
def test_arrays_and_nodes_predict_the_same(name, draw):
    """C4.5 shares rows with gaps among all branches, which a Node alone does not."""
    model = MODELS[name][0]
    missing = not name.startswith("C45")
    data = some_data(name, draw, missing)
    X = frame(data)
    predicted = fitted(model, data).predict(X)
    assert predicted.tolist() == model.tree_.predict(X).tolist()
    classes = getattr(model, "classes_", None)
    flat = from_node(model.tree_, model._table.columns, classes)
    again = to_node(flat, model._table.columns, classes)
    assert again.predict(X).tolist() == predicted.tolist()
    assert again == model.tree_


@every_model
@few
@given(draw=st.data())
def test_json_gives_the_same_tree(name, draw):
    tree = fitted(MODELS[name][0], some_data(name, draw)).tree_
    assert Node.from_json(tree.to_json()) == tree


@every_classifier
@few
@given(draw=st.data())
def test_probabilities_sum_to_one(name, draw):
    data = some_data(name, draw)
    model = fitted(MODELS[name][0], data)
    shares = model.predict_proba(frame(data))
    assert shares.shape == (len(data.y), len(model.classes_))
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    assert shares.min() >= 0
    sure = np.sort(shares, axis=1)
    clear = (
        (sure[:, -1] - sure[:, -2] > 1e-9) if shares.shape[1] > 1 else np.ones(len(shares), bool)
    )
    named = model.classes_[shares.argmax(axis=1)]
    assert (named == model.predict(frame(data)))[clear].all()


@every_model
@few
@given(draw=st.data())
def test_history_ends_with_the_tree(name, draw):
    """Each step asks one question more; the last step's tree is the tree."""
    tree = fitted(MODELS[name][0], some_data(name, draw)).tree_
    steps = MODELS[name][0].history_
    asked = [sum(not v.is_leaf for v in step.tree.walk()) for step in steps]
    assert asked == list(range(1, len(steps) + 1))
    assert [step.node for step in steps] == [v for v in tree.walk() if not v.is_leaf]
    if len(steps):
        assert steps[-1].tree == tree
    else:
        assert tree.is_leaf
