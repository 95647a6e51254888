"""`check` of values: right in many forms, wrong with a reason."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers.exercise_items import ANY, HINTS, ITEMS, LABEL, NUMBER

from dtcourse import bank, check
from dtcourse.cards import record
from dtcourse.judging.items import Check, Mistake
from dtcourse.judging.judge import judge


@pytest.fixture(autouse=True)
def own_bank(monkeypatch, tmp_path):
    monkeypatch.setattr(bank, "of_notebook", lambda number: ITEMS)
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


def wanting(answer, **more):
    """A check of some answer."""
    return Check("99.t9", "?", answer, HINTS, [Mistake("no such", "")], "", **more)


@pytest.mark.parametrize(
    "answer",
    [
        0.24675, 0.247, 0.2467, 0.2468, Fraction(24675, 100000), Decimal("0.2467"), "0.2467",
        " 0,247 ", np.float64(0.2467), np.float32(0.2467), np.array(0.2467), np.array([0.2467]),
        pd.Series([0.2467]),
    ],
    ids=repr,
)  # fmt: skip
def test_right_in_many_forms(answer):
    verdict = check("99.t1", answer)
    assert (verdict.passed, verdict.points) == (True, 1)
    assert verdict.head.startswith("Right: ")
    assert verdict.body == ("**At the first try: well done.** A quarter of a bit.",)


def test_a_right_answer_is_praised_once_and_only_where_a_learner_is_at_work(monkeypatch):
    said = [check("99.t1", value).body for value in (0.94, 0.171, 0.24675, 0.24675)]
    why = "A quarter of a bit."
    assert said[2:] == [(f"**At try 3: it was worth going on.** {why}",), (why,)]
    assert check("99.t2", "ELEVATION").body == ("**At the first try: well done.**",)
    monkeypatch.setenv("DTLAB_PROGRESS", ":memory:")
    assert check("99.t1", 0.24675).body == (why,)


def test_shown_work_is_a_number_too():
    from dtlab import work

    assert judge(wanting(0.9403), work.entropy({"no": 5, "yes": 9})).passed


def test_a_value_that_the_lecture_prints_passes_with_a_note():
    verdict = check("99.t1", 0.246)
    assert verdict.passed
    assert verdict.body[0].endswith("** The lecture prints 0.246, from rounded parts.")


@pytest.mark.parametrize(("answer", "place"), [(0.171, 0), (0.6943, 1), (Fraction(94, 100), 2)])
def test_a_known_mistake_gives_its_own_sentence(answer, place):
    from dtcourse.judging.items import now

    sentences = [now(mistake.sentence) for mistake in NUMBER.mistakes]
    verdict = check("99.t1", answer)
    assert verdict.passed is False
    assert [sentence in verdict.body for sentence in sentences] == [i == place for i in range(3)]


def test_the_right_number_rounded_is_told_so_before_any_known_mistake():
    (said,) = check("99.t1", 0.2).body
    assert said == (
        "It is right as far as it goes. Give 3 decimals, and round only at the very end."
    )
    half = Check("99.t9", "?", 0.4982, HINTS, [Mistake(0.5, "That is a coin.")], "")
    both = judge(half, 0.5).body
    assert both[0].startswith("Is it the right number, rounded? Give 3 decimals")
    assert both[1] == "That is a coin."
    assert "rounded" not in str(judge(half, 1))
    short = Check("99.t9", "?", 0.75, HINTS, [Mistake(0.5, "That is a coin.")], "")
    assert "Give 2 decimals" in str(judge(short, 0.8))  # no more than it has


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (24.675, "in percent: divide by 100"),
        ("25%", "in percent, rounded: divide by 100"),
        (-0.2467, "the sign is not"),
        (0.25, "round only at the very end"),
        (0.2493, "or use a slightly different formula?"),
        (0.5, "too large"),
        (-3, "too small"),
        (math.inf, "too large"),
        (math.nan, "NaN"),
        ("about a quarter", "the answer should be a number, but this is the text"),
        (True, "the answer should be a number, but this is True"),
        (1j, "the answer should be a number"),
        ((0, 247), "reads 0,247 as two numbers: write a point"),
        ([0.2467], "this is a list"),
        (np.array([0.1, 0.2]), "this is an array"),
        (len, "the function len itself: call it"),
        (10**400, "this is an int"),
        ({}, "this is a dict"),
    ],
    ids=repr,
)
def test_what_is_generally_wrong_is_named(answer, words):
    verdict = check("99.t1", answer)
    assert verdict.passed is False
    assert words in str(verdict)


def test_percent_only_where_asked():
    item = wanting(24.7, percent=True, tolerance=0.05)
    assert judge(item, "24.7 %").passed
    assert "multiply by 100" in str(judge(item, 0.247))
    assert "a number in percent" in str(judge(item, ...))


@pytest.mark.parametrize("answer", [..., None])
def test_not_tried_yet(answer):
    verdict = check("99.t1", answer)
    assert (verdict.passed, verdict.points) == (None, 0)
    assert "Not tried yet" in str(verdict)
    assert "The gain of age?" in str(verdict)
    assert record.state()["checks"] == {}
    assert str(check("99.t1")) == str(check("99.t1", ...))


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([False, False, False], "Look at 1."),  # one known mistake
        ([False, False, True], "Look at 1."),  # two: the first of them
        ([True, True, True], "Look at 2."),
        ([False, True, True], "All three."),  # known as a whole
        ([True, True], "it has 2 items, not 3"),
        (["maybe", False, False], "the answer should be True or False"),
    ],
    ids=repr,
)
def test_of_several_wrong_claims_the_first_gets_its_sentence(answer, sentence):
    mistakes = [
        Mistake([True, True, False], "Look at 2."),
        Mistake([False, False, False], "Look at 1."),
        Mistake([True, False, True], "Look at 3."),
        Mistake([False, True, True], "All three."),
        Mistake([[1], [2], [3]], "Of another kind."),
    ]
    item = Check("99.t9", "?", [True, False, False], HINTS, mistakes, "")
    verdict = judge(item, answer)
    assert verdict.passed is False
    assert sentence in str(verdict)
    assert sum(mistake.sentence in verdict.body for mistake in mistakes) <= 1


def test_labels():
    assert judge(LABEL, " elevation").passed
    assert judge(LABEL, np.str_("ELEVATION")).passed
    assert "Not steep." in str(judge(LABEL, "slope"))
    assert "the answer should be text in quotes" in str(judge(LABEL, ["ELEVATION"]))


def test_any_answer_with_a_property():
    assert judge(ANY, 4).passed
    assert "Not yet: it is odd." in str(judge(ANY, 5))
    assert "cannot be compared" in str(judge(ANY, object()))


@pytest.mark.parametrize(
    ("truth", "right", "wrong", "words"),
    [
        (True, np.bool_(True), False, "you have False"),
        (False, "no", "perhaps", "the answer should be True or False"),
        ([1, 2.5], (1, 2.5001), [1, 3], "item 2"),
        ([1, 2], np.array([1, 2]), [1], "it has 1 items, not 2"),
        ({"a", "b"}, ["b", "a"], {"a", "c"}, "'c' does not belong there"),
        ({"a", "b"}, ("b", "a"), "a, b", "the answer should be a set, but this is a text"),
        ({"a", "b"}, pd.Series(["A", "b "]), {"a"}, "1 missing"),
        ([True, False], [1, 0], [1, 2], "the answer should be True or False"),
        ({"a": 1, "b": 2}, pd.Series({"a": 1.0, "b": 2.0}), {"a": 1}, "'b' is missing"),
        ({"a": 1}, {"a": 1}, {"a": 1, "b": 1}, "'b' does not belong"),
        ({"a": 1}, {"a": 1.0001}, {"a": 2}, "the value of 'a'"),
        ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]]), [[1, 2], [3, 5]], "item 2"),
    ],
)
def test_answers_of_many_kinds(truth, right, wrong, words):
    item = wanting(truth)
    assert judge(item, right).passed is True
    verdict = judge(item, wrong)
    assert verdict.passed is False
    assert words in str(verdict)


def test_a_tree_is_compared_by_value():
    from dtlab import ask, leaf

    def tree(label):
        return ask("STREAM", {True: leaf(label), False: leaf("conifer")})

    assert judge(wanting(tree("riparian")), tree("riparian")).passed
    assert judge(wanting(tree("riparian")), tree("chaparral")).passed is False
