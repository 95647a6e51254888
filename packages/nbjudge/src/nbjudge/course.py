"""The plugin by which a course adds its own packages, exercises and verdicts to grading.

A course declares an entry point of the group `nbjudge.course` that names an object with the members
of `Course`. The parent finds it, and binds its packages into the sandbox. The judge, which is
trusted, imports it and asks it for data and verdicts. None of its code runs in a worker: a worker
only learns, as plain data, which modules to replace and which classes it may send.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from nbformat import NotebookNode

    from .results import CaseResult

GROUP = "nbjudge.course"


@dataclass(frozen=True)
class Package:
    """A folder of the course that the sandbox contains.

    Parameters:
        folder: where it is on this computer.
        name: under which it is found inside: that of the Python package, or of the data.
        hidden: sub-folders that a worker finds empty: solutions, rows kept back.
        judge_only: True if a worker does not get it at all.
    """

    folder: Path
    name: str
    hidden: tuple[str, ...] = ()
    judge_only: bool = False


@dataclass(frozen=True)
class StandIn:
    """A module that stands in a worker for one of the course's.

    Parameters:
        silent: functions that do nothing and return None.
        zero: functions that do nothing and return 0.0, as a grading function does.
        asks: functions that the judge answers, by `Course.answer`.
    """

    silent: tuple[str, ...] = ()
    zero: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Codec:
    """A class of the course whose values cross from a worker to the judge as plain data.

    Parameters:
        tag: what marks such a value on the line.
        module: where the class is defined.
        name: its name there.
        write: its method without arguments that gives plain data; for `read` it must be JSON text.
        read: its class method that takes the JSON text back; "" if the plain data are enough.
    """

    tag: str
    module: str
    name: str
    write: str
    read: str = ""


class Recorder(Protocol):
    """Keeps what the course's own functions say while a test cell runs."""

    saw_hidden: bool  # whether a hidden input was used since `begin`

    def begin(self, answers: Sequence[str]) -> None:
        """A test cell begins; these are the sources of the cells that count as its answer."""

    def results(self, most: float) -> Iterable[CaseResult]:
        """What was recorded in a cell of so many points, test case by test case."""

    def has_verdicts(self) -> bool:
        """Whether the course itself judged an answer in this cell."""


class Course(Protocol):
    """What a course offers. `NoCourse` is the smallest one."""

    name: str
    version: str  # results of another version are graded again by --resume

    def packages(self) -> Sequence[Package]:
        """Folders that the sandbox contains."""

    def environment(self) -> Mapping[str, str]:
        """Environment variables of judge and worker."""

    def silent_modules(self) -> Mapping[str, StandIn]:
        """Modules that a worker gets a stand-in for, by name.

        A source that mentions one of them is judged with a `recorder`.
        """

    def codecs(self) -> Sequence[Codec]:
        """Classes whose values cross as plain data."""

    def answer(self, function: str, *args: str) -> Any:
        """What a function listed under `asks` gives: plain data, such as a student's own table."""

    def recorder(self, submission: Sequence[str]) -> Recorder:
        """What keeps the verdicts on a submission, given the code of all cells that are run."""

    def releases(self) -> Mapping[str, str]:
        """The notebooks that can be handed out by name: {name: the file's, without ending}."""

    def release(self, name: str) -> NotebookNode:
        """The notebook of this name, with solutions, in nbgrader's format."""

    def without_solutions(self, source: NotebookNode) -> NotebookNode:
        """A source as learners may see it, apart from what nbgrader's marks take out."""

    def how_to_open(self, name: str, notebook: str) -> str:
        """A sentence for the README of a zip: what this notebook needs beside JupyterLab."""


class NoCourse:
    """A course without anything of its own: the source and its tests say all."""

    name = ""
    version = ""

    def packages(self):
        """No folders."""
        return ()

    def environment(self):
        """No variables."""
        return {}

    def silent_modules(self):
        """No modules."""
        return {}

    def codecs(self):
        """No classes."""
        return ()

    def answer(self, function, *args):
        """Nothing can be asked."""
        raise LookupError(function)

    def recorder(self, submission):
        """Never called: there are no modules of the course."""
        raise NotImplementedError

    def releases(self):
        """No notebooks."""
        return {}

    def release(self, name):
        """Never called: there are no names."""
        raise LookupError(name)

    def without_solutions(self, source):
        """The source as it is."""
        return source

    def how_to_open(self, name, notebook):
        """Nothing to say."""
        return ""


NO_COURSE = NoCourse()


class CourseError(ValueError):
    """The course of an assignment cannot be told: one sentence says why."""


@cache
def find_course(name: str = "") -> Course:
    """The installed course of this name; without a name the only one, or `NO_COURSE`.

    Parameters:
        name: that of the entry point; "none" for no course.
    """
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name == "none" or not (name or found):
        return NO_COURSE
    if name and name not in found:
        known = ", ".join(sorted(found)) or "none is installed"
        raise CourseError(f"there is no course {name!r} here ({known})")
    if not name and len(found) > 1:
        names = ", ".join(sorted(found))
        raise CourseError(f"several courses are installed ({names}): name one with --course")
    return (found[name] if name else next(iter(found.values()))).load()


# ── what crosses into the sandbox ───────────────────────────────────────────────────────────────


def reference(course: Course) -> str:
    """How the judge finds the course: "module:class", "" for no course."""
    kind = type(course)
    return "" if course is NO_COURSE else f"{kind.__module__}:{kind.__qualname__}"


def from_reference(text: str) -> Course:
    """The course that `reference` named."""
    if not text:
        return NO_COURSE
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)()


def facts_for_workers(course: Course) -> dict[str, Any]:
    """What a worker learns of the course, as JSON data."""
    return {
        "modules": {name: asdict(one) for name, one in course.silent_modules().items()},
        "codecs": [asdict(codec) for codec in course.codecs()],
    }
