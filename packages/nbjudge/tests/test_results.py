"""Results are written whole or not at all, by one run at a time, and read back as they were."""

import csv
import errno
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbjudge import results
from nbjudge.results import (
    CaseResult,
    CellResult,
    Result,
    ResultsError,
    cautions,
    file_of,
    load,
    load_one,
    locked,
    result_key,
    save,
    save_marks,
)

CASE = CaseResult("two classes", 0.5, 1.0, "failed", "0.9 instead of 1.0", "log base 2", "", True)
CELLS = (
    CellResult("q1", 1.5, 3.0, "partly", "Entropy", seconds=0.1, tests=(CASE,)),
    CellResult("essay", 0.0, 2.0, "manual", manual=True),
)
RESULT = Result("ok", 1.5, 5.0, CELLS, student="4711", key="k", assignment="set02", source="s")


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def test_a_result_is_read_back_as_it_was(tmp_path):
    with locked(tmp_path):
        save(tmp_path, RESULT)
    assert load(tmp_path) == [RESULT] and load_one(tmp_path, "4711") == RESULT
    assert load_one(tmp_path, "4712") is None


@given(st.text())
def test_any_student_has_a_file_in_the_folder(student):
    path = file_of("results", student)
    assert path.parent.name == "submissions" and path.name.isascii() and len(path.name) == 37


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", "[" * 100_000, RESULT.to_json().replace('"ok"', '"fine"')]
    + [RESULT.to_json().replace("1.5", number) for number in ("NaN", '"x"', "null")]
    + [RESULT.to_json().replace('"4711"', "4711"), RESULT.to_json()[:-9]],
)
def test_a_file_that_is_no_result_is_named(text, tmp_path):
    with locked(tmp_path):
        save(tmp_path, RESULT)
    file_of(tmp_path, "4711").write_text(text)
    assert load_one(tmp_path, "4711") is None
    with pytest.raises(ResultsError, match="cannot be read"):
        load(tmp_path)


def test_the_table_has_names_where_the_platform_gives_them(tmp_path):
    save_marks(tmp_path / "marks.csv", [RESULT])
    assert table(tmp_path / "marks.csv")[0][:3] == ["student", "status", "total"]
    save_marks(tmp_path / "marks.csv", [replace(RESULT, name="=Ada"), replace(RESULT, student="2")])
    rows = [row[:3] for row in table(tmp_path / "marks.csv")]
    assert rows == [["student", "name", "status"], ["4711", "'=Ada", "ok"], ["2", "", "ok"]]


def test_a_folder_without_results_is_refused(tmp_path):
    with pytest.raises(ResultsError, match="holds no results"):
        load(tmp_path)


# ── shards ──────────────────────────────────────────────────────────────────────────────────────


def test_folders_are_joined_and_the_same_result_counts_once(tmp_path):
    one, two = tmp_path / "1", tmp_path / "2"
    other = replace(RESULT, student="4700")
    for folder, content in ((one, [RESULT]), (two, [RESULT, other])):
        with locked(folder):
            for result in content:
                save(folder, result)
    assert load(one, two) == [other, RESULT]


def test_two_different_results_of_one_student_are_refused(tmp_path):
    for name, result in (("1", RESULT), ("2", replace(RESULT, key="another"))):
        with locked(tmp_path / name):
            save(tmp_path / name, result)
    with pytest.raises(ResultsError, match="4711 has different results"):
        load(tmp_path / "1", tmp_path / "2")


def test_results_of_two_assignments_are_named_and_nobody_is_told_to_delete_one(tmp_path):
    other = replace(RESULT, assignment="exam", student="4712")
    for name, result in (("1", RESULT), ("2", other)):
        with locked(tmp_path / name):
            save(tmp_path / name, result)
    with pytest.raises(ResultsError, match="1 holds results of 'set02', and .*2 of 'exam': name"):
        load(tmp_path / "1", tmp_path / "2")


# ── writing ─────────────────────────────────────────────────────────────────────────────────────


