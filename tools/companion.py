"""Write the companion notebooks and docs/errata.md from docs/lectures.toml.

    python tools/companion.py             write them; then execute notebooks/companion/*.ipynb
    python tools/companion.py --untaught  list the items that no core or extra notebook teaches
    python tools/companion.py --accept    the same, and write them down as the companion's own

A cell of a core or extra notebook that teaches an item has its id as a tag; an item's links lead to
these cells, so run this after moving one. A code cell that did not change keeps its outputs.
"""

import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import nbformat

import dtlab
from dtcourse.companion import as_text
from dtcourse.release import METADATA

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "docs" / "lectures.toml"
ERRATA = ROOT / "docs" / "errata.md"
NOTEBOOKS = ROOT / "notebooks"
COMPANION = NOTEBOOKS / "companion"
LETTERS = "KRPGS"  # of the items of lectures 000 to 004
FOLD = 12  # lines
KINDS = {
    "slip": "an error on the slide, with what it should say",
    "wording": "right in substance, but the words or signs can mislead",
    "question": "we cannot decide it from the text that we have",
    "withdrawn": "we once listed it as an error; it is not one",
}
FOUND = {"question": "What we find", "withdrawn": "In fact"}  # else: True
COURSE = tomllib.loads(SOURCE.read_text(encoding="utf-8"))


def main(arguments=None):
    """Write everything, or list what only a companion covers."""
    option = (sys.argv[1:] if arguments is None else arguments)[:1]
    if option in (["--untaught"], ["--accept"]):
        line = f'companion_only = "{" ".join(untaught())}"'
        print(line)
        if option == ["--accept"]:
            text = SOURCE.read_text(encoding="utf-8")
            text = re.sub(r"^companion_only = .*$", line, text, flags=re.MULTILINE)
            SOURCE.write_text(text, encoding="utf-8")
        return
    ERRATA.write_text(errata_page(), encoding="utf-8")
    COMPANION.mkdir(exist_ok=True)
    for lecture in COURSE["lectures"]:
        write(notebook_of(lecture), path_of(lecture))


def path_of(lecture):
    """Where a lecture's companion is."""
    return COMPANION / f"lecture_{lecture['number']}.ipynb"


def write(notebook, path):
    """Store a notebook; a code cell with the same id and source keeps its outputs."""
    if path.exists():
        stored = {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}
        for cell in notebook.cells:
            old = stored.get(cell.id)
            if cell.cell_type == "code" and old is not None and old.source == cell.source:
                cell.outputs, cell.execution_count = old.outputs, old.execution_count
    path.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")


# ── items, and the cells that teach them ────────────────────────────────────────────────────────


def items_of(lecture):
    """{id: sentence} of a lecture, in its order."""
    return {i: text for section in lecture["sections"] for i, text in section["items"].items()}


def all_ids():
    """Every item, erratum and contradiction."""
    items = [i for lecture in COURSE["lectures"] for i in items_of(lecture)]
    return [*items, *COURSE["errata"], *COURSE["contradictions"]]


@cache
def places():
    """Id to (notebook, cell id, heading) of the cells that teach it, the first of each notebook."""
    found = {}
    for path in [*sorted(NOTEBOOKS.glob("*.ipynb")), *sorted(NOTEBOOKS.glob("extras/*.ipynb"))]:
        heading, name = None, path.relative_to(NOTEBOOKS).as_posix()
        for cell in nbformat.read(path, as_version=4).cells:
            heading = heading_of(cell) or heading
            for tag in cell.metadata.get("tags", []):
                found.setdefault(tag, {}).setdefault(name, (cell.id, heading))
    return found


def heading_of(cell):
    """The first heading in a markdown cell, without its sign, its number and its minutes."""
    first = re.search(r"^#{1,3} (?:\d+\. )?(.+?)(?: \(\d+ minutes\))?$", cell.source, re.MULTILINE)
    return first[1] if first and cell.cell_type == "markdown" else None


def untaught():
    """The ids that are in no core or extra notebook."""
    met = places()
    return [i for i in all_ids() if i not in met]


def links(item, met, up="../"):
    """Where an item is taught: links with the notebook's number, the heading as their title."""
    shown = []
    for name, (cell, heading) in met.get(item, {}).items():
        title = re.sub(r'[()"|`$]', "", heading or "")
        label = f"extra {name[7:9]}" if name.startswith("extras/") else name[:2]
        shown.append(f'[{label}]({up}{name}#cell-id={cell} "{title}")')
    return ", ".join(shown) or "here"


# ── a companion ─────────────────────────────────────────────────────────────────────────────────


def notebook_of(lecture):
    """The notebook that follows one lecture."""
    met, number, differ = places(), lecture["number"], first_met(lecture)
    cells = [markdown(f"l{number}-head", head(lecture))]
    cells.append(code(f"l{number}-imports", f"%load_ext dtlab\n{lecture['imports'].strip()}"))
    for n, section in enumerate(lecture["sections"], start=1):
        place = f"l{number}-s{n:02}"
        cells.append(markdown(f"{place}-items", item_table(section, met), list(section["items"])))
        for m, shown in enumerate(section.get("shown", []), start=1):
            if "say" in shown:
                cells.append(markdown(f"{place}-say{m}", shown["say"]))
            if "code" in shown:
                cells.append(code(f"{place}-code{m}", shown["code"].strip()))
        for erratum in owned(section, COURSE["errata"]):
            cells.append(markdown(f"{place}-{erratum}", erratum_text(erratum, met), [erratum]))
        for name in differ[n - 1]:
            cells.append(markdown(f"{place}-{name}", contradiction_text(name, met), [name]))
    cells.append(markdown(f"l{number}-end", COURSE["thanks"].strip()))
    return nbformat.v4.new_notebook(cells=cells, metadata=nbformat.from_dict(METADATA))


