"""Lines with their names at their ends, marked places, the numbers at an axis: what curves and
pruning paths share.
"""

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...inputs.errors import InputError
from ...inputs.labels import as_floats, as_numbers
from ...inputs.values import show
from ...work.formula import group_thousands
from .style import FAINT, SIZE, background, behind, colours, ink, markers, note, short, write

STYLES = ("-", "--", "-.", ":")
MOST_POINTS = 500
MOST_LINES = 10  # more cannot be told apart, and their names would not fit beside the axes
MARKED = 12  # places of a line that have a marker, about
MARKERS = (8, 6)  # sizes in points: the first line's show under those that are drawn over them
LETTER = 0.086  # inches of a letter in a name
DIGIT = 0.09  # inches of a digit at an axis
MOST_OWN = 10  # values that are ticks themselves; of more, round numbers
LARGE = 1e5  # from here on Matplotlib would take out a power of ten


# ------------------------------------------------------------------ what is drawn


def check_curves(x, curves, spread, logx=False, logy=False):
    """x in rising order, and the values and bands that belong to it."""
    x = as_numbers(x, "x")
    if not curves or len(curves) > MOST_LINES:
        raise InputError(f"plot_curves draws 1 to {MOST_LINES} curves, not {len(curves)}")
    if logx and x.min() <= 0:
        raise InputError("logx=True needs every x above 0: drop the others, or use logx=False")
    order = np.argsort(x, kind="stable")
    curves = {show(name): _values(y, f"curve {name!r}", len(x)) for name, y in curves.items()}
    if logy and min(np.nanmin(y) for y in curves.values()) <= 0:
        raise InputError("logy=True needs every value above 0: use logy=False, or NaN for a gap")
    bands = {}
    for name, sides in spread.items():  # standard deviations, or a pair (low, high)
        if show(name) not in curves:
            raise InputError(f"spread names {name!r}, but the curves are {', '.join(curves)}")
        y = curves[show(name)]
        sides = np.asarray(sides, float)
        if sides.shape != (2, len(y)):
            deviation = _values(sides, f"spread of {name!r}", len(y))
            sides = np.stack([y - deviation, y + deviation])
        bands[show(name)] = sides[:, order]
    return x[order], {name: y[order] for name, y in curves.items()}, bands


def _values(values, name, n):
    values = as_floats(values, name)
    if values.shape != (n,):
        raise InputError(f"{name} must have one value for each of the {n} entries of x")
    if not np.isfinite(values).any():
        raise InputError(f"{name} has no finite value to draw")
    return values


# ------------------------------------------------------------------ how it is drawn


def line_height(ax):
    """Height of a line of text as a share of the axes' height."""
    inches = ax.bbox.height / ax.get_figure(root=True).dpi
    return 1.4 * SIZE / 72 / inches


