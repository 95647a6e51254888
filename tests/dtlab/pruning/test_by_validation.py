"""Reduced error: the lecture's figures, brute-force twins, properties, bad input."""

import itertools

import numpy as np
import pytest
from helpers.trees import POST_OPERATIVE, random_rows, staircase, trees
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlab.data import load
from dtlab.pruning import (
    cut,
    is_subtree,
    reduced_error,
)
from dtlab.questions import Threshold
from dtlab.tree import ask, leaf

POSTOP = load("postop_validation")


# ------------------------------------------------------------------ small helpers and twins


def prunings(tree):
    """Every subtree, by brute force."""
    if tree.is_leaf:
        return [tree]
    below = itertools.product(*map(prunings, tree.children))
    return [tree.as_leaf(), *(tree.replace(children=children) for children in below)]


def loss(tree, X, y):
    predicted = tree.predict(X)
    if tree.classes is None and all(isinstance(v, float) for v in y):
        return float(sum((a - b) ** 2 for a, b in zip(predicted, y, strict=True)))
    return sum(a != b for a, b in zip(predicted, y, strict=True))


@st.composite
def cases(draw, numbers=None, max_depth=3):
    """A tree with a prediction everywhere, and validation rows for it."""
    tree = draw(trees(max_depth=max_depth, with_statistics=False))
    assume(len(list(itertools.islice(prunings(tree), 400))) < 400)
    if numbers is None:
        numbers = draw(st.booleans())
    labels = [0.5, 1.5, 4.0] if numbers else ["a", "b", "c"]
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    tree = tree.fold(
        lambda node, below: node.replace(children=below, prediction=labels[rng.integers(3)])
    )
    n = draw(st.integers(1, 30))
    X = random_rows(n, seed=draw(st.integers(0, 10**6)))
    known = labels if numbers else sorted({node.prediction for node in tree.walk()})
    return tree, X, [known[i] for i in rng.integers(0, len(known), n)]


# ------------------------------------------------------------------ reduced error, lecture 000


def test_post_operative_tree_step_by_step():  # F-K129
    result = reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y)
    gender, stable, core = result.steps
    assert [step.question.feature for step in result.steps] == [
        "GENDER",
        "STABLE-TEMP",
        "CORE-TEMP",
    ]
    assert (gender.child_errors, gender.branch_errors, gender.leaf_errors) == ((0, 2), 2, 0)
    assert (stable.child_errors, stable.branch_errors, stable.leaf_errors) == ((0, 0), 0, 2)
    assert (core.child_errors, core.branch_errors, core.leaf_errors) == ((0, 0), 0, 1)
    assert [step.pruned for step in result.steps] == [True, False, False]
    assert [step.n_rows for step in result.steps] == [3, 3, 6]
    assert [str(condition) for condition in gender.path] == ["CORE-TEMP = low"]
    assert core.path == ()
    assert (result.errors_before, result.errors_after) == (2, 0)


def test_post_operative_tree_after_pruning():  # F-K130
    expected = ask(
        "CORE-TEMP",
        {"low": "icu", "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen")},
        prediction="icu",
    )
    for order in ("bottom-up", "best"):
        result = reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y, order=order)
        assert result.tree == expected
        assert [step.tree for step in result.steps] == [expected] * len(result.steps)
        assert result.tree.children[1] is POST_OPERATIVE.children[1]  # branches are shared


def test_best_order_cuts_gender_and_then_shows_what_it_kept():
    steps = reduced_error(POST_OPERATIVE, POSTOP.X, POSTOP.y, order="best").steps
    seen = [(step.question.feature, step.pruned) for step in steps]
    assert seen == [("GENDER", True), ("CORE-TEMP", False)]


