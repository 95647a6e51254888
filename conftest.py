"""What all tests share: no windows, reproducible random examples, `needs`, a corrected nbval."""

import os
import signal
from contextlib import suppress
from itertools import groupby

import matplotlib
import pytest
from helpers.kernels import Nursery
from helpers.shapes import shape
from hypothesis import settings
from jupyter_client.provisioning import local_provisioner
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from nbval.kernel import RunningKernel
from nbval.plugin import IPyNbCell, IPyNbFile

from dtcourse.spark import why_not

# Not through the environment variable: the notebooks' kernels would inherit it and show no figures.
matplotlib.use("Agg")

# One thread each: the tests share the processors, and threads would wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Tests and the kernels that they start begin with nothing answered, and leave no progress behind.
os.environ["DTLAB_PROGRESS"] = ":memory:"

# Nor do they show progress bars: no output may depend on the speed of the machine.
os.environ["TQDM_DISABLE"] = "1"

# What a shell starts in the background ignores Ctrl+C, and tests of Ctrl+C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["dtlab/exercises.py"]  # it only says what took its place

IN_CI = os.environ.get("CI") == "true"

# On a laptop every run tries new examples; in CI a failure must come back when it is run again.
settings.register_profile("laptop", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("ci" if IN_CI else "laptop")


def needs(thing, present, how):
    """Skip a test on a laptop where `thing` is missing, saying `how` to get it; in CI, fail.

    from conftest import needs

    def test_spark():
        needs("Java", shutil.which("java"), "install default-jre-headless")
    """
    if present:
        return
    reason = f"{thing} is missing: {how}"
    if IN_CI:
        pytest.fail(reason)
    pytest.skip(reason)


def pytest_xdist_auto_num_workers():
    """One process more than processors: a test that waits for a kernel or a browser needs none."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture
def ax():
    """Axes of a figure that pyplot does not know."""
    return Figure(figsize=(8, 5), layout="constrained").subplots()


@pytest.fixture(autouse=True)
def close():
    """No test and no example in a docstring sees the figures of another one."""
    plt.close("all")
    yield
    plt.close("all")


def execute_with_history(kernel, source, allow_stdin=None):
    """Run a cell as JupyterLab does: nbval keeps no history, where IPython looks for a last `;`."""
    return kernel.kc.execute(source, allow_stdin=allow_stdin, stop_on_error=False)


RunningKernel.execute_cell_input = execute_with_history
with suppress(AttributeError, OSError):  # only Linux has it, and some containers forbid it
    os.close(os.pidfd_open(os.getpid()))
    local_provisioner.launch_kernel = Nursery().launch


def pytest_collection_modifyitems(items):
    """Prepare the cells of notebooks, and run each once more, from the last to the first.

    Cells tagged `spark` show how to get Spark where it is missing; only CI insists on it. And nbval
    waits for a cell's outputs until only a hang can be the reason (its own limit is 5 s).
    Notebooks and files with slow tests come first, so that nothing long is left to the end.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: not (isinstance(item, IPyNbCell) or item.path in slow))
    cells = [item for item in items if isinstance(item, IPyNbCell)]
    for item in cells:
        item.output_timeout = 300
    if not IN_CI and why_not() is not None:
        for item in cells:
            if "spark" in tags(item):
                item.options["check"] = False
    items[:] = with_cells_again(items)


def with_cells_again(items):
    """The items, with each notebook followed by its own cells backwards, in the same kernel.

    Any cell can be run again after the last one, without an error. Solutions are not read in this
    way: a solution stands below the starter that it replaces.
    """
    for parent, group in groupby(items, key=lambda item: item.parent):
        group = list(group)
        yield from group
        if isinstance(parent, IPyNbFile) and parent.path.parent.name != "solutions":
            for item in reversed(group):
                again = IPyNbCell.from_parent(
                    parent,
                    name=f"{item.name} again",
                    cell_num=item.cell_num,
                    cell=item.cell,
                    options=item.options | {"check": False},
                )
                again.output_timeout = item.output_timeout
                yield again


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """A cell that depends on the machine may show other numbers, but not other words.

    What is installed may differ from machine to machine: test_environment.py has its words.
    """
    yield
    stored = isinstance(item, IPyNbCell) and "machine" in tags(item)
    if stored and not item.name.endswith("again") and "check_environment" not in item.cell.source:
        assert shape(item.test_outputs) == shape(item.cell.outputs)


def tags(item):
    """The tags of a notebook's cell."""
    return item.cell.metadata.get("tags", [])
