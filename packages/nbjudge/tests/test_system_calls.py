"""The filter of system calls: what it refuses, on paper and in a worker; what goes on working."""

import errno
import platform
import re
import struct
from importlib.util import find_spec
from pathlib import Path

import pytest
from judge_helpers.needs import needs
from judge_helpers.small_assignment import all_points, graded, points, submission
from nbjudge.sandbox import seccomp
from nbjudge.sandbox.seccomp import ALLOWED, CLONE, LIMITED, MACHINES, REFUSED, numbers

# As in the tables of `seccomp`: on x86-64 and on AArch64.
UNKNOWN = """
    pidfd_open 434/434 pidfd_getfd 438/438 pidfd_send_signal 424/424 process_madvise 440/440
    process_mrelease 448/448 kcmp 312/272 inotify_init 253/- inotify_init1 294/26
    inotify_add_watch 254/27 inotify_rm_watch 255/28 fanotify_init 300/262 open_tree 428/428
    move_mount 429/429 fsopen 430/430 fsconfig 431/431 fsmount 432/432 fspick 433/433
    mount_setattr 442/442 mount 165/40 umount2 166/39 pivot_root 155/41 chroot 161/51
    memfd_secret 447/447 fadvise64 221/223 readahead 187/213 mincore 27/232 preadv2 327/286
    pwritev2 328/287 cachestat 451/451 name_to_handle_at 303/264 open_by_handle_at 304/265
    quotactl 179/60 quotactl_fd 443/443 personality 135/92 modify_ldt 154/- mq_open 240/180
    mq_unlink 241/181 mq_timedsend 242/182 mq_timedreceive 243/183 mq_notify 244/184
    mq_getsetattr 245/185 vmsplice 278/75 splice 275/76 tee 276/77
    landlock_create_ruleset 444/444 landlock_add_rule 445/445 landlock_restrict_self 446/446
    clock_adjtime 305/266 adjtimex 159/171 clock_settime 227/112 settimeofday 164/170
    move_pages 279/239 migrate_pages 256/238 mbind 237/235 set_mempolicy 238/237
    statmount 457/457 listmount 458/458 flock 73/32 unshare 272/97 setns 308/268 clone3 435/435
    ptrace 101/117 process_vm_readv 310/270 process_vm_writev 311/271 io_uring_setup 425/425
    io_uring_enter 426/426 io_uring_register 427/427 bpf 321/280 userfaultfd 323/282
    perf_event_open 298/241 add_key 248/217 request_key 249/218 keyctl 250/219 shmget 29/194
    semget 64/190 msgget 68/186 seccomp 317/277 setuid 105/146 setgid 106/144 capset 126/91
    """
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
X32 = 0x40000000  # a second set of numbers on x86-64
ALLOW, KILL = "allowed", "killed"


def verdict(machine, number, *arguments, architecture=None):
    """What the filter says about a call: ALLOW, KILL, or the number of an error."""
    given = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    seen = struct.pack("=IIQ6Q", number, architecture or MACHINES[machine], 0, *given)
    steps = [*struct.iter_unpack("=HBBI", seccomp.seccomp_filter(machine))]
    place = loaded = 0
    while True:
        operation, if_true, if_false, value = steps[place]
        place += 1
        if operation == seccomp.LOAD:
            (loaded,) = struct.unpack_from("=I", seen, value)
        elif operation == seccomp.RETURN:
            return {seccomp.ALLOW: ALLOW, seccomp.KILL: KILL}.get(value, value & 0xFFFF)
        else:
            is_true = {seccomp.EQUAL: loaded == value, seccomp.ANY_BIT: loaded & value}[operation]
            place += if_true if is_true else if_false


def table(machine):
    """{name: number} of all calls that the filter names."""
    texts = [*ALLOWED.values(), *LIMITED, *REFUSED.values(), CLONE]
    return {name: n for text in texts for name, n in numbers(text, machine).items()}


