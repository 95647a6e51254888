"""Count the package's lines of code, room by room: docstrings, comments and blank lines left out.

    .venv/bin/python tools/lines.py

The exercise bank is data and is counted apart.
"""

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent / "dtlab"
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


def main():
    """Print the lines of every room, the package's total, and the bank's."""
    rooms, bank = Counter(), 0
    for path in ROOT.rglob("*.py"):
        n = code_lines(path.read_text(encoding="utf-8"))
        room = path.relative_to(ROOT).parts
        if room[:2] == ("exercises", "bank"):
            bank += n
        else:
            rooms[room[0] if len(room) > 1 else "(top)"] += n
    for room, n in sorted(rooms.items()):
        print(f"{n:7,}  {room}")
    print(f"{sum(rooms.values()):7,}  in all; the exercise bank beside it {bank:,}")


if __name__ == "__main__":
    main()