def test_report_says_where_no_row_came():
    result = reduced_error(POST_OPERATIVE, POSTOP.X[POSTOP.X["CORE-TEMP"] == "high"], ["gen"] * 3)
    assert str(result).splitlines() == [
        "GENDER? (CORE-TEMP = low): no validation row reaches this node: pruned (0 ≤ 0)",
        "STABLE-TEMP? (CORE-TEMP = high): [gen] 0 ≤ 2: pruned",
        "CORE-TEMP?: [icu] 3 > 0: kept",
        "validation errors: 2 → 0",
    ]
    frame = result.to_frame()
    assert frame["rows"].tolist() == [0, 3, 3]
    assert frame["node"].tolist() == ["GENDER?", "STABLE-TEMP?", "CORE-TEMP?"]


def test_best_order_can_end_worse_than_one_pass():
    """The cut that helps most (the root: 3) hides two smaller ones (2 each) that help more."""
    X = {"v": ["l"] * 2 + ["r"] * 5, "u": ["yes"] * 6 + ["no"]}
    y = ["a", "a", "b", "b", "b", "a", "a"]
    left = ask("u", {"yes": "b", "no": "a"}, prediction="a")
    right = ask("u", {"yes": "a", "no": "b"}, prediction="b")
    tree = ask("v", {"l": left, "r": right}, prediction="a")
    assert [step.branch_errors for step in reduced_error(tree, X, y).steps] == [2, 4, 2]
    assert [step.leaf_errors for step in reduced_error(tree, X, y).steps] == [0, 2, 3]
    assert reduced_error(tree, X, y).errors_after == 2
    assert reduced_error(tree, X, y, order="best").errors_after == 3


def test_the_path_to_a_node_has_one_condition_per_feature():
    inner = ask(Threshold("x", 3), "a", "b", prediction="a")
    tree = ask(Threshold("x", 1), "b", ask(Threshold("x", 5), inner, "a"), prediction="a")
    tree = tree.replace(children=[c.replace(prediction="a") for c in tree.children])
    first = reduced_error(tree, {"x": [2, 4]}, ["a", "b"]).steps[0]
    assert [str(condition) for condition in first.path] == ["1 < x ≤ 5"]


def test_equal_gains_go_to_the_smaller_branch():
    """Cutting the root first would end the search; the branch below it saves as much."""
    X = {"v": ["l", "l", "r"], "u": ["yes", "yes", "yes"]}
    below = ask("u", {"yes": "b", "no": "a"}, prediction="a")
    tree = ask("v", {"l": below, "r": "a"}, prediction="a")
    steps = reduced_error(tree, X, ["a", "a", "a"], order="best").steps
    assert [step.question.feature for step in steps] == ["u", "v"]


@given(cases())
def test_one_pass_makes_the_fewest_errors_of_all_subtrees(case):
    tree, X, y = case
    result = reduced_error(tree, X, y)
    assert is_subtree(result.tree, tree)
    least = min((loss(t, X, y), t.n_nodes) for t in prunings(tree))
    assert result.errors_after == pytest.approx(least[0])
    assert result.errors_after == pytest.approx(loss(result.tree, X, y))
    assert result.errors_before == pytest.approx(loss(tree, X, y))
    fewest = min(t.n_nodes for t in prunings(tree) if loss(t, X, y) <= least[0] + 1e-9)
    assert result.tree.n_nodes == fewest


@given(cases(max_depth=2))
def test_best_order_against_its_definition(case):
    """Naive twin: try every node of the current tree, cut the one that helps most."""
    tree, X, y = case
    result = reduced_error(tree, X, y, order="best")
    current, trail = tree, []
    while not current.is_leaf:
        numbers = [i for i, node in enumerate(current.walk()) if not node.is_leaf]
        options = [(loss(cut(current, [i]), X, y), i) for i in numbers]
        least = min(options)[0]
        if least > loss(current, X, y) + 1e-9:
            break
        tied = [i for value, i in options if value <= least + 1e-9]
        trail.append(least)
        sizes = {i: original_size(tree, current, i) for i in tied}
        current = cut(current, [min(tied, key=lambda i: (sizes[i], i))])
    assert result.errors_after == pytest.approx(loss(current, X, y))
    assert result.tree == current
    after = [loss(step.tree, X, y) for step in result.steps if step.pruned]
    assert after == pytest.approx(trail)


