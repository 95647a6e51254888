"""A submission's code as the judge sees it, wherever its worker is.

A worker that ends, or does not answer in time, is replaced by a new one that runs the same cells
again, but for one that ended a worker. The question that was open is not repeated: it raises an
ordinary error in the test. A function that was too late has a fifth of a second from then on, one
that ended two workers is not called again, and nothing has more than half of the time that is left.

Where the source's own solution gave plain data, a student's value must be plain too, and crosses in
one message: an object that answers each question of a test as the test wants is no answer.
"""

import hashlib
import json
import re
from collections import Counter

from ..course import NO_COURSE
from ..protocol.errors import Exhausted, NotPlain, Tampered
from ..protocol.proxies import Crashed, OutOfTime, StudentFunction, StudentObject, number_of
from ..protocol.values import Yours, decode, encode
from ..protocol.wire import Gone, Late, Line
from ..sandbox.clock import PatientClock
from ..sandbox.limits import AGAIN, BUSIEST, CALL, CLOCK

START = 60.0  # seconds on the clock until a worker must have started
GRACE = 0.5  # for sending, and for an interrupt that was swallowed
ENDS = 12  # of workers, in one submission
CALLBACKS = 10_000
CALLBACK = "callback"  # the path of what a function of the test is called with
STEP = r"\.\w+(?:\(\w*\)|\[\])*"
STEPS = re.compile(rf"(?:{STEP})+({STEP})")
METHOD = re.compile(r"\.\w+$")
KINDS = 5  # that a sentence names
ALONE = (["function"], ["object"], ["yours"])
NO_NAME = re.compile(r"name '(\w+)' is not defined")
PROCESSES = re.compile(r"\b(multiprocessing|ProcessPoolExecutor|subprocess|os\.fork)\b")
REFUSED = ("[Errno 30] Read-only file system", "[Errno 1] Operation not permitted")


