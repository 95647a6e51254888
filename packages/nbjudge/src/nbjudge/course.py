"""The plugin by which a course adds its own packages, exercises and verdicts to grading.

Most assignments need none: the source notebook and its tests say all. A course that has a package
of its own, data that differ from student to student, or functions that judge an answer, derives a
class from `Course`, overrides what it has, and names an instance in an entry point of the group
`nbjudge.course`. PLUGIN.md beside this distribution's README shows a complete one.

The parent finds the course and binds its packages into the sandbox. The judge, which is trusted,
imports it there and asks it for data and verdicts. **None of its code runs in a worker**: a
worker only learns, as plain data, which modules to replace and which classes it may send.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from .results import CaseResult

GROUP = "nbjudge.course"


@dataclass(frozen=True)
class Package:
    """A folder of the course that the sandbox contains, read-only.

    An installed copy of the same name is covered, so that a worker finds this one or nothing.

    Parameters:
        folder: where it is on this computer.
        name: under which it is found inside: that of the Python package, or of the data.
        hidden: sub-folders that a worker finds empty: solutions, rows kept back. Each must exist.
        judge_only: True if a worker does not get it at all, as the plugin itself.
    """

    folder: Path
    name: str
    hidden: tuple[str, ...] = ()
    judge_only: bool = False


@dataclass(frozen=True)
class StandIn:
    """What a worker finds in the place of one of the course's modules. All else is missing there.

    Parameters:
        silent: functions that do nothing and return None, such as one that shows a hint.
        constants: functions that do nothing, and what they return: {"grade": 0.0}. A number, a
            text, a truth value or None.
        asks: functions that the judge answers, by `Course.answers`.
    """

    silent: tuple[str, ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Codec:
    """A class of the course whose values cross from a worker to the judge as plain data.

    Without a codec an object of the student's stays in the worker, and a test can only call its
    methods: it is judged by what it claims. What `read` makes is the judge's own.

    Parameters:
        tag: what marks such a value on the line; not the name of a builtin type.
        module: where the class is defined, in a package that judge and worker have.
        name: its name there.
        write: its method without arguments that gives plain data; for `read` it must be JSON text.
        read: its class method that takes the JSON text back, and raises an error unless every part
            of it is as it must be, since a student may have written it; "" if the plain data are
            enough.
    """

    tag: str
    module: str
    name: str
    write: str
    read: str = ""


class Recorder(Protocol):
    """Keeps what the course's own functions find out about one submission, in the judge.

    Before each test cell the judge calls `begin`, then runs the cell, whose calls of the course's
    functions tell the recorder, and then asks for `cases`.
    """

    def begin(self, answers: Sequence[str]) -> None:
        """A test cell begins; these are the sources of the cells that count as its answer."""

    def cases(self, points: float) -> Iterable[CaseResult]:
        """What was found since `begin`, case by case, in a cell that can give so many points.

        Nothing if the course judged no answer in this cell. The first pass lists all cases by name,
        as "not run" those that wait for the second, where public ones keep what the first said
        about them. What a recorder says there about a public one that waited is shown: it must not
        hold a word of the student's, nor a value that their code could choose.
        """


class Course:
    """What a course offers. This one offers nothing: a plugin overrides what it has.

    The judge makes an instance of its own. So the class stands at the top of a module that the
    judge can import, and takes no arguments.
    """

    name = ""  # that of the entry point
    version = ""  # results of another version are graded again by --resume

    # ── what the sandbox contains ───────────────────────────────────────────────────────────────

    def packages(self) -> Sequence[Package]:
        """Folders that the sandbox contains."""
        return ()

    def environment(self) -> Mapping[str, str]:
        """Environment variables of judge and worker: no secrets, and none of Python's settings."""
        return {}

    def cannot_run(self) -> Mapping[str, str]:
        """Names in a cell that need what no sandbox has, such as {"local_session": "Spark"}.

        A source in which an answer or a test uses one is refused, unless a person grades it.
        """
        return {}

    # ── what a worker learns, as data ───────────────────────────────────────────────────────────

    def silent_modules(self) -> Mapping[str, StandIn]:
        """Modules that a worker gets a stand-in for, by name.

        In the judge they are the real ones. A source that mentions one is judged with a `recorder`.
        """
        return {}

    def codecs(self) -> Sequence[Codec]:
        """Classes whose values cross as plain data."""
        return ()

    # ── what the judge asks ─────────────────────────────────────────────────────────────────────

    def answers(self) -> Mapping[str, Callable[..., Any]]:
        """The functions that stand-ins ask for, by name: such as one that draws a student's data.

        They are called as the student called them, with every argument as text, and return plain
        data. What a worker asks is not trusted: they must not give away a solution.
        """
        return {}

    def recorder(self, submission: Sequence[str], hidden: bool) -> Recorder:
        """What keeps the verdicts on a submission in one of its two passes.

        Parameters:
            submission: the code of all cells that are run.
            hidden: False in the first pass, in which a student's function must not be given a
                hidden input; True in the second, whose points count.
        """
        raise NotImplementedError(f"the course {self.name} has silent modules and no recorder")

    # ── what is handed out ──────────────────────────────────────────────────────────────────────

    def releases(self) -> Mapping[str, str]:
        """The notebooks that can be handed out by name: {name: the file's, without ending}."""
        return {}

    def release(self, name: str) -> NotebookNode:
        """The notebook of this name, with solutions, in nbgrader's format."""
        raise NotImplementedError(f"the course {self.name} has no notebook {name}")

    def without_solutions(self, source: NotebookNode) -> NotebookNode:
        """A source as learners may see it, apart from what nbgrader's marks take out."""
        return source

    def how_to_open(self, name: str, notebook: str) -> str:
        """A sentence for the README of a zip: what this notebook needs beside JupyterLab."""
        return ""


