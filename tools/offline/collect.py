"""Collect what installs the course without a network: a folder for a stick.

    make offline                                the folder dist/offline
    make offline OUT=/media/stick/dtlab WITH_SPARK=1

The wheels are for computers like this one: its system, its processor, its version of Python. Run it
on one computer of each kind with the same OUT, and the folder serves all of them.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from install import KINDS, kind

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def main():
    """Read the command line, collect, and say what was collected."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=ROOT / "dist" / "offline")
    parser.add_argument("--spark", action="store_true", help="with PySpark and Arrow: 0.5 GB more")
    options = parser.parse_args()
    kinds = options.folder / KINDS
    if options.folder.exists() and any(options.folder.iterdir()) and not kinds.exists():
        return f"{options.folder} holds something else: name an empty folder (OUT=...)"
    try:
        collect(options.folder / "wheels", options.spark)
    except subprocess.CalledProcessError:
        return "pip could not collect the wheels: see above."
    for name in ("install.py", "install.sh", "install.bat", "README.txt"):
        shutil.copy(HERE / name, options.folder)
    known = kinds.read_text(encoding="utf-8").splitlines() if kinds.exists() else []
    lines = sorted({*known, kind()})
    kinds.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    size = sum(path.stat().st_size for path in options.folder.rglob("*.*")) / 1e6
    print(f"{options.folder}: {size:.0f} MB, for {'; '.join(lines)}")
    return 0


def collect(wheels, spark):
    """Build the wheels of dtlab and nbjudge, and fetch what the course needs, as pinned."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    pip += ["--wheel-dir", wheels]
    for old in [*wheels.glob("dtlab-*.whl"), *wheels.glob("nbjudge-*.whl")]:
        old.unlink()
    ours = [ROOT, ROOT / "packages" / "nbjudge"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", *ours], check=True)
    (dtlab,) = wheels.glob("dtlab-*.whl")
    (nbjudge,) = wheels.glob("nbjudge-*.whl")
    pins = [
        f"--constraint={ROOT / name}" for name in ("requirements.txt", "requirements-spark.txt")
    ]
    extras = "course,spark" if spark else "course"
    subprocess.run([*pip, *pins, f"{dtlab}[{extras}]", nbjudge], check=True)


if __name__ == "__main__":
    sys.exit(main())
