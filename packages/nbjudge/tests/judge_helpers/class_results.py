"""Results of a small class, as `nbjudge grade` would write them: for pages and gradebooks."""

import random

from nbjudge.results import CaseResult, CellResult, Result

SECRET = "entropy([8, 1, 1]) == 0.922"
FORGOT = "You forgot the minus sign: surprises are positive."
HINT = "What is the surprise of a class that never occurs?"


def right(grade_id, title, points=2.0):
    """An exercise that is solved."""
    tests = [CaseResult("the lecture's table", points / 2, points / 2, "passed")]
    tests.append(CaseResult("an empty class", points / 2, points / 2, "passed", hidden=True))
    return CellResult(grade_id, points, points, "passed", title, tests=tuple(tests))


def partly(grade_id, title, points=2.0):
    """One of two tests passes; the hidden one carries a reason that must never be shown."""
    tests = [CaseResult("the lecture's table", points / 2, points / 2, "passed")]
    about = {"reason": f"AssertionError: {SECRET}", "hint": HINT, "mistake": SECRET}
    tests.append(CaseResult("an empty class", 0.0, points / 2, "error", hidden=True, **about))
    return CellResult(grade_id, points / 2, points, "partly", title, tests=tuple(tests))


def wrong(grade_id, title, points=2.0, outcome="failed"):
    """No test passes; the mistake has a name."""
    reason = "for `[4, 1]` it gives −0.722; it should give 0.722"
    said = {"reason": reason, "mistake": FORGOT} if outcome == "failed" else {}
    tests = [CaseResult("the lecture's table", 0.0, points / 2, outcome, **said)]
    tests.append(CaseResult("an empty class", 0.0, points / 2, outcome, hint=HINT, hidden=True))
    return CellResult(grade_id, 0.0, points, "failed", title, tests=tuple(tests))


def essay(points=3.0):
    """An exercise that a person grades."""
    return CellResult("essay", 0.0, points, "manual", "4 In your own words", manual=True)


TITLES = {"one": "1 Surprise", "two": "2 Write the entropy of a list", "three": "3 A fair share"}


def result(student, kinds, status="ok", **more):
    """A result with one of right, partly and wrong per exercise of TITLES."""
    pairs = zip(kinds, TITLES.items(), strict=True)
    cells = [*(kind(grade_id, title) for kind, (grade_id, title) in pairs), essay()]
    total = sum(cell.points for cell in cells)
    most = sum(cell.max for cell in cells)
    about = {"student": student, "assignment": "set02", **more}
    return Result(status, total, most, tuple(cells), **about)


def a_class(n=40, seed=1):
    """n students of all kinds, and four whose notebooks need a look."""
    chance = random.Random(seed)
    weights = {"one": (8, 1, 1), "two": (3, 3, 4), "three": (2, 2, 6)}
    found = []
    for number in range(n):
        kinds = [chance.choices((right, partly, wrong), weights[name])[0] for name in TITLES]
        found.append(result(f"{4700 + number}", kinds, name=f"Student {number}"))
    nothing = [wrong] * 3
    odd = {
        "unreadable": "the file ends in the middle of a cell",
        "timeout": "a cell outside the exercises does not end",
        "ambiguous": "there are two notebooks, a.ipynb and b.ipynb",
        "tampered": "a reply that nobody asked for",
    }
    for status, reason in odd.items():
        found.append(result(f"odd {status}", nothing, status, reason=reason))
    return found
