"""Mutated messages and notebooks: FUZZ=100 tries a hundred times as many, FUZZ_SEED repeats.

Whatever a worker sends, the judge ends in a value of the types that it knows, in the student's own
error, or in `Tampered`, and after that nothing more is believed. Whatever a student hands in,
it is a plan that has every test of the source once, or `Unreadable`.
"""

import json
import os
import random
import time
from collections import Counter, namedtuple
from datetime import UTC, date, datetime, timedelta
from datetime import time as time_of_day
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import pytest
from nbjudge.course import NO_COURSE
from nbjudge.judging.notebooks import Unreadable, read_notebook
from nbjudge.judging.plan import is_test, make_plan
from nbjudge.judging.student import Student
from nbjudge.protocol.errors import NAME, Ended, NotPlain, Tampered, encode_error
from nbjudge.protocol.values import decode, encode
from nbjudge.protocol.wire import Gone, Line, pack
from nbjudge.sandbox.limits import Limits

TIMES = int(os.environ.get("FUZZ", 1))
SEED = os.environ.get("FUZZ_SEED", "0" if os.environ.get("CI") else str(time.time_ns()))
MESSAGES = 1_000 * TIMES
NOTEBOOKS = 20 * TIMES
BATCHES = 10
SECRET = "what only the judge knows"
SECONDS = 20  # of the processor, for one message or notebook

VALUES = [
    None,
    [1, 2.5, "three", True, None, ...],
    {"a": (1, {2, 3}), ("b", 4): b"bytes"},
    [float("nan"), float("-inf"), 1 + 2j, 10**50, "long" * 100],
    [Fraction(1, 3), Decimal("0.1"), range(3), frozenset({"x"}), Counter("aab")],
    [{"a": 1}.keys(), {"a": 1}.values(), {"a": 1}.items()],
    np.arange(6.0).reshape(2, 3),
    [np.array(["a", "bc"]), np.array([1, "b", None], dtype=object), np.float32(1.5)],
    pd.DataFrame({"a": [1, 2], "b": ["x", None], "c": pd.Categorical(["u", "v"])}, index=[5, 6]),
    pd.Series([1.5, 2.5], index=pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]), name="s"),
    [len, object()],
    [date(2026, 11, 18), time_of_day(12, 30, tzinfo=UTC), timedelta(days=-1, microseconds=5)],
    [datetime(2026, 11, 18, 9, tzinfo=ZoneInfo("Europe/Berlin")), np.datetime64("2026-11", "M")],
    [pd.Timestamp("2026-11-18", tz="Europe/Berlin"), pd.Timedelta("1h"), pd.NaT, pd.Interval(0, 1)],
    namedtuple("Point", "x y")(1, [2]),
    pd.DataFrame(
        {"cut": pd.cut([1, 5], [0, 2, 9]), "zoned": pd.date_range("2026", periods=2, tz="UTC")},
        index=pd.date_range("2026-01-01", periods=2, freq="D", name="day"),
    ),
    pd.Series(pd.to_timedelta([1, 2], "h"), index=pd.interval_range(0, 2)),
]
KNOWN = {"list", "tuple", "set", "frozenset", "dict", "Counter", "OrderedDict", "range", "bytes"}
KNOWN |= {"int", "float", "complex", "bool", "str", "NoneType", "ellipsis", "Fraction", "Decimal"}
KNOWN |= {"ndarray", "DataFrame", "Series", "Handle", "Categorical", "NAType"}
KNOWN |= {"dict_keys", "dict_values", "dict_items", "date", "time", "datetime", "timedelta"}
KNOWN |= {"Timestamp", "Timedelta", "NaTType", "Interval"}
ODD = [
    *(None, True, False, 0, 1, -1, 2, 10**400, 2**63, -0.0, 1e308, "", "a", "\ud800", "\x00\u202e"),
    *([], ["list"], ["set", 1, 1], ["float", "nan"], ["function", 0, "f"], ["yours", 0, ""]),
    *("nan", "<f8", "|O", "array", "frame", {}, {"a": 1}, "A" * 1000, [0] * 50),
]


class Handle:
    """What stands for a function or an object of the worker."""


def handle(number, kind, name, at=()):
    if kind == "yours":
        return {0: len}[number]
    assert kind in ("function", "object") and type(number) is int and len(name) <= NAME
    return Handle()


