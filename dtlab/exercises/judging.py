"""From an answer to a verdict: right, a mistake that has a name, or where it differs.

`judge` neither reads nor writes the progress file, so that a grader can use it too.
"""

import math
from dataclasses import dataclass
from decimal import Decimal

from .cards import Card
from .comparing import NotComparable, a_kind, agrees, as_number, difference, is_number, shown
from .items import now
from .running import called_by, outcomes, own_lines

ENDLESS = (
    "Which case ends it? One case must be answered without a further call, and each call must "
    "come nearer to that case."
)


@dataclass(frozen=True, repr=False)
class Verdict(Card):
    """What `check` shows; `passed` is None where nothing was tried."""

    passed: bool | None = None
    points: int = 0


def judge(item, answer):
    """The verdict on one answer to a Check."""
    if answer is None or answer is ...:
        return untried(item, answer)
    if item.tests:
        return _judge_function(item, answer)
    try:
        return _judge_value(item, answer)
    except NotComparable as reason:
        return _not_yet(f"Not yet: {reason}.")
    except Exception as error:  # an object that refuses to be compared
        return _not_yet(f"Not yet: {a_kind(answer)} cannot be compared ({error}).")


def untried(item, answer=...):
    """The task itself, for somebody who has not answered yet."""
    do = "Find the fault, fix it" if _has_a_fault(item) else "Replace `...` by your answer"
    how = f'{do} and run the cell; `hint("{item.id}")` helps.'
    if answer is None:
        how = "The answer is None so far: does your code end in `return`, or in a value? " + how
    body = [now(item.text), how]
    if not (item.tests or item.accept) and is_number(item.truth):
        kind = "a number in percent" if item.percent else "a number"
        body.insert(1, f"Wanted: {kind}, {_within(item)}.")
    return Verdict("note", f"Not tried yet · {item.id}", tuple(filter(None, body)))


def _within(item):
    return f"accepted within {item.tolerance:g}" if item.tolerance else "exact"


def _right(item, said, note=""):
    body = tuple(filter(None, (note, now(item.explanation))))
    return Verdict("right", f"Right: {said}.", body, passed=True, points=item.points)


def _not_yet(head, *body):
    return Verdict("not yet", head, tuple(filter(None, body)), passed=False)


# ── values ──────────────────────────────────────────────────────────────────────────────────────


def _judge_value(item, answer):
    said = shown(answer)
    if item.accept:
        if (verdict := item.accept(answer)) is True:
            return _right(item, said)
        return _not_yet(f"Not yet: {verdict}", _known_mistake(item, answer))
    how = difference(answer, item.truth, item.tolerance)
    if how is None:
        exact = f" ({_within(item)})" if is_number(item.truth) else ""
        return _right(item, said + exact)
    for value, note in item.printed.items():
        if agrees(answer, value, item.tolerance):
            return _right(item, said, now(note))
    head = f"Not yet: you have {said}."
    rounded, known = _rounded(item, answer), _known_mistake(item, answer)
    if rounded and known:  # two causes fit: say both
        return _not_yet(head, f"Is it the right number, rounded? {rounded} Or else:", known)
    if rounded:
        return _not_yet(head, f"It is right as far as it goes. {rounded}")
    return _not_yet(head, known or _in_general(item, answer, how))


def _rounded(item, answer):
    """What to say to the right number with too few decimals; None to any other."""
    if not is_number(item.truth) or not item.tolerance:
        return None
    said, truth = as_number(answer), float(item.truth)
    decimals = _decimals(said)
    if decimals < 1 or said != round(truth, decimals):
        return None
    wanted = max(decimals + 1, math.ceil(-math.log10(2 * item.tolerance)))
    wanted = min(wanted, _decimals(truth))  # 0.75 has two, however exact it must be
    return f"Give {wanted} decimals, and round only at the very end."


def _decimals(number):
    """How many decimals a number is written with; 0 for NaN and infinity."""
    if not math.isfinite(number):
        return 0
    return -Decimal(repr(float(number))).normalize().as_tuple().exponent


def _known_mistake(item, answer):
    """The sentence of the known mistake that gives this value."""
    for mistake in item.mistakes:
        if agrees(answer, now(mistake.wrong), item.tolerance):
            return now(mistake.sentence)
    return None


def _first_of_several(item, answer):
    """Where a list has several known mistakes at once: the sentence of the first of them."""
    if not isinstance(item.truth, list | tuple):
        return None
    found = {}
    for mistake in item.mistakes:
        try:
            rows = list(zip(answer, now(mistake.wrong), item.truth, strict=True))
        except (TypeError, ValueError):  # no list, or one of another length
            continue
        theirs = [i for i, row in enumerate(rows) if not agrees(*row[1:], item.tolerance)]
        if theirs and all(agrees(*rows[i][:2], item.tolerance) for i in theirs):
            found.setdefault(theirs[0], now(mistake.sentence))
    return found[min(found)] if found else None


