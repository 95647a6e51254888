"""The labs: model solutions pass, typical wrong ways are named, an honest number holds.

Lab 4 with Spark is in tests/dtlab/bridges/test_from_spark.py, where one session serves all tests.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from helpers.lab_4 import plain_answer
from sklearn.metrics import root_mean_squared_error
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

import dtlab
from dtcourse import progress, solution, submit
from dtcourse.judging.labs import LABS, blurred, count, find_lab, kept_back
from dtlab import data

SHORT = [find_lab(name) for name in LABS if name != "lab4"]  # lab 4 wants Spark
SPACE = {name: getattr(dtlab, name) for name in dtlab.__all__} | {
    "GridSearchCV": GridSearchCV,
    "cross_val_score": cross_val_score,
    "root_mean_squared_error": root_mean_squared_error,
    "train_test_split": train_test_split,
}
each = pytest.mark.parametrize("lab", SHORT, ids=lambda lab: lab.id)


@pytest.fixture(autouse=True)
def nothing_answered(monkeypatch, tmp_path):
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


def run(code, **more):
    space = SPACE | more
    exec(code, space)
    return space["model"], space["reported"]


@pytest.mark.slow
@each
def test_the_solution_gets_all_points_and_is_the_reference(lab):
    report = submit(lab.id, *run(lab.solution))
    assert report.points == 4, str(report)
    assert report.score == pytest.approx(lab.reference, rel=0.002)


@pytest.mark.slow
@each
def test_typical_wrong_ways_are_named(lab):
    assert len(lab.wrong) >= 2
    for code, said in lab.wrong.items():
        report = submit(lab.id, *run(code))
        assert report.points < 4
        assert said in str(report)


@each
def test_rows_kept_back_are_like_the_table_and_in_no_file(lab):
    X, y = kept_back(lab.data)
    given = lab.given
    assert list(X.columns) == given.features
    assert (X.dtypes == given.X.dtypes).all()
    assert y.name == given.y.name
    if lab.data != "phishing":  # its few words make every row possible
        file = data.folder() / "kept_back" / f"{lab.data}.csv"
        stored = {line.rsplit(",", 1)[0] for line in file.read_text().splitlines()}
        drawn = {",".join(str(value) for value in row) for row in X.itertuples(index=False)}
        assert not stored & drawn


def test_blurring_changes_little_and_always_the_same():
    table = data.load("diamonds").frame.head(500)
    once, again = (blurred(table, ["carat", "cut"], seed=1) for _ in range(2))
    assert once.equals(again)
    assert 0 < (once["cut"].astype(str) != table["cut"].astype(str)).mean() < 0.05
    assert np.abs(once["carat"] - table["carat"]).max() < 0.1
    assert (once["price"] == table["price"]).all()


class Oracle:
    """A model that has seen the rows kept back."""

    feature_names_in_ = ()

    def predict(self, X):
        hidden, y = kept_back("phishing")
        return y.to_numpy() if len(X) == len(hidden) else data.load("phishing").y.to_numpy()

    def get_n_leaves(self):
        return 3


def test_what_is_too_good_is_flagged_and_not_rewarded():
    report = submit("lab1", Oracle(), 1.0)
    assert "suspicious" in str(report)
    assert report.points < 4


@pytest.mark.parametrize(
    ("model", "reported", "sentence"),
    [
        (dtlab.ID3(), 0.9, "could not predict"),
        ("no model", 0.9, "could not predict"),
        (lambda X: X, 0.9, "could not predict"),
    ],
)
def test_what_is_no_model_gets_a_sentence(model, reported, sentence):
    report = submit("lab1", model, reported)
    assert sentence in str(report)
    assert report.points == 0


def test_other_faults():
    sites = data.load("phishing")
    model = dtlab.ID3(max_depth=1).fit(sites.X, sites.y)
    for silly in ("good", 87.5, float("nan"), None):
        assert "Report one number" in str(submit("lab1", model, silly))
    assert "better than you said" in str(submit("lab1", model, 0.6))
    assert "There is no lab 'lab9'" in str(submit("lab9"))
    assert "Not tried yet" in str(submit("lab2"))


def test_a_model_of_some_columns_is_judged_too():
    sites = data.load("phishing")
    few = sites.X[["https", "form_handler"]]
    report = submit("lab1", dtlab.ID3().fit(few, sites.y), 0.85)
    assert report.score is not None and "beats the baseline" in str(report)


@pytest.mark.filterwarnings("ignore:X has feature names")
def test_a_column_that_nobody_has_in_time_is_named_and_withheld():
    lab, days = find_lab("lab2"), data.load("seattle_rain")
    told = [days.card["title"], days.card["use"], *days.card["errata"]]
    assert set(lab.late) < set(days.features)
    assert not any(name in line for name in lab.late for line in told)
    for name, why in lab.late.items():
        report = submit("lab2", dtlab.CART(max_depth=1).fit(days.X[[name]], days.y), 0.8)
        assert f"uses {name}, but {why}" in str(report)
        assert report.score is None
    few = lab.in_time(days.X)
    assert list(few) == ["month", "rain_yesterday", "temp_min", "temp_max", "wind"]
    stump = dtlab.CART(max_depth=1)
    by_name, by_place = (submit("lab2", stump.fit(X, days.y), 0.7) for X in (few, few.to_numpy()))
    assert by_name.score == by_place.score is not None
    assert "worse than our reference" in str(by_name)  # one question is too few


def test_a_pipeline_of_scikit_learn_is_judged_and_recorded():
    sites = data.load("phishing")
    model = make_pipeline(OneHotEncoder(), DecisionTreeClassifier(max_leaf_nodes=9, random_state=0))
    assert "It has 9 leaves" in str(submit("lab1", model.fit(sites.X, sites.y), 0.88))


def test_a_number_at_the_edge_of_chance_gets_its_point_and_a_word():
    sites = data.load("phishing")
    model = dtlab.ID3(max_depth=1).fit(sites.X, sites.y)
    score = submit("lab1", model, 0.5).score
    for shift, word in ((0.035, "optimistic"), (-0.035, "cautious"), (0.0, "to bet on")):
        report = submit("lab1", model, score + shift)
        assert word in str(report) and "✓ You reported" in str(report)


def test_the_solution_comes_after_a_try():
    assert 'submit("lab1", ...)' in str(solution("lab1"))
    sites = data.load("phishing")
    submit("lab1", dtlab.ID3(max_depth=1).fit(sites.X, sites.y), 0.8)
    assert "ID3(max_depth=3)" in str(solution("lab1"))
    assert "0 of 4 done, 1 tried" in str(progress())


def test_leaves_and_trees_are_counted_in_searches_and_forests():
    sites = data.load("phishing")
    search = GridSearchCV(dtlab.ID3(), {"max_depth": [1]}, cv=2).fit(sites.X, sites.y)
    assert count(search, "leaves") == 3
    forest = dtlab.RandomForest(4, max_depth=1, random_state=0).fit(sites.X, sites.y)
    assert count(forest, "trees") == 4
    assert count(forest, "leaves") is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("", "✓ You reported 750: a number to bet on"),
        ("answer['reported'] = 600", "○ You reported 600, which is too good"),
        ("answer['reported'] = 700.0", "○ You reported 700, which is too good: it is that good"),
        ("answer['trees'] = 61", "○ It has 61 trees"),
        ("answer['trees'] = None", "○ Its trees cannot be counted"),
        ("answer['trees'] = 'ten'", "not what `submit"),
        ("answer['prices'] = [1.5] * 4000", "not what `submit"),
        ("answer = {}", "not what `submit"),
        ("answer['prices'] = '1 2'", "2 prices were handed in for 4000 diamonds"),
        ("answer['prices'] = '1 ' * 10**6", "1000000 prices were handed in"),
        ("answer['prices'] += ' nan'", "whole dollars, and 'nan' is not"),
        ("del answer['reported']", "Report one number"),
        ("answer['reported'] = 10**400", "Report one number"),
    ],
)
def test_lab_4_judges_an_answer_in_plain_numbers(change, sentence):
    exec(f"{plain_answer()}\n{change}", space := {})
    report = submit("lab4", space["answer"])
    assert sentence in str(report)
    assert report.points == (4 if not change else 3 if "○" in sentence else 0)


def test_an_answer_for_marks_replaces_its_cell(monkeypatch):
    cells = []
    shell = SimpleNamespace(set_next_input=lambda text, replace: cells.append((text, replace)))
    monkeypatch.setattr("IPython.get_ipython", lambda: shell)
    exec(plain_answer(), space := {})
    assert "This cell now holds what you hand in" in str(submit("lab4", space["answer"], ..., True))
    assert cells == [(plain_answer(), True)]
    submit("lab4", {}, ..., True)
    submit("lab4", space["answer"])
    assert len(cells) == 1
