"""Two passes: all that is said comes from the first, what is hidden counts in the second."""

import json
import re
import threading
from dataclasses import replace
from time import monotonic

import pytest
from judge_helpers.killed_run import points as first_points
from judge_helpers.killed_run import stand_in
from judge_helpers.one_answer import proved
from judge_helpers.small_assignment import need_sandbox, notebook, points
from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.marking import UNTOLD
from nbjudge.reports.feedback import feedback_page
from nbjudge.results import load, locked
from nbjudge.run import grade_class
from nbjudge.sandbox.limits import Limits
from nbjudge.submissions import find_submissions

TEST = {"grade": True, "locked": True, "points": 4}
SECRET = "okapi"
HIDDEN = f"""
assert f("a") == "a", "what goes in comes out"
### BEGIN HIDDEN TESTS
assert f("{SECRET}") == "{SECRET}"
### END HIDDEN TESTS
"""
SCORE = f"""
score = 0
if f("b") == "b":
    score += 1
### BEGIN HIDDEN TESTS
if f("{SECRET}") == "{SECRET}":
    score += 3
### END HIDDEN TESTS
score
"""
RECIPE = f"""
score = 4 if f("b") == "b" else 0
### BEGIN HIDDEN TESTS
if not f("{SECRET}") == "{SECRET}":
    score = 1
### END HIDDEN TESTS
score
"""
RIGHT = "def f(x):\n    return x"


def source_of(*tests, helper=""):
    """An assignment with the answer f and these test cells; a helper is a locked cell."""
    cells = [("code", RIGHT, {"grade_id": "f", "solution": True})]
    if helper:
        cells.append(("code", helper, {"grade_id": "helper", "locked": True}))
    cells += [("code", test, {"grade_id": f"t{i}"} | TEST) for i, test in enumerate(tests)]
    return cells


def graded(source, answer, limits=None, more=()):
    need_sandbox()
    assignment = read_assignment(notebook(source), "passes")
    handed_in = [("code", answer, source[0][2]), *(("code", code, {}) for code in more)]
    return session.grade_submission(assignment, notebook(handed_in), limits or Limits())


# ── marks ───────────────────────────────────────────────────────────────────────────────────────


def test_a_right_answer_gets_all_points_and_the_source_is_proved():
    source = source_of(HIDDEN, SCORE, RECIPE)
    assert session.prove(read_assignment(notebook(source), "passes")).limits
    result = graded(source, RIGHT)
    assert points(result) == {"t0": 4, "t1": 4, "t2": 4} and result.status == "ok"
    assert {test.outcome for cell in result.cells for test in cell.tests} == {"passed"}


def test_an_answer_for_the_public_tests_alone_gets_their_share():
    result = graded(source_of(HIDDEN, SCORE, RECIPE), "def f(x):\n    return x[:1]")
    assert points(result) == {"t0": 2, "t1": 1, "t2": 1}
    page = feedback_page(result)
    assert "score += 1" not in page and "hidden: 0 of 3 points" in page


CHECK = f"""
def check(f):
    assert f("a") == "a"
    ### BEGIN HIDDEN TESTS
    assert f("{SECRET}") == "{SECRET}"
    ### END HIDDEN TESTS
"""
EXPECTED = """
### BEGIN HIDDEN TESTS
expected = "c"
### END HIDDEN TESTS
"""
APPENDED = f"""
CASES = ["a"]
### BEGIN HIDDEN TESTS
CASES.append("{SECRET}")
### END HIDDEN TESTS
"""
COUNTED = f"""
CASES, right = ["a"], 0
### BEGIN HIDDEN TESTS
right += f("{SECRET}") != "{SECRET}"
### END HIDDEN TESTS
assert right == 0
"""
NOTED = f"""
seen = []
def note(x):
    seen.append(f(x) == x)
### BEGIN HIDDEN TESTS
note("{SECRET}")
### END HIDDEN TESTS
"""
LATE_CHECK = "def check(f):\n    for x in CASES:\n        assert f(x) == x\n" + APPENDED
LOOP = "for x in CASES:\n    assert f(x) == x"
WAITING = {
    "a list that a hidden line fills": ([LOOP], APPENDED),
    "a list that a function fills": (["assert all(seen)"], NOTED),
    "a list that a function reads": (["check(f)"], LATE_CHECK),
    "a number that a hidden line adds to": ([COUNTED], ""),
    "hidden lines of a helper": (["check(f)"], CHECK),
    "a name that a hidden line binds": (['assert f("c") == expected'], EXPECTED),
}


