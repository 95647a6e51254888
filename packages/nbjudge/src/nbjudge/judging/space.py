"""The names that the source's statements run with: the grader's own, and the student's."""

import ast
import copy

from ..protocol.errors import TOO_LONG, OutOfTime, is_the_students
from ..protocol.proxies import only_called
from .code_cells import read_code
from .graded_cells import hidden_lines, released
from .states import state_of
from .student import NO_NAME, is_gap

ONLY_CALLED = "_only_called"
ONLY_IN_TESTS = (
    "a test cell makes it, and tests run apart from your code: make it in a cell of your own"
)


class Space:
    """The judge's names, and what has become of those that are missing.

    Parameters:
        assignment: the source.
        student: the submission's code.
        clock: the `Clock` that statements run by.
        begin: a function that is told which statement begins, and may refuse it.
        hidden: False runs statements without what is hidden in them.
    """

    def __init__(self, assignment, student, clock, begin, hidden):
        self.assignment, self.student = assignment, student
        self.clock, self.begin, self.hidden = clock, begin, hidden
        self.changes = assignment.changes
        self.names = {"__name__": "__main__", ONLY_CALLED: only_called}
        self.done, self.gaps, self.lost, self.busy = set(), {}, {}, []
        self.met_a_gap, self.missing = False, set()
        self.hidden_here = set()  # lines of the cell that is being run

    def statements(self, body, place):
        """Those of these statements of a cell that this pass runs, as it runs them."""
        if self.hidden:
            self.hidden_here = hidden_lines(self.assignment.codes[place].source)
            return body
        shown = {_start(one): one for one in released(self.assignment.codes[place].source)}
        shown = {at: one for at, one in shown.items() if at[0] not in self.assignment.drawn[place]}
        return [shown[at] for at in map(_start, body) if at in shown]

    def prepare(self, place):
        """Run what a test at this place needs of the cells above; {cell: error} of what stopped."""
        errors = {}
        for cell, wanted in self.assignment.needed.items():
            if cell < place and cell not in self.done:
                self.done.add(cell)
                errors[cell] = self._run_cell(cell, wanted)
        return {cell: error for cell, error in errors.items() if error}

    def _run_cell(self, place, wanted):
        """Run a locked cell of the source (None), or of any other the imports of these names."""
        source = self.assignment.codes[place].source
        body = self.statements(ast.parse(source).body, place)
        if wanted is not None:
            body = [node for node in body if read_code(ast.unparse(node)).binds & wanted]
        names = (node for part in body for node in ast.walk(part) if isinstance(node, ast.Name))
        self.fetch({node.id for node in names})
        first = None
        for number, statement in enumerate(body):
            error, _ = self.execute([statement], f"<cell {place}>")
            first = first or error
            if error and wanted is None:
                self.lose(body[number:], error)
                break
        return first

    def fetch(self, names):
        """Take the student's values of these names, and of those that helpers may use."""
        self.student.allowance.begin_statement()
        for name in (names | self.assignment.helpers_use) & self.assignment.students_names:
            self.gaps.pop(name, None)
            try:
                self.names[name] = self.student.get(name)
            except Exception as error:
                self.names.pop(name, None)
                self.gaps[name] = error

    def execute(self, body, name, value=False):
        """Run statements of the source; return the error, and the value of the last expression."""
        last = body[-1:] if value else []
        names = {node.id for one in body for node in ast.walk(one) if isinstance(node, ast.Name)}
        names &= self.assignment.students_names
        if sum(these <= names for these in self.busy) > 1:  # as where a judge was ended
            return OutOfTime(TOO_LONG), None
        try:
            self.begin(name, body[0].lineno, names)
        except OutOfTime as late:
            return late, None
        body = [*map(without_values, body[:-1] if value else body), *last]
        self.student.allowance.begin_statement()
        before = self.states_used(body) if self.student.learn else {}
        error, result = self.clock.run(body, name, self.names, value)
        self.student.drained |= {n for n in before if before[n] != state_of(self.names.get(n))}
        if self.student.tampered:
            raise self.student.tampered
        if self.clock.rang and names:
            self.busy.append(names)
        if isinstance(error, NameError):
            error = self.lost.get(error.name) or self.gaps.get(error.name, error)
            self.met_a_gap = self.met_a_gap or is_gap(error)
        return self.explained(error), result

    def explained(self, error):
        """An error, which also says so where a name is missing that only a test cell binds."""
        names = {*NO_NAME.findall(str(error))} if is_gap(error) else set()
        if names & self.assignment.only_in_tests and ONLY_IN_TESTS not in str(error):
            error.args = (f"{error}: {ONLY_IN_TESTS}",)
        return error

    def states_used(self, body):
        """The states of what hidden statements among these use, and do not bind: {name: state}."""
        found = {}
        for one in body:
            if self.hidden_here & set(range(one.lineno, one.end_lineno + 1)):
                used = self.changes.used_by(one) - read_code(ast.unparse(one)).binds
                found |= {n: state_of(self.names[n]) for n in used & self.names.keys()}
        return found

    def forget_gaps(self):
        """From here on, `lacks` looks for names that are missing."""
        self.met_a_gap = False
        self.student.lacked.clear()

    def lacks(self, statements):
        """Have these statements met a name that no cell has bound yet, even if they caught it?"""
        used = frozenset().union(*(read_code(ast.unparse(one)).uses for one in statements))
        gaps = {name for name in used if is_gap(self.gaps.get(name))} | self.student.lacked
        self.missing |= gaps
        self.met_a_gap |= bool(gaps)
        return self.met_a_gap

    def lose(self, statements, error, keep=()):
        """What failed statements may have changed is gone: it is half done, or from before.

        A statement that uses it is told the error. An `assert` that does not hold has done all
        that it does, so that only what it binds is gone.
        """
        own = isinstance(error, AssertionError) and not is_the_students(error)
        names = set()
        for one in statements:
            done = own and isinstance(one, ast.Assert)
            names |= read_code(ast.unparse(one)).binds if done else self.changes.of(one)
        for name in names.difference(keep, self.assignment.students_names):
            self.names.pop(name, None)
            self.lost[name] = None if own else error


def _start(statement):
    """Where a statement begins: several may stand on one line."""
    return statement.lineno, statement.col_offset


def without_values(statement):
    """The statement, in which calls whose values nobody uses ask a student's function for none.

    >>> ast.unparse(without_values(ast.parse("for x in xs: stack.push(x)").body[0]))
    'for x in xs:\\n    _only_called(stack.push)(x)'
    """
    if not any(map(_is_call_alone, ast.walk(statement))):
        return statement  # which may be a table of ten thousand numbers
    statement = copy.deepcopy(statement)
    for node in filter(_is_call_alone, ast.walk(statement)):
        name = ast.Name(ONLY_CALLED, ast.Load())
        node.value.func = ast.Call(name, [node.value.func], [])
    return ast.fix_missing_locations(statement)


def _is_call_alone(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
