"""Run a learner's function with a time limit, without its printing, and catch its errors."""

import copy
import ctypes
import io
import os
import signal
import sys
import sysconfig
import threading
import traceback
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time

import dtlab

DTLAB = f"{Path(dtlab.__file__).resolve().parent}{os.sep}"
# dtlab, the course, Python and packages: their lines are not the learner's.
PACKAGES = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
FOLDERS = (Path(__file__).resolve().parents[1], *PACKAGES)
FOREIGN = (DTLAB, *(f"{folder}{os.sep}" for folder in FOLDERS))
ROOM = 10_000  # characters that are kept of what a function prints


class TimeUp(BaseException):
    """The time limit; not an Exception, so that a learner's `except Exception` lets it through."""


class Overheard(io.StringIO):
    """Takes what is printed, and keeps the beginning."""

    def write(self, text):
        """Keep the text while there is room; a loop may print for ever."""
        if self.tell() < ROOM:
            super().write(text[:ROOM])
        return len(text)


@dataclass(frozen=True)
class Outcome:
    """What one call gave: a value, or an error (TimeUp: it took too long)."""

    value: object = None
    error: BaseException | None = None
    printed: str = ""

    @property
    def late(self):
        """Did the time limit end it?"""
        return isinstance(self.error, TimeUp)


def outcomes(function, cases, seconds):
    """One outcome per case; the time limit is for all of them.

    A case that comes after its end has a tenth of it for itself: one input on which a function does
    not finish costs that input only. An import in the function may take long, but only once: where
    one used up the time, try again.
    """
    loaded = 0
    while len(sys.modules) > loaded:
        loaded = len(sys.modules)
        results = []
        end = process_time() + seconds
        for case in cases:
            results.append(attempt(function, case, max(end - process_time(), seconds / 10)))
        if not any(result.late for result in results):
            break
    return results


def attempt(function, case, seconds):
    """Call the function with a copy of the case's arguments, so that it cannot change them."""
    args, kwargs = copy.deepcopy((case.args, case.kwargs))
    heard = Overheard()
    try:
        with redirect_stdout(heard), redirect_stderr(heard), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = limited(lambda: function(*args, **kwargs), max(seconds, 0.01))
    except BaseException as error:  # also sys.exit() in a learner's function
        return Outcome(error=error, printed=heard.getvalue())
    return Outcome(value, printed=heard.getvalue())


def called_by(function, case, names, seconds):
    """Which of these functions and classes of dtlab does the function call, by whatever name?"""
    called = []

    def note(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(DTLAB):
            owner, *_ = code.co_qualname.split(".")  # of a method its class
            called.extend(name for name in (code.co_name, owner) if name in names)

    def watched(*args, **kwargs):
        before = sys.getprofile()
        sys.setprofile(note)
        try:
            return function(*args, **kwargs)
        finally:
            sys.setprofile(before)

    if names:
        attempt(watched, case, seconds)
    return called


def limited(function, seconds):
    """What the function returns, or TimeUp after this many seconds of the processor's time.

    What only waits is stopped after ten times as long: on a busy machine all functions wait.
    """
    began, start = process_time(), monotonic()

    def late():
        return process_time() - began >= seconds or monotonic() - start >= 10 * seconds

    in_main = threading.current_thread() is threading.main_thread()
    if in_main and hasattr(signal, "setitimer"):
        with _alarm(seconds, late):
            return function()
    return _in_thread(function, seconds, late)


@contextmanager
def _alarm(seconds, late):
    running = True

    def ring(signum, frame):
        if running and late():
            raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    try:
        # It rings again and again: it may be too early, or the learner's code catches everything.
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_thread(function, seconds, late):
    """Where no alarm can ring (Windows, another thread): leave the function behind, and stop it."""
    result = []

    def run():
        try:
            result.append(Outcome(function()))
        except BaseException as error:
            result.append(Outcome(error=error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    while thread.is_alive() and not late():
        thread.join(0.2)
    if thread.is_alive():
        ident = ctypes.c_ulong(thread.ident)
        kind = ctypes.py_object(TimeUp)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, kind)
        raise TimeUp
    if result[0].error is not None:
        raise result[0].error
    return result[0].value


def own_lines(error):
    """The error in the learner's own words: its message, and the lines of theirs that led to it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(FOREIGN)]
    lines = [f"    line {f.lineno} in {f.name}: {(f.line or '')[:100]}".rstrip() for f in own[-3:]]
    said = str(error).strip().split("\n")[0][:200]
    message = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return "\n".join([*lines, f"    {message}"])
