"""`check` of functions: which input, whose lines, and an end to those without one."""

import math
import threading
import time

import numpy as np
import pytest
from helpers.exercise_items import FUNCTION, HINTS, ITEMS

from dtcourse import bank, check
from dtcourse.bank import set02, set05
from dtcourse.cards import record
from dtcourse.judging import running
from dtcourse.judging.items import Case, Check, Mistake
from dtcourse.judging.judge import judge
from dtcourse.judging.running import TimeUp, limited


@pytest.fixture(autouse=True)
def own_bank(monkeypatch, tmp_path):
    monkeypatch.setattr(bank, "of_notebook", lambda number: ITEMS)
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


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
    assert verdict.head == "Not yet: for `0.5` (a coin) it gives 2; it should give 1."


def test_a_function_gets_a_share_of_the_points_for_every_test_case_that_passes():
    verdict = judge(FUNCTION, careful(lambda p: 1 if p == 0.5 else 0))
    assert [case.passed for case in verdict.cases] == [True, False, True, False]
    assert (verdict.passed, verdict.points) == (False, 1.5)
    assert [case.name for case in verdict.cases[:2]] == ["`0.5` (a coin)", "`0.25`"]
    assert [case.worth for case in verdict.cases] == [0.75] * 4
    assert verdict.cases[1].sentence == "it gives 0; it should give 2."
    assert verdict.head == f"Not yet: for `0.25` {verdict.cases[1].sentence}"


def test_what_is_not_tried_has_its_cases_too():
    assert {case.outcome for case in judge(FUNCTION, ...).cases} == {"not run"}
    assert [len(judge(FUNCTION, answer).cases) for answer in (..., None, 7, min)] == [4] * 4


# ── hidden inputs ───────────────────────────────────────────────────────────────────────────────


def only_for_the_hidden(act):
    """A function that is right on the public cases, and acts on any other input."""

    def surprise(p):
        return FUNCTION.answer(p) if p in (0.5, 0.25, 0.0) else act(p)

    return surprise


def raises(p):
    raise KeyError(f"the input is {p!r}")


def recurs(p):
    return recurs(p) + 1


def runs_on(p):
    while True:
        p += 1


class Telling:
    """A result that tells the input in every way it can."""

    def __init__(self, p):
        self.p = p

    def __repr__(self):
        return repr(self.p)

    def __eq__(self, other):
        raise ValueError(repr(self.p))

    __hash__ = None


@pytest.mark.parametrize(
    ("act", "outcome", "sentence"),
    [
        (repr, "failed", "it does not give what is expected."),
        (lambda p: p, "failed", "it does not give what is expected."),
        (print, "failed", "it does not give what is expected."),
        (Telling, "failed", "it does not give what is expected."),
        (raises, "error", "it stops with an error."),
        (lambda p: exit(repr(p)), "error", "it stops with an error."),
        (recurs, "error", "it calls itself again and again, without end."),
        (runs_on, "late", "it does not finish within 0.4 s."),
    ],
)
def test_of_a_hidden_input_its_property_and_its_outcome_are_told(act, outcome, sentence, capsys):
    verdict = check("99.1", only_for_the_hidden(act))
    (case,) = [case for case in verdict.cases if case.hidden]
    told = ("one more input (a die)", True, False, sentence, outcome)
    assert (case.name, case.hidden, case.passed, case.sentence, case.outcome) == told
    assert verdict.head == f"Not yet: for one more input (a die) {sentence}"
    assert verdict.points == 2.25
    said = f"{verdict}{verdict._repr_html_()}{verdict.cases}{capsys.readouterr()}"
    assert "0.16" not in said, "the input, 1 / 6, is nowhere"


def test_an_input_on_which_a_function_does_not_finish_costs_that_input_only():
    function = only_for_the_hidden(lambda p: -math.log2(p))
    verdict = judge(FUNCTION, lambda p: runs_on(p) if p == 0.5 else function(p))
    assert [case.outcome for case in verdict.cases] == ["late", "passed", "passed", "passed"]
    assert verdict.points == 2.25


def test_a_function_that_rounds_is_told_so():
    verdict = check("99.1", careful(lambda p: round(math.log2(1 / p), 2)))
    assert verdict.body == (
        "It is right as far as it goes. Return the number as it is, and round it later.",
    )


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


def test_a_recursion_without_an_end_is_asked_for_it():
    def surprise(p):
        return surprise(p / 2) + 1

    verdict = check("99.1", surprise)
    assert verdict.head == (
        "Not yet: for `0.5` (a coin) it calls itself again and again, without end."
    )
    assert "Which case ends it?" in verdict.body[0]


