"""What a test of the source can do with a student's values, through the real sandbox."""

import pytest
from judge_helpers import one_answer
from judge_helpers.small_assignment import need_sandbox, notebook
from nbjudge.judging import session
from nbjudge.judging.assignment import GradingError, read_assignment
from nbjudge.sandbox.limits import Limits

IMPORTS = "import numpy as np\nimport pandas as pd"
HELPER = """
SEEN = []
def is_even(n):
    SEEN.append(n)
    return n % 2 == 0
def holds_for(numbers):
    assert square(numbers[0]) == numbers[0] ** 2
"""
SOLUTIONS = {
    "keep": "def keep(test, numbers):\n    return [n for n in numbers if test(n)]",
    "square": "def square(n):\n    return n * n",
    "stack": """
class Stack:
    def __init__(self, *things):
        self.things = list(things)
    def push(self, thing):
        self.things.append(thing)
        return self
    def pop(self):
        return self.things.pop()
    def size(self):
        return len(self.things)
""",
    "root": """
class Negative(ValueError):
    pass
def root(n):
    if n < 0:
        raise Negative("no root")
    return n ** 0.5
""",
    "table": """
def by_name(frame):
    return frame.groupby("name")["points"].sum()
""",
    "sort": "def sort(values, marks):\n    values.sort()\n    marks['done'] = True",
}
TESTS = {
    "keep": """
assert keep(is_even, range(6)) == [0, 2, 4]
assert SEEN == [0, 1, 2, 3, 4, 5]
assert keep(lambda n: n > 1, (1, 2)) == [2]
assert keep(test=square, numbers=[0, 3]) == [3], "a student's function for a student's function"
""",
    "square": "holds_for([3])\nassert square(2.5) == 6.25\nassert square(10**100) == 10**200",
    "stack": """
stack = Stack(1)
stack.push(2).push([3])
assert stack.size() == 3
assert stack.pop() == [3]
assert stack.things == [1, 2]
""",
    "root": """
assert root(4) == 2
try:
    root(-1)
except ValueError as error:
    assert str(error) == "no root"
else:
    raise AssertionError("no error")
with np.testing.assert_raises(ValueError):
    root(-4)
""",
    "table": """
frame = pd.DataFrame({"name": ["b", "a", "b"], "points": [1, 2, 3]})
pd.testing.assert_series_equal(by_name(frame), frame.groupby("name")["points"].sum())
""",
    "sort": """
values, marks = [3, 1, 2], {}
sort(values, marks)
assert values == [1, 2, 3]
assert marks == {"done": True}
""",
}


def assignment_of(solutions, tests, helper=HELPER):
    cells = [
        ("code", IMPORTS, {"grade_id": "imports", "locked": True}),
        ("code", helper, {"grade_id": "helper", "locked": True}),
    ]
    for name, solution in solutions.items():
        marked = f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION"
        cells.append(("code", marked, {"grade_id": name, "solution": True}))
        about = {"grade_id": f"{name}-test", "grade": True, "locked": True, "points": 6}
        cells.append(("code", tests[name], about))
    return read_assignment(notebook(cells), "tests")


def graded(assignment, limits=None, **answers):
    need_sandbox()
    cells = [("code", text, {"grade_id": name, "solution": True}) for name, text in answers.items()]
    result = session.grade_submission(assignment, notebook(cells), limits or Limits())
    assert result.status == "ok"
    return {cell.grade_id: cell for cell in result.cells}


def test_what_can_cross_in_both_directions(monkeypatch):
    need_sandbox()
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())
    proof = session.prove(assignment_of(SOLUTIONS, TESTS))
    assert proof.limits.changes == {"sort": [0, 1]}
    assert proof.limits.call == 5


def test_the_same_tests_fail_what_is_wrong():
    wrong = {
        "keep": "def keep(test, numbers):\n    return [n for n in numbers if not test(n)]",
        "square": "def square(n):\n    return 9",
        "stack": "class Stack(list):\n    push = list.append\n    size = list.__len__",
        "root": "def root(n):\n    return n ** 0.5",
        "table": "def by_name(frame):\n    return frame",
        "sort": "def sort(values, marks):\n    return sorted(values)",
    }
    cells = graded(assignment_of(SOLUTIONS, TESTS), Limits(changes={"sort": [0, 1]}), **wrong)
    given = {name.removesuffix("-test"): cell.points for name, cell in cells.items()}
    assert given == {"keep": 1.5, "square": 2, "stack": 0, "root": 2, "table": 0, "sort": 0}


