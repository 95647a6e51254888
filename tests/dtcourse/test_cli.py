"""The command line: help, exit status, and files of a person that stay as they are."""

import io
import json
import re
import shlex
import subprocess
import sys

import pytest
from jupyterlab.labapp import LabApp
from nbjudge.results import CellResult, Result, locked, save

import dtcourse.cli
from dtcourse import environment
from dtcourse.cli import OVERVIEW, main
from dtcourse.environment import Component, Environment
from dtcourse.workcopy import START
from dtlab import __version__


@pytest.fixture
def launched(monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr(LabApp, "launch_instance", calls.append)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "")  # which the command sets
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    return calls


def test_lab_opens_the_working_copy_and_passes_options_on(launched, tmp_path, capsys):
    folder = tmp_path / "my course"
    assert main(["lab", "--dir", str(folder), "--no-browser", "--port", "9999"]) == 0
    assert (folder / START).is_file()
    (options,) = launched
    assert f"--ServerApp.root_dir={folder}" in options
    assert f"--LabApp.default_url=/lab/tree/{START}" in options
    assert options[-3:] == ["--no-browser", "--port", "9999"]
    assert str(folder) in capsys.readouterr().out


def test_lab_says_in_one_line_where_it_cannot_write(launched, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["lab", "--dir", str(tmp_path / "file")]) == 1
    assert launched == []
    assert capsys.readouterr().err.startswith("dtlab: cannot write the working copy in")


def test_lab_can_make_the_copy_alone(launched, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "--dir", "course", "--no-start"]) == 0
    assert (tmp_path / "course" / START).is_file() and launched == []
    assert capsys.readouterr().out == f"dtlab: your notebooks are in {tmp_path / 'course'}\n"


