"""Where the source gives plain data, a student's object is no answer: in the real sandbox."""

import re

import pytest
from judge_helpers.small_assignment import need_sandbox, notebook
from nbjudge.judging import session
from nbjudge.judging.arguments import handed_over
from nbjudge.judging.assignment import GradingError, read_assignment
from nbjudge.judging.student import Student
from nbjudge.protocol.errors import NotPlain, Tampered
from nbjudge.sandbox.limits import Limits

IMPORTS = "import numpy as np\nimport pandas as pd"
ANSWER = {"grade_id": "f", "solution": True}
HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


@pytest.fixture
def proved(monkeypatch):
    """Prove a source of one solution and its tests; what an answer gets with these limits."""
    need_sandbox()
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())

    def prove(solution, tests, **about):
        test = {"grade_id": "f-test", "grade": True, "locked": True, "points": 4}
        cells = [
            ("code", IMPORTS, {"grade_id": "imports", "locked": True}),
            ("code", f"### BEGIN SOLUTION\n{solution}\n### END SOLUTION", ANSWER),
            ("code", tests, test),
        ]
        assignment = read_assignment(notebook(cells), "f")
        proof = session.prove(assignment)

        def grade(answer):
            handed_in = notebook([("code", f"{IMPORTS}\n{answer}", ANSWER)])
            result = session.grade_submission(assignment, handed_in, proof.limits)
            assert result.status == "ok", result.reason
            return result.cells[0]

        grade.proof = proof
        return grade

    return prove


LIST = "def f(x):\n    return [n * n for n in x]"
LIST_TESTS = f"""
given = f([1, 2])
assert len(given) == 2
assert all(a == b for a, b in zip(given, [1, 4]))
{HIDDEN.format("given = f([3, 4, 5])" + chr(10) + "assert len(given) == 3")}
"""
LEN_LIAR = """
class Liar:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __iter__(self): return iter(())
def f(x):
    return Liar(len(x))
"""
FRAME = "def f(x):\n    return pd.DataFrame({'a': [x, x]})"
FRAME_TESTS = f"""
expected = pd.DataFrame({{"a": [1, 1]}})
assert f(1).equals(expected)
{HIDDEN.format("secret = pd.DataFrame({'a': [7, 7]})" + chr(10) + "assert f(7).equals(secret)")}
"""
EQUALS_LIAR = """
class Liar:
    def equals(self, other): return True
def f(x):
    return Liar()
"""
FRAME_LIAR = """
class Liar(pd.DataFrame):
    def equals(self, other): return True
def f(x):
    return Liar({'a': [0]})
"""
SPY = """
class Spy:
    def equals(self, other):
        return other["a"].tolist() == [7, 7]
def f(x):
    return Spy()
"""
ACCURACY = """
made = f([1, 2, 3])
right = sum(a == b for a, b in zip(made, [1, 0, 1]))
4 * right / len(made)
"""
ACCURACY_LIAR = """
class Liar:
    def __iter__(self): return iter([1, 1, 1, 1])
    def __len__(self): return 2
def f(x):
    return Liar()
"""


def test_an_object_that_lies_about_its_length_gets_what_an_empty_list_gets(proved):
    grade = proved(LIST, LIST_TESTS)
    cell = grade(LEN_LIAR)
    assert [test.outcome for test in cell.tests] == ["failed", "passed", "failed"]  # zip of []
    assert grade("def f(x):\n    return []").points == cell.points
    assert grade(LIST).points == 4


@pytest.mark.parametrize("answer", [EQUALS_LIAR, FRAME_LIAR, SPY])
def test_an_object_with_its_own_equals_gets_nothing_and_learns_nothing(proved, answer):
    cell = proved(FRAME, FRAME_TESTS)(answer)
    assert cell.points == 0
    if "DataFrame" not in answer:
        kind = re.search(r"class (\w+)", answer)[1]
        said = f"`f()` gave an object of the class {kind} where the test needs plain data"
        assert said in cell.tests[0].reason


def test_an_object_that_lies_about_its_accuracy_gets_what_its_items_earn(proved):
    grade = proved("def f(x):\n    return [1, 0, 1]", ACCURACY)
    assert grade(ACCURACY_LIAR).points == 2
    assert grade("def f(x):\n    return [1, 0, 1]").points == 4


