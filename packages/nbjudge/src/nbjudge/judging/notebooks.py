"""The bounded reader of a notebook: any JSON that is roughly one, of format 3 or 4, as plain cells.

A submission may be anything: half a file, a PDF, 50 MB of brackets. The judge reads it, in a
process that is bounded itself; what cannot be read raises Unreadable with a sentence for the
student.
"""

import json
import re
from dataclasses import dataclass

LARGEST = 50 << 20  # bytes
CELLS = 2_000
MOST_POINTS = 1e6
BRACKETS = 2_000_000  # lists and objects: each takes more memory than its text
OTHER_FILES = {
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a zip file or an Office document",
    b"<": "a web page",
    b"\x89PNG": "an image",
}
MERGE = re.compile(rb"^<{7} ", re.MULTILINE)  # in JSON no line of a text begins a line
HOW = "Hand in the .ipynb file that Jupyter saves."


class Unreadable(Exception):
    """What is wrong with the file, in a sentence or two."""


@dataclass(frozen=True)
class Cell:
    """One cell of a notebook, with what nbgrader's metadata say about it.

    Parameters:
        kind: "code" or "text" (Markdown, raw and whatever else there is).
        source: its text.
        grade_id: its name, "" without one.
        grade: True for cells that give points.
        solution: True for cells that the student writes.
        locked: True for cells that the student should not change.
        task: True for a task that a person marks.
        points: the points that it gives; 0 without.
    """

    kind: str
    source: str
    grade_id: str = ""
    grade: bool = False
    solution: bool = False
    locked: bool = False
    task: bool = False
    points: float = 0.0


def read_notebook(content: bytes) -> tuple[Cell, ...]:
    """The cells of a notebook in their order, or Unreadable.

    Parameters:
        content: the bytes of the file.

    >>> read_notebook(b'{"cells": [{"cell_type": "code", "source": ["a = 1\\\\n", "b = 2"]}]}')
    (Cell(kind='code', source='a = 1\\nb = 2', grade_id='', ...),)
    """
    if len(content) > LARGEST:
        raise Unreadable(f"The file is larger than {LARGEST >> 20} MB. Clear the outputs first.")
    if not content.strip():
        raise Unreadable(f"The file is empty. {HOW}")
    if MERGE.search(content):
        raise Unreadable(f"Git could not merge two versions of the file: choose one of them. {HOW}")
    for begin, what in OTHER_FILES.items():
        if content.lstrip().startswith(begin):
            raise Unreadable(f"The file is {what}, not a notebook. {HOW}")
    cells = [_cell(cell) for cell in _raw_cells(_parsed(content))]
    if len(cells) > CELLS:
        raise Unreadable(f"The notebook has more than {CELLS:,} cells.")
    return tuple(cell for cell in cells if cell is not None)


def _parsed(content):
    if content.count(b"[") + content.count(b"{") > BRACKETS:
        raise Unreadable("The notebook has too many parts to be read. Clear the outputs first.")
    try:
        return json.loads(content.decode(json.detect_encoding(content), errors="replace"))
    except (ValueError, RecursionError, MemoryError):
        how = "It may be cut off, or saved by another program."
        raise Unreadable(f"The file is not a notebook that can be read. {how} {HOW}") from None


def _raw_cells(notebook):
    """The cells of format 4, or those of all worksheets of format 3."""
    cells = _get(notebook, "cells", list)
    if cells is None:
        sheets = _get(notebook, "worksheets", list)
        if sheets is None:
            raise Unreadable(f"The file has no cells, so it is not a notebook. {HOW}")
        cells = [cell for sheet in sheets for cell in _get(sheet, "cells", list) or ()]
    return cells


def _cell(raw):
    """A cell, or None for what is not one."""
    source = _text(_get(raw, "source"))
    if source is None:
        source = _text(_get(raw, "input"))  # code in format 3
    if source is None:
        return None
    kind = "code" if _get(raw, "cell_type") == "code" else "text"
    about = _get(_get(raw, "metadata"), "nbgrader")
    flags = {name: _get(about, name) is True for name in ("grade", "solution", "locked", "task")}
    points = _get(about, "points")
    if type(points) not in (int, float) or not abs(points) <= MOST_POINTS:  # NaN is not, either
        points = 0.0
    return Cell(kind, source, _get(about, "grade_id", str) or "", **flags, points=float(points))


def _get(thing, key, kind=object):
    """What an object of JSON has under this key, if it is one and that is of this kind."""
    value = thing.get(key) if isinstance(thing, dict) else None
    return value if isinstance(value, kind) else None


def _text(source):
    """A text, also one that is stored as a list of lines; None for anything else."""
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    return source if isinstance(source, str) else None
