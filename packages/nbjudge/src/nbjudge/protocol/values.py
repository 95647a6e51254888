"""Values that cross between judge and worker, as JSON arrays; what is not plain is a handle.

None, True, False, ints, finite floats and short texts stand for themselves. All else is an array
that begins with a tag: ["list", 1, 2], ["dict", key, value, key, value], ["float", "nan"],
["array", "<f8", [2], base64], ["function", 3, "entropy"]. Types are exact: a subclass of list is an
object like any other, and a handle; where the judge wants plain data (`Form`), it crosses as a list
instead, see `snapshots`. Nothing is pickled, and nothing that arrives is called.

`decode` reads what an enemy may have written. It builds only the types below, within bounds on
size, depth and number, and raises NotPlain for everything else. numpy, pandas and the classes of a
course (`Codec`) are imported only when such a value arrives; what a worker encodes, it has imported
already.
"""

import json
import re
import sys
from binascii import b2a_base64
from collections import Counter, OrderedDict, defaultdict
from itertools import chain
from math import isfinite
from typing import NamedTuple

from ..words import clean
from .errors import NAME, NotPlain
from .snapshots import described, fields_of, is_only_named, named_class, snapshot

SIZE = 32 << 20  # bytes of a message
PARTS = 500_000  # values within a value
HANDLE = 10  # parts that a handle counts for
TABLE = 50  # parts that an index, a column or a frame of pandas counts for
DEPTH = 100
JSON_TEXT = 4 << 20  # characters of a value that crosses as JSON text
DIGITS = 4_300  # Python's own limit for int(text)
TOO_LARGE = 10**DIGITS
TYPE = "values of the type"
CONVERT = ": convert them, for example with `astype` or `pd.to_datetime`"
SHORT = 200  # characters of a text that stands for itself


class Yours(int):
    """The number of a thing that belongs to the other side, and returns to it."""


class Mixed(Exception):
    """Something in a set, a key or a table that is not plain: so all of it is a handle."""


class Refused(NotPlain):
    """Something that is not plain where plain data are needed; it says what it is."""


class Form(NamedTuple):
    """What the judge wants to have of a value.

    Parameters:
        path: how the test came to it, such as "f()".
        places: what of it may be a handle: "" all of it, "[0]" its first part, "[]" any part,
            "[a]" what it has under the key "a"; or of a kind (":category"). None allows everything.

    >>> form = Form("f()", ["[0]", "[][a]"])
    >>> [form.allows(at) for at in ((), ("0",), ("1",), ("1", "a"))]
    [False, True, False, True]
    """

    path: str
    places: list | None

    def allows(self, at, kind=""):
        """May it be a handle, or of this kind, at this way through its parts?"""
        if not self.places:
            return self.places is None
        found = "|".join(map(re.escape, self.places)).replace(r"\[\]", r"\[\w*\]")
        return re.fullmatch(found, f"{''.join(f'[{step}]' for step in at)}{kind}") is not None


ANY = Form("", None)
APART = 50  # parts of a value that are told from each other; of more, all have one place


def steps_of(count, keys=None):
    """The steps to the parts of a value: numbers, or words for the keys of a dict.

    >>> steps_of(2), steps_of(2, ["a b", ["tuple", 1]])
    (['0', '1'], ['a_b', '__tuple___1_'])
    """
    if count > APART:
        return [""] * count
    return list(map(str, range(count))) if keys is None else list(map(word_of, keys))


def word_of(data):
    """A key, or the name of a column, as it crosses, as a word."""
    return re.sub(r"\W", "_", data if type(data) is str else json.dumps(data))[:40]


def encode(value, keep, codecs=(), form=ANY):
    """The value as data for `decode`.

    Parameters:
        value: anything.
        keep: a function that keeps what is not plain, and returns its number (`Yours` if the other
            side keeps it).
        codecs: of the course, see `Codec`.
        form: what may be a handle; by default everything that is not plain.

    >>> encode({"a": (1, 2.5)}, keep=None)
    ['dict', 'a', ['tuple', 1, 2.5]]
    """
    try:
        return _Writer(keep, codecs, form).write(value, 0)
    except Refused as refused:
        said = f"`{form.path}` gave {refused} where the test needs plain data"
        raise NotPlain(said + (CONVERT if TYPE in said else "")) from None
    except (NotPlain, RecursionError) as problem:
        why = problem if isinstance(problem, NotPlain) else TOO_DEEP
        where = f"`{form.path}` cannot be used here: " if form.path else ""
        raise NotPlain(f"{where}{why}") from None


