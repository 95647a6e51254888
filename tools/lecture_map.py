"""Write into notebook 00 where each section of each lecture is met: `python tools/lecture_map.py`.

docs/coverage.toml says which notebook owns an item; the item's cell has its id as a tag. A section
becomes the headings under which its items are met, notebook by notebook, each linked to its cell.
Each lecture is folded away, because a reader follows one of the five.
"""

import re
import tomllib
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
COVERAGE = tomllib.loads((ROOT / "docs" / "coverage.toml").read_text(encoding="utf-8"))
START = ROOT / "notebooks" / "00_start_here.ipynb"
TAG = "lecture-map"
DOT = "&nbsp;· "  # a line may end in a dot, but not begin with one


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
    """The first heading in a markdown cell, without its sign, its number and its minutes."""
    first = re.search(r"^#{1,3} (?:\d+\. )?(.+?)(?: \(\d+ minutes\))?$", cell.source, re.MULTILINE)
    return first[1] if first and cell.cell_type == "markdown" else None


def lecture_map():
    """The five tables as markdown, each folded under its lecture's name."""
    met = places()
    blocks = ["## Following one lecture", ABOVE]
    for lecture in COVERAGE["lectures"]:
        rows = [f"| {s['title']} | {links(s['items'], met)} |" for s in lecture["sections"]]
        # Without the empty lines GitHub and JupyterLab would not read the table as Markdown.
        table = "\n".join([f"| section of {lecture['name'][:3]} | met in |", "|:--|:--|", *rows])
        blocks += [f"<details><summary>{lecture['name']}</summary>", table, "</details>"]
    return "\n\n".join(blocks)


ABOVE = (
    "The course keeps its own order. Whoever follows one of the five lectures unfolds it here and "
    "finds, section by section, in which notebook and under which heading it is met; a link leads "
    "to the cell."
)


def links(items, met):
    """A line per notebook: its number, and links to the headings where a range of items is met."""
    lines = {}
    for item in expand(items):
        if item in met:
            file, cell, heading = met[item]
            lines.setdefault(file, {}).setdefault(heading, f"[{heading}]({file}#cell-id={cell})")
    shown = [f"**{file[:2]}**&nbsp;{DOT.join(of.values())}" for file, of in lines.items()]
    coming = sorted({owners()[i] for i in expand(items) if i not in met})
    return "<br>".join([*shown, *(f"**{nb}**&nbsp;(coming)" for nb in coming)])


def expand(items):
    """The ids of a range.

    >>> expand("K09-K11")
    ['K09', 'K10', 'K11']
    """
    first, last = items.split("-")
    return [f"{first[0]}{n:02}" for n in range(int(first[1:]), int(last[1:]) + 1)]


if __name__ == "__main__":
    main()
