"""Feedback pages: a student sees what to repair, and never what a hidden test tries."""

import csv
import re
import zipfile
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from judge_helpers.class_results import FORGOT, HINT, SECRET, a_class, partly, result, right, wrong
from nbjudge.judging.graded_cells import parts_of
from nbjudge.reports.feedback import STATUS, feedback, feedback_page
from nbjudge.reports.page import POLICY, page, tag
from nbjudge.results import STATUSES, CaseResult, CellResult

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)> & \'"'


class Reader(HTMLParser):
    """The text of a page, and its tags with their attributes."""

    def __init__(self, html):
        super().__init__()
        self.text, self.tags = "", []
        self.feed(html)

    def handle_starttag(self, name, attributes):
        self.tags.append((name, dict(attributes)))

    def handle_data(self, data):
        self.text += data


def test_a_page_names_the_mistake_the_points_and_every_test():
    said = Reader(feedback_page(result("4711", [right, partly, wrong], name="Ada"))).text
    assert "Ada (4711)" in said
    assert "3 of 6 points, and up to 3 more that a person gives" in said
    assert "1 of 2 points" in said
    assert FORGOT in said
    assert HINT in said
    assert "for [4, 1] it gives −0.722; it should give 0.722" in said
    assert "2 Write the entropy of a list" in said
    assert "A person reads this answer and gives up to 3 points." in said


def test_of_a_hidden_test_only_name_hint_and_outcome_are_shown():
    html = feedback_page(result("4711", [partly] * 3))
    assert "an empty class (hidden test): stops with an error" in Reader(html).text
    assert HINT in html
    assert SECRET not in Reader(html).text
    assert "AssertionError" not in html


def test_a_hint_is_shown_once():
    (part,) = parts_of('assert mean([4]) == 4, "one number is its own mean"')
    assert (part.name, part.hint) == ("assert mean([4]) == 4", "one number is its own mean")
    test = CaseResult(part.name, 0.0, 1.0, "failed", reason=part.hint, hint=part.hint)
    cell = CellResult("f", 0.0, 1.0, "failed", tests=(test,))
    html = feedback_page(replace(result("a", [right] * 3), cells=(cell,)))
    assert html.count(part.hint) == 1 and "gives something else than expected" in html


def test_points_of_a_test_are_shown_where_they_differ():
    cell = wrong("one", "1")
    assert "(0 of 1)" not in feedback_page(replace(result("a", [wrong] * 3), cells=(cell,)))
    uneven = replace(cell, tests=(cell.tests[0], replace(cell.tests[1], max=0.5)))
    said = feedback_page(replace(result("a", [wrong] * 3), cells=(uneven,)))
    assert "(0 of 1)" in said and "(0 of 0.5)" in said


def test_partial_credit_lists_what_each_statement_added_and_the_hidden_ones_as_a_number():
    tests = (
        CaseResult("if f(1) == 1:", 1.0, 1.0, "passed"),
        CaseResult("if f(2) == 2:", 0.0, 1.0, "failed"),
        CaseResult("hidden", 0.5, 2.0, "error", reason=SECRET, hidden=True),
    )
    cell = CellResult("f", 1.5, 4.0, "partly", title="F", tests=tests)
    html = feedback_page(replace(result("a", [right] * 3), cells=(cell,)))
    said = Reader(html).text
    assert "if f(1) == 1 (1 of 1)" in said
    assert "if f(2) == 2: gives something else than expected (0 of 1)" in said
    assert "hidden: 0.5 of 2 points" in said
    assert "stops with an error" not in said and SECRET not in html


def test_an_answer_that_was_not_tried_is_one_line():
    cell = wrong("one", "1", outcome="not run")
    tests = tuple(replace(test, reason="it was not tried.") for test in cell.tests)
    said = feedback_page(replace(result("a", [wrong] * 3), cells=(replace(cell, tests=tests),)))
    assert "No test was run: it was not tried." in said
    assert "the lecture" not in said


def test_points_that_a_test_of_ones_own_took_are_explained():
    cell = replace(right("one", "1"), points=1.0, outcome="partly")
    said = feedback_page(replace(result("a", [right] * 3), cells=(cell,)))
    assert "A further test, which is not shown here, does not pass yet" in said
    assert "A further test" not in feedback_page(result("a", [right, partly, wrong]))


def test_what_a_function_to_repair_passed_before_is_said_to_earn_nothing():
    cell = partly("one", "1")
    passed = replace(cell.tests[0], points=0.0)
    tests = (passed, *cell.tests[1:])
    said = feedback_page(replace(result("a", [right] * 3), cells=(replace(cell, tests=tests),)))
    assert "What the function passed as delivered earns nothing." in said
    assert "as delivered" not in feedback_page(result("a", [right, partly, wrong]))


def test_exercises_with_one_heading_are_told_apart():
    cells = (wrong("a", "Total"), wrong("b", "Total"), wrong("c", ""), wrong("d", "Mean"))
    said = Reader(feedback_page(replace(result("4711", [wrong] * 3), cells=cells))).text
    assert all(f"✗ {title}" in said for title in ("Total (a)", "Total (b)", "c", "Mean"))