@pytest.mark.parametrize(("tests", "helper"), WAITING.values(), ids=WAITING)
def test_a_public_test_with_something_hidden_counts_in_the_second_pass(tests, helper):
    source = source_of(*tests, helper=helper)
    assert session.prove(read_assignment(notebook(source), "passes")).limits
    assert points(graded(source, RIGHT)) == {"t0": 4}
    result = graded(source, "def f(x):\n    return x if x == 'a' else 'okapi?'")
    assert points(result) == {"t0": 0} and not result.cells[0].tests[0].reason


@pytest.mark.parametrize("mark", ["# ", "#", "#### ", "###   "])
def test_hidden_lines_are_cut_however_they_are_marked(mark):
    marked = [test.replace("### ", mark) for test in (HIDDEN, SCORE, RECIPE)]
    source = source_of(*marked, helper=CHECK.replace("### ", mark))
    answer = "def f(x):\n    if len(x) > 1: raise ValueError(x)\n    return x"
    result = graded(source, answer)
    kept = replace(result, cells=tuple(without_code(cell) for cell in result.cells))
    assert points(result) == {"t0": 2, "t1": 1, "t2": 0} and SECRET not in kept.to_json()


@pytest.mark.parametrize("public", ["more = 1\n", ""])
def test_none_of_a_hidden_last_line_is_not_all_points(public):
    hidden = "### BEGIN HIDDEN TESTS\n4 * (f(1) == 1) if f(2) else f(2)\n### END HIDDEN TESTS"
    source = source_of(public + hidden)
    limits = proved(read_assignment(notebook(source), "passes")).limits
    assert graded(source, RIGHT, limits).total == 4
    assert graded(source, "def f(x):\n    pass", limits).total == 0


def test_without_hidden_tests_there_is_one_pass(monkeypatch):
    monkeypatch.setattr(session, "second_pass", None)
    assert points(graded(source_of('assert f("a") == "a"'), RIGHT)) == {"t0": 4}


def test_each_pass_has_all_of_the_time():
    """A cell that takes more than a third of all time is run twice, and charged for none."""
    work = (
        "import time\nuntil = time.process_time() + 0.84\nwhile time.process_time() < until: pass"
    )
    source = source_of(HIDDEN, HIDDEN, HIDDEN, HIDDEN)
    result = graded(source, f"{work}\n{RIGHT}", Limits(call=1.0, submission=2.0))
    assert (result.total, result.status) == (16, "ok"), result


WAITS = "import time\ndef f(x):\n    time.sleep(100)"
IGNORES = "import signal\nfor n in (14, 24, 27): signal.signal(n, signal.SIG_IGN)\n"
IGNORES += "def f(x):\n    while True: pass"


@pytest.mark.parametrize("answer", [WAITS, IGNORES], ids=["waits", "deaf"])
def test_what_was_late_in_the_first_pass_has_no_second_full_limit(answer, monkeypatch):
    need_sandbox()
    assignment = read_assignment(notebook(source_of(HIDDEN, SCORE)), "passes")
    handed_in = notebook([("code", answer, {"grade_id": "f", "solution": True})])
    times = []
    for again in (True, False):
        first = session.first_pass(assignment, handed_in, limits := Limits(call=4.0))
        late = json.loads(first.late)
        assert late["late"] and (first.total, first.status) == (0, "ok")
        began = monotonic()
        first = first if again else replace(first, late=json.dumps(late | {"late": []}))
        second = session.second_pass(assignment, handed_in, limits, True, first)
        times.append(monotonic() - began)
        assert (second.total, second.late) == (0, "")
        assert second.cells[0].tests[1].outcome == "late"
    assert times[0] + 2 < times[1]  # of four seconds of work


SLOW = """
import time
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
def f(x):
    if x == "a": work(100)
    work(0.7)
    return x
"""


def test_who_was_late_with_one_input_has_all_of_the_time_for_others_before_it():
    """What the first pass charged is charged again where it was, not earlier."""
    hidden = HIDDEN.replace('assert f("a") == "a", "what goes in comes out"\n', "")
    source = source_of(hidden, 'assert f("a") == "a"')
    result = graded(source, SLOW, Limits(call=1.0, submission=4.0))
    assert [cell.tests[0].outcome for cell in result.cells] == ["passed", "late"]


# ── random numbers ──────────────────────────────────────────────────────────────────────────────

