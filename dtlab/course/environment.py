"""What this computer has of what the course uses, and how to get the rest."""

from __future__ import annotations

import platform
import re
import shutil
from dataclasses import dataclass
from html import escape
from importlib import metadata

from ..spark import JAVA, find_java, numbers, version_said_by

USES = {  # in the order in which the check shows them
    "numpy": "the arithmetic",
    "pandas": "the tables",
    "matplotlib": "the pictures",
    "scipy": "the chi-square test",
    "scikit-learn": "the estimator conventions, and a second opinion",
    "joblib": "several trees at a time",
    "tqdm": "the bars of long work",
    "ipywidgets": "the sliders and buttons",
    "anywidget": "the figures that can be touched",
    "traitlets": "what a figure and Python tell each other",
    "ipython": "the cells and what they show",
    "jupyterlab": "the page you are reading",
    "nbformat": "your working copy of the notebooks",
    "pyspark": "notebook 14",
    "pyarrow": "tables on their way to Spark",
    "nbgrader": "grading a class",
}
EXTRAS = ("spark", "grading")


@dataclass(frozen=True)
class Check:
    """One thing that was looked for: `found` is its version, or None; `how` says how to get it."""

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
    def advice(self) -> str:
        """What it is for and, unless all is well, how to get it."""
        needed = f"optional, for {self.use}" if self.optional else self.use
        return needed if self.ok else f"{needed}: {self.how}"


@dataclass(frozen=True)
class Environment:
    """The answer of `check_environment`: a list of checks that prints as a table."""

    checks: tuple[Check, ...]

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
        lines = [f"{c.mark} {c.name:13} {c.found or 'missing':12} {c.advice}" for c in self.checks]
        return "\n".join([self.summary, *lines])

    __repr__ = __str__

    def _repr_html_(self):
        rows = "".join(
            "<tr>" + "".join(f'<td style="text-align:left">{escape(text)}</td>' for text in cells)
            for c in self.checks
            if (cells := (c.mark, c.name, c.found or "missing", c.advice))
        )
        return f"<p><b>{escape(self.summary)}</b></p><table>{rows}</table>"


def check_environment() -> Environment:
    """Look for everything the course uses; the answer says what is missing and how to get it.

    >>> "numpy" in check_environment().missing
    False
    """
    wanted = [check_package(r) for r in requirements() if "extra ==" not in r]
    extras = [r for r in requirements() if any(f"'{e}'" in r.replace('"', "'") for e in EXTRAS)]
    wanted += [check_package(r, optional=True) for r in extras]
    wanted.sort(key=lambda check: list(USES).index(check.name))
    how = "install Python 3.11 or later, then make the environment again"
    python = Check("Python", platform.python_version(), "3.11", "the language", how)
    # Grading runs students' code behind bubblewrap, which exists on Linux only.
    bwrap = shutil.which("bwrap")
    how = "install the package bubblewrap with your Linux distribution's installer"
    found = bwrap and version_said_by(bwrap, "--version")
    sandbox = Check("bubblewrap", found, "0.4", "the sandbox of grading", how, optional=True)
    return Environment((python, *wanted, check_java(), sandbox))


def requirements():
    """The dependency list of the installed dtlab; empty when dtlab runs without being installed."""
    try:
        return metadata.requires("dtlab") or []
    except metadata.PackageNotFoundError:
        return []


def check_package(requirement, optional=False):
    """Compare one entry of the dependency list with what is installed, without importing it."""
    name, at_least = re.match(r"([\w.-]+)>=([\d.]+)", requirement).groups()
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        found = None
    how = f'run  %pip install "{name}>={at_least}"  in a cell, then restart the kernel'
    return Check(name, found, at_least, USES[name], how, optional)


def check_java():
    """Spark runs on Java, in its own process."""
    how = "install a Java runtime, for example default-jre-headless (Debian) or openjdk (conda)"
    return Check("Java", find_java()[1], JAVA, "Spark in notebook 14", how, optional=True)
