"""A run of `nbjudge grade` with a stand-in for the judge that kills itself: python killed_run.py …

    python killed_run.py SUBMISSIONS RESULTS LOG EVENT [resume]

Grading, syncing and renaming are events; before the EVENT-th the process is killed (0: never).
Each line of LOG is a notebook that was graded. The notebook `b"7"` is worth 7 points.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path

from nbjudge.results import CellResult, Result, locked
from nbjudge.run import Grader, grade_class
from nbjudge.submissions import find_submissions

CELLS = (CellResult("q1", 0.0, 100.0, "not run"),)


def points(content):
    """A stand-in for the judge: the notebook is a number of points."""
    cells = (CellResult("q1", float(content), 100.0, "partly"),)
    return Result("ok", float(content), 100.0, cells)


def stand_in(grade_one=points, **others):
    """A grader that needs no sandbox."""
    about = {"assignment": "set02", "source": b"source", "limits": (None, None), "cells": CELLS}
    about["version"] = "nbjudge 0"
    return Grader(**about | {"grade_one": grade_one} | others)


def main(submissions, folder, log, last, *options):
    """Grade all, until the event with the number `last`."""
    events = count(1)

    def event():
        if next(events) == int(last):
            os.kill(os.getpid(), signal.SIGKILL)

    def before(function):
        def later(*arguments):
            event()
            return function(*arguments)

        return later

    def grade_one(content):
        event()
        with open(log, "a") as file:
            file.write(f"{content.decode()}\n")
        return points(content)

    os.fsync, os.replace = before(os.fsync), before(os.replace)
    found = find_submissions(Path(submissions), "set02")
    with locked(folder):
        return grade_class(stand_in(grade_one), found, folder, resume="resume" in options)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