def head(lecture):
    """Who this is for, whose lecture it is, its sections, and how to read the tables."""
    about = COURSE["about"].strip().format(items=len(items_of(lecture)))
    return HEAD.format(**lecture, about=about, contents=contents(lecture))


HEAD = """# Companion to lecture {number}: {title}

**{authors}.** {credit}

{contents}

{about}

{lost}"""


def contents(lecture):
    """Links to the sections, each with its items, errata and contradictions."""
    rows = ["| section | items | remarks |", "|:--|:--|:--|"]
    for section, differ in zip(lecture["sections"], first_met(lecture), strict=True):
        first, *_, last = [*section["items"], *section["items"]]
        items = first if first == last else f"{first} to {last}"
        remarks = ", ".join([*owned(section, COURSE["errata"]), *differ])
        place = section["title"].replace(" ", "-")
        rows.append(f"| [{section['title']}](#{place}) | {items} | {remarks} |")
    return "\n".join(rows)


def first_met(lecture):
    """For each section, the contradictions that come up in it for the first time."""
    found, said = [], set()
    for section in lecture["sections"]:
        entries = COURSE["contradictions"].items()
        new = [n for n, e in entries if n not in said and set(e["means"]) & set(section["items"])]
        said |= set(new)
        found.append(new)
    return found


def item_table(section, met):
    """A section's heading and its items as a table."""
    rows = [f"| {i} | {text} | {links(i, met)} |" for i, text in section["items"].items()]
    return "\n".join([f"## {section['title']}", "", "| item | what it says | taught in |",
                      "|:--|:--|:--|", *rows])  # fmt: skip


def owned(section, errata):
    """The errata whose first item is in a section."""
    return [name for name, entry in errata.items() if entry["items"].split()[0] in section["items"]]


def erratum_text(name, met, up="../"):
    """An erratum in a paragraph: what is printed, what is true, how we know."""
    entry = COURSE["errata"][name]
    parts = [f"**{name}. {entry['title']}** ({entry['kind']}; {entry['items']})"]
    parts.append(f"*Printed:* {entry['printed']}")
    parts.append(f"*{FOUND.get(entry['kind'], 'True')}:* {entry['true']}")
    return "\n- ".join([*parts, *evidence(name, entry, met, up)])


def evidence(name, entry, met, up):
    """How an entry was checked, where it is taught, and what dtlab computes for it."""
    yield f"*Checked:* {entry['checked']}"
    if name in met:
        yield f"*Taught in:* {links(name, met, up)}"
    yield from (f"`{call}` gives {value_of(call)}" for call in entry.get("calls", []))


def value_of(call):
    """What a call into dtlab gives, in words."""
    names = set(re.findall(r"[A-Za-z_]\w*", call)) & set(dtlab.__all__)
    return as_text(eval(call, {name: getattr(dtlab, name) for name in names}))


def contradiction_text(name, met, up="../"):
    """A contradiction: what each lecture means, and which we use."""
    entry = COURSE["contradictions"][name]
    parts = [f"**{name}. {entry['title']}**"]
    parts += [f"{lecture_of(i)} ({i}): {text}" for i, text in entry["means"].items()]
    parts.append(f"*We use:* {entry['we_use']}")
    return "\n- ".join([*parts, *evidence(name, entry, met, up)])


def lecture_of(item):
    """The number of an item's lecture.

    >>> lecture_of("S12")
    '004'
    """
    return f"00{LETTERS.index(item[0])}"


def markdown(name, text, tags=()):
    """A markdown cell with an id that stays."""
    return nbformat.v4.new_markdown_cell(text, id=name, metadata={"tags": [*tags]} if tags else {})


def code(name, text):
    """A code cell with an id that stays; JupyterLab folds a long one."""
    folded = {"jupyter": {"source_hidden": True}} if text.count("\n") > FOLD else {}
    return nbformat.v4.new_code_cell(text, id=name, metadata=folded)


# ── the page of the errata ──────────────────────────────────────────────────────────────────────


def errata_page():
    """docs/errata.md: all errata and contradictions in one list."""
    met, up = places(), "../notebooks/"
    blocks = [
        "# Errata of the five lectures, and where they differ",
        COURSE["intro"].strip(),
    ]
    blocks.append("\n".join(f"- **{kind}**: {meaning}" for kind, meaning in KINDS.items()))
    for lecture in COURSE["lectures"]:
        names = [n for s in lecture["sections"] for n in owned(s, COURSE["errata"])]
        page = f"../notebooks/companion/lecture_{lecture['number']}.ipynb"
        blocks.append(f"## Lecture {lecture['number']}: {lecture['title']}")
        blocks.append(f"{lecture['authors']}. {lecture['credit']} [Companion]({page})")
        differ = sorted(n for new in first_met(lecture) for n in new)
        listed = ", ".join(f"[{n}](#{n.lower()})" for n in differ)
        blocks.append(f"Points in which it differs from another lecture or from itself: {listed}.")
        blocks += [f'<a id="{n.lower()}"></a>{erratum_text(n, met, up)}' for n in sorted(names)]
    blocks.append("## Only rounded, only misread")
    blocks.append(COURSE["not_errata"].strip())
    blocks.append("## Where lectures differ")
    names = COURSE["contradictions"]
    blocks += [f'<a id="{n.lower()}"></a>{contradiction_text(n, met, up)}' for n in names]
    return "\n\n".join(blocks) + "\n"


if __name__ == "__main__":
    main()
