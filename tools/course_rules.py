"""What a notebook promises its reader, as functions that list where it breaks a promise.

`python tools/notebooks.py --size notebooks/03*.ipynb` prints a notebook's size and these faults;
tests/dtcourse/test_core_path.py holds every core notebook and extra to them.
"""

import ast
import builtins
import re
from html import unescape

from nbformat import NotebookNode

from dtcourse import bank
from dtcourse.fill import globals_of
from dtlab.plots.svg import svgs_in

CEILINGS = {
    "cells": 50,
    "words": 1900,
    "code lines": 150,
    "figures": 10,
    "code cells in a row": 2,
    "first figure": 8,
    "minutes": 55,
}
LINE = 80  # characters of code that a projector shows
# Of the third edition. A notebook of it says "About 40 minutes" where the second says "*Time:*".
WORDS = 120  # of a text cell; what is folded, and links, come on top
CODE_LINES = 8  # of a code cell
NAMES = 8  # of dtlab and dtcourse in a notebook, beside CARDS
CARDS = {"guess", "reveal", "check", "hint", "solution", "quiz"}
PHRASES = re.compile(r"You may read|A mistake (?:many|that many) people make|Mirrors:")
CLOSING = ("At work you would write", "What to take with you")
RECAP = 5  # points of the recap
ABOUT = re.compile(r"[Aa]bout (\d+) minutes")
AUDIT = re.compile(r"\b(?:slides?|lectures?)\b", re.IGNORECASE)
ITEM = re.compile(r"\b[KRPGSEX]\d\d\b")  # a number of the companion, such as K23 or E07
NUMBER = re.compile(r"(?<![\w.,/])\d+\.\d+(?![\w.])|(?<![\w.,/])\d\d+(?![\w/])")
APART = ("References",)  # sections whose words are about where things are from


def size(notebook):
    """How much there is to read, to run and to do, and the minutes that it takes."""
    kinds = "".join(cell.cell_type[0] for cell in notebook.cells)
    text = re.sub(r"\]\([^)]*\)", "]", "\n".join(prose(notebook)))  # nobody reads a link's target
    source = "\n".join(cell.source for cell in code(notebook))
    outputs = [output for cell in code(notebook) for output in cell.outputs]
    pictures = [i for i, cell in enumerate(notebook.cells, 1) if any(map(is_figure, shown(cell)))]
    counts = {
        "cells": len(kinds),
        "words": len(re.findall(r"\w+", text)),
        "code lines": sum(bool(line.strip()) for line in source.splitlines()),
        "figures": sum(map(is_figure, outputs)),
        "code cells in a row": max(len(run) for run in re.findall("c*", kinds)),
        "first figure": min(pictures, default=0),
    }
    doing = (
        len(re.findall(r"^guess\(", source, re.MULTILINE))
        + 2 * len(re.findall(r"^quiz\(", source, re.MULTILINE))
        + sum(
            minutes_of_task(name) if is_third(notebook) else 5
            for name in set(re.findall(r'\bcheck\("([^"]+)"', source))
        )
        + 4 * len(re.findall(r"\bexplore_\w+\(", source))
    )
    reading = counts["words"] / 150 + counts["code lines"] / 10 + len(outputs) / 2
    return counts | {"minutes": 5 * round((reading + doing) / 5)}


def minutes_of_task(name):
    """The minutes that the author of a task of the course expects it to take."""
    try:
        return bank.find(name).minutes
    except bank.NoSuchItem:  # of a notebook that is no course notebook, in the tests
        return 5


def is_third(notebook):
    """Does this notebook keep the rules of the third edition?"""
    return "*Time:*" not in notebook.cells[0].source


def faults(notebook):
    """Every promise that a core notebook or an extra breaks, one sentence each."""
    found = [
        *(f"a line of code is longer than {LINE}: {line}" for line in long_lines(notebook)),
        *(f"{number} in {title!r} is in none of its outputs" for title, number in typed(notebook)),
        *(f"audit word {word!r} in {title!r}" for title, word in audit_words(notebook)),
    ]
    if is_third(notebook):
        return found + third_faults(notebook)
    found += [f"{name}: {n}, at most {CEILINGS[name]}" for name, n in too_much(notebook)]
    found += [f"{name} in {title!r} is defined elsewhere" for title, name in borrowed(notebook)]
    said = re.search(r"\*Time:\* (?:about )?(\d+) minutes", notebook.cells[0].source)
    minutes = size(notebook)["minutes"]
    if not said or int(said[1]) != minutes:
        found.append(f"the head must say *Time:* {minutes} minutes")
    return found


