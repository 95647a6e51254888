"""Look at a notebook, or at the cells of a Python file, as JupyterLab shows it: screenshots.

    python tools/look.py notebooks/03_information_gain.ipynb pictures/nb03 [--dark]
    python tools/look.py cells.py pictures/widget        (cells are set apart by lines of #%%)

Writes pictures/nb03-1.png, -2.png, ... one per screen.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from nbformat.sign import NotebookNotary

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from helpers.browser import Lab  # noqa: E402

SCREEN = 1000  # pixels of one picture's height


def main():
    """Read the command line, run the notebook, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("picture")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--no-run", action="store_true", help="show the stored outputs")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Lab(folder, options.dark) as lab:
        name = place(lab, options.source, fresh=not options.no_run)
        with lab.page(height=SCREEN) as page:
            notebook = lab.open(page, name)
            if not options.no_run:
                notebook.run(seconds=600)
            page.wait_for_timeout(1500)
            print(*shoot(page, options.picture), sep="\n")
            print(*notebook.errors, *notebook.complaints, sep="\n")


def place(lab, source, fresh):
    """Put the notebook into the server's folder, without outputs if it will be run."""
    if source.suffix != ".ipynb":
        return lab.write("looked_at.ipynb", *re.split(r"(?m)^#\s?%%.*\n", source.read_text()))
    notebook = nbformat.read(source, as_version=4)
    for cell in notebook.cells:
        if fresh and cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    NotebookNotary().sign(notebook)  # as `make lab` does
    nbformat.write(notebook, lab.folder / "looked_at.ipynb")
    return "looked_at.ipynb"


def shoot(page, picture):
    """One picture per screen, from the top of the notebook to its end."""
    window = ".jp-WindowedPanel-outer"
    height = page.eval_on_selector(window, "e => e.scrollHeight")
    step = page.eval_on_selector(window, "e => e.clientHeight") - 40
    for number, top in enumerate(range(0, height, step), start=1):
        page.eval_on_selector(window, f"e => e.scrollTo(0, {top})")
        page.wait_for_timeout(250)
        yield page.screenshot(path=f"{picture}-{number}.png") and f"{picture}-{number}.png"


if __name__ == "__main__":
    main()
