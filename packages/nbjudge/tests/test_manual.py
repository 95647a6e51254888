"""Marking by hand: a page of answers per question, a table to fill in, and what that becomes."""

import csv
import io
import json
import zipfile
from dataclasses import replace

import pytest
from judge_helpers.class_results import a_class, essay, result, right
from judge_helpers.small_assignment import cells_of, graded, notebook, small
from nbjudge.cli import main
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.notebooks import Cell
from nbjudge.judging.written_answers import LONGEST, written_answers
from nbjudge.reports.feedback import feedback_page
from nbjudge.reports.manual import GRADE_AGAIN, TABLE, manual_files
from nbjudge.reports.marks import override, pseudonym
from nbjudge.results import Result, load, locked, save
from nbjudge.submissions import find_submissions
from nbjudge.words import csv_cell

HOSTILE = "<script>alert(1)</script> **because**"
ANSWERS = {"4711": "Because `p` is\n\nsmall.", "4712": HOSTILE, "4713": ""}


def marked(student, answer, name="", **more):
    """A result with an answer that a person marks."""
    done = result(student, [right] * 3, name=name)
    cells = (*done.cells[:-1], replace(essay(), answer=answer, **more))
    return replace(done, cells=cells)


@pytest.fixture
def folder(tmp_path):
    """The results of three students, the last of whom wrote nothing."""
    with locked(tmp_path / "results"):
        for student, answer in ANSWERS.items():
            save(tmp_path / "results", marked(student, answer, name=f"Name {student}"))
    return tmp_path / "results"


def run(*words):
    return main([str(word) for word in words])


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


# ── what a notebook says ────────────────────────────────────────────────────────────────────────

ABOUT = {"grade_id": "why", "grade": True, "solution": True, "points": 1}


def written(*cells, source=None):
    """The answer to `why`, of a submission with these cells."""
    assignment = small() if source is None else read_assignment(notebook([source]), "one")
    return written_answers(assignment, cells)["why"]


def test_the_last_copy_that_says_something_counts():
    first, second = Cell("text", "One.", "why"), Cell("text", "Two.", "why")
    stub = Cell("text", "*YOUR ANSWER HERE*", "why")
    assert written(first, second, stub) == ("Two.", False)
    assert written(stub) == written(Cell("text", "One.")) == written() == ("", False)
    assert written(Cell("code", "x = 1\n", "why")) == ("x = 1", True)


def test_what_is_handed_out_is_no_answer():
    source = "Explain:\n### BEGIN SOLUTION\nIt is.\n### END SOLUTION"
    handed_out = Cell("text", "Explain:", "why")
    assert written(handed_out, source=("text", source, ABOUT)) == ("", False)
    assert written(replace(handed_out, source="Explain:\nNo."), source=("text", source, ABOUT))[0]


def test_the_answer_to_a_task_is_what_stands_below_it():
    task = ("text", "Draw.", {"grade_id": "why", "task": True, "points": 1})
    cells = [Cell("text", "Draw.", "why"), Cell("code", "plot()"), Cell("text", "Seen?")]
    assert written(*cells, Cell("text", "x", "next"), Cell("text", "y"), source=task) == (
        "plot()\n\nSeen?",
        False,
    )


def test_an_answer_is_cleaned_and_bounded():
    text, _ = written(Cell("text", "a\u202e\x1b[31m\n" + "b" * 10 * LONGEST, "why"))
    assert text.startswith("a[31m\nbbb") and len(text) == LONGEST


