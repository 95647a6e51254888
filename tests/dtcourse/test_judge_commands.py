"""The commands of nbjudge as those of `dtlab`: as before, and one sentence where it is missing."""

import csv
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from helpers.nbgrader_answers import mixture, notebook
from nbjudge.judging import session
from nbjudge.results import CellResult, Result, locked, save
from nbjudge.sandbox.bubblewrap import why_not

from conftest import needs
from dtcourse import release
from dtcourse.cli import GRADING, NO_NBJUDGE, main

ROOT = Path(__file__).resolve().parents[2]
NBJUDGE = ROOT / "packages" / "nbjudge" / "src" / "nbjudge"
SAME = {
    "files.py": "files.py",
    "commands.py": "commands.py",
    "cards/markup.py": "reports/markup.py",
}


@pytest.mark.parametrize("ours, theirs", SAME.items())
def test_the_copies_in_nbjudge_are_the_same_text(ours, theirs):
    """Neither package may need the other, so each has these few lines."""
    assert (ROOT / "dtcourse" / ours).read_bytes() == (NBJUDGE / theirs).read_bytes()


def test_nbjudge_is_imported_by_its_commands_alone():
    code = "import sys, dtlab, dtcourse; print([name for name in sys.modules if 'nbjudge' in name])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "[]\n"
    code = "import sys, dtcourse.cli; dtcourse.cli.main([]); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(said.stdout.split())
    assert "nbjudge.cli" in loaded and not {"nbjudge.run", "numpy", "matplotlib"} & loaded


def test_release_zip_writes_what_to_hand_out(tmp_path, capsys):
    assert main(["release", "--zip", "2", "--dir", str(tmp_path)]) == 0  # 2 is 02
    (path,) = tmp_path.glob("[!.]*")
    assert path.name == "02_entropy.zip" and str(path) in capsys.readouterr().out
    assert main(["release", "--zip", "77", "--dir", str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("dtlab: 77 is neither")


@pytest.fixture
def week(tmp_path, monkeypatch):
    """A source of the course and two submissions, in the current folder."""
    monkeypatch.chdir(tmp_path)
    for who, content in {"ada": mixture("02", "Ada"), "bob": notebook("solutions", "02")}.items():
        Path("submissions", who).mkdir(parents=True)
        nbformat.write(content, Path("submissions", who, "02_entropy.ipynb"))
    nbformat.write(notebook("solutions", "02"), "02_entropy.ipynb")


def test_a_week_through_the_course_s_own_command(week, monkeypatch, capsys):
    needs("a sandbox", why_not() is None, "install bubblewrap")
    monkeypatch.setattr(session, "constant_warnings", lambda *_: ())
    words = ["grade", "02_entropy.ipynb", "submissions", "-o", "results", "--course", "dtlab"]
    assert main(words) == 0
    with open("results/marks.csv", newline="", encoding="utf-8") as file:
        marks = {row["student"]: float(row["total"]) for row in csv.DictReader(file)}
    most = sum(item.points for item in release.exercises("02"))
    assert marks["bob"] == most and 0 < marks["ada"] < most
    for words in (["feedback", "results"], ["class", "results"], ["marks", "results"]):
        assert main(words) == 0
    assert main(["similar", "submissions", "--source", "02_entropy.ipynb"]) == 0
    said = capsys.readouterr().out
    assert "dtlab: 2 submissions: 2 ok\n" in said and "nbjudge" not in said
    assert len([*Path("results/feedback").glob("*.html")]) == 2
    assert Path("results/class.html").is_file()


def test_wrong_usage_and_what_is_in_the_way_speak_in_the_name_of_dtlab(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["grade", "a.ipynb", "b", "-o", "c", "-j", "0"])
    assert end.value.code == 2 and "usage: dtlab grade" in capsys.readouterr().err
    assert main(["marks", str(tmp_path / "nothing")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("dtlab: ") and said.count("\n") == 1 and "holds no results" in said


def test_results_of_one_command_are_read_by_the_other(tmp_path, capsys):
    with locked(tmp_path / "results"):
        cells = (CellResult("q1", 1.0, 2.0, "partly"),)
        save(tmp_path / "results", Result("ok", 1.0, 2.0, cells, student="ada"))
    assert main(["marks", str(tmp_path / "results")]) == 0
    command = [sys.executable, "-m", "nbjudge", "marks", str(tmp_path / "results")]
    said = subprocess.run(command, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr  # what dtlab wrote, nobody has edited
    assert said.stdout.startswith("nbjudge: wrote ")


# ── without nbjudge ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def no_nbjudge(monkeypatch):
    """Every import of nbjudge fails, as where it is not installed."""
    for name in [name for name in sys.modules if name.split(".")[0] == "nbjudge"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "dtcourse.judge_plugin", raising=False)
    monkeypatch.setitem(sys.modules, "nbjudge", None)


@pytest.mark.parametrize(
    "words",
    [
        *([name] for name in GRADING),
        ["grade", "a.ipynb", "b", "-o", "c", "--resume"],
        ["marks", "results", "--help"],
        ["release", "--zip", "02"],
    ],
    ids=" ".join,
)
def test_without_nbjudge_a_grading_command_is_one_sentence(words, no_nbjudge, capsys):
    assert main(words) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"dtlab: {NO_NBJUDGE}\n")


def test_without_nbjudge_all_else_works(no_nbjudge, tmp_path, capsys):
    assert main([]) == 0 and "grade a class of submissions" in capsys.readouterr().out
    assert main(["release", "--dir", str(tmp_path)]) == 0
    assert (tmp_path / "solutions" / "02_entropy.ipynb").is_file()
    code = "import sys; sys.modules['nbjudge'] = None; from dtcourse import check, guess, reveal"
    subprocess.run([sys.executable, "-c", code], check=True)
