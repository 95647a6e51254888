"""Cost-complexity: a naive weakest-link twin, scikit-learn, size."""

import time

import numpy as np
import pytest
from helpers.sklearn_trees import as_node, continuous
from helpers.trees import POST_OPERATIVE
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_diabetes, load_wine
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from twins.naive_pruning import weakest_links

from dtlab.algorithms.cart import CART
from dtlab.algorithms.regression import RegressionTree
from dtlab.measures.impurity import entropy, error, gini
from dtlab.pruning import cost_complexity_path, is_subtree, prune_to
from dtlab.pruning.cost_complexity import node_risks
from dtlab.questions import Threshold
from dtlab.tree import Node, ask, leaf

# ------------------------------------------------------------------ trees to prune


def random_tree(seed, most=20, multiway=True):
    """A tree with counts added up from the leaves, and questions of one to four branches."""
    rng = np.random.default_rng(seed)

    def grow(depth):
        if depth == 0 or rng.random() < 0.2:
            counts = dict(zip("abc", rng.integers(0, most, 3).tolist(), strict=True))
            return leaf(max(counts, key=counts.get), counts)
        n = int(rng.integers(1, 5)) if multiway else 2
        return ask(f"q{depth}", {i: grow(depth - 1) for i in range(n)})

    return ask("root", {0: grow(4), 1: grow(3)})


# ------------------------------------------------------------------ the path


@given(st.integers(0, 10**6), st.sampled_from(["error", "impurity", entropy]), st.booleans())
def test_path_against_the_naive_twin(seed, risk, multiway):
    tree = random_tree(seed, multiway=multiway)
    if not tree.weight:
        return
    path, twin = cost_complexity_path(tree, risk), weakest_links(tree, risk)
    assert path.alphas == pytest.approx([alpha for alpha, _ in twin], abs=1e-10)
    assert [pruned for _, pruned in path] == [pruned for _, pruned in twin]


@given(st.integers(0, 10**6), st.floats(0, 0.5))
def test_subtrees_minimise_cost(seed, alpha):
    """R(T) + α·leaves of the chosen subtree is the least there is (computed from the leaves up)."""
    tree = random_tree(seed, multiway=False)
    if not tree.weight:
        return
    R = dict(zip(map(id, tree.walk()), node_risks(tree) / tree.weight, strict=True))
    least = tree.fold(
        lambda node, below: min(R[id(node)] + alpha, sum(below)) if below else R[id(node)] + alpha
    )
    pruned = prune_to(tree, alpha)
    cost = sum(node.weight - max(node.stats) for node in pruned.leaves()) / tree.weight
    assert cost + alpha * pruned.n_leaves == pytest.approx(least, abs=1e-9)


@given(st.integers(0, 10**6), st.sampled_from(["error", "impurity"]))
def test_path_is_nested_and_its_columns_fit_its_trees(seed, risk):
    tree = random_tree(seed)
    path = cost_complexity_path(tree, risk)
    pruned = [t for _, t in path]
    assert pruned == [path[k].tree for k in range(len(path))]
    assert (np.diff(path.alphas) > 0).all()
    assert path.alphas[0] == 0
    assert [t.n_leaves for t in pruned] == path.n_leaves.tolist()
    for bigger, smaller in zip([tree, *pruned], pruned, strict=False):
        assert is_subtree(smaller, bigger)
        assert sum(t.weight for t in smaller.leaves()) == pytest.approx(tree.weight)
    if risk == "error":
        errors = [sum(t.weight - max(t.stats) for t in s.leaves()) for s in pruned]
        assert (path.risks * (tree.weight or 1)).tolist() == pytest.approx(errors)
    assert path.to_frame()["leaves"].tolist() == path.n_leaves.tolist()
    assert path[-1].tree == path[len(path) - 1].tree == path[-1:][0].tree


def test_risk_by_name_and_by_function_agree():
    tree = random_tree(7)
    assert node_risks(tree, error) == pytest.approx(node_risks(tree, "error"))
    assert node_risks(tree, gini) == pytest.approx(node_risks(tree, "impurity"))


def test_one_leaf_has_a_path_of_one():
    path = cost_complexity_path(leaf("a", {"a": 3, "b": 1}))
    assert list(path) == [(0.0, leaf("a", {"a": 3, "b": 1}))]
    assert path.risks.tolist() == [0.25]


# ------------------------------------------------------------------ scikit-learn