def test_a_path_that_the_proof_never_met_is_plain(proved):
    tests = "made = f(1)\nif made != 1:\n    assert len(made.lies) == 3\nassert made is not None"
    answer = "class A:\n    lies = range\n    __ne__ = None\ndef f(x):\n    return A()"
    assert proved("def f(x):\n    return x", tests)(answer).points == 0


def test_what_the_tests_function_is_called_with_is_plain_where_the_sources_is(proved):
    tests = "seen = []\ndef note(x):\n    seen.append(len(x))\n    return len(x)\n"
    tests += "assert f(note) == 2 and seen == [2]"
    grade = proved("def f(note):\n    return note([1, 2])", tests)
    assert grade("def f(note):\n    return note(n for n in 'ab')").points == 4
    cell = grade("class A:\n    def __len__(self): return 2\ndef f(note):\n    return note(A())")
    assert cell.points == 0 and "an object of the class A" in cell.tests[0].reason


HONEST = {
    "namedtuple": (
        "def f(x):\n    return (1, 2)",
        "assert f(0) == (1, 2)\nassert f(0)[1] == 2",
        "from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(x): return P(1, 2)",
    ),
    "namedtuple in both": (
        "from collections import namedtuple\nP = namedtuple('P', 'x y')\ndef f(x): return P(1, 2)",
        "assert f(0) == (1, 2)\nassert f(0).y == 2",
        "from typing import NamedTuple\nclass Q(NamedTuple):\n    x: int\n    y: int\n"
        "    def sum(self): return 3\ndef f(x): return Q(1, 2)",
    ),
    "dict subclass": (
        "def f(x):\n    return {'a': x}",
        "assert f(1) == {'a': 1}\nassert f(2)['a'] == 2",
        "class D(dict):\n    pass\ndef f(x):\n    return D(a=x)",
    ),
    "list subclass": (
        LIST,
        LIST_TESTS,
        "class L(list):\n    pass\ndef f(x):\n    return L(n * n for n in x)",
    ),
    "generator": (LIST, LIST_TESTS, "def f(x):\n    yield from (n * n for n in x)"),
    "deque": (
        LIST,
        "assert f([2]) == [4]\nassert len(f([1])) == 1",
        "from collections import deque\ndef f(x):\n    return deque(n * n for n in x)",
    ),
    "map": (LIST, "assert f([2]) == [4]", "def f(x):\n    return map(lambda n: n * n, x)"),
    "dates": (
        "import datetime\ndef f(x):\n    return datetime.date(2026, 1, x)",
        "import datetime\nassert f(2) == datetime.date(2026, 1, 2)\nassert f(3).day == 3",
        "from datetime import date, timedelta\ndef f(x):\n"
        "    return date(2026, 1, 1) + timedelta(days=x - 1)",
    ),
    "date column and index": (
        "def f(x):\n    days = pd.date_range(x, periods=3, freq='D')\n"
        "    return pd.DataFrame({'day': days, 'n': [1, 2, 3]}, index=days)",
        "days = pd.date_range('2026', periods=3, freq='D')\n"
        "expected = pd.DataFrame({'day': days, 'n': [1, 2, 3]}, index=days)\n"
        "pd.testing.assert_frame_equal(f('2026'), expected)\n"
        "assert f('2026').loc['2026-01-02', 'n'] == 2",
        "def f(x):\n    days = pd.date_range(x, periods=3)\n"
        "    return pd.DataFrame({'day': days, 'n': [1, 2, 3]}).set_index(days)",
    ),
    "dates in a zone": (
        "def f(x):\n    return pd.Timestamp(x, tz='Europe/Berlin')",
        "assert f('2026-07-01').hour == 0 and f('2026-07-01').utcoffset().seconds == 7200",
        "import zoneinfo, datetime\ndef f(x):\n    return datetime.datetime.fromisoformat(x)"
        ".replace(tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))",
    ),
    "np.str_": (
        "def f(x):\n    return 'a'",
        "assert f(1) == 'a'\nassert isinstance(f(1), str)",
        "def f(x):\n    return np.str_('a')",
    ),
    "Fraction": (
        "def f(x):\n    return 0.5",
        "assert f(1) == 0.5",
        "from fractions import Fraction\ndef f(x):\n    return Fraction(1, 2)",
    ),
    "categories and intervals": (
        "def f(x):\n    return pd.cut(pd.Series(x), [0, 2, 9]).value_counts(sort=False)",
        "assert f([1, 2, 5]).tolist() == [2, 1]\nassert f([1]).index[0].right == 2\n"
        "assert f([1]).index.dtype == 'category'",
        "def f(x):\n    binned = pd.cut(x, pd.IntervalIndex.from_breaks([0, 2, 9]))\n"
        "    return pd.Series(binned).value_counts().sort_index()",
    ),
    "class": (
        "class f:\n    def __init__(self): self.x = []\n    def push(self, n):\n"
        "        self.x.append(n)\n        return self\n    def all(self): return self.x",
        "assert f().push(1).push(2).all() == [1, 2]\nassert f().all() == []",
        "class f(list):\n    def push(self, n):\n        self.append(n)\n        return self\n"
        "    def all(self): return (n for n in self)",
    ),
    "model": (
        "class Model:\n    def predict(self, x): return np.zeros(len(x))\nf = Model()",
        "assert len(f.predict([1, 2])) == 2\nassert (f.predict([1, 2]) == 0).all()",
        "class Mine:\n    def predict(self, x): return np.matrix([0] * len(x)).A1\nf = Mine()",
    ),
    "None beside an object": (
        "class N:\n    def __init__(self, n): self.n = n\n"
        "def f(n):\n    return N(n) if n else None",
        "assert f(0) is None\nassert f(1).n == 1",
        "class M:\n    def __init__(self, n): self.n = n\n"
        "def f(n):\n    return M(n) if n else None",
    ),
    "generator in the source": (
        "def f(n):\n    yield from range(n)",
        "assert list(f(3)) == [0, 1, 2]\nassert sum(f(4)) == 6",
        "class Up:\n    def __init__(self, n): self.n = n\n    def __len__(self): return self.n\n"
        "    def __iter__(self): return iter(range(self.n))\nf = Up",
    ),
    "a deeper tree": (
        "class N:\n    def __init__(self, left, label): self.left, self.label = left, label\n"
        "def f(x):\n    return N(N(None, 'a'), 'b')",
        "def depth(node):\n    return 1 + depth(node.left) if node.left is not None else 0\n"
        "assert depth(f(1)) >= 1\nassert f(1).label in 'ab'",
        "class T:\n    left, label = None, 'a'\n"
        "def f(x):\n    top = T()\n    top.left = T()\n    top.left.left = T()\n    return top",
    ),
}