def test_what_cannot_cross_is_named_before_a_class():
    need_sandbox()
    solution = {"point": "class Point:\n    pass\ndef origin():\n    return Point()"}
    with pytest.raises(GradingError, match=r"in point-test, .* fails assert origin\(\) == .*`==`"):
        session.prove(assignment_of(solution, {"point": "assert origin() == origin()"}))


@pytest.mark.parametrize(
    "names, reason", [([""], "has no name: fill in its ID"), (["a", "a"], "two .* are named 'a'")]
)
def test_a_graded_cell_without_a_name_of_its_own_is_refused(names, reason):
    about = {"grade": True, "locked": True, "points": 1}
    cells = [("code", "assert True", {"grade_id": name, **about}) for name in names]
    with pytest.raises(GradingError, match=reason):
        read_assignment(notebook(cells), "some")


def test_a_source_that_fails_its_own_tests_is_named():
    need_sandbox()
    tests = {"one": "assert one == 2"}
    with pytest.raises(GradingError, match="fails assert one == 2: The assertion does not hold"):
        session.prove(assignment_of({"one": "one = 1"}, tests))
    with pytest.raises(GradingError, match="in one-test, .*: it gets 1 of 6 points"):
        session.prove(assignment_of({"one": "one = 1"}, {"one": "one"}))


def test_a_constant_that_passes_a_test_is_named():
    need_sandbox()
    solutions = {"mean": "def mean(x):\n    return 1.0", "many": "many = [5]"}
    tests = {"mean": "np.testing.assert_allclose(mean([1]), 1.0)", "many": "assert many == [5]"}
    (warning,) = session.prove(assignment_of(solutions, tests)).warnings
    assert warning.startswith("mean-test: ")
    assert warning.endswith(
        "[], 1, True, numpy.array([]), pandas.DataFrame(): decide whether that is intended"
    )


def test_a_hidden_test_that_a_constant_passes_is_quoted_to_the_lecturer():
    need_sandbox()
    tests = "assert one(3) == 3\n### BEGIN HIDDEN TESTS\nassert one(0) == 0\n### END HIDDEN TESTS"
    source = assignment_of({"one": "def one(n):\n    return n"}, {"one": tests})
    (warning,) = session.prove(source).warnings
    assert "the test hidden test 1 (assert one(0) == 0) passes if every answer is 0:" in warning
    cell = graded(source, one="def one(n):\n    return 1")["one-test"]
    assert [test.name for test in cell.tests] == ["assert one(3) == 3", "hidden test 1"]


def test_a_cell_that_loses_all_by_one_error_is_named(monkeypatch):
    need_sandbox()
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())
    solutions = {"one": "one = 1", "two": "two = 2"}
    tests = {"one": "6 * (one == 1)", "two": "p = 0\nif two == 2:\n    p += 6\np"}
    (warning,) = session.prove(assignment_of(solutions, tests)).warnings
    said = "this cell is all or nothing: an error in it costs all its points"
    assert warning == f"one-test: {said}"


def test_a_statement_that_fails_costs_its_test_and_leaves_no_old_value():
    solutions = {"one": "def one(n):\n    return n"}
    tests = {"one": "x = one(1)\nassert x == 1\nx = one(2)\nassert x > 0\nassert one(3) == 3"}
    answer = "def one(n):\n    return n if n != 2 else 1 / 0"
    cell = graded(assignment_of(solutions, tests), one=answer)["one-test"]
    assert [test.outcome for test in cell.tests] == ["passed", "error", "passed"]
    assert (cell.points, cell.outcome) == (4, "partly")


def test_a_test_that_fails_keeps_the_data_for_the_tests_after_it():
    solutions = {"one": "def one(n):\n    return n"}
    tests = {"one": "low, high = 1, 2\nassert one(low) == 1\nassert one(high) == 2"}
    answer = "def one(n):\n    return 2"
    cell = graded(assignment_of(solutions, tests), one=answer)["one-test"]
    assert [test.outcome for test in cell.tests] == ["failed", "passed"]