NO_COURSE = Course()


class CourseError(ValueError):
    """The course of an assignment cannot be told, or used: one sentence says why."""


def find_course(name: str = "", installed: Iterable[EntryPoint] | None = None) -> Course:
    """The installed course of this name; without a name the only one, or `NO_COURSE`.

    Parameters:
        name: that of the entry point; "none" for no course.
        installed: the entry points to choose from; None: those of the environment.

    >>> find_course("none") is NO_COURSE
    True
    """
    if name == "none":
        return NO_COURSE
    entries = entry_points(group=GROUP) if installed is None else installed
    found = {one.name: one for one in entries}
    names = ", ".join(sorted(found))
    if name and name not in found:
        raise CourseError(f"there is no course {name!r} here ({names or 'none is installed'})")
    if not name and len(found) > 1:
        raise CourseError(f"several courses are installed ({names}): name one with --course")
    if not found:
        return NO_COURSE
    entry = found[name] if name else next(iter(found.values()))
    try:
        course = entry.load()
    except (ImportError, AttributeError) as error:
        raise CourseError(f"the course {entry.name} cannot be loaded: {error}") from None
    return checked(course, entry.name)


def checked(course: Any, name: str) -> Course:
    """The course, or `CourseError` with what is wrong with it.

    Parameters:
        course: what an entry point names.
        name: that of the entry point.
    """
    if not isinstance(course, Course):
        raise CourseError(
            f"the course {name} is not an instance of a subclass of nbjudge.course.Course"
        )
    if "<locals>" in type(course).__qualname__:
        raise CourseError(f"the class of the course {name} is not at the top of its module")
    for package in course.packages():
        for folder in (package.folder, *(package.folder / part for part in package.hidden)):
            if not folder.is_dir():
                raise CourseError(f"the course {name} names {folder}, which is not a folder")
    asked = {function for one in course.silent_modules().values() for function in one.asks}
    if missing := sorted(asked - set(course.answers())):
        raise CourseError(f"the course {name} has no answer for {missing[0]}, which a module asks")
    return course


# ── what crosses into the sandbox ───────────────────────────────────────────────────────────────


def where(course: Course) -> str:
    """Where the judge finds the class of a course: "module:class", "" for no course.

    >>> where(NO_COURSE)
    ''
    """
    kind = type(course)
    return "" if course is NO_COURSE else f"{kind.__module__}:{kind.__qualname__}"


def course_at(place: str) -> Course:
    """A course made from its class, which is at this place: the other half of `where`."""
    if not place:
        return NO_COURSE
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)()


def facts_for_workers(course: Course) -> dict[str, Any]:
    """What a worker learns of the course, as JSON data."""
    return {
        "modules": {name: asdict(one) for name, one in course.silent_modules().items()},
        "codecs": [asdict(codec) for codec in course.codecs()],
    }