# ── on paper ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_not_listed_does_not_exist(machine):
    known = table(machine)
    allowed = {n for text in ALLOWED.values() for n in numbers(text, machine).values()}
    assert len({*known.values()}) == len(known)
    for number in {*range(1024), X32, X32 + 1, 2**32 - 1} - {*known.values()}:
        assert verdict(machine, number) == errno.ENOSYS, number
    assert {verdict(machine, number) for number in allowed} == {ALLOW}
    assert not {*numbers(UNKNOWN, machine)} & {*known}
    assert verdict(machine, 0, architecture=0x40000003) == KILL  # 32 bits: other numbers


@pytest.mark.parametrize("machine", MACHINES)
def test_arguments_decide_about_some(machine):
    calls = table(machine)
    thread, process = 0x3D0F00, 0x1200011  # what glibc asks for
    assert verdict(machine, calls["clone"], thread) == ALLOW
    assert verdict(machine, calls["clone"], process) == errno.EPERM
    assert [verdict(machine, calls["socket"], n) for n in (1, 2, 10)] == [ALLOW] * 3
    assert {verdict(machine, calls["socket"], n) for n in (0, 16, 17, 38, 40)} == {errno.EPERM}
    assert [verdict(machine, calls["fcntl"], 3, n) for n in (5, 6, 7, 1030)] == [ALLOW] * 4
    assert {verdict(machine, calls["fcntl"], 3, n) for n in (36, 1024, 1026)} == {errno.EINVAL}
    assert verdict(machine, calls["madvise"], 0, 0, 14) == ALLOW
    assert {verdict(machine, calls["madvise"], 0, 0, n) for n in (12, 20, 21)} == {errno.EINVAL}
    assert verdict(machine, calls["ioctl"], 0, 0x5412) == errno.ENOTTY  # type for the terminal
    assert [verdict(machine, calls["getsockopt"], 3, 1, n) for n in (3, 4, 38)] == [ALLOW] * 3
    counted = (55, 56, 57, 71, 77)  # memory, queues, cookies, processes
    assert {verdict(machine, calls["getsockopt"], 3, 1, n) for n in counted} == {errno.ENOPROTOOPT}
    assert verdict(machine, calls["prlimit64"], 1) == errno.EPERM
    assert verdict(machine, calls["prctl"], 22) == errno.EINVAL


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_linux(machine):
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers are missing: install the package linux-libc-dev")
    text = HEADERS[machine].read_text()
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)
    linux = {{"fstatat": "newfstatat"}.get(name, name): int(number) for name, number in found}
    ours = table(machine) | numbers(UNKNOWN, machine)
    last = linux.pop("syscalls", max(linux.values()) + 1)  # of these headers: some are newer
    ours = {name: number for name, number in ours.items() if number < last}
    assert ours == {name: linux.get(name) for name in ours}


def test_an_unknown_machine_has_no_filter_and_says_so():
    with pytest.raises(seccomp.UnknownMachine, match="knows x86_64 and aarch64 only, not riscv64"):
        seccomp.seccomp_filter("riscv64")


# ── in a worker ─────────────────────────────────────────────────────────────────────────────────

TRIES = """
import ctypes
call = ctypes.CDLL(None, use_errno=True).syscall
def mean(numbers):
    known = []
    for number in {numbers!r}:
        ctypes.set_errno(0)
        if call(number, *[ctypes.c_long(0)] * 6) != -1 or ctypes.get_errno() != 38:
            known.append(number)
    raise ValueError(known)
"""


def said(answer, **limits):
    """What the first test of `mean` says of this answer."""
    result = graded(submission(mean=answer), **limits)
    assert result.status == "ok", result.reason
    return result.cells[0].tests[0].reason.partition(" (line ")[0]


def test_a_worker_meets_a_kernel_without_them():
    machine = platform.machine()
    asked = {*range(480), *numbers(UNKNOWN, machine).values()} - {*table(machine).values()}
    asked -= {335, 336}  # Linux's own way back from a probe: no filter sees it, and it ends others
    assert said(TRIES.format(numbers=sorted(asked))) == "ValueError: []"


