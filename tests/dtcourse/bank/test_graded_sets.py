"""Every graded set keeps the promises of the course, and its notebooks are what the bank says."""

import ast
import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest

import dtlab
from dtcourse import bank, release
from dtcourse.cards import record
from dtcourse.cards.checking import draw, grade
from dtcourse.cards.course_map import EXTRAS, TITLES
from dtcourse.judging.comparing import difference, is_number
from dtcourse.judging.exercise import KINDS
from dtcourse.judging.items import Case, now
from dtcourse.judging.judge import judge

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
SETS = release.graded_sets()
EXERCISES = [item for number in SETS for item in release.exercises(number)]
DRAWN = [item for item in EXERCISES if item.draw]
HIDING = [item for item in EXERCISES if item.hidden]
STUDENTS = ["", "Ada", "s123456", "müller", *(f"student {n}" for n in range(30))]
each_set = pytest.mark.parametrize("number", SETS)
each_exercise = pytest.mark.parametrize("item", EXERCISES, ids=lambda item: item.id)


@pytest.fixture(autouse=True)
def nothing_answered(monkeypatch, tmp_path):
    monkeypatch.setenv("DTLAB_PROGRESS", str(tmp_path / "progress.json"))


def cells_of(kind, number):
    """The code cells of a set's notebook, by id."""
    path = NOTEBOOKS / kind / f"{release.stem(number)}.ipynb"
    return {cell.id: cell for cell in nbformat.read(path, as_version=4).cells}


# ── the sets ────────────────────────────────────────────────────────────────────────────────────


@each_set
def test_a_set_is_varied(number):
    items = release.exercises(number)
    names = [item.name for item in items]
    assert len(set(names)) == len(names)
    assert [item.id for item in items] == sorted((i.id for i in items), key=in_order)
    if number in EXTRAS:  # short, and of whatever kind
        assert 1 <= len(items) <= 4
        return
    assert 5 <= len(items) <= 9
    kinds = {item.kind for item in items}
    assert len(kinds) >= 5 and kinds <= set(KINDS)
    assert sum(item.fresh for item in items) >= 2
    assert any(item.draw for item in items)
    if number >= "04":  # a model that is fitted, pruned or tuned on data
        assert "model" in kinds


def test_every_core_notebook_and_every_extra_has_a_set():
    assert set(SETS) == {*TITLES, *EXTRAS} - {"00"}


def in_order(item_id):
    """Ids by notebook and number: 04.10 comes after 04.9."""
    return [int(part) for part in item_id.split(".")]


# ── each exercise ───────────────────────────────────────────────────────────────────────────────


@each_exercise
def test_the_solution_in_its_notebook_gets_full_marks(item, capsys):
    space = run_cells(item, "solutions")
    assert space["points"] == item.points
    out = capsys.readouterr()
    assert "✓" in out.out
    assert out.err == ""


@each_exercise
def test_the_untouched_cell_gets_nothing_and_a_kind_word(item, capsys):
    space = run_cells(item, "exercises")
    assert space["points"] == 0
    out = capsys.readouterr()
    assert "Not tried yet" in out.out
    assert "the fault is in the course" not in out.out
    assert out.err == ""


def run_cells(item, kind):
    """What a set's cells define up to this exercise's test, whose last value is `points`."""
    number = next(number for number in SETS if item in release.exercises(number))
    space = {}
    for name, cell in cells_of(kind, number).items():
        own = name.startswith(f"{item.id.replace('.', '-')}-")
        if cell.cell_type == "code" and (own or name in (f"{number}-imports", f"{number}-student")):
            tree = ast.parse(cell.source.replace("%load_ext dtlab", ""))
            if name.endswith("-test"):
                last = tree.body[-1]
                tree.body[-1] = ast.Assign([ast.Name("points", ast.Store())], last.value)
                ast.fix_missing_locations(tree)
            exec(compile(tree, name, "exec"), space)
    return space


@each_exercise
def test_known_mistakes_are_told_by_the_public_tests_alone(item):
    kind = "function" if item.kind == "bug" else item.kind  # a mistake may be the starter itself
    public = replace(item.of(""), hidden=(), kind=kind)
    for mistake in public.mistakes:
        verdict = judge(public, mistake.wrong if item.tests else now(mistake.wrong))
        assert verdict.points <= (item.points - 0.1 if item.tests else 0)
        assert now(mistake.sentence) in verdict.body
        assert verdict.mistake == now(mistake.sentence)