def decode(data, handle, codecs=(), named=named_class, form=ANY, note=None):
    """The value that `encode` made the data from; whatever is wrong with them raises NotPlain.

    Parameters:
        data: what arrived.
        handle: a function (number, kind, name, at) that gives what stands for a thing on the other
            side; the kind is "function", "object" or "yours" (one's own, returning), and `at` the
            steps to it through the parts of the value.
        codecs: of the course, see `Codec`.
        named: a function (name, fields) that gives a class of named tuples.
        form: what kinds of plain values may be in it; by default all.
        note: a function (at, kind, there) that is told where it is plain, kind "", and of which
            kind it is there or not; None by default.

    >>> decode(["dict", "a", ["tuple", 1, 2.5]], handle=None)
    {'a': (1, 2.5)}
    """
    from .reading import Reader

    try:
        return Reader(handle, codecs, named, form, note).read(data, 0)
    except Exception as error:
        raise NotPlain(f"it is a value that cannot be read ({type(error).__name__})") from None


# ── writing; `reading` is the other half ──────────────────────────────────────────────────────────

TOO_MANY = (
    f"it has more than {PARTS:,} single values, which those of arrays and columns of numpy are not"
)
TOO_DEEP = f"it is nested more than {DEPTH} levels deep, or contains itself"
SEQUENCES = {list: "list", tuple: "tuple"}
SETS = {set: "set", frozenset: "frozenset"}
EMPTY: tuple[dict, dict] = ({}, OrderedDict())
KEYS = {type(one.keys()) for one in EMPTY}
ITEMS = {type(one.items()) for one in EMPTY}
VALUES = {type(one.values()) for one in EMPTY}
UNHASHABLE = {"list", "set", "dict", "Counter", "OrderedDict", "keys", "values", "items"}
UNHASHABLE |= {
    "array",
    "objects",
    "index",
    "steps",
    "levels",
    "moments",
    "series",
    "frame",
    "extension",
}
MAPPINGS = {dict: "dict", defaultdict: "dict", Counter: "Counter", OrderedDict: "OrderedDict"}


