"""nbval runs each cell once more, from the last to the first, and finds stale machine cells."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from helpers.shapes import shape
from nbformat.v4 import new_code_cell, new_notebook, new_output

ROOT = Path(__file__).resolve().parents[2]


def shown(text):
    return [new_output("stream", text=text)]


@pytest.mark.slow
def test_a_cell_that_runs_only_once_and_a_stale_one_are_found(tmp_path):
    stale = new_code_cell("print('3 pears')", execution_count=3, outputs=shown("2 apples\n"))
    stale.metadata["tags"] = ["machine", "nbval-ignore-output"]
    cells = [new_code_cell("names = ['x']"), new_code_cell("_ = names.pop()"), stale]
    nbformat.write(new_notebook(cells=cells), tmp_path / "once.ipynb")
    command = [sys.executable, "-m", "pytest", "-q", "-rf", "-p", "conftest", "--nbval"]
    path = os.pathsep.join(str(ROOT / folder) for folder in ("", "tests", "tools"))
    run = subprocess.run(
        [*command, tmp_path / "once.ipynb"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    failed = [line.split("::")[1] for line in run.stdout.splitlines() if line.startswith("FAILED")]
    assert [name.split(" - ")[0] for name in failed] == ["Cell 2", "Cell 1 again"], run.stdout


def test_two_timings_have_the_same_shape():
    assert shape(shown("Spark  0.123 s, 1,234 rows")) == shape(shown("Spark 12 s, 99 rows"))
    assert shape(shown("Spark 0.1 s")) != shape(shown("Spark 0.1 s, pandas 0.2 s"))
