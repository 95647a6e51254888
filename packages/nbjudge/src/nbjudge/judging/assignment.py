"""The lecturer's notebook: which cells give points, and whose each name is.

A name that a locked cell or any import of the source binds is the grader's own. A name that a
solution or plain cell binds is the student's. No other name is ever asked of a submission.
"""

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..course import NO_COURSE, Course
from .changes import Changes
from .code_cells import NEARLY, imports_of, is_nearly_a_mark, read_code, shown_part
from .graded_cells import asserting_functions, gives_points, hidden_lines, points_name
from .notebooks import Cell, Unreadable, read_notebook

CANNOT_RUN = {"pyspark": "Spark"}  # which starts Java; a course may know more names
FINDS_NO_TESTS = ("unittest.main", "doctest.testmod", "testmod")  # they look into our own process
FUNCTIONS = (ast.Name, ast.Attribute, ast.Lambda)  # what may be one
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)


class GradingError(ValueError):
    """A class cannot be graded like this: one sentence says why."""


@dataclass(frozen=True)
class Graded:
    """One cell that gives points.

    Parameters:
        place: its number among the source's cells.
        grade_id: its name.
        max: the points that it can give.
        manual: True if a person marks it.
        title: the nearest heading above it, "" without one.
    """

    place: int
    grade_id: str
    max: float
    manual: bool
    title: str