class Student:
    """A submission's code.

    Parameters:
        connect: a function that starts a new worker; it returns a socket to it, and what a
            `PatientClock` watches.
        limits: the `Limits`.
        learn: True notes which arguments are changed, which values are objects, and what their
            methods are handed (for the source's own solution).
        course: the `Course` of the assignment.
        late_before: the questions that were `too_late` in the first pass. They have not all of
            their time again, only to be late once more.
    """

    def __init__(self, connect, limits, learn=False, course=NO_COURSE, late_before=()):
        self.codecs = course.codecs()
        asked = {name for one in course.silent_modules().values() for name in one.asks}
        self.answers = {name: course.answers()[name] for name in asked}
        self.connect = connect
        self.limits = limits
        self.learn = learn
        self.now = PatientClock()
        self.changes = {name: list(places) for name, places in limits.changes.items()}
        self.objects = set(limits.objects or ())
        self.anything = learn or limits.objects is None
        self.handed = {}
        self.of_arguments = self.form(CALLBACK)
        self.late_before, self.too_late = late_before, []
        self.longest, self.spent = 0.0, 0.0
        self.tampered = None
        self.lacked = set()  # names that a question met and that no cell has bound yet

    def begin(self):
        """Begin with a worker that has run nothing, and with all of the time."""
        self.cells, self.deadly, self.late, self.fatal = [], set(), set(), Counter()
        self.used, self.ends = 0.0, 0
        self.start()
        self.now.most += BUSIEST * self.limits.submission
        self.until = self.now() + CLOCK * self.limits.submission

    def start(self):
        """Begin with a new worker."""
        self.callbacks = []
        connection, files = self.connect()
        self.now.watch(files)
        self.line = Line(connection, self.serve, words=False, clock=self.now)
        self.told = self.limits.call
        self.line.ask("limit", self.told, self.of_arguments, seconds=START)

    # ── questions ───────────────────────────────────────────────────────────────────────────────

    def run(self, name, source):
        """Run a cell; its error is raised."""
        self.cells.append((name, source))
        self.ask(f"<{name}>", "run", name, source)

    def get(self, name):
        """The value that the submission has given to this name; NameError if none."""
        return self.ask(f"<{name}>", "get", name, self.form(name), read=self.reader(name, name))

    def ask(self, about, *question, read=None):
        """Ask the worker; `about` is what may be too late or end the worker."""
        if self.tampered:
            raise self.tampered
        if self.fatal[about] > 1:
            kind = OutOfTime if about in self.late else Crashed
            raise kind("it was stopped before, and was not run again")
        full = seconds = self.allowed(about)
        if self.late_before and known_again(about, question) in self.late_before:
            seconds = min(AGAIN, full)
        line = self.line
        began = self.now()
        before = self.measured()
        try:
            if seconds != self.told:
                self.tell_limit(seconds)
            return line.ask(*question, read=read, seconds=self.on_the_clock(seconds))
        except Tampered as error:
            self.tampered = error
            raise
        except (Late, Gone) as end:
            took = self.now() - began
            problem = self.end_of(end, seconds, took)
            if line is self.line:  # not replaced by a nested question
                charged = min(took, seconds)  # what is sent and cleaned up is not
                if isinstance(problem, OutOfTime):
                    self.was_late(about, question)
                    charged += full - seconds
                self.replace(about, charged)
            raise problem from None
        except (StopIteration, StopAsyncIteration):
            # `all(map(f, inputs))` would take it for the end of the inputs.
            raise RuntimeError("it raised StopIteration") from None
        except NameError as error:  # which a test may catch
            if is_gap(error):
                self.lacked |= {*NO_NAME.findall(str(error))[:1]} or {""}
            raise
        except TimeoutError as error:
            if type(error).__name__ == OutOfTime.__name__:
                self.was_late(about, question)
                self.used += full
                raise OutOfTime(*error.args) from None
            raise
        except OSError as error:
            error.args = (self.plainly(str(error)),)
            raise
        finally:
            took = self.measured() - before
            self.longest = max(self.longest, took)
            self.spent = self.spent + took

    def was_late(self, about, question):
        """Note what did not end in time."""
        self.late.add(about)
        self.too_late.append(known_again(about, question))

    def plainly(self, said):
        """What an error says; where it comes from starting a process, what cannot be used."""
        found = PROCESSES.findall(" ".join(source for _, source in self.cells))
        if said not in REFUSED or not found:
            return said
        return f"{found[0]} cannot be used here: a submission may not start processes"

    def measured(self):
        """The CPU seconds of the worker, where they are wanted: it is the source's own."""
        if not self.learn or self.line.ended:
            return 0.0
        return float(self.tell_limit(self.limits.call))

    def tell_limit(self, seconds):
        """Tell the worker how long a question may take, and hear how long it has worked."""
        self.told = seconds
        return self.line.ask("limit", seconds, self.of_arguments, seconds=CALL)

    def allowed(self, about):
        """The seconds that this may take."""
        left = self.limits.submission - self.used
        if self.now() > self.until:
            raise Exhausted("timeout", "it has used all of its time")
        most = AGAIN if about in self.late else self.limits.call
        return round(max(AGAIN, min(most, left / 2)), 2)

    def on_the_clock(self, seconds):
        """What so many seconds of the processor may be on the clock."""
        return min(CLOCK * seconds, max(self.until - self.now(), 0)) + GRACE

    def end_of(self, end, seconds, took):
        if isinstance(end, Late) or took >= seconds:
            return OutOfTime(f"it did not finish within {seconds:g} s")
        return Crashed("it ended its own process")

    def replace(self, about, took):
        """A new worker in the place of one that has ended, which has run the same cells."""
        self.fatal[about] += 1
        self.used += took
        self.ends += 1
        if about.startswith("<"):
            self.deadly.add(about)
        while self.ends < ENDS:
            self.line.connection.close()
            self.start()
            if self.run_again():
                self.spent += self.measured()
                return
            self.ends += 1
        raise Exhausted("crash", "it has ended its process again and again")

    def run_again(self):
        for name, source in self.cells:
            about = f"<{name}>"
            if about in self.deadly:
                continue
            try:
                self.tell_limit(seconds := self.allowed(about))
                self.line.ask("run", name, source, seconds=self.on_the_clock(seconds))
            except (Late, Gone):
                self.deadly.add(about)
                return False
            except Tampered as error:
                self.tampered = error
                raise
            except Exception:
                continue  # it raised the same error the first time
        return True

    # ── answers to what a worker asks back ──────────────────────────────────────────────────────

    def serve(self, verb, *details):
        """Answer a worker's question; a wrong one is tampering."""
        if verb == "callback" and len(details) == 3:
            number, args, kwargs = details
            if type(number) is not int or not 0 <= number < len(self.callbacks):
                raise Tampered("it called a function that it was not given")
            read = self.reader(CALLBACK)
            args = [read(value) for value in _array(args)]
            pairs = [_array(pair) for pair in _array(kwargs)]
            if any(len(pair) != 2 or type(pair[0]) is not str for pair in pairs):
                raise Tampered("it named an argument wrongly")
            named = {name: read(value) for name, value in pairs}
            return self.encoded(self.callbacks[number](*args, **named))
        if verb == "course" and len(details) == 3 and details[0] in [*self.answers]:
            function, args, kwargs = details
            args = [_text(value) for value in _array(args)]
            pairs = [_array(pair, 2) for pair in _array(kwargs)]
            named = {_text(name): _text(value) for name, value in pairs}
            return self.encoded(self.answers[function](*args, **named))
        raise Tampered("it asked an unknown question")

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    def reader(self, path, known_as=""):
        """What decodes an answer.

        Parameters:
            path: how the test came to it, such as "Stack().push"; never what a worker calls it.
            known_as: the global name under which it can be had again, if any.
        """

        def read(data):
            is_whole = type(data) is list and data[:1] in ALONE
            place = path if is_whole else f"{path}[]"
            try:
                return decode(
                    data, lambda *about: self.handle(*about, place, known_as), self.codecs
                )
            except NotPlain as problem:
                raise NotPlain(f"`{path}` cannot be used here: {problem}") from None

        return read

    def form(self, path):
        """What is wanted of the value of this path, see `Form`."""
        return [path, self.may_be_object(path), self.may_be_object(f"{path}[]")]

    def may_be_object(self, path):
        """Whether this value may be an object; `list(...)` asks any object for its length."""
        return self.anything or key_of(path) in self.objects or path.endswith(".__len__")

    def handle(self, number, kind, name, path, known_as=""):
        """What stands here for a thing of the worker's, if the source has a thing there, too."""
        if self.learn:
            self.objects.add(key_of(path))
        elif not self.may_be_object(path):
            raise Tampered("it sent an object where its own end of the line refuses them")
        if kind == "yours":
            if not 0 <= number < len(self.callbacks):
                raise Tampered("it sent a function that it was not given")
            return self.callbacks[number]
        proxy = StudentFunction if kind == "function" else StudentObject
        return proxy(self, self.line, number, name, path, known_as)

    def encoded(self, value):
        return encode(value, self.keep, self.codecs)

    def keep(self, thing):
        if isinstance(thing, StudentObject):
            return Yours(number_of(thing))
        if not callable(thing) or isinstance(thing, type):
            kind = type(thing).__name__
            raise NotPlain(f"a value of the class {kind} cannot be handed to a student's function")
        if len(self.callbacks) >= CALLBACKS:
            raise NotPlain("too many functions were handed to a student's function")
        self.callbacks.append(thing)
        return len(self.callbacks) - 1

    def call(self, proxy, args, kwargs, wanted=True):
        """Call a function of the student's, and copy changed arguments back where that counts.

        Parameters:
            proxy: the function.
            args, kwargs: what the test calls it with.
            wanted: False gives None, and its value may be anything.
        """
        path = object.__getattribute__(proxy, "_path")
        given = {**dict(enumerate(args)), **kwargs}
        places = [place for place, value in given.items() if _class_name(value) in IN_PLACE]
        back = places if self.learn else [p for p in places if p in self.changes.get(path, ())]
        data = [self.encoded(value) for value in args]
        named = [[key, self.encoded(value)] for key, value in kwargs.items()]
        if self.learn and METHOD.search(path):
            said = self.handed.setdefault(key_of(path), [])
            said += [text for text in map(_short, given.values()) if text not in said]
            del said[KINDS + 1 :]
        number = number_of(proxy)
        paths = [f"{path}()", *(f"{path}({place})" for place in back)]

        def read(answer):
            value, changed = _array(answer, 2)
            changed = _array(changed, len(back))
            pairs = zip(paths, [value, *changed], strict=True)
            value, *changed = (self.reader(place)(one) for place, one in pairs)
            return value, changed

        forms = [self.form(place) for place in paths]
        forms[0] = forms[0] if wanted else None
        value, changed = self.ask(path, "call", number, data, named, back, forms, read=read)
        for place, after in zip(back, changed, strict=True):
            if self.learn and self.encoded(after) != self.encoded(given[place]):
                self.changes.setdefault(path, []).append(place)
            if place in self.changes.get(path, ()):
                copy_into(given[place], after)
        return value


