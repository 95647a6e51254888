"""Trees written by hand with `ask` and `leaf`, and the sentence for every mistake."""

import numpy as np
import pytest

from dtlab.questions import Groups, Interval, Threshold
from dtlab.tree import Node, ask, leaf


def test_ask_groups_values_and_missing_ones():
    tree = ask("sky", {"sunny": 1, ("rainy", None): leaf(2)})
    assert tree.question == Groups("sky", {"sunny": 0, "rainy": 1}, missing=1)
    assert tree.predict({"sky": ["sunny", "rainy", None]}).tolist() == [1, 2, 2]
    alone = ask("sky", {"sunny": 1, None: 0})
    assert alone.question == Groups("sky", {"sunny": 0}, missing=1)
    ages = ask("age", {Interval(-np.inf, 9): "child", (Interval(9, 60), Interval(60)): "adult"})
    assert ages.predict({"age": [9, 70]}).tolist() == ["child", "adult"]
    assert ask(Groups("sky", {"sunny": 0, "rainy": 1}), 1, 2) == ask(
        "sky", {"sunny": 1, "rainy": 2}
    )


def test_ask_adds_counts_and_shares_classes():
    below = ask("b", {0: leaf("x", {"x": 2}), 1: leaf("y", {"y": 1})})
    tree = ask("a", {0: below, 1: leaf("z", {"z": 4, "x": 1})})
    assert tree.counts == {"x": 3, "y": 1, "z": 4}
    assert (tree.prediction, tree.n_rows, tree.weight) == ("z", 8, 8)
    assert {node.classes for node in tree.walk()} == {("x", "y", "z")}
    assert below.probabilities == {"x": 2 / 3, "y": 1 / 3}
    partly = ask("a", {0: leaf("x", {"x": 2}), 1: "y"})
    assert partly.counts is None
    assert partly.children[0].counts == {"x": 2}
    assert leaf("x").probabilities is None


@pytest.mark.parametrize(
    ("write", "sentence"),
    [
        (lambda: ask("sky", "stay", "go"), "must be one dictionary, as in ask"),
        (lambda: ask("sky", {}), "must be one dictionary"),
        (lambda: ask("sky"), "must be one dictionary"),
        (
            lambda: ask("sky", {"rainy": 1, ("sunny", "rainy"): 2}),
            "'rainy' to 'sky' is named twice",
        ),
        (lambda: ask("sky", {1: "a", ("x", True): "b"}), "named twice"),
        (lambda: ask("sky", {None: "a", ("x", None): "b"}), "None to 'sky' is named twice"),
        (lambda: ask("sky", {"rainy": None}), "the branch 'rainy' of 'sky' leads to nothing"),
        (lambda: ask("sky", {"rainy": ["stay"]}), "leads to .*, a list: write a class"),
        (lambda: ask("sky", {"rainy": {"wind": "go"}}), "leads to .*, a dict: write"),
        (lambda: ask("sky", {"rainy": float("nan")}), "leads to nan"),
        (lambda: ask(Threshold("age", 9), "died"), "'age' has 2 branches, so it needs 2 answers"),
        (lambda: ask(Threshold("age", 9), {"yes": 1, "no": 2}), "needs 2 answers, not 1"),
        (lambda: ask(9.5, "a", "b"), "starts with a feature's name"),
        (lambda: leaf(["a"]), "a leaf predicts a class or a number"),
        (lambda: leaf(...), "not ..., where your answer goes"),
        (lambda: leaf(leaf("a")), "a leaf predicts a class or a number"),
        (lambda: leaf("a", {"a": -1}), "must be numbers from 0 up"),
        (lambda: Node("a", Threshold("x", 1), [leaf("a")]), "'x' has 2 branches but 1 children"),
        (lambda: Node("a", None, [leaf("a")]), "needs a question"),
        (lambda: Node("a", "x", [leaf("a")]), "a question is a Threshold or Groups, not str"),
        (lambda: Node("a", Groups("x", {1: 0}), ["a"]), "'a' is not a Node: write leaf"),
        (lambda: Node("a", classes=("a", "b"), stats=(1,)), "1 counts were given for 2 classes"),
        (lambda: Node("a", Groups("x", {1: 0}), [leaf("a", {"a": 1})]), "share the same classes"),
    ],
)
def test_mistakes_get_a_sentence(write, sentence):
    with pytest.raises(ValueError, match=sentence):
        write()