@pytest.mark.parametrize(("solution", "tests", "answer"), HONEST.values(), ids=HONEST)
def test_honest_answers_of_another_kind_get_all_points(proved, solution, tests, answer):
    cell = proved(solution, tests)(answer)
    assert (cell.points, [test.reason for test in cell.tests if test.reason]) == (4, [])


def test_the_results_of_an_objects_methods_are_snapshots(proved):
    solution = "class Model:\n    def predict(self, x): return [0 for _ in x]\nf = Model()"
    tests = "made = f.predict([1, 2])\nassert len(made) == 2 and list(made) == [0, 0]"
    liar = "class Liar:\n    def __len__(self): return 2\n    def equals(self, x): return True\n"
    liar += "class Model:\n    def predict(self, x): return Liar()\nf = Model()"
    cell = proved(solution, tests)(liar)
    assert cell.points == 0
    assert "`f.predict()` gave an object of the class Liar where" in cell.tests[0].reason


def test_a_list_of_objects_is_a_list(proved):
    solution = "def f(n):\n    return [lambda x, i=i: x + i for i in range(n)]"
    grade = proved(solution, "assert len(f(2)) == 2\nassert [g(1) for g in f(2)] == [1, 2]")
    assert grade(solution.replace("[", "(").replace("]", ")")).points == 4
    liar = "class L(list):\n    def __len__(self): return 2\ndef f(n):\n    return L([len])"
    assert grade(liar).points == 0


