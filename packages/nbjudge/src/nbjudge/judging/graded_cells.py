"""A test cell of the source, taken apart into its tests.

A test is one statement of the cell: an `assert`, a call such as `np.testing.assert_allclose(...)`,
or a block (`if`, `for`, `with`, `try`) with such a thing in it, together with the statements before
it that prepare it. The tests of a cell share its points equally.

A cell that ends in an expression gives what that says, as with nbgrader. An error in it costs all,
unless points are only ever added: then it costs what the statement with the error would have added.
"""

import ast
import re
from dataclasses import dataclass

from ..words import clean
from .code_cells import MARK

SAYS_TEST = re.compile(r"(assert|test|check|verify|expect|ensure|raises)", re.IGNORECASE)
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
SHOWN = ("print", "display")
GIVEN = "_given"
TURNED = ("abs", "dict", "float", "len", "list", "round", "set", "sorted", "sum", "tuple", "type")
NAME = 100  # characters of a test's name


@dataclass(frozen=True)
class Part:
    """One test.

    Parameters:
        name: its statement, in one line; of a hidden one its number.
        hint: the message of an assert; "" for hidden ones.
        hidden: True if the student's version does not have it.
        body: its statements.
        line: its statement, also of a hidden one: for the lecturer alone.
    """

    name: str
    hint: str
    hidden: bool
    body: tuple[ast.stmt, ...]
    line: str


@dataclass(frozen=True)
class Share:
    """A part of a cell that adds up its points.

    Parameters:
        name: the statement that may add some, in one line.
        hidden: True if the student's version does not have it.
        most: what it can add; None where a loop does, so that nobody can say.
        body: this statement, after those that prepare it.
    """

    name: str
    hidden: bool
    most: float | None
    body: tuple[ast.stmt, ...]


def gives_points(tree, helpers=frozenset()):
    """Does a cell end in an expression, which says how many points it gives?"""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return False
    return not _is_test(tree.body[-1], {*helpers, *SHOWN})


def points_name(tree):
    """The name of the points of a cell that begin at 0, once, and can then only grow; "" if not.

    >>> points_name(ast.parse("p = 0\\nif f(1): p += 2\\np"))
    'p'
    >>> points_name(ast.parse("p = 0\\nif f(1): p += 2\\nif f(2): p = 0\\np"))
    ''
    """
    name = getattr(tree.body[-1].value, "id", "")
    begins = [node for node in tree.body if _begins(node, name)]
    adds = [node for node in ast.walk(tree) if _adds(node, name)]
    bound = [node for node in ast.walk(tree) if name in _bound_by(node)]
    grows = len(begins) == 1 and len(bound) == 1 + len(adds)
    return name if grows and all(begins[0].lineno < node.lineno for node in adds) else ""


def _begins(node, name):
    """Is this `points = 0`?"""
    if not isinstance(node, ast.Assign) or [getattr(t, "id", "") for t in node.targets] != [name]:
        return False
    return type(getattr(node.value, "value", None)) in (int, float) and node.value.value == 0


def _adds(node, name):
    """Is this `points += 1`?"""
    if not isinstance(node, ast.AugAssign) or getattr(node.target, "id", "") != name:
        return False
    number = getattr(node.value, "value", None)
    return isinstance(node.op, ast.Add) and isinstance(number, int | float) and number >= 0


def _bound_by(node):
    """The names that a node binds, deletes or declares by itself, in whatever scope."""
    if isinstance(node, ast.Name):
        return () if isinstance(node.ctx, ast.Load) else (node.id,)
    said = (getattr(node, what, None) for what in ("name", "asname", "arg", "rest"))
    return (*filter(None, said), *(getattr(node, "names", ()) if _declares(node) else ()))


def _declares(node):
    return isinstance(node, ast.Global | ast.Nonlocal)


