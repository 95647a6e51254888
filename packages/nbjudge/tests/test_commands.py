"""The lecturer's commands: what they need, what they say, and how they end."""

import subprocess
import sys

import pytest
from nbjudge.results import CellResult, Result, locked, save

from dtcourse.cli import main


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
    assert "usage: dtlab" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["marks", "feedback", "class"])
def test_a_folder_without_results_is_one_sentence(command, tmp_path, capsys):
    assert run(command, tmp_path / "nothing") == 1
    said = capsys.readouterr().err
    assert said.startswith("dtlab: ") and said.count("\n") == 1 and "holds no results" in said


@pytest.fixture
def results(tmp_path):
    """The results of a class of two."""
    for student in ("1", "2"):
        with locked(tmp_path / "results"):
            cells = (CellResult("q1", 1.0, 2.0, "partly"),)
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


def test_grading_is_imported_by_its_commands_alone():
    code = "import sys, dtlab; print([name for name in sys.modules if 'grading' in name])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
    code = "import sys, dtcourse.cli; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "nbjudge.cli" in said.stdout.split()
    assert not {"nbjudge.run", "numpy"} & set(said.stdout.split())


def test_release_zip_writes_what_to_hand_out(tmp_path, capsys):
    assert run("release", "--zip", "02", "--dir", tmp_path) == 0
    (path,) = tmp_path.glob("[!.]*")
    assert path.suffix == ".zip" and str(path) in capsys.readouterr().out
    assert run("release", "--zip", "77", "--dir", tmp_path) == 1
    assert capsys.readouterr().err.startswith("dtlab: 77 is neither")
