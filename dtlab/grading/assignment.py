"""The lecturer's notebook: which cells give points, and whose each name is.

A name that a locked cell or any import of the source binds is the grader's own. A name that a
solution or plain cell binds is the student's. No other name is ever asked of a submission.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from .code_cells import read_code
from .notebooks import Cell, Unreadable, read_notebook

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
    """

    name: str
    content: bytes
    cells: tuple[Cell, ...]

    @cached_property
    def codes(self):
        """The code of each cell; that of a text has nothing in it."""
        return tuple(read_code(cell.source if cell.kind == "code" else "") for cell in self.cells)

    @cached_property
    def graded(self):
        """The cells that give points, in their order."""
        found, title = [], ""
        for place, cell in enumerate(self.cells):
            if cell.kind != "code" and (headings := HEADING.findall(cell.source)):
                title = headings[-1]
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


def is_the_graders(cell):
    """Is this cell of the source the grader's: a test, or one that the student must not change?"""
    return cell.kind == "code" and not cell.solution and (cell.locked or cell.grade)


def read_assignment(content: bytes, name: str) -> Assignment:
    """The assignment in a source notebook, or `GradingError` with what is wrong with it.

    Parameters:
        content: the notebook's bytes.
        name: its name without the ending.
    """
    try:
        assignment = Assignment(name, content, read_notebook(content))
    except Unreadable as error:
        raise GradingError(f"the source cannot be read: {error}") from None
    if not assignment.graded:
        raise GradingError("the source has no graded cell: mark them in nbgrader's toolbar")
    seen = set()
    for item in assignment.graded:
        if not item.grade_id or item.grade_id in seen:
            raise GradingError(f"two graded cells of the source are named {item.grade_id!r}")
        if item.max < 0:
            raise GradingError(f"the cell {item.grade_id} gives less than 0 points")
        seen.add(item.grade_id)
    for cell, code in zip(assignment.cells, assignment.codes, strict=True):
        if code.problem and (cell.solution or is_the_graders(cell)):
            raise GradingError(f"the source's cell {cell.grade_id} is no Python: {code.problem}")
    return assignment
