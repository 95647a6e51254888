"""What only a fresh Python can tell: the cost of an import, and the memory of a large fit."""

import json
import os
import subprocess
import sys
from functools import partial

IMPORT = """
import time
start = time.perf_counter()
{statement}
print(time.perf_counter() - start)
"""
LOADED = """
import sys
{statement}
print(*[name for name in ("pandas", "matplotlib", "scipy", "sklearn") if name in sys.modules])
"""
LARGE = """
import json, sys, time
sys.path.insert(0, {folder!r})
from cases import CART, numbers

def seconds(X, y):
    start = time.perf_counter()
    CART(max_depth={depth}).fit(X, y)
    return time.perf_counter() - start

X, y = numbers(10 * {n}, 2)  # its first rows are the small table
pairs = [(seconds(X[:{n}], y[:{n}]), seconds(X, y)) for _ in range(3)]
small, large = (sorted(times)[1] for times in zip(*pairs))
try:  # Linux: ru_maxrss would begin at the peak of the program that started this one
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
except (OSError, StopIteration):
    import resource
    unit = 1 if sys.platform == "darwin" else 1024
    peak = unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([small, large, peak]))
"""


def python(code):
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code]
    # imports are measured with compiled modules, whatever the settings here
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    run = partial(subprocess.run, check=True, stdout=subprocess.PIPE, text=True)
    return run(command, env=environment).stdout.strip()


def named(depth):
    return "unlimited" if depth is None else f"depth {depth}"


def import_seconds(statement):
    """Seconds that a statement takes in a fresh Python; starting Python does not count."""
    return float(python(IMPORT.format(statement=statement)))


def loaded(statement):
    """The heavy packages that the statement loads."""
    return python(LOADED.format(statement=statement)) or "none"


def large_fit(folder, depth, n):
    """Seconds for n rows, seconds for 10 n rows, and the peak of memory in bytes."""
    return json.loads(python(LARGE.format(folder=str(folder), depth=depth, n=n)))
