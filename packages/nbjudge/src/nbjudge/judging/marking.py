"""The tests of a cell run here, one after the other, and give its points.

In the first pass a test that has to do with hidden tests waits: it has earned nothing yet. The
second adds outcomes and points of these to the results of the first, and no word.
"""

import ast
from dataclasses import replace
from time import monotonic

from ..protocol.errors import is_the_students
from ..results import CellResult
from ..words import clean
from .graded_cells import (
    GIVEN,
    gives_points,
    hidden_lines,
    is_gate,
    parts_of,
    points_name,
    shares_of,
    wanted,
    watched,
)
from .outcomes import (
    added_up,
    all_with_second,
    brief,
    case_of,
    cleaned,
    explained,
    points_of,
    reaches,
    reason_of,
    unlisted,
    waiting,
    with_second,
)

FAILED = object()
UNTOLD = "It draws from what a hidden test draws from, too, so nothing more is said about it."


class Marking:
    """Gives the points of test cells in one pass.

    Parameters:
        assignment: the source.
        hidden: False in the first pass.
        cells: in the second pass the results of the first.
        silent: the cells in which None stands for all points; None for every cell.
    """

    def __init__(self, assignment, hidden, cells, silent=None):
        self.assignment, self.hidden = assignment, hidden
        self.first_pass = {cell.grade_id: cell for cell in cells}
        self.tried = {}  # what the first try of a cell gave, and where it lacked a name
        self.shared = ()
        self.silent, self.gave_none = silent, set()
        self.why = {}  # of each cell the reason of its first error, hidden or not: see `prove`

    def result(self, item, space, recorder, problem):
        """The result of a test cell.

        Parameters:
            item: the cell, of class Graded.
            space: the `Space` in which it runs.
            recorder: what keeps the course's own verdicts, or None.
            problem: why its answer was not run to its end, "" if it was.
        """
        began = monotonic()
        self.item, self.space, self.recorder = item, space, recorder
        self.source = self.assignment.codes[item.place].source
        self.later = self.assignment.later[item.place]
        self.untold = frozenset() if self.hidden else self.assignment.drawn[item.place]
        says_points = gives_points(ast.parse(self.source), self.assignment.asserting)
        points, tests = self.whole() if says_points else self.parts()
        if problem:
            tests = explained(tests, "" if self.hidden else problem, space.met_a_gap)
        if before := self.first_pass.get(item.grade_id):
            points, tests = self.added_to(before, points, tests, says_points)
        return CellResult(
            grade_id=item.grade_id,
            points=round(points, 4),
            max=item.max,
            outcome="passed" if reaches(points, item.max) else "partly" if points > 0 else "failed",
            title=clean(item.title, 200),
            seconds=before.seconds if before else round(monotonic() - began, 3),
            tests=tuple(tests),
        )

    # ── a cell of asserts ───────────────────────────────────────────────────────────────────────

    def parts(self):
        """The points and tests of a cell in which every test has its share."""
        found = parts_of(self.source, self.assignment.asserting)
        share = self.item.max / len(found) if found else 0.0
        tests, lacked = [], []
        for part in found:
            self.space.forget_gaps()
            error = self.first_error(part)
            self.note(error)
            about = {"hint": part.hint, "hidden": part.hidden, "code": part.line}
            test = case_of(part.name, error, 0.0 if error else share, share, **about)
            if not (error or part.hidden) and _is_in(part, self.untold):
                test = replace(test, reason=UNTOLD)
            tests.append(self.said(test, _is_in(part, self.later), error))
            lacked.append(tests[-1].outcome != "passed" and self.space.lacks(part.body))
        self.space.met_a_gap = any(lacked)
        if self.item.grade_id in self.tried:  # only a test that lacked a name has a second try
            rows = zip(tests, *self.tried[self.item.grade_id], strict=True)
            tests = [new if gap else old for new, old, gap in rows]
        self.tried[self.item.grade_id] = tests, lacked
        return sum(test.points for test in tests), tests

    def note(self, error):
        if error is not None:
            self.why.setdefault(self.item.grade_id, reason_of(error))

    def first_error(self, part):
        """Run a test to its end, or up to its first error."""
        body = self.space.statements(part.body, self.item.place)
        for place, statement in enumerate(body):
            call = watched(statement, self.assignment.students_names)
            error, _ = self.space.execute([statement], f"<{self.item.grade_id}>")
            own = isinstance(error, AssertionError) and not is_the_students(error)
            if call and own and not error.args:
                given = brief(self.space.names.get(GIVEN), wanted(statement))
                error = AssertionError(f"{call} gave {given}")
            if error is not None:
                self.space.lose(body[place:], error)
                return error
        return None

    def said(self, test, is_later, error=None):
        """A test as this pass may tell it: the second says nothing, the first leaves some open."""
        if self.hidden:
            return replace(test, reason="")
        own = isinstance(error, NameError) and error.name in self.assignment.graders_names
        if is_later and own:  # a hidden line binds it
            test = replace(test, reason="", outcome="not run")
        return waiting(test) if is_later else test

    # ── a cell that says its points ─────────────────────────────────────────────────────────────

    def whole(self):
        """The points and tests of a cell that ends in its points."""
        item, space, tree = self.item, self.space, ast.parse(self.source)
        later = not self.hidden and self.later
        shares, ends = [], True
        self.shared = ()
        if points_name(tree):
            error, value, shares = self.shares()
        else:
            body = space.statements(tree.body, item.place)
            ends = bool(body) and body[-1].lineno == tree.body[-1].lineno
            error = value = None
            if body:
                error, value = space.execute(body, f"<{item.grade_id}>", value=ends)
            value = value if ends and error is None else FAILED
            if error:
                space.lose(body, error)
            space.lacks(tree.body)
        if value is None:
            self.gave_none.add(item.grade_id)
            value = None if self.silent is None or item.grade_id in self.silent else FAILED
        self.note(error)
        points = 0.0 if value is FAILED else points_of(value, item.max)
        tests = self.recorded()
        space.met_a_gap = space.met_a_gap and (not reaches(points, item.max) or bool(later))
        if not tests and any(share.most != 0 for share, *_ in shares):
            tests = added_up(shares, item.max)
            tests = [self.said(test, later and test.hidden) for test in tests]
        elif not tests or error:
            hidden = bool(hidden_lines(self.source))
            test = case_of("all tests of this cell", error, points, item.max, hidden=hidden)
            tests = [self.said(test, later, error)]
            if later and not error and not ends:
                reason = UNTOLD if self.untold and not hidden else ""
                tests = [replace(tests[0], outcome="not run", reason=reason)]
        if later:
            points = min(points, sum(test.points for test in tests))
        self.tried[item.grade_id] = self.shared
        return points, tests

    def recorded(self):
        """What the course's own functions have found, under the names that the first pass had."""
        if not self.recorder:
            return []
        tests = [*map(cleaned, self.recorder.cases(self.item.max))]
        if before := self.first_pass.get(self.item.grade_id):
            names = {test.name for test in before.tests}
            tests = [test if test.name in names else unlisted(test) for test in tests]
        return tests

    def shares(self):
        """The first error, all points, and (share, error, points) of each that may add some.

        All is FAILED if a gate fails, whether by an assertion or by any other error. Of a second
        try only that counts which lacked a name in the first.
        """
        tree, where = ast.parse(self.source), f"<{self.item.grade_id}>"
        space, name = self.space, points_name(tree)
        first, found, lacked, before = None, [], [], 0
        for share in shares_of(self.source, self.later):
            space.forget_gaps()
            wrong = None
            for statement in space.statements(share.body, self.item.place):
                error, _ = space.execute([statement], where)
                if error is not None and is_gate(statement, self.assignment.asserting):
                    space.lose(tree.body, error)
                    space.met_a_gap = any([space.lacks(share.body), *lacked])
                    return error, FAILED, []
                if error is not None:
                    space.lose([statement], error, keep=[name])
                wrong = wrong or error
            total = space.names.get(name, before) if share.most != 0 else before
            if share.hidden and not self.hidden:  # it has only prepared something
                wrong, total = None, before
                space.names[name] = before
            found.append((share, wrong, total - before))
            full = share.most is not None and reaches(total - before, share.most)
            lacked.append(not (full and wrong is None) and space.lacks(share.body))
            before, first = total, first or wrong
        error, value = space.execute(tree.body[-1:], where, value=True)
        space.met_a_gap = any(lacked)
        adds = any(share.most != 0 for share, *_ in found)
        old = self.tried.get(self.item.grade_id)
        if adds and old:
            found = [new if gap else one for new, one, gap in zip(found, *old, strict=True)]
            value = sum(added for *_, added in found)
        self.shared = found, lacked
        return first or error, FAILED if error else value, [] if error else found

    # ── the second pass ─────────────────────────────────────────────────────────────────────────

    def added_to(self, before, points, tests, says_points):
        """The points and tests of a cell after its second pass.

        Parameters:
            before: the result of its first.
            points, tests: those of the second pass alone.
            says_points: True if the cell says its points itself.
        """
        if says_points:
            if not self.later:
                return before.points, before.tests
            return points, all_with_second(before.tests, tests)
        parts = parts_of(self.source, self.assignment.asserting)
        nothing = [replace(test, points=0.0, outcome="not run") for test in tests]
        rows = zip(parts, before.tests or nothing, tests, strict=True)
        tests = [with_second(old, new) if _is_in(p, self.later) else old for p, old, new in rows]
        return sum(test.points for test in tests), tests


def _is_in(part, lines):
    """Does a statement of this part of a cell begin at one of these lines?"""
    return any(statement.lineno in lines for statement in part.body)
