"""Live coding: a lecture copy of a notebook, whose cues are typed live, and notes for the lecturer.

A cue is a code cell with the tag `live`. Its metadata `dtlab` says what the lecturer needs to know
about it: cue (a title), minutes, ask (a question for the class), answer, expect (a likely mistake).
"""

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

import nbformat

from .files import refuse_edited, remember, write
from .paths import notebooks
from .plans import LENGTHS, plan_of
from .spark import MARK
from .workcopy import for_this_python, without_outputs

PAGE = Path(__file__).with_name("notes.html")
TASK = re.compile(r"\*\*(Your turn|Try it|Find out|Something to find)\b")
HEADING = re.compile(r"^(#+ .*)$", re.MULTILINE)
FOLDED = "<details><summary>read later</summary>"
APART = re.compile(r"<details>.*?</details>|```.*?```", re.DOTALL)


class LiveError(ValueError):
    """No lecture copy can be written; the message says why and what to do."""


@dataclass(frozen=True)
class Cue:
    """A cell that is typed live."""

    number: int
    title: str
    code: str
    minutes: int
    ask: str
    answer: str
    expect: str
    section: str  # the heading above it

    @property
    def comment(self):
        """The line by which `%fill` finds it."""
        return f"# Cue {self.number}: {self.title}"

    @property
    def starter(self):
        """All that the lecture copy shows of it; what is typed below the mark may need Spark."""
        return f"{self.comment}\n{MARK}" if self.code.startswith(MARK) else self.comment

    @property
    def finished(self):
        """The cell as `%fill` writes it."""
        return f"{self.comment}\n{self.code}"


def notebook_of(number):
    """The core notebook with a number such as "04", as nbformat reads it."""
    is_number = re.fullmatch(r"\d\d", number)
    paths = sorted(notebooks().glob(f"{number}_*.ipynb")) if is_number else []
    if not paths:
        first, *_, last = with_cues()
        raise LiveError(f"the course has no notebook {number}; it has {first} to {last}")
    return nbformat.read(paths[0], as_version=4)


def with_cues():
    """The numbers of the notebooks that have cues: all of the core path."""
    return sorted(path.name[:2] for path in notebooks().glob("[0-9][0-9]_*.ipynb"))


def is_cue(cell):
    """Whether a cell is typed live."""
    return "live" in cell.metadata.get("tags", [])


def cues(notebook):
    """The cues of a notebook."""
    found, section = [], ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            section = ([section] + re.findall(r"^##+ (.+)$", cell.source, re.MULTILINE))[-1]
        elif is_cue(cell):
            note = cell.metadata.dtlab
            number = len(found) + 1
            words = note.minutes, note.ask, note.answer, note.expect, section
            found.append(Cue(number, note.cue, cell.source, *words))
    return found


def timetable(notebook, plan, length):
    """The cues of each part of a lecture: {part: {number: the minute at which it begins}}.

    A part has the minutes of the plan. What its cues leave of them goes to its other cells. A cue
    that is not typed begins at None.
    """
    untyped = plan.untyped(length)
    cells = []
    part = next(iter(plan.parts))
    number = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            part = ([part] + re.findall(r"^## (.+)$", cell.source, re.MULTILINE))[-1]
        number += is_cue(cell)
        cells.append((part, number if is_cue(cell) else None, cell))
    table = {}
    for part, passed in plan.begins(length).items():
        inside = [(number, cell) for name, number, cell in cells if name == part]
        typed = {n: cell.metadata.dtlab.minutes for n, cell in inside if n and n not in untyped}
        others = sum(weight(cell) for n, cell in inside if n not in typed)
        rest = plan.parts[part][LENGTHS.index(length)] - sum(typed.values())
        table[part] = {}
        for n, cell in inside:
            if n:
                table[part][n] = passed if n in typed else None
            passed += typed[n] if n in typed else rest * weight(cell) / others
    return table


def weight(cell):
    """How long a cell that is not typed takes, compared with others: words, and things to do."""
    if cell.cell_type == "markdown":
        return len(cell.source.split()) / 150
    return 4 if re.search(r"\bexplore_\w+\(|\bcheck\(|\bquiz\(", cell.source) else 1


# ── the lecture copy ────────────────────────────────────────────────────────────────────────────


def live_copy(notebook, number):
    """The lecture copy: no outputs, cues as comments, text folded, sizes of a projector."""
    content = for_this_python(without_outputs(nbformat.writes(notebook)))
    copy = nbformat.reads(content.decode(), as_version=4)
    waiting = iter(cues(notebook))
    for cell in copy.cells:
        if cell.cell_type == "markdown":
            cell.source = on_screen(cell.source)
        elif is_cue(cell):
            cell.source = next(waiting).starter
        cell.metadata = {}
    first = next(cell for cell in copy.cells if cell.cell_type == "code")
    first.source = first.source.replace("%load_ext dtlab", f"%load_ext dtlab\n%live {number}", 1)
    return copy


