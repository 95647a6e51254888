"""The parent's part of grading one submission: start its judge and workers, and take its result.

The parent never decodes what a worker says. From the judge, which is trusted code, it takes lines
of JSON, bounded in size and number and checked for their form. Whatever happens, judge and workers
have ended when this returns.

A submission has two passes, each with a judge, workers and time of its own: `judge` says what for.
"""

import json
import select
import socket
from dataclasses import asdict, dataclass, replace
from math import ceil
from time import monotonic

from ..results import STATUSES, CaseResult, CellResult, Result
from ..sandbox.limits import BUSIEST, CALL, CLOCK, MEMORY, SHARES, SUBMISSION, TEST, Limits
from ..sandbox.servers import servers_for
from . import outcomes
from .advice import advice
from .arguments import handed_over
from .assignment import Assignment, GradingError
from .constants import constants_for, passed_by
from .paths import allowed

SIZE = 4 << 20  # bytes of a judge's line
SECOND = {  # how a second pass can end, in words that do not depend on what was hidden
    "timeout": "With the hidden tests it took too long: those that were not run earn nothing.",
    "crash": "With the hidden tests its process ended: those that were not run earn nothing.",
    "tampered": "With the hidden tests its process did not keep to the protocol.",
}
GRACE = 60.0  # seconds on the clock for starting, and for the judge's own work
TRIES = 2  # of tests that lack a name, each with all of the time
QUICKER = 5  # where a test may wait for ever: for another answer than a constant, or another value
START = 1  # CPU seconds of a worker for its own start
JUDGES = 3  # that a student's values may end, in each pass


@dataclass(frozen=True)
class Proof:
    """What grading the source's own solution has shown.

    Parameters:
        limits: the limits for the class.
        warnings: sentences about tests that a constant passes, and about what tests hand to methods
            of a student's objects.
    """

    limits: Limits
    warnings: tuple[str, ...]


def grade_submission(assignment, notebook, limits, sandboxed=True) -> Result:
    """Grade one notebook, in both passes.

    Parameters:
        assignment: the `Assignment`.
        notebook: the bytes of the submission.
        limits: the `Limits`, from `prove`.
        sandboxed: False runs it without a sandbox.
    """
    first = first_pass(assignment, notebook, limits, sandboxed)
    if not needs_second(assignment, first):
        return first
    return second_pass(assignment, notebook, limits, sandboxed, first)


def first_pass(assignment, notebook, limits, sandboxed=True) -> Result:
    """The result without hidden tests. Parameters as for `grade_submission`."""
    result = _Session(assignment, limits, sandboxed).grade(notebook)[0]
    return result if needs_second(assignment, result) else replace(result, late="")


def needs_second(assignment, first) -> bool:
    """Is a result of `first_pass` not yet the whole one?"""
    return assignment.has_hidden and first.status not in ("unreadable", "tampered")


def second_pass(assignment, notebook, limits, sandboxed, first) -> Result:
    """The whole result: `first`, and what hidden tests add to it."""
    return _Session(assignment, limits, sandboxed, first=first).grade(notebook)[0]


def untouched(assignment: Assignment) -> tuple[CellResult, ...]:
    """Every graded cell of an assignment as one that was not run."""
    return tuple(map(outcomes.untouched, assignment.graded))


