"""Find code that nothing uses: `make lint` runs it, and it prints nothing where all is well.

    .venv/bin/python tools/dead_code.py

vulture lists names that occur once. What only tests use is dead too, so tests are not read; public
names and what notebooks and documents call are alive; what others call by name is listed here.
"""

import json
import re
import sys
from pathlib import Path

from vulture import Vulture

from dtlab._lazy import offered

ROOT = Path(__file__).resolve().parent.parent
CODE = ("dtlab", "dtcourse", "packages/nbjudge/src", "tools", "bench", "conftest.py")
HOOKS = (
    *("__getattr__", "_repr_*_", "_ipython_display_", "*load_ipython_extension"),  # Python, IPython
    *("needs", "pytest_*", "collect_ignore", "output_timeout"),  # pytest, nbval and our tests
    *("allow_nan", "string", "sparse", "required", "*_tags", "staged_*"),  # scikit-learn
    *("should_simplify", "labelpad", "get_renderer"),  # Matplotlib
    *("border_left", "padding", "max_width", "button_style"),  # ipywidgets
    *("continuous_update", "placeholder"),
    *("setup", "log_message", "handle_error"),  # Sphinx, http.server
    "serverapp_class",  # Jupyter
    "persistent_id",  # pickle
    "encoding",  # of a stream
    *("auto_score", "manual_score", "needs_manual_grade"),  # nbgrader
    *("maxother", "maxstring", "maxdict", "maxlist", "maxset", "maxtuple"),  # reprlib
    *(
        "signum",
        "memo",
        "annotation",
    ),  # arguments that a signal's handler and __deepcopy__ must take
    "[a-z]*_",  # what an estimator has learned
)
KEPT = {
    "geron_as_printed": "the update that lecture 004 prints (erratum E18), for the ledger",
    "multiplier": "a field that a reader of CHAID's merging looks at",
    "adjusted_p": "the same",
    "removed": "a field of MARS's history_",
    **dict.fromkeys(("lights", "tip", "states", "stretches"), "what touch.js reads"),
    "disabled": "of a button, which ipywidgets reads",
    "course_cells": "an entry point, which `%load_ext dtlab` enters",
}


def public_names():
    """What the stubs of the packages offer."""
    for package in ("dtlab", "dtcourse"):
        for path in ROOT.glob(f"{package}/**/__init__.pyi"):
            yield from offered(path.with_suffix(".py"))


def names_in_the_course():
    """What the code of the notebooks and of the documents calls, or takes from an object."""
    used = re.compile(r"(?<=\.)\w+|\w+(?=\()")
    for path in ROOT.glob("notebooks/**/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                yield from used.findall("".join(cell["source"]))
    for path in (ROOT / "README.md", *ROOT.glob("docs/*.md")):
        for code in re.findall(r"```.*?```|`[^`]+`", path.read_text(encoding="utf-8"), re.DOTALL):
            yield from used.findall(code)


def main():
    """Print what seems dead, one line each, and fail if there is any."""
    vulture = Vulture(ignore_names=HOOKS)
    vulture.scavenge([ROOT / name for name in CODE])
    alive = {*public_names(), *names_in_the_course(), *KEPT}
    dead = [code for code in vulture.get_unused_code(min_confidence=60) if code.name not in alive]
    for item in dead:
        print(f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.message}")
    sys.exit(bool(dead))


if __name__ == "__main__":
    main()
