"""docs/lectures.toml holds every item; the companions and docs/errata.md follow it."""

import re
from collections import Counter, defaultdict
from html import unescape

import companion
import nbformat
import pytest
from companion import COURSE
from lectures.ledger import FIGURES
from lectures.test_figures import slide_figures

from dtcourse.companion import LAST_DIGIT, NO, YES

COUNTS = {"K": 93, "R": 70, "P": 38, "G": 35, "S": 53, "E": 25, "X": 26}
VERDICTS = {"agrees": YES, "rounding": LAST_DIGIT, "erratum": NO}


@pytest.fixture(params=COURSE["lectures"], ids=lambda lecture: lecture["number"])
def lecture(request):
    return request.param


def stored(lecture):
    return nbformat.read(companion.path_of(lecture), as_version=4)


def ids(letter):
    return [f"{letter}{n:02}" for n in range(1, COUNTS[letter] + 1)]


# ── the source ──────────────────────────────────────────────────────────────────────────────────


def test_every_item_erratum_and_contradiction_is_there_once_and_in_order():
    assert companion.all_ids() == [i for letter in COUNTS for i in ids(letter)]
    for letter, lecture in zip("KRPGS", COURSE["lectures"], strict=True):
        assert list(companion.items_of(lecture)) == ids(letter)


def test_every_item_has_a_sentence():
    sentences = [s for lecture in COURSE["lectures"] for s in companion.items_of(lecture).values()]
    assert [s for s in sentences if not re.fullmatch(r"[^|]{8,200}[.?](\*\"?)?", s)] == []
    assert [s for s, n in Counter(sentences).items() if n > 1] == []


def test_errata_and_contradictions_are_complete_and_name_items():
    items = {i for lecture in COURSE["lectures"] for i in companion.items_of(lecture)}
    for entry in COURSE["errata"].values():
        assert entry["kind"] in companion.KINDS
        assert all(entry[field] for field in ("title", "printed", "true", "checked"))
        assert set(entry["items"].split()) <= items
    for entry in COURSE["contradictions"].values():
        assert all(entry[field] for field in ("title", "we_use", "checked"))
        assert set(entry["means"]) <= items


def test_what_no_notebook_teaches_is_known():
    """An item is taught by a core or extra notebook, or listed as the companion's alone."""
    untaught = " ".join(companion.untaught())
    assert untaught == COURSE["companion_only"]  # else: python tools/companion.py --untaught


# ── what is made of it ──────────────────────────────────────────────────────────────────────────


def test_the_stored_companion_is_the_generated_one(lecture):
    def parts(notebook):
        return [(c.id, c.cell_type, c.source, c.metadata) for c in notebook.cells]

    made = companion.notebook_of(lecture)
    assert parts(stored(lecture)) == parts(made)  # else: python tools/companion.py


def test_the_page_of_errata_is_the_generated_one():
    assert companion.ERRATA.read_text(encoding="utf-8") == companion.errata_page()


def test_a_companion_is_readable(lecture):
    notebook = stored(lecture)
    assert len(notebook.cells) <= 80
    assert "*For:* people who give this lecture" in notebook.cells[0].source


def test_every_erratum_and_contradiction_is_explained_where_it_comes_up(lecture):
    tags = [t for cell in stored(lecture).cells for t in cell.metadata.get("tags", [])]
    letter = "KRPGS"[int(lecture["number"])]
    errata = [n for n, e in COURSE["errata"].items() if e["items"][0] == letter]
    differ = [
        n for n, e in COURSE["contradictions"].items() if any(i[0] == letter for i in e["means"])
    ]
    assert sorted(t for t in tags if t[0] in "EX") == errata + differ


def test_a_cell_that_did_not_change_keeps_its_outputs(tmp_path):
    cells = [nbformat.v4.new_code_cell(source, id=source) for source in ("a", "b")]
    for cell in cells:
        cell.outputs, cell.execution_count = [nbformat.v4.new_output("stream", text="out")], 1
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "nb.ipynb")
    fresh = [
        nbformat.v4.new_code_cell(source, id=name) for source, name in (("a", "a"), ("c", "b"))
    ]
    companion.write(nbformat.v4.new_notebook(cells=fresh), tmp_path / "nb.ipynb")
    kept = nbformat.read(tmp_path / "nb.ipynb", as_version=4).cells
    assert [len(cell.outputs) for cell in kept] == [1, 0]


# ── the figures ─────────────────────────────────────────────────────────────────────────────────


def rows_of(lecture):
    """{figure: [(printed, agrees), ...]} in the tables that the companion shows."""
    outputs = [o for cell in stored(lecture).cells for o in cell.get("outputs", [])]
    html = " ".join(o.get("data", {}).get("text/html", "") for o in outputs)
    found = defaultdict(list)
    for table in re.findall(r"<table>.*?</table>", html):
        head = re.findall(r"<th [^>]*>(.*?)</th>", table)
        for row in re.findall(r"<tr>(<td .*?)</tr>", table):
            texts = map(unescape, re.findall(r"<td [^>]*>(.*?)</td>", row))
            cells = dict(zip(head, texts, strict=True))
            found[cells["figure"]].append((cells.get("printed", ""), cells["agrees"]))
    return found


def test_every_figure_is_in_the_companion(lecture):
    shown, text = rows_of(lecture), "\n".join(cell.source for cell in stored(lecture).cells)
    figures = [f for f in FIGURES if f.lecture == lecture["number"]]
    missing = [f.id for f in figures if not f.needs and f.id not in shown]
    assert missing == []
    assert [f.id for f in figures if f.needs and f.id not in text] == []
    assert set(shown) <= {f.id for f in figures}


def test_the_companion_prints_what_the_ledger_says_and_judges_alike(lecture):
    shown = rows_of(lecture)
    for figure in slide_figures():
        if figure.lecture != lecture["number"] or figure.needs:
            continue
        printed = [figure.printed] if isinstance(figure.printed, str) else list(figure.printed)
        texts = [t for text, _ in shown[figure.id] if text for t in text.split(", ")]
        assert texts == printed, figure.id
        verdicts = {agrees for _, agrees in shown[figure.id]}
        assert VERDICTS[figure.status] in verdicts, figure.id