class _Session:
    """One judge, its workers, and what it has told so far."""

    def __init__(self, assignment, limits, sandboxed, learn=False, constants=(), first=None):
        self.assignment, self.limits, self.sandboxed = assignment, limits, sandboxed
        self.learn, self.constants, self.worker, self.heard = learn, constants, None, b""
        self.first, self.at, self.judges = first, None, JUDGES
        before = json.loads(first.late) if first else {}
        self.fatal = before.get("fatal", [])
        self.tries = len(constants) or TRIES
        cells = first.cells if first else untouched(assignment)
        self.cells = {cell.grade_id: cell for cell in cells}

    def grade(self, notebook):
        """The result, and all that the judge has said at the end."""
        with servers_for(self.assignment, self.sandboxed) as (judges, self.workers):
            while (end := self.judge(judges, notebook)) is None:
                pass  # another judge, which leaves out the statement that has ended this one
        return self.result(end), end

    def judge(self, judges, notebook):
        """Start a judge; all that it says at the end, None if it does not come to its end."""
        seconds = self.tries * SHARES * self.limits.submission
        until = monotonic() + (CLOCK + BUSIEST) * seconds + GRACE
        ours, theirs = socket.socketpair()
        self.ready, self.heard = self.start_worker(), b""  # together with the judge
        with theirs:
            judge = judges.fork([theirs.fileno()])
        try:
            return self.converse(ours, judge, notebook, until)
        except TimeoutError:
            return _end("timeout", "The rest was not run: it took too long.")
        except (OSError, ValueError, KeyError, TypeError) as error:
            if self.at is None or self.at in self.fatal or not self.judges:
                return _end("crash", f"The judge ended too early ({type(error).__name__}).")
            self.fatal.append(self.at)
            self.judges -= 1
            return None
        finally:
            ours.close()
            if self.ready:
                self.ready.close()
            judge.stop()
            self.worker.stop()
            self.worker = None

    def start_worker(self):
        """Start a worker in the place of the last one; the other end of its line."""
        if self.worker is not None:
            self.worker.stop()
        ours, theirs = socket.socketpair()
        seconds = ceil(self.tries * SHARES * self.limits.submission) + START
        with theirs:
            words = str(seconds), str(self.limits.memory)
            self.worker = self.workers.fork([theirs.fileno()], *words)
        return ours

    def hand_over(self, judge, process):
        """Give the judge a worker, and what the kernel says about both."""
        connection, self.ready = self.ready or self.start_worker(), None
        files = [*self.worker.schedstat(), *process.schedstat()]
        with connection:
            socket.send_fds(judge, [b"w"], [connection.fileno(), *files])

    def converse(self, judge, process, notebook, until):
        """Give the judge its job, and take what it says until it has ended."""
        source = self.assignment.content
        limits = self.limits
        if self.fatal:  # values that end a judge are no longer waited for
            limits = replace(limits, test=limits.test / QUICKER)
        job = {"limits": asdict(limits), "learn": self.learn, "constants": self.constants}
        job["fatal"] = self.fatal
        parts = source, notebook, self.first.to_json().encode() if self.first else b""
        job["sizes"] = [len(part) for part in parts]
        judge.settimeout(max(until - monotonic(), 0.1))
        judge.sendall(json.dumps(job).encode() + b"\n" + b"".join(parts))
        while True:
            message = json.loads(self.line(judge, until))
            if "worker" in message:
                self.hand_over(judge, process)
            elif "at" in message:
                self.at = message["at"]
            elif "cell" in message:
                cell = _cell(message["cell"])
                if cell.grade_id not in self.cells:
                    raise ValueError(cell.grade_id)
                self.cells[cell.grade_id] = cell
            else:
                return message["end"]

    def line(self, judge, until):
        while b"\n" not in self.heard:
            ready, *_ = select.select([judge], [], [], max(until - monotonic(), 0))
            if not ready:
                raise TimeoutError
            piece = judge.recv(1 << 16)
            if not piece or len(self.heard) > SIZE:
                raise OSError
            self.heard += piece
        line, _, self.heard = self.heard.partition(b"\n")
        return line

    def result(self, end):
        """The result; a submission that has tampered earns nothing."""
        cells = tuple(self.cells.values())
        if end["status"] == "tampered":
            cells = tuple(
                c if c.manual else before
                for c, before in zip(cells, untouched(self.assignment), strict=True)
            )
        status = end["status"] if end["status"] in STATUSES else "crash"
        facts = {"cells": cells, "total": round(sum(cell.points for cell in cells), 4)}
        if self.first is None:
            result = Result(
                status=status,
                max=sum(cell.max for cell in cells),
                reason=end["reason"],
                note=end["note"],
                student_cell=end["student"],
                late=json.dumps({"late": end.get("late", []), "fatal": self.fatal}),
                sandboxed=self.sandboxed,
                **facts,
            )
        else:  # no word of the second pass
            if status != "ok" and (status == "tampered" or self.first.status == "ok"):
                status = status if status in SECOND else "crash"
                facts |= {"status": status, "reason": SECOND[status]}
            result = replace(self.first, late="", **facts)
        return Result.from_json(result.to_json())  # which checks the type of everything


