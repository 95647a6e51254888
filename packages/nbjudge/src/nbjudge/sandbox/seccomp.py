"""A seccomp filter: the system calls that a submission may make. The kernel refuses all others.

It is a list of instructions for the kernel's own little machine (BPF): load a number, compare,
jump, return. What is not in the tables below, now or in a kernel to come, does not exist for judge
and worker (ENOSYS): libraries take the kernel for an older one, and do without. So there is no way
to start a process, which could outlive a worker or multiply its memory (threads are allowed); to
trace, watch or reach another process; to mount; to lock a file against others with `flock`; to ask
what is in the page cache, or to empty it; to use io_uring, bpf, keys, perf events, or memory that
no limit counts.

The numbers are those of Linux's tables for x86-64 and AArch64. The filter has been tried on x86-64
only: on AArch64 a call that its Python needs may be missing, which would end honest submissions but
let no other out. On any other machine there is no filter, and nothing is graded.
"""

import errno
import platform
import struct

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # their numbers for the kernel

# Calls, with their numbers on x86-64 and on AArch64, which has no older form of some.
ALLOWED = {
    "files": """
        read 0/63 write 1/64 readv 19/65 writev 20/66 pread64 17/67 pwrite64 18/68 preadv 295/69
        pwritev 296/70 lseek 8/62 open 2/- openat 257/56 creat 85/- close 3/57 close_range 436/436
        dup 32/23 dup2 33/- dup3 292/24 stat 4/- lstat 6/- fstat 5/80 newfstatat 262/79
        statx 332/291 statfs 137/43 fstatfs 138/44 access 21/- faccessat 269/48 faccessat2 439/439
        readlink 89/- readlinkat 267/78 getdents64 217/61 getcwd 79/17 chdir 80/49 fchdir 81/50
        umask 95/166 mkdir 83/- mkdirat 258/34 rmdir 84/- rename 82/- renameat 264/38
        renameat2 316/276 link 86/- linkat 265/37 symlink 88/- symlinkat 266/36 unlink 87/-
        unlinkat 263/35 chmod 90/- fchmod 91/52 fchmodat 268/53 utime 132/- utimes 235/-
        futimesat 261/- utimensat 280/88 truncate 76/45 ftruncate 77/46 fallocate 285/47
        fsync 74/82 fdatasync 75/83 sendfile 40/71 copy_file_range 326/285
        """,
    "memory": """
        brk 12/214 mmap 9/222 munmap 11/215 mremap 25/216 mprotect 10/226 msync 26/227
        """,
    "threads": """
        futex 202/98 set_robust_list 273/99 get_robust_list 274/100 set_tid_address 218/96
        rseq 334/293 gettid 186/178 sched_yield 24/124 sched_getaffinity 204/123
        sched_getparam 143/121 sched_getscheduler 145/120 sched_get_priority_max 146/125
        sched_get_priority_min 147/126 getcpu 309/168 exit 60/93 exit_group 231/94
        """,
    "signals": """
        rt_sigaction 13/134 rt_sigprocmask 14/135 rt_sigreturn 15/139 rt_sigpending 127/136
        rt_sigtimedwait 128/137 rt_sigsuspend 130/133 sigaltstack 131/132 kill 62/129 tkill 200/130
        tgkill 234/131 pause 34/- alarm 37/- getitimer 36/102 setitimer 38/103
        restart_syscall 219/128
        """,
    "time": """
        time 201/- gettimeofday 96/169 clock_gettime 228/113 clock_getres 229/114
        clock_nanosleep 230/115 nanosleep 35/101 times 100/153 getrusage 98/165
        """,
    "waiting": """
        poll 7/- ppoll 271/73 select 23/- pselect6 270/72 epoll_create 213/- epoll_create1 291/20
        epoll_ctl 233/21 epoll_wait 232/- epoll_pwait 281/22 pipe 22/- pipe2 293/59 eventfd 284/-
        eventfd2 290/19 timerfd_create 283/85 timerfd_settime 286/86 timerfd_gettime 287/87
        """,
    "sockets": """
        connect 42/203 bind 49/200 listen 50/201 accept 43/202 accept4 288/242 getsockname 51/204
        getpeername 52/205 sendto 44/206 recvfrom 45/207 sendmsg 46/211 recvmsg 47/212
        sendmmsg 307/269 recvmmsg 299/243 shutdown 48/210 setsockopt 54/208
        """,
    "itself": """
        getpid 39/172 getppid 110/173 getpgrp 111/- getpgid 121/155 getsid 124/156 getuid 102/174
        geteuid 107/175 getgid 104/176 getegid 108/177 getresuid 118/148 getresgid 120/150
        getgroups 115/158 getrlimit 97/163 setrlimit 160/164 getpriority 140/141 uname 63/160
        sysinfo 99/179 getrandom 318/278 wait4 61/260 waitid 247/95
        """,
}

