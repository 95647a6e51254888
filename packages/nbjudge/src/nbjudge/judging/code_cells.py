"""The code of a cell: as Python runs it, with the names that it binds and uses. Nothing is run.

A cell is read as IPython would read it, without IPython: lines that only Jupyter understands
(`%matplotlib inline`, `!pip install x`, `f?`) are left out, `%time` and `%%time` leave the code
that they time, and a cell in another language (`%%bash`) is left out whole. The indent of a whole
cell, and prompts that came with it (`>>>`, `In [3]:`), are left out as well.
"""

import ast
import re
import textwrap
import warnings
from dataclasses import dataclass
from functools import lru_cache

from ..words import clean

LONGEST = 200_000  # characters of one cell; nobody writes as much by hand
TIMED = re.compile(r"%%?(time|capture|prun)\b")
ONE_LINE = re.compile(r"(\s*)%time\s+(.*)")
MAGIC = re.compile(r"(%{1,2}[A-Za-z]\w*(\s|$)|!(?!=)|\?|[\w.]+\?{1,2}\s*$|[\w., ]+=\s*[%!])")
QUOTE = re.compile(r"\\.|\"{3}|'{3}|[\"'#\n()\[\]{}]", re.DOTALL)
BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
PROMPTED = re.compile(r"\s*(>>>|In \[\d+\]:)")
PROMPT = re.compile(r"(>>>|\.\.\.)( |$)|In \[\d+\]: ?|\s*\.{3,}: ?")
MARK = re.compile(r"\b(BEGIN|END) (SOLUTION|HIDDEN TESTS|MARK SCHEME)\b")
NEARLY_A_MARK = re.compile(
    r"(^|#)\W*(begin|end)[\W_]*(solutions?|hidden([\W_]*tests?)?|mark(ing)?[\W_]*schemes?)\W*$",
    re.IGNORECASE,
)
NEARLY = "hides nothing: write it as ### BEGIN SOLUTION or ### BEGIN HIDDEN TESTS, in capitals"
FENCE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
STUB = re.compile(r"#.*|\.\.\.|pass|raise NotImplementedError.*")
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Code:
    """What a cell says to Python.

    Parameters:
        source: what can be run; "" if nothing can.
        binds: the names that it binds at its top level; "*" stands for `from x import *`.
        imports: those of them that an import binds.
        uses: the names that it reads, in functions too, but not the functions' own.
        problem: why it cannot be run, "" if it can.
        left_out: how many lines of it only Jupyter understands.
    """

    source: str
    binds: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    problem: str = ""
    left_out: int = 0


@lru_cache(maxsize=500)  # most cells of a submission say what the source says
def read_code(source: str) -> Code:
    """The code of a cell; one that does not compile has a problem, and binds nothing.

    Parameters:
        source: the cell's text.

    >>> code = read_code("%matplotlib inline\\nimport numpy as np\\nx = np.array([n])")
    >>> sorted(code.binds), sorted(code.imports), sorted(code.uses), code.left_out
    (['np', 'x'], ['np'], ['n', 'np'], 1)
    >>> read_code("def f(:").problem
    'it does not compile (line 1: invalid syntax)'
    """
    if len(source) > LONGEST:
        return Code("", problem=f"it has more than {LONGEST:,} characters")
    tree, problem = _parsed(source)
    left_out = 0
    if tree is None and (typed := as_typed(source)) != source:
        source = typed
        tree, problem = _parsed(source)
    if tree is None:
        source, left_out = without_magics(source)
        tree, problem = _parsed(source) if left_out else (None, problem)
    if tree is None:
        return Code("", problem=problem)
    try:
        binds, imports = bound_names(tree)
        names = frozenset(binds), frozenset(imports), frozenset(_read([tree]))
    except RecursionError:
        return Code("", problem="it is nested too deeply")
    return Code(source, *names, left_out=left_out)


def _parsed(source):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\d" in a student's text
            return ast.parse(source), ""
    except SyntaxError as error:
        return None, clean(f"it does not compile (line {error.lineno}: {error.msg})", 200)
    except (ValueError, RecursionError, MemoryError):
        return None, "it cannot be read as Python"


def as_typed(source):
    """The code without what was copied with it: prompts, and the indent of all lines.

    >>> as_typed("  >>> def f(x):\\n  ...     return x")
    'def f(x):\\n    return x'
    """
    source = textwrap.dedent(source)
    if not PROMPTED.match(source):
        return source
    return "\n".join(PROMPT.sub("", line, count=1) for line in source.split("\n"))


def without_magics(source):
    """The code without what only Jupyter understands, and how many lines that were.

    >>> without_magics("%%time\\nx = 1\\nif x:\\n    !ls\\n%time y = 2")
    ('pass\\nx = 1\\nif x:\\n    pass\\ny = 2', 3)
    """
    lines = source.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%") and not TIMED.match(first):
        return "", len(lines)
    count, inside = 0, lines_within(source)
    for i, line in enumerate(lines):
        if i in inside:
            continue
        if timed := ONE_LINE.fullmatch(line):
            lines[i] = timed[1] + timed[2]
        elif MAGIC.match(line.lstrip()):
            lines[i] = line[: len(line) - len(line.lstrip())] + "pass"
        else:
            continue
        count += 1
    return "\n".join(lines), count


