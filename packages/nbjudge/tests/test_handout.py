"""What is handed out: the learner's version of a set, and a proof that nothing leaked."""

import io
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbjudge.release import hand_out, learners_version, pack, prove_nothing_leaked, strings_in

from dtcourse import release

SETS = release.graded_sets()
SOLUTION = "    return sum(c / n * log2(n / c) for c in counts if c)"
HIDDEN = "assert entropy([8, 1, 1]) == 0.9219"
ANSWER = f"""def entropy(counts):
    n = sum(counts)
    ### BEGIN SOLUTION
{SOLUTION}
    ### END SOLUTION"""
TEST = f"assert entropy([1, 1]) == 1\n### BEGIN HIDDEN TESTS\n{HIDDEN}\n### END HIDDEN TESTS"


def graded(source, kind=new_code_cell, **about):
    rest = {"grade": False, "locked": False, "solution": False, "schema_version": 3, "task": False}
    cell = kind(source)
    cell.metadata["nbgrader"] = {**rest, "grade_id": "cell-1", **about}
    return cell


def a_source(answer=ANSWER, test=TEST, **more):
    cells = [
        new_markdown_cell("## Entropy"),
        graded(answer, solution=True),
        graded(test, grade=True, locked=True, points=2, grade_id="test-1"),
        graded("An essay.", new_markdown_cell, grade=True, solution=True, points=1.5),
    ]
    return new_notebook(cells=cells, **more)