DRAWS = """
### BEGIN HIDDEN TESTS
x = {draw}
assert f(x) == x * x
### END HIDDEN TESTS
assert f(2) == 4
y = {draw}
assert f(y) == y * y, f"f({{y}}) should be {{y * y}}"
"""
DRAWN = re.compile(r"f\((\d+)\) should be (\d+)")


@pytest.mark.parametrize(
    "draw", ["random.randint(10**6, 10**9)", "int(np.random.randint(10**6, 10**9))"]
)
def test_what_a_public_test_has_drawn_is_no_hidden_input(draw):
    """Neither what a first try has told in an earlier hand-in, nor a second one."""
    source = source_of(DRAWS.format(draw=draw), helper="import random\nimport numpy as np")
    source[0] = ("code", "def f(x):\n    return x * x", source[0][2])
    known = {"2": "4"}
    for more in ((), ["late = 1"]):
        answer = f"def f(x):\n    {'late' if more else ''}\n    return 4"
        *_, told = graded(source, answer, more=more).cells[0].tests
        known |= [DRAWN.search(told.reason).groups()]
    result = graded(source, f"def f(x):\n    return int({known}.get(str(x), 0))")
    assert [test.outcome for test in result.cells[0].tests] == ["failed", "passed", "passed"]
    assert len(known) == 3


GENERATORS = {
    "numpy's": ("import numpy as np\nrng = np.random.default_rng(7)", "rng.integers(10**6)"),
    "Python's": ("import random\nrng = random.Random(7)", "rng.randint(1, 10**6)"),
    "another way": ("import numpy as np\nrng = np.random.RandomState(7)", "rng.gamma(9)"),
    "what a loop leaves": ("inputs = iter([1, 77, 3, 8])", "[x for _, x in zip('a', inputs)][0]"),
    "an iterator": ("inputs = iter([1, 77, 3, 8])", "next(inputs)"),
}


@pytest.mark.parametrize(("helper", "draw"), GENERATORS.values(), ids=GENERATORS)
def test_what_is_drawn_after_a_hidden_line_waits_for_the_second_pass(helper, draw):
    source = source_of(DRAWS.format(draw=draw), helper=helper)
    later = read_assignment(notebook(source), "passes").later[2]
    assert later == {2, 3, 6, 7}  # not the line 5, which draws nothing


DRAWN_AFTER = """
x = {draw}
assert f(x) == x
### BEGIN HIDDEN TESTS
x = {draw}
assert f(x) == x
### END HIDDEN TESTS
y = {draw}
assert f(y) == y
"""
POINTS = "z = {draw}\npoints = 4 * (f(z) == z)\npoints"


@pytest.mark.parametrize(("helper", "draw"), GENERATORS.values(), ids=GENERATORS)
def test_the_first_pass_does_not_draw_what_the_second_hides(helper, draw):
    """Neither by itself nor by a function: nobody is told it, and the answer does not see it."""
    helper += f"\ndef draw():\n    return {draw}"
    cells = DRAWN_AFTER.format(draw=draw), POINTS.format(draw="draw()"), "4 * (f(y) == y)"
    source = source_of(*cells, 'assert f("seen") == "seen"', helper=helper)
    spies = "seen = []\ndef f(x):\n    seen.append(x)\n    return repr(seen)"
    drawn, counted, whole, told = graded(source, spies).cells
    assert [test.reason for test in drawn.tests[1:]] == ["", UNTOLD]
    tests = drawn.tests + counted.tests + whole.tests
    assert [test.outcome for test in tests] == ["failed"] * 5
    assert [test.reason for test in tests[3:]] == [UNTOLD] * 2
    assert told.tests[0].reason.count(",") == 1  # one number, and "seen"
    right = graded(source, RIGHT)
    assert right.total == 16 and not any(t.reason for cell in right.cells for t in cell.tests)


TAKES = {
    "a list": ("pool = [11, 77, 99, 55]", "pool.pop()"),
    "a heap": ("import heapq\nheap = [11, 77, 99]", "heapq.heappop(heap)"),
    "a generator": (
        "import itertools\ndef numbers():\n    yield from (11, 77, 99)\nstream = numbers()",
        "[*itertools.islice(stream, 1)][0]",
    ),
    "a file": ("import io\nlines = io.StringIO('11\\n77\\n99')", "int(lines.readline())"),
    "a class": (
        "class Inputs:\n    def __init__(self): self.rest = [11, 77, 99]\n"
        "    def next_one(self):\n        return self.rest.pop()\ninputs = Inputs()",
        "inputs.next_one()",
    ),
    "a function": (
        "import collections\nqueue = collections.deque([11, 77, 99])\n"
        "def take(): return queue.popleft()",
        "take()",
    ),
}


