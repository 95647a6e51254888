"""Predictions of a tree: types, rows without a branch, confused input, the path of each row."""

import numpy as np
import pandas as pd
import pytest
from helpers.trees import (
    POST_OPERATIVE,
    SPAM,
    SPAM_B,
    TITANIC,
    random_rows,
    trees,
)
from hypothesis import given
from hypothesis import strategies as st

from dtlab.tree import ask


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
        (
            lambda: TITANIC.predict([["male"]]),
            "X must be a DataFrame, .*, not a list",
        ),
        (lambda: TITANIC.predict({"sex": "male"}), "holds lists or arrays, not single values"),
        (lambda: TITANIC.predict({"sex": ["male"], "age": [6, 7]}), r"different lengths: \[1, 2\]"),
        (lambda: TITANIC.path(["male", 6, 0]), "a row must be a dictionary or a Series with names"),
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
