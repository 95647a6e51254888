"""Which cells of a submission run, and when the tests do: every rule that lecturers can read."""

import nbformat
import pytest
from judge_helpers.own_order import runs_in_its_own_order
from judge_helpers.word_course import COURSE, EXAMPLE
from nbjudge.judging.code_cells import Code, is_starter, read_code, shown_part
from nbjudge.judging.notebooks import Cell
from nbjudge.judging.plan import NOTES, READ, make_plan
from nbjudge.release import learners_version


def code(source, name="", **about):
    return Cell("code", source, name, **about)


def text(source, name="", **about):
    return Cell("text", source, name, **about)


def locked(source, name):
    return code(source, name, locked=True)


def answer(source, name):
    return code(source, name, solution=True)


def test_cell(source, name):
    return code(source, name, locked=True, grade=True, points=1.0)


test_cell.__test__ = False
HIDDEN = "\n### BEGIN HIDDEN TESTS\nassert {}\n### END HIDDEN TESTS"
SOLUTION = "### BEGIN SOLUTION\n{}\n### END SOLUTION"
IMPORTS = "import math\nfrom statistics import mean"
SOURCE = [
    text("# Set 1"),
    locked(IMPORTS, "imports"),
    code('STUDENT = ""'),
    answer("f = ...\n" + SOLUTION.format("f = math.pi"), "f-answer"),
    test_cell("assert f > 3" + HIDDEN.format("f > 3.14"), "f-test"),
    locked("data = [1, 2, 3]", "setup"),
    answer(
        "def g(x):\n    ### BEGIN SOLUTION\n    return mean(x)\n    ### END SOLUTION", "g-answer"
    ),
    test_cell("assert g(data) == 2", "g-test"),
    test_cell("assert STUDENT == ''", "who-test"),
]
F_TEST, G_TEST = code("assert f > 3", "f-test"), code("assert g(data) == 2", "g-test")
F, G = answer("f = 3.1", "f-answer"), answer("def g(x):\n    return 2", "g-answer")
HANDED_IN = [
    SOURCE[0],
    SOURCE[1],
    code('STUDENT = "Ada"'),
    F,
    F_TEST,
    SOURCE[5],
    G,
    G_TEST,
    SOURCE[8],
]


def done(submission, source=SOURCE):
    """The steps in short: the source of a cell that is run, or the name of a test."""
    steps = make_plan(source, submission).steps
    return [step.source if step.kind == "run" else step.name for step in steps]


def without(*indices):
    return [cell for i, cell in enumerate(HANDED_IN) if i not in indices]


def changed(cells):
    return [cells.get(i, cell) for i, cell in enumerate(HANDED_IN)]


def before(steps, first, second):
    return steps.index(first) < steps.index(second)


USUAL = [
    IMPORTS,
    'STUDENT = "Ada"',
    F.source,
    "f-test",
    "data = [1, 2, 3]",
    G.source,
    "g-test",
    "who-test",
]


def test_cells_run_in_order_and_each_test_at_its_place():
    plan = make_plan(SOURCE, HANDED_IN)
    assert done(HANDED_IN) == USUAL
    assert plan.notes == () and plan.problems == {}
    assert plan.answers == {"f-test": ("f = 3.1",), "g-test": (G.source,), "who-test": ()}
    assert [step.place for step in plan.steps] == [0, 3, 4, 0, 0, 7, 0, 0]


def test_hidden_tests_and_test_cells_never_reach_the_worker():
    setup = "data = [1]" + HIDDEN.format("data")
    source = [*SOURCE[:5], locked(setup, "setup"), *SOURCE[6:]]
    uses = changed({3: answer("f = data", "f-answer")})
    for submission in (HANDED_IN, source, uses, [uses[3]], []):
        steps = make_plan(source, submission).steps
        assert not any("HIDDEN" in step.source or "assert" in step.source for step in steps)


@pytest.mark.parametrize("which", ["first_steps", "words_1"])
def test_a_source_runs_in_its_own_order_with_and_without_metadata(which):
    path = EXAMPLE / "source" / f"{which}.ipynb"
    source = nbformat.read(path, as_version=4) if path.exists() else COURSE.release("1")
    runs_in_its_own_order(source, learners_version(source))


def bare(cells):
    return [Cell(cell.kind, cell.source) for cell in cells]


# ── moved, copied, deleted, edited ──────────────────────────────────────────────────────────────


def test_the_students_order_counts():
    steps = done([SOURCE[1], code("b = 1"), code("a = 1"), F])
    assert before(steps, "b = 1", "a = 1")


