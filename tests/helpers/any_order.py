"""Running a notebook, and then each of its cells once more from the last to the first."""

import re
import runpy
from pathlib import Path

import nbformat
from course_rules import code, text_of

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "notebooks.py"))
NOTEBOOKS = [path for path in TOOL["executed"]() if path.parent.name != "solutions"]


def named(path):
    """The name of a notebook in a test's id."""
    return f"{path.parent.name}/{path.stem}"


def run_again(path):
    """Run it forwards and backwards; what depends on the machine must still have its shape."""
    stored = nbformat.read(path, as_version=4)
    n = len(code(stored))
    again = nbformat.from_dict(stored)
    again.cells = [*again.cells, *(nbformat.from_dict(cell) for cell in reversed(code(stored)))]
    for place, cell in enumerate(again.cells):
        cell.id = f"cell-{place}"
    run = TOOL["execute"](again, path.parent)  # raises where a cell fails
    for old, new in zip(code(stored), code(run)[:n], strict=True):
        # What is installed may differ from machine to machine: test_environment.py has its words.
        if "machine" in old.metadata.get("tags", []) and "check_environment" not in old.source:
            assert shape(new) == shape(old)


def shape(cell):
    """What a cell shows, with each number replaced: how long something took does not count."""
    text = " ".join(text_of(output) for output in cell.outputs)
    return re.sub(r"[\d#.,]*\d[\d#.,]*(e[+-]?\d+)?", "#", re.sub(r"\s+", " ", text))
