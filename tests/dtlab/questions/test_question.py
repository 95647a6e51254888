import pickle
from copy import deepcopy

import numpy as np
import pandas as pd
import pytest
from helpers.trees import questions, random_rows
from hypothesis import given
from hypothesis import strategies as st

from dtlab.inputs.values import is_missing, show
from dtlab.questions import Groups, Interval, Threshold
from dtlab.questions.conditions import Among, Between

INF = float("inf")


@pytest.mark.parametrize(
    "column",
    [
        [1, 2, 3, None],
        np.array([1.0, 2.0, 3.0, np.nan]),
        pd.Series([1, 2, 3, None]),
        pd.Series([1, 2, 3, None], dtype="Int64"),
        pd.Series([1, 2, 3, pd.NA], dtype=object),
        pd.Series([1, 2, 3, None]).astype("category"),
        [np.int64(1), np.float32(2), 3, pd.NA],
    ],
)
def test_threshold_routes_every_kind_of_column(column):
    assert Threshold("x", 2).route(column).tolist() == [0, 0, 1, -1]
    assert Threshold("x", 2, missing=1).route(column).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    "column",
    [
        ["a", "b", "c", None],
        np.array(["a", "b", "c", None], dtype=object),
        pd.Series(["a", "b", "c", None]),
        pd.Series(["a", "b", "c", None], dtype="string"),
        pd.Series(["a", "b", "c", None]).astype("category"),
    ],
)
def test_groups_route_every_kind_of_column(column):
    assert Groups("x", {"a": 0, "b": 1}).route(column).tolist() == [0, 1, -1, -1]
    assert Groups("x", {"a": 0, "b": 1}, missing=0).route(column).tolist() == [0, 1, -1, 0]


@pytest.mark.parametrize("dtype", [bool, object, "boolean"])
def test_groups_route_booleans(dtype):
    column = pd.Series([True, False], dtype=dtype)
    assert Groups("x", {True: 0, False: 1}).route(column).tolist() == [0, 1]
    assert Groups("x", {True: 0, False: 1}).route(["True", "False"]).tolist() == [-1, -1]


def test_groups_route_intervals():
    question = Groups("age", {Interval(-INF, 9): 0, Interval(9, 20): 1, Interval(20, 40): 1})
    assert question.route([9, 9.5, 40, 41, None, -INF]).tolist() == [0, 1, 1, -1, -1, 0]
    assert [question.label(i) for i in range(2)] == ["≤ 9", "(9, 40]"]


def test_an_empty_column_has_no_answers():
    assert Threshold("x", 2).route([]).tolist() == []
    assert Groups("x", {"a": 0}).route([]).tolist() == []


def test_labels():
    question = Threshold("ELEVATION", 4175.0)
    assert [question.label(0), question.label(1), str(question)] == [
        "≤ 4175",
        "> 4175",
        "ELEVATION ≤ 4175?",
    ]
    groups = Groups("class", {"1st": 0, "3rd": 1, "crew": 1}, missing=2)
    assert [groups.label(i) for i in range(3)] == ["1st", "3rd, crew", "missing"]
    assert str(groups) == "class? 1st | 3rd, crew | missing"


@pytest.mark.parametrize(
    ("value", "text"),
    [(4175.0, "4175"), (0.1 + 0.2, "0.3"), (1234567.25, "1234567.2"), (1e30, "1e+30")]
    + [(np.float64(9.5), "9.5"), (np.True_, "True"), ("", "''"), (-0.0, "0"), (INF, "inf")],
)
def test_numbers_are_shown_shortly(value, text):
    assert show(value) == text


def test_what_is_missing():
    missing = [None, float("nan"), np.nan, np.float32("nan"), pd.NA, pd.NaT]
    assert all(is_missing(value) for value in missing)
    present = [0, "", False, np.False_, np.int64(0), "nan", Interval(1, 2), pd.Timestamp(0)]
    assert not any(is_missing(value) for value in present)


def test_questions_are_values():
    a = Groups("x", {"low": 0, "high": 1})
    b = Groups("x", {np.str_("high"): np.int64(1), "low": 0})
    assert a == b
    assert hash(a) == hash(b)
    assert a != Groups("x", {"low": 1, "high": 0})
    assert type(b.values(1)[0]) is str
    assert Threshold("x", np.float32(0.5)) == Threshold("x", 0.5)
    with pytest.raises(AttributeError):
        a.feature = "y"
    with pytest.raises(TypeError):
        a.branch["low"] = 1


