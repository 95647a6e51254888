"""The judge's clock: the source's own statements run in bounded CPU time.

They are trusted, but the values that a student gave them are not: a test may take for ever with
one. A question to the worker has limits of its own, and does not count here.
"""

import ast
import resource
import signal
from time import process_time

from ..protocol.proxies import OutOfTime


class TestTooLong(BaseException):
    """The test itself takes too long, perhaps because of a value that the student gave it."""


class Clock:
    """Runs statements, and keeps in `longest` how many CPU seconds the longest run took.

    Parameters:
        seconds: how long statements may take together.
        is_asking: a function that tells whether a question to the worker is open.
    """

    def __init__(self, seconds, is_asking):
        self.seconds, self.is_asking, self.longest = seconds, is_asking, 0.0
        signal.signal(signal.SIGPROF, self.ring)

    def run(self, body, name, space, value):
        """Run statements in a space; return the error, and the last one's value if it is wanted."""
        module = ast.Module(list(body), [])
        last = ast.Expression(module.body.pop().value) if value else None
        result = None
        error = None
        began = process_time()
        self.set(self.seconds)
        try:
            exec(compile(module, name, "exec", dont_inherit=True), space)
            if value:
                result = eval(compile(last, name, "eval", dont_inherit=True), space)
        except Exception as problem:
            error = problem
        except TestTooLong:
            error = OutOfTime("the test itself took too long with these values")
        finally:
            self.set(0)
        self.longest = max(self.longest, process_time() - began)
        return error, result

    def set(self, seconds):
        """Ring after so many CPU seconds, 0 for never; what hears no ring is ended later."""
        most = int(process_time() + seconds) + 3 if seconds else resource.RLIM_INFINITY
        set_limit(resource.RLIMIT_CPU, most)
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.1)

    def ring(self, number, frame):
        """The time is up."""
        if not self.is_asking():
            raise TestTooLong


def set_limit(what, most):
    """A limit that can be lifted again, within what the machine allows (`ulimit`)."""
    _, hard = resource.getrlimit(what)
    if hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, hard))
