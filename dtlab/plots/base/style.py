"""What all figures share: size, text, colours and hatching, and a description in words.

A figure never computes what the public functions do not, and never touches Matplotlib's settings.
Colours are those of Okabe and Ito, which people with any kind of colour vision tell apart; a second
sign (hatching, marker, words) always says the same thing.
"""

from itertools import cycle, islice

from matplotlib.colors import to_rgb, to_rgba

from ...inputs.values import show
from .sizes import sizes

SIZE = 14  # points of the smallest text, at the size at which a figure is shown
TITLE = 16
PAPER = "#ffffff"  # figures carry their own background, so that they read in a dark theme
DARK, LIGHT = "#1a1a1a", "#f2f2f2"  # text on a light and on a dark background
FAINT = "#8a8a8a"  # colour of secondary lines: grids, pruned branches
GREY = {DARK: "#5e5e5e", LIGHT: "#b4b4b4"}  # secondary text, by the colour of all other text
# Okabe and Ito, 2008, in an order in which neighbours differ most; black is the ink.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "oo")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def canvas(ax, height=4.5, *, needs=None, width=None):
    """The axes to draw on: `ax` itself, or those of a new figure, as large as `sizes` allows.

    It has a height in inches that a low room limits, or what its content `needs` in any room; a
    width of its own only if that does not depend on the room.
    """
    if ax is None:
        import matplotlib.pyplot as plt

        room = sizes()
        size = width or room.width, needs or min(height, room.height)
        dpi = room.zoom * plt.rcParams["figure.dpi"]  # for those who see pixels, not SVG
        _, ax = plt.subplots(figsize=size, dpi=dpi, layout="constrained", facecolor=PAPER)
        ax.set_facecolor(PAPER)
    colour = ink(ax)
    ax.tick_params(labelsize=SIZE, colors=colour)
    for axis in (ax.xaxis, ax.yaxis):
        axis.offsetText.set_fontsize(SIZE)  # a power of ten, which tick_params forgets
    for side, spine in ax.spines.items():
        spine.set_color(colour)
        spine.set_visible(side in ("left", "bottom"))
    for label in (ax.xaxis.label, ax.yaxis.label, ax.title):
        label.set_color(colour)
        label.set_fontsize(SIZE)
    ax.title.set_fontsize(TITLE)
    return ax


def blank(ax, height=4.5, *, needs=None, width=None):
    """Axes without frame and ticks, for trees and diagrams."""
    ax = canvas(ax, height, needs=needs, width=width)
    ax.set_axis_off()
    return ax


def write(ax, x, y, text, **look):
    """Text at a place of the axes, in the size and colour of all text."""
    return ax.text(x, y, text, **{"fontsize": SIZE, "color": ink(ax), **look})


def note(ax, text, at, offset, **look):
    """Text beside a place of the axes: `offset` points to the right of it and above."""
    look = {"fontsize": SIZE, "color": ink(ax), "textcoords": "offset points", **look}
    return ax.annotate(text, at, offset, **look)


def legend(ax, *signs, **look):
    """A legend without a frame, in the size and colour of all text."""
    return ax.legend(*signs, frameon=False, fontsize=SIZE, labelcolor=ink(ax), **look)


def behind(ax, pad=1):
    """The box behind a text that hides the lines under it, for `bbox=`."""
    return {"facecolor": ax.get_facecolor(), "edgecolor": "none", "pad": pad}


def draw_bars(ax, lengths, texts, names, best=None, gap=5):
    """Horizontal bars from top to bottom, each with its text at the end; the best is hatched."""
    rows = range(len(lengths))
    bars = ax.barh(rows, lengths, 0.7, color=COLOURS[4], edgecolor=ink(ax))
    if best is not None:
        bars[best].set(hatch=HATCHES[1], facecolor=COLOURS[1])
    for row, text in enumerate(texts):
        note(ax, text, (max(lengths[row], 0), row), (gap, 0), va="center")
    ax.set_yticks(rows, names)
    ax.set_xticks(())  # the texts say the numbers
    ax.invert_yaxis()


def ink(ax):
    """The colour of text and lines: dark on a light background, light on a dark one."""
    background = to_rgba(ax.get_facecolor())
    if background[3] < 0.5:
        background = to_rgba(ax.get_figure(root=True).get_facecolor())
    return DARK if luminance(background) > 0.4 or background[3] < 0.5 else LIGHT


def pale(ax):
    """The colour of secondary text; it must be readable on tinted boxes as well."""
    return GREY[ink(ax)]


def luminance(colour):
    """Relative luminance of a colour, 0 for black to 1 for white (WCAG 2).

    >>> round(luminance("#0072B2"), 2)
    0.15
    """
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def on(colour):
    """The text colour that reads best on a filled area of this colour."""
    return DARK if luminance(colour) > 0.18 else LIGHT


def colours(n):
    """n colours; beyond seven they come again, and the hatching tells them apart."""
    return list(islice(cycle(COLOURS), n))


def hatches(n):
    """n hatchings; the second round of colours starts one further, so that no pair repeats.

    >>> len({*zip(colours(49), hatches(49))})
    49
    """
    return _in_turn(HATCHES, n)


def markers(n):
    """n markers, paired with `colours` as `hatches` is."""
    return _in_turn(MARKERS, n)


def _in_turn(signs, n):
    k = len(signs)
    return [signs[(i + i // k) % k] for i in range(n)]


def short(value, longest=22):
    """A label as text, cut with … when it is long; the description has it in full.

    >>> short("a name of more than twenty-two letters"), short(True)
    ('a name of more than t…', 'True')
    """
    return cut(show(value), longest)


def cut(text, longest):
    """Text, cut with … when it is long.

    >>> cut("root (7 rows)", 8)
    'root (7…'
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def describe_as(ax, description):
    """Give the axes their description in words, and hand them back: the last line of a plot."""
    ax.description = description
    return ax
