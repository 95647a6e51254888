"""The course's sets as zips to hand out: they stand alone, and offer no solutions."""

import io
import zipfile

import nbformat
import pytest
from nbjudge.release import hand_out, pack

from dtcourse import release
from dtcourse.judge_plugin import COURSE

SETS = release.graded_sets()


def unpacked(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("number", SETS)
def test_our_sets_are_handed_out_as_the_course_shows_them(number):
    source = release.source_notebook(number)
    name = release.stem(number)
    files = unpacked(pack(name, source, COURSE))
    assert list(files) == [f"{name}.ipynb", "README.txt"]
    given = nbformat.reads(files[f"{name}.ipynb"], as_version=4)
    assert given == release.learners(source)
    assert f"Hand in {name}.ipynb" in files["README.txt"]


def test_a_set_of_the_course_stands_alone_and_is_not_replaced(tmp_path):
    (path,) = hand_out(["02"], tmp_path, COURSE)
    assert path.name == "02_entropy.zip"
    first = path.read_bytes()
    files = unpacked(first)
    notebook = files["02_entropy.ipynb"]
    assert "on notebook 02," in notebook
    assert "](../" not in notebook and "Nothing leaves" not in notebook
    assert "`make lab` in a copy of the course installs it" in files["README.txt"]
    own = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("assert f(1) == 1")])
    about = {"grade": True, "locked": True, "solution": False, "points": 2, "grade_id": "test"}
    own.cells[0].metadata["nbgrader"] = {**about, "schema_version": 3, "task": False}
    nbformat.write(own, tmp_path / "02_entropy.ipynb")
    (own,) = hand_out([str(tmp_path / "02_entropy.ipynb")], tmp_path, COURSE)
    assert own.name == "02_entropy_own.zip" and path.read_bytes() == first
    files = unpacked(own.read_bytes())
    assert "02_entropy.ipynb" in files and "dtlab" not in files["README.txt"]


def test_no_set_and_no_copy_of_one_offers_its_solutions(tmp_path):
    nbformat.write(release.source_notebook("04"), tmp_path / "copy.ipynb")
    paths = hand_out([*SETS, str(tmp_path / "copy.ipynb")], tmp_path, COURSE)
    assert len(paths) == len(SETS) + 1
    for path in paths:
        (notebook, _) = unpacked(path.read_bytes()).values()
        assert "solution(" not in notebook and "progress, solution" not in notebook
        assert "import check, draw, grade, hint, progress" in notebook


def test_without_names_all_sets_are_handed_out(tmp_path):
    paths = hand_out([], tmp_path, COURSE)
    assert [path.stem for path in paths] == [release.stem(number) for number in SETS]


@pytest.mark.parametrize("wanted", ["99", "no/such.ipynb"])
def test_a_set_that_is_not_there_is_named_and_nothing_is_written(wanted, tmp_path):
    said = f"{wanted} is neither a notebook of the course .*02.* nor a file"
    with pytest.raises(ValueError, match=said):
        hand_out(["02", wanted], tmp_path, COURSE)
    assert list(tmp_path.iterdir()) == []


def test_the_same_set_gives_the_same_bytes(tmp_path):
    first, second = (hand_out(["02"], tmp_path / name, COURSE)[0].read_bytes() for name in "ab")
    assert first == second
