"""A state's figure as SVG text, drawn once.

`savefig` draws every figure twice, and finding room for all labels (constrained layout) costs as
much again. A widget draws the same kind of figure over and over, so its axes stay where they were
as long as all words fit: it is faster, and nothing jumps while a slider moves.
"""

import gc
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from math import cos, radians, sin
from warnings import catch_warnings, filterwarnings

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path

from ...course.figures import NO_METADATA, STABLE, alt, image, labelled, steady
from ...plots.base.style import PAPER

# Matplotlib looks at each font of its list for each label, and `steady` would drop the rest anyway;
# and beside a title without a height of its own it measures all ticks.
SETTINGS = {**STABLE, "font.sans-serif": ["DejaVu Sans"], "axes.titley": 1.0}
MARGIN = 0.1  # inches of background around a figure
POINTS = 72  # per inch; the unit of SVG
SLACK = 2  # points that a word may stand over before it counts as not fitting


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG text, what it shows in words, and its width in inches."""

    text: str
    description: str
    width: float

    @property
    def html(self):
        """The drawing as a part of the page, which finds its words."""
        return self._on_paper(labelled(self.text, self.description))

    @property
    def image(self):
        """The drawing as an image, for pages that let no SVG in."""
        return self._on_paper(image(self.text, self.description))

    def _on_paper(self, html):
        style = f"max-width: {self.width}in; padding: {MARGIN}in; background: {PAPER}"
        return f'<div style="{style}">{html}</div>'


def picture(state, size, places=None):
    """The `Drawing` of a state; its figure is never known to pyplot, so none stays open.

    `places` remembers where the axes stood in earlier figures; it is changed here.
    """
    places = {} if places is None else places
    with without_collecting(), rc_context(SETTINGS), catch_warnings():
        filterwarnings("ignore", "Glyph .* missing")  # the browser has more glyphs than our font
        figure = figure_of(state, size)
        key = size, *(ax.get_position(original=True).bounds for ax in figure.axes)
        remembered, always_fits = places.get(key, (None, False))
        text, fits = render(figure, remembered)
        if always_fits and not fits:
            figure, remembered = figure_of(state, size), None
            text, fits = render(figure)
        if remembered is None:
            places[key] = [ax.get_position(original=True).frozen() for ax in figure.axes], fits
        return Drawing(steady(text), alt(figure), size[0])


@contextmanager
def without_collecting():
    """Switch garbage collection off while drawing: a figure is thousands of short-lived objects.

    Python would otherwise search all that is loaded while they are made, and a slider would stop.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def figure_of(state, size):
    """The state on a new figure."""
    figure = Figure(figsize=size, dpi=POINTS, layout="constrained", facecolor=PAPER)
    state.draw(figure)
    return figure


def render(figure, places=None):
    """(SVG text, whether all words fit), with the axes at these places, or laid out again."""
    svg = StringIO()
    renderer = Watchful(figure, svg)
    # The renderer that draws also measures the layout.
    FigureCanvasSVG(figure).get_renderer = lambda: renderer
    if places is not None or not any(ax.get_subplotspec() for ax in figure.axes):
        figure.set_layout_engine(None)  # known, or put by hand
    for ax, place in zip(figure.axes, places or (), strict=False):
        ax.set_position(place)
    figure.draw(renderer)
    renderer.finalize()
    return svg.getvalue(), renderer.fits(figure)


class Watchful(RendererSVG):
    """Writes SVG, and notes where the words stand."""

    def __init__(self, figure, text):
        width, height = POINTS * figure.get_size_inches()
        super().__init__(width, height, text, image_dpi=POINTS, metadata=NO_METADATA)
        self.words = []  # (axes or None, box) of every text that is not clipped
        visible = [ax for ax in figure.axes if ax.get_visible()]
        self._axes = iter(sorted(visible, key=lambda ax: ax.get_zorder()))
        self._owner, self._inside = None, 0  # which axes are being drawn; insets lie in them

    def get_text_width_height_descent(self, s, prop, ismath):
        return _extent(s, prop.copy(), ismath)  # the caller may change its own

    def open_group(self, s, gid=None):
        """Matplotlib tells the kind of what it draws next; axes come in the order of zorder."""
        if s == "axes":
            self._inside += 1
            self._owner = next(self._axes, None) if self._inside == 1 else self._owner
        return super().open_group(s, gid)

    def close_group(self, s):
        self._inside -= s == "axes"
        self._owner = self._owner if self._inside else None
        return super().close_group(s)

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)
        if gc.get_clip_rectangle() is None:
            box = text_box(x, y, self.get_text_width_height_descent(s, prop, ismath), angle)
            self.words.append((self._owner, box))

    def fits(self, figure):
        """Whether all text is inside the figure, and none overlaps the axes of others."""
        frames = {}
        for ax in figure.axes:
            x0, y0, x1, y1 = ax.get_window_extent(self).extents
            frames[ax] = x0, self.height - y1, x1, self.height - y0
        paper = (0, 0, self.width, self.height)
        return all(
            inside(box, paper)
            and not any(touch(box, f) for f in frames.values() if owner and f != frames[owner])
            for owner, box in self.words
        )


@lru_cache(maxsize=4096)
def _extent(s, prop, ismath):
    """Width, height and descent of a text; the same words come again in every figure."""
    return text_to_path.get_text_width_height_descent(s, prop, ismath)


def text_box(x, y, extent, angle):
    """The box (x0, y0, x1, y1) of a text that starts at x, y and is turned by an angle.

    >>> text_box(10, 50, (30, 12, 2), 0), [round(v) for v in text_box(10, 50, (30, 12, 2), 90)]
    ((10.0, 40.0, 40.0, 52.0), [0, 20, 12, 50])
    """
    width, height, descent = extent
    c, s = cos(radians(angle)), sin(radians(angle))
    corners = [(a, b) for a in (0, width) for b in (descent, descent - height)]
    xs = [x + a * c + b * s for a, b in corners]
    ys = [y - a * s + b * c for a, b in corners]
    return min(xs), min(ys), max(xs), max(ys)


def inside(box, paper):
    """Whether a box stands over no edge of the background.

    >>> inside((0, 0, 9, 9), (0, 0, 8, 8)), inside((0, 0, 99, 9), (0, 0, 8, 8))
    (True, False)
    """
    low = all(a >= b - SLACK for a, b in zip(box[:2], paper[:2], strict=True))
    return low and all(a <= b + SLACK for a, b in zip(box[2:], paper[2:], strict=True))


def touch(a, b):
    """Whether two boxes share more than an edge.

    >>> touch((0, 0, 9, 9), (5, 5, 20, 20)), touch((0, 0, 9, 9), (8, 0, 20, 20))
    (True, False)
    """
    across = a[0] < b[2] - SLACK and b[0] < a[2] - SLACK
    return across and a[1] < b[3] - SLACK and b[1] < a[3] - SLACK
