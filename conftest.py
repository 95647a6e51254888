"""What all tests share: no windows, reproducible random examples, `needs`, cells run again."""

import os
import signal

import matplotlib
import pytest
from helpers.shapes import shape
from hypothesis import settings
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
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
settings.register_profile("check", settings.get_profile("ci"), max_examples=10)  # a tenth
settings.load_profile("ci" if IN_CI else "laptop")  # `make check` asks for its own


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


class Notebook(IPyNbFile):
    """A notebook whose cells run once more after the last one, backwards, in the same kernel.

    Any cell can be run again, without an error. Not in the solutions: a solution stands below the
    starter that it replaces.
    """

    def setup(self):
        """Start a kernel, once more if another process took one of its ports in between."""
        try:
            super().setup()
        except RuntimeError:
            super().setup()

    def collect(self):
        """The cells as nbval has them, and then again."""
        cells = list(super().collect())
        if self.path.parent.name != "solutions":
            cells += [self.again(cell) for cell in reversed(cells)]
        for cell in cells:
            cell.output_timeout = 300  # only a hang takes so long; nbval's own limit is 5 s
            # Where Spark is missing, its cells show how to get it; only CI insists on it.
            if "spark" in tags(cell) and not IN_CI and why_not() is not None:
                cell.options["check"] = False
        return cells

    def again(self, cell):
        """The same cell, whose outputs may now be others."""
        return IPyNbCell.from_parent(
            self,
            name=f"{cell.name} again",
            cell_num=cell.cell_num,
            cell=cell.cell,
            options=cell.options | {"check": False},
        )


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(parent):
    """Notebooks are collected as `Notebook`, in place of nbval's own class."""
    collectors = yield
    return [
        Notebook.from_parent(parent, path=collector.path)
        if isinstance(collector, IPyNbFile)
        else collector
        for collector in collectors
    ]


def pytest_collection_modifyitems(items):
    """Notebooks and files with slow tests come first, so that nothing long is left to the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: not (isinstance(item, IPyNbCell) or item.path in slow))


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