def test_results_are_locked(tmp_path):
    code = "import sys; from nbjudge.results import locked\nwith locked(sys.argv[1]): pass"
    with locked(tmp_path):
        other = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True
        )
        assert "another run is writing to" in other.stderr
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)


def test_a_full_disk_leaves_the_old_file_and_no_part(tmp_path, monkeypatch):
    with locked(tmp_path):
        save(tmp_path, RESULT)

    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(results.os, "fsync", full)
    with locked(tmp_path), pytest.raises(OSError, match="No space left"):
        save(tmp_path, replace(RESULT, total=0.0))
    assert load(tmp_path) == [RESULT]
    assert len(list((tmp_path / "submissions").iterdir())) == 1


def test_a_file_is_synced_before_it_gets_its_name_and_the_folder_after(tmp_path, monkeypatch):
    happened = []
    sync, rename = os.fsync, os.replace
    monkeypatch.setattr(results.os, "fsync", lambda n: (happened.append("sync"), sync(n)))
    monkeypatch.setattr(
        results.os, "replace", lambda a, b: (happened.append("rename"), rename(a, b))
    )
    with locked(tmp_path):
        save(tmp_path, RESULT)
    assert happened == ["sync", "rename", "sync"]


def test_a_part_of_a_killed_run_is_removed(tmp_path):
    with locked(tmp_path):
        part = file_of(tmp_path, "4711").with_suffix(".json.part")
        part.write_text("{")
    with locked(tmp_path):
        assert not part.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ResultsError, match="cannot be written"), locked(tmp_path / "file" / "out"):
        pass


# ── keys ────────────────────────────────────────────────────────────────────────────────────────


def test_every_part_of_the_key_counts():
    first = (b"source", b"notebook", (5.0, None), "1.0", True)
    others = [(b"Source", *first[1:]), (b"sourcen", b"otebook", *first[2:])]
    others += [(*first[:2], (6.0, None), *first[3:]), (*first[:3], "1.1", True)]
    others += [(*first[:4], False)]
    assert len({result_key(*each) for each in (first, *others)}) == 6
    assert result_key(*first) == result_key(*first)


# ── the table ───────────────────────────────────────────────────────────────────────────────────


def test_marks_have_a_column_per_graded_cell(tmp_path):
    late = replace(RESULT, student="4712", status="unreadable", reason="It is empty.", note="new")
    save_marks(tmp_path / "marks.csv", [RESULT, late])
    assert table(tmp_path / "marks.csv") == [
        ["student", "status", "total", "max", "q1", "essay", "note"],
        ["4711", "ok", "1.5", "5", "1.5", "", ""],
        ["4712", "unreadable", "1.5", "5", "1.5", "", "It is empty. · new"],
    ]


def test_no_cell_of_the_marks_is_a_formula(tmp_path):
    evil = replace(RESULT, student="=HYPERLINK(1)", note="@SUM(A1)", sandboxed=True)
    save_marks(tmp_path / "marks.csv", [evil])
    row = table(tmp_path / "marks.csv")[1]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in row)


def test_two_submissions_with_one_student_cell_are_reported(tmp_path):
    two = [
        replace(RESULT, student=s, student_cell=c) for s, c in [("1", "Ada"), ("2", " ADA\u3000")]
    ]
    three = [*two, replace(RESULT, student="3", student_cell="Alan"), RESULT]
    assert list(cautions(three)) == ["2 submissions have STUDENT = 'Ada': 1, 2"]
    save_marks(tmp_path / "marks.csv", three)
    notes = [row[-1] for row in table(tmp_path / "marks.csv")[1:]]
    assert notes == [
        "STUDENT is the same as that of 2",
        "STUDENT is the same as that of 1",
        "",
        "",
    ]


def test_results_of_two_sources_are_reported():
    (said,) = cautions([RESULT, RESULT, replace(RESULT, source="changed")])
    assert said.startswith("1 of 3 results come from another version")


def test_a_run_without_sandbox_shows_in_every_row(tmp_path):
    save_marks(tmp_path / "marks.csv", [replace(RESULT, sandboxed=False)])
    assert table(tmp_path / "marks.csv")[1][-1] == "UNSANDBOXED"
