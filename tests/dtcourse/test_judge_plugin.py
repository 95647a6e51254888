"""dtlab's own sets go through the grader: the judge has the bank, the worker does not."""

import json
from dataclasses import replace

import pytest
from helpers.lab_4 import plain_answer
from helpers.nbgrader_answers import mixture, our_marks
from helpers.nbgrader_answers import notebook as set_notebook
from judge_helpers.own_order import runs_in_its_own_order
from judge_helpers.small_assignment import graded as small_graded
from judge_helpers.small_assignment import need_sandbox, notebook, submission
from nbjudge.course import find_course
from nbjudge.judging import session
from nbjudge.judging.assignment import Assignment, GradingError, read_assignment
from nbjudge.judging.paths import allowed
from nbjudge.protocol.errors import NotPlain
from nbjudge.protocol.values import decode, encode
from nbjudge.protocol.wire import pack, unpack
from nbjudge.sandbox.limits import Limits

from dtcourse import release
from dtcourse.judge_plugin import COURSE, forbidden_call
from dtcourse.judging.labs import find_lab, submit
from dtcourse.paths import notebooks
from dtlab import data, work
from dtlab.tree import ask

LIMITS = Limits(60.0, 200.0)  # a busy machine must not fail a reference answer


LEARNED = {}


def learned(assignment):
    """Limits that know where the source's own solution gives objects."""
    content = assignment.content
    if content not in LEARNED:
        result, end = session._Session(assignment, LIMITS, True, learn=True).grade(content)
        second = session._Session(assignment, LIMITS, True, learn=True, first=result)
        ends = end, second.grade(content)[1]
        objects, plain = ({x for e in ends for x in e[what]} for what in ("objects", "plain"))
        LEARNED[content] = replace(LIMITS, objects=allowed(objects, plain))
    return LEARNED[content]


QUICK = ("02", "05_counting_trees")
SETS = release.graded_sets()


def set_assignment(number):
    path = notebooks() / "solutions" / f"{release.stem(number)}.ipynb"
    return read_assignment(path.read_bytes(), number, course=COURSE)


@pytest.fixture(scope="module", autouse=True)
def one_pair_of_servers():
    """Servers that have imported what all sets import serve the next set too."""
    everything = [IMPORTS, *(line for n in SETS for line in set_assignment(n).imports)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Assignment, "imports", tuple(everything))
        yield


def graded(number, content):
    need_sandbox()
    assignment = set_assignment(number)
    result = session.grade_submission(assignment, content, learned(assignment))
    assert result.status == "ok", result.reason
    return {cell.grade_id: cell for cell in result.cells}


each_set = pytest.mark.parametrize(
    "number",
    [
        number if number in QUICK else pytest.param(number, marks=pytest.mark.slow)
        for number in SETS
    ],
)


@each_set
def test_every_reference_answer_gets_all_points(number):
    cells = graded(number, set_assignment(number).content)
    assert len(cells) == len(release.exercises(number))
    for cell in cells.values():
        assert (cell.points, cell.outcome) == (cell.max, "passed"), cell


def test_the_untouched_set_gets_nothing():
    cells = graded("02", json.dumps(set_notebook("exercises", "02")).encode())
    assert {cell.points for cell in cells.values()} == {0}


@each_set
def test_mistakes_get_the_marks_that_the_learner_saw(number):
    submission = mixture(number, "Ada")
    cells = graded(number, json.dumps(submission).encode())
    given = {name: cell.points for name, cell in cells.items()}
    assert given == pytest.approx(our_marks(number, "Ada", submission), abs=0.005)


def test_what_is_handed_out_is_graded_like_the_set():
    need_sandbox()
    submission, assignment = COURSE.without_solutions(mixture("02", "Ada")), set_assignment("02")
    assert submission != mixture("02", "Ada")
    contents = [json.dumps(one).encode() for one in (submission, mixture("02", "Ada"))]
    first, second = (session.grade_submission(assignment, one, LIMITS) for one in contents)
    assert (first.total, first.note) == (second.total, "")


def test_a_known_mistake_is_named():
    cells = graded("02", json.dumps(mixture("02", "Ada")).encode())
    assert {cell.outcome for cell in cells.values()} >= {"passed", "failed"}
    assert any(test.mistake for cell in cells.values() for test in cell.tests)


# ── what crosses, and what a worker sees ────────────────────────────────────────────────────────


def refuse(*_):
    raise AssertionError("nothing here needs a handle")


def there_and_back(value):
    sent = pack(encode(value, refuse, COURSE.codecs()))
    return decode(unpack(sent[4:]), refuse, COURSE.codecs())