def test_the_command_alone_is_an_overview_of_all_commands(capsys):
    assert main([]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("usage: dtlab") and said.err == ""
    assert said.out.index("for learners:") < said.out.index("for lecturers:")
    with pytest.raises(SystemExit):
        main(["lba"])
    choices = capsys.readouterr().err.partition("choose from")[2]
    assert sorted(re.findall(r"\w+", choices)) == sorted(COMMANDS)


COMMANDS = re.findall(r"^  (\w+)   ", OVERVIEW, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_parses_and_fits_a_terminal(command, capsys, monkeypatch):
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    said = capsys.readouterr().out
    assert end.value.code == 0
    assert max(map(len, said.splitlines())) <= 100
    example = re.search(r"^example:\n  dtlab (.*)$", said, re.MULTILINE)[1]
    asked = []
    monkeypatch.setattr(dtcourse.cli, "run_command", lambda options: asked.append(options) or 0)
    assert main(shlex.split(example)) == 0
    assert asked[0].command == command


# Words after which a command cannot do its work, from an empty folder with one file in it.
IN_THE_WAY = [
    ["lab", "--dir", "file"],
    ["progress", "nothing.json"],
    ["progress", "file"],
    ["progress", "--export", "file"],
    ["progress", "--export", "file/where.json"],
    ["live", "77"],
    ["live", "04", "-o", "file"],
    ["live", "--export", "nothing.ipynb"],
    ["live", "--export", "file"],
    ["release", "--dir", "file"],
    ["release", "-o", "file"],
    ["progress", "-o", "file"],
    ["release", "--zip", "77"],
    ["release", "--zip", "nothing.ipynb"],
    ["release", "--zip", "file"],
    ["grade", "nothing.ipynb", "file", "-o", "results"],
    ["grade", "file", "file", "-o", "results"],
    ["class", "nothing"],
    ["feedback", "file"],
    ["manual", "nothing"],
    ["marks", "nothing", "-o", "file"],
    ["similar", "nothing", "--source", "file"],
    ["similar", "file", "--source", "nothing.ipynb"],
]


@pytest.mark.parametrize("words", IN_THE_WAY, ids=" ".join)
def test_what_is_in_the_way_is_one_sentence_and_1(words, tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert main(words) == 1
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("dtlab: ") and said.err.count("\n") == 1
    assert (tmp_path / "file").read_text() == "mine"


def test_every_command_can_fail_but_the_doctor():
    assert {words[0] for words in IN_THE_WAY} == set(COMMANDS) - {"doctor"}


# What commands write, given the results of a class: the words, and a file to edit. What `lab` does
# is in test_workcopy.py.
WRITTEN = [
    (["progress", "--export", "ada.json"], "ada.json"),
    (["live", "04", "-o", "lecture"], "lecture/04_live.ipynb"),
    (["live", "04", "-o", "lecture"], "lecture/04_notes.html"),
    (["live", "--export", "copy/04_live.ipynb"], "copy/04_typed.ipynb"),
    (["live", "--export", "copy/04_live.ipynb", "-o", "class.ipynb"], "class.ipynb"),
    (["release", "--dir", "sets"], "sets/solutions/02_entropy.ipynb"),
    (["release", "-o", "sets"], "sets/solutions/02_entropy.ipynb"),
    (["release", "--zip", "02", "-o", "zips"], "zips/02_entropy.zip"),
    (["progress", "-o", "ada.json"], "ada.json"),
    (["release", "--zip", "02"], "02_entropy.zip"),
    (["marks", "results"], "results/marks.csv"),
    (["marks", "results", "-o", "table.csv"], "table.csv"),
    (["class", "results"], "results/class.html"),
    (["feedback", "results"], "results/feedback/index.csv"),
    (["manual", "results"], "results/manual/by_hand.csv"),
]


@pytest.mark.parametrize(("words", "name"), WRITTEN, ids=lambda part: str(part))
def test_what_a_person_edited_or_wrote_is_not_overwritten(
    words, name, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    with locked("results"):
        cells = (CellResult("q1", 1.0, 2.0, "partly"),)
        cells += (CellResult("essay", 0.0, 2.0, "manual", manual=True, answer="So."),)
        save("results", Result("ok", 1.0, 2.0, cells, student="ada"))
    assert "copy/04_live.ipynb" not in words or main(["live", "04", "-o", "copy"]) == 0
    path = tmp_path / name
    assert [main(words), main(words)] == [0, 0], "a file that nobody edited is written again"
    mine = edited(path.read_bytes())
    for _ in range(2):
        path.write_bytes(mine)
        assert main(words) == 1
        assert path.read_bytes() == mine
        for memory in tmp_path.rglob(
            ".dtlab-*"
        ):  # a person's file, in a folder that dtlab is new to
            memory.unlink()
    assert capsys.readouterr().err.count("\n") == 2


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
    assert main(words) == 1
    assert capsys.readouterr().err.startswith(f"dtlab: {name} is not as this command wrote it")


def edited(content):
    """The same file with a sentence more, as a person would add it."""
    try:
        notebook = json.loads(content)
        notebook["cells"][0]["source"] = "My own text."
    except (ValueError, KeyError):
        return content + b"My own text."
    return json.dumps(notebook).encode()


def test_the_doctor_ends_with_1_where_something_needed_is_missing(monkeypatch, capsys):
    def answer(found):
        check = Component("Python", found, "3.11", "the language", "get it")
        monkeypatch.setattr(environment, "check_environment", lambda: Environment((check,)))
        return main(["doctor"])

    assert [answer("3.11"), answer(None)] == [0, 1]
    said = capsys.readouterr()
    assert "✗ Python" in said.out and "get it" in said.out and said.err == ""


def test_a_terminal_without_our_signs_shows_question_marks(monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    dtcourse.cli.show("✓ Python")
    terminal.flush()
    assert terminal.buffer.getvalue().strip() == b"? Python"


def test_progress_shows_a_file_or_writes_one():
    with pytest.raises(SystemExit) as end:
        main(["progress", "ada.json", "--export", "mine.json"])
    assert end.value.code == 2


def test_version(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"dtlab {__version__}\n"


@pytest.mark.parametrize("words", [["--verison"], ["lba"], ["release", "--nodir"]])
def test_an_unknown_word_is_an_error(words, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert words[-1] in capsys.readouterr().err


def test_module_is_the_command():
    said = subprocess.run(
        [sys.executable, "-m", "dtcourse", "--help"], capture_output=True, text=True, check=True
    )
    assert "JupyterLab" in said.stdout
