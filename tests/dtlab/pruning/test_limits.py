"""Limits of depth and leaves: a twin, properties, bad input."""

import numpy as np
import pytest
from helpers.trees import POST_OPERATIVE, counted, trees
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlab.pruning import (
    cut,
    is_subtree,
    limit,
    prune_pessimistic,
    significance,
)
from dtlab.questions import Threshold
from dtlab.tree import Node, ask, leaf


def test_deep_trees_are_tested_and_limited():
    tree = leaf(0, {0: 1, 1: 2})
    for value in range(3000):
        tree = Node(0, Threshold("x", value), (leaf(0, {0: 3, 1: 1}), tree), 9, (0, 1), (3, 2))
    assert significance(tree).is_leaf
    assert limit(tree, max_depth=2000).depth == 2000
    assert limit(tree, max_leaf_nodes=1000).n_leaves == 1000


@given(trees(), st.integers(0, 4))
def test_limit_of_depth(tree, max_depth):
    pruned = limit(tree, max_depth=max_depth)
    assert pruned.depth == min(tree.depth, max_depth)
    assert is_subtree(pruned, tree)


@given(st.integers(2, 30), st.integers(0, 10**6), st.integers(1, 16))
def test_best_leaves_against_a_twin(values, seed, most):
    tree = counted(values, seed)
    gini = {id(n): n.weight - sum(c * c for c in n.stats) / (n.weight or 1) for n in tree.walk()}
    kept, frontier = set(), [tree]
    while len(frontier) < most:
        inner = [node for node in frontier if not node.is_leaf]
        if not inner:
            break
        gains = [gini[id(n)] - sum(gini[id(c)] for c in n.children) for n in inner]
        # not comparable where two gains are equal: the order of the frontier is not that of walk
        assume(sorted(gains)[-1] - sorted([*gains, -1])[-2] > 1e-9)
        chosen = inner[int(np.argmax(gains))]
        kept.add(id(chosen))
        frontier.remove(chosen)
        frontier.extend(chosen.children)
    pruned = limit(tree, max_leaf_nodes=most)
    assert is_subtree(pruned, tree)
    assert pruned.n_leaves == min(most, tree.n_leaves)
    asked = [i for i, node in enumerate(tree.walk()) if id(node) not in kept and not node.is_leaf]
    assert pruned == cut(tree, asked)


def test_a_question_with_too_many_branches_is_passed_over():
    wide = ask("w", {i: leaf("a", {"a": 9 * (i % 2), "b": 9 * (1 - i % 2)}) for i in range(5)})
    narrow = ask("n", {0: leaf("a", {"a": 2, "b": 1}), 1: leaf("b", {"a": 1, "b": 2})})
    tree = ask("root", {0: wide, 1: narrow})
    pruned = limit(tree, max_leaf_nodes=4)
    assert pruned.n_leaves == 3
    assert pruned.children[1] is narrow
    assert limit(tree, max_leaf_nodes=6).children[0] is wide
    assert limit(tree, max_leaf_nodes=1).is_leaf
    assert limit(tree, max_leaf_nodes=7) is tree


@pytest.mark.parametrize("wrong", [{"max_depth": -1}, {"max_leaf_nodes": 0}, {"max_depth": 2.5}])
def test_limit_refuses(wrong):
    with pytest.raises(ValueError, match="must be a whole number from [01] up, or None"):
        limit(POST_OPERATIVE, **wrong)


def test_limit_of_leaves_needs_counts():
    with pytest.raises(ValueError, match="no training counts"):
        limit(POST_OPERATIVE, max_leaf_nodes=2)


def test_pessimistic_is_at_hand_too():
    tree = ask("x", {0: leaf("a", {"a": 2, "b": 1}), 1: leaf("a", {"a": 2, "b": 1})})
    assert prune_pessimistic(tree).is_leaf
