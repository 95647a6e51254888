"""What all figures share: the type scale, the palette, and a description in words.

A figure never computes what the public functions do not, and never touches Matplotlib's settings.

Type: labels have 11 points, the title 13, bold and flush left, all else is small and grey (`sizes`
has the scale). Ink: areas are flat and `pale_of` their colour, marks have the colour itself and a
light edge, `dark_of` is for words in that colour and for what matters now. The colours are those of
Okabe and Ito, which people with any kind of colour vision tell apart, some of them darker so that a
mark stands out from the paper; a second sign (words, marker, hatching) always says the same thing.
"""

from itertools import cycle, islice

from matplotlib.colors import to_hex, to_rgb, to_rgba

from ...inputs.values import show
from .sizes import sizes

SIZE = 11  # points of labels, as they are drawn; `sizes` says how much larger they are shown
TITLE = 13
PAPER = "#ffffff"  # figures carry their own background, so that they read in a dark theme
DARK, LIGHT = "#1a1a1a", "#f2f2f2"  # text on a light and on a dark background
FAINT = "#8a8a8a"  # colour of secondary lines: grids, pruned branches
GREY = {DARK: "#5e5e5e", LIGHT: "#c4c4c4"}  # secondary text, by the colour of all other text
# Colour → what it is on paper as an area, and as text: after Okabe and Ito, 2008, in an order in
# which neighbours differ most; black is the ink.
PALETTE = {
    "#0072B2": ("#cfe3f0", "#00456e"),
    "#C98300": ("#fae3b4", "#7d4a00"),
    "#009E73": ("#bfe3cd", "#005f45"),
    "#CC79A7": ("#f5dcea", "#8a3567"),
    "#3F97CC": ("#dcf0fb", "#11577f"),
    "#BF4400": ("#fbd8c8", "#7f2e00"),
    "#736A2E": ("#f3eec2", "#4f4914"),
}
COLOURS = tuple(PALETTE)
PALE_GREY = "#e9e9e9"  # areas that no colour belongs to
VARIANTS = PALETTE | {FAINT.upper(): (PALE_GREY, GREY[DARK])}
TINT, SHADE = 0.22, 0.35  # shares of a colour in its pale variant, and in its dark one
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
    ax.tick_params(labelsize=sizes().small, colors=grey(ax), width=0.8)
    for axis in (ax.xaxis, ax.yaxis):
        axis.offsetText.set_fontsize(sizes().small)  # a power of ten, which tick_params forgets
    for side, spine in ax.spines.items():
        spine.set(color=FAINT, linewidth=0.8, visible=side in ("left", "bottom"))
    for label in (ax.xaxis.label, ax.yaxis.label, ax.title):
        label.set(color=colour, fontsize=SIZE)
    return ax


def blank(ax, height=4.5, *, needs=None, width=None):
    """Axes without frame and ticks, for trees and diagrams."""
    ax = canvas(ax, height, needs=needs, width=width)
    ax.set_axis_off()
    return ax


def write(ax, x, y, text, **look):
    """Text at a place of the axes, in the size and colour of all text."""
    return ax.text(x, y, text, **{"fontsize": SIZE, "color": ink(ax), **look})


def headline(ax, text, **look):
    """The title: what one sees, in bold above the left edge of the axes."""
    look = {"loc": "left", "fontsize": TITLE, "fontweight": "bold", "color": ink(ax), **look}
    return ax.set_title(text, **look)


def aside(ax, x, y, text, **look):
    """Secondary text at a place of the axes: small and grey."""
    return write(ax, x, y, text, **{"fontsize": sizes().small, "color": grey(ax), **look})


def name_ticks(ax, axis, places, names, **look):
    """Names at the ticks of "x" or "y": as large as labels, for they say what is drawn there."""
    getattr(ax, f"set_{axis}ticks")(places, names, **look)
    ax.tick_params(axis=axis, labelsize=SIZE, labelcolor=ink(ax), length=0)


def note(ax, text, at, offset, **look):
    """Text beside a place of the axes: `offset` points to the right of it and above."""
    look = {"fontsize": SIZE, "color": ink(ax), "textcoords": "offset points", **look}
    return ax.annotate(text, at, offset, **look)


def legend(ax, *signs, **look):
    """A legend without a frame, in the size and colour of all text, for what no label can say."""
    return ax.legend(*signs, frameon=False, fontsize=SIZE, labelcolor=ink(ax), **look)


def behind(ax, pad=1):
    """The box behind a text that hides the lines under it, for `bbox=`."""
    return {"facecolor": ax.get_facecolor(), "edgecolor": "none", "pad": pad}


def draw_bars(ax, lengths, texts, names, best=None, gap=5):
    """Horizontal bars from top to bottom, each with its text at the end; the best stands out."""
    rows = range(len(lengths))
    bars = ax.barh(rows, lengths, 0.62, **area(ax, COLOURS[0]))
    for row, text in enumerate(texts):
        weight = "bold" if row == best else "normal"
        note(ax, text, (max(lengths[row], 0), row), (gap, 0), va="center", weight=weight)
    name_ticks(ax, "y", rows, names)
    if best is not None:
        bars[best].set_facecolor(COLOURS[0])
        ax.get_yticklabels()[best].set_fontweight("bold")
    ax.set_xticks(())  # the texts say the numbers
    ax.spines[:].set_visible(False)
    ax.invert_yaxis()


def ink(ax):
    """The colour of text and lines: dark on a light background, light on a dark one."""
    return DARK if luminance(background(ax)) > 0.4 else LIGHT


def background(ax):
    """The colour behind the axes; a page of unknown colour is paper."""
    for part in (ax, ax.get_figure(root=True)):
        colour = to_rgba(part.get_facecolor())
        if colour[3] >= 0.5:
            return to_hex(colour)
    return PAPER


def grey(ax):
    """The colour of secondary text; it must be readable on pale areas as well."""
    return GREY[ink(ax)]


def pale_of(colour, ax=None):
    """The colour of an area: flat and pale, so that marks and words stand out on it.

    >>> pale_of("#0072B2")
    '#cfe3f0'
    """
    return _variant(colour, ax, 0)


def dark_of(colour, ax=None):
    """The colour of words and of what matters now, readable on paper and on the pale variant.

    >>> dark_of("#0072B2")
    '#00456e'
    """
    return _variant(colour, ax, 1)


def _variant(colour, ax, which):
    """The pale variant of a colour (0) or the dark one (1) on the background of these axes."""
    known = VARIANTS.get(to_hex(colour).upper())
    if known and (ax is None or ink(ax) == DARK):
        return known[which]
    if which == 0:
        return to_hex(mix(colour, PAPER if ax is None else background(ax), TINT))
    return to_hex(mix(colour, DARK if ax is None else ink(ax), SHADE))


def mix(colour, background, share):
    """A colour mixed with the background it is put on."""
    pair = zip(to_rgb(colour), to_rgb(background), strict=True)
    return tuple(b + share * (c - b) for c, b in pair)


def area(ax, colour):
    """The look of a bar or another area: flat and pale, with a thin edge in its colour."""
    return {"facecolor": pale_of(colour, ax), "edgecolor": colour, "linewidth": 0.8}


def marked(ax, colour, marker="o", size=7):
    """The look of marks drawn by `plot`: in their colour, with an edge that parts neighbours."""
    edge = {"markeredgecolor": background(ax), "markeredgewidth": 0.8}
    return {"color": colour, "marker": marker, "markersize": size, "linestyle": "", **edge}


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
