"""Honest submissions get a fair mark in the real sandbox, however broken they are."""

import json
from dataclasses import replace

import pytest
from judge_helpers.one_answer import ANSWER, assignment, proved
from judge_helpers.small_assignment import (
    RIGHT,
    all_points,
    cells_of,
    graded,
    notebook,
    points,
    submission,
)
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.session import grade_submission
from nbjudge.reports.feedback import feedback_page
from nbjudge.sandbox.limits import Limits

FULL = all_points()
ENDLESS = "def mean(numbers):\n    while True:\n        pass"
SLEEPY = "import time\ndef mean(numbers):\n    time.sleep(1000)"
GREEDY = "def mean(numbers):\n    return [0] * 10**10"


def without(name, given=0):
    return FULL | {name: given}


def extra(source, place=2):
    """A right submission with one more cell."""
    cells = cells_of()
    return notebook([*cells[:place], ("code", source, {}), *cells[place:]])


def test_a_right_submission_gets_all_points():
    result = graded(submission())
    assert (result.status, result.reason, result.note) == ("ok", "", "")
    assert points(result) == FULL
    assert (result.total, result.max) == (9, 10)
    assert {cell.outcome for cell in result.cells} == {"passed", "manual"}
    assert {cell.title for cell in result.cells} == {"Mean", "Double", "Total"}


@pytest.mark.parametrize(
    "source",
    [
        "print('x' * 20_000_000)",
        "import warnings, sys\nwarnings.warn('so what')\nprint('!', file=sys.stderr)",
        "import os\nos.chdir('/')",
        "input('Who are you? ')",
        "import sys\nsys.exit()",
        "exit()",
        "pandas.DataFrame()",
        "1 / 0",
        "help(len)",
        "def f(:",
        "%matplotlib inline\n!pip install numpy\nx = 1",
        "display(1)",
        "import numpy as np\nnp.log(0)",
        "raise KeyboardInterrupt",
    ],
)
def test_a_cell_that_stops_or_makes_noise_costs_nothing_else(source):
    assert points(graded(extra(source))) == FULL


@pytest.mark.parametrize(
    "first", ["help(sum)\ncopyright()", "print(_, In, Out)", "import getpass\ngetpass.getuser()"]
)
def test_what_a_notebook_has_elsewhere_stops_no_answer(first):
    code = f"{first}\ndef mean(numbers):\n    return sum(numbers) / len(numbers)"
    assert points(graded(submission(mean=code))) == FULL


def test_an_answer_that_asks_is_told_that_nobody_answers():
    result = graded(submission(mean="def mean(numbers):\n    return float(input())"))
    assert result.cells[0].tests[0].reason.startswith("EOFError: nobody is here to answer input()")


POINTS = "from collections import namedtuple\nPoint = namedtuple('Point', 'x y')"
BY_CLASS = "def f(p):\n    match p:\n        case Point(x=a, y=b):\n            return a + b"


def test_a_named_tuple_reaches_an_answer_as_its_own_class():
    source = assignment("assert f(Point(1, 2)) == 3", solution=BY_CLASS, helper=POINTS)
    assert proved(source)
    cells = [("code", POINTS, {"grade_id": "helper", "locked": True}), ("code", BY_CLASS, ANSWER)]
    assert grade_submission(source, notebook(cells), Limits()).total == 4


def test_a_syntax_error_costs_its_answer_and_the_ones_that_need_it():
    result = graded(submission(mean="def mean(numbers:\n    return 1"))
    assert result.status == "ok"
    assert points(result) == without("mean-test") | {"total-test": 1}
    assert "was not run" in result.note and "lacks" not in result.note
    told = "Your cell was not run: it does not compile (line 1: '(' was never closed)"
    assert [test.reason for test in result.cells[0].tests] == [told, told, "", ""]
    assert [test.hidden for test in result.cells[0].tests] == [False, False, True, True]


def test_every_test_has_its_share():
    result = graded(submission(mean="def mean(numbers):\n    return sum(numbers) // len(numbers)"))
    assert points(result) == FULL  # 15, 2 and 1 are whole
    result = graded(submission(mean="def mean(numbers):\n    return numbers[-1] - 1"))
    assert points(result)["mean-test"] == 1
    outcomes = [test.outcome for test in result.cells[0].tests]
    assert outcomes == ["passed", "failed", "failed", "failed"]


def test_hidden_tests_tell_nothing():
    telling = "def mean(numbers):\n    raise ValueError(repr(numbers))"
    result = graded(submission(mean=telling))
    tests = result.cells[0].tests
    assert "ValueError: [1, 2, 3]" in tests[0].reason
    assert tests[1].hint == "one number is its own mean"
    for test in tests[2:]:
        assert (test.hidden, test.outcome, test.reason, test.hint) == (True, "error", "", "")
        assert test.name.startswith("hidden test")
    assert tests[3].code == "assert mean(values) == SECRET"  # for the lecturer
    told = feedback_page(result) + str([replace(test, code="") for test in tests])
    assert "SECRET" not in told and "0.5, 1.5" not in told