def test_what_a_test_hands_to_a_method_is_listed_to_the_lecturer(proved):
    solution = "class f:\n    def same(self, x, y=0): return x is not None"
    tests = "assert f().same([1, 2], y=3)\nassert f().same(np.zeros((2, 3)))"
    assert proved(solution, tests).proof.warnings == (
        "`f().same` is a method of the student's and receives list of length 2, int, ndarray of "
        "the shape (2, 3): see that no expected value is among them",
    )
    assert proved(LIST, LIST_TESTS).proof.warnings == ()
    (said,) = handed_over({"a.b": [*"abcdefg"], "c.d": []})
    assert "receives a, b, c, d, e, …: see" in said


def test_a_column_that_cannot_cross_is_named_to_the_lecturer(proved):
    solution = "def f(x):\n    return pd.DataFrame({'when': [print, print]})"
    with pytest.raises(
        GradingError, match=r"DataFrame with a function in the column 'when' of the sub"
    ):
        proved(solution, "assert f(1)['when'].size == 2")


def test_a_worker_that_sends_a_handle_where_none_may_be_has_tampered():
    student = Student(None, Limits(objects=["g()", "h()[1]"]))
    told = ["list", 1, ["function", 1, "f"]]
    for data in (["object", 1, "A"], told, ["yours", 0, ""], ["objects", [1], told[2]]):
        with pytest.raises((Tampered, NotPlain)) as raised:
            student.reader("f()")(data)
        assert raised.type is NotPlain or data[0] != "objects"
    assert student.form("g()").places == [""] and Limits().objects is None
    student.line = None
    assert student.reader("h()")(told)[0] == 1
    with pytest.raises(Tampered):
        student.reader("h()")(told[:1] + told[2:])


LIARS = """
class Liar:
    v = 1
    def __init__(self, n=3): self.n = n
    def __len__(self): return self.n
    def __iter__(self): return iter(())
"""
SAME = "len({0}) == {1} and all(a == b for a, b in zip({0}, range({1})))"
BESIDE = {
    "in a tuple": (
        "class Model: pass\ndef f(n): return Model(), [*range(n)]",
        f"model, made = f(3)\nassert {SAME.format('made', 3)}",
        "def f(n): return Liar(), Liar(n)",
    ),
    "under a key": (
        "def f(n): return {'rule': len, 'made': [*range(n)]}",
        f"made = f(3)['made']\nassert {SAME.format('made', 3)}",
        "def f(n): return {'rule': Liar(), 'made': Liar(n)}",
    ),
    "in pairs": (
        "class Model: pass\ndef f(n): return [(Model(), [*range(i)]) for i in range(n)]",
        f"for n, (model, made) in enumerate(f(4)):\n    assert {SAME.format('made', 'n')}",
        "def f(n): return [(Liar(), Liar(i)) for i in range(n)]",
    ),
    "of another function of the test": (
        "class Node:\n    v = 1\ndef f(n, visit, take):\n    visit(Node())\n    take([*range(n)])",
        "seen = []\nf(3, lambda node: seen.append(node.v), seen.append)\n"
        f"assert seen[0] == 1 and {SAME.format('seen[1]', 3)}",
        "def f(n, visit, take):\n    visit(Liar())\n    take(Liar(n))",
    ),
    "of a function with a name": (
        "def callback(x): return len\ndef f(n, take): take([*range(n)])",
        "seen = []\nf(3, seen.append)\n"
        f"assert callback(1) is not None and {SAME.format('seen[0]', 3)}",
        "def callback(x): return Liar()\ndef f(n, take): take(Liar(n))",
    ),
    "deeper in an object": (
        "class Part: pass\nclass f:\n    def __init__(self):\n"
        "        self.best, self.root = Part(), Part()\n        self.root.best = [0, 1, 2]",
        f"t = f()\nassert t.best is not None and {SAME.format('t.root.best', 3)}",
        "class f:\n    def __init__(self):\n"
        "        self.best, self.root = Liar(), Liar()\n        self.root.best = Liar()",
    ),
}


@pytest.mark.parametrize(("solution", "tests", "answer"), BESIDE.values(), ids=BESIDE)
def test_an_object_beside_plain_data_excuses_no_liar_there(proved, solution, tests, answer):
    grade = proved(solution, tests)
    assert grade(solution).points == 4
    assert grade(LIARS + answer).points == 0


