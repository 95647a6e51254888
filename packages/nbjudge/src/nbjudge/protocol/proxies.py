"""Proxies: what stands in a test for a function or object of the student's.

A proxy can be called, its public attributes can be asked for, and a loop can run over it, as over a
generator; each is a question over the line, and the items of a loop arrive all at once.
Operators, ==, bool and float are not: an object that says it equals everything convinces nobody.
"""

from contextlib import contextmanager

from .errors import Crashed, NotPlain

CHANGED = "a test cannot change an object of the submission: let a function of the submission do it"


class StudentObject:
    """An object of the student's: its public attributes and methods are questions.

    `_path` is how the test came to it; what the worker calls it is for messages only.
    """

    __slots__ = ("_student", "_line", "_number", "_path", "_known_as", "__name__")

    def __init__(self, student, line, number, name, path, known_as):
        values = (student, line, number, path, known_as, name)
        for slot, value in zip(StudentObject.__slots__, values, strict=True):
            object.__setattr__(self, slot, value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return _asked(self, f".{name}", f".{name}", "attribute", name)

    def __iter__(self):
        items = _asked(self, "[]", "", "items")  # whose paths are those of a list's parts
        return iter(items if type(items) is list else ())

    def __len__(self):
        try:
            length = _asked(self, ".__len__", ".__len__", "attribute", "__len__")
        except AttributeError:
            raise TypeError(f"{self!r} has no len()") from None  # list(...) asks, and goes on
        return length()

    def __setattr__(self, name, value):
        raise NotPlain(CHANGED)

    def __delattr__(self, name):
        raise NotPlain(CHANGED)

    def __repr__(self):
        return f"<{object.__getattribute__(self, '__name__')} of the submission>"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __hash__(self):
        if not object.__getattribute__(self, "_known_as"):  # it may be the same object again
            raise NotPlain(
                f"a test cannot put {self!r} into a set or use it as a key, since nobody can say "
                "whether two are the same: test what its methods give"
            )
        return object.__hash__(self)


class StudentFunction(StudentObject):
    """A function or class of the student's: a call is a question."""

    __slots__ = ()

    def __call__(self, *args, **kwargs):
        return object.__getattribute__(self, "_student").call(self, args, kwargs)


def only_called(function):
    """What a test calls in the place of a function whose value it does not look at.

    The student's value stays where it is: it may be anything.
    """
    if type(function) is not StudentFunction:
        return function
    student = object.__getattribute__(function, "_student")
    return lambda *args, **kwargs: student.call(function, args, kwargs, wanted=False)


@contextmanager
def objects_of_any_kind(proxy):
    """Within this, an answer about an object may be an object where the source's own is none.

    It is for a course that judges models of every class, and believes nothing of what they say.
    """
    student = object.__getattribute__(proxy, "_student")
    before, student.anything = student.anything, True
    try:
        yield
    finally:
        student.anything = before


def _asked(proxy, about, step, verb, *details):
    """What a worker answers to a question about an object of its.

    Parameters:
        proxy: what stands for the object.
        about: what may be too late, after the object's path.
        step: the path of the answer, after the object's.
        verb, details: the question.
    """
    student, path = (object.__getattribute__(proxy, slot) for slot in ("_student", "_path"))
    form = student.form(path + step)
    read = student.reader(path + step, form=form, loop=verb == "items")
    return student.ask(path + about, verb, number_of(proxy), *details, form, read=read)


def _docstring(proxy):
    return _asked(proxy, ".__doc__", ".__doc__", "attribute", "__doc__")


for _kind in (StudentObject, StudentFunction):
    _kind.__doc__ = property(_docstring)  # type: ignore[assignment]  # the student's own


def _refuse(sign):
    instead = (
        "loop over it, or take `list` of it" if sign == "next" else "test what its methods give"
    )

    def method(self, *_):
        why = "which is no plain value such as a number, a text, a list, an array or a frame"
        raise NotPlain(f"a test cannot use `{sign}` with {self!r}, {why}: {instead}")

    return method


SIGNS = {
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "+": "add radd pos",
    "-": "sub rsub neg", "*": "mul rmul", "/": "truediv rtruediv", "//": "floordiv rfloordiv",
    "%": "mod rmod", "**": "pow rpow", "@": "matmul rmatmul", "&": "and rand", "|": "or ror",
    "^": "xor rxor", "<<": "lshift rlshift", ">>": "rshift rrshift", "~": "invert", "abs": "abs",
    "divmod": "divmod rdivmod", "round": "round", "bool": "bool", "int": "int index",
    "float": "float", "complex": "complex", "[...]": "getitem", "[...] =": "setitem",
    "del": "delitem", "next": "next", "with": "enter exit", "isinstance": "instancecheck",
    "issubclass": "subclasscheck",
}  # fmt: skip
for _sign, _names in SIGNS.items():
    for _name in _names.split():
        setattr(StudentObject, f"__{_name}__", _refuse(_sign))
StudentObject.__name__ = "object of the submission"  # in what Python itself says of one
StudentFunction.__name__ = "function of the submission"


def number_of(proxy):
    """The number by which the present worker knows this object."""
    student, line, number, _, known_as, _ = (
        object.__getattribute__(proxy, slot) for slot in StudentObject.__slots__
    )
    if line is student.line:
        return number
    if not known_as:
        raise Crashed("it was lost when the submission's process ended")
    again = student.get(known_as)
    if not isinstance(again, StudentObject):
        raise Crashed("it was lost when the submission's process ended")
    object.__setattr__(proxy, "_line", student.line)
    object.__setattr__(proxy, "_number", object.__getattribute__(again, "_number"))
    return number_of(proxy)