def test_grading_keeps_the_answer_whatever_becomes_of_the_rest():
    cells = cells_of()[:-1]
    why = ("text", "Because.\n\nReally.", ABOUT)
    for source in ("x = 1", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"):
        done = graded(notebook([*cells, ("code", source, {}), why]))
        assert (done.cells[-1].answer, done.cells[-1].outcome) == ("Because.\n\nReally.", "manual")
    assert graded(b"no notebook").cells[-1].answer is None


# ── pages ───────────────────────────────────────────────────────────────────────────────────────


def test_a_page_per_question_and_a_table(folder, capsys):
    assert run("manual", folder) == 0
    assert f"wrote 1 page of answers and {folder / 'manual' / TABLE}" in capsys.readouterr().out
    page = (folder / "manual" / "01_essay.html").read_text(encoding="utf-8")
    assert "4 In your own words (essay)" in page
    assert "3 notebooks, 1 without an answer" in page and "Up to 3 points" in page
    assert "Name 4711 (4711)" in page and "Because <code>p</code> is" in page
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "The cell is empty, as it was handed out, or missing." in page
    table = rows(folder / "manual" / TABLE)
    assert [row["student"] for row in table] == ["4711", "4712", "4713"]
    assert {(row["grade_id"], row["points"], row["comment"]) for row in table} == {
        ("essay", "", "")
    }


def test_code_is_shown_as_code():
    answer = "if x < 1:\n    **y**"
    page = manual_files([marked("1", answer, is_code=True)])["01_essay.html"]
    assert "<pre>if x &lt; 1:\n    **y**</pre>" in page


def test_without_names_a_pseudonym_stands_for_each_and_sorts_them(folder, tmp_path):
    out = tmp_path / "blind"
    assert run("manual", folder, "--anonymous", "-o", out) == 0
    page = (out / "01_essay.html").read_text(encoding="utf-8")
    assert not any(name in page for name in ("4711", "4712", "4713", "Name"))
    names = [row["student"] for row in rows(out / TABLE)]
    assert names == sorted(map(pseudonym, load(folder)))
    assert all(name in page for name in names) and len(set(names)) == 3
    filled = (out / TABLE).read_text().replace(f"{names[1]},essay,,", f"{names[1]},essay,2,fine")
    (out / TABLE).write_text(filled)
    assert run("marks", folder, "--overrides", out / TABLE, "-o", tmp_path / "marks.csv") == 0
    given = {row["student"]: row["essay"] for row in rows(tmp_path / "marks.csv")}
    whose = {pseudonym(one): one.student for one in load(folder)}
    assert given == {student: "2" if student == whose[names[1]] else "" for student in ANSWERS}


def test_what_a_person_filled_in_stays_and_can_be_gone_on_from(folder, tmp_path, capsys):
    assert run("manual", folder) == run("manual", folder) == 0
    table = folder / "manual" / TABLE
    table.write_text(
        filled := table.read_text().replace("4711,essay,,", '4711,essay,2.5,"yes, but"')
    )
    assert run("manual", folder) == 1
    assert (
        table.read_text() == filled and "is not as this command wrote it" in capsys.readouterr().err
    )
    assert run("manual", folder, "--overrides", table, "-o", tmp_path / "more") == 0
    again = rows(tmp_path / "more" / TABLE)
    assert (again[0]["points"], again[0]["comment"], again[1]["points"]) == ("2.5", "yes, but", "")
    page = (tmp_path / "more" / "01_essay.html").read_text(encoding="utf-8")
    assert "2.5 of 3 points" in page and "yes, but" in page


def test_results_of_an_earlier_version_say_to_grade_again(folder):
    for path in (folder / "submissions").glob("*.json"):
        old = json.loads(path.read_text(encoding="utf-8"))
        for cell in old["cells"]:
            for name in ("answer", "is_code", "by_hand", "comment"):
                del cell[name]
            for test in cell["tests"]:
                del test["code"]
        path.write_text(json.dumps(old), encoding="utf-8")
    assert run("manual", folder) == 0
    page = (folder / "manual" / "01_essay.html").read_text(encoding="utf-8")
    assert page.count(GRADE_AGAIN) == 3
    assert run("marks", folder) == run("class", folder) == run("feedback", folder) == 0


def test_without_questions_or_notebooks_there_is_nothing_to_write():
    with pytest.raises(ValueError, match="no cell of this assignment is left for a person"):
        manual_files([Result("ok", 0.0, 0.0, (right("one", "1"),))])
    with pytest.raises(ValueError, match="grade the class first"):
        manual_files([one for one in a_class() if one.status == "unreadable"])


# ── what it becomes ─────────────────────────────────────────────────────────────────────────────


def test_points_and_comment_stand_in_their_exercise(folder, tmp_path, monkeypatch):
    table = tmp_path / "by_hand.csv"
    table.write_text('student,grade_id,points,comment\n4711,essay,2,"good: see *p*\nand q"\n')
    assert run("feedback", folder, "--overrides", table) == 0
    index = {row["student"]: row["file"] for row in rows(folder / "feedback" / "index.csv")}
    page = (folder / "feedback" / index["4711"]).read_text(encoding="utf-8")
    assert "About your notebook" not in page
    exercise = page[page.index('id="e3"') :]
    assert "2 of 3 points</b>, given by a person" in exercise
    assert "good: see <em>p</em>" in exercise and "and q" in exercise
    other = (folder / "feedback" / index["4712"]).read_text(encoding="utf-8")
    assert "A person reads this answer" in other


def test_points_by_hand_for_a_tested_cell_say_so():
    done = result("1", [right] * 3)
    first = replace(done.cells[0], points=1.0, by_hand=True, comment="late idea", outcome="partly")
    page = feedback_page(replace(done, cells=(first, *done.cells[1:])))
    assert "1 of 2 points</b>, given by a person" in page and "late idea" in page
    assert "A further test" not in page


def test_a_students_key_that_a_spreadsheet_would_run_is_found_again(tmp_path):
    with locked(tmp_path):
        save(tmp_path, marked("=cmd", "Because."))
    assert run("manual", tmp_path) == 0
    table = tmp_path / "manual" / TABLE
    (row,) = csv.DictReader(io.StringIO(table.read_text()))
    assert row["student"] == "'=cmd"
    table.write_text(table.read_text().replace(",essay,,", ",essay,1,"))
    assert run("marks", tmp_path, "--overrides", table, "-o", tmp_path / "out.csv") == 0
    assert rows(tmp_path / "out.csv")[0]["essay"] == "1"


def test_no_file_can_be_called_like_the_pseudonym_of_another_student(tmp_path):
    name = pseudonym(marked("4711", ""))
    for i, path in enumerate((name, f"{name}.ipynb", f"{name}/set02.ipynb")):
        with zipfile.ZipFile(tmp_path / f"{i}.zip", "w") as archive:
            archive.writestr(path, "{}")
            archive.writestr("4711/set02.ipynb", "{}")
        students = find_submissions(tmp_path / f"{i}.zip", "set02").submissions
        assert name not in {one.student for one in students}


def test_a_student_called_like_the_cell_of_another_gets_no_points_of_theirs(tmp_path):
    results = [marked("=x", "Because."), marked("'=x", "Nothing.")]
    table = tmp_path / "by_hand.csv"
    cells = [csv_cell(one.student) for one in results]
    table.write_text(f"student,grade_id,points,comment\n{cells[0]},essay,2,\n{cells[1]},essay,1,")
    given = [one.cells[-1].points for one in override(results, table)]
    assert given == [2, 1]
