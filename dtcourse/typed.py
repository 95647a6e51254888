"""`dtlab live --export`: what was typed in a lecture copy, as a notebook for the class.

It has no outputs, like every notebook that learners get: those of a lecture have the sizes of a
projector, lack what widgets need, and answer every guess before it is made.
"""

import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from .files import refuse_edited, remember, write
from .fill import cue_in, without_fill
from .live import FOLDED, HEADING, LiveError, cues, notebook_of, prompts
from .workcopy import for_this_python

LIVE = re.compile(r"^%live +(\d\d) *\n?", re.MULTILINE)
UNFOLDED = "</details>"


def write_typed(copy, out=None):
    """Write what was typed in a lecture copy; return sentences about it.

    Parameters:
        copy: the lecture copy.
        out: the file to write, or a folder for it; by default it goes beside the copy. If a person
            edited it, ValueError says so, and it stays.
    """
    notebook, number = _read(copy)
    name = f"{copy.stem.removesuffix('_live')}_typed.ipynb"
    out = copy.with_name(name) if out is None else out
    out = out if out.suffix == ".ipynb" else out / name
    if out.exists() and out.samefile(copy):
        raise LiveError(f"{out} is the lecture copy itself; name another file (-o)")
    typed, missing = typed_notebook(notebook, cues(notebook_of(number)))
    refuse_edited([out])
    write(out, for_this_python(nbformat.writes(typed)))
    remember([out])
    said = [f"wrote {out}"]
    if missing:
        which = f"cue {missing[0]} was" if len(missing) == 1 else f"cues {_listed(missing)} were"
        said.append(f"{which} not typed: the code of the course stands there")
    return said


def _read(path):
    """A lecture copy, and the number of the notebook that it shows."""
    try:
        notebook = nbformat.read(path, as_version=4)
        sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    except FileNotFoundError:
        raise
    except Exception:  # nbformat raises whatever its parts raise
        raise LiveError(f"{path} is not a notebook") from None
    found = next(filter(None, map(LIVE.search, sources)), None)
    if found is None:
        raise LiveError(f"{path} is not a lecture copy: none of its cells says %live and a number")
    return notebook, found[1]


def _listed(numbers):
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}"


def typed_notebook(copy, known):
    """A clean notebook of what a lecture copy says, and the numbers of cues that nobody typed.

    Parameters:
        copy: the lecture copy, as nbformat reads it.
        known: the cues of its notebook.
    """
    cells, missing = [], []
    for cell in copy.cells:
        same = {name: cell[name] for name in ("id", "attachments") if name in cell}
        if cell.cell_type != "code":
            kept = new_markdown_cell(opened(cell.source), cell_type=cell.cell_type, **same)
        else:
            source, number = as_typed(cell.source, known)
            missing += [number] if number else []
            kept = new_code_cell(source, **same)
        if kept.source.strip():
            cells.append(kept)
    about = {"kernelspec": copy.metadata.get("kernelspec", {})}
    return new_notebook(cells=cells, metadata=about), missing


def as_typed(source, known):
    """The code of a cell as the class gets it, and the number of its cue if nobody typed that.

    A cue that nobody typed has the code of the course, because cells below may need it. So has one
    with a `%fill` that was written and not run.
    """
    source, words = without_fill(LIVE.sub("", source), known)
    source = source.rstrip()
    filled = None if words is None else cue_in(known, source, words)
    for cue in known:
        if source == cue.starter and not filled:
            return f"# {cue.title} (not typed in the lecture)\n{cue.code}", cue.number
    lines = (filled.finished if filled else source).splitlines()
    titles = {cue.comment: f"# {cue.title}" for cue in known}
    return "\n".join(titles.get(line.rstrip(), line) for line in lines), None


def opened(source):
    """Markdown of a lecture copy with its folded text in place again, without the prompts above it.

    >>> opened("## Tea\\n\\nWhy?\\n\\n" + FOLDED + "\\n\\nHot. Why?\\n\\n</details>\\n\\nMine.")
    '## Tea\\n\\nHot. Why?\\n\\nMine.'
    """
    parts = []
    for part in HEADING.split(source):
        before, fold, rest = part.partition(FOLDED)
        text, _, after = rest.rpartition(UNFOLDED)
        if fold and text:
            before = before.strip().removesuffix(prompts(text.strip()))
            part = "\n\n".join(filter(None, (before.strip(), text.strip(), after.strip())))
        parts.append(part.strip())
    return "\n\n".join(filter(None, parts))
