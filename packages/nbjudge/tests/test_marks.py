"""Marks find their way into the lists of platforms, with overrides and the late rule."""

import csv
import io

import pytest
from nbjudge.cli import main
from nbjudge.results import CellResult, Result, locked, save

MOODLE = (
    "\ufeffIdentifier,Full name,Status,Grade,Maximum Grade,Grade can be changed,"
    '"Last modified (submission)","Feedback comments"\r\n'
    'Participant 4711,Ada Lovelace,"Submitted for grading - ",,10.00,Yes,"Monday, 2 November",\r\n'
    "Participant 4712,=Alan,Submitted for grading - 1 day 2 hours late - ,,10.00,Yes,-,well\r\n"
    "Participant 4713,Grace,Submitted for grading - 3 mins 31 secs late - ,,10.00,Yes,-,\r\n"
    "Participant 9999,Nobody,No submission - ,,10.00,Yes,-,\r\n"
)
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Set 01 (880),Set 02 (881),Final Score\n"
    "    Points Possible,,,,,10,20,(read only)\n"
    '"Lovelace, Ada",4711,u1,ada,A,7,,12\n'
    '"Student, Test",1,,,A,,,\n'
)


def result(student, total, status="ok", essay=False):
    cells = [CellResult("q1", total, 8.0, "partly")]
    cells.append(CellResult("essay", 0.0, 2.0, "manual", manual=True))
    return Result(status, total, 10.0, tuple(cells), student=student, assignment="set_02")


@pytest.fixture
def folder(tmp_path):
    """Results of three students."""
    with locked(tmp_path / "results"):
        for student, total in (("4711", 8.0), ("4712", 7.5), ("4713", 0.5)):
            save(tmp_path / "results", result(student, total))
    return tmp_path / "results"


def text(path):
    return path.read_bytes().decode()


def rows(path):
    return list(csv.DictReader(io.StringIO(text(path).removeprefix("\ufeff"), newline="")))


def write(path, content):
    path.write_bytes(content.encode())
    return str(path)


# ── tables ──────────────────────────────────────────────────────────────────────────────────────


def test_a_table_of_the_results_of_several_folders(folder, tmp_path, capsys):
    with locked(tmp_path / "more"):
        save(tmp_path / "more", result("4714", 3.0, "timeout"))
    out = tmp_path / "all.csv"
    assert main(["marks", str(folder), str(tmp_path / "more"), "-o", str(out)]) == 0
    assert [row["total"] for row in rows(out)] == ["8", "7.5", "0.5", "3"]
    said = capsys.readouterr().out
    assert "4714 (timeout)" in said and "cells of 4 students wait for a person" in said


# ── Moodle ──────────────────────────────────────────────────────────────────────────────────────


def test_moodles_worksheet_keeps_all_but_the_grade(folder, tmp_path, capsys):
    sheet = write(tmp_path / "sheet.csv", MOODLE)
    assert main(["marks", str(folder), "--moodle", sheet]) == 0
    filled = text(folder / "moodle.csv")
    expected = MOODLE.replace('"Submitted for grading - "', "Submitted for grading - ")
    expected = expected.replace('"Last modified (submission)"', "Last modified (submission)")
    expected = expected.replace('"Feedback comments"', "Feedback comments")
    for status, grade in ((" - ,,10", "8"), ("late - ,,10", "7.5"), ("late - ,,10", "0.5")):
        expected = expected.replace(status, status.replace(",,", f",{grade},"), 1)
    assert filled == expected.replace("=Alan", "'=Alan")
    assert "3 grades filled in" in capsys.readouterr().out


def test_grades_are_scaled_to_the_platforms_maximum(folder, tmp_path, capsys):
    sheet = write(tmp_path / "sheet.csv", MOODLE.replace("10.00", '"100,00"'))
    assert main(["marks", str(folder), "--moodle", sheet]) == 0
    assert [row["Grade"] for row in rows(folder / "moodle.csv")] == ["80", "75", "5", ""]
    assert "scaled from 10 to 100" in capsys.readouterr().out


def test_students_who_are_not_in_the_list_are_named(folder, tmp_path, capsys):
    sheet = write(tmp_path / "sheet.csv", MOODLE.replace("4712", "5000"))
    assert main(["marks", str(folder), "--moodle", sheet]) == 0
    assert "but with a result: 1 student (4712)" in (said := capsys.readouterr().out)
    assert "4712" in said


def test_a_list_without_its_columns_is_refused(folder, tmp_path, capsys):
    sheet = write(tmp_path / "sheet.csv", MOODLE.replace("Identifier", "Kennung"))
    assert main(["marks", str(folder), "--moodle", sheet]) == 1
    assert "has no column Identifier" in capsys.readouterr().err
    assert not (folder / "moodle.csv").exists()


# ── late ────────────────────────────────────────────────────────────────────────────────────────


def test_a_day_begun_costs_its_share_of_the_maximum_but_not_below_zero(folder, tmp_path):
    sheet = write(tmp_path / "sheet.csv", MOODLE)
    assert main(["marks", str(folder), "--moodle", sheet, "--late", "10%/day"]) == 0
    assert [row["Grade"] for row in rows(folder / "moodle.csv")] == ["8", "5.5", "0", ""]


@pytest.mark.parametrize("rule", ["10", "10%", "ten", "-1%/day", "101%/day"])
def test_another_late_rule_is_wrong_usage(rule, folder, tmp_path, capsys):
    sheet = write(tmp_path / "sheet.csv", MOODLE)
    with pytest.raises(SystemExit) as end:
        main(["marks", str(folder), "--moodle", sheet, f"--late={rule}"])
    assert end.value.code == 2 and "10%/day" in capsys.readouterr().err


