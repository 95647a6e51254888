"""The command `release`: what learners get of an assignment, with a proof that nothing leaked.

The learner's version is made by nbgrader's rules: what stands between the marks SOLUTION, HIDDEN
TESTS and MARK SCHEME goes, and so does the whole of a solution cell without marks. The zip is then
read back: no line of what was taken out may be in a cell, an output or metadata.
"""

import io
import warnings
import zipfile
from copy import deepcopy
from pathlib import Path

import nbformat

from .course import NO_COURSE
from .files import refuse_edited, remember, write
from .judging.code_cells import MARK
from .packing import zipped

STUB = {"code": "# YOUR CODE HERE\n...", "markdown": "YOUR ANSWER HERE"}
PLACEHOLDERS = ("YOUR ANSWER HERE", "YOUR CODE HERE")  # nbgrader's, which say nothing
SHORTEST = 9  # characters of a line that can be told from chance
README = """{name}

1. Open {name}.ipynb in JupyterLab, in an environment that has what its first cell imports.{course}
2. Write your answers into the cells that ask for them, and run the cells below to check them.
3. Restart the kernel and run all cells once, from top to bottom; then save.
4. Hand in {name}.ipynb, under this name. It is worth {points} points.

Do not delete or move cells. You may add cells of your own.
"""


def hand_out(sources, folder, course=NO_COURSE):
    """Write a zip per assignment into `folder`; return the paths.

    Parameters:
        sources: paths of source notebooks, or names of the course's own; none: all of the course's.
        folder: where the zips go.
        course: the `Course`.
    """
    chosen = [_find(one, course) for one in sources or course.releases()]  # before one is written
    packed = {Path(folder) / file: pack(name, source, course) for file, name, source in chosen}
    refuse_edited(packed)
    for path, content in packed.items():
        write(path, content)
    remember(packed)
    return list(packed)


def _find(one, course):
    """The name of the zip, and the name and the source notebook of an assignment."""
    ours = course.releases()
    if one in ours:
        return f"{ours[one]}.zip", ours[one], course.without_solutions(course.release(one))
    path = Path(one)
    if not path.is_file():
        what = f"neither a notebook of the course ({', '.join(ours)}) nor a file"
        raise ValueError(f"{one} is {what if ours else 'not a file'}")
    own = "_own" if path.stem in ours.values() else ""  # it must not replace the course's zip
    return f"{path.stem}{own}.zip", path.stem, course.without_solutions(read_source(path))


def read_source(path):
    """The lecturer's notebook in this file."""
    try:
        with warnings.catch_warnings(action="ignore"):  # cells without ids are fine
            return nbformat.read(path, as_version=4)
    except OSError:
        raise
    except Exception as error:  # nbformat has no class of its own for all of these
        raise ValueError(f"{path} is not a notebook ({type(error).__name__})") from None


def pack(name, source, course=NO_COURSE):
    """The zip, as bytes: the learner's notebook and a README."""
    points = sum(_about(cell).get("points") or 0 for cell in source.cells)
    if not points:
        raise ValueError(f"{name} has no graded cell: is it a source in nbgrader's format?")
    notebook = nbformat.writes(learners_version(source)) + "\n"
    how = course.how_to_open(name, notebook)
    readme = README.format(name=name, points=f"{points:g}", course=how)
    files = {f"{name}.ipynb": notebook, "README.txt": readme}
    packed = zipped(files)
    prove_nothing_leaked(name, source, packed)
    return packed


# ── the learner's version ───────────────────────────────────────────────────────────────────────


def learners_version(source):
    """The notebook without what is marked, and without outputs."""
    notebook = deepcopy(source)
    for cell in notebook.cells:
        cell.source, _ = taken_apart(cell)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def taken_apart(cell):
    """A cell's text for learners, and the blocks that were taken out of it."""
    kept, blocks, inside = [], [], None
    for line in cell.source.split("\n"):
        mark = MARK.search(line)
        if mark and mark[1] == "BEGIN" and inside is None:
            inside = mark[2]
            blocks.append([])
            indent = line[: len(line) - len(line.lstrip())]
            if inside == "SOLUTION" and indent and cell.cell_type == "code":
                kept += [f"{indent}{word}" for word in STUB["code"].split("\n")]  # a body needs one
        elif mark and mark[1] == "END" and mark[2] == inside:
            inside = None
        elif mark:
            raise ValueError(f"cell {_name(cell)}: {mark[0]} stands where it cannot")
        else:
            (kept if inside is None else blocks[-1]).append(line)
    if inside is not None:
        raise ValueError(f"cell {_name(cell)}: BEGIN {inside} has no END {inside}")
    text = "\n".join(kept).strip()
    blocks = ["\n".join(block).strip() for block in blocks]
    if _about(cell).get("solution") and not blocks:
        return STUB.get(cell.cell_type, ""), [cell.source]
    if _about(cell).get("solution") and not text:
        return STUB.get(cell.cell_type, ""), blocks
    return text, blocks


def _about(cell):
    return cell.metadata.get("nbgrader", {})


def _name(cell):
    return _about(cell).get("grade_id") or cell.get("id", "without a name")


# ── the proof ───────────────────────────────────────────────────────────────────────────────────


def prove_nothing_leaked(name, source, packed):
    """Raise ValueError if a part of a solution or hidden test of `source` is in the zip.

    A line that the source itself shows to learners elsewhere is no secret; a whole block always is.
    """
    pairs = [(cell, *taken_apart(cell)) for cell in source.cells]
    shown = "\n".join(text for _, text, _ in pairs)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        texts = [archive.read(file).decode() for file in archive.namelist()]
    notebook = nbformat.reads(texts[0], as_version=4)
    texts = [*strings_in(notebook), *texts[1:]]
    for cell, _, blocks in pairs:
        for block in blocks:
            lines = [line.strip() for line in block.split("\n")]
            lines = [line for line in lines if not is_placeholder(line)]
            secrets = [block, *(line for line in lines if line not in shown)] if any(lines) else []
            for secret in secrets:
                if len(secret) >= SHORTEST and any(secret in text for text in texts):
                    line = secret.split("\n")[0]
                    raise ValueError(
                        f"{name}: {line!r}, which is marked in cell {_name(cell)}, is also in the "
                        "learner's version: take it out there"
                    )


def is_placeholder(line):
    """Is a line what nbgrader puts in the place of an answer, rather than an answer?

    >>> is_placeholder("# YOUR CODE HERE"), is_placeholder("raise NotImplementedError()")
    (True, True)
    """
    words = line.strip("#*_. ")
    return words in PLACEHOLDERS or words.startswith("raise NotImplementedError")


def strings_in(thing):
    """Every text in a notebook's JSON: sources, metadata, outputs and attachments alike."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from strings_in(key)
            yield from strings_in(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from strings_in(value)
