"""The same file gets the same marks: hash seed and random numbers are fixed, settings stay out."""

import os
import socket
import subprocess
import sys

import pytest
from judge_helpers.small_assignment import (
    CHANGES,
    graded,
    need_sandbox,
    notebook,
    small,
    submission,
)
from nbjudge.course import NO_COURSE
from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox import clock, servers
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


def test_the_clock_stands_still_while_a_process_waits_for_a_processor(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "monotonic", lambda: now)
    files = [tmp_path / name for name in ("worker", "judge", "another")]
    for file in files:
        file.write_text("7000000000 0 9\n")  # it has run for seven seconds, and not waited
    worker, judge, another = (os.open(file, os.O_RDONLY) for file in files)
    patient, now = clock.PatientClock(most=10.0), 100.0
    patient.watch([worker, judge])
    began = patient()
    files[0].write_text("7000000000 2000000000 9\n")
    files[1].write_text("9000000000 1000000000 9\n")
    now = 105.0
    assert patient() - began == 2.0
    patient.watch([another])  # a new worker has waited for less, and that is no time lost
    assert patient() - began == 2.0
    files[2].write_text("7000000000 60000000000 9\n")
    now = 115.0
    assert patient() - began == 5.0  # it waits for ten seconds, and no more
    files[2].write_text("8000000000 60000000000 9\n")
    now = 116.0
    assert round(patient() - began, 6) == 5.0 + clock.CLOCK  # a second of work
    patient.watch([])
    assert round(patient() - began, 6) == 5.0 + clock.CLOCK


def test_what_a_process_waited_is_known_until_it_is_replaced():
    """What it says of a worker that has ended, too: how long that had run is charged."""
    need_sandbox()
    control, ended = socket.socketpair()
    with servers.servers_for(small(), True) as (_, workers), control:
        worker = workers.fork([ended.fileno()], "1", "512")
        ended.close()
        (file,) = worker.schedstat()
        assert len(os.pread(file, 99, 0).split()) == 3
        control.close()  # which ends the worker
        assert len(os.pread(file, 99, 0).split()) == 3
        patient = clock.PatientClock(most=10.0)
        patient.watch([known := os.dup(file)])
        worker.stop()
        with pytest.raises(ProcessLookupError):
            os.pread(known, 99, 0)
        assert patient.passed() == (0.0, 0.0)


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


# ── a busy machine ──────────────────────────────────────────────────────────────────────────────

BURNS = "import os; os.write(1, b'!')\nwhile True: pass"
WORK = """
import time
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
"""
SLOWLY = f"""{WORK}
def mean(numbers):
    work(0.2)
    return sum(numbers) / len(numbers)
"""
CLASS = {
    "right": {},
    "slow": {"mean": SLOWLY},
    "slow-cell": {"double": f"{WORK}\nwork(0.3)\ndef double(values):\n    values *= 2"},
    "waits": {"double": "import time\ndef double(values):\n    time.sleep(0.1)\n    values *= 2"},
    "deaf": {"mean": "def mean(numbers):\n    return sum(range(10**15))"},
    "late-once": {"mean": f"{WORK}\ndef mean(numbers):\n    work(len(numbers) // 3 * 9)\n"
                          "    return sum(numbers) / len(numbers)"},
    "votes": {"total": "total = float([*set('abc')].index('a')) + 8"},
}  # fmt: skip


@pytest.fixture
def load():
    """A function that gives every processor so many other things to do."""
    processes = []

    def begin(each):
        for _ in range(each * os.cpu_count()):
            command = [sys.executable, "-c", BURNS]
            processes.append(subprocess.Popen(command, stdout=subprocess.PIPE))
            assert processes[-1].stdout.read(1) == b"!"

    yield begin
    for process in processes:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_class_gets_the_same_marks_on_a_busy_machine(load):
    marks = []
    for each in (0, 1, 1):
        load(each)
        made = {name: submission(**answers) for name, answers in CLASS.items()}
        limits = {"call": 0.5, "submission": 1.5}
        results = {name: graded(content, **limits) for name, content in made.items()}
        marks.append({name: (one.status, one.total) for name, one in results.items()})
    assert marks[1] == marks[0] and marks[2] == marks[0]
    for name in ("right", "slow", "slow-cell", "waits"):
        assert marks[0][name] == ("ok", 9), name
    assert 0 < marks[0]["late-once"][1] < 9
