"""The course as nbjudge's plugin: its packages, its exercises, and its verdicts.

The parent binds its packages, and the judge runs the rest; a worker has neither the bank nor any
other part of the course. A call that an exercise forbids is found by reading the answer: that stops
haste, not malice.
"""

import ast
import copy
import re
import sys
from dataclasses import replace
from pathlib import Path

from nbjudge.course import Codec, Course, Package, StandIn
from nbjudge.protocol.errors import OutOfTime
from nbjudge.protocol.proxies import StudentFunction, StudentObject
from nbjudge.results import CaseResult

import dtcourse
import dtlab
from dtlab import data

from . import release
from .bank import ASKING, find
from .cards.recording import record_with
from .judge_labs import line_results, report_on
from .judging.exercise import Exercise
from .judging.judge import judge
from .judging.running import Outcome, TimeUp, outcomes
from .judging.verdicts import all_cases, wrong

MODULES = ("dtcourse", "dtlab.exercises")  # the second in notebooks of dtlab 0.2
SILENT = ("check", "guess", "hint", "progress", "quiz", "reveal", "solution", "submit")
HOW_TO_OPEN = """
   It imports dtlab, the package of the course: `make lab` in a copy of the course installs it and
   opens JupyterLab; put {name}.ipynb into the folder work there. The README of the course says how
   to install it on Windows or with conda."""
LINK = re.compile(r"\[([^]]+)\]\(\.\./[^)]+\)")  # to another notebook of the course
STAYS = " Nothing leaves this computer."
SHOWS = re.compile(r' After a try, `solution\("[^"]+"\)` shows one way\.')


class TreeCourse(Course):
    """What this course offers to nbjudge; `nbjudge.course.Course` says what each member is for."""

    name = "dtlab"
    version = dtlab.__version__

    def packages(self):
        """dtlab, its data without the rows kept back, and for the judge the course itself."""
        package = Path(dtlab.__file__).parent
        course = Package(Path(__file__).parent, "dtcourse", judge_only=True)
        if data.folder().is_relative_to(package):
            return (Package(package, "dtlab", hidden=("_data/kept_back",)), course)
        # a checkout has its data beside the package
        return (
            Package(package, "dtlab"),
            Package(data.folder(), "data", hidden=("kept_back",)),
            course,
        )

    def environment(self):
        """What others answered is not the lecturer's progress."""
        return {"DTLAB_PROGRESS": ":memory:"}

    def cannot_run(self):
        """Spark, by whatever name the course starts it."""
        return dict.fromkeys(("dtcourse.spark", "dtlab.spark", "local_session"), "Spark")

    def silent_modules(self):
        """The cards show nothing in a worker; `draw` asks the judge, who has the bank."""
        return dict.fromkeys(MODULES, StandIn(SILENT, {"grade": 0.0}, asks=("draw",)))

    def codecs(self):
        """Trees cross as JSON, and what shows its work as its number."""
        return (
            Codec("Node", "dtlab.tree.node", "Node", "to_json", "from_json"),
            Codec("Work", "dtlab.work.shown", "Work", "__float__"),
        )

    def answers(self):
        """`draw`: the data of an exercise for a student."""
        return {"draw": drawn}

    def recorder(self, submission, hidden):
        """Keeps the verdicts of `grade` and `submit`."""
        sys.modules["dtlab.exercises"] = dtcourse  # by this name a source of dtlab 0.2 imports it
        recorder = VerdictRecorder(submission, hidden)
        record_with(recorder)
        return recorder

    def releases(self):
        """The graded sets."""
        return {number: release.stem(number) for number in release.graded_sets()}

    def release(self, name):
        """A graded set without what is true only in the course: links to notebooks, a promise."""
        source = release.source_notebook(name)
        for cell in source.cells:
            if cell.cell_type == "markdown":
                cell.source = LINK.sub(r"\1", cell.source).replace(STAYS, "")
        return source

    def without_solutions(self, source):
        """A set of the course, or a copy of one, whose first cells do not offer its solutions."""
        for cell in source.cells:
            cell.source = SHOWS.sub("", cell.source)
            for asking in (ASKING, ASKING.replace("dtcourse", "dtlab.exercises")):
                cell.source = cell.source.replace(asking, asking.removesuffix(", solution"))
        return source

    def how_to_open(self, name, notebook):
        """Where dtlab comes from."""
        return HOW_TO_OPEN.format(name=name) if "dtlab" in notebook else ""


COURSE = TreeCourse()


def drawn(item_id, student=""):
    """The data of this exercise for this student; each call gives a copy of its own."""
    return copy.deepcopy(find(item_id, Exercise).of(student).data)


