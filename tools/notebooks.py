"""Execute the course's notebooks in place; an unchanged notebook stays the same to the byte.

    python tools/notebooks.py                      all notebooks (this is `make notebooks`)
    python tools/notebooks.py notebooks/04*.ipynb  some of them
    python tools/notebooks.py --machine ...        also the cells that depend on the machine
    python tools/notebooks.py --text FILE          show a notebook as plain text, for `git diff`
    python tools/notebooks.py --size FILE          count cells, words, minutes; list broken rules

An output that tests/ would take as equal to the stored one (notebooks/nbval_sanitize.cfg) is not
replaced. Ids stay; timings, widget state and the versions of the machine are left out.
"""

import argparse
import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat
from course_rules import faults, size
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbval.plugin import coalesce_streams, get_sanitize_patterns

from dtcourse.release import METADATA
from dtlab.notebook.stills import WIDGET

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
PASSING = {"execution", "ExecuteTime", "collapsed", "scrolled", "trusted"}  # says nothing lasting


def main(arguments=None):
    """Run the command line; return the number of notebooks that failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, default=executed())
    parser.add_argument("--machine", action="store_true", help="renew cells tagged `machine` too")
    parser.add_argument("--text", action="store_true", help="show the cells, execute nothing")
    parser.add_argument("--size", action="store_true", help="count, execute nothing")
    options = parser.parse_args(arguments)
    paths = [path for path in options.paths if ".ipynb_checkpoints" not in path.parts]
    if options.text:
        print("\n\n".join(as_text(read(path)) for path in paths))
    elif options.size:
        for path in paths:
            notebook = read(path)
            print("\n    ".join([f"{path.name}: {size(notebook)}", *faults(notebook)]))
    else:
        return refresh_all(paths, options.machine)
    return 0


def executed():
    """The notebooks that are stored with outputs: all but the learners' exercises, unsolved."""
    unsolved = set(NOTEBOOKS.glob("exercises/*.ipynb"))
    return sorted(set(NOTEBOOKS.rglob("*.ipynb")) - unsolved)


def refresh_all(paths, machine=False):
    """Execute notebooks side by side, say what became of each, and count the failures."""
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this environment's kernel, not the user's
    with ProcessPoolExecutor(max_workers=min(len(paths), os.cpu_count() or 1) or 1) as pool:
        results = list(pool.map(refresh, paths, [machine] * len(paths)))
    for path, result in zip(paths, results, strict=True):
        print(f"{path.name}: {result}")
    return sum(result.startswith("failed") for result in results)


def refresh(path, machine=False):
    """Execute one notebook and write it if something changed; say which."""
    before = path.read_bytes()
    notebook = read(path)
    try:
        executed = execute(notebook, path.parent)
    except CellExecutionError as error:
        return f"failed, not written\n{error}"
    for old, new in zip(notebook.cells, executed.cells, strict=True):
        tidy(old, new, machine)
    executed.metadata = nbformat.from_dict(METADATA)
    after = (nbformat.writes(executed).rstrip("\n") + "\n").encode()
    if after == before:
        return "unchanged"
    path.write_bytes(after)
    return "renewed"


def read(path):
    """A notebook as nbformat reads it."""
    return nbformat.read(path, as_version=4)


def execute(notebook, folder):
    """A copy of the notebook, run from top to bottom in a new kernel."""
    client = NotebookClient(
        nbformat.from_dict(notebook),
        timeout=600,
        startup_timeout=300,
        iopub_timeout=300,  # the default of 4 s may lose outputs on a busy machine
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(folder)}},
    )
    # Outputs depend neither on who executes a notebook (nobody has answered anything) nor on how
    # fast the machine is (no progress bars).
    own = {"DTLAB_PROGRESS": ":memory:", "TQDM_DISABLE": "1"}
    return client.execute(env=os.environ | own)


def tidy(old, new, machine):
    """Drop from the executed cell what does not last; keep the old output where it still holds."""
    for key in PASSING & set(new.metadata):
        del new.metadata[key]
    if new.cell_type != "code":
        return
    new.outputs = [o for o in coalesce_streams(new.outputs) if lasts(o.get("data", {}))]
    keep = "machine" in new.metadata.get("tags", []) and not machine and old.outputs
    if keep or comparable(old.outputs) == comparable(new.outputs):
        new.outputs = old.outputs
    for output in new.outputs:
        if output.output_type == "execute_result":
            output.execution_count = new.execution_count


def lasts(data):
    """Take the live widget out of an output; whether there is a picture of it, or was none."""
    return data.pop(WIDGET, None) is None or "text/html" in data


def comparable(outputs):
    """Outputs as nbval compares them: without counts, and with the sanitise patterns applied."""
    plain = [{k: v for k, v in output.items() if k != "execution_count"} for output in outputs]
    return sanitised(plain)


def sanitised(thing):
    """The same structure with every text in it sanitised."""
    if isinstance(thing, dict):
        return {key: sanitised(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [sanitised(value) for value in thing]
    if isinstance(thing, str):
        for pattern, replacement in PATTERNS:
            thing = re.sub(pattern, replacement, thing)
    return thing


def as_text(notebook):
    """Cells and their text output, one after the other."""
    return "\n\n".join(cell_text(cell) for cell in notebook.cells)


def cell_text(cell):
    """One cell under a line that names its kind and its tags."""
    tags = " ".join(cell.metadata.get("tags", []))
    outputs = cell.get("outputs", [])
    texts = [out.get("text") or out.get("data", {}).get("text/plain", "") for out in outputs]
    return "\n".join([f"── {cell.cell_type} {tags}".rstrip(), cell.source, *texts])


PATTERNS = get_sanitize_patterns((NOTEBOOKS / "nbval_sanitize.cfg").read_text(encoding="utf-8"))

if __name__ == "__main__":
    sys.exit(main())
