"""The lecturer's commands: what they need, what they say, and how they end."""

import re
import shlex
import subprocess
import sys

import nbjudge.cli
import pytest
from judge_helpers.small_assignment import CELLS, notebook
from judge_helpers.word_course import COURSE
from nbjudge import __version__
from nbjudge.cli import OVERVIEW, main
from nbjudge.results import CellResult, Result, locked, save


def run(*words):
    """The exit status of a command."""
    try:
        return main([str(word) for word in words])
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    "words",
    [
        ["grade"],
        ["grade", "a.ipynb", "b"],  # where to?
        ["grade", "a.ipynb", "b", "-o", "c", "-j", "0"],
        ["grade", "a.ipynb", "b", "-o", "c", "--shard", "0/4"],
        ["grade", "a.ipynb", "b", "-o", "c", "--shard", "5/4"],
        ["grade", "a.ipynb", "b", "-o", "c", "--shard", "1"],
        ["grade", "a.ipynb", "b", "-o", "c", "--timeout", "nan"],
        ["grade", "a.ipynb", "b", "-o", "c", "--memory", "-5"],
        ["marks"],
        ["marks", "r", "--moodle", "a", "--canvas", "b"],
        ["marks", "r", "--nbgrader", "gradebook.db"],
        ["similar", "b"],
    ],
)
def test_wrong_usage_ends_with_2(words, capsys):
    assert run(*words) == 2
    assert "usage: nbjudge" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["marks", "feedback", "class", "manual"])
def test_a_folder_without_results_is_one_sentence(command, tmp_path, capsys):
    assert run(command, tmp_path / "nothing") == 1
    said = capsys.readouterr().err
    assert said.startswith("nbjudge: ") and said.count("\n") == 1 and "holds no results" in said


@pytest.fixture
def results(tmp_path):
    """The results of a class of two."""
    for student in ("1", "2"):
        with locked(tmp_path / "results"):
            cells = (CellResult("q1", 1.0, 2.0, "partly"),)
            cells += (CellResult("essay", 0.0, 2.0, "manual", manual=True, answer="So."),)
            save(tmp_path / "results", Result("ok", 1.0, 2.0, cells, student=student))
    return tmp_path / "results"


def test_feedback_and_class_write_into_results_unless_told(results, tmp_path, capsys):
    assert run("feedback", results) == 0 and run("class", results) == 0
    assert (results / "class.html").is_file() and (results / "feedback" / "index.csv").is_file()
    assert "wrote 2 pages into" in capsys.readouterr().out
    (results / "feedback" / ".DS_Store").write_bytes(b"left by a file manager")
    (results / "feedback" / "old.pages").mkdir()
    assert run("feedback", results) == 0
    out = tmp_path / "elsewhere.html"
    assert run("class", results, "-o", out) == 0 and out.is_file()


def test_similar_needs_submissions(tmp_path, capsys):
    source = tmp_path / "set.ipynb"
    assert run("similar", tmp_path / "nothing", "--source", source) == 1
    assert "does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["--help"], ["grade", "--help"], ["--version"]])
def test_help_needs_none_of_what_grading_needs(words):
    code = "import sys, nbjudge.cli\ntry: nbjudge.cli.main(sys.argv[1:])\nexcept SystemExit: pass\n"
    code += "print(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, *words]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "nbjudge" in said.stdout
    loaded = set(said.stderr.split())
    heavy = {"numpy", "pandas", "matplotlib", "IPython", "nbformat", "tqdm", "nbjudge.run"}
    assert "nbjudge.cli" in loaded and not heavy & loaded


@pytest.mark.parametrize("module", ["nbjudge", "nbjudge.course", "nbjudge.run", "nbjudge.release"])
def test_no_part_needs_numpy_or_a_figure(module):
    code = f"import sys, {module}; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "pandas", "matplotlib", "IPython", "dtlab", "dtcourse"}
    assert not heavy & set(said.stdout.split())


