"""Real nbgrader takes our graded sets as they are, and gives the marks that we give."""

from functools import cache

import pytest
from nbgrader_answers import STUB, mixture, notebook, our_marks
from nbgrader_course import Course, nbgrader_is_here

from conftest import needs
from dtlab import release

SETS = release.graded_sets()
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


# ── every set ───────────────────────────────────────────────────────────────────────────────────


@each_set
def test_the_release_version_is_our_learners_version_with_a_stub(number, assigned):
    theirs, log = assigned(number)
    assert "WARNING" not in log
    for mine, cell in zip(notebook("exercises", number).cells, theirs.cells, strict=True):
        stub = f"\n{STUB}" if mine.id.endswith("-answer") else ""
        assert (cell.id, cell.source) == (mine.id, mine.source + stub)


@each_set
def test_the_source_is_valid(number, course, assigned):
    assigned(number)
    assert course.validate(f"set{number}", number) == {}


@each_set
def test_the_solutions_get_full_marks(number, course, assigned):
    assigned(number)
    marks, said = graded(course, number, "solved", notebook("solutions", number))
    assert marks == full_marks(number)
    assert all("✓" in text for text in said.values())


@each_set
def test_the_untouched_version_gets_nothing_and_a_kind_word(number, course, assigned):
    assigned(number)
    assert_untouched(*graded(course, number, "untouched", notebook("exercises", number)))


@pytest.mark.parametrize("number", SETS[:1])  # the others differ in their starters only
def test_nbgraders_own_version_gets_nothing_and_a_kind_word(number, course, assigned):
    theirs, _ = assigned(number)
    assert_untouched(*graded(course, number, "stub", theirs))


def assert_untouched(marks, said):
    assert set(marks.values()) == {0}
    for text in said.values():
        assert "Not tried yet" in text or "Not yet" in text
        assert "the fault is in the course" not in text


@each_set
def test_mistakes_and_right_answers_get_our_marks(number, course, assigned):
    assigned(number)
    submission = mixture(number, "Ada")
    ours = our_marks(number, "Ada", submission)
    assert 0 in ours.values()
    assert any(ours.values())
    marks, _ = graded(course, number, "ada", submission)
    assert marks == ours
