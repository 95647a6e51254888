"""The strict reader of values that arrive: the other half of `values`, and the one to distrust.

It builds only the types that are listed in READERS here, in `moments` and in `table_reading`, each
from data of exactly the right shape. Any exception in it means that there is no such value, and
costs the statement of the test that asked for it; `decode` says so. Sets and dicts are bounded in
how many of their keys share a hash: whole numbers with one hash are easy to find, and a set of
100,000 of them takes minutes to build.
"""

import json
from binascii import a2b_base64
from collections import Counter, OrderedDict
from importlib import import_module
from math import isfinite
from operator import eq

from ..words import clean
from .errors import NAME
from .moments import MOMENTS
from .snapshots import FIELDS
from .values import DEPTH, DIGITS, HANDLE, JSON_TEXT, PARTS, decimal_text, steps_of, whole

COLLIDING = 100  # values of one set or dict that may have the same hash
CLASS = 200  # parts that a new class of named tuples counts for
HANDLES = (["function"], ["object"], ["yours"])
CATEGORY = ":category"  # kinds of a column
NULLABLE, MISSING = ":nullable", ":missing"  # one that can have pandas.NA, and that has some
FLOATS = ("nan", "inf", "-inf")


class Reader:
    """Reads one value; any exception means that it cannot be read."""

    def __init__(self, handle, codecs, named, form, note):
        self.handle, self.named, self.form = handle, named, form
        self.note, self.at = note, ()
        self.codecs = {codec.tag: codec for codec in codecs if codec.read}
        self.parts = 2 * PARTS
        self.classes = {}

    def spend(self, parts):
        """Count so many parts, as the writer did."""
        self.parts -= parts
        if self.parts < 0:
            raise ValueError

    def read(self, data, depth):
        self.spend(1)
        kind = type(data)
        if depth > DEPTH:
            raise ValueError
        if self.note and data is not None and not (kind is list and data[:1] in HANDLES):
            self.note(self.at, "", True)
            for kind_of_one in (NULLABLE, MISSING):  # nothing follows for other parts
                self.note(self.at, kind_of_one, False)
            if kind is list and data[:1] != ["category"]:
                self.note(self.at, CATEGORY, False)
        if data is None or kind is bool:
            return data
        if kind is int:
            return whole(data)
        if kind is float and isfinite(data):
            return data
        if kind is str:
            data.encode("utf-8")
            return data
        if kind is not list:
            raise TypeError
        tag, *parts = data
        if tag in READERS:
            return READERS[tag](self, parts, depth + 1)
        if tag in self.codecs:
            return self.by_codec(self.codecs[tag], parts, depth + 1)
        from .table_reading import TABLES

        return TABLES[tag](self, parts, depth + 1)

    def by_codec(self, codec, parts, depth):
        """A value from its JSON text, without large whole numbers: as keys these could collide."""
        (text,) = self.all(parts, depth)
        if len(text) > JSON_TEXT:
            raise ValueError
        json.loads(text, parse_int=_small)
        return getattr(getattr(import_module(codec.module), codec.name), codec.read)(text)

    def all(self, parts, depth):
        return [self.read(part, depth) for part in parts]

    def inside(self, parts, depth, keys=None):
        """The parts of a value that may be handles, each at its step."""
        around, values = self.at, []
        for step, part in zip(steps_of(len(parts), keys), parts, strict=True):
            self.at = (*around, step)
            values.append(self.read(part, depth))
        self.at = around
        return values

    def may_be(self, kind):
        """Whether what stands here may be of this kind, since the source's own value is."""
        if self.note:
            self.note(self.at, kind, True)
        return self.form.allows(self.at, kind)

    def plain(self, parts, depth):
        """Values without handles."""
        handle, self.handle = self.handle, None
        values = self.all(parts, depth)
        self.handle = handle
        return values

    def keys(self, parts, depth):
        """Values for a set or dict: plain, different, and without a hash that very many share."""
        values = self.plain(parts, depth)
        hashes = sorted(map(hash, values))
        if any(map(eq, hashes, hashes[COLLIDING:])) or len(set(values)) < len(values):
            raise ValueError
        return values


