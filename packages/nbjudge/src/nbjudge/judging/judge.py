"""The judge: reads one submission, and runs the source's tests against proxies of its values.

Trusted code in a process of its own, without network, in bounded memory and time. It runs the
source's locked cells and tests itself; of the submission it asks only for the names that they use
and that are the student's. What it finds it tells the parent cell by cell, as results.

A submission is judged twice, each time by a new judge with new workers. The first pass runs the
tests as students have them, and says all that is ever said. The second runs them whole, and adds
the outcomes and points of what has to do with hidden tests to the results of the first.
"""

import ast
import json
import random
import resource
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from hashlib import sha256
from time import process_time

from ..course import course_at
from ..protocol.errors import Ended, Exhausted, Tampered
from ..results import Result
from ..sandbox.clock import Clock, set_limit
from ..sandbox.limits import Limits
from ..words import clean
from .assignment import read_assignment
from .code_cells import read_code
from .job import Parent
from .marking import Marking
from .notebooks import Unreadable, read_notebook
from .outcomes import not_begun, reason_of, untouched
from .plan import called, in_order, make_plan
from .space import Space
from .student import Student
from .written_answers import written_answers

MEMORY = 2 << 30
READING = 10  # CPU seconds for the notebook itself
NOTES = 5


def main(arguments, course):
    """Judge one submission: the argument is the descriptor of the line to the parent."""
    parent = Parent(socket.socket(fileno=int(arguments[0])))
    set_limit(resource.RLIMIT_AS, MEMORY)
    job, source, notebook, first = parent.job()
    constants = job["constants"]
    first = Result.from_json(first) if first else None
    how = Limits(**job["limits"]), parent, job["learn"]
    assignment = read_assignment(source, "source", course=course_at(course))
    judge = Judge(assignment, *how, bool(first or constants), first)
    parent.tell(end=judge.try_constants(constants) if constants else judge.judge(notebook))


def fix_seeds(source, hidden, tries):
    """Random numbers that are the same for every submission, and that no worker can foretell.

    Each pass and each try has others: what a public test has drawn may be told, and must not be
    what a hidden one draws.
    """
    words = sha256(b"%s %d %d" % (sha256(source).digest(), hidden, tries)).digest()
    random.seed(words)
    if "numpy.random" in sys.modules:
        words = [int.from_bytes(words[i : i + 4]) for i in range(0, len(words), 4)]
        sys.modules["numpy.random"].seed(words)


