"""dtlab's own exercises in the judge: `grade` records every test case, `draw` gives the data.

The judge has the bank, the worker does not. A call that an exercise forbids is found by reading the
answer: that stops haste, not malice.
"""

import ast
import copy
from dataclasses import replace

from .proxies import OutOfTime, StudentFunction


def draw(exercise, student):
    """The data of this exercise for this student."""
    from ..exercises.bank import find
    from ..exercises.exercise import Exercise

    return copy.deepcopy(find(exercise, Exercise).of(student).data)


class Recorder:
    """Stands in for `dtlab.exercises` while a test cell runs, and keeps the verdicts.

    Parameters:
        submission: the code of all cells that are run.
    """

    def __init__(self, submission):
        from .. import exercises

        self.submission = submission
        self.begin(())
        exercises.grade, exercises.draw, exercises.submit = self.grade, draw, self.submit
        for name in ("check", "hint", "solution", "progress", "guess", "reveal", "quiz"):
            setattr(exercises, name, lambda *args, **kwargs: None)

    def begin(self, answers):
        """A test cell begins; these are the sources of its answers."""
        self.answers, self.verdicts, self.reports, self.saw_hidden = answers, {}, [], False

    def grade(self, item_id, answer=..., student="", hidden=False):
        """The points of an answer, as in `dtlab.exercises`; hidden cases always count."""
        from ..exercises.bank import find
        from ..exercises.exercise import Exercise

        if item_id not in self.verdicts:
            item = find(item_id, Exercise).of(student if isinstance(student, str) else "")
            verdict = self.verdict(item, answer)
            if self.saw_hidden:  # its values could tell the hidden inputs of another exercise
                cases = [replace(case, sentence="") for case in verdict.cases]
                verdict = replace(verdict, cases=tuple(cases))
            self.verdicts[item_id] = item, verdict
            self.saw_hidden = self.saw_hidden or bool(item.hidden)
        return self.verdicts[item_id][1].points

    def submit(self, *submitted):
        """The report on a lab's model."""
        from .our_labs import report_on

        self.saw_hidden = True
        self.reports.append(report_on(*submitted))
        return self.reports[-1]

    def results(self, most):
        """What was recorded in a cell of so many points, as results of tests."""
        for item, verdict in self.verdicts.values():
            yield from case_results(item, verdict, most)
        for report in self.reports:
            from .our_labs import line_results

            yield from line_results(report, most)

    def verdict(self, item, answer):
        """What `check` would say about the answer."""
        from ..exercises import judging
        from ..exercises.verdicts import wrong

        if isinstance(answer, StudentFunction):
            called = forbidden_call(item.forbidden, self.answers, self.submission)
            if called:
                return wrong(item, f"it calls `{called}` of dtlab, so it earns nothing.")
        judging.outcomes = _outcomes
        return judging.judge(item, answer)


def _outcomes(function, cases, seconds):
    """One outcome per case. For a student's function the worker limits time, and tries once."""
    from ..exercises.running import Outcome, TimeUp, outcomes

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
                    functions[alias.asname or alias.name] = alias.name
                    modules.add(alias.asname or alias.name)
            elif isinstance(node, ast.Import):
                ours = [a for a in node.names if a.name.split(".")[0] == "dtlab"]
                modules |= {alias.asname or "dtlab" for alias in ours}
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                own.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                own.add(node.id)
    for tree in map(ast.parse, answers):
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in own:
                used = functions.get(node.id)
            elif isinstance(node, ast.Attribute) and getattr(node.value, "id", None) in modules:
                used = node.attr
            else:
                continue
            if used in forbidden:
                return used
    return None


def case_results(item, verdict, most):
    """The test cases of a verdict as results, scaled to the points of its cell."""
    from .results import CaseResult

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
