"""The judge's end of the line to the parent, who starts judges and workers.

A job arrives as a line of JSON, followed by the bytes of source and submission, and
in the second pass by the result of the first. Results leave as
lines of JSON: {"cell": a result} for each test cell, {"worker": true} to ask for a new worker,
which comes as descriptors, and {"end": how it ended} at last.
"""

import json
import socket


class Parent:
    """The way to the parent: a job arrives, results leave, and new workers are asked for."""

    def __init__(self, connection):
        self.connection = connection
        self.stream = connection.makefile("rb")

    def job(self):
        """What to do, the source, the submission, and the result of its first pass, or nothing."""
        job = json.loads(self.stream.readline())
        return job, *(self.stream.read(size) for size in job["sizes"])

    def tell(self, **message):
        """Tell the parent something, in one line."""
        self.connection.sendall(json.dumps(message, allow_nan=False).encode() + b"\n")

    def connect(self):
        """A socket to a new worker, and the descriptors that a `PatientClock` watches."""
        self.tell(worker=True)
        _, (worker, *files), *_ = socket.recv_fds(self.connection, 1, 3)
        return socket.socket(fileno=worker), files
