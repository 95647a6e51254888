"""What may be handed to shown work: labels, counts, data sets, own functions; and what may not."""

import math
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd
import pytest

import dtlab as dt
from dtlab import load, work

close = partial(pytest.approx, rel=1e-12, abs=1e-12)


def test_labels_counts_and_data_sets_agree():
    buys = load("buys_computer")
    y = buys.y.reset_index(drop=True)
    same = [
        work.entropy(y),
        work.entropy(buys),
        work.entropy(y.astype("category")),
        work.entropy(y.tolist()),
        work.entropy({"no": 5, "yes": 9}),
        work.entropy(y.value_counts()),
        work.entropy([5, 9]),
        work.entropy(np.array([5.0, 9.0])),
    ]
    assert {w.value for w in same} == {dt.entropy([5, 9])}
    assert {t.fraction for w in same for t in w.terms} == {Fraction(5, 14), Fraction(9, 14)}
    assert work.entropy(pd.Series([0, 1, 1, 0])).value == 1  # a column of a table holds labels
    assert work.entropy([0.25, 0.75]).value == dt.entropy([0.25, 0.75])
    assert work.gini([0.1, 0.9]).exact == Fraction(9, 50)


def test_the_shown_function_stands_for_its_measure():
    buys = load("buys_computer")
    age, y = buys.X["age"], buys.y
    assert work.gain(age, y, work.gini) == work.gain(age, y, dt.gini)
    natural = work.remainder(age, y, partial(dt.entropy, base=math.e))
    assert natural.value == close(dt.conditional_entropy(age, y, base=math.e))
    assert "nats" in str(natural)
    assert work.entropy(y, base=math.e).value == close(dt.entropy([5, 9], math.e))


def test_a_students_own_impurity_is_shown_by_its_name():
    def smallest(c):
        return min(c) / sum(c)

    buys = load("buys_computer")
    shown = work.gain(buys.X["age"], buys.y, smallest)
    assert shown.value == close(dt.information_gain(buys.X["age"], buys.y, smallest))
    assert "5/14 × smallest(3, 2)" in str(shown)
    assert "smallest" in work.gains(buys, impurity=smallest).to_frame()
    assert len(work.thresholds([1, 2, 3], ["a", "b", "b"], smallest, every=True).terms) == 2


# ------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: work.entropy([]), "is empty"),
        (lambda: work.entropy(5), "must be one column"),
        (lambda: work.entropy(pd.DataFrame({"a": [1, 2]})), "must be one column"),
        (lambda: work.entropy({"a": "b"}), "'b' is not a number"),
        (lambda: work.prediction([]), "is empty"),
        (lambda: work.boosting_step([1], 0, [1], learning_rate="x"), "'x' is not a number"),
        (lambda: work.entropy([3, -1]), "finite counts"),
        (lambda: work.gini([math.nan, 1]), "finite counts"),
        (lambda: work.entropy("spam"), "must be one column"),
        (lambda: work.entropy(["a", None]), "1 missing value"),
        (lambda: work.entropy([1, 2], base=1), "base must be above 1"),
        (lambda: work.remainder(["a"], ["x", "y"]), "x has 1 rows and y has 2"),
        (lambda: work.gain(["a", None], ["x", "y"]), "x has 1 missing value"),
        (lambda: work.gain(["a", "b"], ["x", "y"], "gini"), "must be a function"),
        (lambda: work.variance(["a", "b"]), "must hold numbers"),
        (lambda: work.variance([]), "is empty"),
        (lambda: work.remainder(["a", "b"], ["x", "y"], dt.variance), "must hold numbers"),
        (lambda: work.gains({"x": [1, 2]}), "give a data set"),
        (lambda: work.gains({}, ["a"]), "no columns"),
        (lambda: work.gains([1, 2], ["a", "b"]), "DataFrame or a dictionary"),
        (lambda: work.subset(["a", "b"], ["x", "y"], ["c"]), "c is not one of the values"),
        (lambda: work.subset(["a", "b"], ["x", "y"], ["a", "b"]), "some, but not all"),
        (lambda: work.subsets(list("abcdefghijk"), list("xyxyxyxyxyx")), "1023 ways"),
        (lambda: work.thresholds(["a", "b"], ["x", "y"]), "must hold numbers"),
        (lambda: work.thresholds([1, 2], ["x", "x"]), "no threshold"),
        (lambda: work.prediction(dt.leaf("spam")), "holds no counts"),
        (lambda: work.adaboost_update([0.5, 0.6], [True, False]), "sum to 1"),
        (lambda: work.adaboost_update([0.5, 0.5], [1, 0]), "True or False"),
        (lambda: work.adaboost_update([1.5, -0.5], [True, False]), "not be negative"),
        (lambda: work.adaboost(["a", "b"], []), "at least one model"),
        (lambda: work.boosting_step([1, 2], [1], [1, 2]), "1 rows"),
        (lambda: work.boosting_step([1, None], 0, [1, 2]), "1 missing value"),
    ],
)
def test_bad_input_gets_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call()


def test_no_rows_at_all():
    assert work.entropy([0, 0]).value == 0
    assert "no rows" in str(work.gini([0, 0]))


def test_many_rows_stay_readable():
    rng = np.random.default_rng(0)
    x, y = pd.Series(rng.normal(size=800)), pd.Series(rng.integers(0, 40, 800).astype(str))
    for shown in (work.entropy(y), work.thresholds(x, y, every=True), work.gain(y, y)):
        assert len(str(shown).splitlines()) < 60
        assert max(map(len, str(shown).splitlines())) < 160
        assert "…" in str(shown)
        assert len(shown.to_frame()) >= 40


def test_one_value_and_one_row():
    assert "not defined for one value: taken as 0" in str(work.gain_ratio(["a", "a"], ["x", "y"]))
    assert "one row has no spread: 0" in str(work.variance([5], ddof=1))
    assert work.subset(["a", "b"], ["x", "y"], "a").value == 0
    assert work.gain(load("spam").X["CONTAINS IMAGES"], load("spam")).value == 0
