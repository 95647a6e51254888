"""Folders and zips become one submission per student, and nothing outside them is read."""

import io
import os
import random
import stat
import tracemalloc
import zipfile
from functools import partial

import pytest
from judge_helpers.small_assignment import small, submission
from nbjudge import entries
from nbjudge.entries import SubmissionsError
from nbjudge.judging.written_answers import is_untouched
from nbjudge.submissions import find_submissions


def folder_of(top, files):
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return top


def zip_of(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def found(place, assignment="set02"):
    return {one.student: one for one in find_submissions(place, assignment).submissions}


def contents(place, assignment="set02"):
    return {student: one.read() for student, one in found(place, assignment).items()}


both = pytest.mark.parametrize("make", [folder_of, zip_of])


def test_several_large_notebooks_are_not_in_memory_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(entries, "LARGEST", 4_000_000)  # of which a file gets a buffer
    files = {f"ada/{i}.ipynb": bytes([65 + i]) * 4_000_000 for i in range(10)}
    folder = folder_of(tmp_path, files)
    tracemalloc.start()
    try:
        assert found(folder)["ada"].status == "ambiguous"
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


# ── layouts ─────────────────────────────────────────────────────────────────────────────────────


@both
def test_moodles_folders_and_its_flat_names(make, tmp_path):
    names = {
        "Ada Lovelace_4711_assignsubmission_file_/set02.ipynb": b"ada",
        "Émile_Zola_4712_assignsubmission_file_my set.ipynb": b"zola",
        "Alan Turing_4713_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
    }
    students = found(make(tmp_path / "moodle.zip", names))
    assert {s: one.name for s, one in students.items()} == {
        "4711": "Ada Lovelace",
        "4712": "Émile_Zola",
        "4713": "Alan Turing",
    }
    assert students["4711"].read() == b"ada" and students["4712"].read() == b"zola"
    assert students["4713"].status == "missing" and "onlinetext.html" in students["4713"].reason


@both
def test_canvas_newest_version_counts_and_the_note_says_so(make, tmp_path):
    names = {
        "lovelaceada_123_900_set02-1.ipynb": b"new",
        "lovelaceada_123_456_set02.ipynb": b"old",
        "turingalan_LATE_124_457_anything.ipynb": b"alan",
    }
    students = found(make(tmp_path / "canvas.zip", names))
    assert students["123"].read() == b"new"
    assert students["123"].note == "the newest of 2 submissions"
    assert students["124"].read() == b"alan" and "late" in students["124"].note
    assert students["124"].name == "turingalan"


@both
def test_nbgraders_folder(make, tmp_path):
    names = {
        "submitted/ada/set02/set02.ipynb": b"2",
        "submitted/ada/set02/timestamp.txt": b"2026-11-17",
        "submitted/ada/set03/set03.ipynb": b"3",
        "submitted/alan/set02/answer.ipynb": b"alan",
        "submitted/alan/set03/answer.ipynb": b"other",
        "source/set02/set02.ipynb": b"solutions",
    }
    place = make(tmp_path / "course", names)
    assert contents(place) == {"ada": b"2", "alan": b"alan"}
    if place.is_dir():
        assert contents(place / "submitted") == contents(place)


@both
def test_what_stands_beside_nbgraders_submissions_is_named(make, tmp_path):
    names = {f"{top}/ada/set02/set02.ipynb": b"" for top in ("submitted", "autograded")}
    found = find_submissions(make(tmp_path / "a", {**names, "gradebook.db": b""}), "set02")
    assert found.left_out == (
        "autograded is left out: the submissions are in the folder submitted",
    )


@both
def test_a_student_who_is_called_submitted_hides_nobody(make, tmp_path):
    names = {"ada/set02.ipynb": b"1", "submitted/set02/set02.ipynb": b"2", "eve.ipynb": b"3"}
    place = make(tmp_path / "a", names)
    assert contents(place) == {"ada": b"1", "submitted": b"2", "eve": b"3"}


def test_an_empty_folder_beside_submitted_is_a_students(tmp_path):
    (tmp_path / "ada").mkdir()
    students = found(folder_of(tmp_path, {"submitted/set02/set02.ipynb": b"2"}))
    assert {name: one.status for name, one in students.items()} == {
        "ada": "missing",
        "submitted": "",
    }


@both
def test_a_folder_per_student_and_a_flat_folder(make, tmp_path):
    place = make(tmp_path / "a", {"ada/week/x.ipynb": b"1", "alan.ipynb": b"2", "list.csv": b"3"})
    assert contents(place) == {"ada": b"1", "alan": b"2"}


def test_the_folder_around_all_that_a_zip_has_is_no_student(tmp_path):
    files = {"class/ada.ipynb": b"1", "class/alan.ipynb": b"2"}
    assert set(found(zip_of(tmp_path / "class.zip", files))) == {"ada", "alan"}


def test_a_student_with_an_empty_folder_is_missing(tmp_path):
    (tmp_path / "ada").mkdir()
    assert found(tmp_path)["ada"].status == "missing"


# ── several notebooks ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "names, chosen",
    [
        (["set02.ipynb", "draft.ipynb"], "set02.ipynb"),
        (["set02 (1).ipynb", "draft.ipynb"], "set02 (1).ipynb"),
        (["set02.ipynb", "set02-Copy1.ipynb"], "set02.ipynb"),
        (["SET02.IPYNB.txt"], "SET02.IPYNB.txt"),  # an ending that a browser appends
        (["draft.ipynb", "final.ipynb"], None),
        (["a/set02.ipynb", "b/set02.ipynb"], None),
        (["set02 (1).ipynb", "set02 (2).ipynb"], None),  # which is newer, a name cannot tell
    ],
)
def test_the_assignments_name_decides_else_it_is_ambiguous(names, chosen, tmp_path):
    one = found(folder_of(tmp_path, {f"ada/{name}": name.encode() for name in names}))["ada"]
    if chosen:
        assert one.read() == chosen.encode() and one.status == ""
        assert ("one of 2 notebooks" in one.note) == (len(names) == 2)
    else:
        assert one.status == "ambiguous" and all(name in one.reason for name in names)


