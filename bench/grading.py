"""`dtlab grade`: right submissions beside nbgrader, and a class of 300 from beginning to end.

One class needs numpy only; the other does our set 04, which loads pandas and scikit-learn. Right
submissions are graded one by one, in turn with nbgrader (its autograde, in a process that goes
on), so that the start of neither command counts. A class is graded as a lecturer does it, by the
command from a Moodle zip: its time includes the proof that the source's own solution passes.
"""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import nbformat
from assignments import numpy_assignment, set_04
from grading_class import moodle_zip, right_ones, submissions
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.session import grade_submission
from nbjudge.results import load
from nbjudge.run import compile_packages
from nbjudge.sandbox.bubblewrap import why_not
from nbjudge.sandbox.limits import Limits

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from helpers.nbgrader_course import Course, nbgrader_is_here

from dtcourse.judge_plugin import COURSE

HALF = 0.5  # of nbgrader's time for a submission; a target like the ones below
PEAK = 200e6  # bytes of the process that starts all others
SLOWEST = 15.0  # seconds of a hostile submission
COMMAND = """
import json, sys, time
from hashlib import sha256
from dtcourse.cli import main
from nbjudge import run
from nbjudge.judging import session

words, quick, place = json.loads(sys.argv[1])
each, prove = {}, run.prove

def timed(function, name=None):
    def call(assignment, *rest):
        start = time.perf_counter()
        try:
            return function(assignment, *rest)
        finally:
            key = name or sha256(rest[0]).hexdigest()
            each[key] = each.get(key, 0) + time.perf_counter() - start
    return call

run.first_pass, run.second_pass = timed(run.first_pass), timed(run.second_pass)
run.prove = timed(prove, "proof")
if quick:  # without constants as answers
    session.constant_warnings = lambda *_: ()
start = time.perf_counter()
status = main(words)
seconds = time.perf_counter() - start
with open("/proc/self/status") as about:  # ru_maxrss would count the judges too
    peak = next(int(line.split()[1]) * 1024 for line in about if line.startswith("VmHWM"))
with open(place, "w") as file:
    json.dump([seconds, peak, each], file)
sys.exit(status)
"""


class Task(NamedTuple):
    """An assignment, and how fast its submissions should be graded."""

    name: str
    source: object  # makes the source notebook
    one: float  # seconds of a right submission
    everybody: float  # seconds of 300 at -j 2


class Compared(NamedTuple):
    """A line with a peer, as `report` of run.py takes it."""

    what: str
    peer: str
    target: float | None
    ours: list
    theirs: list
    seconds: float | None = None


TASKS = {
    "grading": Task("numpy_assignment", numpy_assignment, 0.35, 120.0),
    "grading04": Task("04_id3", set_04, 0.4, 240.0),
}


def lines(group, quick):
    """The lines of a group: `Compared`, or (what, value, limit, "ok" or "OVER") about dtlab alone.

    Parameters:
        group: a name in `TASKS`.
        quick: True for a handful of submissions, of which targets say nothing.
    """
    task = TASKS[group]
    if reason := why_not():
        yield f"{group}: {reason}", "", "", ""
        return
    compile_packages(COURSE)
    source = task.source()
    with TemporaryDirectory() as folder:
        yield from one_by_one(task, source, 1 if quick else 20, Path(folder), quick)
        yield from a_class(task, source, 3 if quick else 300, Path(folder), quick)


# ── right submissions ───────────────────────────────────────────────────────────────────────────


def one_by_one(task, source, count, folder, quick):
    """Right submissions in turn with nbgrader; the first one starts the servers of the sandbox."""
    made = right_ones(source, count + 1)  # the first one warms, and does not count
    assignment = read_assignment(nbformat.writes(source).encode(), task.name, course=COURSE)
    sides = {
        "dtlab": lambda one: expect(one, grade_submission(assignment, one.content, Limits()).total)
    }
    course = None
    if nbgrader_is_here():
        course = Course(folder, stem=str)
        course.assign(task.name, task.name, source)
        sides["nbgrader autograde"] = lambda one: expect(one, by_nbgrader(course, task.name, one))
    try:
        times = in_turn(made, sides)
    finally:
        if course:
            course.close()
    ours, what = times.pop("dtlab"), f"dtlab grade, {task.name}, right, one of {count}"
    for peer, theirs in times.items():
        yield Compared(what, peer, None if quick else HALF, ours, theirs)
    if course is None:
        yield "nbgrader is missing: make test installs it", "", "", ""
    seconds = median(ours)
    yield "a right submission", f"{seconds:.2f} s", *kept(seconds, task.one, " s", quick)


