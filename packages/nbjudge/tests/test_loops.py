"""A test may loop over what a student's function returns, in the real sandbox."""

import pytest
from judge_helpers.small_assignment import need_sandbox, notebook
from nbjudge.judging import session
from nbjudge.judging.assignment import read_assignment
from nbjudge.sandbox.limits import Limits

SOLUTION = "### BEGIN SOLUTION\ndef squares(n): return [i * i for i in range(n)]\n### END SOLUTION"
TESTS = "assert list(squares(3)) == [0, 1, 4]\nassert max(squares(4)) == 9\nassert 2 + 2 == 4"
OWN_CLASS = """
class Squares:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
    def __iter__(self):
        return (i * i for i in range(self.n))
def squares(n):
    return Squares(n)
"""


def total(answer, tests=TESTS):
    """The points of an answer; each line of the tests gives one."""
    need_sandbox()
    about = {"grade_id": "squares", "solution": True}
    graded = {"grade_id": "test", "grade": True, "locked": True, "points": len(tests.split("\n"))}
    test = ("code", tests, graded)
    assignment = read_assignment(notebook([("code", SOLUTION, about), test]), "loops")
    submission = notebook([("code", answer, about), test])
    result = session.grade_submission(assignment, submission, Limits())
    assert result.status == "ok"
    return result.total


@pytest.mark.parametrize(
    "answer",
    [
        "def squares(n):\n    for i in range(n):\n        yield i * i",
        "def squares(n):\n    return map(lambda i: i * i, range(n))",
        "def squares(n):\n    return {i: i * i for i in range(n)}.values()",
        OWN_CLASS,
    ],
)
def test_what_a_loop_gives_counts(answer):
    assert total(answer) == 3


def test_a_loop_without_end_fails_its_tests_only():
    assert total("import itertools\ndef squares(n):\n    return itertools.count()") == 1


def test_an_object_has_the_length_that_it_says_if_that_is_a_number():
    tests = "assert len(squares(3)) == 3\nassert len(squares(0)) == 0"
    assert total(OWN_CLASS, tests) == 2
    assert total(OWN_CLASS.replace("return self.n\n", "return 'any'\n"), tests) == 0
