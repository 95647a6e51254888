"""The plain value that stands for one that is not, where a test needs plain data.

A subclass arrives as its base, a named tuple with its fields, and whatever can be looped over as
the list of its items: asked for once, in the worker, so that no second question can be answered
differently. All this is the worker's, and protects nothing; the judge refuses what is no snapshot.
"""

import sys
from collections import UserString, abc, namedtuple
from collections.abc import Callable
from datetime import date, time, timedelta
from itertools import islice
from typing import Any

from ..words import clean
from .errors import NAME, NotPlain
from .moments import base_moment

ITEMS = 100_000  # of a loop over an object
FIELDS = 100  # of a named tuple
BASES: dict[type, Callable[[Any], Any]] = {
    str: str.__str__,
    int: int.__int__,
    float: float.__float__,
    complex: complex.__complex__,
    bytes: lambda value: b"".join([value]),
    bytearray: lambda value: b"".join([value]),
    list: lambda value: [*list.__iter__(value)],
    tuple: lambda value: (*tuple.__iter__(value),),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: {*set.__iter__(value)},
    frozenset: lambda value: frozenset({*frozenset.__iter__(value)}),
}


def listed(things):
    """All that a loop over something gives, as a list, within bounds."""
    items = list(islice(things, ITEMS + 1))
    if len(items) > ITEMS:
        raise NotPlain(f"a loop over it does not end after {ITEMS:,} items")
    return items


def snapshot(value):
    """A value of a plain type in the place of this one; None if there is none.

    >>> snapshot(x * x for x in range(3)), snapshot(object())
    ([0, 1, 4], None)
    """
    kind = type(value)
    for base, made in BASES.items():
        if isinstance(value, base):
            return None if kind is base and base is not bytearray else made(value)
    if isinstance(value, date | time | timedelta) and kind.__module__ != "pandas":
        return base_moment(value)
    if "numpy" in sys.modules:
        known, table = _table(value, kind)
        if known:
            return table
    if callable(value):
        return None
    own = {name for one in kind.__mro__ for name in vars(one)}  # an Enum's class can be looped over
    if isinstance(value, UserString):
        return str(value)
    if isinstance(value, abc.Mapping):
        return dict(listed(value.items()))
    if isinstance(value, abc.Set):
        return {*listed(value)}
    if "__iter__" in own or {"__getitem__", "__len__"} <= own:
        return listed(iter(value))
    return None


def _table(value, kind):
    """Whether it is one of numpy's or pandas' kinds, and what stands for it."""
    import numpy as np

    if isinstance(value, np.ma.MaskedArray):
        return True, None if np.ma.is_masked(value) else np.array(value.data, subok=False)
    if isinstance(value, np.ndarray):
        return True, None if kind is np.ndarray else np.array(value, subok=False)
    pandas = sys.modules.get("pandas")
    if hasattr(pandas, "DataFrame"):
        for base in (pandas.DataFrame, pandas.Series):
            if isinstance(value, base):
                return True, None if kind is base else base(value)
        if isinstance(value, pandas.Index):
            return True, None
    return isinstance(value, np.generic), None


def fields_of(kind):
    """The fields of a class of named tuples; None for any other class."""
    fields = getattr(kind, "_fields", None)
    if not issubclass(kind, tuple) or type(fields) is not tuple or len(fields) > FIELDS:
        return None
    named = all(type(field) is str and field.isidentifier() for field in fields)
    return fields if named else None


def is_only_named(kind):
    """Has this class of tuples nothing but its fields? Then all of it crosses, also in a proof."""
    own = {name for name, value in vars(kind).items() if callable(value) and name[:1] != "_"}
    return kind.__bases__ == (tuple,) and fields_of(kind) is not None and not own


def named_class(name, fields):
    """A class of tuples with these fields; `_1` may be the name of the second."""
    name = clean(name, NAME)
    named = namedtuple(name if name.isidentifier() else "Named", fields, rename=True)
    if list(named._fields) != fields:
        raise ValueError
    return named


def described(value):
    """What cannot cross, in words.

    >>> described(len), described(object()), described(object)
    ('a function', 'an object of the class object', 'a class')
    """
    if isinstance(value, type):
        return "a class"
    kind = clean(type(value).__name__, NAME)
    if callable(value) and hasattr(value, "__name__"):
        return "a function"
    if kind == "MaskedArray":
        return "a masked array"
    return f"an object of the class {kind}"
