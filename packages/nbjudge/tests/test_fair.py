"""Honest answers and habits that met the judge at a bad moment: none of them costs a point."""

import pytest
from judge_helpers.one_answer import RIGHT, assignment, graded, points
from nbjudge.sandbox.limits import Limits

CANNOT_BE_READ = {
    "a set of lists": "class A:\n    def __iter__(self): return iter([1])\n"
    "def f(x): return {A(), A()}",
    "twins as keys": "class A(str):\n    __hash__ = object.__hash__\n"
    "    def __eq__(self, other): return self is other\ndef f(x): return {A('a'): 1, A('a'): 2}",
    "a calendar": "import numpy as np\ndef f(x): return np.busdaycalendar()",
}


@pytest.mark.parametrize("answer", CANNOT_BE_READ.values(), ids=CANNOT_BE_READ)
def test_a_value_that_cannot_be_read_costs_its_own_statement(answer):
    source = assignment("assert f(1) == 1\nassert g(1) == 1", solution=f"{RIGHT}\ng = f")
    result = graded(source, f"{answer}\ndef g(x): return x")
    assert (result.status, result.cells[0].points) == ("ok", 2), result.reason
    assert "`f()`" in result.cells[0].tests[0].reason


def test_a_name_that_no_test_looks_at_may_be_anything():
    helper = "def show(x):\n    return data"
    solution = f"{RIGHT}\ndata = [1]"
    source = assignment("assert f(1) == 1", solution=solution, helper=helper)
    answer = f"{RIGHT}\nclass A:\n    def __iter__(self): return iter([[]])\ndata = {{A()}}"
    result = graded(source, answer)
    assert (result.status, result.total) == ("ok", 4), result.reason


CHAINED = """
class f:
    def __init__(self): self.items = []
    def push(self, x):
        self.items.append(x)
        {}
    def all(self): return self.items
"""
CALLED = "s = f()\ns.push(1)\nfor x in [2, 3]:\n    s.push(x)\nassert s.all() == [1, 2, 3]"
DOUBLES = "def f(x):\n    x[:] = [2 * n for n in x]\n    {}"
CHANGED = "data = [1, 2]\nf(data)\nassert data == [2, 4]"


@pytest.mark.parametrize(
    ("answer", "test", "given"),
    [(CHAINED, CALLED, "return self"), (DOUBLES, CHANGED, "return map(print, x)")],
)
def test_a_value_that_no_test_looks_at_may_be_anything(answer, test, given):
    source = assignment(test, solution=answer.format("pass"))
    for end in ("pass", given, "return print"):
        result = graded(source, answer.format(end))
        assert (result.status, result.total) == ("ok", 4), result.cells[0].tests


def test_a_value_that_a_test_looks_at_must_be_plain():
    source = assignment("made = f([1])\nassert made is None", solution=DOUBLES.format("pass"))
    assert graded(source, DOUBLES.format("return print")).total == 0


HABITS = {
    "an assert of one's own": f"{RIGHT}\nassert f(1) == 2",
    "magics inside texts": '%matplotlib inline\nwords = """\n!a\n%b\n""".split()\n'
    "def f(x):\n    return x if words == ['!a', '%b'] else None",
    "a comment that was left": f"# YOUR CODE HERE\n{RIGHT}  # YOUR CODE HERE",
    "a loop that was left open": f"import asyncio\nloop = asyncio.new_event_loop()\n"
    f"asyncio.set_event_loop(loop)\nawait asyncio.sleep(0)\n{RIGHT}",
    "a loop that is said to run": f"import asyncio\n"
    f"asyncio.events._set_running_loop(asyncio.new_event_loop())\n"
    f"await asyncio.sleep(0)\n{RIGHT}",
}


@pytest.mark.parametrize("answer", HABITS.values(), ids=HABITS)
def test_a_habit_costs_nothing(answer):
    result = graded(assignment("assert f(1) == 1"), answer, limits=Limits())
    assert (result.status, result.total) == ("ok", 4), (result.note, result.cells)


def test_a_task_of_one_cell_can_be_awaited_in_the_next():
    """As in Jupyter, whose event loop is that of all cells."""
    answer = "import asyncio\nasync def g():\n    await asyncio.sleep(0)\n    return 1\n"
    answer += "task = asyncio.create_task(g())\nawait asyncio.sleep(0)"
    more = ["value = await task\ndef f(x):\n    return x * value"]
    assert points(assignment("assert f(3) == 3"), answer, more) == [4]


def test_a_function_of_the_tests_has_a_name():
    solution = "def f(g):\n    return [g.__name__, g(2)]"
    tests = "def twice(x):\n    return 2 * x\nassert f(twice) == ['twice', 4]"
    wraps = "import functools\ndef f(g):\n    @functools.wraps(g)\n    def h(x): return g(x)\n"
    wraps += "    return h.__name__, h(2)"
    source = assignment(tests + "\nassert list(f(abs)) == ['abs', 2]", solution=solution)
    assert graded(source, wraps.replace("return h.", "return h.")).cells[0].points == 2
    assert (
        graded(source, wraps.replace("return h.__name__, h(2)", "return [h.__name__, h(2)]")).total
        == 4
    )
