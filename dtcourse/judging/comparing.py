"""Is this answer that answer? Numbers within a tolerance, words without case, lists piece by piece.

A learner's 0.247 may be a float, a Fraction, a Decimal, a numpy scalar, an array of one, shown work
of `dtlab.work`, or the text "0.247". What does not fit is described in words.
"""

import inspect
import math
import numbers
import re
import reprlib
from collections.abc import Mapping, Set, ValuesView
from decimal import Decimal
from fractions import Fraction

THOUSANDS = re.compile(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 80
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8


class NotComparable(ValueError):
    """The learner's value is of another kind than the answer; the message says which is wanted."""


def difference(said, truth, tolerance=0.0):
    """None if `said` is right; otherwise words for how it differs, which may be empty.

    >>> difference(Fraction(1, 3), 0.3333, 0.0005) is None
    True
    >>> difference([1, 2], [1, 3])
    'item 2'
    """
    if type(truth).__name__ in ("bool", "bool_"):  # Python's, or NumPy's
        return None if as_bool(said) == bool(truth) else ""
    if is_number(truth):
        near = any(close(number, float(truth), tolerance) for number in _readings(said))
        return None if near else ""
    if isinstance(truth, str):
        return None if as_text(said).casefold() == truth.strip().casefold() else ""
    if isinstance(truth, Mapping) or hasattr(truth, "to_dict"):
        return _mapping_difference(as_mapping(said), as_mapping(truth), tolerance)
    if isinstance(truth, Set):
        return _set_difference(as_list(said, "set"), truth)
    if isinstance(truth, list | tuple) or hasattr(truth, "tolist"):
        return _list_difference(as_list(said), as_list(truth), tolerance)
    return None if bool(said == truth) else ""


def agrees(said, truth, tolerance=0.0):
    """Whether `said` is right; what is of another kind is not."""
    try:
        return difference(said, truth, tolerance) is None
    except NotComparable:
        return False


def close(said, truth, tolerance):
    """Within the tolerance, with room for the last digit of a float; two NaN are close."""
    equal = said == truth or (math.isnan(said) and math.isnan(truth))
    return equal or abs(said - truth) <= tolerance + 1e-9 * max(1.0, abs(truth))


def _mapping_difference(said, truth, tolerance):
    if missing := [key for key in truth if key not in said]:
        return f"{shown(missing[0])} is missing"
    if extra := [key for key in said if key not in truth]:
        return f"{shown(extra[0])} does not belong there"
    wrong = [key for key in truth if difference(said[key], truth[key], tolerance) is not None]
    return f"the value of {shown(wrong[0])}" if wrong else None


def _set_difference(said, truth):
    said, wanted = ({_caseless(thing): thing for thing in things} for things in (said, truth))
    if extra := said.keys() - wanted.keys():
        return f"{shown(said[min(extra, key=str)])} does not belong there"
    missing = wanted.keys() - said.keys()
    return f"{len(missing)} missing" if missing else None


def _caseless(thing):
    return thing.strip().casefold() if isinstance(thing, str) else thing


def _list_difference(said, truth, tolerance):
    if len(said) != len(truth):
        return f"it has {len(said)} items, not {len(truth)}"
    pairs = enumerate(zip(said, truth, strict=True), start=1)
    wrong = [place for place, pair in pairs if difference(*pair, tolerance) is not None]
    return f"item {wrong[0]}" if wrong else None


def is_number(thing):
    """A number of Python or numpy, but not True or False."""
    return isinstance(thing, numbers.Real | Decimal) and not isinstance(thing, bool)


def _readings(said):
    """What a number may mean: in the text "30,720" the comma may mark thousands or decimals."""
    yield as_number(said)
    if isinstance(said, str) and THOUSANDS.fullmatch(said.strip()):
        yield float(said.replace(",", ""))


def as_number(said):
    """What the learner means by it as a float, or NotComparable.

    >>> as_number("1/4"), as_number(Decimal("0.5"))
    (0.25, 0.5)
    """
    said = _single(said)
    if isinstance(said, bool | complex) or said is None:
        raise NotComparable(f"the answer should be a number, but this is {shown(said)}")
    if isinstance(said, str):
        comma = "" if said.count(",") > 1 else "."  # two commas can only separate thousands
        text = said.strip().replace("−", "-").replace(",", comma)
        try:
            return float(Fraction(text.rstrip("%").strip()))
        except (ValueError, ZeroDivisionError, OverflowError):
            wrong = f"the answer should be a number, but this is the text {shown(text)}"
            raise NotComparable(wrong) from None
    if isinstance(said, tuple) and len(said) == 2 and all(isinstance(n, int) for n in said):
        raise NotComparable(f"Python reads {said[0]},{said[1]} as two numbers: write a point")
    try:
        return float(said)
    except (TypeError, ValueError, OverflowError):
        raise NotComparable(f"the answer should be a number, but this is {a_kind(said)}") from None


def as_bool(said):
    """True or False, also written as a word, as 1 or as 0."""
    said = _single(said)
    if isinstance(said, bool) or (is_number(said) and said in (0, 1)):
        return bool(said)
    words = {"true": True, "yes": True, "false": False, "no": False}
    if isinstance(said, str) and said.strip().casefold() in words:
        return words[said.strip().casefold()]
    raise NotComparable(f"the answer should be True or False, but this is {shown(said)}")


def as_text(said):
    """A label as text; a number or True counts as its text, a list does not."""
    said = _single(said)
    if isinstance(said, str | bool | numbers.Real):
        return str(said).strip()
    raise NotComparable(f"the answer should be text in quotes, but this is {a_kind(said)}")


def as_mapping(said):
    """A dict, a Counter, or what pandas turns into one."""
    said = said.to_dict() if hasattr(said, "to_dict") else said
    if isinstance(said, Mapping):
        return said
    raise NotComparable(f"the answer should be a dict, but this is {a_kind(said)}")


def as_list(said, kind="list"):
    """A list from a list, tuple, set, range, array or column; `kind` is what was asked for."""
    said = said.tolist() if hasattr(said, "tolist") else said
    if isinstance(said, list | tuple | Set | range | ValuesView):
        return list(said)
    raise NotComparable(f"the answer should be a {kind}, but this is {a_kind(said)}")


def _single(said):
    """A numpy scalar, or an array or column of one, as the Python value in it."""
    if getattr(said, "size", None) == 1 and hasattr(said, "item"):
        return said.item()
    return said


def a_kind(thing):
    """`a list`, `an array`, `the function entropy`."""
    if inspect.isroutine(thing):
        return f"the function {thing.__name__} itself: call it, with ( )"
    name = {"ndarray": "array", "str": "text", "NoneType": "None"}
    name = name.get(type(thing).__name__, type(thing).__name__)
    return name if name == "None" else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def shown(thing):
    """A learner's value in one short line; whatever it is, this does not fail."""
    try:
        thing = _single(thing)
        if isinstance(thing, float):
            return f"{thing:.6g}"
        if isinstance(thing, Fraction | Decimal):
            return str(thing)
        text = " ".join(SHORT.repr(thing).split())
    except Exception:
        text = a_kind(thing)
    return text if len(text) <= 120 else f"{text[:117]}…"
