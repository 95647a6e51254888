"""An answer that raises, or gives nothing, never earns more than one that gives wrong values."""

import re

import pytest
from judge_helpers.one_answer import RIGHT, assignment, graded, points, proved
from nbjudge.judging.assignment import GradingError
from nbjudge.judging.session import constant_warnings
from nbjudge.sandbox.limits import Limits

HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
CELLS = {  # what a wrong value at 7 may earn, and the cell
    "an assert as a gate": (
        0,
        "points = 0\nif f(1) == 1:\n    points += 1\nassert f(7) == 7\npoints += 3\npoints",
    ),
    "a hidden assert as a gate": (
        0,
        "points = 0\nif f(1) == 1:\n    points += 4\n"
        + HIDDEN.format("assert f(7) == 7\n")
        + "\npoints",
    ),
    "what a gate needs": (
        0,
        "points = 0\nif f(1) == 1:\n    points += 4\nmade = f(7)\nassert made == 7\npoints",
    ),
    "points that are taken away": (
        0,
        "points = 0\nif f(1) == 1:\n    points += 4\nif f(7) != 7:\n    points = 0\npoints",
    ),
    "hidden points that are taken away": (
        0,
        "points = 0\nif f(1) == 1:\n    points += 4\n"
        + HIDDEN.format("if f(7) != 7:\n    points = 0")
        + "\npoints",
    ),
    "a list that is filled by a loop": (
        1,
        "points = 0\nif f(1) == 1:\n    points += 1\nright = []\nfor x in [7, 1]:\n"
        "    right.append(f(x) == x)\nif all(right):\n    points += 3\npoints",
    ),
    "a list that a function fills": (
        1,
        "right = []\ndef note(x):\n    right.append(f(x) == x)\npoints = 0\nif f(1) == 1:\n"
        "    points += 1\nnote(7)\nif all(right):\n    points += 3\npoints",
    ),
    "a dict that is filled": (
        1,
        "right = {}\npoints = 0\nif f(1) == 1:\n    points += 1\n"
        "for x in [7, 1]:\n    right[x] = f(x)\n"
        "if all(right[x] == x for x in right):\n    points += 3\npoints",
    ),
    "a list in a comprehension": (
        1,
        "points = 0\nif f(1) == 1:\n    points += 1\nwrong = []\n"
        "_ = [wrong.append(x) for x in [7] if f(x) != x]\n"
        "if not wrong:\n    points += 3\npoints",
    ),
    "a name that is deleted": (
        1,
        "points = 0\nif f(1) == 1:\n    points += 1\nbonus = 3\n"
        "if f(7) != 7:\n    del bonus\nif bonus:\n    points += 3\npoints",
    ),
    "a function with a global": (
        8 / 3,
        "ok = True\ndef gate():\n    global ok\n    if f(7) != 7:\n        ok = False\n"
        "assert f(1) == 1\ngate()\nassert 1 < 2\nassert ok",
    ),
    "an array that is filled": (
        8 / 3,
        "import numpy as np\nright = np.ones(2)\nassert f(1) == 1\n"
        "np.copyto(right, [f(7) == 7, f(1) == 1])\nassert right.size == 2\nassert right.all()",
    ),
    "asserts about a list that is filled": (
        8 / 3,
        "assert f(1) == 1\nmade = []\nfor x in [7, 1]:\n    made.append(f(x) == x)\n"
        "assert len(made) == 2\nassert all(made)",
    ),
}


@pytest.mark.parametrize(("most", "cell"), CELLS.values(), ids=CELLS)
@pytest.mark.parametrize("fails", ["raise ValueError", "return None", "return undefined"])
def test_an_answer_that_fails_gets_no_more_than_a_wrong_one(most, cell, fails):
    source = assignment(cell)
    assert points(source, RIGHT) == [4]
    wrong, failing = (
        (f"def f(x):\n    if x == 7: {way}\n    return x") for way in ("return -1", fails)
    )
    (given,), (got,) = points(source, wrong), points(source, failing)
    assert got <= most + 0.001 and got <= given + 0.001


def test_none_gives_all_points_only_where_the_sources_own_answer_gives_none():
    given = assignment("{7: 4, 1: 2}.get(f(7))", "def tell(x):\n    pass\ntell(f(7))")
    assert [cell.points for cell in graded(given, RIGHT).cells] == [4, 4]
    assert [cell.points for cell in graded(given, "def f(x):\n    return -1").cells] == [0, 4]


