"""The lecture notebooks 01 to 14 have the shape that the course promises, and 00 most of it."""

import builtins
import re
from pathlib import Path

import nbformat
import pytest
from course_rules import globals_of, is_figure, is_third

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ALL = sorted((ROOT / "notebooks").glob("*.ipynb"))
LESSONS = [path for path in ALL if not path.name.startswith("00")]
THIRD = [path for path in ALL if is_third(nbformat.read(path, as_version=4))]
SECOND = [path for path in ALL if path not in THIRD]
OPENING = ("*You will be able to:*", "*You need:*", "*Time:*", "*Mirrors:*")
CLOSING = ("In production", "Recap", "Quiz", "References")
IMPORT = re.compile(r"^\s*(import \w|from \w[\w.]* import )", re.MULTILINE)
PATH = re.compile(r"(?<![\w.])/(home|root|tmp|usr|work|Users|opt)/|[A-Z]:\\\\")
TIMING = re.compile(r"\b\d+(\.\d+)?\s?(ms|µs|seconds?)\b")


def read(path):
    return nbformat.read(path, as_version=4)


def stem(path):
    return path.stem


every = pytest.mark.parametrize("path", ALL, ids=stem)
lesson = pytest.mark.parametrize("path", LESSONS, ids=stem)
# Until the last one is rewritten, notebooks of two editions stand side by side.
second = pytest.mark.parametrize("path", SECOND, ids=stem)
second_lesson = pytest.mark.parametrize(
    "path", [path for path in LESSONS if path in SECOND], ids=stem
)
third = pytest.mark.parametrize("path", THIRD, ids=[path.stem for path in THIRD])


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def outputs(notebook, compared=True):
    """The outputs; those of cells that differ between machines only if asked for."""
    skipped = "nbval-ignore-output" if compared else "none"
    cells = [c for c in code(notebook) if skipped not in c.metadata.get("tags", [])]
    return [output for cell in cells for output in cell.outputs]


def texts(notebook, compared=True):
    for output in outputs(notebook, compared):
        yield output.get("text", "") + str(output.get("data", {}).get("text/plain", ""))


@second_lesson
def test_opens_with_what_it_is_for(path):
    first = read(path).cells[0].source
    assert first.startswith("# ")
    assert [words for words in OPENING if words not in first] == []


@second_lesson
def test_closes_with_production_recap_quiz_and_references(path):
    headings = re.findall(r"^#{2,3} (.+)$", "\n".join(prose(read(path))), re.MULTILINE)
    assert [words for words in CLOSING if not any(words in h for h in headings)] == []


@lesson
def test_three_guesses_are_made_and_answered_later(path):
    sources = [cell.source for cell in read(path).cells]
    asked = [(i, n) for i, s in enumerate(sources) for n in re.findall(r'guess\("([^"]+)"\)', s)]
    told = {n: i for i, s in enumerate(sources) for n in re.findall(r'reveal\("([^"]+)"\)', s)}
    assert len(asked) >= 3
    assert [name for i, name in asked if told.get(name, 0) <= i] == []


@lesson
def test_has_a_quiz_and_the_widget_that_readme_names(path):
    source = "\n".join(cell.source for cell in code(read(path)))
    (row,) = re.findall(rf"^\| {path.name[:2]} \|.*\|$", README, re.MULTILINE)
    assert bool(row.split("|")[3].strip()) is bool(re.search(r"\bexplore_\w+\(", source))
    assert f'quiz("{path.name[:2]}")' in source


@lesson
def test_a_widget_leaves_its_picture_which_is_compared(path):
    for cell in code(read(path)):
        if re.search(r"^explore_\w+\(", cell.source, re.MULTILINE):
            assert "nbval-ignore-output" not in cell.metadata.get("tags", [])
            (output,) = cell.outputs
            assert is_figure(output)


@every
def test_the_first_code_cell_loads_the_extension(path):
    assert code(read(path))[0].source.startswith("%load_ext dtlab")


@second
def test_the_first_code_cell_imports_all(path):
    first, *others = code(read(path))
    assert [cell.source for cell in others if IMPORT.search(cell.source)] == []


@third
def test_ends_with_the_way_on_and_credits(path):
    last = read(path).cells[-1].source
    assert "<small>" in last and "Spambase" in last
    assert path.name.startswith("15") or "**Next:**" in last


@third
def test_names_are_imported_where_they_are_first_used_or_earlier(path):
    """Read from top to bottom, no cell needs a name that only a later one imports."""
    known = set(dir(builtins)) | {"get_ipython"}
    for cell in code(read(path)):
        defined, used = globals_of(cell.source)
        assert used - known - defined == set(), cell.source
        known |= defined


@second_lesson
def test_hints_and_solutions_can_be_called(path):
    assert re.search(r"import .*\bhint\b.*\bsolution\b", code(read(path))[0].source)


@every
def test_headings_go_down_one_level_at_a_time(path):
    marks = re.findall(r"^(#+) ", "\n".join(prose(read(path))), re.MULTILINE)
    levels = [len(mark) for mark in marks]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False))


@every
def test_every_picture_has_words(path):
    notebook = read(path)
    assert "![](" not in "\n".join(prose(notebook))
    pictures = [o.data for o in outputs(notebook, False) if is_figure(o)]
    for data in pictures:
        words = re.search(r'<img [^>]* alt="([^"]+)"', data["text/html"])
        assert words
        assert not re.match("(&lt;)?Figure", words[1]), "a figure without a description"


@every
def test_no_warnings_paths_or_times_in_what_is_compared(path):
    notebook = read(path)
    assert [o.text for o in outputs(notebook, False) if o.get("name") == "stderr"] == []
    everything = [*prose(notebook), *(c.source for c in code(notebook)), *texts(notebook, False)]
    assert [text for text in everything if PATH.search(text)] == []
    assert [text for text in texts(notebook) if TIMING.search(text)] == []


@every
def test_reads_on_a_code_host(path):
    for output in outputs(read(path), False):
        assert not {kind for kind in output.get("data", {}) if "javascript" in kind}
        assert "<script" not in str(output.get("data", {}).get("text/html", ""))
