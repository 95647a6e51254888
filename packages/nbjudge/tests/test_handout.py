"""What is handed out: the learner's version of a set, and a proof that nothing leaked."""

import io
import zipfile

import nbformat
import pytest
from judge_helpers.word_course import COURSE
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbjudge.judging.assignment import GradingError, read_assignment
from nbjudge.release import hand_out, learners_version, pack, prove_nothing_leaked, strings_in

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


def test_a_notebook_of_the_course_is_handed_out_by_name_and_not_replaced(tmp_path):
    (path,) = hand_out(["1"], tmp_path, COURSE)
    assert path.name == "words_1.zip"
    first = path.read_bytes()
    files = unpacked(first)
    assert list(files) == ["words_1.ipynb", "README.txt"]
    assert "words.count" not in files["words_1.ipynb"] and "grade(tally)" in files["words_1.ipynb"]
    assert "It needs the package wordlab: see the page of the course." in files["README.txt"]
    assert "Hand in words_1.ipynb, under this name. It is worth 3 points." in files["README.txt"]
    nbformat.write(a_source(), tmp_path / "words_1.ipynb")
    (own,) = hand_out([str(tmp_path / "words_1.ipynb")], tmp_path, COURSE)
    assert own.name == "words_1_own.zip" and path.read_bytes() == first
    assert "words_1.ipynb" in unpacked(own.read_bytes())


def test_without_names_all_notebooks_of_the_course_are_handed_out(tmp_path):
    assert hand_out([], tmp_path, COURSE) == [tmp_path / "words_1.zip"]


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
    "stub", ["YOUR ANSWER HERE", "*YOUR ANSWER HERE*", "\nYOUR ANSWER HERE.\n"]
)
def test_nbgraders_own_placeholder_is_no_secret(stub):
    source = a_source(answer="# YOUR CODE HERE\nraise NotImplementedError()")
    source.cells[3].source = stub
    files = unpacked(pack("exam", source))
    assert files["exam.ipynb"].count("YOUR ANSWER HERE") == 1


def test_an_answer_beside_the_placeholder_is_still_a_secret():
    source = a_source()
    source.cells[3].source = "YOUR ANSWER HERE\nBecause the classes are mixed."
    source.cells[0].metadata["old"] = "Because the classes are mixed."
    with pytest.raises(ValueError, match="'Because the classes are mixed.', which is marked"):
        pack("exam", source)


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


@pytest.mark.parametrize(
    "mark", ["### begin hidden tests", "### Begin  Solution", "# BEGIN_SOLUTION", "#BEGIN HIDDEN"]
)
def test_what_is_nearly_a_mark_is_refused_before_learners_read_what_it_should_hide(mark):
    test = f"assert entropy([1, 1]) == 1\n{mark}\n{HIDDEN}\n{mark.replace('BEGIN', 'END')}"
    with pytest.raises(ValueError, match="cell test-1: '#.* hides nothing: write it as ### BEGIN"):
        pack("exam", a_source(test=test))
    with pytest.raises(GradingError, match="source's cell test-1: '#.* hides nothing"):
        read_assignment(nbformat.writes(a_source(test=test)).encode(), "exam")


def test_a_line_of_a_solution_in_a_text_or_a_longer_line_is_named_with_its_cell():
    line = "share = counts[0] / sum(counts)"
    source = a_source(answer=ANSWER.replace(SOLUTION, f"    {line}\n{SOLUTION}"))
    source.cells[0].source += f"\n*Hint*: `{line.replace(' = ', '  = ')}`"
    source.cells.append(new_code_cell(line))
    said = []
    pack("exam", source, say=said.append)
    assert said == []  # it is given in code
    source.cells[-1].source = f"{line} - 1"
    pack("exam", source, say=said.append)
    (first,) = said
    assert first.startswith(f"exam: '{line}', which is marked in cell cell-1, is also in cell ")
    assert first.endswith(": see that learners may read it there")


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
def test_a_notebook_that_is_not_there_is_named_and_nothing_is_written(wanted, tmp_path):
    said = rf"{wanted} is neither a notebook of the course \(1\) nor a file"
    with pytest.raises(ValueError, match=said):
        hand_out(["1", wanted], tmp_path, COURSE)
    nbformat.write(a_source(), tmp_path / "exam.ipynb")
    with pytest.raises(ValueError, match=f"^{wanted} is not a file$"):
        hand_out([str(tmp_path / "exam.ipynb"), wanted], tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["exam.ipynb"]


def test_what_is_no_source_is_refused(tmp_path):
    nbformat.write(new_notebook(cells=[new_code_cell("x = 1")]), tmp_path / "plain.ipynb")
    (tmp_path / "text.ipynb").write_text("hello", encoding="utf-8")
    with pytest.raises(ValueError, match="plain has no graded cell"):
        hand_out([str(tmp_path / "plain.ipynb")], tmp_path)
    with pytest.raises(ValueError, match="is not a notebook"):
        hand_out([str(tmp_path / "text.ipynb")], tmp_path)
    with pytest.raises(ValueError, match="has no graded cell"):
        pack("empty", new_notebook(cells=[graded("1", grade=True, points=None)]))


def test_the_same_notebook_gives_the_same_bytes(tmp_path):
    first, second = (hand_out(["1"], tmp_path / name, COURSE)[0].read_bytes() for name in "ab")
    assert first == second