def _end(status, reason):
    return {"status": status, "reason": reason, "note": "", "student": ""}


def _cell(data):
    tests = tuple(CaseResult(**test) for test in data.pop("tests"))
    return CellResult(tests=tests, **data)


# ── before a class ──────────────────────────────────────────────────────────────────────────────


def prove(assignment, timeout=None, memory=None, sandboxed=True) -> Proof:
    """Grade the source's own solution: it must pass every test, and its times set the limits.

    Parameters:
        assignment: the `Assignment`.
        timeout: CPU seconds of a call; None: the larger of 5 and ten times the solution's.
        memory: megabytes; None: 1,024.
        sandboxed: False runs it without a sandbox.
    """
    generous = Limits(10 * CALL, 30 * SUBMISSION, 30 * TEST, memory or MEMORY)
    result, end = _Session(assignment, generous, sandboxed, learn=True).grade(assignment.content)
    ends = [end]
    if result.status == "ok" and needs_second(assignment, result):
        second = _Session(assignment, generous, sandboxed, learn=True, first=result)
        result, end = second.grade(assignment.content)
        ends.append(end)
    if result.status != "ok":
        raise GradingError(f"the source's own solution was not graded: {result.reason}")
    for cell in result.cells:
        failed = [test for test in cell.tests if test.outcome != "passed"]
        if failed or not (cell.manual or outcomes.reaches(cell.points, cell.max)):
            what = f"fails {failed[0].name.rstrip(':')}" if failed else "does not get all points"
            why = failed[0].reason if failed and failed[0].reason else ""
            why = (
                why
                or end["why"].get(cell.grade_id)
                or f"it gets {cell.points:g} of {cell.max:g} points"
            )
            note = f" ({result.note})" if result.note else ""
            note += advice(assignment.source_of(cell.grade_id), why)
            raise GradingError(f"in {cell.grade_id}, the source's own solution {what}: {why}{note}")
    longest, spent, test = (max(e[what] for e in ends) for what in ("longest", "spent", "test"))
    call = timeout or max(CALL, 10 * longest)
    submission = max(SUBMISSION, 10 * spent, 2 * call)
    test = max(TEST, 10 * test)
    call, submission, test = (round(seconds, 1) for seconds in (call, submission, test))
    changes, handed = (_together(e[what] for e in ends) for what in ("changes", "handed"))
    objects, plain, silent, drained = (
        sorted({x for e in ends for x in e[what]})
        for what in ("objects", "plain", "silent", "drained")
    )
    learned = changes, allowed(objects, plain), silent, drained
    limits = Limits(call, submission, test, memory or MEMORY, *learned)
    assignment.changes.generators.update(drained)
    warnings = [*assignment.open_names(), *assignment.open_draws(), *assignment.all_or_nothing()]
    warnings += handed_over(handed)
    warnings += constant_warnings(assignment, limits, sandboxed)
    return Proof(limits, tuple(warnings))


def _together(passes):
    """What any of the passes noted about each function, once: {function: [note, ...]}."""
    found = {}
    for function, notes in (pair for one in passes for pair in one.items()):
        found[function] = [*dict.fromkeys([*found.get(function, ()), *notes])]
    return found


def constant_warnings(assignment, limits, sandboxed):
    """Sentences about tests that a constant passes as an answer.

    Parameters:
        assignment: the `Assignment`.
        limits: the `Limits` of one submission.
        sandboxed: False tries them without a sandbox.
    """
    constants = constants_for(assignment, limits.objects or ())
    quick = {name: getattr(limits, name) / QUICKER for name in ("call", "submission", "test")}
    limits = replace(limits, **quick)
    session = _Session(assignment, limits, sandboxed, constants=[*constants.values()])
    _, end = session.grade(b"")
    yield from passed_by(constants, end.get("passed", ()))
    if end["status"] != "ok":
        yield f"not every constant was tried as an answer: {end['reason']}"