# ── the third edition ───────────────────────────────────────────────────────────────────────────


def third_faults(notebook):
    """What only notebooks of the third edition promise, one sentence each."""
    found = []
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" and (n := words_to_read(cell.source)) > WORDS:
            found.append(f"cell {i}: {n} words, at most {WORDS}")
        if cell.cell_type == "code" and (n := lines_of(cell)) > CODE_LINES:
            found.append(f"cell {i}: {n} lines of code, at most {CODE_LINES}")
        if cell.cell_type == "markdown" and (phrase := PHRASES.search(cell.source)):
            found.append(f"cell {i}: {phrase[0]!r}")
    if len(names := course_names(notebook)) > NAMES:
        found.append(f"{len(names)} names of dtlab, at most {NAMES}: {', '.join(sorted(names))}")
    if not any(map(is_something_to_see, notebook.cells[:2])):
        found.append("nothing to see in the first two cells")
    found += [f"no section {title!r}" for title in CLOSING if title not in titles(notebook)]
    if (n := points_of_recap(notebook)) > RECAP:
        found.append(f"the recap has {n} points, at most {RECAP}")
    found += [f"{name} is answered before it is asked" for name in answered_early(notebook)]
    said = ABOUT.search(notebook.cells[0].source)
    minutes = size(notebook)["minutes"]
    if not said or int(said[1]) != minutes:
        found.append(f"the head must say: About {minutes} minutes")
    return found


def words_to_read(text):
    """The words of a text cell without what is folded away, lists of links and small print."""
    for apart in (r"<details.*?</details>", r"<small>.*?</small>", r"^\s*(?:[-|].*\]\(.*|\|.*)$"):
        text = re.sub(apart, " ", text, flags=re.DOTALL if "details" in apart else re.MULTILINE)
    return len(re.findall(r"\w+", re.sub(r"\]\([^)]*\)", "]", text)))


def lines_of(cell):
    """The lines of a code cell that hold something."""
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def course_names(notebook):
    """The names that a notebook imports from the packages of the course, without the cards."""
    found = set()
    for cell in code(notebook):
        lines = [line for line in cell.source.splitlines() if not line.startswith(("%", "!"))]
        for node in ast.walk(ast.parse("\n".join(lines))):
            package = (getattr(node, "module", None) or "").split(".")[0]
            if isinstance(node, ast.ImportFrom) and package in ("dtlab", "dtcourse"):
                found |= {name.name for name in node.names}
    return found - CARDS


def is_something_to_see(cell):
    """Does a cell show a figure or a table?"""
    return any(is_figure(o) or "<table" in text_or_html(o) for o in shown(cell))


def text_or_html(output):
    """The HTML of an output, which is empty if it has none."""
    return output.get("data", {}).get("text/html", "")


def titles(notebook):
    """The headings of the second level."""
    return [title for title, _ in sections(notebook)]


def points_of_recap(notebook):
    """How many points the recap has."""
    (cells,) = [cells for title, cells in sections(notebook) if title == CLOSING[1]] or [[]]
    return len(re.findall(r"^\d\. ", "\n".join(cell.source for cell in cells), re.MULTILINE))


def answered_early(notebook):
    """Guesses whose reveal does not come after the question."""
    sources = [cell.source for cell in code(notebook)]
    asked = {n: i for i, s in enumerate(sources) for n in re.findall(r'guess\("([^"]+)"\)', s)}
    told = {n: i for i, s in enumerate(sources) for n in re.findall(r'reveal\("([^"]+)"\)', s)}
    return [name for name, i in asked.items() if told.get(name, -1) <= i]


def too_much(notebook):
    """The counts that are over their ceiling."""
    return [(name, n) for name, n in size(notebook).items() if n > CEILINGS[name]]


def long_lines(notebook):
    """Lines of code that do not fit on a projector, or are kept from the formatter."""
    lines = [line for cell in code(notebook) for line in cell.source.splitlines()]
    return [line for line in lines if len(line) > LINE or "fmt: skip" in line]


# ── numbers in prose ────────────────────────────────────────────────────────────────────────────


