"""Where there is no sandbox, what is refused, and what runs without one."""

import errno
import os
import sys

import pytest
from judge_helpers.small_assignment import (
    CHANGES,
    graded,
    need_sandbox,
    notebook,
    points,
    small,
    submission,
)
from nbjudge.course import NO_COURSE
from nbjudge.judging import session
from nbjudge.judging.assignment import GradingError, read_assignment
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox import seccomp, servers
from nbjudge.sandbox.limits import Limits

UNFILTERED = "from nbjudge.sandbox import seccomp; seccomp.MACHINES.clear()"
TEST = {"grade_id": "text-test", "grade": True, "locked": True, "points": 1}


@pytest.fixture
def fresh():
    """`why_not` looks again."""
    sandbox.why_not.cache_clear()
    yield
    sandbox.why_not.cache_clear()


def test_one_sentence_says_why_there_is_none(fresh, monkeypatch):
    monkeypatch.setattr(sandbox.sys, "platform", "darwin")
    assert sandbox.why_not() == f"submissions can only be run safely on {sandbox.WHERE_TESTED}"
    sandbox.why_not.cache_clear()
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    assert sandbox.why_not() == "bubblewrap is missing: install the package bubblewrap"


def test_without_a_filter_of_system_calls_there_is_none(fresh, monkeypatch):
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "riscv64")
    reason = "the filter of system calls knows x86_64 and aarch64 only, not riscv64"
    assert sandbox.why_not() == reason


def test_a_worker_without_a_filter_runs_nothing(monkeypatch):
    need_sandbox()
    monkeypatch.setattr(sandbox, "SERVE", f"{UNFILTERED}; {sandbox.SERVE}")
    monkeypatch.setattr(sandbox.python_command, "__defaults__", (sandbox.SERVE, True, NO_COURSE))
    servers.stop_idle()
    result = session.grade_submission(small(), submission(), Limits(changes=CHANGES))
    servers.stop_idle()
    assert (result.status, result.total) == ("crash", 0)


MARKS = """
import os
def marked(path):
    try:
        os.utime(path)
    except OSError as error:
        return error.errno
def mean(numbers):
    nodes = os.listdir("/dev")
    raise ValueError(len(nodes), {marked(f"/dev/{name}") for name in ("", *nodes)})
"""
USES = """
import os
def mean(numbers):
    open("/dev/null", "w").write("x")
    assert len(open("/dev/urandom", "rb").read(9)) == 9
    assert open("/dev/zero", "rb").read(1) == bytes(1)
    return sum(numbers) / len(numbers)
"""


def test_devices_keep_no_time_that_a_later_run_could_read():
    """Their nodes are the machine's own; and they go on working."""
    said = graded(submission(mean=MARKS)).cells[0].tests[0].reason
    assert said.startswith(f"ValueError: (6, {{{errno.EROFS}}})"), said
    assert graded(submission(mean=USES)).total == 9


def test_a_bubblewrap_that_fails_is_quoted(fresh, monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: name)
    says = [sys.executable, "-c", "import sys; sys.exit('No permissions to create new namespace')"]
    monkeypatch.setattr(sandbox, "sandbox_command", lambda *_: [*says, "--"])
    assert "(No permissions to create new namespace)" in sandbox.why_not()


def test_a_path_that_every_submission_can_read_is_refused(tmp_path):
    sandbox.refuse_bound(tmp_path, tmp_path / "not there yet")
    with pytest.raises(GradingError, match="every submission can read: move it elsewhere"):
        sandbox.refuse_bound(tmp_path, sandbox.package() / "exercises" / "bank")
    with pytest.raises(GradingError):
        sandbox.refuse_bound(tmp_path / "source.ipynb", files=tmp_path)
    link = tmp_path / "link"
    link.symlink_to(os.path.dirname(os.__file__))
    with pytest.raises(GradingError):
        sandbox.refuse_bound(link)


def test_without_a_sandbox_it_is_an_ordinary_process_with_limits():
    result = session.grade_submission(small(), submission(), Limits(changes=CHANGES), False)
    assert (result.status, result.total, result.sandboxed) == ("ok", 9, False)
    greedy = submission(mean="def mean(numbers):\n    return [0] * 10**10")
    result = session.grade_submission(small(), greedy, Limits(changes=CHANGES), False)
    assert points(result)["mean-test"] == 0
    assert result.cells[0].tests[0].outcome == "memory"


def test_servers_are_used_again_and_replaced_when_they_have_ended():
    need_sandbox()
    limits = Limits(changes=CHANGES)
    session.grade_submission(small(), submission(), limits)
    with servers.servers_for(small(), True) as pair:
        pass
    with servers.servers_for(small(), True) as again:
        assert again is pair
    sandbox.stop(pair[1].process)
    assert session.grade_submission(small(), submission(), limits).total == 9
    assert not pair[0].is_alive()


def test_files_of_the_assignment_are_where_its_cells_run(tmp_path):
    need_sandbox()
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "x.txt").write_text("y")
    for file in tmp_path.rglob("*"):
        file.chmod(0o755)
    solution = "text = open('table.csv').read() + open('more/x.txt').read()"
    content = notebook(
        [
            ("code", solution, {"grade_id": "text", "solution": True}),
            ("code", "assert text == open('table.csv').read() + 'y'", TEST),
        ]
    )
    assignment = read_assignment(content, "files", tmp_path)
    assert session.grade_submission(assignment, content, Limits()).total == 1
    writes = "open('table.csv', 'w').write('stolen')"
    changed = notebook([("code", f"{writes}\n{solution}", {"grade_id": "text", "solution": True})])
    assert session.grade_submission(assignment, changed, Limits()).total == 0
    assert (tmp_path / "table.csv").read_text() == "a,b\n1,2\n"
