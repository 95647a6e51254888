"""Who answers `check`, `grade` and the others: the cards, or a grader's recorder.

While a class is graded, a test cell calls the same functions as a learner's cell. A recorder then
takes the calls: it keeps the verdicts of `grade` and `submit`, and all else shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Recorder(Protocol):
    """Takes the calls of a graded notebook's test cells."""

    def called(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Answer a call of the function `name`, such as "grade", with these arguments."""


_recorder: Recorder | None = None


def record_with(recorder: Recorder | None) -> None:
    """From now on `recorder` answers every call in this process; None: the cards do, as usual."""
    global _recorder
    _recorder = recorder


def recorded(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let the recorder answer in place of `function` while there is one."""

    @wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if _recorder is None:
            return function(*args, **kwargs)
        return _recorder.called(function.__name__, *args, **kwargs)

    return call
