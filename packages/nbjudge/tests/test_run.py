"""A run grades everybody once, whatever happens to it and whatever one submission does."""

import csv
import errno
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from judge_helpers import killed_run
from judge_helpers.killed_run import points, stand_in
from judge_helpers.needs import needs
from nbjudge import results
from nbjudge.cli import main
from nbjudge.results import ResultsError, file_of, load, locked, ungraded
from nbjudge.run import grade_class, in_shard, refuse_another_assignment, summary
from nbjudge.submissions import find_submissions

NAMES = [f"student{n}" for n in range(12)]


@pytest.fixture
def submissions(tmp_path):
    """Twelve notebooks; that of student 7 is worth 7 points."""
    folder = tmp_path / "submissions"
    folder.mkdir()
    for worth, name in enumerate(NAMES):
        (folder / f"{name}.ipynb").write_bytes(str(worth).encode())
    return folder


def grade(submissions, folder, grader=None, **how):
    """The exit status of a run and the lines that it says."""
    said = []
    with locked(folder):
        found = find_submissions(submissions, "set02")
        status = grade_class(grader or stand_in(), found, folder, say=said.append, **how)
    return status, "\n".join(said)


def totals(folder):
    with open(folder / "marks.csv", newline="", encoding="utf-8") as file:
        return {row["student"]: float(row["total"]) for row in csv.DictReader(file)}


ALL = {name: float(worth) for worth, name in enumerate(NAMES)}


# ── whole runs ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("jobs", [1, 2, 50])
def test_everybody_gets_a_result_and_a_row(jobs, submissions, tmp_path):
    status, said = grade(submissions, tmp_path / "out", jobs=jobs)
    assert status == 0 and totals(tmp_path / "out") == ALL
    assert "12 submissions: 12 ok" in said and "mean 5.50 of 100 points" in said
    assert "without full points most often: q1 (12)" in said


def test_what_is_no_notebook_gets_a_status_and_a_reason(submissions, tmp_path):
    (submissions / "ada").mkdir()
    (submissions / "ada" / "work.zip").write_bytes(b"PK")
    (submissions / "alan").mkdir()
    status, said = grade(submissions, tmp_path / "out")
    stored = {result.student: result for result in load(tmp_path / "out")}
    assert status == 0 and stored["ada"].status == "unreadable" and stored["ada"].reason
    assert stored["alan"].status == "missing" and stored["alan"].reason
    assert stored["alan"].max == 100.0 and stored["alan"].cells[0].outcome == "not run"
    assert "12 ok, 1 unreadable, 1 missing" in said
    assert "of the 12 whose notebook could be read: mean 5.50 of 100 points" in said


def test_a_fault_of_the_grader_costs_one_submission_and_not_the_run(submissions, tmp_path):
    def faulty(content):
        if content == b"5":
            raise RuntimeError("\x1b[31m" + "x" * 10_000)
        if content == b"6":
            return replace(points(content), total=float("nan"))
        if content == b"7":
            return replace(points(content), note="\ud800")
        return points(content)

    status, _ = grade(submissions, tmp_path / "out", stand_in(faulty), jobs=2)
    stored = {result.student: result for result in load(tmp_path / "out")}
    assert status == 0 and len(stored) == 12
    assert stored["student5"].status == "crash" and "RuntimeError" in stored["student5"].reason
    assert {stored[f"student{n}"].status for n in (6, 7)} == {"crash"}
    assert "\x1b" not in stored["student5"].reason and len(stored["student5"].reason) <= 1_000


def test_notes_of_the_place_and_of_the_judge_are_both_kept(tmp_path):
    place = tmp_path / "canvas"
    place.mkdir()
    for name, content in (("a_1_10_set02.ipynb", b"1"), ("a_1_11_set02-1.ipynb", b"2")):
        (place / name).write_bytes(content)
    noted = stand_in(lambda content: replace(points(content), note="a cell was copied"))
    grade(place, tmp_path / "out", noted)
    (result,) = load(tmp_path / "out")
    assert result.note == "the newest of 2 submissions; a cell was copied"
    assert (result.student, result.name, result.file) == ("1", "a", "a_1_11_set02-1.ipynb")


def test_unsandboxed_is_the_first_word(submissions, tmp_path):
    weak = stand_in(sandboxed=False, warnings=("q1 is passed by None",))
    _, said = grade(submissions, tmp_path / "out", weak)
    assert said.startswith("UNSANDBOXED") and "q1 is passed by None" in said
    assert not any(result.sandboxed for result in load(tmp_path / "out"))


