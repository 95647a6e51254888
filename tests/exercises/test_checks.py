"""`check`, `hint`, `solution`: right in many forms, wrong with a reason, never a traceback."""

import math
import threading
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from helpers.exercise_items import ANY, FUNCTION, HINTS, ITEMS, LABEL, NUMBER
from hypothesis import given
from hypothesis import strategies as st

from dtlab.exercises import bank, check, hint, record, solution
from dtlab.exercises.comparing import NotComparable, difference, shown
from dtlab.exercises.items import Case, Check, Mistake
from dtlab.exercises.judging import judge
from dtlab.exercises.running import TimeUp, limited


@pytest.fixture(autouse=True)
def own_bank(monkeypatch, tmp_path):
    monkeypatch.setattr(bank, "of_notebook", lambda number: ITEMS)
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


def wanting(answer, **more):
    """A check of some answer."""
    return Check("99.t9", "?", answer, HINTS, [Mistake("no such", "")], "", **more)


# ── values ──────────────────────────────────────────────────────────────────────────────────────


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
    assert "accepted within 0.0005" in verdict.head
    assert verdict.body == ("A quarter of a bit.",)


def test_shown_work_is_a_number_too():
    from dtlab import work

    assert judge(wanting(0.9403), work.entropy({"no": 5, "yes": 9})).passed


def test_a_value_that_the_lecture_prints_passes_with_a_note():
    verdict = check("99.t1", 0.246)
    assert verdict.passed
    assert verdict.body[0] == "The lecture prints 0.246, from rounded parts."


@pytest.mark.parametrize(("answer", "place"), [(0.171, 0), (0.6943, 1), (Fraction(94, 100), 2)])
def test_a_known_mistake_gives_its_own_sentence(answer, place):
    from dtlab.exercises.items import now

    sentences = [now(mistake.sentence) for mistake in NUMBER.mistakes]
    verdict = check("99.t1", answer)
    assert verdict.passed is False
    assert [sentence in verdict.body for sentence in sentences] == [i == place for i in range(3)]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (24.675, "in percent: divide by 100"),
        ("25%", "in percent, rounded: divide by 100"),
        (-0.2467, "the sign is not"),
        (0.25, "round only at the very end"),
        (0.5, "too large"),
        (-3, "too small"),
        (math.inf, "too large"),
        (math.nan, "NaN"),
        ("about a quarter", "a number is asked for, and this is the text"),
        (True, "a number is asked for, and this is True"),
        (1j, "a number is asked for"),
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
        (["maybe", False, False], "the answer is True or False"),
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
    assert "a text in quotes is asked for" in str(judge(LABEL, ["ELEVATION"]))


def test_any_answer_with_a_property():
    assert judge(ANY, 4).passed
    assert "Not yet: it is odd." in str(judge(ANY, 5))
    assert "cannot be compared" in str(judge(ANY, object()))


