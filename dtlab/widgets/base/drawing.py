"""A state's figure as SVG text, drawn once, and then only what moves.

`savefig` draws every figure twice, and finding room for all labels (constrained layout) costs as
much again. A widget draws the same kind of figure over and over, so its axes stay where they were
as long as all text fits: it is faster, and nothing jumps while a slider moves.

A state with `draw_base`, `draw_moving` and `moving_fields` is drawn in layers: what moves and lies
behind, what stays, what moves and lies in front. While only those fields change, the layer that
stays is kept as text, and what moves alone is drawn again. If it is not fields that tell,
`base(size)` is all that the layer that stays depends on.
"""

import re
from dataclasses import dataclass, fields
from functools import lru_cache
from io import StringIO
from itertools import permutations
from typing import Any
from warnings import catch_warnings, filterwarnings

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG, RendererSVG
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path

from ...plots.base.style import PAPER
from ...plots.svg import NO_METADATA, STABLE, alt, image, shortened, steady
from .touch import KEY, POINTS, in_turn

# Matplotlib looks at each font of its list for each label, and `steady` would drop the rest anyway;
# and beside a title without a height of its own it measures all ticks.
SETTINGS: dict[Any, Any] = {**STABLE, "font.sans-serif": ["DejaVu Sans"], "axes.titley": 1.0}
MARGIN = 0.1  # inches of background around a figure
CHUNK = re.compile(r'<chunk n="(\d+)"/>')
FRONT = 2  # the zorder from which on what moves lies in front of what stays: that of lines
SLACK = 2  # points by which text may stick out before it counts as not fitting


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG for a live view, what it shows in words, its size in points, and its zones.

    The text refers to chunks of SVG by their number: to what stays, if something moves.
    """

    text: str
    chunks: list
    description: str
    size: tuple
    zones: tuple

    @property
    def svg(self):
        """The text with all chunks in their places."""
        return CHUNK.sub(lambda found: self.chunks[int(found[1])], self.text)

    @property
    def image(self):
        """The drawing as an image, for pages without a kernel."""
        style = f"max-width: {self.size[0]}pt; padding: {MARGIN}in; background: {PAPER}"
        style += "; border-radius: 8px"  # a card, not a sheet, in a dark theme
        return f'<div style="{style}">{image(steady(self.svg), self.description)}</div>'


def said(state, size):
    """The words of a state, and what is left out of its figure of this size in inches."""
    missing = state.left_out(size) if hasattr(state, "left_out") else ""
    return f"{state.words} (No room here for {missing}.)" if missing else state.words


class Drawer:
    """Draws one state after another, and keeps of each figure what the next one can use.

    The figures are never known to pyplot, so none stays open.
    """

    def __init__(self):
        self.places = {}  # of the axes in earlier figures
        self.last = None  # the last figure, if its moving parts can be drawn alone

    @in_turn
    def draw(self, state, size):
        """The `Drawing` of a state; size in inches."""
        last, self.last = self.last, None  # a state that fails may leave it half drawn
        with rc_context(SETTINGS), catch_warnings():
            filterwarnings("ignore", "Glyph .* missing")  # the browser has more glyphs than we
            if last is not None and last.serves(state, size):
                last.move(state)
            else:
                last = self._whole(state, size)
            text = last.text()
            zones = tuple(state.zones(last.figure)) if hasattr(state, "zones") else ()
        if last.has_layers:
            self.last = last
        points = tuple(POINTS * side for side in size)
        return Drawing(text, last.staying, alt(last.figure), points, zones)

    def _whole(self, state, size):
        """A new figure, the axes where they were before if all text fits there."""
        drawn = StateFigure(state, size)
        key = size, *(ax.get_position(original=True).bounds for ax in drawn.figure.axes)
        remembered, always_fits = self.places.get(key, (None, False))
        fits = lay_out(drawn.figure, remembered)
        if always_fits and not fits:
            drawn = StateFigure(state, size)
            remembered = None
            fits = lay_out(drawn.figure)
        if remembered is None:
            axes = drawn.figure.axes
            self.places[key] = [ax.get_position(original=True).frozen() for ax in axes], fits
        return drawn


class StateFigure:
    """A state on a figure, on which what moves can be drawn again."""

    def __init__(self, state, size):
        self.state = state
        self.size = size
        self.figure = Figure(figsize=size, dpi=POINTS, layout="constrained", facecolor=PAPER)
        self.staying = []  # the SVG of what stays, once it is drawn
        self.moving = []  # the artists that move, from the lowest
        self.has_layers = hasattr(state, "draw_moving")
        if self.has_layers:
            state.draw_base(self.figure)
            self.base = base_of(state, size)
            self._others = set(artists_of(self.figure))
            self._draw_moving()
        else:
            state.draw(self.figure)

    def _draw_moving(self):
        self.state.draw_moving(self.figure)
        new = [artist for artist in artists_of(self.figure) if artist not in self._others]
        self.moving = sorted(new, key=lambda artist: artist.get_zorder())

    def serves(self, state, size):
        """Whether a state differs from the one that is drawn in its moving parts only."""
        same = (type(state), size) == (type(self.state), self.size)
        return same and base_of(state, size) == self.base

    def move(self, state):
        """Let what moves be that of another state."""
        for artist in self.moving:
            artist.remove()
        self.state = state
        self._draw_moving()

    def text(self):
        """SVG, which refers to what stays as a chunk."""
        renderer = Renderer(self.figure)
        if not self.has_layers:
            self.figure.draw(renderer)
            return renderer.text()
        if not self.staying:
            self.staying = [self._staying()]
        behind = [artist for artist in self.moving if artist.get_zorder() < FRONT]
        for artist in (self.figure.patch, *behind):
            artist.draw(renderer)
        renderer.writer.element("chunk", n="0")
        for artist in self.moving[len(behind) :]:
            artist.draw(renderer)
        return renderer.text()

    def _staying(self):
        """SVG of what stays, on no paper: something may lie behind it."""
        papers = [self.figure.patch, *(ax.patch for ax in self.figure.axes)]
        hidden = [artist for artist in (*papers, *self.moving) if artist.get_visible()]
        for artist in hidden:
            artist.set_visible(False)
        renderer = Renderer(self.figure)
        self.figure.draw(renderer)
        for artist in hidden:
            artist.set_visible(True)
        text = renderer.text()
        return text[text.index(">") + 1 : text.rindex("</svg>")]


def base_of(state, size):
    """What the part of a figure that stays depends on."""
    if hasattr(state, "base"):
        return state.base(size)
    names = [field.name for field in fields(state) if field.name not in state.moving_fields]
    return [getattr(state, name) for name in names]


def artists_of(figure):
    """All artists of a figure, and of the axes in it and in them, that are no axes themselves."""
    for artist in figure.get_children():
        if isinstance(artist, Axes):
            yield from artists_of(artist)
        else:
            yield artist


def in_short(text):
    """SVG, or a part of it, in which only what is referred to or keyed has a name.

    >>> in_short('<g id="key-line"><path id="m0123456789" d="M 1.239 -0"/></g><g id="axes_1"/>')
    '<g data-key="line"><path id="m0123456789" d="M 1.24 0"/></g><g/>'
    """
    text = shortened(text).replace(f'id="{KEY}', 'data-key="')
    text = re.sub(r'(?<=[ "])-0(?=[ \n"])', "0", text)
    return re.sub(r' id="(?!\w*[0-9a-f]{10}")[^"]*"', "", text)


def lay_out(figure, places=None):
    """Put the axes at these places, or lay them out; return whether all text fits."""
    by_hand = not any(ax.get_subplotspec() for ax in figure.axes)
    renderer = Renderer(figure)
    if places is None and not by_hand:
        figure.get_layout_engine().execute(figure)
    figure.set_layout_engine(None)  # what moves must not move the rest
    for ax, place in zip(figure.axes, places or (), strict=False):
        ax.set_position(place)
    return by_hand or fits(figure, renderer)


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

    def __init__(self, figure):
        self.svg = StringIO()
        width, height = POINTS * figure.get_size_inches()
        super().__init__(width, height, self.svg, image_dpi=POINTS, metadata=NO_METADATA)
        canvas: Any = FigureCanvasSVG(figure)
        canvas.get_renderer = lambda: self  # the renderer that draws also measures the layout

    def text(self):
        """The finished SVG, in short."""
        self.finalize()
        text = self.svg.getvalue()
        return in_short(text[text.index("<svg") :])

    def draw_text(self, *args, **kwargs):
        """Text stays text whatever another thread sets: of glyphs `in_short` drops the names."""
        with rc_context(STABLE):
            super().draw_text(*args, **kwargs)

    def get_text_width_height_descent(self, s, prop, ismath):
        return _extent(s, prop.copy(), ismath)  # the caller may change its own


@lru_cache(maxsize=4096)
def _extent(s, prop, ismath):
    """Width, height and descent of a text."""
    return text_to_path.get_text_width_height_descent(s, prop, ismath)
