"""A course's plugin: found by its entry point, its code never in a worker; PLUGIN.md shows it."""

import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import nbformat
import pytest
from judge_helpers.small_assignment import graded, need_sandbox, notebook, submission
from judge_helpers.word_course import COURSE, ENTRY, EXAMPLE
from nbjudge.course import (
    GROUP,
    NO_COURSE,
    Course,
    CourseError,
    Package,
    StandIn,
    checked,
    course_at,
    facts_for_workers,
    find_course,
    where,
)
from nbjudge.judging import session
from nbjudge.judging.assignment import GradingError, read_assignment
from nbjudge.judging.student import Student
from nbjudge.protocol.errors import Tampered
from nbjudge.protocol.wire import pack
from nbjudge.reports.feedback import feedback_page
from nbjudge.run import version_with
from nbjudge.sandbox.limits import Limits

PAGE = (EXAMPLE.parent / "PLUGIN.md").read_text(encoding="utf-8")
RIGHT = {
    "tally": "def tally(text):\n    words = text.split()\n"
    "    return Tally({word: words.count(word) for word in words})",
    "mine": "hint()\nmine = tally(passage(STUDENT))",
}


# ── finding it ──────────────────────────────────────────────────────────────────────────────────


def entry(name, value):
    return EntryPoint(name, value, GROUP)


def test_the_only_course_is_found_without_its_name():
    assert find_course("", [ENTRY]) is COURSE and find_course("words", [ENTRY]) is COURSE
    assert find_course("", []) is NO_COURSE and find_course("none", [ENTRY]) is NO_COURSE


class WithoutAnswer(Course):
    def silent_modules(self):
        return {"cards": StandIn(asks=("draw",))}


class HidesAFile(Course):
    def packages(self):
        here = Path(__file__)
        return (Package(here.parent, "tests", hidden=(here.name,)),)


WITHOUT_ANSWER = WithoutAnswer()
HIDES_A_FILE = HidesAFile()


@pytest.mark.parametrize(
    "name, entries, said",
    [
        ("botany", [ENTRY], r"there is no course 'botany' here \(words\)"),
        ("botany", [], r"there is no course 'botany' here \(none is installed\)"),
        ("", [ENTRY, entry("more", "x:y")], r"several .* \(more, words\): name one with --course"),
        ("a", [entry("a", "no_such_module:COURSE")], "the course a cannot be loaded: No module"),
        ("a", [entry("a", "wordcourse.plugin:NOTHING")], "the course a cannot be loaded: "),
        ("a", [entry("a", "wordcourse:grade")], "the course a is not an instance of a subclass"),
        ("a", [entry("a", f"{__name__}:WITHOUT_ANSWER")], "has no answer for draw, which a module"),
        ("a", [entry("a", f"{__name__}:HIDES_A_FILE")], "test_course.py, which is not a folder"),
    ],
)
def test_a_course_that_cannot_be_used_is_one_sentence(name, entries, said):
    with pytest.raises(CourseError, match=said):
        find_course(name, entries)


def test_a_class_that_the_judge_could_not_find_is_refused():
    class Local(Course):
        pass

    with pytest.raises(CourseError, match="not at the top of its module"):
        checked(Local(), "local")


def test_the_judge_makes_the_course_anew():
    assert where(COURSE) == "wordcourse.plugin:WordCourse"
    assert type(course_at(where(COURSE))) is type(COURSE)
    assert course_at(where(NO_COURSE)) is NO_COURSE


def test_a_worker_learns_plain_data_only():
    assert facts_for_workers(COURSE) == {
        "modules": {
            "wordcourse": {"silent": ("hint",), "constants": {"grade": 0.0}, "asks": ("passage",)}
        },
        "codecs": [
            {
                "tag": "Tally",
                "module": "wordlab",
                "name": "Tally",
                "write": "to_json",
                "read": "from_json",
            }
        ],
    }
    assert facts_for_workers(NO_COURSE) == {"modules": {}, "codecs": []}


class Telescope(Course):
    def cannot_run(self):
        return {"telescope": "a telescope"}


@pytest.mark.parametrize(
    "line, what", [("import telescope", "a telescope"), ("import pyspark.sql as p", "Spark")]
)
def test_a_source_that_needs_what_no_sandbox_has_is_refused(line, what):
    cells = [("code", line, {"grade_id": "a", "solution": True})]
    cells.append(("code", "assert a", {"grade_id": "t", "grade": True, "locked": True}))
    with pytest.raises(GradingError, match=f"cell a needs {what}, which cannot run in the sandbox"):
        read_assignment(notebook(cells), "a", course=Telescope())
    by_hand = [("code", line, {"grade_id": "a", "solution": True, "grade": True, "points": 1})]
    assert read_assignment(notebook(by_hand), "a", course=Telescope()).graded[0].manual


def test_a_result_names_the_version_of_the_course():
    assert version_with(COURSE).endswith(" words 1.0") and version_with(NO_COURSE).count(" ") == 1


# ── grading with it ─────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def words_1():
    need_sandbox()
    content = nbformat.writes(COURSE.release("1")).encode()
    return read_assignment(content, "words_1", course=COURSE)