def on_screen(source):
    """Markdown for a lecture: headings, formulas, tables, tasks and questions; the rest is folded.

    >>> print(on_screen("## Tea\\n\\nIt is hot. Why? Look:"))
    ## Tea
    <BLANKLINE>
    Why? Look:
    <BLANKLINE>
    <details><summary>read later</summary>
    <BLANKLINE>
    It is hot. Why? Look:
    <BLANKLINE>
    </details>
    """
    source = re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", source)  # no such file beside it
    first, *rest = HEADING.split(source)
    parts = []
    for heading, text in [("", first), *zip(rest[::2], rest[1::2], strict=True)]:
        text, shown = text.strip(), "" if heading == "## References" else prompts(text)
        folded = f"{FOLDED}\n\n{text}\n\n</details>"
        parts += [heading, shown, folded if text != shown else ""]
    return "\n\n".join(filter(None, parts))


def prompts(text):
    """What of a text stays open: it asks for something, or leads to the next cell."""
    shown, colon = [], False
    for block in re.split(r"\n\s*\n", APART.sub("", text).strip()):
        sentences = re.split(r"(?<=[.?!])\s+", block)
        a_list = re.match(r"(\d+\.|-) ", block)
        if block.startswith(("$$", "|")) or TASK.search(block) or a_list and colon:
            shown.append(block)
        elif not a_list:
            lead = sentences[-1:] if block.endswith(":") else []
            shown.append(" ".join([s for s in sentences if s.endswith("?")] + lead))
        colon = block.endswith(":")
    return "\n\n".join(filter(None, shown))


# ── the notes ───────────────────────────────────────────────────────────────────────────────────


def notes(notebook, number):
    """The page for the second screen, without any address in it: the plan, cues, and a clock."""
    title = re.sub("^# ", "", notebook.cells[0].source.splitlines()[0])
    plan, found = plan_of(number), cues(notebook)
    tables = {length: timetable(notebook, plan, length) for length in LENGTHS}
    lines = []
    for part, inside in tables[LENGTHS[0]].items():
        lines.append(part_line(part, plan))
        for n in inside:
            begins = {length: tables[length][part][n] for length in LENGTHS}
            lines.append(card(found[n - 1], begins, plan))
    words = {"title": escape(f"{number} {title}"), "cues": "\n".join(lines)}
    page = PAGE.read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: words[slot[1]], page)


def part_line(part, plan):
    """The heading of a part: from when to when, in each lecture."""
    said = {}
    for length, minutes in zip(LENGTHS, plan.parts[part], strict=True):
        begins = plan.begins(length)[part]
        said[length] = f"minutes {begins} to {begins + minutes}" if minutes else "left to the class"
    return f'<p class="part"><b>{escape(part)}</b> {per_length(said)}</p>'


def card(cue, begins, plan):
    """One cue of the notes."""
    typed = {length: minute for length, minute in begins.items() if minute is not None}
    said = {length: f"minute {minute:.0f} · {cue.minutes} min" for length, minute in typed.items()}
    for length in set(begins) - set(typed):
        said[length] = f"not typed in {length} minutes: {plan.untyped(length)[cue.number]}"
    under = "" if cue.section in plan.parts else f" · under “{escape(cue.section)}”"
    planned = " ".join(f'data-{length}="{minute:.2f}"' for length, minute in typed.items())
    return f"""<section {planned} data-minutes="{cue.minutes}">
<h2><label><input type="checkbox"> {cue.number}. {escape(cue.title)}</label></h2>
<p class="when">{per_length(said)}{under}</p>
{highlighted(cue.code)}
<p><b>Ask</b> {escape(cue.ask)} <i>{escape(cue.answer)}</i></p>
<p><b>Expect</b> {escape(cue.expect)}</p>
</section>"""


def per_length(said):
    """Words that depend on the length of the lecture; the page shows those of the chosen one."""
    return "".join(f'<span class="in{length}">{words}</span>' for length, words in said.items())


def highlighted(code):
    """Python as HTML, a span per line, in the classes of Pygments; their colours are the page's."""
    from IPython.display import Code

    html = Code(code, language="python")._repr_html_()
    lines = re.search(r"<pre>(.*)</pre>", html, re.DOTALL)[1].splitlines(keepends=True)
    return f"<pre>{''.join(f'<span>{line}</span>' for line in lines)}</pre>"


# ── writing ─────────────────────────────────────────────────────────────────────────────────────


def write_live(numbers, folder):
    """Write lecture copies and notes into a folder; return the paths.

    If a person edited one of them, ValueError says so, and none is written.
    """
    files = {}
    for number in numbers:
        notebook = notebook_of(number)
        files[folder / f"{number}_live.ipynb"] = nbformat.writes(live_copy(notebook, number)) + "\n"
        files[folder / f"{number}_notes.html"] = notes(notebook, number)
    try:
        refuse_edited(files)
        for path, content in files.items():
            write(path, content.encode())
        remember(files)
    except OSError as error:
        why = error.strerror or error
        raise LiveError(f"cannot write into {folder} ({why}); name another folder (-o)") from error
    return list(files)
