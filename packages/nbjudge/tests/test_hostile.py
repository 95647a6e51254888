"""Hostile submissions in the real sandbox: nothing is read, written, reached, left or stolen."""

import json
import os
import re
import socket
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from judge_helpers.small_assignment import (
    all_points,
    cells_of,
    graded,
    notebook,
    points,
    submission,
)
from judge_helpers.word_course import COURSE, EXAMPLE
from nbjudge.course import NO_COURSE
from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.reports.feedback import feedback_page
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox.limits import Limits

# A public test shows the text of an error: so a submission can tell what it has found.
TELLS = """
import glob, os, resource, signal, socket, subprocess, sys, threading

def told(attempt):
    try:
        return repr(eval(attempt))
    except BaseException as error:
        return type(error).__name__

def mean(numbers):
    raise ValueError([told(attempt) for attempt in {attempts!r}])
"""
WRONG = "def mean(numbers):\n    return 0"


def tells(*attempts, course=NO_COURSE):
    """What these expressions give in the sandbox."""
    result = graded(submission(mean=TELLS.format(attempts=attempts)), course)
    assert result.status == "ok"
    said = result.cells[0].tests[0].reason.removeprefix("ValueError: ")
    return eval(said.partition(" (line ")[0])


def stolen(source, **answers):
    """The points that a submission gets with this cell before a wrong `mean`."""
    cells = cells_of(**{"mean": WRONG} | answers)
    return points(graded(notebook([*cells[:2], ("code", source, {}), *cells[2:]])))


@pytest.fixture
def ends(monkeypatch):
    """Our copies of the ends of all lines that a session makes; its servers are there before."""
    graded(submission())
    made, original = [], socket.socketpair

    def socketpair(*args):
        pair = original(*args)
        made.append(pair[0].dup())
        return pair

    monkeypatch.setattr(session.socket, "socketpair", socketpair)
    yield made
    for end in made:
        end.close()


def nobody_left(ends):
    """Has every process ended that inherited the other end of a line?"""
    for end in ends:
        end.settimeout(60)
        with suppress(ConnectionResetError):  # it ended before it had read everything
            while end.recv(1 << 16):
                pass
    return bool(ends)


# ── stealing points ─────────────────────────────────────────────────────────────────────────────

PATCHES = """
import builtins, sys, numpy as np, numpy.testing as testing
import nbjudge.judging.judge, nbjudge.protocol.wire
for name in dir(testing):
    if name.startswith("assert"):
        setattr(testing, name, lambda *args, **kwargs: None)
builtins.abs = builtins.float = builtins.isinstance = lambda *args: True
np.array = np.asarray = lambda *args: 1
SECRET = 0
points = 9
nbjudge.judging.judge.points_of = lambda value, most: most
sys.settrace(lambda *args: None)
"""
EQUAL = """
class Equal(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    def __hash__(self): return 1
    def __array__(self, *args, **kwargs): raise SystemExit
def mean(numbers):
    return Equal()
total = Equal()
def double(values):
    values[:] = [Equal(), Equal()]
"""


def test_patching_and_rebinding_steals_nothing():
    assert stolen(PATCHES, double="def double(values): pass", total="total = 0")["mean-test"] == 0
    assert sum(stolen(PATCHES, double="", total="").values()) == 0


def test_an_object_that_equals_everything_equals_nothing():
    result = graded(submission(mean=EQUAL, double="", total=""))
    assert result.status == "ok"
    assert result.total == 0
    assert "A test cannot use `==` with" in result.cells[0].tests[0].reason


def test_expected_values_never_enter_the_sandbox():
    spies = """
import gc, sys
def mean(numbers):
    found = []
    frame = sys._getframe()
    while frame:
        found.append(str(frame.f_locals)[:5000])
        frame = frame.f_back
    found += [str(thing)[:200] for thing in gc.get_objects() if type(thing) is dict]
    text = "".join(found)
    return 15 if "SECRET" in text or "assert mean" in text else 0
"""
    assert points(graded(submission(mean=spies)))["mean-test"] == 0


# ── the sandbox ─────────────────────────────────────────────────────────────────────────────────


def test_nothing_can_be_read_that_is_not_needed(tmp_path, monkeypatch):
    secret = tmp_path / "marks.csv"
    secret.write_text("secret")
    secret.chmod(0o644)
    monkeypatch.setenv("JUDGE_SECRET", "secret")
    said = tells(
        f"open({str(secret)!r}).read()",
        "os.listdir('/proc')",
        f"os.listdir({str(Path(__file__).parent)!r})",
        "glob.glob('/course/**/*.ipynb', recursive=True)",
        "os.environ.get('JUDGE_SECRET')",
        "os.listdir('/usr/local/share')",
        "open('/etc/passwd').read()",
    )
    gone = "FileNotFoundError"
    assert said == [gone, gone, gone, "[]", "None", gone, gone]


