"""Real nbgrader takes our graded sets as they are, and gives the marks that we give."""

import csv
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from helpers.nbgrader_answers import mixture, notebook, our_marks
from helpers.nbgrader_course import Course, environment, nbgrader_is_here
from nbjudge.results import CellResult, Result, locked, save

from conftest import needs
from dtcourse import release
from dtcourse.cards.course_map import TITLES

ROOT = Path(__file__).resolve().parents[3]
CORE = [number for number in release.graded_sets() if number in TITLES]
SETS = [*CORE, "05_counting_trees"]  # the sets of extras are made alike: one stands for them
STUB = "# YOUR CODE HERE\nraise NotImplementedError()"  # nbgrader's own
each_set = pytest.mark.parametrize("number", SETS)
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    needs("nbgrader", nbgrader_is_here(), "`make test` puts it into a folder of the environment")
    course = Course(tmp_path_factory.mktemp("a course"))
    yield course
    course.close()


@pytest.fixture(scope="module")
def assigned(course):
    """Assign a set, once: a function that returns the release version and the log."""
    return cache(lambda n: course.assign(f"set{n}", n, notebook("solutions", n)))


def graded(course, number, student, submission):
    """The marks of a submission, and what each test cell says."""
    marks, ran = course.autograde(f"set{number}", number, student, submission)
    said = {cell.id: said_calmly(cell) for cell in ran.cells if cell.id.endswith("-test")}
    assert marks.keys() == said.keys()
    return marks, said


def said_calmly(cell):
    """What a test cell says: a card and a number, no traceback and nothing on stderr."""
    kinds = [output.output_type for output in cell.outputs]
    assert kinds == ["display_data"] * (len(kinds) - 1) + ["execute_result"], cell
    return "\n".join(output.data["text/plain"] for output in cell.outputs[:-1])


def full_marks(number):
    return {f"{item.id.replace('.', '-')}-test": item.points for item in release.exercises(number)}


# ── our sets: all of them, solved, wrong and untouched, run without nbgrader in other tests ──────


@each_set
def test_the_release_version_is_our_learners_version_with_a_stub(number, assigned):
    theirs, log = assigned(number)
    assert "WARNING" not in log
    for mine, cell in zip(notebook("exercises", number).cells, theirs.cells, strict=True):
        stub = f"\n{STUB}" if mine.id.endswith("-answer") else ""
        assert (cell.id, cell.source) == (mine.id, mine.source + stub)


@pytest.mark.parametrize("number", ["02", *SETS[::5]])  # all of them: test_our_sets.py
def test_right_wrong_and_untouched_answers_get_our_marks_and_a_kind_word(number, course, assigned):
    assigned(number)
    submission = mixture(number, "Ada")
    *_, wrong = (
        name for name, points in our_marks(number, "Ada", submission).items() if not points
    )
    (answer,) = (cell for cell in submission.cells if cell.id == wrong.replace("test", "answer"))
    (starter,) = (cell for cell in notebook("exercises", number).cells if cell.id == answer.id)
    answer.source = starter.source
    ours = our_marks(number, "Ada", submission)
    marks, said = graded(course, number, "ada", submission)
    assert marks == ours
    right = [name for name, points in full_marks(number).items() if points == marks[name]]
    assert right
    assert all("✓" in said[name] for name in right)
    assert_untouched({wrong: marks[wrong]}, {wrong: said[wrong]})
    if number == "02":
        assert marks["02-3-test"] == 1.43, "5 of 7 test cases of an exercise for 2 points"


def test_the_solutions_get_full_marks(course, assigned):
    assigned("06")
    marks, said = graded(course, "06", "solved", notebook("solutions", "06"))
    assert marks == full_marks("06")
    assert all("✓" in text for text in said.values())


def test_nbgraders_own_version_gets_nothing_and_a_kind_word(course, assigned):
    theirs, _ = assigned("01")  # each release version is ours with the stub
    assert_untouched(*graded(course, "01", "stub", theirs))


def assert_untouched(marks, said):
    assert set(marks.values()) == {0}
    for text in said.values():
        assert "Not tried yet" in text or "Not yet" in text
        assert "the fault is in the course" not in text


# ── what docs/for_lecturers.md promises ─────────────────────────────────────────────────────────


WRONG_WITH_EIGHT = """
def plain_entropy(counts, right=plain_entropy):
    return 1.0 if 8 in counts else right(counts)
"""


ENTER = "dtlab marks results --nbgrader gradebook.db --assignment set02"  # the guide has it too


def guide(language):
    """The first block of code in this language."""
    text = (ROOT / "docs" / "for_lecturers.md").read_text(encoding="utf-8")
    assert f"\n{ENTER}\n" in text
    return re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[1].strip()


def test_hidden_tests_of_a_lecturers_own_count_and_stay_hidden(course):
    source = notebook("solutions", "02")
    (cell,) = [cell for cell in source.cells if cell.id == "02-3-test"]
    cell.source = guide("python")
    released, _ = course.assign("own", "02", source)
    assert "[8, 1, 1]" not in str(released)
    assert course.validate("own", "02") == {}
    (cell,) = [cell for cell in released.cells if cell.id == "02-3-answer"]
    cell.source = f"{release.exercises('02')[2].solution}\n\n{WRONG_WITH_EIGHT}"
    marks, _ = course.autograde("own", "02", "half", released)
    assert marks["02-3-test"] == 1
    assert sum(marks.values()) == 1


def test_the_commands_of_the_guide_work(course, tmp_path):
    (tmp_path / "notebooks").symlink_to(ROOT / "notebooks")
    most = full_marks("02")
    cells = tuple(CellResult(name, p / 2, float(p), "partly") for name, p in most.items())
    half = Result("ok", 6.0, 12.0, cells, student="bob", assignment=release.stem("02"))
    with locked(tmp_path / "my_course" / "results"):
        save(tmp_path / "my_course" / "results", half)
    script = guide("bash").replace("nbgrader export", f"{ENTER}\nnbgrader export")
    options = {"cwd": tmp_path, "env": environment(), "capture_output": True, "text": True}
    ran = subprocess.run(["bash", "-c", f"set -e\n{script}"], **options)
    assert ran.returncode == 0, ran.stderr
    assert "Success! Your notebook passes all the tests." in ran.stdout
    assert "entered 1 submission into gradebook.db" in ran.stdout
    rows = list(csv.DictReader((tmp_path / "my_course" / "grades.csv").open(encoding="utf-8")))
    assert [(row["student_id"], row["score"], row["max_score"]) for row in rows] == [
        ("ada", "0.0", "12.0"),
        ("bob", "6.0", "12.0"),
    ]