def _read_handle(kind):
    def read(reader, parts, depth):
        number, name = parts
        if type(number) is not int or type(name) is not str:
            raise TypeError
        reader.spend(HANDLE)
        return reader.handle(number, kind, clean(name, NAME), reader.at)

    return read


def _read_dict(kind):
    def read(reader, parts, depth):
        keys = reader.keys(parts[::2], depth)
        return kind(zip(keys, reader.inside(parts[1::2], depth, parts[::2]), strict=True))

    return read


def _read_named(reader, parts, depth):
    name, fields, *values = parts
    if type(name) is not str or len(fields) != len(values) or len(fields) > FIELDS:
        raise ValueError
    if any(type(field) is not str or len(field) > NAME for field in fields):
        raise TypeError
    known = [field if reader.may_be(f":{field}") else f"_{i}" for i, field in enumerate(fields)]
    if not {*known} & {*fields}:  # or its fields could stand for methods
        return tuple(reader.inside(values, depth))
    fields = known
    key = (name[:NAME], *fields)
    if key not in reader.classes:
        reader.spend(CLASS)
        reader.classes[key] = reader.named(*key[:1], fields)
    return reader.classes[key]._make(reader.inside(values, depth))


def _read_complex(reader, parts, depth):
    real, imag = reader.all(parts, depth)
    if type(real) is not float or type(imag) is not float:
        raise TypeError
    return complex(real, imag)


def _read_whole(kind, count):
    def read(reader, parts, depth):
        if len(parts) != count or any(type(part) is not int for part in parts):
            raise TypeError
        return kind()(*map(whole, parts))

    return read


def _read_decimal(reader, parts, depth):
    from decimal import Decimal

    value = Decimal(_one(parts, str)[: DIGITS + 1])
    decimal_text(value)
    return value


def _small(digits):
    if len(digits) > 18:
        raise ValueError
    return int(digits)


def _fraction():
    from fractions import Fraction

    return Fraction


def _one(parts, kind):
    """The only part, of this very type."""
    (part,) = parts
    if type(part) is not kind:
        raise TypeError
    return part


def unpacked(text):
    """The bytes that `packed` made a text of."""
    return a2b_base64(text, strict_mode=True)


READERS = {
    "...": lambda reader, parts, depth: ...,
    # Each NaN is one of its own: a set may have several.
    "float": lambda reader, parts, depth: float(FLOATS[FLOATS.index(_one(parts, str))]),
    "complex": _read_complex,
    "text": lambda reader, parts, depth: unpacked(_one(parts, str)).decode("utf-8"),
    "bytes": lambda reader, parts, depth: unpacked(_one(parts, str)),
    "list": lambda reader, parts, depth: reader.inside(parts, depth),
    "tuple": lambda reader, parts, depth: tuple(reader.inside(parts, depth)),
    "named": _read_named,
    "set": lambda reader, parts, depth: set(reader.keys(parts, depth)),
    "frozenset": lambda reader, parts, depth: frozenset(reader.keys(parts, depth)),
    "dict": _read_dict(dict),
    "Counter": _read_dict(lambda pairs: Counter(dict(pairs))),
    "OrderedDict": _read_dict(OrderedDict),
    "keys": lambda reader, parts, depth: dict.fromkeys(reader.keys(parts, depth)).keys(),
    "values": lambda reader, parts, depth: dict(enumerate(reader.inside(parts, depth))).values(),
    "items": _read_dict(lambda pairs: dict(pairs).items()),
    "range": _read_whole(lambda: range, 3),
    "Fraction": _read_whole(_fraction, 2),
    "Decimal": _read_decimal,
    "function": _read_handle("function"),
    "object": _read_handle("object"),
    "yours": _read_handle("yours"),
    **MOMENTS,
}
