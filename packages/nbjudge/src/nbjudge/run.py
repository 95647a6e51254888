"""Grade a class: every submission of a class, one after the other or several at once.

The parent's part: it finds the submissions, hands each one's bytes to `grade_one`, and writes what
comes back. Whatever a submission does, the others are graded; whatever ends the run, the results
that were written stay, and `--resume` goes on from there.
"""

import compileall
import hashlib
import queue
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from . import __version__
from .course import NO_COURSE
from .entries import SubmissionsError
from .judging.assignment import GradingError, read_assignment
from .judging.session import grade_submission, prove, untouched
from .progress import progress
from .results import (
    STATUSES,
    CellResult,
    Result,
    ResultsError,
    cautions,
    load,
    load_one,
    locked,
    mean_of,
    result_key,
    save,
    save_marks,
)
from .sandbox.bubblewrap import package, refuse_bound, why_not
from .submissions import find_submissions
from .words import clean

GO_ON = "what was graded is kept, and the same command with --resume does the rest"
SHOWN = 20  # sentences about files that were left out


@dataclass(frozen=True)
class Grader:
    """What grades one notebook, and what its results are called.

    Parameters:
        assignment: the source's name without its ending.
        source: the source notebook's bytes.
        limits: what the command line said about time and memory; part of a result's key.
        cells: every graded cell of the source, as one that was not run.
        grade_one: from a notebook's bytes to its `Result`.
        version: of the grader and of the course; part of a result's key.
        sandboxed: False with --unsafe.
        warnings: sentences about the source's tests.
    """

    assignment: str
    source: bytes
    limits: tuple
    cells: tuple[CellResult, ...]
    grade_one: Callable[[bytes], Result]
    version: str
    sandboxed: bool = True
    warnings: tuple[str, ...] = ()


def run(
    source,
    submissions,
    folder,
    timeout=None,
    memory=None,
    unsafe=False,
    files=None,
    course=NO_COURSE,
    **how,
):
    """Grade a class: what the command `grade` does. Returns its exit status.

    Parameters:
        source: the path of the lecturer's notebook.
        submissions: a folder or a zip.
        folder: RESULTS.
        timeout, memory: CPU seconds of a call and megabytes; None: the defaults.
        unsafe: True runs without a sandbox.
        files: a folder with what the cells read; None without one.
        course: the `Course`.
        how: as for `grade_class`.
    """
    files = files and files.resolve()
    assignment = read_assignment(source.read_bytes(), source.stem, files, course)
    if not unsafe:
        if reason := why_not():
            raise GradingError(f"{reason}; nothing was run (--unsafe runs it with your own rights)")
        refuse_bound(source, submissions, folder, files=files, course=course)
    refuse_nested(source, submissions, folder)
    found = find_submissions(submissions, assignment.name)
    with locked(folder):
        refuse_another_assignment(folder, assignment.name)
        return grade_class(prepare(assignment, timeout, memory, not unsafe), found, folder, **how)


def prepare(assignment, timeout, memory, sandboxed):
    """Grade the source's own solution, and return the `Grader` that this gives.

    Parameters:
        assignment: the source.
        timeout, memory: as for `run`.
        sandboxed: False runs it as an ordinary process.
    """
    compile_packages(assignment.course)
    proof = prove(assignment, timeout, memory, sandboxed)
    return Grader(
        assignment=assignment.name,
        source=assignment.content,
        limits=(timeout, memory, *contents(assignment.files)),
        cells=tuple(replace(cell, outcome="not run") for cell in untouched(assignment)),
        grade_one=lambda notebook: grade_submission(assignment, notebook, proof.limits, sandboxed),
        version=version_with(assignment.course),
        sandboxed=sandboxed,
        warnings=proof.warnings,
    )


def grade_class(grader, found, folder, jobs=1, resume=False, shard=None, say=print):
    """Grade all submissions into the folder RESULTS, which is `locked`; return the exit status.

    Parameters:
        grader: the `Grader`.
        found: what `find_submissions` found.
        folder: RESULTS.
        jobs: how many are graded at the same time.
        resume: True keeps a stored result if its key agrees.
        shard: (I, N) grades the I-th of N parts of the class.
        say: what prints a line.
    """
    if not grader.sandboxed:
        say("UNSANDBOXED: submissions run with your rights; look at them before you trust marks")
    more = len(found.left_out) - SHOWN
    and_more = [f"and {more} more were left out"] if more > 0 else []
    for sentence in (*grader.warnings, *found.left_out[:SHOWN], *and_more):
        say(sentence)
    submissions = [s for s in found.submissions if shard is None or in_shard(s.student, *shard)]
    done, kept, end = [], 0, 0
    work = _graded_by(grader, folder if resume else None)
    try:
        steps = _in_threads(submissions, work, jobs)
        for result, is_new in progress(steps, len(submissions), "submissions"):
            if is_new:
                save(folder, result)
            done.append(result)
            kept += not is_new
    except KeyboardInterrupt:
        say(f"interrupted after {len(done)} of {len(submissions)} submissions; {GO_ON}")
        end = 130
    except OSError as error:
        say(f"{folder} cannot be written ({error.strerror or error}); {GO_ON}")
        return 1
    try:
        stored = load(folder)
        save_marks(Path(folder) / "marks.csv", stored)
    except OSError as error:
        say(f"marks.csv cannot be written ({error.strerror or error}); {GO_ON}")
        return 1
    for line in summary(done, kept, stored):
        say(line)
    say(f"wrote {Path(folder) / 'marks.csv'}")
    return end