@pytest.mark.parametrize(("helper", "draw"), TAKES.values(), ids=TAKES)
def test_what_hidden_lines_take_from_is_found_when_the_source_is_proved(helper, draw):
    test = f"assert f(1) == 1\n### BEGIN HIDDEN TESTS\nx = {draw}\nassert f(x) == x\n"
    test += f"### END HIDDEN TESTS\nx = {draw}\nassert f(x) == x, f'twice {{x}}'"
    source = source_of(test, "data = [1, 2]\nassert f(len(data)) == 2", helper=helper)
    limits = proved(read_assignment(notebook(source), "passes")).limits
    cell, other = graded(source, "def f(x):\n    return 0", limits).cells
    assert [test.reason for test in cell.tests] == ["f(1) gave 0", "", UNTOLD]
    assert other.tests[0].reason == "f(len(data)) gave 0"
    assert graded(source, RIGHT, limits).total == 8


@pytest.mark.parametrize("handed", ["draw", "rng.random", "lambda: rng.random()"])
def test_a_function_that_draws_what_hidden_lines_draw_next_is_named(handed):
    helper = "import random\nrng = random.Random(7)\nown = random.Random(8)\n"
    helper += "def draw(): return rng.random()\ndef f_of(x): return x()"
    hidden = "### BEGIN HIDDEN TESTS\nassert f({}.random()) < 1\n### END HIDDEN TESTS"
    public = f"x = f(rng.random())\nassert f({handed})() < 1\n"
    warnings = [
        read_assignment(notebook(source_of(public + hidden.format(name), helper=helper)), "draws")
        for name in ("rng", "own")
    ]
    (said,), none = ([*one.open_draws()] for one in warnings)
    assert said.startswith(f"t0 hands {handed} to an answer, which may call it more often")
    assert "tell what rng gives next" in said and not none


def test_what_hidden_lines_only_read_has_a_first_pass():
    helper = "import pandas as pd\ntable = pd.DataFrame({'a': [1, 2]})\ntexts = [*'ab']"
    test = "### BEGIN HIDDEN TESTS\nassert f(len(table.copy())) == 2 and f(texts[0]) in texts\n"
    test += "assert f(sorted(texts)) == texts and table.a.sum() == f(3)\n### END HIDDEN TESTS\n"
    source = source_of(test + "assert f(len(texts)) == len(table)", helper=helper)
    limits = proved(read_assignment(notebook(source), "passes")).limits
    assert limits.drained == []


def test_a_sample_of_a_frame_leaves_the_frame_as_it_was():
    frame = "import pandas as pd\nframe = pd.DataFrame({'a': [1, 2]})\nmore = frame.a.map(str)"
    hidden = "### BEGIN HIDDEN TESTS\nassert f(len(frame.sample(len(more)))) == 2\n"
    hidden += "### END HIDDEN TESTS\n"
    source = source_of(hidden + "assert f(len(frame) == len(more))", helper=frame)
    assert not any(read_assignment(notebook(source), "passes").drawn)


# ── what is said ────────────────────────────────────────────────────────────────────────────────

STORES = """
import os
seen = []
def f(x):
    seen.append(x)
    with open("seen.txt", "a") as file:
        file.write(x)
    {then}
"""
WAYS = {
    "an error": "raise type('Saw' + x, (ValueError,), {})('-'.join(seen))",
    "a value": "return '-'.join(seen)",
    "an object": "return type(x, (), {'__repr__': lambda self: x})()",
    "a file": "raise ValueError(open('seen.txt').read())",
    "an end": "os._exit(3) if len(x) > 1 else None; return x",
    "tampering": "os.write(3, x.encode()) if len(x) > 1 else None; return x",
    "time": "import time\n    while len(x) > 1: pass\n    return x",
}


@pytest.mark.parametrize("then", WAYS.values(), ids=WAYS)
def test_nothing_of_the_second_pass_is_told(then):
    later = ["raise ValueError('-'.join(seen), open('seen.txt').read())", "STUDENT = str(seen)"]
    source = source_of(HIDDEN, SCORE, RECIPE, 'assert f("z") == "z"')
    result = graded(source, STORES.format(then=then), Limits(1.0, 3.0), later)
    kept = replace(result, cells=tuple(without_code(cell) for cell in result.cells))
    assert SECRET not in kept.to_json() and SECRET not in feedback_page(result)


def without_code(cell):
    """What hidden tests say is kept for the lecturer."""
    return replace(cell, tests=tuple(replace(test, code="") for test in cell.tests))


