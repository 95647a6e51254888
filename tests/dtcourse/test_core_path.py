"""The core path and the extras keep what they promise the reader (tools/course_rules.py)."""

import re
from pathlib import Path

import nbformat
import pytest
from course_rules import (
    borrowed,
    code,
    course_names,
    faults,
    globals_of,
    is_third,
    sections,
    size,
    spoken,
    third_faults,
    typed,
    words_to_read,
)

ROOT = Path(__file__).resolve().parents[2]
CORE = sorted((ROOT / "notebooks").glob("*.ipynb"))
EXTRAS = sorted((ROOT / "notebooks" / "extras").glob("*.ipynb"))
LONGEST = 720  # minutes for the whole path
NAMES = 45  # of dtlab and dtcourse in the core notebooks of the third edition, beside the cards


def read(path):
    return nbformat.read(path, as_version=4)


@pytest.mark.parametrize("path", [*CORE, *EXTRAS], ids=lambda path: path.stem)
def test_keeps_what_it_promises(path):
    said = faults(read(path))
    if path.stem.startswith("00") and not is_third(read(path)):  # it alone may name the lectures
        said = [sentence for sentence in said if not sentence.startswith("audit word")]
        assert size(read(path))["minutes"] <= 20
    assert said == []


def test_the_whole_path_takes_twelve_hours_at_most():
    assert len(CORE) == 16
    assert sum(size(read(path))["minutes"] for path in CORE) <= LONGEST


def test_the_core_path_needs_few_names_of_the_package():
    books = [read(path) for path in CORE]
    assert len(set().union(*(course_names(book) for book in books if is_third(book)))) <= NAMES


@pytest.mark.parametrize("path", EXTRAS, ids=lambda path: path.stem)
def test_an_extra_has_a_door_in_its_core_notebook_and_leads_back(path):
    (core,) = (ROOT / "notebooks").glob(f"{path.name[:2]}_*.ipynb")
    assert f"](extras/{path.name})" in core.read_text(encoding="utf-8")
    assert f"](../{core.name})" in path.read_text(encoding="utf-8")


# ── the rules themselves ────────────────────────────────────────────────────────────────────────


def notebook(*cells):
    made = nbformat.v4.new_notebook()
    for cell in cells:
        source, *shown = cell if isinstance(cell, tuple) else (cell,)
        if shown or not source.startswith(("#", "*", "Text")):
            outputs = [nbformat.v4.new_output("stream", text=text) for text in shown]
            made.cells.append(nbformat.v4.new_code_cell(source, outputs=outputs))
        else:
            made.cells.append(nbformat.v4.new_markdown_cell(source))
    return made


def test_a_number_in_prose_is_one_that_its_section_shows():
    book = notebook(
        "# A title, 99 times",
        "import a",
        "## One\n\nText of 0.918 bits, 2,201 rows, 12 and 3 emails.",
        ("b = 1", "0.918 of 2201"),
        "## Two\n\nText of 0.918 bits; C4.5, `max_depth=10`, $2^{10}$, notebook 11.",
        ("c = 1", "nothing"),
        "## References\n\nText of 1993.",
    )
    assert typed(book) == [("One", "12"), ("Two", "0.918")]


def test_a_section_uses_its_own_names_and_those_of_the_first_cell():
    book = notebook(
        "# A title",
        "%load_ext dtlab\nimport numpy as np",
        "## One",
        "x = np.zeros(3)\nprint(x)",
        "## Two",
        "[x for x in range(3)]\ny = sum(z for z in x)",
        "def f(a):\n    return a + y + w",
    )
    assert borrowed(book) == [("Two", "x"), ("Two", "w")]
    assert globals_of("import a.b\nfrom c import d as e\nwith open(g) as h: pass")[0] == {
        "a",
        "e",
        "h",
    }


def test_sections_begin_at_headings_of_the_second_level():
    book = notebook("# A title", "x = 1", "## 1. One", "### deeper", "## Two")
    assert [title for title, _ in sections(book)] == ["head", "One", "Two"]
    assert len(code(book)) == 1
    assert re.findall(r"\d+", spoken("in notebooks 10, 11 and 12, and set 05")) == []


def test_words_that_are_folded_or_lead_elsewhere_take_no_room_in_a_cell():
    text = "One two.\n\n<details><summary>more</summary>three</details>\n\n- [four](five.md)\n"
    assert words_to_read(text + "\n<small>seven</small> [eight](nine.md)") == 3


def test_what_a_notebook_of_the_third_edition_lacks_is_named():
    book = notebook(
        "# A title\n\nAbout 5 minutes.",
        "from dtlab import " + ", ".join("abcdefghi") + "\nfrom dtcourse import guess",
        "Text. You may read that it is so. " + "word " * 120,
        'reveal("x.p1")\nguess("x.p1")',
        "1\n2\n3\n4\n5\n6\n7\n8\n9",
        "## What to take with you\n\n" + "\n".join(f"{n}. x" for n in range(1, 7)),
    )
    assert third_faults(book) == [
        "cell 2: 128 words, at most 120",
        "cell 2: 'You may read'",
        "cell 4: 9 lines of code, at most 8",
        "9 names of dtlab, at most 8: a, b, c, d, e, f, g, h, i",
        "nothing to see in the first two cells",
        "no section 'At work you would write'",
        "the recap has 6 points, at most 5",
        "x.p1 is answered before it is asked",
    ]
