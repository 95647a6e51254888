"""The judge's end of the line to the parent, who starts judges and workers.

A job arrives as a line of JSON, followed by the bytes of source and submission, and in the second
pass by the result of the first. What leaves are lines of JSON: {"at": a statement} when it begins,
{"cell": a result} for each test cell, {"worker": true} to ask for a new worker, which comes as
descriptors, and {"end": how it ended} at last.

A value of a student's may keep a statement busy until the kernel ends the judge. The parent then
starts another one and tells it which statements these were: they are not run again.
"""

import json
import socket

from ..protocol.errors import TOO_LONG, OutOfTime


class Parent:
    """The way to the parent: a job arrives, results leave, and new workers are asked for."""

    def __init__(self, connection):
        self.connection = connection
        self.stream = connection.makefile("rb")
        self.fatal, self.refused = [], []

    def job(self):
        """What to do, the source, the submission, and the result of its first pass, or nothing."""
        job = json.loads(self.stream.readline())
        self.fatal = job["fatal"]
        return job, *(self.stream.read(size) for size in job["sizes"])

    def tell(self, **message):
        """Tell the parent something, in one line."""
        self.connection.sendall(json.dumps(message, allow_nan=False).encode() + b"\n")

    def begin(self, where, line, names):
        """Tell the parent which statement begins; OutOfTime for one that would end the judge.

        Parameters:
            where, line: the statement.
            names: the student's functions that it uses. After two that have ended a judge with
                these, no other that uses them is run.
        """
        at = [where, line, sorted(names)]
        if at in self.fatal and names:
            self.refused.append({*names})
        if at in self.fatal or sum(these <= {*names} for these in self.refused) > 1:
            raise OutOfTime(TOO_LONG)
        self.tell(at=at)

    def connect(self):
        """A socket to a new worker, and the descriptors that a `PatientClock` watches."""
        self.tell(worker=True)
        _, (worker, *files), *_ = socket.recv_fds(self.connection, 1, 3)
        return socket.socket(fileno=worker), files