def test_of_a_course_a_worker_sees_what_is_neither_hidden_nor_the_judges():
    said = tells(
        "sorted(os.listdir('/course'))",
        "sorted(os.listdir('/course/wordlab'))",
        "os.listdir('/course/wordlab/kept_back')",
        "__import__('wordlab').read('snow', 'kept_back')",
        "__import__('wordcourse').__dict__.keys() >= {'grade', 'hint', 'passage', 'tried'}",
        "__import__('wordcourse.plugin')",
        f"os.listdir({str(EXAMPLE)!r})",
        course=COURSE,
    )
    there = ["__init__.py", "kept_back", "texts"]
    gone = "FileNotFoundError"
    assert eval(said[0]) == ["nbjudge", "wordlab"]
    assert [name for name in eval(said[1]) if name != "__pycache__"] == there
    assert said[2:] == ["[]", gone, "False", "ModuleNotFoundError", gone]


def test_nothing_can_be_written_but_an_empty_home():
    python = sandbox.python_command("worker")[0]
    places = (
        "/x",
        "/course/x",
        "/course/nbjudge/x",
        "/usr/lib/x",
        "/dev/x",
        "/".join(("", "tmp", "x")),
        python,
    )
    said = tells(*(f"open({place!r}, 'w')" for place in places))
    assert set(said) <= {"OSError", "FileNotFoundError", "PermissionError"}
    assert tells("os.getcwd()", "os.listdir('.')", "open('x', 'w').write('y')") == [
        "'/home'",
        "[]",
        "1",
    ]
    assert tells("os.listdir('.')", "open('x', 'w').write('y' * 10**8)")[1] == "OSError"


def test_nothing_can_be_reached():
    heard = []
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        port, name = server.getsockname()[1], f"\0nbjudge-{os.getpid()}"
        local.bind(name)
        local.listen()
        for one in (server, local):
            one.settimeout(0.01)
        said = tells(
            f"socket.create_connection(('127.0.0.1', {port}), 2)",
            f"socket.socket(socket.AF_UNIX).connect({name!r})",
            "socket.create_connection(('192.0.2.1', 80), 2)",
            "socket.getaddrinfo('example.org', 80)",
            "socket.socket(40, socket.SOCK_STREAM)",
        )
        for one in (server, local):
            with pytest.raises(TimeoutError):
                heard.append(one.accept())
    assert heard == []
    assert "socket" not in " ".join(said)
    assert said[4] == "PermissionError"


def test_no_process_is_started_left_or_killed(ends):
    said = tells(
        "os.fork()",
        "subprocess.run(['/usr/bin/true'])",
        "os.posix_spawn(sys.executable, ['python'], {})",
        "os.kill(os.getppid(), signal.SIGKILL)",
        "os.kill(1, signal.SIGKILL)",
        "threading.Thread(target=lambda: __import__('time').sleep(1000)).start()",
    )
    assert set(said[:3]) <= {"PermissionError", "FileNotFoundError", "BlockingIOError"}
    assert said[0] == "PermissionError"
    assert nobody_left(ends)


def test_a_worker_has_no_rights_and_no_way_to_get_some():
    syscall = "(lambda n, *a: __import__('ctypes').CDLL(None, use_errno=True).syscall(n, *a))"
    said = tells(
        "os.getuid() != 0 and os.geteuid() != 0",
        "os.setuid(0)",
        "os.memfd_create('x')",
        f"{syscall}(272, 0x10000000)",  # unshare a user namespace
        f"{syscall}(425, 1, 0)",  # io_uring
        "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
        "os.mkfifo('/dev/x')",
    )
    assert said[0] == "True"
    assert said[1:3] == ["PermissionError", "PermissionError"] or said[1] == "OSError"
    assert said[3:5] == ["-1", "-1"]
    assert said[5] == "ValueError"
    assert said[6] in ("OSError", "PermissionError")


# ── time and memory ─────────────────────────────────────────────────────────────────────────────

SWALLOWS = """
def mean(numbers):
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
DEAF = "import signal\nfor n in (14, 24, 27): signal.signal(n, signal.SIG_IGN)\n" + SWALLOWS
UNINTERRUPTED = "def mean(numbers):\n    return sum(range(10**15))"
KILLS = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
BURNS = """
import threading
def burn():
    while True: pass