def test_late_hidden_tests_cost_themselves_alone():
    slow = "def f(x):\n    while len(x) > 1: pass\n    return x"
    result = graded(source_of(HIDDEN, SCORE, RECIPE), slow, Limits(0.5, 1.0))
    assert result.cells[0].points == 2 and result.cells[1].points == 1
    assert result.cells[2].points <= 1 and result.cells[0].tests[1].outcome == "late"


def test_a_second_pass_that_ends_too_early_costs_hidden_tests_and_says_so(monkeypatch):
    monkeypatch.setattr("nbjudge.judging.session._Session.converse", ended_second("timeout"))
    result = graded(source_of(HIDDEN, SCORE, RECIPE), RIGHT)
    assert result.status == "timeout" and "hidden tests" in result.reason
    assert points(result) == {"t0": 2, "t1": 1, "t2": 0}
    assert "not run" in feedback_page(result)


def test_who_tampers_in_the_second_pass_earns_nothing(monkeypatch):
    monkeypatch.setattr("nbjudge.judging.session._Session.converse", ended_second("tampered"))
    result = graded(source_of(HIDDEN, SCORE, RECIPE), RIGHT)
    assert (result.status, result.total) == ("tampered", 0)


def ended_second(status):
    """A conversation whose second pass ends like this at once."""
    real = session._Session.converse

    def converse(self, *how):
        if self.first is None:
            return real(self, *how)
        return {"status": status, "reason": SECRET, "note": SECRET, "student": SECRET}

    return converse


# ── a class ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def submissions(tmp_path):
    """Six notebooks; that of s3 is worth 3 points, and one more for hidden tests."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    for worth in range(6):
        (folder / f"s{worth}.ipynb").write_bytes(str(worth).encode())
    return folder


class Recorded:
    """A grader with two passes that notes what it does, and may be interrupted."""

    def __init__(self, interrupted_at=None):
        self.events, self.interrupted_at, self.lock = [], interrupted_at, threading.Lock()

    def note(self, what, content):
        with self.lock:
            self.events.append((what, content.decode()))
            if len(self.events) == self.interrupted_at:
                raise KeyboardInterrupt

    def first(self, content):
        """The first pass."""
        self.note("first begins", content)
        result = first_points(content)
        self.note("first ends", content)
        return result

    def second(self, content, first):
        """The second one."""
        self.note("second", content)
        assert first.total == float(content)
        return replace(first, total=first.total + 1)

    def grader(self):
        """As `grade_class` takes it."""
        about = {"is_unfinished": lambda first: True, "grade_hidden": self.second}
        return stand_in(self.first, **about)


def run(recorded, submissions, folder, **how):
    with locked(folder):
        found = find_submissions(submissions, "set02")
        return grade_class(recorded.grader(), found, folder, say=lambda line: None, **how)


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_first_passes_end_before_a_second_one_begins(jobs, submissions, tmp_path):
    recorded = Recorded()
    assert run(recorded, submissions, tmp_path / "out", jobs=jobs) == 0
    kinds = [what for what, _ in recorded.events]
    assert kinds[12:] == ["second"] * 6 and "second" not in kinds[:12]
    assert [result.total for result in load(tmp_path / "out")] == [1, 2, 3, 4, 5, 6]


def test_what_ended_between_the_passes_is_graded_from_the_start(submissions, tmp_path):
    assert run(Recorded(12), submissions, tmp_path / "out") == 130
    assert load(tmp_path / "out") == []
    assert run(Recorded(15), submissions, tmp_path / "out", resume=True) == 130
    finished = {result.file[1] for result in load(tmp_path / "out")}
    assert len(finished) == 2
    recorded = Recorded()
    assert run(recorded, submissions, tmp_path / "out", resume=True) == 0
    again = {content for what, content in recorded.events if what == "first begins"}
    assert again == set("012345") - finished
    assert [result.total for result in load(tmp_path / "out")] == [1, 2, 3, 4, 5, 6]


def test_a_file_that_changes_between_the_passes_is_not_mixed(submissions, tmp_path):
    class Changed(Recorded):
        def second(self, content, first):
            (submissions / "s5.ipynb").write_bytes(b"4")
            return super().second(content, first)

    assert run(Changed(), submissions, tmp_path / "out") == 0
    *others, changed = load(tmp_path / "out")
    assert [result.total for result in others] == [1, 2, 3, 4, 5]
    assert (changed.status, changed.total) == ("crash", 0) and "changed while" in changed.reason