# ── again ───────────────────────────────────────────────────────────────────────────────────────


def test_resume_keeps_a_result_only_if_nothing_changed(submissions, tmp_path):
    graded = []

    def logged(content):
        graded.append(content.decode())
        return points(content)

    def again(**others):
        graded.clear()
        _, said = grade(submissions, tmp_path / "out", stand_in(logged, **others), resume=True)
        return len(graded), said

    assert again()[0] == 12
    count, said = again()
    assert count == 0 and "12 of them kept from before" in said and totals(tmp_path / "out") == ALL
    (submissions / "student3.ipynb").write_bytes(b"33")
    assert again()[0] == 1 and totals(tmp_path / "out")["student3"] == 33
    file_of(tmp_path / "out", "student4").write_text("{")  # a damaged file is not trusted
    assert again()[0] == 1 and graded == ["4"]
    assert again(source=b"a changed test")[0] == 12
    assert again(source=b"a changed test", limits=(9.0, None))[0] == 12
    assert again(sandboxed=False)[0] == 12


def test_the_same_command_grades_again(submissions, tmp_path):
    grade(submissions, tmp_path / "out")
    doubled = stand_in(lambda content: points(str(2 * int(content))))
    grade(submissions, tmp_path / "out", doubled)
    assert totals(tmp_path / "out") == {name: 2 * total for name, total in ALL.items()}


def test_results_of_students_who_are_gone_stay_and_are_counted(submissions, tmp_path):
    grade(submissions, tmp_path / "out")
    (submissions / "student0.ipynb").unlink()
    _, said = grade(submissions, tmp_path / "out")
    assert "1 more student from earlier runs" in said and len(totals(tmp_path / "out")) == 12


def test_results_of_another_assignment_are_not_overwritten(submissions, tmp_path):
    grade(submissions, tmp_path / "out")
    refuse_another_assignment(tmp_path / "out", "set02")
    with pytest.raises(ResultsError, match="holds results of set02"):
        refuse_another_assignment(tmp_path / "out", "set03")


# ── shards ──────────────────────────────────────────────────────────────────────────────────────


def test_four_shards_are_one_class(submissions, tmp_path):
    grade(submissions, tmp_path / "whole")
    sizes = []
    for part in (1, 2, 3, 4):
        grade(submissions, tmp_path / f"{part}", shard=(part, 4))
        sizes.append(len(load(tmp_path / f"{part}")))
    whole = load(tmp_path / "whole")
    assert sum(sizes) == 12 and max(sizes) < 12
    assert load(*(tmp_path / f"{part}" for part in (1, 2, 3, 4))) == whole
    copied = tmp_path / "copied" / "submissions"
    for part in (1, 2, 3, 4):  # as a lecturer would: cp -r 1/. 2/. 3/. 4/. copied
        shutil.copytree(tmp_path / f"{part}" / "submissions", copied, dirs_exist_ok=True)
    assert load(tmp_path / "copied") == whole


def test_each_student_is_in_one_shard():
    parts = [sum(in_shard(str(n), part, 10) for part in range(1, 11)) for n in range(1_000)]
    assert set(parts) == {1}
    sizes = [sum(in_shard(str(n), part, 10) for n in range(1_000)) for part in range(1, 11)]
    assert min(sizes) > 60 and max(sizes) < 140


# ── ends ────────────────────────────────────────────────────────────────────────────────────────


def test_killed_ten_times_nothing_is_lost_and_nothing_counted_twice(submissions, tmp_path):
    out, log = tmp_path / "out", tmp_path / "log"
    for name in range(12, 30):
        (submissions / f"student{name}.ipynb").write_bytes(str(name).encode())

    def run(last):
        program = [sys.executable, killed_run.__file__, submissions, out, log, str(last), "resume"]
        return subprocess.run(program, capture_output=True, text=True)

    saved = {}
    # Each submission is graded, synced, renamed, synced: the ends fall on all four.
    for last in (1, 6, 7, 8, 9, 10, 11, 12, 5, 13):
        log.write_text("")
        assert run(last).returncode == -signal.SIGKILL
        files = {path.name: path.read_bytes() for path in out.glob("submissions/*.json")}
        assert saved.items() <= files.items()
        graded = log.read_text().split()
        assert len(graded) - 2 <= len(files) - len(saved) <= len(graded)
        saved = files
        load(out)
    log.write_text("")
    ended = run(0)
    assert ended.returncode == 0, ended.stderr
    assert totals(out) == {f"student{n}": float(n) for n in range(30)}
    assert len(log.read_text().split()) == 30 - len(saved)
    assert not list(out.rglob("*.part"))


