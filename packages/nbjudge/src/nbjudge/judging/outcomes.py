"""From what happened in a test to what is said about it: points, one word, one sentence."""

import reprlib
from dataclasses import replace
from datetime import date, time, timedelta
from numbers import Number, Real
from os.path import commonprefix

from ..protocol.errors import Crashed, NotPlain, OutOfTime, is_the_students
from ..results import HIDDEN_SHARE, CaseResult, CellResult
from ..words import clean

LONGEST = 400  # characters of a sentence
SHOWN = (Number, str, bytes, range, list, tuple, dict, set, frozenset, date, time, timedelta)
NEARLY = 1e-4  # of a point: ten times 0.1 is less than 1, and results have four digits


def untouched(item):
    """The result of a graded cell that was not run.

    Parameters:
        item: of class Graded.
    """
    outcome = "manual" if item.manual else "not run"
    return CellResult(item.grade_id, 0.0, item.max, outcome, clean(item.title, 200), item.manual)


def not_begun(test):
    """A test of an answer into which nobody has written: an error of the starter's says nothing."""
    told = test.outcome == "error" and not test.hidden
    return replace(test, reason="Nothing is written into this cell yet.") if told else test


def points_of(value, most):
    """The points that a last expression gives: a number, bounded; None stands for all of them.

    Anything else gives nothing: `score = 2 * (answer == 5)` may be an array if the answer is one.

    >>> points_of(1.5, 4), points_of(7, 4), points_of(None, 4), points_of("all", 4)
    (1.5, 4.0, 4.0, 0.0)
    """
    if value is None or value is True:
        return float(most)
    if not isinstance(value, Real) or not value > 0:  # NaN is not, either
        return 0.0
    return float(min(value, most))


def reaches(points, most):
    """Are these all the points, apart from how numbers are rounded?

    >>> reaches(sum([0.1] * 40), 4), reaches(3.9, 4)
    (True, False)
    """
    return points > most - NEARLY


def case_of(name, error, points, most, hint="", hidden=False, code=""):
    """The result of one test; of a hidden one nothing is said but how it ended.

    Its `code` is kept for the lecturer.
    """
    return CaseResult(
        name=clean(name, LONGEST),
        points=points,
        max=most,
        outcome=outcome_of(error) if error or reaches(points, most) else "failed",
        reason="" if hidden else reason_of(error),
        hint="" if hidden else clean(hint, LONGEST),
        hidden=hidden,
        code=clean(code, LONGEST) if hidden else "",
    )


def added_up(shares, most):
    """The results of a cell that adds up its points, one per statement that may add some.

    Hidden ones are one result. Where all points are reached, nothing is left to be added; what a
    loop can add is told by what the rest leaves.

    Parameters:
        shares: (`Share`, its error, its points) of each.
        most: the points of the cell.
    """
    full = reaches(sum(added for *_, added in shares), most)
    shares = [one for one in shares if one[0].most != 0 and (one[2] or one[1] or not full)]
    loops = sum(share.most is None for share, *_ in shares)
    rest = most - sum(share.most or 0 for share, *_ in shares)
    tests, hidden = [], []
    for share, error, added in shares:
        can = share.most if share.most is not None else max(rest / loops, added)
        can = float(added if full else can)
        if share.hidden:
            hidden.append((error, float(added), can, share.name))
        else:
            tests.append(case_of(share.name, error, float(added), can))
    if hidden:
        errors, points, can, codes = zip(*hidden, strict=True)
        error = next(filter(None, errors), None)
        about = {"hidden": True, "code": "; ".join(codes)}
        tests.append(case_of(HIDDEN_SHARE, error, sum(points), sum(can), **about))
    return tests


class _Short(reprlib.Repr):
    """Values in one line, with numbers of NumPy as numbers, and not cut in their middle."""

    def __init__(self):
        super().__init__()
        self.left = LONGEST  # values that a line has room for
        for kind in ("list", "tuple", "set", "frozenset", "dict", "string", "long", "other"):
            setattr(self, f"max{kind}", 2 * LONGEST)

    def repr1(self, x, level):
        """One value within another."""
        self.left -= 1
        if self.left < 0:
            return "…"
        is_number = type(x).__module__ == "numpy" and isinstance(x, Number)
        return super().repr1(x.item() if is_number else x, level)


def brief(value, wanted=None):
    """What a student's function gave, in one short line; of a frame its kind alone.

    Parameters:
        value: what it gave.
        wanted: the value that a public test compares it with, as far as it is written there.

    >>> brief([1, 2]), brief(None)
    ('[1, 2]', 'None: does it end in `return`?')
    >>> brief("one, two, three, for", "one, two, three, four")
    "'one, two, three, for', which differs from character 20 on: 'r' instead of 'ur'"
    """
    if value is None:
        return "None: does it end in `return`?"
    try:
        if isinstance(value, SHOWN) or type(value).__module__ == "numpy":
            where = _difference(value, wanted)
            return clean(_Short().repr(value), 120 if where else 280) + where
    except Exception:  # a class of named tuples that is called dict
        pass
    return f"a value of the class {type(value).__name__}"


