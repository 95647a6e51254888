"""A small seccomp filter: system calls that no submission needs, and the kernel need not offer it.

It is a list of instructions for the kernel's own little machine (BPF): load a number, compare,
jump, return. A call that is not listed is allowed. Without new processes nothing can outlive a
worker or multiply its memory; threads are allowed.
"""

import errno
import platform
import struct

# Machine: its number for the kernel, and the numbers of calls that differ from machine to machine.
MACHINES = {
    "x86_64": (
        0xC000003E,
        {
            "clone": 56,
            "socket": 41,
            "fork": 57,
            "vfork": 58,
            "shmget": 29,  # memory that no limit counts
            "semget": 64,
            "msgget": 68,
            "ptrace": 101,
            "mount": 165,
            "add_key": 248,
            "request_key": 249,
            "keyctl": 250,
            "unshare": 272,
            "perf_event_open": 298,
            "setns": 308,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "memfd_create": 319,
            "bpf": 321,
            "userfaultfd": 323,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "clone": 220,
            "socket": 198,
            "shmget": 194,  # memory that no limit counts
            "semget": 190,
            "msgget": 186,
            "ptrace": 117,
            "mount": 40,
            "add_key": 217,
            "request_key": 218,
            "keyctl": 219,
            "unshare": 97,
            "perf_event_open": 241,
            "setns": 268,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "memfd_create": 279,
            "bpf": 280,
            "userfaultfd": 282,
        },
    ),
}
IO_URING = (425, 426, 427)  # the same on both machines, as is clone3
CLONE3 = 435
X32 = 0x40000000  # a second set of numbers on x86_64
CLONE_THREAD = 0x00010000
FAMILIES = (1, 2, 10)  # sockets: unix, IPv4, IPv6; no vsock, no crypto interface of the kernel

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16  # where they are in what the kernel shows
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000


def seccomp_filter(machine=None):
    """The filter as bytes for bubblewrap's --seccomp; None on a machine that it does not know."""
    if (machine or platform.machine()) not in MACHINES:
        return None
    architecture, numbers = MACHINES[machine or platform.machine()]
    refuse, unknown = REFUSE | errno.EPERM, REFUSE | errno.ENOSYS
    listed = [n for name, n in numbers.items() if name not in ("clone", "socket")]
    code = [
        _step(LOAD, ARCHITECTURE),
        _step(EQUAL, architecture, 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
        _step(AT_LEAST, X32, 0, 1),
        _step(RETURN, refuse),
    ]
    for number in (*listed, *IO_URING):
        code += [_step(EQUAL, number, 0, 1), _step(RETURN, refuse)]
    # glibc falls back to clone, whose flags can be read.
    code += [_step(EQUAL, CLONE3, 0, 1), _step(RETURN, unknown)]
    code += [
        _step(EQUAL, numbers["clone"], 0, 4),
        _step(LOAD, FIRST_ARGUMENT),
        _step(ANY_BIT, CLONE_THREAD, 0, 1),
        _step(RETURN, ALLOW),
        _step(RETURN, refuse),
    ]
    code += [_step(EQUAL, numbers["socket"], 1, 0), _step(RETURN, ALLOW)]
    code += [_step(LOAD, FIRST_ARGUMENT)]
    for family in FAMILIES:
        code += [_step(EQUAL, family, 0, 1), _step(RETURN, ALLOW)]
    return b"".join([*code, _step(RETURN, refuse)])


def _step(operation, number, if_true=0, if_false=0):
    """One instruction; a comparison skips so many of the next ones."""
    return struct.pack("=HBBI", operation, if_true, if_false, number)
