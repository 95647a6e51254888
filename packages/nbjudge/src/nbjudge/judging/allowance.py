"""How much time a submission may still take.

Its cells have all of the time, and so have the tests: what a student has tried out takes nothing
from them. A statement of a test has no more than half of what is left to the tests when it begins.
So an answer that is slow costs its own tests, also where none of its calls is late.
"""

from contextlib import contextmanager

from ..protocol.errors import TOO_LONG, Exhausted, OutOfTime
from ..sandbox.clock import PatientClock
from ..sandbox.limits import AGAIN, BUSIEST, CLOCK, SHARES

GRACE = 0.5  # for sending, and for an interrupt that was swallowed


class Allowance:
    """The time of one submission, in seconds of a `PatientClock`.

    Parameters:
        limits: the `Limits`.
    """

    def __init__(self, limits):
        self.limits, self.now = limits, PatientClock()

    def begin(self):
        """Begin with all of the time."""
        self.late = set()  # what was too late: it has a fifth of a second from then on
        self.used = {"cells": 0.0, "tests": 0.0}
        self.now.most += BUSIEST * SHARES * self.limits.submission
        self.until = self.now() + SHARES * CLOCK * self.limits.submission
        self.begin_statement()

    @contextmanager
    def not_counted(self):
        """What is done in here, such as starting a worker, takes no time of the submission's."""
        began = self.now()
        yield
        self.until += self.now() - began

    def begin_statement(self):
        """A statement of a test begins."""
        left = self.limits.submission - self.used["tests"]
        self.statement = self.share = max(AGAIN, left / 2)

    def seconds(self, about, whose):
        """The seconds that this may take.

        Parameters:
            about: what may be too late.
            whose: "cells" or "tests".
        """
        most = self.most(about)
        if whose == "tests" and self.statement < -self.share / 2:  # after one that was too late
            raise OutOfTime(TOO_LONG)
        left = self.statement if whose == "tests" else self.limits.submission - self.used[whose]
        return round(max(AGAIN, min(most, left)), 1)

    def most(self, about):
        """The seconds that this may take if nothing else has taken any."""
        if self.now() > self.until:
            raise Exhausted("timeout", "it has used all of its time")
        return AGAIN if about in self.late else self.limits.call

    def charge(self, seconds, whose):
        """So many seconds were used."""
        self.used[whose] += seconds
        if whose == "tests":
            self.statement -= seconds

    def on_the_clock(self, seconds):
        """What so many seconds of the processor may be on the clock."""
        return min(CLOCK * seconds, max(self.until - self.now(), 0)) + GRACE
