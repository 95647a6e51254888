"""A submission's code as the judge sees it, wherever its worker is.

A worker that ends, or does not answer in time, is replaced by a new one that runs the same cells
again, but for one that ended a worker. The question that was open is not repeated: it raises an
ordinary error in the test. One that ended two workers is not called again.

Where the source's own solution gave plain data, a student's value must be plain too, and crosses in
one message: an object that answers each question of a test as the test wants is no answer.
"""

import hashlib
import json
import re
from collections import Counter

from ..course import NO_COURSE
from ..protocol.errors import Crashed, Exhausted, NotPlain, OutOfTime, Tampered
from ..protocol.proxies import StudentFunction, StudentObject, number_of
from ..protocol.values import Form, Yours, decode, encode
from ..protocol.wire import Gone, Late, Line
from ..sandbox.limits import AGAIN, CALL, CLOCK
from .allowance import Allowance
from .arguments import copy_into, may_change, note
from .paths import is_pattern, patterns, shared, shortened, within

START = 60.0  # seconds on the clock until a worker must have started
ENDS = 12  # of workers, in one submission
CALLBACKS = 10_000
METHOD = re.compile(r"\.\w+$")
NO_NAME = re.compile(r"name '(\w+)' is not defined")
PROCESSES = re.compile(r"\b(multiprocessing|ProcessPoolExecutor|subprocess|os\.fork)\b")
REFUSED = ("[Errno 30] Read-only file system", "[Errno 1] Operation not permitted")