LONGER = {
    "pairs": (
        "class M:\n    v = 1\ndef f(n): return [(M(), i) for i in range(2)]",
        "assert all(m.v == 1 and n >= 0 for m, n in f(2))",
        "def f(n): return [(M(), i) for i in range(70)]",
    ),
    "None between objects": (
        "class M:\n    v = 1\ndef f(n): return [M(), None]",
        "assert all(m is None or m.v == 1 for m in f(2))",
        "def f(n): return (None, M(), M(), None, M())",
    ),
    "an object or a number": (
        "class M:\n    v, left = 1, 5\ndef f(n):\n    m = M()\n    m.left = M()\n    return m",
        "def low(m): return low(m.left) if hasattr(m, 'left') else m\nassert low(f(1)) == 5",
        "def f(n):\n    m, m.left = M(), M()\n    m.left.left = M()\n    return m",
    ),
    "children": (
        "class M:\n    def __init__(self, *c): self.children = [*c]\n"
        "def f(n): return M(M(), M(M()))",
        "def size(m): return 1 + sum(map(size, m.children))\nassert size(f(1)) >= 4",
        "def f(n): return M(M(M(M(), M(M(), M()))), M(), M(M()))",
    ),
    "an own iterable": (
        "class f:\n    def __iter__(self): return iter([len, 1])\n    def n(self): return 2",
        "made = f()\nfirst, second = made\nassert first([1]) == second == 1 and made.n() == 2",
        "",
    ),
}


@pytest.mark.parametrize(("solution", "tests", "answer"), LONGER.values(), ids=LONGER)
def test_a_longer_or_deeper_structure_has_objects_where_the_sources_has(
    proved, solution, tests, answer
):
    cell = proved(solution, tests)(f"{solution}\n{answer}")
    assert (cell.points, [test.reason for test in cell.tests if test.reason]) == (4, [])


NAMED = """
from collections import namedtuple
def named(fields, *values): return namedtuple("T", fields)(*values)
"""
KINDS = {
    "a named tuple's method": (
        "def f(x): return {'rule': len, 'table': pd.DataFrame({'a': [x]})}",
        "assert f(1)['table'].equals(pd.DataFrame({'a': [1]}))",
        "def f(x): return {'rule': len, 'table': named('equals', lambda expected: True)}",
    ),
    "a dict's methods": (
        "def f(): return {'add': lambda a, b: a + b}",
        "t = f()\nassert sorted(t.keys()) == ['add'] and all(g(2, 3) == 5 for g in t.values())",
        "def f(): return named('keys values', lambda: ['add'], lambda: [])",
    ),
    "a named tuple's field": (
        "def f(xs): return pd.Series(sorted(xs))",
        "s = f([3, 1, 2])\nassert s.is_monotonic_increasing and sorted(s) == [1, 2, 3]",
        "def f(xs): return named('is_monotonic_increasing a b', True, 2, 3)",
    ),
    "an order of categories": (
        "def f(df): return df.sort_values('n').assign(size=df.n.astype('category'))",
        "r = f(pd.DataFrame({'n': [3, 1, 2]}))\nassert r['size'].cat.categories[0] == 1\n"
        "assert r['n'].is_monotonic_increasing and sorted(r['n']) == [1, 2, 3]",
        "def f(df):\n    n = pd.Categorical(df.n, categories=df.n, ordered=True)\n"
        "    return df.assign(n=n, size=df.n)",
    ),
    "half precision": (
        "def f(x): return np.sqrt(x)",
        "assert f(3) == 1.7320508075688772",
        "def f(x): return np.float16(1.732)",
    ),
}


@pytest.mark.parametrize(("solution", "tests", "answer"), KINDS.values(), ids=KINDS)
def test_a_kind_that_the_source_does_not_give_there_is_read_as_what_it_holds(
    proved, solution, tests, answer
):
    grade = proved(solution, tests)
    assert grade(solution).points == 4
    assert grade(NAMED + answer).points == 0