class Said:
    """A connection on which everything was said already."""

    def __init__(self, content):
        self.content = content

    def recv(self, count):
        piece, self.content = self.content[:count], self.content[count:]
        return piece

    def send(self, content):
        return len(content)

    def close(self):
        pass

    def settimeout(self, seconds):
        pass

    def setblocking(self, blocks):
        raise BlockingIOError  # nothing is there before the question


def original_messages(values, codecs=()):
    """Honest conversations about these values, as lists of messages."""
    for value in values:
        data = encode(value, lambda thing: 3, codecs)
        yield [[1, "value", data]]
        yield [[1, "ask", "callback", 0, ["tuple", data], ["dict", "x", data]], [1, "value", data]]
    yield [[1, "error", encode_error(ValueError("no"))]]
    asks_course = [1, "ask", "course", "passage", ["Ada"], [["student", "Ada"]]]
    yield [asks_course, [2, "ask", "callback", 0, ["tuple"], ["dict"]], [1, "value", 1]]


# ── mutations ───────────────────────────────────────────────────────────────────────────────────


def places(data, path=()):
    """The path of every part of nested lists and objects."""
    yield path
    if isinstance(data, list | dict):
        for key in range(len(data)) if isinstance(data, list) else data:
            yield from places(data[key], (*path, key))


def mutated_data(chance, data):
    """The data with a part replaced, removed, repeated, wrapped or moved."""
    paths, repeats = list(places(data))[1:], [1, 2, 150]
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        *path, last = chance.choice(paths)
        outer = at(data, path, None)
        part = at(outer, [last], GONE)
        if not isinstance(outer, list | dict) or part is GONE:
            continue  # an earlier mutation took it away
        how = chance.randrange(6)
        if how == 0:
            outer[last] = json.loads(json.dumps(chance.choice(ODD)))
        elif how == 1:
            del outer[last]
        elif how == 2 and isinstance(outer, list):
            times = chance.choice(repeats)
            outer[last:last] = [part] * times
            repeats = repeats[:2] if times == 150 else repeats  # 150 of 150 of 150 fill the memory
        elif how == 3:
            outer[last] = nested(part, chance.choice([1, 3, 150]))
        elif how == 4 and type(part) in (int, float):
            others = [part + 1, -part, part * 10**10, part % 7 + 0.5, f"{part}"]
            outer[last] = chance.choice(others)
        elif type(part) is str:
            outer[last] = mutated_text(chance, part)
        else:
            outer[last] = json.loads(json.dumps(at(data, chance.choice(paths), part)))
    return data


GONE = object()


def nested(part, levels):
    for _ in range(levels):
        part = ["list", part]
    return part


def at(data, path, otherwise):
    try:
        for key in path:
            data = data[key]
    except (LookupError, TypeError):
        return otherwise
    return data


def mutated_text(chance, text):
    cut = chance.randrange(len(text) + 1)
    return text[:cut] + chance.choice(["", "\x00", "é", '"', "#", "=", "0", text]) + text[cut + 1 :]


def mutated_bytes(chance, content):
    content = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 10])):
        place, how = chance.randrange(len(content) + 1), chance.randrange(4)
        if how == 0:
            content[place : place + 1] = bytes([chance.randrange(256)])
        elif how == 1:
            content[place:place] = content[place : place + chance.randrange(50)]
        elif how == 2:
            del content[place : place + chance.choice([1, 10, 1000])]
        else:
            content[place:place] = chance.choice(
                [b"[", b"]", b'"', b",", b"\\", b"{", b"null", b"9"]
            )
    return bytes(content)


def mutated_message(chance, seeds):
    messages = json.loads(json.dumps(chance.choice(seeds)))
    if chance.random() < 0.7:
        messages = mutated_data(chance, messages)
    frames = []
    for message in messages if isinstance(messages, list) else [messages]:
        text = json.dumps(message).encode("ascii")
        frames.append(len(text).to_bytes(4, "big") + text)
    if chance.random() < 0.2:
        chance.shuffle(frames)
    content = b"".join(frames)
    return mutated_bytes(chance, content) if chance.random() < 0.5 else content


# ── messages ────────────────────────────────────────────────────────────────────────────────────