def test_whoever_looks_at_an_unfinished_run_is_told_so(submissions, tmp_path, capsys):
    out = tmp_path / "out"

    def interrupted(content):
        if content == b"3":
            raise KeyboardInterrupt
        return points(content)

    assert grade(submissions, out, stand_in(interrupted))[0] == 130
    missing = f"{12 - len(load(out))} of 12 submissions are not graded yet: run the same `grade`"
    for command in (["marks", "-o", str(tmp_path / "m.csv")], ["feedback"], ["class"]):
        capsys.readouterr()
        assert main([command[0], str(out), *command[1:]]) == 0
        assert f"{out} is unfinished: {missing}" in capsys.readouterr().out
    assert missing in (out / "class.html").read_text("utf-8")
    assert grade(submissions, out, resume=True)[0] == 0
    assert main(["class", str(out)]) == 0 and "unfinished" not in capsys.readouterr().out
    assert "not graded yet" not in (out / "class.html").read_text("utf-8")


def test_a_regrade_that_was_interrupted_is_no_finished_one(submissions, tmp_path):
    out = tmp_path / "out"
    grade(submissions, out)

    def interrupted(content):
        raise KeyboardInterrupt

    changed = replace(stand_in(interrupted), source=b"a changed test")
    grade(submissions, out, changed)
    (told,) = ungraded(load(out), out)
    assert "12 of 12 submissions are not graded yet" in told


def test_parts_that_are_graded_into_one_folder_are_one_class(submissions, tmp_path):
    out = tmp_path / "out"
    for part in (1, 2, 3):
        grade(submissions, out, shard=(part, 3))
        assert not [*ungraded(load(out), out)]
    os.unlink(file_of(out, "student4"))
    (told,) = ungraded(load(out), out)
    assert "1 of 12 submissions" in told


def test_ctrl_c_keeps_results_and_waits_for_no_submission(submissions, tmp_path):
    never = threading.Event()

    def interrupted(content):
        if content == b"5":
            os.kill(os.getpid(), signal.SIGINT)
            never.wait()
        return points(content)

    try:
        status, said = grade(submissions, tmp_path / "out", stand_in(interrupted))
    finally:
        never.set()
    assert status == 130 and "interrupted after" in said and "--resume" in said
    done = totals(tmp_path / "out")
    assert 0 < len(done) < 12 and done.items() <= ALL.items()
    status, said = grade(submissions, tmp_path / "out", resume=True)
    assert status == 0 and f"{len(done)} of them kept" in said and totals(tmp_path / "out") == ALL


def test_a_full_disk_ends_the_run_with_a_sentence(submissions, tmp_path, monkeypatch):
    calls, sync = Counter(), os.fsync

    def full(number):
        calls["sync"] += 1
        if calls["sync"] > 8:  # the list of students and three results
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(number)

    monkeypatch.setattr(results.os, "fsync", full)
    status, said = grade(submissions, tmp_path / "out")
    assert status == 1 and "No space left on device" in said and len(load(tmp_path / "out")) == 3


def test_a_really_full_disk(submissions, tmp_path):
    bubblewrap = shutil.which("bwrap")
    needs("bubblewrap", bubblewrap, "install bubblewrap")
    out, root = tmp_path / "out", str(Path("/"))
    out.mkdir()
    small = [bubblewrap, "--bind", root, root, "--dev-bind", "/dev", "/dev"]
    small += ["--size", "32768", "--tmpfs", str(out)]
    program = [sys.executable, killed_run.__file__, submissions, out, tmp_path / "log", "0"]
    for worth in range(12, 40):
        (submissions / f"student{worth}.ipynb").write_bytes(str(worth).encode())
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [*small, *program], capture_output=True, text=True, env=environment, cwd=tmp_path
    )
    assert ended.returncode == 1 and "No space left on device" in ended.stdout, ended.stderr
    assert "Traceback" not in ended.stderr


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def test_summary_of_nothing():
    assert list(summary([], 0, [])) == []
