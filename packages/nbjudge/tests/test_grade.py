"""`nbjudge grade` as a lecturer runs it: a zip from Moodle, the real sandbox, marks and again."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import psutil
import pytest
from judge_helpers.small_assignment import CELLS, need_sandbox, notebook, submission
from nbjudge import run as grading_run
from nbjudge.cli import main
from nbjudge.judging import session
from nbjudge.results import load
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox import seccomp
from nbjudge.sandbox.limits import Limits

HALF = "def mean(numbers):\n    return 2"
WORKSHEET = (
    "Identifier,Full name,Status,Grade,Maximum Grade\n"
    "Participant 4711,Ada,Submitted for grading,,10.00\n"
    "Participant 4712,Alan,Submitted for grading - 2 hours late,,10.00\n"
    "Participant 4713,Grace,Submitted for grading,,10.00\n"
)


@pytest.fixture
def place(tmp_path):
    """A source, and the zip that Moodle gives: right, half right, damaged."""
    (tmp_path / "small.ipynb").write_bytes(notebook(CELLS))
    with zipfile.ZipFile(tmp_path / "moodle.zip", "w") as archive:
        for who, content in {
            "Ada_4711": submission(),
            "Alan_4712": submission(mean=HALF),
            "Grace_4713": submission()[:500],
        }.items():
            archive.writestr(f"{who}_assignsubmission_file_/small.ipynb", content)
    (tmp_path / "sheet.csv").write_text(WORKSHEET)
    return tmp_path


@pytest.fixture
def no_constants(monkeypatch):
    """The proof without constants as answers: nine submissions less."""
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())


def grade(place, *options, submissions="moodle.zip", out="out"):
    words = ["grade", place / "small.ipynb", place / submissions, "-o", place / out, *options]
    words += ["--course", "none"]  # whatever is installed here
    return main([str(word) for word in words])


def column(path, name):
    with open(path, newline="", encoding="utf-8") as file:
        return [row[name] for row in csv.DictReader(file)]


def test_what_a_person_marks_is_blank_where_nothing_was_read(place, no_constants):
    need_sandbox()
    for name in ("one", "two"):
        (place / "class" / "ada").mkdir(parents=True, exist_ok=True)
        (place / "class" / "ada" / f"{name}.ipynb").write_bytes(submission(mean=name))
    assert grade(place, submissions="class") == 0
    row = [column(place / "out" / "marks.csv", name)[0] for name in ("status", "mean-test", "why")]
    assert row == ["ambiguous", "0", ""]


def test_from_the_zip_to_the_worksheet(place, no_constants, capsys):
    need_sandbox()
    assert grade(place, "-j", "2") == 0
    assert column(place / "out" / "marks.csv", "student") == ["4711", "4712", "4713"]
    assert column(place / "out" / "marks.csv", "status") == ["ok", "ok", "unreadable"]
    assert column(place / "out" / "marks.csv", "total") == ["9", "4", "0"]
    assert column(place / "out" / "marks.csv", "why") == ["", "", ""]  # left for a person
    assert "3 submissions: 2 ok, 1 unreadable" in capsys.readouterr().out
    first = load(place / "out")
    assert all(result.sandboxed for result in first)

    assert grade(place, "--resume") == 0
    assert "3 of them kept from before" in capsys.readouterr().out and load(place / "out") == first

    source = [[*cell] for cell in CELLS]
    source[5][2] = source[5][2] | {"points": 8}  # the lecturer changes a test, and grades again
    (place / "small.ipynb").write_bytes(notebook(source))
    assert grade(place, "--resume") == 0
    assert column(place / "out" / "marks.csv", "total") == ["13", "5", "0"]

    (place / "hand.csv").write_text("student,grade_id,points,comment\n4711,why,1,well said\n")
    words = ["marks", place / "out", "--moodle", place / "sheet.csv", "--late", "10%/day"]
    assert main([str(word) for word in (*words, "--overrides", place / "hand.csv")]) == 0
    assert column(place / "out" / "moodle.csv", "Grade") == ["10", "2.5714", "0"]


def test_without_a_sandbox_nothing_is_run(place, monkeypatch, capsys):
    monkeypatch.setattr(grading_run, "why_not", lambda: "bubblewrap is missing")
    assert grade(place) == 1
    said = capsys.readouterr().err
    assert said.startswith("nbjudge: bubblewrap is missing; nothing was run") and "--unsafe" in said
    assert not (place / "out").exists()


def test_on_a_machine_without_a_filter_nothing_is_run(place, monkeypatch, capsys):
    monkeypatch.setattr(grading_run, "why_not", sandbox.why_not.__wrapped__)
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(seccomp.platform, "machine", lambda: "riscv64")
    assert grade(place) == 1
    said = capsys.readouterr().err
    assert "x86_64 and aarch64 only, not riscv64; nothing was run" in said
    assert not (place / "out").exists()


def test_unsafe_says_so_in_the_first_line(place, no_constants, capsys):
    assert grade(place, "--unsafe") == 0
    assert capsys.readouterr().out.startswith("nbjudge: UNSANDBOXED")
    assert column(place / "out" / "marks.csv", "total") == ["9", "4", "0"]
    assert all("UNSANDBOXED" in note for note in column(place / "out" / "marks.csv", "note"))


@pytest.mark.parametrize("which", ["source", "submissions", "out"])
def test_nothing_may_lie_where_submissions_can_read(which, place, monkeypatch, capsys):
    readable = place / "readable"
    readable.mkdir()
    monkeypatch.setattr(sandbox, "_binds", lambda *_: [(readable, "/readable")])
    monkeypatch.setattr(grading_run, "why_not", lambda: None)
    names = {"source": "small.ipynb", "submissions": "moodle.zip", "out": "out"}
    if which != "out":
        os.rename(place / names[which], readable / names[which])
    words = {key: str((readable if key == which else place) / name) for key, name in names.items()}
    paths = [words["source"], words["submissions"], "-o", words["out"]]
    assert main(["grade", *paths, "--course", "none"]) == 1
    assert "which every submission can read" in capsys.readouterr().err
    assert not Path(words["out"]).exists()


@pytest.mark.parametrize(
    "source, said",
    [
        (b"", "empty"),
        (b"{}", ""),
        (notebook(CELLS[:5]), "no graded cell"),
        (None, "name your source notebook"),
    ],
)
def test_a_source_that_cannot_be_used_is_one_sentence(source, said, place, monkeypatch, capsys):
    monkeypatch.setattr(grading_run, "why_not", lambda: None)
    if source is None:
        (place / "small.ipynb").unlink()
    else:
        (place / "small.ipynb").write_bytes(source)
    assert grade(place) == 1
    error = capsys.readouterr().err
    assert error.startswith("nbjudge: ") and said in error and error.count("\n") == 1


def test_source_and_results_are_no_submissions(place, monkeypatch, capsys):
    monkeypatch.setattr(grading_run, "why_not", lambda: None)
    assert grade(place, submissions=".") == 1
    assert "lies in" in capsys.readouterr().err
    assert grade(place, submissions=".", out="../out") == 1
    assert "lies among the submissions" in capsys.readouterr().err


def test_the_limits_of_the_command_line_arrive(place, monkeypatch):
    asked = []

    def proof(assignment, timeout, memory, sandboxed):
        asked.append((timeout, memory, sandboxed))
        return session.Proof(Limits(), ())

    monkeypatch.setattr(grading_run, "prove", proof)
    monkeypatch.setattr(grading_run, "why_not", lambda: None)
    grade(place, "--timeout", "2.5", "--memory", "300", "--shard", "99/99")
    assert asked == [(2.5, 300, True)]


TERMINATED = """
import itertools, json, os, signal, sys, threading
from nbjudge.cli import main
from nbjudge import run
from nbjudge.judging import session
from nbjudge.sandbox.limits import Limits
from nbjudge.results import Result

