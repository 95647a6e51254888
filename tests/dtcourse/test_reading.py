"""docs/reading.md leads through the code: what it prints and names is what the code has."""

import ast
import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reading.md"
TEXT = PAGE.read_text(encoding="utf-8")
GRADER = "packages/nbjudge/src/nbjudge"
TABLE = TEXT[TEXT.index("## Where is it computed?") :]
ROWS = [line.strip("|").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")]


def section(title):
    return TEXT[TEXT.index(f"\n## {title}\n") :].split("\n## ")[1]


def named_files(text):
    return re.findall(r"`([\w./]+(?:\.\w+|/))`", text)


def definitions(path):
    """What a file defines: classes, their methods and attributes, functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def test_the_page_is_true():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 30
    assert failed == 0


def test_the_five_files_in_the_order_of_the_ideas():
    files = (
        "algorithms/id3.py", "engine/grow.py", "questions/search.py", "measures/gains.py",
        "measures/impurity.py",
    )  # fmt: skip
    places = [TEXT.index(f". `{file}`") for file in files]
    assert places == sorted(places)
    assert all((ROOT / "dtlab" / file).exists() for file in files)


@pytest.mark.parametrize(
    "title, top, count",
    [("How an answer is judged", ".", 4), ("How a submission is graded", GRADER, 6)],
)
def test_the_steps_of_the_other_packages_begin_with_a_file_and_name_what_is_in_it(
    title, top, count
):
    steps = re.split(r"^\d\. ", section(title).partition("\n\n```")[0], flags=re.MULTILINE)[1:]
    assert len(steps) == count
    for step in steps:
        paths = [ROOT / top / file for file in named_files(step.partition("\n\n")[0])]
        assert all(path.exists() for path in paths), step
        names = re.findall(r"`(\w+)`", step.partition("\n\n")[0])
        known = set().union(*(definitions(path) for path in paths if path.suffix == ".py"))
        assert set(names) <= known | {"dtcourse"}, step


def test_the_links_inside_the_page_arrive():
    heads = re.findall(r"^##+ (.+)$", TEXT, re.MULTILINE)
    places = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    links = re.findall(r"\]\(#([^)]+)\)", TEXT)
    assert links and set(links) <= places


@pytest.mark.parametrize("row", ROWS[1:], ids=lambda row: row[0].strip())
def test_the_table_names_files_that_exist_and_what_they_define(row):
    _, first, *rest = row
    assert named_files(first), "every question has a file to start with"
    for cell in (first, *rest):
        assert [file for file in named_files(cell) if not (ROOT / file).exists()] == []
        files = [file for file in named_files(cell) if file.endswith(".py")]
        known = set().union(*(definitions(ROOT / file) for file in files))
        assert set(re.findall(r"`(\w+)`", cell)) <= known
        for names, file in re.findall(r"((?:`\w+`(?:, | and )?)+) in `([\w./]+\.py)`", cell):
            assert set(re.findall(r"\w+", names)) - {"and"} <= definitions(ROOT / file)


QUESTIONS = (
    "gain ratio", "how C4.5 shares missing values", "the score of a threshold",
    "how a tree is drawn", "how a learner's mistake is named", "how a dragged value arrives",
    "how a hostile submission is contained",
)  # fmt: skip


def test_the_table_answers_the_questions_of_a_newcomer():
    asked = [row[0].strip() for row in ROWS]
    assert [question for question in QUESTIONS if question not in asked] == []
    shares = ROWS[asked.index("how C4.5 shares missing values")]
    assert "`dtlab/pruning/raising.py`" in shares[2]
