"""A verdict: what is said about an answer, and what became of each of its test cases.

The test cases of a function, the hidden ones among them, share the points of its exercise equally.
Where a function with a fault is to be repaired, what it passed before earns nothing: of 9 cases of
which it passes 6, an answer that passes 8 earns two thirds. A value has one test: where it has
several parts, such as a list of claims, guessing must not pay.
"""

from dataclasses import dataclass

from ..cards.card import Card
from .items import now


@dataclass(frozen=True)
class CaseVerdict:
    """What became of one test case; of a hidden one, neither input nor result is told.

    `sentence` goes on after "for `name`", and is empty if the case passed. `outcome` is "passed",
    "failed", "error", "late" or "not run". `worth` is its share of the exercise's points, and
    `points` what it earns.
    """

    name: str
    hidden: bool
    passed: bool
    sentence: str
    outcome: str
    worth: float
    points: float


@dataclass(frozen=True, repr=False)
class Verdict(Card):
    """What `check` shows; `passed` is None where nothing was tried.

    `cases` has a record for every test case (a value has one), `mistake` is the sentence of the
    known mistake that was recognised, and `before` says how many cases the function passes that
    was to be repaired.
    """

    passed: bool | None = None
    cases: tuple[CaseVerdict, ...] = ()
    mistake: str = ""
    before: int = 0

    @property
    def points(self):
        """What the test cases earn together, to two decimals."""
        return round(sum(case.points for case in self.cases), 2)


def right(item, said, note=""):
    """The verdict on an answer that passes every test."""
    body = tuple(filter(None, (note, now(item.explanation))))
    cases = all_cases(item, "", "passed")
    return Verdict("right", f"Right: {said}.", body, passed=True, cases=cases)


def wrong(item, sentence, *body, mistake=None):
    """The verdict on an answer that earns nothing."""
    cases = all_cases(item, sentence, "failed")
    return not_yet(f"Not yet: {sentence}", *body, cases=cases, mistake=mistake)


def not_yet(head, *body, cases, mistake=None, before=0):
    """The verdict on an answer that passes some of the tests, or none."""
    body = tuple(filter(None, body))
    mistake = mistake or ""
    return Verdict("not yet", head, body, passed=False, cases=cases, mistake=mistake, before=before)


def all_cases(item, sentence, outcome):
    """A record for every test case, all with the same outcome."""
    names = [*_names(item)] if item.tests else [("the answer", False)]
    worth = item.points / len(names)
    passed = outcome == "passed"
    rest = passed, sentence, outcome, worth, worth * passed
    return tuple(CaseVerdict(*name, *rest) for name in names)


def _names(item):
    """What each test case is called, and whether it is hidden."""
    for case in item.tests:
        yield f"`{case}`" + (f" ({case.says})" if case.says else ""), False
    for case in item.hidden:
        yield "one more input" + (f" ({case.says})" if case.says else ""), True