@pytest.mark.parametrize("loader", [load_breast_cancer, load_wine, load_diabetes])
def test_path_and_subtrees_of_scikit_learn(loader):
    X, y = continuous(loader)
    kind = DecisionTreeRegressor if loader is load_diabetes else DecisionTreeClassifier
    model = kind(random_state=0).fit(X, y)
    tree = as_node(model)
    peer = model.cost_complexity_pruning_path(X, y)
    path = cost_complexity_path(tree, risk="impurity")
    scale = peer.impurities[-1]
    theirs, at = distinct(peer.ccp_alphas, 1e-9 * scale)
    assert path.alphas == pytest.approx(theirs, rel=1e-9, abs=1e-9 * scale)
    assert path.risks == pytest.approx(peer.impurities[at], rel=1e-9, abs=1e-9 * scale)
    for k in range(1, len(path) - 1, max(1, len(path) // 12)):
        alpha = (path.alphas[k] + path.alphas[k + 1]) / 2
        pruned = as_node(kind(random_state=0, ccp_alpha=alpha).fit(X, y))
        assert prune_to(tree, alpha, risk="impurity") == pruned


@pytest.mark.parametrize("loader", [load_breast_cancer, load_wine, load_diabetes])
def test_our_own_trees_have_the_path_of_scikit_learn(loader):
    X, y = continuous(loader)
    ours, kind = CART, DecisionTreeClassifier
    if loader is load_diabetes:
        ours, kind = RegressionTree, DecisionTreeRegressor
    settings = {"min_samples_leaf": 8}  # smaller nodes have equally good splits
    peer = kind(random_state=0, **settings).fit(X, y).cost_complexity_pruning_path(X, y)
    path = cost_complexity_path(ours(**settings).fit(X, y).tree_, risk="impurity")
    scale = peer.impurities[-1]
    assert path.alphas == pytest.approx(distinct(peer.ccp_alphas, 1e-9 * scale)[0], rel=1e-9)


def distinct(values, margin):
    """Values without near repetitions, and the place of the last of each."""
    last = np.flatnonzero(np.append(np.diff(values) > margin, True))
    return values[last], last


def test_numbers_do_not_depend_on_how_the_variance_is_divided():
    X, y = continuous(load_diabetes, 60)
    tree = as_node(DecisionTreeRegressor(random_state=0).fit(X, y))

    def with_one_less(node, below):
        n, mean, variance = node.stats
        return node.replace(children=below, stats=(n, mean, variance * n / max(n - 1, 1)))

    same = cost_complexity_path(tree.fold(with_one_less))
    assert same.alphas == pytest.approx(cost_complexity_path(tree).alphas)


# ------------------------------------------------------------------ size


def random_splits(n_leaves, seed=0):
    """A binary tree with random counts, grown by splitting random leaves."""
    rng = np.random.default_rng(seed)
    left, right = [-1] * (2 * n_leaves), [-1] * (2 * n_leaves)
    leaves, size = [0], 1
    while len(leaves) < n_leaves:
        i = int(rng.integers(len(leaves)))
        left[leaves[i]], right[leaves[i]] = size, size + 1
        leaves[i] = size
        leaves.append(size + 1)
        size += 2
    return built(left, right, size, rng)


def built(left, right, size, rng):
    nodes = [None] * size
    for i in reversed(range(size)):
        if left[i] < 0:
            counts = rng.integers(0, 10, 2).astype(float)
            question, children = None, ()
        else:
            question, children = Threshold("x", i), (nodes[left[i]], nodes[right[i]])
            counts = np.add(children[0].stats, children[1].stats)
        nodes[i] = Node(int(counts[1] > counts[0]), question, children, None, (0, 1), counts)
    return nodes[0]


def staircase(levels):
    left = [i + 1 if i % 2 == 0 and i < 2 * levels else -1 for i in range(2 * levels + 1)]
    right = [i + 2 if i % 2 == 0 and i < 2 * levels else -1 for i in range(2 * levels + 1)]
    return built(left, right, 2 * levels + 1, np.random.default_rng(1))


@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("grown", [lambda: random_splits(10_000), lambda: staircase(5_000)])
def test_large_and_deep_trees(grown, risk):
    tree = grown()
    start = time.process_time()
    path = cost_complexity_path(tree, risk)
    assert time.process_time() - start < 20  # about 0.1 s; a walk of the tree per cut takes 40 s
    assert path.n_leaves[-1] == 1
    if risk == "error":  # few distinct numbers of errors, so few trees
        assert [pruned.n_leaves for _, pruned in path] == path.n_leaves.tolist()
    middle = path[len(path) // 2].tree
    assert middle.n_leaves == path.n_leaves[len(path) // 2]
    assert is_subtree(middle, tree)


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cost_complexity_path(POST_OPERATIVE), "this tree has no training counts"),
        (lambda: cost_complexity_path(random_tree(1), risk="mse"), "risk='mse' is not known"),
        (lambda: prune_to(random_tree(1), alpha=-1), "alpha=-1 is the price of a leaf"),
        (lambda: prune_to(random_tree(1), alpha=float("nan")), "alpha=nan is the price of a leaf"),
    ],
)
def test_refused(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()