def unpacked(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.mark.parametrize("number", SETS)
def test_our_sets_are_handed_out_as_the_course_shows_them(number):
    source = release.source_notebook(number)
    name = release.stem(number)
    files = unpacked(pack(name, source))
    assert list(files) == [f"{name}.ipynb", "README.txt"]
    given = nbformat.reads(files[f"{name}.ipynb"], as_version=4)
    assert given == release.learners(source)
    assert f"Hand in {name}.ipynb" in files["README.txt"]


def test_a_lecturers_own_source_follows_nbgraders_rules(tmp_path):
    nbformat.write(a_source(), tmp_path / "exam.ipynb")
    (path,) = hand_out([str(tmp_path / "exam.ipynb")], tmp_path / "out")
    assert path == tmp_path / "out" / "exam.zip"
    files = unpacked(path.read_bytes())
    _, answer, test, essay = nbformat.reads(files["exam.ipynb"], as_version=4).cells
    lines = ["def entropy(counts):", "    n = sum(counts)", "    # YOUR CODE HERE", "    ..."]
    assert answer.source == "\n".join(lines)
    assert test.source == "assert entropy([1, 1]) == 1"
    assert essay.source == "YOUR ANSWER HERE"
    assert "worth 3.5 points" in files["README.txt"]


def test_a_set_of_the_course_stands_alone_and_is_not_replaced(tmp_path):
    (path,) = hand_out(["2"], tmp_path)
    assert path.name == "02_entropy.zip"
    first = path.read_bytes()
    files = unpacked(first)
    notebook = files["02_entropy.ipynb"]
    assert "on notebook 02," in notebook
    assert "](../" not in notebook and "Nothing leaves" not in notebook
    assert "`make lab` in a copy of the course installs it" in files["README.txt"]
    nbformat.write(a_source(), tmp_path / "02_entropy.ipynb")
    (own,) = hand_out([str(tmp_path / "02_entropy.ipynb")], tmp_path)
    assert own.name == "02_entropy_own.zip" and path.read_bytes() == first
    files = unpacked(own.read_bytes())
    assert "02_entropy.ipynb" in files and "dtlab" not in files["README.txt"]


def test_no_set_and_no_copy_of_one_offers_its_solutions(tmp_path):
    nbformat.write(release.source_notebook("04"), tmp_path / "copy.ipynb")
    for path in hand_out([*SETS, str(tmp_path / "copy.ipynb")], tmp_path):
        (notebook, _) = unpacked(path.read_bytes()).values()
        assert (
            "solution(" not in notebook and "import check, draw, grade, hint, progress" in notebook
        )
        assert "progress, solution" not in notebook


def test_a_mark_scheme_is_taken_out():
    task = "Explain.\n=== BEGIN MARK SCHEME ===\nOne point for the sign.\n=== END MARK SCHEME ==="
    source = a_source()
    source.cells.append(graded(task, new_markdown_cell, task=True, points=1, grade_id="task-1"))
    assert learners_version(source).cells[-1].source == "Explain."
    assert "One point for" not in str(unpacked(pack("exam", source)))


def test_a_solution_cell_without_marks_is_taken_out_whole():
    cell = learners_version(a_source(answer="answer = 42 * 1234")).cells[1]
    assert cell.source == "# YOUR CODE HERE\n..."


@pytest.mark.parametrize(
    "answer",
    [
        "### BEGIN SOLUTION\nx = 1",
        "x = 1\n### END SOLUTION",
        "### BEGIN SOLUTION\nx = 1\n### END HIDDEN TESTS",
        "### BEGIN SOLUTION\n### BEGIN SOLUTION\nx = 1\n### END SOLUTION",
    ],
)
def test_marks_that_do_not_fit_are_refused(answer):
    with pytest.raises(ValueError, match="cell cell-1: (BEGIN|END) "):
        pack("exam", a_source(answer=answer))


def a_leak_in_metadata():
    return a_source(metadata={"notes": f"the hidden one is {HIDDEN}"})


def a_leak_in_a_cells_metadata():
    source = a_source()
    source.cells[1].metadata["old"] = {"source": [SOLUTION]}
    return source


def a_leak_in_the_text():
    source = a_source()
    source.cells[0].source += f"\nFor instance\n    def f(counts):\n    {SOLUTION}"
    return source


@pytest.mark.parametrize(
    "leak", [a_leak_in_metadata, a_leak_in_a_cells_metadata, a_leak_in_the_text]
)
def test_what_leaks_elsewhere_is_refused_with_its_cell(leak):
    with pytest.raises(ValueError, match=r"^exam: '.*marked in cell (cell|test)-1, is also in"):
        pack("exam", leak())


def test_outputs_are_not_handed_out():
    source = a_source()
    source.cells[1].outputs = [new_output("stream", text=HIDDEN)]
    assert HIDDEN not in str(unpacked(pack("exam", source)))


def test_the_proof_reads_the_zip_and_not_our_good_intentions():
    source = a_source()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("exam.ipynb", nbformat.writes(source))
    with pytest.raises(ValueError, match="is also in the learner's version"):
        prove_nothing_leaked("exam", source, packed.getvalue())


def test_all_texts_of_a_notebook_are_looked_at():
    found = set(strings_in({"a": ["b", {"c": [{"d": "e"}]}], "f": 1, "g": None}))
    assert found == {"a", "b", "c", "d", "e", "f", "g"}


@pytest.mark.parametrize("wanted", ["99", "no/such.ipynb"])
def test_a_set_that_is_not_there_is_named_and_nothing_is_written(wanted, tmp_path):
    with pytest.raises(ValueError, match=f"{wanted} is neither a graded set .* nor a file"):
        hand_out(["02", wanted], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_source_is_refused(tmp_path):
    nbformat.write(new_notebook(cells=[new_code_cell("x = 1")]), tmp_path / "plain.ipynb")
    (tmp_path / "text.ipynb").write_text("hello", encoding="utf-8")
    with pytest.raises(ValueError, match="plain has no graded cell"):
        hand_out([str(tmp_path / "plain.ipynb")], tmp_path)
    with pytest.raises(ValueError, match="is not a notebook"):
        hand_out([str(tmp_path / "text.ipynb")], tmp_path)
    with pytest.raises(ValueError, match="has no graded cell"):
        pack("empty", new_notebook(cells=[graded("1", grade=True, points=None)]))


def test_the_same_set_gives_the_same_bytes(tmp_path):
    first, second = (hand_out(["02"], tmp_path / name)[0].read_bytes() for name in "ab")
    assert first == second