@dataclass(frozen=True)
class Assignment:
    """The source notebook, read.

    Parameters:
        name: the notebook's name without its ending.
        content: its bytes.
        cells: its cells.
        files: a folder with what its cells read, such as tables; None without one.
        course: the `Course` whose packages and verdicts it uses.
    """

    name: str
    content: bytes
    cells: tuple[Cell, ...]
    files: Path | None = None
    course: Course = NO_COURSE

    @cached_property
    def codes(self):
        """The code of each cell; that of a text has nothing in it."""
        return tuple(read_code(cell.source if cell.kind == "code" else "") for cell in self.cells)

    @cached_property
    def imports(self):
        """The imports of each cell, as far as students see them."""
        codes = (imports_of(shown_part(c.source)) for c in self.cells if c.kind == "code")
        return tuple(filter(None, codes))

    @cached_property
    def titles(self):
        """The nearest heading at or above each cell, "" without one."""
        titles = [""]
        for cell in self.cells:
            headings = HEADING.findall(shown_part(cell.source)) if cell.kind != "code" else ()
            titles.append(headings[-1] if headings else titles[-1])
        return tuple(titles[1:])

    @cached_property
    def graded(self):
        """The cells that give points, in their order."""
        found = []
        for place, (cell, title) in enumerate(zip(self.cells, self.titles, strict=True)):
            manual = cell.task or (cell.grade and (cell.solution or cell.kind != "code"))
            if manual or cell.grade:
                found.append(Graded(place, cell.grade_id, cell.points, manual, title))
        return tuple(found)

    @cached_property
    def graders_names(self):
        """What a locked cell or an import binds."""
        return frozenset().union(
            *(
                code.binds if is_the_graders(cell) else code.imports
                for cell, code in zip(self.cells, self.codes, strict=True)
            )
        )

    @cached_property
    def students_names(self):
        """What a solution or plain cell binds, and the grader does not."""
        written = (
            code.binds
            for cell, code in zip(self.cells, self.codes, strict=True)
            if not is_the_graders(cell)
        )
        return frozenset().union(*written) - self.graders_names - {"*"}

    @cached_property
    def only_in_tests(self):
        """What a test cell binds, as students have it, and no other cell."""
        tests = {item.place for item in self.graded if not item.manual}
        shown = (read_code(shown_part(self.cells[place].source)).binds for place in tests)
        others = (code.binds for place, code in enumerate(self.codes) if place not in tests)
        return frozenset().union(*shown).difference(*others)

    def source_of(self, grade_id):
        """The code of the graded cell with this name."""
        return next(self.codes[one.place].source for one in self.graded if one.grade_id == grade_id)

    def open_names(self):
        """Sentences about names that tests use, and that a cell which is nobody's answer binds."""
        plain, answers = set(), set()
        for cell, code in zip(self.cells, self.codes, strict=True):
            if not is_the_graders(cell):
                (answers if cell.solution else plain).update(code.binds)
        plain &= self.students_names - answers - {"STUDENT"}
        for item in (item for item in self.graded if not item.manual):
            for name in sorted(self.codes[item.place].uses & plain):
                why = "which a student may change: lock the cell that binds it"
                yield f"{item.grade_id} uses {name}, {why}"

    def open_draws(self):
        """Sentences about functions from which a student's may draw what hidden lines draw next."""
        own, hidden, handed = self.changes, set(), {}
        for item in (item for item in self.graded if not item.manual):
            code = self.codes[item.place]
            concealed = hidden_lines(code.source)
            for statement in ast.parse(code.source).body:
                if concealed & set(range(statement.lineno, statement.end_lineno + 1)):
                    hidden |= own.drawn_by(statement)
                    continue
                for function in functions_handed(statement, self.students_names):
                    said = item.grade_id, ast.unparse(function)
                    handed.setdefault(said, set()).update(own.drawn_by(ast.Expr(function)))
        for (cell, function), draws in handed.items():
            for name in sorted(draws & hidden - self.students_names):
                yield (
                    f"{cell} hands {function} to an answer, which may call it more often and tell "
                    f"what {name} gives next: give hidden lines, which draw from it, their own"
                )

    def all_or_nothing(self):
        """Sentences for the lecturer about cells that an error costs all points.

        Not where the course's own functions judge: they catch the errors of an answer.
        """
        modules = self.course.silent_modules()
        if any(
            _judging(one, modules) for code in self.codes for one in ast.parse(code.source).body
        ):
            return
        for item in (item for item in self.graded if not item.manual):
            tree = ast.parse(self.codes[item.place].source)
            if gives_points(tree, self.asserting) and not points_name(tree):
                said = "this cell is all or nothing: an error in it costs all its points"
                yield f"{item.grade_id}: {said}"

    # ── what the judge itself runs ──────────────────────────────────────────────────────────────

    @cached_property
    def graders_codes(self):
        """The code of the grader's cells."""
        cells = zip(self.cells, self.codes, strict=True)
        return [code for cell, code in cells if is_the_graders(cell)]

    @cached_property
    def needed(self):
        """{place: names} of the cells, tests apart, whose names a test uses, directly or not.

        A locked cell is run whole (None) if it binds such a name, or does something with one that
        is the grader's; of any other cell only the imports of such names are run.
        """
        tests = {item.place for item in self.graded if not item.manual}
        wanted = set().union(*(self.codes[place].uses for place in tests))
        needed, before = {}, None
        while before != (before := (len(needed), len(wanted))):
            for place, (cell, code) in enumerate(zip(self.cells, self.codes, strict=True)):
                own = code.binds - code.imports
                used = (own | (code.uses & self.graders_names) - code.imports) & wanted
                if place in tests or not code.source:
                    continue
                if is_the_graders(cell) and used:
                    needed[place] = None
                    wanted |= code.uses
                elif code.imports & wanted or "*" in code.imports:
                    needed[place] = code.imports & wanted | {"*"}
        return dict(sorted(needed.items()))

    @cached_property
    def helpers_use(self):
        """The names that the grader's functions use: whatever test calls them needs these."""
        codes = [code for code in self.graders_codes if "def " in code.source]
        return frozenset().union(*(code.uses for code in codes))

    @cached_property
    def asserting(self):
        """The grader's functions that assert something."""
        codes = [code.source for code in self.graders_codes]
        return frozenset().union(*map(asserting_functions, codes))

    # ── what waits for the second pass ──────────────────────────────────────────────────────────

    @cached_property
    def changes(self):
        """What the grader's code may change."""
        return Changes([code.source for code in self.graders_codes], self.asserting)

    @property
    def later(self):
        """The lines of each cell at which a statement begins that has to do with hidden tests.

        Something of it is hidden, or it uses what a hidden line may change, or a function of the
        course's that may judge an answer with hidden inputs.
        """
        return [lines for lines, _ in self.waiting]

    @property
    def drawn(self):
        """Those of these lines that the first pass leaves out, since it would draw what is hidden.

        They use a generator from which a hidden line has drawn, or what was drawn after it.
        """
        return [lines for _, lines in self.waiting]

    @cached_property
    def waiting(self):
        """The lines of each cell that are `later`, and those among them that are `drawn`."""
        names, generators, found = set(), set(), []
        imported = frozenset().union(*(code.imports for code in self.codes))
        for cell, code in zip(self.cells, self.codes, strict=True):
            hidden, lines, drawn = hidden_lines(code.source), set(), set()
            tree, graders = ast.parse(code.source), is_the_graders(cell)
            points = graders and gives_points(tree, self.asserting) and points_name(tree)
            for statement in tree.body:
                names |= _judging(statement, self.course.silent_modules())
                if not graders or isinstance(statement, ast.Import | ast.ImportFrom):
                    continue
                is_hidden = hidden & set(range(statement.lineno, statement.end_lineno + 1))
                uses, binds = self.changes.used_by(statement), self.changes.of(statement) - {points}
                draws = self.changes.drawn_by(statement) - imported
                if uses & generators and not is_hidden:
                    drawn.add(statement.lineno)
                    generators |= binds
                if is_hidden or uses & names:
                    lines.add(statement.lineno)
                    names |= binds | draws
                    generators |= draws
                else:
                    names -= read_code(ast.unparse(statement)).binds
                    generators -= read_code(ast.unparse(statement)).binds
            found.append((frozenset(lines), frozenset(drawn)))
        return tuple(found)

    @cached_property
    def has_hidden(self):
        """Does any test have to do with hidden tests, so that there is a second pass?"""
        return any(self.later[item.place] for item in self.graded if not item.manual)


