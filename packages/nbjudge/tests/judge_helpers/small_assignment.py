"""A small assignment of the tests' own, in nbgrader's format, and submissions to it."""

import json
from functools import cache

from nbjudge.course import NO_COURSE
from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.sandbox import bubblewrap as sandbox
from nbjudge.sandbox.limits import Limits

from judge_helpers.needs import needs

MEAN = """
def mean(numbers):
    ### BEGIN SOLUTION
    return sum(numbers) / len(numbers)
    ### END SOLUTION
"""
MEAN_TEST = """
assert mean([1, 2, 3]) == 2
assert mean([4]) == 4, "one number is its own mean"
### BEGIN HIDDEN TESTS
assert mean([0.5, 1.5]) == 1
values = [10, 20]
assert mean(values) == SECRET
### END HIDDEN TESTS
"""
DOUBLE = """
def double(values):
    ### BEGIN SOLUTION
    for i, value in enumerate(values):
        values[i] = 2 * value
    ### END SOLUTION
"""
DOUBLE_TEST = """
data = np.array([1.0, 2.0])
double(data)
np.testing.assert_allclose(data, [2, 4])
"""
TOTAL = """
### BEGIN SOLUTION
total = mean([1, 2, 6]) * 3
### END SOLUTION
"""
TOTAL_TEST = """
points = 0
if total == 9:
    points += 1
if mean([total]) == 9:
    points += 2
points
"""
CELLS = [
    ("text", "# A small assignment", {}),
    ("code", "import numpy as np", {"grade_id": "imports", "locked": True}),
    ("text", "## Mean", {}),
    ("code", MEAN, {"grade_id": "mean", "solution": True}),
    ("code", "SECRET = 15", {"grade_id": "secret", "locked": True}),
    ("code", MEAN_TEST, {"grade_id": "mean-test", "grade": True, "locked": True, "points": 4}),
    ("text", "## Double", {}),
    ("code", DOUBLE, {"grade_id": "double", "solution": True}),
    ("code", DOUBLE_TEST, {"grade_id": "double-test", "grade": True, "locked": True, "points": 2}),
    ("text", "## Total", {}),
    ("code", TOTAL, {"grade_id": "total", "solution": True}),
    ("code", TOTAL_TEST, {"grade_id": "total-test", "grade": True, "locked": True, "points": 3}),
    ("text", "Why?", {"grade_id": "why", "grade": True, "solution": True, "points": 1}),
]
RIGHT = {
    "mean": "def mean(numbers):\n    return sum(numbers) / len(numbers)",
    "double": "def double(values):\n    values *= 2",
    "total": "total = 9.0",
}
TESTS = ("mean-test", "double-test", "total-test")


def notebook(cells):
    """The bytes of a notebook; cells are (kind, source, metadata of nbgrader)."""
    raw = []
    for kind, source, about in cells:
        about = about and {"schema_version": 3, "task": False} | about
        cell = {"cell_type": {"text": "markdown"}.get(kind, kind), "source": source.strip("\n")}
        cell["metadata"] = {"nbgrader": about} if about else {}
        raw.append(cell | ({"outputs": [], "execution_count": None} if kind == "code" else {}))
    return json.dumps({"cells": raw, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


@cache
def small(course=NO_COURSE):
    """The assignment."""
    return read_assignment(notebook(CELLS), "small", course=course)


def cells_of(**answers):
    """The cells of a submission: the source's, with these answers in place of solutions."""
    answers = RIGHT | answers
    shown = []
    for kind, source, about in CELLS:
        if about.get("grade_id") in answers:
            source = answers[about["grade_id"]]
        source = source.split("### BEGIN HIDDEN TESTS")[0]
        if about.get("grade_id") != "secret":
            shown.append((kind, source, about))
    return shown


def submission(**answers):
    """A right submission, but for these answers."""
    return notebook(cells_of(**answers))


def need_sandbox():
    """Skip, or fail in CI, where no sandbox can be had."""
    needs("a sandbox", sandbox.why_not() is None, str(sandbox.why_not()))


CHANGES = {"double": [0]}


def graded(content, course=NO_COURSE, **limits):
    """What a submission gets in the real sandbox."""
    need_sandbox()
    limits = Limits(**{"changes": CHANGES} | limits)
    return session.grade_submission(small(course), content, limits)


def points(result):
    """{test cell: points} of a result."""
    return {cell.grade_id: cell.points for cell in result.cells if not cell.manual}


def all_points():
    """Those of a right submission."""
    return dict(zip(TESTS, (4, 2, 3), strict=True))
