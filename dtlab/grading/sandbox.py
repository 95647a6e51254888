"""The sandbox of judge and worker: bubblewrap's command lines, and why there may be none.

Inside there is a Python with its packages, the system's libraries and dtlab, all read-only; no
network, no /proc, no other process, no way to start one (`seccomp`), no environment, nobody's home.
The only place to write is an empty folder of 64 MB in memory, which ends with the process (`server`
mounts it). A worker has a dtlab without its exercises, its notebooks and the rows that labs keep
back.

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

from .. import data
from .assignment import GradingError
from .server import FILES, HOME

NOBODY = "65534"
COURSE = "/course"  # where dtlab is inside
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache")
HIDDEN = ("exercises", "_notebooks", "_docs", "_data/kept_back")  # of the package, from a worker
WHERE_TESTED = "Linux with bubblewrap 0.8 or later"
ENVIRONMENT = {
    "HOME": HOME,
    "TMPDIR": HOME,
    "LC_ALL": "C.UTF-8",
    "MPLBACKEND": "agg",
    "DTLAB_PROGRESS": ":memory:",
    "JOBLIB_MULTIPROCESSING": "0",  # there are no other processes: n_jobs=-1 is one
    **{f"{name}_NUM_THREADS": "1" for name in ("OPENBLAS", "OMP", "MKL", "NUMEXPR")},
}
SERVE = "from dtlab.grading.server import main; main(sys.argv[1:])"
TRY = "from dtlab.grading.server import enter, settle; enter(); settle()"


@cache
def package():
    """The folder of dtlab."""
    return Path(__file__).resolve().parents[1]


@cache
def _binds():
    """[(folder or file, where it is inside)] of what both judge and worker see."""
    prefix = Path(sys.base_prefix)
    python = Path(sys.executable).resolve()
    outside = [path for path in map(Path, LIBRARIES) if path.exists() and not path.is_symlink()]
    outside += [prefix / "lib", prefix / "lib64", python, *map(Path, _packages())]
    bound = []
    for path in outside:
        if path.exists() and not any(path.is_relative_to(other) for other, _ in bound):
            bound.append((path, str(path)))
    bound.append((package(), f"{COURSE}/dtlab"))
    if not data.folder().is_relative_to(package()):  # a checkout has its data beside the package
        bound.append((data.folder(), f"{COURSE}/data"))
    return bound


@cache
def _packages():
    """The folders of installed packages, as Python searches them."""
    return [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]


def _masks(role):
    """Folders inside that are covered by an empty one."""
    hidden = [f"{path}/dtlab" for path in _packages() if Path(path, "dtlab").is_dir()]
    if role == "worker":
        here = [name for name in HIDDEN if (package() / name).is_dir()]
        hidden += [f"{COURSE}/dtlab/{name}" for name in here]
        if not data.folder().is_relative_to(package()):
            hidden.append(f"{COURSE}/data/kept_back")
    return hidden


def refuse_bound(*paths, files=None):
    """`GradingError` if one of these paths lies where every worker can read.

    Parameters:
        paths: SOURCE, SUBMISSIONS and RESULTS.
        files: the folder of the assignment's files; None without one.
    """
    shown = [bound for bound, _ in _binds()] + ([Path(files).resolve()] if files else [])
    for path in map(Path, paths):
        for bound in shown:
            if path.resolve().is_relative_to(bound):
                raise GradingError(
                    f"{path} lies in {bound}, which every submission can read: move it elsewhere"
                )


# ── command lines ───────────────────────────────────────────────────────────────────────────────


def python_command(code=SERVE, inside=True):
    """The Python of a server, without what a user's settings add to it."""
    course = COURSE if inside else str(package().parent)
    boot = f"import sys; sys.path += {[course, *_packages()]!r}; {code}"
    return [str(Path(sys.executable).resolve()), "-I", "-S", "-B", "-c", boot]


def sandbox_command(role, files=None):
    """bubblewrap's command line before that of Python.

    Parameters:
        role: "judge" or "worker".
        files: a folder whose content every submission finds where it runs; None without one.
    """
    shown = sorted(Path(files).iterdir()) if files else []
    binds = [*_binds(), *((path, f"{FILES}/{path.name}") for path in shown)]
    if os.geteuid() != 0:
        return _inner(role, binds)
    outer = ["bwrap", "--unshare-pid", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]
    outer += ["--dir", "/tmp", "--perms", "0755", "--dir", "/view", "--ro-bind", "/usr", "/usr"]
    outer += [*_links(), "--symlink", "usr/bin", "/bin"]
    view = []
    for i, (path, inside) in enumerate(binds):
        outer += ["--ro-bind", str(path), f"/view/{i}"]
        view.append((f"/view/{i}", inside))
    become = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--no-new-privs"]
    return [*outer, "--", *become, *_inner(role, view)]


def _inner(role, binds):
    command = ["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL"]
    command += ["--cap-add", "CAP_SYS_ADMIN"]  # for the namespaces of each judge and worker
    command += ["--die-with-parent", "--new-session", "--clearenv", "--hostname", "grading"]
    command += ["--dir", HOME, "--dir", FILES]
    for path, inside in binds:
        command += ["--ro-bind", str(path), inside]
    command += _links()
    for path in _masks(role):
        command += ["--tmpfs", path, "--remount-ro", path]
    command += ["--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", HOME]
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    return [*command, "--"]


def _links():
    """`/lib` and the like, where they are links."""
    links = [Path(path) for path in LIBRARIES if Path(path).is_symlink()]
    return [word for path in links for word in ("--symlink", os.readlink(path), str(path))]


# ── processes ───────────────────────────────────────────────────────────────────────────────────


def start(role, descriptor, sandboxed=True, files=None):
    """Start a server that forks judges or workers; it inherits this descriptor.

    Parameters:
        role: "judge" or "worker".
        descriptor: an open file descriptor, the server's end of the line.
        sandboxed: False starts it as an ordinary process, with the lecturer's rights.
        files: as for `sandbox_command`.
    """
    arguments = [role, str(descriptor)]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    quiet |= {"stderr": subprocess.DEVNULL, "start_new_session": True}
    if not sandboxed:
        home = str(files or tempfile.gettempdir())
        environment = ENVIRONMENT | {"HOME": home, "TMPDIR": home}
        command = [*python_command(inside=False), *arguments]
        return subprocess.Popen(command, env=environment, cwd=home, pass_fds=[descriptor], **quiet)
    command = [*sandbox_command(role, files), *python_command(), *arguments, "sandboxed"]
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
        return ": Ubuntu's AppArmor forbids user namespaces, see the page for lecturers"
    if Path("/.dockerenv").exists():
        return ": Docker forbids it unless the container runs with another seccomp profile"
    return ""
