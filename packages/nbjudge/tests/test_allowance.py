"""A slow answer costs its own tests, and nobody else's: neither by one call nor by many."""

from judge_helpers.one_answer import assignment, graded
from judge_helpers.small_assignment import need_sandbox, notebook
from nbjudge.judging.allowance import Allowance
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.session import constant_warnings, grade_submission
from nbjudge.sandbox import clock
from nbjudge.sandbox.limits import Limits

WORK = """
import time
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
"""
TWO = [
    ("code", "def slow(x):\n    return x", {"grade_id": "slow", "solution": True}),
    ("code", "def quick(x):\n    return x", {"grade_id": "quick", "solution": True}),
]
ENDS = "def slow(x):\n    os._exit(0) if x == 1 else None\n    return ready"
TEST = {"grade": True, "locked": True, "points": 4}


def outcomes(answers, tests, limits):
    """The outcomes of each test cell, of a submission with these cells."""
    need_sandbox()
    cells = [("code", test, {"grade_id": f"t{i}"} | TEST) for i, test in enumerate(tests)]
    source = read_assignment(notebook([*TWO, *cells]), "slow")
    result = grade_submission(source, notebook(answers), limits)
    assert result.status == "ok", result.reason
    return [[test.outcome for test in cell.tests] for cell in result.cells]


def test_a_slow_answer_that_was_tried_out_costs_its_own_tests_only():
    """Each call is within its limit, and all together are not."""
    answers = [
        ("code", f"{WORK}\ndef slow(x):\n    work(0.8)\n    return x", TWO[0][2]),
        ("code", "slow(1)", {}),
        TWO[1],
    ]
    slow = "\n".join(f"assert slow({i}) == {i}" for i in range(8))
    quick = "assert quick(1) == 1\nassert quick(2) == 2"
    found = outcomes(answers, [slow, quick], Limits(call=1.0, submission=2.0))
    assert found[0][0] == "passed" and "late" in found[0]
    assert found[1] == ["passed", "passed"]


def test_cells_that_are_run_again_have_all_of_their_time():
    """A worker that ended is replaced by one that runs the same cells, however slow they are."""
    answers = [
        ("code", f"{WORK}\nwork(0.8)\nready = True", {}),
        ("code", f"import os\n{ENDS}", TWO[0][2]),
        TWO[1],
    ]
    tests = ["assert slow(1) is True\nassert slow(2) is True\nassert quick(1) == 1"]
    found = outcomes(answers, tests, Limits(call=1.0, submission=1.0))
    assert found == [["error", "passed", "passed"]]


WAITS = "n = 6\nwhile n != 1:\n    n = f(n)\nassert n == 1"
STEP = "def f(n):\n    return max(1, n - 1)"


def test_a_test_that_waits_for_an_answer_costs_itself_only():
    source = assignment(WAITS, "assert f(3) == 2", solution=STEP)
    limits = Limits(call=1.0, submission=2.0, test=2.0)
    result = graded(source, "def f(n):\n    return 2", limits=limits)
    assert (result.status, result.total) == ("ok", 4)
    assert result.cells[0].tests[0].outcome == "late"
    assert graded(source, STEP, limits=limits).total == 8


def test_a_constant_that_keeps_tests_busy_is_tried_in_all_others():
    need_sandbox()
    busy = "while n != 2:\n    pass\nassert n == 2\n"
    source = assignment(2 * busy, "assert n > 0", solution="n = 2")
    said = " ".join(constant_warnings(source, Limits(2.5, 10.0, 1.0), True))
    assert "t1: the test assert n > 0 passes if every answer is 1, True" in said


def test_constants_end_where_a_test_waits_for_another_answer():
    need_sandbox()
    source = assignment(WAITS, "assert f(1) == 1", solution=STEP)
    found = [*constant_warnings(source, Limits(2.5, 10.0, 1.0, objects=["f"]), True)]
    assert len(found) == 2 and all("if every answer is 1, True:" in said for said in found)


def test_no_worker_that_is_slow_to_start_takes_time_of_the_submissions(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    allowance = Allowance(Limits(submission=1.0))
    allowance.begin()
    with allowance.not_counted():
        now[0] += 60
    assert allowance.on_the_clock(1) == 1.8 and allowance.most("f") == 5.0