def test_lateness_comes_from_moodles_list_only(folder, capsys):
    with pytest.raises(SystemExit) as end:
        main(["marks", str(folder), "--late", "10%/day"])
    assert end.value.code == 2 and "--moodle" in capsys.readouterr().err


# ── Canvas ──────────────────────────────────────────────────────────────────────────────────────


def test_canvas_gradebook_keeps_all_but_the_assignments_column(folder, tmp_path):
    book = write(tmp_path / "book.csv", CANVAS)
    assert main(["marks", str(folder), "--canvas", book]) == 0
    assert text(folder / "canvas.csv") == CANVAS.replace("A,7,,12", "A,7,16,12")


def test_canvas_column_must_be_clear(folder, tmp_path, capsys):
    book = write(tmp_path / "book.csv", CANVAS.replace("Set 02", "Sheet two"))
    assert main(["marks", str(folder), "--canvas", book]) == 1
    assert "--column" in (said := capsys.readouterr().err) and "Sheet two (881)" in said
    assert main(["marks", str(folder), "--canvas", book, "--column", "Sheet two (881)"]) == 0
    assert rows(folder / "canvas.csv")[1]["Sheet two (881)"] == "16"


# ── overrides ───────────────────────────────────────────────────────────────────────────────────


def test_points_by_hand_fill_manual_cells_and_replace_others(folder, tmp_path, capsys):
    lines = "student;grade_id;points;comment\n4711;essay;1,5;good\n4712;q1;8;the test was wrong\n\n"
    overrides = write(tmp_path / "hand.csv", lines)
    assert main(["marks", str(folder), "--overrides", overrides]) == 0
    table = {row["student"]: row for row in rows(folder / "marks.csv")}
    assert (table["4711"]["total"], table["4711"]["essay"]) == ("9.5", "1.5")
    assert (table["4712"]["total"], table["4712"]["q1"]) == ("8", "8")
    assert table["4711"]["note"] == "essay: 1.5 points by hand, good"
    assert "cells of 2 students wait" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line, said",
    [
        ("4799,essay,1,", "no result of student '4799'"),
        ("4711,esay,1,", "no graded cell 'esay'"),
        ("4711,essay,3,", "from 0 to 2, not '3'"),
        ("4711,essay,nan,", "from 0 to 2"),
        ("4711,essay,x,good", "from 0 to 2"),
    ],
)
def test_a_line_that_makes_no_sense_stops_with_its_number(line, said, folder, tmp_path, capsys):
    overrides = write(tmp_path / "hand.csv", f"student,grade_id,points,comment\n{line}\n")
    assert main(["marks", str(folder), "--overrides", overrides]) == 1
    assert said in (error := capsys.readouterr().err) and "row 2" in error


def test_two_rows_for_one_answer_are_named(folder, tmp_path, capsys):
    lines = "student,grade_id,points,comment\n4711,essay,2,good\n4712,essay,1,\n4711,essay,1,bad\n"
    overrides = write(tmp_path / "hand.csv", lines)
    assert main(["marks", str(folder), "--overrides", overrides]) == 1
    said = "hand.csv, row 4: row 2 is about '4711' and 'essay', too: leave one of them"
    assert said in capsys.readouterr().err


def test_a_comment_without_points_is_kept_and_the_answer_waits(folder, tmp_path, capsys):
    lines = "student,grade_id,points,comment\n4711,essay,,see me\n4711,q1,,nearly\n"
    overrides = write(tmp_path / "hand.csv", lines)
    assert main(["marks", str(folder), "--overrides", overrides]) == 0
    ada = rows(folder / "marks.csv")[0]
    assert (ada["total"], ada["essay"], ada["note"]) == ("8", "", "q1: nearly · essay: see me")
    assert "cells of 3 students wait" in capsys.readouterr().out
    assert main(["feedback", str(folder), "--overrides", overrides]) == 0
    (page,) = [p for p in (folder / "feedback").glob("*.html") if "see me" in p.read_text("utf-8")]
    said = page.read_text(encoding="utf-8")
    assert "A person reads this answer" in said and "nearly" in said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_table_of_a_spreadsheet_is_read_in_the_encoding_that_it_names(encoding, folder, tmp_path):
    mark = "\ufeff" if encoding[-3:] in ("-le", "-be") else ""
    lines = f"{mark}student\tgrade_id\tpoints\tcomment\r\n4711\tessay\t1,5\tschön\r\n"
    (tmp_path / "hand.csv").write_bytes(lines.encode(encoding))
    assert main(["marks", str(folder), "--overrides", str(tmp_path / "hand.csv")]) == 0
    assert rows(folder / "marks.csv")[0]["note"] == "essay: 1.5 points by hand, schön"


def test_a_table_in_an_unnamed_encoding_says_how_to_save_it(folder, tmp_path, capsys):
    lines = "student;grade_id;points;comment\n4711;essay;1;schön\n"
    (tmp_path / "hand.csv").write_bytes(lines.encode("cp1252"))
    assert main(["marks", str(folder), "--overrides", str(tmp_path / "hand.csv")]) == 1
    assert "save it as `CSV UTF-8`" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b'a,b\n"c'])
def test_what_is_no_table_is_refused_in_a_sentence(content, folder, tmp_path, capsys):
    (tmp_path / "hand.csv").write_bytes(content)
    assert main(["marks", str(folder), "--overrides", str(tmp_path / "hand.csv")]) == 1
    assert capsys.readouterr().err.startswith("nbjudge: ")