def shares_of(source, later=frozenset()):
    """The statements of a cell with a `points_name`, apart from the last, by what each may add.

    Parameters:
        source: its code.
        later: the lines of statements that have to do with hidden tests.
    """
    tree = ast.parse(source)
    hidden = hidden_lines(source)
    points = tree.body[-1].value.id
    groups, waiting = [], []
    for statement in tree.body[:-1]:
        waiting.append(statement)
        if _most(statement, points) != 0:
            groups.append(waiting)
            waiting = []
    if waiting and groups:
        groups[-1] += waiting
    elif waiting:
        groups = [waiting]
    found = []
    for body in groups:
        main = next((one for one in reversed(body) if _most(one, points) != 0), body[-1])
        lines = {line for one in body for line in range(one.lineno, one.end_lineno + 1)}
        is_hidden = bool(lines & (hidden | later))
        found.append(Share(_line(main), is_hidden, _most(main, points), tuple(body)))
    return found


def _most(node, points):
    """What a statement can add to the points at most; None if a loop decides."""
    if isinstance(node, ast.AugAssign):
        return node.value.value if points in [name.id for name in _names(node.target)] else 0
    if isinstance(node, ast.If | ast.Match):
        ways = (
            [node.body, node.orelse] if isinstance(node, ast.If) else [c.body for c in node.cases]
        )
        return _total(ways, points)
    if isinstance(node, ast.Try):
        caught = [handler.body for handler in node.handlers]
        ways = [[*node.body, *node.orelse], *caught]
        return _total([node.finalbody], points, _total(ways, points))
    if isinstance(node, ast.With):
        return _total([node.body], points)
    if isinstance(node, ast.For | ast.While):
        inside = [_most(part, points) for part in [*node.body, *node.orelse]]
        return 0 if not any(one != 0 for one in inside) else None
    return 0


def _total(ways, points, more=0):
    """The sum of what the statements of each way can add, of the best way; None if unknown."""
    sums = [[_most(statement, points) for statement in way] for way in ways]
    if more is None or any(one is None for way in sums for one in way):
        return None
    return more + max(map(sum, sums), default=0)


def _names(target):
    return [node for node in ast.walk(target) if isinstance(node, ast.Name)]


def parts_of(source, helpers=frozenset()):
    """The tests of a cell that does not end in points; a cell without any is one test itself.

    Parameters:
        source: its code.
        helpers: functions of the grader's that assert something: a call of one is a test.
    """
    tree = ast.parse(source)
    hidden = hidden_lines(source)
    parts, waiting = [], []
    for statement in tree.body:
        waiting.append(statement)
        if _is_test(statement, helpers):
            parts.append(waiting)
            waiting = []
    if waiting and parts:
        parts[-1] += waiting
    elif waiting:
        parts = [waiting]
    count, found = 0, []
    for body in parts:
        main = next((one for one in reversed(body) if _is_test(one, helpers)), body[-1])
        is_hidden = any(hidden & set(range(one.lineno, one.end_lineno + 1)) for one in body)
        count += is_hidden
        hint = _message(main)
        said = ast.Assert(main.test) if hint else main  # the hint is shown beside it
        line = _line(said)
        name = f"hidden test {count}" if is_hidden else line
        found.append(Part(name, "" if is_hidden else hint, is_hidden, tuple(body), line))
    return found


def _line(statement):
    """A statement in one line; of a `try` the first one in it, and which error it should raise."""
    if not isinstance(statement, ast.Try):
        return clean(ast.unparse(statement).split("\n")[0], NAME)
    line = _line(statement.body[0])
    kinds = [one.type for one in statement.handlers if one.type]
    expected = [ast.unparse(name) for kind in kinds for name in getattr(kind, "elts", [kind])]
    if expected and any(map(_fails, [*statement.body[1:], *statement.orelse])):
        return f"`{line}` should stop with {' or '.join(expected)}"
    return line


def _fails(statement):
    """Does this statement say that nothing should come so far?"""
    if isinstance(statement, ast.Assert):
        return isinstance(statement.test, ast.Constant) and not statement.test.value
    call = getattr(statement, "value", None)
    is_fail = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "fail"
    return isinstance(statement, ast.Raise) or is_fail