@given(questions())
def test_copies_are_equal(question):
    for twin in (pickle.loads(pickle.dumps(question)), deepcopy(question)):
        assert twin == question
        assert hash(twin) == hash(question)
        assert str(twin) == str(question)


@given(questions(), st.integers(0, 99))
def test_conditions_say_where_rows_go(question, seed):
    is_number = isinstance(question, Threshold) or question.on_intervals
    column = random_rows(40, seed)["na" if is_number else "a"]
    route = question.route(column)
    for child in range(question.n_children):
        assert np.array_equal(question.condition(child).covers(column), route == child)


@given(questions(on_numbers=True), questions(on_numbers=True), st.data())
def test_meet_demands_both_on_numbers(first, second, data):
    a = first.condition(data.draw(st.integers(0, first.n_children - 1)))
    b = second.condition(data.draw(st.integers(0, second.n_children - 1)))
    column = random_rows(60)["na"]
    assert np.array_equal(a.meet(b).covers(column), a.covers(column) & b.covers(column))


@given(questions(on_numbers=False), questions(on_numbers=False), st.data())
def test_meet_demands_both_on_categories(first, second, data):
    a = first.condition(data.draw(st.integers(0, first.n_children - 1)))
    b = second.condition(data.draw(st.integers(0, second.n_children - 1)))
    column = random_rows(60)["a"]
    assert np.array_equal(a.meet(b).covers(column), a.covers(column) & b.covers(column))


def test_values_meet_ranges():
    values, small = Among("x", [1, 2, 3, "four"]), Between("x", [Interval(high=2)])
    assert values.meet(small) == small.meet(values) == Among("x", [1, 2])


def test_conditions_as_text():
    age = Between("age", [Interval(9, 20)])
    texts = {
        str(age): "9 < age ≤ 20",
        str(age.meet(Between("age", [Interval(30, 40)]))): "age is impossible",
        str(Between("age", [Interval(1, 2), Interval(5)])): "(1 < age ≤ 2 or age > 5)",
        str(Between("age", [Interval(5)], missing=True)): "(age > 5 or age is missing)",
        str(Between("age")): "age is known",
        str(Among("sky", ["rainy", "grey"])): "sky in {rainy, grey}",
        str(Among("sky", [], missing=True)): "sky is missing",
    }
    assert list(texts) == list(texts.values())


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Threshold(9.5, "age"), "9.5 is not the name of a feature"),
        (lambda: Threshold("age", "9.5"), "must be a number"),
        (lambda: Threshold("age", float("nan")), "must be a number"),
        (lambda: Threshold("age", True), "must be a number"),
        (lambda: Threshold("age", 9.5, missing=2), "missing=2 of 'age'"),
        (lambda: Groups("sky", ["rainy"]), "needs a dictionary"),
        (lambda: Groups("sky", {}), "names no value"),
        (lambda: Groups("sky", {"rainy": 1}), "without gaps"),
        (lambda: Groups("sky", {"rainy": "stay"}), "numbered 0, 1, 2"),
        (lambda: Groups("sky", {None: 0}), "use missing=child"),
        (lambda: Groups("sky", {("rainy", "grey"): 0}), "name each on its own"),
        (lambda: Groups("sky", {"rainy": 0}, missing=3), "missing=3"),
        (lambda: Groups("x", {Interval(1, 2): 0, "a": 1}), "mixes intervals"),
        (lambda: Groups("x", {Interval(2, 1): 0}), "no number lies between 2 and 1"),
        (lambda: Groups("x", {Interval(1, 5): 0, Interval(3, 9): 1}), "overlap"),
        (lambda: Threshold("age", 9).route(["young"]), "'age' holds 'young'"),
        (lambda: Threshold("age", 9).route(["10"]), "'age' holds '10'"),
        (lambda: Threshold("day", 9).route(pd.Series([pd.Timestamp(0)])), "'day' holds dates"),
    ],
)
def test_mistakes_get_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_far_child_takes_no_memory():
    with pytest.raises(ValueError, match="without gaps"):
        Groups("x", {"a": 0, "b": 10**15})