@pytest.mark.parametrize(
    ("value", "given"), [("3", 3), ("7", 6), ("-1", 0), ("float('nan')", 0), ("None", 6)]
)
def test_a_last_expression_gives_its_points(value, given):
    tests = {"one": f"assert one == 1\n{value if value != 'None' else 'print(one)'}"}
    cell = graded(assignment_of({"one": "one = 1"}, tests), one="one = 1")["one-test"]
    assert cell.points == given


def test_points_that_are_taken_away_need_a_cell_without_errors():
    tests = {"one": "points = 6\nif one(1) != 1:\n    points -= 3\npoints"}
    solutions = {"one": "def one(n):\n    return n"}
    cell = graded(assignment_of(solutions, tests), one="def one(n):\n    return 1 / 0")["one-test"]
    assert cell.points == 0
    assert cell.tests[0].reason.startswith("ZeroDivisionError")


ADDS = """
points = 0
given = f(1)
if given == 1:
    points += 1
if f(2) == 2:
    points += 2
### BEGIN HIDDEN TESTS
if f(30) == 30:
    points += 2
for n in range(40, 42):
    if f(n) == n:
        points += 0.5
### END HIDDEN TESTS
points
"""
F = {"f": "def f(n):\n    return n"}


@pytest.mark.parametrize(
    ("answer", "listed"),
    [
        (F["f"], [1, 2, 3]),
        ("def f(n):\n    return min(n, 40)", [1, 2, 2.5]),
        ("def f(n):\n    return n if n != 2 else n // 0", [1, 0, 3]),
        ("def f(n):\n    return n if n != 1 else n // 0", [0, 2, 3]),
    ],
)
def test_points_that_add_up_are_listed_statement_by_statement(answer, listed):
    cell = graded(assignment_of(F, {"f": ADDS}), f=answer)["f-test"]
    assert cell.points == sum(listed)
    assert [test.points for test in cell.tests] == listed
    assert [test.max for test in cell.tests] == [1, 2, 3]
    assert [test.name for test in cell.tests] == ["if given == 1:", "if f(2) == 2:", "hidden"]
    assert [test.hidden for test in cell.tests] == [False, False, True]
    assert cell.tests[2].reason == ""
    for test, points in zip(cell.tests[:2], listed[:2], strict=True):
        assert test.reason.startswith("ZeroDivisionError" if not points else "")
        assert test.outcome == ("passed" if points else "error")


def test_a_source_whose_statements_exclude_each_other_is_accepted(monkeypatch):
    need_sandbox()
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())
    either = "p = 0\nif f(1) == 1:\n    p += 6\nif f(1) == 2:\n    p += 3\np"
    session.prove(assignment_of(F, {"f": either}))
    cell = graded(assignment_of(F, {"f": either}), f="def f(n):\n    return 2")["f-test"]
    assert [(test.points, test.max) for test in cell.tests] == [(0, 6), (3, 3)]


CAUGHT = """
p = 0
try:
    p += 2 * (f(1) == 1)
except Exception:
    pass
try:
    if f(2) == 2:
        p += 4
except Exception:
    pass
p
"""


@pytest.mark.parametrize("test", [CAUGHT, CAUGHT.replace("2 * (f(1) == 1)", "2"), ADDS])
@pytest.mark.parametrize("late", ["helper", "f"])
def test_partial_credit_waits_for_a_name_that_comes_later(late, test):
    assignment = assignment_of(F, {"f": test})
    answer = ("code", "def f(n):\n    return helper(n)", {"grade_id": "f", "solution": True})
    test_cell = ("code", test, {"grade_id": "f-test", "grade": True, "locked": True, "points": 6})
    cells = [answer, test_cell, ("code", "def helper(n):\n    return n", {})]
    if late == "f":
        cells = [test_cell, ("code", "del f", {}), ("code", "f = lambda n: n", {})]
    result = session.grade_submission(assignment, notebook(cells), Limits())
    assert [cell.points for cell in result.cells] == [6]
    assert "lacks" not in result.note


def test_in_partial_credit_a_name_error_gives_no_second_try_to_other_statements():
    learns = """
runs = []
def f(n):
    runs.append(n)
    if n == 1 and runs.count(1) == 1:
        return undefined
    return n if runs.count(1) > 1 else 0
"""
    tests = {"f": "p = 0\nif f(1) == 1:\n    p += 2\nif f(2) == 2:\n    p += 4\np"}
    cell = graded(assignment_of(F, tests), f=learns, g="undefined = 1")["f-test"]
    assert [test.points for test in cell.tests] == [2, 0]


