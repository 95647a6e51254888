"""The worker: runs a submission's cells in the sandbox, and answers the judge's questions.

Nothing here protects anything: a student's code shares the process, and can change all of it. What
it says is a claim. Only the sandbox around it and the judge's end of the line are trusted.
"""

import builtins
import io
import linecache
import os
import re
import resource
import signal
import socket
import sys
import threading
import time
import types
from functools import partial

from ..course import Codec, StandIn
from ..protocol.errors import NotPlain, OutOfTime
from ..protocol.snapshots import fields_of, listed, named_class
from ..protocol.values import Form, Yours, decode, encode
from ..protocol.wire import Line
from ..sandbox.limits import BUSIEST, CALL

HANDLES = 50_000
THREADS = 64
FILES = 256
AWAIT = 0x2000  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT: Jupyter allows `await` in a cell
FILE_SIZE = 64 << 20
NEEDS_LOOP = re.compile(r"\b(create_task|ensure_future|get_running_loop)\b")
BRINGS_LOOP = re.compile(r"\basyncio\.run\b|\brun_until_complete\b")
IMPORTED = re.compile(  # which would give None, and hide our own
    r"^([ \t]*)from IPython(?:\.core\.getipython)? import get_ipython[ \t]*$", re.MULTILINE
)


class Interrupted(BaseException):
    """The time is up. Not an Exception, so that `except Exception` lets it through."""


def main(arguments, course):
    """Serve the judge: the line's descriptor, CPU seconds and megabytes are the arguments."""
    descriptor, seconds, memory = (int(text) for text in arguments)
    worker = Worker(socket.socket(fileno=descriptor), course)
    limit(seconds, memory)
    worker.line.listen()
    os._exit(0)  # a student's threads do not keep it alive


