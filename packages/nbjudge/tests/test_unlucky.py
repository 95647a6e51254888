"""Right answers and usual tests in forms that a marker might not expect: none costs a point."""

from dataclasses import replace

import pytest
from judge_helpers.one_answer import RIGHT, assignment, graded, points
from judge_helpers.small_assignment import notebook
from nbjudge.judging.session import grade_submission
from nbjudge.sandbox.limits import Limits

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


FORMS = {
    "a line that begins with !=": "%matplotlib inline\ndef f(x):\n    y = (\n        x\n"
    "        != None\n    )\n    return x * x if y else None",
    "a line that looks like a magic": "%matplotlib inline\nn = 7\ndef f(x):\n    y = (x + 10\n"
    "    %n\n    )\n    return x * x if y == (x + 10) % 7 else None",
    "indented": "    def f(x):\n        return x * x",
    "with prompts": ">>> def f(x):\n...     return x * x\n...\n>>> f(2)\n4",
    "with IPython's prompts": "In [3]: def f(x):\n   ...:     return x * x\n   ...:\n",
    "with prompts and magics": ">>> %matplotlib inline\n>>> def f(x):\n...     return x * x",
    "an encoding": f"import sys\n'ü'.encode(sys.stdout.encoding)\n{SQUARE}",
    "counted warnings": "import warnings\ndef f(x):\n"
    "    with warnings.catch_warnings(record=True) as found:\n        warnings.warn('hm')\n"
    "    return x * x * len(found)",
    "get_ipython imported": "if True:\n    from IPython import get_ipython\n"
    f"get_ipython().run_line_magic('matplotlib', 'inline')\n{SQUARE}",
    "a task without await": "import asyncio\nasync def g(): return 1\n"
    f"task = asyncio.create_task(g())\n{SQUARE}",
    "the running loop": f"import asyncio\nloop = asyncio.get_running_loop()\n{SQUARE}",
    "a task in a loop of its own": "import asyncio\nasync def g(): return 1\n"
    f"async def h(): return await asyncio.create_task(g())\nassert asyncio.run(h())\n{SQUARE}",
}


@pytest.mark.parametrize("answer", FORMS.values(), ids=FORMS)
def test_a_form_that_jupyter_takes_costs_nothing(answer):
    assert points(assignment("assert f(1) == 1\nassert f(3) == 9"), answer) == [4]


def test_what_uses_an_answers_name_again_below_is_not_the_answer():
    solution = "scores = {'a': 1}"
    source = assignment("assert scores == {'a': 1}", solution=solution)
    cells = [solution, "assert scores == {'a': 1}", "scores = 7"]
    for order, given in (cells, 4), ([cells[1], cells[2], cells[0]], 4), (cells[::2], 0):
        handed_in = notebook([("code", cell, {}) for cell in order])
        assert grade_submission(source, handed_in, Limits()).total == given


FOUND = """import os
from glob import glob
from pathlib import Path
def f(x):
    Path("data/out.csv").write_text("b")
    names = [n for _, _, names in os.walk(".") for n in names]
    assert sorted(names) == ["deep.csv", "out.csv", "table.csv", "top.csv"]
    assert len([*Path(".").rglob("*.csv")]) == len(glob("**/*.csv", recursive=True)) == 4
    return Path("data/deep/deep.csv").read_text() + Path("top.csv").read_text()
"""


def test_files_in_a_subfolder_are_found_and_new_ones_can_be_written_beside_them(tmp_path):
    (tmp_path / "data" / "deep").mkdir(parents=True)
    for name in ("top.csv", "data/table.csv", "data/deep/deep.csv"):
        (tmp_path / name).write_text("a")
    source = replace(assignment("assert f(1) == 'aa'", solution=FOUND), files=tmp_path)
    result = graded(source, FOUND, limits=Limits())
    assert result.total == 4, result.cells
    assert not (tmp_path / "data" / "out.csv").exists()


def test_a_note_names_a_line_of_the_students_own():
    answer = f"%matplotlib inline\n{SQUARE}\n1 / 0"
    source = assignment("assert f(1) == 1")
    assert "Cell 1 (def f(x):) stopped" in graded(source, answer, limits=Limits()).note


LENT = "def load():\n    return [1, 2]"
MEAN = "mean = sum(df) / len(df)"


def test_a_name_that_only_a_test_cell_binds_is_named_as_such():
    test = (
        "df = load()\nassert f(len(df)) == 2\n### BEGIN HIDDEN TESTS\nsecret = 1\nassert secret\n"
    )
    test += "### END HIDDEN TESTS"
    source = assignment(test, "assert mean == 1.5", solution=f"{RIGHT}\nmean = 1.5", helper=LENT)
    result = graded(source, RIGHT, more=[LENT, MEAN], limits=Limits())
    said = "name 'df' is not defined: a test cell makes it, and tests run apart from your code"
    assert said in result.note and said in result.cells[1].tests[0].reason
    result = graded(source, f"{RIGHT}\nmean = secret", limits=Limits())
    assert "apart from your code" not in result.note + result.cells[1].tests[0].reason
    result = graded(source, "def f(x):\n    return len(df)", limits=Limits())
    assert said in result.cells[0].tests[0].reason


def test_an_answer_that_changes_what_the_tests_have_is_told_so():
    source = assignment("assert f(X) == 4", solution="def f(x): return sum(x)", helper="X = [1, 3]")
    result = graded(source, "def f(x): return sum(x)\nX = X[:1]\ny = 1", limits=Limits())
    said = "Cell 1 (def f(x): return sum(x)) changes `X`, but the tests use the original: keep"
    assert said in result.note and "`y`" not in result.note
    assert graded(source, "def f(x): return sum(x)\ny = 1", limits=Limits()).note == ""


def test_an_error_of_several_kinds_is_each_of_them():
    test = "try:\n    f(-1)\n    assert False\nexcept ValueError as error:\n    assert str(error)"
    answer = "class E(KeyError, ValueError): pass\ndef f(x):\n    raise E('less')"
    assert points(assignment(test), answer) == [4]