def test_a_test_waits_for_an_answer_below_it():
    steps = done([*without(3), F])
    assert before(steps, F.source, "f-test") and before(steps, "g-test", "f-test")


def test_a_test_that_was_moved_up_or_down_runs_after_its_place_and_its_answer():
    assert before(done([F_TEST, *without(4)]), F.source, "f-test")
    late = code("x = 2")
    assert before(done([*without(4), late, F_TEST]), "x = 2", "f-test")


def test_every_copy_of_an_answer_runs_and_the_test_waits_for_the_last():
    steps = done([*HANDED_IN, answer("f = 3.2", "f-answer")])
    assert before(steps, "f = 3.1", "f = 3.2") and before(steps, "f = 3.2", "f-test")
    assert make_plan(SOURCE, [*HANDED_IN, F]).answers["f-test"] == (F.source, F.source)


def test_a_copy_of_the_starter_does_not_replace_an_answer():
    again = [answer("f = ...", "f-answer"), F_TEST]
    assert "f = ..." not in done([*HANDED_IN, *again])
    assert done([*again, *HANDED_IN]) == USUAL


def test_a_scratch_cell_below_the_test_does_not_count_as_the_answer():
    steps = done([*HANDED_IN, code("f = 0")])
    assert before(steps, "f-test", "f = 0")


def test_a_deleted_test_runs_after_its_answer():
    assert done(without(4, 7)) == USUAL


def test_of_an_edited_test_the_original_counts():
    edited = changed({4: code("assert True", "f-test")})
    assert done(edited) == USUAL
    (note,) = make_plan(SOURCE, edited).notes
    assert "Cell 5 (assert True) differs from the test that counts" in note
    assert note.endswith(": perhaps your lecturer has changed it.")


def test_an_answer_that_was_written_into_a_test_cell_runs():
    edited = changed({4: code("f = 3.3\nassert f > 3", "f-test")})
    steps = done(edited)
    assert before(steps, "f = 3.3\nassert f > 3", "f-test")


def test_a_test_whose_answer_and_place_are_missing_runs_last():
    assert done([*without(3, 4), code("x = 1")])[-2:] == ["x = 1", "f-test"]


def test_an_empty_notebook_still_has_every_test():
    assert done([]) == ["f-test", "g-test", "who-test"]


def test_a_test_that_uses_what_another_test_set_runs_after_it():
    source = [*SOURCE[:4], test_cell("limit = 3\nassert f > limit", "one")]
    source += [SOURCE[6], test_cell("assert g([1]) < limit", "two")]
    steps = done([SOURCE[1], G, code("assert g([1]) < limit", "two"), F], source)
    assert before(steps, "one", "two")


def test_a_test_wants_what_functions_of_locked_cells_use():
    source = [*SOURCE[:4], locked("def try_f():\n    assert f > 3", "helper")]
    source += [test_cell("try_f()", "f-test")]
    assert before(done([*source[:3], *source[4:], F], source), F.source, "f-test")


# ── without metadata ────────────────────────────────────────────────────────────────────────────


def test_a_notebook_without_metadata_is_planned_the_same_way():
    assert done(bare(HANDED_IN)) == USUAL


def test_empty_cells_and_equal_tests_are_not_taken_for_each_other():
    whole = [test_cell(HIDDEN.format("f"), "all-hidden"), test_cell("assert f", "one")]
    source = [*SOURCE[:4], *whole, test_cell("assert f", "two")]
    steps = done(bare([F, code(""), code("assert f"), code("assert f"), code("x = 1")]), source)
    assert steps[0] == F.source and steps[1:4] == ["all-hidden", "one", "two"]


def test_without_metadata_a_test_runs_after_the_last_cell_that_binds_its_names():
    steps = done(bare([*without(4, 7), code("f = 3.2")]))
    assert before(steps, "f = 3.2", "f-test") and before(steps, "g-test", "f = 3.2")


def test_an_answer_in_a_cell_of_ones_own_counts_if_the_starter_was_left():
    starter = answer("f = ...", "f-answer")
    steps = done([*changed({3: starter}), code("f = 3.2")])
    assert before(steps, "f = 3.2", "f-test")
    assert make_plan(SOURCE, [*changed({3: starter}), code("f = 3.2")]).answers["f-test"] == (
        "f = 3.2",
    )


def test_a_starter_that_was_left_runs_at_its_place():
    steps = done(changed({3: answer("f = ...", "f-answer")}))
    assert steps[2:4] == ["f = ...", "f-test"]