def _in_general(item, answer, how):
    """What can be said about a wrong value that no known mistake gives."""
    if not is_number(item.truth):
        return _first_of_several(item, answer) or (f"This is not right yet: {how}." if how else "")
    said, truth = as_number(answer), float(item.truth)
    if said != said:
        return "It is NaN: somewhere 0 was divided by 0, or the logarithm of 0 was taken."
    if not item.percent and agrees(said / 100, truth, item.tolerance):
        return "That is the answer in percent: divide by 100."
    if not item.percent and said >= 10 and said.is_integer() and abs(said - 100 * truth) <= 0.5:
        return "That is the answer in percent, rounded: divide by 100, and give more decimals."
    if item.percent and agrees(said * 100, truth, item.tolerance):
        return "That is the share. Give the answer in percent: multiply by 100."
    if truth and agrees(-said, truth, item.tolerance):
        return "The size is right, and the sign is not."
    if abs(said - truth) <= 10 * item.tolerance:
        how = "did you round a number on the way, or use a slightly different formula?"
        if _is_cut(said, truth):
            how = "give more decimals, and round only at the very end."
        return f"Close, but not close enough ({_within(item)}): {how}"
    return f"It is too {'large' if said > truth else 'small'} ({_within(item)})."


def _is_cut(said, truth):
    """Is it the truth, rounded or cut off after the decimals that it has?"""
    return abs(said - truth) < 10.0 ** -max(_decimals(said), 0)


# ── functions ───────────────────────────────────────────────────────────────────────────────────


def _judge_function(item, function):
    if not callable(function):
        how = "Give the function itself: its name, without brackets and arguments."
        return _not_yet(f"The answer should be a function, but this is {a_kind(function)}.", how)
    if _has_a_fault(item) and _is_starter(item, function):
        return untried(item)
    cases = [*item.tests, *item.hidden]
    given = outcomes(function, cases, item.seconds)
    if given[0].value is ... and not given[0].error:
        return untried(item)
    wanted = outcomes(item.answer, cases, item.seconds)
    wrong = [i for i, got in enumerate(given) if not _agree(got, wanted[i], item.tolerance)]
    if not wrong:
        if called := called_by(function, item.tests[0], item.forbidden, item.seconds):
            return _not_yet(f"Not yet: it calls `{called[0]}` of dtlab.", "Write it yourself.")
        heard = any(got.printed for got in given)
        note = "(Printed output is not shown.)" if heard else ""
        return _right(item, f"all {len(cases)} test cases pass", note)
    head, *body = _failed(item, given, wanted, wrong[0])
    return _not_yet(head, _named_function(item, given) or _rounds(given, wanted, wrong), *body)


def _has_a_fault(item):
    """Does the learner begin with a function that has a fault?"""
    return getattr(item, "kind", "") == "bug"


def _is_starter(item, function):
    """Is this function the delivered one, unchanged but for comments and layout?"""
    space = {}
    exec(compile(item.starter, "starter", "exec", dont_inherit=True), space)
    code = getattr(function, "__code__", None)
    return code is not None and _instructions(code) == _instructions(space[item.name].__code__)


def _instructions(code):
    """What a function does, without where it stands."""
    parts = [_instructions(c) if hasattr(c, "co_code") else repr(c) for c in code.co_consts]
    names = code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars
    return code.co_code, names, parts


def _agree(got, wanted, tolerance):
    """Do two outcomes agree: the same value, or the same kind of error?"""
    if got.error or wanted.error:
        return not got.late and type(got.error) is type(wanted.error)
    try:
        return difference(got.value, wanted.value, tolerance) is None
    except Exception:  # of another kind, or an object that refuses to be compared
        return False


def _named_function(item, given):
    """The sentence of the known wrong function that behaves like this on every public case."""
    given = given[: len(item.tests)]
    if any(got.late for got in given):
        return None
    for mistake in item.mistakes:
        theirs = outcomes(mistake.wrong, item.tests, item.seconds)
        if all(map(_agree, given, theirs, [item.tolerance] * len(given))):
            return now(mistake.sentence)
    return None


def _rounds(given, wanted, wrong):
    """What to say to a function whose wrong numbers are the right ones, rounded; None to others."""
    pairs = [(given[i].value, wanted[i].value) for i in wrong]
    if not all(is_number(number) for pair in pairs for number in pair):
        return None
    decimals = max(_decimals(said) for said, _ in pairs)
    if decimals < 1 or any(said != round(float(truth), decimals) for said, truth in pairs):
        return None
    return "It is right as far as it goes. Return the number as it is, and round it later."


def _failed(item, given, wanted, place):
    """Which input failed, what came out, and what was expected: words for the first failure."""
    case, got, hidden = [*item.tests, *item.hidden][place], given[place], place >= len(item.tests)
    says = f" ({case.says})" if case.says else ""
    where = f"one more input{says}" if hidden else f"`{case}`{says}"
    if got.late:
        return f"Not yet: for {where} it does not finish within {item.seconds:g} s.", ""
    if isinstance(got.error, RecursionError):
        return f"Not yet: for {where} it calls itself again and again, without end.", ENDLESS
    if got.error:
        return f"Not yet: for {where} it stops with an error.", own_lines(got.error)
    never_returns = all(one.value is None for one in given)
    wants_none = any(one.value is None and not one.error for one in wanted)
    if got.value is None and (got.printed.strip() or (never_returns and not wants_none)):
        said = "it prints, and returns None" if got.printed.strip() else "it returns None"
        return f"Not yet: for {where} {said}.", "End the function in `return` and the value."
    head = f"Not yet: for {where} it gives {shown(got.value)}"
    if hidden:
        return f"{head}.", ""
    expected = wanted[place]
    if expected.error:
        return f"{head}; it should raise {type(expected.error).__name__}.", ""
    if shown(got.value) == shown(expected.value):  # two trees of one size, for example
        return f"{head}. What is expected looks alike from outside, and differs inside.", ""
    return f"{head}; it should give {shown(expected.value)}.", ""