@each_exercise
def test_odd_but_right_forms_pass(item):
    item = item.of("")
    if item.tests or item.accept or not is_number(item.truth):
        return
    truth = item.truth
    forms = [float(truth), np.float64(truth), np.array(truth), Fraction(truth), str(truth)]
    if item.tolerance >= 0.0005:
        forms += [round(float(truth), 3), round(float(truth), 4)]
    assert all(judge(item, form).passed for form in forms)


@each_exercise
def test_the_text_says_no_answer(item):
    """A number with three decimals or more that is the answer must not stand in the text."""
    for form in [f"{x:.{d}f}" for x in numbers_in(item) for d in (3, 4) if x != int(x)]:
        assert form not in now(item.text) + item.starter + item.setup


def numbers_in(item):
    item = item.of("")
    return [float(item.truth)] if not item.tests and is_number(item.truth) else []


@pytest.mark.parametrize("item", DRAWN, ids=lambda item: item.id)
def test_neighbours_get_other_data_and_every_grader_the_same(item):
    drawn = [item.of(student) for student in STUDENTS]
    texts = [repr(one.data) for one in drawn]
    assert len(set(texts)) > len(STUDENTS) * 2 / 3
    assert repr(draw(item.id, "Ada")) == repr(draw(item.id, " ADA ")) == texts[1]
    for one in drawn:
        assert judge(one, one.truth).passed
        for mistake in one.mistakes:
            assert now(mistake.sentence) in judge(one, now(mistake.wrong)).body
    answers = [one.truth for one in drawn]
    assert any(difference(a, answers[0], item.tolerance) is not None for a in answers)


def test_draw_says_what_is_wrong_instead_of_raising():
    assert "02.99" in draw("02.99", "Ada").head
    plain = next(item for item in EXERCISES if item.draw is None)
    assert draw(plain.id, "Ada").head == (
        f"Exercise {plain.id} has no data per student: all get the same."
    )


# ── the notebooks ───────────────────────────────────────────────────────────────────────────────


@each_set
@pytest.mark.parametrize("kind", ["solutions", "exercises"])
def test_the_notebooks_are_what_the_bank_says(number, kind):
    source = release.source_notebook(number)
    wanted = source if kind == "solutions" else release.learners(source)
    stored = cells_of(kind, number)
    assert list(stored) == [cell.id for cell in wanted.cells]
    for cell in wanted.cells:
        same = (cell.source, cell.metadata) == (stored[cell.id].source, stored[cell.id].metadata)
        assert same, f"{kind} {cell.id} differs from the bank: run `dtlab release`"


def test_no_notebook_is_left_of_a_set_that_is_gone():
    wanted = {f"{release.stem(number)}.ipynb" for number in SETS}
    for kind in ("solutions", "exercises"):
        assert {path.name for path in (NOTEBOOKS / kind).glob("*.ipynb")} == wanted


@each_set
def test_nothing_of_a_solution_or_hidden_test_is_in_the_learners_version(number):
    path = NOTEBOOKS / "exercises" / f"{release.stem(number)}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert all(not cell.get("outputs") for cell in notebook["cells"])
    texts = list(strings_in(notebook))
    items = release.exercises(number)
    given = "\n".join(f"{item.starter}\n{item.setup}\n{now(item.text)}" for item in items)
    given += bank.imports(number)
    for item in items:
        assert item.solution.strip() not in given
        secrets = [line.strip() for line in item.solution.splitlines() if line.strip()]
        secrets += [case.says for case in item.hidden if case.says]
        secrets += [repr(case) for case in item.hidden]
        secrets += ["hidden=True", "BEGIN SOLUTION", "BEGIN HIDDEN"]
        for secret in secrets:
            if len(secret) > 8 and secret not in given:
                found = [text for text in texts if secret in text]
                assert not found, f"{item.id}: {secret!r} is in the learner's version"


def strings_in(thing):
    """Every text in a notebook's JSON: sources, metadata and outputs alike."""
    if isinstance(thing, dict):
        for key, value in thing.items():
            yield key
            yield from strings_in(value)
    elif isinstance(thing, list):
        if all(isinstance(part, str) for part in thing):
            yield "".join(thing)
        for value in thing:
            yield from strings_in(value)
    elif isinstance(thing, str):
        yield thing


TOP_TO_BOTTOM = """
import sys, nbformat
from IPython.core.interactiveshell import InteractiveShell

for path in sys.argv[1:]:
    shell = InteractiveShell.instance()
    shell.reset()
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and not shell.run_cell(cell.source, silent=True).success:
            print(f"FAILED: {path}, cell {cell.id}")
"""


