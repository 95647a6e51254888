import json
import pickle
import time
from copy import deepcopy
from datetime import date
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
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
    ("text", "sentence"),
    [
        ("", "not a tree in JSON"),
        ("{", "not a tree in JSON"),
        (None, "not a tree in JSON"),
        ("[" * 100_000, "not a tree in JSON"),
        ("[]", "it is not an object"),
        ("{}", "its format is None"),
        ('{"format": NaN}', "it holds NaN"),
        (damaged(lambda d, n: d.update(format="xgboost")), "its format is 'xgboost'"),
        (damaged(lambda d, n: d.update(version=9)), "version 9 is unknown"),
        (damaged(lambda d, n: d.update(nodes=[])), "no list of nodes"),
        (damaged(lambda d, n: d.update(nodes=[3])), "node 0 is not an object"),
        (damaged(lambda d, n: d.update(classes=3)), "the list of classes"),
        (damaged(lambda d, n: d.update(classes=[{}])), "the list of classes .* lacks"),
        (damaged(lambda d, n: d.update(classes=["a"])), None),
        (
            damaged(lambda d, n: n[0].pop("prediction")),
            "node 0 of the JSON tree lacks 'prediction'",
        ),
        (damaged(lambda d, n: n[0]["question"].pop("branch")), "node 0 .* lacks 'branch'"),
        (damaged(lambda d, n: n[0].update(children=[1, 7])), "node 0 cannot have the child 7"),
        (damaged(lambda d, n: n[0].update(children=[1, -1])), "cannot have the child -1"),
        (damaged(lambda d, n: n[0].update(children=[0, 1])), "node 0 cannot have the child 0"),
        (damaged(lambda d, n: n[2].update(children=[1])), "node 2 cannot have the child 1"),
        (damaged(lambda d, n: n[0].update(children=[True, 2])), "cannot have the child True"),
        (damaged(lambda d, n: n[0].update(children=[1, 1])), "node 1 has 2 parents"),
        (damaged(lambda d, n: n[0].update(children=[1])), "node 2 has 0 parents"),
        (damaged(lambda d, n: (n.pop(), n[0].update(children=[1]))), "2 branches but 1 children"),
        (damaged(lambda d, n: n[0].update(children=3)), "not a list"),
        (damaged(lambda d, n: n[0].update(prediction={"number": "nan"})), "node 0 .* nan is not"),
        (damaged(lambda d, n: n[0].update(stats={})), "node 0 .* statistics are {} instead of 3"),
        (damaged(lambda d, n: n[0].update(stats=[1, 2])), "node 0 .* instead of 3 numbers"),
        (damaged(lambda d, n: n[0].pop("question")), "needs a question"),
        (damaged(lambda d, n: n[0].update(question=3)), "node 0 of the JSON tree is damaged"),
        (damaged(lambda d, n: n[1].update(prediction=[1])), "a list where a value belongs"),
        (damaged(lambda d, n: n[1].update(prediction={"interval": [1, 2]})), "is an interval"),
        (damaged(lambda d, n: n[1].update(n_rows="many")), "its number of rows is 'many'"),
        (damaged(lambda d, n: n[1].update(stats=3)), "node 1 of the JSON tree is damaged"),
        (damaged(lambda d, n: n[1].update(impurity="low")), "node 1 of the JSON tree is damaged"),
        (damaged(lambda d, n: n[0]["question"].update(branch=[[1, 0], [1, 1]])), "twice"),
        (damaged(lambda d, n: n[0]["question"].update(branch=[[1]])), "node 0 .* is damaged"),
        (damaged(lambda d, n: n[0]["question"].update(missing=1.0)), "missing=1.0"),
        (damaged(lambda d, n: n[0]["question"].update(feature=1)), "not the name of a feature"),
        (damaged(lambda d, n: n[0]["question"].update(threshold="x")), "must be a number"),
    ],
)
def test_damaged_json_gets_a_sentence(text, sentence):
    if sentence is None:  # only an unused list of classes was added: still a tree
        assert Node.from_json(text).bare() == SPAM_B
        return
    with pytest.raises(ValueError, match=sentence) as caught:
        Node.from_json(text)
    assert "\n" not in str(caught.value)


def test_mermaid_escapes_labels():
    tree = ask('a "b" <c>', {"|x|": "y;z", "`": "#1"})
    assert tree.to_mermaid().splitlines() == [
        "flowchart TD",
        '    n0["a #34;b#34; #60;c#62;?"]',
        '    n1(["y#59;z"])',
        '    n0 -->|"#124;x#124;"| n1',
        '    n2(["#35;1"])',
        '    n0 -->|"#96;"| n2',
    ]
    assert '0 [label="a \\"b\\" <c>?", shape=box];' in tree.to_dot()


@given(trees())
def test_drawings_name_every_node_once(tree):
    lines = tree.to_mermaid().splitlines()
    assert len(lines) == 2 * tree.n_nodes  # flowchart, nodes, one arrow less than nodes
    assert sum("-->" in line for line in lines) == tree.n_nodes - 1
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
    assert DEEP.to_mermaid().count("-->") == 10000
    assert DEEP.to_dot().count(" -> ") == 10000


def test_deep_trees_are_quick_to_build_and_to_throw_away():
    start = time.process_time()
    tree = staircase(50_000)
    assert tree.depth == 50_000
    del tree
    assert time.process_time() - start < 10
