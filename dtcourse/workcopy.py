"""The learner's working copy of the notebooks: created once, updated with care, never overwritten.

A hidden file in the folder remembers what was delivered. A notebook counts as edited when its cells
say something that no delivered version says; running it changes outputs only, and those come back
by running it again. Deleting a notebook is the way to start it over: the next time it is fresh.
"""

import hashlib
import json
import sys
from contextlib import suppress
from pathlib import Path

from .files import digest, write
from .paths import docs, notebooks

MANIFEST = ".dtlab-delivered.json"
START = "00_start_here.ipynb"
DOCS = ("glossary.md", "errata.md")  # pages that notebooks lead to
ROOMS = ("companion", "exercises", "extras", "labs")
# What a kernel of this Python says about itself. JupyterLab completes it in a notebook that it
# opens, and a notebook that had to be completed counts as unsaved from then on.
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": sys.version.split()[0],
}
# Notebooks of an earlier edition, and what took their place.
SUCCESSORS = {
    "14_spark_and_choosing.ipynb": "14_spark.ipynb and 15_choosing.ipynb",
    "exercises/14_spark_and_choosing.ipynb": "exercises/14_spark.ipynb and 15_choosing.ipynb",
}


class WorkCopyError(ValueError):
    """The working copy cannot be made here; the message says why and what to do."""


def default_folder():
    """Where the working copy goes: `work` in a source tree, otherwise `dtlab-course` right here."""
    course = notebooks()
    return course.parent / "work" if course.name == "notebooks" else Path("dtlab-course").absolute()


def deliver(folder, course=None):
    """Bring the working copy in `folder` up to date; return a sentence for each thing to know."""
    course = Path(course or notebooks())
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delivered = read_manifest(folder)
        said = [retire(name, folder, delivered) for name in SUCCESSORS]
        said += [place(*one, folder, delivered) for one in (*lessons(course), *pages())]
        write(folder / MANIFEST, json.dumps(delivered, indent=1).encode())
    except OSError as error:
        raise WorkCopyError(
            f"cannot write the working copy in {folder} ({error.strerror or error}); "
            "name another folder with --dir"
        ) from error
    return [sentence for sentence in said if sentence]


def lessons(course):
    """[(name, content)] of the notebooks a learner gets: all but the solutions, without outputs.

    The working copy holds the folder docs inside, where the course has it beside the notebooks.
    """
    found = [path for path in course.rglob("*.ipynb") if path.parent.name in (course.name, *ROOMS)]
    if not found:
        raise WorkCopyError(f"no notebooks found in {course}; install dtlab again")
    names = {path.relative_to(course).as_posix(): path for path in sorted(found)}
    return [
        (name, without_outputs(path.read_bytes()).replace(b"../docs/", b"docs/"))
        for name, path in names.items()
    ]


def pages():
    """[(name, content)] of the pages that notebooks lead to."""
    paths = [docs() / name for name in DOCS]
    return [
        (f"docs/{path.name}", path.read_bytes().replace(b"../notebooks/", b"../")) for path in paths
    ]


def retire(name, folder, delivered):
    """Take away a notebook that the course no longer has, unless the learner edited it."""
    mine = folder / name
    record = delivered.pop(name, None)
    if record is None or not mine.exists():
        return None
    if digest(mine.read_bytes()) in record["sources"]:
        mine.unlink()
        return f"{name} became {SUCCESSORS[name]}"
    return f"{name} became {SUCCESSORS[name]}; yours stays, because you edited it"


def place(name, content, folder, delivered):
    """Deliver one file: new, unchanged, replaced, or beside the learner's own version."""
    version = hashlib.sha256(content).hexdigest()
    mine = folder / name
    record = delivered.get(name, {"version": None, "sources": []})
    if record["version"] == version and mine.exists():
        return None
    sources = {*record["sources"], digest(content)}
    target = free_place(mine, sources)
    if target.suffix == ".ipynb":
        write(target, for_this_python(content))
        trust(target)
    else:
        write(target, content)
    delivered[name] = {"version": version, "sources": sorted(sources)}
    if target == mine:
        return None
    return f"{name} has changed since you edited it: yours stays, the new one is {target.name}"


def without_outputs(content):
    """A notebook that was never run: stored outputs would answer every guess before it is made."""
    notebook = json.loads(content)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell |= {"execution_count": None, "outputs": []}
    return as_bytes(notebook)


def for_this_python(content):
    """The notebook as JupyterLab leaves it when it has started a kernel for it."""
    notebook = json.loads(content)
    notebook["metadata"]["language_info"] = LANGUAGE
    return as_bytes(notebook)


def as_bytes(notebook):
    """A notebook as it is written to disk."""
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def free_place(mine, sources):
    """The first of name, name.new, name.new2, ... that is free or holds no work of the learner."""
    number, target = 0, mine
    while target.exists() and digest(target.read_bytes()) not in sources:
        number += 1
        target = mine.with_name(f"{mine.stem}.new{number if number > 1 else ''}{mine.suffix}")
    return target


def read_manifest(folder):
    """What was delivered here; if that is missing or damaged, nothing counts as unedited."""
    try:
        records = json.loads((folder / MANIFEST).read_bytes())
        return {
            name: {"version": record["version"], "sources": list(record["sources"])}
            for name, record in records.items()
        }
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def trust(path):
    """Sign what we delivered, like `jupyter trust`: JupyterLab strips unsigned HTML of styles."""
    import nbformat
    from nbformat.sign import NotebookNotary

    with suppress(OSError):  # unsigned, tables are plain until their cells are run
        NotebookNotary().sign(nbformat.read(path, as_version=4))