def _difference(text, wanted):
    """Where two texts differ of which a reader would have to look for it."""
    if type(text) is not str or type(wanted) is not str or text == wanted:
        return ""
    same = len(commonprefix([text, wanted]))
    if same < 10:
        return ""
    there, here = (clean(repr(one[same : same + 30]), 40) for one in (text, wanted))
    if same == len(text):
        return f", at whose end {here} is missing"
    if same == len(wanted):
        return f", at whose end {there} is too much"
    return f", which differs from character {same + 1} on: {there} instead of {here}"


def outcome_of(error):
    """One word for what became of a test."""
    if error is None:
        return "passed"
    if isinstance(error, OutOfTime):
        return "late"
    if isinstance(error, MemoryError):
        return "memory"
    own = isinstance(error, AssertionError) and not is_the_students(error)
    return "failed" if own else "error"


def reason_of(error):
    """What a student is told about an error in a public test."""
    if error is None:
        return ""
    said = clean(str(error), LONGEST)
    if isinstance(error, OutOfTime | Crashed | NotPlain):
        return f"{said[:1].upper()}{said[1:]}."
    if isinstance(error, AssertionError) and not is_the_students(error):
        return said or "The assertion does not hold."
    where = getattr(error, "where", "")  # in the student's code
    return clean(f"{type(error).__name__}: {said}{where and f' ({where})'}", LONGEST)


def explained(tests, problem, lacks_a_name):
    """The results of a cell whose answer was not run to its end: the problem is told as the reason.

    It comes from the answer alone. So where nothing of the cell could be run and only hidden tests
    are there to tell it, they do, and are hidden no longer.

    >>> test = CaseResult("all tests of this cell", 0.0, 2.0, "error", hidden=True)
    >>> explained([test], "Your cell stopped: KeyError: 'a'", True)[0].reason
    "Your cell stopped: KeyError: 'a'"
    """
    due = ("error", "not run") if lacks_a_name else ("not run",)
    tell_all = all(test.hidden and test.outcome in due for test in tests)
    return [
        replace(test, reason=clean(problem, LONGEST), hidden=False)
        if test.outcome in due and (tell_all or not test.hidden)
        else test
        for test in tests
    ]


# ── the second pass ─────────────────────────────────────────────────────────────────────────────


def waiting(test):
    """A test whose outcome only the second pass can tell: it has earned nothing yet."""
    outcome = "not run" if test.hidden or test.outcome == "passed" else test.outcome
    return replace(test, points=0.0, outcome=outcome)


def with_second(before, after):
    """A test after its second pass: outcome and points are new, and no word is."""
    told = not after.hidden and after.outcome != "passed"
    reason = before.reason if told else ""
    facts = {"points": after.points, "outcome": after.outcome, "hidden": after.hidden}
    return replace(before, reason=reason, **facts)


def all_with_second(before, after):
    """The tests of a cell that says its points itself, after its second pass.

    Public ones are those of the first pass. Their points are scaled so that all add up to what the
    second pass gave: where a function with a fault is repaired, hidden tests change them too.

    Parameters:
        before: the tests of the first pass.
        after: those of the second, without words of a student's code.
    """
    public = {}
    for test in reversed([test for test in before if not test.hidden]):
        public.setdefault(test.name, []).append(test)
    pairs = [
        (public[t.name].pop() if not t.hidden and public.get(t.name) else None, t) for t in after
    ]
    known = [(old, new) for old, new in pairs if old and old.outcome != "not run"]
    earned = sum(old.points for old, _ in known)
    scale = sum(new.points for _, new in known) / earned if earned else 0.0
    tests = []
    for old, new in pairs:
        if old is None:
            tests.append(new)
        elif old.outcome == "not run":
            one = with_second(old, new)
            reason = one.reason or ("" if new.hidden else new.reason)
            tests.append(replace(one, max=new.max, reason=reason))
        else:
            points = min(old.points * scale, new.max)
            tests.append(replace(old, points=points, max=new.max))
    return tests


def unlisted(test):
    """A case of a course that the first pass did not have: a hidden input may have chosen it."""
    said = dict.fromkeys(("reason", "hint", "mistake", "code"), "")
    return replace(test, name="another test", hidden=True, **said)


def cleaned(test):
    """A result whose texts can be shown anywhere."""
    names = ("name", "reason", "hint", "mistake", "code")
    return replace(test, **{name: clean(getattr(test, name), LONGEST) for name in names})
