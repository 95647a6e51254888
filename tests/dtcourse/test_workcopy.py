import json
import shutil

import nbformat
import pytest

from dtcourse import workcopy
from dtcourse.files import digest
from dtcourse.paths import notebooks
from dtcourse.workcopy import MANIFEST, START, WorkCopyError, deliver


def notebook(*sources, output=None):
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{i}") for i, source in enumerate(sources)]
    if output:
        cells[0].outputs = [nbformat.v4.new_output("stream", text=output)]
    return nbformat.v4.new_notebook(cells=cells)


def save(path, *sources, output=None):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook(*sources, output=output), path)


def says(path):
    return [cell.source for cell in nbformat.read(path, as_version=4).cells]


@pytest.fixture(autouse=True)
def own_signatures(tmp_path_factory, monkeypatch):
    """Keep signatures of test notebooks out of the user's Jupyter folder."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path_factory.mktemp("jupyter")))


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    save(folder / START, "welcome")
    save(folder / "04_id3.ipynb", "a tree")
    save(folder / "exercises" / "04_id3.ipynb", "your turn")
    save(folder / "extras" / "05_counting_trees.ipynb", "more")
    save(folder / "solutions" / "04_id3.ipynb", "the answer")
    return folder


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "work"


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb"))


EXTRA = "extras/05_counting_trees.ipynb"
DELIVERED = [START, "04_id3.ipynb", "exercises/04_id3.ipynb", EXTRA]
PAGES = ["docs/glossary.md", "docs/errata.md"]


def test_fresh_copy_has_lectures_and_exercises_but_no_solutions(course, mine):
    assert deliver(mine, course) == []
    assert files(mine) == DELIVERED
    assert says(mine / START) == says(course / START)


def test_a_delivered_notebook_says_of_its_kernel_what_the_kernel_says(course, mine):
    """Otherwise JupyterLab completes it, and a notebook that was only opened counts as unsaved."""
    from ipykernel.ipkernel import IPythonKernel

    deliver(mine, course)
    about = nbformat.read(mine / START, as_version=4).metadata
    assert about.language_info == IPythonKernel.language_info


def test_another_python_is_no_new_edition(course, mine, monkeypatch):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "my tree")
    monkeypatch.setitem(workcopy.LANGUAGE, "version", "3.99.0")
    assert deliver(mine, course) == []
    assert files(mine) == DELIVERED


def test_outputs_are_not_delivered_so_that_no_answer_stands_on_the_page(course, mine):
    save(course / "04_id3.ipynb", "guess(...)", output="The answer: 4175.")
    deliver(mine, course)
    assert says(mine / "04_id3.ipynb") == ["guess(...)"]
    assert "4175" not in (mine / "04_id3.ipynb").read_text()
    nbformat.validate(nbformat.read(mine / "04_id3.ipynb", as_version=4))


def test_links_to_the_glossary_lead_into_the_working_copy(course, mine):
    save(course / "04_id3.ipynb", "# [gain](../docs/glossary.md#gain)")
    save(course / EXTRA, "# [gain](../../docs/glossary.md#gain)")
    deliver(mine, course)
    assert says(mine / "04_id3.ipynb") == ["# [gain](docs/glossary.md#gain)"]
    assert says(mine / EXTRA) == ["# [gain](../docs/glossary.md#gain)"]
    assert "information gain" in (mine / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    assert "](../companion/" in (mine / "docs" / "errata.md").read_text(encoding="utf-8")


def test_second_run_touches_nothing(course, mine):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "a tree of my own")
    before = {path: path.stat().st_mtime_ns for path in mine.rglob("*.ipynb")}
    assert deliver(mine, course) == []
    assert {path: path.stat().st_mtime_ns for path in mine.rglob("*.ipynb")} == before


def test_update_replaces_an_unedited_notebook(course, mine):
    deliver(mine, course)
    save(course / "04_id3.ipynb", "a better tree")
    assert deliver(mine, course) == []
    assert says(mine / "04_id3.ipynb") == ["a better tree"]
    assert files(mine) == DELIVERED


def test_a_notebook_that_was_only_run_counts_as_unedited(course, mine):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "a tree", output="42")
    save(course / "04_id3.ipynb", "a better tree")
    assert deliver(mine, course) == []
    assert says(mine / "04_id3.ipynb") == ["a better tree"]


def test_update_is_placed_beside_an_edited_notebook_and_said_once(course, mine):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "my tree")
    save(course / "04_id3.ipynb", "a better tree")
    (sentence,) = deliver(mine, course)
    assert "04_id3.ipynb" in sentence
    assert "04_id3.new.ipynb" in sentence
    assert says(mine / "04_id3.ipynb") == ["my tree"]
    assert says(mine / "04_id3.new.ipynb") == ["a better tree"]
    assert deliver(mine, course) == []


def test_next_update_renews_the_copy_beside_unless_it_was_edited_too(course, mine):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "my tree")
    save(course / "04_id3.ipynb", "second")
    deliver(mine, course)
    save(course / "04_id3.ipynb", "third")
    deliver(mine, course)
    assert says(mine / "04_id3.new.ipynb") == ["third"]
    save(mine / "04_id3.new.ipynb", "my third")
    save(course / "04_id3.ipynb", "fourth")
    (sentence,) = deliver(mine, course)
    assert "04_id3.new2.ipynb" in sentence
    assert says(mine / "04_id3.ipynb") == ["my tree"]
    assert says(mine / "04_id3.new.ipynb") == ["my third"]
    assert says(mine / "04_id3.new2.ipynb") == ["fourth"]


def test_a_removed_copy_beside_does_not_come_back(course, mine):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "my tree")
    save(course / "04_id3.ipynb", "a better tree")
    deliver(mine, course)
    (mine / "04_id3.new.ipynb").unlink()
    assert deliver(mine, course) == []
    assert files(mine) == DELIVERED


def test_a_deleted_notebook_comes_back_fresh(course, mine):
    deliver(mine, course)
    (mine / "04_id3.ipynb").unlink()
    assert deliver(mine, course) == []
    assert says(mine / "04_id3.ipynb") == ["a tree"]


@pytest.mark.parametrize(
    "damage", [b"{", b"[]", b"null", b'{"04_id3.ipynb": 3}', b'{"04_id3.ipynb": {}}', b"\xff\xfe"]
)
def test_damaged_memory_never_costs_the_learner_work(course, mine, damage):
    deliver(mine, course)
    save(mine / "04_id3.ipynb", "my tree")
    (mine / MANIFEST).write_bytes(damage)
    (sentence,) = deliver(mine, course)
    assert "04_id3.new.ipynb" in sentence
    assert says(mine / "04_id3.ipynb") == ["my tree"]
    assert json.loads((mine / MANIFEST).read_bytes()).keys() == {*DELIVERED, *PAGES}


def test_a_page_that_the_learner_edited_stays(course, mine, tmp_path, monkeypatch):
    docs = tmp_path / "docs"
    docs.mkdir()
    monkeypatch.setattr(workcopy, "docs", lambda: tmp_path / "docs")
    for name in ("glossary.md", "errata.md"):
        (docs / name).write_text("first")
    deliver(mine, course)
    (mine / "docs" / "glossary.md").write_text("first, and my notes")
    assert deliver(mine, course) == []
    for name in ("glossary.md", "errata.md"):
        (docs / name).write_text("second")
    (sentence,) = deliver(mine, course)
    assert sentence.endswith("yours stays, the new one is glossary.new.md")
    texts = {path.name: path.read_text() for path in (mine / "docs").iterdir()}
    assert texts == {
        "glossary.md": "first, and my notes",
        "glossary.new.md": "second",
        "errata.md": "second",
    }


def test_a_file_that_is_no_notebook_is_left_alone(course, mine):
    deliver(mine, course)
    (mine / "04_id3.ipynb").write_text("half a noteb")
    save(course / "04_id3.ipynb", "a better tree")
    deliver(mine, course)
    assert (mine / "04_id3.ipynb").read_text() == "half a noteb"
    assert says(mine / "04_id3.new.ipynb") == ["a better tree"]


def test_a_folder_that_cannot_be_written_gets_one_sentence(course, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WorkCopyError, match=r"cannot write the working copy in .*--dir") as error:
        deliver(tmp_path / "file" / "work", course)
    assert "\n" not in str(error.value)


def test_what_cannot_be_written_is_named_and_leaves_no_draft(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError) as error:
        workcopy.write(tmp_path / "folder", b"text")
    assert error.value.filename == str(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == [tmp_path / "folder"]


def test_a_read_only_folder_gets_one_sentence(course, mine, monkeypatch):
    def refuse(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(workcopy, "write", refuse)  # chmod would not stop a test that runs as root
    with pytest.raises(WorkCopyError, match=r"cannot write .* \(Permission denied\); name another"):
        deliver(mine, course)


@pytest.mark.parametrize("edited", [False, True])
def test_a_notebook_that_the_course_has_split_leaves_unless_it_was_edited(course, mine, edited):
    old = "14_spark_and_choosing.ipynb"
    save(course / old, "first edition", output="42")
    deliver(mine, course)
    save(mine / old, *(["first edition", "mine"] if edited else ["first edition"]), output="43")
    (course / old).unlink()
    save(course / "14_spark.ipynb", "second edition")
    (said,) = deliver(mine, course)
    assert said.startswith(f"{old} became 14_spark.ipynb and 15_choosing.ipynb")
    assert (mine / old).exists() == said.endswith("yours stays, because you edited it") == edited
    assert says(mine / "14_spark.ipynb") == ["second edition"]
    assert deliver(mine, course) == []


def test_a_course_without_notebooks_is_said(tmp_path):
    with pytest.raises(WorkCopyError, match="no notebooks found"):
        deliver(tmp_path / "work", tmp_path / "nowhere")


def test_delivered_notebooks_are_trusted_so_that_styles_show(course, mine):
    from nbformat.sign import NotebookNotary

    deliver(mine, course)
    assert NotebookNotary().check_signature(nbformat.read(mine / START, as_version=4))


def test_the_real_course_has_its_first_notebook(mine):
    deliver(mine)
    original = says(notebooks() / START)
    assert says(mine / START) == [text.replace("../docs/", "docs/") for text in original]
    assert not (mine / "solutions").exists()


def test_the_digest_of_a_notebook_sees_text_only(course, tmp_path):
    shutil.copy(course / START, tmp_path / "a.ipynb")
    save(tmp_path / "b.ipynb", "welcome", output="hello")
    save(tmp_path / "c.ipynb", "welcome!")
    a, b, c = (digest((tmp_path / f"{name}.ipynb").read_bytes()) for name in "abc")
    assert a == b != c
    assert digest(b"{}") != digest(b"{ }") != digest(b"\xff")