PREPARED = "given = f(1)\nassert given == 1\nassert given > 0\nassert f(2) == 2"


def test_a_name_that_a_test_itself_binds_is_no_gap():
    need_sandbox()
    assignment = assignment_of(F, {"f": PREPARED})
    cells = [("code", "def f(n):\n    raise NotImplementedError", {"grade_id": "f"})]
    result = session.grade_submission(assignment, notebook(cells), Limits())
    assert result.note == ""
    reasons = [test.reason.partition(" ")[0] for test in result.cells[0].tests]
    assert reasons == ["NotImplementedError:"] * 3


def test_what_a_hidden_test_could_not_bind_tells_nothing_to_a_later_cell():
    need_sandbox()
    marks = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
    tests = {"f": marks.format("given = f('secret')\nassert given"), "g": "assert given"}
    assignment = assignment_of(F | {"g": "g = 1"}, tests)
    answer = "def f(n):\n    raise ValueError(n)"
    cells = graded(assignment, f=answer, g="g = 1")
    assert cells["g-test"].tests[0].outcome == "error"
    assert "secret" not in str(cells)


def test_an_error_that_ends_loops_ends_none_of_the_tests():
    solutions = {"even": "def even(n):\n    return n % 2 == 0"}
    tests = {"even": "assert all(map(even, [2, 4]))"}
    answer = "def even(n):\n    raise StopIteration"
    cell = graded(assignment_of(solutions, tests), even=answer)["even-test"]
    assert (cell.points, cell.tests[0].outcome) == (0, "error")


def test_threads_of_a_student_may_call_a_function_of_the_test():
    answer = """
from concurrent.futures import ThreadPoolExecutor
def keep(test, numbers):
    with ThreadPoolExecutor(8) as pool:
        return [n for n, good in zip(numbers, pool.map(test, numbers)) if good]
"""
    solutions = {"keep": SOLUTIONS["keep"]}
    tests = {"keep": "assert keep(is_even, range(200)) == [*range(0, 200, 2)]"}
    assert graded(assignment_of(solutions, tests), keep=answer)["keep-test"].points == 6


def test_a_name_of_the_graders_is_never_asked_for():
    solutions, tests = {"one": "one = 1"}, {"one": "assert one == LIMIT"}
    cells = graded(assignment_of(solutions, tests, helper="LIMIT = 1"), one="one = LIMIT = 5")
    assert cells["one-test"].points == 0


def test_a_value_that_makes_a_test_endless_ends_that_test_only():
    solutions = {"one": "one = 1", "two": "two = 2"}
    tests = {"one": "for i in range(one):\n    assert i < 2 * one", "two": "assert two == 2"}
    cells = graded(
        assignment_of(solutions, tests), Limits(test=0.5), one="one = 10**15", two="two = 2"
    )
    assert cells["one-test"].tests[0].outcome == "late"
    assert cells["two-test"].points == 6


def test_a_mark_of_nbgrader_is_no_heading():
    answer = "### BEGIN SOLUTION\nBecause of the sum.\n### END SOLUTION"
    about = {"grade_id": "why", "grade": True, "solution": True, "points": 1}
    cells = [("text", "## In your own words\nWhy?", {}), ("text", answer, about)]
    (question,) = read_assignment(notebook(cells), "small").graded
    assert question.title == "In your own words"


def test_a_name_that_a_plain_cell_binds_is_named_to_the_lecturer():
    cells = [("code", "X = [1, 2]", {}), ("code", "y = 3", {"solution": True, "grade_id": "y"})]
    test = ("code", "assert sum(X) == y", {"grade": True, "locked": True, "grade_id": "t"})
    (said,) = read_assignment(notebook([*cells, test]), "plain").open_names()
    assert said.startswith("t uses X, which a student may change")
    locked = ("code", "X = [1, 2]", {"locked": True, "grade_id": "X"})
    assert not [*read_assignment(notebook([locked, cells[1], test]), "locked").open_names()]


def test_a_test_of_what_is_printed_is_refused_with_a_reason():
    need_sandbox()
    test = "import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()) as said:\n"
    test += "    f(1)\nassert said.getvalue() == '1\\n'"
    with pytest.raises(GradingError, match="what an answer prints cannot be tested"):
        session.prove(one_answer.assignment(test, solution="def f(x):\n    print(x)"))