class _Writer:
    """Writes one value, and counts its parts."""

    def __init__(self, keep, codecs, form):
        self.keep, self.codecs, self.form = keep, codecs, form
        self.parts, self.size, self.at = PARTS, SIZE, ()

    def spend(self, parts):
        """Count so many parts; a handle or a table counts for more than one."""
        self.parts -= parts
        if self.parts < 0:
            raise NotPlain(TOO_MANY)

    def write(self, value, depth):
        self.spend(1)
        if depth > DEPTH:
            raise NotPlain(TOO_DEEP)
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            return whole(value)
        if kind is float:
            return value if isfinite(value) else ["float", str(value)]
        if kind is str:
            return self.text(value)
        for codec in self.codecs:
            if kind is _loaded(codec.module, codec.name):
                return self.by_codec(codec, value, depth)
        may_stay, why = self.form.allows(self.at), ""
        try:
            data = self.tagged(value, kind, depth + 1)
        except (Mixed, Refused) as problem:
            if isinstance(problem, Refused) and not may_stay:
                raise
            data, why = None, str(problem)
        if data is not None:
            return data
        return self.handle(value, why) if may_stay else self.snapshot(value, depth, why)

    def tagged(self, value, kind, depth):
        """What begins with a tag; None for what is not plain."""
        if kind in SEQUENCES:
            return [SEQUENCES[kind], *self.inside(value, depth)]
        if kind in SETS:
            return [SETS[kind], *self.keys(value, depth)]
        if kind in MAPPINGS:
            keys = self.keys(value, depth)
            parts = self.inside(value.values(), depth, keys)
            return [MAPPINGS[kind], *chain.from_iterable(zip(keys, parts, strict=True))]
        if issubclass(kind, tuple) and (is_only_named(kind) or not self.form.allows(self.at)):
            return self.named(value, kind, depth)
        if kind in KEYS:
            return ["keys", *self.keys(value, depth)]
        if kind in VALUES:
            return ["values", *self.inside(value, depth)]
        if kind in ITEMS:
            return ["items", *self.tagged(dict(value), dict, depth)[1:]]
        if value is ...:
            return ["..."]
        if kind is complex:
            return ["complex", self.write(value.real, depth), self.write(value.imag, depth)]
        if kind is bytes:
            return ["bytes", self.packed(value)]
        if kind is range:
            return ["range", *map(whole, (value.start, value.stop, value.step))]
        if kind is _loaded("fractions", "Fraction"):
            return ["Fraction", whole(value.numerator), whole(value.denominator)]
        if kind is _loaded("decimal", "Decimal"):
            return ["Decimal", decimal_text(value)]
        if "datetime" in sys.modules:
            from .moments import write_moment

            if (data := write_moment(value)) is not None:
                return data
        if "numpy" in sys.modules:
            from .tables import write_table

            return write_table(self, value, depth)
        return None

    def inside(self, values, depth, keys=None):
        """The parts of a value, each at its step; `keys` are those of a dict as they cross."""
        around, data = self.at, []
        try:
            for step, value in zip(steps_of(len(values), keys), values, strict=True):
                self.at = (*around, step)
                data.append(self.write(value, depth))
        finally:
            self.at = around
        return data

    def named(self, value, kind, depth):
        """A tuple with names of its parts; None if it has none."""
        fields = fields_of(kind)
        if fields is None or len(fields) != tuple.__len__(value):
            return None
        parts = self.inside([*tuple.__iter__(value)], depth)
        return ["named", clean(kind.__name__, NAME), list(fields), *parts]

    def snapshot(self, value, depth, why):
        """What is not plain as plain data, or a sentence."""
        plain = snapshot(value)
        if plain is None:
            raise Refused(why or described(value))
        return self.write(plain, depth)

    def by_codec(self, codec, value, depth):
        """A value of a class of the course."""
        try:
            data = getattr(value, codec.write)()
        except ValueError as error:
            raise NotPlain(str(error)) from None
        if not codec.read:
            return self.write(data, depth + 1)
        if len(data) > JSON_TEXT:
            raise NotPlain(f"it is a {codec.name} that is too large")
        return [codec.tag, self.text(data)]

    def text(self, value):
        try:
            raw = value.encode("utf-8")
        except UnicodeEncodeError:
            raise NotPlain("its text has half a character (a lone surrogate)") from None
        return value if len(value) <= SHORT else ["text", self.packed(raw)]

    def packed(self, raw):
        """Bytes as text."""
        self.size -= len(raw) * 4 // 3
        if self.size < 0:
            raise NotPlain(f"it is larger than {SIZE >> 20} MB")
        return b2a_base64(raw, newline=False).decode("ascii")

    def plain(self, values, depth):
        """What must be plain throughout; otherwise Mixed."""
        keep, self.keep = self.keep, _refuse
        try:
            return [self.write(value, depth) for value in values]
        finally:
            self.keep = keep

    def keys(self, values, depth):
        """What must be plain throughout, and still something that a set can have."""
        values = [*values]
        data = self.plain(values, depth)
        for value, one in zip(values, data, strict=True):
            if type(one) is list and one[0] in UNHASHABLE:
                raise Mixed(f"{described(value)} as a key or a part of a set")
        return data

    def handle(self, value, why=""):
        """A handle; why a table is one is part of its name."""
        self.spend(HANDLE)
        number = self.keep(value)
        if type(number) is Yours:
            return ["yours", int(number), ""]
        kind = "function" if callable(value) else "object"
        name = getattr(value, "__name__", None) if kind == "function" else None
        name = name if type(name) is str else type(value).__name__
        return [kind, number, clean(f"{name} with {why}" if why else name, NAME)]


def _refuse(thing):
    raise Mixed(described(thing))


def _loaded(module, name):
    """A class of a module that was imported; None if it was not, and so no value can be of it."""
    return getattr(sys.modules.get(module), name, None)


def whole(value):
    """An int that is not too large to cross."""
    if abs(value) >= TOO_LARGE:
        raise NotPlain(f"it has a whole number of more than {DIGITS:,} digits")
    return value


def decimal_text(value):
    """A Decimal as text, if it is not too large to cross."""
    text = str(value)
    if len(text) > DIGITS or (value.is_finite() and abs(value.adjusted()) > DIGITS):
        raise NotPlain(f"it has a decimal number of more than {DIGITS:,} digits")
    return text
