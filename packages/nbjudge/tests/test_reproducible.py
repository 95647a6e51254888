"""The same file gets the same marks: hash seed and random numbers are fixed, settings stay out."""

import io

import pytest
from judge_helpers.small_assignment import (
    CHANGES,
    need_sandbox,
    notebook,
    small,
    submission,
)
from nbjudge.course import NO_COURSE
from nbjudge.judging import session, student
from nbjudge.judging.assignment import read_assignment
from nbjudge.protocol.proxies import OutOfTime
from nbjudge.protocol.wire import Late
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox import servers
from nbjudge.sandbox.limits import Limits

TELLS = """
{imports}
def mean(numbers):
    raise ValueError({what})
"""
BY_CHANCE = "[*set('some words in a set'.split())], random.random(), np.random.rand()"
ENDS = """
import os, random
number = random.random()
def mean(numbers):
    if len(numbers) == 3:
        os._exit(1)
    raise ValueError(number)
"""
ANSWER = {"grade_id": "vote", "solution": True}
TEST = {"grade_id": "vote-test", "grade": True, "locked": True, "points": 10}
VOTE = """
def vote(labels):
    return max(set(labels), key=list(labels).count)
"""
VOTES = "sum(vote([a, b]) == a for a in 'abcde' for b in 'vwxyz') / 2.5"  # of two equal ones
JUDGES = """
[*set("abcdefgh")].index("a") + random.random() + np.random.rand()
"""


def graded_anew(assignment, content, sandboxed=True):
    """The result of a submission in servers of its own."""
    if sandboxed:
        need_sandbox()
    servers.stop_idle()
    return session.grade_submission(assignment, content, Limits(changes=CHANGES), sandboxed)


def told(imports, what, sandboxed=True):
    """What an expression gives in a worker of new servers."""
    content = submission(mean=TELLS.format(imports=imports, what=what))
    return graded_anew(small(), content, sandboxed).cells[0].tests[0].reason


@pytest.mark.parametrize("sandboxed", [True, False])
def test_sets_and_random_numbers_are_the_same_in_every_grading(sandboxed):
    first = told("import random", BY_CHANCE, sandboxed)
    assert "words" in first and "0.8444" in first  # as after random.seed(0)
    assert told("import random", BY_CHANCE, sandboxed) == first
    assert told("import random", BY_CHANCE, not sandboxed) == first


def test_a_worker_in_the_place_of_another_has_the_same_numbers():
    result = graded_anew(small(), submission(mean=ENDS))
    first, second, *_ = [test.reason for test in result.cells[0].tests]
    assert "ended its own process" in first and "0.8444" in second


def test_numpy_that_only_the_submission_imports_is_fixed_too():
    cells = [("code", "x = 1", ANSWER), ("code", "assert isinstance(x, float), x", TEST)]
    plain = read_assignment(notebook(cells), "plain")
    answer = notebook([("code", "import numpy\nx = str(numpy.random.rand(2))", ANSWER)])
    told = [graded_anew(plain, answer).cells[0].tests[0] for _ in range(2)]
    assert told[0] == told[1] and "0.5488135" in told[0].reason + told[0].hint


def test_a_vote_between_equals_gets_the_same_mark_ten_times():
    cells = [("code", VOTE, ANSWER), ("code", VOTES, TEST)]
    assignment = read_assignment(notebook(cells), "votes")
    marks = {graded_anew(assignment, notebook(cells[:1])).total for _ in range(10)}
    assert len(marks) == 1 and 0 < marks.pop() < 10


def test_the_judges_own_sets_and_random_numbers_are_the_same_too():
    imports = ("code", "import random\nimport numpy as np", {"grade_id": "i", "locked": True})
    cells = [imports, ("code", VOTE, ANSWER), ("code", JUDGES, TEST)]
    assignment = read_assignment(notebook(cells), "judges")
    marks = {graded_anew(assignment, notebook(cells[:2])).total for _ in range(3)}
    assert len(marks) == 1 and marks.pop() > 0


class Busy:
    """A line to a worker on a machine that has other work: nothing is ready for half a minute."""

    ended, now, connection = None, 0.0, io.BytesIO()

    def ask(self, *question, **how):
        """Answer too late."""
        self.now += 30
        raise Late


def test_the_clock_of_a_busy_machine_is_not_charged(monkeypatch):
    line = Busy()
    monkeypatch.setattr(student, "monotonic", lambda: line.now)
    monkeypatch.setattr(student.Student, "start", lambda self: None)
    monkeypatch.setattr(student.Student, "run_again", lambda self: True)
    one = student.Student(None, Limits(call=2.0, submission=100.0))
    one.begin()
    one.line, one.told = line, 2.0
    with pytest.raises(OutOfTime):
        one.get("mean")
    assert one.used == 2.0


class Meddling(type(NO_COURSE)):
    """A course with settings of Python."""

    def environment(self):
        """Two that would change how it starts, and one of its own."""
        return {"PYTHONHASHSEED": "7", "PYTHONPATH": "/course", "WORDS": "3"}


def test_a_course_has_variables_but_no_settings_of_python():
    found = sandbox.variables(Meddling())
    assert {name for name in found if name.startswith("PYTHON")} == {"PYTHONHASHSEED"}
    assert (found["PYTHONHASHSEED"], found["WORDS"]) == ("0", "3")


@pytest.mark.parametrize("sandboxed", [True, False])
def test_no_setting_of_the_lecturers_python_arrives(sandboxed, tmp_path, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.meddled = True\n")
    for name in ("PYTHONPATH", "PYTHONUSERBASE", "PYTHONSTARTUP", "PYTHONPYCACHEPREFIX"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("PYTHONHASHSEED", "5")
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    flags = "sys.flags.safe_path, sys.flags.no_site, sys.flags.no_user_site, sys.flags.optimize"
    what = f"""
        {flags}, sys.flags.hash_randomization, hasattr(sys, "meddled"), "site" in sys.modules,
        [name for name in os.environ if name.startswith("PYTHON")],
        [path for path in sys.path if path in ("", ".", os.getcwd(), {str(tmp_path)!r})
         or ".local" in path],
    """
    said = told("import os, sys", what.strip(), sandboxed)
    expected = "(True, 1, 1, 0, 0, False, False, ['PYTHONHASHSEED'], [])"
    assert said.startswith(f"ValueError: {expected}"), said
