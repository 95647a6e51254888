"""The parent's end of the servers that fork judges and workers (`server` is theirs).

A submission has a judge's and a worker's server to itself while it is graded. Then the next
submission to the same assignment takes them over.
"""

import atexit
import json
import os
import socket
import struct
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Lock

from ..course import facts_for_workers, where
from . import bubblewrap as sandbox

CREDENTIALS = struct.Struct("3i")  # of a process: its number, user and group
PATIENCE = 60.0  # seconds on the clock until a server must have answered

# One thread starts all of them, and lives as long as this process: bubblewrap ends a sandbox
# together with the thread that started it, and threads that grade submissions end earlier.
_starter = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sandboxes")
_lock = Lock()
_idle: dict[tuple, list] = {}  # {assignment: pairs of servers}, of the last assignment only


@contextmanager
def servers_for(assignment, sandboxed):
    """A judge's and a worker's server, ready for an assignment.

    Parameters:
        assignment: the `Assignment`.
        sandboxed: False starts them as ordinary processes, with the lecturer's rights.
    """
    about = assignment.imports, sandboxed, assignment.files, assignment.course
    with _lock:
        others = [pair for key in [*_idle] if key != about for pair in _idle.pop(key)]
        pair = _idle.setdefault(about, []).pop() if _idle.get(about) else None
    if pair and not all(server.is_alive() for server in pair):
        others = [*others, pair]
        pair = None
    for other in others:
        stop(other)
    pair = pair or [Server(role, *about) for role in ("judge", "worker")]
    try:
        yield pair
    except BaseException:
        stop(pair)
        raise
    with _lock:
        _idle.setdefault(about, []).append(pair)


def stop_idle():
    """End the servers that wait for a submission."""
    while _idle:
        for pair in _idle.popitem()[1]:
            stop(pair)


atexit.register(stop_idle)


def stop(servers):
    """End servers, and all that they have started."""
    for server in servers:
        sandbox.stop(server.process)
        server.line.close()


class Server:
    """A process in the sandbox that forks judges or workers.

    Parameters:
        role: "judge" or "worker".
        imports: the sources of what it imports first.
        sandboxed, files, course: as for `sandbox.start`.
    """

    def __init__(self, role, imports, sandboxed, files, course):
        self.line, theirs = socket.socketpair()
        with theirs:
            how = role, theirs.fileno(), sandboxed, files, course
            self.process = _starter.submit(sandbox.start, *how).result()
        self.line.settimeout(PATIENCE)
        if role == "judge":  # which runs the plugin: its imports take longer than most submissions
            known = where(course)
            imports = [*imports, *([f"import {known.partition(':')[0]}"] if known else ())]
        else:
            known = facts_for_workers(course)
        self.line.sendall(json.dumps({"imports": imports, "course": known}).encode() + b"\n")

    def is_alive(self):
        """Does it still run?"""
        return self.process.poll() is None

    def fork(self, descriptors, *words):
        """Start a judge or worker; what ends it when it is closed.

        Parameters:
            descriptors: open file descriptors that it inherits; their numbers are its arguments.
            words: its further arguments.
        """
        if not self.line.recv(1):
            raise OSError("a server in the sandbox has ended")
        ours, theirs = socket.socketpair()
        if hasattr(socket, "SO_PASSCRED"):  # on Linux the kernel says who wrote something
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        with theirs:
            given = [theirs.fileno(), *descriptors]
            socket.send_fds(self.line, [json.dumps(words).encode()], given)
        return Forked(ours)


class Forked:
    """A judge or worker, as the parent sees it: a line that ends with it."""

    def __init__(self, control):
        self.control, self.opened = control, None
        control.settimeout(PATIENCE)

    def schedstat(self):
        """[A descriptor of a file that says how long it has run and waited], [] without such."""
        if self.opened is None:
            self.opened = []
            _, about, *_ = self.control.recvmsg(1, socket.CMSG_SPACE(CREDENTIALS.size))
            for *_, who in about:
                number, *_ = CREDENTIALS.unpack(who)
                with suppress(OSError):
                    self.opened = [os.open(f"/proc/{number}/schedstat", os.O_RDONLY)]
        return self.opened

    def stop(self):
        """End it; return when it has ended."""
        with self.control as control:
            control.shutdown(socket.SHUT_WR)
            while control.recv(1):
                pass
        for file in self.opened or ():
            os.close(file)
