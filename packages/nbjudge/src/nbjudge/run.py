"""Grade a class: every submission of a class, one after the other or several at once.

The parent's part: it finds the submissions, hands each one's bytes to `grade_one`, and writes what
comes back. Whatever a submission does, the others are graded; whatever ends the run, the results
that were written stay, and `--resume` goes on from there.

All first passes end before the first second one begins: a submission that has seen hidden inputs
could otherwise tell them to one that may still say something. Without its second pass a submission
is not finished, and nothing of it is written.
"""

import compileall
import hashlib
import queue
import threading
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from . import __version__
from .course import NO_COURSE
from .entries import SubmissionsError
from .judging.assignment import GradingError, read_assignment
from .judging.session import first_pass, needs_second, prove, second_pass, untouched
from .judging.written_answers import is_untouched
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
    save_class,
    save_marks,
)
from .sandbox.bubblewrap import package, refuse_bound, why_not
from .submissions import find_submissions
from .words import clean, counted

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
        grade_one: from a notebook's bytes to its `Result`, without hidden tests.
        version: of the grader and of the course; part of a result's key.
        sandboxed: False with --unsafe.
        warnings: sentences about the source's tests.
        is_unfinished: does such a result need a second pass?
        grade_hidden: from the bytes and that result to the whole one.
    """

    assignment: str
    source: bytes
    limits: tuple
    cells: tuple[CellResult, ...]
    grade_one: Callable[[bytes], Result]
    version: str
    sandboxed: bool = True
    warnings: tuple[str, ...] = ()
    is_unfinished: Callable[[Result], bool] = lambda result: False
    grade_hidden: Callable[[bytes, Result], Result] = lambda notebook, first: first


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
    found = find_submissions(submissions, assignment.name, partial(is_untouched, assignment))
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
    how = proof.limits, sandboxed
    return Grader(
        assignment=assignment.name,
        source=assignment.content,
        limits=(timeout, memory, *contents(assignment.files)),
        cells=untouched(assignment),
        grade_one=lambda notebook: first_pass(assignment, notebook, *how),
        version=version_with(assignment.course),
        sandboxed=sandboxed,
        warnings=proof.warnings,
        is_unfinished=lambda first: needs_second(assignment, first),
        grade_hidden=lambda notebook, first: second_pass(assignment, notebook, *how, first),
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
    done, kept, end, unfinished = [], 0, 0, []
    work = _Work(grader, folder if resume else None)
    threads = _Threads(min(jobs, len(submissions)))
    try:
        students = [submission.student for submission in submissions]
        save_class(folder, work.source, grader.version, students, more=shard is not None)
        steps = threads.each(submissions, work.first)
        for submission, result, much in progress(steps, len(submissions), "submissions"):
            if much == FIRST:
                unfinished.append((submission, packed(result)))
                continue
            if much == WHOLE:
                save(folder, result)
            done.append(result)
            kept += much == KEPT
        steps = threads.each(unfinished, work.second)
        for _, result, _ in progress(steps, len(unfinished), "hidden tests"):
            save(folder, result)
            done.append(result)
    except KeyboardInterrupt:
        say(f"interrupted after {len(done)} of {len(submissions)} submissions; {GO_ON}")
        end = 130
    except OSError as error:
        say(f"{folder} cannot be written ({error.strerror or error}); {GO_ON}")
        return 1
    finally:
        threads.end()
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


KEPT, FIRST, WHOLE = "kept", "first", "whole"  # from before, without hidden tests, all of it


class _Work:
    """Grades one submission, in one pass; each gives (submission, result, how much that is).

    Parameters:
        grader: the `Grader`.
        resumed: RESULTS if results there are kept, None if not.
    """

    def __init__(self, grader, resumed):
        self.grader, self.resumed = grader, resumed
        self.source = hashlib.sha256(grader.source).hexdigest()

    def first(self, submission):
        """The first pass, or the result from before."""
        if submission.status:
            return self.zero(submission, submission.status, submission.reason)
        try:
            content = submission.read()
        except SubmissionsError as error:
            return self.zero(submission, "unreadable", str(error))
        key = self.key(content, self.grader.limits)
        if self.resumed:
            before = load_one(self.resumed, submission.student)
            if before and before.key == key:
                return submission, before, KEPT
        try:
            result = storable(self.grader.grade_one(content))
        except Exception as error:  # a fault of ours must not end the run
            return self.failed(submission, error, content)
        much = FIRST if self.grader.is_unfinished(result) else WHOLE
        note = "; ".join(filter(None, (submission.note, result.note)))
        facts = self.about(submission) | {"note": note, "key": key}
        return submission, replace(result, **facts), much

    def second(self, task):
        """The second pass, of a submission and the packed result of its first."""
        submission, first = task[0], unpacked(task[1])
        content = b""
        try:
            content = submission.read()
            if self.key(content, self.grader.limits) != first.key:
                raise SubmissionsError("it was changed while it was graded")
            result = storable(self.grader.grade_hidden(content, first))
        except Exception as error:
            return self.failed(submission, error, content)
        return submission, result, WHOLE

    def failed(self, submission, error, content):
        reason = f"The grader failed on this submission: {type(error).__name__}: {error}"
        return self.zero(submission, "crash", reason, content)

    def zero(self, submission, status, reason, content=b""):
        """The result of what cannot be graded."""
        key = self.key(content, (self.grader.limits, status, reason))
        cells = self.grader.cells
        facts = self.about(submission) | {"reason": clean(reason), "key": key}
        return submission, Result(status, 0.0, sum(c.max for c in cells), cells, **facts), WHOLE

    def key(self, content, facts):
        grader = self.grader
        return result_key(grader.source, content, facts, grader.version, grader.sandboxed)

    def about(self, submission):
        return {
            "student": submission.student,
            "name": submission.name,
            "file": submission.file,
            "assignment": self.grader.assignment,
            "source": self.source,
            "version": self.grader.version,
            "sandboxed": self.grader.sandboxed,
            "note": submission.note,
        }


def storable(result):
    """The result as it will be read back; an error if it cannot be stored."""
    return Result.from_json(result.to_json().encode())


def packed(result):
    """A result in little memory: a whole class waits for its second passes."""
    return zlib.compress(result.to_json().encode())


def unpacked(data):
    """The result that `packed` packed."""
    return Result.from_json(zlib.decompress(data))


class _Threads:
    """Threads that grade; a sandbox ends with the thread that started it, so both passes use them.

    They are daemons: a Ctrl+C need not wait for the submissions that are being graded.
    """

    def __init__(self, jobs):
        self.jobs, self.waiting = jobs, queue.SimpleQueue()
        for _ in range(jobs):
            threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while (todo := self.waiting.get()) is not None:
            work, task, ended = todo
            try:
                ended.put((work(task), None))
            except BaseException as error:
                ended.put((None, error))

    def each(self, tasks, work):
        """Yield `work(task)` of all tasks as they end; at most `jobs` are begun ahead of that."""
        ended = queue.SimpleQueue()
        for task in tasks[: self.jobs]:
            self.waiting.put((work, task, ended))
        for done in range(len(tasks)):
            result, error = ended.get()
            if error is not None:
                raise error
            for task in tasks[self.jobs + done : self.jobs + done + 1]:
                self.waiting.put((work, task, ended))
            yield result

    def end(self):
        """Let them end when they have done what they were given."""
        for _ in range(self.jobs):
            self.waiting.put(None)


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
        yield f"{counted(len(done), 'submission')}{before}: {said}"
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
        yield f"marks.csv has {counted(len(earlier), 'more student')} from earlier runs"
    yield from cautions(stored)
