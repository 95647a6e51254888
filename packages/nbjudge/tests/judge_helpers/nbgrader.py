"""Where real nbgrader is: in this environment, or in a folder of it that only some processes see.

nbgrader brings extensions that JupyterLab must not find in an environment for learners, so the
repository around this package installs it into the folder `nbgrader` of the environment.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import nbjudge

PACKAGES = Path(sys.prefix) / "nbgrader"


def nbgrader_is_here():
    """Is nbgrader in its folder, or in the environment itself?"""
    return PACKAGES.is_dir() or find_spec("nbgrader") is not None


def environment(*folders):
    """The variables of a process that finds nbgrader, nbjudge, and modules in these folders."""
    ours = str(Path(nbjudge.__file__).resolve().parents[1])
    modules = [*map(str, folders), ours, str(PACKAGES), os.environ.get("PYTHONPATH")]
    programs = [str(PACKAGES / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, modules)),
        "PATH": os.pathsep.join(programs),  # nbgrader calls the program `alembic`
    }