def limit(seconds, memory):
    """Limits that the kernel holds; a student's code can only lower them."""
    limits = {
        resource.RLIMIT_AS: memory << 20,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_NPROC: THREADS,
        resource.RLIMIT_NOFILE: FILES,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


class Silence(io.TextIOBase):
    """Takes what is printed, and keeps nothing."""

    encoding = "utf-8"

    def write(self, text):
        """Say that all of it was written."""
        return len(text)


class Jupyter:
    """What `get_ipython()` gives: all that it can do, it does not do here."""

    def __getattr__(self, name):
        return _nothing


class Worker:
    """A submission's names and objects, and the line to the judge.

    Parameters:
        connection: a socket.
        course: what `facts_for_workers` says of the course.
    """

    def __init__(self, connection, course):
        self.line = Line(connection, self.serve)
        self.verbs = {
            "run": self.run,
            "get": self.get,
            "call": self.call,
            "attribute": self.attribute,
            "items": self.items,
        }
        self.module = types.ModuleType("__main__")
        self.module.__dict__.update(display=_nothing, get_ipython=Jupyter, _="", In=[""], Out={})
        self.kept, self.seconds, self.rings, self.depth = {}, CALL, 0, 0
        self.loop = None
        self.one_at_a_time = threading.RLock()
        sys.modules["__main__"] = self.module
        self.codecs = [Codec(**facts) for facts in course["codecs"]]
        for name, facts in course["modules"].items():
            sys.modules[name] = self.stand_in(name, StandIn(**facts))
            package, _, last = name.rpartition(".")
            if package in sys.modules:
                setattr(sys.modules[package], last, sys.modules[name])
        for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
            setattr(sys, name, Silence())
        quiet = dict.fromkeys(("help", "copyright", "credits", "license"), _nothing)
        vars(builtins).update(quiet, input=_ask_nobody, exit=sys.exit, quit=sys.exit)
        signal.signal(signal.SIGPROF, self.ring)
        signal.signal(signal.SIGALRM, self.ring)

    def stand_in(self, name, functions):
        """A module of the course as a submission finds it here."""
        module = types.ModuleType(name)
        for function in functions.silent:
            setattr(module, function, _nothing)
        for function, value in functions.constants.items():
            setattr(module, function, partial(_constant, value))
        for function in functions.asks:
            setattr(module, function, partial(self.ask_course, function))
        return module

    def ask_course(self, function, *args, **kwargs):
        """Let the judge answer a function of the course; every argument crosses as text."""
        named = [[name, str(value)] for name, value in kwargs.items()]
        return self.ask("course", function, [*map(str, args)], named, read=self.decoded)

    # ── the judge's questions ───────────────────────────────────────────────────────────────────

    def serve(self, verb, *details):
        """Answer one question; what is raised here is told to the judge."""
        if verb == "limit":
            self.seconds = float(*details)
            return time.process_time()
        self.depth += 1
        try:
            if self.depth == 1:
                self.set_clocks(self.seconds)
            return self.verbs[verb](*details)
        except Interrupted:
            raise OutOfTime(f"it did not finish within {self.seconds:g} s") from None
        finally:
            self.depth -= 1
            if not self.depth:
                self.set_clocks(0)

    def set_clocks(self, seconds):
        """Ring after so many seconds of the processor, and look then also on the clock; 0: never.

        Code that does not come back to Python's own loop hears no ring: the kernel ends it.
        """
        self.rings = 0
        self.began = time.monotonic()
        self.worked = time.process_time()
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if seconds and hard != resource.RLIM_INFINITY:
            soft = min(hard, int(self.worked + seconds) + 2)
            resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)

    def ring(self, number, frame):
        """The time is up: interrupt the student's code, and end if it goes on regardless.

        On the clock more time may pass, but not for code that only waits: on a machine that is
        BUSIEST, other code still has a larger part of a processor. The judge knows better. The
        kernel's timer of the processor samples, and rings too early on a busy machine.
        """
        took, worked = time.monotonic() - self.began, time.process_time() - self.worked
        waits = worked <= took / (2 * BUSIEST)
        if self.line.busy or not (waits if number == signal.SIGALRM else worked >= self.seconds):
            return
        self.rings += 1
        if self.rings > 5:
            os._exit(1)
        raise Interrupted

    def run(self, place, source):
        """Run a cell."""
        name = f"<{place}>"
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        code = compile(IMPORTED.sub(r"\1pass", source), name, "exec", AWAIT, dont_inherit=True)
        if NEEDS_LOOP.search(source) and not BRINGS_LOOP.search(source):
            self.wait_for(self.in_loop(code))
        elif (waiting := eval(code, self.module.__dict__)) is not None:
            self.wait_for(waiting)

    async def in_loop(self, code):
        """Run a cell while the event loop runs, as Jupyter does with every cell."""
        if (waiting := eval(code, self.module.__dict__)) is not None:
            await waiting

    def wait_for(self, waiting):
        """Run a cell with `await` in it, in one event loop for all cells, as Jupyter does."""
        import asyncio

        if self.loop is None or self.loop.is_closed():
            self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        asyncio.events._set_running_loop(None)  # a student's cell may have left one open
        self.loop.run_until_complete(waiting)

    def get(self, name, form):
        """The value of a global name."""
        if name not in self.module.__dict__:
            raise NameError(f"name {name!r} is not defined")
        return self.encoded(self.module.__dict__[name], form)

    def call(self, handle, args, kwargs, back, forms):
        """Call a function, and return what is wanted: its value, and some arguments."""
        args = [self.decoded(value) for value in args]
        kwargs = {name: self.decoded(value) for name, value in kwargs}
        value = self.kept[handle](*args, **kwargs)
        value = None if forms[0] is None else self.encoded(value, forms[0])
        given = {**dict(enumerate(args)), **kwargs}
        pairs = zip(back, forms[1:], strict=True)
        return [value, [self.encoded(given[name], form) for name, form in pairs]]

    def attribute(self, handle, name, form):
        """The value of an attribute."""
        return self.encoded(getattr(self.kept[handle], name), form)

    def items(self, handle, form):
        """What a loop over an object gives, as a list."""
        return self.encoded(listed(self.kept[handle]), form)

    # ── what is not plain ───────────────────────────────────────────────────────────────────────

    def encoded(self, value, form):
        return encode(value, self.keep, self.codecs, Form(*form))

    def decoded(self, data):
        return decode(data, self.thing, self.codecs, self.named)

    def named(self, name, fields):
        """The submission's own class of named tuples, if it has this one; else a new one."""
        own = self.module.__dict__.get(name)
        known = isinstance(own, type) and fields_of(own) == (*fields,)
        return own if known else named_class(name, fields)

    def keep(self, thing):
        if type(thing) is Callback:
            return Yours(thing.judges_number)
        if len(self.kept) >= HANDLES:
            raise NotPlain(f"there are more than {HANDLES:,} objects")
        self.kept[len(self.kept)] = thing
        return len(self.kept) - 1

    def thing(self, number, kind, name, at):
        """What arrived as a handle: one's own object, or a function of the judge's."""
        return self.kept[number] if kind == "yours" else Callback(self, number, name)

    def ask(self, *question, read):
        with self.one_at_a_time:  # a student's threads may all call a function of the test
            return self.line.ask(*question, read=read)


class Callback:
    """A function that a test handed over: called here, run by the judge."""

    def __init__(self, worker, number, name):
        self.worker, self.judges_number, self.form = worker, number, None
        self.__name__ = self.__qualname__ = name

    def __call__(self, *args, **kwargs):
        worker = self.worker
        self.form = self.form or worker.ask("form", self.judges_number, read=list)
        data = [worker.encoded(given, self.form) for given in (args, kwargs)]
        return worker.ask("callback", self.judges_number, *data, read=worker.decoded)


def _nothing(*args, **kwargs):
    """Does nothing."""


def _ask_nobody(*_):
    """What `input` does here."""
    raise EOFError("nobody is here to answer input()")


def _constant(value, *args, **kwargs):
    """Does nothing, and always gives the same."""
    return value
