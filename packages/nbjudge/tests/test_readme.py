"""README tells the truth: its walk works in order, here and in an empty environment."""

import os
import re
import shlex
import shutil
import subprocess
import venv
import zipfile

import nbformat
import nbjudge.cli
import pytest
from judge_helpers.needs import needs
from judge_helpers.small_assignment import need_sandbox
from judge_helpers.word_course import EXAMPLE
from nbjudge.course import find_course
from nbjudge.judging.session import GRACE, JUDGES, TRIES
from nbjudge.reports.fingerprints import LARGEST
from nbjudge.results import load
from nbjudge.sandbox.limits import BUSIEST, CLOCK, SHARES, SUBMISSION, TEST

ROOT = EXAMPLE.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "PLUGIN.md")}


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


WALK = [shlex.split(line)[1:] for text in blocks("sh") for line in text.splitlines()]


@pytest.fixture
def example(tmp_path, monkeypatch):
    """A copy of the folder example, which is the current folder."""
    need_sandbox()
    shutil.copytree(EXAMPLE, tmp_path / "example")
    monkeypatch.chdir(tmp_path / "example")
    return tmp_path / "example"


def check_what_was_written(place):
    """The files of the walk, in the folder example."""
    with zipfile.ZipFile(place / "handout" / "first_steps.zip") as archive:
        given = archive.read("first_steps.ipynb").decode()
    assert "YOUR CODE HERE" in given and "YOUR ANSWER HERE" in given
    assert "BEGIN" not in given and "GBMH" not in given and "nothing to divide by" not in given
    ada, bob = load(place / "results")
    assert (ada.student, ada.total, ada.status, ada.sandboxed) == ("ada", 5.0, "ok", True)
    assert {cell.grade_id: cell.points for cell in bob.cells} == {
        "mean-test": 2.0,
        "initials-test": 1.0,
        "why": 0.0,
    }
    (table,) = blocks("csv")
    assert (place / "marks.csv").read_text(encoding="utf-8-sig").replace("\r\n", "\n") == table
    pages = [*(place / "results" / "feedback").glob("*.html")]
    assert len(pages) == 2
    texts = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert "exactly" in texts and "assert mean([" in texts
    assert "one mark is its own mean" not in texts  # a hint, which nobody needs
    assert "GBMH" not in texts and "[1, 2]" not in texts  # of the hidden tests
    answers = (place / "results" / "manual" / "01_why.html").read_text(encoding="utf-8")
    assert "ada" in answers and "grade again" not in answers
    assert (place / "results" / "manual" / "by_hand.csv").is_file()
    assert "What to talk about" in (place / "results" / "class.html").read_text(encoding="utf-8")


def test_the_walk_works(example, monkeypatch, capsys):
    monkeypatch.setattr(nbjudge.cli, "find_course", lambda name: find_course(name, []))
    commands = ["release", "grade", "class", "similar", "manual", "feedback", "marks"]
    assert [words[0] for words in WALK] == commands
    for words in WALK:
        assert nbjudge.cli.main(words) == 0, words
    said = capsys.readouterr().out
    assert all(text in said for text in blocks("text"))
    assert "2 submissions compared. No pair stands out." in said
    check_what_was_written(example)


def test_the_example_passes_its_own_tests_as_a_notebook():
    source = nbformat.read(EXAMPLE / "source" / "first_steps.ipynb", as_version=4)
    space = {}
    for cell in source.cells:
        if cell.cell_type == "code":
            exec(cell.source, space)


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    linked = re.findall(r"\]\((?!https:)([^)#]+)\)", PAGES[name])
    missing = [path for path in linked if not (ROOT / path).exists()]
    assert not missing and (linked or name == "PLUGIN.md")


def test_every_command_is_explained():
    explained = re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)
    assert explained == [words[0] for words in WALK]


# ── in an empty environment ─────────────────────────────────────────────────────────────────────

HEAVY = "numpy", "pandas", "matplotlib", "IPython"
IMPORTED = f"import sys, nbjudge.cli; print(*{{*{HEAVY}}} & {{*sys.modules}})"


def quietly(command, **how):
    """Run a command that must succeed; what it printed."""
    done = subprocess.run(command, capture_output=True, text=True, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The programs of an environment that has nbjudge and the example course, and no more."""
    folder = tmp_path_factory.mktemp("empty") / "environment"
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    source = tmp_path_factory.mktemp("copy") / "nbjudge"  # a build leaves nothing in the checkout
    ignored = shutil.ignore_patterns("__pycache__", ".*", "build", "dist")
    shutil.copytree(ROOT, source, ignore=ignored)
    pip = [programs / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    reached = subprocess.run([*pip, "nbformat", "tqdm"], env=clean, capture_output=True)
    needs("a package index", reached.returncode == 0, "pip could not install nbformat and tqdm")
    quietly([*pip, source], env=clean)
    quietly([*pip, source / "example" / "plugin"], env=clean)
    return programs, clean


@pytest.mark.slow
def test_in_an_empty_environment_the_walk_works(programs, example):
    programs, environment = programs
    how = {"env": environment, "cwd": example}
    assert "numpy" not in quietly([programs / "python", "-m", "pip", "list"], **how)
    assert quietly([programs / "python", "-c", IMPORTED], **how) == "\n"
    assert "release" in quietly([programs / "nbjudge", "--help"], **how)
    for words in WALK:
        quietly([programs / "nbjudge", *words], **how)
    check_what_was_written(example)


@pytest.mark.slow
def test_in_an_empty_environment_the_course_is_found_and_its_secrets_are_not(programs, example):
    programs, environment = programs
    how = {"env": environment, "cwd": example}
    assert "words_1.zip" in quietly([programs / "nbjudge", "release", "1"], **how)
    source = nbformat.read(example / "plugin" / "wordcourse" / "words_1.ipynb", as_version=4)
    nbformat.write(source, example / "words_1.ipynb")
    (example / "class").mkdir()
    nbformat.write(source, example / "class" / "ada.ipynb")
    spies = "import glob, sys\nmine = [found for path in sys.path for found in "
    spies += "glob.glob(f'{path}/word*/**/snow.txt', recursive=True)]\n"
    spies += "try:\n    import wordcourse.plugin\nexcept ModuleNotFoundError:\n    pass\n"
    spies += "else:\n    mine = 'found'\nraise ValueError(mine)"
    named = {cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in source.cells}
    named["mine"].source = spies
    nbformat.write(source, example / "class" / "bob.ipynb")
    words = ["grade", "words_1.ipynb", "class", "-o", "words", "--course", "words"]
    quietly([programs / "nbjudge", *words], **how)
    ada, bob = load(example / "words")
    assert ada.total == 3 and "words 1.0" in ada.version
    assert bob.note.endswith(" stopped with ValueError: [].") and bob.total == 2


def test_the_worst_case_follows_from_the_limits():
    said = " ".join(README.split())
    full = SHARES * SUBMISSION
    once = CLOCK * full
    assert f"{once:g} s on the clock ({CLOCK:g} times {full:g} s)" in said
    assert f"{2 * TRIES * once:g} s in all; {2 * TEST:g} s more" in said  # in two passes
    assert f"after {(CLOCK + BUSIEST) * TRIES * full + GRACE:g} s is stopped" in said
    assert JUDGES == 3 and f"more than {LARGEST:,} characters" in said
