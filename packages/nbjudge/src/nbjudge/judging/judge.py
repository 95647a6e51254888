"""The judge: reads one submission, and runs the source's tests against proxies of its values.

Trusted code in a process of its own, without network, in bounded memory and time. It runs the
source's locked cells and tests itself; of the submission it asks only for the names that they use
and that are the student's. What it finds it tells the parent cell by cell, as results.

A submission is judged twice, each time by a new judge with new workers. The first pass runs the
tests as students have them, and says all that is ever said. The second runs them whole, and adds
the outcomes and points of what has to do with hidden tests to the results of the first.
"""

import ast
import resource
import socket
from dataclasses import asdict, replace
from time import monotonic, process_time

from ..course import course_at
from ..protocol.errors import Ended, Exhausted, Tampered
from ..results import CellResult, Result
from ..sandbox.clock import Clock, set_limit
from ..sandbox.limits import Limits
from ..words import clean
from .assignment import read_assignment
from .code_cells import read_code
from .graded_cells import (
    GIVEN,
    adds_up,
    gives_points,
    hidden_lines,
    parts_of,
    released,
    shares_of,
    watched,
)
from .job import Parent
from .notebooks import Unreadable, read_notebook
from .outcomes import (
    added_up,
    all_with_second,
    brief,
    case_of,
    cleaned,
    explained,
    points_of,
    reason_of,
    untouched,
    waiting,
    with_second,
)
from .plan import make_plan
from .student import Student, is_gap
from .written_answers import written_answers