def test_a_tree_arrives_whole_and_shown_work_as_its_number():
    tree = ask("Man", {True: "Brian", False: ask("Hair", {"long": "Aoife", "short": "Emma"})})
    assert there_and_back(tree) == tree
    number = there_and_back(work.entropy({"no": 1, "yes": 1}))
    assert type(number) is float and number == 1.0


TREE = ask("Man", {True: "Brian", False: "Aoife"}).to_json()
FORGED = {
    "not a tree": "{}",
    "half a tree": TREE[:-1],
    "tree of large numbers": TREE.replace("null", str(10**20), 1),
}


@pytest.mark.parametrize("text", FORGED.values(), ids=FORGED)
def test_a_forged_tree_is_none(text):
    assert text != TREE
    with pytest.raises(NotPlain):
        decode(["Node", text], refuse, COURSE.codecs())


TELLS = """
import glob, os
def told(attempt):
    try:
        return repr(eval(attempt))
    except BaseException as error:
        return type(error).__name__
def mean(numbers):
    raise ValueError([told(attempt) for attempt in {attempts!r}])
"""


def test_a_worker_finds_dtlab_and_its_data_but_no_answer():
    attempts = [
        "__import__('dtlab').load('diamonds').X.shape[0] > 0",
        "glob.glob('/course/**/*.ipynb', recursive=True)",
        "sorted(set(os.listdir('/course')) - {'data', 'dtlab', 'nbjudge'})",
        "__import__('dtcourse.bank')",
        "__import__('dtcourse').__dict__.get('find')",
        "glob.glob('/course/**/kept_back/*', recursive=True)",
        f"os.listdir({str(notebooks())!r})",
        f"os.listdir({str(data.folder())!r})",
        "os.environ['DTLAB_PROGRESS']",
    ]
    result = small_graded(submission(mean=TELLS.format(attempts=attempts)), COURSE)
    said = result.cells[0].tests[0].reason.removeprefix("ValueError: ").partition(" (line ")[0]
    gone = "FileNotFoundError"
    assert eval(said) == [
        *("True", "[]", "[]", "ModuleNotFoundError", "None", "[]", gone, gone, "':memory:'")
    ]
    assert [*data.folder().glob("kept_back/*")], "there is something to hide"


def test_the_course_is_found_by_its_entry_point():
    assert find_course("dtlab") is COURSE


@pytest.mark.parametrize("number", SETS)
def test_our_sets_run_in_their_own_order_with_and_without_metadata(number):
    source = release.source_notebook(number)
    runs_in_its_own_order(source, release.learners(source))


SPIES = """
seen = []
def f(x):
    seen.append(x)
    return seen
def g(x):
    raise ValueError(seen)
"""


def test_hidden_inputs_of_a_set_reach_no_text_of_the_same_cell_or_below():
    need_sandbox()
    graded_cell = {"grade": True, "locked": True, "points": 2}
    test = 'from dtcourse import grade\npoints = grade("02.3", f)\npoints'
    source = [
        ("code", "def f(x):\n    return x\ndef g(x):\n    return x", {"grade_id": "f"}),
        ("code", test, {"grade_id": "f-test"} | graded_cell),
        ("code", "assert g(1) == 1", {"grade_id": "g-test"} | graded_cell),
    ]
    source[0][2]["solution"] = True
    assignment = read_assignment(notebook(source), "f", course=COURSE)
    answer = notebook([("code", SPIES, source[0][2]), *source[1:]])
    result = session.grade_submission(assignment, answer, LIMITS)
    public = "ValueError: [[1, 1], [6, 2], [3, 3, 2], [5, 0]] "
    assert result.cells[1].tests[0].reason.startswith(public)
    hidden = [test for test in result.cells[0].tests if test.hidden]
    assert hidden and not any(test.reason for test in hidden) and result.status == "ok"
    assert "[7]" not in result.to_json() and "10, 0, 30, 0" not in result.to_json()


# ── answers ─────────────────────────────────────────────────────────────────────────────────────


def answers(**sources):
    cells = [("code", "from dtlab import entropy as e\nimport math", {})]
    for name, source in sources.items():
        cells.append(("code", source, {"grade_id": f"02-{name[1:]}-answer", "solution": True}))
    return notebook(cells)


def test_a_hidden_input_is_not_told():
    cells = graded("02", answers(_3="def plain_entropy(counts):\n    raise ValueError(counts)"))
    hidden = [test for test in cells["02-3-test"].tests if test.hidden]
    assert hidden
    assert {(test.reason, test.mistake, test.outcome) for test in hidden} == {("", "", "error")}


