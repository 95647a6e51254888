"""Notebooks of the tests' own, and what nbval and tools/notebooks.py make of them."""

import runpy
import subprocess
import sys
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(ROOT / "tools" / "notebooks.py"))


def new_notebook(path, *cells, **metadata):
    notebook = nbformat.v4.new_notebook(metadata=metadata)
    for number, (source, cell_tags) in enumerate(cells):
        cell = nbformat.v4.new_code_cell(source.strip(), id=f"cell-{number}")
        cell.metadata["tags"] = list(cell_tags)
        notebook.cells.append(cell)
    nbformat.write(notebook, path)
    return path


def pytest_nbval(folder):
    """What `pytest --nbval` says about the notebooks in a folder, with the project's options."""
    command = [sys.executable, "-m", "pytest", "-c", "pyproject.toml", "-p", "conftest", "-p"]
    command += ["no:cacheprovider", "--nbval", "-rA", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