def draw_lines(ax, x, curves, spread, **how):
    """A line per curve, each with a colour, a marker and a dash of its own, and its spread."""
    # all points have a marker, or a few that stand evenly on the axis; the last point of a step
    # line is only its extension to the edge
    every = slice(0, -1 if how else None, max(1, len(x) // MARKED))
    if ax.get_xscale() == "log" and len(x) > MARKED:
        every = np.unique(np.searchsorted(x, np.geomspace(x[0], x[-1], MARKED))).tolist()
    looks = zip(colours(len(curves)), markers(len(curves)), strict=True)
    for i, ((name, y), (colour, marker)) in enumerate(zip(curves.items(), looks, strict=True)):
        look = {"color": colour, "marker": marker, "linestyle": STYLES[i % len(STYLES)]}
        look["markersize"] = MARKERS[i > 0 or len(curves) == 1]
        edge = {"markeredgecolor": background(ax), "markeredgewidth": 0.8}
        ax.plot(x, y, markevery=every, linewidth=1.8, label=name, **look, **edge, **how)
        if name in spread:
            step = {"step": "post"} if how else {}
            ax.fill_between(x, *spread[name], color=colour, alpha=0.15, linewidth=0, **step)


def number_axes(ax, x):
    """Numbers at a logarithmic axis, x's own where they are few, and large ones in full."""
    if ax.get_xscale() == "log":
        names = max(len(short(line.get_label())) for line in ax.lines)
        width = ax.bbox.width / ax.get_figure(root=True).dpi
        log_axis(ax.xaxis, x, width - LETTER * names)  # the names at the lines' ends take room
    if ax.get_yscale() == "log":
        log_axis(ax.yaxis, most=int(0.7 / line_height(ax)))
    else:
        in_full(ax.yaxis)


def name_lines(ax):
    """Write each line's name beside the place where it ends, with a piece of the line before it."""
    lines = [line for line in ax.lines if not line.get_label().startswith("_")]
    ax.set_ylim(*ax.get_ylim())  # from here on the ends stay where they are
    to_axes = ax.transData + ax.transAxes.inverted()
    ends = []
    for line in lines:  # each ends at its last point that is there
        last = np.flatnonzero(np.isfinite(line.get_ydata()))[-1]
        ends.append(to_axes.transform(line.get_xydata()[last])[1])
    for line, place in zip(lines, spread_out(ends, line_height(ax)), strict=True):
        sample = {name: getattr(line, f"get_{name}")() for name in ("color", "marker", "linestyle")}
        where = {"transform": ax.transAxes, "clip_on": False}
        ax.plot([1.01, 1.04, 1.07], [place] * 3, markevery=[1], label="_", **sample, **where)
        name = short(line.get_label())
        write(ax, 1.085, place, name, va="center", **where)


def spread_out(wanted, gap):
    """Places from 0 to 1 near those wanted, in their order and at least a gap from each other.

    >>> spread_out([0.5, 0.5, 0.9, 0.0], 0.1).round(2).tolist()
    [0.45, 0.55, 0.9, 0.0]
    """
    order = np.argsort(wanted, kind="stable")
    groups = []
    for value in np.asarray(wanted, float)[order]:
        groups.append((value, 1))
        while len(groups) > 1:
            (a, n), (b, m) = groups[-2:]
            if b - a >= gap * (n + m) / 2:
                break
            groups[-2:] = [((a * n + b * m) / (n + m), n + m)]
    places = np.concatenate([c + gap * (np.arange(n) - (n - 1) / 2) for c, n in groups])
    steps = gap * np.arange(len(places))
    places = np.minimum(np.maximum(places, steps), 1 - steps[::-1])
    return places[np.argsort(order)]


def mark_places(ax, places):
    """A dotted line at each x, its word at the top, each on a line of its own above the curves."""
    make_room(ax, len(places))
    for i, (x, word) in enumerate(places):
        mark_place(ax, x, word, i, 0.5 if len(places) == 1 else 0.6)


def make_room(ax, n):
    """Raise the upper limit of the axes by n lines of text."""
    scale = ax.yaxis.get_transform()  # what is a share of the axes depends on it
    low, high = scale.transform(ax.get_ylim())
    room = line_height(ax) * (n + 0.3)
    top = high + (high - low) * room / max(1 - room, 0.3)
    ax.set_ylim(top=scale.inverted().transform(top))


def mark_place(ax, x, word, row=0, middle=0.5, linestyle=(0, (1, 1.5))):
    """A line at x with its word at the top, in a row of text; returns both.

    The word stands right of its line up to `middle`, a share of the axes, and left of it beyond.
    """
    line = ax.axvline(x, color=ink(ax), linewidth=1, linestyle=linestyle, label="_", zorder=1)
    share = (ax.transData + ax.transAxes.inverted()).transform((x, ax.get_ylim()[0]))[0]
    left = share < middle  # a word beside its own line if it fits
    place = (x, 1 - row * line_height(ax))
    side = "left" if left else "right"
    look = {"xycoords": ax.get_xaxis_transform(), "ha": side, "va": "top", "bbox": behind(ax)}
    return line, note(ax, short(word, 30), place, (6 if left else -6, 0), **look)


def quiet_grid(ax, axis="y"):
    """Thin lines behind everything else, to read values by."""
    ax.grid(axis=axis, color=FAINT, alpha=0.25, linewidth=0.6)
    ax.set_axisbelow(True)


# ------------------------------------------------------------------ the numbers at an axis


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