def known_again(about, question):
    """What a question is known by in the second pass, where handles have other numbers."""
    verb, *details = question
    details = details if verb in ("run", "get") else details[1:]
    text = json.dumps([about, verb, *details])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def key_of(path):
    """A path without the way through a structure: of steps in a row only the last one counts.

    A student's tree may be deeper than the source's, and its nodes are objects all the same.

    >>> key_of("fit().left.left.right"), key_of("Stack().push().pop()"), key_of("f()")
    ('fit().right', 'Stack().pop()', 'f()')
    """
    return STEPS.sub(r"\1", path)


def handed_over(handed):
    """Sentences for the lecturer about what a student's objects can see.

    Parameters:
        handed: {method: the kinds of what it was handed} while the source was proved.
    """
    for path, kinds in handed.items():
        if kinds:
            more = ", …" if len(kinds) > KINDS else ""
            said = f"`{path}` is a method of the student's and receives {', '.join(kinds[:KINDS])}"
            yield f"{said}{more}: see that no expected value is among them"


def _short(value):
    """The kind of a value, in a few words."""
    kind = type(value).__name__
    if hasattr(value, "shape"):
        return f"{kind} of the shape {tuple(value.shape)}"
    if isinstance(value, list | tuple | dict | set | frozenset):
        return f"{kind} of length {len(value)}"
    return kind