def test_the_same_notebook_under_two_names_is_one(tmp_path):
    files = {"ada/draft.ipynb": b"same", "ada/final.ipynb": b"same", "alan/a.ipynb": b"1"}
    students = found(folder_of(tmp_path, files | {"alan/b.ipynb": b"2"}))
    assert students["ada"].read() == b"same" and students["alan"].status == "ambiguous"
    assert "one of 2 notebooks with the same content" in students["ada"].note


def test_a_notebook_that_nobody_has_written_into_is_none_of_several(tmp_path):
    stub = "# YOUR CODE HERE\n    raise NotImplementedError()"
    answers = {"mean": f"def mean(numbers):\n    {stub}", "total": stub, "why": "YOUR ANSWER HERE"}
    starter = submission(double=f"def double(values):\n    {stub}", **answers)
    files = {"ada/set02.ipynb": starter, "ada/set02-Copy1.ipynb": submission()}
    files |= {"alan/set02.ipynb": starter}
    chosen = find_submissions(folder_of(tmp_path, files), "set02", partial(is_untouched, small()))
    ada, alan = chosen.submissions
    assert (ada.file, alan.file) == ("ada/set02-Copy1.ipynb", "alan/set02.ipynb")
    assert "nobody has written into set02.ipynb" in ada.note