def functions_handed(statement, students):
    """What a statement hands to functions of the student's, apart from the values of calls.

    >>> found = functions_handed(ast.parse("assert f(draw, g(1)) == h(rng.random)").body[0], {"f"})
    >>> [ast.unparse(node) for node in found]
    ['draw']
    """
    for call in ast.walk(statement):
        if isinstance(call, ast.Call) and _first_name(call.func) in students:
            given = [*call.args, *(one.value for one in call.keywords)]
            yield from (
                one for one in given if isinstance(one, ast.Name | ast.Attribute | ast.Lambda)
            )


def _first_name(node):
    """The name with which a chain of attributes, calls and items begins; "" if it is none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return getattr(node, "id", "")


def _judging(statement, modules):
    """The names of the course's functions that a statement imports, apart from those for data."""
    names = set()
    for alias in statement.names if isinstance(statement, ast.Import) else ():
        if any(alias.name == one or alias.name.startswith(f"{one}.") for one in modules):
            names.add(alias.asname or alias.name.partition(".")[0])
    if isinstance(statement, ast.ImportFrom) and (one := modules.get(statement.module)):
        every = [ast.alias(name) for name in (*one.silent, *one.constants)]
        for alias in every if statement.names[0].name == "*" else statement.names:
            if alias.name not in one.asks:
                names.add(alias.asname or alias.name)
    return names


def is_the_graders(cell):
    """Is this cell of the source the grader's: a test, or one that the student must not change?"""
    return cell.kind == "code" and not cell.solution and (cell.locked or cell.grade)


def read_assignment(
    content: bytes, name: str, files: Path | None = None, course: Course = NO_COURSE
) -> Assignment:
    """The assignment in a source notebook, or `GradingError` with what is wrong with it.

    Parameters:
        content: the notebook's bytes.
        name: its name without the ending.
        files: a folder whose content every submission finds where it runs; None without one.
        course: the `Course` whose packages and verdicts the source uses.
    """
    try:
        assignment = Assignment(name, content, read_notebook(content), files, course)
    except Unreadable as error:
        raise GradingError(f"the source cannot be read: {error}") from None
    if not assignment.graded:
        raise GradingError("the source has no graded cell: mark them in nbgrader's toolbar")
    seen = set()
    for item in assignment.graded:
        if not item.grade_id:
            raise GradingError("a graded cell of the source has no name: fill in its ID")
        if item.grade_id in seen:
            raise GradingError(f"two graded cells of the source are named {item.grade_id!r}")
        if item.max < 0:
            raise GradingError(f"the cell {item.grade_id} gives less than 0 points")
        seen.add(item.grade_id)
    for cell, code in zip(assignment.cells, assignment.codes, strict=True):
        if code.problem and (cell.solution or is_the_graders(cell)):
            raise GradingError(f"the source's cell {cell.grade_id} is not Python: {code.problem}")
        if odd := [line.strip() for line in cell.source.split("\n") if is_nearly_a_mark(line)]:
            where = f"the source's cell {cell.grade_id}".rstrip()
            raise GradingError(f"{where}: {odd[0]!r} {NEARLY}")
        calls = [
            ast.unparse(n.func) for n in ast.walk(ast.parse(code.source)) if isinstance(n, ast.Call)
        ]
        if is_the_graders(cell) and (found := [one for one in calls if one in FINDS_NO_TESTS]):
            raise GradingError(
                f"the source's cell {cell.grade_id} calls {found[0]}, which finds no test where "
                "nbjudge runs it, and would pass whatever the answer is: write `assert` statements"
            )
        automatic = cell.kind == "code" and cell.grade != cell.solution
        for name, what in {**CANNOT_RUN, **course.cannot_run()}.items() if automatic else ():
            if re.search(rf"\b{re.escape(name)}\b", cell.source):
                raise GradingError(
                    f"the source's cell {cell.grade_id} needs {what}, which cannot run in the "
                    "sandbox: mark the answer as one that a person grades, and leave out its test"
                )
    return assignment