def test_an_answer_that_was_not_run_to_its_end_says_why():
    broken = {"_1": "answer_1 = 1 / 0", "_2": "answer_2 = ...\nraise ValueError('bag')"}
    cells = graded("02", answers(_3="def plain_entropy(counts)\n    return 1", **broken))
    tests = [*cells["02-1-test"].tests, *cells["02-2-test"].tests, *cells["02-3-test"].tests]
    assert [(test.reason, test.hidden) for test in tests] == [
        (
            "Your cell stopped: ZeroDivisionError: division by zero (line 1: answer_1 = 1 / 0)",
            False,
        ),
        ("Your cell stopped: ValueError: bag (line 2: raise ValueError('bag'))", False),
        ("Your cell was not run: it does not compile (line 1: expected ':')", False),
    ]


def test_a_constant_that_is_the_right_answer_of_a_case_is_no_reason_to_warn():
    need_sandbox()  # None is right where 04.3 has nothing to ask
    assert [*session.constant_warnings(set_assignment("04"), LIMITS, True)] == []


def test_a_forbidden_call_earns_nothing_and_says_so():
    cells = graded("02", answers(_3="def plain_entropy(counts):\n    return e(counts)"))
    cell = cells["02-3-test"]
    assert cell.points == 0
    assert "entropy" in str(cell.tests)
    own = "def entropy(counts):\n    return 1\ndef f(counts):\n    return entropy(counts)"
    assert forbidden_call(("entropy",), [own], [own, "from dtlab import entropy"]) is None
    other = ["from dtlab import entropy\nentropy([1])", "def f(counts):\n    return 1"]
    assert forbidden_call(("entropy",), other[1:], other) is None
    assert forbidden_call(("entropy",), ["d.entropy([1])"], ["import dtlab as d"]) == "entropy"


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from dtlab import *", "entropy([1])"),
        ("import dtlab.measures", "dtlab.measures.entropy([1])"),
        ("from dtlab import entropy\ndef other():\n    entropy = 1", "entropy([1])"),
    ],
)
def test_a_forbidden_call_is_found_however_it_was_imported(imports, call):
    answer = f"def f(counts):\n    return {call}"
    assert forbidden_call(("entropy",), [answer], [imports, answer]) == "entropy"
    mine = f"def f(entropy):\n    return {call}"
    if call.startswith("entropy"):
        assert forbidden_call(("entropy",), [mine], [imports, mine]) is None, (
            "an argument of its own"
        )


@pytest.mark.parametrize(
    ("imports", "drawn"),
    [
        ("from dtcourse import draw", "draw('02.2', STUDENT)"),
        ("from dtcourse import draw", "draw('02.2', student=STUDENT)"),
        ("import dtlab", "dtlab.exercises.draw('02.2', STUDENT)"),
    ],
)
def test_a_draw_in_the_sandbox_is_the_students_own(imports, drawn):
    needed = f"{imports}\nSTUDENT = 'Ada'\nbag = {drawn}\n"
    answer = needed + "p = [c / sum(bag) for c in bag]\nimport math\n"
    answer += "answer_2 = -sum(x * math.log2(x) for x in p)"
    assert graded("02", answers(_2=answer))["02-2-test"].points > 0


IMPORTS = """
from sklearn.model_selection import GridSearchCV, cross_val_score, train_test_split
from sklearn.metrics import root_mean_squared_error
from sklearn.pipeline import make_pipeline
from sklearn.tree import DecisionTreeClassifier
from dtlab import *
from dtcourse import submit
"""
LIES = """
class Liar:
    def __init__(self, model):
        self.model, self.tree_ = model, ID3(max_depth=1).fit(sites.X, sites.y).tree_
        self.feature_names_in_ = model.feature_names_in_
    def predict(self, X):
        return self.model.predict(X)
    def get_n_leaves(self):
        return 1
model = Liar(ID3().fit(sites.X, sites.y))
"""
OTHER_LIBRARY = """
pages = load("seattle_rain")
X = pages.X[["temp_min", "temp_max", "wind"]]
model = GridSearchCV(make_pipeline(DecisionTreeClassifier(max_leaf_nodes=9)), {}).fit(X, pages.y)
reported = 0.75
"""


def lab_cells(lab, code):
    test = f'submit("{lab}", model, reported).points'
    about = {"grade_id": "test", "grade": True, "locked": True, "points": 4}
    return [
        ("code", IMPORTS, {"grade_id": "imports", "locked": True}),
        ("code", code, {"grade_id": "model", "solution": True}),
        ("code", test, about),
    ]


def lab_result(lab, code):
    need_sandbox()
    assignment = read_assignment(
        notebook(lab_cells(lab, find_lab(lab).solution)), lab, course=COURSE
    )
    handed_in = notebook(lab_cells(lab, code))
    (cell,) = session.grade_submission(assignment, handed_in, learned(assignment)).cells
    return cell


