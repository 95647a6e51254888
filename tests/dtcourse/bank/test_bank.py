"""Every item of the bank keeps its promises, and the notebooks ask what the bank has."""

import ast
import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import nbformat
import pytest
from course_rules import AUDIT

from dtcourse import bank
from dtcourse.cards.asking import guess, is_right, quiz, reveal
from dtcourse.cards.checking import check, draw, hint, solution
from dtcourse.cards.course_map import progress
from dtcourse.cli import main
from dtcourse.judge_plugin import VerdictRecorder, drawn
from dtcourse.judging.comparing import difference
from dtcourse.judging.exercise import Exercise
from dtcourse.judging.items import Check, Guess, Quiz, now, same
from dtcourse.judging.judge import judge

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
ITEMS = [item for number in bank.pages() for item in bank.of_notebook(number)]
CHECKS = [item.of("") for item in ITEMS if isinstance(item, Check)]
PATTERNS = {Guess: r"\d\d\.p\d+", Quiz: r"\d\d", Check: r"\d\d\.t\d+", Exercise: r"\d\d\.\d+"}
CALLS = {"guess": Guess, "reveal": Guess, "quiz": Quiz, "check": Check, "hint": Check}


@pytest.fixture(autouse=True)
def nothing_answered(monkeypatch, tmp_path):
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


def test_of_ids_that_the_bank_lacks_the_nearest_is_one_of_the_same_kind():
    with pytest.raises(bank.NoSuchItem, match="no item '03.t1': the nearest is '03.t2'"):
        bank.find("03.t1")


def named(item):
    return f"{type(item).__name__}-{item.id}"


def run_starter(item):
    """What the learner's cell gives to `check` before anything is written."""
    space = {}
    exec(item.starter, space)
    if isinstance(item, Exercise):
        return space[item.name]
    functions = [thing for name, thing in space.items() if name[0] != "_" and callable(thing)]
    return functions[-1] if functions else space["answer"]


def test_ids_are_unique_and_say_where_they_live():
    ids = [item.id for item in ITEMS]
    assert len(ids) == len(set(ids))
    for number in bank.pages():  # set 15 took over the second half of the first edition's set 14
        homes = {number[:2], "14"} if number[:2] == "15" else {number[:2]}
        assert {item.id[:2] for item in bank.of_notebook(number)} <= homes


@pytest.mark.parametrize("item", ITEMS, ids=named)
def test_the_id_has_the_form_of_its_kind(item):
    assert re.fullmatch(PATTERNS[type(item)], item.id)


@pytest.mark.parametrize("item", [i for i in ITEMS if isinstance(i, Guess)], ids=named)
def test_a_guess_can_be_asked_and_answered(item):
    assert "fault is in the course" not in f"{guess(item.id)}{reveal(item.id)}"
    assert all(is_right(item, truth) for truth in item.truths)
    if item.choices:
        assert len({str(option).casefold() for option in item.choices}) == len(item.choices)
        assert any(same(option, item.truth) for option in item.choices)
        assert all(any(same(option, o) for o in item.choices) for option in item.why)
        for option in item.choices:
            guess(item.id, option)
            right = any(same(option, truth) for truth in item.truths)
            assert (reveal(item.id).tone == "right") == right


@pytest.mark.parametrize("item", [i for i in ITEMS if isinstance(i, Quiz)], ids=named)
def test_a_quiz_explains_every_option(item):
    assert "fault is in the course" not in str(quiz(item.id))
    assert item.id == "00" or len(item.questions) == 5
    letters = Counter()
    for question in item.questions:
        right = [same(option, question.truth) for option in question.choices]
        letters[right.index(True)] += 1
        assert all(question.reason(option).strip() for option in question.choices)
    assert max(letters.values()) <= 3, "whoever always says the same letter must not do well"


@pytest.mark.parametrize("item", CHECKS, ids=named)
def test_the_reference_passes_and_the_starter_is_not_tried(item):
    assert judge(item, item.truth).passed is True
    assert judge(item, item.truth).points == item.points
    assert "".join(judge(item, item.truth).body).strip(), "a right answer is told why"
    verdict = judge(item, run_starter(item))
    assert verdict.points == 0
    assert verdict.passed is None
    for shown in (check(item.id), hint(item.id), solution(item.id, force=True)):
        assert "fault is in the course" not in str(shown)


@pytest.mark.parametrize("item", CHECKS, ids=named)
def test_each_mistake_fails_with_its_own_sentence_and_no_others(item):
    sentences = [now(mistake.sentence) for mistake in item.mistakes]
    assert len(set(sentences)) == len(sentences)
    item = not_the_starter(item)
    for mistake, sentence in zip(item.mistakes, sentences, strict=True):
        verdict = judge(item, mistake.wrong if item.tests else now(mistake.wrong))
        assert verdict.passed is False, f"{sentence!r} is for an answer that passes"
        assert sentence in verdict.body
    if not item.tests:
        for one, other in combinations([now(mistake.wrong) for mistake in item.mistakes], 2):
            assert not_equal(one, other, item.tolerance)


def not_the_starter(item):
    """A faulty function is not taken for the untouched starter, even if it does the same."""
    return replace(item, kind="function") if getattr(item, "kind", "") == "bug" else item


def not_equal(one, other, tolerance):
    try:
        return difference(one, other, tolerance) is not None
    except ValueError:
        return True  # not even of one kind


@pytest.mark.parametrize("item", CHECKS, ids=named)
def test_what_is_counted_is_wanted_exactly(item):
    counted = isinstance(item.truth, int) and not isinstance(item.truth, bool)
    assert item.tolerance == 0 or not counted