def test_module_is_the_command():
    command = [sys.executable, "-m", "nbjudge", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert said.stdout == f"nbjudge {__version__}\n"


def test_release_writes_what_to_hand_out(tmp_path, capsys):
    (tmp_path / "small.ipynb").write_bytes(notebook(CELLS))
    words = ["release", tmp_path / "small.ipynb", "--dir", tmp_path / "out"]
    assert run(*words, "--course", "none") == 0
    (path,) = (tmp_path / "out").glob("[!.]*")
    assert path.name == "small.zip" and str(path) in capsys.readouterr().out
    assert run("release", "77", "--dir", tmp_path, "--course", "none") == 1
    assert capsys.readouterr().err == "nbjudge: 77 is not a file\n"
    assert run("release", "--dir", tmp_path, "--course", "none") == 2
    assert "name a source notebook" in capsys.readouterr().err


def test_where_to_write_is_said_with_either_option(results, tmp_path):
    (tmp_path / "small.ipynb").write_bytes(notebook(CELLS))
    for option in ("-o", "--dir"):
        source = tmp_path / "small.ipynb"
        assert run("release", source, option, tmp_path / f"zips{option}", "--course", "none") == 0
        assert (tmp_path / f"zips{option}" / "small.zip").is_file()
        assert run("class", results, option, tmp_path / f"class{option}.html") == 0
        assert (tmp_path / f"class{option}.html").is_file()


def test_release_takes_a_name_of_the_course(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(nbjudge.cli, "find_course", lambda name: COURSE)
    assert run("release", "1", "--dir", tmp_path) == 0 and (tmp_path / "words_1.zip").is_file()
    assert run("release", "77", "--dir", tmp_path) == 1
    assert capsys.readouterr().err.startswith("nbjudge: 77 is neither a notebook of the course (1)")


def test_a_course_that_is_not_there_is_one_sentence(tmp_path, capsys):
    (tmp_path / "small.ipynb").write_bytes(notebook(CELLS))
    words = ["grade", tmp_path / "small.ipynb", tmp_path, "-o", tmp_path / "out"]
    assert run(*words, "--course", "botany") == 1
    said = capsys.readouterr().err
    assert said.startswith("nbjudge: there is no course 'botany' here (") and said.count("\n") == 1


@pytest.mark.parametrize("command", re.findall(r"^  (\w+)   ", OVERVIEW, re.MULTILINE))
def test_help_has_an_example_that_parses_and_fits_a_terminal(command, capsys, monkeypatch):
    assert run(command, "--help") == 0
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 100
    example = re.search(r"^example:\n  nbjudge (.*)$", said, re.MULTILINE)[1]
    asked = []
    monkeypatch.setattr(nbjudge.cli, "run_command", lambda options: asked.append(options) or 0)
    assert run(*shlex.split(example)) == 0 and asked[0].command == command


# What a command writes, and a file of it that a person edits.
WRITTEN = [
    (["release", "small.ipynb", "--dir", "out", "--course=none"], "out/small.zip"),
    (["marks", "results"], "results/marks.csv"),
    (["marks", "results", "-o", "table.csv"], "table.csv"),
    (["class", "results"], "results/class.html"),
    (["feedback", "results"], "results/feedback/index.csv"),
    (["manual", "results"], "results/manual/by_hand.csv"),
]


@pytest.mark.parametrize(("words", "name"), WRITTEN, ids=str)
def test_what_a_person_edited_is_not_overwritten(
    words, name, results, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.ipynb").write_bytes(notebook(CELLS))
    path = tmp_path / name
    assert [run(*words), run(*words)] == [0, 0], "a file that nobody edited is written again"
    path.write_bytes(mine := path.read_bytes() + b"My own text.")
    assert run(*words) == 1
    assert path.read_bytes() == mine and capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["grade", "a.ipynb", "b.zip", "-o", "results"], "results/marks.csv"),
        (["similar", "b.zip", "--source", "a.ipynb", "-o", "own.csv"], "own.csv"),
    ],
)
def test_long_work_does_not_begin_where_its_table_cannot_be_written(
    words, name, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine")
    assert run(*words) == 1
    assert capsys.readouterr().err.startswith(f"nbjudge: {name} is not as this command wrote it")
