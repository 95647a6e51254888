"""Any cell can be run again after the last one; what depends on the machine is not stale."""

import re
import runpy
from pathlib import Path

import nbformat
import pytest
from course_rules import code, text_of

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "notebooks.py"))
NOTEBOOKS = [path for path in TOOL["executed"]() if path.parent.name != "solutions"]


def shape(cell):
    """What a cell shows, with each number replaced: how long something took does not count."""
    text = " ".join(text_of(output) for output in cell.outputs)
    return re.sub(r"[\d#.,]*\d[\d#.,]*(e[+-]?\d+)?", "#", re.sub(r"\s+", " ", text))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_cell_runs_again_from_the_last_to_the_first(path):
    stored = nbformat.read(path, as_version=4)
    n = len(code(stored))
    again = nbformat.from_dict(stored)
    again.cells = [*again.cells, *(nbformat.from_dict(cell) for cell in reversed(code(stored)))]
    for place, cell in enumerate(again.cells):
        cell.id = f"cell-{place}"
    run = TOOL["execute"](again, path.parent)  # raises where a cell fails
    for old, new in zip(code(stored), code(run)[:n], strict=True):
        if "machine" in old.metadata.get("tags", []):
            assert shape(new) == shape(old)


def test_two_timings_have_the_same_shape():
    def cell(text):
        return nbformat.v4.new_code_cell(outputs=[nbformat.v4.new_output("stream", text=text)])

    assert shape(cell("Spark  0.123 s, 1,234 rows")) == shape(cell("Spark 12 s, 99 rows"))
    assert shape(cell("Spark 0.1 s")) != shape(cell("Spark 0.1 s, pandas 0.2 s"))
