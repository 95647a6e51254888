"""From an answer to a verdict: right, a mistake that has a name, or where it differs.

`judge` neither reads nor writes the progress file, so that a grader can use it too.
"""

import math
from dataclasses import replace
from decimal import Decimal

from ..bank import names_of
from .comparing import NotComparable, a_kind, agrees, as_number, difference, is_number, shown
from .items import now
from .running import called_by, outcomes, own_lines
from .verdicts import Verdict, all_cases, not_yet, right, wrong

ENDLESS = (
    "Which case ends it? One case must be answered without a further call, and each call must "
    "come nearer to that case."
)


def judge(item, answer, outcomes=outcomes):
    """The verdict on one answer to a Check.

    Parameters:
        item: the Check.
        answer: the learner's value or function.
        outcomes: runs a function on the test cases, as `running.outcomes` does; a grader passes its
            own, which runs the learner's function elsewhere.
    """
    if answer is None or answer is ...:
        return untried(item, answer)
    if item.tests:
        return _judge_function(item, answer, outcomes)
    try:
        return _judge_value(item, answer)
    except NotComparable as reason:
        return wrong(item, f"{reason}.")
    except Exception as error:  # an object that refuses to be compared
        return wrong(item, f"{a_kind(answer)} cannot be compared ({error}).")


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
    cases = all_cases(item, "it was not tried.", "not run")
    return Verdict("task", f"Not tried yet · {item.id}", tuple(filter(None, body)), cases=cases)


def _within(item):
    return f"accepted within {item.tolerance:g}" if item.tolerance else "exact"


# ── values ──────────────────────────────────────────────────────────────────────────────────────


def _judge_value(item, answer):
    said = shown(answer)
    if item.accept:
        if (verdict := item.accept(answer)) is True:
            return right(item, said)
        known = _known_mistake(item, answer)
        return wrong(item, verdict, known, mistake=known)
    how = difference(answer, item.truth, item.tolerance)
    if how is None:
        return right(item, said)
    for value, note in item.printed.items():
        if agrees(answer, value, item.tolerance):
            return right(item, said, now(note))
    sentence = f"you have {said}."
    rounded, known = _rounded(item, answer), _known_mistake(item, answer)
    if rounded and known:  # two causes fit: say both
        asked = f"Is it the right number, rounded? {rounded} Or else:"
        return wrong(item, sentence, asked, known, mistake=known)
    if rounded:
        return wrong(item, sentence, f"It is right as far as it goes. {rounded}")
    known = known or _first_of_several(item, answer)
    return wrong(item, sentence, known or _in_general(item, answer, how), mistake=known)


def _rounded(item, answer):
    """What to say to the right number with too few decimals; None to any other."""
    if not is_number(item.truth) or not item.tolerance:
        return None
    said = as_number(answer)
    truth = float(item.truth)
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
        return f"This is not right yet: {how}." if how else ""
    said = as_number(answer)
    truth = float(item.truth)
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


def _judge_function(item, function, outcomes):
    if not callable(function):
        sentence = f"the answer should be a function, but this is {a_kind(function)}."
        how = "Give the function itself: its name, without brackets and arguments."
        return wrong(item, sentence, how)
    faulty = _delivered(item) if _has_a_fault(item) else None
    if faulty and _same_code(function, faulty):
        return untried(item)
    inputs = [*item.tests, *item.hidden]
    given = outcomes(function, inputs, item.seconds)
    if given[0].value is ... and not given[0].error:
        return untried(item)
    wanted = outcomes(item.answer, inputs, item.seconds)
    cases, advice = _compared(item, given, wanted)
    passed = sum(case.passed for case in cases)
    if called := passed and called_by(function, item.tests[0], item.forbidden, item.seconds):
        how = "Write it yourself: with a call that the exercise forbids, it earns nothing."
        known = _named_function(item, given, outcomes)
        return wrong(item, f"it calls `{called[0]}` of dtlab.", how, known, mistake=known)
    if passed == len(cases):
        heard = any(got.printed for got in given)
        note = "(Printed output is not shown.)" if heard else ""
        return right(item, f"all {len(cases)} test cases pass", note)
    before = outcomes(faulty, inputs, item.seconds) if faulty else ()
    before = sum(_agree(*both, item.tolerance) for both in zip(before, wanted, strict=False))
    earned = item.points * max(passed - before, 0) / (len(cases) - before)
    cases = tuple(replace(c, points=earned / passed if c.passed else 0.0) for c in cases)
    failed = [i for i, case in enumerate(cases) if not case.passed]
    known = _named_function(item, given, outcomes)
    first = cases[failed[0]]
    body = known or _rounds(given, wanted, failed), advice[failed[0]]
    head = f"Not yet: for {first.name} {first.sentence}"
    return not_yet(head, *body, cases=cases, mistake=known, before=before)


