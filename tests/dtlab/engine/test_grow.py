"""The engine's trees against the plain recursions of naive_trees.py."""

import numpy as np
import pytest
from helpers.random_tables import column, fitted, tables
from hypothesis import given, settings
from hypothesis import strategies as st
from twins.naive_trees import Data, cart, entropy, error, gini, id3, sample_variance, variance

import dtlab.questions.search
from dtlab import C45, CART, ID3, RegressionTree, Threshold

NUMBERS = ("few numbers", "numbers")
few = settings(max_examples=25)  # the twins are slow
IMPURITIES = {
    "gini": (dtlab.gini, gini),
    "entropy": (dtlab.entropy, entropy),
    "error": (dtlab.error, error),
}


def assert_same_tree(node, twin):
    """Same rows, weights, impurities, predictions; same questions unless the rules are open."""
    pairs = [(node, twin)]
    while pairs:
        a, b = pairs.pop()
        assert a.n_rows == len(b.rows)
        assert a.weight == pytest.approx(b.weight)
        assert a.impurity == pytest.approx(b.impurity, abs=1e-9)
        assert a.prediction == (pytest.approx(b.prediction) if a.classes is None else b.prediction)
        assert a.is_leaf == (b.feature is None)
        if a.is_leaf:
            continue
        assert a.score == pytest.approx(b.score, abs=1e-9)
        assert a.question.feature == b.feature
        if not b.open:
            assert_same_question(a.question, b)
            pairs += zip(a.children, b.children, strict=True)


def assert_same_question(question, twin):
    if isinstance(question, Threshold):
        assert question.value == pytest.approx(twin.answer)
    else:
        assert [set(question.values(i)) for i in range(question.n_children)] == twin.answer
    assert question.missing == twin.missing


@few
@given(tables(kinds=("text", "bool", "few numbers")), st.booleans())
def test_id3(data, stop):
    varied = {name: x for name, x in data.columns.items() if len(set(x)) > 1}
    if varied:
        data = Data(varied, data.y, data.w)
        model = fitted(ID3(stop_at_zero_gain=stop), data)
        assert_same_tree(model.tree_, id3(data, stop_at_zero_gain=stop))


@pytest.mark.parametrize("name", IMPURITIES)
@few
@given(tables())
def test_cart(name, data):
    ours, twin = IMPURITIES[name]
    assert_same_tree(fitted(CART(ours), data).tree_, cart(data, twin))


@few
@given(tables(missing=(0.1, 0.4), max_rows=30))
def test_cart_with_missing_values(data):
    assert_same_tree(fitted(CART(), data).tree_, cart(data, gini))


@few
@given(tables(classes=None))
def test_regression_tree(data):
    assert_same_tree(fitted(RegressionTree(), data).tree_, cart(data, variance))


@few
@given(tables(classes=None, missing=(0.2,), max_rows=30))
def test_regression_tree_with_missing_values(data):
    assert_same_tree(fitted(RegressionTree(), data).tree_, cart(data, variance))


@few
@given(tables(classes=None))
def test_regression_tree_that_divides_by_n_minus_1(data):
    assert_same_tree(fitted(RegressionTree(ddof=1), data).tree_, cart(data, sample_variance))


LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "max_depth": st.integers(0, 4),
        "min_samples_split": st.integers(2, 12),
        "min_samples_leaf": st.integers(1, 6),
        "min_impurity_decrease": st.sampled_from([0.01, 0.05, 0.1]),
    },
)


@few
@given(tables(), LIMITS)
def test_limits_of_cart(data, limits):
    assert_same_tree(fitted(CART(**limits), data).tree_, cart(data, gini, **limits))


@few
@given(tables(classes=None), LIMITS)
def test_limits_of_regression_trees(data, limits):
    tree = fitted(RegressionTree(**limits), data).tree_
    assert_same_tree(tree, cart(data, variance, **limits))


@pytest.mark.parametrize("model", [CART(), RegressionTree()])
@few
@given(data=tables(classes=None, missing=(0.0, 0.2)), most=st.integers(2, 12))
def test_max_leaf_nodes(model, data, most):
    """Leaves are spent on the largest decrease of weight × impurity first."""
    if isinstance(model, CART):
        data = Data(data.columns, [str(v > 1) for v in data.y], data.w)
    whole = fitted(model.set_params(max_leaf_nodes=None), data).tree_
    limited = fitted(model.set_params(max_leaf_nodes=most), data).tree_
    assert limited.n_leaves == min(most, whole.n_leaves)
    spent, is_tied = best_first(whole, most)
    if not is_tied:
        kept = [v.n_rows for v in limited.walk() if not v.is_leaf]
        assert sorted(kept) == sorted(v.n_rows for v in spent)
        leaf_risk = sum(leaf.weight * leaf.impurity for leaf in limited.leaves())
        assert leaf_risk == pytest.approx(whole.weight * whole.impurity - sum(map(decrease, spent)))


def decrease(node):
    return node.weight * node.impurity - sum(c.weight * c.impurity for c in node.children)


def best_first(tree, most):
    """The nodes that are split, and whether it was ever open which one comes next."""
    frontier, spent, is_tied = [tree], [], False
    while len(spent) < most - 1:
        frontier = [v for v in frontier if not v.is_leaf]
        if not frontier:
            break
        frontier.sort(key=decrease, reverse=True)
        node = frontier.pop(0)
        is_tied |= any(decrease(node) - decrease(v) < 1e-9 for v in frontier)
        spent.append(node)
        frontier += node.children
    return spent, is_tied


MODELS = {
    "CART by entropy": (CART(dtlab.entropy), 0.0),
    "CART by error": (CART(dtlab.error), 0.2),
    "CART by twoing": (CART(dtlab.twoing), 0.2),
    "leaves of 3": (CART(dtlab.entropy, min_samples_leaf=3), 0.0),
    "C45": (C45(), 0.2),
    "ID3": (ID3(numeric="threshold"), 0.0),
}


@pytest.mark.parametrize("name", MODELS)
@few
@given(seed=st.integers(0, 10**6))
def test_sorting_and_counting_grow_the_same_tree(name, seed):
    """Columns of few values are counted, others are sorted: here all are, one way or the other."""
    model, gap = MODELS[name]
    rng = np.random.default_rng(seed)
    columns = {f"x{f}": column(rng, "few numbers", 60, gap) for f in range(3)}
    data = Data(columns, rng.integers(0, 3, 60).tolist(), [1.0] * 60)
    counted = fitted(model, data).tree_.bare()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dtlab.questions.search, "FEW_VALUES", 0)
        assert fitted(model, data).tree_.bare() == counted
