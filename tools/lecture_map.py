"""Write into notebook 00 where each section of each lecture is met: `python tools/lecture_map.py`.

docs/coverage.toml says which notebook owns an item; the item's cell has its id as a tag. A section
becomes the headings under which its items are met, in the lecture's order, each linked to its cell.
"""

import re
import tomllib
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
COVERAGE = tomllib.loads((ROOT / "docs" / "coverage.toml").read_text(encoding="utf-8"))
START = ROOT / "notebooks" / "00_start_here.ipynb"
TAG = "lecture-map"


def main():
    """Renew the cell of notebook 00 that holds the lists."""
    notebook = nbformat.read(START, as_version=4)
    (cell,) = [c for c in notebook.cells if TAG in c.metadata.get("tags", [])]
    cell.source = lecture_map()
    nbformat.write(notebook, START)


def owners():
    """Item id to the number of its notebook."""
    return {item: nb for nb, items in COVERAGE["notebooks"].items() for item in items.split()}


def places():
    """Item id to (file, cell id, heading above the cell), for the notebooks that exist."""
    found = {}
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        heading = None
        for cell in nbformat.read(path, as_version=4).cells:
            heading = heading_of(cell) or heading
            for tag in cell.metadata.get("tags", []):
                found.setdefault(tag, (path.name, cell.id, heading))
    return found


def heading_of(cell):
    """The first heading in a markdown cell, without its sign."""
    first = re.search(r"^#{1,3} (.+)$", cell.source, re.MULTILINE)
    return first[1] if first and cell.cell_type == "markdown" else None


def lecture_map():
    """The five lists as markdown."""
    met = places()
    blocks = ["## Following one lecture", ABOVE]
    for lecture in COVERAGE["lectures"]:
        lines = [f"- *{s['title']}*: {links(s['items'], met)}" for s in lecture["sections"]]
        blocks.append("\n".join([f"**{lecture['name']}**", "", *lines]))
    return "\n\n".join(blocks)


ABOVE = (
    "The course keeps its own order. Whoever follows one of the five lectures finds here, section "
    "by section, where each is met; a link leads to the cell."
)


def links(items, met):
    """Links to the headings under which a range of items is met, each heading once."""
    seen = {}
    for item in expand(items):
        if item in met:
            file, cell, heading = met[item]
            seen.setdefault((file, heading), f"[{file[:2]} {heading}]({file}#cell-id={cell})")
    coming = sorted({owners()[i] for i in expand(items) if i not in met})
    return " · ".join([*seen.values(), *(f"notebook {nb} (coming)" for nb in coming)])


def expand(items):
    """The ids of a range.

    >>> expand("K09-K11")
    ['K09', 'K10', 'K11']
    """
    first, last = items.split("-")
    return [f"{first[0]}{n:02}" for n in range(int(first[1:]), int(last[1:]) + 1)]


if __name__ == "__main__":
    main()