def original_size(tree, current, number):
    """How many nodes the branch had before anything was cut."""
    pairs, at = [(tree, current)], 0
    while pairs:
        a, b = pairs.pop()
        if at == number:
            return a.n_nodes
        at += 1
        pairs.extend(reversed(list(zip(a.children, b.children, strict=False))))
    raise AssertionError(number)


def test_numbers_are_judged_by_squared_error():
    tree = ask(Threshold("x", 1), leaf(10.0), leaf(20.0), prediction=15.0)
    result = reduced_error(tree, {"x": [0, 2]}, [14.0, 15.0])
    assert (result.steps[0].branch_errors, result.steps[0].leaf_errors) == (41.0, 1.0)
    assert result.tree == leaf(15.0)
    assert reduced_error(tree, {"x": [0, 2]}, [10.0, 20.0]).tree is tree
    in_an_array = ask(Threshold("x0", 1), leaf(10.0), leaf(20.0), prediction=15.0)
    assert reduced_error(in_an_array, np.array([[0], [2]]), [14, 15]).tree == leaf(15.0)


def test_rows_without_a_branch_stop_at_the_node():
    tree = ask("x", {"a": "A", "b": "B"}, prediction="B")
    kept = reduced_error(tree, {"x": ["a", "zzz", None]}, ["A", "A", "B"])
    assert (kept.steps[0].branch_errors, kept.steps[0].leaf_errors) == (1, 2)
    assert kept.tree is tree


@pytest.mark.parametrize("order", ["bottom-up", "best"])
def test_staircase_of_5000_levels(order):
    tree = staircase(5000).fold(
        lambda node, below: node.replace(children=below, prediction=str(node.prediction))
    )
    x = np.arange(5001)
    right = tree.predict({"x": x})
    kept = reduced_error(tree, {"x": x}, right, order=order)
    assert kept.tree is tree
    wrong = [v if i % 2 else "-1" for i, v in enumerate(right)]
    result = reduced_error(tree, {"x": x}, wrong, order=order)
    assert result.errors_after <= result.errors_before
    assert is_subtree(result.steps[-1].tree, tree)
    assert len(result.steps[0].path) > 0 or order == "best"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda a: a | {"X": POSTOP.X.drop(columns="GENDER")}, "there is no 'GENDER' in the data"),
        (lambda a: a | {"y": POSTOP.y[:5]}, "X has 6 rows and y has 5"),
        (lambda a: a | {"X": POSTOP.X[:0], "y": []}, "there are no rows to judge the tree by"),
        (lambda a: a | {"y": ["Gen"] * 6}, "y holds 'Gen', a class this tree does not know .it kn"),
        (lambda a: a | {"y": [None] * 6}, "missing values"),
        (lambda a: a | {"y": "gen"}, "y must be one column"),
        (lambda a: a | {"order": "top-down"}, "order='top-down' is not known"),
        (
            lambda a: a | {"X": POSTOP.X.to_numpy()[0]},
            "X must be a DataFrame, a dictionary",
        ),
        (
            lambda a: a | {"tree": ask("GENDER", {"male": "icu", "female": "gen"})},
            "the node that asks 'GENDER. male | female' has no prediction of its own",
        ),
    ],
)
def test_reduced_error_refuses(change, sentence):
    given = change({"tree": POST_OPERATIVE, "X": POSTOP.X, "y": POSTOP.y})
    with pytest.raises(ValueError, match=sentence.replace("|", r"\|")):
        reduced_error(**given)


def test_a_numeric_tree_refuses_labels():
    with pytest.raises(ValueError, match="y must hold numbers, not labels"):
        reduced_error(ask(Threshold("x", 1), 1.0, 2.0, prediction=1.5), {"x": [1]}, ["a"])
