"""What this computer has of what the course uses, and how to get the rest."""

from __future__ import annotations

import json
import platform
import re
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import metadata
from tempfile import TemporaryFile

from .spark import JAVA, find_java, numbers, version_said_by
from .workcopy import default_folder

USES = {  # in the order in which the check shows them
    "numpy": "the arithmetic",
    "pandas": "the tables",
    "matplotlib": "the figures",
    "scipy": "the chi-square test",
    "scikit-learn": "the estimator conventions, and a second opinion",
    "joblib": "several trees at a time",
    "tqdm": "progress bars",
    "ipywidgets": "the sliders and buttons",
    "anywidget": "the figures that can be touched",
    "traitlets": "what a figure and Python tell each other",
    "ipython": "the cells and what they show",
    "jupyterlab": "the page in which you read the notebooks",
    "nbformat": "your working copy of the notebooks",
    "pyspark": "notebook 14",
    "pyarrow": "tables on their way to Spark",
    "nbgrader": "an existing gradebook of nbgrader",
}
BROWSERS = ("chromium", "google-chrome", "chromium-browser")
PORTS = range(8888, 8939)  # JupyterLab tries the first five, then any nearby


@dataclass(frozen=True)
class Component:
    """One thing that was looked for.

    Parameters:
        name: what it is called.
        found: its version, or another word about it; None if it is missing.
        at_least: the oldest version that serves; "" if any does.
        use: what it is for.
        how: how to get it, in one or more lines.
        optional: True if the course can be used without it.
    """

    name: str
    found: str | None
    at_least: str
    use: str
    how: str
    optional: bool = False

    @property
    def ok(self) -> bool:
        """Is it here, and new enough?"""
        return self.found is not None and numbers(self.found) >= numbers(self.at_least)

    @property
    def mark(self) -> str:
        """A sign to scan the list by: here, not needed yet, or in the way."""
        return "✓" if self.ok else "–" if self.optional else "✗"

    @property
    def advice(self) -> list[str]:
        """What it is for and, unless all is well, how to get it."""
        use = f"optional, for {self.use}" if self.optional else self.use
        return [use] if self.ok else [use, *self.how.splitlines()]


@dataclass(frozen=True)
class Environment:
    """The answer of `check_environment`: a list of checks that prints as a table."""

    checks: tuple[Component, ...]

    @property
    def missing(self) -> list[str]:
        """What the course needs and did not find, by name."""
        return [check.name for check in self.checks if not (check.ok or check.optional)]

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        if not self.missing:
            return "All that the course needs is here."
        return f"Missing or too old: {', '.join(self.missing)}. The list says how to get it."

    def __str__(self):
        lines = [self.summary]
        for check in self.checks:
            use, *how = check.advice
            lines.append(f"{check.mark} {check.name:14} {check.found or 'missing':13} {use}")
            lines += [f"    {line}" for line in how]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        """What is missing, and the rest on request."""
        here = [check for check in self.checks if check.ok]
        absent = [check for check in self.checks if not check.ok]
        found = f"<details><summary>{len(here)} things were found</summary>{table(here)}</details>"
        return f"<p><b>{escape(self.summary)}</b></p>{table(absent)}{found}"


def table(checks):
    """The checks as an HTML table; nothing if there are none."""
    rows = ""
    for c in checks:
        cells = c.mark, escape(c.name), escape(c.found or "missing")
        cells += ("<br>".join(map(escape, c.advice)),)
        rows += "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells)
    return rows and f"<table>{rows}</table>"


def check_environment() -> Environment:
    """Look for everything the course uses; the answer says what is missing and how to get it.

    `dtlab doctor` prints it. What the course needs comes first, then what only some notebooks, or
    only lecturers and developers, use.

    >>> "numpy" in check_environment().missing
    False
    """
    needed = [check_package(r) for r in requirements("", "course")]
    optional = [check_package(r, optional=True) for r in requirements("spark", "nbgrader")]
    for packages in (needed, optional):
        packages.sort(key=lambda check: list(USES).index(check.name))
    needed = [check_python(), *needed, check_kernel(), check_writing(), check_port()]
    optional += [check_java(), check_nbjudge(), check_sandbox(), check_browser()]
    return Environment((*needed, *optional))


def ways(linux, macos, windows):
    """How to get something: on this system, then in one line on the others."""
    lines = {
        "Linux": f"Linux: {linux}",
        "Darwin": f"macOS: {macos}",
        "Windows": f"Windows: {windows}",
    }
    own = lines.pop(platform.system() if platform.system() in lines else "Linux")
    return "\n".join([own, "; ".join(lines.values())])


@cache
def works(*command):
    """Whether a program starts and ends well."""
    try:
        return subprocess.run(command, capture_output=True, timeout=120).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


# ── what the course needs ───────────────────────────────────────────────────────────────────────


