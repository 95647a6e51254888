"""A state's figure as SVG text, drawn once.

`savefig` draws every figure twice, and finding room for all labels (constrained layout) costs as
much again. A widget draws the same kind of figure over and over, so its axes stay where they were
as long as all text fits: it is faster, and nothing jumps while a slider moves.
"""

import gc
import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from itertools import permutations
from warnings import catch_warnings, filterwarnings

from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path

from ...course.figures import NO_METADATA, STABLE, alt, image, shortened, steady
from ...plots.base.style import PAPER
from .touch import KEY, POINTS

# Matplotlib looks at each font of its list for each label, and `steady` would drop the rest anyway;
# and beside a title without a height of its own it measures all ticks.
SETTINGS = {**STABLE, "font.sans-serif": ["DejaVu Sans"], "axes.titley": 1.0}
MARGIN = 0.1  # inches of background around a figure
SLACK = 2  # points by which text may stick out before it counts as not fitting


@dataclass(frozen=True, slots=True)
class Drawing:
    """Matplotlib's SVG, what it shows in words, its size in points, and its zones."""

    text: str
    description: str
    size: tuple
    zones: tuple = ()

    @property
    def svg(self):
        """The drawing for the shadow root of a live view, where names need not be unique."""
        return with_keys(shortened(self.text))

    @property
    def image(self):
        """The drawing as an image, for pages without a kernel."""
        style = f"max-width: {self.size[0]}pt; padding: {MARGIN}in; background: {PAPER}"
        return f'<div style="{style}">{image(steady(self.text), self.description)}</div>'


def with_keys(text):
    """SVG whose keyed groups are named `data-key`, without ids to which nothing refers.

    >>> with_keys('<g id="key-line"><path id="a"/><use xlink:href="#a"/></g><g id="b"/>')
    '<g data-key="line"><path id="a"/><use xlink:href="#a"/></g><g/>'
    """
    text = text.replace(f'id="{KEY}', 'data-key="')
    used = {*re.findall(r'(?<=#)[^")]+', text)}
    return re.sub(r' id="([^"]*)"', lambda found: found[0] * (found[1] in used), text)


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
        zones = tuple(state.zones(figure)) if hasattr(state, "zones") else ()
        return Drawing(text, alt(figure), tuple(POINTS * side for side in size), zones)


@contextmanager
def without_collecting():
    """Switch garbage collection off while drawing: a figure is thousands of short-lived objects.

    Python would otherwise search all loaded objects meanwhile, and a slider would stutter.
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
    """(SVG text, whether all text fits), with the axes at these places, or laid out again."""
    svg = StringIO()
    width, height = POINTS * figure.get_size_inches()
    renderer = Renderer(width, height, svg, image_dpi=POINTS, metadata=NO_METADATA)
    # The renderer that draws also measures the layout.
    FigureCanvasSVG(figure).get_renderer = lambda: renderer
    by_hand = not any(ax.get_subplotspec() for ax in figure.axes)
    if places is not None or by_hand:
        figure.set_layout_engine(None)
    for ax, place in zip(figure.axes, places or (), strict=False):
        ax.set_position(place)
    figure.draw(renderer)
    renderer.finalize()
    return svg.getvalue(), by_hand or fits(figure, renderer)


def fits(figure, renderer):
    """Whether all text of the axes is inside the figure and none reaches over other axes."""
    page = figure.bbox
    boxes = {ax: ax.get_tightbbox(renderer).padded(-SLACK) for ax in figure.axes}
    inside = all(page.contains(*corner) for box in boxes.values() for corner in (box.p0, box.p1))
    return inside and not any(
        boxes[ax].overlaps(other.bbox) for ax, other in permutations(figure.axes, 2)
    )


class Renderer(RendererSVG):
    """Writes SVG; the same text comes again in every figure, so its size is remembered."""

    def get_text_width_height_descent(self, s, prop, ismath):
        return _extent(s, prop.copy(), ismath)  # the caller may change its own


@lru_cache(maxsize=4096)
def _extent(s, prop, ismath):
    """Width, height and descent of a text."""
    return text_to_path.get_text_width_height_descent(s, prop, ismath)