# ── text ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "source", ["f = 3.1", "```python\nf = 3.1\n```", "Mine:\n```\nf = 3.1\n```"]
)
@pytest.mark.parametrize("name", ["f-answer", ""])
def test_an_answer_that_became_text_runs_if_it_compiles(source, name):
    submission = changed({3: text(source, name)})
    steps = done(submission)
    assert [step.strip() for step in steps] == USUAL
    assert "became text" in make_plan(SOURCE, submission).notes[0]


def test_prose_does_not_run():
    prose = [text("f is 3.1", "f-answer"), text("g"), text("f"), text("x = 1")]
    assert done([*without(3), *prose]) == [*USUAL[:2], *USUAL[4:], "f-test"]


def test_text_is_not_asked_where_code_answers():
    assert "f = 0" not in done([*HANDED_IN, text("f = 0")])


# ── locked cells, and what is missing ───────────────────────────────────────────────────────────


def test_an_edited_locked_cell_runs_after_the_original():
    edited = changed({1: locked(IMPORTS + "\nimport re", "imports")})
    steps = done(edited)
    assert steps[:2] == [IMPORTS, IMPORTS + "\nimport re"] and steps[2:] == USUAL[1:]


def test_a_missing_locked_cell_runs_before_the_first_cell_that_needs_it():
    uses = answer("f = math.pi", "f-answer")
    submission = [cell for cell in changed({3: uses}) if cell.grade_id != "imports"]
    assert done(submission)[:3] == ['STUDENT = "Ada"', IMPORTS, "f = math.pi"]
    (note,) = make_plan(SOURCE, submission).notes
    assert note == "The cell 'imports' was missing, so the original one was run."


def test_a_missing_locked_cell_that_nothing_mentions_stays_out():
    assert done(without(1, 5)) == [USUAL[1], USUAL[2], "f-test", USUAL[5], "g-test", "who-test"]


def test_a_locked_cell_that_only_tests_use_never_reaches_a_submission_that_lacks_it():
    secret = locked("import json\nEXPECTED = 3.1", "secret")
    source = [*SOURCE[:3], secret, SOURCE[3], test_cell("assert f == EXPECTED", "f-test")]
    uses = answer("f = EXPECTED or json", "f-answer")
    assert done([uses], source) == ["import json", uses.source, "f-test"]
    for forged in (code("", "secret"), text("", "secret"), code("EXPECTED", "secret")):
        assert not any("3.1" in step for step in done([forged, uses], source))


def test_a_missing_cell_brings_in_what_it_needs_itself():
    source = [locked("import random", "i"), locked("r = random.Random(1)", "s"), *SOURCE[3:]]
    source.append(answer("h = r.random()", "h-answer"))
    assert done([code("x = r.random()")], source)[:3] == [
        "import random",
        "r = random.Random(1)",
        "x = r.random()",
    ]


def test_a_missing_locked_cell_that_became_text_runs_as_it_was():
    assert done(changed({1: text(IMPORTS, "imports")})) == USUAL


def test_a_missing_plain_cell_runs_if_a_test_wants_its_name_and_nothing_binds_it():
    assert done(without(2)) == ['STUDENT = ""', *USUAL[:1], *USUAL[2:]]


def test_imports_of_a_test_cell_are_there_for_answers_below_it():
    source = [*SOURCE[:4], test_cell("import json\nassert f\nexpected = 1", "f-test"), *SOURCE[5:]]
    uses = answer("def g(x):\n    return json.loads('2') or expected", "g-answer")
    steps = done(changed({6: uses}), source)
    assert before(steps, "import json", uses.source)
    assert not any("expected = 1" in step for step in steps)


# ── what cannot be run ──────────────────────────────────────────────────────────────────────────


def test_a_cell_that_does_not_compile_costs_only_itself():
    plan = make_plan(SOURCE, changed({3: answer("f = = 3", "f-answer")}))
    assert [step.source or step.name for step in plan.steps] == [*USUAL[:2], *USUAL[3:]]
    assert plan.problems == {"f-test": "it does not compile (line 1: invalid syntax)"}
    said = "Cell 4 (f = = 3) was not run: it does not compile (line 1: invalid syntax)."
    assert plan.notes == (said,)


def test_a_broken_answer_that_was_written_again_counts():
    plan = make_plan(SOURCE, [*changed({3: answer("f = = 3", "f-answer")}), code("f = 3.2")])
    assert plan.answers["f-test"] == ("f = 3.2",) and plan.problems == {}


