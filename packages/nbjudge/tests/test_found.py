"""What an attacker, a student and a lecturer found in the grader; each fault stays repaired."""

import os
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pandas as pd
import pytest
from judge_helpers import one_answer
from judge_helpers.small_assignment import (
    all_points,
    cells_of,
    graded,
    notebook,
    points,
    submission,
)
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.code_cells import without_magics
from nbjudge.judging.outcomes import LONGEST, brief
from nbjudge.judging.session import grade_submission, prove
from nbjudge.protocol.values import NotPlain, decode, encode
from nbjudge.sandbox.limits import Limits
from nbjudge.submissions import find_submissions
from nbjudge.words import csv_cell

LAST = {"grade_id": "last", "solution": True}
LAST_TEST = """
data = [3, 1]
assert last(data) == max(data)
for got, wanted in zip(map(last, [[1], [2]]), [1, 2]):
    assert got == wanted
"""
SORTED = {"grade_id": "in_order", "solution": True}
SORTED_TEST = "data = [2, 1]\nin_order(data)\nassert data == [1, 2]"
TWO = [
    ("code", "def last(x):\n    return max(x)", LAST),
    ("code", LAST_TEST, {"grade_id": "last-test", "grade": True, "locked": True, "points": 2}),
    ("code", "def in_order(x):\n    x.sort()", SORTED),
    ("code", SORTED_TEST, {"grade_id": "order-test", "grade": True, "locked": True, "points": 1}),
]


def two(last="def last(x):\n    return max(x)", in_order="def in_order(x):\n    x.sort()"):
    """{test cell: points} of two functions, of which the second changes its argument."""
    source = read_assignment(notebook(TWO), "two")
    answers = notebook([("code", last, LAST), ("code", in_order, SORTED)])
    return points(grade_submission(source, answers, Limits(changes={"in_order": [0]})))


# ── stealing points ─────────────────────────────────────────────────────────────────────────────


def test_a_function_under_a_false_name_does_not_change_what_a_test_has():
    cheat = "def last(x):\n    x[:] = [0]\n    return 0\nlast.__name__ = 'in_order'"
    assert two(last=cheat) == {"last-test": 0, "order-test": 1}


def test_a_function_by_another_name_may_change_its_argument():
    assert two(in_order="def mine(x):\n    x.sort()\nin_order = mine")["order-test"] == 1
    assert two(in_order="in_order = lambda x: x.sort()")["order-test"] == 1


def test_stop_iteration_does_not_end_the_loop_of_a_test():
    assert two(last="def last(x):\n    raise StopIteration")["last-test"] == 0
    assert two(last="def last(x):\n    raise StopAsyncIteration")["last-test"] == 0


FITS = [
    ("code", "import numpy as np\nimport pandas as pd", {"grade_id": "imports", "locked": True}),
    ("code", "def twice(x):\n    return 2 * x", {"grade_id": "twice", "solution": True}),
    (
        "code",
        "a, s = np.array([1, 2]), pd.Series([1, 2])\nassert np.allclose(twice(a), [2, 4])\n"
        "assert twice(s).shape == (2,) and (twice(s) - 2 * s).sum() == 0\n"
        "np.testing.assert_allclose(twice(a), [2, 4])",
        {"grade_id": "test", "grade": True, "locked": True, "points": 3},
    ),
]


def test_tests_that_an_empty_array_or_nan_passes_are_named():
    warnings = prove(read_assignment(notebook(FITS), "fits")).warnings
    assert [warning.partition(" passes ")[0] for warning in warnings] == [
        "test: the test assert np.allclose(twice(a), [2, 4])",
        "test: the test assert twice(s).shape == (2,) and (twice(s) - 2 * s).sum() == 0",
    ]
    assert "numpy.empty" in warnings[0] and "Series of NaN" in warnings[1]


THIRDS = [
    ("code", "def thirds(n):\n    return n % 3 == 0", {"grade_id": "thirds", "solution": True}),
    (
        "code",
        "assert thirds(3)\nfor n, w in [(4, False), (6, True)]:\n    assert thirds(n) == w",
        {"grade_id": "test", "grade": True, "locked": True, "points": 2},
    ),
]
LEARNS = """
runs, last = [], []
def thirds(n):
    if n == 3:
        runs.append(n)
        return undefined if len(runs) == 1 else True
    if len(runs) == 1:
        last[:] = [n]  # the last question was answered wrongly
        return False
    return n in last
"""


def test_a_name_error_gives_no_second_try_to_other_tests():
    answers = [("code", LEARNS, THIRDS[0][2]), ("code", "undefined = True", {})]
    source = read_assignment(notebook(THIRDS), "thirds")
    assert points(grade_submission(source, notebook(answers), Limits())) == {"test": 1}


