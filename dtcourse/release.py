"""`dtlab release`: from the bank to the notebooks of a graded set, lecturer's and learner's.

The lecturer's notebook (`solutions`) is in nbgrader's format, with solutions and hidden tests
marked; the learner's (`exercises`) is the same without what is marked. Both are written from the
bank only. A cell that has not changed keeps its outputs; `make notebooks` renews them.
"""

import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from . import bank
from .cards.course_map import EXTRAS, TITLES
from .files import refuse_edited, remember, write
from .judging.exercise import Exercise
from .judging.items import now
from .paths import notebooks

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
MARKED = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS)\n.*?### END \1(\n|$)", re.DOTALL)
BITS = re.compile(r"\b(bits?|entropy|information gain|gain ratio|surprise)\b")
HEAD = """# Exercises {number}: {title}

{count} on [{about}]({place}), about {minutes} minutes, {points} points.

Write your answer in place of the three dots, then run the cell below it: it says at once whether \
you are right and, if not, which mistake it looks like. Stuck? Add a cell with `hint("{first}")`: \
each hint is stronger than the last. After a try, `solution("{first}")` shows one way. Nothing \
leaves this computer.

Give numbers to three decimals or more, unless the exercise says otherwise.{logarithms}"""
LOGARITHMS = " Logarithms have base 2."
WHO = """Write your name or number between the quotes: some exercises give each learner \
different data, and this decides which. You may also leave it empty."""
FOOT = """That was exercise set {number}. `progress()` shows where you are in the course; \
{next}."""


def release(folder=None):
    """Write both notebooks of every graded set; return the paths that changed.

    Parameters:
        folder: where the folders `solutions` and `exercises` go. What a person edited there stays,
            and ValueError says so; the course's own folder, the default, is written again anyway.
    """
    made = {}
    for number in graded_sets():
        source = source_notebook(number)
        for kind, notebook in {"solutions": source, "exercises": learners(source)}.items():
            made[Path(folder or notebooks()) / kind / f"{stem(number)}.ipynb"] = notebook
    if folder is not None:
        refuse_edited(made)
    changed = [path for path, notebook in made.items() if _write(path, notebook)]
    if folder is not None:
        remember(made)
    return changed


def graded_sets():
    """The notebooks that have graded exercises: "02", "02_codes", ..."""
    return [number for number in bank.pages() if exercises(number)]


def exercises(number):
    """The graded exercises of a notebook, in order."""
    return [item for item in bank.of_notebook(number) if isinstance(item, Exercise)]


def stem(number):
    """The name of a notebook's file without its ending.

    >>> stem("06")
    '06_gain_ratio_and_c45'
    """
    if number in EXTRAS:
        return number
    words = re.sub(r"[^a-z0-9 ]", "", TITLES[number].lower())
    return f"{number}_{words.replace(' ', '_')}"


# ── the lecturer's notebook ─────────────────────────────────────────────────────────────────────


def source_notebook(number):
    """The set with its solutions and hidden tests, in nbgrader's format."""
    items = exercises(number)
    facts = {
        "number": number[:2],
        "title": TITLES.get(number) or f"{EXTRAS[number]} (extra)",
        "about": f"notebook {number}" if number in TITLES else f"the extra {EXTRAS[number]!r}",
        "place": _place(number),
        "count": "1 exercise" if len(items) == 1 else f"{len(items)} exercises",
        "minutes": sum(item.minutes for item in items),
        "points": sum(item.points for item in items),
        "first": items[0].id,
        "logarithms": LOGARITHMS if any(BITS.search(now(item.text)) for item in items) else "",
        "next": _further(number),
    }
    cells = [
        _cell(f"{number}-head", HEAD.format(**facts)),
        _cell(f"{number}-imports", bank.imports(number), code=True, locked=True),
        _cell(f"{number}-who", WHO),
        _cell(f"{number}-student", 'STUDENT = ""', code=True),
        *(cell for item in items for cell in _exercise_cells(item)),
        _cell(f"{number}-foot", FOOT.format(**facts)),
    ]
    return new_notebook(cells=cells, metadata=METADATA)


def _place(number):
    """Where a notebook is, seen from the folder of its exercises."""
    return f"../{'extras/' if number in EXTRAS else ''}{stem(number)}.ipynb"


def _further(number):
    """What comes after a set."""
    if number in EXTRAS:
        return f"[notebook {number[:2]}]({_place(number[:2])}) is where this extra belongs"
    after = f"{int(number) + 1:02}"
    if after in TITLES:
        return f"[notebook {after}]({_place(after)}) comes next"
    return "you have reached its end"


def _exercise_cells(item):
    name = item.id.replace(".", "-")
    points = f"{item.points} point{'s' if item.points > 1 else ''}"
    about = f"*{item.kind} · {points} · about {item.minutes} minutes*"
    yield _cell(f"{name}-text", f"## {item.id} {item.title}\n\n{about}\n\n{now(item.text)}")
    if item.setup:
        yield _cell(f"{name}-setup", item.setup, code=True, locked=True)
    answer = f"{item.starter}\n{_marked('SOLUTION', item.solution)}"
    yield _cell(f"{name}-answer", answer, code=True, solution=True)
    yield _cell(f"{name}-test", _test(item), code=True, locked=True, points=item.points)


def _test(item):
    """The test cell: it ends in the points, which is what nbgrader takes as the mark."""
    student = ", STUDENT" if item.draw else ""
    call = f'grade("{item.id}", {item.name}{student})'
    if not item.hidden:
        return call
    hidden = f'points = grade("{item.id}", {item.name}, hidden=True)'
    return f"points = {call}\n{_marked('HIDDEN TESTS', hidden)}\npoints"


def _marked(what, code):
    return f"### BEGIN {what}\n{code.strip()}\n### END {what}"


def _cell(name, source, code=False, locked=False, solution=False, points=None):
    make = new_code_cell if code else new_markdown_cell
    cell = make(source.strip(), id=name)
    if locked or solution:
        about = {"grade": points is not None, "grade_id": name, "locked": locked}
        about |= {"schema_version": 3, "solution": solution, "task": False}
        cell.metadata["nbgrader"] = about | ({} if points is None else {"points": points})
    return cell


# ── the learner's notebook ──────────────────────────────────────────────────────────────────────


def learners(source):
    """The same notebook without what is marked, and without outputs."""
    notebook = nbformat.from_dict(source)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = MARKED.sub("", cell.source).strip()
            cell.outputs, cell.execution_count = [], None
    return notebook


# ── files ───────────────────────────────────────────────────────────────────────────────────────


def _write(path, notebook):
    """Write a notebook if it says something else than the file; keep the outputs that still fit."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if before:
        old = {cell.id: cell for cell in nbformat.reads(before, as_version=4).cells}
        for cell in notebook.cells:
            kept = old.get(cell.id)
            if cell.cell_type == "code" and kept and kept.source == cell.source:
                cell.outputs, cell.execution_count = kept.outputs, kept.execution_count
    after = nbformat.writes(notebook).rstrip("\n") + "\n"
    if after == before:
        return False
    write(path, after.encode())
    return True
