"""Count the lines of code of each package, room by room, beside what the project aims at.

    .venv/bin/python tools/lines.py

Docstrings, comments and blank lines do not count. The aims are a guide, and nothing fails above
them. The exercise bank is data, so it has none.
"""

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# (package, its folders, a room that is counted apart, the aim without that room, that room's aim)
PACKAGES = [
    ("dtlab", ["dtlab"], "widgets", 12_000, 4_500),
    ("dtcourse", ["dtcourse"], "bank", 2_800, None),
    ("nbjudge", ["packages/nbjudge/src/nbjudge"], None, 4_500, None),
    ("tests", ["tests", "packages/nbjudge/tests"], None, 19_000, None),
]
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


def count_rooms(folders):
    """{room: its lines of code}, for the folders of one package that exist."""
    rooms = Counter()
    for folder in (ROOT / name for name in folders):
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).parts
            room = parts[0] if len(parts) > 1 else "(top)"
            rooms[room] += code_lines(path.read_text(encoding="utf-8"))
    return rooms


def row(lines, aim, name):
    """One line of the table; an aim of None is left blank."""
    return f"{lines:7,}  {f'{aim:7,}' if aim else ' ' * 7}  {name}"


def main():
    """Print the lines of every package and of its rooms."""
    print("  lines      aim")
    for package, folders, apart, aim, aim_apart in PACKAGES:
        rooms = count_rooms(folders)
        if not rooms:
            continue
        total_apart = rooms.pop(apart, 0)
        name = f"{package} without {apart}" if apart else package
        print(row(rooms.total(), aim, name))
        for room, lines in sorted(rooms.items()):
            print(row(lines, None, f"  {room}"))
        if apart:
            print(row(total_apart, aim_apart, f"{package}/{apart}"))


if __name__ == "__main__":
    main()