def _compared(item, given, wanted):
    """A record for every test case, and the advice that belongs to each."""
    cases, advice = [], []
    silent = all(got.value is None for got in given)
    silent &= not any(one.value is None and not one.error for one in wanted)
    for case, got, expected in zip(all_cases(item, "", "passed"), given, wanted, strict=True):
        sentence, outcome, how = "", "passed", ""
        if not _agree(got, expected, item.tolerance):
            outcome = "late" if got.late else "error" if got.error else "failed"
            sentence, how = _failed(item, case.hidden, got, expected, silent)
        passed = outcome == "passed"
        cases.append(replace(case, passed=passed, sentence=sentence, outcome=outcome))
        advice.append(how)
    return tuple(cases), advice


def _has_a_fault(item):
    """Does the learner begin with a function that has a fault?"""
    return getattr(item, "kind", "") == "bug"


def _delivered(item):
    """The function with a fault, as the learner gets it, with what its notebook imports."""
    space = names_of(item.id)
    exec(compile(item.starter, "starter", "exec", dont_inherit=True), space)
    return space[item.name]


def _same_code(function, delivered):
    """Is this function the delivered one, unchanged but for comments and layout?"""
    code = getattr(function, "__code__", None)
    return code is not None and _instructions(code) == _instructions(delivered.__code__)


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


def _named_function(item, given, outcomes):
    """The sentence of the known wrong function that behaves like this on every public case."""
    given = given[: len(item.tests)]
    if any(got.late for got in given):
        return None
    for mistake in item.mistakes:
        theirs = outcomes(mistake.wrong, item.tests, item.seconds)
        if all(map(_agree, given, theirs, [item.tolerance] * len(given))):
            return now(mistake.sentence)
    return None


def _rounds(given, wanted, failed):
    """What to say to a function whose wrong numbers are the right ones, rounded; None to others."""
    pairs = [(given[i].value, wanted[i].value) for i in failed]
    if not all(is_number(number) for pair in pairs for number in pair):
        return None
    decimals = max(_decimals(said) for said, _ in pairs)
    if decimals < 1 or any(said != round(float(truth), decimals) for said, truth in pairs):
        return None
    return "It is right as far as it goes. Return the number as it is, and round it later."


def _failed(item, hidden, got, expected, silent):
    """What came out of a case and what was expected, and advice; of a hidden one how it ended."""
    if got.late:
        return f"it does not finish within {item.seconds:g} s.", ""
    if isinstance(got.error, RecursionError):
        return "it calls itself again and again, without end.", ENDLESS
    if got.error:
        return "it stops with an error.", "" if hidden else own_lines(got.error)
    if hidden:
        return "it does not give what is expected.", ""
    if got.value is None and (got.printed.strip() or silent):
        said = "it prints, and returns None." if got.printed.strip() else "it returns None."
        return said, "End the function in `return` and the value."
    gives = f"it gives {shown(got.value)}"
    if expected.error:
        return f"{gives}; it should raise {type(expected.error).__name__}.", ""
    if shown(got.value) == shown(expected.value):  # two trees of one size, for example
        return f"{gives}. What is expected looks alike from outside, and differs inside.", ""
    return f"{gives}; it should give {shown(expected.value)}.", ""
