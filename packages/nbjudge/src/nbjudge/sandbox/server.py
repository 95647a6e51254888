"""A server in the sandbox: it imports what the source imports, and forks judges or workers.

Imports take most of the time of a submission, and are the same for all. So they are done once,
before any student's code is there; the server itself never runs any, nor does it read what one
sends. For each judge or worker it forks three times:

    a process that enters namespaces of its own, and ends: processes, mounts, network, IPC
    └─ the first process in them, which mounts an empty folder, gives up all rights, and waits
       └─ the judge or worker, which may start no process (`seccomp`)

The first process ends the judge or worker when the parent hangs up or has ended. Until then the
kernel keeps what it knows about it, such as how long it has waited for a processor.
"""

import ast
import ctypes
import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import sys
from contextlib import suppress
from functools import partial

from .seccomp import seccomp_filter

HOME = "/home"
FILES = "/files"  # what the assignment's cells read; each submission finds links to it
INODES = 4096  # the files that can be made in the folder
DEVICES = ("/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero")
NAMESPACES = 0x6C020000  # mounts, host's name, IPC, processes and network
READ_ONLY, NOSUID, NODEV, REMOUNT, BIND = 1, 2, 4, 32, 4096
SEED = 0
SEEDED = "import numpy.random"  # if it is installed: a submission may be the first to import it
NO_NEW_PRIVS, SECCOMP, FILTER = 38, 22, 2  # of prctl
CAPABILITIES = 0x20080522  # the third version of capset's form


def main(arguments):
    """Serve the parent: the role, the descriptor of the line, and "sandboxed" are the arguments."""
    role, descriptor, *sandboxed = arguments
    line = socket.socket(fileno=int(descriptor))
    run = importlib.import_module(f"nbjudge.judging.{role}").main
    job = json.loads(line.makefile("rb").readline())
    run = partial(run, course=job["course"])
    load([*job["imports"], SEEDED])
    gc.freeze()  # what is here now stays shared memory
    while True:
        line.sendall(b"\n")  # ready
        words, descriptors, *_ = socket.recv_fds(line, 1 << 12, 3)
        if not words:
            return
        fork(run, descriptors, json.loads(words), bool(sandboxed))
        for number in descriptors:
            os.close(number)


def load(sources):
    """Import what these sources import; what fails here fails again where it is used."""
    for tree in map(ast.parse, sources):
        for node in tree.body:
            with suppress(Exception):
                exec(compile(ast.Module([node], []), "<imports>", "exec"), {})


def fork(run, descriptors, words, sandboxed):
    """Start a judge or worker in namespaces of its own; the parent holds the first descriptor."""
    entering = os.fork()
    if entering:
        os.waitpid(entering, 0)
        return
    try:
        close_others(descriptors)
        if sandboxed:
            enter()
        if not os.fork():
            if sandboxed:
                settle()
            watch(run, descriptors, words, sandboxed)
    finally:
        os._exit(0)


def close_others(descriptors):
    """Close all that is open but these and the standard ones: above all the line to the parent."""
    last = 2
    for number in (*sorted(descriptors), os.sysconf("SC_OPEN_MAX")):
        os.closerange(last + 1, number)
        last = number


def enter():
    """Make namespaces for the next fork."""
    call("unshare", NAMESPACES)


def settle():
    """A folder with links to the files of the assignment alone, and no rights from now on.

    Its folders are created again: a search that follows no links finds their files, and an answer
    can write there.

    A device of the machine can be used, but keeps no time of that, which a later run could read.
    """
    for path in DEVICES:
        flags = os.statvfs(path).f_flag & (NOSUID | NODEV | os.ST_NOEXEC)
        call("mount", None, path.encode(), None, REMOUNT | BIND | READ_ONLY | flags, None)
    folders = [*os.walk(FILES)]
    count = INODES + sum(len(inner) + len(files) for _, inner, files in folders)
    room = f"size=64m,nr_inodes={count},mode=0700".encode()
    call("mount", b"tmpfs", HOME.encode(), b"tmpfs", NOSUID | NODEV, room)
    os.chdir(HOME)
    for top, inner, files in folders:
        here = HOME + top.removeprefix(FILES)
        for name in (*inner, *files):
            if name in inner and not os.path.islink(f"{top}/{name}"):
                os.mkdir(f"{here}/{name}")
            else:
                os.symlink(f"{top}/{name}", f"{here}/{name}")
    call("capset", (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)())


def watch(run, descriptors, words, sandboxed):
    """Run the judge or worker, until the parent hangs up; ended, it can still be asked about."""
    control, *given = descriptors
    child = os.fork()
    if not child:
        os.write(control, b"\n")  # the kernel tells the parent which process that is there
        os.close(control)
        if sandboxed:
            refuse_calls()
        fix_seeds()
        run([*map(str, given), *words])
        return
    os.setpgid(child, child)
    for number in given:
        os.close(number)
    select.select([control], [], [])
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)


def refuse_calls():
    """Set the seccomp filter, for good; an error where there is none, so that nothing runs."""
    code = seccomp_filter()

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    call("prctl", NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", SECCOMP, FILTER, ctypes.byref(Program(len(code) // 8, code)), 0, 0)


def fix_seeds():
    """Every judge and worker has the same random numbers: the same file gets the same marks."""
    random.seed(SEED)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(SEED)


def call(name, *arguments):
    """Call a function of the C library; OSError if it fails."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