def grade_one(*_):
    if next(number) == 3:
        os.kill(os.getpid(), signal.SIGTERM)
        threading.Event().wait()
    return Result("ok", 1.0, 10.0)

number = itertools.count(1)
run.prove, run.why_not = lambda *_: session.Proof(Limits(), ()), lambda: None
run.first_pass, run.needs_second = grade_one, lambda *_: False
sys.exit(main(json.loads(sys.argv[1])))
"""


def test_a_batch_systems_end_keeps_what_was_graded(place):
    words = [
        "grade",
        str(place / "small.ipynb"),
        str(place / "moodle.zip"),
        "-o",
        str(place / "out"),
        "--course=none",
    ]
    program = [sys.executable, "-c", TERMINATED, json.dumps(words)]
    ended = subprocess.run(program, capture_output=True, text=True)
    assert ended.returncode == 130 and "interrupted after" in ended.stdout, ended.stderr
    kept = len(load(place / "out"))
    assert kept in (1, 2) and f"after {kept} of 3" in ended.stdout
    assert column(place / "out" / "marks.csv", "total") == ["1"] * kept


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_no_process_survives_the_grader(end, place):
    need_sandbox()
    folder = place / "endless"
    folder.mkdir()
    endless = submission(mean="def mean(numbers):\n    while True:\n        pass")
    (folder / "ada.ipynb").write_bytes(endless)
    words = ["-c", ENDLESS, "grade", place / "small.ipynb", folder, "-o", place / "out"]
    words += ["--course", "none"]
    grader = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    try:
        assert grader.stdout.readline() == "grading\n"
        children = wait_for(lambda: with_a_busy_one(psutil.Process(grader.pid)))
        grader.send_signal(end)
        assert grader.wait(60) == (130 if end == signal.SIGINT else -end)
        wait_for(lambda: not any(child.is_running() for child in children))
    finally:
        grader.kill()
        grader.stdout.close()


ENDLESS = """
import sys
from nbjudge.cli import main
from nbjudge import run
from nbjudge.judging import session
from nbjudge.sandbox.limits import Limits

def first_pass(assignment, notebook, limits, sandboxed):
    print("grading", flush=True)
    return session.first_pass(assignment, notebook, Limits(1e4, 1e4), sandboxed)

run.prove, run.first_pass = lambda *_: session.Proof(Limits(), ()), first_pass
sys.exit(main(sys.argv[1:]))
"""


def with_a_busy_one(process):
    """All that a process has started, if one of them has used a second of the processor."""
    children = process.children(recursive=True)
    try:
        return children if any(child.cpu_times().user > 1 for child in children) else []
    except psutil.NoSuchProcess:
        return []


def wait_for(condition):
    """What the condition gives, once it is true; an error after a minute."""
    until = time.monotonic() + 60
    while not (value := condition()):
        assert time.monotonic() < until
        time.sleep(0.02)
    return value
