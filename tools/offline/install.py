"""Install the course from this folder, without a network.

    python3 install.py [FOLDER]      an environment in FOLDER, by default dtlab in the home folder

install.sh and install.bat start it. It says what to do in one sentence if it cannot go on.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KINDS = "made_for.txt"  # the kinds of computers for which there are wheels


def kind():
    """The kind of this computer, as far as wheels differ: system, processor, version of Python."""
    return "{} {}, Python {}.{}".format(platform.system(), platform.machine(), *sys.version_info)


def main():
    """Make the environment, install the course into it, and check it."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path.home() / "dtlab").absolute()
    kinds = (HERE / KINDS).read_text(encoding="utf-8").splitlines()
    if kind() not in kinds:
        return f"this is {kind()}, and the wheels here are for: {'; '.join(kinds)}."
    if folder.exists() and not (folder / "pyvenv.cfg").exists():
        return f"{folder} exists and is not a Python environment: name another folder."
    print(f"Installing into {folder}: a few minutes ...", flush=True)
    if run(sys.executable, "-m", "venv", folder):
        return "this Python cannot make environments (on Debian and Ubuntu: install python3-venv)."
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    wanted = [name for name in ("nbjudge", "pyspark", "pyarrow") if list(wheels(name))]
    wanted.append("dtlab[course]")
    pip = [programs / "python", "-m", "pip", "--isolated", "--quiet", "--disable-pip-version-check"]
    if run(*pip, "install", "--no-index", "--find-links", HERE / "wheels", "--upgrade", *wanted):
        return "the wheels could not be installed: see above."
    dtlab, course = programs / "dtlab", Path.home() / "dtlab-course"
    if run(dtlab, "doctor", stdout=subprocess.DEVNULL):
        return f'something that the course needs is missing: "{dtlab}" doctor  says what.'
    print(f'Done. Start the course with:\n\n    "{dtlab}" lab --dir "{course}"\n')
    return 0


def wheels(name):
    """The wheels of a package in this folder."""
    return (HERE / "wheels").glob(f"{name}-*.whl")


def run(*command, **streams):
    """The exit status of a program; pip finds what is in this folder and nothing else."""
    env = {**os.environ, "PIP_CONFIG_FILE": os.devnull}
    return subprocess.call([str(word) for word in command], env=env, **streams)


if __name__ == "__main__":
    sys.exit(main())
