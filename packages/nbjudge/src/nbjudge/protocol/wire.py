"""The line between judge and worker: questions and answers as bounded frames, in strict order.

A frame is its length in four bytes (big-endian) and so many bytes of ASCII, which are a JSON array:

    [number, "ask", verb, ...]      a question; each side counts its own questions from 1
    [number, "value", data]         the answer to the other side's question of this number
    [number, "error", [name, base, text, where]]      the question raised; see `errors.encode_error`

The judge asks, and nobody else begins. While a question is open, the side that was asked may ask
back, and it waits for that answer before it goes on: questions are nested, and always the
last one is answered first. `data`, `args` and the like are values as `values.encode` makes them.

    judge asks worker                               data of the answer
    "run", place, source                            null: a cell was run; `place` names it
    "get", name, form                               the value of a global name
    "call", handle, args, kwargs, back, forms       [the value, [the arguments named in back]]
    "attribute", handle, name, form                 the value of an attribute
    "items", handle, form                           what a loop over an object gives, as a list
    "limit", seconds                                the CPU seconds used so far; a question may
                                                    take so many from now on

    worker asks judge, within such a question       data of the answer
    "form", handle                                  the form of the arguments of a function that
                                                    the test handed over
    "callback", handle, args, kwargs                its value; a tuple and a dict are the arguments
    "course", function, args, kwargs                what the course's function gives; the arguments
                                                    are texts

`args` is a list, `kwargs` a list of [name, value], and `back` a list of positions (numbers) and
names (text): the arguments that come back because the reference solution changes them. A `form` is
what `values.Form` has, as a list: what of a value may be a handle; `forms` are that of the value,
null if the test does not look at it, and those of the arguments.

The judge treats whatever arrives as hostile. A frame that is too long or no such array, a number
that is not the next one, an answer to nothing, a byte after the answer: `Tampered`. No complete
answer in time: `Late`. No worker: `Gone`. More than can be read in time, in all: `Exhausted`. Each
of them ends the line for good, and is no Exception, so that no test can swallow it; `ended`
remembers it. A worker's questions that are nested too deeply, or too many, are answered by an
error, which is the student's.
"""

import json
from math import inf
from time import monotonic

from .errors import Ended, Exhausted, NotPlain, Tampered, decode_error, encode_error
from .values import PARTS, SIZE

NESTED = 20  # questions that may be open at once
CALLS = 50_000  # questions that a worker may ask within one of the judge's
CHUNK = 1 << 20
LARGE = 1_000  # what a message must weigh to count: a weight of a million is about a second's work
IN_ALL = 4_000_000  # what all large messages of a line may weigh


class Late(Ended):
    """No complete answer in time."""


class Gone(Ended):
    """The other side has ended."""