def in_shard(student, part, parts):
    """Does a student belong to the `part`-th of `parts` shards?

    >>> [in_shard("4711", part, 3) for part in (1, 2, 3)].count(True)
    1
    """
    return int(hashlib.sha256(student.encode()).hexdigest(), 16) % parts == part - 1


def _graded_by(grader, resumed):
    """The function that grades one submission: from it to its result and whether that is new."""
    source = hashlib.sha256(grader.source).hexdigest()
    zero = Result("missing", 0.0, sum(cell.max for cell in grader.cells), grader.cells)

    def work(submission):
        about = {
            "student": submission.student,
            "name": submission.name,
            "file": submission.file,
            "assignment": grader.assignment,
            "source": source,
            "version": grader.version,
            "sandboxed": grader.sandboxed,
            "note": submission.note,
        }

        def without_grading(status, reason, content=b""):
            facts = (grader.limits, status, reason)
            key = result_key(grader.source, content, facts, grader.version, grader.sandboxed)
            return replace(zero, status=status, reason=clean(reason), key=key, **about), True

        if submission.status:
            return without_grading(submission.status, submission.reason)
        try:
            content = submission.read()
        except SubmissionsError as error:
            return without_grading("unreadable", str(error))
        key = result_key(grader.source, content, grader.limits, grader.version, grader.sandboxed)
        if resumed:
            before = load_one(resumed, submission.student)
            if before and before.key == key:
                return before, False
        try:
            result = grader.grade_one(content)
            result = Result.from_json(result.to_json().encode())  # what cannot be stored fails here
        except Exception as error:  # a fault of ours must not end the run
            reason = f"The grader failed on this submission: {type(error).__name__}: {error}"
            return without_grading("crash", reason, content)
        about["note"] = "; ".join(filter(None, (submission.note, result.note)))
        return replace(result, key=key, **about), True

    return work


def _in_threads(tasks, work, jobs):
    """Yield `work(task)` of all tasks as they end; at most `jobs` are begun ahead of that.

    The threads are daemons: a Ctrl+C need not wait for the submissions that are being graded.
    """
    waiting, ended = queue.SimpleQueue(), queue.SimpleQueue()

    def serve():
        while (task := waiting.get()) is not None:
            try:
                ended.put((work(task), None))
            except BaseException as error:
                ended.put((None, error))

    jobs = min(jobs, len(tasks))
    for task in tasks[:jobs]:
        waiting.put(task)
    for _ in range(jobs):
        threading.Thread(target=serve, daemon=True).start()
    try:
        for done in range(len(tasks)):
            result, error = ended.get()
            if error is not None:
                raise error
            for task in tasks[jobs + done : jobs + done + 1]:
                waiting.put(task)
            yield result
    finally:
        for _ in range(jobs):
            waiting.put(None)


# ── before and after ────────────────────────────────────────────────────────────────────────────


def compile_packages(course):
    """Compile what judges and workers import, where that is not done yet.

    In a sandbox nothing can be written: every judge would compile what it alone imports.
    """
    for folder in (package(), *(one.folder for one in course.packages())):
        compileall.compile_dir(folder, quiet=2)


def version_with(course):
    """The version of the grader, and that of the course."""
    return " ".join(filter(None, (f"nbjudge {__version__}", course.name, course.version)))


def contents(folder):
    """The names and hashes of the files in a folder, () without one: results depend on them."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file()) if folder else []
    return tuple((str(p), hashlib.sha256(p.read_bytes()).hexdigest()) for p in paths)


def refuse_nested(source, submissions, folder):
    """`GradingError` if SOURCE or RESULTS would be taken for a submission."""
    place = submissions.resolve()
    if folder.resolve().is_relative_to(place):
        raise GradingError(f"{folder} lies in {submissions}: name a folder elsewhere with -o")
    if source.resolve().parent == place:
        raise GradingError(f"{source} lies among the submissions: move it elsewhere")


def refuse_another_assignment(folder, assignment):
    """`ResultsError` if RESULTS holds the results of another assignment."""
    try:
        others = {result.assignment for result in load(folder)} - {assignment}
    except ResultsError:
        return  # a damaged file: this run replaces it, or names it at the end
    if others:
        name = clean(sorted(others)[0])
        raise ResultsError(f"{folder} holds results of {name}: name another folder with -o")


def summary(done, kept, stored):
    """Lines for the terminal: how many of each status, the mean, what most often failed.

    Parameters:
        done: the results of this run.
        kept: how many of them --resume kept from before.
        stored: all results in RESULTS.
    """
    if done:
        counts = Counter(result.status for result in done)
        said = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
        before = f", {kept} of them kept from before" if kept else ""
        yield f"{_count(len(done), 'submission')}{before}: {said}"
        if mean := mean_of(done):
            yield mean
        wrong = Counter(
            cell.grade_id
            for result in done
            for cell in result.cells
            if cell.outcome in ("failed", "partly")
        )
        if wrong:
            most_wrong = ", ".join(f"{name} ({count})" for name, count in wrong.most_common(3))
            yield f"without full points most often: {most_wrong}"
    earlier = {result.student for result in stored} - {result.student for result in done}
    if earlier:
        yield f"marks.csv has {_count(len(earlier), 'more student')} from earlier runs"
    yield from cautions(stored)


def _count(number_of, what):
    return f"{number_of} {what}{'' if number_of == 1 else 's'}"
