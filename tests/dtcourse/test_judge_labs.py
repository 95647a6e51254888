"""The size of a lab's model is that of a tree which makes the very predictions that were scored."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from dtcourse.judge_labs import categories, check_tree, leaves_of, made_of_columns, rebuilt
from dtcourse.judging import labs
from dtlab.inputs.values import Interval
from dtlab.questions.question import Groups, Threshold
from dtlab.tree import Node

chance = np.random.RandomState(0)
X = pd.DataFrame(
    {
        "warm": chance.normal(size=300).round(2),
        "wind": chance.gamma(2, size=300).round(1),
        "month": chance.randint(1, 13, 300),
        "sky": chance.choice(["blue", "grey", "red"], 300),
    }
)
Y = np.where(X.warm * X.wind + (X.sky == "red") > 0.3, "yes", "no")
FREE = categories(X, X)
NUMBERS = ["warm", "wind", "month"]
HONEST = {
    "scaled": StandardScaler(),
    "codes of categories": make_column_transformer(
        (OneHotEncoder(sparse_output=False), ["sky", "month"]), remainder="passthrough"
    ),
    "a difference": FunctionTransformer(lambda X: X.assign(more=X.warm - X.wind)),
    "a ratio and a logarithm": FunctionTransformer(
        lambda X: pd.DataFrame({"a": X.warm / (X.wind), "b": np.log1p(X.wind), "c": X.wind > 2})
    ),
}


@pytest.mark.parametrize("step", HONEST.values(), ids=HONEST)
def test_columns_that_students_make_can_be_counted(step):
    given = X[NUMBERS] if isinstance(step, StandardScaler) else X
    assert made_of_columns(step.fit_transform(given), X)


def test_a_step_that_holds_a_model_cannot_be_counted():
    model = DecisionTreeClassifier().fit(X[NUMBERS], Y)
    for said in (model.predict(X[NUMBERS]), model.predict_proba(X[NUMBERS])[:, 0] + X.warm):
        assert not made_of_columns(pd.DataFrame({"a": X.warm, "b": said}), X)
    assert not made_of_columns(model.apply(X[NUMBERS]), X)
    assert not made_of_columns(X[:5], X)


def test_gaps_are_one_more_value():
    x = pd.DataFrame({"a": [3.0, None, 1.0, None]})
    assert made_of_columns([[3.0], [9.0], [1.0], [9.0]], x)
    assert not made_of_columns([[3.0], [9.0], [1.0], [8.0]], x)


def test_leaves_that_branches_share_are_no_tree():
    model = DecisionTreeClassifier(random_state=0).fit(X[NUMBERS], Y)
    leaves, said = rebuilt(model.tree_, model.classes_, X[NUMBERS])
    assert leaves == model.get_n_leaves() and (said == model.predict(X[NUMBERS])).all()
    for left, right in [
        ([1, 2, -1, -1], [2, 3, -1, -1]),  # 2 is the child of two
        ([1, 0, -1], [2, 2, -1]),  # a circle
        ([1, -1, -1, -1], [2, -1, -1, -1]),  # 3 is the child of none
        ([[1, -1, -1]], [[2, -1, -1]]),
        ([1.0, -1, -1], [2.0, -1, -1]),
    ]:
        with pytest.raises(ValueError):
            check_tree(np.array(left), np.array(right))


def test_a_question_that_names_single_numbers_counts_like_thresholds():
    chosen = {value: i % 2 for i, value in enumerate(sorted(set(X.warm.tolist())))}
    single = Node("no", Groups("warm", chosen), [Node("no"), Node("yes")])
    assert leaves_of(single, FREE) == len(chosen) > 100
    around = {Interval(low, high): i % 2 for i, (low, high) in enumerate(pairwise(range(-9, 10)))}
    assert leaves_of(Node("no", Groups("warm", around), [Node("no"), Node("yes")]), FREE) == 18


def test_a_number_that_was_cut_into_classes_is_still_a_number():
    cut = pd.DataFrame({"warm": pd.qcut(X.warm, 40, labels=False), "mild": X.month.isin([5, 9])})
    assert {"month", "sky"} == FREE
    assert categories(cut, X) == {"mild"}
    assert made_of_columns(cut, X)
    single = Node("no", Groups("warm", {i: i % 2 for i in range(40)}), [Node("no"), Node("yes")])
    assert leaves_of(single, categories(cut, X)) == 40


@pytest.mark.parametrize("write", [str, lambda number: f"{number:.9f}"])
def test_a_number_that_was_written_as_text_cannot_be_counted(write):
    assert not made_of_columns(pd.DataFrame({"warm": X.warm.map(write)}), X)
    assert made_of_columns(pd.DataFrame({"warm": X.warm.astype(object)}), X)


def test_other_questions_have_a_leaf_for_each_answer():
    by_month = Groups("month", {month: month % 2 for month in range(1, 13)})
    seasons = Node("no", by_month, [Node("no"), Node("yes")])
    sky = Node("no", Groups("sky", {"red": 0, "blue": 1, "grey": 0}), [Node("yes"), seasons])
    assert leaves_of(Node("no", Threshold("warm", 0.5), [sky, Node("no")]), FREE) == 4
    gaps = Groups("warm", {Interval(-99, 0): 0, Interval(0, 1): 0, Interval(1, 99): 1}, missing=2)
    assert leaves_of(Node("no", gaps, [Node("no"), Node("yes"), Node("no")]), FREE) == 3


def test_where_a_class_is_graded_no_number_of_the_students_is_repeated():
    lab = labs.find_lab("lab2")
    days = lab.given
    columns = ["month", "temp_min", "temp_max", "wind"]
    model = make_pipeline(StandardScaler(), DecisionTreeClassifier(max_leaf_nodes=23))
    model.fit(days.X[columns], days.y)
    numbers = {"0.7654", "0.1234", "23 leaves", "±"}
    for reported in (0.7654, 0.1234):
        report = labs.report_on("lab2", model, reported, quotes=False)
        assert not any(number in " ".join(report.body[:4]) for number in numbers)
        assert "It has more than 16 leaves." in report.body[3]
        assert "You reported a number" in report.body[2]
        assert f"You reported {reported}" in labs.report_on("lab2", model, reported).body[2]
