"""Constants as answers, tried before a class: a test that one of them passes says little.

First every answer is the constant, or a function that gives it. Then every method and attribute of
the objects that the source's own answers give is: a model that predicts NaN passes `not mse > 0.1`.
Last, tables of the source's own answers have NaN for all values: a sum leaves these out.
"""

import ast
from importlib.util import find_spec

from .paths import matching

PLAIN = {what: what for what in ("None", "[]", "0", "1", "True", "float('nan')", "''")}
TABLES = {"numpy.array([])": "numpy.array([])", "pandas.DataFrame()": "pandas.DataFrame()"}
FITTING = {  # what fits an argument and agrees with very much
    "numpy.empty((0, len(input)))": "numpy.empty((0, *numpy.shape(a[0])[:1]))",
    "numpy.empty((0, 1))": "numpy.empty((0, 1))",
    "an array of NaN": "numpy.full(numpy.shape(a[0])[:1], numpy.nan)",
    "a Series of NaN": "pandas.Series(numpy.nan, pandas.DataFrame(a[0]).index)",
    "a DataFrame of NaN": "pandas.DataFrame(a[0]).map(lambda _: float('nan'))",
    "a DataFrame of NaN in each column that the tests name": (
        "pandas.DataFrame(numpy.nan, pandas.DataFrame(a[0]).index, {texts})"
    ),
}
ERRORS = {
    "an error": "(_ for _ in ()).throw(Exception('tried'))",
    "an AttributeError": "().attribute",
    "an IndexError": "()[0]",
}
TEXTS = 100
LONGEST = 10_000  # of what fits a whole number, such as f(n)
DECIDE = "decide whether that is intended"
WHOLE, PART = "every answer", "every method and attribute of an answer"
ANSWERS = """
class _Answer:
    def __init__(self, path, given=()):
        self._path, self._given = path, given
    def __call__(self, *given, **named):
        return _give(f"{{self._path}}()", given)
    def __getattr__(self, name):
        if name[:1] == "_":
            raise AttributeError(name)
        return _give(f"{{self._path}}.{{name}}", self._given)
def _give(path, a):
    from re import fullmatch
    if fullmatch({objects!r}, path):
        return _Answer(path, a)
    {imports}
    a = [range(n) if isinstance(n, int) and n < {longest} else n for n in a]
    return {value}
for _name in {names!r}:
    try:
        globals()[_name] = _give(_name, ())
    except Exception:
        globals().pop(_name, None)
"""

WRONG, NAN = "yours with wrong values", "yours with NaN for all values"
SHAPED = {WRONG: "12345.678", NAN: "numpy.nan"}
SOLUTION = """
import copy, numpy, pandas
_own = {{}}
for _cell in {cells!r}:
    exec(_cell, _own)
def _shaped(value):
    if isinstance(value, (pandas.Series, pandas.DataFrame)):
        return value.astype(object).mask(numpy.ones(value.shape, bool), {value}).infer_objects()
    if isinstance(value, numpy.ndarray):
        return numpy.full(value.shape, {value})
    raise TypeError
def _shaping(function):
    return lambda *args, **named: _shaped(function(*copy.deepcopy(args), **copy.deepcopy(named)))
for _name in {names!r}:
    if callable(_own[_name]):
        globals()[_name] = _shaping(_own[_name])
    else:
        try:
            globals()[_name] = _shaped(_own[_name])
        except TypeError:
            pass
"""


def constants_for(assignment, objects):
    """What is tried, as (of what, which group, words), and the cell that does it.

    Parameters:
        assignment: the source.
        objects: the patterns of where the source's own solution gives an object or a function.
    """
    names = {
        name
        for cell, code in zip(assignment.cells, assignment.codes, strict=True)
        if cell.kind == "code" and cell.solution
        for name in code.binds & assignment.students_names
    }
    tables = [name for name in ("numpy", "pandas") if name.encode() in assignment.content]
    if tables:  # a student may use the other one, too
        tables = [name for name in ("numpy", "pandas") if find_spec(name)]
    texts = sorted(texts_of(assignment))[:TEXTS]  # may be names of columns
    groups = {"simple": PLAIN | TABLES, "fitting": FITTING, "errors": ERRORS}
    objects = {path for path in objects if ":" not in path}
    wholes = {path for path in objects if path.isidentifier()}
    ways = {WHOLE: wholes} | ({PART: objects} if wholes < objects else {})
    about = {"names": sorted(names), "longest": LONGEST}
    about["imports"] = f"import {', '.join(tables)}" if tables else "pass"
    found = {
        (of, group, words): ANSWERS.format(
            value=value.format(texts=texts), objects=matching(paths), **about
        )
        for of, paths in ways.items()
        for group, values in groups.items()
        for words, value in values.items()
        if group == "errors" or words in PLAIN or any(f"{name}." in value for name in tables)
    }
    for words, value in SHAPED.items() if len(tables) > 1 else ():
        found[WHOLE, "shaped", words] = SOLUTION.format(
            cells=[
                code.source
                for cell, code in zip(assignment.cells, assignment.codes, strict=True)
                if cell.kind == "code" and not cell.grade
            ],
            names=sorted(names),
            value=value,
        )
    return found


def texts_of(assignment):
    """The texts that the source's tests mention, such as names of columns."""
    codes = (assignment.codes[item.place].source for item in assignment.graded)
    nodes = (node for code in codes for node in ast.walk(ast.parse(code)))
    found = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {text for text in found if isinstance(text, str)}


def passed_by(constants, passed):
    """Sentences for the lecturer, one for each test.

    Parameters:
        constants: what was tried.
        passed: of each, the tests that it passed, as [grade_id, name].
    """
    found = {}
    for (of, group, words), tests in zip(constants, passed, strict=False):
        for test in map(tuple, tests):
            ways = found.setdefault(test, {})
            if of == WHOLE or words not in ways.get((WHOLE, group), ()):
                ways.setdefault((of, group), []).append(words)
    for (cell, test), ways in found.items():
        if said := ", or if ".join(part for of in (WHOLE, PART) for part in _said(of, ways)):
            yield f"{cell}: the test {test.removesuffix(':')} passes if {said}: {DECIDE}"


def _said(of, ways):
    """What a test passes with; of what fits nothing is said where something simple passes.

    Of the source's own answers with NaN nothing is said where wrong values pass, too: such a test
    looks at a shape or at names.
    """
    shaped = ways.get((of, "shaped"))
    values = ways.get((of, "simple")) or ways.get((of, "fitting"))
    if values := values or (shaped if shaped == [NAN] else ()):
        yield f"{of} is {', '.join(values)}"
    if errors := ways.get((of, "errors")):
        yield f"{of} raises {errors[0] if 'an error' in errors else ' or '.join(errors)}"