for _ in range(20): threading.Thread(target=burn, daemon=True).start()
"""


@pytest.mark.parametrize("answer", [SWALLOWS, DEAF, UNINTERRUPTED], ids=["swallows", "deaf", "C"])
def test_what_cannot_be_interrupted_is_ended(answer, ends):
    result = graded(submission(mean=answer), call=1.0)
    assert {test.outcome for test in result.cells[0].tests} <= {"late", "error"}
    assert points(result)["double-test"] == 2
    assert nobody_left(ends)


def test_a_cell_that_kills_its_process_costs_itself():
    cells = cells_of()
    result = graded(notebook([*cells[:3], ("code", KILLS, {}), *cells[3:]]))
    assert points(result) == all_points()
    assert "ended its own process" in result.note


def test_threads_that_go_on_take_no_points_from_others(ends):
    graded(submission(mean=BURNS), call=1.0, submission=2.0)
    assert nobody_left(ends)


# ── the line ────────────────────────────────────────────────────────────────────────────────────

FORGES = """
import os, stat, struct
descriptors = []
for n in range(3, 200):
    try:
        if stat.S_ISSOCK(os.fstat(n).st_mode): descriptors.append(n)
    except OSError:
        pass
def say(text, length=None):
    for n in descriptors:
        os.write(n, struct.pack(">I", len(text) if length is None else length) + text)
def mean(numbers):
    {what}
    return 2
"""
LIES = {
    "a reply too many": """say(b'[1,"value",null]')""",
    "a wrong number": """say(b'[999,"value",2]')""",
    "no JSON": """say(b'{{{{')""",
    "too long": """say(b'x', 4_000_000_000)""",
    "deep": """say(b'[' * 100_000)""",
    "unknown question": """say(b'[1,"ask","exec","print(1)"]')""",
    "a function it was not given": """say(b'[1,"ask","callback",7,["tuple"],["dict"]]')""",
}


@pytest.mark.parametrize("what", LIES.values(), ids=LIES)
def test_a_forged_message_ends_as_tampered_without_points(what, ends):
    result = graded(submission(mean=FORGES.format(what=what)))
    assert (result.status, result.total) == ("tampered", 0)
    assert result.reason
    assert {cell.outcome for cell in result.cells} == {"not run", "manual"}
    assert nobody_left(ends)


FLOODS = "while True: say(b'[1,\"value\",' + b' ' * 1_000_000 + b'2]')"
REPLIES = {
    "deep": "x = []\n    for _ in range(10**5): x = [x]\n    return x",
    "huge": "return [0] * 10**7",
    "huge number": "return 10**100_000",
    "colliding": "return {n * (2**61 - 1) for n in range(3000)}",
    "itself": "x = []\n    x.append(x)\n    return x",
    "surrogate": "return '\\\\ud800'",
    "control": "raise ValueError('\\\\x1b[2J\\\\u202e' + 'x' * 10**6)",
}


def test_flooding_the_line_is_bounded(ends):
    threads = threading.active_count()
    result = graded(submission(mean=FORGES.format(what=FLOODS)), call=1.0)
    assert result.status == "tampered"
    assert result.total == 0
    assert nobody_left(ends)
    assert threading.active_count() == threads


@pytest.mark.parametrize("answer", REPLIES.values(), ids=REPLIES)
def test_a_value_beyond_all_bounds_fails_its_test_only(answer):
    source = f"def mean(numbers):\n    {answer}".replace("\\\\", "\\")
    result = graded(submission(mean=source))
    assert result.status in ("ok", "tampered")
    assert points(result)["mean-test"] == 0
    said = str(result)
    assert "\x1b" not in said and "\u202e" not in said
    assert len(said) < 20_000


# ── one submission and the next ─────────────────────────────────────────────────────────────────

LEAVES = """
import builtins, os, sys, numpy as np
os.mkdir("left")
builtins.left = sys.modules["left"] = np.left = 1
"""
FILLS = """
def filled(count=0):
    try:
        while True:
            open(f"file{count}", "w").close()
            count += 1
    except OSError:
        return count
"""


def test_a_submission_finds_nothing_of_the_one_before():
    graded(submission(mean=LEAVES))
    said = tells(
        "os.listdir()",
        "hasattr(__builtins__, 'left') or 'left' in sys.modules or hasattr(np, 'left')",
        "[n for n in range(3, 256) if not told(f'os.fstat({n})').startswith('OSError')]",
    )
    assert said[:2] == ["[]", "False"]
    (line,) = eval(said[2])  # to the judge
    assert tells(f"__import__('stat').S_IFMT(os.fstat({line}).st_mode)") == [str(0o140000)]


def test_the_files_of_a_worker_are_few():
    result = graded(submission(mean=f"{FILLS}\ndef mean(numbers):\n    raise ValueError(filled())"))
    made = int(result.cells[0].tests[0].reason.removeprefix("ValueError: ").partition(" ")[0])
    assert 1_000 < made < 5_000


# ── hidden inputs ───────────────────────────────────────────────────────────────────────────────

REMEMBERS = """
seen = []
def mean(numbers):
    seen.append(numbers)
    raise type(f"Saw{seen}", (ValueError,), {})(seen)