@pytest.mark.parametrize(
    ("answer", "outcome"), [(ENDLESS, "late"), (SLEEPY, "late"), (GREEDY, "memory")]
)
def test_an_answer_that_takes_all_time_or_memory_fails_its_own_tests_only(answer, outcome):
    result = graded(submission(mean=answer), call=1.0)
    assert result.status == "ok"
    assert {test.outcome for test in result.cells[0].tests} == {outcome}
    assert points(result)["double-test"] == 2


def test_a_cell_that_never_ends_is_stopped_and_the_rest_runs():
    assert points(graded(extra("while True:\n    pass"), call=1.0)) == FULL


def test_deleted_edited_and_moved_tests_are_the_sources():
    cells = cells_of(mean="def mean(numbers):\n    return 0")
    no_tests = [cell for cell in cells if not cell[2].get("grade")]
    assert points(graded(notebook(no_tests)))["mean-test"] == 0
    edited = [(k, "assert True" if a.get("grade") else s, a) for k, s, a in cells]
    assert points(graded(notebook(edited)))["mean-test"] == 0
    assert points(graded(notebook(cells_of()[::-1])))["double-test"] == 2


def test_cells_without_metadata_another_kernel_and_format_3():
    plain = [(kind, source, {}) for kind, source, _ in cells_of()]
    assert points(graded(notebook(plain))) == FULL
    other = json.loads(notebook(plain))
    other["metadata"] = {"kernelspec": {"name": "my-env", "language": "python"}}
    assert points(graded(json.dumps(other).encode())) == FULL
    code = [{"cell_type": "code", "input": source} for kind, source, _ in plain if kind == "code"]
    old = {"worksheets": [{"cells": code}], "nbformat": 3}
    assert points(graded(json.dumps(old).encode())) == FULL


def test_the_last_of_several_copies_counts():
    cells = cells_of(mean="def mean(numbers):\n    return 0")
    copy = ("code", RIGHT["mean"], {"grade_id": "mean", "solution": True})
    assert points(graded(notebook([*cells, copy])))["mean-test"] == 4


def test_an_answer_that_became_text_counts():
    cells = [("text" if a.get("solution") else k, s, a) for k, s, a in cells_of()]
    assert points(graded(notebook(cells))) == FULL


def test_a_test_waits_for_a_name_that_comes_later():
    cells = cells_of(mean="def mean(numbers):\n    return helper(numbers)")
    helper = ("code", "def helper(numbers):\n    return sum(numbers) / len(numbers)", {})
    assert points(graded(notebook([*cells, helper])))["mean-test"] == 4


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b'{"cells": [', b"[]", b"{}", b"\xff\xfe"])
def test_what_is_no_notebook_is_unreadable_and_says_why(content):
    result = graded(content)
    assert (result.status, result.total) == ("unreadable", 0)
    assert result.reason.endswith(".")
    assert {cell.outcome for cell in result.cells} == {"not run", "manual"}


def test_an_answer_that_ends_its_process_fails_its_own_tests_only():
    result = graded(submission(mean="import os\ndef mean(numbers):\n    os._exit(0)"))
    assert points(result) == without("mean-test") | {"total-test": 1}
    assert result.cells[0].tests[0].reason == "It ended its own process."


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("from multiprocessing import Pool\ndef mean(n):\n    Pool(2)", "multiprocessing"),
        ("import subprocess\ndef mean(n):\n    subprocess.run(['ls'])", "subprocess"),
        ("def mean(n):\n    open('/usr/mine', 'w')  # multiprocessing", ""),
    ],
)
def test_what_starts_processes_is_named(answer, named):
    reason = graded(submission(mean=answer)).cells[0].tests[0].reason
    said = f"{named} cannot be used here: a submission may not start processes"
    assert said in reason if named else "Read-only file system: '/usr/mine'" in reason


def test_changed_arguments_are_copied_back_only_where_the_source_changes_them():
    answer = "def mean(numbers):\n    numbers.append(99)\n    return sum(numbers[:-1]) / 2"
    assert points(graded(submission(mean=answer)))["mean-test"] == 2


def test_what_writes_where_it_is_at_home_when_it_is_imported_can_be_the_sources():
    """As Matplotlib does."""
    pytest.importorskip("matplotlib")
    code = "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\ntotal = 9.0"
    imports = ("code", "import matplotlib.pyplot as plt", {"grade_id": "i", "locked": True})
    cells = [imports, ("code", "total = 9.0", {"grade_id": "total", "solution": True})]
    test = {"grade_id": "t", "grade": True, "locked": True, "points": 1}
    source = read_assignment(notebook([*cells, ("code", "assert total == 9", test)]), "plots")
    answer = notebook([imports, ("code", code, cells[1][2])])
    result = grade_submission(source, answer, Limits())
    assert (result.total, result.note) == (1, "")