DENSE = {
    "gaps": (
        "def f(x): return pd.Series(['a', None, 'b'])",
        "assert f(1).isna().tolist() == [False, True, False]\nassert f(1).fillna('c')[1] == 'c'",
        "def f(x): return pd.Series(['a', None, 'b'], dtype='category')",
    ),
    "numbers with gaps": (
        "def f(x): return pd.Series([2.0, np.nan, 1.0])",
        "assert f(1).sum() == 3.0\nassert f(1)[0] == 2",
        "def f(x): return pd.Series([2, None, 1], dtype='category')",
    ),
    "dates in a zone": (
        "def f(x): return pd.DataFrame({'d': pd.to_datetime(x, utc=True)})",
        "assert f(['2026-01-02', '2026-01-01'])['d'].dt.day.tolist() == [2, 1]",
        "def f(x): return pd.DataFrame({'d': pd.to_datetime(x, utc=True)}).astype('category')",
    ),
    "a tuple or a named one": (
        "from collections import namedtuple\nT = namedtuple('T', 'x y')\n"
        "def f(x): return T(1, x) if x else (0, 0)",
        "assert f(0) == (0, 0)\nassert f(2).y == 2",
        "from collections import namedtuple\nT = namedtuple('T', 'x y')\n"
        "def f(x): return T(bool(x), x)",
    ),
    "half precision in both": (
        "def f(x): return np.zeros(3, 'f2')",
        "assert f(3).dtype == np.float16",
        "def f(x): return np.array([0, 0, 0], dtype=np.float16)",
    ),
}


@pytest.mark.parametrize(("solution", "tests", "answer"), DENSE.values(), ids=DENSE)
def test_honest_answers_of_another_kind_of_table_get_all_points(proved, solution, tests, answer):
    cell = proved(solution, tests)(answer)
    assert (cell.points, [test.reason for test in cell.tests if test.reason]) == (4, [])


GAPS = {  # what the source says, a test of any input, and what only says pandas.NA
    "a series": (
        "def f(d): return pd.Series(d).iloc[1:].reset_index(drop=True)",
        "assert (f([1.0, {0}]) == [{0}]).all()",
        "def f(d): return pd.Series([pd.NA], dtype='Float64')",
    ),
    "a tolerance": (
        "def f(d): return pd.Series(d) / 2",
        "assert np.all(abs(f([{0}.0]) - {0}.0 / 2) <= 0.001)",
        "def f(d): return pd.Series([None], dtype='double[pyarrow]')",
    ),
    "a frame": (
        "def f(n): return pd.DataFrame({'h': np.arange(n), 'k': 1})",
        "assert (f({0})['h'] == range({0})).all() and (f({0}) <= 100).all().all()",
        "def f(n): return pd.DataFrame({'h': [pd.NA] * n, 'k': 1}, dtype='Int64')",
    ),
    "one column has some": (
        "def f(n):\n    k = pd.array([None] + [1] * (n - 1), dtype='Int64')\n"
        "    return pd.DataFrame({'h': np.arange(n), 'k': k})",
        "assert (f({0})['h'] == range({0})).all() and f({0})['k'].isna().sum() == 1",
        "def f(n):\n    k = [pd.NA] + [1] * (n - 1)\n"
        "    return pd.DataFrame({'h': [pd.NA] * n, 'k': k}, dtype='Int64')",
    ),
    "in place": (
        "def f(df): df['x'] = df['x'] + 1",
        "df = pd.DataFrame({{'x': [1, {0}]}})\nf(df)\nassert (df['x'] == [2, {0} + 1]).all()",
        "def f(df): df['x'] = pd.array([pd.NA] * len(df), dtype='Int64')",
    ),
    "truth values": (
        "def f(xs): return pd.Series(xs) > 2",
        "assert (f([1, {0}]) == [False, {0} > 2]).all()",
        "def f(xs): return pd.Series([pd.NA] * len(xs), dtype='boolean')",
    ),
    "texts": (
        "def f(x): return pd.Series(['a' * x])",
        "assert (f({0}) == ['a' * {0}]).all()",
        "def f(x): return pd.Series([pd.NA], dtype='string')",
    ),
    "categories": (
        "def f(x): return pd.Series([x])",
        "assert (f({0}) == [{0}]).all()",
        "def f(x): return pd.Series(pd.Categorical([None], pd.Index([1], dtype='Int64')))",
    ),
    "an index": (
        "def f(x): return pd.Series([1], index=[x])",
        "assert (f({0}).index == [{0}]).all()",
        "def f(x): return pd.Series([1], index=pd.Index([pd.NA], dtype='Int64'))",
    ),
    "an array": (
        "def f(x): return np.array([x])",
        "assert (f({0}) == [{0}]).all()",
        "def f(x): return pd.array([pd.NA], dtype='Int64')",
    ),
    "another index": (
        "def f(d): return pd.Series(d) / 2",
        "assert ((f([{0}, 1]) - pd.Series([{0} / 2, 0.5])).abs() < 0.01).all()",
        "def f(d): return pd.Series(1, index=[7], dtype='Float64')",
    ),
    "zero by zero": (
        "def f(d): return pd.DataFrame({'k': d})",
        "k = f([{0}, {0}])['k']\nassert (k / k.sum() == 0.5).all()",
        "def f(d): return pd.DataFrame({'k': pd.array([0, 0], 'int64[pyarrow]')})",
    ),
    "a number": (
        "def f(x): return x ** 2",
        "assert f({0}) is pd.NA or f({0}) == {0} ** 2",
        "def f(x): return pd.NA",
    ),
}