@pytest.mark.parametrize(("times", "each"), [(40, 0.1), (10, 0.4), (12, 1 / 3)])
def test_points_of_tenths_add_up_to_all(times, each):
    cell = "p = 0\n" + f"if f(1) == 1:\n    p += {each!r}\n" * times + "p"
    source = assignment(cell, f"sum({each!r} for _ in range({times}) if f(1) == 1)")
    for got in graded(source, RIGHT).cells:
        assert (got.outcome, {test.outcome for test in got.tests}) == ("passed", {"passed"})


CHOICES = """
p = 0
for question, right in KEY.items():
    try:
        p += choose(question) == right
    except Exception:
        pass
p
"""
HEDGES = """
guess = 'a'
def choose(question):
    if question == 3 and guess == 'a': late
    return guess
"""


def test_a_second_try_is_no_second_guess():
    key = "KEY = {0: 'a', 1: 'a', 2: 'a', 3: 'b'}"
    source = assignment(CHOICES, helper=key, solution="def choose(q):\n    return 'aaab'[q]")
    result = graded(source, HEDGES, more=["late = 1\nguess = 'b'"])
    assert result.total == 1


HELPER = "CASES = []\nfor x in [7, 1]:\n    CASES.append((x, f(x)))"
LOOP = "for x, made in CASES:\n    assert made == x"


def test_what_a_locked_cell_could_not_fill_is_lost():
    source = assignment(LOOP, helper=HELPER)
    assert points(source, RIGHT) == [4]
    assert points(source, "def f(x):\n    raise ValueError") == [0]


def test_what_only_reads_a_name_does_not_lose_it():
    cell = "want = {7: 7, 1: 1}\npoints = 0\nif f(7) == want.get(7):\n    points += 2\n"
    cell += "if f(1) == want.get(1):\n    points += 2\npoints"
    source = assignment(cell, "data = [f(7), 1]\nassert data[0] == 7\nassert len('ab') == 2")
    assert points(source, "def f(x):\n    return x if x == 1 else 1 / 0") == [2, 2]
    asserted = "import numpy as np\ndata = f(np.array([7, 1]))\n"
    asserted += "np.testing.assert_equal(data[0], 7)\nnp.testing.assert_equal(data[1], 1)"
    assert points(assignment(asserted), "def f(x):\n    return 0 * x + 1") == [2]


def test_an_answers_own_assert_is_no_gate_and_says_what_it_is():
    cell = "points = 0\nif f(1) == 1:\n    points += 2\nif f(7) == 7:\n    points += 2\npoints"
    answer = "def f(x):\n    assert x < 5, 'too large for me'\n    return x"
    result = graded(assignment(cell, "assert f(1) == 1\nassert f(7) == 7"), answer)
    assert [cell.points for cell in result.cells] == [2, 2]
    said = "AssertionError: too large for me (line 2: assert x < 5, 'too large for me')"
    assert [cell.tests[1].reason for cell in result.cells] == [said, said]
    assert {cell.tests[1].outcome for cell in result.cells} == {"error"}


def test_a_test_that_an_answer_passes_by_raising_is_named():
    cell = "right = []\nfor x in [1, 7]:\n    try:\n        right.append(f(x) == x)\n"
    cell += "    except Exception:\n        pass\nassert all(right)"
    source = assignment(cell)
    (warning,) = constant_warnings(source, proved(source).limits, True)
    assert "if every answer raises an error:" in warning and "assert all(right)" in warning


IDIOMS = {
    "AttributeError": "class W:\n    @property\n    def v(self): return f(1)\n"
    "assert getattr(W(), 'v', 1) == 1",
    "IndexError": "class W:\n    def __getitem__(self, i):\n        if i > 2: raise IndexError\n"
    "        return f(i) == i\nassert all(W())",
}


def test_what_passes_by_a_certain_error_is_named_beside_the_constants():
    source = assignment(*IDIOMS.values())
    attribute, index = constant_warnings(source, proved(source).limits, True)
    assert "passes if every answer is 1, True, or if every answer raises an Attr" in attribute
    assert "passes if every answer raises an IndexError:" in index