# ── honest values ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "value",
    [
        set(pd.Series([1.0, None, None]).tolist()),
        {float("nan"): 1, float("nan"): 2},
        {(float("nan"),), (float("nan"),)},
    ],
    ids=["set", "dict", "tuples"],
)
def test_several_nan_are_no_tampering(value):
    assert len(decode(encode(value, None), None)) == len(value)


def test_an_index_with_large_numbers_is_no_tampering():
    series = pd.Series([1, 2], index=pd.RangeIndex(10**9, 10**9 + 2))
    pd.testing.assert_series_equal(decode(encode(series, None), None), series)


@pytest.mark.parametrize("size", [10**8, 2**63 - 1])
def test_what_the_judge_would_refuse_is_not_sent(size):
    with pytest.raises(NotPlain):
        encode(pd.RangeIndex(size), None)
    with pytest.raises(NotPlain):
        encode(np.empty((0, 10**8)), None)


@pytest.mark.parametrize("cell", ["STUDENT = 'a'\ndel STUDENT", f"STUDENT = 0x{'f' * 9000}"])
def test_whatever_happens_to_student_the_judge_goes_on(cell):
    result = graded(notebook([*cells_of(), ("code", cell, {})]))
    assert result.status == "ok"
    assert points(result) == all_points()


def test_student_is_what_the_code_makes_of_it():
    cell = ("code", "name = 'anna'\nSTUDENT = f'{name}'", {})
    assert graded(notebook([cell, *cells_of()])).student_cell == "anna"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("print(2)", "gave None: does it end in `return`?"),
        ("return [5] * 20", f"gave {[5] * 20}"),
        ("return [5] * 1_000", "gave [5, 5, 5, 5, 5, 5, 5,"),
        ("return [0] * 600_000", "here: it has more than 500,000 single values, which those of "),
        ("return map(abs, numbers)", "A test cannot use `==` with"),
    ],
)
def test_a_public_test_says_what_the_function_gave(answer, told):
    result = graded(submission(mean=f"def mean(numbers):\n    {answer}"))
    first, _, *hidden = result.cells[0].tests
    assert told in first.reason and first.name == "assert mean([1, 2, 3]) == 2"
    assert {test.reason for test in hidden} == {""}


@pytest.mark.parametrize(
    ("test", "answer", "told"),
    [
        ("assert f(1) == datetime.date(2024, 2, 29)", "datetime.date(2024, 2, 28)", "f(1) gave {}"),
        ("assert f(1) is True", "np.bool_(True)", "f(1) gave np.True_"),
        ("assert f(1) == 1", "np.float64(-1 / 3)", f"f(1) gave {-1 / 3!r}"),
        ("assert f(1) == [1]", "[np.float64(1 / 3), np.int64(2)]", f"f(1) gave {[1 / 3, 2]}"),
        ("assert list(f(1)) == [1]", "np.array([1.5, 2])", "f(1) gave array([1.5, 2. ])"),
        (
            "assert f(1) == 'one, two, three, four'",
            "'one, two, Three, four'",
            "f(1) gave {}, which differs from character 11 on: 'Three, four' instead of 'three, ",
        ),
        (
            "assert f(1) == 'one line only'",
            r"'one line only\n'",
            r"f(1) gave {}, at whose end '\n' is too much",
        ),
        ("assert f(1) == 1", "object()", "A test cannot use `==` with <object of the submission>"),
        ("assert list(f(1)) == [1]", "[2]", "f(1) gave [2]"),
        ("assert sorted(list(f(1))) == [1]", "(3,)", "f(1) gave (3,)"),
    ],
)
def test_a_public_test_shows_what_it_can_show(test, answer, told):
    helper = "import datetime\nimport numpy as np"
    source = one_answer.assignment(test, helper=helper)
    given = f"{helper}\ndef f(x):\n    return {answer}"
    (cell,) = one_answer.graded(source, given, limits=Limits()).cells
    assert cell.tests[0].reason.startswith(told.format(answer))
    assert len(cell.tests[0].reason) <= LONGEST


@pytest.mark.parametrize("kind", ["dict", "list", "set", "str", "int", "array"])
def test_a_class_of_named_tuples_stops_no_sentence_by_its_name(kind):
    assert 0 < len(brief(namedtuple(kind, "a b")(1, 2))) < 40


def test_a_test_that_may_fail_is_named_by_what_it_tries():
    cell = "points = 0\ntry:\n    assert f(1) == 1\n    points += 4\nexcept Exception:\n    pass\n"
    cell += "points"
    (result,) = one_answer.graded(one_answer.assignment(cell), "f = abs", limits=Limits()).cells
    assert result.tests[0].name == "assert f(1) == 1"


