"""`cut` against a twin, and what `is_subtree` sees."""

import itertools

from helpers.trees import trees
from hypothesis import given
from hypothesis import strategies as st

from dtlab.pruning import (
    cut,
    is_subtree,
)
from dtlab.tree import ask, leaf


@given(trees(), st.data())
def test_cut_against_a_twin(tree, data):
    numbers = data.draw(st.sets(st.integers(0, tree.n_nodes - 1)))
    at = itertools.count()

    def twin(node):
        number = next(at)
        children = [twin(child) for child in node.children]
        if number in numbers and children:
            return node.as_leaf()
        return node.replace(children=children)

    assert cut(tree, numbers) == twin(tree)
    assert is_subtree(cut(tree, numbers), tree)


def test_is_subtree_sees_other_questions_predictions_and_counts():
    tree = ask("x", {"a": leaf("A", {"A": 2}), "b": leaf("B", {"B": 1})})
    assert is_subtree(tree, tree)
    assert not is_subtree(tree.replace(prediction="B"), tree)
    assert not is_subtree(tree.as_leaf().replace(stats=(2, 2)), tree)
    assert not is_subtree(ask("y", {"a": tree.children[0], "b": tree.children[1]}), tree)
    assert not is_subtree(tree, tree.as_leaf())