# Calls that are allowed for some values of one argument, and the error for the others. The kernel
# reads no more than the lower half of these arguments.
FAMILIES = (1, 2, 10)  # sockets: Unix, IPv4, IPv6; no vsock, no crypto interface of the kernel
LIMITED = {
    "socket 41/198": (0, FAMILIES, errno.EPERM),
    "socketpair 53/199": (0, FAMILIES, errno.EPERM),
    # No cookies: the kernel counts them for all, so that a later run could read the number.
    "getsockopt 55/209": (2, (*range(1, 54),), errno.ENOPROTOOPT),
    # Copies, flags, locks of a range (sqlite3 needs them) and a pipe's size; no leases or watches.
    "fcntl 72/25": (1, (0, 1, 2, 3, 4, 5, 6, 7, 1030, 1031, 1032), errno.EINVAL),
    # Is it a terminal, its width, how much can be read, waiting or not, inherited or not.
    "ioctl 16/29": (1, (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451), errno.ENOTTY),
    # Of its own memory; nothing that empties the page cache, or finds equal pages of others.
    "madvise 28/233": (2, (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17), errno.EINVAL),
    "prctl 157/167": (0, (15, 16), errno.EINVAL),  # the name of a thread
    "prlimit64 302/261": (0, (0,), errno.EPERM),  # its own limits
}

# Calls that are refused with another error than ENOSYS, which Python and libraries expect there.
REFUSED = {
    errno.EPERM: "fork 57/- vfork 58/- execve 59/221 execveat 322/281 memfd_create 319/279",
    # As on a file system that has no extended attributes: `shutil.copy2` goes on.
    errno.EOPNOTSUPP: """
        setxattr 188/5 lsetxattr 189/6 fsetxattr 190/7 getxattr 191/8 lgetxattr 192/9
        fgetxattr 193/10 listxattr 194/11 llistxattr 195/12 flistxattr 196/13 removexattr 197/14
        lremovexattr 198/15 fremovexattr 199/16
        """,
}

CLONE = "clone 56/220"  # glibc asks for clone3 first, whose flags no filter can read
CLONE_THREAD = 0x00010000

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16  # where they are in what the kernel shows
ALLOW, KILL, REFUSE = 0x7FFF0000, 0x80000000, 0x00050000


class UnknownMachine(Exception):
    """There is no filter for this machine; the text is a sentence for the lecturer."""


def seccomp_filter(machine=None):
    """The filter as bytes, for the kernel; `UnknownMachine` where its numbers are not known."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        known = " and ".join(MACHINES)
        raise UnknownMachine(f"the filter of system calls knows {known} only, not {machine}")
    code = [
        _step(LOAD, ARCHITECTURE),
        _step(EQUAL, MACHINES[machine], 1, 0),
        _step(RETURN, KILL),
        _step(LOAD, NUMBER),
    ]
    for call, (argument, values, error) in LIMITED.items():
        code += _if_call(call, machine, _one_of(argument, values, error))
    code += _if_call(CLONE, machine, _only_threads())
    for error, calls in REFUSED.items():
        code += _if_call(calls, machine, [_step(RETURN, REFUSE | error)])
    for calls in ALLOWED.values():
        code += _if_call(calls, machine, [_step(RETURN, ALLOW)])
    return b"".join([*code, _step(RETURN, REFUSE | errno.ENOSYS)])


def numbers(calls, machine):
    """{name: number} of calls as they are written in the tables above, where a machine has them."""
    place = [*MACHINES].index(machine)
    words = calls.split()
    both = {name: pair.split("/") for name, pair in zip(words[::2], words[1::2], strict=True)}
    return {name: int(pair[place]) for name, pair in both.items() if pair[place] != "-"}


def _if_call(calls, machine, then):
    """For each of these calls the steps `then`, which end in a return."""
    found = numbers(calls, machine).values()
    return [step for number in found for step in (_step(EQUAL, number, 0, len(then)), *then)]


def _one_of(argument, values, error):
    steps = [_step(LOAD, ARGUMENTS + 8 * argument)]
    for value in values:
        steps += [_step(EQUAL, value, 0, 1), _step(RETURN, ALLOW)]
    return [*steps, _step(RETURN, REFUSE | error)]


def _only_threads():
    load, is_thread = _step(LOAD, ARGUMENTS), _step(ANY_BIT, CLONE_THREAD, 0, 1)
    return [load, is_thread, _step(RETURN, ALLOW), _step(RETURN, REFUSE | errno.EPERM)]


def _step(operation, number, if_true=0, if_false=0):
    """One instruction; a comparison skips so many of the next ones."""
    return struct.pack("=HBBI", operation, if_true, if_false, number)