@pytest.mark.slow
@pytest.mark.parametrize("lab", ["lab1", "lab2", "lab3"])
def test_a_lab_goes_through_the_grader(lab):
    assert lab_result(lab, find_lab(lab).solution).points == 4
    wrong, said = list(find_lab(lab).wrong.items())[-1]
    cell = lab_result(lab, wrong)
    assert cell.points < 4
    assert said in " ".join(test.reason for test in cell.tests)


@pytest.mark.slow
def test_the_size_of_a_model_is_that_of_a_tree_made_anew():
    honest = find_lab("lab1").solution
    told = [test.reason for test in lab_result("lab1", honest + LIES).tests]
    assert "Its leaves cannot be counted" in told[-1]
    told = [test.reason for test in lab_result("lab2", OTHER_LIBRARY).tests]
    assert told[-1] == "It has at most 16 leaves."


LIARS = """
days = load("seattle_rain")
X, y = days.X[["temp_min", "temp_max", "wind"]], days.y
large, small = DecisionTreeClassifier().fit(X, y), DecisionTreeClassifier(max_depth=1).fit(X, y)
stump = DecisionTreeClassifier().fit((large.predict(X) == large.classes_[0]).reshape(-1, 1), y)
reported = 0.7
class Step:
    def transform(self, X): return (large.predict(X) == large.classes_[0]).reshape(-1, 1)
class Liar:
    feature_names_in_, classes_, n = [*X.columns], large.classes_, 0
    def predict(self, X):
        self.n += 1
        return (large if self.n < 3 else small).predict(X)
model = Liar()
"""
WAYS = {
    "a step that is a model": "model.steps = [('a', Step()), ('b', stump)]",
    "another answer when it is counted": "model.tree_ = small.tree_",
    "a subclass": "class S(DecisionTreeClassifier):\n    predict = lambda self, X: Liar.predict("
    "model, X)\nsub = S(max_depth=1).fit(X, y)\nmodel = sub\nsub.n = 0",
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_model_that_understates_its_size_is_not_counted(way):
    told = [test.reason for test in lab_result("lab2", LIARS + way).tests]
    assert "leaves cannot be counted" in told[-1]


LAB_4 = 'answer = ...\nsubmit("lab4", model, reported, for_marks=True)'  # the untouched cell


def lab_4(answers):
    """Lab 4 with Spark code in it, and these answers, as docs/for_lecturers.md says."""
    for cell in json.loads((notebooks() / "labs" / "4_spark.ipynb").read_text())["cells"]:
        source = "".join(cell["source"]).replace("pipeline = ...", find_lab("lab4").solution)
        yield ("code" if cell["cell_type"] == "code" else "text", source, {})
    for number, answer in enumerate(answers):
        about = {"grade_id": f"answer {number}", "solution": True}
        yield ("code", answer.replace("answer = ", f"answer_{number} = "), about)
        about = {"grade_id": f"test {number}", "grade": True, "locked": True, "points": 4}
        yield ("code", f'submit("lab4", answer_{number}).points', about)


def test_lab_4_is_graded_by_its_predictions_where_no_spark_can_run():
    need_sandbox()
    answers = {
        plain_answer(): 4,
        plain_answer(error=2000, trees=61): 1,
        "answer = 'a folder'": 0,
        LAB_4: 0,
    }
    solved = f"{LAB_4}\n### BEGIN SOLUTION\n{plain_answer()}\n### END SOLUTION"
    source = read_assignment(notebook(lab_4([solved] * len(answers))), "lab4", course=COURSE)
    result = session.grade_submission(source, notebook(lab_4(answers)), LIMITS)
    assert [cell.points for cell in result.cells] == [*answers.values()], result
    for cell, text in zip(result.cells, answers, strict=True):
        told = [f"{'✓' if test.points else '○'} {test.reason}" for test in cell.tests]
        exec(text, space := {"submit": submit, "model": ..., "reported": ...})
        if cell.points:  # then the learner has read the same
            assert told == [*submit("lab4", space["answer"]).body[:4]]
    *_, folder, untouched = (cell.tests[0] for cell in result.cells)
    assert "is not what `submit" in folder.reason
    assert (untouched.reason, untouched.outcome) == ("Not tried yet · lab4", "not run")


def test_a_source_that_needs_spark_is_refused_unless_a_person_grades_it():
    cells = lab_cells("lab4", find_lab("lab4").solution)
    with pytest.raises(GradingError, match=r"cell model needs Spark, .*: mark the answer as one"):
        read_assignment(notebook(cells), "lab4", course=COURSE)
    kind, source, about = cells[1]
    by_hand = [cells[0], (kind, source, about | {"grade": True, "points": 4})]
    (item,) = read_assignment(notebook(by_hand), "lab4", course=COURSE).graded
    assert item.manual
