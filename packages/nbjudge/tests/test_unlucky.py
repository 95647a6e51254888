"""Right answers and usual tests in forms that a marker might not expect: none costs a point."""

import pytest
from judge_helpers.one_answer import assignment, graded, points

SQUARE = "def f(x):\n    return x * x"


@pytest.mark.parametrize(
    ("answer", "given"),
    [(SQUARE, 4), ("def f(x): return 1", 2), ("def f(x): return 4", 2), ("def f(x): return 0", 0)],
)
def test_two_statements_on_one_line_are_two_tests(answer, given):
    source = assignment("assert f(1) == 1; assert f(2) == 4", solution=SQUARE)
    assert points(source, answer) == [given]


@pytest.mark.parametrize("helper", ["import math; import random", "a = 1; b = 2"])
def test_two_statements_on_one_line_both_run(helper):
    tests = ["c = 3; d = 4\nassert f(c) == 9 and f(d) == 16"]
    tests += ["assert f(math.sqrt(4)) == 4 and random"] if "math" in helper else ["assert a < b"]
    assert points(assignment(*tests, solution=SQUARE, helper=helper), SQUARE) == [4, 4]


CITIES = "import pandas as pd\ndef f(cities):\n    return {}"
UNIQUE = """import pandas as pd
given = f(pd.Series(["Bonn", "Ulm", "Ulm"]))
assert given.tolist() == ["Bonn", "Ulm"] and given.shape == (2,)
assert (given == "Ulm").sum() == 1
"""


@pytest.mark.parametrize("solution", ["cities.unique().to_numpy()", "cities.unique()"])
@pytest.mark.parametrize("answer", ["cities.unique()", "cities.drop_duplicates().array"])
def test_an_array_of_pandas_is_as_good_as_one_of_numpy(solution, answer):
    source = assignment(UNIQUE, solution=CITIES.format(solution))
    assert graded(source, CITIES.format(answer)).total == 4
