import subprocess
import sys

import pytest
from jupyterlab.labapp import LabApp

import dtlab
from dtlab.__main__ import main
from dtlab.course.workcopy import START


@pytest.fixture
def launched(monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr(LabApp, "launch_instance", calls.append)
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


def test_the_command_alone_prints_help(capsys):
    assert main([]) == 0
    said = capsys.readouterr()
    assert "usage: dtlab" in said.out and "open the course in JupyterLab" in said.out
    assert said.err == ""


def test_version(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"dtlab {dtlab.__version__}\n"


@pytest.mark.parametrize("words", [["--verison"], ["lba"], ["release", "--nodir"]])
def test_an_unknown_word_is_an_error(words, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    assert words[-1] in capsys.readouterr().err


def test_module_is_the_command():
    said = subprocess.run(
        [sys.executable, "-m", "dtlab", "--help"], capture_output=True, text=True, check=True
    )
    assert "JupyterLab" in said.stdout