def watched(statement, functions):
    """The call of a student's function that an assert compares with something; "" if there is none.

    It may stand in `list(...)` and the like. Its value is kept under the name GIVEN, so that a
    student can be told it.
    """
    test = getattr(statement, "test", None)
    around, call = None, getattr(test, "left", None)
    while isinstance(call, ast.Call) and getattr(call.func, "id", "") in TURNED and call.args:
        around, call = call, call.args[0]
    if not isinstance(statement, ast.Assert) or not isinstance(call, ast.Call):
        return ""
    if getattr(call.func, "id", "") not in functions:
        return ""
    kept = ast.NamedExpr(ast.Name(GIVEN, ast.Store()), call)
    if around:
        around.args[0] = kept
    else:
        test.left = kept
    ast.fix_missing_locations(statement)
    return ast.unparse(call)


def wanted(statement):
    """The text or number that an assert compares with; None if it is not written there."""
    found = getattr(statement.test, "comparators", [None])[0]
    return getattr(found, "value", None) if isinstance(found, ast.Constant) else None


def hidden_lines(source):
    """The numbers of the lines that the student's version does not have."""
    numbers, inside = set(), False
    for number, line in enumerate(source.split("\n"), start=1):
        mark = MARK.search(line)
        is_edge = (
            mark and mark[2] == "HIDDEN TESTS"
        )  # what stands beside it is not handed out either
        inside = mark[1] == "BEGIN" if is_edge else inside
        if inside or is_edge:
            numbers.add(number)
    return numbers


def released(source):
    """The statements of a cell as students have it, at the lines that they have in the whole one.

    >>> cell = "x = 1\\n# BEGIN HIDDEN TESTS\\nx = 2\\n### END HIDDEN TESTS\\nassert x"
    >>> [statement.lineno for statement in released(cell)]
    [1, 5]
    """
    hidden = hidden_lines(source)
    lines = enumerate(source.split("\n"), start=1)
    try:
        return ast.parse("\n".join("" if number in hidden else line for number, line in lines)).body
    except SyntaxError:  # a block of which nothing else is left
        body = ast.parse(source).body
        return [one for one in body if not hidden & set(range(one.lineno, one.end_lineno + 1))]


def asserting_functions(source):
    """The names of the functions of a cell that assert something."""
    functions = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)]
    return {one.name for one in functions if any(isinstance(n, ast.Assert) for n in ast.walk(one))}


def is_gate(statement, helpers):
    """Does a statement fail a cell of points as a whole if it fails, for whatever reason?

    >>> cell = ast.parse("assert f(1) == 1\\nif f(1) == 1: p += 1\\nif close(f(1)): p += 1").body
    >>> [is_gate(statement, {"close"}) for statement in cell]
    [True, False, True]
    """
    names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    return bool(names & helpers) or _is_test(statement, helpers)


def is_test_call(node, helpers):
    """Is this the call of a function that asserts something, by its name or as it is known to?"""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    name = getattr(function, "attr", None) or getattr(function, "id", "")  # without its module
    return bool(SAYS_TEST.match(name) or name in helpers)


def _is_test(statement, helpers):
    if isinstance(statement, ast.Assert):
        return True
    if isinstance(statement, ast.Expr):
        return is_test_call(statement.value, helpers)
    if not isinstance(statement, BLOCKS):
        return False
    entered = [item.context_expr for item in getattr(statement, "items", ())]  # of a `with`
    inner = [node for node in ast.walk(statement) if node is not statement]
    return any(is_test_call(one, helpers) for one in entered) or any(
        isinstance(node, ast.Raise) or _is_test(node, helpers) for node in inner
    )


def _message(statement):
    message = statement.msg if isinstance(statement, ast.Assert) else None
    return clean(message.value) if isinstance(getattr(message, "value", None), str) else ""