def test_the_learners_versions_run_unsolved_from_top_to_bottom():
    paths = [NOTEBOOKS / "exercises" / f"{release.stem(number)}.ipynb" for number in SETS]
    command = [sys.executable, "-c", TOP_TO_BOTTOM, *map(str, paths)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.count("Not tried yet") >= 4 * len(SETS)
    assert "FAILED" not in ran.stdout
    assert ran.stderr == ""


@each_set
def test_grade_returns_points_for_every_call_in_the_notebook(number):
    for kind in ("solutions", "exercises"):
        for name, cell in cells_of(kind, number).items():
            if name.endswith("-test"):
                last = cell.source.splitlines()[-1]
                assert re.match(r'points$|grade\("', last)
                assert cell.metadata.nbgrader.grade
                assert cell.metadata.nbgrader.points > 0


def test_what_fails_a_hidden_input_loses_its_share_and_is_not_done(capsys):
    def follow(tree, query):
        while len(tree) == 2:  # a class of two letters is taken for a tree
            tree = tree[1][query[tree[0]]]
        return tree

    item = bank.find("01.4")
    assert judge(replace(item, hidden=()), follow).passed
    n = len(item.tests) + len(item.hidden)
    points = round(item.points * (n - 1) / n, 2)
    assert grade("01.4", follow) == points
    out = capsys.readouterr().out
    assert "a class of two letters" in out
    assert f"{points:g} of {item.points} points: {n - 1} of {n} test cases pass." in out
    assert f"{len(item.hidden)} of the {n} are not shown; grading tries the same {n}." in out
    assert record.about("checks", "01.4") == {"tries": 1, "done": False}


@pytest.mark.parametrize("item", HIDING, ids=lambda item: item.id)
def test_what_a_learner_sees_is_what_grading_gives_and_hides_the_input(item, capsys):
    public = [repr(case) for case in item.tests]

    def by_heart(*args, **kwargs):
        case = Case(*args, **kwargs)
        return item.answer(*args, **kwargs) if repr(case) in public else f"it was {case!r}"

    seen = grade(item.id, by_heart)
    shown = capsys.readouterr().out
    given = grade(item.id, by_heart, hidden=True)
    verdict = judge(item, by_heart)
    assert seen == given == verdict.points
    assert (verdict.before > 0) == (item.kind == "bug")
    assert (f"pass; {verdict.before} did before your change." in shown) == (item.kind == "bug")
    assert f"{seen:g} of {item.points} points: {len(item.tests)} of " in shown
    for case in item.hidden:
        assert case.says, "a hidden input is known by what it says"
        assert repr(case) not in public
        assert f"it was {case!r}" not in shown + capsys.readouterr().out
    assert item.hidden[0].says in shown


def test_grade_says_that_more_inputs_were_tried(capsys):
    item = next(item for item in EXERCISES if len(item.hidden) > 1)
    assert grade(item.id, item.answer) == item.points
    said = f"{len(item.hidden)} more inputs were tried as well, and agree."
    assert capsys.readouterr().out.rstrip().endswith(said)


def boosted_by_dtlab(X, y, n, rate):
    model = dtlab.GradientBoosting(n_estimators=n, learning_rate=rate, max_depth=1)
    return model.fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("item_id", "function"),
    [
        ("02.3", dtlab.entropy),
        ("02.t3", lambda n: dtlab.entropy(n)),
        ("03.t2", dtlab.information_gain),
        ("13.t2", boosted_by_dtlab),
    ],
)
def test_a_function_of_dtlab_does_not_pass_as_ones_own_not_even_partly(item_id, function):
    item = bank.find(item_id)

    def wrong_at_the_end(*args):
        return None if repr(Case(*args)) == repr(item.tests[-1]) else function(*args)

    for answer in (function, wrong_at_the_end):
        verdict = judge(item, answer)
        assert (verdict.passed, verdict.points) == (False, 0)
        assert "of dtlab" in verdict.head
        assert "earns nothing" in verdict.body[0]


def test_grade_never_raises(capsys):
    class Evil:
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = None

    for answer in (..., None, "x", Evil(), [], np.nan, lambda: 1):
        for item in EXERCISES:
            assert grade(item.id, answer) == 0
    assert "Traceback" not in capsys.readouterr().out


@each_set
def test_its_notebook_leads_to_a_set(number):
    name = f"exercises/{release.stem(number)}.ipynb"
    if number in EXTRAS:
        places = {NOTEBOOKS / "extras" / f"{number}.ipynb": f"](../{name})"}
    else:
        paths = (NOTEBOOKS / f"{release.stem(number)}.ipynb", NOTEBOOKS / "00_start_here.ipynb")
        places = dict.fromkeys(paths, f"]({name})")
    for path, link in places.items():
        assert link in path.read_text(encoding="utf-8")