MODEL = "class M:\n    error_ = 0.0\n    def predict(self, x): return x\n"
MODEL += "    def double(self): return M()\ndef f():\n    return M()"
PREDICTS = """
import numpy as np
x, m = np.arange(3.0), f()
assert not (abs(m.predict(x) - x) > 0.1).any()
assert m.predict(x).shape == (3,) and not (abs(m.double().predict(x) - x) > 0.1).any()
assert (m.predict(x) == x).all()
assert not m.error_ > 0.1
assert np.isfinite(m.predict(x)).sum() == 3
"""


def test_what_a_model_that_predicts_nan_passes_is_named():
    source = assignment(PREDICTS, solution=MODEL)
    found = " ".join(constant_warnings(source, proved(source).limits, True))
    passes = "passes if every method and attribute of an answer is"
    for test, values in {
        "(abs(m.predict(x) - x) > 0.1).any()": ["float('nan')"],
        "(abs(m.double().predict(x) - x) > 0.1).any())": ["an array of NaN", "a Series of NaN"],
        "(m.predict(x) == x).all()": ["numpy.empty((0, len(input)))"],
        "not m.error_ > 0.1": ["0", "float('nan')"],  # in NumPy before 2.2 an empty array, too
    }.items():
        (listed,) = re.findall(rf"{re.escape(test)} {passes} (.*?):", found)
        assert [value for value in values if value not in listed] == []
    assert "isfinite" not in found


def test_a_series_of_nan_is_tried_also_where_the_source_knows_only_numpy():
    pytest.importorskip("pandas")
    tests = "import numpy as np\nassert f(np.arange(3.0)).all() and f(np.ones(3)).shape == (3,)"
    source = assignment(tests, solution="def f(x):\n    return x >= 0")
    (warning,) = constant_warnings(source, proved(source).limits, True)
    assert "a Series of NaN" in warning


AGREES = """
import numpy as np, pandas as pd
frame = pd.DataFrame({"a": [7, 1]})
assert f(frame).shape == (2, 1) and f(f(frame)).equals(f(frame))
assert f(7e6) == 7e6 and f(1.0) == 1
"""


def test_tests_that_agree_with_frames_of_nan_are_named():
    source = assignment(AGREES)
    (frame,) = constant_warnings(source, proved(source).limits, True)
    assert ".equals(f(frame)) passes if every answer is a DataFrame of NaN, a DataFrame" in frame


FITS = """
import numpy as np
assert np.allclose(f(4), [1, 2, 4, 8])
assert (g([1, 2])["b"] - [2, 4]).abs().sum() < 0.1
assert (h(3) - [0, 1, 2]).abs().sum() < 0.1
"""


def test_tests_that_agree_with_an_empty_column_and_with_columns_of_nan_are_named():
    solution = "import numpy as np, pandas as pd\ndef f(x): return 2 ** np.arange(x)\n"
    solution += "def g(x): return pd.DataFrame({'b': [2 * n for n in x]})\n"
    solution += "def h(n): return pd.Series(range(n))"
    source = assignment(FITS, solution=solution)
    empty, series, frame = constant_warnings(source, proved(source).limits, True)
    assert "numpy.empty((0, 1)):" in empty
    assert "is a DataFrame of NaN in each column that the tests name:" in frame
    assert "a Series of NaN" in series


SHORTER = """
import pandas as pd
def steps(x): return f(pd.Series(x))
assert len(steps([1, 4])) == 1 and steps([1, 4]).index[0] == 1
assert (steps([1, 4, 9]) - [3, 5]).abs().sum() <= 0.001 and len(steps([1, 4, 9])) == 2
assert steps([1, 4, 9]).tolist() == [3, 5]
"""


def test_nan_is_tried_in_the_shape_of_the_sources_own_answer():
    source = assignment(SHORTER, solution="def f(x):\n    return x.diff().iloc[1:]")
    (warning,) = constant_warnings(source, proved(source).limits, True)
    assert ".abs().sum() <= 0.001 and" in warning
    assert "passes if every answer is yours with NaN for all values:" in warning


# ── the second try ──────────────────────────────────────────────────────────────────────────────


