import json
import pickle
import time
from copy import deepcopy
from datetime import date
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers.refusals import one_sentence
from helpers.trees import (
    LECTURE_TREES,
    NAMES,
    SPAM_B,
    TITANIC,
    staircase,
    trees,
)
from hypothesis import given

from dtlab.questions import Groups, Interval
from dtlab.tree import Node, ask, leaf

# writing and reading


@pytest.mark.parametrize("tree", LECTURE_TREES.values(), ids=LECTURE_TREES)
def test_lecture_trees_survive_every_form(tree):
    assert Node.from_json(tree.to_json(indent=2)) == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert eval(tree.to_python(), dict(NAMES)) == tree.bare()


@given(trees())
def test_json_and_pickle_keep_everything(tree):
    text = tree.to_json()
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    for twin in (Node.from_json(text), pickle.loads(pickle.dumps(tree))):
        assert twin == tree
        assert str(twin) == str(tree)
        assert [_types(node) for node in twin.walk()] == [_types(node) for node in tree.walk()]


def _types(node):
    values = list(node.question.branch) if isinstance(node.question, Groups) else []
    return [type(value) for value in (node.prediction, *values)]


@given(trees(with_statistics=False))
def test_python_source_evaluates_to_the_tree(tree):
    twin = eval(tree.to_python(), dict(NAMES))
    assert twin == tree
    assert twin.text() == tree.text()
    assert [_types(node)[0] for node in twin.walk()] == [_types(node)[0] for node in tree.walk()]


@pytest.mark.parametrize("value", [Fraction(1, 3), date(2020, 1, 1), b"a"], ids=str)
def test_values_that_cannot_be_written_are_refused(value):
    tree = ask(Groups("x", {value: 0, "a": 1}), "p", "q")
    for write in (tree.to_python, tree.to_json):
        with pytest.raises(ValueError, match=r"cannot hold .* turn it into text"):
            write()


def test_python_source_is_readable():
    assert TITANIC.to_python() == "\n".join(
        [
            'ask("sex", {',
            '    "female": "survived",',
            '    "male": ask(Threshold("age", 9.5),',
            '        ask(Threshold("sibsp", 2.5),',
            '            "survived",',
            '            "died"),',
            '        "died"),',
            "})",
        ]
    )


def test_json_of_infinite_and_missing_numbers():
    question = Groups("x", {Interval(-np.inf, 0): 0, Interval(0, np.inf): 1}, missing=1)
    tree = Node(np.inf, question, [Node(-np.inf, score=np.nan), Node(np.float32(0.5))])
    text = tree.to_json()
    assert "NaN" not in text
    assert "Infinity" not in text
    assert Node.from_json(text) == tree
    assert "null" in Node(0.0, stats=(1, np.nan, 0)).to_json()
    with pytest.raises(ValueError, match="JSON cannot hold"):
        Node(pd.Timestamp(0)).to_json()


def damaged(change):
    """JSON of a spam tree after a change to its data."""
    data = json.loads(SPAM_B.to_json())
    change(data, data["nodes"])
    return json.dumps(data)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        None,
        "[" * 100_000,
        "[]",
        "{}",
        '{"format": NaN}',
        damaged(lambda d, n: d.update(format="xgboost")),
        damaged(lambda d, n: d.update(version=9)),
        damaged(lambda d, n: d.update(nodes=[])),
        damaged(lambda d, n: d.update(nodes=[3])),
        damaged(lambda d, n: d.update(classes=3)),
        damaged(lambda d, n: d.update(classes=[{}])),
        damaged(lambda d, n: n[0].pop("prediction")),
        damaged(lambda d, n: n[0]["question"].pop("branch")),
        damaged(lambda d, n: n[0].update(children=[1, 7])),
        damaged(lambda d, n: n[0].update(children=[1, -1])),
        damaged(lambda d, n: n[0].update(children=[0, 1])),
        damaged(lambda d, n: n[2].update(children=[1])),
        damaged(lambda d, n: n[0].update(children=[1, 1])),
        damaged(lambda d, n: n[0].update(children=[1])),
        damaged(lambda d, n: (n.pop(), n[0].update(children=[1]))),
        damaged(lambda d, n: n.pop()),
        damaged(lambda d, n: n.append(n[1])),
        damaged(lambda d, n: n[0].update(children=3)),
        damaged(lambda d, n: n[0].update(prediction={"number": "nan"})),
        damaged(lambda d, n: n[0].update(stats={})),
        damaged(lambda d, n: n[0].update(stats=[1, 2])),
        damaged(lambda d, n: n[0].pop("question")),
        damaged(lambda d, n: n[0].update(question=3)),
        damaged(lambda d, n: n[1].update(prediction=[1])),
        damaged(lambda d, n: n[1].update(prediction={"interval": [1, 2]})),
        damaged(lambda d, n: n[1].update(n_rows="many")),
        damaged(lambda d, n: n[1].update(n_rows=1.5)),
        damaged(lambda d, n: n[1].update(stats=3)),
        damaged(lambda d, n: n[1].update(impurity="low")),
        damaged(lambda d, n: n[0]["question"].update(branch=[[1, 0], [1, 1]])),
        damaged(lambda d, n: n[0]["question"].update(branch=[[1]])),
        damaged(lambda d, n: n[0]["question"].update(branch=[[1, 0], [2, 10**12]])),
        damaged(lambda d, n: n[0]["question"].update(missing=1.0)),
        damaged(lambda d, n: n[0]["question"].update(feature=1)),
        damaged(lambda d, n: n[0]["question"].update(threshold="x")),
    ],
)
def test_damaged_json_gets_a_sentence(text):
    one_sentence(["not a tree in JSON, or it is damaged"], ValueError, Node.from_json, text)