def test_a_function_that_does_not_end():
    start = time.process_time()
    verdict = check("99.1", careful(lambda p: [None for _ in iter(int, 1)]))
    assert "does not finish within 0.4 s" in str(verdict)
    assert time.process_time() - start < 2


def test_what_a_function_imports_is_not_held_against_it(tmp_path, monkeypatch):
    busy = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"
    for name in ("slow_one", "slow_two"):  # together they take longer than the limit
        (tmp_path / f"{name}.py").write_text(busy, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(running, "monotonic", lambda: 0.0)  # however busy the machine is

    def surprise(p):
        import slow_one  # noqa: F401
        import slow_two  # noqa: F401

        return -math.log2(p)

    assert check("99.1", careful(surprise)).passed


def test_a_function_that_catches_everything_is_stopped_too():
    def stubborn(p):
        try:
            while True:
                pass
        except BaseException:
            pass
        while True:
            pass

    assert "does not finish" in str(check("99.1", stubborn))


def test_the_limit_works_in_another_thread():
    said, stop = [], time.monotonic() + 60

    def endless():
        while time.monotonic() < stop:
            pass

    def outside():
        try:
            limited(endless, 0.2)
        except TimeUp:
            said.append("stopped")
        said.append(limited(lambda: 7, 60))
        try:
            limited(lambda: 1 / 0, 60)
        except ZeroDivisionError:
            said.append("zero")

    thread = threading.Thread(target=outside)
    thread.start()
    thread.join(120)
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
        (lambda p: "text", "it gives 'text'; it should give 1"),
        (lambda p: exit(), "SystemExit"),
        (lambda p: function_without_a_name(p), "NameError"),  # noqa: F821
        (0.5, "the answer should be a function, but this is a float"),
    ],
)
def test_functions_that_go_wrong(function, words):
    assert words in str(check("99.1", function))


def test_none_is_a_value_where_the_reference_returns_it():
    def positive(number):
        return number if number > 0 else None

    item = Check("99.3", "?", positive, HINTS, [Mistake(abs, "")], "", tests=[Case(1), Case(-1)])
    verdict = str(judge(item, lambda number: None))
    assert "for `1` it gives None; it should give 1." in verdict
    assert "End the function" not in verdict
    assert "it prints, and returns None" in str(judge(item, print))


def test_one_none_among_numbers_is_a_value_like_others():
    said = str(check("99.1", lambda p: None if p == 0.5 else -math.log2(p)))
    assert "it gives None; it should give 1" in said
    assert "End the function" not in said


def test_an_expected_error_is_named():
    verdict = check("99.1", lambda p: -math.log2(p) if p else 0)
    assert "for `0.0` (what cannot be) it gives 0; it should raise ValueError" in str(verdict)


def test_the_starter_is_not_tried():
    assert check("99.1", lambda p: ...).passed is None
    assert record.state()["checks"] == {}


def of_set(module, item_id):
    (item,) = [item for item in module.ITEMS if item.id == item_id]
    return item


def test_what_a_faulty_function_passes_as_delivered_earns_nothing(monkeypatch):
    monkeypatch.undo()  # the real bank, which knows what the notebook imports
    item = of_set(set05, "05.8")
    verdict = judge(item, lambda *args: item.mistakes[0].wrong(*args))  # the same, rewritten
    assert sum(case.passed for case in verdict.cases) == verdict.before == len(verdict.cases) - 1
    assert (verdict.passed, verdict.points) == (False, 0)


def test_a_partly_repaired_function_earns_its_part(monkeypatch):
    monkeypatch.undo()
    item = of_set(set02, "02.6")  # 5 test cases, of which the delivered function passes 1
    verdict = judge(item, lambda counts: 5 if 9 in counts else item.answer(counts))
    assert (verdict.before, sum(case.passed for case in verdict.cases)) == (1, 4)
    assert verdict.points == item.points * (4 - 1) / (5 - 1)
    assert sum(case.points for case in verdict.cases) == pytest.approx(verdict.points)
    assert all(case.points <= case.worth for case in verdict.cases)


def test_a_faulty_function_as_delivered_is_not_tried_and_a_changed_one_is():
    item = next(item for item in set02.ITEMS if item.kind == "bug")
    space = {"math": math}
    exec(item.starter.replace("total", "all_of_them") + "  # looked at it", space)
    assert judge(item, space["fair_share"]).passed is False
    exec("# read\n" + item.starter, space)
    verdict = judge(item, space["fair_share"])
    assert verdict.passed is None
    assert "Find the fault" in verdict.body[-1]


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
    start = time.process_time()
    for _ in range(10):
        check("99.1", careful(lambda p: 1 / p))
    assert (time.process_time() - start) / 10 < 0.1