@pytest.mark.parametrize(
    ("truth", "right", "wrong", "words"),
    [
        (True, np.bool_(True), False, "you have False"),
        (False, "no", "perhaps", "the answer is True or False"),
        ([1, 2.5], (1, 2.5001), [1, 3], "item 2"),
        ([1, 2], np.array([1, 2]), [1], "it has 1 items, not 2"),
        ({"a", "b"}, ["b", "a"], {"a", "c"}, "'c' does not belong there"),
        ({"a", "b"}, ("b", "a"), "a, b", "a set is asked for, and this is a text"),
        ({"a", "b"}, pd.Series(["A", "b "]), {"a"}, "1 missing"),
        ([True, False], [1, 0], [1, 2], "the answer is True or False"),
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


# ── functions ───────────────────────────────────────────────────────────────────────────────────


def careful(function):
    """Like the reference for what cannot be."""

    def surprise(p):
        if p <= 0:
            raise ValueError
        return function(p)

    return surprise


def test_a_right_function_gets_its_points():
    verdict = check("99.1", careful(lambda p: math.log2(1 / p)))
    assert (verdict.passed, verdict.points) == (True, 3)


def test_a_wrong_function_is_told_on_which_input():
    verdict = check("99.1", careful(lambda p: 1 / p))
    assert verdict.head == "Not yet: for `0.5` (a coin) it gives 2; expected is 1."


def test_a_hidden_test_tells_its_property_but_not_its_input():
    verdict = check("99.1", careful(lambda p: round(math.log2(1 / p))))
    assert verdict.head == "Not yet: for one more input (a die) it gives 3."


@pytest.mark.parametrize("place", range(3))
def test_each_known_wrong_function_has_its_sentence(place):
    verdict = judge(FUNCTION, FUNCTION.mistakes[place].wrong)
    told = [mistake.sentence in verdict.body for mistake in FUNCTION.mistakes]
    assert told == [i == place for i in range(3)]


def test_an_error_shows_the_learners_lines_only():
    def helper(p):
        return np.linalg.inv(np.zeros((2, 2)))

    def surprise(p):
        return helper(p)

    text = str(check("99.1", surprise))
    assert "it stops with an error" in text
    assert "in surprise: return helper(p)" in text
    assert "in helper: return np.linalg.inv" in text
    assert "LinAlgError: Singular matrix" in text
    assert "site-packages" not in text
    assert "dtlab" not in text
    assert len(text.splitlines()) == 4


def test_a_function_that_does_not_end():
    start = time.monotonic()
    verdict = check("99.1", careful(lambda p: [None for _ in iter(int, 1)]))
    assert "does not end within 0.4 s" in str(verdict)
    assert time.monotonic() - start < 2


def test_what_a_function_imports_is_not_held_against_it(tmp_path, monkeypatch):
    for name in ("slow_one", "slow_two"):  # together they take longer than the limit
        (tmp_path / f"{name}.py").write_text("import time\ntime.sleep(0.3)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def surprise(p):
        import slow_one  # noqa: F401
        import slow_two  # noqa: F401

        return -math.log2(p)

    assert check("99.1", careful(surprise)).passed


def test_a_function_that_catches_everything_is_stopped_too():
    def stubborn(p):
        while True:
            try:
                time.sleep(0.01)
            except BaseException:
                break
        while True:
            pass

    assert "does not end" in str(check("99.1", stubborn))


def test_the_limit_works_in_another_thread():
    said, stop = [], time.monotonic() + 5

    def endless():
        while time.monotonic() < stop:
            pass

    def outside():
        try:
            limited(endless, 0.2)
        except TimeUp:
            said.append("stopped")
        said.append(limited(lambda: 7, 5))
        try:
            limited(lambda: 1 / 0, 5)
        except ZeroDivisionError:
            said.append("zero")

    thread = threading.Thread(target=outside)
    thread.start()
    thread.join(10)
    assert said == ["stopped", 7, "zero"]


def test_the_alarm_of_others_is_left_as_it_was():
    signal = pytest.importorskip("signal")
    before = signal.getsignal(signal.SIGALRM)
    check("99.1", careful(math.sqrt))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda p: None, "it returns None"),
        (lambda p: print(-math.log2(p)), "it prints, and returns None"),
        (lambda: 1, "takes 0 positional arguments"),
        (lambda p: "text", "it gives 'text'; expected is 1"),
        (lambda p: exit(), "SystemExit"),
        (lambda p: function_without_a_name(p), "NameError"),  # noqa: F821
        (0.5, "A function is asked for, and this is a float"),
    ],
)
def test_functions_that_go_wrong(function, words):
    assert words in str(check("99.1", function))


def test_none_is_a_value_where_the_reference_returns_it():
    def positive(number):
        return number if number > 0 else None

    item = Check("99.3", "?", positive, HINTS, [Mistake(abs, "")], "", tests=[Case(1), Case(-1)])
    verdict = str(judge(item, lambda number: None))
    assert "for `1` it gives None; expected is 1." in verdict
    assert "End the function" not in verdict
    assert "it prints, and returns None" in str(judge(item, print))


