"""Assignments with one answer, `f`, and what another answer to it gets in the real sandbox."""

from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.sandbox.limits import Limits

from judge_helpers.small_assignment import need_sandbox, notebook

ANSWER = {"grade_id": "f", "solution": True}
TEST = {"grade": True, "locked": True, "points": 4}
RIGHT = "def f(x):\n    return x"


def assignment(*tests, solution=RIGHT, helper=""):
    """One with this solution and these test cells, named t0 and so on; a helper is locked."""
    cells = [("code", solution, ANSWER)]
    if helper:
        cells.append(("code", helper, {"grade_id": "helper", "locked": True}))
    cells += [("code", test, {"grade_id": f"t{i}"} | TEST) for i, test in enumerate(tests)]
    return read_assignment(notebook(cells), "one")


def graded(source, answer, more=(), limits=None):
    """What an answer gets, with more cells below it; without limits those of the proof."""
    need_sandbox()
    if limits is None:
        limits = proved(source).limits
    cells = [("code", answer, ANSWER), *(("code", code, {}) for code in more)]
    return session.grade_submission(source, notebook(cells), limits)


def proved(source):
    """The proof of a source, without trying constants."""
    need_sandbox()
    real, session.constant_warnings = session.constant_warnings, lambda *_: ()
    try:
        return session.prove(source)
    finally:
        session.constant_warnings = real


def points(source, answer, more=()):
    """The points of each test cell, where objects may stand for all values."""
    result = graded(source, answer, more, Limits())
    assert result.status == "ok", result.reason
    return [cell.points for cell in result.cells]
