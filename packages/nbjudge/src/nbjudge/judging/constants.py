"""Constants as answers, tried before a class: a test that one of them passes says little."""

import ast
import re

PLAIN = ("None", "[]", "0", "1", "True", "float('nan')", "''")
EMPTY = {"numpy": "numpy.array([])", "pandas": "pandas.DataFrame()"}
FAILING = "an error"
FITTING = {  # what fits an argument and agrees with very much, by the module that tests need
    "numpy": {
        "numpy.empty((0, len(input)))": "numpy.empty((0, *numpy.shape(a[0])[:1]))",
        "an infinite float16, which equals all beyond 65,519": "numpy.float16('inf')",
    },
    "pandas": {
        "a Series of NA": "pandas.Series(pandas.NA, pandas.DataFrame(a[0]).index, dtype='boolean')",
        "a DataFrame of NaN": "pandas.DataFrame(a[0]).map(lambda _: float('nan'))",
    },
}
DECIDE = "decide whether that is intended"
DEFINED = (ast.FunctionDef, ast.ClassDef)


def constants_for(assignment):
    """What is tried, in words, and the cell that binds every answer to it."""
    used = [name for name in EMPTY if name.encode() in assignment.content]
    tried = {value: (value, value) for value in PLAIN}
    tried |= {EMPTY[name]: (EMPTY[name], EMPTY[name]) for name in used}
    tried |= {what: ("...", value) for name in used for what, value in FITTING[name].items()}
    tried[FAILING] = None, "[][0]"
    return {what: _cell(assignment, *values) for what, values in tried.items()}


def passed_by(constants, passed):
    """Sentences for the lecturer.

    Parameters:
        constants: what was tried.
        passed: of each, the tests that it passed, as [grade_id, name].
    """
    simple = {*PLAIN, *EMPTY.values()}
    found = {}
    for constant, tests in zip(constants, passed, strict=False):
        for test in map(tuple, tests):
            if test not in found or constant in simple:  # a simple one says enough
                found.setdefault(test, []).append(constant)
    for (cell, test), values in found.items():
        yield f"{cell}: the test {test} passes if every answer is {', '.join(values)}: {DECIDE}"


def _cell(assignment, constant, returned):
    """A cell in which every answer has this value, None for no value, or is a function.

    Parameters:
        assignment: the source.
        constant: the value.
        returned: what a function returns.
    """
    lines = []
    for cell, code in zip(assignment.cells, assignment.codes, strict=True):
        if cell.kind == "code" and cell.solution:
            called = {n.name for n in ast.parse(code.source).body if isinstance(n, DEFINED)}
            for name in sorted(code.binds & assignment.students_names):
                made = f"lambda *a, **k: {_importing(returned)}" if name in called else constant
                lines.append(
                    f"{name} = {_importing(made)}" if made else f"globals().pop({name!r}, 0)"
                )
    return "\n".join(lines)


def _importing(expression):
    """The expression with its modules imported in it, so that no name is bound."""
    modules = rf"\b({'|'.join(EMPTY)})\."
    return expression and re.sub(modules, r"__import__('\1').", expression)
