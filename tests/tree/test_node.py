from copy import copy, deepcopy

import numpy as np
import pandas as pd
import pytest
from helpers.trees import (
    POST_OPERATIVE,
    SPAM_A,
    SPAM_B,
    TITANIC,
    VEGETATION,
    random_rows,
    staircase,
    trees,
)
from hypothesis import given
from hypothesis import strategies as st

from dtlab.questions import Groups, Interval, Threshold
from dtlab.tree import Node, ask, leaf

SPAM = pd.DataFrame(
    [
        (True, False, True, "spam"),
        (True, True, False, "spam"),
        (True, True, False, "spam"),
        (False, True, True, "ham"),
        (False, False, False, "ham"),
        (False, False, False, "ham"),
    ],
    columns=["SUSPICIOUS WORDS", "UNKNOWN SENDER", "CONTAINS IMAGES", "CLASS"],
)

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


# prediction


def test_a_row_without_a_branch_gets_the_prediction_of_its_node():
    frame = {"CORE-TEMP": ["high", "high", "tepid", None], "STABLE-TEMP": [False, None, True, True]}
    assert POST_OPERATIVE.predict({**frame, "GENDER": ["male"] * 4}).tolist() == [
        *("icu", "gen", "icu", "icu")
    ]


def test_predictions_keep_their_type():
    def predicted(*answers):
        return ask("x", dict(enumerate(answers))).predict({"x": range(len(answers))})

    assert predicted(1.5, 2.0).dtype == float
    with_own = ask("x", {0: True, 1: False}, prediction=True).predict({"x": [0, 1]})
    assert with_own.dtype == bool
    assert predicted("a", 1, True).tolist() == ["a", 1, True]
    assert [type(value) for value in predicted("a", 1, True)] == [str, int, bool]


def test_only_columns_on_the_way_are_needed():
    assert TITANIC.predict({"sex": ["female"]}).tolist() == ["survived"]
    with pytest.raises(ValueError, match="no 'age' in the data; it has: sex"):
        TITANIC.predict({"sex": ["male"]})
    with pytest.raises(ValueError, match="no 'age' in the data; it has: sex"):
        TITANIC.path({"sex": "male"})


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (lambda: TITANIC.predict([["male"]]), "a DataFrame or a dictionary of columns, not a list"),
        (lambda: TITANIC.predict({"sex": "male"}), "holds lists or arrays, not single values"),
        (lambda: TITANIC.predict({"sex": ["male"], "age": [6, 7]}), r"different lengths: \[1, 2\]"),
        (lambda: TITANIC.path(["male", 6, 0]), "a dictionary or a pandas object with names"),
        (lambda: SPAM_B.path(SPAM), "a path belongs to one row"),
        (lambda: SPAM_B.explain({"SUSPICIOUS WORDS": [True]}), "a path belongs to one row"),
    ],
)
def test_rows_and_frames_are_not_confused(use, sentence):
    with pytest.raises(ValueError, match=sentence):
        use()


@given(trees(), st.integers(0, 99))
def test_prediction_follows_the_path_of_each_row(tree, seed):
    frame = random_rows(12, seed)
    stops, predictions, lengths = tree.apply(frame), tree.predict(frame), tree.questions(frame)
    nodes = list(tree.walk())
    for i in range(12):
        path = tree.path({name: column[i] for name, column in frame.items()})
        assert nodes[stops[i]] is path[-1][0]
        assert predictions[i] == path[-1][0].prediction
        assert lengths[i] == len(path) - 1
    assert np.array_equal(tree.apply(pd.DataFrame(frame, dtype=object)), stops)


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


# writing trees by hand


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
