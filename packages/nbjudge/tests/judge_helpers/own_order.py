"""A source, and the learners' version of it, are run cell by cell as they stand."""

import json

from nbjudge.judging.code_cells import read_code
from nbjudge.judging.notebooks import Cell, read_notebook
from nbjudge.judging.plan import is_test, make_plan


def runs_in_its_own_order(notebook, learners):
    """Assert that both, with and without metadata, make the plan that one reads in the source."""
    source, starter = as_cells(notebook), as_cells(learners)
    for submission in (source, starter, bare(source), bare(starter)):
        plan = make_plan(source, submission)
        pairs = [pair for pair in zip(source, submission, strict=True) if pair[0].kind == "code"]
        expected = [a.grade_id if is_test(a) else read_code(b.source).source for a, b in pairs]
        assert [step.source or step.name for step in plan.steps] == expected
        assert plan.notes == () and plan.problems == {}


def as_cells(notebook):
    return read_notebook(json.dumps(notebook).encode())


def bare(cells):
    return [Cell(cell.kind, cell.source) for cell in cells]