REFUSALS = {
    "os.fork()": "PermissionError: [Errno 1] Operation not permitted",
    "subprocess.run(['ls'])": "PermissionError: [Errno 1] Operation not permitted",
    "os.execv(sys.executable, ['python'])": "PermissionError: [Errno 1] Operation not permitted",
    "os.pidfd_open(1)": "OSError: [Errno 38] Function not implemented",
    "fcntl.flock(open(os.__file__), fcntl.LOCK_SH)": "OSError: [Errno 38] Function not implemented",
    "fcntl.fcntl(os.open('.', 0), fcntl.F_NOTIFY, fcntl.DN_ACCESS)": "OSError: [Errno 22]",
    "fcntl.fcntl(open(os.__file__), fcntl.F_SETLEASE, 0)": "OSError: [Errno 22]",
    "os.posix_fadvise(open(os.__file__).fileno(), 0, 0, 4)": "OSError: [Errno 38]",
    "os.preadv(open(os.__file__).fileno(), [bytearray(9)], 0, 8)": "OSError: [Errno 95]",  # NOWAIT
    "resource.prlimit(1, resource.RLIMIT_CPU, (0, 0))": "PermissionError",
    "socket.socket(socket.AF_NETLINK)": "PermissionError: [Errno 1] Operation not permitted",
    "socket.socket().getsockopt(socket.SOL_SOCKET, 57, 8)": "OSError: [Errno 92]",  # SO_COOKIE
    "socket.create_connection(('192.0.2.1', 80), 1)": "OSError: [Errno 101] Network is unreachable",
}


def test_what_is_refused_raises_an_ordinary_error():
    answer = """
import fcntl, os, resource, socket, subprocess, sys
def tried(attempt):
    try:
        return eval(attempt)
    except Exception as error:
        return f"{{type(error).__name__}}: {{error}}"
def mean(numbers):
    raise ValueError(tried({attempt!r}))
"""
    for attempt, sentence in REFUSALS.items():
        assert said(answer.format(attempt=attempt)).startswith(f"ValueError: {sentence}"), attempt


# ── what goes on working ────────────────────────────────────────────────────────────────────────