def check_python():
    """The Python that runs this."""
    how = ways(
        "sudo apt install python3-venv, or sudo dnf install python3",
        "brew install python",
        "winget install Python.Python.3.13",
    )
    how = f"install 3.11 or later, then make the environment again\n{how}"
    return Component("Python", platform.python_version(), "3.11", "the language", how)


def requirements(*extras):
    """What the installed dtlab needs for these extras, "" for none, each once.

    Empty when dtlab runs without being installed.
    """
    try:
        listed = metadata.requires("dtlab") or []
    except metadata.PackageNotFoundError:
        return []
    found = {}
    for requirement in listed:
        extra = re.search(r"""extra == ['"](\w+)['"]""", requirement)
        name = re.match(r"[\w.-]+", requirement)[0]
        if (extra[1] if extra else "") in extras and name != "dtlab":
            found.setdefault(name, requirement)
    return list(found.values())


def check_package(requirement, optional=False):
    """Compare one entry of the dependency list with what is installed, without importing it."""
    name, at_least = re.match(r"([\w.-]+)>=([\d.]+)", requirement).groups()
    wanted = f'install "{name}>={at_least}"'
    how = f"python -m pip {wanted}, or in a cell  %pip {wanted}  and restart the kernel"
    return Component(name, installed(name), at_least, USES[name], how, optional)


def installed(name):
    """The version of an installed package, or None."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def check_kernel():
    """The kernel python3, which runs the notebooks: its Python must be one that has dtlab."""
    found = installed("ipykernel")
    program = kernel_program()
    how = "python -m pip install ipykernel"
    if found and program != sys.executable and not works(program, "-c", "import dtlab, ipykernel"):
        found = "another Python"
        how = f"{program} lacks dtlab or ipykernel; run  python -m ipykernel install --sys-prefix"
    return Component("Jupyter kernel", found, "6", "running the cells", how)


@cache
def kernel_program():
    """The program that Jupyter starts as kernel python3; this Python where nothing else is said."""
    command = [sys.executable, "-m", "jupyter", "kernelspec", "list", "--json"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
        program = json.loads(said)["kernelspecs"]["python3"]["spec"]["argv"][0]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return sys.executable
    # as Jupyter does: these mean the Python in which it runs itself
    ours = ("python", "python3", "python{}.{}".format(*sys.version_info))
    return sys.executable if program in ours else program


def check_writing():
    """The folder of the working copy, or the one in which it will be made."""
    folder = default_folder()
    while not folder.exists():
        folder = folder.parent
    found = None
    with suppress(OSError), TemporaryFile(dir=folder):
        found = "yes"
    how = f"you cannot write into {folder}; name another folder:  dtlab lab --dir FOLDER"
    return Component("write access", found, "", "your working copy of the notebooks", how)


def check_port():
    """A port on which JupyterLab can answer the browser."""
    found = None
    for port in PORTS:
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            found = str(port)
            break
    how = f"ports {PORTS[0]} to {PORTS[-1]} are in use; name another:  dtlab lab --port 9000"
    use = "JupyterLab and the browser to talk to each other"
    return Component("free port", found, "", use, how)


# ── what some notebooks, lecturers and developers use ───────────────────────────────────────────


def check_java():
    """Spark runs on Java, in its own process."""
    how = ways(
        "sudo apt install default-jre-headless, or conda install openjdk",
        "brew install --cask temurin",
        "winget install EclipseAdoptium.Temurin.21.JRE",
    )
    return Component("Java", find_java()[1], JAVA, "Spark in notebook 14", how, optional=True)


def check_nbjudge():
    """Grading a class is the work of nbjudge, a package of its own."""
    how = "python -m pip install ./packages/nbjudge  in a copy of the course"
    return Component("nbjudge", installed("nbjudge"), "0.1", "grading a class", how, optional=True)


def check_sandbox():
    """Grading runs students' code behind bubblewrap, which needs user namespaces."""
    program = shutil.which("bwrap")
    found = program and version_said_by(program, "--version")
    how = ways(
        "sudo apt install bubblewrap, or sudo dnf install bubblewrap",
        "grade in a virtual machine with Linux",
        "grade in WSL or in a virtual machine with Linux",
    )
    trial = (
        program,
        "--unshare-all",
        "--unshare-user",
        "--disable-userns",
        "--ro-bind",
        "/",
        "/",
        "true",
    )
    if found and not works(*trial):
        found = "does not work"
        how = (
            "user namespaces are forbidden here, or it is older than 0.8: see docs/for_lecturers.md"
        )
    return Component("bubblewrap", found, "0.8", "grading: the sandbox", how, optional=True)


def check_browser():
    """The tests open notebooks in Chromium; learners use any browser."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    how = ways(
        "sudo apt install chromium, or sudo dnf install chromium",
        "brew install --cask chromium",
        "use WSL",
    )
    found = program and version_said_by(program, "--version")
    return Component("Chromium", found, "", "developers: the browser tests", how, optional=True)