def converse(content, codecs=()):
    """What the judge makes of it: a value, the student's error, or the end of the line."""

    def serve(verb, *rest):
        if verb == "callback":
            number, *given = rest
            return encode(sum(len(decode(data, handle, codecs)) for data in given), handle)
        if verb == "course":
            return encode([1, 2], handle)
        raise Tampered("it asked for something unknown")

    line = Line(Said(content), serve)
    try:
        return line, line.ask("get", "f", read=lambda data: decode(data, handle, codecs))
    except (Ended, Exception) as error:
        return line, error


def parts_of(value):
    """The value and, of lists and the like, all within."""
    waiting = [value]
    while waiting:
        yield (value := waiting.pop())
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value


def is_known(value, more):
    if type(value).__name__ in KNOWN | more or value is len:  # len: the judge's own, returned to it
        return True
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return True
    return isinstance(value, np.generic | pd.Index | pd.api.extensions.ExtensionArray)


def try_messages(batch, seeds, codecs=()):
    """Mutate messages, and see that the judge ends as it must.

    Parameters:
        batch: which of the BATCHES.
        seeds: what `original_messages` gives.
        codecs: of the course.
    """
    more = {codec.name for codec in codecs}
    for i in range(batch, MESSAGES, BATCHES):
        chance = random.Random(f"{SEED} message {i}")
        content = mutated_message(chance, seeds)
        about = f"FUZZ_SEED={SEED}, message {i}: {content[:300]!r}"
        began = time.process_time()
        line, result = converse(content, codecs)
        assert time.process_time() - began < SECONDS, about
        if isinstance(result, Ended):
            assert isinstance(result, Tampered | Gone) and line.ended is result, about
            line.connection.content = pack([line._asked + 1, "value", 1])
            with pytest.raises(type(result)):  # and now a right answer comes too late
                line.ask("get", "f")
        elif isinstance(result, Exception):
            assert hasattr(result, "where") or type(result) is NotPlain, f"{result!r}, {about}"
        else:
            assert all(is_known(part, more) for part in parts_of(result)), about


def earns_a_mark(content, course=NO_COURSE):
    """Whether a test passes that wants a value which no message has."""
    student = Student(lambda: (Said(pack([1, "value", 0.0])), ()), Limits(), course=course)
    student.begin()
    student.callbacks.append(lambda *args, **kwargs: len(args))
    student.line._asked, student.line.connection.content = 0, content
    try:
        answer = student.get("f")
        assert (answer() if callable(answer) else answer) == SECRET
    except Exception:  # as in a test cell
        return False
    except Ended:
        return False
    return True


def try_to_earn(batch, seeds, course=NO_COURSE):
    """No mutated message earns a mark."""
    for i in range(batch, MESSAGES, BATCHES):
        content = mutated_message(random.Random(f"{SEED} message {i}"), seeds)
        about = f"FUZZ_SEED={SEED}, message {i}: {content[:300]!r}"
        assert not earns_a_mark(content, course), about


# ── notebooks ───────────────────────────────────────────────────────────────────────────────────


def mutated_notebook(chance, content):
    if chance.random() < 0.7:
        content = json.dumps(mutated_data(chance, json.loads(content))).encode()
    return mutated_bytes(chance, content) if chance.random() < 0.5 else content


def try_notebooks(batch, handed_in):
    """Mutate notebooks that are handed in: each makes a plan with every test once, or a sentence.

    Parameters:
        batch: which of the BATCHES.
        handed_in: [(cells of the source, the bytes of a submission)].
    """
    for i in range(batch, NOTEBOOKS, BATCHES):
        chance = random.Random(f"{SEED} notebook {i}")
        source, content = chance.choice(handed_in)
        content = mutated_notebook(chance, content)
        began = time.process_time()
        try:
            plan = make_plan(source, read_notebook(content))
        except Unreadable as reason:
            assert str(reason).endswith(".")
        else:
            tests = [step.name for step in plan.steps if step.kind == "test"]
            wanted = [cell.grade_id for cell in source if is_test(cell)]
            assert sorted(tests) == sorted(wanted), f"FUZZ_SEED={SEED}, notebook {i}"
        assert time.process_time() - began < SECONDS, f"FUZZ_SEED={SEED}, notebook {i}"


def handed_in_for(source, learners):
    """What `try_notebooks` takes: a source notebook, as itself and as the learners' version."""
    cells = read_notebook(json.dumps(source).encode())
    return [(cells, json.dumps(notebook).encode()) for notebook in (source, learners)]
