"""docs/for_lecturers.md tells the truth: its commands exist, and its week works."""

import ast
import csv
import re
import shlex
import zipfile
from pathlib import Path
from statistics import mean

import nbformat
import numpy as np
import pytest
import yaml
from helpers.nbgrader_answers import mixture, notebook
from nbjudge.results import CellResult, Result, load, locked, save
from nbjudge.sandbox.bubblewrap import why_not

import dtcourse.cli
from conftest import needs
from dtlab import entropy as right_entropy

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "for_lecturers.md").read_text(encoding="utf-8")
WORKSHEET = """Identifier,Full name,Status,Grade,Maximum Grade,Last modified (submission)
Participant 4711,Ada,Submitted for grading - 1 day 2 hours late,,12.00,"Monday, 2 November 2026"
Participant 4712,Bob,Submitted for grading,,12.00,"Sunday, 1 November 2026"
"""
GRADEBOOK = """Student,ID,SIS User ID,SIS Login ID,Section,02_entropy (77)
    Points Possible,,,,,12
Ada,4711,,ada,A,
Bob,4712,,bob,A,
"""


WRONG_WITH_EIGHT = """

def plain_entropy(counts, right=plain_entropy):
    return {} if 8 in counts else right(counts)
"""


def blocks(*languages, text=PAGE):
    """The text of the blocks of code in these languages."""
    return re.findall(rf"^```(?:{'|'.join(languages)})\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def part(title):
    """What stands under a heading of the first level."""
    return re.search(rf"^# {title}\n(.*?)(?=^# )", PAGE, re.MULTILINE | re.DOTALL)[1]


def commands(text):
    """The dtlab commands of a block, without their comments and with a number for a variable."""
    text = re.sub(r"\$\{?I\b\}?", "3", text)
    lines = [shlex.split(line, comments=True) for line in text.splitlines()]
    return [words[1:] for words in lines if words[:1] == ["dtlab"]]


def run(arguments):
    assert dtcourse.cli.main(arguments) == 0, arguments


SHOWN = [words for text in blocks("sh") for words in commands(text)]
WEEK = [words for text in blocks("sh", text=part("The week")) for words in commands(text)]
CLUSTER = [words for text in blocks("slurm") for words in commands(text)]


@pytest.mark.parametrize("words", [*SHOWN, *CLUSTER], ids=" ".join)
def test_every_command_of_the_page_exists_with_its_options(words, monkeypatch):
    asked = []
    monkeypatch.setattr(dtcourse.cli, "run_command", lambda options: asked.append(options) or 0)
    run(words)
    assert asked[0].command == words[0]


# Each piece of code of the page: whose answer it tests, on which inputs that is wrong below, and
# its points.
RECIPES = blocks("python")
ABOUT = [
    ("plain_entropy", right_entropy, lambda counts: 8 in counts, 2),
    ("average", mean, lambda values: True, None),
    ("average", mean, lambda values: True, 2),
]
WRONG = {
    "another number": 0.5,
    "nan": float("nan"),
    "None": None,
    "text": "0.9219",
    "array": np.array([0.9219, 0.9219]),
    "array of nan": np.array([np.nan]),
    "array of one wrong number": np.array([0.5]),
    "empty array": np.array([]),
    "infinity": float("inf"),
}


def keeps_all_points(recipe, about, answer):
    """Whether a test cell gives full points: assertions by passing, others by their last line."""
    name, _, _, most = about
    space = {"grade": lambda item_id, answer, hidden=False: 2, name: answer}
    *body, last = ast.parse(recipe).body
    try:
        exec(compile(ast.Module(body, []), "recipe", "exec"), space)
        if most is None:
            exec(ast.unparse(last), space)
            return True
        return eval(ast.unparse(last), space) == most
    except Exception:  # a cell that stops gives no points
        return False


@pytest.mark.parametrize(("recipe", "about"), list(zip(RECIPES, ABOUT, strict=True)))
def test_only_the_right_answer_keeps_all_points_of_a_recipe(recipe, about):
    _, right, on, _ = about
    assert keeps_all_points(recipe, about, right)
    for said, wrong in WRONG.items():
        answer = lambda values, wrong=wrong: wrong if on(values) else right(values)  # noqa: E731
        with np.errstate(all="ignore"):
            assert not keeps_all_points(recipe, about, answer), said


def test_every_command_is_on_the_page():
    shown = {words[0] for words in WEEK}
    assert {"release", "grade", "class", "similar", "feedback", "marks"} <= shown


def test_both_clusters_grade_each_part_once(monkeypatch):
    (job,) = (yaml.safe_load(text)["spec"] for text in blocks("yaml"))
    (container,) = job["template"]["spec"]["containers"]
    parts = job["completions"]
    assert job["completionMode"] == "Indexed"
    assert container["args"][0].startswith("I=$((JOB_COMPLETION_INDEX + 1)); dtlab grade ")
    assert f"--shard $I/{parts}" in container["args"][0]
    (script,) = blocks("slurm")
    assert f"#SBATCH --array=1-{parts}\n" in script and f"--shard $I/{parts}\n" in script
    in_container = container["args"][0].partition(";")[2].strip()
    assert commands(in_container)[0][-4:] == ["-j", "2", "--shard", f"3/{parts}"]


def test_every_rule_names_tests_that_exist():
    rules = PAGE[PAGE.index("## Cells\n") : PAGE.index("# Safety\n")].split("\n- ")[1:]
    folders = (ROOT / "packages" / "nbjudge" / "tests", ROOT / "tests" / "dtcourse")
    files = [path for folder in folders for path in folder.glob("test_*.py")]
    tests = "".join(path.read_text(encoding="utf-8") for path in files)
    assert len(rules) > 20
    for rule in rules:
        (named,) = re.findall(r"<!--(.*?)-->", rule, re.DOTALL)
        assert all(f"\ndef {name}(" in tests for name in named.split()), rule


def test_links_inside_the_page_lead_somewhere():
    heads = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", PAGE, flags=re.S | re.M), re.M)
    places = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= places
    files = re.findall(r"\]\((?!#|https:)([^)]+)\)", PAGE)
    assert files and all((ROOT / "docs" / file).exists() for file in files)


def wrong_with_eight(value):
    """Solutions of set 02, but for what one hidden test of the page asks."""
    made = notebook("solutions", "02")
    (answer,) = [cell for cell in made.cells if cell.id == "02-3-answer"]
    answer.source += WRONG_WITH_EIGHT.format(value)
    return made


@pytest.fixture
def class_of_six(tmp_path, monkeypatch):
    """A folder with a source, a zip of Moodle, and the lists of the platforms."""
    needs("a sandbox", why_not() is None, "install bubblewrap")
    monkeypatch.chdir(tmp_path)
    Path("source").mkdir()
    source = notebook("solutions", "02")
    (test,) = [cell for cell in source.cells if cell.id == "02-3-test"]
    test.source = RECIPES[0]
    nbformat.write(source, Path("source/02_entropy.ipynb"))
    handed_in = {"Ada_4711": mixture("02", "Ada"), "Bob_4712": notebook("solutions", "02")}
    handed_in |= {"Cyd_4713": notebook("exercises", "02")}
    handed_in |= {"Eve_4715": wrong_with_eight("1.0"), "Fay_4716": wrong_with_eight("float('nan')")}
    texts = {name: nbformat.writes(one) for name, one in handed_in.items()} | {"Dan_4714": ""}
    with zipfile.ZipFile("submissions.zip", "w") as archive:
        for name, text in texts.items():
            archive.writestr(f"{name}_assignsubmission_file_/02_entropy.ipynb", text)
    Path("worksheet.csv").write_text(WORKSHEET, encoding="utf-8")
    Path("gradebook.csv").write_text(GRADEBOOK, encoding="utf-8")
    rows = "student,grade_id,points,comment\n4713,02-1-test,1,told me the answer\n"
    Path("by_hand.csv").write_text(rows, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_week_works(class_of_six, capsys):
    for words in WEEK:
        run(words)
    said = capsys.readouterr().out
    assert Path("02_entropy.zip").exists()
    results = {result.student: result for result in load("results")}
    assert results["4712"].total == results["4712"].max
    assert 0 < results["4711"].total < results["4711"].max
    assert results["4713"].total == 0
    for student in ("4715", "4716"):  # the hidden test of the page
        assert results[student].total == results[student].max - 1
    assert (results["4714"].status, results["4714"].total) == ("unreadable", 0)
    assert "5 submissions compared" in said
    pages = sorted(Path("results/feedback").glob("*.html"))
    assert len(pages) == 6
    assert not any("8, 1, 1" in page.read_text(encoding="utf-8") for page in pages)
    assert Path("results/feedback/moodle.zip").exists()
    assert "What to talk about next week" in Path("results/class.html").read_text(encoding="utf-8")
    assert Path("results/moodle.csv").exists() and Path("results/canvas.csv").exists()


def test_groups_lateness_and_pages_by_name_work_as_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (groups, late), (copying, naming) = blocks("csv"), blocks("py")
    Path("groups.csv").write_text(groups, encoding="utf-8")
    Path("late.csv").write_text(late, encoding="utf-8")
    Path("handed_in").mkdir()
    for name in ("team_red.ipynb", "team_blue.ipynb"):
        Path("handed_in", name).write_text(name)
    exec(copying, {})
    members = {path.parent.name: path.name for path in Path("one_each").glob("*/*.ipynb")}
    assert members == dict(row.split(",")[::-1] for row in groups.split()[1:])
    with locked("results"):
        for student in members:
            cells = (CellResult("q1", 6.0, 12.0, "partly"),)
            save("results", Result("ok", 6.0, 12.0, cells, student=student))
    (words,) = (words for words in SHOWN if "late.csv" in words)
    run(words)
    rows = Path(words[-1]).read_text(encoding="utf-8").splitlines()
    grades = [row["Grade"] for row in csv.DictReader(rows)]
    assert grades == ["3.6", "6", "2.4"]  # two days, none, three
    run(["feedback", "results"])
    exec(naming, {})
    assert {path.stem for path in Path("pages").glob("*.html")} == set(members)


def test_the_page_says_which_files_hold_names(tmp_path, monkeypatch):
    """What grading and its reports write for a class is all in the table."""
    monkeypatch.chdir(tmp_path)
    cells = (CellResult("q1", 1.0, 2.0, "partly"),)
    with locked("results"):
        save("results", Result("ok", 1.0, 2.0, cells, student="4711", name="Ada"))
    for command in ("marks", "class", "feedback"):
        run([command, "results"])
    said = part("Special cases")
    for path in Path("results").rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            text = path.read_text(encoding="utf-8")
            named = [path.as_posix(), f"{path.parent.as_posix()}/*.json", path.parent.as_posix()]
            assert "4711" not in text or any(f"`{name}`" in said for name in named), path