def test_of_two_members_with_one_name_the_last_counts(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("ada/set02.ipynb", b"old")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("ada/set02.ipynb", b"new")
    one = found(path)["ada"]
    assert one.read() == b"new" and one.note == "the newest of 2 submissions"


def test_canvas_versions_of_different_notebooks_are_ambiguous(tmp_path):
    names = {"a_1_10_draft.ipynb": b"", "a_1_11_final.ipynb": b""}
    assert found(folder_of(tmp_path, names))["1"].status == "ambiguous"


# ── what is not opened ──────────────────────────────────────────────────────────────────────────


@both
def test_what_systems_put_there_is_ignored(make, tmp_path):
    names = {
        "ada/set02.ipynb": b"1",
        "__MACOSX/ada/._set02.ipynb": b"x",
        "ada/._set02.ipynb": b"x",
        "ada/.ipynb_checkpoints/set02-checkpoint.ipynb": b"x",
        ".ipynb_checkpoints/set02.ipynb": b"x",
        ".DS_Store": b"x",
    }
    place = make(tmp_path / "a", names)
    assert contents(place) == {"ada": b"1"}
    assert find_submissions(place, "set02").left_out == ()


@both
def test_zips_inside_are_not_opened(make, tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("set02.ipynb", b"inside")
    names = {
        "ada/work.zip": inner.getvalue(),
        "alan/data.zip": inner.getvalue(),
        "alan/set02.ipynb": b"alan",
    }
    students = found(make(tmp_path / "a", names))
    assert students["ada"].status == "unreadable" and "work.zip" in students["ada"].reason
    assert students["alan"].read() == b"alan" and "data.zip" in students["alan"].note


def test_links_and_pipes_in_folders_are_refused(tmp_path):
    secret = tmp_path / "secret.ipynb"
    secret.write_bytes(b"the solution")
    place = folder_of(tmp_path / "class", {"ada/set02.ipynb": b"1", "alan/notes.txt": b"2"})
    (place / "alan" / "set02.ipynb").symlink_to(secret)
    (place / "grace").symlink_to(tmp_path)
    os.mkfifo(place / "ada" / "pipe.ipynb")
    all_of_it = find_submissions(place, "set02")
    students = {one.student: one for one in all_of_it.submissions}
    assert set(students) == {"ada", "alan", "grace"} and students["ada"].status == ""
    assert students["alan"].status == students["grace"].status == "unreadable"
    assert students["alan"].reason == "It was not read: set02.ipynb is a link or no plain file."
    assert students["grace"].reason == "It was not read: grace is a link."
    assert sorted(sentence.split()[0] for sentence in all_of_it.left_out) == [
        "ada/pipe.ipynb",
        "alan/set02.ipynb",
        "grace",
    ]


def test_a_file_that_becomes_a_link_after_the_search_is_not_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"the solution")
    place = folder_of(tmp_path / "class", {"ada.ipynb": b"1"})
    one = found(place)["ada"]
    (place / "ada.ipynb").unlink()
    (place / "ada.ipynb").symlink_to(secret)
    with pytest.raises(SubmissionsError):
        one.read()


def test_zip_members_that_point_outside_or_are_links_are_named_and_left_out(tmp_path):
    link = zipfile.ZipInfo("alan/set02.ipynb")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    files = {
        "../evil.ipynb": b"x",
        "ada/../../evil.ipynb": b"x",
        "/etc/evil.ipynb": b"x",
        "C:\\evil.ipynb": b"x",
        "..\\evil.ipynb": b"x",
        "eve/../../evil.ipynb": b"x",
        link: b"/etc/passwd",
        "ada\\set02.ipynb": b"1",
    }
    place = zip_of(tmp_path / "class.zip", files)
    students = found(place)
    assert set(students) == {"ada", "alan", "eve"} and students["ada"].read() == b"1"
    assert students["alan"].status == students["eve"].status == "unreadable"
    assert students["eve"].reason == "It was not read: eve/../../evil.ipynb points outside the zip."
    assert len(find_submissions(place, "set02").left_out) == 7


# ── limits ──────────────────────────────────────────────────────────────────────────────────────


def test_a_member_is_measured_as_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(entries, "LARGEST", 1_000)
    place = zip_of(tmp_path / "class.zip", {"ada.ipynb": b" " * 1_001, "alan.ipynb": b" " * 1_000})
    lying = bytearray(place.read_bytes())
    entry = lying.index(b"PK\x01\x02")  # the first member's entry in the list at the end
    lying[entry + 24 : entry + 28] = (10).to_bytes(4, "little")  # declares ten bytes
    for content in (place.read_bytes(), bytes(lying)):
        place.write_bytes(content)
        students = found(place)
        with pytest.raises(SubmissionsError):
            students["ada"].read()
        assert len(students["alan"].read()) == 1_000
    folder = folder_of(tmp_path / "folder", {"ada.ipynb": b" " * 1_001})
    with pytest.raises(SubmissionsError, match="more than"):
        found(folder)["ada"].read()


def test_a_zip_has_a_limit_that_no_class_reaches(tmp_path, monkeypatch):
    monkeypatch.setattr(entries, "MOST_MEMBERS", 200)
    place = zip_of(tmp_path / "class.zip", {f"{n}.ipynb": b"" for n in range(201)})
    with pytest.raises(SubmissionsError, match="201 members"):
        find_submissions(place, "set02")


@both
def test_too_many_files_of_a_student_cost_nobody_else(make, tmp_path):
    files = {f"eve/{n}.ipynb": b"" for n in range(2_100)} | {"ada/set02.ipynb": b"ada"}
    students = found(make(tmp_path / "class.zip", files))
    assert students["ada"].read() == b"ada"
    assert students["eve"].status == "unreadable"
    assert students["eve"].reason == "It was not read: there are more than 2,000 files."


@pytest.mark.parametrize("damage", ["content", "encrypted", "method"])
def test_a_damaged_member_costs_only_its_student(damage, tmp_path):
    place = zip_of(tmp_path / "class.zip", {"ada.ipynb": b"a" * 9_999, "alan.ipynb": b"alan"})
    broken = bytearray(place.read_bytes())
    entry = broken.index(b"PK\x01\x02")
    if damage == "content":
        broken[45:50] = b"\xff" * 5
    elif damage == "encrypted":
        broken[entry + 8] |= 1
        broken[6] |= 1
    else:
        broken[entry + 10] = broken[8] = zipfile.ZIP_LZMA
    place.write_bytes(broken)
    students = found(place)
    with pytest.raises(SubmissionsError, match="The file in the zip is"):
        students["ada"].read()
    assert students["alan"].read() == b"alan"


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_zip_is_refused_in_a_sentence(content, tmp_path):
    (tmp_path / "class.zip").write_bytes(content)
    with pytest.raises(SubmissionsError):
        find_submissions(tmp_path / "class.zip", "set02")


def test_no_submissions_and_no_place(tmp_path):
    with pytest.raises(SubmissionsError, match="no submissions"):
        find_submissions(tmp_path, "set02")
    with pytest.raises(SubmissionsError, match="does not exist"):
        find_submissions(tmp_path / "nothing", "set02")


def test_a_mutated_zip_gives_submissions_or_a_sentence(tmp_path):
    names = {"ada/set02.ipynb": b"abc" * 500, "é_1_assignsubmission_file_x.ipynb": b"x" * 40}
    whole = zip_of(tmp_path / "class.zip", names).read_bytes()
    chance, ends = random.Random(17), set()
    for _ in range(300):
        content = bytearray(whole)
        for _ in range(chance.choice([1, 3, 9])):
            content[chance.randrange(len(content))] = chance.randrange(256)
        (tmp_path / "class.zip").write_bytes(content)
        try:
            for one in find_submissions(tmp_path / "class.zip", "set02").submissions:
                ends.add(one.status or len(one.read()))
        except SubmissionsError as error:
            ends.add(type(error))
    assert {SubmissionsError, 1_500} <= ends


# ── names ───────────────────────────────────────────────────────────────────────────────────────


def test_names_are_cleaned_and_stay_different(tmp_path):
    files = {"ada.ipynb": b"1", "ada\u202e.ipynb": b"2", "ada\x1b.ipynb": b"3"}
    students = contents(folder_of(tmp_path, files))
    assert sorted(students.values()) == [b"1", b"2", b"3"] and students["ada"] == b"1"
    assert all("\x1b" not in name and "\u202e" not in name for name in students)


def test_no_name_is_that_which_another_was_given(tmp_path):
    (made,) = set(contents(folder_of(tmp_path / "one", {"ada\x1b.ipynb": b"1"})))
    files = {"ada\x1b.ipynb": b"1", f"{made}.ipynb": b"2"}
    assert len(contents(folder_of(tmp_path / "two", files))) == 2


@both
@pytest.mark.parametrize("ending", ["/set02.ipynb", ".ipynb"])
def test_a_name_in_two_forms_of_unicode_is_two_students(ending, make, tmp_path):
    composed, decomposed = "Jos\u00e9", "Jose\u0301"
    alone = contents(make(tmp_path / "one", {decomposed + ending: b"1", "ada/set02.ipynb": b"2"}))
    assert alone[composed] == b"1"
    files = {composed + ending: b"1", decomposed + ending: b"2", "ada/set02.ipynb": b"3"}
    students = contents(make(tmp_path / "two", files))
    assert sorted(students.values()) == [b"1", b"2", b"3"]
    assert all(name == "ada" or name.startswith(f"{composed}~") for name in students)


@both
def test_no_file_name_hands_something_in_for_somebody_else(make, tmp_path):
    names = {
        "Ada_4711_assignsubmission_file_set02.ipynb": b"ada",
        "Eve_66_assignsubmission_file_Ada_4711_assignsubmission_file_set02.ipynb": b"eve",
        "eve_77_900_Ada_4711_assignsubmission_file_set02.ipynb": b"eve",
        "eve_88_900_ada_4711_999_set02.ipynb": b"eve",
    }
    assert contents(make(tmp_path / "a", names)) == {
        "4711": b"ada",
        "66": b"eve",
        "77": b"eve",
        "88": b"eve",
    }


MAL = "{}_1_assignsubmission_file__66_assignsubmission_file_set02.ipynb"


@both
def test_no_display_name_hands_something_in_for_somebody_else(make, tmp_path):
    names = {"Ada_1_assignsubmission_file_set02.ipynb": b"ada", MAL.format("Mal"): b"mal"}
    assert contents(make(tmp_path / "a", names)) == {"1": b"ada", "66": b"mal"}


@both
@pytest.mark.parametrize("name", ["Ada", "Mal"])
def test_a_name_that_can_be_read_in_two_ways_is_nobodys(name, make, tmp_path):
    names = {MAL.format(name): b"mal"}
    if name == "Ada":  # a file's name of Ada's, or Mal under a name that imitates hers?
        names["Ada_1_assignsubmission_file_set02.ipynb"] = b"ada"
    students = found(make(tmp_path / "a", names))
    (odd,) = (one for one in students.values() if one.status)
    assert odd.status == "ambiguous" and odd.file == MAL.format(name)
    assert odd.reason == "Its name can be read as that of 1 and of 66: ask who handed it in."
    assert name == "Mal" or students["1"].read() == b"ada"


def test_a_name_that_is_no_text(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"ad\xe4.ipynb")
    with open(path, "wb") as file:
        file.write(b"1")
    (student,) = found(tmp_path)
    student.encode()


def test_names_in_utf8_that_do_not_say_so(tmp_path):
    place = zip_of(tmp_path / "class.zip", {"xx.ipynb": b"1"})  # macOS sets no flag
    place.write_bytes(place.read_bytes().replace(b"xx.ipynb", "ä.ipynb".encode()))
    assert contents(place) == {"ä": b"1"}
