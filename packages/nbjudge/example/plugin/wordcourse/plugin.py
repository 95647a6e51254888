"""The example course as nbjudge's plugin."""

from pathlib import Path

import nbformat
from nbjudge.course import Codec, Course, Package, StandIn
from nbjudge.results import CaseResult

import wordcourse

HERE = Path(__file__).resolve().parent


class WordCourse(Course):
    """What the course offers to nbjudge."""

    name = "words"
    version = "1.0"

    def packages(self):
        """wordlab for all, without the texts kept back; the course itself for the judge."""
        return [
            Package(HERE.parent / "wordlab", "wordlab", hidden=("kept_back",)),
            Package(HERE, "wordcourse", judge_only=True),
        ]

    def silent_modules(self):
        """No hints are shown, `grade` gives nothing, and the judge knows whose passage is whose."""
        return {"wordcourse": StandIn(("hint",), {"grade": 0.0}, asks=("passage",))}

    def answers(self):
        """The functions that a worker's stand-in asks for."""
        return {"passage": wordcourse.passage}

    def codecs(self):
        """A tally crosses as its JSON text."""
        return [Codec("Tally", "wordlab", "Tally", "to_json", "from_json")]

    def recorder(self, submission, hidden):
        """From now on `grade` tells this recorder what it finds, in one of the two passes."""
        wordcourse.recorder = WordRecorder(hidden)
        return wordcourse.recorder

    def releases(self):
        """One assignment, "1"."""
        return {"1": "words_1"}

    def release(self, name):
        """Its source, which is beside this file."""
        return nbformat.read(HERE / f"{self.releases()[name]}.ipynb", as_version=4)

    def how_to_open(self, name, notebook):
        """Where wordlab comes from."""
        return "\n   It needs the package wordlab: see the page of the course."


class WordRecorder:
    """Keeps what `grade` finds in one pass of a submission."""

    def __init__(self, hidden):
        self.hidden = hidden
        self.begin(())

    def begin(self, answers):
        """A test cell begins."""
        self.found = []

    def cases(self, points):
        """What `grade` found, as results that share the cell's points."""
        for case in self.found:
            share = points / len(self.found)
            outcome = {True: "passed", False: "failed", None: "not run"}[case.passed]
            yield CaseResult(
                case.name, share * bool(case.passed), share, outcome, hidden=case.hidden
            )


COURSE = WordCourse()
