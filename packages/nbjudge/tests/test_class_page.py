"""The class page: what cost most comes first, and counts are of students."""

import re
from dataclasses import replace

import pytest
from judge_helpers.class_results import FORGOT, a_class, partly, result, right, wrong
from nbjudge.reports.class_page import class_page
from nbjudge.reports.feedback import feedback_page
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


def chart_of(results, place, path):
    """The rows of a chart: its label, its share in per cent and its words."""
    html = class_page(results, path).read_text(encoding="utf-8")
    chart = re.findall(r'<ul class="shares">.*?</ul>', html)[place]
    return re.findall(r"<li><span>(.*?)</span>.*?width: ([\d.]+)%.*?<span>(.*?)</span></li>", chart)


def test_the_points_of_a_class_are_bars_with_their_counts(tmp_path):
    totals = [0.0, 2.0, 2.0, 2.0, 5.0, 6.0]
    results = [replace(result(str(n), [right] * 3), total=total) for n, total in enumerate(totals)]
    rows = chart_of(results, 0, tmp_path / "class.html")
    expected = {f"about {n} points": count for n, count in enumerate([1, 0, 3, 0, 0, 1, 1])}
    expected["about 1 point"] = expected.pop("about 1 points")
    assert {label: float(share) for label, share, _ in rows} == pytest.approx(
        {label: 100 * count / 6 for label, count in expected.items()}, abs=0.01
    )
    assert [words for *_, words in rows][1:3] == ["0 students", "3 students"]


@pytest.mark.parametrize("most", [0.5, 6.0, 12.5, 24.0, 100.0, 1000.0])
def test_any_number_of_points_gives_few_bars(most, tmp_path):
    results = [replace(result("a", [right] * 3), total=most, max=most)]
    cells = tuple(replace(cell, max=most / 3) for cell in results[0].cells[:3])
    rows = chart_of([replace(results[0], cells=cells)], 0, tmp_path / "class.html")
    assert 2 <= len(rows) <= 11 and rows[-1][1:] == ("100.00", "1 student")


def test_every_exercise_is_a_bar_with_its_words(tmp_path):
    kinds = [[right, wrong, right], [right, wrong, right], [wrong, wrong, right]]
    results = [result(str(n), kind) for n, kind in enumerate(kinds)]
    assert chart_of(results, 1, tmp_path / "class.html") == [
        ("1 Surprise", "66.67", "67 %, 2 of 3 solved it"),
        ("2 Write the entropy of a list", "0.00", "0 %, 0 of 3 solved it"),
        ("3 A fair share", "100.00", "100 %, 3 of 3 solved it"),
    ]


def test_no_two_bars_have_one_label(tmp_path):
    cells = (right("a", "Mean"), wrong("b", "`mean`"), partly("Mode", ""), right("c", "Mode"))
    results = [replace(result("1", [right] * 3), cells=cells)]
    results.append(replace(results[0], student="2", cells=(right("d", "Mean"),)))
    labels = [label for label, *_ in chart_of(results, 1, tmp_path / "class.html")]
    assert labels == ["Mean (a)", "<code>mean</code> (b)", "Mode", "Mode (c)", "Mean (d)"]


def test_the_lecturer_reads_what_a_hidden_test_says_and_students_do_not(tmp_path):
    code = "assert mean([8, 1]) == 4.5"
    hidden = CaseResult("hidden test 1", 0.0, 1.0, "failed", hidden=True, code=code)
    cell = replace(wrong("one", "1"), tests=(hidden, replace(hidden, hidden=False, code="")))
    results = [replace(result("a", [wrong] * 3), cells=(cell,))]
    assert code in words(class_page(results, tmp_path / "class.html"))
    assert code not in feedback_page(results[0])


def test_the_first_line_of_a_block_has_one_colon(tmp_path):
    test = replace(wrong("a", "").tests[0], name="if len(stack) == 2:", mistake="")
    cell = replace(wrong("a", "Stack"), tests=(test,))
    results = [replace(result("1", [wrong] * 3), cells=(cell,))]
    said = words(class_page(results, tmp_path / "class.html"))
    assert "The test if len(stack) == 2 : 1 wrong." in said and ": :" not in said


def test_two_tests_of_one_name_are_counted_apart(tmp_path):
    test = CaseResult("assert f(1)", 0.0, 1.0, "failed")
    cell = replace(wrong("one", "1"), tests=(test, test))
    results = [replace(result("a", [wrong] * 3), cells=(cell,))]
    said = words(class_page(results, tmp_path / "class.html"))
    assert "1 of 1" in said and "(number 2)" in said and "2 of 1" not in said


def test_the_page_loads_nothing_and_needs_no_picture(tmp_path):
    html = class_page(a_class(), tmp_path / "class.html").read_text(encoding="utf-8")
    assert not re.findall(r"<(?:img|script|link|svg|object|iframe)\b", html)
    assert not re.findall(r'(?:src|href|srcset)="(?!data:|#)|url\(|@import', html)


def test_any_title_and_any_points_can_be_drawn(tmp_path):
    cell = replace(right("x", "A cost of $5, or $$6 \\frac{ <b>"), max=0.0, points=0.0, tests=())
    results = [replace(result("a", [right] * 3), cells=(cell,), total=0.0, max=0.0)]
    path = class_page(results, tmp_path / "class.html")
    assert "A cost of $5, or $$6 \\frac{ &lt;b&gt; 0 %, 1 of 1 solved it" in words(path)


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