def handed_in(student="", **answers):
    """The submission of a student to the example course."""
    notebook = COURSE.release("1")
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = (RIGHT | answers).get(name, cell.source)
        if "STUDENT =" in cell.source:
            cell.source = f"STUDENT = {student!r}"
    return nbformat.writes(notebook).encode()


def marks(assignment, content):
    result = session.grade_submission(assignment, content, Limits())
    assert result.status == "ok", result.reason
    return [cell.points for cell in result.cells], result


def test_the_solution_passes_and_no_constant_does(words_1):
    proof = session.prove(words_1)
    assert proof.warnings == ()


@pytest.mark.parametrize("student", ["", "a"])  # whose passages differ
@pytest.mark.parametrize("call", ["passage(STUDENT)", "passage(student=STUDENT)"])
def test_a_right_submission_gets_all_points(words_1, student, call):
    passages = COURSE.answers()["passage"]
    assert passages("") != passages("a")
    content = handed_in(student, mine=f"mine = tally({call})")
    assert marks(words_1, content)[0] == [2, 1]


def test_an_answer_is_judged_case_by_case_and_the_hidden_one_tells_nothing(words_1):
    knows_one = 'def tally(text):\n    return Tally({"rain": 2, "on": 2, "the": 2, "roof": 1,'
    knows_one += ' "and": 1, "road": 1} if "rain" in text else {text: 1})'
    points, result = marks(words_1, handed_in(tally=knows_one))
    assert points == [1, 1]
    cases = [(case.name, case.outcome, case.hidden) for case in result.cells[0].tests]
    assert cases == [("the text rain", "passed", False), ("another text", "failed", True)]
    assert "snow" not in feedback_page(result)


def test_what_a_student_makes_of_the_course_s_functions_earns_nothing(words_1):
    forged = "import wordcourse\nwordcourse.grade = lambda f: 2.0\ngrade = wordcourse.grade\n"
    forged += "class Liar:\n    __eq__ = lambda self, other: True\n"
    forged += "    to_json = lambda self: '{}'\n"
    points, _ = marks(words_1, handed_in(tally=forged + "def tally(text):\n    return Liar()"))
    assert points == [0, 0]


def test_a_value_of_the_course_is_what_its_class_makes_of_it(words_1):
    subclass = "class Mine(Tally):\n    def __eq__(self, other): return True\n"
    answer = subclass + "def tally(text):\n    return Mine({})"
    points, _ = marks(words_1, handed_in(tally=answer))
    assert points[0] == 0
    changed = "Tally.to_json = lambda self: '{\"rain\": -1}'\ndef tally(text): return Tally({})"
    result = session.grade_submission(words_1, handed_in(tally=changed), Limits())
    assert (result.status, result.total) == ("ok", 0)


def test_no_code_of_the_course_runs_in_a_worker():
    tells = "import sys, wordcourse\ndef mean(numbers):\n    raise ValueError("
    tells += "hasattr(wordcourse, '__file__'), 'wordcourse.plugin' in sys.modules, "
    tells += "wordcourse.grade(1), wordcourse.hint(), wordcourse.passage('a'))"
    said = graded(submission(mean=tells), COURSE).cells[0].tests[0].reason
    passage = COURSE.answers()["passage"]("a")
    assert said.startswith(f"ValueError: (False, False, 0.0, None, {passage!r})")


# ── questions that nobody should ask ────────────────────────────────────────────────────────────


class Deaf:
    def sendall(self, content):
        pass

    def recv(self, count):
        return b""

    def settimeout(self, seconds):
        pass


@pytest.mark.parametrize(
    "question",
    [
        ("grade", ["a"], []),  # is not among those that a worker may ask
        ("recorder", [], []),
        (["passage"], [], []),
        ("passage", "a", []),
        ("passage", [1], []),
        ("passage", [], [["student"]]),
        ("passage", [], [["student", 1]]),
        ("passage", [], [[1, "a"]]),
        ("passage", []),
    ],
)
def test_a_question_of_another_form_is_tampering(question, monkeypatch):
    monkeypatch.setattr(Student, "start", lambda self: None)
    student = Student(Deaf, Limits(), course=COURSE)
    with pytest.raises(Tampered):
        student.serve("course", *question)
    asked = student.serve("course", "passage", ["a"], [])
    assert asked == student.serve("course", "passage", [], [["student", "a"]])
    assert pack([1, "value", asked])


# ── PLUGIN.md ───────────────────────────────────────────────────────────────────────────────────


def test_the_page_shows_the_files_of_the_example_as_they_are():
    shown = dict(re.findall(r"^`example/plugin/(\S+)`:?\n\n```\w+\n(.*?)^```$", PAGE, re.S | re.M))
    assert {"pyproject.toml", "wordcourse/plugin.py", "wordcourse/__init__.py"} <= shown.keys()
    for name, text in shown.items():
        assert text == (EXAMPLE / "plugin" / name).read_text(encoding="utf-8"), name


def test_the_page_names_every_member_of_a_course():
    members = [name for name in vars(Course) if not name.startswith("_")]
    assert members and all(f"`{name}" in PAGE for name in members)


def test_the_entry_point_is_the_one_of_the_example():
    project = tomllib.loads((EXAMPLE / "plugin" / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"][GROUP] == {ENTRY.name: ENTRY.value}
