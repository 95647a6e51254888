"""Which cells of a submission run, in which order, and when each test of the source runs.

The order is the student's, the tests are the source's. The worker runs

- all code of the submission in its order, every copy of an answer included, so that the last
  definition counts; a copy of the untouched starter is left out where another copy has an answer;
- an answer whose cell became text, if it compiles, and a text cell without a name if it binds what
  a test wants and no code binds;
- no test cell, unless the student wrote into it what a test wants;
- of a locked cell that the student edited, first the source's version, then the student's;
- what the submission lacks but its code mentions, before the first cell that does: locked cells
  that the source's own solution uses, plain cells whose names nothing binds, and imports of all
  others. What only tests use may be the value that they expect, and never enters the sandbox.

A test runs after its own place and after its answers, whichever is later. Its answers are the cells
with the grade_ids of the source's answers. If none of them binds what the test wants, or only the
starter does, the last cell that binds it is the answer. A cell that does not compile costs only
itself. Everything here is pure: cells in, steps out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..words import clean
from .assignment import Assignment, is_the_graders
from .code_cells import (
    Code,
    code_of_text,
    imports_of,
    is_starter,
    read_code,
    shown_part,
    written_lines,
)
from .notebooks import Cell

READ = 1_000_000  # characters of a submission's code; the rest is not run
NOTES = 12


@dataclass(frozen=True)
class Step:
    """One thing to do: run a cell in the worker, or a test in the judge.

    Parameters:
        kind: "run" or "test".
        name: of a test its grade_id; of a cell what to call it in a message ("cell 3").
        source: of a cell the code to run; "" for a test, which the source has.
        place: the number of the submission's cell, from 1; 0 for one that comes from the source.
    """

    kind: str
    name: str
    source: str = ""
    place: int = 0


@dataclass(frozen=True)
class Plan:
    """What to do with a submission.

    Parameters:
        steps: in their order; every test of the source is among them once.
        answers: {a test's grade_id: the code of the cells that count as its answers}.
        problems: {a test's grade_id: why its answer cannot be run}, for those that cannot.
        notes: sentences for the student and the lecturer.
        untouched: the grade_ids of tests for whose answers nobody has written anything.
    """

    steps: tuple[Step, ...]
    answers: dict[str, tuple[str, ...]]
    problems: dict[str, str]
    notes: tuple[str, ...]
    untouched: frozenset[str] = frozenset()


def is_test(cell: Cell) -> bool:
    """Is this cell of the source one of tests, which gives points by itself?"""
    return is_the_graders(cell) and cell.grade


def make_plan(source: Sequence[Cell], submission: Sequence[Cell]) -> Plan:
    """The plan for a submission.

    Parameters:
        source: the cells of the trusted source notebook.
        submission: the cells of the student's notebook.
    """
    return _Planner(source, submission).plan()


def called(name, source):
    """What a note calls a cell.

    >>> called("cell 3", "x = 1\\ny = 2")
    'Cell 3 (x = 1)'
    """
    lines = source.strip().split("\n")  # "pass" stands where a line of Jupyter's was left out
    line = next((line for line in lines if line.strip() not in ("", "pass")), lines[0])
    return f"{name[:1].upper()}{name[1:]} ({clean(line.strip(), 40)})"


def in_order(notes):
    """Notes in the order of the cells that they are about; all others stand last.

    >>> in_order(["t1 lacks x.", "Cell 10 stopped.", "Cell 9 (y) stopped."])
    ['Cell 9 (y) stopped.', 'Cell 10 stopped.', 't1 lacks x.']
    """
    numbers = [re.match("Cell ([0-9]+) ", note) for note in notes]
    keys = [int(number[1]) if number else READ for number in numbers]
    return [note for _, note in sorted(zip(keys, notes, strict=True), key=lambda pair: pair[0])]


class _Planner:
    """Cells are numbers here: `source` and `submission` are indexed from 0."""

    def __init__(self, source, submission):
        self.students = Assignment("", b"", tuple(source)).students_names
        self.source = [cell for cell in source if cell.kind == "code"]
        self.codes = [read_code(cell.source) for cell in self.source]
        self.shown = [shown_part(cell.source) for cell in self.source]
        self.tests = [i for i, cell in enumerate(self.source) if is_test(cell)]
        self.locked = [
            i for i, cell in enumerate(self.source) if is_the_graders(cell) and not cell.grade
        ]
        self.wanted = {test: self.names_for(test) for test in self.tests}
        self.for_answers = self.cells_for_answers()
        given = [self.codes[i].binds - self.codes[i].imports for i in self.locked]
        used = [self.codes[test].uses for test in self.tests]
        self.originals = frozenset().union(*given) & frozenset().union(*used)
        self.asked = frozenset().union(*self.wanted.values())
        self.named = {cell.grade_id: i for i, cell in enumerate(self.source) if cell.grade_id}
        # A cell may have lost its metadata: tests and locked cells are known by what they say.
        # Two that say the same, or nothing, cannot be told apart.
        fixed = sorted([*self.tests, *self.locked])
        said = [written_lines(self.shown[i]) for i in fixed]
        self.said = {x: i for x, i in zip(said, fixed, strict=True) if x and said.count(x) == 1}

        self.submission, self.left, self.notes = submission, READ, []
        self.role = [self.role_of(cell) for cell in submission]
        self.runs = [self.code_to_run(i) for i in range(len(submission))]
        self.binds = [self.names_bound(i) for i in range(len(submission))]
        self.find_retyped()
        self.answered = {role for role, names in zip(self.role, self.binds, strict=True) if names}

    def names_for(self, test):
        """The student's names that a test uses, by itself or through functions of locked cells."""
        names = set()
        waiting = [test]
        while waiting:
            used = self.codes[waiting.pop()].uses - names
            names |= used
            waiting += [i for i in self.locked if self.codes[i].binds & used]
        return names & self.students

    def cells_for_answers(self):
        """The locked cells whose names the source's own solution uses, directly or not.

        What only tests use may be the value that they expect, and stays out of the sandbox.
        """
        waiting = [i for i, cell in enumerate(self.source) if not is_the_graders(cell)]
        found = set()
        while waiting:
            names = self.codes[waiting.pop()].uses
            users = [i for i in self.locked if i not in found and self.codes[i].binds & names]
            found.update(users)
            waiting += users
        return found

    def role_of(self, cell):
        """Which cell of the source this is; None for one of the student's own."""
        if cell.grade_id in self.named:
            return self.named[cell.grade_id]
        return self.said.get(self.lines_of(cell))

    def lines_of(self, cell):
        """What a cell of the submission says, to compare it; nothing if it is far too long."""
        longest = max(map(len, self.shown), default=0)
        return (
            written_lines(shown_part(cell.source)) if len(cell.source) < 2 * longest + 999 else ()
        )

    # ── what runs ───────────────────────────────────────────────────────────────────────────────

    def code_to_run(self, i):
        """What of this cell runs, as Code; None for nothing."""
        cell, role = self.submission[i], self.role[i]
        fixed = role in self.tests or role in self.locked
        if fixed and (cell.kind == "text" or self.is_as_handed_out(i)):
            return None
        if cell.kind == "text":
            return None if role is None else self.retyped(i)
        code = self.read(cell.source)
        if role in self.tests:
            self.note(
                i,
                "differs from the test that counts, which was run in its place: perhaps your "
                "lecturer has changed it.",
            )
            if not code.binds & self.asked:
                return None
        left_out = code.left_out - (0 if role is None else self.codes[role].left_out)
        if code.problem:
            self.note(i, f"was not run: {code.problem}.")
        elif left_out > 0:
            lines = "a line" if left_out == 1 else f"{left_out} lines"
            self.note(i, f"was run without {lines} that only Jupyter understands.")
        own = code.binds if role is None else code.binds - self.codes[role].binds
        if changed := ", ".join(f"`{name}`" for name in sorted(own & self.originals)):
            self.note(
                i,
                f"changes {changed}, but the tests use the original: keep your own under another "
                "name.",
            )
        return code

    def is_as_handed_out(self, i):
        return self.lines_of(self.submission[i]) == written_lines(self.shown[self.role[i]])

    def read(self, text):
        self.left -= len(text)
        if self.left < 0:
            return Code("", problem=f"the notebook has more than {READ:,} characters of code")
        return read_code(text)

    def retyped(self, i, names=None):
        """The code of an answer that became text, if it is code, and binds one of these names."""
        code = self.read(code_of_text(self.submission[i].source))
        if code.problem or not code.binds or (names is not None and not code.binds & names):
            return None
        self.note(i, "is an answer that became text. It was run as code.")
        return code

    def find_retyped(self):
        """A text cell of the student's own may be an answer, if it binds what no code binds."""
        missing = self.asked.difference(*self.binds)
        for i, cell in enumerate(self.submission):
            if missing and cell.kind == "text" and self.role[i] is None:
                self.runs[i] = self.retyped(i, missing)
                self.binds[i] = self.names_bound(i)
                missing -= self.binds[i]

    def names_bound(self, i):
        """The names that a cell binds, if it is not merely the starter that was handed out."""
        code = self.runs[i]
        return frozenset() if code is None or code.problem or self.is_starter(i) else code.binds

    def is_starter(self, i):
        role = self.role[i]
        if role is None or not self.source[role].solution:
            return False
        return is_starter(self.submission[i].source, self.source[role].source)

    def note(self, i, sentence):
        self.notes.append(f"{called(f'cell {i + 1}', self.submission[i].source)} {sentence}")

    # ── what the submission lacks ───────────────────────────────────────────────────────────────

    def lent(self):
        """Cells of the source to run, and before which cell of the submission: {number: at}."""
        running = [code or Code("") for code in self.runs]
        here = [role for role in self.role if role in self.locked]
        bound = frozenset().union(*(self.codes[i].binds for i in here))
        bound = bound.union(*(code.binds for code in running))
        offers = {}
        for i, cell in enumerate(self.source):
            if i in self.tests or (i in self.locked and i not in self.for_answers):
                offers[i] = read_code(imports_of(self.shown[i]))
            elif i in self.locked or not (cell.solution or self.codes[i].binds & bound):
                offers[i] = read_code(self.shown[i])
        offers = {i: code for i, code in offers.items() if i not in here}
        at = {}
        for i, code in reversed(offers.items()):  # what a lent cell uses, an earlier one may bind
            names = code.binds - bound
            users = [k for k, one in enumerate(running) if one.uses & names]
            users += [at[k] for k in at if offers[k].uses & names]
            if users or names & self.asked or "*" in names:
                at[i] = min(users, default=0)
        for i in sorted(at):
            if i in self.for_answers or not is_the_graders(self.source[i]):
                what = self.source[i].grade_id or clean(self.shown[i].strip(), 40)
                self.notes.append(f"The cell {what!r} was missing, so the original one was run.")
        return {i: (at[i], offers[i].source) for i in sorted(at)}

    # ── when the tests run ──────────────────────────────────────────────────────────────────────

    def answers_for(self, name):
        """The cells that count as the answer with this name; none for a name of a plain cell."""
        owners = [
            i for i, cell in enumerate(self.source) if cell.solution and name in self.codes[i].binds
        ]
        labelled = [i for i, role in enumerate(self.role) if role in owners]
        binding = [i for i in range(len(self.runs)) if name in self.binds[i]]
        if not owners:
            return []
        return [i for i in labelled if i in binding] or binding or labelled

    def above(self, cells, places):
        """Of answers that only their names tell those above the test, if there are any.

        What stands below may be something else that has the same name.
        """
        if places and all(self.role[i] is None for i in cells):
            return [i for i in cells if i < places[-1]] or cells
        return cells

    def plan(self):
        after, answers, problems, untouched = {}, {}, {}, set()
        for test in self.tests:
            places = [i for i, role in enumerate(self.role) if role == test]
            names = self.wanted[test]
            cells = sorted(
                {i for name in names for i in self.above(self.answers_for(name), places)}
            )
            # A test that uses what an earlier test has set runs after it.
            before = [after[t] for t in after if self.codes[t].binds & self.codes[test].uses]
            when = [*cells[-1:], *places[-1:]] or [len(self.submission) - 1]
            after[test] = max(when + before)
            name = self.source[test].grade_id
            codes = [self.runs[i] for i in cells if self.runs[i] is not None]
            answers[name] = tuple(code.source for code in codes if code.source)
            if wrong := [code.problem for code in codes if code.problem]:
                problems[name] = wrong[-1]
            if cells and all(map(self.is_starter, cells)):
                untouched.add(name)
        steps = self.steps(after)
        if len(self.notes) > NOTES:
            self.notes[NOTES:] = [f"And {len(self.notes) - NOTES} more notes like these."]
        return Plan(steps, answers, problems, tuple(self.notes), frozenset(untouched))

    def steps(self, after):
        lent = self.lent()
        steps = []
        for i in range(-1, len(self.submission)):
            for k, (at, source) in lent.items():
                if at == i:
                    steps.append(
                        Step("run", self.source[k].grade_id or f"given cell {k + 1}", source)
                    )
            if i >= 0:
                steps += self.steps_of(i)
            due = [test for test in self.tests if after[test] == i]
            steps += [Step("test", self.source[test].grade_id) for test in due]
        return tuple(steps)

    def steps_of(self, i):
        """A locked cell as it was handed out, then what the student's cell says.

        A copy of the starter does not run where the answer was written into another copy.
        """
        role, code = self.role[i], self.runs[i]
        if role in self.answered and self.is_starter(i):
            return
        if role in self.locked and (role in self.for_answers or self.is_as_handed_out(i)):
            yield Step("run", self.source[role].grade_id, read_code(self.shown[role]).source)
        if code is not None and code.source.strip():
            yield Step("run", f"cell {i + 1}", code.source, i + 1)
