"""`check` an answer, ask for a `hint`, see the `solution`; `draw` and `grade` in a graded set."""

import copy
from dataclasses import replace

from . import record
from .bank import NoSuchItem, find
from .cards import Card, calm
from .exercise import Exercise
from .items import Check, now
from .judging import judge, untried


@calm
def check(item_id, answer=..., student=""):
    """Say whether the answer (a value, or a function) is right and, if not, what went wrong.

    `student` matters only where the data are drawn from the learner's id.

    >>> check("00.t1", 7).passed
    True
    """
    return _recorded(find(item_id, Check).of(student), answer)


def grade(item_id, answer=..., student="", hidden=False):
    """Show what `check` says, and return the points: the last line of a test cell.

    Only with `hidden` are the inputs tried too that the learner's notebook does not show.
    """
    from IPython.display import display

    card = _graded(item_id, answer, student, hidden)
    display(card)
    return getattr(card, "points", 0)


@calm
def _graded(item_id, answer, student, hidden):
    item = find(item_id, Exercise).of(student)
    kept = 0 if hidden else len(item.hidden)
    verdict = _recorded(replace(item, hidden=()) if kept else item, answer)
    body = verdict.body[1:] if verdict.passed is None else verdict.body  # the text stands above
    body += (f"**{verdict.points} of {item.points} points.**",)
    if kept and verdict.passed:
        call = f'`check("{item.id}", {item.name})`'
        body += (f"{kept} more inputs are tried for the marks; {call} tries them now.",)
    return replace(verdict, body=body)


@calm
def draw(item_id, student=""):
    """The data of an exercise that every learner gets in another form; they depend on the id alone.

    An empty id has data too: those that the course was tried with.
    """
    item = find(item_id, Exercise)
    if item.draw is None:
        raise NoSuchItem(f"exercise {item.id} draws no data: everybody has the same")
    return copy.deepcopy(item.of(student).data)


def _recorded(item, answer):
    if answer is ...:
        return untried(item)
    verdict = judge(item, answer)
    if verdict.passed is None:
        return verdict
    record.change("checks", item.id, lambda before: _tried(before, verdict.passed))
    return replace(verdict, body=verdict.body + record.notices())


def _tried(before, passed):
    return {"tries": count(before, "tries") + 1, "done": passed or before.get("done") is True}


@calm
def hint(item_id):
    """The next hint; each is stronger than the one before, and after the third they repeat."""
    item = find(item_id, Check)
    number = count(record.about("checks", item.id), "hints") % len(item.hints)
    record.change("checks", item.id, lambda _: {"hints": number + 1})
    head = f"Hint {number + 1} of {len(item.hints)} · {item.id}"
    return Card("told", head, (now(item.hints[number]), *record.notices()))


@calm
def solution(item_id, force=False):
    """One way to solve it: after a try, or at once with `force=True`."""
    item = find(item_id, Check)
    before = record.about("checks", item.id)
    if not (force or count(before, "tries")):
        advice = (
            f'A try comes first, and a wrong one counts: `check("{item.id}", ...)`. '
            f'`hint("{item.id}")` helps; `solution("{item.id}", force=True)` shows it anyway.'
        )
        return Card("note", f"Not tried yet · {item.id}", (advice,))
    record.change("checks", item.id, lambda _: {"solution": True})
    source = "\n".join(f"    {line}" for line in item.solution.strip("\n").split("\n"))
    return Card("told", f"One way to solve {item.id}", (source, now(item.explanation)))


def count(facts, name):
    """A number from the progress file, where anybody may have written anything."""
    number = facts.get(name, 0)
    return number if isinstance(number, int) and number >= 0 else 0