@pytest.mark.parametrize(
    "source, runs",
    {
        "%matplotlib inline\nf = 3.1": "pass\nf = 3.1",
        "!pip install x\nf = 3.1": "pass\nf = 3.1",
        "if True:\n    %cd ..\nf = 3.1": "if True:\n    pass\nf = 3.1",
        "%%time\nf = 3.1": "pass\nf = 3.1",
        "%time f = 3.1": "f = 3.1",
        "files = !ls\nf = 3.1": "pass\nf = 3.1",
        "math?\nf = 3.1": "pass\nf = 3.1",
        "f = 7 \\\n% 3": "f = 7 \\\n% 3",  # Python: nothing is left out
    }.items(),
)
def test_lines_that_only_jupyter_understands_are_left_out(source, runs):
    plan = make_plan(SOURCE, changed({3: answer(source, "f-answer")}))
    assert plan.answers["f-test"] == (runs,)
    assert bool(plan.notes) == (source != runs)


def test_a_cell_in_another_language_is_left_out():
    assert done([*HANDED_IN, code("%%bash\nrm -rf /")]) == USUAL


@pytest.mark.parametrize(
    "source", ["\x00", "\ud800", "(" * 5000, "x" * 300_000, "-" * 100_000 + "1", "9" * 9999]
)
def test_code_that_cannot_be_read_has_a_problem_and_nothing_else(source):
    read = read_code(source)
    assert read.problem and read == Code("", problem=read.problem)


def test_very_much_code_is_not_read():
    long = code("#" * 190_000 + "\nx = 1")
    plan = make_plan(SOURCE, [long] * (READ // 190_000 + 1) + [F])
    assert "characters of code" in plan.problems["f-test"]
    longest = answer("f = 3.1\n" + "#" * 200_000, "f-answer")
    problem = make_plan(SOURCE, [longest]).problems["f-test"]
    assert problem == "it has more than 200,000 characters"


def test_notes_are_few():
    plan = make_plan(SOURCE, [code("= 1")] * 100)
    assert len(plan.notes) == NOTES + 1 and "89 more" in plan.notes[-1]


# ── names ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "source, names",
    {
        "a = b = 1; c: int = 2; d += 1": "a b c d",
        "(a, [b, *c]), d.e, f[0] = x": "a b c",
        "def f(p):\n    q = 1": "f",
        "async def f(): pass\nclass C:\n    a = 1": "f C",
        "import a.b, c as d\nfrom e import g as h": "a d h",
        "for i in x:\n    if y:\n        z = 1": "i z",
        "with a as b: pass": "b",
        "try:\n    a = 1\nexcept E as e:\n    b = 2": "a b",
        "[i for i in x if (last := i)]": "last",
        "(lambda v: v)(1)": "",
        "def f():\n    global g\n    g = 1": "f g",
        "match p:\n    case [x, *rest]: pass": "x rest",
        "from os import *": "*",
    }.items(),
)
def test_names_that_a_cell_binds(source, names):
    assert read_code(source).binds == set(names.split())


@pytest.mark.parametrize(
    "source, names",
    {
        "a = b\nc += 1": "b c",
        "def f(x, *y, z=d, **w) -> e:\n    v = 1\n    return g(x, y, z, v, w)": "d e g",
        "def f():\n    global g\n    g += 1\n    h = 1": "g",
        "def f():\n    def inner(x): return x + y + n\n    y = 1": "n",
        "def f():\n    def inner(n): return n\n    return n": "n",
        "[x + k for x in xs if x for y in x]; x": "x xs k",
        "[x for x in x]": "x",
        "{k: v for k, v in d.items()}": "d",
        "lambda x, y=a: x + b": "a b",
        "@deco\nclass C(Base):\n    n = k\n    def m(self): return n": "deco Base k n",
        "try:\n    a\nexcept E as e:\n    e": "a E e",
        "def f():\n    import a.b as c\n    try:\n        c\n    except E as e:\n        e": "E",
        "del x": "x",
        "f'{a}'": "a",
    }.items(),
)
def test_names_that_a_cell_uses(source, names):
    assert read_code(source).uses == set(names.split())


def test_code_of_very_many_scopes_has_a_problem():
    read = read_code("lambda: " * 1500 + "1")
    assert read.problem and not read.source


def test_what_learners_see_of_a_cell():
    source = "a\n    ### BEGIN SOLUTION\n    b\n    ### END SOLUTION\nc"
    assert shown_part(source) == "a\nc"


@pytest.mark.parametrize(
    "stub", ["...", "pass", "# YOUR CODE HERE\n    raise NotImplementedError()", ""]
)
def test_a_starter_is_known_whatever_stands_for_the_answer(stub):
    assert is_starter(f"def g(x):\n    {stub}\n", SOURCE[6].source)
    assert is_starter("# YOUR CODE HERE\nraise NotImplementedError()", "all = of_it")
    assert not is_starter("def g(x):\n    return 1", SOURCE[6].source)