def test_a_second_try_begins_with_what_the_test_had_before_the_first():
    """The judge's names, those of the tests above, and the student's process are as they were."""
    cell = "seen.append(1)\nassert f(len(seen)) == 1"
    source = assignment("assert f(0) == 0", cell, helper="seen = []")
    helper = ["def helper(x):\n    return x"]
    assert points(source, "def f(x):\n    return helper(x)", helper) == [4, 4]
    once = (
        "calls = []\ndef f(x):\n    calls.append(x)\n    return helper(x) if len(calls) < 3 else 0"
    )
    assert points(source, once, helper) == [4, 4]


def test_a_second_try_does_not_know_the_questions_of_the_first():
    cell = "given = []\nassert f([1, 2]) == 3"
    learns = "seen = []\ndef f(x):\n    if seen: return sum(x)\n    seen.append(x)\n"
    learns += "    return undefined"
    source = assignment(cell, solution="def f(x):\n    return sum(x)")
    assert points(source, learns, ["undefined = 0"]) == [0]


def test_there_is_no_second_try_where_nothing_can_bind_the_name(monkeypatch):
    source = assignment("assert f(1) == 1")
    result = graded(source, "def f(x):\n    return undefined", ["other = 1"], Limits())
    assert "t0 lacks undefined, which no cell defines" in result.note


# ── tests that expect an error ──────────────────────────────────────────────────────────────────

EXPECTS = """
import numpy as np
np.testing.assert_raises(ValueError, f, -1)
np.testing.assert_raises(RuntimeError, f, -2)
np.testing.assert_raises(TimeoutError, f, -3)
assert f(4) == 4
"""
RAISES = "def f(x):\n    if x < 0:\n        raise [TimeoutError, RuntimeError, ValueError][x]\n"
RAISES += "    return x"
INSTEAD = {
    "an object": "if x < 0: return object()",
    "a function": "if x < 0: return f",
    "an exit": "if x < 0: raise SystemExit",
    "an interrupt": "if x < 0: raise KeyboardInterrupt",
    "StopIteration": "if x < 0: raise StopIteration",
    "an end": "import os\n    if x == -2: os._exit(0)",
    "no end": "while x == -3: pass",
}


@pytest.mark.parametrize("instead", INSTEAD.values(), ids=INSTEAD)
def test_a_failure_that_the_judge_tells_is_no_error_that_a_test_expects(instead):
    answer = f"def f(x):\n    {instead}\n    return x"
    result = graded(assignment(EXPECTS), answer, limits=Limits(1.0, 6.0, objects=["f"]))
    outcomes = [test.outcome for test in result.cells[0].tests]
    assert "passed" not in outcomes[:3] and outcomes[3] == "passed"
    assert not any("NotPlain" in test.reason for test in result.cells[0].tests)


FIXED = "class V:\n    x = 1\n    def __setattr__(self, *_): raise TypeError"
CHANGES = ["setattr(v, 'x', 3)", "operator.setitem(v, 0, 3)", "operator.delitem(v, 0)"]
OPERATED = ["operator.inv(v)", "v ^ 1", "1 // v", "divmod(v, 2)"]


@pytest.mark.parametrize("change", CHANGES + OPERATED)
def test_what_no_object_is_asked_is_no_error_that_a_test_expects(change):
    """Such a test would pass for everybody: it passes for nobody, as the lecturer is told."""
    expects = "import operator, unittest\nv, case = V(), unittest.TestCase()\n"
    expects += "with case.assertRaises(TypeError):\n"
    with pytest.raises(GradingError, match="of the submission"):
        proved(assignment(f"{expects}    {change}\nassert v.x == 1", solution=FIXED))


def test_a_docstring_is_the_answers_own():
    source = assignment("assert f.__doc__", "assert 'x' in f.__doc__")
    documented = "def f(x):\n    'Give x.'\n    return x"
    limits = Limits(objects=["f"])
    assert graded(source, documented, limits=limits).total == 8
    assert graded(source, RIGHT, limits=limits).total == 0


def test_an_error_that_a_test_expects_is_one():
    result = graded(assignment(EXPECTS), RAISES, limits=Limits(objects=["f"]))
    assert result.total == 4


def test_a_test_that_catches_every_error_goes_on_after_a_late_answer():
    cell = "points = 0\nfor x in (1, 7):\n    try:\n        points += 2 * (f(x) == x)\n"
    cell += "    except Exception:\n        pass\npoints"
    result = graded(
        assignment(cell), "def f(x):\n    while x == 1: pass\n    return x", limits=Limits(0.5, 4.0)
    )
    assert result.total == 2