def test_a_statement_of_a_test_cell_is_code_on_the_page():
    test = replace(wrong("a", "").tests[0], name="assert mean([1, 2]) < 2", mistake="")
    hidden = replace(test, name="hidden test 1", hidden=True)
    cell = replace(wrong("a", "Mean"), tests=(test, hidden))
    html = feedback_page(replace(result("4711", [wrong] * 3), cells=(cell,)))
    assert "<code>assert mean([1, 2]) &lt; 2</code>" in html
    assert "hidden test 1: gives something else than expected" in Reader(html).text


def test_what_a_person_has_graded_has_its_points():
    ada = result("4711", [right] * 3, note="essay: 2 points by hand, a good argument")
    by_hand = replace(ada.cells[-1], points=2.0, outcome="partly")
    said = Reader(feedback_page(replace(ada, cells=(*ada.cells[:-1], by_hand), total=8.0))).text
    assert "8 of 9 points" in said
    assert "2 of 3 points" in said
    assert "a good argument" in said
    assert "A person reads this answer" not in said


def test_the_page_says_where_to_begin():
    page = feedback_page(result("4711", [partly, wrong, right]))
    said = re.sub(r"\s+", " ", Reader(page).text)
    assert "Begin with 2 Write the entropy of a list: you can gain 2 points there." in said
    assert 'href="#e1"' in page and 'id="e1"' in page
    assert "Begin with" not in feedback_page(result("4711", [right] * 3))


@pytest.mark.parametrize("status", sorted(set(STATUSES) - {"ok"}))
def test_every_status_has_kind_words_and_its_reason(status):
    page = feedback_page(result("4711", [wrong] * 3, status, reason="the file is empty"))
    said = Reader(page).text
    assert STATUS[status][0] in said
    assert "The file is empty." in said


def test_what_students_write_is_text_on_the_page_and_nothing_else():
    cell = wrong(HOSTILE, HOSTILE)
    test = replace(cell.tests[0], name=HOSTILE, reason=HOSTILE, hint=HOSTILE, mistake=HOSTILE)
    odd = replace(
        result(HOSTILE, [right] * 3, "crash", name=HOSTILE, note=HOSTILE, reason=HOSTILE),
        cells=(replace(cell, tests=(test,)),),
        assignment=HOSTILE,
    )
    read = Reader(feedback_page(odd))
    harmless = {name for name, _ in Reader(feedback_page(a_class(1)[0])).tags} | {"code", "pre"}
    assert {name for name, _ in read.tags} <= harmless
    attributes = {key for _, about in read.tags for key in about}
    assert attributes <= {
        *("class", "id", "href", "role", "aria-label", "style", "lang", "charset"),
        *("http-equiv", "content", "name"),
    }
    assert all(about["href"].startswith("#e") for _, about in read.tags if "href" in about)
    assert read.text.count("<script>alert(1)</script>") >= 6


def test_every_page_forbids_scripts_and_whatever_is_elsewhere():
    (policy,) = [
        about["content"] for name, about in Reader(page("A page")).tags if "http-equiv" in about
    ]
    assert policy == POLICY == "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def test_attributes_are_escaped():
    assert tag("a", "x", href='"><b>') == '<a href="&quot;&gt;&lt;b&gt;">x</a>'


def test_files_have_names_without_a_student_and_an_index_knows_whose_they_are(tmp_path):
    results = [*a_class(3), result("../../etc/passwd", [right] * 3, name="=cmd()")]
    *pages, index = feedback(results, tmp_path / "new" / "feedback")
    assert all(re.fullmatch(r"[0-9a-f]{16}\.html", path.name) for path in pages)
    assert {path.parent for path in pages} == {tmp_path / "new" / "feedback"}
    rows = list(csv.DictReader(index.open(encoding="utf-8")))
    assert [row["file"] for row in rows] == [path.name for path in pages]
    assert rows[0]["student"] == "4700"
    assert rows[-1]["name"] == "'=cmd()"
    assert "4700" in pages[0].read_text(encoding="utf-8")


def test_submissions_from_moodle_get_a_zip_that_moodle_takes_back(tmp_path):
    results = [
        result("4711", [right] * 3, file="Ada_4711_assignsubmission_file_/set02.ipynb"),
        result("4712", [wrong] * 3, file="Bob_4712_assignsubmission_file/set02.ipynb"),
    ]
    feedback(results, tmp_path)
    with zipfile.ZipFile(tmp_path / "moodle.zip") as archive:
        assert archive.namelist() == [  # name, number, plugin, its kind, and the file's name
            "student_4711_assignsubmission_file_feedback.html",
            "student_4712_assignsubmission_file_feedback.html",
        ]
        assert FORGOT in archive.read(archive.namelist()[1]).decode()
    feedback(a_class(1), tmp_path / "others")
    assert not (tmp_path / "others" / "moodle.zip").exists()


def test_without_results_it_says_what_to_do(tmp_path):
    with pytest.raises(ValueError, match="grade the class first"):
        feedback([], tmp_path / "feedback")
    assert list(tmp_path.iterdir()) == []


def test_a_second_run_replaces_pages_and_adds_none(tmp_path):
    feedback(a_class(3), tmp_path)
    before = sorted(tmp_path.iterdir())
    feedback(a_class(3, seed=2), tmp_path)
    assert sorted(tmp_path.iterdir()) == before