class Judge:
    """Judges one submission.

    Parameters:
        assignment: the source.
        limits: the `Limits`.
        parent: the `Parent`.
        learn: True for the source's own solution.
        hidden: False in the first pass, which runs the tests without what is hidden in them.
        first: in the second pass the `Result` of the first.
    """

    def __init__(self, assignment, limits, parent, learn, hidden, first):
        self.assignment, self.limits, self.parent = assignment, limits, parent
        assignment.changes.generators.update(limits.drained)
        self.learn, self.hidden = learn, hidden
        self.graded = {item.grade_id: item for item in assignment.graded}
        self.again, self.tries = [], 0
        self.silent = None if learn else limits.silent
        self.marking = Marking(assignment, hidden, first.cells if first else (), self.silent)
        self.clock = Clock(limits.test, lambda: self.student.line.busy)
        course = assignment.course
        late_before = json.loads(first.late)["late"] if first else ()
        self.student = Student(parent.connect, limits, learn, course, late_before)

    def judge(self, notebook):
        """Judge a notebook's bytes; how it ended."""
        set_limit(resource.RLIMIT_CPU, int(process_time()) + READING)
        try:
            cells = read_notebook(notebook)
            self.tell_written(cells)
            plan = make_plan(self.assignment.cells, cells)
        except Unreadable as error:
            return {"status": "unreadable", "reason": clean(str(error)), "note": "", "student": ""}
        self.clock.set(0)
        try:
            self.begin(plan)
            for place, step in enumerate(plan.steps):
                if step.kind == "run":
                    self.run(step)
                else:
                    self.test(step.name, plan.steps[place:])
            if self.again:
                self.try_again()
        except Tampered as error:
            return self.ended("tampered", f"Its process did not keep to the protocol: {error}.")
        except Exhausted as error:
            return self.ended(error.status, f"The rest was not run: {error}.")
        return self.ended("ok", "")

    def tell_written(self, cells):
        """Tell the parent what the student wrote into the cells that a person marks."""
        for name, (text, is_code) in written_answers(self.assignment, cells).items():
            cell = untouched(self.graded[name])
            self.parent.tell(cell=asdict(replace(cell, answer=text, is_code=is_code)))

    def begin(self, plan):
        """Begin with a worker that has run nothing."""
        self.plan = plan
        self.tries += 1
        fix_seeds(self.assignment.content, self.hidden, self.tries)
        self.notes, self.stopped = list(plan.notes), {}
        self.student.begin()
        self.begin_space()
        self.recorder = self.make_recorder()

    def begin_space(self):
        """Begin with a space that has no names."""
        self.space = Space(
            self.assignment, self.student, self.clock, self.parent.begin, self.hidden
        )

    def try_constants(self, sources):
        """Which tests pass with each of these cells as all answers: [grade_id, name] of each.

        Not those that the course judges: a constant passes there only where it is the right answer.
        """
        passed = []
        try:
            self.begin(make_plan(self.assignment.cells, self.assignment.cells))
            for number, source in enumerate(sources):
                passed.append([])
                self.student.allowance.begin()
                try:
                    self.student.run(f"constant {number}", source)
                except Exception:
                    continue  # it is no answer here
                self.begin_space()
                self.marking = Marking(self.assignment, self.hidden, (), self.silent)
                for item in (item for item in self.assignment.graded if not item.manual):
                    self.space.busy.clear()  # every cell is tried, whatever the others took
                    tests = self.result(item).tests
                    if not (self.recorder and [*self.recorder.cases(item.max)]):
                        passed[-1] += [
                            (item.grade_id, f"{t.name} ({t.code})" if t.code else t.name)
                            for t in tests
                            if t.outcome == "passed"
                        ]
        except Ended as error:
            return self.ended("crash", str(error)) | {"passed": passed}
        return self.ended("ok", "") | {"passed": passed}

    def ended(self, status, reason):
        facts = {
            "status": status,
            "reason": clean(reason),
            "note": clean(" ".join(in_order(self.notes))),
        }
        facts |= {"student": self.name_of_student(), "late": self.student.too_late}
        if self.learn:
            facts |= {"longest": self.student.longest, "spent": self.student.spent}
            facts |= {"test": self.clock.longest, "changes": self.student.changes}
            facts |= {"objects": sorted(self.student.objects), "handed": self.student.handed}
            facts |= {"plain": sorted(self.student.plain), "drained": sorted(self.student.drained)}
            facts |= {"silent": sorted(self.marking.gave_none), "why": self.marking.why}
        return facts

    def name_of_student(self):
        """What STUDENT is at the end of the first pass, or else what is written there."""
        bound = any("STUDENT" in read_code(step.source).binds for step in self.plan.steps)
        if bound and not self.hidden:
            with suppress(Exception, Ended):
                said = self.student.get("STUDENT")
                if isinstance(said, str):
                    return clean(said, 100)
        said = ""
        for step in self.plan.steps:
            for node in ast.walk(ast.parse(step.source)) if "STUDENT" in step.source else ():
                targets = [getattr(target, "id", "") for target in getattr(node, "targets", ())]
                value = getattr(getattr(node, "value", None), "value", None)
                if "STUDENT" in targets and isinstance(value, str):
                    said = clean(value, 100)
        return said

    def make_recorder(self):
        """What records the course's own verdicts, if the source uses its modules."""
        course = self.assignment.course
        modules = course.silent_modules()
        if not any(name in cell.source for cell in self.assignment.cells for name in modules):
            return None
        codes = [step.source for step in self.plan.steps if step.kind == "run"]
        return course.recorder(codes, hidden=self.hidden)

    def run(self, step):
        """Run a cell in the worker; an error is noted, and costs what depends on it."""
        try:
            self.student.run(step.name, step.source)
        except Exception as error:
            error = self.space.explained(error)
            self.stopped[step.source] = f"Your cell stopped: {reason_of(error)}"
            if len(self.notes) < NOTES:
                said = clean(f"{type(error).__name__}: {error}", 250).rstrip(": ")
                self.notes.append(f"{called(step.name, step.source)} stopped with {said}.")

    # ── tests ───────────────────────────────────────────────────────────────────────────────────

    def test(self, name, steps=()):
        """Run a test cell, and tell the parent.

        If it lacks a name that one of the steps to come may bind, it has a second try at the end.
        """
        item = self.graded[name]
        result = self.result(item)
        if self.space.met_a_gap and self.is_bound_by(steps):
            self.again.append(name)
        elif self.space.met_a_gap and not self.problem_of(name) and len(self.notes) < NOTES:
            missing = ", ".join(sorted(self.space.missing - {""})) or "a name"
            self.notes.append(f"{name} lacks {missing}, which no cell defines.")
        self.parent.tell(cell=asdict(result))

    def is_bound_by(self, steps):
        """May one of these steps bind a name that a test has just missed?"""
        binds = (read_code(step.source).binds for step in steps if step.kind == "run")
        return bool(frozenset().union(*binds) & {*self.space.missing, "*"})

    def try_again(self):
        """Run those tests once more that lacked a name, after all cells.

        Nothing remembers the first try: worker and space are new, and what the tests above have
        set is set again.
        """
        self.begin(self.plan)
        for step in self.plan.steps:
            if step.kind == "run":
                self.run(step)
        for step in self.plan.steps:
            if step.name in self.again:
                self.test(step.name)
            elif step.kind == "test":
                self.result(self.graded[step.name])

    def result(self, item):
        """The result of a test cell."""
        self.space.missing = set()
        for cell, error in self.space.prepare(item.place).items():
            if self.learn:
                name = self.assignment.cells[cell].grade_id or f"number {cell + 1}"
                self.notes.append(f"The grader's cell {name} stopped with {reason_of(error)}.")
        self.space.fetch(self.assignment.codes[item.place].uses)
        self.space.forget_gaps()
        if self.recorder:
            self.recorder.begin(self.plan.answers.get(item.grade_id, ()))
        problem = self.problem_of(item.grade_id)
        result = self.marking.result(item, self.space, self.recorder, problem)
        if item.grade_id in self.plan.untouched and not self.hidden:
            return replace(result, tests=tuple(map(not_begun, result.tests)))
        return result

    def problem_of(self, name):
        """Why a test's answer was not run, or not to its end; "" if it was."""
        if problem := self.plan.problems.get(name):
            return f"Your cell was not run: {problem}"
        codes = self.plan.answers.get(name, ())
        return next((self.stopped[code] for code in codes if code in self.stopped), "")
