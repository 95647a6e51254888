"""Tell editors and mypy what the lazy packages offer: write their __init__.pyi from _PLACES.

    .venv/bin/python tools/stubs.py

A test compares; run this after a public name has been added or moved.
"""

import importlib
import pkgutil
from pathlib import Path

import dtlab

HEAD = "# Written by tools/stubs.py from the _PLACES of __init__.py.\n"
LAZY = [
    package
    for name in ("dtlab", *(f"dtlab.{m.name}" for m in pkgutil.iter_modules(dtlab.__path__)))
    if hasattr(package := importlib.import_module(name), "_PLACES")
]


def path(package):
    """Where the stub of a package is."""
    return Path(package.__file__).with_suffix(".pyi")


def in_order(place_and_name):
    """As ruff sorts imports: within a module constants, classes, functions."""
    place, name = place_and_name
    return place, not name.isupper(), not name[0].isupper(), name


def stub(package):
    """The text of a package's stub."""
    places = [(f".{m}", name) for m, names in package._PLACES.items() for name in names]
    places += [(".", name) for name in getattr(package, "_MODULES", ())]
    places.sort(key=in_order)
    lines = [f"from {place} import {name} as {name}\n" for place, name in places]
    return HEAD + "".join(lines) + "\n__version__: str\n" * (package is dtlab)


if __name__ == "__main__":
    for package in LAZY:
        path(package).write_text(stub(package), encoding="utf-8")
