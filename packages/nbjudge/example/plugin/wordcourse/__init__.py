"""What the notebooks of the example course import. A worker finds a stand-in in its place.

In the judge, `grade` gets the student's function as a proxy: calling it runs it in the worker.
"""

from dataclasses import dataclass

from wordlab import Tally, read

PASSAGES = ("rain", "wind")
recorder = None  # in the judge, `plugin.WordCourse.recorder` sets it


@dataclass(frozen=True)
class Case:
    """One text on which an answer was tried."""

    name: str
    passed: bool | None  # None: it is hidden, and was not tried in the first pass
    hidden: bool


def hint():
    """Show a hint."""
    print("split() cuts a text at its spaces.")


def passage(student=""):
    """A text of the student's own."""
    return read(PASSAGES[sum(map(ord, student)) % len(PASSAGES)])


def grade(function):
    """The points of a function that tallies words: 1 for a given text, 1 for one kept back."""
    cases = [tried(function, "rain", "texts"), Case("another text", None, True)]
    if recorder is None or recorder.hidden:
        cases[1] = tried(function, "snow", "kept_back")
    if recorder is not None:
        recorder.found += cases
    return float(sum(bool(case.passed) for case in cases))


def tried(function, name, folder):
    """The answer's case on this text."""
    text = read(name, folder)
    try:
        passed = function(text) == Tally({word: text.split().count(word) for word in text.split()})
    except Exception:  # of the student's code
        passed = False
    hidden = folder == "kept_back"
    return Case("another text" if hidden else f"the text {name}", passed, hidden)
