"""Figures that others drew, with pandas or Matplotlib alone: what they show, in words and numbers.

dtlab's own figures bring a description with them; here it is read from the axes.
"""

from typing import Any

import numpy as np

from .points import evenly
from .words import many
from .writing import digits

MOST_TOLD = 12  # bars, or points of a line, whose values are told; of more, from where to where
MOST_NUMBERS = 20  # of each part of a figure, as they are stored beside its picture
MOST_NAMELESS = 3  # lines without a name that are told; more are only counted
MOST_WORDS = 8  # lines, or kinds of points, that are told one by one
PLAIN = ("ScalarFormatter", "LogFormatterSciNotation")  # of numbers at an axis
NOISE = 1e-9  # of a number that was meant to be 0


def chart_in_words(ax):
    """The kind of chart, its title and axes, and what its bars, lines and points say.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> _ = ax.bar(["ham", "spam"], [1329, 881], label="emails")
    >>> _ = ax.set(title="Most emails are ham", ylabel="emails")
    >>> chart_in_words(ax)
    'Most emails are ham. A bar chart: emails: ham 1329, spam 881. Vertical axis: emails.'
    """
    titles = (ax.get_title(side).strip().rstrip(".") for side in ("left", "center", "right"))
    groups = [bars for bars in ax.containers if hasattr(bars, "datavalues") and len(bars)]
    kind = "histogram" if groups and all(map(_touch, groups)) else "bar chart"
    kinds = {kind: [_bars(ax, bars) for bars in groups]}
    lines = [line for line in ax.lines if len(line.get_xdata()) and _in_data(ax, line)]
    joined = [line for line in lines if line.get_linestyle() not in ("None", "", " ")]
    dots = [line for line in lines if line not in joined]
    kinds["line chart"] = _each([_line(ax, line) for line in joined], "lines")
    spots = [_points(_name(line), line.get_xydata()) for line in dots]
    spots += [_points(_name(c), c.get_offsets()) for c in ax.collections if len(c.get_offsets())
              and _in_data(ax, c, c.get_offset_transform())]  # fmt: skip
    kinds["scatter plot"] = _each(spots, "groups of points")
    kinds["picture"] = [_cells(image) for image in (*ax.images, *_meshes(ax))]
    if not groups:  # sectors of a pie
        pieces = [p for p in ax.patches if type(p).__name__ == "Wedge"]
        shares = [f"{p.get_label()} {(p.theta2 - p.theta1) / 360:.0%}" for p in pieces]
        kinds["pie chart"] = [", ".join(shares)] if pieces else []
    told = [f"A {kind}: {'; '.join(parts)}" for kind, parts in kinds.items() if parts]
    axes = [("Horizontal", ax.xaxis), ("Vertical", ax.yaxis)]
    named = [f"{side} axis: {axis.get_label_text().strip()}" for side, axis in axes
             if axis.get_label_text().strip()]  # fmt: skip
    key = ax.get_legend()
    words = [text.get_text() for text in key.get_texts()] if key else []
    seen = {artist.get_label() for artist in (*ax.lines, *ax.collections, *ax.patches, *groups)}
    words = [word for word in words if word not in seen]
    named += [f"Legend: {', '.join(words)}"] if words else []
    if not told and ax.texts:
        told = [f"It says: {'; '.join(_flat(text.get_text()) for text in ax.texts[:MOST_TOLD])}"]
    return " ".join(f"{sentence}." for sentence in [*filter(None, titles), *told, *named])


def numbers_of(figure):
    """What the figure draws, in numbers of three digits: a line for each part.

    They stand beside a stored picture, so that a changed number is a changed line; noise in the
    last digit changes none.
    """
    told = []
    for ax in _with_panels(figure.axes):
        if not ax.axison:  # a diagram: its words say it all
            continue
        for line in ax.lines:
            if _in_data(ax, line):
                told.append(_numbers("line", line.get_xydata()))
        boxes = [p for p in ax.patches if type(p).__name__ == "Rectangle" and _in_data(ax, p)]
        corners = [(p.get_x(), p.get_y(), p.get_width(), p.get_height()) for p in boxes]
        told.append(_numbers("bars", corners))
        for some in ax.collections:
            if len(some.get_offsets()) and _in_data(ax, some, some.get_offset_transform()):
                told.append(_numbers("points", some.get_offsets()))
        for image in (*ax.images, *_meshes(ax)):
            told.append(_numbers("cells", np.ravel(image.get_array())))
    return "\n".join(filter(None, told))


# ------------------------------------------------------------------ the parts of a chart


