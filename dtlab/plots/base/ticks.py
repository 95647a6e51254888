"""The numbers at an axis, written so that a value in the text can be found there."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...inputs.values import show
from ...work.formula import group_thousands

DIGIT = 0.124  # inches of a digit of 14 points
MOST_OWN = 10  # values that are ticks themselves; of more, round numbers
LARGE = 1e5  # from here on Matplotlib would take out a power of ten


def log_axis(axis, own=(), room=np.inf, most=6):
    """Number a logarithmic axis: by the values `own` themselves if they fit into `room` inches.

    Otherwise by at most `most` round numbers, and where there are none between, by even steps.
    """
    low, high = sorted(axis.get_view_interval())
    ticks = sorted({float(value) for value in own})
    fit = 2 <= len(ticks) <= MOST_OWN
    if fit:  # they must not overlap either
        widths = np.array([DIGIT * len(show(tick)) for tick in ticks])
        gaps = np.diff(np.log(ticks)) / np.log(high / low) * room
        fit = (gaps >= (widths[1:] + widths[:-1]) / 2 + DIGIT / 2).all()
    if not fit:
        ticks = round_numbers(low, high, most)
    if len(ticks) < 2:
        ticks = [float(t) for t in MaxNLocator(4).tick_values(low, high) if low <= t <= high]
    axis.set_ticks(ticks, list(map(show, ticks)))
    axis.set_ticks([], minor=True)


def round_numbers(low, high, most=6):
    """1, 2, 5 of each power of ten, or the powers alone, as many as there is room for.

    (Matplotlib's LogLocator has no limit on 1, 2, 5, and falls back to even steps on short ranges.)
    >>> round_numbers(0.004, 0.3), round_numbers(3, 70)
    ([0.005, 0.01, 0.02, 0.05, 0.1, 0.2], [5.0, 10.0, 20.0, 50.0])
    """
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    for factors in ((1, 2, 5), (1, 3), (1,)):
        ticks = [float(f"{f}e{d}") for d in decades for f in factors]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) <= most:
            return ticks
    return ticks[:: -(-len(ticks) // most)]


def in_full(axis):
    """Write large numbers at an axis in full, 6 000 000, without a power of ten beside it."""
    if max(map(abs, axis.get_view_interval())) >= LARGE:
        axis.set_major_formatter(lambda value, _: group_thousands(show(value).replace("-", "−")))
