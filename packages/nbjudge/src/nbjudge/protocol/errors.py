"""Errors of the conversation with a worker, and errors of a student's code as data.

A student's error arrives as an instance of a class of its name over its builtin bases, so that a
test can expect a ValueError; SystemExit and its like have no base but Exception. So have the
failures that are ours to tell: no test that expects a certain error takes one of these for it.
"""

import builtins
import linecache

from ..words import clean

NAME = 100  # characters of a class's name
LINE = 100  # characters of a line of code
BASES = 5  # builtin classes above that of an error
TOO_LONG = "the test itself took too long with these values"


class NotPlain(Exception):
    """A value that cannot cross, or be read, and why."""


class OutOfTime(Exception):
    """The student's code did not finish in time."""


class Crashed(Exception):
    """The student's code ended its own process."""


class Ended(BaseException):
    """The conversation with a worker is over. Not an Exception: no test may swallow it."""


class Exhausted(Ended):
    """A submission has used all that it may use; `status` is that of its result."""

    def __init__(self, status, sentence):
        super().__init__(sentence)
        self.status = status


class Tampered(Ended):
    """What arrived is not what an honest worker sends."""


OURS = {kind.__name__: kind for kind in (NotPlain, OutOfTime)}  # that a worker tells
# Those that one text is enough to make; SystemExit and its like are no Exceptions, and left out.
ERRORS = {
    name: kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type)
    and issubclass(kind, Exception)
    and kind.__name__ == name
    and not issubclass(kind, Warning | BaseExceptionGroup | UnicodeError)
}


def encode_error(error, words=True):
    """An error as data: its class's name, the builtin classes above it, what it says, and where.

    Parameters:
        error: what was raised.
        words: False keeps what it says, and where, to oneself; True by default.

    >>> encode_error(KeyError("x")), encode_error(KeyError("x"), words=False)
    (['KeyError', 'KeyError', 'x', ''], ['KeyError', 'KeyError', '', ''])
    """
    names = [kind.__name__ for kind in type(error).__mro__]
    kinds = [*dict.fromkeys(ERRORS[name] for name in names if name in ERRORS)] or [Exception]
    bases = [one for one in kinds if sum(issubclass(kind, one) for kind in kinds) == 1][:BASES]
    if not _fit(bases):  # they have names of builtin classes, and are others
        bases = kinds[:1]
    try:
        text = error.args[0] if len(error.args) == 1 and type(error.args[0]) is str else str(error)
    except BaseException:  # a student's own __str__
        text = ""
    said = [clean(text, lines=True), clean(_line_of_cell(error), LINE)] if words else ["", ""]
    return [clean(names[0], NAME), " ".join(one.__name__ for one in bases), *said]


def _fit(bases):
    """Can a class have all these above it?"""
    try:
        return type("Error", tuple(bases), {})
    except TypeError:
        return None


def _line_of_cell(error):
    """The last line of a student's cell that led to the error: "line 3: return a / b"."""
    line, trace = "", error.__traceback__
    while trace is not None:
        name, number = trace.tb_frame.f_code.co_filename, trace.tb_lineno
        if name.startswith("<cell "):
            line = f"line {number}: {linecache.getline(name, number).strip()}"
        trace = trace.tb_next
    return line


def is_the_students(error):
    """Was this error raised in the student's code, and not by the test?"""
    return hasattr(error, "where")


def decode_error(data):
    """The error that arrived: an instance of a class of its name over its builtin bases.

    >>> decode_error(["Unknown", "ValueError", "no such label", ""])
    Unknown('no such label')
    """
    if type(data) is not list or len(data) != 4 or any(type(text) is not str for text in data):
        raise Tampered("it sent an error that cannot be read")
    name, base, text, where = data
    bases = base.split(" ")
    if not {*bases} <= ERRORS.keys() or len(bases) > BASES:
        raise Tampered("it sent an error of an unknown kind")
    kind = _fit([ERRORS[one] for one in bases]) if len(bases) > 1 else ERRORS[base]
    if kind is None:
        raise Tampered("it sent an error that no class can have")
    kind = OURS.get(name, kind) if base == "Exception" else kind
    if name not in (base, kind.__name__):
        kind = type(clean(name, NAME) or base, (kind,), {})
    error = kind(clean(text, lines=True))
    error.where = clean(where, LINE)
    return error
