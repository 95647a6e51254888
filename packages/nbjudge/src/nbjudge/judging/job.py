"""The judge's end of the line to the parent, who starts judges and workers.

A job arrives as a line of JSON, followed by the bytes of source and submission, and
in the second pass by the result of the first. Results leave as
lines of JSON: {"cell": a result} for each test cell, {"worker": true} to ask for a new worker,
whose socket comes as a descriptor, and {"end": how it ended} at last.
"""

import json
import socket


class Parent:
    """The way to the parent: a job arrives, results leave, and new workers are asked for."""

    def __init__(self, connection, worker):
        self.connection, self.worker = connection, worker
        self.stream = connection.makefile("rb")

    def job(self):
        """What to do, the source, the submission, and the result of its first pass, or nothing."""
        job = json.loads(self.stream.readline())
        return job, *(self.stream.read(size) for size in job["sizes"])

    def tell(self, **message):
        """Tell the parent something, in one line."""
        self.connection.sendall(json.dumps(message, allow_nan=False).encode() + b"\n")

    def connect(self):
        """A socket to a new worker; the first one has been started together with the judge."""
        descriptor, self.worker = self.worker, None
        if descriptor is None:
            self.tell(worker=True)
            _, descriptors, *_ = socket.recv_fds(self.connection, 1, 1)
            descriptor = descriptors[0]
        return socket.socket(fileno=descriptor)
