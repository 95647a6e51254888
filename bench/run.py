"""Speed and memory of dtlab, each as a ratio to a named peer measured in the same run.

    make bench                                    everything (an hour or more)
    .venv/bin/python bench/run.py cart import     some of it
    .venv/bin/python bench/run.py --quick         tiny sizes: shows that it runs, not how fast

One thread. The two sides take turns, so that a busy machine slows both; `ratio` is that of their
medians, `of best` that of their fastest runs. Nothing here is asserted by a test.

The targets are for processors on which NumPy sorts well. On AMD Zen 4 its AVX-512 sort takes some
six times as long as its AVX2 sort (numpy/x86-simd-sort, issue 6), and half the time of a fit is
sorting. There the bench lets NumPy use AVX2, and says so; to see what a user of such a processor
gets, run it with NPY_DISABLE_CPU_FEATURES="" in the environment.
"""

# ruff: noqa: E402  (these variables must be set before numpy is loaded)
import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
try:
    with open("/proc/cpuinfo") as processor:
        facts = processor.read()
except OSError:  # not Linux
    facts = ""
ZEN_4 = "AuthenticAMD" in facts and "cpu family\t: 25\n" in facts and " avx512f " in facts
if ZEN_4:  # also before numpy is loaded
    os.environ.setdefault("NPY_DISABLE_CPU_FEATURES", "X86_V4 AVX512_SKX AVX512_ICL AVX512_SPR")

import argparse
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from processes import import_seconds, large_fit, loaded, named

TREES = ("cart", "few", "regression", "categories", "pruning", "predict")
ENSEMBLES = ("forest", "adaboost", "bagging", "gradient")
RACES = TREES + ENSEMBLES
GRADING = ("grading", "grading04")  # a class of 300 each
GROUPS = (*RACES, "widgets", "memory", "import", *GRADING)
IMPORTS = ("import dtlab", "from dtlab import Node, entropy")  # the second needs only numpy
ROW = "{:<60}{:>12}  {:<18}{:>12}{:>8}{:>9}{:>8}  {}"


def main():
    options = arguments()
    budget = 0 if options.quick else options.seconds
    if ZEN_4 and os.environ["NPY_DISABLE_CPU_FEATURES"]:
        note = "AMD Zen 4: NumPy sorts without AVX-512 here, see the top of bench/run.py"
        print(note, file=sys.stderr)
    print(ROW.format("what", "dtlab", "peer", "peer's", "ratio", "of best", "target", ""))
    if set(options.groups) & set(RACES):
        races(options, budget)
    if "widgets" in options.groups:
        redraws(budget)
    if "memory" in options.groups:
        memory(300, [None]) if options.quick else memory(100_000, [8, None])
    if "import" in options.groups:
        imports(budget)
    for group in GRADING:
        if group in options.groups:
            classes(group, options.quick)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="group", help=f"of {', '.join(GROUPS)}")
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to see that it runs")
    parser.add_argument("--seconds", type=float, default=8.0, help="for each line (default 8)")
    options = parser.parse_args()
    unknown = sorted(set(options.groups) - set(GROUPS))
    if unknown:
        parser.error(f"there is no {unknown[0]!r} here: choose from {', '.join(GROUPS)}")
    # on tiny sizes, grading04 shows nothing that grading does not
    everything = GROUPS[:-1] if options.quick else GROUPS
    options.groups = options.groups or everything
    return options


def races(options, budget):
    # they load scikit-learn, which --help need not wait for
    import cases
    import ensembles_adaboost
    import ensembles_forest
    import ensembles_gradient

    modules = (cases, ensembles_forest, ensembles_adaboost, ensembles_gradient)
    for case in chain.from_iterable(module.cases(options.quick) for module in modules):
        if case.group in options.groups:
            times = race(*map(timed, case.set_up()), budget)
            report(case.what, case.peer, None if options.quick else case.target, *times)
    for group, module in (("forest", ensembles_forest), ("gradient", ensembles_gradient)):
        if group in options.groups:
            for what, value, limit, kept in module.notes(options.quick):
                note(what, value, limit, "" if kept is None else "ok" if kept else "OVER")


def redraws(budget):
    """From a control that moves to the new picture, for every widget."""
    import widgets

    for what, ours, empty, limit in widgets.redraws(None if budget else 2):
        # of this process alone: other programs that share the processor do not count
        both = timed(ours, process_time), timed(empty, process_time)
        times = race(*both, min(budget, 3.0))
        report(what, "empty redraw", None, *times, seconds=limit if budget else None)
    if budget:
        import touch

        for what, value, limit, kept in chain(widgets.payloads(), touch.notes()):
            note(what, value, limit, "" if kept is None else "ok" if kept else "OVER")


def timed(function, clock=perf_counter):
    """A function that gives the seconds a call takes."""

    def seconds():
        start = clock()
        function()
        return clock() - start

    return seconds


def race(ours, peer, budget, least=3, most=51):
    """Seconds of both sides, in turn and in turn ahead, until the budget of seconds is used up."""
    if budget:
        ours(), peer()  # the first call loads and warms, and does not count
    a, b, start = [], [], perf_counter()
    while len(a) < (least if budget else 1) or (perf_counter() - start < budget and len(a) < most):
        for seconds, measure in [(a, ours), (b, peer)][:: -1 if len(a) % 2 else 1]:
            seconds.append(measure())
    return a, b


def report(what, peer, target, ours, theirs, seconds=None):
    """A line; the target is a ratio, or `seconds` that our median may take."""
    ratio, of_best = median(ours) / median(theirs), min(ours) / min(theirs)
    numbers = (shown(median(theirs)), f"{ratio:.2f}", f"{of_best:.2f}")
    limit, mark = "" if target is None else target, verdict(ratio, target)
    if seconds is not None:
        limit = f"{seconds * 1e3:.0f} ms" if seconds < 10 else f"{seconds:.0f} s"
        mark = verdict(median(ours), seconds)
    line = (what, shown(median(ours)), peer, *numbers, limit, mark)
    print(ROW.format(*line), flush=True)


def note(what, value, limit, mark):
    """A line about dtlab alone."""
    print(ROW.format(f"  {what}", value, "", "", "", "", limit, mark), flush=True)


def shown(seconds):
    return f"{seconds * 1e3:,.1f} ms" if seconds < 10 else f"{seconds:,.1f} s"


def verdict(value, target):
    return "" if target is None else "ok" if value <= target else "OVER"


def memory(n, depths):
    """Ten times the rows: how much longer, and the peak of memory, data and packages included."""
    for depth in depths:
        small, large, peak = large_fit(Path(__file__).parent, depth, n)
        what = f"CART fit, {10 * n:,} x 20 numbers, 2 classes, {named(depth)}"
        report(what, f"itself, {n:,}", 14, [large], [small])
        note("its peak of memory", f"{peak / 1e9:.2f} GB", "3 GB", verdict(peak, 3e9))


def imports(budget):
    numpy = partial(import_seconds, "import numpy")
    for statement in IMPORTS:
        times = race(partial(import_seconds, statement), numpy, budget)
        report(statement, "import numpy", 1.6, *times)
        heavy = loaded(statement)
        mark = verdict(heavy != "none", 0)
        note("loads of pandas, matplotlib, scipy, sklearn", heavy, "none", mark)


def classes(group, quick):
    """Grading with `dtlab grade`: right submissions, and a class."""
    import grading

    for line in grading.lines(group, quick):
        (report if isinstance(line, grading.Compared) else note)(*line)


if __name__ == "__main__":
    main()