def test_classes_without_counts_are_still_a_tree():
    text = damaged(lambda d, n: d.update(classes=["a"]))
    assert Node.from_json(text).bare() == SPAM_B


ODD = [None, True, "x", "", -1, 1.5, 10**400, [], [[]], [None, 0], {}, {"number": "x"},
       {"interval": [None]}, {"interval": ["a", {}]}]  # fmt: skip


@pytest.mark.parametrize("tree", [SPAM_B, TITANIC, leaf("a", {"a": 2, "b": 1})], ids=repr)
def test_no_value_in_any_place_does_worse_than_a_sentence(tree):
    packed = tree.to_json()

    def places(part):
        pairs = part.items() if isinstance(part, dict) else enumerate(part)
        for key, value in list(pairs):
            yield part, key
            if isinstance(value, dict | list):
                yield from places(value)

    for place, _ in enumerate(places(json.loads(packed))):
        for value in ODD:
            data = json.loads(packed)
            part, key = list(places(data))[place]
            part[key] = value
            try:
                assert isinstance(Node.from_json(json.dumps(data)), Node)
            except ValueError as error:
                assert "\n" not in str(error)


def test_version_1_is_read_whatever_comes():
    text = """{"format": "dtlab.tree", "version": 1, "classes": ["ham", "spam"], "nodes": [
      {"prediction": "ham", "n_rows": 3, "stats": [2.0, 1.0], "impurity": 0.9182958340544896,
       "score": 0.9182958340544896, "question": {"feature": "size", "missing": 1,
       "threshold": 2.5}, "children": [1, 2]},
      {"prediction": "ham", "n_rows": 2, "stats": [2.0, 0.0], "impurity": 0.0, "score": null},
      {"prediction": "spam", "n_rows": 1, "stats": [0.0, 1.0], "impurity": 0.0, "score": null}]}"""
    tree = Node.from_json(text)
    assert tree.counts == {"ham": 2, "spam": 1}
    assert str(tree.question) == "size ≤ 2.5?"
    assert json.loads(tree.to_json()) == json.loads(text)


def test_graphviz_escapes_labels():
    tree = ask('a "b" <c>', {"|x|": "y;z", "`": "#1"})
    assert '0 [label="a \\"b\\" <c>?", shape=box];' in tree.to_dot()


@given(trees())
def test_drawings_name_every_node_once(tree):
    assert tree.text().count("\n") == tree.n_nodes - 1
    assert tree.to_dot().count(" -> ") >= tree.n_nodes - 1


# depth

DEEP = staircase(5000)


def test_deep_sizes_and_predictions():
    assert (DEEP.depth, DEEP.n_leaves, DEEP.n_nodes) == (5000, 5001, 10001)
    x = np.array([-3, 0, 0.5, 2500, 1e9])
    assert DEEP.predict({"x": x}).tolist() == [0, 0, 1, 2500, 5000]
    assert DEEP.questions({"x": x}).tolist() == [1, 1, 2, 2501, 5000]
    assert len(DEEP.path({"x": 1e9})) == 5001
    assert str(DEEP.explain({"x": 1e9}).rule) == "IF x > 4999 THEN 5000"


def test_deep_values():
    twin = staircase(5000)
    assert twin == DEEP
    assert hash(twin) == hash(DEEP)
    assert pickle.loads(pickle.dumps(DEEP)) == DEEP
    assert deepcopy(DEEP) == DEEP
    assert twin.replace(prediction=0) != DEEP
    assert repr(DEEP) == "<tree on x: depth 5000, 5001 leaves>"


def test_deep_text():
    lines = str(DEEP).splitlines()
    assert lines[0] == "x?  [-1]"
    assert lines[-1].strip() == f"└─ … {2 * (5000 - 40)} more nodes"
    assert len(DEEP.text(max_depth=500).splitlines()) == 1002


def test_deep_json():
    assert Node.from_json(DEEP.to_json()) == DEEP


def test_deep_python():
    names = dict(NAMES)
    exec(DEEP.to_python(), names)
    assert names["tree"] == DEEP


@pytest.mark.parametrize("levels", [39, 40, 41, 80, 81])
def test_python_at_the_limit_of_nesting(levels):
    tree, names = staircase(levels), dict(NAMES)
    for value in range(levels):
        groups = Groups("g", {"a": 0, "b": 0, "c": 1})
        tree = Node(value, groups, (leaf(value), tree)) if value % 2 else tree
    source = tree.to_python()
    exec(source if tree.depth > 40 else f"tree = {source}", names)
    assert names["tree"] == tree


def test_deep_drawings():
    assert DEEP.to_dot().count(" -> ") == 10000


def test_deep_trees_are_quick_to_build_and_to_throw_away():
    start = time.process_time()
    tree = staircase(50_000)
    assert tree.depth == 50_000
    del tree
    assert time.process_time() - start < 10
