"""What was made with dtlab 0.2 goes on working, or its owner is told in one sentence what to do."""

import json

import pytest
from helpers.nbgrader_answers import mixture, our_marks
from nbjudge.judging.assignment import read_assignment
from nbjudge.judging.session import grade_submission
from nbjudge.results import Result, load, locked, save
from nbjudge.sandbox.bubblewrap import why_not
from nbjudge.sandbox.limits import Limits

from conftest import needs
from dtcourse.files import digest, refuse_edited, remember
from dtcourse.judge_plugin import COURSE
from dtcourse.paths import notebooks
from dtlab import InputError

NEW, OLD = "from dtcourse import", "from dtlab.exercises import"


def test_a_notebook_that_imports_the_exercises_of_0_2_says_what_to_write():
    with pytest.raises(ImportError, match="write  from dtcourse import check") as caught:
        exec("from dtlab.exercises import check")
    assert isinstance(caught.value, InputError)  # so `%load_ext dtlab` shows it in a few lines


@pytest.mark.parametrize(("source", "handed_in"), [(OLD, OLD), (NEW, OLD), (OLD, NEW)])
def test_a_set_handed_out_with_0_2_gets_the_same_marks(source, handed_in):
    needs("a sandbox", why_not() is None, str(why_not()))
    [path] = (notebooks() / "solutions").glob("02_entropy.ipynb")
    content = path.read_text(encoding="utf-8").replace(NEW, source).encode()
    submission = mixture("02", "Ada")
    text = json.dumps(submission).replace(NEW, handed_in)
    assert handed_in in text
    assignment = read_assignment(content, "02_entropy", course=COURSE)
    result = grade_submission(assignment, text.encode(), Limits(60.0, 200.0))
    given = {cell.grade_id: cell.points for cell in result.cells}
    assert given == pytest.approx(our_marks("02", "Ada", submission), abs=0.005)


def test_files_that_0_2_wrote_may_be_written_again_and_edited_ones_stay(tmp_path):
    path = tmp_path / "04_notes.html"
    path.write_text("as written")
    noted = {path.name: digest(b"as written")}
    (tmp_path / ".dtlab-written.json").write_text(json.dumps(noted))
    refuse_edited([path])
    path.write_text("edited")
    with pytest.raises(ValueError, match="is not as this command wrote it"):
        refuse_edited([path])
    path.write_text("written by 0.3")
    remember([path])
    refuse_edited([path])


def test_results_of_0_2_are_read(tmp_path):
    old = Result("ok", 1.0, 2.0, (), student="4711", assignment="02_entropy", version="0.2.0")
    with locked(tmp_path):
        save(tmp_path, old)
    assert load(tmp_path) == [old]