def lines_within(source):
    """The numbers of the lines, from 0, that begin within a text, within brackets, or after a `\\`.

    >>> sorted(lines_within("%time x = 1\\nhelp = '''\\n!important\\n'''\\n!ls :("))
    [2, 3]
    >>> sorted(lines_within("x = (10\\n%n\\n)\\n!ls"))
    [1, 2]
    """
    lines, found, line, begun, depth = source.split("\n"), set(), 0, "", 0
    magic = MAGIC.match(lines[0].lstrip())
    for sign in (match[0] for match in QUOTE.finditer(source)):
        if sign[-1] == "\n":
            line += 1
            goes_on = sign != "\n" and begun != "#"
            begun = begun if len(begun) == 3 or goes_on else ""  # a quote, or a comment
            if begun or depth or (goes_on and not magic):
                found.add(line)
            magic = line not in found and MAGIC.match(lines[line].lstrip())
        elif not begun and sign in BRACKETS:
            depth = depth if magic else max(depth + BRACKETS[sign], 0)
        elif not begun:
            begun = sign if sign[0] != "\\" else ""
        elif sign.startswith(begun) and begun != "#":
            begun = ""
    return found


def bound_names(tree):
    """The names that the top level binds, and those among them that an import binds."""
    binds = set()
    imports = set()
    waiting = [tree]
    while waiting:  # not a recursion: students' code may be nested deeply
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            binds.add(node.id)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            binds.add(node.name)
        elif isinstance(node, SCOPES):
            if not isinstance(node, ast.Lambda):
                binds.add(node.name)
            inner = (part for part in ast.walk(node) if isinstance(part, ast.Global))
            binds.update(name for part in inner for name in part.names)
            continue
        elif isinstance(node, COMPREHENSIONS):
            inner = (part for part in ast.walk(node) if isinstance(part, ast.NamedExpr))
            binds.update(part.target.id for part in inner)
            continue
        waiting.extend(ast.iter_child_nodes(node))
    return binds | imports, imports


def _read(nodes, own=(), hides=False):
    """The names that a scope and the scopes within read; `x += 1` reads x.

    Parameters:
        nodes: what stands in the scope.
        own: the names of its arguments.
        hides: True for functions and comprehensions, whose own names nobody else knows.
    """
    read = set()
    bound = set(own)
    outer = set()
    inner = []
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        parts = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else read).add(node.id)
        elif isinstance(node, ast.Global):
            outer.update(node.names)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            read.add(node.target.id)
        elif isinstance(node, ast.ExceptHandler | ast.alias):
            name = getattr(node, "asname", None) or node.name or ""
            bound.add(name.partition(".")[0])
        elif isinstance(node, SCOPES):
            bound.add(getattr(node, "name", ""))
            body = node.body if isinstance(node.body, list) else [node.body]
            inside = set(map(id, body))
            parts = [part for part in parts if id(part) not in inside]  # defaults, bases, ...
            args = ast.walk(node.args) if hasattr(node, "args") else ()
            names = [part.arg for part in args if isinstance(part, ast.arg)]
            inner.append((body, names, not isinstance(node, ast.ClassDef)))
        elif isinstance(node, COMPREHENSIONS):
            first = node.generators[0].iter
            rest = [part for one in node.generators for part in (one.target, *one.ifs, one.iter)]
            values = [part for part in parts if not isinstance(part, ast.comprehension)]
            inner.append(([part for part in [*values, *rest] if part is not first], (), True))
            parts = [first]  # which belongs to the scope outside
        waiting += parts
    read = read.union(*(_read(*scope) for scope in inner))
    return read - (bound - outer) if hides else read


def imports_of(source: str) -> str:
    """The import statements at the top level of a cell, and nothing else of it.

    >>> imports_of("%matplotlib inline\\nimport math\\nassert f(1) == math.pi")
    'import math'
    """
    body = ast.parse(read_code(source).source).body
    return "\n".join(ast.unparse(n) for n in body if isinstance(n, ast.Import | ast.ImportFrom))


# ── what was handed out ─────────────────────────────────────────────────────────────────────────


def shown_part(source: str) -> str:
    """A cell of the source without what is marked: no solution, no hidden test, no mark scheme.

    >>> shown_part("assert f(1)\\n### BEGIN HIDDEN TESTS\\nassert f(2)\\n### END HIDDEN TESTS")
    'assert f(1)'
    """
    kept, inside = [], False
    for line in source.split("\n"):
        if mark := MARK.search(line):
            inside = mark[1] == "BEGIN"
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def is_nearly_a_mark(line: str) -> bool:
    """Is this line meant to be a mark, but in other letters, so that it would hide nothing?

    >>> is_nearly_a_mark("### begin hidden tests"), is_nearly_a_mark("### BEGIN HIDDEN TESTS")
    (True, False)
    >>> is_nearly_a_mark("In the end, hidden tests try your solution.")
    False
    """
    return bool(NEARLY_A_MARK.search(line)) and not MARK.search(line)


def written_lines(source: str) -> tuple[str, ...]:
    """The lines of a cell without blank ones and space at their ends, to compare two cells."""
    return tuple(line.rstrip() for line in source.split("\n") if line.strip())


def is_starter(source: str, handed_out: str) -> bool:
    """Is this answer's cell as it was handed out?

    Parameters:
        source: the cell of the submission.
        handed_out: the cell of the source, with its solution.

    >>> is_starter("def f(x):\\n    # YOUR CODE HERE\\n    raise NotImplementedError()",
    ...            "def f(x):\\n    ### BEGIN SOLUTION\\n    return x\\n    ### END SOLUTION")
    True
    """
    shown = shown_part(handed_out) if MARK.search(handed_out) else ""
    return _said(source) == _said(shown)


def _said(source):
    lines = map(str.strip, source.split("\n"))
    return [line for line in lines if line and not STUB.fullmatch(line)]


def code_of_text(source: str) -> str:
    """The code in a Markdown cell: what stands between fences, or all of it.

    >>> code_of_text("My answer:\\n```python\\nx = 1\\n```")
    'x = 1\\n'
    """
    return "\n".join(FENCE.findall(source)) or source
