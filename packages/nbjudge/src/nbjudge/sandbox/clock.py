"""The judge's clocks: one bounds the source's own statements, one a worker's answers.

The statements are trusted, but the values that a student gave them are not: a test may take for
ever with one. A question to the worker has limits of its own, and does not count there.
"""

import ast
import os
import resource
import signal
from contextlib import suppress
from time import monotonic, process_time

from ..protocol.errors import TOO_LONG, OutOfTime
from .limits import CLOCK


class TestTooLong(BaseException):
    """The test itself takes too long, perhaps because of a value that the student gave it."""


class Clock:
    """Runs statements, and keeps in `longest` how many CPU seconds the longest run took.

    `rang` tells whether the last one was interrupted.

    Parameters:
        seconds: how long statements may take together.
        is_asking: a function that tells whether a question to the worker is open.
    """

    def __init__(self, seconds, is_asking):
        self.seconds, self.is_asking, self.longest = seconds, is_asking, 0.0
        self.runs = False  # a ring that comes late interrupts nothing
        self.rang = False
        signal.signal(signal.SIGPROF, self.ring)

    def run(self, body, name, space, value):
        """Run statements in a space; return the error, and the last one's value if it is wanted."""
        module = ast.Module(list(body), [])
        last = ast.Expression(module.body.pop().value) if value else None
        result = None
        error = None
        began = process_time()
        self.set(self.seconds)
        self.runs, self.rang = True, False
        try:
            try:
                exec(compile(module, name, "exec", dont_inherit=True), space)
                if value:
                    result = eval(compile(last, name, "eval", dont_inherit=True), space)
            except Exception as problem:
                error = problem
            self.runs = False
        except TestTooLong:
            error, self.rang = OutOfTime(TOO_LONG), True
        finally:
            self.runs = False
            self.set(0)
        self.longest = max(self.longest, process_time() - began)
        return error, result

    def set(self, seconds):
        """Ring after so many CPU seconds, 0 for never; what hears no ring is ended later."""
        most = int(process_time() + seconds) + 2 if seconds else resource.RLIM_INFINITY
        set_limit(resource.RLIMIT_CPU, most)
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)

    def ring(self, number, frame):
        """The time is up."""
        if self.runs and not self.is_asking():
            raise TestTooLong


def set_limit(what, most):
    """A limit that can be lifted again, within what the machine allows (`ulimit`)."""
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, hard))


class PatientClock:
    """Gives seconds; a second of work is `CLOCK` of them, and one of waiting for a processor none.

    So a slow answer has the same time on a busy machine, and one that works for ever has no more
    for ignoring signals. How long they have worked and waited says the kernel, in files that the
    parent has opened: a worker cannot see or change them. They tell of a process's first thread.
    Where there are none, every second is one.

    Parameters:
        most: how many seconds it may stand still in all.
    """

    def __init__(self, most=0.0):
        self.most, self.before, self.files = most, (0.0, 0.0), {}

    def watch(self, files):
        """From now on these descriptors tell of the worker and of the judge, in this order."""
        before = self.passed()
        for file in self.files:
            os.close(file)
        self.files, self.before = dict.fromkeys(files, (0.0, 0.0)), (0.0, 0.0)
        self.before = tuple(b - n for b, n in zip(before, self.passed(), strict=True))

    def passed(self):
        """The seconds for which the worker has worked, and all that was watched has waited."""
        for file in self.files:
            with suppress(ProcessLookupError):  # it has ended: what was last known is all
                worked, waited = os.pread(file, 99, 0).split()[:2]
                self.files[file] = int(worked) / 1e9, int(waited) / 1e9
        (worked, _), *_ = known = [*self.files.values()] or [(0.0, 0.0)]
        return self.before[0] + worked, self.before[1] + sum(waited for _, waited in known)

    def __call__(self):
        """The seconds since some moment."""
        worked, waited = self.passed()
        return monotonic() - min(waited, self.most) + (CLOCK - 1) * worked