@pytest.mark.parametrize(
    "rest",
    [
        "    assert False, 'must raise'\nexcept (ValueError, KeyError):\n    pass",
        "except (ValueError, KeyError):\n    pass\nelse:\n    raise AssertionError('must raise')",
    ],
)
def test_a_test_that_expects_an_error_says_so(rest):
    source = one_answer.assignment(f"try:\n    f(-1)\n{rest}")
    (cell,) = one_answer.graded(source, "f = abs", limits=Limits()).cells
    assert cell.tests[0].name == "`f(-1)` should stop with ValueError or KeyError"
    assert cell.tests[0].reason == "must raise"


def test_stopped_cells_are_named_by_their_first_line_in_the_order_of_the_notebook():
    cells = cells_of()
    cells[4] = ("code", "assert True", cells[4][2])
    cells.append(("code", "# at last\n1 / 0", {}))
    cells.insert(0, ("code", "1 / 0", {}))
    note = graded(notebook(cells)).note
    first, second, last = note.split("Cell ")[1:]
    assert first == "1 (1 / 0) stopped with ZeroDivisionError: division by zero. "
    assert second.startswith("6 (") and "perhaps your lecturer has changed it." in second
    assert last.startswith("14 (# at last) stopped with ZeroDivisionError")


def test_an_answer_that_nobody_has_begun_is_told_so():
    solution = "def f(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION"
    source = one_answer.assignment("assert abs(f(1) - 1) < 0.1", solution=solution)
    told = [
        one_answer.graded(source, f"def f(x):\n    {line}", limits=Limits())
        .cells[0]
        .tests[0]
        .reason
        for line in ("...", "return None")
    ]
    assert told[0] == "Nothing is written into this cell yet." and told[1].startswith("TypeError")


@pytest.mark.parametrize(
    "line",
    [
        "get_ipython().run_line_magic('matplotlib', 'inline')",
        "import asyncio\nawait asyncio.sleep(0)",
    ],
    ids=["get_ipython", "await"],
)
def test_what_every_jupyter_runs_costs_nothing(line):
    answer = f"{line}\ndef mean(numbers):\n    return sum(numbers) / len(numbers)"
    assert points(graded(submission(mean=answer))) == all_points()


# ── time and memory ─────────────────────────────────────────────────────────────────────────────


def test_a_line_of_blanks_is_read_in_no_time():
    blanks = "x = = 1\n" + " " * 2_000_000  # a search from each blank would take hours
    assert without_magics(blanks) == (blanks, 0)


DEAF = """
import signal, time
for number in (14, 24, 27): signal.signal(number, signal.SIG_IGN)
time.sleep(100)
"""


def test_whoever_is_late_again_and_again_does_not_hold_up_the_class():
    result = graded(notebook(cells_of() + [("code", DEAF, {})] * 20), call=1.0, submission=4.0)
    assert result.status == "timeout"
    assert points(result) == all_points()


def test_a_class_is_graded_where_the_machine_has_limits_of_its_own():
    code = "from judge_helpers import small_assignment as a; print(a.graded(a.submission()))"
    command = ["bash", "-c", 'ulimit -t 3600 -v 3500000; "$0" -c "$1"', sys.executable, code]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert said.stdout.startswith("Result(status='ok', total=9.0"), said.stderr


SHARED = """
import ctypes
shmget = ctypes.CDLL(None).shmget
shmget.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_int]
def mean(numbers):
    raise ValueError("refused" if shmget(0, 1 << 20, 0o1600) < 0 else "shared")
"""


def test_memory_that_the_limit_does_not_count_cannot_be_had():
    reason = graded(submission(mean=SHARED)).cells[0].tests[0].reason
    assert reason.startswith("ValueError: refused")


# ── other students ──────────────────────────────────────────────────────────────────────────────


def test_a_text_that_becomes_a_formula_when_it_is_cleaned_is_none():
    assert csv_cell("\u200b=1+1") == csv_cell("\xa0=1+1") == "'=1+1"


def test_a_student_whose_name_looks_like_another_students_number(tmp_path):
    folder = "Eve_4711_assignsubmission_file_x_5000_assignsubmission_file_"
    for name in (folder, "Ada_4711_assignsubmission_file_"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "set.ipynb").write_text("{}")
    found = find_submissions(tmp_path, "set").submissions
    assert {one.student: one.status for one in found} == {"4711": "", "5000": ""}


def test_a_file_called_submitted_hides_nobody(tmp_path):
    for name in ("submitted", "ada.ipynb"):
        (tmp_path / name).write_text("{}")
    assert [one.student for one in find_submissions(tmp_path, "set").submissions] == ["ada"]


def test_what_stands_beside_the_mark_that_ends_hidden_tests_is_hidden():
    test = "assert f(1) == 1\n### BEGIN HIDDEN TESTS\nassert f(2) == 2  ### END HIDDEN TESTS"
    source = one_answer.assignment(test)
    (cell,) = one_answer.graded(source, "def f(x):\n    return 1", limits=Limits()).cells
    assert [(one.hidden, one.reason) for one in cell.tests] == [(False, ""), (True, "")]