class Line:
    """One end of the line; judge and worker have one each.

    While `busy`, a frame may be half sent, so a student's code is interrupted only when
    it is not.

    Parameters:
        connection: a connected stream socket.
        serve: a function (verb, ...) that answers the other side's questions: it returns data, or
            raises.
        words: False tells the other side the class of an error alone: what a test says about a
            value that it expects stays with the judge. True by default.
        clock: what gives the time in seconds; it may stand still, or be twice as fast.
    """

    def __init__(self, connection, serve, words=True, clock=monotonic):
        self.connection, self.serve, self.words, self.clock = connection, serve, words, clock
        self.busy, self.ended = False, None
        self._asked = self._heard = self._open = self._calls = 0
        self._until, self._room = inf, IN_ALL

    def ask(self, *question, read=None, seconds=inf):
        """Ask, answer what is asked back, and return the data of the answer, or raise its error.

        Parameters:
            question: verb and details, see above.
            read: a function that turns the data into the value to return; it may raise Tampered.
            seconds: the time on that clock for all of this; a nested question has no more than is
                left of the outer one.
        """
        frame = pack([self._asked + 1, "ask", *question])
        until, busy = self._until, self.busy
        self._until = min(until, self.clock() + seconds)
        self.busy = True
        self._open += 1
        try:
            if self.ended is not None:
                raise self.ended
            self._expect_silence()
            self._asked += 1
            self._send(frame)
            data = self._answer_to(self._asked)
            return data if read is None else read(data)
        except Ended as end:
            self.ended = self.ended or end
            raise
        finally:
            self._until, self.busy = until, busy
            self._open -= 1
            if not self._open:
                self._calls = 0

    def listen(self):
        """Answer questions until the other side ends."""
        self.busy = True
        while True:
            try:
                self._answer(*self._receive("ask"))
            except Gone:
                return

    def _answer_to(self, number):
        while True:
            kind, given, *rest = self._receive("ask", "value", "error")
            if kind == "ask":
                self._answer(kind, given, *rest)
                continue
            if given != number or len(rest) != 1:
                raise Tampered("it answered a question that was not asked")
            if kind == "error":
                raise decode_error(rest[0])
            return rest[0]

    def _answer(self, kind, number, *question):
        self._heard += 1
        if number != self._heard:
            raise Tampered("its questions are not in order")
        self._open += 1
        self._calls += 1
        try:
            if self._open > NESTED:
                raise RecursionError("the functions of the test and of the answer call each other")
            if self._calls > CALLS:
                raise RuntimeError(f"a function of the test was called more than {CALLS:,} times")
            self.busy = False
            data = self.serve(*question)
            self.busy = True
            frame = pack([number, "value", data])
        except Ended:
            raise
        except BaseException as error:  # whatever a student's code raises, sys.exit() included
            self.busy = True
            frame = pack([number, "error", encode_error(error, self.words)])
        finally:
            self._open -= 1
            if not self._open:
                self._calls = 0
        self._send(frame)

    # ── frames ──────────────────────────────────────────────────────────────────────────────────

    def _send(self, frame):
        rest = memoryview(frame)
        while rest:
            left = self._left("it did not listen in time")
            try:
                self.connection.settimeout(left)
                rest = rest[self.connection.send(rest) :]
            except TimeoutError:
                continue
            except OSError:
                raise Gone("it ended too early") from None

    def _receive(self, *kinds):
        """The next message as (kind, number, ...)."""
        length = int.from_bytes(self._bytes(4), "big")
        if length > SIZE:
            raise Tampered("it sent a message that is too long")
        text = self._bytes(length)
        weight = weight_of(text)
        self._room -= weight if weight > LARGE else 0
        if self._room < 0:
            raise Exhausted("timeout", "it has sent more than can be read in time")
        message = unpack(text)
        if type(message) is not list or len(message) < 3:
            raise Tampered("it sent a message without number, kind and content")
        number, kind, *rest = message
        if type(number) is not int or type(kind) is not str or kind not in kinds:
            raise Tampered("it sent a message of an unknown kind")
        return kind, number, *rest

    def _bytes(self, count):
        pieces = []
        while count:
            left = self._left("it did not answer in time")
            try:
                self.connection.settimeout(left)
                piece = self.connection.recv(min(count, CHUNK))
            except TimeoutError:
                continue
            except OSError:
                raise Gone("it ended too early") from None
            if not piece:
                raise Gone("it ended too early")
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)

    def _left(self, otherwise):
        """The seconds to wait now, None for ever; `Late` if there are none until the end."""
        if self._until == inf:
            return None
        left = self._until - self.clock()
        if left <= 0:
            raise Late(otherwise)
        return max(left / 2, 0.01)  # and look again: that clock may be faster than this one

    def _expect_silence(self):
        """A side that was not asked says nothing: a byte that waits here was forged."""
        try:
            self.connection.setblocking(False)
            waiting = self.connection.recv(1)
        except BlockingIOError:
            return
        except OSError:
            waiting = b""
        if waiting:
            raise Tampered("it spoke without being asked")
        raise Gone("it ended too early")


def pack(message):
    """A message as a frame; what is too large raises NotPlain, and nothing was sent.

    >>> pack([1, "ask", "get", "f"])
    b'\\x00\\x00\\x00\\x13[1,"ask","get","f"]'
    """
    text = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    if len(text) > SIZE or parts_in(text) > 2 * PARTS:
        raise NotPlain("it is too large to be handed over")
    return len(text).to_bytes(4, "big") + text


def unpack(text):
    """The message in the bytes of a frame; anything but bounded JSON arrays raises Tampered."""
    if not text.isascii() or parts_in(text) > 2 * PARTS:
        raise Tampered("it sent a message with too many parts, or one that is not ASCII")
    try:
        return json.loads(text.decode("ascii"), object_pairs_hook=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError, MemoryError):
        raise Tampered("it sent a message that cannot be read") from None


def parts_in(text):
    """The number of parts, or more: each costs memory, so they are counted before it is read."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")


def weight_of(text):
    """How much work it is to read a message."""
    return parts_in(text) + len(text) // 128


def _refuse(_):
    raise ValueError