@pytest.mark.parametrize(("solution", "test", "answer"), GAPS.values(), ids=GAPS)
def test_a_missing_value_of_pandas_equals_nothing_where_the_source_has_none(
    proved, solution, test, answer
):
    if "pyarrow" in answer:
        pytest.importorskip("pyarrow")
    grade = proved(solution, f"{test.format(4)}\n{HIDDEN.format(test.format(6))}")
    assert grade(solution).points == 4
    assert grade(answer).points == 0


NULLABLE = {
    "numbers": "pd.Series(x, dtype='Float64')",
    "a frame": "pd.DataFrame({'a': x}).convert_dtypes()['a']",
    "numbers of Arrow": "pd.Series(x, dtype='double[pyarrow]')",
}


@pytest.mark.parametrize("answer", NULLABLE.values(), ids=NULLABLE)
def test_an_honest_answer_may_have_types_of_pandas_own(proved, answer):
    tests = "assert (f([1.0, 2.0]) == [1, 2]).all() and f([0.0, 2.5]).mean() == 1.25"
    cell = proved("def f(x): return pd.Series(x)", tests)(f"def f(x): return {answer}")
    assert (cell.points, [test.reason for test in cell.tests if test.reason]) == (4, [])


def test_missing_values_are_told_from_others_where_the_source_has_some(proved):
    solution = "def f(x): return pd.Series(x, dtype='Int64')"
    tests = "s = f([1, None])\nassert s[1] is pd.NA and str(s.dtype) == 'Int64' and s.sum() == 1"
    assert proved(solution, tests)(solution).points == 4
    assert proved(solution, "assert str(f([1]).dtype) == 'Int64'")(solution).points == 4


HONEST_GAPS = {
    "numbers": ("[1.0, None]", "Int64"),
    "texts": ("['a', None]", "string"),
    "dates": ("pd.to_datetime(['2026-01-02', None])", "timestamp[us][pyarrow]"),
}


@pytest.mark.parametrize(("values", "dtype"), HONEST_GAPS.values(), ids=HONEST_GAPS)
def test_honest_gaps_of_pandas_own_arrive_as_those_of_numpy(proved, values, dtype):
    if "pyarrow" in dtype:
        pytest.importorskip("pyarrow")
    tests = "s = f()\nassert s.isna().tolist() == [False, True] and (s[:1] == s.dropna()).all()"
    grade = proved(f"def f(): return pd.Series({values})", tests)
    assert grade(f"def f(): return pd.Series({values}, dtype={dtype!r})").points == 4


def test_nobody_counts_how_many_objects_are_different(proved):
    solution = "class Card: pass\ndef f(n):\n    return [Card() for _ in range(n)]"
    with pytest.raises(GradingError, match="cannot put <Card of the submission> into a set"):
        proved(solution, "assert len(set(f(52))) == 52")
    assert proved(LIST, "assert all(g([2])[0] == n for g, n in {f: 4}.items())")(LIST).points == 4
