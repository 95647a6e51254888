"""A value that keeps the judge itself busy costs the test that uses it, and nothing else."""

from judge_helpers.one_answer import assignment, graded
from nbjudge.judging.session import JUDGES
from nbjudge.sandbox.limits import Limits

LIMITS = Limits(call=1.0, submission=4.0, test=0.2)
HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
RIGHT = "def f(x):\n    return [x]\ndef g(x):\n    return x"
ENDLESS = "def f(x):\n    return [x] if x == 1 else range(10**18)\ndef g(x):\n    return x"


def outcomes(source, answer):
    result = graded(source, answer, limits=LIMITS)
    assert result.status == "ok", result.reason
    return [[test.outcome for test in cell.tests] for cell in result.cells]


def test_a_value_that_ends_the_judge_costs_the_test_that_uses_it_only():
    source = assignment(
        "assert f(1) == [1]\nassert sum(f(2)) == 2\nassert g(1) == 1",
        "assert g(2) == 2\n" + HIDDEN.format("assert g(3) == 3\nassert sum(f(3)) == 3"),
        solution=RIGHT,
    )
    first, second = outcomes(source, ENDLESS)
    assert (first, second) == (["passed", "late", "passed"], ["passed", "passed", "late"])


def test_an_answer_that_has_kept_two_tests_busy_is_asked_no_more():
    """Each of them takes all of its time, however many there are."""
    tests = [f"for x in f({i}):\n    assert x >= 0" for i in (2, 3)]
    tests.append("assert f(1) == [1]")
    source = assignment("\n".join(tests), "assert g(2) == 2", solution=RIGHT)
    assert outcomes(source, ENDLESS) == [["late"] * 3, ["passed"]]


def test_an_answer_that_has_ended_two_judges_is_asked_no_more():
    """Another one is, however many tests there are."""
    tests = [f"assert sum(f({i})) == {i}" for i in range(1, JUDGES + 3)]
    source = assignment("\n".join(tests), "assert g(2) == 2", solution=RIGHT)
    first, second = outcomes(source, ENDLESS)
    assert (first, second) == (["passed", *["late"] * (len(tests) - 1)], ["passed"])


def test_a_variable_that_ends_the_judge_costs_its_test_only():
    source = assignment("assert set(xs) == {3}", "assert g(2) == 2", solution=f"xs = [3]\n{RIGHT}")
    colliding = f"xs = [i * (2**61 - 1) for i in range(60_000)]\n{RIGHT}"
    assert outcomes(source, colliding) == [["late"], ["passed"]]