def _bars(ax, bars):
    flat = bars.orientation == "horizontal"
    ends = [bar.get_width() if flat else bar.get_height() for bar in bars]
    label = bars.get_label()
    head = "" if not label or label.startswith("_") else f"{label}: "
    if len(ends) > MOST_TOLD or _touch(bars):
        low, high = map(_said, (np.nanmin(ends), np.nanmax(ends)))
        edges = [b.get_y() if flat else b.get_x() for b in bars]
        last = bars[-1].get_height() if flat else bars[-1].get_width()
        where = f" from {_said(edges[0])} to {_said(edges[-1] + last)}" if _touch(bars) else ""
        return f"{head}{many(len(ends), 'bar')}{where}, the lowest {low}, the highest {high}"
    axis = ax.yaxis if flat else ax.xaxis
    middles = [b.get_y() + b.get_height() / 2 if flat else b.get_x() + b.get_width() / 2
               for b in bars]  # fmt: skip
    names = list(map(_said, middles))
    if not _is_plain(axis):
        ticks = axis.get_ticklocs()
        words = axis.get_major_formatter().format_ticks(ticks)
        names = [_nearest(middle, ticks, words) for middle in middles]
    return head + ", ".join(f"{n} {_said(e)}" for n, e in zip(names, ends, strict=True))


def _is_plain(axis):
    """Are there numbers at an axis, not names or dates?"""
    return type(axis.get_major_formatter()).__name__ in PLAIN


def _nearest(place, ticks, words):
    """The word of the tick at a place; between two ticks the number itself."""
    at = np.argmin(np.abs(np.asarray(ticks) - place)) if len(ticks) else -1
    near = at >= 0 and abs(ticks[at] - place) < 0.5
    return _flat(words[at]) if near and words[at] else _said(place)


def _touch(bars):
    """Do bars stand without a gap, as those of a histogram?"""
    flat = bars.orientation == "horizontal"
    spans = [(b.get_y(), b.get_height()) if flat else (b.get_x(), b.get_width()) for b in bars]
    gaps = [abs(a + wide - b) for (a, wide), (b, _) in zip(spans, spans[1:], strict=False)]
    return len(bars) > 2 and max(gaps) < 0.01 * abs(spans[0][1])


def _line(ax, line):
    x, y = np.asarray(line.get_xdata(orig=False), float), np.asarray(line.get_ydata(), float)
    there = np.flatnonzero(np.isfinite(y))
    if not len(there):
        return _name(line), "no number"
    low, high = there[y[there].argmin()], there[y[there].argmax()]
    first, last = there[0], there[-1]
    plain = _is_plain(ax.xaxis)

    def at(i):
        return f"{_said(y[i])} at {_said(x[i])}" if plain else _said(y[i])

    told = f"from {at(first)} to {at(last)}, lowest {at(low)}, highest {at(high)}"
    return _name(line), told


def _points(name, places):
    x, y = np.ma.filled(np.ma.asarray(places, float), np.nan).T
    ranges = (f"{_said(np.nanmin(v))} to {_said(np.nanmax(v))}" for v in (x, y))
    return name, f"{many(len(x), 'point')}, across from {', up from '.join(ranges)}"


def _cells(image):
    values: Any = np.ma.filled(np.ma.asarray(image.get_array(), float), np.nan)
    size = " × ".join(map(str, values.shape[:2])) if values.ndim > 1 else str(values.size)
    if values.ndim == 2 and values.size <= MOST_TOLD:
        return f"{size} cells, by row " + " / ".join(" ".join(map(_said, row)) for row in values)
    return f"{size} cells from {_said(np.nanmin(values))} to {_said(np.nanmax(values))}"


def _each(told, what):
    """The parts one by one, or of many how many there are; `told` has (name, words) of each."""
    words = [f"{name}: {said}" if name else said for name, said in told]
    if len(told) <= MOST_WORDS and (len(told) <= MOST_NAMELESS or all(name for name, _ in told)):
        return words
    return [f"{len(told)} {what}", *(word for word in words[:MOST_WORDS] if ": " in word)]


def _flat(text):
    return text.replace("\n", ", ").strip()


def _name(artist):
    label = str(artist.get_label())
    return "" if label.startswith("_") else label


def _said(number):
    return digits(float(number)).replace("-", "−")


def _meshes(ax):
    return [c for c in ax.collections if type(c).__name__ == "QuadMesh"]


def _in_data(ax, artist, transform=None):
    """Does it stand at numbers of the axes, not at a place of the figure?"""
    return (transform or artist.get_transform()).contains_branch(ax.transData)


def _with_panels(axes):
    for ax in axes:
        yield ax
        yield from _with_panels(ax.child_axes)


# ------------------------------------------------------------------ numbers beside a picture


def _numbers(kind, values):
    """`line: 1 0.7, 2 0.8`, at most 20 of them."""
    if not len(values):
        return ""
    every: Any = np.ma.filled(np.ma.asarray(values, float), np.nan)
    shown = every[evenly(len(every), MOST_NUMBERS)].reshape(min(len(every), MOST_NUMBERS), -1)
    return f"{kind}: " + ", ".join(" ".join(map(three, row)) for row in shown)


def three(number):
    """A number in three digits, the same for all that differ by rounding alone.

    >>> three(0.18749999999999997), three(0.1875), three(-1e-17), three(1234.5)
    ('0.188', '0.188', '0', '1230')
    """
    if abs(number) < NOISE:
        return "0"
    return np.format_float_positional(float(f"{float(f'{number:.9g}'):.3g}"), trim="-")