def is_gap(error):
    """Did a student's code, or a question for it, meet a name that is not bound anywhere?

    A test's own names are none of these: of an error from a worker Python knows no name.
    """
    is_name = isinstance(error, NameError) and not isinstance(error, UnboundLocalError)
    return is_name and error.name is None


def _array(data, length=None):
    if type(data) is not list or (length is not None and len(data) != length):
        raise Tampered("it sent an answer of another form")
    return data


def _text(data):
    if type(data) is not str:
        raise Tampered("it asked the course with something that is no text")
    return data


# ── arguments that a function may change ────────────────────────────────────────────────────────


IN_PLACE = {"builtins.list", "builtins.dict", "builtins.set", "numpy.ndarray"}
IN_PLACE |= {"pandas.DataFrame", "pandas.core.frame.DataFrame"}  # by version
IN_PLACE |= {"pandas.Series", "pandas.core.series.Series"}


def _class_name(value):
    return f"{type(value).__module__}.{type(value).__qualname__}"


def copy_into(old, new):
    """Give a test's own argument the content that a student's function has left in its copy."""
    if type(old) is not type(new):
        return
    if isinstance(old, list):
        old[:] = new
    elif isinstance(old, dict | set):
        old.clear()
        old.update(new)
    elif hasattr(old, "_update_inplace"):  # pandas
        old._update_inplace(new)
    elif old.shape == new.shape:
        old[...] = new
