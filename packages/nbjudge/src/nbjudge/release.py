"""The command `release`: what learners get of an assignment, with a proof that nothing leaked.

The learner's version is made by nbgrader's rules: what stands between the marks SOLUTION, HIDDEN
TESTS and MARK SCHEME goes, and so does the whole of a solution cell without marks. The zip is then
read back: no line of what was taken out may be in a cell, an output or metadata.
"""

import io
import re
import warnings
import zipfile
from copy import deepcopy
from pathlib import Path

import nbformat

from .course import NO_COURSE
from .files import refuse_edited, remember, write
from .judging.code_cells import MARK, NEARLY, is_nearly_a_mark
from .packing import zipped

STUB = {"code": "# YOUR CODE HERE\n...", "markdown": "YOUR ANSWER HERE"}
PLACEHOLDERS = ("YOUR ANSWER HERE", "YOUR CODE HERE")  # nbgrader's, which say nothing
SHORTEST = 9  # characters of a line that can be told from chance
IDIOM = 20  # characters of a line that is no secret where learners read it in another one
README = """{name}

1. Open {name}.ipynb in JupyterLab, in an environment that has what its first cell imports.{course}
2. Write your answers into the cells that ask for them, and run the cells below to check them.
3. Restart the kernel and run all cells once, from top to bottom; then save.
4. Hand in {name}.ipynb, under this name. It is worth {points} points.

Do not delete or move cells. You may add cells of your own.
"""


def hand_out(sources, folder, course=NO_COURSE, say=lambda sentence: None):
    """Write a zip per assignment into `folder`; return the paths.

    Parameters:
        sources: paths of source notebooks, or names of the course's own; none: all of the course's.
        folder: where the zips go.
        course: the `Course`.
        say: what prints a sentence, about lines of a solution that learners read anyway.
    """
    chosen = [_find(one, course) for one in sources or course.releases()]  # before one is written
    packed = {Path(folder) / file: pack(name, source, course, say) for file, name, source in chosen}
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


def pack(name, source, course=NO_COURSE, say=lambda sentence: None):
    """The zip, as bytes: the learner's notebook and a README."""
    points = sum(_about(cell).get("points") or 0 for cell in source.cells)
    if not points:
        raise ValueError(f"{name} has no graded cell: is it a source in nbgrader's format?")
    notebook = nbformat.writes(learners_version(source)) + "\n"
    how = course.how_to_open(name, notebook)
    readme = README.format(name=name, points=f"{points:g}", course=how)
    files = {f"{name}.ipynb": notebook, "README.txt": readme}
    packed = zipped(files)
    for sentence in prove_nothing_leaked(name, source, packed):
        say(sentence)
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
        elif is_nearly_a_mark(line):
            raise ValueError(f"cell {_name(cell)}: {line.strip()!r} {NEARLY}")
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

    Lines that the source shows to learners elsewhere are no secrets, while a whole block always is
    one. Return a sentence about each that stands there in a text or within another line.
    """
    pairs = [(cell, *taken_apart(cell)) for cell in source.cells]
    shown = {_plain(line) for cell, text, _ in pairs for line in _code_lines(cell, text)}
    read = {_name(cell): _plain(text) for cell, text, _ in pairs}
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        texts = [archive.read(file).decode() for file in archive.namelist()]
    notebook = nbformat.reads(texts[0], as_version=4)
    texts = [_plain(text) for text in (*strings_in(notebook), *texts[1:])]
    sentences = []
    for cell, _, blocks in pairs:
        for block in blocks:
            lines = [_plain(line) for line in block.split("\n") if not is_placeholder(line)]
            for secret in [_plain(block), *lines] if any(lines) else ():
                said = (
                    f"{name}: {secret[:80]!r}, which is marked in cell {_name(cell)}, is also in "
                )
                where = [place for place, text in read.items() if _has(text, secret)]
                is_secret = secret == _plain(block) or (secret not in shown and not where)
                if is_secret and len(secret) >= SHORTEST and any(_has(t, secret) for t in texts):
                    raise ValueError(f"{said}the learner's version: take it out there")
                if where and len(secret) >= IDIOM and secret not in shown:
                    sentences.append(f"{said}cell {where[0]}: see that learners may read it there")
    return sentences


def _has(text, line):
    """Is this line in the text, not as a part of longer words?"""
    return line in text and re.search(rf"(?<!\w){re.escape(line)}(?!\w)", text)


def _code_lines(cell, text):
    return text.split("\n") if cell.cell_type == "code" else ()


def _plain(text):
    """A text whose words are one space apart."""
    return " ".join(text.split())


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