def test_one_none_among_numbers_is_a_value_like_others():
    said = str(check("99.1", lambda p: None if p == 0.5 else -math.log2(p)))
    assert "it gives None; expected is 1" in said
    assert "End the function" not in said


def test_an_expected_error_is_named():
    verdict = check("99.1", lambda p: -math.log2(p) if p else 0)
    assert "for `0.0` (what cannot be) it gives 0; expected is ValueError to be raised" in str(
        verdict
    )


def test_the_starter_is_not_tried():
    assert check("99.1", lambda p: ...).passed is None
    assert record.state()["checks"] == {}


def test_what_is_printed_is_swallowed_and_said(capsys):
    def chatty(p):
        print("x" * 50_000)
        return -math.log2(p) if p else int("no number")

    assert "is not shown" in str(judge(FUNCTION, chatty))
    assert capsys.readouterr().out == ""


def test_arguments_cannot_be_changed():
    case = Case([1, 2])
    item = Check("99.2", "?", sum, HINTS, [Mistake(len, "")], "", tests=[case, case])
    assert judge(item, lambda numbers: numbers.pop() + numbers.pop()).passed
    assert case.args == ([1, 2],)


def test_a_check_takes_little_time():
    check("99.1", careful(lambda p: 1 / p))
    start = time.perf_counter()
    for _ in range(10):
        check("99.1", careful(lambda p: 1 / p))
    assert (time.perf_counter() - start) / 10 < 0.1


# ── hints and solutions ─────────────────────────────────────────────────────────────────────────


def test_hints_grow_and_begin_again():
    told = [hint("99.t1").body[0] for _ in range(4)]
    assert told == ["first", "second", "third", "first"]


def test_the_solution_comes_after_a_try():
    assert "A try comes first" in str(solution("99.t1"))
    check("99.t1", ...)
    assert "A try comes first" in str(solution("99.t1"))
    check("99.t1", 3)
    assert "answer = 0.24675" in str(solution("99.t1"))
    assert "return -math.log2(p)" in str(solution("99.1", force=True))


def test_tries_are_counted_and_done_stays_done():
    check("99.t1", 1), check("99.t1", 0.247), check("99.t1", 2)
    assert record.about("checks", "99.t1") == {"tries": 3, "done": True}


# ── whatever is given ───────────────────────────────────────────────────────────────────────────


class Hostile:
    """Refuses everything."""

    def _refuse(self, *_):
        raise RuntimeError("no")

    __eq__ = __repr__ = __str__ = __float__ = __bool__ = __len__ = __iter__ = __call__ = _refuse
    __getattr__ = _refuse
    __hash__ = None


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text()
plain |= st.binary() | st.decimals() | st.fractions() | st.datetimes() | st.builds(Hostile)
plain |= st.sampled_from([np.nan, np.zeros((2, 2)), pd.DataFrame({"a": [1]}), pd.NA, int, Hostile])
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner))
anything |= st.dictionaries(st.text(max_size=3), plain, max_size=3) | st.functions(returns=plain)


@given(anything)
def test_check_never_raises_and_never_blames_the_course(answer):
    for item in ITEMS[:4]:
        said = check(item.id, answer)
        assert "fault is in the course" not in str(said)
        assert len(str(said)) < 2000


@given(anything, anything)
def test_comparing_says_so_or_refuses(one, other):
    try:
        how = difference(one, other)
    except NotComparable as reason:
        assert str(reason)
    except (RuntimeError, ValueError, TypeError):
        pass  # objects that refuse to be compared; `judge` turns this into a sentence
    else:
        assert how is None or isinstance(how, str)
    assert len(shown(one)) <= 120


def test_a_comma_parts_decimals_or_thousands():
    assert difference("30,720", 30720) is None
    assert difference("2,000,000", 2_000_000) is None
    assert difference("1,585", 1.585, 0.0005) is None
    assert difference("0,247", 247) == ""
    assert difference("1,585", 2) == ""


def test_a_set_is_asked_for_as_a_set():
    with pytest.raises(NotComparable, match="a set is asked for"):
        difference("boosting, forest", {"boosting", "forest"})