def typed(notebook):
    """(section, number) for each number in prose that no output of its section shows."""
    found = []
    for title, cells in sections(notebook):
        if title in APART:
            continue
        there = " ".join(text_of(output) for cell in cells for output in shown(cell))
        there = set(re.findall(r"\d+(?:\.\d+)?", plain_number(there)))
        told = [cell.source for cell in cells if cell.cell_type == "markdown"]
        words = plain_number(spoken("\n\n".join(told[title == "head" :])))
        found += [(title, number) for number in NUMBER.findall(words) if number not in there]
    return found


def plain_number(text):
    """2,201 and 2 201 (with a narrow space) as 2201."""
    return re.sub(r"(?<=\d)[,\u202f\u00a0](?=\d{3}\b)", "", text)


def spoken(text):
    """Markdown without code, formulas, links and the names of notebooks."""
    for apart in (r"```.*?```", r"\$\$.*?\$\$"):
        text = re.sub(apart, " ", text, flags=re.DOTALL)
    for apart in (r"`[^`\n]+`", r"\$[^$\n]+\$", r"!?\[[^\]]*\]\([^)]*\)", r"^#+ .*$"):
        text = re.sub(apart, " ", text, flags=re.MULTILINE)
    numbered = r"\b(notebooks?|sets?|extras?|labs?)( \d\d(,| and| or| to)?)+"
    return re.sub(numbered, " ", text, flags=re.IGNORECASE)


# ── names ───────────────────────────────────────────────────────────────────────────────────────


def borrowed(notebook):
    """(section, name) for each name that neither its section nor the first code cell defines."""
    found = []
    first, *_ = code(notebook)
    given = globals_of(first.source)[0] | set(dir(builtins))
    for title, cells in sections(notebook):
        known = set(given)
        for cell in cells:
            if cell.cell_type == "code":
                defined, used = globals_of(cell.source)
                known |= defined
                found += [(title, name) for name in sorted(used - known)]
    return list(dict.fromkeys(found))


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def audit_words(notebook):
    """(section, word) where the text speaks to the owner of the slides."""
    found = []
    for title, cells in sections(notebook):
        if title not in APART:
            told = cells[title == "head" :]  # the first cell says what the notebook mirrors
            texts = [cell.source for cell in told]
            texts += [text_of(output) for cell in told for output in shown(cell)]
            found += [
                (title, word) for text in texts for word in AUDIT.findall(without_links(text))
            ]
            prose = [cell.source for cell in told if cell.cell_type == "markdown"]
            found += [(title, item) for text in prose for item in ITEM.findall(without_links(text))]
    return found


def without_links(text):
    """Text without addresses: a link may lead to a file with any name."""
    return re.sub(r"\]\([^)]*\)", "]", text)


# ── cells and outputs ───────────────────────────────────────────────────────────────────────────


def code(notebook):
    """The code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    """The text of the markdown cells."""
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def shown(cell):
    """The outputs of a cell."""
    return cell.get("outputs", [])


def sections(notebook):
    """(title, cells) for the head and each `## ` section; a cell with a heading inside is cut."""
    parts = [("head", [])]
    for cell in notebook.cells:
        if cell.cell_type != "markdown":
            parts[-1][1].append(cell)
            continue
        for piece in re.split(r"^(?=## )", cell.source, flags=re.MULTILINE):
            if heading := re.match(r"## (?:\d+\. )?(.+)", piece):
                parts.append((heading[1].strip(), []))
            if piece:
                parts[-1][1].append(NotebookNode(cell_type="markdown", source=piece))
    return parts


def is_figure(output):
    """Is this output a figure?"""
    data = output.get("data", {})
    return "<img " in data.get("text/html", "") or any(kind.startswith("image/") for kind in data)


def text_of(output):
    """The words of an output: its text, its HTML without tags, the letters of a figure."""
    data = output.get("data", {})
    html = data.get("text/html", "")
    drawn = " ".join(svgs_in(html))
    letters = " ".join(re.findall(r"<text[^>]*>([^<]*)", drawn))
    alts = " ".join(re.findall(r'alt="([^"]*)"', html))
    bare = re.sub(r"<[^>]*>", " ", re.sub(r"src='[^']*'", "", html))
    pieces = [output.get("text", ""), str(data.get("text/plain", "")), bare, letters, alts]
    return unescape(" ".join([*pieces, str(data.get("text/markdown", ""))]))
