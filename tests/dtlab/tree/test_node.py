"""Nodes: the lectures' trees, their text and explanations, trees as values."""

from copy import copy, deepcopy

import numpy as np
import pandas as pd
import pytest
from helpers.trees import (
    POST_OPERATIVE,
    SPAM,
    SPAM_A,
    SPAM_B,
    TITANIC,
    VEGETATION,
    staircase,
    trees,
)
from hypothesis import given

from dtlab.questions import Threshold
from dtlab.tree import Node, ask, leaf

GUESS_WHO = pd.DataFrame(
    {
        "Man": ["Yes", "Yes", "No", "No"],
        "Long Hair": ["No", "No", "Yes", "No"],
        "Glasses": ["Yes", "No", "No", "No"],
    },
    index=["Brian", "John", "Aphra", "Aoife"],
)


# the lectures' trees


def test_both_spam_trees_agree_with_the_data():  # F-K005
    assert (SPAM_A.predict(SPAM) == SPAM["CLASS"]).all()
    assert (SPAM_B.predict(SPAM) == SPAM["CLASS"]).all()
    assert (SPAM_A.depth, SPAM_A.n_leaves, SPAM_B.depth, SPAM_B.n_leaves) == (2, 4, 1, 2)


def test_path_of_the_spam_query():  # F-K005 (c)
    query = dict.fromkeys(SPAM.columns[:3], True)
    path = SPAM_A.path(query)
    assert [(question.feature, child) for _, question, child in path[:-1]] == [
        ("CONTAINS IMAGES", 0),
        ("SUSPICIOUS WORDS", 0),
    ]
    assert path[-1] == (leaf("spam"), None, None)
    assert SPAM_A.path(pd.Series(query)) == path


def test_vegetation_query_ends_in_the_empty_partition():  # F-K062
    query = {"STREAM": True, "SLOPE": "moderate", "ELEVATION": "high"}
    node = VEGETATION.path(query)[-1][0]
    assert (node.prediction, node.n_rows, node.probabilities["chaparral"]) == ("chaparral", 0, 1)
    assert VEGETATION.counts == {"chaparral": 3, "conifer": 2, "riparian": 2}
    assert (VEGETATION.prediction, VEGETATION.n_rows) == ("chaparral", 7)


def test_the_boy_of_six_survives():  # F-P001: the lecture's "died" is an erratum
    boy = {"sex": ["male"], "age": [6], "sibsp": [0]}
    assert TITANIC.predict(boy).tolist() == ["survived"]


def test_post_operative_nodes_have_a_class_of_their_own():  # F-K128
    assert [node.prediction for node in POST_OPERATIVE.walk()] == [
        *("icu", "icu", "icu", "gen"),
        *("gen", "gen", "icu"),
    ]
    pruned = POST_OPERATIVE.replace(
        children=[POST_OPERATIVE.children[0].as_leaf(), POST_OPERATIVE.children[1]]
    )
    assert pruned == ask(
        "CORE-TEMP",
        {"low": "icu", "high": ask("STABLE-TEMP", {True: "gen", False: "icu"}, prediction="gen")},
        prediction="icu",
    )


def test_average_number_of_guess_who_questions():  # F-K002, F-K003
    names = ask("Long Hair", {"Yes": "Aphra", "No": "Aoife"})
    glasses_first = ask("Glasses", {"Yes": "Brian", "No": ask("Man", {"Yes": "John", "No": names})})
    brian_or_john = ask("Glasses", {"Yes": "Brian", "No": "John"})
    man_first = ask("Man", {"Yes": brian_or_john, "No": names})
    for tree in (glasses_first, man_first):
        assert tree.predict(GUESS_WHO).tolist() == GUESS_WHO.index.tolist()
    assert glasses_first.questions(GUESS_WHO).tolist() == [1, 2, 3, 3]
    assert glasses_first.questions(GUESS_WHO).mean() == 2.25
    assert man_first.questions(GUESS_WHO).mean() == 2


# text


