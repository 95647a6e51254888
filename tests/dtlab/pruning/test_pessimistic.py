"""Pessimistic pruning with and without raising, on trees grown by the naive twin of C4.5."""

import numpy as np
import pytest
from helpers.c45_tables import J48, TABLES, random_table
from hypothesis import given
from hypothesis import strategies as st
from twins.naive_c45 import NaiveC45, leaves
from twins.naive_c45 import extra_errors as naive_extra_errors

from dtlab.engine.table import read_table
from dtlab.pruning.pessimistic import collapse, extra_errors, prune_pessimistic
from dtlab.pruning.raising import prune_raising
from dtlab.questions import Groups, Threshold
from dtlab.tree import Node, ask, leaf

SMALL = [name for name in TABLES if name not in ("digits", "breast cancer", "breast cancer, holes")]


def as_node(twin, X, node, above=None):
    """The twin's tree as the package's Node."""
    counts = node.counts
    prediction = twin.classes[counts.index(max(counts))] if sum(counts) > 1e-12 else above
    question = None
    if node.children:
        feature, threshold = node.question
        levels, name = twin.columns[feature][0], X.columns[feature]
        if threshold is None:
            question = Groups(name, {level: i for i, level in enumerate(levels)})
        else:
            question = Threshold(name, threshold)
    children = [as_node(twin, X, child, prediction) for child in node.children]
    return Node(prediction, question, children, len(node.entries), tuple(twin.classes), counts)


def grown(X, y, **settings):
    """The tree before any cutting back, as a Node."""
    twin = NaiveC45(X, y, prune=False, collapse=False, **settings)
    return as_node(twin, X, twin.root)


def pruned(X, y, raising, confidence=0.25, **settings):
    tree = collapse(grown(X, y, **settings))
    if raising:
        return prune_raising(tree, read_table(X), y, confidence=confidence)
    return prune_pessimistic(tree, confidence)


def leaf_counts(tree):
    return [node.stats for node in tree.leaves()]


@pytest.mark.parametrize("name", SMALL)
def test_leaves_of_j48(name):
    X, y = TABLES[name]()
    unpruned, without_raising, with_raising, harsh = (n for n, _ in J48[name])
    assert collapse(grown(X, y)).n_leaves == unpruned
    assert pruned(X, y, raising=False).n_leaves == without_raising
    assert pruned(X, y, raising=True).n_leaves == with_raising
    assert pruned(X, y, raising=True, confidence=0.1, min_cases=5).n_leaves == harsh


@pytest.mark.parametrize("raising", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_leaves_of_twin(seed, raising):
    X, y = random_table(seed)
    tree, twin = pruned(X, y, raising), NaiveC45(X, y, raising=raising)
    assert tree.n_leaves == len(leaves(twin.root))
    np.testing.assert_allclose(leaf_counts(tree), [n.counts for n in leaves(twin.root)], atol=1e-9)
    assert str(tree) == str(as_node(twin, X, twin.root))


@pytest.mark.parametrize("seed", range(10))
def test_weights_count_as_repeated_rows(seed):
    X, y = random_table(seed)
    times = np.random.default_rng(seed).integers(0, 3, len(y))
    twice = X.loc[np.repeat(X.index, times)].reset_index(drop=True)
    y_twice = y.loc[np.repeat(y.index, times)].reset_index(drop=True)
    tree = grown(twice, y_twice)
    by_weight = prune_raising(tree, read_table(X), y, times)
    by_row = prune_raising(tree, read_table(twice), y_twice)
    assert str(by_weight.bare()) == str(by_row.bare())
    np.testing.assert_allclose(leaf_counts(by_weight), leaf_counts(by_row), atol=1e-9)
    for node in by_weight.walk():
        below = np.sum([child.stats for child in node.children or [node]], axis=0)
        np.testing.assert_allclose(below, node.stats, atol=1e-9)


def test_raising_on_the_multiplexer():
    """Address bits have no gain, so C4.5 asks a data bit first; raising then removes it again."""
    X, y = TABLES["multiplexer"]()
    before, after = collapse(grown(X, y)), pruned(X, y, raising=True)
    assert (before.question.feature, before.n_leaves) == ("d0", 18)
    assert (after.question.feature, after.n_leaves) == ("a1", 8)
    assert prune_pessimistic(before) is before


def test_unchanged_branches_are_shared():
    X, y = TABLES["iris"]()
    tree = collapse(grown(X, y))
    assert prune_raising(tree, read_table(X), y) is tree


@given(
    st.floats(0.01, 1000),
    st.floats(0, 1),
    st.sampled_from([0.001, 0.05, 0.1, 0.25, 0.4, 0.5]),
)
def test_extra_errors_twin(n, share, confidence):
    e = n * share
    extra = extra_errors(n, e, confidence)
    assert extra == pytest.approx(naive_extra_errors(n, e, confidence), abs=1e-9)
    assert extra >= -1e-9


def test_extra_errors_of_arrays():
    np.testing.assert_allclose(extra_errors([6, 9], 0), [extra_errors(6, 0), extra_errors(9, 0)])
    assert extra_errors(0, 0) == 0


@pytest.mark.parametrize("confidence", [0, -1, 0.6, float("nan")])
def test_confidence_out_of_range(confidence):
    with pytest.raises(ValueError, match="confidence=.* must lie above 0 and at or below 0.5"):
        extra_errors(6, 0, confidence)


def test_tree_without_counts():
    tree = ask("windy", {True: "yes", False: "no"})
    for prune in (collapse, prune_pessimistic):
        with pytest.raises(ValueError, match="class counts, which this tree lacks"):
            prune(tree)


def staircase(depth, classes=2):
    """A tree that is one long chain: x ≤ 1?, x ≤ 2?, …, ten rows of one class on every step."""
    import pandas as pd

    names = tuple("abcdefgh"[:classes])
    counts = np.eye(classes) * 10
    tree, total = (
        leaf(names[depth % classes], dict(zip(names, counts[depth % classes], strict=True))),
        counts[depth % classes],
    )
    for step in range(depth - 1, -1, -1):
        here = counts[step % classes]
        total = total + here
        below = leaf(names[step % classes], dict(zip(names, here, strict=True)))
        best = names[int(np.argmax(total))]
        tree = Node(best, Threshold("x", step), (below, tree), None, names, total)
    X = pd.DataFrame({"x": np.repeat(np.arange(depth + 1), 10)})
    return tree, X, pd.Series([names[step % classes] for step in X["x"]])


def test_trees_thousands_of_levels_deep():
    tree, X, y = staircase(3000)
    assert collapse(tree) is tree
    assert prune_pessimistic(tree) is tree
    assert prune_raising(tree, read_table(X), y) is tree
    constant = prune_raising(collapse(tree.replace(stats=(40000, 10))), read_table(X), y)
    assert constant.is_leaf
