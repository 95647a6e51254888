"""The pages of the book, in the layout of the repository, so that relative links keep their sense.

`assemble` writes them: the notebooks as they are stored, the documents, and pages made of
what the package knows (data cards, exercises with hints, the textbook's files, the reference).
"""

import posixpath
import re
import shutil
from html import escape
from pathlib import Path

import nbformat
from book_made import (
    ALGORITHMS,
    LABS,
    LECTURES,
    PARTS,
    ROOMS,
    data_page,
    help_for,
    reference_page,
    strip,
    tables,
    textbook_page,
)
from book_touch import book_assets, book_notebook, landing_figure
from docutils.nodes import make_id
from nbformat.v4 import new_markdown_cell

from dtcourse.bank import find
from dtcourse.cards.course_map import EXTRAS, TITLES
from dtcourse.release import MARKED, graded_sets, stem
from dtlab.data import datasets

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "docs" / "book"
LINK = re.compile(r'(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)(?:\s+"([^"]*)")?\)')
FENCE = re.compile(r"(^```.*?^```)", re.DOTALL | re.MULTILINE)
STYLE = re.compile(r"<style(?: scoped)?>\s*\.(?:dataframe|jp-).*?</style>", re.DOTALL)


def assemble(source, states):
    """Write all pages into the folder `source`; the folder `states` keeps the states of figures."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(BOOK, source, ignore=shutil.ignore_patterns("__pycache__"))
    book = Book(source, states)
    parts = PARTS | {"studio": lambda _: landing_figure(states)}
    for path in BOOK.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        book.write(path.stem, re.sub(r"\{\{(\w+)\}\}", lambda m: parts[m[1]](book.notebooks), text))
    for path in sorted(book.notebooks):
        book.write_notebook(path)
    for set_number in graded_sets():
        book.write_exercises(set_number)
    for name in datasets():
        book.write(f"data/{name}", data_page(name))
    for name in ALGORITHMS:
        book.write(f"textbook/{name}", textbook_page(name))
    for room in ROOMS:
        book.write(f"api/{room}", reference_page(room))
    for path in ("data/README.md", *book.documents):
        text = demoted((ROOT / path).read_text(encoding="utf-8"))
        book.write(path.removesuffix(".md"), text + (tables() if path.startswith("data") else ""))
    for name, text in book_assets().items():
        (source / "_static" / name).write_text(text, encoding="utf-8")
    extra = source / "_extra" / "data"
    extra.mkdir(parents=True)
    for name in datasets():
        shutil.copy(ROOT / "data" / f"{name}.csv", extra)


class Book:
    """The pages being written, which know each other's names and anchors."""

    def __init__(self, source, states):
        self.source = source
        paths = [ROOT / "notebooks" / f"{stem(number)}.ipynb" for number in TITLES]
        paths += [ROOT / "notebooks" / "extras" / f"{name}.ipynb" for name in EXTRAS]
        paths += [ROOT / "notebooks" / "labs" / f"{name}.ipynb" for name in LABS]
        paths += [ROOT / "notebooks" / "companion" / f"{name}.ipynb" for name in LECTURES]
        self.notebooks = {p.relative_to(ROOT).as_posix(): book_notebook(p, states) for p in paths}
        self.documents = [
            path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").glob("*.md"))
        ]
        texts = [cell.source for book in self.notebooks.values() for cell in book.cells]
        texts += [(ROOT / path).read_text(encoding="utf-8") for path in self.documents]
        self.linked = set(re.findall(r"#cell-id=([\w-]+)", "\n".join(texts)))

    # ── links ───────────────────────────────────────────────────────────────────────────────────

    def page_of(self, path):
        """The page that shows this file of the repository, or None."""
        if path in self.notebooks or path in self.documents or path == "data/README.md":
            return posixpath.splitext(path)[0]
        if match := re.fullmatch(r"notebooks/(?:exercises|solutions)/(\w+)\.ipynb", path):
            return f"notebooks/exercises/{match[1]}"
        if match := re.fullmatch(r"data/(\w+)\.toml", path):
            return f"data/{match[1]}"
        return "about" if path == "LICENSE-CONTENT" else None

    def linking(self, text, page):
        """Markdown whose links to files are links to pages; those to other files are only text."""

        def link(match):
            words, target, title = match.groups()
            if ":" in target.partition("#")[0]:
                return match[0]
            path, _, fragment = target.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            goal = self.page_of(place) if path else ""
            if goal is None:
                return words
            href = posixpath.relpath(goal, posixpath.dirname(page) or ".") + ".html" if path else ""
            href += f"#{anchor(fragment)}" if fragment else ""
            title = f' title="{escape(title)}"' if title else ""
            return f'<a class="reference internal" href="{href}"{title}>{words}</a>'

        parts = FENCE.split(text)
        parts[::2] = [LINK.sub(link, part) for part in parts[::2]]
        return "".join(parts)

    def write(self, page, text):
        """Write a page in Markdown."""
        path = self.source / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.linking(text, page), encoding="utf-8")

    # ── notebooks ───────────────────────────────────────────────────────────────────────────────

    def write_notebook(self, path):
        """Write a notebook: links to pages, anchors where others link to, a line on the course."""
        book = self.notebooks[path]
        first, *rest = [cell for old in book.cells for cell in self.cells(old, path)]
        book.cells = [first, new_markdown_cell(strip(path, first.source), id="strip"), *rest]
        self.write_cells(path, book)

    def cells(self, cell, path):
        """A cell as the book has it, after the anchor that other pages link to."""
        if cell.cell_type == "markdown":
            cell.source = self.linking(cell.source, path)
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data["text/html"] = STYLE.sub("", output.data["text/html"])
        if cell.metadata.get("jupyter", {}).get("source_hidden"):
            cell.metadata.tags = [*cell.metadata.get("tags", []), "hide-input"]
        if cell.id in self.linked:
            place = f'<span id="cell-{cell.id}"></span>'
            if cell.cell_type == "code":
                yield new_markdown_cell(place, id=f"to-{cell.id}")
            else:
                cell.source = f"{place}\n\n{cell.source}"
        yield cell

    def write_exercises(self, number):
        """Write a set: each task with its data, its hints and its solution folded below it."""
        path = f"notebooks/exercises/{stem(number)}.ipynb"
        book = nbformat.read(ROOT / path.replace("exercises", "solutions"), as_version=4)
        kept = []
        for cell in book.cells:
            if cell.id.endswith("-test"):  # it grades, in the live notebook
                continue
            kept += self.cells(cell, path)
            if cell.id.endswith("-answer"):
                cell.source = MARKED.sub("", cell.source).strip()
                cell.outputs = []
                item = find(cell.id.removesuffix("-answer").replace("-", "."))
                kept.append(new_markdown_cell(help_for(item), id=f"help-{cell.id}"))
        book.cells = kept
        self.write_cells(path, book)

    def write_cells(self, path, book):
        """Write a notebook's file."""
        place = self.source / path
        place.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(book, place)


def anchor(fragment):
    """The id that Sphinx gives to what a link's fragment names.

    >>> anchor("cell-id=nb03-11"), anchor("C4.5-and-the-gain-ratio"), anchor("0-1-loss")
    ('cell-nb03-11', 'c4-5-and-the-gain-ratio', '0-1-loss')
    """
    if fragment.startswith("cell-id="):
        return fragment.replace("cell-id=", "cell-")
    return make_id(fragment) if re.search("[^a-z0-9-]", fragment) else fragment


def demoted(text):
    r"""A document with one title: its later chapters (`#`) become sections of it.

    >>> demoted("# One\n\n## Part\n\n# Two\n\n## Part\n")
    '# One\n\n## Part\n\n## Two\n\n### Part\n'
    """
    parts, chapters = FENCE.split(text), 0

    def heading(match):
        nonlocal chapters
        chapters += match[0] == "# "
        return f"{'#' * (chapters > 1)}{match[0]}"

    parts[::2] = [re.sub(r"^#+ ", heading, part, flags=re.MULTILINE) for part in parts[::2]]
    return "".join(parts)