def test_text_of_the_vegetation_tree():
    assert str(VEGETATION) == "\n".join(
        [
            "ELEVATION?  [3 chaparral, 2 conifer, 2 riparian]",
            "├─ low: riparian (1)",
            "├─ medium: STREAM?  [1 chaparral, 1 riparian]",
            "│  ├─ True: riparian (1)",
            "│  └─ False: chaparral (1)",
            "├─ high: SLOPE?  [2 chaparral, 1 conifer]",
            "│  ├─ flat: conifer (1)",
            "│  ├─ moderate: chaparral (0)",
            "│  └─ steep: chaparral (2)",
            "└─ highest: conifer (1)",
        ]
    )
    assert VEGETATION.text(max_depth=1).splitlines()[2:4] == [
        "├─ medium: STREAM?  [1 chaparral, 1 riparian]",
        "│  └─ … 2 more nodes",
    ]
    assert VEGETATION.text(max_depth=0).splitlines()[1:] == ["└─ … 9 more nodes"]


def test_text_of_numbers_and_impure_leaves():
    tree = Node(
        52.3,
        Threshold("TEMP", 0.45),
        [Node(40.0, n_rows=2, stats=(2, 40, 0)), Node(60.55, n_rows=3, stats=(3, 60.55, 0))],
        n_rows=5,
        stats=(5, 52.33, 9),
    )
    assert str(tree).splitlines() == [
        "TEMP?  [5 rows, mean 52.33]",
        "├─ ≤ 0.45: 40 (2)",
        "└─ > 0.45: 60.55 (3)",
    ]
    assert str(leaf("yes", {"yes": 2.5, "no": 1})) == "yes [1 no, 2.5 yes]"
    assert str(ask("Work to do?", {True: "a", False: "b"})).startswith("Work to do?\n")


def test_repr_is_one_line():
    assert repr(VEGETATION) == "<tree on ELEVATION: depth 2, 7 leaves>"
    assert repr(leaf("icu")) == "<leaf icu>"


# explanations


def test_explanation_of_the_vegetation_query():
    row = {"STREAM": True, "SLOPE": "moderate", "ELEVATION": "high"}
    explanation = VEGETATION.explain(row)
    assert str(explanation) == "\n".join(
        [
            "1. ELEVATION?  high      [3 chaparral, 2 conifer, 2 riparian]",
            "2. SLOPE?      moderate  [2 chaparral, 1 conifer]",
            "→ chaparral (0)",
        ]
    )
    assert explanation.prediction == "chaparral"
    assert str(explanation.rule) == "IF ELEVATION = high AND SLOPE = moderate THEN chaparral"
    frame = explanation.to_frame()
    assert frame["answer"].tolist() == ["high", "moderate"]
    assert frame["chaparral"].tolist() == [3, 2]


def test_explanation_of_numbers_and_of_a_value_without_a_branch():
    boy = TITANIC.explain({"sex": "male", "age": 6, "sibsp": 0})
    assert "2. age?    6 (≤ 9.5)" in str(boy)
    stopped = POST_OPERATIVE.explain({"CORE-TEMP": "tepid"})
    assert str(stopped) == "1. CORE-TEMP?  tepid: no branch  [icu]\n→ icu"
    assert str(leaf("icu").explain({})) == "→ icu"


# trees as values


@given(trees())
def test_sizes(tree):
    assert tree.n_nodes == len(list(tree.walk()))
    assert tree.n_leaves == len(list(tree.leaves()))
    assert tree.depth == tree.fold(lambda node, below: 1 + max(below, default=-1))


@given(trees(), trees())
def test_equality_is_structural(a, b):
    twin = Node.from_json(a.to_json())
    assert (twin == a) and (hash(twin) == hash(a)) and (twin is not a)
    assert a != b or hash(a) == hash(b)
    assert a != a.replace(prediction="something else")
    assert a != "a tree"


def test_a_change_deep_down_is_seen():
    assert staircase(50) != staircase(50).replace(prediction=0)
    other = ask(Threshold("x", 0), 0, staircase(49), prediction=-1)
    assert staircase(50).depth == other.depth
    assert staircase(50) != other


def test_nodes_cannot_be_changed():
    with pytest.raises(AttributeError):
        VEGETATION.prediction = "conifer"
    assert copy(VEGETATION) is deepcopy(VEGETATION) is VEGETATION


def test_numpy_values_become_plain():
    node = Node(np.str_("a"), n_rows=np.int64(3), stats=np.array([1, 2]), classes=("a", "b"))
    assert [type(v) for v in (node.prediction, node.n_rows, *node.stats)] == [
        str,
        int,
        float,
        float,
    ]
    assert Node(1, impurity=np.nan).impurity is None
