"""The class page: what cost most comes first, and counts are of students."""

import base64
import re
from dataclasses import replace

import pytest
from judge_helpers.class_results import FORGOT, a_class, result, right, wrong
from nbjudge.reports.class_page import class_page
from nbjudge.results import CaseResult


def words(path):
    """The text of a page, without its tags."""
    body = path.read_text(encoding="utf-8").partition("<body>")[2]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", body))


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What the page of a class of three says: all fail exercise 2, one fails exercise 1."""
    path = tmp_path_factory.mktemp("class") / "class.html"
    kinds = [[right, wrong, right], [right, wrong, right], [wrong, wrong, right]]
    results = [result(str(n), kind) for n, kind in enumerate(kinds)]
    odd = result("4711", [wrong] * 3, "unreadable", reason="the file is empty", name="Late")
    return words(class_page([*results, odd], path))


def test_the_exercise_that_cost_most_comes_first_with_its_commonest_mistake(said):
    talk = said[said.index("What to talk about next week") : said.index("Submissions to look at")]
    first = talk.index("2 Write the entropy of a list : 0 of 3 solved it.")
    assert first < talk.index("1 Surprise : 2 of 3 solved it.")
    assert f"3 students made this mistake: {FORGOT}" in talk
    assert "3 A fair share" not in talk


def test_what_could_not_be_graded_is_listed_and_not_counted(said):
    assert "Late (4711) unreadable The file is empty." in said
    of_three = "of the 3 whose notebook could be read: mean 3.33 of 6 points · median 4"
    assert f"4 students · {of_three} · without what a person grades" in said


def test_tests_that_failed_most_are_listed_with_how(said):
    listed = said[said.index("The tests that passed least often") :]
    assert "3 of 3 2 Write the entropy of a list the lecture's table 3 wrong" in listed
    assert "3 of 3 2 Write the entropy of a list an empty class (hidden) 3 wrong" in listed


def test_two_students_with_one_name_in_their_cell_are_named(tmp_path):
    results = [result(name, [right] * 3, student_cell="ada") for name in ("4711", "4712")]
    said = words(class_page(results, tmp_path / "class.html"))
    assert "2 submissions have STUDENT = &#x27;ada&#x27;: 4711, 4712." in said


def test_one_students_mistake_counts_once(tmp_path):
    cell = wrong("one", "1")
    twice = replace(cell, tests=(cell.tests[0], replace(cell.tests[0], name="another")))
    results = [replace(result("a", [wrong] * 3), cells=(twice,))]
    assert f"1 student made this mistake: {FORGOT}" in words(class_page(results, tmp_path / "c"))


def test_figures_are_inside_the_page_for_light_and_for_dark_and_described(tmp_path):
    path = class_page(a_class(), tmp_path / "class.html")
    html = path.read_text(encoding="utf-8")
    pictures = re.findall(r'"data:image/svg\+xml;base64,([^"]+)"', html)
    assert len(pictures) == 4
    assert all(base64.b64decode(code).startswith(b"<svg") for code in pictures)
    assert not re.findall(r'(?:src|href|srcset)="(?!data:|#)', html)
    assert "Mean share of the points by exercise. 1 Surprise: " in html


def test_any_title_and_any_points_can_be_drawn(tmp_path):
    cell = replace(right("x", "A cost of $5, or $$6 \\frac{"), max=0.0, points=0.0, tests=())
    results = [replace(result("a", [right] * 3), cells=(cell,), total=0.0, max=0.0)]
    html = class_page(results, tmp_path / "class.html").read_text(encoding="utf-8")
    assert "A cost of $5, or $$6 \\frac{: 0 %, 1 of 1 solved it." in html


def test_a_run_without_sandbox_says_so_first(tmp_path):
    results = [replace(result("a", [right] * 3), sandboxed=False)]
    assert "UNSANDBOXED · 1 student" in words(class_page(results, tmp_path / "class.html"))


def test_without_results_it_says_what_to_do(tmp_path):
    with pytest.raises(ValueError, match="grade the class first"):
        class_page([], tmp_path / "class.html")


def test_only_unreadable_submissions_make_a_page_too(tmp_path):
    odd = [result("a", [wrong] * 3, "unreadable", reason="the file is empty")]
    odd.append(replace(odd[0], student="b", cells=()))
    assert "The file is empty." in words(class_page(odd, tmp_path / "class.html"))


@pytest.mark.parametrize("outcome, way", [("late", "too slow"), ("not run", "not tried")])
def test_a_test_that_was_late_or_not_tried_is_told_apart_from_a_wrong_one(outcome, way, tmp_path):
    late = CaseResult("the lecture's table", 0.0, 1.0, outcome)
    failed = replace(late, outcome="failed")
    cells = [replace(wrong("one", "1"), tests=(test,)) for test in (late, failed)]
    results = [replace(result(str(n), [wrong] * 3), cells=(cell,)) for n, cell in enumerate(cells)]
    said = words(class_page(results, tmp_path / "class.html"))
    assert f"The test the lecture's table : 1 {way}, 1 wrong." in said
