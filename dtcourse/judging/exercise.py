"""An exercise of a graded set: a Check with a title, a kind and, perhaps, data of one's own.

Where `draw` is given, every learner gets other data: it is called with a source of chance that
depends on the exercise and the learner's id alone, so that every grader draws the same. NumPy's old
`RandomState` is used because its numbers are promised never to change.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import combinations
from typing import Any, Self

from .comparing import agrees
from .items import Check, Mistake, need, now

KINDS = ("number", "function", "reading", "claim", "bug", "model", "harder")
DRAWS = 200  # how often data are drawn again before the exercise counts as badly made


@dataclass(frozen=True, kw_only=True)
class Exercise(Check):
    """A Check that a notebook of exercises asks and grades.

    With `draw`, the functions in `answer`, `accept` and `mistakes` take what was drawn as their
    first argument.

    Parameters:
        id, text, answer, hints, solution, tolerance, explanation, minutes: as for a Check.
        tests, hidden, forbidden, printed, percent, accept, seconds, points: as for a Check.
        mistakes: at least three of class Mistake.
        items: the items of the lectures that it practises, at least one.
        title: its heading.
        kind: "number", "function", "reading", "claim", "bug", "model" (fitted, pruned or tuned on
            data) or "harder".
        fresh: True if no lecture shows its data; False by default.
        setup: code that the learner's notebook runs before the answer; empty by default.
        draw: a function of a RandomState that gives a learner's data; None (default): all have the
            same.
        data: what was drawn; `of` sets it.
        starter: the code that the learner completes; empty (default), "answer_1 = ..." in 03.1.

    >>> from dtcourse.bank import find
    >>> item = find("02.2")
    >>> item.kind, item.name, item.of("Ada").data
    ('number', 'answer_2', [15, 16, 13])
    """

    title: str
    kind: str
    fresh: bool = False
    setup: str = ""
    draw: Callable | None = None
    data: Any = None
    starter: str = ""

    def __post_init__(self):
        super().__post_init__()
        whose = f"exercise {self.id}"
        need(self.kind in KINDS, whose, f"its kind is not one of {', '.join(KINDS)}")
        need(len(self.mistakes) >= 3, whose, "name at least three mistakes that people make here")
        need(self.items, whose, "say which items of the lectures it practises")
        need(not (self.draw and self.tests), whose, "draw data for a value, not for a function")
        if not self.starter:
            object.__setattr__(self, "starter", f"answer_{self.id.partition('.')[2]} = ...")

    @property
    def name(self):
        """What the learner's cell defines, and its test cell hands to `grade`."""
        return re.findall(r"^(?:def )?(\w+)\s*[=(]", self.starter, re.MULTILINE)[-1]

    def of(self, student: str) -> Self:
        """This exercise with the data of this learner.

        Parameters:
            student: the learner's name or number.
        """
        if self.draw is None:
            return self
        for attempt in range(DRAWS):
            item = self._with(self.draw(chance(self.id, student, attempt)))
            if item.tells_mistakes_apart():
                return item
        raise ValueError(f"exercise {self.id}: the data of {student!r} do not tell mistakes apart")

    def _with(self, data):
        def bound(thing):
            return partial(thing, data) if callable(thing) else thing

        mistakes = [Mistake(bound(m.wrong), bound(m.sentence)) for m in self.mistakes]
        changed = {"answer": bound(self.answer), "accept": bound(self.accept)}
        return replace(self, draw=None, data=data, mistakes=mistakes, **changed)

    def tells_mistakes_apart(self) -> bool:
        """Is no known mistake, by chance, near the answer or near another mistake?"""
        values = [self.truth, *(now(mistake.wrong) for mistake in self.mistakes)]
        return not any(agrees(*pair, 2 * self.tolerance) for pair in combinations(values, 2))


def chance(item_id, student, attempt=0):
    """A source of chance for this exercise and this learner, the same on every computer.

    >>> int(chance("02.3", "Ada").randint(100)) == int(chance("02.3", " ada ").randint(100))
    True
    """
    from numpy.random import RandomState

    key = f"{item_id}|{str(student).strip().casefold()}|{attempt}"
    return RandomState(list(sha256(key.encode()).digest()))
