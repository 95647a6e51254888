"""What is left of an answer when names, comments and layout are taken away, as fingerprints.

An answer becomes the sequence of its syntax: `total = sum(counts)` and `n = sum(x)  # all` are
both `Assign v Call sum v`. Every run of GRAM such tokens is hashed, and of the hashes in every
window the smallest is kept (winnowing, Schleimer, Wilkerson and Aiken 2003): a copied part of
GRAM + WINDOW − 1 tokens always leaves a fingerprint in common, wherever it stands.

Students' code is parsed here, never run, and in a process of its own (`similar` starts it): a text
can be made so that parsing it takes all memory.
"""

import ast
import builtins
import math
import re
from contextlib import suppress
from hashlib import blake2b

try:
    import resource
except ImportError:  # Windows has no limits
    resource = None  # type: ignore[assignment]

from ..judging.code_cells import bound_names
from ..judging.notebooks import Unreadable, read_notebook

GRAM = 12  # tokens
WINDOW = 5  # hashes
LARGEST = 200_000  # characters of code in a submission; nobody writes as much by hand
BUILTINS = frozenset(dir(builtins))
MAGIC = re.compile(r"^[^\S\n]*[%!].*$", re.MULTILINE)
SECONDS = 20  # of CPU for one notebook
MEMORY = 2_000_000_000  # bytes
OTHER = ""  # the place of code that belongs to no exercise
LEFT_OUT = (ast.expr_context, ast.Pass)
# what a class, function, argument or annotated assignment has beside its syntax
UNSAID = {"returns", "annotation", "type_comment", "type_params", "type_ignores", "kind", "simple"}


def prints_of_notebook(content, answers, kept):
    """The fingerprints of each exercise's answer: {exercise: set of numbers}, or a sentence.

    Parameters:
        content: the notebook's bytes.
        answers: {grade_id of an answer's cell: the names that it binds}.
        kept: names that mean the same to everybody, and are not the student's to change.
    """
    limit_time()
    try:
        cells = [cell for cell in read_notebook(content) if cell.kind == "code"]
        if sum(len(cell.source) for cell in cells) > LARGEST:
            return f"it has more than {LARGEST:,} characters of code"
        found = {}
        for cell in cells:
            for tree in parsed(cell.source):
                name = cell.grade_id if cell.grade_id in answers else _whose(tree, answers)
                found.setdefault(name, set()).update(winnowed(tokens(tree, kept)))
        return found
    except Unreadable as reason:
        return str(reason)
    except (RecursionError, MemoryError):
        return "its code is nested too deeply, or takes too much memory"


def limit_memory():
    """Bound the memory of this process, which reads one notebook after the other."""
    if resource:
        with suppress(ValueError, OSError):  # macOS refuses
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def limit_time():
    """Let the system end this process if it takes SECONDS from now on."""
    if resource:
        used = resource.getrusage(resource.RUSAGE_SELF)
        end = math.ceil(used.ru_utime + used.ru_stime) + SECONDS
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (end, hard))


def parsed(source):
    """The syntax of a cell; of one that does not compile, that of every part that does."""
    source = MAGIC.sub("", source)
    parts = [source]
    if _parse(source) is None:  # split where a statement may begin
        parts = re.split(r"^(?=[^\s#)\]}])", source, flags=re.MULTILINE)
    return [tree for tree in map(_parse, parts) if tree is not None and tree.body]


def _parse(source):
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):  # ValueError: null characters
        return None


def _whose(tree, answers):
    """The exercise whose names this code binds; a cell may have lost its metadata."""
    bound, imported = bound_names(tree)
    return next((one for one, names in answers.items() if names & (bound - imported)), OTHER)


def tokens(tree, kept=frozenset()):
    """The code as a sequence of tokens, without what a copyist changes easily.

    >>> tokens(ast.parse("total = sum(counts)"))
    ['Assign', 'v', 'Call', 'sum', 'v']
    >>> tokens(ast.parse("n: int = sum(x)  # all of them")) == _
    True
    """
    found, own = [], _own_names(tree)
    waiting = [tree]
    while waiting:  # not a recursion: students' code may be nested deeply
        node = waiting.pop()
        if isinstance(node, str):
            found.append(node)
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring, or a string in place of a comment
        if isinstance(node, LEFT_OUT):
            continue
        found += _own_tokens(node, kept, own)
        waiting += reversed(_parts(node))
    return found


def _own_names(tree):
    """The attributes and methods that code names itself, as it likes.

    >>> sorted(_own_names(ast.parse("class A:\\n    def f(self, x):\\n        self.y = x.real")))
    ['f', 'y']
    """
    nodes = [*ast.walk(tree)]
    own = {n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    bodies = [part for n in nodes if isinstance(n, ast.ClassDef) for part in n.body]
    return own.union(*(bound_names(ast.Module([part], []))[0] for part in bodies))


def _own_tokens(node, kept, own):
    """What a node says itself, before its parts."""
    if isinstance(node, ast.Name):
        known = node.id in kept or node.id in BUILTINS
        return [node.id if known else "v"]
    if isinstance(node, ast.arg):
        return ["v"]
    if isinstance(node, ast.Constant):
        return ["s" if isinstance(node.value, (str, bytes)) else repr(node.value)[:40]]
    if isinstance(node, ast.Attribute):
        return [".v" if node.attr in own else f".{node.attr}"]
    if isinstance(node, ast.keyword):
        return [f"{node.arg}="]
    if isinstance(node, ast.alias):
        return [f"import {node.name}"]
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return ["Assign"]
    if isinstance(node, (ast.Module, ast.arguments)):
        return []
    return [type(node).__name__]


def _parts(node):
    """The nodes under this one, in a fixed order; `x += 1` has those of `x = x + 1`."""
    if isinstance(node, ast.AugAssign):
        return [node.target, "BinOp", node.target, node.op, node.value]
    if isinstance(node, ast.Constant):
        return []
    parts = []
    for name, value in ast.iter_fields(node):
        if name not in UNSAID:
            values = value if isinstance(value, list) else [value]
            parts += [part for part in values if isinstance(part, ast.AST)]
    return parts


def grams(sequence):
    """The hash of every run of GRAM tokens.

    >>> len(grams(["v"] * GRAM)), grams(["v"] * (GRAM - 1))
    (1, [])
    """
    runs = zip(*(sequence[start:] for start in range(GRAM)), strict=False)
    return [int.from_bytes(blake2b(" ".join(run).encode(), digest_size=8).digest()) for run in runs]


def winnowed(sequence):
    """The smallest hash of every window: the fingerprints of a sequence of tokens."""
    hashes = grams(sequence)
    starts = range(max(1, len(hashes) - WINDOW + 1))
    return {min(hashes[start : start + WINDOW]) for start in starts} if hashes else set()