@pytest.mark.parametrize("item", CHECKS, ids=named)
def test_the_solution_is_python(item):
    ast.parse(item.solution)


@pytest.mark.parametrize("item", CHECKS, ids=named)
def test_printed_values_pass(item):
    assert all(judge(item, value).passed for value in item.printed)


def test_the_example_in_the_documentation_works():
    page = (NOTEBOOKS.parent / "docs" / "writing_items.md").read_text(encoding="utf-8")
    space = {}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL).group(1), space)
    for item in space["ITEMS"]:
        assert re.fullmatch(PATTERNS[type(item)], item.id)
        assert not isinstance(item, Check) or judge(item, item.truth).passed


# ── the notebooks ───────────────────────────────────────────────────────────────────────────────


def calls_in(path):
    """(function, id) for every call of the machinery in a notebook."""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type != "code":
            continue
        source = re.sub(r"(?m)^\s*[%!].*$", "pass", cell.source)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (*CALLS, "solution"):
                yield node.func.id, node.args[0].value


@pytest.mark.parametrize("number", bank.pages())
def test_the_notebook_asks_every_item_of_its_bank_file_and_no_other(number):
    (path,) = NOTEBOOKS.glob(f"extras/{number}.ipynb" if "_" in number else f"{number}_*.ipynb")
    calls = list(calls_in(path))
    for name, item_id in calls:
        bank.find(item_id, CALLS.get(name, Check))
    lecture = {item.id for item in bank.of_notebook(number) if not re.search(r"\.\d", item.id)}
    assert lecture - {item_id for name, item_id in calls if name != "reveal"} == set()
    guesses = [item_id for name, item_id in calls if name == "guess"]
    assert sorted(item_id for name, item_id in calls if name == "reveal") == sorted(guesses)


BANK = sorted(Path(bank.__file__).parent.glob("[nsl]*.py"))


@pytest.mark.parametrize("path", BANK, ids=lambda path: path.stem)
def test_nobody_needs_the_slides_to_answer(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = [node.body for node in ast.walk(tree) if hasattr(node, "body")]
    firsts = [body[0].value for body in bodies if isinstance(body, list) and docstring_like(body)]
    texts = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    said = [text.value for text in texts if text not in firsts]
    assert [text for text in said if AUDIT.search(text)] == []


def docstring_like(body):
    return isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)


# ── earlier editions ────────────────────────────────────────────────────────────────────────────


def edition(name):
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


FIRST, SECOND = edition("first_edition"), edition("second_edition")
SECOND_TITLES = {item_id: exercise["title"] for item_id, exercise in SECOND.items()}
NOW = {item.id: item for item in ITEMS if isinstance(item, Exercise)}


@pytest.mark.parametrize(("then", "count"), [(FIRST, 97), (SECOND_TITLES, 130)])
def test_no_id_of_an_earlier_edition_means_another_exercise_now(then, count):
    """An id that is gone is retired, by the title that it had."""
    now_called = {item_id: item.title for item_id, item in NOW.items()}
    retired = {item_id: title for item_id, (_, title) in bank.RETIRED.items()}
    assert not set(now_called) & set(retired)
    known = now_called | retired
    assert {item_id: known.get(item_id) for item_id in then} == then
    assert len(then) == count, "an edition is never changed afterwards"


@pytest.mark.parametrize("item_id", [item_id for item_id in SECOND if item_id in NOW])
def test_what_was_right_in_a_notebook_of_0_2_is_right_now(item_id):
    """Its title alone could stay while its numbers change: then 0.2's answers would be wrong."""
    item, then = NOW[item_id].of(""), SECOND[item_id]
    space = bank.names_of(item_id) | {"draw": draw, "STUDENT": ""}
    exec(then["code"], space)
    verdict = judge(item, space[then["name"]])
    assert (verdict.passed, verdict.points) == (True, then["points"])


def test_a_retired_id_is_refused_in_one_sentence(monkeypatch, tmp_path, capsys):
    """In a notebook, and in the judge, who grades a source that an earlier version released."""
    monkeypatch.setitem(bank.RETIRED, "02.3", ("0.2", "Entropy by your own hand"))
    sentence = (
        r"^exercise 02\.3 \(Entropy by your own hand\) was taken out after dtlab 0\.2, and its id "
        r"is given to no other: grade with dtlab 0\.2, or release the set again$"
    )
    recorder = VerdictRecorder(submission=[], hidden=False)
    for ask in (recorder.grade, drawn, bank.find):
        with pytest.raises(bank.NoSuchItem, match=sentence):
            ask("02.3")
    assert "was taken out after dtlab 0.2" in str(check("02.3", len))
    source = NOTEBOOKS / "solutions" / "02_entropy.ipynb"
    assert main(["grade", str(source), str(tmp_path), "-o", str(tmp_path / "results")]) == 1
    assert re.search(sentence, capsys.readouterr().err.removeprefix("dtlab: ").strip())
    assert list(tmp_path.iterdir()) == []


def test_progress_of_the_first_edition_stays_readable(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    monkeypatch.setenv("DTLAB_PROGRESS", str(path))
    done = {item_id: {"tries": 2, "done": True} for item_id in [*FIRST, "04.t2", "14.t1"]}
    guesses = {"14.p1": {"choice": "x", "right": True}, "04.p3": {"choice": "y", "right": False}}
    quizzes = {"14": {"1": True, "2": False}}
    path.write_text(json.dumps({"guesses": guesses, "quizzes": quizzes, "checks": done}))
    pages = {page.title: page for page in progress().pages}
    n = sum(isinstance(item, Exercise) and item.id in FIRST for item in bank.of_notebook("04"))
    assert pages["ID3"].exercises.done == n
    assert "fault is in the course" not in str(progress())