"""
TELLS_SEEN = "def double(values):\n    raise ValueError(seen)"
TEST = {"grade": True, "locked": True, "points": 2}
PUBLIC_AFTER_HIDDEN = """
### BEGIN HIDDEN TESTS
assert f(77) == 77
### END HIDDEN TESTS
assert f(1) == 1
"""
JUDGED = """
from wordcourse import grade
points = grade(f)
points
"""
ASSERTED = """
from wordcourse import grade
assert grade(f) == 2
assert f("") == ""
"""


PUBLIC_INPUTS = {"1", "rain"}


def told(result):
    """All that a student is told, and all that is kept but for what is the lecturer's."""
    assert result.status == "ok"
    kept = json.loads(result.to_json())
    for test in (test for cell in kept["cells"] for test in cell["tests"]):
        del test["code"]
    return feedback_page(result) + json.dumps(kept)


def test_hidden_inputs_reach_no_text_of_a_test_below_or_a_cell_below():
    cells = cells_of(mean=REMEMBERS, double=TELLS_SEEN, total="total = str(seen)")
    result = graded(notebook([*cells, ("code", "raise ValueError(seen)", {})]))
    said = told(result)
    assert "Saw[[1, 2, 3]]" in said and "stopped with ValueError: [" in said
    assert "0.5, 1.5" not in said and "10, 20" not in said


def test_hidden_inputs_reach_no_text_of_an_answer_that_stops():
    result = graded(submission(mean=REMEMBERS, total="raise ValueError('saw', seen)"))
    for test in result.cells[2].tests:
        assert test.reason.startswith("Your cell stopped: ValueError: ('saw', [[1, 2, 3], [4]]) ")
    assert "0.5, 1.5" not in told(result) and "10, 20" not in told(result)


@pytest.mark.parametrize("test", [PUBLIC_AFTER_HIDDEN, JUDGED], ids=["own", "the course's"])
def test_hidden_inputs_reach_no_text_of_the_same_cell(test):
    solution = "def f(x):\n    return x\ndef g(x):\n    return x"
    source = [
        ("code", solution, {"grade_id": "f", "solution": True}),
        ("code", test, {"grade_id": "f-test"} | TEST),
        ("code", "assert g(1) == 1", {"grade_id": "g-test"} | TEST),
    ]
    spies = "seen = []\ndef f(x):\n    seen.append(x)\n    return seen\n"
    spies += "def g(x):\n    raise ValueError(seen)"
    answer = notebook([("code", spies, source[0][2]), *source[1:]])
    assignment = read_assignment(notebook(source), "f", course=COURSE)
    result = session.grade_submission(assignment, answer, Limits())
    (public,) = PUBLIC_INPUTS & set(re.findall(r"[a-z]+|\d+", result.cells[1].tests[0].reason))
    hidden = [test for test in result.cells[0].tests if test.hidden]
    assert public and hidden and not any(test.reason for test in hidden)
    assert "snow" not in told(result) and "77" not in told(result)


def test_hidden_inputs_of_the_course_reach_no_text_below_them_in_a_cell_of_asserts():
    source = [
        ("code", "def f(x):\n    return x", {"grade_id": "f", "solution": True}),
        ("code", ASSERTED, {"grade_id": "f-test"} | TEST),
        ("code", "assert f(1) == 1", {"grade_id": "last-test"} | TEST),
    ]
    spies = "seen = []\ndef f(x):\n    seen.append(x)\n    raise ValueError(seen)"
    answer = notebook([("code", spies, source[0][2]), *source[1:]])
    assignment = read_assignment(notebook(source), "f", course=COURSE)
    result = session.grade_submission(assignment, answer, Limits())
    first, last = result.cells
    assert [test.outcome for test in first.tests] == ["failed", "error"]
    assert "rain" in first.tests[1].reason and "rain" in last.tests[0].reason
    assert "snow" not in told(result)


# ── the clock ───────────────────────────────────────────────────────────────────────────────────


def test_a_submission_that_waits_in_every_cell_is_ended():
    cells = cells_of()
    waits = [("code", "import time\ntime.sleep(0.4)", {})] * 30
    result = graded(notebook([*cells[:3], *waits, *cells[3:]]), call=0.5, submission=1.0)
    assert (result.status, result.total) == ("timeout", 0)
    assert result.reason == "The rest was not run: it has used all of its time."