HONEST = {
    "sqlite3": """
import sqlite3
for mode in ("delete", "wal"):
    one, two = sqlite3.connect(f"{mode}.db"), sqlite3.connect(f"{mode}.db")
    assert one.execute(f"pragma journal_mode={mode}").fetchone() == (mode,)
    one.execute("create table t (x)")
    one.executemany("insert into t values (?)", [(i,) for i in range(1000)])
    one.commit()
    assert two.execute("select sum(x) from t").fetchone() == (499500,)
    two.execute("delete from t")
    two.commit()
    one.execute("vacuum")
""",
    "threads": """
import queue, threading
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    assert sum(pool.map(lambda x: x * x, range(100))) == 328350
timer = threading.Timer(0.01, lambda: None)
timer.start()
timer.join()
""",
    "files": """
import glob, os, pathlib, shelve, shutil, tempfile, zipfile
with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as file:
    file.write(b"x" * 100_000)
    file.flush()
    here = pathlib.Path(folder, "copy")
    shutil.copy2(file.name, here)
    shutil.copytree(folder, folder + "/more/again")
    here.rename(here.with_name("b")).touch()
    os.utime(folder, (1, 1))
    assert sorted(glob.glob(folder + "/*")) == [folder + "/b", folder + "/more"]
    shutil.make_archive(folder + "/all", "zip", folder + "/more")
    assert zipfile.ZipFile(folder + "/all.zip").testzip() is None
    with shelve.open(folder + "/shelf") as shelf:
        shelf["a"] = [1]
    assert shutil.disk_usage(folder).total and not os.path.exists(folder + "/c")
""",
    "mmap": """
import mmap
with open("numbers", "wb+") as file:
    file.truncate(10_000)
    with mmap.mmap(file.fileno(), 0) as view:
        view[:3] = b"abc"
        view.flush()
        view.madvise(mmap.MADV_SEQUENTIAL)
    assert file.read(3) == b"abc"
mmap.mmap(-1, 10_000).resize(20_000)
""",
    "asyncio": """
import asyncio
async def wait(x):
    await asyncio.sleep(0.01)
    return await asyncio.to_thread(abs, -x)
async def main():
    assert await asyncio.gather(*map(wait, range(20))) == [*range(20)]
    server = await asyncio.start_unix_server(lambda r, w: w.close(), "here")
    reader, writer = await asyncio.open_unix_connection("here")
    assert await reader.read() == b""
    server.close()
asyncio.run(main())
""",
    "system": """
import faulthandler, getpass, locale, logging, multiprocessing, os, platform, resource, signal
import time, uuid
logging.basicConfig(filename="log")
logging.warning("so what")
signal.signal(signal.SIGUSR1, lambda *_: None)
signal.raise_signal(signal.SIGUSR1)
assert os.cpu_count() and platform.platform() and uuid.uuid4() and os.urandom(3)
assert len(os.sched_getaffinity(0)) and os.sysconf("SC_PHYS_PAGES") and resource.getrusage(0)
assert os.get_terminal_size.__name__ and not os.isatty(0)
time.sleep(0.001)
""",
    "numpy": """
import numpy as np
a = np.random.default_rng(0).normal(size=(200, 200))
assert np.allclose(a @ np.linalg.inv(a), np.eye(200))
assert np.linalg.svd(a)[1].shape == np.linalg.eigvals(a).shape
np.save("a.npy", a)
assert np.load("a.npy", mmap_mode="r+").sum() == a.sum()
np.zeros(10_000_000)[::4096] += 1
""",
    "pandas": """
import pandas as pd
frame = pd.DataFrame({"a": [1, 2, 2], "b": ["x", "y", "z"]})
frame.to_csv("frame.csv", index=False)
assert pd.read_csv("frame.csv").groupby("a").b.count().to_list() == [1, 2]
""",
    "pyarrow": """
import pandas as pd
frame = pd.DataFrame({"a": [1, 2, 2], "b": ["x", "y", "z"]})
frame.to_parquet("frame.parquet")
assert pd.read_parquet("frame.parquet", memory_map=True).equals(frame)
""",
    "matplotlib": """
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
plt.title("a plot")
plt.savefig("plot.png")
plt.show()
""",
    "joblib": """
from joblib import Memory, Parallel, delayed
assert Parallel(n_jobs=-1)(delayed(abs)(-x) for x in range(5)) == [*range(5)]
assert Parallel(2, prefer="threads")(delayed(abs)(-x) for x in range(5)) == [*range(5)]
assert Memory("cache", verbose=0).cache(sum)([1, 2]) == 3
""",
    "sklearn": """
from sklearn.datasets import load_iris
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import cross_val_score
x, y = load_iris(return_X_y=True)
assert cross_val_score(RandomForestClassifier(5), x, y, n_jobs=-1).mean() > 0.8
assert HistGradientBoostingClassifier(max_iter=3).fit(x, y).score(x, y) > 0.8
""",
}


@pytest.mark.parametrize("what", HONEST)
def test_what_an_honest_submission_does_goes_on_working(what):
    if what in ("numpy", "pandas"):
        needs(what, find_spec(what), "install nbjudge[test]")
    elif what not in ("threads", "files", "system"):
        pytest.importorskip(what)
    lines = HONEST[what].strip().replace("\n", "\n    ")
    answer = f"def work():\n    {lines}\nwork()\n"
    answer += "def mean(numbers):\n    return sum(numbers) / len(numbers)"
    result = graded(submission(mean=answer), call=30.0, submission=60.0)
    assert (points(result), result.note) == (all_points(), "")