class Student:
    """A submission's code.

    Parameters:
        connect: a function that starts a new worker; it returns a socket to it, and what a
            `PatientClock` watches.
        limits: the `Limits`.
        learn: True notes which arguments are changed, where values are objects or plain, and what
            methods of objects are handed (for the source's own solution).
        course: the `Course` of the assignment.
        late_before: the questions that were `too_late` in the first pass. They are not
            asked again, only to be late once more.
    """

    def __init__(self, connect, limits, learn=False, course=NO_COURSE, late_before=()):
        self.codecs = course.codecs()
        asked = {name for one in course.silent_modules().values() for name in one.asks}
        self.answers = {name: course.answers()[name] for name in asked}
        self.connect = connect
        self.limits, self.allowance = limits, Allowance(limits)
        self.now, self.asking = self.allowance.now, 0
        self.learn = learn
        self.changes = {name: list(places) for name, places in limits.changes.items()}
        self.objects, self.plain, self.noted = set(limits.objects or ()), set(), set()
        self.anything = learn or limits.objects is None
        self.handed, self.places = {}, {}
        self.drained = set()  # the grader's names that a hidden statement has changed
        self.late_before, self.too_late = late_before, []
        self.longest, self.spent = 0.0, 0.0
        self.tampered = None
        self.lacked = set()  # names that a question met and that no cell has bound yet

    def begin(self):
        """Begin with a worker that has run nothing, and with all of the time."""
        self.cells, self.deadly, self.fatal, self.ends = [], set(), Counter(), 0
        self.start()
        self.allowance.begin()

    def start(self):
        """Begin with a new worker."""
        self.callbacks = []
        connection, files = self.connect()
        self.now.watch(files)
        self.line = Line(connection, self.serve, words=False, clock=self.now)
        self.told = self.limits.call
        self.line.ask("limit", self.told, seconds=START)

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
            kind = OutOfTime if about in self.allowance.late else Crashed
            raise kind("it was stopped before, and was not run again")
        whose = "cells" if question[0] == "run" else "tests"
        full = seconds = self.allowance.seconds(about, whose)
        if self.late_before and known_again(about, question) in self.late_before:
            self.allowance.late.add(about)
            if whose == "tests":
                self.allowance.charge(full, whose)  # as in the first pass
                raise OutOfTime("it did not finish in the first pass")
            seconds = min(AGAIN, full)
        line, began, before = self.line, self.now(), self.measured()
        self.asking += 1
        try:
            if seconds != self.told:
                self.tell_limit(seconds)
            answer = self.answer_of(line, question, read, seconds)
        except Tampered as error:
            self.tampered = error
            raise
        except (Late, Gone, OutOfTime) as end:
            problem = self.problem_of(end, seconds, self.now() - began)
        except OSError as error:
            error.args = (self.plainly(str(error)),)
            raise
        else:
            return answer
        finally:
            self.asking -= 1
            if not self.asking:  # or it is part of what an outer question takes
                self.allowance.charge(min((self.now() - began) / CLOCK, seconds), whose)
            took = self.measured() - before
            self.longest = max(self.longest, took)
            self.spent = self.spent + took
        if isinstance(problem, OutOfTime):
            self.allowance.late.add(about)
            self.too_late.append(known_again(about, question))
            self.allowance.charge(full - seconds, whose)  # what it took when it was late first
        if line.ended and line is self.line:  # not replaced by a nested question
            self.replace(about)
        raise problem

    def answer_of(self, line, question, read, seconds):
        """What the worker answers, or the error that a test may see."""
        try:
            return line.ask(*question, read=read, seconds=self.allowance.on_the_clock(seconds))
        except (StopIteration, StopAsyncIteration):
            # `all(map(f, inputs))` would take it for the end of the inputs.
            raise NotPlain("it raised StopIteration") from None
        except NameError as error:  # which a test may catch
            if is_gap(error):
                self.lacked |= {*NO_NAME.findall(str(error))[:1]} or {""}
            raise

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
        return self.line.ask("limit", seconds, seconds=CALL)

    def problem_of(self, end, seconds, took):
        """What a test is told where there was no answer."""
        late = isinstance(end, Late) or (isinstance(end, Gone) and took >= seconds)
        if late or isinstance(end, OutOfTime):
            said = str(end) if isinstance(end, OutOfTime) else ""
            return OutOfTime(said or f"it did not finish within {seconds:g} s")
        return Crashed("it ended its own process")

    def replace(self, about):
        """A new worker in the place of one that has ended, which has run the same cells."""
        self.fatal[about] += 1
        self.ends += 1
        if about.startswith("<"):
            self.deadly.add(about)
        while self.ends < ENDS:
            self.line.connection.close()
            with self.allowance.not_counted():
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
                self.tell_limit(seconds := self.allowance.most(about))
                on_the_clock = self.allowance.on_the_clock(seconds)
                self.line.ask("run", name, source, seconds=on_the_clock)
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
        if verb == "form" and len(details) == 1:
            return self.callback(*details)[1]
        if verb == "callback" and len(details) == 3:
            number, *given = details
            function, form = self.callback(number)
            args, kwargs = (self.reader(form.path, form=form)(one) for one in given)
            if type(args) is not tuple or type(kwargs) is not dict:
                raise Tampered("it called a function with something that is no argument")
            return self.encoded(function(*args, **kwargs), f"{form.path}(result)")
        if verb == "course" and len(details) == 3 and details[0] in [*self.answers]:
            function, args, kwargs = details
            args = [_text(value) for value in _array(args)]
            pairs = [_array(pair, 2) for pair in _array(kwargs)]
            named = {_text(name): _text(value) for name, value in pairs}
            return self.encoded(self.answers[function](*args, **named), f"{function}()")
        raise Tampered("it asked an unknown question")

    # ── values ──────────────────────────────────────────────────────────────────────────────────

    def reader(self, path, known_as="", form=None, loop=False):
        """What decodes an answer.

        Parameters:
            path: how the test came to it, such as "Stack().push"; never what a worker calls it.
            known_as: the global name under which it can be had again, if any.
            form: its `Form`, where that is not `form(path)`.
            loop: True for the items of an object, which is not plain because they are.
        """
        form = form or self.form(path)

        def handle(number, kind, name, at):
            if self.learn:
                self.objects.add(placed(path, at))
            elif not form.allows(at):
                raise Tampered("it sent an object where its own end of the line refuses them")
            if kind == "yours":
                return self.callback(number)[0]
            proxy = StudentFunction if kind == "function" else StudentObject
            known = "" if at else known_as
            return proxy(self, self.line, number, name, placed(path, at), known)

        def note(at, kind, there):
            if (at or not loop) and (known := (path, at, kind, there)) not in self.noted:
                self.noted.add(known)
                if there and kind:
                    self.objects.add(placed(path, at) + kind)
                else:
                    self.plain |= {*filter(is_pattern, patterns(placed(path, at) + kind))}

        def read(data):
            try:
                return decode(data, handle, self.codecs, form=form, note=self.learn and note)
            except NotPlain as problem:
                raise NotPlain(f"`{path}` cannot be used here: {problem}") from None

        return read

    def form(self, path):
        """What is wanted of the value of this path; `list(...)` asks any object for its length."""
        if self.anything:
            return Form(path, None)
        if path not in self.places:
            length = [""] if path.endswith(".__len__") else []
            self.places[path] = length + within(path, self.objects)
        return Form(path, self.places[path])

    def encoded(self, value, path):
        """What a student's function is handed; the path is that of the functions in it."""
        return encode(value, lambda thing: self.keep(thing, path), self.codecs)

    def callback(self, number):
        """A function that the test has handed over, and the form of what it is called with."""
        if type(number) is not int or not 0 <= number < len(self.callbacks):
            raise Tampered("it named a function that it was not given")
        return self.callbacks[number]

    def keep(self, thing, path):
        if isinstance(thing, StudentObject):
            return Yours(number_of(thing))
        if not callable(thing) or isinstance(thing, type):
            kind, name = type(thing).__name__, getattr(thing, "__name__", "")
            what, instead = f"a value of the class {kind}", ""
            if isinstance(thing, type):
                what, instead = f"the class {name}", f": hand over `lambda x: {name}(x)`"
            raise NotPlain(f"{what} cannot be handed to a student's function{instead}")
        if len(self.callbacks) >= CALLBACKS:
            raise NotPlain("too many functions were handed to a student's function")
        self.callbacks.append((thing, self.form(f"{path}()")))
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
        places = [place for place, value in given.items() if may_change(value)]
        changes = self.changes.get(shared(path), [])
        back = places if self.learn else [place for place in places if place in changes]
        data = [self.encoded(value, f"{path}({i})") for i, value in enumerate(args)]
        named = [[key, self.encoded(value, f"{path}({key})")] for key, value in kwargs.items()]
        if self.learn and METHOD.search(path):
            note(self.handed, shared(path), given.values())
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
            before = given[place]
            if self.learn and encode(after, id, self.codecs) != encode(before, id, self.codecs):
                self.changes.setdefault(shared(path), changes).append(place)
            if place in changes:
                copy_into(given[place], after)
        return value


def known_again(about, question):
    """What a question is known by in the second pass, where handles have other numbers."""
    verb, *details = question
    details = details if verb in ("run", "get") else details[1:]
    text = json.dumps([about, verb, *details])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def placed(path, at):
    """The path of a part of a value."""
    return shortened(path + "".join(f"[{step}]" for step in at))


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
