"""`check` an answer, ask for a `hint`, see the `solution`; `draw` and `grade` in a graded set."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

from dtlab.notebook.stills import UNSEEN

from ..bank import NoSuchItem, find
from ..judging.exercise import Exercise
from ..judging.items import Check, now
from ..judging.judge import Verdict, judge, untried
from ..judging.labs import LABS, find_lab
from . import record
from .card import Card, calm, views
from .recording import recorded


class Points(float):
    """Points that a cell ends in, for nbgrader; the card above has shown them to the reader."""

    def __repr__(self):
        return f"{self:g}"

    def _repr_html_(self):
        return UNSEEN


@recorded
@calm
def check(item_id: str, answer: object = ..., student: str = "") -> Verdict:
    """Say whether the answer (a value, or a function) is right and, if not, what went wrong.

    Parameters:
        item_id: the id of a task ("03.t1") or of an exercise ("03.1").
        answer: a value, or a function where one is asked for; left out (default), the task is
            shown.
        student: the learner's name or number, where each learner has other data; empty by default.

    >>> check("00.t1", 4)
    ○ Not yet: you have 4.
      That is the number of columns: each region is a row.
    >>> check("00.t1", 7).passed
    True
    """
    item = find(item_id, Check).of(student)
    return _with_help(_recorded(item, answer), item)


@recorded
def grade(item_id: str, answer: object = ..., student: str = "", hidden: bool = False) -> float:
    """Show what `check` says, and return the points: the last line of a test cell.

    The test cases of a function share its points; a value is right or not.

    Parameters:
        item_id: the id of an exercise, such as "03.1".
        answer: a value, or a function where one is asked for; left out (default), 0 points.
        student: the learner's name or number, where each learner has other data; empty by default.
        hidden: True counts the hidden inputs among the test cases. Without it (default) they are
            tried as well, so that the points are the same, and the card says how many there are.

    >>> points = grade("02.1", 3 / 52)
    ○ Not yet: you have 0.0576923.
      That is the chance; the surprise is −log₂ of it.
      0 of 1 points.
    """
    from IPython.display import display

    card = _graded(item_id, answer, student, hidden)
    display(card)
    return Points(getattr(card, "points", 0))


@calm
def _graded(item_id, answer, student, hidden):
    item = find(item_id, Exercise).of(student)
    verdict = _recorded(item, answer)
    kept = 0 if hidden else len(item.hidden)
    head, body = verdict.head, verdict.body
    body = body[1:] if verdict.passed is None else body  # the text stands above
    said = f"**{verdict.points:g} of {item.points} points"
    passed = sum(case.passed for case in verdict.cases)
    n = len(verdict.cases)
    if passed in (0, n):
        body += (f"{said}.**",)
    else:
        before = f"; {verdict.before} did before your change" if verdict.before else ""
        same = f" {kept} of the {n} are not shown; grading tries the same {n}." if kept else ""
        body += (f"{said}:** {passed} of {n} test cases pass{before}.{same}",)
    if kept and verdict.passed:
        head = f"Right: all {len(item.tests)} test cases pass."
        more = "1 more input was tried as well, and agrees."
        body += (more if kept == 1 else f"{kept} more inputs were tried as well, and agree.",)
    return _with_help(replace(verdict, head=head, body=body), item)


@recorded
@calm
def draw(item_id: str, student: str = "") -> Any:
    """A student's own data for an exercise; they depend only on the exercise and on `student`.

    Parameters:
        item_id: the id of an exercise that draws data, such as "01.1".
        student: the learner's name or number; empty (default), the data that the course was tried
            with.

    >>> draw("01.1", "Ada")
    {'bus': 12, 'bike': 9, 'on foot': 11}
    """
    item = find(item_id, Exercise)
    if item.draw is None:
        raise NoSuchItem(f"exercise {item.id} has no data per student: all get the same")
    return copy.deepcopy(item.of(student).data)


def _recorded(item, answer):
    verdict = untried(item) if answer is ... else judge(item, answer)
    if verdict.passed is not None:
        if verdict.passed and record.place() is not None:
            verdict = _praised(verdict, record.about("checks", item.id))
        record.tried(item.id, verdict.passed)
        verdict = replace(verdict, body=verdict.body + record.notices())
    return verdict


def _praised(verdict, before):
    """A right answer's verdict with a warm word, the first time."""
    if before.get("done") is True:
        return verdict
    tries = record.count(before, "tries")
    warm = (
        f"At try {tries + 1}: it was worth going on." if tries else "At the first try: well done."
    )
    why, *rest = verdict.body or ("",)
    return replace(verdict, body=(f"**{warm}** {why}".rstrip(), *rest))


def _with_help(card, item):
    """The card of an open task with buttons for hints and solution, where a learner is at work."""
    if card.passed or record.place() is None:
        return card
    return replace(card, live=lambda: views().live_help(card, item))


@recorded
@calm
def hint(item_id: str) -> Card:
    """The next hint; each is stronger than the one before. After the last they begin again.

    Parameters:
        item_id: the id of a task ("03.t1") or of an exercise ("03.1").

    >>> hint("00.t1")
    → Hint 1 of 3 · 00.t1
      `veg.frame` shows the table.
    """
    item = find(item_id, Check)
    number = record.count(record.about("checks", item.id), "hints") % len(item.hints)
    record.change("checks", item.id, lambda _: {"hints": number + 1})
    return hint_card(item, number, *record.notices())


def hint_card(item, number, *notices):
    """One hint, counted from 0; the last says that it is."""
    head = f"Hint {number + 1} of {len(item.hints)} · {item.id}"
    last = (
        f'This was the last hint. After a try, `solution("{item.id}")` shows one way to solve it.'
    )
    last = last if number + 1 == len(item.hints) else ""
    return Card("hint", head, tuple(filter(None, (now(item.hints[number]), last, *notices))))


@recorded
@calm
def solution(item_id: str, force: bool = False) -> Card:
    """One way to solve a task, once it was tried.

    Parameters:
        item_id: the id of a task ("03.t1"), of an exercise ("03.1") or of a lab ("lab1").
        force: True shows it before a try, too; False by default.

    >>> solution("00.t1", force=True)
    → One way to solve 00.t1
          answer = len(veg.frame)
      Each row of the table is a region, so counting rows counts regions.
    """
    item = find_lab(item_id) if item_id in LABS else find(item_id, Check)
    before = record.about("checks", item.id)
    if not (force or record.count(before, "tries")):
        call = "submit" if item_id in LABS else "check"
        advice = f'A try comes first, and a wrong one counts: `{call}("{item.id}", ...)`. '
        advice += f'`hint("{item.id}")` helps; ' if call == "check" else ""
        advice += f'`solution("{item.id}", force=True)` shows it anyway.'
        return Card("note", f"Not tried yet · {item.id}", (advice,))
    record.change("checks", item.id, lambda _: {"solution": True})
    source = "\n".join(f"    {line}" for line in item.solution.strip("\n").split("\n"))
    return Card("solution", f"One way to solve {item.id}", (source, now(item.explanation)))
