"""The sandbox of judge and worker: bubblewrap's command lines, and why there may be none.

Inside there is a Python with its packages, the system's libraries and the packages of the course,
all read-only; no network, no /proc, no other process, no way to start one (`seccomp`), no
environment, nobody's home. The only place to write is an empty folder of 64 MB in memory, which
ends with the process (`server` mounts it). Of the course a worker sees what its plugin does not
hide (`Package`).

Nothing here runs as root. Root's bubblewrap first makes a view in which an unprivileged user finds
what to bind (root's own Python may be in /root), and that user's bubblewrap makes the sandbox.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from ..course import NO_COURSE
from ..judging.assignment import GradingError
from .seccomp import UnknownMachine, seccomp_filter
from .server import DEVICES, FILES, HOME

NOBODY = "65534"
COURSE = "/course"  # where this package and those of the course are inside
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
WHERE_TESTED = "Linux with bubblewrap 0.8 or later"
ENVIRONMENT = {
    "HOME": HOME,
    "TMPDIR": HOME,
    "USER": "student",  # for getpass.getuser()
    "LC_ALL": "C.UTF-8",
    "MPLBACKEND": "agg",
    "JOBLIB_MULTIPROCESSING": "0",  # there are no other processes: n_jobs=-1 is one
    **{f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")},
}
SERVE = "from nbjudge.sandbox.server import main; main(sys.argv[1:])"
TRY = "from nbjudge.sandbox import server; server.enter(); server.settle(); server.refuse_calls()"


@cache
def package():
    """The folder of nbjudge."""
    return Path(__file__).resolve().parents[1]


@cache
def _system():
    """[(folder or file, where it is inside)] of Python, its packages and this one."""
    prefix = Path(sys.base_prefix)
    python = Path(sys.executable).resolve()
    outside = [path for path in map(Path, LIBRARIES) if path.exists() and not path.is_symlink()]
    outside += [prefix / "lib", prefix / "lib64", python, *map(Path, _packages())]
    bound = []
    for path in outside:
        if path.exists() and not any(path.is_relative_to(other) for other, _ in bound):
            bound.append((path, str(path)))
    return [*bound, (package(), f"{COURSE}/{package().name}")]


def _binds(role, course):
    """[(folder or file, where it is inside)] of what a judge or a worker sees."""
    ours = [
        (one.folder, f"{COURSE}/{one.name}")
        for one in course.packages()
        if role == "judge" or not one.judge_only
    ]
    return [*_system(), *ours]


@cache
def _packages():
    """The folders of installed packages, as Python searches them."""
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


def _masks(role, course):
    """Folders inside that are covered by an empty one: what is hidden, and installed copies."""
    ours = course.packages()
    masks = [f"{path}/{one.name}" for path in _packages() for one in ours]
    masks = [path for path in masks if Path(path).is_dir()]
    if role == "worker":
        for one in ours:
            here = [name for name in one.hidden if (one.folder / name).is_dir()]
            masks += [f"{COURSE}/{one.name}/{name}" for name in here]
    return masks


def refuse_bound(*paths, files=None, course=NO_COURSE):
    """`GradingError` if one of these paths lies where every worker can read.

    Parameters:
        paths: SOURCE, SUBMISSIONS and RESULTS.
        files: the folder of the assignment's files; None without one.
        course: the `Course`.
    """
    shown = [bound for bound, _ in _binds("worker", course)]
    shown += [Path(files).resolve()] if files else []
    for path in map(Path, paths):
        for bound in shown:
            if path.resolve().is_relative_to(bound):
                raise GradingError(
                    f"{path} lies in {bound}, which every submission can read: move it elsewhere"
                )


# ── command lines ───────────────────────────────────────────────────────────────────────────────


def variables(course=NO_COURSE):
    """The environment of a server, all of it: no variable of the lecturer's is there.

    The option -I would ignore PYTHONHASHSEED too, so this is what keeps Python's other settings
    out: neither the lecturer nor the course can give one.
    """
    ours = {name: text for name, text in course.environment().items() if name[:6] != "PYTHON"}
    return {**ENVIRONMENT, **ours, "PYTHONHASHSEED": "0"}  # sets of texts always in one order


def python_command(code=SERVE, inside=True, course=NO_COURSE):
    """The Python of a server, for an environment that is `variables`.

    It finds nothing where it runs (-P), in a user's own folder (-s) or through files of installed
    packages (-S), and writes no bytecode (-B).
    """
    ours = [package(), *(one.folder for one in course.packages())]
    found = [COURSE] if inside else [str(folder.parent) for folder in ours]
    boot = f"import sys; sys.path += {[*dict.fromkeys(found), *_packages()]!r}; {code}"
    return [str(Path(sys.executable).resolve()), "-P", "-s", "-S", "-B", "-c", boot]


def sandbox_command(role, files=None, course=NO_COURSE):
    """bubblewrap's command line before that of Python.

    Parameters:
        role: "judge" or "worker".
        files: a folder whose content every submission finds where it runs; None without one.
        course: the `Course`.
    """
    shown = sorted(Path(files).iterdir()) if files else []
    binds = [*_binds(role, course), *((path, f"{FILES}/{path.name}") for path in shown)]
    if os.geteuid() != 0:
        return _inner(role, binds, course)
    outer = ["bwrap", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]
    outer += ["--dir", "/tmp", "--perms", "0755", "--dir", "/view", "--ro-bind", "/usr", "/usr"]
    outer += [*_links(), "--symlink", "usr/bin", "/bin"]
    view = []
    for i, (path, inside) in enumerate(binds):
        outer += ["--ro-bind", str(path), f"/view/{i}"]
        view.append((f"/view/{i}", inside))
    become = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--no-new-privs"]
    return [*outer, "--", *become, *_inner(role, view, course)]


def _inner(role, binds, course):
    command = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    command += ["--cap-add", "CAP_SYS_ADMIN"]  # for the namespaces of each judge and worker
    command += ["--die-with-parent", "--new-session", "--clearenv", "--hostname", "grading"]
    command += ["--tmpfs", HOME, "--dir", FILES]  # imports may write where they are at home
    for path, inside in binds:
        command += ["--ro-bind", str(path), inside]
    command += _links()
    for path in _masks(role, course):
        command += ["--tmpfs", path, "--remount-ro", path]
    command += ["--dir", "/dev/shm"]  # in which nothing can be written
    for path in DEVICES:
        command += ["--dev-bind", path, path]
    command += ["--remount-ro", "/", "--chdir", HOME]
    for name, value in variables(course).items():
        command += ["--setenv", name, value]
    return [*command, "--"]


def _links():
    """`/lib` and the like, where they are links."""
    links = [Path(path) for path in LIBRARIES if Path(path).is_symlink()]
    return [word for path in links for word in ("--symlink", os.readlink(path), str(path))]


# ── processes ───────────────────────────────────────────────────────────────────────────────────


def start(role, descriptor, sandboxed=True, files=None, course=NO_COURSE):
    """Start a server that forks judges or workers; it inherits this descriptor.

    Parameters:
        role: "judge" or "worker".
        descriptor: an open file descriptor, the server's end of the line.
        sandboxed: False starts it as an ordinary process, with the lecturer's rights.
        files, course: as for `sandbox_command`.
    """
    arguments = [role, str(descriptor)]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    quiet |= {"stderr": subprocess.DEVNULL, "start_new_session": True}
    if not sandboxed:
        home = str(files or tempfile.gettempdir())
        environment = {**variables(course), "HOME": home, "TMPDIR": home}
        command = [*python_command(inside=False, course=course), *arguments]
        return subprocess.Popen(command, env=environment, cwd=home, pass_fds=[descriptor], **quiet)
    inside = sandbox_command(role, files, course)
    command = [*inside, *python_command(), *arguments, "sandboxed"]
    return subprocess.Popen(command, pass_fds=[descriptor], **quiet)


def stop(process):
    """End a judge or worker, and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# ── where there is none ─────────────────────────────────────────────────────────────────────────


@cache
def why_not():
    """Why no sandbox can be had here, in one sentence; None if it can."""
    if sys.platform != "linux":
        return f"submissions can only be run safely on {WHERE_TESTED}"
    try:
        seccomp_filter()
    except UnknownMachine as unknown:
        return str(unknown)
    if not shutil.which("bwrap"):
        return "bubblewrap is missing: install the package bubblewrap"
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        return "setpriv is missing: install the package util-linux, or do not run as root"
    command = [*sandbox_command("worker"), *python_command(TRY)]
    try:
        tried = subprocess.run(command, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "bubblewrap did not start within a minute"
    if tried.returncode == 0:
        return None
    said = tried.stderr.decode(errors="replace").strip().splitlines() or ["it says nothing"]
    return f"bubblewrap makes no sandbox here ({said[-1]}){_advice()}"


def _advice():
    """What usually forbids it on such a machine."""
    restricted = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
    if restricted.exists() and restricted.read_text().strip() == "1":
        return ": Ubuntu's AppArmor forbids user namespaces, see the README of nbjudge"
    if Path("/.dockerenv").exists():
        return ": Docker forbids it unless the container runs with another seccomp profile"
    return ""