class VerdictRecorder:
    """Answers `grade`, `draw` and `submit` while a test cell runs, and keeps the verdicts.

    The first pass tries public cases alone, and says what is wrong. The second tries all, and
    says nothing about them. A lab's model, whose rows are all hidden, is judged in the second
    alone: what is said there are numbers of the judge's.

    Parameters:
        submission: the code of all cells that are run.
        hidden: False in the first pass.
    """

    def __init__(self, submission, hidden):
        self.submission, self.hidden = submission, hidden
        self.begin(())

    def begin(self, answers):
        """A test cell begins; these are the sources of its answers."""
        self.answers = answers
        self.verdicts, self.reports = {}, []

    def called(self, name, *args, **kwargs):
        """Answer a call of one of the course's functions; those that only show do nothing."""
        functions = {"draw": drawn, "grade": self.grade, "submit": self.submit}
        return functions[name](*args, **kwargs) if name in functions else None

    def grade(self, item_id, answer=..., student="", hidden=False):
        """The points of an answer; hidden cases always count."""
        if item_id not in self.verdicts:
            item = find(item_id, Exercise).of(student if isinstance(student, str) else "")
            if self.hidden:
                verdict = without_words(self.verdict(item, answer))
            else:
                verdict = with_waiting(item, self.verdict(replace(item, hidden=()), answer))
            self.verdicts[item_id] = item, verdict
        return self.verdicts[item_id][1].points

    def submit(self, *submitted):
        """The report on a lab's model."""
        is_model = any(isinstance(one, StudentObject) for one in submitted)
        report = report_on(*submitted[: 1 if is_model and not self.hidden else None])
        quiet = self.hidden and not is_model and report.tone != "note"
        self.reports.append((report if not quiet else replace(report, head=""), is_model))
        return report

    def cases(self, points):
        """What was recorded in a cell of so many points, as results of tests."""
        for item, verdict in self.verdicts.values():
            yield from case_results(item, verdict, points)
        for report, is_model in self.reports:
            yield from line_results(report, points, is_model)

    def verdict(self, item, answer):
        """What `check` would say about the answer."""
        if isinstance(answer, StudentFunction):
            called = forbidden_call(item.forbidden, self.answers, self.submission)
            if called:
                return wrong(item, f"it calls `{called}` of dtlab, so it earns nothing.")
        return judge(item, answer, outcomes=outcomes_in_worker)


def without_words(verdict):
    """A verdict that tells how each case ended, and nothing that the answer gave."""
    cases = tuple(replace(case, sentence="") for case in verdict.cases)
    return replace(verdict, cases=cases, mistake="")


def with_waiting(item, verdict):
    """A verdict on the public cases, with the hidden ones as those that were not run yet."""
    every = all_cases(item, "", "not run")
    share = len(verdict.cases) / len(every)
    public = [
        replace(case, worth=case.worth * share, points=case.points * share)
        for case in verdict.cases
    ]
    return replace(verdict, cases=(*public, *every[len(public) :]))


def outcomes_in_worker(function, cases, seconds):
    """One outcome per case. For a student's function the worker limits time, and tries once."""
    if not isinstance(function, StudentFunction):
        return outcomes(function, cases, seconds)
    results = []
    for case in cases:
        args, kwargs = copy.deepcopy((case.args, case.kwargs))
        try:
            results.append(Outcome(function(*args, **kwargs)))
        except OutOfTime:
            results.append(Outcome(error=TimeUp()))
        except Exception as error:
            results.append(Outcome(error=error))
    return results


# ── reading an answer ───────────────────────────────────────────────────────────────────────────


def forbidden_call(forbidden, answers, submission):
    """The function of dtlab that an answer uses although it must not; None if there is none.

    Parameters:
        forbidden: the names.
        answers: the sources of the cells that count as the answer.
        submission: the sources of all cells, for their imports.
    """
    if not forbidden:
        return None
    functions, modules, own = {}, set(), set()
    for tree in map(ast.parse, submission):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "dtlab":
                for alias in node.names:
                    names = forbidden if alias.name == "*" else [alias.name]
                    functions |= {alias.asname or name: name for name in names}
                    modules.add(alias.asname or alias.name)
            elif isinstance(node, ast.Import):
                ours = [a for a in node.names if a.name.split(".")[0] == "dtlab"]
                modules |= {alias.asname or "dtlab" for alias in ours}
        own |= bound_in(tree.body)
    for tree in map(ast.parse, answers):
        own |= bound_in(ast.walk(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in own:
                used = functions.get(node.id)
            elif isinstance(node, ast.Attribute) and root_of(node) in modules:
                used = node.attr
            else:
                continue
            if used in forbidden:
                return used
    return None


def bound_in(statements):
    """The names that these nodes define or assign."""
    names = set()
    for node in statements:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            stored = (part for target in node.targets for part in ast.walk(target))
            names |= {part.id for part in stored if isinstance(part, ast.Name)}
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def root_of(node):
    """The first name of a dotted one: "dtlab" of `dtlab.measures.entropy`; None without one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return getattr(node, "id", None)


def case_results(item, verdict, most):
    """The test cases of a verdict as results, scaled to the points of its cell."""
    share = most / item.points
    mistake = verdict.mistake
    for case in verdict.cases:
        told = "" if case.passed or not mistake else mistake
        mistake = mistake if case.passed else ""
        yield CaseResult(
            name=case.name,
            points=case.points * share,
            max=case.worth * share,
            outcome=case.outcome,
            reason="" if case.hidden else case.sentence,
            mistake="" if case.hidden else told,
            hidden=case.hidden,
        )