def by_nbgrader(course, name, one):
    """The points that nbgrader gives."""
    notebook = nbformat.reads(one.content.decode(), as_version=4)
    marks, _ = course.autograde(name, name, one.student, notebook)
    return sum(marks.values())


def expect(one, total):
    """A race is no race if one side does not grade."""
    if total != one.total:
        raise RuntimeError(f"a right submission got {total:g} of {one.total:g} points")


def in_turn(made, sides):
    """{side: seconds} for each submission but the first; in turn, and in turn ahead."""
    times = {name: [] for name in sides}
    for turn, one in enumerate(made):
        for name, grade in list(sides.items())[:: -1 if turn % 2 else 1]:
            start = perf_counter()
            grade(one)
            times[name].append(perf_counter() - start)
    return {name: seconds[1:] for name, seconds in times.items()}


# ── a class ─────────────────────────────────────────────────────────────────────────────────────


def a_class(task, source, count, folder, quick):
    """A mixed class at -j 1 and -j 2."""
    made = submissions(source, count)
    paths = folder / f"{task.name}.ipynb", folder / "moodle.zip"
    nbformat.write(source, paths[0])
    paths[1].write_bytes(moodle_zip(made, task.name))
    runs = {jobs: graded(*paths, folder / f"results_{jobs}", jobs, quick) for jobs in (1, 2)}
    what = f"a class of {count}, {task.name}"
    limit = None if quick else task.everybody
    yield Compared(f"{what}, -j 2", "-j 1", None, [runs[2][0]], [runs[1][0]], limit)
    yield "of these the proof before it", f"{runs[2][2]['proof']:.1f} s", "", ""
    peak = max(one[1] for one in runs.values())
    yield "its peak of memory (parent)", f"{peak / 1e6:.0f} MB", *kept(peak, PEAK, "", quick)
    kinds = {sha256(one.content).hexdigest(): one.kind for one in made}
    times = [(s, kinds[key]) for *_, e in runs.values() for key, s in e.items() if key in kinds]
    seconds, kind = max(pair for pair in times if pair[1].startswith("hostile"))
    shown = f"{seconds:.1f} s"
    yield f"slowest hostile submission ({kind[9:]})", shown, *kept(seconds, SLOWEST, " s", quick)
    for jobs in runs:
        yield unfair(made, load(folder / f"results_{jobs}"), jobs)


def graded(source, zipped, results, jobs, quick):
    """Seconds, bytes of memory and {hash of a submission, or "proof": seconds} of a command."""
    place = results.with_suffix(".json")
    words = ["grade", str(source), str(zipped), "-o", str(results), "-j", str(jobs)]
    program = [sys.executable, "-c", COMMAND, json.dumps([words, quick, str(place)])]
    ended = subprocess.run(program, capture_output=True, text=True, encoding="utf-8")
    if ended.returncode != 0:
        raise RuntimeError(f"dtlab grade failed:\n{(ended.stdout + ended.stderr)[-3000:]}")
    return json.loads(place.read_text())


def unfair(made, results, jobs):
    """How many marks are not the ones that the submissions deserve."""
    totals = {result.student: result.total for result in results}
    wrong = [one for one in made if abs(totals.get(one.student, -1) - one.total) > 1e-6]
    kinds = ", ".join(sorted({one.kind for one in wrong}))
    what = f"unfair marks, -j {jobs}" + (f" ({kinds})" if kinds else "")
    return what, f"{len(wrong)} of {len(made)}", "0", "OVER" if wrong else "ok"


def kept(value, limit, unit, quick):
    """A limit in words, and whether it is kept."""
    if quick:
        return "", ""
    shown = f"{limit:g}{unit}" if unit else f"{limit / 1e6:.0f} MB"
    return shown, "ok" if value <= limit else "OVER"