MEMORY = 2 << 30
READING = 10  # CPU seconds for the notebook itself
NOTES = 5
FAILED = object()


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
        self.learn, self.hidden = learn, hidden
        self.first_pass = {cell.grade_id: cell for cell in first.cells} if first else {}
        self.late_before = first.late.split() if first else ()
        self.graded = {item.grade_id: item for item in assignment.graded}
        self.space = {"__name__": "__main__"}
        self.done, self.again, self.gaps = set(), [], {}
        self.first, self.stopped, self.lost = {}, {}, {}
        self.clock = Clock(limits.test, lambda: self.student.line.busy)

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
            for step in plan.steps:
                if step.kind == "run":
                    self.run(step)
                else:
                    self.test(step.name)
            for name in tuple(self.again):
                self.test(name)
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
        self.notes = list(plan.notes)
        course = self.assignment.course
        self.student = Student(
            self.parent.connect, self.limits, self.learn, course, self.late_before
        )
        self.recorder = self.make_recorder()

    def try_constants(self, sources):
        """Which tests pass with each of these cells as all answers: [grade_id, name] of each.

        Not those that the course judges: a constant passes there only where it is the right answer.
        """
        passed = []
        try:
            self.begin(make_plan(self.assignment.cells, self.assignment.cells))
            for number, source in enumerate(sources):
                self.student.run(f"constant {number}", source)
                passed.append([])
                for item in (item for item in self.assignment.graded if not item.manual):
                    tests = self.result(item).tests
                    if not (self.recorder and [*self.recorder.cases(item.max)]):
                        passed[-1] += [
                            (item.grade_id, t.name) for t in tests if t.outcome == "passed"
                        ]
        except Ended as error:
            return self.ended("crash", str(error)) | {"passed": passed}
        return self.ended("ok", "") | {"passed": passed}

    def ended(self, status, reason):
        facts = {"status": status, "reason": clean(reason), "note": clean(" ".join(self.notes))}
        facts |= {"student": self.name_of_student(), "late": self.student.too_late}
        if self.learn:
            facts |= {"longest": self.student.longest, "spent": self.student.spent}
            facts |= {"test": self.clock.longest, "changes": self.student.changes}
            facts |= {"objects": sorted(self.student.objects), "handed": self.student.handed}
        return facts

    def name_of_student(self):
        """What the submission binds to STUDENT, as it is written there."""
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
            self.stopped[step.source] = f"Your cell stopped: {reason_of(error)}"
            if len(self.notes) < NOTES:
                said = clean(f"{type(error).__name__}: {error}", 200).rstrip(": ")
                self.notes.append(f"{step.name[:1].upper()}{step.name[1:]} stopped with {said}.")

    # ── tests ───────────────────────────────────────────────────────────────────────────────────

    def test(self, name):
        """Run a test cell, and tell the parent; if a name is missing, once more at the end."""
        item = self.graded[name]
        result = self.result(item)
        if self.met_a_gap and name not in self.again:
            self.again.append(name)
        elif self.met_a_gap and not self.problem_of(name) and len(self.notes) < NOTES:
            missing = ", ".join(sorted(set(self.gaps) & self.assignment.codes[item.place].uses))
            self.notes.append(f"{name} lacks {missing or 'a name'}, which no cell defines.")
        self.parent.tell(cell=asdict(result))

    def result(self, item):
        """The result of a test cell."""
        began = monotonic()
        code = self.assignment.codes[item.place]
        for place in self.assignment.needed:
            if place < item.place and place not in self.done:
                self.done.add(place)
                self.prepare(place)
        self.fetch(code.uses)
        self.forget_gaps()
        if self.recorder:
            self.recorder.begin(self.plan.answers.get(item.grade_id, ()))
        says_points = gives_points(ast.parse(code.source), self.assignment.asserting)
        points, tests = (self.whole if says_points else self.parts)(item, code.source)
        if problem := self.problem_of(item.grade_id):
            tests = explained(tests, "" if self.hidden else problem, self.met_a_gap)
        if before := self.first_pass.get(item.grade_id):
            points, tests = self.added_to(before, item, points, tests, says_points)
        return CellResult(
            grade_id=item.grade_id,
            points=round(points, 4),
            max=item.max,
            outcome="passed" if points >= item.max else "partly" if points > 0 else "failed",
            title=clean(item.title, 200),
            seconds=before.seconds if before else round(monotonic() - began, 3),
            tests=tuple(tests),
        )

    def added_to(self, before, item, points, tests, says_points):
        """The points and tests of a cell after its second pass.

        Parameters:
            before: the result of its first.
            item: the cell.
            points, tests: those of the second pass alone.
            says_points: True if the cell says its points itself.
        """
        later = self.assignment.later[item.place]
        if says_points:
            if not later:
                return before.points, before.tests
            return points, all_with_second(before.tests, tests)
        parts = parts_of(self.assignment.codes[item.place].source, self.assignment.asserting)
        nothing = [replace(test, points=0.0, outcome="not run") for test in tests]
        rows = zip(parts, before.tests or nothing, tests, strict=True)
        tests = [with_second(old, new) if _is_in(p, later) else old for p, old, new in rows]
        return sum(test.points for test in tests), tests

    def statements(self, body, source):
        """Those of these statements that this pass runs, as it runs them."""
        if self.hidden:
            return body
        shown = {statement.lineno: statement for statement in released(source)}
        return [shown[statement.lineno] for statement in body if statement.lineno in shown]

    def problem_of(self, name):
        """Why a test's answer was not run, or not to its end; "" if it was."""
        if problem := self.plan.problems.get(name):
            return f"Your cell was not run: {problem}"
        codes = self.plan.answers.get(name, ())
        return next((self.stopped[code] for code in codes if code in self.stopped), "")

    def prepare(self, place):
        """Run a locked cell of the source, or the imports of any other."""
        source = self.assignment.codes[place].source
        body = self.statements(ast.parse(source).body, source)
        wanted = self.assignment.needed[place]
        if wanted is not None:
            body = [node for node in body if _binds(node) & wanted]
        names = (node for part in body for node in ast.walk(part) if isinstance(node, ast.Name))
        self.fetch({node.id for node in names})
        for statements in [body] if wanted is None else [[node] for node in body]:
            error, _ = self.execute(statements, f"<cell {place}>")
            if error and self.learn:
                name = self.assignment.cells[place].grade_id or f"number {place + 1}"
                self.notes.append(f"The grader's cell {name} stopped with {reason_of(error)}.")

    def fetch(self, names):
        """Give the grader's space the student's values of these names, and of those it may use."""
        for name in (names | self.assignment.helpers_use) & self.assignment.students_names:
            self.gaps.pop(name, None)
            try:
                self.space[name] = self.student.get(name)
            except Exception as error:
                self.space.pop(name, None)
                self.gaps[name] = error

    def execute(self, body, name, value=False):
        """Run statements of the source; return the error, and the value of the last expression."""
        error, result = self.clock.run(body, name, self.space, value)
        if self.student.tampered:
            raise self.student.tampered
        if isinstance(error, NameError):
            error = self.lost.get(error.name) or self.gaps.get(error.name, error)
            self.met_a_gap = self.met_a_gap or is_gap(error)
        return error, result

    def forget_gaps(self):
        """From here on, `lacks` looks for names that are missing."""
        self.met_a_gap = self.student.lacked = False

    def lacks(self, statements):
        """Have these statements met a name that no cell has bound yet, even if they caught it?"""
        used = frozenset().union(*(read_code(ast.unparse(one)).uses for one in statements))
        self.met_a_gap |= self.student.lacked or any(is_gap(self.gaps.get(n)) for n in used)
        return self.met_a_gap

    def lose(self, statements, error, keep=()):
        """What failed statements should have bound is gone: it may be a value from before.

        A statement that uses it is told the error.
        """
        told = None if isinstance(error, AssertionError) else error
        for name in set().union(*map(_binds, statements)).difference(keep):
            self.space.pop(name, None)
            self.lost[name] = told

    def parts(self, item, source):
        """A cell of asserts: every test has its share of the points."""
        found = parts_of(source, self.assignment.asserting)
        share = item.max / len(found) if found else 0.0
        tests, lacked = [], []
        for part in found:
            self.forget_gaps()
            error = None
            body = self.statements(part.body, source)
            for place, statement in enumerate(body):
                call = watched(statement, self.assignment.students_names)
                error, _ = self.execute([statement], f"<{item.grade_id}>")
                if call and isinstance(error, AssertionError) and not error.args:
                    error = AssertionError(f"{call} gave {brief(self.space.get(GIVEN))}")
                if error is not None:
                    self.lose(body[place:], error)
                    break
            points = 0.0 if error else share
            about = {"hint": part.hint, "hidden": part.hidden, "code": part.line}
            test = case_of(part.name, error, points, share, **about)
            tests.append(self.said(test, _is_in(part, self.assignment.later[item.place]), error))
            lacked.append(tests[-1].outcome != "passed" and self.lacks(part.body))
        self.met_a_gap = any(lacked)
        if item.grade_id in self.again:  # only a test that lacked a name has a second try
            before, gaps = self.first[item.grade_id]
            tests = [new if gap else old for new, old, gap in zip(tests, before, gaps, strict=True)]
        self.first[item.grade_id] = tests, lacked
        return sum(test.points for test in tests), tests

    def said(self, test, is_later, error=None):
        """A test as this pass may tell it: the second says nothing, the first leaves some open."""
        if self.hidden:
            return replace(test, reason="")
        own = isinstance(error, NameError) and error.name in self.assignment.graders_names
        if is_later and own:  # a hidden line binds it
            test = replace(test, reason="", outcome="not run")
        return waiting(test) if is_later else test

    def whole(self, item, source):
        """A cell that ends in its points."""
        tree, where = ast.parse(source), f"<{item.grade_id}>"
        recorder = self.recorder
        hidden = bool(hidden_lines(source))
        later = not self.hidden and self.assignment.later[item.place]
        shares = []
        if adds_up(tree):
            error, value, shares = self.shares(item, source)
        else:
            body = self.statements(tree.body, source)
            ends = body and body[-1].lineno == tree.body[-1].lineno
            error, value = self.execute(body, where, value=bool(ends))
            value = value if error is None else FAILED
            self.lacks(tree.body)
        points = 0.0 if value is FAILED else points_of(value, item.max)
        tests = [cleaned(test) for test in recorder.cases(item.max)] if recorder else []
        self.met_a_gap = self.met_a_gap and (points < item.max or bool(later))
        if not tests and any(share.most != 0 for share, *_ in shares):
            tests = added_up(shares, item.max)
            tests = [self.said(test, later and test.hidden) for test in tests]
        elif not tests or error:
            test = case_of("all tests of this cell", error, points, item.max, hidden=hidden)
            tests = [self.said(test, later, error)]
        if later:
            points = min(points, sum(test.points for test in tests))
        if item.grade_id in self.again and self.first[item.grade_id][0] > points:
            return self.first[item.grade_id]  # a second try costs nothing
        self.first[item.grade_id] = points, tests
        return points, tests

    def shares(self, item, source):
        """The first error, all points, and (share, error, points) of each that may add some.

        All is FAILED if one asserts what does not hold. Of a second try only that counts which
        lacked a name in the first.
        """
        tree, where = ast.parse(source), f"<{item.grade_id}>"
        name = tree.body[-1].value.id
        first, found, lacked, before = None, [], [], 0
        for share in shares_of(source, self.assignment.later[item.place]):
            self.forget_gaps()
            wrong = None
            for statement in self.statements(share.body, source):
                error, _ = self.execute([statement], where)
                if isinstance(error, AssertionError):
                    self.met_a_gap = any([self.met_a_gap, *lacked])
                    return error, FAILED, []
                if error is not None:
                    self.lose([statement], error, keep=[name])
                wrong = wrong or error
            total = self.space.get(name, before) if share.most != 0 else before
            if share.hidden and not self.hidden:  # it has only prepared something
                wrong, total = None, before
                self.space[name] = before
            found.append((share, wrong, total - before))
            full = wrong is None and total - before == share.most
            lacked.append(not full and self.lacks(share.body))
            before, first = total, first or wrong
        error, value = self.execute(tree.body[-1:], where, value=True)
        self.met_a_gap = any(lacked)
        key = f"{item.grade_id} in shares"
        adds = any(share.most != 0 for share, *_ in found)
        if adds and item.grade_id in self.again and key in self.first:
            pairs = zip(found, *self.first[key], strict=True)
            found = [new if gap else old for new, old, gap in pairs]
            value = sum(added for *_, added in found)
        self.first[key] = found, lacked
        return first or error, FAILED if error else value, [] if error else found


def _is_in(part, lines):
    """Does a statement of this part of a cell begin at one of these lines?"""
    return any(statement.lineno in lines for statement in part.body)


def _binds(statement):
    """The names that a statement binds."""
    return read_code(ast.unparse(statement)).binds
