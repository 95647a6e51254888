"""Count the package's lines of code, room by room: docstrings, comments and blank lines left out.

    .venv/bin/python tools/lines.py

The exercise bank is data and is counted apart. So are the lines that only type hints need: imports
for them, and signatures that would fit on one line without them.
"""

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "dtlab"
WIDTH = 100  # of a line, as in pyproject.toml
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip


def code_lines(source):
    """The number of lines that hold code.

    >>> code_lines('def f(x):\\n    "Twice x."\\n\\n    # add\\n    return x + x\\n')
    2
    """
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    used = {
        line
        for token in tokens
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            text = node.body[0]
            used -= set(range(text.lineno, text.end_lineno + 1))
    return len(used)


def hint_lines(source):
    """How many lines a file would lose without type hints.

    >>> hint_lines("from __future__ import annotations\\ndef f(\\n    x: int\\n):\\n  return x\\n")
    3
    """
    tree, n = ast.parse(source), 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            lines = node.body[0].lineno - node.lineno
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
            bare = f"def {node.name}({ast.unparse(node.args)}):"
            if node.col_offset + len(bare) <= WIDTH:
                n += max(lines - 1, 0)
        elif isinstance(node, ast.ImportFrom):
            for_hints = node.module in ("__future__", "typing")
            if for_hints and "NamedTuple" not in (alias.name for alias in node.names):
                n += node.end_lineno - node.lineno + 1
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            n += node.end_lineno - node.lineno + 1
    return n


def main():
    """Print the lines of every room, the package's total, and the bank's."""
    rooms, bank, hints = Counter(), 0, 0
    for path in ROOT.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        n = code_lines(source)
        room = path.relative_to(ROOT).parts
        if room[:2] == ("exercises", "bank"):
            bank += n
        else:
            rooms[room[0] if len(room) > 1 else "(top)"] += n
            hints += hint_lines(source)
    for room, n in sorted(rooms.items()):
        print(f"{n:7,}  {room}")
    total = sum(rooms.values())
    print(f"{total:7,}  in all; the exercise bank beside it {bank:,}")
    print(f"{total - hints:7,}  without the lines that only type hints need")


if __name__ == "__main__":
    main()
