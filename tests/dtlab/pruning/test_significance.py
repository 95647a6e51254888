"""χ² pruning: a twin, the exclusive or, bad input."""

import pytest
from helpers.trees import POST_OPERATIVE, counted
from hypothesis import given
from hypothesis import strategies as st

from dtlab.measures.gains import chi_square_statistic, table_chi_square
from dtlab.pruning import (
    is_subtree,
    significance,
)
from dtlab.tree import ask, leaf


@given(st.integers(2, 40), st.integers(0, 10**6), st.sampled_from([0.01, 0.05, 0.3, 1.0]))
def test_significance_against_a_twin(values, seed, alpha):
    tree = counted(values, seed)

    def twin(node):
        node = node.replace(children=[twin(child) for child in node.children])
        if node.is_leaf or any(not child.is_leaf for child in node.children):
            return node
        table = [child.stats for child in node.children]
        return node.as_leaf() if table_chi_square(table).p_value > alpha else node

    assert significance(tree, alpha) == twin(tree)
    assert is_subtree(significance(tree, alpha), tree)
    assert sum(node.weight for node in significance(tree, alpha).leaves()) == tree.weight


def test_significance_keeps_xor():
    """The root's split tells nothing by itself, but what lies below it does."""
    pure = leaf("a", {"a": 10, "b": 0}), leaf("b", {"a": 0, "b": 10})
    tree = ask("p", {0: ask("q", {0: pure[0], 1: pure[1]}), 1: ask("q", {0: pure[1], 1: pure[0]})})
    assert chi_square_statistic([child.stats for child in tree.children])[0] == 0
    assert significance(tree) is tree


def test_significance_refuses():
    with pytest.raises(ValueError, match="class counts, which this tree lacks"):
        significance(POST_OPERATIVE)
    with pytest.raises(ValueError, match="alpha=5 is a level of significance"):
        significance(leaf("a", {"a": 1}), alpha=5)
